"""Ways to mend one violation of the schema, the most truthful first.

What is said wrongly goes before anything is added: null, the key left out, the element removed.
Only where the schema demands a value does the least wrong one take the place.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product

from nlp.schema import JSON, Field, Schema, escape_name, split_path
from nlp.schema_validation import Violation
from nlp.schemas.checks import identity
from nlp.schemas.references import steps_of
from normalizers.edits import Edit
from normalizers.least_wrong import MOST_ELEMENTS, elements_lacking, least_wrong
from normalizers.placed_results import PlacedResults, results_of
from normalizers.places import field_at, get
from normalizers.shape import resolved

CHOICES = frozenset(
    ("anyOf", "oneOf", "not", "if", "then", "else", "contains", "minContains", "maxContains",
     "dependencies", "dependentRequired", "dependentSchemas")
)  # fmt: skip
"""Keywords that several changes may satisfy."""

COUNTS = frozenset(
    ("minItems", "maxItems", "uniqueItems", "items", "additionalItems", "unevaluatedItems",
     "minProperties", "maxProperties")
)  # fmt: skip
"""Keywords that say how many parts a place may have; judged once the parts themselves are right."""

UNNAMED = frozenset(
    ("unevaluatedProperties", "propertyNames", "pattern", "format", "minLength", "maxLength")
)
"""Keywords that, broken by an object, are broken by its keys."""

TOO_LONG = frozenset(("maxItems", "items", "additionalItems", "unevaluatedItems"))

MOST_BRANCHES = 6
DEEPEST = 3

Way = list[Edit]
"""Edits that together may mend a violation."""


@dataclass(frozen=True)
class Case:
    """An answer with its schema and what is told of it."""

    answer: JSON
    schema: Schema
    placed: PlacedResults

    @cached_property
    def backed(self) -> frozenset[tuple[str, ...]]:
        """The steps of all places with evidence, and of the places around them."""
        found: set[tuple[str, ...]] = set()
        for result in results_of(self.placed, self.schema):
            steps = split_path(result.path) if result.evidence else ()
            while steps and steps not in found:
                found.add(steps)
                steps = steps[:-1]
        return frozenset(found)


@dataclass(frozen=True, slots=True)
class Fault:
    """A violation with its place: the steps, the value there, the field."""

    violation: Violation
    steps: tuple[str, ...]
    value: JSON
    field: Field | None

    @property
    def keyword(self) -> str:
        """What is broken."""
        return self.violation.keyword

    def put(self, name: str, value: JSON) -> Edit:
        """The edit that gives a key or an element of the place a value."""
        return Edit((*self.steps, name), self.keyword, value)

    def leave_out(self, name: str) -> Edit:
        """The edit that takes a key or an element of the place out."""
        return Edit((*self.steps, name), self.keyword, removed=True)


def fault_of(violation: Violation, case: Case) -> Fault:
    """A violation with its place in the answer."""
    steps = steps_of(violation.pointer)
    field = field_at(case.schema, case.answer, steps)
    return Fault(violation, steps, get(case.answer, steps), field)


def ways(fault: Fault, case: Case, *, depth: int = 0) -> Iterator[Way]:
    """Ways to mend a violation at its own place."""
    if depth < DEEPEST:
        for branch in _nearest_first(fault.violation):
            yield from _keeping(branch, case, depth + 1)
    field = fault.field if fault.field is not None else Field("", "", "any")
    field = resolved(field, fault.value, case.schema)
    if isinstance(fault.value, dict):
        yield from _with_other_keys(fault, fault.value, field, case)
    if isinstance(fault.value, list):
        yield _with_other_elements(fault, fault.value, field, case.schema)
    yield from ways_around(fault, case, 0)


def ways_around(fault: Fault, case: Case, out: int) -> Iterator[Way]:
    """Ways to give up the place so many levels above: null, left out, or the least wrong."""
    steps = fault.steps[: len(fault.steps) - out]
    field, value = field_at(case.schema, case.answer, steps), get(case.answer, steps)
    if steps and value is not None and (field is None or field.nullable):
        yield [Edit(steps, fault.keyword, None)]
    inside = get(case.answer, steps[:-1]) if steps else None
    if isinstance(inside, list) or (steps and (field is None or not field.required)):
        yield [Edit(steps, fault.keyword, removed=True)]
    if field is not None and (steps or not isinstance(value, dict)):
        for one in (resolved(field, value, case.schema), field):
            least = least_wrong(one, case.schema)
            if identity(least) != identity(value):
                yield [Edit(steps, fault.keyword, least)]


def _nearest_first(violation: Violation) -> list[tuple[Violation, ...]]:
    """The branches of a choice: those whose form the value has, with the fewest faults first."""

    def distance(branch: tuple[Violation, ...]) -> tuple[bool, int]:
        here = any(each.pointer == violation.pointer and not each.missing for each in branch)
        return here, len(branch)

    return sorted(violation.branches, key=distance)[:MOST_BRANCHES]


def _keeping(branch: Sequence[Violation], case: Case, depth: int) -> Iterator[Way]:
    """Ways that keep one branch of a choice: each of its violations mended by its first way."""
    mended = [list(islice(ways(fault_of(each, case), case, depth=depth), 2)) for each in branch]
    mended = [found for found in mended if found]
    for choice in product(range(2), repeat=min(len(mended), 2)):
        numbers = (*choice, *[0] * len(mended))
        chosen = [found[min(n, len(found) - 1)] for found, n in zip(mended, numbers, strict=False)]
        if chosen:
            yield [edit for way in chosen for edit in way]


def _with_other_keys(
    fault: Fault, value: dict[str, JSON], field: Field, case: Case
) -> Iterator[Way]:
    named = {child.name: child for child in field.fields}
    free = [name for name in value if name not in named or not named[name].required]
    free.sort(key=lambda name: _weight((*fault.steps, name), value[name], case))
    absent = [name for name in named if name not in value]

    def added(names: Sequence[str]) -> Way:
        return [fault.put(name, _least(fault, field, name, case.schema)) for name in names]

    if fault.violation.missing:
        yield added(fault.violation.missing)
    if fault.violation.unnamed:
        yield [fault.leave_out(name) for name in fault.violation.unnamed]
    if fault.keyword in UNNAMED:
        yield [fault.leave_out(name) for name in value if name not in named]
    if fault.keyword == "maxProperties":
        excess = len(value) - (field.constraints.max_properties or 0)
        yield [fault.leave_out(name) for name in free[:excess]]
    if fault.keyword == "minProperties":
        short = (field.constraints.min_properties or 1) - len(value)
        yield added(absent[: min(short, MOST_ELEMENTS)])
    if fault.keyword in CHOICES:
        yield from _chosen_keys(fault, free, absent, added)


def _chosen_keys(
    fault: Fault, free: Sequence[str], absent: Sequence[str], added: Callable[[Sequence[str]], Way]
) -> Iterator[Way]:
    for name in free:
        yield [fault.leave_out(name)]
    if len(free) > 1:
        # Of keys that exclude each other, the one best borne out stays.
        for stays in reversed(free):
            yield [fault.leave_out(name) for name in free if name != stays]
    for name in absent:
        yield added([name])


def _weight(steps: tuple[str, ...], value: JSON, case: Case) -> tuple[bool, bool]:
    """What goes first sorts first: the empty, then what no evidence backs."""
    return value not in (None, "", [], {}), steps in case.backed


def _least(fault: Fault, field: Field, name: str, schema: Schema) -> JSON:
    """The least wrong value of a key; null for one that the schema does not describe."""
    step = escape_name(name)
    child = schema.below(field, step) or schema.below(fault.field or field, step)
    return least_wrong(child, schema) if child is not None else None


def _with_other_elements(fault: Fault, value: list[JSON], field: Field, schema: Schema) -> Way:
    if fault.keyword in TOO_LONG and field.constraints.max_items is not None:
        return [fault.leave_out(str(n)) for n in range(field.constraints.max_items, len(value))]
    if fault.keyword == "uniqueItems":
        return [fault.leave_out(str(place)) for place in _repeated(value)]
    if fault.keyword == "minItems":
        lacking = elements_lacking(field, len(value), schema)
        return [fault.put(str(len(value) + n), each) for n, each in enumerate(lacking)]
    return []


def _repeated(value: Sequence[JSON]) -> Iterator[int]:
    """The places of elements that stand earlier already."""
    met = set()
    for place, each in enumerate(value):
        known = identity(each)
        if known in met:
            yield place
        met.add(known)
