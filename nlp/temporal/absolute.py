"""Dates of the calendar: "3 de marzo de 2021", "03/05/2019", "mayo de 2019", "44 a. C."."""

from nlp.numeric.roman import roman_value
from nlp.temporal.calendar import month_length
from nlp.temporal.date_numbers import day_number, digits, ordinal, two_digit_year
from nlp.temporal.date_parts import (
    Dated,
    is_proper_name,
    is_tuesday,
    matches,
    month,
    relative_year,
    weekday,
    year_tail,
)
from nlp.temporal.meanings import CalendarDate
from nlp.temporal.time_lexicon import GRAMMAR
from nlp.temporal.tokens import Words

_EXPIRES_WITHIN = 5
"""Words before a month that may say that something expires: "cad.:", "válida hasta el"."""


def written_date(words: Words, index: int) -> Dated | None:
    """Weekday, day and month with or without year: "lunes, 3 de mayo de 2021", "día 3/5/2021"."""
    named = weekday(words, index)
    at = index
    if _is_place(words, index):
        return None
    if named is not None:
        at = named[0]
        at += words.words[at] == ","
    at += words.words[at] in GRAMMAR.day_noun
    figures = None if at == index else numeric_date(words, at)
    if at > index and figures is None and words.words[at + 1] in ("/", "-"):
        figures = slashed_day(words, at, led=True)
    if figures is not None:
        return figures
    day = day_number(words, at) or _ordinal_day(words, at)
    if day is None:
        return None
    at = day[0]
    if matches(words, at, GRAMMAR.days_of_the_month):
        at += 3
    elif index > 1 and matches(words, index - 2, GRAMMAR.to_those):
        at += words.words[at] == GRAMMAR.days_of_the_month[0]
    linked = words.words[at] in GRAMMAR.links_month
    at += linked
    at += words.words[at] in GRAMMAR.directions and matches(words, at + 1, GRAMMAR.month_of)
    if matches(words, at, GRAMMAR.month_of):
        at += 2
    name = month(words, at, short=True)
    if name is None or (not linked and words.broken(at)) or day[1] > month_length(None, name[1]):
        return None
    tail = year_tail(words, name[0])
    date = CalendarDate(None, name[1], day[1], named[1] if named else None)
    if tail is None:
        stepped = relative_year(words, name[0])
        if stepped is not None:
            return stepped[0], CalendarDate(None, name[1], day[1], step=stepped[1])
        return name[0], date
    year = tail[1]
    if not tail[2] and day[1] > month_length(year, name[1]):
        return None
    return tail[0], CalendarDate(year, name[1], day[1], date.weekday, tail[2])


def _is_place(words: Words, index: int) -> bool:
    """Whether a date names a street or a school: "avenida 9 de Julio", "C/ 2 de Mayo"."""
    before = index - 1
    before -= before > 0 and words.words[before] in (".", "/")
    return before >= 0 and words.words[before] in GRAMMAR.named_after_dates


def _ordinal_day(words: Words, index: int) -> tuple[int, int] | None:
    """Reads "vigésimo segundo de junio": the day before its month."""
    found = ordinal(words, index)
    if found is None or not 1 <= found[1] <= 31 or words.words[found[0]] != "de":
        return None
    return found


def month_date(words: Words, index: int) -> Dated | None:
    """A month with a year or a day after it, or alone: "mayo de 2019", "marzo 3", "mayo"."""
    at = index + 2 if matches(words, index, GRAMMAR.month_of) else index
    name = month(words, at, short=True)
    if name is None:
        return None
    after, number = name
    if is_tuesday(words, at):
        return None
    if numeric_date(words, after) is not None or _day_and_month(words, after):
        return None  # "mar 14/05/2024", "mar. 28 de enero" are Tuesdays
    if slashed_day(words, after, led=True) is not None:
        return None  # "mar 21-06"
    tail = year_tail(words, after)
    if tail is not None:
        return tail[0], CalendarDate(tail[1], number, bc=tail[2])
    stepped = relative_year(words, after)
    if stepped is not None and stepped[0] - after > 1:
        return stepped[0], CalendarDate(None, number, step=stepped[1])
    day = day_number(words, after)
    counting = day is not None and (day[1] < 2 or words.words[day[0]][:1].isalpha())
    if counting and digits(words, after) is None:
        day = None  # "en mayo dos personas", "en mayo un grupo"
    if day is not None and not words.broken(after) and day[1] <= month_length(None, number):
        ended = year_tail(words, day[0])
        if ended is not None:
            return ended[0], CalendarDate(ended[1], number, day[1], bc=ended[2])
        if words.words[day[0]] not in (",", ".", ":") or not words.glued(day[0] + 1):
            return day[0], CalendarDate(None, number, day[1])
    if (at == index and month(words, at, short=False) is None) or is_proper_name(words, at):
        return None
    if words.words[at - 1] == "de" and words.words[at - 2][:1].isdecimal():
        return None  # a day that the month does not have
    return after, CalendarDate(None, number)


