"""The answer as one JSON value, from the results of its leaves."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from nlp.schema import JSON, Field, Schema, escape_name, split_path
from normalizers.outcome import FieldResult


@dataclass(slots=True)
class Node:
    """One place with the results told of it and the places below."""

    results: list[FieldResult] = field(default_factory=list)
    children: "dict[str, Node]" = field(default_factory=dict)

    @property
    def removed(self) -> bool:
        """Whether, as an element of a list, it was dropped."""
        return not self.children and self.results[0].outcome == "dropped"


def grouped(results: Iterable[FieldResult]) -> Node:
    """Results as the tree of their places."""
    root = Node()
    for result in results:
        node = root
        for name in split_path(result.path):
            node = node.children.setdefault(name, Node())
        node.results.append(result)
    return root


def assemble(results: Iterable[FieldResult], schema: Schema) -> Any:
    """Build the JSON value of the answer: an object unless the schema asks otherwise.

    Optional keys that are not nullable and have no answer are left out; list items that were
    dropped are removed. The result validates against the schema wherever that can be satisfied:
    :func:`normalizers.normalize.normalize` has seen to the values.
    """
    built = _build(grouped(results), schema.root, schema)
    return {} if schema.root.kind == "object" and not isinstance(built, dict) else built


def _build(node: Node, field: Field | None, schema: Schema) -> JSON:
    if not node.children:
        return node.results[0].value if node.results else None
    if is_list(node.children, field):
        kept = (child for _, child in sorted(node.children.items(), key=lambda pair: int(pair[0])))
        item = schema.below(field, "0")
        return [_build(child, item, schema) for child in kept if not child.removed]
    built: dict[str, JSON] = {}
    for name, child in node.children.items():
        inner = schema.below(field, escape_name(name))
        if not child.children and _left_out(child.results[0], inner):
            continue
        built[name] = _build(child, inner, schema)
    return built


def is_list(children: Iterable[str], field: Field | None) -> bool:
    """Whether the steps below a place are the indexes of a list."""
    indexes = all(step.isdecimal() for step in children)
    return indexes and (field is None or field.kind != "object")


def _left_out(result: FieldResult, field: Field | None) -> bool:
    return result.value is None and field is not None and not field.nullable and not field.required
