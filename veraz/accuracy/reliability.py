"""The chance that a field is right, from its confidence and from which field it is."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

SUREST = 0.995
"""A confidence counts as at most so much, and as at least one minus it."""


def key_of(schema: str, name: str) -> str:
    """What tells the fields of a pool apart: the digest of the schema, the path with indexes folded."""
    return f"{schema} {name}"


@dataclass(frozen=True, slots=True)
class Reliability:
    """A logistic regression: ``level + slope · log odds of the confidence + the field's own``.

    ``fields`` maps what :func:`key_of` gives to the field's intercept; a field not there has none.
    """

    level: float = 0.0
    slope: float = 1.0
    fields: Mapping[str, float] = field(default_factory=dict)

    def chance(self, schema: str, name: str, confidence: float) -> float:
        """The chance from 0 to 1 that a field with that confidence is right; rises with it."""
        inside = min(SUREST, max(1 - SUREST, confidence))
        odds = self.level + self.slope * math.log(inside / (1 - inside))
        return 1 / (1 + math.exp(-odds - self.fields.get(key_of(schema, name), 0.0)))
