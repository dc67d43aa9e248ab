"""The ends of a range: what joins them, and what each of them takes from the other."""

from dataclasses import replace

from nlp.temporal.absolute import slashed_day
from nlp.temporal.clocks import clock
from nlp.temporal.date_numbers import digits, full_year
from nlp.temporal.date_parts import Found, month, weekday
from nlp.temporal.eras import counts
from nlp.temporal.meanings import CalendarDate, Clock, DayTime, Meaning, PartOfDay, Range
from nlp.temporal.points import point
from nlp.temporal.single_dates import date
from nlp.temporal.time_lexicon import GRAMMAR
from nlp.temporal.tokens import Words

DASHES = ("-", "–", "—")


def after_joint(words: Words, after: int, *, between: bool) -> int | None:
    """The index after what joins the ends of a range."""
    after += words.words[after] == "," and words.words[after + 1] in GRAMMAR.up_to
    word = words.words[after]
    if word in GRAMMAR.until or (between and word in GRAMMAR.and_):
        if word in DASHES and words.broken(after + 1):
            return None
        return after + 1
    return None


def closing_end(words: Words, at: int, low: Meaning) -> Found | None:
    """The second end, which may be as short as its first lets it be."""
    found = point(words, at)
    if found is None and words.words[at] in GRAMMAR.the:
        found = point(words, at + 1)
    if isinstance(low, CalendarDate) and low.month is not None:
        found = found or slashed_day(words, at, led=True)
        if found is None and low.day is None:
            named = month(words, at, short=True)
            found = None if named is None else (named[0], CalendarDate(None, named[1]))
    if found is None and low.kind in ("time", "datetime"):
        found = clock(words, at, bare=True)
    if found is None and isinstance(low, CalendarDate) and low.day is None:
        found = closing_year(words, at, low)
    if found is None:
        return None
    clocked = {"time", "datetime"}
    if (low.kind in clocked) != (found[1].kind in clocked):
        return None
    return found


def closing_year(words: Words, at: int, low: CalendarDate) -> Found | None:
    """The year that ends a range, as short as its first allows: "1998-04"."""
    full = full_year(words, at)
    if full is not None and not counts(words, full[0]):
        return full[0], CalendarDate(full[1])
    short = digits(words, at)
    if short is None or len(words.words[at]) != 2 or low.year is None or not words.glued(at):
        return None
    year = low.year // 100 * 100 + short
    return at + 1, CalendarDate(year if year >= low.year else year + 100)


def whole_range(words: Words, after: int, low: Meaning, high: Meaning) -> Found:
    """The range, its first end completed from the second, its date taken from either side."""
    if isinstance(low, CalendarDate) and isinstance(high, CalendarDate):
        low = _filled(low, high)
        return after, Range(low, high, "date_range")
    if isinstance(low, Clock) and isinstance(high, Clock):
        if low.part is None and high.part is not None and not low.exact:
            low = _same_half(low, high)
        return hours_of_day(words, after, low, high)
    if isinstance(low, DayTime) and isinstance(high, Clock):
        high_there = DayTime(low.date, high)
        return after, Range(low, high_there, "datetime_range")
    if isinstance(low, Clock) and isinstance(high, DayTime):
        if isinstance(high.time, Clock) and low.part is None and high.time.part is not None:
            low = _same_half(low, high.time)
        return after, Range(DayTime(high.date, low), high, "datetime_range")
    kinds = {low.kind, high.kind}
    kind = "time" if kinds == {"time"} else "datetime" if "datetime" in kinds else "date"
    return after, Range(low, high, f"{kind}_range")


def _filled(low: CalendarDate, high: CalendarDate) -> CalendarDate:
    if low.year is None and high.year is not None and low.month is not None:
        later = high.month is not None and low.month > high.month
        return replace(low, year=high.year - later, bc=high.bc)
    if low.month is None and low.year is None and high.day is not None:
        return replace(low, month=high.month, year=high.year)
    return low


def _same_half(low: Clock, high: Clock) -> Clock:
    """The first hour in the half of the day of the second, unless that would put it after."""
    moved = replace(low, part=high.part)
    return moved if moved.hours()[0] <= high.hours()[0] or high.part in ("MO", "DT") else low


def hours_of_day(words: Words, after: int, low: Clock, high: Clock) -> Found:
    """Reads "de 10 a 12 del lunes": the day said after a range of hours."""
    text = words.words
    at = after + (text[after] == ",")
    if not words.broken(at):
        at += text[at] in GRAMMAR.of_or_the
        at += text[at] in GRAMMAR.the_singular
        if at > after or may_begin_day(words, at):
            day = whole_day(words, at)
            if day is not None:
                return day[0], DayTime(day[1], Range(low, high, "time_range"), "datetime_range")
    return after, Range(low, high, "time_range")


def may_begin_day(words: Words, at: int) -> bool:
    """Whether a day may follow hours without any word between."""
    word = words.words[at]
    return (
        word in GRAMMAR.days
        or word in GRAMMAR.directions
        or bool(weekday(words, at))
        or word.isdecimal()
    )


def whole_day(words: Words, index: int) -> Found | None:
    """A date, of which a part of the day may be said: "ayer por la tarde"."""
    found = point(words, index)
    if found is None:
        return None
    if isinstance(found[1], DayTime) and isinstance(found[1].time, PartOfDay):
        return found[0], found[1].date
    day = date(words, index)
    return day if day is not None and day[1].kind == "date" else None
