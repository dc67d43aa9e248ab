"""The results of an answer in its own shape, so that each stays with its value as places move."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from nlp.schema import JSON, Schema, join_path
from nlp.schemas.checks import identity
from normalizers.assemble import Node, grouped
from normalizers.edits import EditTree, appended, edited
from normalizers.gate import GONE, repaired
from normalizers.outcome import FieldResult


@dataclass(slots=True)
class PlacedResults:
    """What is told of one place: its own result where it is a leaf, else the places below.

    ``gone`` are results of elements and keys that are no part of the answer; ``emptied`` the
    change that left an object or a list without anything in it.
    """

    result: FieldResult | None = None
    keys: "dict[str, PlacedResults] | None" = None
    elements: "list[PlacedResults] | None" = None
    gone: list[tuple[str, FieldResult]] = field(default_factory=list)
    emptied: FieldResult | None = None

    def raw(self) -> JSON:
        """What the model said of the place."""
        if self.keys is not None:
            return {name: each.raw() for name, each in self.keys.items()}
        if self.elements is not None:
            return [each.raw() for each in self.elements]
        return self.result.raw if self.result is not None else None


def placed_results_of(results: Sequence[FieldResult], answer: JSON) -> PlacedResults:
    """The results of an answer that was assembled from them."""
    return _placed(grouped(results), answer)


def placed_after_edits(placed: PlacedResults, before: JSON, tree: EditTree) -> PlacedResults:
    """What is told after edits of the value before; what they do not touch is told as it was."""
    if tree.edit is not None:
        return _rewritten(placed, before, tree.edit.value, tree.edit.keyword)
    if placed.elements is not None and isinstance(before, list):
        return _list_retold(placed, before, tree)
    if placed.keys is not None and isinstance(before, dict):
        return _object_retold(placed, before, tree)
    return _rewritten(placed, before, edited(before, tree), tree.keyword)


def results_of(placed: PlacedResults, schema: Schema, path: str = "") -> Iterator[FieldResult]:
    """The results with the paths that their places have now."""
    if placed.result is not None:
        yield _at(placed.result, path)
        return
    below: list[tuple[str | int, PlacedResults]] = list(
        enumerate(placed.elements) if placed.elements is not None else (placed.keys or {}).items()
    )
    for step, each in below:
        for result in results_of(each, schema, join_path(path, step)):
            # An element that was dropped would be no part of its list.
            null = each.result is not None and isinstance(step, int) and result.outcome == "dropped"
            yield replace(result, outcome="corrected") if null else result
    gone = list(_gone(placed, schema, path))
    yield from gone
    if not below and not gone:
        empty: JSON = [] if placed.elements is not None else {}
        yield _at(placed.emptied or FieldResult(path, None, empty), path)


def _placed(node: Node, value: JSON) -> PlacedResults:
    if not node.children:
        return PlacedResults(
            result=node.results[0] if node.results else FieldResult("", None, value)
        )
    if isinstance(value, list):
        children = [child for _, child in sorted(node.children.items(), key=lambda p: int(p[0]))]
        kept = [child for child in children if not child.removed]
        below = [_placed(child, each) for child, each in zip(kept, value, strict=True)]
        out = [("", child.results[0]) for child in children if child.removed]
        return PlacedResults(elements=below, gone=out)
    inside = value if isinstance(value, dict) else {}
    absent = [(name, child) for name, child in node.children.items() if name not in inside]
    return PlacedResults(
        keys={k: _placed(node.children[k], each) for k, each in inside.items()},
        gone=[(name, child.results[0]) for name, child in absent if child.results],
    )


def _list_retold(placed: PlacedResults, before: list[JSON], tree: EditTree) -> PlacedResults:
    elements, gone = [], list(placed.gone)
    for place, (each, value) in enumerate(zip(placed.elements or (), before, strict=True)):
        node = tree.below.get(str(place))
        if node is not None and node.removes:
            gone.append(("", _taken_out(each, value, node.keyword)))
        else:
            elements.append(each if node is None else placed_after_edits(each, value, node))
    for node in appended(tree, len(before)):
        if node.edit is not None:
            elements.append(_rewritten(None, None, node.edit.value, node.keyword))
    emptied = None if elements else _altered(placed, before, [], tree.keyword)
    return PlacedResults(elements=elements, gone=gone, emptied=emptied)


def _object_retold(placed: PlacedResults, before: dict[str, JSON], tree: EditTree) -> PlacedResults:
    keys, gone = dict(placed.keys or {}), list(placed.gone)
    for name, node in tree.below.items():
        old = keys.get(name)
        if node.removes and old is not None:
            gone.append((name, _taken_out(old, before[name], node.keyword)))
            del keys[name]
        elif old is not None:
            keys[name] = placed_after_edits(old, before[name], node)
        elif node.edit is not None and not node.removes:
            keys[name] = _rewritten(None, None, node.edit.value, node.keyword)
    emptied = None if keys else _altered(placed, before, {}, tree.keyword)
    return PlacedResults(keys=keys, gone=gone, emptied=emptied)


def _rewritten(old: PlacedResults | None, before: JSON, after: JSON, keyword: str) -> PlacedResults:
    """What is told of a place with another value; parts that are the same keep their results."""
    if old is not None and old.result is not None and identity(before) == identity(after):
        return old
    gone = old.gone if old is not None else []
    if isinstance(after, dict) and after:
        parts = before if isinstance(before, dict) else {}
        known = (old.keys if old is not None else None) or {}
        keys = {
            name: _rewritten(known.get(name), parts.get(name), value, keyword)
            for name, value in after.items()
        }
        return PlacedResults(keys=keys, gone=gone)
    if isinstance(after, list) and after:
        return PlacedResults(elements=[_rewritten(None, None, value, keyword) for value in after])
    return PlacedResults(result=_altered(old, before, after, keyword))


def _altered(old: PlacedResults | None, before: JSON, after: JSON, keyword: str) -> FieldResult:
    """The result of a place that the repair gave another value."""
    earlier = old.result if old is not None else None
    raw = old.raw() if old is not None else None
    return repaired(earlier, raw=raw, before=before, after=after, keyword=keyword)


def _taken_out(old: PlacedResults, before: JSON, keyword: str) -> FieldResult:
    """The result of a key or an element that the repair left out."""
    return replace(_altered(old, before, None, keyword), outcome="dropped", reason=GONE)


def _gone(placed: PlacedResults, schema: Schema, path: str) -> Iterator[FieldResult]:
    """Results of what is not in the answer, where they cannot be taken for a part of it."""
    if placed.elements is not None:
        for place, (_, result) in enumerate(placed.gone, start=len(placed.elements)):
            yield _at(result, join_path(path, place))
        return
    latest = dict(placed.gone)
    for name, result in latest.items():
        here = join_path(path, name)
        field = schema.at(here)
        optional = field is not None and not field.required and not field.nullable
        if optional and name not in (placed.keys or {}):
            yield _at(result, here)


def _at(result: FieldResult, path: str) -> FieldResult:
    return result if result.path == path else replace(result, path=path)
