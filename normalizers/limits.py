"""Rules of strings that break a pattern or a length: another writing of the same that keeps it."""

from collections.abc import Iterator

import regex

from nlp.schema import Constraints
from nlp.schemas.patterns import MAX_PATTERN, MAX_SECONDS
from normalizers.place import Context, Place, Proposal, by_schema
from normalizers.validity import fault, string_fault

_TRIED = ("pattern", "minLength", "maxLength", "format")


def fitting_string(place: Place, context: Context) -> Proposal | None:
    """The same string with other spacing, case or separators, the part of it that has the pattern,
    or its beginning where it is too long."""
    broken = fault(place.value, place.field)
    if place.field.kind != "string" or broken not in _TRIED:
        return None
    limits = place.field.constraints
    for value in _writings(place.value, limits):
        if value and not string_fault(value, limits):
            return by_schema(value, broken)
    return None


def _writings(text: str, limits: Constraints) -> Iterator[str]:
    yield " ".join(text.split())
    if limits.pattern is not None:
        yield from (text.upper(), text.lower(), text.capitalize())
        for sign in (" ", "-", ".", "/"):
            yield text.replace(sign, "")
            yield text.upper().replace(sign, "")
        yield text.upper().replace(" ", "-")
        yield text.upper().replace(" ", "_")
        found = mentions_of_form(limits.pattern, text[:2000])
        yield from found if len(found) == 1 else ()
    if limits.max_length is not None and len(text) > limits.max_length:
        yield _cut(text, limits.max_length)


def mentions_of_form(pattern: str, text: str) -> tuple[str, ...]:
    """The different mentions of a text that have a pattern anchored to a whole string, in order.

    Two at the most: more say no more.
    """
    if not (pattern.startswith("^") and pattern.endswith("$")) or len(pattern) > MAX_PATTERN:
        return ()
    found: dict[str, None] = {}
    try:
        for match in regex.finditer(
            rf"(?<!\w)(?:{pattern[1:-1]})(?!\w)", text, timeout=MAX_SECONDS
        ):
            if match.group().strip():
                found[str(match.group()).strip()] = None
            if len(found) > 1:
                break
    except (regex.error, TimeoutError):
        return ()
    return tuple(found)


def _cut(text: str, length: int) -> str:
    """A string cut after its last whole sentence, else its last whole word."""
    cut = text[:length]
    sentence = max(cut.rfind(mark) for mark in (". ", "? ", "! "))
    if sentence > length // 2:
        return cut[: sentence + 1]
    return cut.rpartition(" ")[0].rstrip(" ,;:") or cut
