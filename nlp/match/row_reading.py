"""Which place of the rows of a block answers which field of a list's objects."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nlp.labels.form_elements import Pair
from nlp.labels.items import items_of
from nlp.labels.label_lexicon import label_lexicon
from nlp.labels.likeness import FieldTerms, likeness
from nlp.match.row_blocks import RowBlock
from nlp.match.row_fit import ALIKE, CellReader, strength, suited
from nlp.match.row_slots import Slot
from nlp.schema import JSON
from nlp.spans import Span, meet
from nlp.stems import fold

_SAMPLED = 6
_OPTIONS, _BEAM = 6, 12
_LEAST, _LEAST_NULLABLE = 0.25, 0.3
_LEAST_READ = 0.3


@dataclass(frozen=True, slots=True)
class Filling:
    """A block as the objects of a list: what each row tells of the leaves, and what speaks for it."""

    block: RowBlock
    told: tuple[Mapping[str, JSON], ...]
    spans: tuple[Span, ...]
    slots: Mapping[str, Slot]
    scores: Mapping[str, float]
    likenesses: Mapping[str, float]
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
    step = max(1, len(block.rows) // _SAMPLED)
    sample = range(0, len(block.rows), step)
    options: list[list[_Option]] = []
    for at, one in enumerate(asked):
        least = _LEAST_NULLABLE if one.profile.field.nullable else _LEAST
        every = [
            (*suited(one, at / len(asked), slot, sample, reader, one.profile.path == key), number)
            for number, slot in enumerate(slots)
        ]
        every.sort(key=lambda row: (-row[0], row[2]))
        options.append([row for row in every if row[0] >= least][:_OPTIONS])
    chosen = _together(options, slots, asked, bool(block.cells))
    if not chosen:
        return None
    listed = {
        one.profile.path.removesuffix(".*"): items
        for one in lists
        if (items := _listed(one, slots, [slots[at[2]] for at in chosen.values()], reader))
    }
    told, spans = [], []
    for row, span in enumerate(block.rows):
        values: dict[str, JSON] = {}
        for at, (_, _, number) in chosen.items():
            place = slots[number].spans[row]
            found = None if place is None else reader.of(asked[at].profile, place)
            values[asked[at].profile.path] = (
                found.value if found and found.fit >= _LEAST_READ else None
            )
        if _is_row(span, values, asked, key, reader):
            told.append({**values, **{path: every[row] for path, every in listed.items()}})
            spans.append(span)
    if not told:
        return None
    paths = {at: asked[at].profile.path for at in chosen}
    return Filling(
        block,
        tuple(told),
        tuple(spans),
        {paths[at]: slots[one[2]] for at, one in chosen.items()},
        {paths[at]: one[0] for at, one in chosen.items()},
        {paths[at]: one[1] for at, one in chosen.items()},
        len(listed) / len(lists) if lists else 1.0,
    )


def _is_row(
    span: Span,
    values: Mapping[str, JSON],
    asked: Sequence[FieldTerms],
    key: str,
    reader: CellReader,
) -> bool:
    """Whether a row tells an object: no sum, not without its name or any number that it must have."""
    words = fold(reader.text[slice(*span)]).strip("*_ .:-|").split()
    if words and words[0].strip(".:") in label_lexicon().sets["totals"]:
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
        alike = likeness(one, Pair(slot.label, 0, 0, 0, 0, "cell")) if slot.label else 0.0
        full = sum(map(bool, rows)) / len(rows)
        score = full * (0.3 + ALIKE * alike) + 0.1 * min(3.0, count - 1) + strength(slot, full)
        if score > best[0]:
            best = (score, rows)
    return best[1]


def _items(one: FieldTerms, span: Span, reader: CellReader) -> list[JSON]:
    form = "bullets" if "\n" in reader.text[slice(*span)] else "cell"
    found = []
    for start, end in items_of(Pair("", span[0], span[0], *span, form), reader.text):
        filled = reader.of(one.profile, (start, end))
        if filled is not None and filled.fit >= _LEAST:
            found.append(filled.value)
    return found


_Option = tuple[float, float, int]
"""How well a slot suits a field, how well the words that name it do, the slot's number."""


def _together(
    options: Sequence[Sequence[_Option]],
    slots: Sequence[Slot],
    asked: Sequence[FieldTerms],
    in_cells: bool,
) -> dict[int, _Option]:
    """One slot a field, none of them over another, so that all together suit best."""
    order = sorted(
        (at for at in range(len(asked)) if options[at]), key=lambda at: -options[at][0][0]
    )
    judged = {at for at in order if asked[at].profile.field.is_choice}
    over: dict[tuple[int, int], bool] = {}
    beam: list[tuple[float, dict[int, _Option]]] = [(0.0, {})]
    for at in order:
        longer = list(beam)
        for score, chosen in beam:
            for one in options[at]:
                taken = [
                    other[2]
                    for field, other in chosen.items()
                    if in_cells or not (at in judged or field in judged)
                ]
                for other in taken:
                    pair = (min(other, one[2]), max(other, one[2]))
                    if pair not in over:
                        over[pair] = _overlap(slots[pair[0]], slots[pair[1]])
                    if over[pair]:
                        break
                else:
                    longer.append((score + one[0], {**chosen, at: one}))
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
