"""Sets of times: "cada lunes", "dos veces al mes", "cada 8 horas", "los martes y jueves"."""

from nlp.temporal.absolute import slashed_day
from nlp.temporal.clocks import clock
from nlp.temporal.date_numbers import is_figure, whole
from nlp.temporal.date_parts import Found, matches, month, weekday
from nlp.temporal.durations import duration, unit
from nlp.temporal.meanings import Clock, Fixed, Range
from nlp.temporal.time_lexicon import GRAMMAR
from nlp.temporal.timex import duration_timex
from nlp.temporal.tokens import Words


def each(words: Words, index: int) -> Found | None:
    """Reads "cada dos semanas", "todos los lunes", "todas las noches", "cada 15 de abril"."""
    text = words.words
    if text[index] in GRAMMAR.each_one:
        at = index + 1
    elif text[index] in GRAMMAR.every and text[index + 1] in GRAMMAR.the_plural:
        at = index + 2
    else:
        return None
    found = _period(words, at)
    if found is None and text[index] in GRAMMAR.each_one:
        return _between(words, at)
    return None if found is None else _at_clock(words, found)


def _between(words: Words, at: int) -> Found | None:
    """Reads "cada 4-6 horas", "cada dos o tres días"."""
    low = whole(words, at) if is_figure(words.words[at]) else None
    if low is None or words.words[low[0]] not in GRAMMAR.joins_amounts:
        return None
    span = duration(words, low[0] + 1)
    if span is None or len(span[1].parts) != 1:
        return None
    first, last = duration_timex(((low[1], span[1].parts[0][1]),)), duration_timex(span[1].parts)
    if first is None or last is None:
        return None
    return span[0], Range(Fixed("set", (first,)), Fixed("set", (last,)), "set")


def _period(words: Words, at: int) -> tuple[int, str] | None:
    text = words.words
    day = weekday(words, at)
    if day is not None:
        return day[0], f"XXXX-WXX-{day[1]}"
    if text[at] in GRAMMAR.mornings:
        return at + 1, "P1D"
    number = whole(words, at) if is_figure(text[at]) else None
    if number is not None:
        figures = slashed_day(words, at) if words.words[at + 1] == "/" else None
        if figures is not None:
            return figures[0], figures[1].readings(None)[0][0] or ""
        span = duration(words, at)
        if span is not None:
            timex = duration_timex(span[1].parts)
            return None if timex is None else (span[0], timex)
        dated = number[0] + (text[number[0]] in GRAMMAR.links_day_and_month)
        name = month(words, dated, short=True)
        if name is not None:
            return name[0], f"XXXX-{name[1]:02d}-{number[1]:02d}"
        return None
    return _each_unit(words, at)


def _each_unit(words: Words, at: int) -> tuple[int, str] | None:
    named = unit(words, at, figured=False)
    timex = None if named is None else duration_timex(((1, named[1]),))
    return None if named is None or timex is None else (named[0], timex)


def _at_clock(words: Words, found: tuple[int, str]) -> Found:
    """Reads "cada lunes a las 4 p. m.": the time joins the weekday; of each day it is the time alone."""
    after, timex = found
    at = after + (words.words[after] == ",")
    if words.words[at] == "a" and words.words[at + 1] in GRAMMAR.the_feminine:
        time = clock(words, at + 1)
        timed = None if time is None else _timed(timex, time[1])
        if time is not None and timed is not None:
            return time[0], timed
    return after, Fixed("set", (timex,))


def _timed(timex: str, time: Clock) -> Fixed | None:
    """A set of weekdays, or of all days, at a time; None for other sets."""
    if timex != "P1D" and not timex.startswith("XXXX-W"):
        return None
    head = "" if timex == "P1D" else timex
    return Fixed("set", tuple(head + reading for reading, _ in time.readings(None) if reading))


def times(words: Words, index: int) -> Found | None:
    """Reads "dos veces al mes", "una vez por semana", "tres días a la semana", "dos veces cada año"."""
    text = words.words
    number = whole(words, index) if is_figure(text[index]) else None
    if number is not None:
        at = number[0]
    elif text[index] in GRAMMAR.few:
        at = index + 1
    else:
        return None
    if text[at] not in GRAMMAR.times:
        return None
    at += 1
    found = None
    if text[at] in GRAMMAR.per or matches(words, at, GRAMMAR.to_the):
        found = _each_unit(words, at + 1 + (text[at] == "a"))
    elif text[at] in GRAMMAR.each_one:
        found = _period(words, at + 1)
    return None if found is None else (found[0], Fixed("set", (found[1],)))


def weekdays(words: Words, index: int) -> Found | None:
    """Reads "los lunes", "los martes y jueves", "los sábados por la mañana"."""
    if words.words[index - 1 if index else 0] != "los":
        return None
    if matches(words, index, GRAMMAR.weekends):
        return index + 3, Fixed("set", ("XXXX-WXX-WE",))
    day = weekday(words, index)
    if day is None:
        return None
    after, found = day[0], [f"XXXX-WXX-{day[1]}"]
    while words.words[after] in GRAMMAR.listing and len(found) < 7:
        at = after + 1 + (words.words[after + 1] == "los")
        more = weekday(words, at)
        if more is None:
            break
        after = more[0]
        found.append(f"XXXX-WXX-{more[1]}")
    return _at_clock(words, (after, ",".join(found)))


def clock_each(words: Words, index: int) -> Found | None:
    """Reads "a las tres de la tarde cada día": the time before its set."""
    time = clock(words, index)
    if time is None or words.words[time[0]] not in GRAMMAR.each:
        return None
    found = each(words, time[0])
    if found is None or not isinstance(found[1], Fixed):
        return None
    timed = _timed(found[1].timexes[0], time[1])
    return None if timed is None else (found[0], timed)
