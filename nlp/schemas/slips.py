"""Slips of whoever wrote a schema: it is a schema all the same, but hardly the one that was meant.

Each remark says what to do. Nothing is said of what merely is unusual.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice

import regex

from nlp.schema import JSON, Lint
from nlp.schemas.checks import identity
from nlp.schemas.dialect import TYPES
from nlp.schemas.formats import FORMATS, REMARKS
from nlp.schemas.keywords import KEYWORDS, MEANT, PRIVATE, fits_keyword, nearest
from nlp.schemas.merged_keywords import (
    INFERRED,
    contradiction,
    merged_constraints,
    type_of,
)
from nlp.schemas.patterns import MAX_PATTERN
from nlp.schemas.references import Located, escape_pointer
from nlp.schemas.required import undescribed

MOST_WORDS = 2_000
"""Different unknown words, and different patterns, that are looked at."""

SHOWN_MEMBERS = 3

_REPEATED = re.compile(r"(?:\{\d+(?:,\d*)?\})+")

MAXIMA = frozenset(("maxLength", "maxItems", "maxProperties", "maximum"))
WORDS = frozenset(("title", "description", "default", "example", "examples", "$comment"))
OF_OBJECTS = frozenset(("properties", "patternProperties", "required"))
OF_LISTS = frozenset(("items", "prefixItems"))

Slips = Iterator[Lint]


def slips(places: Sequence[Located], most: int) -> tuple[Lint, ...]:
    """The slips in the subschemas of a document, place by place; ``most`` at most."""
    meant = _meant(places)
    broken = _broken_patterns(places)
    found = (
        remark
        for located in places
        if isinstance(located.schema, Mapping)
        for remark in (
            *_unknown(located, meant),
            *_patterns(located, broken),
            *(each for check in CHECKS for each in check(located)),
        )
    )
    return (*islice(found, most), *islice(undescribed(places), most))[:most]


def _remark(located: Located, keyword: str, reason: str) -> Lint:
    pointer = f"{located.pointer}/{escape_pointer(keyword)}"
    return Lint("slip", pointer[:1000], keyword[:80], reason)


def _meant(places: Sequence[Located]) -> Mapping[str, str]:
    """Unknown words → the keyword that each is a slip of."""
    unknown = {
        word: None
        for located in places
        if isinstance(located.schema, Mapping)
        for word in located.schema
        if word not in KEYWORDS and not word.startswith(PRIVATE)
    }
    looked = {word: nearest(word, MEANT) for word in islice(unknown, MOST_WORDS)}
    return {word: keyword for word, keyword in looked.items() if keyword is not None}


def _unknown(located: Located, meant: Mapping[str, str]) -> Slips:
    for word, value in located.schema.items():
        keyword = meant.get(word)
        # Further words are written so: `descriptions` beside `description`.
        further = keyword in WORDS and keyword in located.schema
        if keyword and not further and fits_keyword(keyword, value):
            reason = f"{word[:80]!r} is no keyword and says nothing: did you mean `{keyword}`?"
            yield _remark(located, word, reason)
        elif word not in KEYWORDS and located.get("type") == "object" and _is_field(value):
            reason = f"{word[:80]!r} is no keyword: if it is a field, it goes under `properties`"
            yield _remark(located, word, reason)


def _is_field(value: JSON) -> bool:
    """Whether a value is written like the schema of a field."""
    return isinstance(value, Mapping) and value.get("type") in TYPES and value.keys() <= KEYWORDS


def _patterns_of(located: Located) -> Iterator[tuple[str, str]]:
    """The keywords and patterns by which a subschema asks for a form."""
    if isinstance(pattern := located.get("pattern"), str):
        yield "pattern", pattern
    yield from (("patternProperties", one) for one in located.get("patternProperties", ()))


def _broken_patterns(places: Sequence[Located]) -> Mapping[str, str]:
    """Patterns that are no regular expression → what is wrong."""
    patterns = dict.fromkeys(one for located in places for _, one in _patterns_of(located))
    looked = {pattern: _fault(pattern) for pattern in islice(patterns, MOST_WORDS)}
    return {pattern: fault for pattern, fault in looked.items() if fault}


@lru_cache(maxsize=MOST_WORDS)
def _fault(pattern: str) -> str:
    if len(pattern) > MAX_PATTERN:
        return ""
    try:
        # A repetition is compiled as often as it says: which may take all the memory there is.
        regex.compile(_REPEATED.sub("+", pattern))
    except regex.error as error:
        return str(error)[:200]
    except (RecursionError, OverflowError):
        return ""
    return ""


def _patterns(located: Located, broken: Mapping[str, str]) -> Slips:
    for keyword, pattern in _patterns_of(located):
        if pattern in broken:
            fault = broken[pattern]
            reason = f"{pattern[:80]!r} is no regular expression ({fault}): correct it"
            yield _remark(located, keyword, reason)


def _types(located: Located) -> frozenset[str]:
    """The types that a place states; empty where it states none."""
    stated = located.get("type")
    types = frozenset(stated if isinstance(stated, list) else () if stated is None else (stated,))
    if "number" in types:
        types |= {"integer"}
    return types | {"null"} if types and located.get("nullable") is True else types


def _outside_type(located: Located) -> Slips:
    """Members, constants and defaults of another type; a default of null says that there is none."""
    types = _types(located)
    if not types:
        return
    for keyword in ("enum", "const", "default"):
        value = located.get(keyword)
        values = value if keyword == "enum" and value is not None else [value]
        if keyword not in located.schema or (keyword == "default" and value is None):
            continue
        wrong = [one for one in values if type_of(one) not in types]
        if wrong:
            yield _remark(located, keyword, _outside(keyword, wrong, located.get("type")))


def _outside(keyword: str, wrong: Sequence[JSON], stated: JSON) -> str:
    shown = ", ".join(repr(one)[:60] for one in wrong[:SHOWN_MEMBERS])
    more = f" and {len(wrong) - SHOWN_MEMBERS} more" if len(wrong) > SHOWN_MEMBERS else ""
    types = " or ".join(stated) if isinstance(stated, list) else stated
    fate = "can never be answered" if keyword != "default" else "can never be used"
    return f"{shown}{more} {fate}, for `type` says {types}: correct one or the other"


def _default_no_member(located: Located) -> Slips:
    members, default = located.get("enum"), located.get("default")
    if members is None or default is None:
        return
    if identity(default) not in {identity(member) for member in members}:
        shown = repr(default)[:60]
        reason = f"the default {shown} is no member of the enum: add it or take another"
        yield _remark(located, "default", reason)


def _bounds(located: Located) -> Slips:
    for kind, _ in INFERRED if located.schema.keys() & MAXIMA else ():
        keyword = contradiction(merged_constraints((located,), kind))
        if keyword:
            least = keyword.replace("max", "min")
            reason = f"`{keyword}` is less than `{least}`: no value satisfies both, exchange them"
            yield _remark(located, keyword, reason)


def _misplaced(located: Located) -> Slips:
    types = _types(located)
    if not types:
        return
    for kind, keywords in (("object", OF_OBJECTS), ("array", OF_LISTS)):
        found = sorted(keywords & located.schema.keys()) if kind not in types else []
        keyword = next((one for one in found if located.schema[one]), None)
        if keyword is not None:
            told = " or ".join(sorted(types - {"null"})) or "null"
            inside = kind == "object" and "array" in types and "items" in located.schema
            mend = "put it into `items`" if inside else f"did you mean `type: {kind}`?"
            yield _remark(
                located, keyword, f"`{keyword}` says nothing where `type` is {told}: {mend}"
            )


def _format(located: Located) -> Slips:
    name = located.get("format")
    if not isinstance(name, str) or name in FORMATS or name in REMARKS:
        return
    meant = {"url": "uri"}.get(name) or nearest(name, (*FORMATS, *REMARKS))
    if meant:
        reason = f"{name[:80]!r} is no format and is not checked: did you mean `{meant}`?"
        yield _remark(located, "format", reason)


CHECKS: tuple[Callable[[Located], Slips], ...] = (
    _outside_type, _default_no_member, _bounds, _misplaced, _format,
)  # fmt: skip
