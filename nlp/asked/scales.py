"""The scale in which a field asks for a number: a fraction of one, millions."""

import re

from nlp.schema import Field
from nlp.spans import Candidate, Number
from nlp.word_lists import text_pattern

_FRACTION, _PER_ONE, _AS_DECIMAL, _MILLIONS, _ALL_IN_MILLIONS, _NOT_IN, _IN_PERCENT = map(
    text_pattern,
    (
        "told_fraction",
        "told_per_one",
        "told_decimal",
        "told_millions",
        "told_all_millions",
        "told_not_in",
        "told_percent",
    ),
)
_PERCENT_NAME = re.compile(r"percent|porcent|pct|Pct|_pc\b", re.IGNORECASE)
_MILLIONS_NAME = re.compile(
    r"(?:^|_)(?:m|mm|mn|mln|meur|musd|mmxn|meuros)$|(?:^|_)mln_(?:de_)?[a-z]{3,7}$"
)
_SAYS_MILLIONS = re.compile(r"(?:^|_)mill(?:ones|ions?)?(?:_(?:de_)?[a-z]{3,7})?$")
"""A name that says so whatever it counts."""
_PLAIN_IN_MILLIONS = 100_000
"""What an amount said in full is at least, where a field asks for it in millions."""
FRACTION, MILLIONS, PERCENT = "fraction", "millions", "percent"


def asked_scale(
    field: Field, *, money: bool, above: str = "", whole: str = "", unit: str | None = None
) -> str | None:
    """The scale of a number field by its words, bounds and unit; ``money`` where it asks for money.

    ``above`` says what its object is, for fields that say nothing themselves; ``whole`` what is said
    of all fields.
    """
    if not field.is_numeric:
        return None
    percent = states_percent(field)
    told = _NOT_IN.sub("", f"{field.title} {field.description or above}")
    shared = bool(_FRACTION.search(told)) or field.constraints.maximum == 1
    shared = shared or (unit in {None, "%"} and bool(_AS_DECIMAL.search(told)))
    if field.kind == "number" and (_PER_ONE.search(told) or (shared and not percent)):
        return FRACTION
    name = field.name.lower()
    if _MILLIONS.search(told) or _SAYS_MILLIONS.search(name):
        return MILLIONS
    if money and _MILLIONS_NAME.search(name):
        return MILLIONS
    if percent:
        return PERCENT
    all_counted = (money or unit is None) and _ALL_IN_MILLIONS.search(_NOT_IN.sub("", whole))
    return MILLIONS if all_counted else None


def states_percent(field: Field) -> bool:
    """Whether a field says that it wants a percentage: "fracción de eyección, en porcentaje"."""
    return bool(_PERCENT_NAME.search(field.name) or _IN_PERCENT.search(field.description))


def scaled(number: Number, candidate: Candidate, scale: str | None) -> Number:
    """A number in the scale asked: "12 %" as .12, "3,5 millones" as 3.5, "un tercio" as 33.3."""
    value = candidate.value
    if scale == FRACTION:
        percent = value is not None and (value.kind == "percent" or value.unit == "%")
        return float(f"{number / 100:.10g}") if percent else number
    if scale == PERCENT and 0 < number < 1 and any(map(str.isalpha, candidate.mention)):
        return float(f"{100 * number:.3g}")
    if scale == MILLIONS and abs(number) >= _PLAIN_IN_MILLIONS:
        millions = float(f"{number / 1e6:.10g}")
        return int(millions) if millions.is_integer() else millions
    return number
