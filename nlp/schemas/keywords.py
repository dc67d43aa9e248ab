"""The words of JSON Schema, and which of them a word that is none of them was meant to be."""

from collections.abc import Callable, Collection, Mapping
from difflib import get_close_matches

from jsonschema import Draft4Validator, Draft7Validator, Draft202012Validator

from nlp.schema import JSON
from nlp.schemas.dialect import SHAPES

OPENAPI: frozenset[str] = frozenset(("nullable", "example", "discriminator", "xml", "externalDocs"))

KEYWORDS: frozenset[str] = OPENAPI.union(
    Draft4Validator.META_SCHEMA["properties"],
    Draft7Validator.META_SCHEMA["properties"],
    Draft202012Validator.VALIDATORS,
    ("contentSchema", "deprecated", "maxContains", "minContains"),
)
"""The words of JSON Schema, drafts 4 to 2020-12, and of OpenAPI 3.0."""

PRIVATE = ("x-", "X-", "$", "_", "@")
"""What words begin with that are nobody's slip but somebody's extension."""

CLOSE = 0.8
"""How alike two words are (:mod:`difflib`'s ratio) for one to be a slip of the other."""

LONGEST = 40
"""Letters of a word that is compared with others."""

SHORTEST = 4
"""Letters of a keyword that others are taken for a slip of: ``note`` is not ``not``."""

_LENGTHS_APART = 2


def nearest(word: str, known: Collection[str]) -> str | None:
    """The word that another is a slip of, or None.

    It has other capitals, hyphens or underscores, two letters exchanged, or a letter or two more,
    less or other.
    """
    if len(word) > LONGEST:
        return None
    key = _folded(word)
    folded = {_folded(each): each for each in known if len(each) <= LONGEST}
    if key in folded:
        return folded[key]
    for each, one in folded.items():
        if len(key) >= SHORTEST and sorted(each) == sorted(key):
            return one
    alike = [each for each in folded if abs(len(each) - len(key)) <= _LENGTHS_APART]
    found = get_close_matches(key, alike, n=1, cutoff=CLOSE)
    return folded[found[0]] if found else None


def _folded(word: str) -> str:
    return word.casefold().replace("-", "").replace("_", "")


MEANT: tuple[str, ...] = tuple(
    sorted(
        each
        for each in KEYWORDS
        if len(each.removeprefix("$")) >= SHORTEST or each == "$ref"
        if each != "$comment"  # `comment` is a word of many, and neither says anything.
    )
)
"""Keywords that a slip can be of."""


_FORMS: Mapping[str, Callable[[JSON], bool]] = {
    **dict.fromkeys(("title", "description"), lambda value: isinstance(value, str)),
    **dict.fromkeys(("nullable", "readOnly", "writeOnly"), lambda value: isinstance(value, bool)),
    **dict.fromkeys(("examples",), lambda value: isinstance(value, list)),
    **{keyword: fits for keywords, fits, _ in SHAPES for keyword in keywords},
}


def fits_keyword(keyword: str, value: JSON) -> bool:
    """Whether a value could stand at a keyword."""
    return _FORMS.get(keyword, lambda _: True)(value)
