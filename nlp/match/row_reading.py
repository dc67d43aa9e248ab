"""Which place of the rows of a block answers which field of a list's objects."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nlp.labels.form_elements import unwritten
from nlp.labels.items import items_of
from nlp.labels.label_lexicon import label_lexicon
from nlp.labels.likeness import FieldTerms
from nlp.match.row_blocks import RowBlock
from nlp.match.row_fit import ALIKE, CellReader, associated, says, strength, suited
from nlp.match.row_slots import Slot
from nlp.schema import JSON
from nlp.spans import Span, meet

_SAMPLED = 6
_OPTIONS, _BEAM = 6, 12
_LEAST, _LEAST_NULLABLE = 0.25, 0.3
_LEAST_READ = 0.3


class Place(NamedTuple):
    """A place of the rows for a field: how well it suits, how well the words that name it do."""

    score: float
    alike: float
    slot: Slot


@dataclass(frozen=True, slots=True)
class Filling:
    """A block as the objects of a list: what each row tells of the leaves, and what speaks for it."""

    block: RowBlock
    told: tuple[Mapping[str, JSON], ...]
    spans: tuple[Span, ...]
    places: Mapping[str, Place]
    listed: float = 1.0
    """The share of the lists that each object has that are told too."""


def fill(
    block: RowBlock,
    slots: Sequence[Slot],
    asked: Sequence[FieldTerms],
    lists: Sequence[FieldTerms],
    key: str,
    reader: CellReader,
) -> Filling | None:
    """The likeliest places of the fields in the rows; None where no place answers the key field."""
    sample = range(0, len(block.rows), max(1, len(block.rows) // _SAMPLED))
    options: list[list[Place]] = []
    for at, one in enumerate(asked):
        least = _LEAST_NULLABLE if one.profile.field.nullable else _LEAST
        is_key = one.profile.path == key
        fitting = [
            (fit, slot)
            for slot in slots
            if (fit := suited(one, at / len(asked), slot, sample, reader, is_key)) is not None
        ]
        extra = associated(one.profile, [slot for _, slot in fitting], sample, reader)
        every = [
            Place(score + more, alike, slot)
            for ((score, alike), slot), more in zip(fitting, extra, strict=True)
        ]
        every.sort(key=lambda place: -place.score)
        options.append([place for place in every if place.score >= least][:_OPTIONS])
    chosen = _together(options, asked, bool(block.cells))
    if not chosen:
        return None
    taken = [place.slot for place in chosen.values()]
    listed = {
        one.profile.path.removesuffix(".*"): items
        for one in lists
        if (items := _listed(one, slots, taken, reader))
    }
    told, spans = [], []
    for row, span in enumerate(block.rows):
        values: dict[str, JSON] = {}
        for at, place in chosen.items():
            cell = place.slot.spans[row]
            found = None if cell is None else reader.of(asked[at].profile, cell)
            values[asked[at].profile.path] = (
                found.value if found and found.fit >= _LEAST_READ else None
            )
        if _is_row(span, values, asked, key, reader):
            told.append({**values, **{path: every[row] for path, every in listed.items()}})
            spans.append(span)
    if not told:
        return None
    places = {asked[at].profile.path: place for at, place in chosen.items()}
    share = len(listed) / len(lists) if lists else 1.0
    return Filling(block, tuple(told), tuple(spans), places, share)


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
    """One place a field, none of them over another, so that all together suit best."""
    order = sorted(
        (at for at in range(len(asked)) if options[at]), key=lambda at: -options[at][0].score
    )
    judged = {at for at in order if asked[at].profile.field.is_choice}
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
                if in_cells or not (at in judged or field in judged)
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
