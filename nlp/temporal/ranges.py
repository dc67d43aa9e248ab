"""Ranges with elision ("del 3 al 5 de mayo") and edges of periods ("a mediados de 2019")."""

from dataclasses import replace

from nlp.temporal.clocks import clock
from nlp.temporal.date_numbers import (
    day_number,
    digits,
    full_year,
    is_figure,
    two_digit_year,
    whole,
)
from nlp.temporal.date_parts import Found
from nlp.temporal.deictics import DayOf, Offset, YearPart
from nlp.temporal.durations import duration
from nlp.temporal.eras import alone, counts, free
from nlp.temporal.meanings import CalendarDate, Clock, DayTime, Duration, Marked, Range
from nlp.temporal.points import point
from nlp.temporal.range_ends import (
    DASHES,
    after_joint,
    closing_end,
    closing_year,
    hours_of_day,
    may_begin_day,
    whole_day,
    whole_range,
)
from nlp.temporal.single_dates import date
from nlp.temporal.time_lexicon import GRAMMAR
from nlp.temporal.tokens import Words

_LAST_HOUR, _REACH = 24, 14
"""The last hour of a day; words of a sentence that may stand between its weekday and its hours."""
_STOPS = frozenset({".", ";", ":"})


def span(words: Words, index: int, *, dated: bool = False) -> Found | None:
    """A range led by "de", "desde" or "entre": "de lunes a viernes", "entre 1998 y 2004"."""
    text = words.words
    between = text[index] in GRAMMAR.between
    if not between and text[index] not in GRAMMAR.from_:
        return None
    at = index + 1
    at += text[at] in GRAMMAR.the
    on_days = dated or _behind_weekday(words, index) or _on_weekday(words, index, at)
    return open_range(words, at, between=between, led=True, dated=on_days)


def _on_weekday(words: Words, index: int, at: int) -> bool:
    """Whether a sentence that names a weekday says its hours: "el lunes cortan de 9 a 13"."""
    first = digits(words, at)
    joint = None if first is None else after_joint(words, at + 1, between=False)
    last = None if joint is None else digits(words, joint)
    if joint is None or last is None or last > _LAST_HOUR or not free(words, joint + 1):
        return False
    for before in range(index - 1, max(-1, index - _REACH), -1):
        if words.words[before] in GRAMMAR.weekdays:
            return True
        if words.words[before] in _STOPS or words.broken(before + 1):
            return False
    return False


def _behind_weekday(words: Words, index: int) -> bool:
    """Whether a weekday or opening hours stand before: "de lunes a viernes de 9 a 14 y de 17 a 20"."""
    before = index - 1 - (words.words[index - 1] in (",", ":"))
    if before < 0 or words.broken(index):
        return False
    if words.words[before] in GRAMMAR.and_ and is_figure(words.words[before - 1]):
        return words.words[before - 4] in GRAMMAR.from_ and _behind_weekday(words, before - 4)
    return words.words[before] in GRAMMAR.weekdays or words.words[before] in GRAMMAR.opens_hours


def open_range(
    words: Words, index: int, *, between: bool = False, led: bool = False, dated: bool = False
) -> Found | None:
    """A range from its first end on: "3 al 5 de mayo", "9:00-14:00", "1998-2004".

    ``dated``: a day stands before it, so that bare figures may be hours.
    """
    if between and is_figure(words.words[index]):
        found = _elided(words, index, between=True, led=led, dated=dated)
        if found is not None:
            return found
    low = point(words, index) or (_dotted(words, index) if led else None)
    joined = None if low is None else after_joint(words, low[0], between=between)
    if low is not None and joined is not None:
        high = closing_end(words, joined, low[1])
        if high is not None:
            return whole_range(words, high[0], low[1], high[1])
    ordered = _ordered_day(words, index, between=between)
    if ordered is not None:
        return ordered
    if not is_figure(words.words[index]) or (low is not None and low[0] > index + 1):
        return None
    return _elided(words, index, between=between, led=led, dated=dated)


