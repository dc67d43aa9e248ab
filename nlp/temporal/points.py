"""Points in time: a date, a time, or both, in either order."""

from dataclasses import replace

from nlp.temporal.clocks import clock, half_of_day, iso_time, minutes_from, named_time, part_of_day
from nlp.temporal.date_parts import Found, bound_at
from nlp.temporal.deictics import NearMonth, Offset, YearPart
from nlp.temporal.meanings import CalendarDate, Clock, DayTime, Fixed, Marked, Meaning, PartOfDay
from nlp.temporal.single_dates import date, once
from nlp.temporal.slices import PartOf, WeekNumber, WeekOf
from nlp.temporal.time_lexicon import GRAMMAR
from nlp.temporal.tokens import Words


def time(words: Words, index: int) -> Found | None:
    """A time of day."""
    found = clock(words, index) or iso_time(words, index)
    return found or named_time(words, index) or part_of_day(words, index)


def point(words: Words, index: int) -> Found | None:
    """A date, a time, or both."""
    return once(words, index, "point", _point)


def _point(words: Words, index: int) -> Found | None:
    found = minutes_from(words, index) or day_edge(words, index)
    if found is not None:
        return _dated(words, found)
    found = date(words, index)
    if found is not None:
        return _timed(words, found)
    found = time(words, index)
    return None if found is None else _dated(words, found)


def _timed(words: Words, found: Found) -> Found:
    """A date followed by a time: "el lunes a las tres", "3/5/2019 15:30", "mañana por la tarde"."""
    after, meaning = found
    if meaning.kind != "date" or not _is_day(meaning):
        return _timed_night(words, found)
    text = words.words
    at = after + (text[after] in (",", "-", "–"))
    if text[at] == "t" and words.glued(at) and words.glued(at + 1):
        at += 1
    at += text[at] in GRAMMAR.before_clock
    led = text[at - 1] == "a" and date(words, at) is None
    led = led or (at > after and text[after] == "," and _dotted_hour(words, at))
    hour = None if words.broken(at) else clock(words, at, bare=led) or named_time(words, at)
    if hour is not None:
        return hour[0], DayTime(meaning, hour[1])
    bound = bound_at(words, at, GRAMMAR.bounds_before)
    hour = clock(words, bound[0]) if bound is not None else None
    if bound is not None and hour is not None:
        return hour[0], DayTime(meaning, Marked(hour[1], bound[1]))
    part_ = half_of_day(words, after)
    if part_ is not None and part_[1] not in ("AM", "PM"):
        return _timed_night(words, (part_[0], DayTime(meaning, PartOfDay(part_[1]))))
    edged = day_edge(words, at)
    if edged is not None:
        return edged[0], DayTime(meaning, edged[1])
    return found


def _dotted_hour(words: Words, at: int) -> bool:
    """Whether "20.30" stands alone, as an hour does right behind its day and a comma."""
    text = words.words
    minutes = text[at + 1] == "." and words.glued(at + 1) and words.glued(at + 2)
    if not minutes or not (text[at].isdecimal() and len(text[at]) <= 2):
        return False
    alone = words.broken(at + 3) or not (text[at + 3][:1].isalnum() or text[at + 3] in "€$%")
    return alone and text[at + 2].isdecimal() and len(text[at + 2]) == 2


def day_edge(words: Words, index: int) -> Found | None:
    """Reads "primeras horas de la tarde", "última hora de la noche", "media mañana"."""
    text = words.words
    if text[index] in GRAMMAR.half_past and text[index + 1] in GRAMMAR.parts:
        return index + 2, Marked(PartOfDay(GRAMMAR.parts[text[index + 1]]), "mid")
    edge = GRAMMAR.edges_of_day.get(text[index])
    if edge is None:
        return None
    at = index + 1 + (text[index + 1] in GRAMMAR.hours)
    if text[at] not in GRAMMAR.before_edged_part:
        return None
    at += 1
    at += text[at] in GRAMMAR.the_singular
    code = GRAMMAR.parts.get(text[at])
    return None if code is None else (at + 1, Marked(PartOfDay(code), edge))


def _is_day(meaning: Meaning) -> bool:
    """Whether a date is a day, which alone can have a time."""
    if isinstance(meaning, CalendarDate):
        return meaning.day is not None
    if isinstance(meaning, (Offset, PartOf)):
        return meaning.unit == "D"
    return not isinstance(meaning, (YearPart, Fixed, NearMonth, WeekOf, WeekNumber))


def _timed_night(words: Words, found: Found) -> Found:
    after, meaning = found
    if not isinstance(meaning, DayTime) or not isinstance(meaning.time, PartOfDay):
        return found
    at = after + (words.words[after] == ",")
    at += words.words[at] == "a"
    hour = None if words.broken(at) else clock(words, at)
    if hour is None:
        return found
    return hour[0], DayTime(meaning.date, replace(hour[1], part=meaning.time.code))


def _dated(words: Words, found: Found) -> Found:
    """A time followed by its date: "a las tres del lunes", "15:30 de mañana"."""
    after, meaning = found
    text = words.words
    if isinstance(meaning, PartOfDay) and text[after] == "a":
        hour = clock(words, after + 1)
        if hour is not None:
            after, meaning = hour[0], replace(hour[1], part=meaning.code)
    at = after + (text[after] == ",")
    if words.broken(at):
        return after, meaning
    at += text[at] in GRAMMAR.of_or_the
    at += text[at] == "el"
    day = date(words, at)
    if day is None or (at == after and isinstance(day[1], CalendarDate) and day[1].day is None):
        return after, meaning
    if day[1].kind == "date" and not _is_day(day[1]):
        return after, meaning
    if day[1].kind == "date":
        said = half_of_day(words, day[0])
        if said is not None and isinstance(meaning, Clock):
            return said[0], DayTime(day[1], replace(meaning, part=meaning.part or said[1]))
        return day[0], DayTime(day[1], meaning)
    inside = day[1]
    if (
        isinstance(inside, DayTime)
        and isinstance(inside.time, PartOfDay)
        and isinstance(meaning, Clock)
    ):
        return day[0], DayTime(inside.date, replace(meaning, part=meaning.part or inside.time.code))
    return after, meaning
