"""Objects in rows: bullets, numbered lines and rows of tables that each tell one object of a list.

A list of objects whose name says what introduces a block of such rows is that block. What a row
opens with, up to its first mark or amount, names its object; the rest of the row fills the other
fields.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from nlp.asked.field_profile import FieldProfile
from nlp.asked.field_words import word_cues
from nlp.asked.key_field import key_field_of
from nlp.asked.schema_lexicon import field_lexicon
from nlp.match.blocks import Block, introduces, read_blocks
from nlp.match.item_names import fitting_values
from nlp.match.surroundings import Floats, Surroundings
from nlp.schema import Field, Schema
from nlp.spans import Candidate
from nlp.stems import words_of

Span = tuple[int, int]

ROW = "row"
"""The source of a candidate that is the head of a row."""

_LEAST_TOLD = 0.5
"""How much of an introduction a list must say for the rows below to be its own."""
_SURELY_TOLD = 0.75
"""From here on the rows need not hold what reads as the numbers and dates of an object."""
_NAMED, _EVERY = 0.5, 0.9
_HOLDING = 0.6
"""The share of rows that must hold a value that each object needs."""
_HEAD_ENDS = re.compile(r"\s*(?::(?!\d)|\s[-–—→|]\s|\||[,;(]|\.\s|\.$|\n)")
_LED = re.compile(
    r"[\s*_`\"'“”«»|–—-]*(?:(?:(?:a )?las? )?\d{1,2}[:.]\d\d(?:\s?h(?:oras|s)?\.?)?"
    r"(?:\s?(?:[-–—]|a)\s?\d{1,2}[:.]\d\d(?:\s?h)?)?[\s:.,|–—)-]+)?[\s*_`\"'“”«»|]*"
)
_NUMBERED = re.compile(r"\d{1,3}\s*(?:\||\t|\s{3,})\s*")
_OF = re.compile(r"\sdel?\s")
_JOINED = re.compile(r"[ \t\xa0]+(?:del?\s+)?(?=[^\W\d_])")
_MARKS = " \t\n*_`\"'“”«».,;:|–—-"
_AMOUNTS = frozenset({"MONEY", "QUANTITY", "PERCENT", "NUMBER", "DATE", "DATETIME", "TIME"})
_SHORTEST = 2


@dataclass(frozen=True, slots=True)
class ObjectRow:
    """One object's stretch of text and the mention that names it."""

    span: Span
    head: Candidate


def assigned_rows(
    schema: Schema,
    profiles: Mapping[str, FieldProfile],
    here: Surroundings,
    taken: Sequence[Span] = (),
) -> Mapping[str, tuple[ObjectRow, ...]]:
    """The rows of each list of objects, by its path; a block goes to one list.

    Lists take blocks by falling score. ``taken`` are spans that already answer something else.
    """
    arrays = [
        one
        for one in schema.walk()
        if one.kind == "array"
        and ".*" not in one.path
        and one.item is not None
        and one.item.kind == "object"
        and (anchor := key_field_of(one)) is not None
        and anchor.path in profiles
    ]
    blocks = [
        block
        for block in _blocks(here)
        if not any(start < block.items[-1][1] and block.items[0][0] < end for start, end in taken)
    ]
    scored = sorted(
        (
            (score, -number, array.path, array, block)
            for array in arrays
            for number, block in enumerate(blocks)
            if (score := max(_told(array, block, here), _told_within(array, profiles, block, here)))
            >= _LEAST_TOLD
            and (score >= _SURELY_TOLD or _holds(array, profiles, block, here))
        ),
        key=lambda one: (-one[0], -one[1], one[2]),
    )
    given: dict[str, tuple[ObjectRow, ...]] = {}
    free = blocks
    for _, _, path, array, block in scored:
        if path not in given and block in free and (rows := _rows(array, profiles, block, here)):
            given[path] = rows
            free = [one for one in free if one is not block and not _overlap(one, block)]
    for array in arrays:
        fits = [
            one
            for one in free
            if _needed(array, profiles) and _holds(array, profiles, one, here, _EVERY)
        ]
        if array.path not in given and len(fits) == 1:
            given[array.path] = _rows(array, profiles, fits[0], here)
            free = [one for one in free if not _overlap(one, fits[0])]
    return {path: rows for path, rows in given.items() if rows}


def _overlap(one: Block, other: Block) -> bool:
    return one.items[0][0] < other.items[-1][1] and other.items[0][0] < one.items[-1][1]


def _rows(
    array: Field, profiles: Mapping[str, FieldProfile], block: Block, here: Surroundings
) -> tuple[ObjectRow, ...]:
    """The rows of a block; nothing where most do not open with a name that the list needs."""
    anchor = key_field_of(array)
    if anchor is None or anchor.kind == "enum" or profiles[anchor.path].group != "text":
        return tuple(
            ObjectRow(span, Candidate(span[0], span[0], "", "NOUN_PHRASE", None, ROW))
            for span in block.items
        )
    rows = tuple(row for span in block.items if (row := _row(span, here)) is not None)
    return rows if len(rows) * 2 > len(block.items) else ()


def _blocks(here: Surroundings) -> list[Block]:
    """Blocks of list lines, and the rows of tables below their header."""
    found = [*read_blocks(here.document.text), *_plain_blocks(here)]
    lines = here.layout.lines
    for table in here.layout.tables:
        rows = table.rows[1:] if table.has_header else table.rows
        spans = tuple((row[0].start, row[-1].end) for row in rows if row)
        above = [one for one in lines if one.end <= table.start and one.start < one.end]
        before = (above[-1].start, above[-1].end) if above else (table.start, table.start)
        if len(spans) > 1:
            found.append(Block(spans, before))
    return found


