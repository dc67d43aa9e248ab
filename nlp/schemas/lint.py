"""What deserves a remark in a schema: keywords checked only on the answer, and oddities."""

from collections import Counter
from collections.abc import Mapping, Sequence

from nlp.schema import JSON, Lint
from nlp.schemas.dialect import Dialect
from nlp.schemas.formats import FORMATS, FORMS
from nlp.schemas.references import Located, positions

MAX_REMARKS = 500

LOCAL: tuple[tuple[str, str], ...] = (
    ("pattern", "the pattern is checked on the answer only"),
    ("uniqueItems", "repeated elements are found on the answer only"),
    ("multipleOf", "the multiple is checked on the answer only"),
    ("not", "what is excluded is checked on the answer only"),
    ("if", "the condition is checked on the answer only"),
    ("dependentSchemas", "the dependency is checked on the answer only"),
    ("dependentRequired", "the dependency is checked on the answer only"),
    ("dependencies", "the dependency is checked on the answer only"),
    ("propertyNames", "names of keys are checked on the answer only"),
    ("contains", "the element asked for is checked on the answer only"),
    ("minProperties", "the number of keys is checked on the answer only"),
    ("maxProperties", "the number of keys is checked on the answer only"),
    ("unevaluatedItems", "unevaluated elements are found on the answer only"),
    ("unevaluatedProperties", "unevaluated keys are found on the answer only"),
)
"""Keywords a grammar does not carry."""

UNUSUAL: tuple[tuple[str, str], ...] = (
    ("$dynamicRef", "the reference is resolved as it stands, not dynamically"),
    ("$recursiveRef", "the reference is resolved as it stands, not dynamically"),
    ("nullable", "OpenAPI's nullable is read as: or null"),
    ("contentEncoding", "encoded contents are treated as plain text"),
    ("discriminator", "OpenAPI's discriminator is not used"),
)


def lint_positions(places: Sequence[Located], dialect: Dialect) -> tuple[Lint, ...]:
    """Remarks on every subschema of a document, used or not; :data:`MAX_REMARKS` at most."""
    remarks: list[Lint] = []
    if not dialect.stated:
        remarks.append(Lint("note", "", "$schema", f"no $schema: read as draft {dialect.draft}"))
    for located in places:
        if len(remarks) >= MAX_REMARKS:
            break
        remarks.extend(_remarks(located, dialect))
    return tuple(remarks[:MAX_REMARKS])


def _remarks(located: Located, dialect: Dialect) -> list[Lint]:
    schema = located.schema
    if not isinstance(schema, Mapping):
        return []
    found = [
        Lint(level, f"{located.pointer}/{keyword}", keyword, reason)
        for level, table in (("local", LOCAL), ("note", UNUSUAL))
        for keyword, reason in table
        if keyword in schema and schema[keyword] is not False
    ]
    if "$ref" in schema and not dialect.siblings_count:
        ignored = sorted(schema.keys() & {"type", "enum", "properties", "required", "items"})
        if ignored:
            reason = f"beside $ref this draft ignores {', '.join(ignored)}"
            found.append(Lint("warning", f"{located.pointer}/$ref", "$ref", reason))
    found.extend(_format(located))
    return found


def _format(located: Located) -> list[Lint]:
    name = located.get("format")
    if not isinstance(name, str):
        return []
    if binds(located):
        level, reason = "local", f"the format is checked on the answer: {FORMS[name]}"
    elif name in FORMATS:
        level, reason = "note", f"not checked: {name} is a format of strings"
    else:
        level, reason = "note", f"the format {name[:80]} is a remark and is not checked"
    return [Lint(level, f"{located.pointer}/format", "format", reason)]


def binds(located: Located) -> bool:
    """Whether the format of a place is checked on the answer."""
    return located.get("format") in FORMATS and "string" in located.get("type", "string")


def formats_used(original: JSON) -> dict[tuple[str, bool], int]:
    """The formats that a document names, and whether each is checked → at how many places."""
    places = positions(Located(original, ""))
    named = (located for located in places if isinstance(located.get("format"), str))
    return Counter((located.get("format"), binds(located)) for located in named)
