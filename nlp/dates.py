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
from nlp.temporal.durations import duration
from nlp.temporal.figures import FIGURE_WORDS
from nlp.temporal.lexicon import Lexicon, lexicon
from nlp.temporal.meanings import Meaning
from nlp.temporal.phrases import phrase
from nlp.temporal.points import point
from nlp.temporal.ranges import dated_hours, edge, open_range, span
from nlp.temporal.recurrence import each, times, weekdays
from nlp.temporal.timex import Now
from nlp.temporal.words import Words, split_words

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
_PARSERS: tuple[Callable[[Words, int], Found | None], ...] = (
    each,
    times,
    weekdays,
    dated_hours,
    span,
    open_range,
    point,
    duration,
    phrase,
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A temporal expression: half-open offsets, meaning, and the edge of it that is meant."""

    start: int
    end: int
    meaning: Meaning
    edge: str | None = None

    def values(self, reference: Now) -> tuple[Value, ...]:
        """Every reading, the preferred one first; none where it needs a reference."""
        found = self.meaning.readings(reference)
        kind = self.meaning.kind
        return tuple(
            Value(
                kind=f"{kind}_range" if end is not None and "_" not in kind else kind,
                timex=timex,
                timex_end=end,
                modifier=self.edge,
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
        found = _at(words, index) if word in heads or word[0].isdecimal() else None
        if found is None:
            index += 1
            continue
        after, meaning, which = found
        yield Mention(words.starts[_lead(words, index)], words.ends[after - 1], meaning, which)
        index = after


def _at(words: Words, index: int) -> tuple[int, Meaning, str | None] | None:
    side = edge(words, index)
    if side is not None:
        return side
    for parser in _PARSERS:
        found = parser(words, index)
        if found is not None:
            return found[0], found[1], None
    return None


def _lead(words: Words, index: int) -> int:
    """Leave out the preposition that begins a range ("de 2014 a 2018"), but not "entre"."""
    return index + (words.words[index] in ("de", "del", "desde"))


@lru_cache(maxsize=1)
def _heads() -> frozenset[str]:
    """The words a temporal expression may begin with."""
    return frozenset(_head_words(lexicon()))


def _head_words(lex: Lexicon) -> Iterator[str]:
    tables = (lex.months, lex.weekdays, lex.units, lex.seasons, lex.parts, lex.days, lex.nights)
    for table in (*tables, lex.directions, lex.ordinals, lex.edges, lex.phrases):
        yield from table
    yield from lex.few
    yield from FIGURE_WORDS
    yield from [
        "de",
        "del",
        "desde",
        "entre",
        "cada",
        "todos",
        "todas",
        "hace",
        "dentro",
        "en",
        "la",
        "las",
        "dia",
        "medianoche",
        "antes",
        "ano",
        "anos",
        "decada",
        "siglo",
        "siglos",
        "s",
        "t",
        "q",
        "un",
        "una",
        "medio",
        "media",
        "par",
        "cuarto",
        "½",
        "¼",
        "¾",
        "fin",
        "fines",
        "mil",
        "cien",
    ]


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
