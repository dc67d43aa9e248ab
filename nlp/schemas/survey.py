"""What is to know of an answer before it is checked: how large it is, what JSON cannot write."""

import math
from typing import TypeAlias

from nlp.schema import JSON
from nlp.schemas.references import escape_pointer

_Way: TypeAlias = "tuple[_Way, str | int] | None"


def survey(answer: JSON) -> tuple[int, list[tuple[str, float]]]:
    """The number of values, and the pointers of NaN and Infinity with these; however deep."""
    count, found = 0, []
    # The way to a value is linked from its end: whole pointers would take their depth squared.
    ahead: list[tuple[_Way, JSON]] = [(None, answer)]
    while ahead:
        way, value = ahead.pop()
        count += 1
        if isinstance(value, dict):
            ahead.extend([((way, name), each) for name, each in value.items()])
        elif isinstance(value, list):
            ahead.extend([((way, place), each) for place, each in enumerate(value)])
        elif isinstance(value, float) and not math.isfinite(value):
            found.append((_pointer(way), value))
    return count, found


def _pointer(way: _Way) -> str:
    names: list[str] = []
    while way is not None:
        way, name = way
        names.append(escape_pointer(str(name)))
    return "".join(f"/{name}" for name in reversed(names))
