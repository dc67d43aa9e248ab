"""Points in time: a date, a time, or both, in either order."""

from dataclasses import replace

from nlp.temporal.absolute import (
    Found,
    month,
    month_date,
    numeric_date,
    slashed_day,
    weekday,
    written_date,
)
from nlp.temporal.clocks import clock, half_of_day, named_time, part_of_day
from nlp.temporal.durations import duration
from nlp.temporal.eras import century, decade, part_of_year, season, year
from nlp.temporal.figures import day_number, ordinal
from nlp.temporal.lexicon import lexicon
from nlp.temporal.meanings import CalendarDate, Clock, DayTime, Duration, PartOfDay
from nlp.temporal.nearness import Away, DayOf, NearWeekday, NthWeekday, Offset
from nlp.temporal.phrases import phrase
from nlp.temporal.relatives import away, counted, deictic, directed, shifted, trailing
from nlp.temporal.words import Words


def nth_weekday(words: Words, index: int) -> Found | None:
    """ "el primer viernes de julio de 2019", "último domingo de este mes"."""
    found = ordinal(words, index)
    day = weekday(words, found[0]) if found else None
    if found is None or day is None or words.words[day[0]] not in ("de", "del"):
        return None
    name = month(words, day[0] + 1, short=True)
    if name is None:
        return None
    dated = month_date(words, day[0] + 1)
    if dated is not None and isinstance(dated[1], CalendarDate) and dated[1].day is None:
        return dated[0], NthWeekday(found[1], day[1], name[1], dated[1].year)
    return name[0], NthWeekday(found[1], day[1], name[1])


def day_of_month(words: Words, index: int) -> Found | None:
    """ "día 21", "el 20", "día uno del próximo mes", "primer día de enero de 2015"."""
    text = words.words
    led = text[index - 1] in ("el", "del", "al") if index else False
    named = text[index] == "dia"
    first = ordinal(words, index) if text[index + 1] in ("dia", "de", "º") else None
    if first is not None and text[first[0]] == "dia" and first[1] > 0:
        day: tuple[int, int] | None = (first[0] + 1, first[1])
    elif named:
        day = day_number(words, index + 1)
    elif led and text[index][:1].isdecimal():
        day = day_number(words, index)
    else:
        return None
    if day is None:
        return None
    at = day[0]
    if text[at] in ("de", "del"):
        of = month_date(words, at + 1)
        if of is not None and isinstance(of[1], CalendarDate) and of[1].day is None:
            return of[0], CalendarDate(of[1].year, of[1].month, day[1])
        relative = _relative_month(words, at + 1)
        if relative is not None:
            return relative[0], DayOf(day[1], relative[1])
    if first is not None or (not named and not _stands_alone(words, at)):
        return None
    return at, CalendarDate(day=day[1])


def _relative_month(words: Words, at: int) -> tuple[int, int] | None:
    at += words.words[at] == "el"
    found = directed(words, at) or trailing(words, at)
    if found is not None and isinstance(found[1], Offset) and found[1].unit == "M":
        return found[0], found[1].steps
    return (at + 1, 0) if words.words[at] == "mes" else None


def _stands_alone(words: Words, after: int) -> bool:
    """Whether "el 20" may be a day: nothing follows that it could count or measure."""
    word = words.words[after]
    return not word or (
        word in (".", ",", ";", ")", "?", "!", "y", "a", "hasta", "\n\n")
        and not (words.glued(after + 1) and words.words[after + 1][:1].isalnum())
    )


def weekday_date(words: Words, index: int) -> Found | None:
    """A weekday, with its week perhaps: "lunes", "el domingo de la semana pasada"."""
    day = weekday(words, index)
    if day is None:
        return None
    at = day[0]
    text = words.words
    at += text[at] in ("de", ",")
    at += text[at] in ("la", "el")
    week = directed(words, at) or trailing(words, at)
    if week is not None and isinstance(week[1], Offset) and week[1].unit == "W":
        return week[0], NearWeekday(day[1], week=week[1].steps)
    return day[0], NearWeekday(day[1])


