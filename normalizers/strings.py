"""Rules of strings: damaged characters, phrases of absence, other types, wrapping marks."""

import re
import unicodedata

from nlp.folding import fold_word
from nlp.schema import JSON
from normalizers.lexicon import patterns, signs, words
from normalizers.outcome import Witness
from normalizers.place import Context, Place, Proposal, by_schema
from normalizers.validity import fault

_PAIRS = (
    ("'", "'"), ('"', '"'), ("«", "»"), ("“", "”"), ("‘", "’"), ("`", "`"),
    ("**", "**"), ("__", "__"), ("*", "*"), ("_", "_"),
)  # fmt: skip
_LONGEST = 1_000
"""Characters from which a string is no phrase of absence."""

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
    return "".join(sign for sign in text if _is_seen(sign))


def _is_seen(sign: str) -> bool:
    """Whether a character is one that a reader sees, or a space: no control, no zero width."""
    return sign in "\n\t" or unicodedata.category(sign) not in {"Cc", "Cf"}


def absence(place: Place, context: Context) -> Proposal | None:
    """``N/A``, ``no consta``: null, where the text does not have the phrase itself."""
    value = place.value
    if not isinstance(value, str) or not says_nothing(value):
        return None
    broken = fault(value, place.field)
    if broken:
        return by_schema(None, broken)
    said_by_text = place.alignment.kind != "none" or place.field.kind == "enum"
    optional = place.field.nullable or not (place.field.required or place.in_list)
    return Proposal(None, "text") if optional and not said_by_text else None


def says_nothing(text: str) -> bool:
    """Whether a string stands in place of no answer: ``N/A``, ``no consta``, ``desconocido``."""
    if len(text) > _LONGEST:
        return not text.strip()
    folded = fold_word(text)
    if not folded.strip() or folded in words("null_like"):
        return True
    return len(folded) <= 80 and any(
        pattern.fullmatch(folded) for pattern in patterns("null_like_patterns")
    )


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
