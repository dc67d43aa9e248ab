"""Dates relative to the day of speech: "ayer", "la semana pasada", "hace dos años"."""

from dataclasses import replace

from nlp.temporal.absolute import month_date, slashed_day, written_date
from nlp.temporal.clocks import half_of_day
from nlp.temporal.date_numbers import day_number, full_year, is_figure, whole
from nlp.temporal.date_parts import Found, bound_at, matches, month, turn, weekday
from nlp.temporal.deictics import Away, NearDay, NearMonth, NearWeekday, Offset, Stretch, YearPart
from nlp.temporal.durations import duration, unit
from nlp.temporal.eras import century, counts, free, season
from nlp.temporal.meanings import CalendarDate, DayTime, Duration, Fixed, Marked, Meaning, PartOfDay
from nlp.temporal.time_lexicon import GRAMMAR
from nlp.temporal.tokens import Words

_GRANULES = frozenset(("D", "W", "WE", "M", "3M", "6M", "Y", "10Y", "100Y"))


def deictic(words: Words, index: int) -> Found | None:
    """Reads "hoy", "ayer", "pasado mañana", "antes de ayer", "anoche"; "mañana" if no part of day."""
    word = words.words[index]
    if word in GRAMMAR.past and words.words[index + 1] in GRAMMAR.tomorrow:
        return index + 2, Offset("D", 2)
    at = index + (word in GRAMMAR.day_noun)
    if matches(words, at, GRAMMAR.day_before_yesterday):
        return at + 3, Offset("D", -2)
    if word in GRAMMAR.day_noun and matches(words, at, GRAMMAR.after_tomorrow):
        return at + 3, Offset("D", 2)
    if word in GRAMMAR.nights:
        return index + 1, DayTime(Offset("D", GRAMMAR.nights[word]), PartOfDay("NI"), "datetime")
    if word not in GRAMMAR.days:
        return None
    part = word in GRAMMAR.tomorrow and index and words.words[index - 1] in GRAMMAR.before_morning
    if part and words.words[max(index - 2, 0) : index] != GRAMMAR.and_half_past:
        return None
    return index + 1, Offset("D", GRAMMAR.days[word])


def directed(words: Words, index: int) -> Found | None:
    """A direction and what it directs: "próximo lunes", "este mes", "últimos tres días"."""
    step = GRAMMAR.directions.get(words.words[index])
    if step is None:
        return _anaphoric(words, index) if words.words[index] in GRAMMAR.anaphoric else None
    at = index + 1
    word = words.words[at]
    if words.words[index] in GRAMMAR.same and not _current(words, at):
        return _anaphoric(words, index)
    if step == 0 and GRAMMAR.directions.get(word) is not None:
        step, at = GRAMMAR.directions[word], at + 1
    if words.words[at] in GRAMMAR.day_noun and step and day_number(words, at + 1):
        at += 1
    part = GRAMMAR.parts.get(words.words[at])
    if part is not None and (step == 0 or at > index + 1):
        return at + 1, DayTime(Offset("D", 0), PartOfDay(part), "datetime")
    if step == 0:
        full = _current(words, at)
        if full is not None:
            return full
    many = _many(words, at, step)
    if many is not None:
        return many
    return _one(words, at, step)


def _anaphoric(words: Words, index: int) -> Found | None:
    """Reads "ese año", "aquella tarde", "el mismo día": the text says which, not the calendar."""
    at = index + 1
    at += words.words[at] in GRAMMAR.directions
    full = _current(words, at)
    if full is not None:
        return full
    part = GRAMMAR.parts.get(words.words[at])
    if part is not None:
        return at + 1, PartOfDay(part)
    named = unit(words, at, figured=False) or weekday(words, at) or month(words, at, short=False)
    return None if named is None else (named[0], Fixed("date", ()))


def _current(words: Words, at: int) -> Found | None:
    """What "este" may stand before though it says all: "este siglo XX", "este mismo año 2000"."""
    found = written_date(words, at) or slashed_day(words, at)
    if found is not None:
        return found
    if words.words[at] in GRAMMAR.year_noun:
        year = full_year(words, at + 1)
        return None if year is None else (year[0], CalendarDate(year[1]))
    return century(words, at) if words.words[at] in GRAMMAR.century_noun else None


