"""Finds and reads everything temporal: dates, times, durations, sets and ranges.

``timex`` values are TIMEX3 at the granularity written. A relative expression ("ayer") has a value
only where the document has a reference; give a ``datetime.datetime`` as reference for mentions
that need the time of day ("hace dos horas").
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from nlp.spans import Candidate, Document, Value
from nlp.temporal.absolute import Found
from nlp.temporal.clocks import clock
from nlp.temporal.durations import duration
from nlp.temporal.figures import FIGURE_WORDS
from nlp.temporal.lexicon import Lexicon, lexicon
from nlp.temporal.limits import before, behind
from nlp.temporal.meanings import Duration, Marked, Meaning, modifier
from nlp.temporal.nearness import Away
from nlp.temporal.points import point
from nlp.temporal.portions import whole_unit
from nlp.temporal.ranges import dated_hours, edge, open_range, span
from nlp.temporal.recurrence import clock_each, each, times, weekdays
from nlp.temporal.timex import Now
from nlp.temporal.words import Words, split_words

_POINTS = ("date", "time", "datetime")
SOURCE = "dates"
LABEL_OF_KIND = {
    "date": "DATE",
    "time": "TIME",
    "datetime": "DATETIME",
    "duration": "DURATION",
    "set": "SET",
    "date_range": "RANGE",
    "time_range": "RANGE",
    "datetime_range": "RANGE",
}


def all_of(words: Words, index: int) -> Found | None:
    """ "todo el día", "toda la semana": the whole of one unit."""
    named = whole_unit(words, index)
    return None if named is None else (named[0], Duration(((1, named[1]),)))


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
        found, kind = self.meaning.readings(reference), self.meaning.kind
        if not found and isinstance(self.meaning, Away) and self.meaning.loose:
            found, kind = self.meaning.duration.readings(None), "duration"
        return tuple(
            Value(
                kind=f"{kind}_range" if end is not None and kind in _POINTS else kind,
                timex=timex,
                timex_end=end,
                modifier=modifier(self.meaning),
            )
            for timex, end in found
        )


def find_mentions(text: str) -> tuple[Mention, ...]:
    """The temporal expressions of a text in order, none inside another."""
    return tuple(_mentions(split_words(text)))


def _mentions(words: Words) -> Iterator[Mention]:
    heads = _heads()
    index = 0
    while index < words.count:
        word = words.words[index]
        found = None
        if word in heads or word[0].isdecimal():
            found = _bounded(words, index)
        if found is None:
            index += 1
            continue
        index = found[1]
        yield found[0]


def _bounded(words: Words, index: int) -> tuple[Mention, int] | None:
    """The mention at ``index``, with the bound that leads or follows it, and the index after."""
    bound = before(words, index)
    start = index
    if bound is not None:
        start = bound[0]
        start += words.words[start] in ("el", "la", "los", "las") and clock(words, start) is None
    found = _at(words, start)
    if found is None and bound is not None:
        bound, start = None, index
        found = _at(words, start)
    if found is None:
        return None
    after, meaning = found
    if bound is None and words.words[start - 1] == "desde" and start:
        meaning = Marked(meaning, "at_least")
    behind_ = behind(words, after) if bound is None else None
    said = bound or behind_
    if said is not None:
        meaning = Marked(meaning, said[1])
    first, last = words.starts[_lead(words, start)], words.ends[after - 1]
    outer_first = words.starts[index] if bound is not None else first
    outer_last = words.ends[behind_[0] - 1] if behind_ is not None else last
    mention = Mention(first, last, meaning, (outer_first, outer_last))
    return mention, behind_[0] if behind_ is not None else after


def _at(words: Words, index: int) -> Found | None:
    for parser in _PARSERS:
        found = parser(words, index)
        if found is not None:
            return found
    return None


def _lead(words: Words, index: int) -> int:
    """Leave out the preposition that begins a range ("de 2014 a 2018"), but not "entre"."""
    return index + (words.words[index] in ("de", "del", "desde", "en"))


@lru_cache(maxsize=1)
def _heads() -> frozenset[str]:
    """The words a temporal expression may begin with."""
    return frozenset(_head_words(lexicon()))


def _head_words(lex: Lexicon) -> Iterator[str]:
    tables = (lex.months, lex.weekdays, lex.units, lex.seasons, lex.parts, lex.days, lex.nights)
    for table in (*tables, lex.directions, lex.ordinals, lex.edges, lex.phrases):
        yield from table
    yield from lex.bounds_before
    yield from lex.few
    yield from FIGURE_WORDS
    yield from lex.openers


def find_dates(document: Document) -> tuple[Candidate, ...]:
    """The temporal candidates of a document, in order of their offsets, none inside another."""
    return tuple(_candidate(document, mention) for mention in find_mentions(document.text))


def _candidate(document: Document, mention: Mention) -> Candidate:
    values = mention.values(document.reference)
    value = values[0] if values else None
    kind = value.kind if value else mention.meaning.kind
    text = document.text[mention.start : mention.end]
    return Candidate(mention.start, mention.end, text, LABEL_OF_KIND[kind], value, SOURCE)


_LEADING = re.compile(
    r"(?:(?:a|al|de|del|el|en|la|las|los|desde|hasta|para|por)\s+)?(?:el|la|los|las)?\s*", re.I
)


def read_date(text: str, *, reference: Now = None) -> Value | None:
    """The value of a string that is one temporal expression and nothing else, or None."""
    for value in read_readings(text, reference=reference):
        return value
    return None


def read_readings(text: str, *, reference: Now = None) -> tuple[Value, ...]:
    """Every reading of a string that is one temporal expression, the preferred one first."""
    found = find_mentions(text[:200])
    if len(found) != 1:
        return ()
    mention = found[0]
    head, tail = text[: mention.start], text[mention.end :]
    if tail.strip(" .,;:\n\t") or _LEADING.fullmatch(head.lstrip()) is None:
        return ()
    return mention.values(reference)


def date_parts(value: Value) -> tuple[int | None, int | None, int | None]:
    """Year (negative before Christ), month and day of a value; None for what it does not say."""
    match = re.match(r"(BC)?(\d{4}|XXXX)(?:-(\d\d|XX)(?:-(\d\d))?)?(?![\dWX])", value.timex or "")
    if match is None:
        return None, None, None
    year = None if match[2] == "XXXX" else int(match[2]) * (-1 if match[1] else 1)
    month = int(match[3]) if match[3] and match[3] != "XX" else None
    return year, month, int(match[4]) if match[4] else None
