"""Codes: what a field's own pattern finds in a text, separators apart where the pattern has none.

"41.887.302" is what ``^[0-9]{8}$`` asks for, "655 01 02 33" what ``^\\+34\\d{9}$`` does.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

from nlp.asked.field_profile import FieldProfile
from nlp.asked.form_likeness import compiled_pattern
from nlp.asked.time_forms import asked_templates
from nlp.schema import Field
from nlp.spans import Candidate, Document, Value
from nlp.word_lists import stop_words

CODED = "pattern"
"""The source of a candidate that a field's pattern found; it answers fields with a pattern only."""

_RUN = re.compile(
    r"(?<![\w+])\+?[A-ZÑ]{0,5}[ .-]?\d(?:[ .\-/]{0,2}\d){2,29}(?:[ .-]?[A-Z\d]{1,3})?(?!\w)"
)
_LETTERED = re.compile(r"(?<![\w-])[A-ZÑ\d]{1,6}(?:[ .·–-][A-ZÑ\d]{1,6}){1,4}(?![\w-])")
"""A code of letters and figures in groups: "KX·RL·53"."""
_SEPARATORS = (" ", " .", " .-", " .·–-")
_NO_CODE = re.compile(r"[A-ZÑ]{4,}[AEI]R")
"""A verb in capitals, which patterns of letters take too: "LÍQUIDO A PERCIBIR"."""
_MOST = 60
"""Codes kept of one pattern."""
_DIALLING = re.compile(r"\^?\\\+(\d{1,3})(?=\\d|\[)")
_LONGEST = 80
_ANYTHING = ("texto libre de prueba", "palabra", "Palabra", "Dos Palabras", "40", "7", "DE", "1990")
"""What passes a pattern that bounds only length, or the characters it takes."""
_SHORT = ("A1", "10-20", "12345", "123456")
"""What many a text has."""
_DAY = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}")


def has_code(field: Field) -> bool:
    """Whether a field has a pattern that is not the form of a date, and that few mentions fit."""
    pattern = field.constraints.pattern
    return (
        field.kind in {"string", "any"}
        and pattern is not None
        and not asked_templates(field)
        and not _takes(pattern, _ANYTHING)
    )


def is_narrow(field: Field) -> bool:
    """Whether the pattern of a field is such that what fits it is hardly anything else."""
    return has_code(field) and not _takes(str(field.constraints.pattern), _SHORT)


def asks_code(field: Field) -> bool:
    """Whether a field's codes answer it: of one that may be null only where its pattern is narrow."""
    return is_narrow(field) if field.nullable else has_code(field)


@lru_cache(maxsize=512)
def _takes(pattern: str, samples: tuple[str, ...]) -> bool:
    compiled = compiled_pattern(pattern)
    return compiled is None or any(compiled.search(one) for one in samples)


def coded_candidates(document: Document, profiles: Sequence[FieldProfile]) -> tuple[Candidate, ...]:
    """What the patterns of the fields find in the text, each span and value once."""
    patterns = {
        str(profile.field.constraints.pattern) for profile in profiles if asks_code(profile.field)
    }
    found = (one for pattern in sorted(patterns) for one in codes_in(document, pattern))
    return tuple(dict.fromkeys(found))


def codes_in(document: Document, pattern: str) -> Iterator[Candidate]:
    """The mentions of a text that a pattern takes, as they stand or without their separators."""
    for start, end, code in islice(_fits(document.text, pattern), _MOST):
        value, mention = Value("identifier", text=code), document.text[start:end]
        yield Candidate(start, end, mention, "IDENTIFIER", value, CODED)


def _fits(text: str, pattern: str) -> Iterator[tuple[int, int, str]]:
    whole = compiled_pattern(pattern)
    inner = _inside(pattern)
    if whole is None:
        return
    for match in inner.finditer(text) if inner is not None else ():
        code = match.group()
        if 0 < len(code) <= _LONGEST and whole.search(code) and not is_word(code):
            yield match.start(), match.end(), code
    dialled = _DIALLING.match(pattern)
    runs = list(_RUN.finditer(text))
    within = {at for run in runs for at in range(*run.span())}
    lettered = (one for one in _LETTERED.finditer(text) if within.isdisjoint(range(*one.span())))
    for match in (*runs, *lettered):
        written = match.group()
        if whole.search(written):
            continue  # found as it stands
        variants = _variants(written, dialled.group(1) if dialled else None)
        codes = (code for code in variants if code != written and whole.search(code))
        if not _DAY.fullmatch(written) and (found := next(codes, None)) is not None:
            yield match.start(), match.end(), found


def is_word(code: str) -> bool:
    """Whether what a pattern of letters takes is a common word in capitals: "PARA", "PERCIBIR"."""
    common = code.lower() in stop_words("phrases") or _NO_CODE.fullmatch(code) is not None
    return code.isalpha() and code.isupper() and common


def _variants(written: str, dialling: str | None) -> Iterator[str]:
    for marks in _SEPARATORS:
        bare = written.translate(str.maketrans("", "", marks))
        yield bare
        if dialling is not None and bare.isdecimal():
            yield f"+{dialling}{bare}"
            yield f"+{bare}"


@lru_cache(maxsize=256)
def _inside(pattern: str) -> "re.Pattern[str] | None":
    """The pattern without its anchors, between word boundaries; None where it has none to take off."""
    if not (pattern.startswith("^") and pattern.endswith("$")) or pattern.endswith("\\$"):
        return None
    try:
        return re.compile(rf"(?<![\w])(?:{pattern[1:-1]})(?![\w])")
    except re.error:
        return None


def code_of(candidate: Candidate) -> str | None:
    """The code of a candidate that a pattern found."""
    return candidate.value.text if candidate.source == CODED and candidate.value else None
