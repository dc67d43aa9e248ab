"""What lack of evidence does to a value, by strictness.

Nulls cost more than hallucinated values: required values, list elements, enums and booleans are never
dropped for lack of literal evidence outside ``strict``; and what may follow from the text (dates,
numbers, sums, wordings) is not dropped because it is not written there.
"""

from dataclasses import dataclass

from nlp.folding import fold_text, fold_word
from normalizers.place import Context, Place, Proposal


@dataclass(frozen=True, slots=True)
class SupportRule:
    """What may become null where the text does not support it.

    ``names``: names and addresses of which the text has not one word; ``strings``: the share of its
    words from which any other string is kept; ``derivable``: numbers and what holds figures, which
    may follow from the text; ``list_items``: elements of lists too.
    """

    names: bool
    strings: float
    derivable: bool
    list_items: bool


SUPPORT_RULES = {
    "lenient": SupportRule(names=False, strings=0.0, derivable=False, list_items=False),
    "balanced": SupportRule(names=True, strings=0.0, derivable=False, list_items=False),
    "strict": SupportRule(names=True, strings=0.8, derivable=True, list_items=True),
}


def unsupported(place: Place, context: Context) -> Proposal | None:
    """Null for a value that the text does not support, as strictness says."""
    rule = SUPPORT_RULES[context.strictness]
    value = place.value
    if value is None or place.missing or place.alignment.kind != "none":
        return None
    if isinstance(value, bool | list | dict) or place.field.kind == "enum":
        return None
    if not (place.field.nullable or place.in_list) or (place.in_list and not rule.list_items):
        return None
    if isinstance(value, str) and not any(map(str.isdigit, value)):
        invented = rule.names and place.alignment.support == 0 and _is_name(value)
        low = invented or place.alignment.support < rule.strings
        return Proposal(None, "strictness") if low and not _offered(place) else None
    return Proposal(None, "strictness") if rule.derivable else None


def _is_name(value: str) -> bool:
    """Whether a string is a name of two words or more, or an address: nothing of it is derived."""
    written = [word for word in value.split() if word[:1].isalpha() and len(word) > 3]
    names = len(written) > 1 and all(word[0].isupper() for word in written)
    return names or ("@" in value and " " not in value)


def _offered(place: Place) -> bool:
    """Whether the schema itself offers the value as one of the possible answers."""
    told = f"{place.field.description} {' '.join(map(str, place.field.examples))}"
    return fold_word(str(place.value)) in fold_text(told).text
