"""What dates are made of: names of months and weekdays, years and eras, bounds around them."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from nlp.temporal.date_numbers import digits, full_year, two_digit_year, whole
from nlp.temporal.meanings import CalendarDate, Meaning
from nlp.temporal.time_lexicon import GRAMMAR, Phrase
from nlp.temporal.tokens import Words

Found: TypeAlias = tuple[int, Meaning]
"""The index after the expression, and what it means."""
Dated: TypeAlias = tuple[int, CalendarDate]
"""The index after a date of the calendar, and the date."""

_MOST_DAYS = 31
_TUESDAY = 2
_SHORT_DAYS = ("short weekdays", 0)
_SHARES = ("%", "‰", "$", "€")


def matches(words: Words, index: int, phrase: Phrase) -> bool:
    """Whether the folded phrase stands at ``index``."""
    return words.words[index : index + len(phrase)] == phrase


def bound_at(
    words: Words, index: int, table: Mapping[str, Iterable[tuple[Phrase, str]]]
) -> tuple[int, str] | None:
    """A bound that leads ("antes de") or follows ("o más tarde"): index after it, its modifier."""
    for wording, modifier in table.get(words.words[index], ()):
        if matches(words, index, wording):
            return index + len(wording), modifier
    return None


def era(words: Words, index: int) -> tuple[int, bool] | None:
    """An era mark: the index after it and whether it is before Christ."""
    for phrase, before in GRAMMAR.eras:
        if words.words[index] == phrase[0] and matches(words, index, phrase):
            return index + len(phrase), before
    return None


def month(words: Words, index: int, *, short: bool) -> tuple[int, int] | None:
    """A month's name; abbreviations only where ``short``, their full stop taken in."""
    word = words.words[index]
    number = GRAMMAR.months.get(word)
    if number is None or (word in GRAMMAR.short_months and not short):
        return None
    after = index + 1
    if word in GRAMMAR.short_months and words.words[after] == "." and words.glued(after):
        if word in GRAMMAR.undotted_months:
            return None
        after += 1
    return after, number


def weekday(words: Words, index: int) -> tuple[int, int] | None:
    """A weekday's name; an abbreviation needs its full stop or a day behind it: "vie 9", "mié 17-06"."""
    word = words.words[index]
    named = GRAMMAR.weekdays.get(word)
    number = named or (_TUESDAY if is_tuesday(words, index) else None)
    if number is None or (word in GRAMMAR.days_and_names and is_proper_name(words, index)):
        return None
    if named is not None and word not in GRAMMAR.short_weekdays:
        return index + 1, number
    if words.words[index + 1] == "." and words.glued(index + 1):
        return index + 2, number
    day = None if words.broken(index + 1) or words.glued(index + 1) else digits(words, index + 1)
    return (index + 1, number) if day is not None and 1 <= day <= _MOST_DAYS else None


def is_tuesday(words: Words, index: int) -> bool:
    """Whether "mar 05" is no day of March: other weekdays stand so in the text, "lun 04", "mié 06"."""
    if words.words[index] not in GRAMMAR.tuesday_or_march:
        return False
    if _SHORT_DAYS not in words.memo:
        words.memo[_SHORT_DAYS] = any(
            word in GRAMMAR.short_weekdays and digits(words, after) is not None
            for after, word in enumerate(words.words[: words.count], start=1)
        )
    return bool(words.memo[_SHORT_DAYS])


def relative_year(words: Words, index: int) -> tuple[int, int] | None:
    """Reads "del año pasado", "de este año", "del próximo año": index after and steps from this year."""
    text = words.words
    if text[index] not in GRAMMAR.of:
        return None
    at = index + 1
    at += text[at] == "el"
    step = GRAMMAR.directions.get(text[at])
    at += step is not None
    if step is not None and GRAMMAR.directions.get(text[at]) is not None:
        step, at = GRAMMAR.directions[text[at]], at + 1
    if text[at] not in GRAMMAR.year_noun:
        return None
    at += 1
    said = turn(words, at)
    if said is not None:
        return said
    after = GRAMMAR.directions.get(text[at]) if step is None else None
    if after is not None and text[at] not in GRAMMAR.pointing:
        return at + 1, after
    return at, step or 0


def turn(words: Words, index: int) -> tuple[int, int] | None:
    """Reads "que viene", "en curso": index after and direction."""
    if words.words[index] == "que" and words.words[index + 1] in GRAMMAR.coming:
        return index + 2, 1
    return (index + 2, 0) if matches(words, index, GRAMMAR.in_course) else None


def year_tail(words: Words, index: int) -> tuple[int, int, bool] | None:
    """The year after a month: "de 2021", "del año 2021", ", 2021", "de 44 a. C.", "pasado (2021)"."""
    if (aside := _year_aside(words, index)) is not None:
        return aside
    at = index
    linked = words.words[at] in GRAMMAR.links_year
    if linked or words.words[at] == ",":
        at += 1
    elif words.broken(at):
        return None
    named = words.words[at] in GRAMMAR.year_noun
    at += named
    found = full_year(words, at)
    if found is None and at == index and _short_year(words, at):
        return at + 1, two_digit_year(int(words.words[at])), False
    if found is None and (linked or named):
        found = whole(words, at)
        marked = None if found is None else era(words, found[0])
        if found is not None and marked is None:
            short = digits(words, at) is not None and len(words.words[at]) == 2
            short = short and month(words, found[0], short=True) is None
            found = (found[0], two_digit_year(found[1])) if short else None
    if found is None or not (found[1] < 3000):
        return None
    after, bc = era(words, found[0]) or (found[0], False)
    return after, found[1], bc


def _short_year(words: Words, index: int) -> bool:
    """Whether two figures behind a month's abbreviation are its year: "25 ENE 26", not "3 dic 26 kg"."""
    month_, after = words.words[index - 1], words.words[index + 1]
    if month_ not in GRAMMAR.short_months or digits(words, index) is None:
        return False
    if len(words.words[index]) != 2:
        return False
    if words.glued(index):
        return words.glued(index - 1) and not words.glued(index + 1)  # "09JUL24"
    beside = words.starts[index] - words.ends[index - 1] == 1  # in the next column is another thing
    counted = after[:1].isalnum() or after in GRAMMAR.clock_signs or after in _SHARES
    return beside and (words.broken(index + 1) or not counted)


def _year_aside(words: Words, index: int) -> tuple[int, int, bool] | None:
    """Reads "(2021)", "pasado (2021)" and "del presente año (2021)"."""
    said = relative_year(words, index)
    at = said[0] if said is not None else index + (words.words[index] in GRAMMAR.directions)
    if words.words[at] != "(" or words.words[at + 2] != ")":
        return None
    year = full_year(words, at + 1)
    return None if year is None or year[0] != at + 2 else (at + 3, year[1], False)


def is_proper_name(words: Words, index: int) -> bool:
    """Whether a bare month may be a name of something else ("Julio César", "Plaza de Mayo")."""
    text = words.text
    if not text[words.starts[index]].isupper():
        return False
    after = index + 1
    if after < words.count and text[words.starts[after]].isupper():
        return True
    if not index or words.words[index - 1] in GRAMMAR.before_month_name:
        return False
    if words.words[index - 1] == "de":
        return index > 1 and text[words.starts[index - 2]].isupper()
    return text[words.starts[index - 1]].isupper()
