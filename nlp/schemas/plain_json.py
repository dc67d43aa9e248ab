"""Whether a schema is JSON that can be written down again, and no bomb.

Python reads more than JSON: ``NaN``, ``Infinity``, ``1e999``, half surrogate pairs, numbers of any
length. None of them can stand in an answer, so none may stand in a schema.
"""

import math
from collections.abc import Iterator, Mapping

from nlp.errors import SchemaError
from nlp.schema import JSON
from nlp.schemas.patterns import is_bomb
from nlp.schemas.references import escape_pointer

MAX_LEVELS = 300
"""Objects and lists that may stand inside one another, subschemas or not."""

MAX_VALUE_LEVELS = 60
"""The same for a value given as it is: a member of an enum, a default, an example."""

MAX_NUMBER = 10**308
VALUES: tuple[str, ...] = ("const", "enum", "default", "examples", "example")
SHOWN = 1_000


def check_plain_json(schema: JSON) -> None:
    """Raise :class:`SchemaError` with the pointer of the first place that cannot be taken."""
    waiting: list[tuple[JSON, str, int, int]] = [(schema, "", 0, 0)]
    while waiting:
        value, pointer, depth, inside = waiting.pop()
        if depth > MAX_LEVELS or inside > MAX_VALUE_LEVELS:
            most = MAX_LEVELS if depth > MAX_LEVELS else MAX_VALUE_LEVELS
            raise _refused(f"more than {most} objects and lists inside one another", pointer)
        if fault := _fault(value):
            raise _refused(fault, pointer)
        for name, below in _below(value, pointer):
            # Within a value every level counts; it begins where the keyword stands.
            step = 1 if inside or name in VALUES else 0
            waiting.append((below, f"{pointer}/{escape_pointer(name)}", depth + 1, inside + step))


def _below(value: JSON, pointer: str) -> Iterator[tuple[str, JSON]]:
    if isinstance(value, Mapping):
        for name, below in value.items():
            if fault := _fault(str(name)):
                raise _refused(fault, pointer)
            _check_patterns(name, below, pointer)
            yield str(name), below
    elif isinstance(value, list | tuple):
        yield from ((str(index), below) for index, below in enumerate(value))


def _check_patterns(keyword: str, value: JSON, pointer: str) -> None:
    named = keyword == "patternProperties" and isinstance(value, Mapping)
    for pattern in value if named else [value] if keyword == "pattern" else ():
        if isinstance(pattern, str) and is_bomb(pattern):
            reason = (
                f"the pattern {pattern[:80]!r} repeats or nests too much to be compiled: "
                "write its repetitions shorter"
            )
            raise SchemaError(reason, pointer=f"{pointer}/{keyword}"[:SHOWN], keyword=keyword)


def _fault(value: JSON) -> str:
    if isinstance(value, str):
        if not value.isascii() and any("\ud800" <= char <= "\udfff" for char in value):
            return "half a surrogate pair, which is no Unicode text"
    elif isinstance(value, float):
        if not math.isfinite(value):
            return "NaN or an infinite number, which JSON does not have"
    elif isinstance(value, int) and abs(value) > MAX_NUMBER:
        return "a number beyond what a double can hold"
    return ""


def _refused(reason: str, pointer: str) -> SchemaError:
    shown = pointer[:SHOWN].encode("utf-8", "replace").decode()
    return SchemaError(reason, pointer=shown, keyword=shown.rpartition("/")[2][:80])
