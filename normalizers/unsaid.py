"""Optional lists and objects of which nothing is said: left out, not filled to please the schema."""

from collections.abc import Iterator, Sequence

from nlp.schema import Field, Schema, escape_name, join_path, parent_path
from nlp.schema_validation import violations
from normalizers.assemble import Node, assemble, grouped, is_list
from normalizers.outcome import FieldResult

_NOBODYS = frozenset({"placeholder", "unanswered", "default"})
"""Outcomes of values that neither a model nor the text said."""


def without_unsaid(results: Sequence[FieldResult], schema: Schema) -> tuple[FieldResult, ...]:
    """The results with one ``unanswered`` for each optional container that only placeholders fill.

    The innermost such container goes. Results come back as they are where the answer would not
    validate without it (``minProperties``, ``dependentRequired``).
    """
    if not any(result.outcome == "placeholder" for result in results):
        return tuple(results)
    unsaid = set(_unsaid(grouped(results), "", schema.root, schema))
    if not unsaid:
        return tuple(results)
    kept: dict[str, FieldResult] = {}
    for result in results:
        path = next((above for above in _upwards(result.path) if above in unsaid), None)
        if path is None:
            kept[result.path] = result
        else:
            kept.setdefault(path, FieldResult(path, None, None, outcome="unanswered"))
    told = tuple(kept.values())
    return tuple(results) if violations(schema, assemble(told, schema)) else told


def _upwards(path: str) -> Iterator[str]:
    while path:
        yield path
        path = parent_path(path)


def _unsaid(node: Node, path: str, field: Field | None, schema: Schema) -> Iterator[str]:
    """Paths of the innermost optional containers in which something is made up, and nothing said."""
    listed = is_list(node.children, field)
    for name, child in node.children.items():
        here, below = join_path(path, name), schema.below(field, escape_name(name))
        inside = list(_unsaid(child, here, below, schema))
        yield from inside
        optional = below is not None and not (listed or below.required or below.nullable)
        if optional and not inside and child.children and _is_made_up(child):
            yield here


def _is_made_up(node: Node) -> bool:
    below = list(_results_below(node))
    nobodys = all(each.raw is None and each.outcome in _NOBODYS for each in below)
    return nobodys and any(each.outcome == "placeholder" for each in below)


def _results_below(node: Node) -> Iterator[FieldResult]:
    yield from node.results
    for child in node.children.values():
        yield from _results_below(child)
