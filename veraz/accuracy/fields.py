"""Fields by name and kind: what calibrating and deciding must see alike."""

from collections.abc import Mapping
from typing import Any

from nlp.schema import JSON
from veraz.digest import digest

VALUE, NULL = "value", "null"
KINDS: tuple[str, ...] = (VALUE, NULL)


def fold(path: str) -> str:
    """Fold the indexes of a field path: ``items.0.price`` is ``items[].price``."""
    folded = ""
    for step in path.split(".") if path else ():
        folded += "[]" if step.isdecimal() else f".{step}" if folded else step
    return folded


def is_silent(value: JSON) -> bool:
    """Whether a value says nothing: null, an empty list, object or string."""
    return value is None or value in ([], {}) or (isinstance(value, str) and not value.strip())


def kind_of(value: JSON) -> str:
    """Whether a value says something: ``value`` or ``null``."""
    return NULL if is_silent(value) else VALUE


def schema_key(schema: Mapping[str, Any] | bool) -> str:
    """Tell schemas apart; the order of members counts, as for a model that reads it."""
    return digest(schema if isinstance(schema, bool) else dict(schema))