def _day_and_month(words: Words, index: int) -> bool:
    """Whether a day stands before the month that it is of: "28 de enero", "3 mar 2023"."""
    day = day_number(words, index)
    if day is None:
        return False
    linked = words.words[day[0]] in GRAMMAR.of
    return month(words, day[0] + linked, short=True) is not None


def numeric_date(words: Words, index: int) -> Dated | None:
    """Day, month and year in figures: "3/5/2019", "2021-03-03", "1-ene-2016", "05 / 11 / 2023"."""
    first, mark = digits(words, index), words.words[index + 1]
    if first is None or mark not in ("/", "-", ".", "–") or not _bounded(words, index):
        return None
    if not words.glued(index + 1):
        return _spaced_date(words, index, first, mark)
    second = digits(words, index + 2)
    third_glued = words.words[index + 3] == mark and words.glued(index + 3)
    if not words.glued(index + 2):
        return None
    if second is None:
        second = _named(words, index + 2)
    if second is None or not third_glued or not words.glued(index + 4):
        return None
    third = digits(words, index + 4)
    if third is None or _continues(words, index + 5, mark):
        return None
    widths = len(words.words[index]), len(words.words[index + 4])
    date = _ordered(first, second, third, widths)
    return None if date is None else (index + 5, date)


def _spaced_date(words: Words, index: int, day: int, mark: str) -> Dated | None:
    """Day, month and year as forms are filled in: "05 / 11 / 2023", "14 / XI / 2023", "02 / 01 / 22"."""
    month_, year = digits(words, index + 2), digits(words, index + 4)
    padded = mark == "/" and all(len(words.words[index + at]) == 2 for at in (0, 2, 4))
    if month_ is None:
        month_ = _named(words, index + 2)
    if month_ is None or year is None or words.words[index + 3] != mark:
        return None
    if any(words.glued(at) or words.broken(at) for at in range(index + 1, index + 5)):
        return None
    widths = len(words.words[index]), len(words.words[index + 4])
    if not (widths[1] == 4 or padded) or _continues(words, index + 5, mark):
        return None
    date = _ordered(day, month_, year, widths)
    return None if date is None else (index + 5, date)


def _named(words: Words, index: int) -> int | None:
    word = words.words[index]
    number = GRAMMAR.months.get(word) or roman_value(word.upper()) or 0
    return number if 1 <= number <= 12 else None


def _bounded(words: Words, index: int) -> bool:
    """Whether a figure is the first of its run: no digit, letter or code before it."""
    if not words.glued(index):
        return True
    before = words.words[index - 1]
    if before in ("/", "-", ".", ",", "_", "#", "$", "€", "+"):
        led = words.words[index - 2] if index > 1 else ""
        other = led.isalpha() and words.words[index + 1] != before  # no "GI-4-22-08"
        return before in ("-", "/") and (not words.glued(index - 1) or other)
    return not before.isalnum()


def _continues(words: Words, index: int, mark: str) -> bool:
    """Whether a run of figures goes on: "3/5/2019/7", "03-03-2020-133", "2019kg"."""
    if not words.glued(index):
        return False
    word = words.words[index]
    if word in (mark, "-", "/", "_", ","):
        return words.glued(index + 1) and words.words[index + 1][:1].isalnum()
    return word[:1].isalnum() and word not in ("t", "z")


def _ordered(first: int, second: int, third: int, widths: tuple[int, int]) -> CalendarDate | None:
    """Day first, as Spanish writes; year first where it has four digits."""
    if widths[0] == 4:
        year, month_, day = first, second, third
    elif widths[1] in (2, 4) and widths[0] <= 2:
        day, month_, year = first, second, third
        if widths[1] == 2:
            year = two_digit_year(third)
        if month_ > 12 and day <= 12:
            day, month_ = month_, day
    else:
        return None
    if not (1 <= month_ <= 12 and 1000 <= year <= 2999 and 1 <= day <= month_length(year, month_)):
        return None
    return CalendarDate(year, month_, day)


