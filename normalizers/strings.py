"""Rules of strings: damaged characters, phrases of absence, other types, wrapping marks."""

import re
import unicodedata
from functools import lru_cache

from nlp.absence import absence_in
from nlp.folding import fold_text
from nlp.schema import JSON
from normalizers.lexicon import signs
from normalizers.outcome import Evidence, Witness
from normalizers.place import Context, Place, Proposal, by_schema
from normalizers.validity import fault

_PAIRS = (
    ("'", "'"), ('"', '"'), ("«", "»"), ("“", "”"), ("‘", "’"), ("`", "`"),
    ("**", "**"), ("__", "__"), ("*", "*"), ("_", "_"),
)  # fmt: skip
_LABEL_ENDS = frozenset({":", "|"})
_BULLET = re.compile(r"^(?:[-–—•·▪◦*]\s{1,4}|#{1,6}\s{1,4})")


def mend_characters(place: Place, context: Context) -> Proposal | None:
    """UTF-8 read as Windows-1252, once or twice, and characters that nobody sees."""
    if not isinstance(place.value, str):
        return None
    mended = mended_text(place.value)
    return None if mended == place.value else Proposal(mended, "text")


def mended_text(text: str) -> str:
    """The text with damaged characters repaired; unchanged where nothing looks damaged."""
    for _ in range(2):
        if not any(sign in text for sign in signs("mojibake_signs")):
            break
        try:
            text = text.encode("cp1252").decode("utf-8")
        except (UnicodeEncodeError, UnicodeDecodeError):
            break
    return "".join(
        sign for sign in text if sign in "\n\t" or unicodedata.category(sign) not in {"Cc", "Cf"}
    )


def absence(place: Place, context: Context) -> Proposal | None:
    """``N/A``, ``no consta``: null, where the text lacks the phrase or has it in a value's place."""
    value = place.value
    if not isinstance(value, str) or absence_in(value) is None:
        return None
    broken = fault(value, place.field)
    if broken:
        return by_schema(None, broken)
    if not place.may_say_nothing or place.field.kind == "enum":
        return None
    if place.alignment.kind == "none":
        return Proposal(None, "text")
    told = f"{place.field.title} {place.field.description}"
    labelled = None if asks_for_words(told) else _behind_label(place, context.document.text)
    return None if labelled is None else Proposal(None, "text", Witness(evidence=labelled))


def _behind_label(place: Place, text: str) -> Evidence | None:
    """Where every mention of a value stands behind a label, the first of them."""
    spans = place.alignment.spans
    if not spans or any(text[:start].rstrip(" \t*_")[-1:] not in _LABEL_ENDS for start, _ in spans):
        return None
    start, end = spans[0]
    return Evidence(start, end, text[start:end])


@lru_cache(maxsize=1024)
def asks_for_words(told: str) -> bool:
    """Whether a description asks for the text's own words."""
    folded = fold_text(told).text
    return any(re.search(pattern, folded) for pattern in signs("literal_patterns"))


def plain_string(place: Place, context: Context) -> Proposal | None:
    """A string of a value of another type, written as the text writes it where it does so once."""
    if place.field.kind != "string" or place.value is None or isinstance(place.value, str):
        return None
    text = _text_of(place.value)
    if not text:
        return None
    exact = context.aligner.align(text, place.field).kind == "exact"
    if isinstance(place.value, int | float) and not exact:
        spans = context.aligner.numbers.spans(place.value)
        written = {context.document.text[start:end] for start, end in spans}
        if len(written) == 1:
            text = written.pop()
    return by_schema(text, "type")


def _text_of(value: JSON) -> str:
    if isinstance(value, dict):
        return _text_of(value["value"] if "value" in value else list(value.values()))
    if isinstance(value, list):
        return ", ".join(filter(None, (_text_of(part) for part in value)))
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None or isinstance(value, bool) else str(value)


def wrapping(place: Place, context: Context) -> Proposal | None:
    """What wraps a whole value and is not the text's: quotes, Markdown, a bullet, outer spaces."""
    if place.text is None:
        return None
    bare = unwrapped(place.text)
    if not bare or bare == place.value:
        return None
    broken = fault(place.value, place.field)
    return by_schema(bare, broken) if broken else Proposal(bare, "text", Witness())


def unwrapped(text: str) -> str:
    """The text without outer spaces, a bullet and pairs of marks that enclose all of it."""
    bare = _BULLET.sub("", text.strip())
    for opening, closing in _PAIRS:
        inner = bare[len(opening) : -len(closing)]
        encloses = bare.startswith(opening) and bare.endswith(closing)
        if encloses and inner.strip() and opening not in inner and closing not in inner:
            return unwrapped(inner)
    return bare
