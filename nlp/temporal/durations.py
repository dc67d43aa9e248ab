"""Durations: "tres años y medio", "2 años, 3 meses y un día", "media hora", "unos días"."""

from nlp.temporal.date_numbers import amount, is_figure
from nlp.temporal.date_parts import matches
from nlp.temporal.eras import free
from nlp.temporal.meanings import Duration
from nlp.temporal.time_lexicon import GRAMMAR
from nlp.temporal.tokens import Words

_COLUMNS = "   "
"""Blanks between a number and a word that no longer belong together."""
_UNITS = ("Y", "M", "W", "D", "TH", "TM", "TS")
_SMALLER = {unit: _UNITS[at:] for at, unit in enumerate(_UNITS, start=1)}
"""The units that may follow one: "2 años, 3 meses y un día"."""
Part = tuple[float | None, str]


def unit(words: Words, index: int, *, figured: bool) -> tuple[int, str] | None:
    """A unit of time; symbols ("h", "min") only where a figure stands before (``figured``)."""
    word = words.words[index]
    if words.words[index : index + 3] in (GRAMMAR.weekend, GRAMMAR.weekends):
        return index + 3, "WE"
    code = GRAMMAR.units.get(word)
    if code is None or (word in GRAMMAR.figure_units and not figured):
        return None
    if word == "s" and not words.glued(index) and GRAMMAR.units.get(words.words[index - 2]) != "TM":
        return None
    if code == "D" and words.words[index + 1] in GRAMMAR.working:
        return index + 2, "BD"
    return index + 1, code


def duration(words: Words, index: int) -> tuple[int, Duration] | None:
    """One or more amounts with their units."""
    if words.glued(index) and words.words[index - 1][-1].isalnum():
        return None  # the tail of a code: "H2S"
    first = _part(words, index)
    if first is None or _second_place(words, index, first[0]):
        return None
    after, parts = first[0], [first[1]]
    while len(parts) < 6 and parts[-1][0] is not None:
        at = after
        at += words.words[at] == ","
        at += words.words[at] == "y" or (words.words[at] == "con" and parts[-1][1] == "Y")
        if at == after and not words.words[at].isdecimal():
            break
        more = _part(words, at) or (_bare_minutes(words, at) if parts[-1][1] == "TH" else None)
        if more is None or more[1][0] is None or more[1][1] not in _SMALLER.get(parts[-1][1], ()):
            break
        after = more[0]
        parts.append(more[1])
    return after + (words.words[after] in GRAMMAR.entire), Duration(tuple(parts))


def _bare_minutes(words: Words, at: int) -> tuple[int, Part] | None:
    """Reads the end of "dos horas y veinte": minutes that are not said to be."""
    if words.words[at - 1] != "y":
        return None
    found = amount(words, at)
    if found is None or not 0 < found[1] < 60 or not free(words, found[0]):
        return None
    return found[0], (found[1], "TM")


def _second_place(words: Words, index: int, after: int) -> bool:
    """Whether "un segundo" is an ordinal before its noun ("un segundo plano")."""
    if words.words[index:after] != GRAMMAR.one_second or words.broken(after):
        return False
    following = words.words[after]
    return following[:1].isalpha() and following not in GRAMMAR.after_a_second


def _part(words: Words, index: int) -> tuple[int, Part] | None:
    text = words.words
    word = text[index]
    if word in GRAMMAR.fractions:
        return _fraction(words, index + 1, GRAMMAR.shares.get(word, 0.5))
    alone = unit(words, index, figured=False)
    if alone is not None:
        halved = words.words[alone[0] : alone[0] + 2] in GRAMMAR.and_a_half
        more = (alone[0] + 2, (1.5, alone[1])) if halved else _halves(words, alone[0], 1, alone[1])
        return more if more[0] > alone[0] else None
    if word in GRAMMAR.three:
        quarters = text[index + 1] in GRAMMAR.quarters
        if quarters and text[index + 2] == "de":
            return _fraction(words, index + 3, 0.75)
    quarter = index + (word in GRAMMAR.one)
    if matches(words, quarter, GRAMMAR.quarter_of) and text[quarter + 2] in GRAMMAR.quartered:
        return _fraction(words, quarter + 2, 0.25)
    if word in GRAMMAR.few:
        return _vague(words, index)
    if word in GRAMMAR.pair_starts and text[index + (word == "un")] in GRAMMAR.pair:
        at = index + 1 + (word == "un")
        named = unit(words, at + 1, figured=False) if text[at] == "de" else None
        return None if named is None else (named[0], (2, named[1]))
    found = amount(words, index)
    if found is None:
        return None
    after, number = found
    halved = text[after] in ("½",) or matches(words, after, GRAMMAR.and_half)
    if halved and unit(words, after + 1 + (text[after] == "y"), figured=True):
        number += 0.5
        after += 1 + (text[after] == "y")
    named = unit(words, after, figured=text[index].isdecimal())
    if named is None or (words.broken(after) and not words.glued(after)):
        return None
    if _COLUMNS in words.text[words.ends[after - 1] : words.starts[after]]:
        return None
    return _halves(words, named[0], number, named[1])


def _fraction(words: Words, index: int, number: float) -> tuple[int, Part] | None:
    named = unit(words, index, figured=True)
    return None if named is None else (named[0], (number, named[1]))


def _vague(words: Words, index: int) -> tuple[int, Part] | None:
    """Reads "unos días", "varias semanas", "unos pocos días": the amount is unknown."""
    at = index + 1
    if words.words[at] in GRAMMAR.few:
        at += 1
    if is_figure(words.words[at]) and words.words[index] in GRAMMAR.some:
        return _part(words, at)
    named = unit(words, at, figured=False)
    return None if named is None else (named[0], (None, named[1]))


def _halves(words: Words, after: int, number: float, code: str) -> tuple[int, Part]:
    """Reads "y medio", "y media", "y cuarto" after the unit."""
    half = words.words[after] == "y" and words.words[after + 1] in GRAMMAR.half
    if half and unit(words, after + 2, figured=True) is None:
        return after + 2, (number + 0.5, code)
    if code == "TH" and matches(words, after, GRAMMAR.and_a_quarter):
        return after + 2, (number + 0.25, code)
    if code == "TH" and matches(words, after, GRAMMAR.and_three_quarters):
        return after + 3, (number + 0.75, code)
    return after, (number, code)
