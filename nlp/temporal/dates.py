"""Finds and reads everything temporal: dates, times, durations, sets and ranges.

``timex`` values are TIMEX3 at the granularity written. A relative expression ("ayer") has a value
only where the document has a reference; give a ``datetime.datetime`` as reference for mentions
that need the time of day ("hace dos horas").
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from nlp.spans import Candidate, Document, Value
from nlp.temporal.clocks import clock
from nlp.temporal.date_numbers import figure_words, ordinal_words
from nlp.temporal.date_parts import Found, bound_at
from nlp.temporal.deictics import Away
from nlp.temporal.durations import duration
from nlp.temporal.eras import bounded_year
from nlp.temporal.foreign import read_foreign, shapes
from nlp.temporal.meanings import Marked, Meaning, modifier
from nlp.temporal.period_parts import all_of
from nlp.temporal.points import point
from nlp.temporal.ranges import dated_hours, edge, open_range, span
from nlp.temporal.recurrence import clock_each, each, times, weekdays
from nlp.temporal.relatives import deictic
from nlp.temporal.time_lexicon import GRAMMAR
from nlp.temporal.timex import Now
from nlp.temporal.tokens import Words, split_words

_POINTS = ("date", "time", "datetime")
SOURCE = "dates"
_LONGEST_CHAIN = 32
"""Figures chained without a space, or number words in a row, that may still hold a date."""


_PARSERS: tuple[Callable[[Words, int], Found | None], ...] = (
    edge,
    each,
    clock_each,
    times,
    weekdays,
    dated_hours,
    span,
    open_range,
    all_of,
    point,
    duration,
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A temporal expression: half-open offsets and meaning.

    ``outer`` are the offsets with the bound around it ("antes de"), which ``meaning`` bears too.
    """

    start: int
    end: int
    meaning: Meaning
    outer: tuple[int, int]

    def values(self, reference: Now) -> tuple[Value, ...]:
        """Every reading, the preferred one first; none where it needs a reference."""
        return meaning_values(self.meaning, reference)


def meaning_values(meaning: Meaning, reference: Now) -> tuple[Value, ...]:
    """The readings of a meaning as values."""
    found, kind = meaning.readings(reference), meaning.kind
    if not found and isinstance(meaning, Away) and meaning.loose:
        found, kind = meaning.duration.readings(None), "duration"
    return tuple(
        Value(
            kind=f"{kind}_range" if end is not None and kind in _POINTS else kind,
            timex=timex,
            timex_end=end,
            modifier=modifier(meaning),
        )
        for timex, end in found
    )


def find_mentions(text: str, *, dateparser: bool = True) -> tuple[Mention, ...]:
    """The temporal expressions of a text in order, none inside another.

    ``dateparser`` also reads dates in other languages and in the order of computer logs.
    """
    ours = tuple(_mentions(split_words(text)))
    if not dateparser:
        return ours
    foreign = tuple(_foreign(text, ours))
    kept = [
        mention
        for mention in ours
        if not any(other.start < mention.end and mention.start < other.end for other in foreign)
    ]
    return tuple(sorted((*kept, *foreign), key=lambda mention: mention.start))


def _foreign(text: str, ours: tuple[Mention, ...]) -> Iterator[Mention]:
    """Dates only dateparser reads: each strictly longer than what stands in its place."""
    starts = [mention.start for mention in ours]
    for start, end in shapes(text):
        near = ours[max(bisect_right(starts, start) - 1, 0) : bisect_left(starts, end)]
        here = [mention for mention in near if mention.start < end and start < mention.end]
        if any(m.start < start or end < m.end or (m.start, m.end) == (start, end) for m in here):
            continue
        meaning = read_foreign(text[start:end])
        if meaning is not None:
            yield Mention(start, end, meaning, (start, end))


def _mentions(words: Words) -> Iterator[Mention]:
    index = checked = 0
    while index < words.count:
        if index >= checked and words.words[index][0].isalnum():
            checked, figures = _chain(words, index)
            if figures > _LONGEST_CHAIN:
                index = checked
                continue
        found = _bounded(words, index) if _promising(words, index) else None
        if found is None:
            index += 1
            continue
        index = found[1]
        yield found[0]


def _chain(words: Words, index: int) -> tuple[int, int]:
    """Where the figures chained from ``index`` end ("1/1/1/", "mil mil"), and how many they are."""
    text, names = words.words, figure_words()
    at, figures = index, 0
    if text[index] in names:
        while text[at] in names or text[at] == "y":
            figures += text[at] != "y"
            at += 1
        return at, figures
    while text[at] and not text[at][0].isalpha() and (at == index or words.glued(at)):
        figures += text[at].isdecimal()
        at += 1
    return max(at, index + 1), figures


