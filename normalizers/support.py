"""What lack of evidence does to a value, by strictness.

Nulls cost more than hallucinated values. ``lenient`` drops nothing; ``balanced`` only names and
addresses of which the text has not one word; ``strict`` elements of lists too, numbers and what holds
figures, and strings of which the text has less than :data:`LEAST_SHARE`. Required values, enums and
booleans stay whatever is asked, and what the schema itself offers.
"""

from nlp.folding import fold_text, fold_word
from normalizers.place import Context, Place, Proposal

LEAST_SHARE = 0.8
"""The share of its words in the text from which ``strict`` keeps a string."""


def unsupported(place: Place, context: Context) -> Proposal | None:
    """Null for a value that the text does not support, as strictness says."""
    value, support, strict = place.value, place.alignment.support, context.strictness == "strict"
    if context.strictness == "lenient" or place.missing or place.alignment.kind != "none":
        return None
    if isinstance(value, bool | list | dict | type(None)) or place.field.kind == "enum":
        return None
    if not (strict if place.in_list else place.field.nullable):
        return None
    if isinstance(value, str) and not any(map(str.isdigit, value)):
        low = support < LEAST_SHARE if strict else support == 0 and _is_name(value)
        return Proposal(None, "strictness") if low and not _offered(place) else None
    return Proposal(None, "strictness") if strict else None


def _is_name(value: str) -> bool:
    """Whether a string is a name of two words or more, or an address: nothing of it is derived."""
    written = [word for word in value.split() if word[:1].isalpha() and len(word) > 3]
    names = len(written) > 1 and all(word[0].isupper() for word in written)
    return names or ("@" in value and " " not in value)


def _offered(place: Place) -> bool:
    """Whether the schema itself offers the value as one of the possible answers."""
    told = f"{place.field.description} {' '.join(map(str, place.field.examples))}"
    return fold_word(str(place.value)) in fold_text(told).text
