"""What numbers told together come to: "12 kg de pan y 3 de arroz", "seis cajas de 20 kg"."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import prod

from nlp.asked.field_profile import FieldProfile
from nlp.asked.field_units import unit_of
from nlp.asked.form_likeness import CONVERTIBLE, unit_fit
from nlp.asked.rendering import answer_value
from nlp.hints import Hint
from nlp.match.number_pairs import plain_numbers, raw_number
from nlp.match.surroundings import Surroundings
from nlp.reckon.reckoning_words import named, pattern_of
from nlp.spans import Candidate

_LEAD = 20
"""Characters before a number in which it is led in as an end of a range."""


def told_together(
    profile: FieldProfile, hints: Sequence[Hint], here: Surroundings
) -> tuple[float, Sequence[Candidate]] | None:
    """The total that a field asks for and a text tells in parts, or as so many times as much."""
    told = f"{named(profile)}. {profile.field.description}"
    if pattern_of("total").search(told) is None or not hints:
        return None
    fitting = [one for one in hints if unit_fit(profile, one.candidate) >= CONVERTIBLE] or hints
    best, text = fitting[0].candidate, here.document.text
    for run, times in _told(text, plain_numbers(here.candidates)):
        if not any(map(best.meets, run)):
            continue
        values = [one for one in _values(run, profile, times=times) if one is not None]
        total = prod(values) if times else sum(values)
        if len(values) == len(run) and total:
            return total, run
    return None


def _told(text: str, numbers: Sequence[Candidate]) -> Iterator[tuple[list[Candidate], bool]]:
    """Numbers listed in one unit, the last led in by "y"; and how many are each how much."""
    run: list[Candidate] = []
    for one, other in pairwise(numbers):
        between, units = (one.end, other.start), [unit_of(one), unit_of(other)]
        of = pattern_of("times").fullmatch(text, *between)
        if of is not None and (of["each"] or (units[0] is None and units[1])):
            yield [one, other], True
        ranged = pattern_of("ranged").search(text, max(0, one.start - _LEAD), one.start)
        alike = (None in units or units[0] == units[1]) and ranged is None
        joint = pattern_of("listed").fullmatch(text, *between) if alike else None
        run = [*(run or [one]), other] if joint is not None else []
        if joint is not None and joint["last"]:
            yield run, False
            run = []


def _values(run: Sequence[Candidate], profile: FieldProfile, *, times: bool) -> list[float | None]:
    """The numbers as the field asks for them; bare ones have the unit of the others."""
    has_unit = [unit_of(one) is not None for one in run]
    found: list[float | None] = []
    scale = 1.0
    for one, own in sorted(zip(run, has_unit, strict=True), key=lambda pair: not pair[1]):
        value, raw = answer_value(one, profile), raw_number(one)
        if own or not any(has_unit):
            found.append(float(value) if isinstance(value, int | float) else None)
            scale = found[-1] / raw if found[-1] and raw else scale
        else:
            found.append(raw and raw * (1.0 if times else scale))
    return found