def _bounded(words: Words, index: int) -> tuple[Mention, int] | None:
    """The mention at ``index``, with the bound that leads or follows it, and the index after."""
    bound = None if deictic(words, index) else bound_at(words, index, GRAMMAR.bounds_before)
    start = index
    if bound is not None:
        start = bound[0]
        start += words.words[start] in GRAMMAR.the and clock(words, start) is None
    found = _at(words, start)
    if found is None and bound is not None and words.words[index] in GRAMMAR.temporal_bounds:
        found = bounded_year(words, start)
    if found is None:
        return None
    after, meaning = found
    if bound is None and words.words[start - 1] in GRAMMAR.since and start:
        meaning = Marked(meaning, "at_least")
    behind = bound_at(words, after, GRAMMAR.bounds_behind) if bound is None else None
    said = bound or behind
    if said is not None:
        meaning = Marked(meaning, said[1])
    closed = after if behind is None else behind[0]
    first = words.starts[_lead(words, start)]
    outer = first if bound is None else words.starts[index], words.ends[closed - 1]
    return Mention(first, words.ends[after - 1], meaning, outer), closed


def _at(words: Words, index: int) -> Found | None:
    for parser in _PARSERS:
        found = parser(words, index)
        if found is not None:
            return found
    return None


def _lead(words: Words, index: int) -> int:
    """Leave out what leads but says nothing: "de 2014 a 2018", "las 15:30"; never "entre"."""
    if words.words[index] in GRAMMAR.opens:
        index += 1
        index += words.words[index] in GRAMMAR.the_masculine and words.words[index + 1].isdecimal()
    return index + (
        words.words[index] in GRAMMAR.the_feminine and words.words[index + 1].isdecimal()
    )


def _promising(words: Words, index: int) -> bool:
    """Whether an expression may begin here; for "de", "en", "la" what follows decides."""
    heads, leads, pairs = _heads(), GRAMMAR.leads, _pairs()
    word, following = words.words[index], words.words[index + 1]
    if word not in leads:
        return word in heads or word[0].isdecimal()
    if (word, following) in pairs:
        return True
    for ahead in range(index + 2, index + 5):
        if following in leads:
            following = words.words[ahead]
    return following[:1].isdecimal() or (following in heads and following not in leads)


@lru_cache(maxsize=1)
def _pairs() -> frozenset[tuple[str, str]]:
    """The first two words of every fixed wording."""
    wordings = [entry[0] for found in GRAMMAR.wordings.values() for entry in found]
    wordings += [entry[0] for found in GRAMMAR.bounds_before.values() for entry in found]
    return frozenset((wording[0], wording[1]) for wording in wordings if len(wording) > 1)


@lru_cache(maxsize=1)
def _heads() -> frozenset[str]:
    """The words a temporal expression may begin with."""
    g = GRAMMAR
    return frozenset().union(
        *(g.months, g.weekdays, g.units, g.seasons, g.parts, g.days, g.nights, g.directions),
        *(g.edges, g.wordings, g.bounds_before, g.anaphoric, g.few, g.openers),
        *(figure_words(), ordinal_words()),
    )


def find_dates(document: Document) -> tuple[Candidate, ...]:
    """The temporal candidates of a document, in order of their offsets, none inside another."""
    mentions = find_mentions(document.text)
    return tuple(_candidate(document, mention) for mention in mentions)


def _candidate(document: Document, mention: Mention) -> Candidate:
    values = mention.values(document.reference)
    value = values[0] if values else None
    kind = value.kind if value else mention.meaning.kind
    text = document.text[mention.start : mention.end]
    label = "RANGE" if kind.endswith("_range") else kind.upper()
    return Candidate(mention.start, mention.end, text, label, value, SOURCE)


_LEADING = re.compile(
    r"(?:(?:a|al|de|del|el|en|la|las|los|desde|hasta|para|por)\s+){0,2}", re.IGNORECASE
)
_LONGEST = 200


def read_date(text: str, *, reference: Now = None) -> Value | None:
    """The value of a string that is one temporal expression and nothing else, or None."""
    readings = read_readings(text, reference=reference)
    return readings[0] if readings else None


def read_readings(
    text: str, *, reference: Now = None, dateparser: bool = True
) -> tuple[Value, ...]:
    """Every reading of a string that is one temporal expression, the preferred one first.

    What our grammar cannot read is left to dateparser, unless ``dateparser`` is off.
    """
    if len(text) > _LONGEST:
        return ()
    stripped = text.strip(" .,;:\n\t")
    if re.fullmatch(r"[12]\d{3}", stripped):
        return (Value("date", timex=stripped),)
    found = find_mentions(text, dateparser=dateparser)
    if len(found) == 1:
        head, tail = text[: found[0].outer[0]], text[found[0].outer[1] :]
        if not tail.strip(" .,;:\n\t)") and _LEADING.fullmatch(head.lstrip(" \n\t(")) is not None:
            values = found[0].values(reference)
            if values or reference is None:
                return values
    meaning = read_foreign(stripped, reference) if dateparser and stripped else None
    return () if meaning is None else meaning_values(meaning, reference)
