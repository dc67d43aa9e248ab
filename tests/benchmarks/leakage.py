"""How often an answer is an example of the schema's own words instead of the text's."""

import re
from collections.abc import Iterator
from typing import Any

from nlp.schema import Field, Schema

_QUOTED = re.compile(r"[\"'«“‘]([^\"'«»“”‘’]{2,80})[\"'»”’]")
_LISTED = re.compile(
    r"(?:e\.g\.|i\.e\.|for example|such as|p\. ?ej\.|por ejemplo|ej\.:?|como)[,:]?\s([^).;]{2,200})",
    re.IGNORECASE,
)


def examples_of(field: Field) -> frozenset[str]:
    """The example values in a field's description and ``examples``, folded."""
    said = field.description
    found = [*_QUOTED.findall(said), *map(str, field.examples)]
    for listed in _LISTED.findall(said):
        found.extend(re.split(r",| or | o | y | and ", listed))
    return frozenset(_fold(each) for each in found if len(_fold(each)) > 1)


def leaked(root: Any, schema: Schema, text: str) -> int:
    """How many strings of an answer are examples of their field that the text does not hold.

    Members of enums and constants are no examples.
    """
    whole = _fold(text)
    return sum(
        value in examples_of(field) and value not in whole
        for field, value in _strings(root, schema, "")
    )


def _strings(root: Any, schema: Schema, path: str) -> Iterator[tuple[Field, str]]:
    children = root.items() if isinstance(root, dict) else ()
    if isinstance(root, list):
        children = ((str(place), value) for place, value in enumerate(root))
    for step, value in children:
        yield from _strings(value, schema, f"{path}.{step}" if path else step)
    field = schema.at(path)
    if isinstance(root, str) and field is not None and field.kind == "string":
        above = schema.at(path.rpartition(".")[0]) if path.rpartition(".")[2].isdecimal() else None
        yield field, _fold(root)
        if above is not None:
            yield above, _fold(root)


def _fold(text: str) -> str:
    return " ".join(text.casefold().split()).strip(" .,:;[]'\"")
