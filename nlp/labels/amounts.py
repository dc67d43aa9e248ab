"""What is asked of an amount: its sign, the end of a range, a share as a fraction."""

from dataclasses import replace

from nlp.asked.field_profile import FieldProfile
from nlp.labels.label_lexicon import label_lexicon
from nlp.labels.likeness import asks_fraction
from nlp.numeric.currencies import is_currency
from nlp.schema import JSON
from nlp.spans import Candidate
from nlp.stems import fold, words_of


def as_share(value: JSON, profile: FieldProfile) -> JSON:
    """A percentage as a fraction, where the description asks for one."""
    if isinstance(value, int | float) and abs(value) > 1 and asks_fraction(profile):
        return round(value / 100, 6)
    return value


def is_deducted(profile: FieldProfile) -> bool:
    """Whether a field names what is taken off: a discount or a retention is told without its sign."""
    lexicon = label_lexicon()
    lines = {line for word in ("descuento", "retencion") for line in lexicon.lines_of((word,))}
    said = [lexicon.lines_of((fold(word),)) for word in words_of(profile.field.name)]
    return any(lines.intersection(one) for one in said)


def edge(one: Candidate, profile: FieldProfile) -> Candidate:
    """Of a range, the end that a field asks for."""
    value = one.value
    if value is None or not profile.edge or value.low is None or value.high is None:
        return one
    return replace(one, value=replace(value, number=value.high if profile.edge > 0 else value.low))


def same_measure(one: Candidate, unit: str) -> bool:
    """Whether an amount may be in a unit: money is no length, a length no money."""
    asks_money = is_currency(unit)
    is_money = one.label == "MONEY"
    return is_money == asks_money or one.label == "NUMBER"