def _ordered_day(words: Words, index: int, *, between: bool) -> Found | None:
    """Reads "1.º al 8 de julio", "primero al 15 de marzo de 2024": the first day is an ordinal."""
    first = day_number(words, index)
    marked = first is not None and (first[0] > index + 1 or words.words[index] in GRAMMAR.first)
    if first is None or not marked:
        return None
    at = after_joint(words, first[0], between=between)
    if at is None:
        return None
    return _elided_day(words, at + (words.words[at] in GRAMMAR.the_day), first[1])


def _dotted(words: Words, index: int) -> Found | None:
    """Reads "1.30" as an hour: only in a range whose other end is one too."""
    hour = clock(words, index, bare=True)
    if hour is None or hour[1].minute is None or counts(words, hour[0]):
        return None
    return hour


def _elided(words: Words, index: int, *, between: bool, led: bool, dated: bool) -> Found | None:
    """A first end that is only a figure: "3 al 5 de mayo", "1998-2004", "9 a 14 h"."""
    figure = whole(words, index)
    if figure is None:
        return None
    season = _season_years(words, index)
    if season is not None:
        return season
    after, number = figure
    marked = words.words[after] == "h" and words.words[after + 1] in DASHES
    after += marked
    if words.words[after] in GRAMMAR.or_:
        return _lasting(words, after + 1, number)
    at = after_joint(words, after, between=between)
    if at is None:
        return None
    if full_year(words, index) is not None and alone(words, index, index + 1):
        return _elided_year(words, at, number, led=led or between)
    if not alone(words, index, after):
        return None
    article = words.words[at] in GRAMMAR.the_day
    ranged = _elided_day(words, at + article, number)
    if ranged is not None:
        return ranged
    lasts = words.words[index - 2] in GRAMMAR.spans_named
    by_clock = marked or (
        led and not between and not lasts and _opening_hours(words, at + article, number)
    )
    lasting = None if by_clock else _lasting(words, at + article, number)
    if lasting is not None or number > 24:
        return lasting
    if words.words[at] in GRAMMAR.the_feminine and not led:
        return None  # "mesa para cuatro a las nueve"
    spoken = not GRAMMAR.the_feminine.isdisjoint((words.words[index - 1], words.words[at]))
    in_words = led and not between and not words.words[index].isdecimal()
    lone = spoken or dated or in_words
    return _elided_hour(
        words, at + article, number, led=led, dated=dated, lone=lone, written=by_clock
    )


def _elided_year(words: Words, at: int, number: int, *, led: bool) -> Found | None:
    """Reads the end of "1998-2004", "de 1998 a mayo de 2004"."""
    low = CalendarDate(number)
    high = closing_year(words, at, low) or date(words, at)
    if high is None or not _sound(words, low, high, led=led):
        return None
    return high[0], Range(low, high[1], "date_range")


def _elided_day(words: Words, at: int, number: int) -> Found | None:
    """Reads the end of "3 al 5 de mayo", "del 3 al 5 del mes que viene"."""
    closing = date(words, at)
    if closing is None or number > 31:
        return None
    after, end = closing
    if isinstance(end, CalendarDate) and end.day is not None and end.month is not None:
        return after, Range(_before(end, number), end, "date_range")
    if isinstance(end, DayOf):
        return after, Range(replace(end, day=number), end, "date_range")
    return None


def _elided_hour(
    words: Words, at: int, number: int, *, led: bool, dated: bool, lone: bool, written: bool
) -> Found | None:
    """Reads the end of "9 a 14 h".

    ``lone`` says that hours need no sign of being hours, ``written`` that one stands behind them.
    """
    hour = clock(words, at, bare=led or dated)
    if hour is None:
        return None
    after, end = hour
    if written and words.words[after] in GRAMMAR.hours_written:
        after, end = after + 1, replace(end, exact=True)
    followed = may_begin_day(words, after) or words.words[after] in GRAMMAR.of
    if not dated and followed and not _sure(end):
        ranged = hours_of_day(words, after, Clock(number), end)
        return ranged if isinstance(ranged[1], DayTime) else None
    if not _sure(end) and (not lone or not free(words, after)):
        return None
    return whole_range(words, after, Clock(number, part=end.part, exact=end.exact), end)


def _before(end: CalendarDate, day: int) -> CalendarDate:
    """The first day of a range, said by its number alone: of the month before if it is higher."""
    first = replace(end, day=day, weekday=None)
    if end.month is None or end.day is None or day <= end.day:
        return first
    if end.month > 1:
        return replace(first, month=end.month - 1)
    return replace(first, month=12, year=None if end.year is None else end.year - 1)


