"""Figures inside temporal expressions: days, years, amounts; in digits and in words."""

from functools import lru_cache

from nlp.numeric.numeral_lexicon import lexicon as numerals
from nlp.temporal.time_lexicon import GRAMMAR
from nlp.temporal.tokens import Words

_RANKS = ("unit", "teen", "ten", "hundred", "thousand")


@lru_cache(maxsize=1)
def figure_words() -> dict[str, int]:
    """The number words a day, an hour or a year may be written with."""
    found = {word: reading for word, reading in numerals().items() if reading.rank in _RANKS}
    return {word: int(reading.value) for word, reading in found.items() if not reading.ordinal}


@lru_cache(maxsize=1)
def ordinal_words() -> dict[str, int]:
    """The ordinals up to a hundred, and "último" (-1)."""
    found = {word: int(reading.value) for word, reading in numerals().items() if reading.ordinal}
    return {word: number for word, number in found.items() if number <= 100} | {**GRAMMAR.ordinals}


_LONGEST = 9  # digits; anything longer is no figure of a date
_LEAST_SHORT = 32
"""The least year that two figures say alone: less may be a day of a month."""


def is_figure(word: str) -> bool:
    """Whether a figure may begin with the word."""
    return word in figure_words() or word[:1].isdecimal()


def digits(words: Words, index: int) -> int | None:
    """The number written in ASCII digits at ``index``."""
    word = words.words[index]
    if len(word) > _LONGEST or not (word.isascii() and word.isdecimal()):
        return None
    return int(word)


def spelled(words: Words, index: int) -> tuple[int, int] | None:
    """The number in words at ``index`` and the index after it, up to 999 999."""
    total = current = 0
    start = index
    table = figure_words()
    while (number := table.get(words.words[index])) is not None:
        room = current % 10 if number < 10 else current % 100 if number < 100 else current
        joined = words.words[index - 1] == "y" and index > start
        if number == 1000:
            if total or (current == 0 and index > start):
                break
            total, current = 1000 * max(current, 1), 0
        elif (
            room
            or (index > start and current % 100 in range(10, 30) and not joined)
            or (current % 100 > 0 and not joined)
        ):
            break
        else:
            current += number
        index += 1
        # "Dos mil veinte y cuatro" is a year; "las veinte y cuatro" may be an hour and minutes.
        least = 20 if total else 30
        joins = words.words[index] == "y" and current % 100 in range(least, 100, 10)
        if joins and 0 < table.get(words.words[index + 1], 0) < 10:
            index += 1
    return (index, total + current) if index > start else None


def whole(words: Words, index: int) -> tuple[int, int] | None:
    """A whole number in digits or words, its repetition taken in: "doce (12)", "12 (doce)"."""
    number = digits(words, index)
    found = spelled(words, index) if number is None else (index + 1, number)
    if found is None or words.words[found[0]] != "(":
        return found
    at = found[0] + 1
    again = spelled(words, at) if number is not None else (at + 1, digits(words, at))
    repeated = again is not None and again[1] == found[1] and words.words[again[0]] == ")"
    return (again[0] + 1, found[1]) if again is not None and repeated else found


def amount(words: Words, index: int) -> tuple[int, float] | None:
    """An amount of units: whole, decimal ("3,5"), grouped ("1.200")."""
    found = whole(words, index)
    if found is None or not words.words[index][0].isdecimal():
        return found
    after, number = found
    text, glued = words.words, words.glued(after) and words.glued(after + 1)
    if not glued or text[after] not in (",", ".") or digits(words, after + 1) is None:
        return found
    tail = text[after + 1]
    if len(tail) == 3 and text[after] == ".":
        return after + 2, number * 1000 + int(tail)
    return after + 2, float(f"{number}.{tail}")


def ordinal_mark(words: Words, index: int) -> int:
    """The index after an ordinal's tail ("º", ".º", "ro", "er") glued to the figure before."""
    if words.glued(index) and words.words[index] in GRAMMAR.ordinal_tails:
        return index + 1
    dotted = words.words[index] == "." and words.glued(index) and words.glued(index + 1)
    if dotted and words.words[index + 1] in GRAMMAR.dotted_ordinal_tails:
        return index + 2
    return index


def day_number(words: Words, index: int) -> tuple[int, int] | None:
    """A day of the month, 1 to 31: "3", "3.º", "tres", "primero", "treinta y uno"."""
    number = digits(words, index)
    if number is not None:
        marked = ordinal_mark(words, index + 1)
        found = whole(words, index) if marked == index + 1 else (marked, number)
        found = found if len(words.words[index]) < 3 else None
    elif words.words[index] in GRAMMAR.first:
        found = (index + 1, 1)
    else:
        found = whole(words, index)
    return found if found is not None and 1 <= found[1] <= 31 else None


def full_year(words: Words, index: int) -> tuple[int, int] | None:
    """A year of four digits, or in words from a thousand on."""
    found = whole(words, index)
    if found is None or not 1000 <= found[1] <= 2999:
        return None
    if words.words[index][0].isdecimal() and len(words.words[index]) != 4:
        return None
    return found


def ordinal(words: Words, index: int) -> tuple[int, int] | None:
    """An ordinal: "primer", "vigésimo segundo", "3.º", "último" (-1)."""
    table = ordinal_words()
    number = table.get(words.words[index])
    if number is not None:
        more = table.get(words.words[index + 1], 0) if number >= 10 and number % 10 == 0 else 0
        return (index + 2, number + more) if 0 < more < 10 else (index + 1, number)
    number = digits(words, index)
    after = ordinal_mark(words, index + 1)
    return (after, number) if number is not None and after > index + 1 else None


def two_digit_year(number: int) -> int:
    """The year two digits mean: 1950 to 2049."""
    return number + (2000 if number < 50 else 1900)


def short_year(written: str) -> int | None:
    """The year that two figures say alone, "84"; None for what may be a day of a month."""
    alone = len(written) == 2 and written.isdecimal() and int(written) >= _LEAST_SHORT
    return two_digit_year(int(written)) if alone else None