def _many(words: Words, at: int, step: int) -> Found | None:
    """Reads "próximos tres días", "últimas 24 horas", "últimos años"."""
    if not step:
        return None
    if is_figure(words.words[at]):
        number = whole(words, at)
        named = unit(words, number[0], figured=True) if number else None
        return (named[0], Stretch(number[1], named[1], step)) if number and named else None
    plural = words.words[at].endswith("s") and words.words[at - 1].endswith("s")
    named = unit(words, at, figured=False) if plural else None
    return None if named is None else (named[0], Duration(((None, named[1]),)))


def _one(words: Words, at: int, step: int) -> Found | None:
    for read in (written_date, month_date, slashed_day, season):
        full = read(words, at)
        if full is not None and getattr(full[1], "year", None) is not None:
            return full  # "el pasado 3 de mayo de 2023"
    year = full_year(words, at) if step else None
    if year is not None and free(words, year[0]):
        return year[0], CalendarDate(year[1])
    day = day_number(words, at)
    if day is not None:
        of = day[0] + (words.words[day[0]] == "de")
        name = month(words, of, short=False)
        if name is not None:
            return name[0], NearMonth(name[1], step, day[1])
        led = words.words[at - 1] in GRAMMAR.day_noun and step
        return (day[0], NearDay(day[1], step)) if led else None
    named_day = weekday(words, at)
    if named_day is not None:
        return _weekday(words, named_day, step)
    name = month(words, at, short=words.words[at] not in GRAMMAR.doubtful_months)
    if name is not None:
        return name[0], NearMonth(name[1], step)
    if words.words[at] in GRAMMAR.seasons:
        return at + 1, YearPart(GRAMMAR.seasons[words.words[at]], step=step)
    named = unit(words, at, figured=False)
    styles = GRAMMAR.year_styles.keys() | GRAMMAR.plain_years
    if named is not None and named[1] == "Y" and words.words[named[0]] in styles:
        named = named[0] + 1, "Y"
    if named is not None and words.words[at].endswith("s") and named[1] != "M" and named[1] != "WE":
        return None
    return None if named is None else (named[0], _offset(named[1], step))


def _weekday(words: Words, named: tuple[int, int], step: int) -> Found:
    """A directed weekday: a date may follow, or the direction that counts."""
    after, number = named
    day = written_date(words, after) or slashed_day(words, after, led=True)
    if day is not None and not words.broken(after):
        return day
    numbered = weekday_number(words, after, number)
    if numbered is not None:
        return numbered  # "el próximo jueves 14"
    turned = direction_after(words, after) if step == 0 else None
    if turned is not None:
        return turned[0], NearWeekday(number, turned[1])
    return after, NearWeekday(number, step)


def weekday_number(words: Words, at: int, named: int) -> Found | None:
    """Reads "lunes 21", "martes el veinticinco", "miércoles, día 31"."""
    start = at
    at += words.words[at] == ","
    at += words.words[at] == "el"
    said = words.words[at] in GRAMMAR.day_noun
    at += said
    day = None if words.broken(at) else day_number(words, at)
    led = said or at > start
    if day is None or not (led or words.words[at].isdecimal()):
        return None
    after = words.words[day[0]]
    halved = after != "por" and half_of_day(words, day[0])
    if after in GRAMMAR.clock_signs or (not said and (counts(words, day[0]) or halved)):
        return None
    if not said and not led and words.words[day[0]] in (".", ",") and words.glued(day[0] + 1):
        return None  # "jueves 10.30"
    listed = written_date(words, day[0] + 1) if words.words[day[0]] in GRAMMAR.listing else None
    if listed is not None:
        return day[0], replace(listed[1], day=day[1], weekday=named)
    return day[0], CalendarDate(day=day[1], weekday=named)


def _offset(code: str, step: int) -> Meaning:
    if code in _GRANULES:
        return Offset(code, step)
    return Stretch(1, code, step or 1)


