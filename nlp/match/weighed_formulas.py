"""Fields that ask for something reckoned: trees weigh each formula against what answers them without.

The rows of a field are the values that formulas come to, and what the field has without them.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from nlp.asked.field_profile import FieldProfile
from nlp.asked.rendering import answer_value
from nlp.hints import FieldHints, Hint, hint_of_reckoned
from nlp.match.expressions import as_asked
from nlp.match.formula import Formula
from nlp.match.formula_traits import Asked, Current, read_asked, traits_of
from nlp.match.formulas import formulas_of
from nlp.match.operands import operands_of
from nlp.match.pool import Reading
from nlp.match.trees import Traits, Trees
from nlp.match.weighed import chances_of, table
from nlp.reckon.aggregates import is_labelled
from nlp.reckon.reckoning import reckoned
from nlp.schema import JSON, Schema, is_number, is_repeated
from nlp.spans import RECKONED, Document, Number

FORMULAS = "formulas"
"""The name of the trees."""
_LEAST = 0.18
_BESIDE, _BESIDE_LIKELY, _LIKELY = 0.4, 0.8, 0.6
"""The least chance of a formula, and the least beside that of what answers a field without it, which
is more where that is likely. Of 9,114 fields of sources left out 4,799 are right without formulas,
5,118 with 837 of them; by .4 throughout 5,115 with 970, by .8 throughout 5,085 with 603."""
_LABELLED = 0.8
"""A label of this score has its value: by .6 five fields of 523 documents are worse, by .8 none."""
_ANSWERED = 0.8
"""How likely a text answers a field for which a formula is chosen, at least."""


@dataclass(frozen=True, slots=True)
class FormulaField:
    """A field with the formulas that it may ask for, the likeliest for each value, and their traits."""

    profile: FieldProfile
    current: Current
    formulas: tuple[Formula, ...]
    values: tuple[Number, ...]
    rows: tuple[Traits, ...]
    """One a formula, and one for the field without them."""


def with_formulas(
    hints: Mapping[str, FieldHints],
    document: Document,
    reading: Reading,
    schema: Schema,
    trees: Trees,
) -> dict[str, FieldHints]:
    """The hints, in front the formula of each field that is likelier than what the field has."""
    changed = dict(hints)
    for one in formula_fields(hints, document, reading, schema):
        chances = chances_of(trees.scores(table(trees.names, one.rows)), [len(one.rows)])[0]
        best = int(chances[:-1].argmax())
        chance = float(chances[best])
        if chance >= least_chance(one.current.chance, float(chances[-1])):
            field = changed[one.profile.path]
            hint = _hint(one, best, chance)
            changed[one.profile.path] = field.led_by(hint, field.hints, _ANSWERED)
    return changed


def least_chance(current: float, alone: float) -> float:
    """The chance from which on a formula is taken, by that of the field's likeliest hint by itself and
    by that of nothing reckoned."""
    return max(_LEAST, (_BESIDE_LIKELY if current >= _LIKELY else _BESIDE) * alone)


def formula_fields(
    hints: Mapping[str, FieldHints],
    document: Document,
    reading: Reading,
    schema: Schema,
) -> Iterator[FormulaField]:
    """The fields that ask for something reckoned, with all that is weighed for them.

    What is reckoned by other means (an age, days, rows counted) is left to them.
    """
    proposed = [
        (one, formulas)
        for one in reading.labels.labelled.asked
        if _is_weighed(one.profile, reading)
        if (formulas := tuple(formulas_of(one, document, reading)))
    ]
    if not proposed:
        return
    facts = reckoned(document, reading.here.candidates, schema, reading.labels)
    taken = {one.path for one in facts}
    for asked, formulas in proposed:
        profile = asked.profile
        if profile.path in taken:
            continue
        field = hints[profile.path]
        current = _current(profile, field, reading)
        others = (each for formula in formulas for each in formula.terms)
        read = read_asked(asked, current, field.hints, operands_of(document, reading), others)
        found = _by_value(profile, read, formulas, document.text)
        if found:
            chosen, values, rows = zip(*found, strict=True)
            alone = {**read.own, "values": float(len(values))}
            yield FormulaField(profile, current, chosen, values, (*rows, alone))


def _is_weighed(profile: FieldProfile, reading: Reading) -> bool:
    """Whether a field takes a formula: a label that surely says it and own examples know better."""
    if not profile.field.is_numeric or is_repeated(profile.path) or profile.lesson is not None:
        return False
    answer = reading.labels.labelled.answers.get(profile.path)
    return answer is None or answer.score < _LABELLED or not is_labelled(profile, reading.labels)


def _current(profile: FieldProfile, field: FieldHints, reading: Reading) -> Current:
    """What a field's likeliest hint gives it."""
    answer = reading.labels.labelled.answers.get(profile.path)
    labelled = answer.score if answer is not None else 0.0
    if not field.hints:
        return Current(None, 0.0, False, labelled)
    best = field.hints[0]
    value: JSON = best.value if best.value is not None else answer_value(best.candidate, profile)
    if profile.field.nullable and field.is_silent:
        value = None
    number = float(value) if is_number(value) else None
    return Current(number, field.chance, best.candidate.source == RECKONED, labelled)


def _by_value(
    profile: FieldProfile, asked: Asked, formulas: Sequence[Formula], text: str
) -> list[tuple[Formula, Number, Traits]]:
    """One formula for each value that a field can take and has not, the one whose words say most.

    None where two numbers near each other differ by what the field has: the text says it twice.
    """
    same: dict[Number, list[Formula]] = defaultdict(list)
    for one in formulas:
        value = as_asked(profile, one.value)
        if value is not None:
            same[value].append(one)
    current = asked.current.value
    if current is not None and any(one.kind == "difference" for one in same.pop(current, ())):
        return []
    found = []
    for value, each in same.items():
        told = [(one, traits_of(asked, one, text)) for one in each]
        first, traits = max(
            told, key=lambda pair: pair[1]["saying"] + pair[1]["head"] + pair[1]["said"]
        )
        kinds = {f"is_{one.kind}": 1.0 for one in each}
        traits = {**traits, **kinds, "kinds": float(len(kinds)), "values": float(len(same))}
        found.append((first, value, traits))
    return found


def _hint(one: FormulaField, best: int, chance: float) -> Hint:
    formula = one.formulas[best]
    last = max((each.candidate for each in formula.terms), key=lambda each: each.start)
    return hint_of_reckoned(last, one.values[best], chance, formula.reckoning)
