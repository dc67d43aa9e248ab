"""What solved examples of a schema taught of one of its fields."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Key = tuple[str, ...]
"""What a label, or the words before an answer, are known by."""


@dataclass(frozen=True, slots=True)
class Place:
    """Words that stand before a field's answers, or the line that begins with them; what ends them."""

    before: Key
    ends: tuple[str, ...]
    share: float


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the examples taught of one field.

    ``keys`` counts, for a label and where it stands, how often it held the answer and how often
    another one. ``ways`` are names of :data:`nlp.labels.lessons.PARTS`, ``NUMBERS``, ``read`` or
    ``date TEMPLATE``, the most frequent first, of all labels and ``by_label``; ``members`` the members
    that words stood for; ``places`` where answers without a label stood; ``constant`` is the answer
    of all examples, where that is one and hardly a text says it.
    """

    path: str
    keys: Mapping[Key, tuple[float, float]] = field(default_factory=dict)
    ways: tuple[str, ...] = ()
    by_label: Mapping[Key, tuple[str, ...]] = field(default_factory=dict)
    members: Mapping[str, Any] = field(default_factory=dict)
    places: tuple[Place, ...] = ()
    constant: Any = None
