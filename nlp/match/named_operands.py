"""Numbers that a description reckons from others it names: "total menos anticipo", "nights times price".

What it names are labels of the text, or other fields of the schema with the answers they have by then.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import nlargest
from itertools import product

from nlp.asked.field_profile import FieldProfile
from nlp.asked.rendering import answer_value
from nlp.hints import FieldHints, Hint
from nlp.labels.applied import Labels
from nlp.labels.fields import labelled_mention
from nlp.labels.form_elements import unwritten
from nlp.labels.likeness import FieldTerms, covered, field_terms_of, label_bag, likeness
from nlp.labels.terms import label_terms
from nlp.labels.value_reading import Reader
from nlp.match.expressions import OF_ONE_KIND, reckoned_from
from nlp.reckon.reckoning_words import expression_of
from nlp.schema import is_number
from nlp.spans import RECKONED, Candidate

_ALIKE = 0.55
"""How well a label or a field must say an operand."""
_LABELLED = 0.6
"""A label that says the field so well has its value, unless it is that of an operand."""
_RECKONED = 0.7
"""A reckoned hint so sure stays: with it 15 of 16 changed fields are better, without it 18 of 21."""
_OFFERED = 3
"""Values tried for an operand, the likest."""
_ORDER = 200
"""How many times the least of numbers that are added, or taken away, the greatest may be."""
_NO_OPERAND = frozenset({"box", "percent", "title"})


@dataclass(frozen=True, slots=True)
class _Operand:
    """A number that an operand may mean, and how well its label or its field says so."""

    value: float
    one: Candidate
    alike: float


def with_named_operands(
    hints: Mapping[str, FieldHints], labels: Labels, reader: Reader
) -> dict[str, FieldHints]:
    """The hints, in front what descriptions say how to reckon; what labels say in so many words stays."""
    changed = dict(hints)
    asked = [one for one in labels.labelled.asked if one.profile.field.is_numeric]
    for one in asked:
        stated = expression_of(one.profile.field.description)
        field = changed[one.profile.path]
        if stated is None or _is_settled(field) or _is_labelled(one, stated[1], labels):
            continue
        operator, parts = stated
        others = [other for other in asked if other is not one]
        each = [
            nlargest(
                _OFFERED,
                (*_labelled(part, one.profile, labels, reader), *_answered(part, others, changed)),
                key=lambda operand: operand.alike,
            )
            for part in parts
        ]
        found = _reckoned(one.profile, operator, each)
        if found is not None:
            rest = [hint for hint in field.hints if hint.value != found.value]
            changed[one.profile.path] = field.led_by(found, rest, found.score)
    return changed


def _is_settled(field: FieldHints) -> bool:
    """Whether the likeliest answer is reckoned already."""
    best = field.hints[0] if field.hints else None
    return best is not None and best.candidate.source == RECKONED and best.score >= _RECKONED


def _is_labelled(one: FieldTerms, parts: Iterable[str], labels: Labels) -> bool:
    """Whether a label says the field itself, and not one of the operands."""
    answer = labels.labelled.answers.get(one.profile.path)
    if answer is None or answer.score < _LABELLED:
        return False
    terms = label_terms(answer.label)
    told = (covered(terms, label_bag(part)) for part in parts)
    return not any(size and said >= _LABELLED * size for said, size in told)


def _labelled(
    part: str, profile: FieldProfile, labels: Labels, reader: Reader
) -> Iterator[_Operand]:
    """The numbers behind labels that say an operand."""
    name = "_".join(part.split())
    probe = replace(
        profile, field=replace(profile.field, name=name, title="", description=""), parents=()
    )
    terms = field_terms_of(probe)
    for pair in labels.labelled.pairs:
        if pair.is_empty or pair.form in _NO_OPERAND or (alike := likeness(terms, pair)) < _ALIKE:
            continue
        filled = reader.given(probe, pair)
        if filled is not None and is_number(filled.value) and alike * filled.fit >= _ALIKE:
            mention = labelled_mention(reader.text, (filled.start, filled.end))
            yield _Operand(float(filled.value), mention, alike * filled.fit)


def _answered(
    part: str, others: Iterable[FieldTerms], hints: Mapping[str, FieldHints]
) -> Iterator[_Operand]:
    """The answers of the fields that an operand names."""
    label = unwritten(part, (0, 0), "colon")
    for one in others:
        field = hints[one.profile.path]
        if not field.hints or field.answered < 0.5 or (alike := likeness(one, label)) < _ALIKE:
            continue
        best = field.hints[0]
        value = answer_value(best.candidate, one.profile) if best.value is None else best.value
        if is_number(value):
            yield _Operand(float(value), best.candidate, alike)


def _reckoned(
    profile: FieldProfile, operator: str, each: Sequence[Sequence[_Operand]]
) -> Hint | None:
    """What the likeliest operands give, each another mention."""
    picked = max(
        (one for one in product(*each) if len({each.one.span for each in one}) == len(one)),
        key=lambda one: sum(operand.alike for operand in one),
        default=None,
    )
    if picked is None:
        return None
    values = [operand.value for operand in picked]
    least, most = min(map(abs, values)), max(map(abs, values))
    if operator in OF_ONE_KIND and most > _ORDER * least:
        return None
    value = _result(operator, values)
    mentions = [operand.one for operand in picked]
    return reckoned_from(profile, value, mentions) if value is not None else None


def _result(operator: str, values: Sequence[float]) -> float | None:
    first, *others = values
    if operator == "minus":
        return first - sum(others)
    if operator == "product":
        return math.prod(values)
    if operator == "over":
        divisor = math.prod(others)
        return first / divisor if divisor else None
    return sum(values)
