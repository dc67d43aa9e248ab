"""Places of a JSON value by the steps of a JSON pointer."""

from collections.abc import Sequence

from nlp.schema import JSON


def steps_of(pointer: str) -> list[str]:
    """The unescaped steps of a JSON pointer (RFC 6901)."""
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def get(value: JSON, steps: Sequence[str]) -> JSON:
    """The value at a place; None where there is none."""
    for step in steps:
        if isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        elif isinstance(value, dict):
            value = value.get(step)
        else:
            return None
    return value


def put(value: JSON, steps: Sequence[str], new: JSON) -> JSON:
    """The value with another at a place."""
    if not steps:
        return new
    step, rest = steps[0], steps[1:]
    if isinstance(value, list) and step.isdecimal():
        return [
            put(each, rest, new) if place == int(step) else each for place, each in enumerate(value)
        ]
    if isinstance(value, dict):
        return {**value, step: put(value.get(step), rest, new)}
    return value


def without(value: JSON, steps: Sequence[str]) -> JSON:
    """The value without one key or element."""
    inside = get(value, steps[:-1])
    if isinstance(inside, list):
        kept = [each for place, each in enumerate(inside) if str(place) != steps[-1]]
        return put(value, steps[:-1], kept)
    if isinstance(inside, dict):
        return put(value, steps[:-1], {k: v for k, v in inside.items() if k != steps[-1]})
    return value