def _lasting(words: Words, at: int, number: int) -> Found | None:
    """ "dos o tres semanas", "de 2 a 3 horas": a range of durations."""
    found = duration(words, at)
    if found is None or len(found[1].parts) != 1:
        return None
    return found[0], Range(Duration(((number, found[1].parts[0][1]),)), found[1], "duration")


def _season_years(words: Words, index: int) -> Found | None:
    """ "2019/20", "2019/2020": two years in a row, as seasons and courses are called."""
    found, last = full_year(words, index), digits(words, index + 2)
    first = found[1] if found is not None else None
    if first is None and words.words[index - 1] in GRAMMAR.before_years | GRAMMAR.courses:
        short = digits(words, index) if len(words.words[index]) == 2 else None
        first = None if short is None else two_digit_year(short)  # "campaña 24/25"
    slashed = words.words[index + 1] == "/" and words.glued(index + 1) and words.glued(index + 2)
    if first is None or last is None or not slashed:
        return None
    if last != first + 1 and (last != (first + 1) % 100 or len(words.words[index + 2]) != 2):
        return None
    return index + 3, Range(CalendarDate(first), CalendarDate(first + 1), "date_range")


def _opening_hours(words: Words, at: int, low: int) -> bool:
    """Whether "de 9 a 14 h", "de 9 a 13.30 h" names hours of the day; "de 2 a 3 h" says how long."""
    high, after = digits(words, at), at + 1
    if words.words[after] in (".", ":") and words.glued(after) and words.glued(after + 1):
        after += 2
    written = words.words[after] in GRAMMAR.hours_written
    return high is not None and low < high and 12 < high <= 24 and written


def _sure(time: Clock) -> bool:
    return time.minute is not None or time.part is not None or time.exact


def _sound(words: Words, low: CalendarDate, high: Found, *, led: bool) -> bool:
    """Whether two figures are years: in order, and led by a word or plainly recent."""
    end = high[1]
    if not isinstance(end, CalendarDate) or end.year is None or low.year is None:
        return isinstance(end, CalendarDate) or led
    if (end.year < low.year and not end.bc) or not alone(words, high[0] - 1, high[0]):
        return False
    after = words.words[high[0]]
    if after in ("-", "–", "/") and words.glued(high[0]) and words.glued(high[0] + 1):
        return False  # three figures and more are a code
    return led or (low.year >= 1000 and end.year < 2100)


def dated_hours(words: Words, index: int) -> Found | None:
    """A day with a range of hours after it: "el lunes de 9:00 a 14:00", "1/1/2015 entre las…"."""
    day = whole_day(words, index)
    if day is None:
        return None
    at = day[0] + (words.words[day[0]] == ",")
    if words.broken(at):
        return None
    hours = span(words, at, dated=True)
    if hours is None and words.words[at].isdecimal():
        hours = open_range(words, at, led=True, dated=True)
    if hours is None or not isinstance(hours[1], Range) or hours[1].kind != "time_range":
        return None
    return hours[0], DayTime(day[1], hours[1], "datetime_range")


def edge(words: Words, index: int) -> Found | None:
    """Reads "principios de 2019", "mediados del siglo XVI", "finales de mayo": and which edge."""
    which = GRAMMAR.edges.get(words.words[index])
    if which is None or words.words[index + 1] not in GRAMMAR.of:
        return None
    at = index + 2
    at += words.words[at] in GRAMMAR.the
    found = date(words, at)
    if found is None:
        full = full_year(words, at)
        found = (full[0], CalendarDate(full[1])) if full else _this(words, at)
    if found is None and words.words[at] in GRAMMAR.seasons:
        found = at + 1, YearPart(GRAMMAR.seasons[words.words[at]])
    return None if found is None else (found[0], Marked(found[1], which))


def _this(words: Words, at: int) -> Found | None:
    """Reads "a fin de mes", "a principios de año": of the current one."""
    code = GRAMMAR.current_units.get(words.words[at])
    if code is None or (
        words.words[at] in GRAMMAR.week_noun and words.words[at - 2] in GRAMMAR.ends
    ):
        return None
    return at + 1, Offset(code, 0)
