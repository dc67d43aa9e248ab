"""Parts of periods: "la primera semana de mayo", "los últimos diez días del año", "el resto"."""

from nlp.temporal.absolute import month_date, numeric_date, written_date
from nlp.temporal.clocks import half_of_day
from nlp.temporal.date_numbers import digits, full_year, is_figure, ordinal, whole
from nlp.temporal.date_parts import Found, matches
from nlp.temporal.deictics import Offset
from nlp.temporal.durations import unit
from nlp.temporal.eras import century, decade, nominal_decade
from nlp.temporal.meanings import CalendarDate, Duration, Marked, Meaning
from nlp.temporal.relatives import directed, trailing
from nlp.temporal.slices import PartOf, RestOf, WeekNumber, WeekOf
from nlp.temporal.time_lexicon import GRAMMAR
from nlp.temporal.tokens import Words

_SLICED = ("D", "W", "15D", "M", "10Y")


def period(words: Words, index: int) -> Found | None:
    """A period that has parts: a month, year, century, or a relative one; no single day."""
    at = index + (words.words[index] in GRAMMAR.the)
    for parser in (century, decade, nominal_decade, month_date, directed, trailing):
        found = parser(words, at)
        if found is not None and not _is_day(found[1]):
            return found
    year = full_year(words, at + (words.words[at] in GRAMMAR.year_noun))
    if year is not None:
        return year[0], CalendarDate(year[1])
    code = GRAMMAR.current_periods.get(words.words[at])
    return None if code is None else (at + 1, Offset(code, 0))


def _is_day(meaning: Meaning) -> bool:
    if isinstance(meaning, CalendarDate):
        return meaning.day is not None
    return meaning.kind != "date" or getattr(meaning, "unit", "") == "D"


def part(words: Words, index: int) -> Found | None:
    """Reads "primera semana de enero", "últimos cuatro meses de 2021", "segunda mitad del siglo XX"."""
    text = words.words
    edge = GRAMMAR.first_or_last.get(text[index])
    plural = unit(words, index + 1, figured=False) if edge is not None else None
    if edge is not None and plural is not None and text[plural[0]] in GRAMMAR.of:
        base = period(words, plural[0] + 1)
        return None if base is None else (base[0], Marked(base[1], "start" if edge > 0 else "end"))
    if edge is not None and is_figure(text[index + 1]):
        number = whole(words, index + 1)
        named = unit(words, number[0], figured=False) if number else None
        return _of(words, named, edge, number[1] if number else 0)
    found = ordinal(words, index)
    if found is None:
        return None
    at, nth = found
    share = GRAMMAR.parts_of_periods.get(text[at])
    if share is not None:
        return _of(words, (at + 1, share), nth, None)
    return _of(words, unit(words, at, figured=False), nth, None)


def _of(words: Words, named: tuple[int, str] | None, nth: int, count: int | None) -> Found | None:
    if named is None or named[1] not in (*_SLICED, "1/2"):
        return None
    if words.words[named[0]] not in GRAMMAR.of:
        return None
    base = period(words, named[0] + 1)
    if base is None or getattr(base[1], "unit", None) == named[1]:
        return None
    return base[0], PartOf(nth, named[1], base[1], count)


def rest(words: Words, index: int) -> Found | None:
    """Reads "resto del mes", "resto de esta semana"."""
    found = period(words, index + 2) if words.words[index + 1] in GRAMMAR.of else None
    return None if found is None else (found[0], RestOf(found[1]))


def week(words: Words, index: int) -> Found | None:
    """Reads "semana del 10 de abril", "semana que empieza el 4 de febrero", "semana 31 de 2018"."""
    text = words.words
    if text[index] not in GRAMMAR.week_noun:
        return None
    at = index + 1
    number = digits(words, at)
    if number is not None and 1 <= number <= 53 and half_of_day(words, at + 1) is None:
        year = full_year(words, at + 2) if text[at + 1] in GRAMMAR.of else None
        if year is None and text[at + 1] in GRAMMAR.of:
            return None
        return (year[0], WeekNumber(number, year[1])) if year else (at + 1, WeekNumber(number))
    begins = text[at] == "que" and text[at + 1] in GRAMMAR.begins
    if begins or matches(words, at, GRAMMAR.starting):
        at += 2
    if at == index + 1 and text[at] not in GRAMMAR.of:
        return None
    at += text[at] in GRAMMAR.of
    at += text[at] in GRAMMAR.the_day
    found = numeric_date(words, at) or written_date(words, at)
    return None if found is None else (found[0], WeekOf(found[1]))


def all_of(words: Words, index: int) -> Found | None:
    """Reads "todo el día", "toda la semana": the whole of one unit."""
    text = words.words
    if (text[index], text[index + 1]) not in GRAMMAR.the_whole:
        return None
    named = unit(words, index + 2, figured=False)
    if named is None or text[index + 2] in GRAMMAR.parts:
        return None
    return named[0], Duration(((1, named[1]),))


def weekend(words: Words, index: int) -> Found | None:
    """Reads "el fin de semana": the one that comes."""
    led = index and words.words[index - 1] in GRAMMAR.before_weekend
    return (index + 3, Offset("WE", 0)) if led and matches(words, index, GRAMMAR.weekend) else None
