"""The model whose weights :mod:`nlp.match.embeddings` reads, and how it is fitted; needs torch."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from nlp.match.associations import PARTS, Words
from nlp.match.embeddings import (
    HALF,
    PLACES,
    SIDE_COUNT,
    SIDE_OF_PLACE,
    SLIGHT,
    Beside,
    Embeddings,
)

SIZE = 96
"""Dimensions of a vector: by 48 first options of 7,999 unseen fields are .003 fewer right than by 96."""
WEIGHT = 0.3
"""The share of the logarithm of a chance by vectors; that of a chance by trees has the rest. Of 7,999
unseen fields most first options are right so, and chances come true: ECE .03, of trees alone .05."""
LEAST_RIGHT = 0.5
"""How right the best option of a field must be for it to teach."""
_BATCH = 48
_RATE, _LAST_RATE = 2e-3, 1e-4
_DECAY = 0.1
_DROPPED = 0.3
"""The share of the vectors' numbers that a reading leaves out."""


@dataclass(frozen=True, slots=True)
class Decided:
    """The options of one field: words, how right each is, and its chance by trees."""

    source: str
    asked: Words
    beside: tuple[Beside, ...]
    right: NDArray[np.float32]
    chances: NDArray[np.float32]
    answered: bool


class Model(nn.Module):
    """The same sums as :meth:`nlp.match.embeddings.Embeddings.scores`, that can be fitted."""

    def __init__(self, known: Tensor, size: int) -> None:
        super().__init__()
        self.register_buffer("known", known)
        self.own = nn.ModuleList([nn.Embedding(len(known), size) for _ in range(2)])
        self.projected = nn.ModuleList(
            [nn.Linear(known.shape[1], size, bias=False) for _ in range(2)]
        )
        for one in self.own:
            nn.init.zeros_(one.weight)
        self.part, self.place = (
            nn.Parameter(torch.zeros(len(PARTS), size)),
            nn.Parameter(torch.zeros(PLACES, size)),
        )
        self.part_log, self.place_log = (
            nn.Parameter(torch.zeros(len(PARTS))),
            nn.Parameter(torch.zeros(PLACES)),
        )
        self.query = nn.Parameter(torch.eye(size).repeat(SIDE_COUNT, 1, 1))
        self.side = nn.Parameter(torch.ones(SIDE_COUNT))
        self.dropped = nn.Dropout(_DROPPED)

    def vectors(self, words: Tensor, role: int) -> Tensor:
        """The vectors of words as those of fields (0) or of options (1); each word is looked up once."""
        unique, places = torch.unique(words, return_inverse=True)
        found: Tensor = self.own[role](unique) + self.projected[role](self.known[unique])
        return nn.functional.embedding(places, found)

    def forward(
        self, asked: Tensor, parts: Tensor, beside: Tensor, places: Tensor, owner: Tensor
    ) -> Tensor:
        """A score an option; words are padded by the number -1."""
        weights = torch.exp(self.part_log[parts]) * (asked >= 0)
        fields = self.dropped(self.vectors(asked.clamp(min=0), 0)) + self.part[parts]
        field = (fields * weights[..., None]).sum(1) / (weights.sum(1, keepdim=True) + HALF)
        queries = torch.einsum("bd,sde->bse", field, self.query)[owner]
        vectors = self.dropped(self.vectors(beside.clamp(min=0), 1)) + self.place[places]
        sides = torch.tensor(SIDE_OF_PLACE)[places]
        own = torch.gather(queries, 1, sides[..., None].expand(-1, -1, queries.shape[2]))
        agreed = (own * vectors).sum(-1) * torch.exp(self.place_log[places])
        told = torch.zeros(len(beside))
        for side in range(SIDE_COUNT):
            mine = (beside >= 0) & (sides == side)
            kept = torch.where(mine, agreed, torch.full_like(agreed, -1e4))
            most = torch.logsumexp(torch.cat([kept, torch.zeros(len(kept), 1)], 1), 1)
            told = told + self.side[side] * most + SLIGHT * (agreed * mine).sum(1)
        return told

    def embeddings(self, words: Sequence[str]) -> Embeddings:
        """What was learnt, as the product reads it."""
        every = torch.arange(len(self.known))
        with torch.no_grad():
            arrays = {
                "asked": self.vectors(every, 0),
                "beside": self.vectors(every, 1),
                "part": self.part,
                "part_weight": torch.exp(self.part_log),
                "place": self.place,
                "place_weight": torch.exp(self.place_log),
                "query": self.query,
                "side": self.side,
            }
        numbers = {word: at for at, word in enumerate(words, start=1)}
        weights = {name: one.detach().numpy().astype(np.float32) for name, one in arrays.items()}
        return Embeddings(numbers, **weights, weight=WEIGHT)


