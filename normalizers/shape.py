"""The draft brought to the schema's shape: every key there, nothing that the schema closes off.

Only containers are touched here: keys written otherwise are renamed, wrappers removed, missing keys
added, a value put in a list where a list is asked. What a place says is left to the normalizers.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace

from nlp.folding import fold_word
from nlp.schema import JSON, Field, Schema, join_path
from normalizers.place import Place
from normalizers.validity import fault

_DEEPEST = 24


def shape(root: JSON, schema: Schema) -> tuple[Place, ...]:
    """List the places of the answer in the schema's order, missing ones and empty lists included.

    A missing key is a place with ``missing`` set; an empty list or object is a place of its own.
    """
    reader = _Reader(schema)
    value = _unwrapped(root, schema.root)
    return tuple(reader.read("", schema.root, value, missing=root is None, depth=0))


def key_of(name: str) -> str:
    """A key without case, accents and separators: ``fechaInicio`` = ``fecha_inicio``."""
    return "".join(sign for sign in fold_word(name) if sign.isalnum())


class _Reader:
    def __init__(self, schema: Schema) -> None:
        self.schema = schema

    def read(
        self, path: str, field: Field, value: JSON, *, missing: bool, depth: int
    ) -> Iterator[Place]:
        field = resolved(field, value, self.schema)
        if value is None and (field.nullable or depth > _DEEPEST):
            yield Place(path, field, None, None, missing=missing)
        elif field.kind == "object" and not (missing and _left_out(field)):
            yield from self._object(path, field, value, depth=depth)
        elif field.kind == "array":
            yield from self._array(path, field, value, missing=missing, depth=depth)
        elif field.kind == "any" and isinstance(value, dict | list) and value:
            yield from self._any(path, value, depth=depth)
        else:
            yield Place(path, field, value, value, missing=missing)

    def _object(self, path: str, field: Field, value: JSON, *, depth: int) -> Iterator[Place]:
        found = _as_object(value)
        if found is None and value is not None and field.nullable:
            yield Place(path, field, value, value)
            return
        named = match_keys(found or {}, field)
        if not field.fields and not named and field.extra is None:
            yield Place(path, field, value, {}, missing=value is None)
            return
        said = found or {}
        asked = [(child.name, child, named.pop(child.name, None)) for child in field.fields]
        if field.extra is not None:
            asked += [(name, field.extra, key) for name, key in named.items()]
        for name, child, key in asked:
            content = None if key is None else said[key]
            yield from self.read(
                join_path(path, name), child, content, missing=key is None, depth=depth + 1
            )
        if not asked:
            yield Place(path, field, value, {})

    def _array(
        self, path: str, field: Field, value: JSON, *, missing: bool, depth: int
    ) -> Iterator[Place]:
        if missing and field.has_default and isinstance(field.default, list):
            value = field.default
        items = _as_list(value, field)
        if not items:
            away = missing and not field.required  # an optional list left out is no empty one
            yield Place(path, field, value, None if away else [], missing=missing)
            return
        anything = Field(path=f"{path}.*", name="*", kind="any")
        for place, content in enumerate(items):
            item = field.prefix[place] if place < len(field.prefix) else field.item or anything
            inside = join_path(path, place)
            chosen = resolved(item, content, self.schema)
            if chosen.kind in {"object", "array"} and content is None:
                removed = not chosen.nullable
                yield Place(inside, item, None, None, in_list=True, removed=removed)
                continue
            for one in self.read(inside, item, content, missing=False, depth=depth + 1):
                element = one.path == inside
                removed = element and one.value is None and not one.field.nullable
                yield replace(one, in_list=element, removed=removed or one.removed)

    def _any(self, path: str, value: JSON, *, depth: int) -> Iterator[Place]:
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for name, content in pairs:
            inside = join_path(path, name)
            field = Field(path=inside, name=str(name), kind="any", nullable=True)
            yield from self.read(inside, field, content, missing=False, depth=depth + 1)


def _left_out(field: Field) -> bool:
    """An optional object that a model left out, with nothing to say it should be there."""
    return not field.required and not field.fields


def _unwrapped(root: JSON, field: Field) -> JSON:
    """The answer inside one superfluous level: ``{"respuesta": {…}}``."""
    if field.kind != "object" or not field.fields:
        return root
    found = _as_object(root)
    if found is None or match_keys(found, field, named_only=True) or len(found) != 1:
        return root if found is None else found
    inner = _as_object(next(iter(found.values())))
    return inner if inner is not None and match_keys(inner, field, named_only=True) else found


def match_keys(
    found: Mapping[str, JSON], field: Field, *, named_only: bool = False
) -> dict[str, str]:
    """Pair an object's keys with a field's names: name → key; other keys pair with themselves."""
    names = {child.name for child in field.fields}
    paired = {name: name for name in names if name in found}
    folded = {key_of(name): name for name in names if name not in paired}
    others: dict[str, str] = {}
    for key in (key for key in found if key not in names):
        name = folded.pop(key_of(key), None)
        if name is not None:
            paired[name] = key
        else:
            others[key] = key
    return paired if named_only else paired | others


def _as_object(value: JSON) -> dict[str, JSON] | None:
    if isinstance(value, dict):
        return value
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict):
        return value[0]
    if isinstance(value, str) and value.lstrip().startswith("{"):
        read = _read_json(value)
        return read if isinstance(read, dict) else None
    return None


def _as_list(value: JSON, field: Field) -> list[JSON]:
    if value is None:
        return []
    if isinstance(value, list):
        return value
    if isinstance(value, str) and value.lstrip().startswith("["):
        read = _read_json(value)
        if isinstance(read, list):
            return read
    if isinstance(value, dict):
        objects = field.item is not None and field.item.kind in {"object", "recursive"}
        if objects and field.item is not None and match_keys(value, field.item, named_only=True):
            return [value]
        lists = [content for content in value.values() if isinstance(content, list)]
        if len(lists) == 1:
            return lists[0]
        return [value] if value and objects else list(value.values())
    return [value] if value != "" else []


def _read_json(text: str) -> JSON:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def resolved(field: Field, value: JSON, schema: Schema) -> Field:
    """The field behind references and unions: of a union the branch that a value fits best."""
    for _ in range(_DEEPEST):
        if field.kind == "recursive":
            target = schema.at(field.target) or schema.root
            field = replace(target, nullable=field.nullable, required=field.required)
        elif field.kind == "union" and field.options:
            chosen = choose_option(field, value)
            nullable = field.nullable or chosen.nullable
            field = replace(chosen, nullable=nullable, required=field.required)
        else:
            break
    return field


def choose_option(field: Field, value: JSON) -> Field:
    """The branch of a union that a value fits best; the first where nothing tells them apart."""
    return max(field.options, key=lambda option: (_fit(option, value), not fault(value, option)))


def _fit(option: Field, value: JSON) -> float:
    if isinstance(value, dict):
        if option.kind != "object":
            return 0.5 if option.kind in {"any", "recursive"} else 0.0
        names = {child.name for child in option.fields}
        consts = {
            child.name: child.enum for child in option.fields if child.kind == "enum" and child.enum
        }
        if any(value.get(name, members[0]) not in members for name, members in consts.items()):
            return 0.1
        return 1.0 + len(names & value.keys()) / (1 + len(names | value.keys()))
    if isinstance(value, list):
        return 1.0 if option.kind == "array" else 0.0
    if isinstance(value, bool):
        return {"boolean": 1.0, "any": 0.5}.get(option.kind, 0.0)
    if isinstance(value, int | float):
        return _fit_number(option, value)
    if isinstance(value, str):
        if option.kind == "enum":
            return 1.0 if value in option.enum else 0.2
        return {"string": 0.9, "any": 0.5, "number": 0.1, "integer": 0.1}.get(option.kind, 0.0)
    return 0.0


def _fit_number(option: Field, value: float) -> float:
    if option.kind == "integer":
        whole = isinstance(value, int) or value.is_integer()
        return 1.0 if whole else 0.2
    return {"number": 0.9, "any": 0.5, "string": 0.1}.get(option.kind, 0.0)
