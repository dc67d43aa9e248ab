"""From any JSON Schema to the typed field tree.

Drafts 4 to 2020-12 and the OpenAPI 3.0 subset. References are resolved inside the document only,
``allOf`` is merged keyword by keyword, ``anyOf``/``oneOf`` become nullability, one field or a
union, recursion becomes a field of kind ``recursive``. What a tree cannot say (``not``, ``if``,
``dependentSchemas``, …) is named in the lint and checked on the answer
(:mod:`nlp.schema_validation`).
"""

import json
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from nlp.errors import SchemaError
from nlp.schema import JSON, Schema
from nlp.schemas.builder import MAX_FIELDS, TreeBuilder
from nlp.schemas.dialect import check_shapes, dialect_of
from nlp.schemas.keywords import KEYWORDS, MEANT, fits_keyword, nearest
from nlp.schemas.lint import MAX_REMARKS, lint_positions
from nlp.schemas.merge import Merger
from nlp.schemas.plain_json import check_plain_json
from nlp.schemas.references import (
    Located,
    References,
    base_of,
    escape_pointer,
    positions,
    reachable,
)
from nlp.schemas.slips import slips
from nlp.spans import check_unicode

MAX_BYTES = 32_000_000
"""Size of a schema file that is read at all."""

SchemaSource = Mapping[str, Any] | bool | str | Path | type


def compile_schema(source: SchemaSource, *, instruction: str = "") -> Schema:
    """Compile a schema given as a mapping, a boolean, a JSON text, a path or a pydantic class.

    A string that begins with ``{`` is a JSON text, any other the path of a JSON file. A class needs
    ``model_json_schema()``. Raises :class:`nlp.errors.SchemaError` with pointer, keyword and reason
    where the schema is invalid, unsupported, satisfied by nothing or too large, and
    :class:`nlp.errors.DocumentError` for an instruction that is no Unicode; time and memory are
    bounded whatever the schema.
    """
    check_unicode(instruction, "instruction")
    original = read_source(source)
    check_plain_json(original)
    _refuse_plain_names(original)
    root = Located(original, "", base_of(original, ""))
    references = References(root)
    places: list[Located] = []
    for located in positions(root):
        check_shapes(located)
        references.add(located)
        places.append(located)
    for located in reachable(references):
        check_shapes(located)
    dialect = dialect_of(original, tuple(places))
    builder = TreeBuilder(Merger(references, dialect.siblings_count))
    try:
        field = builder.build_root(root)
    except SchemaError as error:
        raise _explained(error, places) from error
    return Schema(
        root=field,
        original=original,
        instruction=instruction,
        title=field.title,
        description=field.description,
        lint=(*slips(places, MAX_REMARKS), *builder.lint, *lint_positions(places, dialect)),
    )


def _explained(error: SchemaError, places: Sequence[Located]) -> SchemaError:
    """The refusal of a schema, with the slip at its place where there is one."""
    for slip in slips(places, MAX_REMARKS) if len(places) <= MAX_FIELDS else ():
        if slip.pointer.startswith(error.pointer) and slip.keyword == error.keyword:
            reason = f"{error.reason} ({slip.reason})"
            return SchemaError(reason, pointer=error.pointer, keyword=error.keyword)
    return error


def read_source(source: SchemaSource) -> Mapping[str, Any] | bool:
    """The JSON Schema behind a source; raises :class:`nlp.errors.SchemaError`."""
    if isinstance(source, Mapping | bool):
        return source
    if isinstance(source, str | Path):
        text = _text(source)
        try:
            return _checked(json.loads(text))
        except (ValueError, RecursionError) as error:
            name = "the schema" if text is source else _shown(source)
            raise SchemaError(f"{name} is not JSON: {error}") from error
    describe = getattr(source, "model_json_schema", None)
    if not callable(describe):
        name = f"the class {source.__name__}" if isinstance(source, type) else type(source).__name__
        raise SchemaError(
            f"a schema cannot be made of {name}: give a mapping, JSON, a path, a pydantic class, a "
            "dataclass or a TypedDict"
        )
    return _checked(describe())


def _refuse_plain_names(original: Mapping[str, Any] | bool) -> None:
    """Refuse an object of fields that was taken for a schema: to JSON Schema it would ask nothing."""
    if not isinstance(original, Mapping) or not original:
        return
    if any(name in KEYWORDS or name.startswith(("$", "x-")) for name in original):
        return
    name = next(iter(original))
    meant = {word: near for word in islice(original, 100) if (near := nearest(word, MEANT))}
    for word, keyword in meant.items():
        if fits_keyword(keyword, original[word]):
            reason = f"{word!r} is no keyword of JSON Schema: did you mean {keyword!r}?"
            raise SchemaError(reason, pointer=f"/{escape_pointer(word)}", keyword=word)
    reason = (
        f"no keyword of JSON Schema stands in it; fields go under 'properties': "
        f'{{"type": "object", "properties": {{"{name}": {{"type": "string"}}}}}}'
    )
    raise SchemaError(reason, keyword=name)


def _text(source: str | Path) -> str:
    if isinstance(source, str) and source.lstrip()[:1] in ("{", "["):
        return source
    path = Path(source)
    try:
        if path.stat().st_size > MAX_BYTES:
            raise SchemaError(f"{_shown(path)} is larger than {MAX_BYTES:,} bytes")
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise SchemaError(f"{_shown(path)} is not UTF-8 (byte {error.start})") from error
    except (OSError, ValueError) as error:
        reason = (isinstance(error, OSError) and error.strerror) or error
        raise SchemaError(f"{_shown(path)} cannot be read: {reason}") from error


def _shown(source: str | Path) -> str:
    """The name of a schema's file as messages say it: a long one is more likely a text."""
    return f"the schema {str(source)[:200]!r}"


def _checked(value: JSON) -> Mapping[str, Any] | bool:
    if not isinstance(value, Mapping | bool):
        raise SchemaError("a schema must be an object or a boolean")
    return value