@dataclass(frozen=True, slots=True)
class Numbered:
    """A decision in numbers: pairs of word and part, of word and place for each option; the target."""

    asked: NDArray[np.int64]
    beside: list[NDArray[np.int64]]
    target: NDArray[np.float32]


def numbered(one: Decided, numbers: Mapping[str, int]) -> Numbered:
    """A decision in the numbers of its words; the target is how right each option is, squared."""
    asked = [(numbers.get(word, 0), at) for at, part in enumerate(one.asked) for word in part]
    beside = [[(numbers.get(word, 0), place) for place, word in each] for each in one.beside]
    right = np.square(one.right)
    return Numbered(
        np.array(asked, np.int64).reshape(-1, 2),
        [np.array(each, np.int64).reshape(-1, 2) for each in beside],
        right / right.sum(),
    )


def batch_of(some: Sequence[Numbered]) -> tuple[Tensor, ...]:
    """What :meth:`Model.forward` takes of some decisions."""
    owner = np.repeat(np.arange(len(some)), [len(one.beside) for one in some])
    asked = _padded([one.asked for one in some])
    beside = _padded([each for one in some for each in one.beside])
    return (*asked, *beside, torch.from_numpy(owner))


def _padded(rows: Sequence[NDArray[np.int64]]) -> tuple[Tensor, Tensor]:
    table = np.zeros((2, len(rows), max(1, *map(len, rows))), dtype=np.int64)
    table[0] = -1
    for at, row in enumerate(rows):
        table[:, at, : len(row)] = row.T
    words, places = torch.from_numpy(table)
    return words, places


def fit(
    decisions: Sequence[Decided],
    words: Sequence[str],
    known: NDArray[np.float32],
    epochs: int,
    seed: int,
) -> Model:
    """The model after so many readings of all decisions."""
    torch.manual_seed(seed)
    numbers = {word: at for at, word in enumerate(words, start=1)}
    model = Model(torch.from_numpy(known), SIZE)
    taught = [
        numbered(one, numbers)
        for one in decisions
        if one.right.max() >= LEAST_RIGHT and len(one.right) > 1
    ]
    optimizer = torch.optim.AdamW(model.parameters(), lr=_RATE, weight_decay=_DECAY)
    chance = random.Random(seed)
    for epoch in range(epochs):
        chance.shuffle(taught)
        for group in optimizer.param_groups:
            group["lr"] = _RATE * (1 - epoch / epochs) + _LAST_RATE
        whole = 0.0
        for at in range(0, len(taught), _BATCH):
            some = taught[at : at + _BATCH]
            loss = _loss(model, some)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            whole += loss.item() * len(some)
        print(f"epoch {epoch + 1}: loss {whole / len(taught):.4f}", flush=True)
    return model.eval()


def _loss(model: Model, some: Sequence[Numbered]) -> Tensor:
    """The cross-entropy of the options' chances and of how right they are, as the trees' is."""
    *given, owner = batch_of(some)
    scores = model(*given, owner)
    most = torch.full((len(some),), -torch.inf).scatter_reduce(0, owner, scores.detach(), "amax")
    lifted = scores - most[owner]
    whole = torch.zeros(len(some)).scatter_add(0, owner, torch.exp(lifted))
    target = torch.from_numpy(np.concatenate([one.target for one in some]))
    loss: Tensor = -(target * (lifted - torch.log(whole)[owner])).sum() / len(some)
    return loss
