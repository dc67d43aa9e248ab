"""The places of an answer that a person can decide on, each with what the batch said of it."""

import dataclasses
import difflib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from nlp.schema import JSON, Field, Schema, escape_name, join_path
from normalizers.shape import resolved
from veraz.review.reading import ReviewDocument

LIST = "list"
"""The kind of the place that stands for a list as a whole."""


@dataclasses.dataclass(frozen=True, slots=True)
class ReviewPlace:
    """One leaf of an answer, or one list as a whole.

    ``path`` is its field path now; ``present`` says whether the answer has the key; ``result`` is what
    the batch said of it (None: a person has added the place); ``changed`` says of a list that elements
    were added or taken out; ``in_list`` that the place is itself an element.
    """

    path: str
    field: Field
    value: JSON
    present: bool
    result: Mapping[str, Any] | None = dataclasses.field(default=None, repr=False)
    changed: bool = False
    in_list: bool = False

    @property
    def kind(self) -> str:
        """The kind of its field, or :data:`LIST`."""
        return LIST if isinstance(self.value, list) else self.field.kind


def places_of(document: ReviewDocument, answer: JSON) -> list[ReviewPlace]:
    """The places of a document's answer as it stands now, in the schema's order."""
    return list(_Walk(document).places(document.schema.root, "", answer, "", document.answer))


def below(parent: Field, name: str | int, schema: Schema) -> Field:
    """The field one step below; where the schema names none, one that takes anything."""
    step = str(name) if isinstance(name, int) else escape_name(name)
    found = schema.below(parent, step)
    return found if found is not None else Field(join_path(parent.path, name), str(name), "any")


class _Walk:
    def __init__(self, document: ReviewDocument) -> None:
        self._schema, self._results = document.schema, document.results

    def places(
        self,
        field: Field,
        path: str,
        value: JSON,
        origin: str | None,
        first: JSON,
        *,
        present: bool = True,
        in_list: bool = False,
    ) -> Iterator[ReviewPlace]:
        """``origin`` and ``first`` are its path (None: none) and value in the batch's answer."""
        field = resolved(field, value, self._schema)
        result = None if origin is None else self._results.get(origin)
        if isinstance(value, list):
            yield from self._elements(field, path, value, origin, first)
            return
        names = self._names(field, value, origin)
        if not names:
            yield ReviewPlace(path, field, value, present, result, in_list=in_list)
            return
        has: dict[str, JSON] = value or {}
        had = first if isinstance(first, dict) else {}
        for name in names:
            yield from self.places(
                below(field, name, self._schema),
                join_path(path, name),
                has.get(name),
                None if origin is None else join_path(origin, name),
                had.get(name),
                present=name in has,
            )

    def _elements(
        self, field: Field, path: str, value: list[JSON], origin: str | None, first: JSON
    ) -> Iterator[ReviewPlace]:
        had = first if isinstance(first, list) else []
        came_from = elements_before(had, value)
        changed = len(had) != len(value) or None in came_from
        result = None if origin is None else self._results.get(origin)
        yield ReviewPlace(path, field, value, True, result, changed)
        for index, element in enumerate(value):
            before = came_from[index] if origin is not None else None
            yield from self.places(
                below(field, index, self._schema),
                join_path(path, index),
                element,
                None if origin is None or before is None else join_path(origin, before),
                None if before is None else had[before],
                in_list=True,
            )

    def _names(self, field: Field, value: JSON, origin: str | None) -> list[str]:
        """The keys to show of an object, or of one left out of which the batch says something."""
        if value is None and not (field.kind == "object" and self._tells_below(origin)):
            return []
        if not isinstance(value, dict | None):
            return []
        named = [child.name for child in field.fields]
        return [*named, *(name for name in value or {} if name not in named)]

    def _tells_below(self, origin: str | None) -> bool:
        head = f"{origin}." if origin else ""
        return origin is not None and any(path.startswith(head) for path in self._results)


def elements_before(had: list[JSON], has: list[JSON]) -> list[int | None]:
    """For each element of a list now, which one it was before, or None where it is new.

    An element that was altered in its place is the one that stood there.
    """
    before, now = ([json.dumps(each, sort_keys=True) for each in both] for both in (had, has))
    found: list[int | None] = [None] * len(has)
    matcher = difflib.SequenceMatcher(None, before, now, autojunk=False)
    for _, start, end, first, last in matcher.get_opcodes():
        for index in range(min(end - start, last - first)):
            found[first + index] = start + index
    return found
