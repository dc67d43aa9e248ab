"""Candidates that follow from others or from what the text denies.

The two dates of a range ("del 4 de marzo al 30 de abril") may each be asked for, and how long ago it
was ("desde hace doce años"); "no hubo heridos" says how many there were: none.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from nlp.asked.field_profile import FieldProfile
from nlp.labels.segments import until
from nlp.layout.sentences import trim
from nlp.match.speech_parts import speech_parts
from nlp.numeric.numerals import number_spans
from nlp.numeric.shared_units import shared_units
from nlp.reckon.reckoning_words import pattern_of
from nlp.spans import Candidate, Document, Span, Value
from nlp.stems import spanish_stem
from nlp.temporal.clocks import clock_place
from nlp.temporal.dates import find_mentions, meaning_values
from nlp.word_lists import text_pattern

ABSENCE = "absence"
"""The source of a candidate that stands for none of what its last word names."""

RANGE_END = "ranges"
"""The source of a day or an hour that a range begins or ends with."""

TIMES = "times"
"""The source of how many times something is done in a stretch of time, and how much each time."""

REASON = "reasons"
"""The source of a clause that says why or what for."""

ONE = "one"
"""The source of an article that counts what a field is called by: "un muerto y cuatro heridos"."""

_REASON, _REASON_END = text_pattern("leads_reason"), text_pattern("ends_reason")
_LONGEST_REASON = 120
_BETWEEN = pattern_of("range")
_DAY = re.compile(r"-\d\d-\d\d$")
_CLOCK = re.compile(r"T\d\d(?::\d\d){0,2}")
_TELLS_DATE = re.compile(r"[^\W\d_]{3}|\d{4}|\d[/.]\d")
_FAR_OFF = text_pattern("far_off")
_HOURS = text_pattern("hours_of_day")
_LASTS = text_pattern("lasts")
_LAST_HOUR, _LEAD = 24, 20
_TIMES, _EACH_TIME, _RACE_TIME = map(text_pattern, ("times", "each_time", "race_time"))
_COUNTED = text_pattern("counted_from")
_PIECES = frozenset({"DURATION", "DATE", "DATETIME"})
_MOMENTS = frozenset({"DATE", "DATETIME", "TIME"})
_ABSENT = text_pattern("absent")
_NOUN_BEHIND = re.compile(r"(?<=\w)\s(?:de\s)?[^\W\d_]{3,24}")
_NEXT = 3
"""Characters behind a noun within which its verb begins."""


def derived_candidates(
    document: Document, candidates: Sequence[Candidate]
) -> tuple[Candidate, ...]:
    """The ends of date ranges, lengths and absences, without what has a value already."""
    seen = {one.span: one.label for one in candidates if one.value is not None}
    found = (
        *_ends(document, candidates),
        *_clocks(candidates),
        *_times(candidates),
        *_doses(candidates),
        *_race_times(document),
        *_lengths(candidates),
        *_absences(document),
        *_reasons(document),
    )
    new = tuple(
        one
        for one in found
        if (label := seen.get(one.span)) is None
        or label == "NUMBER"  # "11" of "de 11 a 12:30"
        or (label != one.label and _DAY.search(one.timex or ""))  # "25 julio" is no energy then
    )
    return (*new, *_hours(document, candidates), *shared_units(document.text, candidates))


def _ends(document: Document, candidates: Iterable[Candidate]) -> Iterator[Candidate]:
    for one in candidates:
        value = one.value
        if value is None and one.label == "RANGE":  # "mañana entre 10:00 y 13:00", on no day known
            for start, end in range_halves(one) or ():
                yield from _clock(one, start, end, None)
        if value is None or value.timex is None or value.timex_end is None:
            continue
        halves = range_halves(one)
        if halves is None:
            continue
        for (start, end), timex in zip(halves, (value.timex, value.timex_end), strict=True):
            mention = document.text[start:end]
            yield from _clock(one, start, end, timex)
            if _TELLS_DATE.search(mention) or _DAY.search(timex):
                yield Candidate(start, end, mention, "DATE", Value("date", timex=timex), RANGE_END)


def range_halves(one: Candidate) -> tuple[Span, Span] | None:
    """Where the first and the last of a range stand; None where one word says both."""
    cuts = list(_BETWEEN.finditer(one.mention))
    if not cuts:
        return None
    return (one.start, one.start + cuts[-1].start()), (one.start + cuts[-1].end(), one.end)


def _clocks(candidates: Iterable[Candidate]) -> Iterator[Candidate]:
    """The hour that a moment says: "16:15" of "6 de febrero a las 16:15"."""
    for one in candidates:
        if one.label in {"DATETIME", "SET"}:
            yield from _clock(one, one.start, one.end, one.timex)


def _times(candidates: Iterable[Candidate]) -> Iterator[Candidate]:
    """How many times something is done in a stretch: "tres" of "tres veces al día"."""
    for one in candidates:
        if one.label != "SET" or (said := _TIMES.search(one.mention)) is None:
            continue
        for start, end, number in number_spans(one.mention[: said.start()]):
            if end == said.start():
                span = one.start + start, one.start + end
                mention = one.mention[start:end]
                yield Candidate(*span, mention, "NUMBER", Value("number", number=number), TIMES)


def _race_times(document: Document) -> Iterator[Candidate]:
    """How long races take, as reports write it: "1h14:52", "4h 38' 12''"."""
    for found in _RACE_TIME.finditer(document.text):
        seconds = found["s"] or found["s2"] or found["s3"]
        parts = ((found["h"], "H"), (found["m"], "M"), (seconds, "S"))
        timex = "PT" + "".join(f"{int(number)}{unit}" for number, unit in parts if number)
        value = Value("duration", timex=timex)
        yield Candidate(*found.span(), found.group(), "DURATION", value, TIMES)


def _doses(candidates: Iterable[Candidate]) -> Iterator[Candidate]:
    """What is taken each time: "500 mg" of "500 mg/8 h"."""
    for one in candidates:
        each = _EACH_TIME.fullmatch(one.mention) if one.label == "QUANTITY" else None
        if each is not None and one.value is not None and one.value.unit is not None:
            value = replace(one.value, unit=one.value.unit.partition("/")[0])
            yield Candidate(
                one.start, one.start + each.end("dose"), each["dose"], one.label, value, TIMES
            )


def _clock(one: Candidate, start: int, end: int, timex: str | None) -> Iterator[Candidate]:
    """The time of day that a mention says, in a part of it."""
    mention = one.mention[start - one.start : end - one.start]
    place = clock_place(mention, timex)
    if place is None:
        return
    hour = mention[slice(*place)]
    clock = _CLOCK.search(timex or _read(hour))
    if clock is not None:
        value = Value("time", timex=clock[0])
        yield Candidate(start + place[0], start + place[1], hour, "TIME", value, RANGE_END)


def _read(hour: str) -> str:
    """The TIMEX3 value of a time of day, where the moment it is of has none."""
    found = find_mentions(hour, dateparser=False)
    values = meaning_values(found[0].meaning, None) if found else ()
    return (values[0].timex or "") if values else ""


def _lengths(candidates: Iterable[Candidate]) -> Iterator[Candidate]:
    """How far off moments are, and from what: "doce años" of "desde hace doce años".

    "Cinco días" and "4 de agosto" of "cinco días a partir del 4 de agosto".
    """
    for one in candidates:
        if one.label not in _MOMENTS:
            continue
        if off := _FAR_OFF.match(one.mention):
            yield from _piece(one, off.end(), len(one.mention))
        elif counted := _COUNTED.search(one.mention):
            yield from _piece(one, 0, counted.start())
            yield from _piece(one, counted.end(), len(one.mention))


def _piece(one: Candidate, first: int, last: int) -> Iterator[Candidate]:
    """The duration or the moment that a piece of a mention begins with."""
    for found in find_mentions(one.mention[first:last], dateparser=False)[:1]:
        for value in meaning_values(found.meaning, None)[:1]:
            label = value.kind.upper()
            if label in _PIECES and found.start == 0:
                span = one.start + first, one.start + first + found.end
                mention = one.mention[first : first + found.end]
                yield Candidate(*span, mention, label, value, "dates")


def _hours(document: Document, candidates: Iterable[Candidate]) -> Iterator[Candidate]:
    """Times of day written as a number of hours: "Inicio: 18 hs", which a duration is written as too."""
    for one in candidates:
        hour = _HOURS.fullmatch(one.mention) if one.label == "DURATION" else None
        if hour is None or int(hour["hour"]) > _LAST_HOUR:
            continue
        if not _LASTS.search(document.text, max(0, one.start - _LEAD), one.start):
            value = Value("time", timex=f"T{int(hour['hour']):02d}:00")
            yield replace(one, label="TIME", value=value)


def _reasons(document: Document) -> Iterator[Candidate]:
    """The clauses that say why or what for: "no viene porque está enferma"."""
    text = document.text
    for led in _REASON.finditer(text):
        start, end = trim(text, led.end(), until(_REASON_END, text, led.end(), len(text)))
        if start < end and end - start <= _LONGEST_REASON and " " in text[start:end]:
            yield Candidate(start, end, text[start:end], "NOUN_PHRASE", None, REASON)


def _absences(document: Document) -> Iterator[Candidate]:
    for match in _ABSENT.finditer(document.text):
        for group in ("what", "more"):
            if match.group(group):
                start, end = match.span(group)
                yield Candidate(
                    start, end, match.group(group), "NUMBER", Value("number", number=0), ABSENCE
                )


def counting_articles(
    document: Document, candidates: Sequence[Candidate], profiles: Iterable[FieldProfile]
) -> Iterator[Candidate]:
    """The articles before what a whole number is called by, where no number counts it elsewhere."""
    text = document.text
    asked = {
        stem
        for one in profiles
        if one.field.kind == "integer" and one.unit is None
        for stem in one.called
    }
    if not asked:
        return
    counted = {
        spanish_stem(noun.group().split()[-1])
        for one in candidates
        if one.label == "NUMBER" and (noun := _NOUN_BEHIND.match(text, one.end))
    }
    words = speech_parts(document)
    for found in pattern_of("one_of").finditer(text):
        stem = spanish_stem(found["noun"])
        verb = words.first_verb(found.end(), found.end() + _NEXT)
        tells = found["one"].istitle() and verb is not None  # "Un obrero dijo": there are more
        if stem in asked and stem not in counted and not tells:
            start, end = found.span("one")
            yield Candidate(start, end, found["one"], "NUMBER", Value("number", number=1), ONE)
