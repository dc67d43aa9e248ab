"""What is kept and what is dropped for lack of evidence, by strictness.

Nulls cost more than hallucinated values: list items, enums and booleans are never dropped for lack
of literal evidence; numbers only where strictness asks for it.
"""

from dataclasses import dataclass

from normalizers.folding import fold, fold_word
from normalizers.leaf import Context, Leaf
from normalizers.timex import timex_of


@dataclass(frozen=True, slots=True)
class DropRule:
    """From which share of words found in the text a value is kept, and what may be dropped."""

    strings: float
    numbers: bool
    list_items: bool


WHOLE_DATE = len("2021-03-05")

DROP_RULES = {
    "lenient": DropRule(strings=0.0, numbers=False, list_items=False),
    "balanced": DropRule(strings=0.5, numbers=False, list_items=False),
    "strict": DropRule(strings=0.8, numbers=True, list_items=True),
}


def drop_unsupported(leaf: Leaf, context: Context) -> Leaf:
    """Turn a value that the text does not support into null where the schema allows it."""
    if leaf.value is None:
        empty = leaf.in_list and not leaf.field.nullable and not leaf.dropped
        return leaf.drop("nothing in a list") if empty else leaf
    if leaf.missing or leaf.alignment.kind != "none":
        return leaf
    if not leaf.field.nullable and not leaf.in_list:
        return leaf
    rule = DROP_RULES[context.strictness]
    if leaf.in_list and not rule.list_items:
        return leaf
    if isinstance(leaf.value, str) and leaf.field.kind == "string":
        if rule.strings and not leaf.in_list and len(timex_of(leaf.value) or "") == WHOLE_DATE:
            return leaf.drop("the date is not in the text")
        if leaf.alignment.support < rule.strings and not _offered(leaf):
            return leaf.drop("the text does not say it")
    elif isinstance(leaf.value, int | float) and not isinstance(leaf.value, bool) and rule.numbers:
        return leaf.drop("the number is not in the text")
    return leaf


def _offered(leaf: Leaf) -> bool:
    """Whether the schema itself offers the value as one of the possible answers."""
    told = f"{leaf.field.description} {' '.join(map(str, leaf.field.examples))}"
    return fold_word(str(leaf.value)) in fold(told).text