def trailing(words: Words, index: int) -> Found | None:
    """A unit, weekday or month with its direction after it: "semana pasada", "lunes que viene"."""
    word = words.words[index]
    named = unit(words, index, figured=False)
    day = weekday(words, index)
    name = month(words, index, short=False)
    after = named[0] if named else day[0] if day else name[0] if name else index + 1
    if not (named or day or name or word in GRAMMAR.seasons):
        return None
    directed_ = direction_after(words, after)
    if directed_ is None:
        return None
    end, step = directed_
    if day is not None:
        return end, NearWeekday(day[1], step)
    if name is not None:
        return end, NearMonth(name[1], step)
    if word in GRAMMAR.seasons:
        return end, YearPart(GRAMMAR.seasons[word], step=step)
    assert named is not None
    if word.endswith("s") and named[1] != "M" and named[1] != "WE":
        return end, Duration(((None, named[1]),))
    return end, _offset(named[1], step)


def direction_after(words: Words, index: int) -> tuple[int, int] | None:
    """Reads "pasado", "siguiente", "que viene", "en curso": index after and direction."""
    text = words.words
    said = turn(words, index)
    if said is not None:
        return said
    step = GRAMMAR.directions.get(text[index])
    if step is None or text[index] in GRAMMAR.same or text[index] in GRAMMAR.this_determiners:
        return None
    return index + 1, step


def counted(words: Words, index: int) -> Found | None:
    """A counted stretch with its direction after it: "tres meses que vienen", "5 años pasados"."""
    number = whole(words, index)
    if number is None:
        return None
    step = GRAMMAR.directions.get(words.words[number[0]])
    at = number[0] + (step is not None)
    named = unit(words, at, figured=True)
    if named is None:
        return None
    if step:
        return named[0], Stretch(number[1], named[1], step)
    after = direction_after(words, named[0])
    if after is None or not after[1]:
        return None
    return after[0], Stretch(number[1], named[1], after[1])


def away(words: Words, index: int) -> Found | None:
    """Reads "hace dos semanas", "dentro de tres meses", "en 5 minutos"."""
    word = words.words[index]
    if word in GRAMMAR.ago:
        sign, at = -1, index + 1
    elif word in GRAMMAR.within and words.words[index + 1] == "de":
        sign, at = 1, index + 2
    elif word in GRAMMAR.after_now:
        sign, at = 1, index + 1
    else:
        return None
    at += words.words[at] in GRAMMAR.already
    if word in GRAMMAR.within and words.words[at] in GRAMMAR.the_plural:
        near = directed(words, at + 1)
        if near is not None and isinstance(near[1], Stretch):
            return near
    bounded = word in GRAMMAR.ago_or_within
    bound = bound_at(words, at, GRAMMAR.bounds_before) if bounded else None
    if bound is not None:
        rest = duration(words, bound[0])
        return None if rest is None else (rest[0], Marked(Away(rest[1], sign), bound[1]))
    span = duration(words, at)
    if span is None:
        return None
    base = shifted(words, span[0]) if word in GRAMMAR.within else None
    if base is not None and base[2]:
        anchor = deictic(words, base[0]) or written_date(words, base[0])
        now = words.words[base[0]] in GRAMMAR.now
        if anchor is not None or now:
            end = base[0] + 1 if anchor is None else anchor[0]
            return end, Away(span[1], base[1], None if anchor is None else anchor[1])
    if any(amount is None for amount, _ in span[1].parts):
        return (span[0], span[1]) if word in GRAMMAR.ago_or_within else None
    return span[0], Away(span[1], sign, within=word in GRAMMAR.within, loose=word == "en")


def shifted(words: Words, after: int) -> tuple[int, int, bool] | None:
    """What turns a duration before it into a date: index after, sign, whether a base must follow.

    "antes", "después", "atrás", "más tarde", "a partir de".
    """
    text = words.words
    if text[after] in GRAMMAR.back:
        return after + 1, -1, False
    if matches(words, after, GRAMMAR.later):
        return after + 2, 1, False
    if text[after] in GRAMMAR.before_or_after and text[after + 1] in GRAMMAR.of:
        return after + 2, -1 if text[after] in GRAMMAR.before else 1, True
    if matches(words, after, GRAMMAR.starting) and text[after + 2] in GRAMMAR.of:
        return after + 3, 1, True
    return None