def duration_date(words: Words, index: int) -> Found | None:
    """A duration that a word after it makes a date: "dos días antes de ayer", "tres años atrás"."""
    span = duration(words, index)
    if span is None or not isinstance(span[1], Duration):
        return None
    moved = shifted(words, span[0], span[1])
    if moved is None:
        return None
    after, sign, based = moved
    if not based:
        return after, Away(span[1], sign)
    after += words.words[after] in ("el", "la", "los", "las")
    base = date(words, after)
    if base is None:
        return None
    return base[0], Away(span[1], sign, base[1])


_DATES = (
    numeric_date,
    written_date,
    slashed_day,
    century,
    decade,
    part_of_year,
    nth_weekday,
    day_of_month,
    directed,
    trailing,
    phrase,
    deictic,
    month_date,
    weekday_date,
    season,
    year,
    away,
    counted,
    duration_date,
)


def date(words: Words, index: int) -> Found | None:
    """The first date that begins at ``index``, with a bracketed or appended repetition of it."""
    for parser in _DATES:
        found = parser(words, index)
        if found is not None:
            return _apposed(words, found)
    return None


def _apposed(words: Words, found: Found) -> Found:
    """ "hoy, viernes", "ayer, 19 de diciembre de 2019", "este viernes (15 jun)"."""
    after, meaning = found
    if words.words[after] not in (",", "(") or not isinstance(meaning, (Offset, NearWeekday)):
        return found
    for parser in (numeric_date, written_date, slashed_day):
        more = parser(words, after + 1)
        if more is not None:
            closing = words.words[after] == "(" and words.words[more[0]] == ")"
            return more[0] + closing, more[1]
    day = weekday(words, after + 1) if isinstance(meaning, Offset) else None
    if day is not None and meaning.kind == "date" and words.words[day[0]] in (",", ")", "."):
        return day[0] + (words.words[after] == "("), meaning
    return found


def time(words: Words, index: int) -> Found | None:
    """A time of day."""
    return clock(words, index) or named_time(words, index) or part_of_day(words, index)


def point(words: Words, index: int) -> Found | None:
    """A date, a time, or both."""
    found = date(words, index)
    if found is not None:
        return _timed(words, found)
    found = time(words, index)
    return None if found is None else _dated(words, found)


def _timed(words: Words, found: Found) -> Found:
    """A date followed by a time: "el lunes a las tres", "3/5/2019 15:30", "mañana por la tarde"."""
    after, meaning = found
    if meaning.kind != "date":
        return _timed_night(words, found)
    text = words.words
    at = after + (text[after] in (",", "-", "–"))
    if text[at] == "t" and words.glued(at) and words.glued(at + 1):
        at += 1
    at += text[at] in ("a", "sobre", "desde")
    hour = None if words.broken(at) else clock(words, at, bare=text[at - 1] == "a")
    if hour is not None:
        return hour[0], DayTime(meaning, hour[1])
    part = half_of_day(words, after)
    if part is not None and part[1] not in ("AM", "PM"):
        return part[0], DayTime(meaning, PartOfDay(part[1]))
    return found


def _timed_night(words: Words, found: Found) -> Found:
    after, meaning = found
    if not isinstance(meaning, DayTime) or not isinstance(meaning.time, PartOfDay):
        return found
    at = after + (words.words[after] == "a")
    hour = clock(words, at) if words.words[at] in ("la", "las") else None
    if hour is None:
        return found
    assert isinstance(hour[1], Clock)
    return hour[0], DayTime(meaning.date, replace(hour[1], part=meaning.time.code))


def _dated(words: Words, found: Found) -> Found:
    """A time followed by its date: "a las tres del lunes", "15:30 de mañana"."""
    after, meaning = found
    text = words.words
    at = after + (text[after] == ",")
    if words.broken(at):
        return found
    at += text[at] in ("del", "de", "el")
    at += text[at] == "el"
    if text[at] in lexicon().directions or text[at] in lexicon().days or at > after:
        day = date(words, at)
        if day is not None and day[1].kind == "date":
            return day[0], DayTime(day[1], meaning)
    return found
