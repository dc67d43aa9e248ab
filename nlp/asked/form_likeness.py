"""Likeness of form: example values, patterns, units, ways of writing such as an e-mail address."""

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import groupby

from nlp.asked.field_profile import FieldProfile
from nlp.asked.field_units import same_kind, unit_of
from nlp.asked.scales import FRACTION
from nlp.numeric.currencies import may_be_in
from nlp.spans import Candidate
from nlp.stems import fold

_MAX_PATTERN = 200
_MAX_MENTION = 64
_RISKY = re.compile(r"[+*}]\)?[^)]{0,40}\)[+*{]|\\[1-9]")
_LONGEST = 2100
_DIGITS = re.compile(r"\d+")
_SCALES = frozenset({"celsius", "fahrenheit", "kelvin"})
"""Scales that bare degrees may be of."""
CONVERTIBLE = 0.8
"""How well a unit fits that can be converted into the one asked for."""

FORMS: Mapping[str, "re.Pattern[str]"] = {
    "email": re.compile(r"[\w.%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}"),
    "url": re.compile(
        r"(?:https?://|www\.)\S{3,2000}|[\w-]{2,63}(?:\.[\w-]{2,63}){0,4}\.[a-z]{2,6}"
    ),
    "phone": re.compile(r"(?:\(?\+\d{1,3}\)?[ .-]?)?\(?\d{2,4}\)?(?:[ .-]?\d{2,4}){2,4}"),
    "tax_id": re.compile(r"[A-Z]?[ -]?\d{1,2}[.]?\d{3}[.]?\d{2,3}[ -]?[A-Z\d]?"),
    "iban": re.compile(r"[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?"),
    "plate": re.compile(r"\d{4}[ -]?[A-Z]{3}|[A-Z]{1,3}[ -]?\d{3,4}[ -]?[A-Z]{0,3}"),
    "postal_code": re.compile(r"(?:[A-Z]{1,2}-?)?\d{4,6}"),
    "isbn": re.compile(r"(?:97[89][ -]?)?(?:\d[ -]?){9}[\dX]"),
    "doi": re.compile(r"10\.\d{4,9}/\S{1,200}"),
    "currency": re.compile(r"[A-Z]{3}|[€$£¥]"),
}
"""Ways of writing that a field may ask for, each a pattern for the whole mention."""


def shape_of(text: str) -> str:
    """Letters as ``a`` or ``A``, digits as ``9``, runs shortened ("RI-51" → ``A-9``)."""
    marks = (
        "9" if c.isdigit() else "A" if c.isupper() else "a" if c.isalpha() else c for c in text
    )
    return "".join(mark for mark, _ in groupby(marks))


def shape_likeness(mention: str, examples: tuple[str, ...]) -> float:
    """How much a mention looks like the examples: 1 for a same value or shape, 0 for neither."""
    folded, shape, words, digits = _form_of(mention)
    best = 0.0
    for name, shaped, wanted, figures in map(_form_of, examples):
        if name == folded:
            return 1.0
        near = 1.0 - abs(words - wanted) / max(words, wanted) if figures == digits else 0.0
        best = max(best, 0.5 * near + 0.4 * (shaped == shape))
    return best


@lru_cache(maxsize=8192)
def _form_of(text: str) -> tuple[str, str, int, bool]:
    """A text folded, its shape, how many words it has, whether it has digits."""
    return fold(text), shape_of(text), text.count(" ") + 1, bool(_DIGITS.search(text))


@lru_cache(maxsize=256)
def compiled_pattern(pattern: str) -> "re.Pattern[str] | None":
    """A pattern compiled; None for a long one, a bad one, and one that could take long."""
    if len(pattern) > _MAX_PATTERN or _RISKY.search(pattern):
        return None
    try:
        return re.compile(pattern)
    except re.error:
        return None


def pattern_fits(mention: str, pattern: str | None) -> float:
    """1 if a short mention matches the field's pattern, -1 if not, 0 if that cannot be said.

    Patterns that could take exponential time are not tried.
    """
    if pattern is None or len(mention) > _MAX_MENTION:
        return 0.0 if pattern is None else -1.0
    compiled = compiled_pattern(pattern)
    if compiled is None:
        return 0.0
    return 1.0 if compiled.search(mention) else -1.0


def form_fits(mention: str, form: str | None) -> float:
    """1 if a mention is written in the form, -1 if not, 0 if no form is asked."""
    if form is None:
        return 0.0
    return 1.0 if len(mention) <= _LONGEST and FORMS[form].fullmatch(mention) else -1.0


def unit_fit(profile: FieldProfile, candidate: Candidate) -> float:
    """1 same unit, .8 convertible, .5 asked but not written, 0 none asked, -1 another kind."""
    unit = unit_of(candidate)
    if profile.scale == FRACTION:
        return 1.0 if unit == "%" else 0.0 if unit is None else -1.0
    if profile.unit is None:
        return 0.0
    if unit is None:
        return 0.5
    if unit == "degree" and profile.unit in _SCALES:
        return 1.0
    if unit.lower() == profile.unit.lower() or may_be_in(unit, candidate.mention, profile.unit):
        return 1.0
    return CONVERTIBLE if same_kind(unit, profile.unit) else -1.0
