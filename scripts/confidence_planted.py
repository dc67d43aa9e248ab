"""Wrong values planted in right answers: a digit, a sign, a unit, a neighbour's value, an opposite."""

import copy
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sources import Instance

from nlp.schema import Field
from normalizers.place import schema_path

KINDS: tuple[str, ...] = ("digit", "sign", "unit", "neighbour", "opposite")
MOST = 40
"""Errors planted in one instance."""
ROUNDS = 4
"""Answers they are spread over, so that most of each stays right."""
_SHORT = 40
_Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Planted:
    """An answer with errors in it: field path → kind of error (:data:`KINDS`)."""

    answer: Any
    errors: Mapping[str, str]


def planted_answers(each: Instance) -> Iterator[Planted]:
    """Gold as it is, then gold with errors, some in each answer; the same ones every time."""
    yield Planted(copy.deepcopy(each.gold), {})
    chance = random.Random(each.id)
    errors = list(_errors(each, chance))
    chance.shuffle(errors)
    left = errors[:MOST]
    most = max(1, len(left) // ROUNDS)
    while left:
        answer, planted, rest = copy.deepcopy(each.gold), {}, []
        for kind, path, value in left:
            written = ".".join(map(str, path))
            if written in planted or len(planted) >= most:
                rest.append((kind, path, value))
                continue
            planted[written] = kind
            _put(answer, path, value)
        yield Planted(answer, planted)
        left = rest


def _errors(each: Instance, chance: random.Random) -> Iterator[tuple[str, _Path, Any]]:
    fields = {leaf.path: leaf for leaf in each.schema.leaves()}
    said = list(_leaves(each.gold))
    for path, value in said:
        field = fields.get(schema_path(".".join(map(str, path))))
        if field is None:
            continue
        yield from ((kind, path, wrong) for kind, wrong in _wrong(value, field, chance))
        if field.kind != "enum" and not isinstance(value, bool):
            others = [one for at, one in said if at != path and _could_stand_for(one, value)]
            if others:
                yield "neighbour", path, chance.choice(others)


def _wrong(value: Any, field: Field, chance: random.Random) -> Iterator[tuple[str, Any]]:
    if isinstance(value, bool):
        yield "opposite", not value
    elif field.kind == "enum":
        members = [one for one in field.enum if one is not None and one != value]
        if members:
            yield "opposite", chance.choice(members)
    else:
        digit = _other_digit(value, chance)
        if digit is not None:
            yield "digit", digit
        if isinstance(value, int | float) and value:
            yield "sign", -value
            yield "unit", value * 1000


def _other_digit(value: Any, chance: random.Random) -> Any:
    """The value with one digit changed; None where it has none, or is a long text."""
    written = str(value)
    digits = [at for at, sign in enumerate(written) if sign.isdecimal()]
    if not digits or len(written) >= _SHORT:
        return None
    at = chance.choice(digits)
    new = str((int(written[at]) + chance.randint(1, 8)) % 10)
    if at == digits[0] and new == "0":
        new = "4" if written[at] != "4" else "5"
    changed = written[:at] + new + written[at + 1 :]
    return changed if isinstance(value, str) else type(value)(changed)


def _could_stand_for(other: Any, value: Any) -> bool:
    """Whether the two are of one type, and look alike where they are strings."""
    if type(other) is not type(value) or other == value:
        return False
    if not isinstance(value, str):
        return True
    figures = [any(sign.isdecimal() for sign in one[:3]) for one in (other, value)]
    return abs(len(other) - len(value)) < 12 and figures[0] == figures[1]


def _leaves(value: Any, path: _Path = ()) -> Iterator[tuple[_Path, Any]]:
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _leaves(part, (*path, name))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from _leaves(part, (*path, index))
    elif value is not None and value != "":
        yield path, value


def _put(root: Any, path: _Path, value: Any) -> None:
    for step in path[:-1]:
        root = root[step]
    root[path[-1]] = value