def slashed_day(words: Words, index: int, *, led: bool = False) -> Dated | None:
    """Day and month in figures, "27/11", "27/XI"; a hyphen only after an article or a weekday.

    Behind a weekday "8-10" and "17-18" are hours or two days: the month is filled up or the smaller.
    """
    first, second = digits(words, index), digits(words, index + 2)
    mark = words.words[index + 1]
    if second is None and mark == "/":
        second = _named(words, index + 2)
    if first is None or second is None or mark not in ("/", "-") or not _bounded(words, index):
        return None
    if not (words.glued(index + 1) and words.glued(index + 2)):
        return None
    if _continues(words, index + 3, mark) or words.words[index + 3] in GRAMMAR.after_no_day:
        return None
    before = words.words[index - 1] if index else ""
    if mark == "/":
        led = led or before in GRAMMAR.weekdays or before in GRAMMAR.directions
    elif led or before in GRAMMAR.short_months:
        led = words.words[index + 2][0] == "0" or (
            first > second and len(words.words[index + 2]) == 2
        )
    led = led or before in GRAMMAR.before_slashed
    padded = len(words.words[index]) == 2 and (words.words[index][0] == "0" or first > 12)
    if not led and not (mark == "/" and padded and len(words.words[index + 2]) == 2):
        return None
    if second > 12 and first <= 12:
        first, second = second, first
    if not (1 <= second <= 12 and 1 <= first <= month_length(None, second)):
        return None
    return index + 3, CalendarDate(None, second, first)


def spoken_figures(words: Words, index: int) -> Dated | None:
    """Day and month as figures read aloud: "el 17 del 11", "9 de 8 de 1971"."""
    text = words.words
    day, number = digits(words, index), digits(words, index + 2)
    if day is None or number is None or text[index + 1] not in GRAMMAR.of:
        return None
    if not 1 <= number <= 12 or not 1 <= day <= month_length(None, number):
        return None
    tail = year_tail(words, index + 3) if text[index + 3] in GRAMMAR.of else None
    if tail is not None:
        return tail[0], CalendarDate(tail[1], number, day)
    led = index and text[index - 1] in GRAMMAR.the_day and text[index + 1] == "del"
    return (index + 3, CalendarDate(None, number, day)) if led else None


def boxed_date(words: Words, index: int) -> Dated | None:
    """Day, month and year each behind its name: "día 11 mes 09 año 2024"."""
    found: list[int] = []
    at = index
    for nouns in (GRAMMAR.day_noun, GRAMMAR.month_noun, GRAMMAR.year_noun):
        at += bool(found) and words.words[at] in (",", "|", "/")
        if words.words[at] not in nouns:
            return None
        at += 1 + (words.words[at + 1] == ":")
        name = month(words, at, short=True) if nouns is GRAMMAR.month_noun else None
        number = name[1] if name is not None else digits(words, at)
        if number is None:
            return None
        found.append(number)
        at = name[0] if name is not None else at + 1
    day, month_, year = found
    date = _ordered(day, month_, year, (len(words.words[index + 1]), len(words.words[at - 1])))
    return None if date is None else (at, date)


def slashed_month(words: Words, index: int) -> Dated | None:
    """Month and year in figures: "03/2015", "11-2016", "caduca en 03/27"."""
    month_, year = digits(words, index), digits(words, index + 2)
    mark = words.words[index + 1]
    if month_ is None or year is None or mark not in ("/", "-") or not _bounded(words, index):
        return None
    if len(words.words[index + 2]) == 2 and year > 12 and _expires(words, index):
        year += 2000
    elif index and not words.broken(index) and not _leads_month(words, index - 1):
        return None  # the number of a law or of a file
    if not (1 <= month_ <= 12 and 1800 <= year < 2100) or _continues(words, index + 3, mark):
        return None
    return index + 3, CalendarDate(year, month_)


def _leads_month(words: Words, before: int) -> bool:
    """Whether a month in figures may stand behind this word: "desde 03/2015", "antes de 12/2025"."""
    if words.words[before] in GRAMMAR.of:
        return before > 0 and words.words[before - 1] in GRAMMAR.before_of_month
    return words.words[before] in GRAMMAR.before_month | GRAMMAR.expires


def _expires(words: Words, index: int) -> bool:
    """Whether the last words before say that something ends to be valid."""
    said = GRAMMAR.expires | GRAMMAR.valid_until
    return not said.isdisjoint(words.words[max(0, index - _EXPIRES_WITHIN) : index])
