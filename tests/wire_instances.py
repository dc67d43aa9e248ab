"""Answers that a server could give under a wire schema, as a hypothesis strategy."""

import re
from typing import Any

from hypothesis import strategies as st

WORDS = (
    "", "-", "null", "Ana Ruiz", "12 de mayo de 2021", "3,5 kg", "no consta", "El juez lo negó.",
    "Ñandú «azul»",
)  # fmt: skip


def instances(wire: dict[str, Any], *, longest: int = 2) -> st.SearchStrategy[Any]:
    """Values that satisfy a wire schema; lists of at most ``longest`` more than they must have."""
    if "anyOf" in wire:
        return st.one_of([instances(branch, longest=longest) for branch in wire["anyOf"]])
    if "const" in wire:
        return st.just(wire["const"])
    if "enum" in wire:
        return st.sampled_from(wire["enum"])
    kind = wire["type"]
    if kind == "object":
        return _objects(wire, longest)
    if kind == "array":
        return _arrays(wire, longest)
    if kind == "string":
        return _strings(wire)
    if kind == "integer":
        low, high = wire.get("minimum"), wire.get("maximum")
        if low is None:
            low = -1000 if high is None else high - 2000
        return st.integers(low, high if high is not None else low + 3000)
    if kind == "number":
        return st.one_of(st.integers(-500, 500), st.floats(-1e6, 1e6, allow_nan=False))
    return st.booleans() if kind == "boolean" else st.none()


def _strings(wire: dict[str, Any]) -> st.SearchStrategy[str]:
    least, most = wire.get("minLength", 0), wire["maxLength"]
    fitting = [word for word in WORDS if least <= len(word) <= most]
    free = st.text("aeé ñ1.", min_size=least, max_size=min(most, least + 8))
    return st.one_of(st.sampled_from(fitting), free) if fitting else free


def _arrays(wire: dict[str, Any], longest: int) -> st.SearchStrategy[list[Any]]:
    if "prefixItems" in wire:
        parts = [instances(part, longest=longest) for part in wire["prefixItems"]]
        return st.tuples(*parts).map(list)
    least = wire.get("minItems", 0)
    most = min(wire["maxItems"], least + longest)
    if not most:
        return st.just([])
    return st.lists(instances(wire["items"], longest=longest), min_size=least, max_size=most)


def _objects(wire: dict[str, Any], longest: int) -> st.SearchStrategy[dict[str, Any]]:
    named = {name: instances(part, longest=longest) for name, part in wire["properties"].items()}
    # Grammars take the keys in the order of the schema, unnamed ones last.
    drawn = st.fixed_dictionaries(named)
    fixed = drawn.map(lambda answer: {name: answer[name] for name in named})
    if wire["additionalProperties"] is False:
        return fixed
    keys = st.sampled_from(["uno", "dos", "tres", "cuatro"]).filter(lambda key: key not in named)
    extra = instances(wire["additionalProperties"], longest=longest)
    more = st.dictionaries(keys, extra, max_size=longest)
    return st.tuples(fixed, more).map(lambda pair: {**pair[0], **pair[1]})


FORBIDDEN = re.compile(r"pattern|format|default|uniqueItems|\$ref|nullable|oneOf|allOf|not|if")
"""Keywords that no wire schema holds."""


def keywords(wire: Any) -> set[str]:
    """Every keyword a wire schema uses, property names apart."""
    if isinstance(wire, list):
        return set().union(*map(keywords, wire))
    if not isinstance(wire, dict):
        return set()
    found = set(wire)
    for keyword, value in wire.items():
        if keyword == "properties":
            found |= set().union(*map(keywords, value.values()))
        elif keyword not in ("enum", "const", "required"):
            found |= keywords(value)
    return found
