"""What a person decides, and what becomes of the answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from nlp.schema import JSON, Field, Schema, is_below, join_path, parent_path, split_path
from nlp.schema_validation import UNCHECKED, Violation, violations
from nlp.schemas.references import escape_pointer
from nlp.spans import Span
from normalizers.places import field_at, get
from normalizers.shape import resolved
from normalizers.validity import fault

LACKING = frozenset({"required", "minItems", "minProperties", *UNCHECKED})
"""Keywords that ask for more than the text may say: a person's answer need not satisfy them."""
MOST_ELEMENTS_DEEP = 8


class DecisionError(Exception):
    """A decision that cannot be taken; ``keyword`` is what of the schema speaks against it.

    ``keyword`` may also be ``place`` (there is none), ``element`` (an element of a list is taken out,
    not nulled) or ``value`` (an element needs one).
    """

    def __init__(self, keyword: str, message: str) -> None:
        self.keyword = keyword
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision: ``accept``, ``set`` or ``null`` a place, ``add`` to a list, ``remove`` from it.

    ``path`` is a field path, with ``add`` that of the list; ``value`` is the new value; ``span`` where
    the person picked it, as code-point offsets.
    """

    path: str
    action: str
    value: JSON = None
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class State:
    """An answer and the field paths decided in it, each with all that stands below it.

    ``reviewed`` is None where the whole answer is gold already.
    """

    answer: JSON
    reviewed: tuple[str, ...] | None = ()

    def covers(self, path: str) -> bool:
        """Whether a place is decided."""
        return self.reviewed is None or any(is_below(path, each) for each in self.reviewed)


def decide(state: State, decision: Decision, schema: Schema) -> State:
    """Return the state after a decision; raises :class:`DecisionError`."""
    steps = split_path(decision.path)
    if decision.action == "accept":
        return replace(state, reviewed=_with(state.reviewed, decision.path))
    if decision.action == "null":
        return _nulled(state, decision.path, steps, schema)
    if decision.action == "add":
        return _added(state, decision, steps, schema)
    if decision.action == "remove":
        return _removed(state, decision.path, steps)
    answer = placed(state.answer, steps, decision.value)
    check(state.answer, answer, steps, schema)
    return State(answer, _with(state.reviewed, decision.path))


def check(before: JSON, after: JSON, steps: Sequence[str], schema: Schema) -> None:
    """Raise :class:`DecisionError` where a new value at a place breaks what the schema asks of it."""
    field = field_at(schema, after, steps)
    value = get(after, steps)
    if field is None:
        raise DecisionError("place", "the schema has no such place")
    broken = fault(value, field)
    pointer = "".join(f"/{escape_pointer(step)}" for step in steps)
    known = {(each.pointer, each.keyword) for each in violations(schema, before)}
    for each in violations(schema, after):
        here = each.pointer == pointer or each.pointer.startswith(f"{pointer}/")
        if each.keyword not in LACKING and (here or (each.pointer, each.keyword) not in known):
            raise DecisionError(broken or each.keyword, _innermost(each).message)
    if broken:
        raise DecisionError(broken, f"{value!r} breaks {broken}")


def _innermost(violation: Violation) -> Violation:
    """What a choice has against a value in its only branch, else the choice itself."""
    while len(violation.branches) == 1:
        violation = violation.branches[0][0]
    return violation


def _nulled(state: State, path: str, steps: Sequence[str], schema: Schema) -> State:
    field = field_at(schema, state.answer, steps)
    if field is None or not steps:
        raise DecisionError("place", "there is no such place")
    if field.nullable or field.kind in {"any", "null"}:
        answer = placed(state.answer, steps, None)
    elif isinstance(get(state.answer, steps[:-1]), list):
        raise DecisionError("element", "an element of a list is removed, not nulled")
    else:
        answer = without(state.answer, steps)
    return State(answer, _with(state.reviewed, path))


def _added(state: State, decision: Decision, steps: Sequence[str], schema: Schema) -> State:
    known = get(state.answer, steps)
    field = field_at(schema, state.answer, steps)
    if field is None or not isinstance(known, list | None):
        raise DecisionError("place", "there is no such list")
    elements = known or []
    path = join_path(decision.path, len(elements))
    item = field_at(schema, state.answer, (*steps, str(len(elements))))
    if item is None:
        raise DecisionError("items", "the list takes no further element")
    value = decision.value
    if value is None and not item.nullable:
        value = empty(item, schema)
    answer = placed(state.answer, steps, [*elements, value])
    if decision.value is not None:
        check(state.answer, answer, (*steps, str(len(elements))), schema)
        return State(answer, _with(state.reviewed, path))
    # Of a list that was decided, the elements still are; the new one is not.
    reviewed = state.reviewed
    if reviewed is not None and decision.path in reviewed:
        others = (each for each in reviewed if each != decision.path)
        reviewed = (*others, *(join_path(decision.path, index) for index in range(len(elements))))
    return State(answer, reviewed)


def _removed(state: State, path: str, steps: Sequence[str]) -> State:
    elements = get(state.answer, steps[:-1])
    if not steps or not isinstance(elements, list) or not steps[-1].isdecimal():
        raise DecisionError("place", "it is no element of a list")
    gone = int(steps[-1])
    if gone >= len(elements):
        raise DecisionError("place", "the list has no such element")
    above = parent_path(path)
    left = [each for index, each in enumerate(elements) if index != gone]
    reviewed = state.reviewed
    if reviewed is not None:
        moved = (_moved(each, above, gone) for each in reviewed)
        reviewed = tuple(each for each in moved if each is not None)
    return State(placed(state.answer, steps[:-1], left), reviewed)


def _moved(path: str, above: str, gone: int) -> str | None:
    """A decided path after an element of the list ``above`` is gone; None where it went with it."""
    head = f"{above}." if above else ""
    if not path.startswith(head) or path == above:
        return path
    index, dot, rest = path[len(head) :].partition(".")
    if not index.isdecimal() or int(index) < gone:
        return path
    return None if int(index) == gone else f"{head}{int(index) - 1}{dot}{rest}"


def _with(reviewed: tuple[str, ...] | None, path: str) -> tuple[str, ...] | None:
    if reviewed is None or any(is_below(path, each) for each in reviewed):
        return reviewed
    return (*(each for each in reviewed if not is_below(each, path)), path)


def empty(field: Field, schema: Schema, deep: int = MOST_ELEMENTS_DEEP) -> JSON:
    """A new element for a person to fill in; raises :class:`DecisionError` where it needs a value."""
    field = resolved(field, {}, schema)
    if field.kind != "object":
        raise DecisionError("value", "a new element needs a value")
    made: dict[str, Any] = {}
    for child in field.fields if deep else ():
        inner = resolved(child, None, schema)
        if child.nullable:
            made[child.name] = None
        elif child.required and inner.kind == "array":
            made[child.name] = []
        elif child.required and inner.kind == "object":
            made[child.name] = empty(inner, schema, deep - 1)
    return made


def placed(root: JSON, steps: Sequence[str], value: JSON) -> JSON:
    """A copy of an answer with another value at a place; objects on the way are made."""
    if not steps:
        return value
    if isinstance(root, list):
        index = int(steps[0]) if steps[0].isdecimal() else len(root)
        if index > len(root) or not steps[0].isdecimal():
            raise DecisionError("place", "the list has no such element")
        inside = root[index] if index < len(root) else None
        return [*root[:index], placed(inside, steps[1:], value), *root[index + 1 :]]
    inside = root if isinstance(root, Mapping) else {}
    return {**inside, steps[0]: placed(inside.get(steps[0]), steps[1:], value)}


def without(root: JSON, steps: Sequence[str]) -> JSON:
    """A copy of an answer without a key."""
    above = get(root, steps[:-1])
    if not isinstance(above, Mapping):
        return root
    return placed(root, steps[:-1], {key: each for key, each in above.items() if key != steps[-1]})