def _plain_blocks(here: Surroundings) -> Iterator[Block]:
    """Lines without a mark below a heading or a colon; what is further in goes on with its line."""
    text = here.document.text
    rows: list[Span] = []
    above, introduction = (0, 0), (0, 0)
    for line in here.layout.lines:
        indent = _indent(text, line.start)
        goes_on = rows and (text[line.start].islower() or indent > _indent(text, rows[0][0]) + 1)
        if line.kind in {"rule", "heading", "list", "table"} or line.apart or not rows:
            if len(rows) > 1:
                yield Block(tuple(rows), introduction)
            rows = []
            led = introduces(text[slice(*above)]) and line.kind in {"text", "label"}
            if led and not text[line.start].islower() and above[0] < above[1]:
                rows, introduction = [(line.start, line.end)], above
        elif goes_on:
            rows[-1] = (rows[-1][0], line.end)
        else:
            rows.append((line.start, line.end))
        above = (line.start, line.end)
    if len(rows) > 1:
        yield Block(tuple(rows), introduction)


def _indent(text: str, start: int) -> int:
    return start - text.rfind("\n", 0, start) - 1


def _told(array: Field, block: Block, here: Surroundings) -> float:
    """How much of what stands above a block the list's name and description say."""
    names = _content(f"{array.name} {array.title}")
    told = _content(array.description)
    named = here.cue_weights(word_cues([(one, 1.0) for one in names]), {})
    described = here.cue_weights(word_cues([(one, 0.7) for one in told]), {})
    weights = np.maximum(named, described)
    spans = [block.introduction]
    heading = here.layout.heading_of(block.items[0][0])
    if heading is not None:
        spans.append((heading.start, heading.end))
    return max(_said(here, weights, span) for span in spans)


def _told_within(
    array: Field, profiles: Mapping[str, FieldProfile], block: Block, here: Surroundings
) -> float:
    """:data:`_LEAST_TOLD` where almost every row says a name of a leaf: "hasta 40 puntos"."""
    item = array.item.path if array.item is not None else array.path
    for path, profile in profiles.items():
        if path.startswith(f"{item}.") and "*" not in path[len(item) :]:
            weights = here.cue_weights(profile.names, {})
            said = sum(
                bool((weights[slice(*here.token_range(*span))] >= _NAMED).any())
                for span in block.items
            )
            if said >= _EVERY * len(block.items):
                return _LEAST_TOLD
    return 0.0


def _said(here: Surroundings, weights: Floats, span: Span) -> float:
    """How much of the telling words of an introduction have a weight."""
    if not introduces(here.document.text[slice(*span)]):
        return 0.0
    first, last = here.token_range(*span)
    lexicon = field_lexicon()
    telling = [at for at in range(first, last) if not lexicon.is_stopword(here.folded[at])][-6:]
    if not telling:
        return 0.0
    weights = weights[telling]
    strongest = float(weights.max())
    share = float(np.minimum(weights, 1.0).sum()) / len(telling)
    return 0.5 * min(1.0, share) + 0.5 * strongest


def _content(text: str) -> list[str]:
    lexicon = field_lexicon()
    return [
        one
        for one in words_of(text)
        if not lexicon.is_stopword(one) and not lexicon.is_generic(one)
    ]


def _needed(array: Field, profiles: Mapping[str, FieldProfile]) -> list[FieldProfile]:
    """The numbers and dates that each object of a list must have."""
    item = array.item.path if array.item is not None else array.path
    return [
        profile
        for path, profile in profiles.items()
        if path.startswith(f"{item}.")
        and "*" not in path[len(item) :]
        and profile.group in {"number", "date"}
        and not profile.field.nullable
        and profile.field.required
    ]


def _holds(
    array: Field,
    profiles: Mapping[str, FieldProfile],
    block: Block,
    here: Surroundings,
    share: float = _HOLDING,
) -> bool:
    """Whether enough rows of a block hold the numbers and dates that each object must have."""
    for profile in _needed(array, profiles):
        values = fitting_values(profile, here)
        held = sum(
            any(start <= one.start and one.end <= end for one in values)
            for start, end in block.items
        )
        if held < share * len(block.items):
            return False
    return True


def _row(span: Span, here: Surroundings) -> ObjectRow | None:
    """A row with its head: what it opens with, without an hour or an amount before it."""
    text = here.document.text
    start = span[0]
    numbered = _NUMBERED.match(text, *span)
    start = start if numbered is None else numbered.end()
    led = _LED.match(text, start, span[1])
    start = _behind_amount(led.end() if led is not None else start, here)
    end = span[1]
    ended = _HEAD_ENDS.search(text, start + 1, end)
    if ended is not None:
        end = ended.start()
    amounts = [
        one.start
        for one in here.candidates
        if one.label in _AMOUNTS
        and start + _SHORTEST < one.start < end
        and text[one.start].isdigit()
    ]
    end = min(amounts, default=end)
    head = text[start:end].rstrip(_MARKS)
    if len(head) < _SHORTEST or not any(map(str.isalpha, head)):
        return None
    return ObjectRow(span, Candidate(start, start + len(head), head, "NOUN_PHRASE", None, ROW))


def _behind_amount(start: int, here: Surroundings) -> int:
    """Where what is counted or measured begins: "150 g de queso", "6 huevos"."""
    opening = [
        start + len(_OF.split(one.mention, maxsplit=1)[0])
        for one in here.candidates
        if one.start == start and one.label in {"NUMBER", "QUANTITY"}
    ]
    joined = _JOINED.match(here.document.text, max(opening)) if opening else None
    return joined.end() if joined is not None else start
