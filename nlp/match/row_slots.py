"""The places of a row that come again in the rows beside it: cells, what marks part, what is named.

A slot is one place in all rows of a block; which field it answers is not known here.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from nlp.labels.segments import labelled, trimmed, until
from nlp.layout.sentences import trim
from nlp.layout.structure import Layout
from nlp.match.answer_types import GROUP_LABELS
from nlp.match.row_blocks import TOLD, RowBlock
from nlp.match.speech_parts import OUTER, SpeechParts
from nlp.spans import Candidate, Span, meet
from nlp.stems import fold
from nlp.word_lists import text_pattern

Spans = tuple[Span | None, ...]

_CUTS: Mapping[str, "re.Pattern[str]"] = {
    "gap": re.compile(r"[ \t\xa0]{3,}|\t+|\s*\|\s*|\s?\.{3,}\s*|\s?…+\s*"),
    "line": re.compile(r"\s*\n\s*"),
    "dash": re.compile(r"\s+[-–—→]\s+|\s*\.-\s+"),
    "colon": re.compile(r"\s*:(?!\d)\s*"),
    "semicolon": re.compile(r"\s*;\s+"),
    "bracket": re.compile(r"\s*\("),
    "stop": re.compile(r"(?<=[\w)»\"]{3})\.\s+(?=[\"«¿¡(]?[A-ZÁÉÍÓÚÑ\d])"),
    "comma": re.compile(r"\s*,\s+"),
    "slash": re.compile(r"\s+[/·+]\s+"),
}
"""What parts a row, from the strongest to the weakest."""
_HEAD_ENDS = tuple(cuts for kind, cuts in _CUTS.items() if kind != "slash")
_INSIDE = re.compile(r"\(([^()]{1,120})\)")
_NAMED = re.compile(
    r"(?<![\w.])(?P<label>[^\W\d_][^\W\d_.]*\.?(?:\s(?:de\s)?[^\W\d_]{2,})?)(?:\s*[:=]\s*|\s+)"
    r"(?P<value>(?:[$€]|S/|Q|L|N\.?[º°o]\.?|n\.?[º°o]\.?)?\s?[+\-−]?\d[^\s,;()]*)"
)
_LED = re.compile(
    r"(?:[-+]?\d+(?:[.,/]\d+)*|½|¼|¾)(?:\s?(?:%|€|[^\W\d_]{1,3}\b\.?))?(?:\s+del?)?\s+(?=[^\W\d_]{3})"
)
_CLOSED = re.compile(
    r"[\s,.…]+(?:[$€]\s?)?[-+]?\d+(?:[.,/]\d+)*(?:\s?(?:%|€|[^\W\d_]{1,4}\b\.?))?$"
)
"""An amount before or behind what it is of: "3 kg de ", " 250 g"."""
_OF = re.compile(r"(?<=\w)\sdel?\s(?![\d¿])")
"""What stands between an amount and what it is of."""
_MARK = re.compile(r"(?P<number>\d{1,3})\W{1,5}$")
_MARKED = "número"
"""What the number before a row is."""
_LEAST_LED, _LEAD_WORD = 2, re.compile(r"[a-zñáéíóú]{3,}")
_LONGEST_TITLE = 60
_SHARE = 0.5
_START = attrgetter("start")
_MOST_PARTS = 7
_MARKS = ' \t\n*_`"“”«».,;:|–—-'
_VALUED = (GROUP_LABELS["number"] | GROUP_LABELS["date"]) - {"ORDINAL"}
_NAMES = ("PERSON", "ORGANIZATION", "LOCATION", "TITLE", "IDENTIFIER", "EMAIL", "URL")

_NAME, _COUNT_UNIT = text_pattern("capital_name"), text_pattern("count_unit")
_RUNNING = frozenset({TOLD, "semicolons", "commas"})
"""Forms of rows that may be clauses."""
_PAUSE = text_pattern("clause_pause")


@dataclass(frozen=True, slots=True)
class Slot:
    """One place in each row of a block: its spans, the words that name it, where in a row it comes."""

    key: tuple[str, str, int]
    spans: Spans
    label: str = ""
    order: float = 0.0
    candidates: tuple[Candidate | None, ...] = ()


def slots_of(
    block: RowBlock,
    page: Layout,
    text: str,
    candidates: Sequence[Candidate],
    words: SpeechParts,
) -> tuple[Slot, ...]:
    """The slots that at least half of the rows have; the candidates are in the order of the text."""
    found: dict[tuple[str, str, int], dict[int, tuple[Span, Candidate | None]]] = {}
    labels: dict[tuple[str, str, int], str] = {}
    for at, (row, cells) in enumerate(
        zip(block.rows, block.cells or ((),) * len(block.rows), strict=True)
    ):
        first, behind = (bisect_left(candidates, at, key=_START) for at in row)
        inside = [one for one in candidates[first:behind] if one.end <= row[1]]
        for key, span, label, one in _places(row, cells, block, text, inside, words):
            found.setdefault(key, {}).setdefault(at, (span, one))
            labels.setdefault(key, label)
    size = len(block.rows)
    kept = []
    for key, places in found.items():
        if len(places) < max(1, _SHARE * size * (0.5 if key[0] == "named" else 1.0)):
            continue
        spans = tuple(places[at][0] if at in places else None for at in range(size))
        ones = tuple(places[at][1] if at in places else None for at in range(size))
        orders = [
            (span[0] - row[0]) / max(1, row[1] - row[0])
            for span, row in zip(spans, block.rows, strict=True)
            if span is not None
        ]
        kept.append(Slot(key, spans, labels[key], sum(orders) / len(orders), ones))
    led = [bare for slot in kept if (bare := _without_lead(slot, text))]
    return _distinct([*kept, *led, *_groups(block, page)])


def _without_lead(slot: Slot, text: str) -> Slot | None:
    """A place without the word that stands first in every row: "destino" of "destino Lugo"."""
    spans = [span for span in slot.spans if span is not None]
    if slot.key[0] != "part" or len(spans) < _LEAST_LED:
        return None
    words = {text[slice(*span)].partition(" ")[0] for span in spans}
    word = words.pop()
    if words or not _LEAD_WORD.fullmatch(word):
        return None
    size = len(word) + 1
    if any(end - start <= size for start, end in spans):
        return None
    bare = tuple(None if span is None else (span[0] + size, span[1]) for span in slot.spans)
    none = (None,) * len(bare)
    return replace(slot, key=("named", fold(word), 1), spans=bare, label=word, candidates=none)


def _groups(block: RowBlock, page: Layout) -> Iterator[Slot]:
    """What stands above groups of rows and holds for each of them."""
    first, last = block.rows[0][0], block.rows[-1][1]
    lines = [one for one in page.lines if one.start < last and one.kind != "rule"]
    within = [
        one
        for one in lines
        if one.end - one.start <= _LONGEST_TITLE
        and not any(meet((one.start, one.end), row) for row in block.rows)
    ]
    spans: list[Span | None] = []
    for start, _ in block.rows:
        above = [one for one in within if one.end <= start]
        spans.append((above[-1].body, above[-1].end) if above else None)
    if len(set(spans)) > 1 and any(first < one.start for one in within):
        yield Slot(("group", "", 0), tuple(spans), "", 0.0, (None,) * len(spans))


def _distinct(slots: Sequence[Slot]) -> tuple[Slot, ...]:
    """Of slots with the same spans the first that a word names, else the first."""
    found: dict[Spans, Slot] = {}
    for one in slots:
        if one.spans not in found or (one.label and not found[one.spans].label):
            found[one.spans] = one
    return tuple(found.values())


Place = tuple[tuple[str, str, int], Span, str, Candidate | None]


def _places(
    row: Span,
    cells: Spans,
    block: RowBlock,
    text: str,
    inside: Sequence[Candidate],
    words: SpeechParts,
) -> Iterator[Place]:
    """The places of one row: their key, span, label and candidate."""
    for column, cell in enumerate(cells):
        if cell is not None:
            yield ("column", "", column), cell, block.header[column], None
            yield from _part((f"{column}.", 0), *cell, text)
            yield from _cut(cell, text, f"{column}.")
            if not block.header[column]:
                yield from _labelled(cell, text)
    if not cells:
        yield from _part(("whole", 0), *row, text)
        if block.form in _RUNNING:
            yield from _told(row, text, inside, words)
        if block.form != TOLD:
            yield from _head(row, text)
            yield from _beside_values(row, text, inside)
        yield from _cut(row, text, "")
        yield from _labelled(row, text)
    yield ("row", "", 0), row, "", None
    mark = _MARK.search(text[max(text.rfind("\n", 0, row[0]) + 1, row[0] - 8) : row[0]])
    if mark is not None:
        start = row[0] - len(mark.string) + mark.start("number")
        yield ("mark", "", 0), (start, start + len(mark["number"])), _MARKED, None
    for match in _NAMED.finditer(text, *row):
        yield ("named", fold(match["label"]), 0), match.span("value"), match["label"], None
    yield from _of_kinds(inside)


def _cut(row: Span, text: str, prefix: str) -> Iterator[Place]:
    for kind, cuts in _CUTS.items():
        marks = list(cuts.finditer(text, row[0] + 1, row[1]))[:_MOST_PARTS]
        name = prefix + kind
        if not marks:
            continue
        yield from _part((name, 0), row[0], marks[0].start(), text)
        for number, mark in enumerate(marks, 1):
            after = marks[number].start() if number < len(marks) else row[1]
            yield from _part((name, number), mark.end(), after, text)
        yield from _part((name, -1), marks[-1].end(), row[1], text)
        yield from _part((name, 99), marks[0].end(), row[1], text)
    for number, match in enumerate(_INSIDE.finditer(text, *row)):
        yield from _part((prefix + "inside", number), *match.span(1), text)


def _head(row: Span, text: str) -> Iterator[Place]:
    """What a row opens with, up to the first mark of any kind, and what comes behind it."""
    marks = [mark.span() for cuts in _HEAD_ENDS if (mark := cuts.search(text, row[0] + 2, row[1]))]
    start, end = min(marks, default=(row[1], row[1]))
    yield from _part(("head", 0), row[0], start, text)
    yield from _part(("head", 99), end, row[1], text)


def _beside_values(row: Span, text: str, inside: Sequence[Candidate]) -> Iterator[Place]:
    """What stands before the first number, date or the like of a row, and what behind it."""
    values = [one for one in inside if valued(one)]
    if values:
        start, end = _amount(min(values, key=lambda one: (one.start, -one.end)))
        yield from _part(("value", 0), row[0], start, text)
        of = _COUNT_UNIT.match(text, end, row[1]) or _OF.match(text, end, row[1])
        yield from _part(("value", 99), of.end() if of else end, row[1], text)


def valued(one: Candidate) -> bool:
    """Whether a mention is a number, a date or the like."""
    return one.value is not None and one.label in _VALUED


def _told(row: Span, text: str, inside: Sequence[Candidate], words: SpeechParts) -> Iterator[Place]:
    """The name that a row of running text opens with, what it says of it, its phrases around values."""
    start, _ = _phrase(*row, words)
    named = _NAME.match(text, start, row[1])
    if named is not None:
        yield ("phrase", "name", 0), named.span(), "", None
        yield from _phrases("name", named.end(), row[1], text, words)
    later = _NAME.search(text, named.end() if named is not None else start, row[1])
    if later is not None:
        before = _phrase(named.end() if named is not None else row[0], later.start(), words)
        if before[0] < before[1]:
            yield ("phrase", "before", 0), before, "", None
    values = [one for one in inside if valued(one)]
    if values:
        first, last = (pick(values, key=lambda one: one.span) for pick in (min, max))
        before = _phrase(row[0], first.start, words)
        if before[0] < before[1]:
            yield ("phrase", "value", 0), before, "", None
        yield from _phrases("value", _amount(first)[1], row[1], text, words)
        if last is not first:
            yield from _phrases("last", _amount(last)[1], row[1], text, words)


def _phrases(mark: str, start: int, end: int, text: str, words: SpeechParts) -> Iterator[Place]:
    """What stands somewhere: all of it, as a phrase without the verb, and that up to the next comma."""
    start, end = trimmed(text, start, end)
    start, _ = trim(text, start, end, " ,;")
    if start >= end:
        return
    yield ("phrase", mark, 1), (start, end), "", None
    for number, stop in ((2, end), (3, until(_PAUSE, text, start, end))):
        first, last = _phrase(start, stop, words)
        if first < last:
            yield ("phrase", mark, number), (first, last), "", None


def _phrase(start: int, end: int, words: SpeechParts) -> Span:
    """The words from the first that is no verb, preposition or article on, to the last such."""
    high = bisect_left(words.starts, end)
    low = words.first_but(OUTER, bisect_left(words.starts, start))
    while low < high and words.tags[high - 1] in OUTER:
        high -= 1
    return (words.starts[low], min(end, words.ends[high - 1])) if low < high else (end, end)


def _part(key: tuple[str, int], start: int, end: int, text: str) -> Iterator[Place]:
    start, end = trimmed(text, start, end)
    bare = len(text[start:end].rstrip(_MARKS))
    end = start + bare
    if text.count("(", start, end) > text.count(")", start, end) and text[end : end + 1] == ")":
        end += 1
    if start >= end:
        return
    yield ("part", *key), (start, end), "", None
    led = _LED.match(text, start, end)
    first = led.end() if led else start
    last = until(_CLOSED, text, first, end)
    if text[last - 1 : last] == ")" and "(" not in text[first:last]:
        last -= 1
    if first < last:
        yield ("bare", *key), (first, last), "", None


def _labelled(cell: Span, text: str) -> Iterator[Place]:
    seen: Counter[str] = Counter()
    begin = cell[0]
    for line in text[slice(*cell)].split("\n"):
        for label, value in labelled(text, begin, begin + len(line)):
            word = fold(text[slice(*label)])
            if value[0] < value[1]:
                yield ("label", word, seen[word]), value, text[slice(*label)], None
                seen[word] += 1
        begin += len(line) + 1


def _amount(one: Candidate) -> Span:
    """Where a mention stands, of an amount without what it is of: "3 kg" of "3 kg de papas"."""
    measured = one.label in {"QUANTITY", "NUMBER"}
    size = len(_OF.split(one.mention, maxsplit=1)[0]) if measured else len(one.mention)
    return one.start, one.start + size


def _of_kinds(inside: Sequence[Candidate]) -> Iterator[Place]:
    """The first and the last mentions of each kind, and the values in their order."""
    counts: Counter[str] = Counter()
    last: dict[str, Candidate] = {}
    end = -1
    for one in sorted(inside, key=lambda one: (one.start, -one.end)):
        counts_value = valued(one)
        if not counts_value and one.label not in _NAMES:
            continue
        if one.start < end and counts_value:
            continue
        end = one.end if counts_value else end
        span = _amount(one)
        yield ("kind", one.label, counts[one.label]), span, "", one
        counts[one.label] += 1
        last[one.label] = one
        if counts_value:
            yield ("value", "", counts["value"]), span, "", one
            counts["value"] += 1
            last["value"] = one
    for label, one in last.items():
        span = _amount(one)
        yield ("last", label, 0), span, "", one
