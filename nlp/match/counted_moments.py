"""Days and hours counted from others: "dos horas antes", "Validez: 60 días"."""

import datetime
import re
from collections.abc import Iterator, Sequence

from nlp.asked.schema_lexicon import field_lexicon
from nlp.reckon.reckoning_words import pattern_of, says, words
from nlp.spans import Candidate, Value
from nlp.stems import fold, spanish_stem, words_of
from nlp.temporal.timex import full_dates, shift

COMPLETED = "moments"
"""The source of a candidate whose date or time was written out from elsewhere in the text."""

_AMOUNT = re.compile(r"P(\d{1,4})([DWMY]|BD)")
"""A duration of whole days, weeks, months or years."""
_YEAR = re.compile(r"\d{4}(?!\d)")
_HOURS = re.compile(r"PT(\d{1,3}(?:\.\d{1,2})?)([HM])")
_CLOCK_TIME = re.compile(r"(\d{4}-\d\d-\d\d)?T(\d\d)(?::(\d\d))?")
_CLOCK_UNITS = {"H": "TH", "M": "TM"}
_ANY_DAY = "2000-01-01"
"""What hours of no day are counted on."""
_ROOT = 5
"""Letters by which a noun and the forms of its verb are one: "notificación", "notificada"."""
_REACH = 60
"""Characters before a term or a date that say what it is of, and behind a term, from when it counts."""


def written_out(text: str, start: int, end: int, timex: str) -> Candidate:
    """A mention with the day, the hour or the moment that it comes to."""
    kind = "time" if timex.startswith("T") else "datetime" if "T" in timex else "date"
    value = Value(kind, timex=timex)
    return Candidate(start, end, text[start:end], kind.upper(), value, COMPLETED)


def counted_moments(text: str, candidates: Sequence[Candidate]) -> Iterator[Candidate]:
    """ "Cinco días después": a day counted from the last one named before."""
    named = _named_days(candidates)
    for one in candidates:
        behind = _counting_words(one, text) if one.label == "DURATION" else None
        if behind is None:
            continue
        end = one.end + behind.end()
        hours = _HOURS.fullmatch(one.timex or "")
        if hours is not None:
            yield from _counted_hours(one, end, hours, text, candidates)
        amount = _AMOUNT.fullmatch(one.timex or "")
        if amount is None:
            continue
        sign = -1 if _goes_back(behind.group()) else 1
        if amount[2] == "Y":
            years = [year for start, year in _named_years(candidates) if start < one.start]
            counted = years[-1] + sign * int(amount[1]) if years else 0
            if counted > 0:
                yield written_out(text, one.start, end, f"{counted:04d}")
        before = [day for start, day in named if start < one.start]
        if not before:
            continue
        day = shift(before[-1], amount[2], sign * int(amount[1]))
        if day is not None:
            yield written_out(text, one.start, end, day.isoformat())


def _counting_words(one: Candidate, text: str) -> re.Match[str] | None:
    """What says behind a term that it counts from something named before, and which way.

    Nothing needs to in "A los dos días se le dio el alta".
    """
    behind = text[one.end : one.end + 24]
    counts = pattern_of("later_or_before").match(behind)
    if counts is not None:
        return counts
    led = pattern_of("after_a_while").search(text, max(0, one.start - 12), one.start)
    return pattern_of("counts_from_nothing").match(behind) if led is not None else None


def _goes_back(said: str) -> bool:
    return pattern_of("ends_before").search(said) is not None


