"""Which place of the rows of a block answers which field of a list's objects."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nlp.labels.form_elements import unwritten
from nlp.labels.items import items_of
from nlp.labels.label_lexicon import label_lexicon
from nlp.labels.likeness import FieldTerms
from nlp.match.place_traits import Offer, place_traits
from nlp.match.row_blocks import RowBlock
from nlp.match.row_fit import ALIKE, CellReader, associated, says, strength, suited
from nlp.match.row_looks import Looks
from nlp.match.row_slots import Slot
from nlp.match.trees import Traits, Trees
from nlp.match.weighed import chances_of, table
from nlp.schema import JSON, Field
from nlp.spans import Span, meet

_SAMPLED = 6
_OPTIONS, _BEAM = 6, 12
_WEIGHED = 12
"""Places of a field that are weighed."""
_RULE = 0.3
"""What the score by rule counts beside a chance: of 11,963 fields left out as many are right (.719, .720
without), and plain rows stay whole."""
_LEAST, _LEAST_NULLABLE = 0.25, 0.3
_LEAST_READ = 0.3


class Place(NamedTuple):
    """A place of the rows for a field: how well it suits in all, how well the words that name it do.

    ``by_rule`` is how well it suits by rule, ``chance`` by trees (0 where there are none).
    """

    score: float
    alike: float
    slot: Slot
    by_rule: float
    chance: float = 0.0


@dataclass(frozen=True, slots=True)
class Filling:
    """A block as the objects of a list: what each row tells of the leaves, and what speaks for it."""

    block: RowBlock
    told: tuple[Mapping[str, JSON], ...]
    spans: tuple[Span, ...]
    places: Mapping[str, Place]
    listed: float = 1.0
    """The share of the lists that each object has that are told too."""
    told_share: float = 1.0
    """The share of the leaves and lists of an object that may be told: not the lists left out."""
    sure: float = 0.0
    """The mean chance of what the fields are given, a place or none."""


@dataclass(frozen=True, slots=True)
class BlockTask:
    """A block with its places, read as a list of objects: the leaves asked, the lists they have."""

    array: Field
    key: Field
    asked: Sequence[FieldTerms]
    lists: Sequence[FieldTerms]
    block: RowBlock
    slots: Sequence[Slot]
    reader: CellReader
    twin: tuple[int, int] = (0, 1)
    """Which of how many lists whose objects have the same fields."""

    @property
    def sample(self) -> range:
        """The rows that are looked at."""
        size = len(self.block.rows)
        return range(0, size, max(1, size // _SAMPLED))

    def offers(self) -> list[list[Offer]]:
        """The likeliest places of each field by rule, best first."""
        found = []
        for at, one in enumerate(self.asked):
            is_key = one.profile.path == self.key.path
            place = at / len(self.asked)
            fitting = [
                (fit, slot)
                for slot in self.slots
                if (fit := suited(one, place, slot, self.sample, self.reader, is_key)) is not None
            ]
            slots = [slot for _, slot in fitting]
            extra = associated(one.profile, slots, self.sample, self.reader)
            every = [
                Offer(fit, more, slot) for (fit, slot), more in zip(fitting, extra, strict=True)
            ]
            every.sort(key=lambda one: -one.score)
            found.append(every[:_WEIGHED])
        return found

    def by_rule(self, offers: Sequence[Sequence[Offer]]) -> list[list[Place]]:
        """The places that suit each field well enough by rule."""
        found = []
        for one, each in zip(self.asked, offers, strict=True):
            least = _LEAST_NULLABLE if one.profile.field.nullable else _LEAST
            every = [
                Place(offer.score, offer.suit.alike, offer.slot, offer.score) for offer in each
            ]
            found.append([one for one in every if one.score >= least][:_OPTIONS])
        return found

    def together(self, options: Sequence[Sequence[Place]]) -> dict[int, Place]:
        """One place a field, by its number, so that all together suit best."""
        return _together(options, self.asked, bool(self.block.cells))

    def places(self) -> tuple[dict[int, Place], float]:
        """The places that answer the fields best together, and how sure they are by trees."""
        offers, trees = self.offers(), self.reader.ranker.places
        if trees is None:
            return self.together(self.by_rule(offers)), 0.0
        options, nothing = weighed(offers, self.traits(offers), trees)
        chosen = self.together(options)
        sure = [chosen[at].chance if at in chosen else one for at, one in enumerate(nothing)]
        return chosen, sum(sure) / len(sure)

    def values(self, chosen: Mapping[int, Place]) -> list[dict[str, JSON]]:
        """What the places chosen for the fields say in each row, by path."""
        rows: list[dict[str, JSON]] = [{} for _ in self.block.rows]
        for at, place in chosen.items():
            profile = self.asked[at].profile
            for values, cell in zip(rows, place.slot.spans, strict=True):
                found = None if cell is None else self.reader.of(profile, cell)
                read = found is not None and found.fit >= _LEAST_READ
                values[profile.path] = found.value if found is not None and read else None
        return rows

    def traits(self, offers: Sequence[Sequence[Offer]]) -> list[list[Traits]]:
        """What speaks for each of them, as trees weigh it."""
        looks = Looks(self.block, self.slots, self.reader)
        return place_traits(self.asked, offers, self.sample, looks, self.key.path, self.twin)


def fill(task: BlockTask) -> Filling | None:
    """The likeliest places of the fields in the rows; None where no place answers the key field."""
    block, asked, reader = task.block, task.asked, task.reader
    chosen, sure = task.places()
    if not chosen:
        return None
    taken = [place.slot for place in chosen.values()]
    listed = {
        one.profile.path.removesuffix(".*"): items
        for one in task.lists
        if (items := _listed(one, task.slots, taken, reader))
    }
    every = task.values(chosen)
    kept = [
        at
        for at, (span, values) in enumerate(zip(block.rows, every, strict=True))
        if _is_row(span, values, asked, task.key.path, reader)
    ]
    told = [{**every[at], **{path: items[at] for path, items in listed.items()}} for at in kept]
    spans = [block.rows[at] for at in kept]
    if not told:
        return None
    places = {asked[at].profile.path: place for at, place in chosen.items()}
    share = len(listed) / len(task.lists) if task.lists else 1.0
    untold = (1.0 - share) * len(task.lists) / (len(asked) + len(task.lists))
    return Filling(block, tuple(told), tuple(spans), places, share, 1.0 - untold, sure)


def weighed(
    offers: Sequence[Sequence[Offer]], traits: Sequence[Sequence[Traits]], trees: Trees
) -> tuple[list[list[Place]], list[float]]:
    """The places of each field that are likelier than none of them, and the chance of none."""
    scores = trees.scores(table(trees.names, [row for each in traits for row in each]))
    chances = chances_of(scores, [len(each) for each in traits])
    found = []
    for each, own in zip(offers, chances, strict=True):
        places = [
            Place(
                float(chance - own[-1]) + _RULE * offer.score,
                offer.suit.alike,
                offer.slot,
                offer.score,
                float(chance),
            )
            for offer, chance in zip(each, own, strict=False)
            if chance > own[-1]
        ]
        places.sort(key=lambda place: -place.score)
        found.append(places[:_OPTIONS])
    return found, [float(own[-1]) for own in chances]


def _is_row(
    span: Span,
    values: Mapping[str, JSON],
    asked: Sequence[FieldTerms],
    key: str,
    reader: CellReader,
) -> bool:
    """Whether a row tells an object: no sum, not without its name or any number that it must have."""
    if label_lexicon().opens_total(reader.text[slice(*span)]):
        return False
    fields = {one.profile.path: one.profile for one in asked}
    needed = [
        value
        for path, value in values.items()
        if fields[path].group != "text" and not fields[path].field.nullable
    ]
    if key in values and values[key] is None and not fields[key].field.nullable:
        return False
    if needed and all(value is None for value in needed):
        return False
    return any(value is not None for value in values.values())


def _listed(
    one: FieldTerms, slots: Sequence[Slot], taken: Sequence[Slot], reader: CellReader
) -> tuple[list[JSON], ...]:
    """The items of a list that each object has, by row: of what no other field has, what parts best."""
    best: tuple[float, tuple[list[JSON], ...]] = (_LEAST, ())
    for slot in slots:
        if slot.key[0] not in {"column", "label", "part"} or any(
            _overlap(slot, other) for other in taken
        ):
            continue
        rows = tuple([] if span is None else _items(one, span, reader) for span in slot.spans)
        count = sum(map(len, rows)) / len(rows)
        if count < 1:
            continue
        full = sum(map(bool, rows)) / len(rows)
        score = (
            full * (0.3 + ALIKE * says(slot, one))
            + 0.1 * min(3.0, count - 1)
            + strength(slot, full)
        )
        if score > best[0]:
            best = (score, rows)
    return best[1]


def _items(one: FieldTerms, span: Span, reader: CellReader) -> list[JSON]:
    form = "bullets" if "\n" in reader.text[slice(*span)] else "cell"
    found = []
    for start, end in items_of(unwritten("", span, form), reader.text):
        filled = reader.of(one.profile, (start, end))
        if filled is not None and filled.fit >= _LEAST:
            found.append(filled.value)
    return found


def _together(
    options: Sequence[Sequence[Place]], asked: Sequence[FieldTerms], in_cells: bool
) -> dict[int, Place]:
    """One place a field, none of them over another, so that all together suit best.

    The two ends of a range may be read in one place.
    """
    order = sorted(
        (at for at in range(len(asked)) if options[at]), key=lambda at: -options[at][0].score
    )
    judged = {at for at in order if asked[at].profile.field.is_choice}
    edges = [one.profile.edge for one in asked]
    known: dict[Span, bool] = {}

    def overlap(one: Slot, other: Slot) -> bool:
        pair = (id(one), id(other))
        if pair not in known:
            known[pair] = known[pair[::-1]] = _overlap(one, other)
        return known[pair]

    beam: list[tuple[float, dict[int, Place]]] = [(0.0, {})]
    for at in order:
        longer = list(beam)
        for score, chosen in beam:
            taken = [
                other.slot
                for field, other in chosen.items()
                if (in_cells or not (at in judged or field in judged))
                and edges[at] * edges[field] >= 0
            ]
            longer += [
                (score + one.score, {**chosen, at: one})
                for one in options[at]
                if not any(overlap(one.slot, other) for other in taken)
            ]
        longer.sort(key=lambda row: -row[0])
        beam = longer[:_BEAM]
    return beam[0][1]


def _overlap(one: Slot, other: Slot) -> bool:
    both = [
        (left, right)
        for left, right in zip(one.spans, other.spans, strict=True)
        if left is not None and right is not None
    ]
    over = sum(meet(left, right) for left, right in both)
    return 3 * over > len(both)
