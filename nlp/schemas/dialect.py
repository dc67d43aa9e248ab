"""Which draft of JSON Schema a document is written in, and whether its keywords are well formed."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from nlp.errors import SchemaError
from nlp.schema import JSON, is_number
from nlp.schemas.references import Located

TYPES: tuple[str, ...] = ("null", "boolean", "object", "array", "number", "integer", "string")

DRAFTS: tuple[tuple[str, str], ...] = (
    ("draft-03", ""),
    ("draft-04", "4"),
    ("draft-06", "6"),
    ("draft-07", "7"),
    ("2019-09", "2019-09"),
    ("2020-12", "2020-12"),
)
"""A part of the ``$schema`` address → the draft; an empty draft is not supported."""

LATEST = "2020-12"

Fits = Callable[[JSON], bool]
"""Whether the value of a keyword is well formed."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """A draft, and whether the document states it or its keywords gave it away."""

    draft: str
    stated: bool

    @property
    def siblings_count(self) -> bool:
        """Whether keywords beside ``$ref`` count: since 2019-09 they do."""
        return self.draft in ("2019-09", "2020-12")


def dialect_of(root: JSON, subschemas: "tuple[Located, ...]") -> Dialect:
    """The draft of a document: what ``$schema`` says, otherwise what its keywords imply."""
    address = root.get("$schema") if isinstance(root, Mapping) else None
    if isinstance(address, str):
        for part, draft in DRAFTS:
            if part in address:
                if not draft:
                    raise SchemaError(
                        "draft 3 and older are not supported", pointer="/$schema", keyword="$schema"
                    )
                # Draft 4 has no boolean schemas; a document that uses them means draft 6.
                later = draft == "4" and any(map(_is_boolean_schema, subschemas))
                return Dialect("6" if later else draft, stated=True)
    draft = LATEST
    for located in subschemas:
        schema = located.schema
        if not isinstance(schema, Mapping):
            continue
        if any(isinstance(schema.get(bound), bool) for bound in EXCLUSIVE):
            return Dialect("4", stated=False)
        if isinstance(schema.get("items"), list) or "dependencies" in schema:
            draft = "7"
    return Dialect(draft, stated=False)


def _is_boolean_schema(located: Located) -> bool:
    keyword = located.pointer.rpartition("/")[2]
    return isinstance(located.schema, bool) and keyword not in BOOLEAN_IN_DRAFT_4


BOOLEAN_IN_DRAFT_4 = ("additionalProperties", "additionalItems")
EXCLUSIVE = ("exclusiveMinimum", "exclusiveMaximum")


def _is_number(value: JSON) -> bool:
    return is_number(value) and (isinstance(value, int) or math.isfinite(value))


def _is_count(value: JSON) -> bool:
    whole = value.is_integer() if isinstance(value, float) else _is_number(value)
    return whole and value >= 0


def _is_types(value: JSON) -> bool:
    names = value if isinstance(value, list) else [value]
    return bool(names) and all(name in TYPES for name in names)


def _is_a(*types: type) -> Fits:
    return lambda value: isinstance(value, types)


def _list_of(fits: Fits, least: int = 0) -> Fits:
    return lambda value: isinstance(value, list) and len(value) >= least and all(map(fits, value))


def _map_of(fits: Fits) -> Fits:
    return lambda value: isinstance(value, Mapping) and all(map(fits, value.values()))


_is_schema = _is_a(Mapping, bool)
_is_schema_list = _list_of(_is_schema, least=1)
_is_name_list = _list_of(_is_a(str))


SHAPES: tuple[tuple[tuple[str, ...], Fits, str], ...] = (
    (("type",), _is_types, f"one or more of {', '.join(TYPES)}"),
    (("enum",), _is_a(list), "a list of values"),
    (("required",), _is_name_list, "a list of property names"),
    (("properties", "patternProperties"), _map_of(_is_schema), "schemas by name"),
    (("definitions", "$defs", "dependentSchemas"), _map_of(_is_schema), "schemas by name"),
    (("anyOf", "oneOf", "allOf", "prefixItems"), _is_schema_list, "a list of one or more schemas"),
    (
        ("items",),
        lambda value: _is_schema(value) or _list_of(_is_schema)(value),
        "a schema or a list of schemas",
    ),
    (
        ("additionalProperties", "additionalItems", "not", "if", "then", "else", "contains",
         "propertyNames", "unevaluatedItems", "unevaluatedProperties"),
        _is_schema,
        "a schema",
    ),
    (
        ("minLength", "maxLength", "minItems", "maxItems",
         "minProperties", "maxProperties", "minContains", "maxContains"),
        _is_count,
        "a whole number from 0",
    ),
    (("minimum", "maximum"), _is_number, "a number"),
    (("multipleOf",), lambda value: _is_number(value) and value > 0, "a number above 0"),
    (
        EXCLUSIVE,
        lambda value: isinstance(value, bool) or _is_number(value),
        "a number (in draft 4 a boolean)",
    ),
    (
        ("dependencies",),
        _map_of(lambda part: _is_schema(part) or _is_name_list(part)),
        "schemas or lists of names by name",
    ),
    (("dependentRequired",), _map_of(_is_name_list), "lists of names by name"),
    (
        ("$ref", "$id", "id", "$schema", "$anchor", "$dynamicAnchor", "$dynamicRef", "pattern", "format"),
        _is_a(str),
        "a string",
    ),
    (("uniqueItems",), _is_a(bool), "a boolean"),
)  # fmt: skip
"""Keywords, what their value must be, and how an error says it."""


def check_shapes(located: Located) -> None:
    """Raise :class:`SchemaError` at the first keyword whose value has the wrong form."""
    schema = located.schema
    if isinstance(schema, bool):
        return
    if not isinstance(schema, Mapping):
        keyword = located.pointer.rpartition("/")[2]
        reason = "a schema must be an object or a boolean"
        raise SchemaError(reason, pointer=located.pointer, keyword=keyword)
    for keywords, fits, form in SHAPES:
        for keyword in keywords:
            if keyword in schema and not fits(schema[keyword]):
                raise SchemaError(
                    f"{keyword!r} must be {form}, not {str(schema[keyword])[:80]!r}",
                    pointer=f"{located.pointer}/{keyword}",
                    keyword=keyword,
                )
