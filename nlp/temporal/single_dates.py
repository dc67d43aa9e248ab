"""Single dates, whatever they are made of: which parser may begin with which word."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache

from nlp.temporal.absolute import (
    boxed_date,
    month_date,
    numeric_date,
    slashed_day,
    slashed_month,
    spoken_figures,
    written_date,
)
from nlp.temporal.date_numbers import day_number, figure_words, ordinal, ordinal_words
from nlp.temporal.date_parts import Found, weekday
from nlp.temporal.deictics import Away, DayOf, NearWeekday, Offset
from nlp.temporal.durations import duration
from nlp.temporal.eras import century, decade, nominal_decade, part_of_year, season, year
from nlp.temporal.fixed_phrases import phrase
from nlp.temporal.meanings import CalendarDate, exists
from nlp.temporal.period_parts import part, period, rest, week, weekend
from nlp.temporal.relatives import (
    away,
    counted,
    deictic,
    directed,
    shifted,
    trailing,
    weekday_number,
)
from nlp.temporal.slices import NthWeekday
from nlp.temporal.time_lexicon import GRAMMAR
from nlp.temporal.tokens import Words


def nth_weekday(words: Words, index: int) -> Found | None:
    """Reads "el primer viernes de julio de 2019", "último domingo de este mes"; "de mes" recurs."""
    found = ordinal(words, index)
    day = weekday(words, found[0]) if found else None
    if found is None or day is None or words.words[day[0]] not in GRAMMAR.of:
        return None
    if words.words[day[0]] == "de" and words.words[day[0] + 1] in GRAMMAR.month_noun:
        return None
    base = period(words, day[0] + 1)
    return None if base is None else (base[0], NthWeekday(found[1], day[1], base[1]))


def day_of_month(words: Words, index: int) -> Found | None:
    """Reads "día 21", "el 20", "día uno del próximo mes", "primer día de enero de 2015"."""
    text = words.words
    led = text[index - 1] in GRAMMAR.before_day if index else False
    named = text[index] in GRAMMAR.day_noun
    first = ordinal(words, index) if text[index + 1] in GRAMMAR.after_first else None
    if first is not None and text[first[0]] in GRAMMAR.day_noun and first[1] > 0:
        day: tuple[int, int] | None = (first[0] + 1, first[1])
    elif named:
        day = day_number(words, index + 1)
    elif text[index][:1].isdecimal():
        day = day_number(words, index)
    else:
        return None
    if day is None:
        return None
    at = day[0]
    if text[at] in GRAMMAR.of:
        of = month_date(words, at + 1)
        if of is not None and of[1].day is None:
            date_ = CalendarDate(of[1].year, of[1].month, day[1])
            return (of[0], date_) if exists(date_) else None
        relative = _relative_month(words, at + 1)
        if relative is not None:
            return relative[0], DayOf(day[1], relative[1])
    if first is not None or (not named and not (led and _stands_alone(words, at))):
        return None
    return at, CalendarDate(day=day[1])


def _relative_month(words: Words, at: int) -> tuple[int, int] | None:
    found = directed(words, at) or trailing(words, at)
    if found is not None and isinstance(found[1], Offset) and found[1].unit == "M":
        return found[0], found[1].steps
    text = words.words
    if text[at] in GRAMMAR.same:
        return (at + 2, 0) if text[at + 1] in GRAMMAR.month_noun else None
    if text[at] in GRAMMAR.of_this_month and text[at + 1] not in GRAMMAR.year_noun:
        return at + 1, 0
    return (at + 1, 0) if text[at] in GRAMMAR.month_noun else None


def _stands_alone(words: Words, after: int) -> bool:
    """Whether "el 20" may be a day: nothing follows that it could count or measure."""
    word = words.words[after]
    return not word or (
        word in GRAMMAR.after_lone_day
        and not (words.glued(after + 1) and words.words[after + 1][:1].isalnum())
    )


def weekday_date(words: Words, index: int) -> Found | None:
    """A weekday, with its week or day perhaps: "el domingo de la semana pasada", "lunes 21"."""
    day = weekday(words, index)
    if day is None:
        return None
    at = day[0]
    text = words.words
    numbered = weekday_number(words, at, day[1])
    if numbered is not None:
        return numbered
    at += text[at] in GRAMMAR.links_week
    at += text[at] in GRAMMAR.the_singular
    week = directed(words, at) or trailing(words, at)
    if week is not None and isinstance(week[1], Offset) and week[1].unit == "W":
        return week[0], NearWeekday(day[1], week=week[1].steps)
    return day[0], NearWeekday(day[1])


def week_weekday(words: Words, index: int) -> Found | None:
    """Reads "la próxima semana el martes": the week before its day."""
    found = directed(words, index) or trailing(words, index)
    if found is None or not isinstance(found[1], Offset) or found[1].unit != "W":
        return None
    at = found[0]
    day = weekday(words, at + 1) if words.words[at] == "el" else None
    return None if day is None else (day[0], NearWeekday(day[1], week=found[1].steps))


def listed_day(words: Words, index: int) -> Found | None:
    """A day whose month is said once, at the end of a list: "el 1, el 2 y el 3 de enero"."""
    text = words.words
    led = index and text[index - 1] in GRAMMAR.before_listed_day
    if not led and (not text[index].isdecimal() or words.glued(index)):
        return None
    first = day_number(words, index)
    at = None if first is None else first[0]
    if first is None or at is None or text[at] not in GRAMMAR.listing:
        return None
    for _ in range(8):
        if text[at] not in GRAMMAR.listing:
            return None
        at += 1
        at += text[at] == "el"
        last = written_date(words, at)
        if last is not None:
            listed = replace(last[1], day=first[1], weekday=None)
            return (first[0], listed) if exists(listed) else None
        more = day_number(words, at)
        if more is None:
            return None
        at = more[0]
    return None


def duration_date(words: Words, index: int) -> Found | None:
    """A duration that a word after it makes a date: "dos días antes de ayer", "tres años atrás"."""
    span = duration(words, index)
    if span is None:
        return None
    moved = shifted(words, span[0])
    if moved is None:
        return None
    after, sign, based = moved
    if not based:
        return after, Away(span[1], sign)
    after += words.words[after] in GRAMMAR.the
    if duration(words, after) is not None:
        return None  # no chains: "un día antes de un día antes de…"
    base = date(words, after)
    if base is None:
        return None
    return base[0], Away(span[1], sign, base[1])


DIGITS = "0"
Parser = Callable[[Words, int], Found | None]


def _heads(parser_words: Iterable[tuple[Parser, Iterable[str]]]) -> dict[str, list[Parser]]:
    heads: dict[str, list[Parser]] = {}
    for parser, first_words in parser_words:
        for word in dict.fromkeys(first_words):
            heads.setdefault(word, []).append(parser)
    return heads


@lru_cache(maxsize=1)
def _parsers() -> dict[str, list[Parser]]:
    """The date parsers by the word they may begin with, in order; ``0`` stands for digits."""
    g = GRAMMAR
    figures = (DIGITS, *figure_words())
    ordinals = (DIGITS, *ordinal_words())
    turned = (*g.directions, *g.anaphoric)
    return _heads(
        (
            (numeric_date, (DIGITS,)),
            (boxed_date, g.day_noun),
            (
                written_date,
                (*figures, *g.weekdays, *g.tuesday_or_march, *ordinal_words(), *g.day_noun),
            ),
            (slashed_month, (DIGITS,)),
            (slashed_day, (DIGITS,)),
            (spoken_figures, (DIGITS,)),
            (listed_day, figures),
            (part, (*ordinals, *g.first_or_last)),
            (rest, g.rest),
            (week, g.week_noun),
            (weekend, g.weekend[:1]),
            (week_weekday, (*turned, *g.week_noun)),
            (century, (*g.century_symbols, *g.centuries)),
            (decade, (*g.decades, *g.years_noun)),
            (nominal_decade, figures),
            (part_of_year, (*ordinals, *g.quarter_letters)),
            (nth_weekday, ordinals),
            (day_of_month, (*ordinals, *g.day_noun)),
            (directed, turned),
            (trailing, (*g.units, *g.weekdays, *g.months, *g.seasons, *g.ends)),
            (phrase, g.wordings),
            (deictic, (*g.days, *g.nights, *g.past, *g.before, *g.day_noun)),
            (month_date, (*g.months, *g.month_noun)),
            (weekday_date, (*g.weekdays, *g.tuesday_or_march)),
            (season, g.seasons),
            (year, (*figures, *g.years)),
            (away, g.away),
            (counted, figures),
            (duration_date, (*figures, *g.few, *g.fractions, *g.pair, *g.quarter_of[:1])),
        )
    )


def date(words: Words, index: int) -> Found | None:
    """The first date that begins at ``index``, with a bracketed or appended repetition of it."""
    return once(words, index, "date", _date)


def once(words: Words, index: int, name: str, parser: Parser) -> Found | None:
    """What a parser reads at an index, read only once."""
    key = (name, index)
    if key not in words.memo:
        words.memo[key] = parser(words, index)
    found: Found | None = words.memo[key]
    return found


def _date(words: Words, index: int) -> Found | None:
    word = words.words[index]
    for parser in _parsers().get(DIGITS if word[:1].isdecimal() else word, ()):
        found = parser(words, index)
        if found is not None:
            return _apposed(words, found)
    return None


def _apposed(words: Words, found: Found) -> Found:
    """Repetitions: "hoy, viernes", "ayer, 19 de diciembre de 2019", "este viernes (15 jun)"."""
    after, meaning = found
    mark = words.words[after]
    if mark not in (",", "("):
        return found
    day = weekday(words, after + 1)
    if day is not None and mark == "(" and words.words[day[0]] == ")" and meaning.kind == "date":
        return day[0] + 1, meaning
    if not isinstance(meaning, (Offset, NearWeekday)):
        return found
    for parser in (numeric_date, written_date, slashed_day):
        more = parser(words, after + 1)
        if more is not None:
            return more[0] + (mark == "(" and words.words[more[0]] == ")"), more[1]
    if day is not None and isinstance(meaning, Offset) and meaning.unit == "D":
        ended = words.words[day[0]] in (",", ".", ";", "")
        return (day[0], meaning) if ended and mark == "," else found
    return found
