"""What a text says by several numbers: the rest of a whole, the other side of a comparison, a total.

"De las 412 personas, 371 lo completaron" also says how many did not, "21 meses, cinco más de lo previsto"
how many were planned; "12 kg de pan y 3 de arroz" and "seis cajas de 20 kg" come to a total.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import prod

import numpy as np

from nlp.asked.field_profile import FieldProfile
from nlp.asked.field_units import duration_parts, unit_of
from nlp.asked.form_likeness import CONVERTIBLE, unit_fit
from nlp.asked.rendering import answer_value
from nlp.hints import Hint
from nlp.latest import latest
from nlp.match.implied import ABSENCE
from nlp.match.surroundings import Cues, Floats, Surroundings
from nlp.reckon.reckoning_words import named, pattern_of, told_of
from nlp.schema import is_number
from nlp.spans import DAY_LABELS, RECKONED, Candidate
from nlp.stems import stems_of

_REACH, _AHEAD, _BEHIND = 130, 30, 60
"""Characters between the two numbers, before the first and behind the second that tell of them."""
_LIKELY = 8
"""Ranked mentions among which one of the numbers is to be found."""
_AROUND = 5
"""Words around a number that say what it is of."""
_CUED = 0.2
_SHARED_SCALE = 1e6
_LABELS = frozenset({"NUMBER", "QUANTITY", "MONEY", "DURATION", "AGE"})
_TIMES = frozenset({"DURATION", "AGE"})
_YEARS = range(1500, 2101)
_LEAD = 20
"""Characters before a number in which it is led in as an end of a range."""


@dataclass(frozen=True, slots=True)
class Told:
    """A whole with its part, or what is compared with by how much it is more (``sign`` -1) or less."""

    first: Candidate
    second: Candidate
    sign: int
    compared: bool
    about: str = ""
    rest: int | None = None
    """Where the text goes on to speak of the rest."""


def told_by_parts(
    profile: FieldProfile, hints: Sequence[Hint], here: Surroundings
) -> tuple[float, Sequence[Candidate]] | None:
    """The number of a field that the text says by two others, and those."""
    found = told_numbers(here.document.text, here.candidates)
    likely = [hint.candidate for hint in hints[:_LIKELY]]
    if not found or not likely:
        return None
    weights = np.maximum(*(one.weights for one in here.cues_of(profile)))
    after = Cues(weights, here.way).after
    told: list[tuple[float, float, Sequence[Candidate]]] = []
    for one in found:
        both = (one.first, one.second)
        if profile.unit is not None and unit_fit(profile, one.first) < CONVERTIBLE:
            continue
        if not any(each.meets(two) for each in likely for two in both):
            continue
        cued, value = _cues(weights, both, here), _value(profile, one)
        if cued and value is not None and _asks(profile, one, here, after):
            told.append((cued, value, both))
    return max(told, key=lambda each: each[0])[1:] if told else None


def _asks(profile: FieldProfile, one: Told, here: Surroundings, after: Floats) -> bool:
    """Whether a field asks for what is left, or for the other side, and not for what is said."""
    description = profile.field.description
    asked = f"{named(profile.field)} {pattern_of('aside').split(description)[0]}"
    computed = pattern_of("computed").search(description) is not None
    if one.compared:
        return computed or pattern_of("before").search(asked) is not None
    if one.rest is not None and after[here.token_range(one.rest, one.rest + 1)[0]] >= _CUED:
        return True
    denied = pattern_of("denied").search(asked) is not None
    if computed or pattern_of("denies").search(one.about) is None:
        return computed or denied
    cues = {stem for phrase in profile.names for stem in phrase}
    return not denied and not cues.isdisjoint(stems_of(one.about))


def _cues(weights: Floats, both: Sequence[Candidate], here: Surroundings) -> float:
    """How much the words around the two numbers say of a field."""
    inside = np.zeros(len(weights), dtype=bool)
    for one in both:
        first, last = here.token_range(one.start, one.end)
        inside[max(0, first - _AROUND) : last + _AROUND] = True
    return float(weights[inside].sum())


def _value(profile: FieldProfile, one: Told) -> float | None:
    """What the two come to as the field asks for it; a bare second one has the unit of the first."""
    whole = answer_value(one.first, profile)
    first, second = raw_number(one.first), raw_number(one.second)
    if not is_number(whole) or not first or second is None:
        return None
    part = answer_value(one.second, profile)
    if unit_of(one.second) is None or not is_number(part):
        shares = first >= _SHARED_SCALE > 1000 * second and "mill" in one.first.mention
        part = second * (_SHARED_SCALE if shares else 1) * whole / first
    value = whole + one.sign * part
    return float(f"{value:.10g}") if value > 0 else None


@latest(2)
def told_numbers(text: str, candidates: tuple[Candidate, ...]) -> tuple[Told, ...]:
    """What a text says by two numbers near each other, whatever is asked; asked again, the same."""
    numbers = plain_numbers(candidates)
    found: list[Told] = []
    for place, one in enumerate(numbers[1:], start=1):
        behind = pattern_of("clause_end").split(text[one.end : one.end + _BEHIND])[0]
        compared = pattern_of("compares").match(behind)
        if compared is not None:
            sign = -1 if compared["more"] else 1
            told = Told(numbers[place - 1], one, sign, compared=True)
            leads = pattern_of("leads_compared").search(text, told.first.end, one.start)
            found += [told] if leads and _go_together(text, told.first, one) else []
            continue
        whole = next(_before(text, numbers, place), None)
        told_part = _part(text, whole, one, behind) if whole is not None else None
        found += [told_part] if told_part is not None else []
    return tuple(found)


@latest(2)
def plain_numbers(candidates: tuple[Candidate, ...]) -> list[Candidate]:
    """The numbers and amounts that a text writes, in its order, without its dates; read once."""
    days = [one for one in candidates if one.label in DAY_LABELS]
    spans: dict[int, Candidate] = {}
    for one in candidates:
        if one.label in _LABELS and one.source not in {RECKONED, ABSENCE}:
            known = spans.get(one.start)
            spans[one.start] = one if known is None or known.end < one.end else known
    return [spans[at] for at in sorted(spans) if not any(map(spans[at].meets, days))]


def _before(text: str, numbers: Sequence[Candidate], place: int) -> Iterator[Candidate]:
    """The numbers before one that may be its whole: no time and no year beside a count."""
    one = numbers[place]
    for at in range(place - 1, -1, -1):
        other = numbers[at]
        if one.start - other.end > _REACH:
            return
        year = other.label == "NUMBER" and raw_number(other) in _YEARS and len(other.mention) == 4
        time = other.label in _TIMES and one.label not in _TIMES
        if not year and not time and _go_together(text, other, one):
            yield other


def _go_together(text: str, one: Candidate, other: Candidate) -> bool:
    """Whether two numbers stand in one sentence and in one unit, as far as they say one."""
    if one.end > other.start or pattern_of("clause_end").search(text, one.end, other.start):
        return False
    return len({unit_of(one), unit_of(other)} - {None}) < 2


def _part(text: str, one: Candidate, other: Candidate, behind: str) -> Told | None:
    """The whole and its part that two numbers are, if they are."""
    first, second = raw_number(one) or 0, raw_number(other) or 0
    between = text[one.end : other.start]
    rest = pattern_of("rest").search(behind)
    at = other.end + rest.end() if rest is not None else None
    own = behind[: rest.start()] if rest is not None else behind.partition(",")[0]
    ahead = text[max(0, one.start - _AHEAD) : one.start]
    if first < second:
        found = pattern_of("part_of").fullmatch(between)
        return Told(other, one, -1, False, f"{ahead} {between} {own}", at) if found else None
    tells = (
        rest is not None
        or pattern_of("of_which").search(between)
        or pattern_of("of_them").match(behind)
        or pattern_of("out_of").search(ahead)
        or pattern_of("bracket").fullmatch(between)
    )
    return Told(one, other, -1, False, f"{between} {own}", at) if tells else None


def raw_number(one: Candidate) -> float | None:
    """The number as it is written."""
    value = one.value
    if value is None:
        return None
    if value.number is None:
        parts = duration_parts(value.timex)
        return parts[0][0] if len(parts) == 1 else None
    return float(value.number)


def told_together(
    profile: FieldProfile, hints: Sequence[Hint], here: Surroundings
) -> tuple[float, Sequence[Candidate]] | None:
    """The total that a field asks for and a text tells in parts, or as so many times as much."""
    told = told_of(profile.field)
    if pattern_of("total").search(told) is None or not hints:
        return None
    fitting = [one for one in hints if unit_fit(profile, one.candidate) >= CONVERTIBLE] or hints
    best, text = fitting[0].candidate, here.document.text
    for run, times in _runs(text, plain_numbers(here.candidates)):
        if not any(map(best.meets, run)):
            continue
        values = [one for one in _values(run, profile, times=times) if one is not None]
        total = prod(values) if times else sum(values)
        if len(values) == len(run) and total:
            return total, run
    return None


def _runs(text: str, numbers: Sequence[Candidate]) -> Iterator[tuple[list[Candidate], bool]]:
    """Numbers listed in one unit, the last led in by "y"; and how many are each how much."""
    run: list[Candidate] = []
    for one, other in pairwise(numbers):
        between, units = (one.end, other.start), [unit_of(one), unit_of(other)]
        of = pattern_of("times").fullmatch(text, *between)
        if of is not None and (of["each"] or (units[0] is None and units[1])):
            yield [one, other], True
        ranged = pattern_of("ranged").search(text, max(0, one.start - _LEAD), one.start)
        things = units[1] is None and units[0] and pattern_of("things").match(text, other.end)
        alike = (None in units or units[0] == units[1]) and ranged is None and not things
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
            found.append(float(value) if is_number(value) else None)
            scale = found[-1] / raw if found[-1] and raw else scale
        else:
            found.append(raw and raw * (1.0 if times else scale))
    return found