def _counted_hours(
    one: Candidate, end: int, hours: re.Match[str], text: str, candidates: Sequence[Candidate]
) -> Iterator[Candidate]:
    """ "Dos horas antes": a moment counted from the last clock time named before."""
    clocks = [
        (each.start, clock)
        for each in candidates
        if each.label in {"TIME", "DATETIME", "RANGE"}
        and each.end <= one.start
        and (clock := _CLOCK_TIME.fullmatch(each.timex or "")) is not None
    ]
    if not clocks:
        return
    last = max(start for start, _ in clocks)
    step = float(hours.group(1)) * (-1 if _goes_back(text[one.start : end]) else 1)
    for clock in {clock.group(): clock for start, clock in clocks if start == last}.values():
        day = datetime.datetime.fromisoformat(clock[1] or _ANY_DAY)
        named = shift(
            day, "TM", int(clock[2]) * 60 + int(clock[3] or 0)
        )  # 24:00 is the next day's 0:00
        moment = named and shift(named, _CLOCK_UNITS[hours.group(2)], step)
        if isinstance(moment, datetime.datetime):
            written = moment.isoformat(timespec="minutes")
            yield written_out(text, one.start, end, written if clock[1] else written[10:])


def days_of_terms(
    text: str, candidates: Sequence[Candidate], written_on: datetime.date, *, dated: bool
) -> Iterator[Candidate]:
    """Each term with the day that it ends on, counted from the day that its words name.

    Words that name none count from the last day named before, or the one the text is written on:
    where it is ``dated``, only on their own line from another.
    """
    named = _named_days(candidates)
    led = [(_stems(_line_before(text, start)), day) for start, day in named]
    for one in candidates:
        amount = _AMOUNT.fullmatch(one.timex or "") if one.label == "DURATION" else None
        if amount is None:
            continue
        lead = _line_before(text, one.start)
        from_when = pattern_of("counts_from").match(text[one.end : one.end + _REACH])
        if from_when is None:
            base = None
            if pattern_of("leads_term").search(lead) is not None:
                since = text.rfind("\n", 0, one.start) if dated else -1
                before = [day for at, day in named if since < at < one.start]
                base = before[-1] if before else written_on
            elif pattern_of("leads_next").search(lead) is not None:
                base = written_on
        elif from_when["of"] and pattern_of("at_the").search(lead) is None:
            continue
        else:
            what = pattern_of("the_next").sub("", from_when["what"])
            base = _named_day(what, led, written_on)
        if base is None:
            continue
        sign = -1 if from_when is not None and from_when["before"] else 1
        day = shift(base, amount[2], sign * int(amount[1]))
        if day is not None:
            yield written_out(text, one.start, one.end, day.isoformat())


def _named_day(
    what: str, led: Sequence[tuple[frozenset[str], datetime.date]], written_on: datetime.date
) -> datetime.date | None:
    """The first day whose words share most with those that name it; today's for "esta carta"."""
    stems = _stems(what)
    shared = [(len(stems & told), -at) for at, (told, _) in enumerate(led)]
    best = max(shared, default=(0, 0))
    if best[0]:
        return led[-best[1]][1]
    return written_on if pattern_of("this_text").match(what) is not None else None


def _line_before(text: str, start: int) -> str:
    return text[max(0, start - _REACH) : start].rstrip().rpartition("\n")[2]


def _stems(text: str) -> frozenset[str]:
    """What words say, by their stems; all that begin something are one, and all that end it."""
    lexicon = field_lexicon()
    told = (fold(word) for word in words_of(text) if word.isalpha() and len(word) > 2)
    kinds = (kind for kind in ("start", "end") if says(text, words("dates", kind)))
    stems = (spanish_stem(word) for word in told if not lexicon.is_stopword(word))
    return frozenset((*(one[:_ROOT] for one in stems), *kinds)) - {"fech"}


def _named_years(candidates: Sequence[Candidate]) -> list[tuple[int, int]]:
    """Where each year stands, alone or in a date, in the order of the text."""
    return sorted(
        (one.start, int(one.timex[:4]))
        for one in candidates
        if one.label in {"DATE", "DATETIME"} and one.timex and _YEAR.match(one.timex)
    )


def _named_days(candidates: Sequence[Candidate]) -> list[tuple[int, datetime.date]]:
    """Where each full date stands, and the day it is, in the order of the text."""
    return sorted((one.start, day) for one, day in full_dates(candidates))
