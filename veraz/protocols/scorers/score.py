"""What every protocol gives back: metrics, their signature and the numbers of each unit.

A *unit* is what is resampled when uncertainty is measured: an instance, a document, a sentence,
a question or a verb. Every metric with an interval is a function of the units' rows.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np

from veraz.resampling import Rows, Statistic

Number: TypeAlias = float | int | None

SCORER_VERSION = "1"


@dataclass(frozen=True, slots=True)
class Table:
    """A breakdown: ``rows`` hold a label and then one number for each further header."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """A line to draw: points (x, y)."""

    title: str
    x: str
    y: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Score:
    """The outcome of one protocol on one set of predictions.

    ``main`` names the metric systems are ranked by; ``metrics`` holds it, the other published
    figures and every count. ``signature`` says all that must be equal for two scores to be
    compared.
    """

    protocol: str
    signature: str
    main: str
    metrics: Mapping[str, Number]
    columns: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    rows: Rows = field(default_factory=lambda: np.zeros((0, 0)))
    statistics: Mapping[str, Statistic] = field(default_factory=lambda: MappingProxyType({}))
    tables: tuple[Table, ...] = ()
    curves: tuple[Curve, ...] = ()
    warnings: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """A JSON object; metrics stand at its top level, undefined numbers are null."""
        return {
            "protocol": self.protocol,
            "signature": self.signature,
            **{name: defined(value) for name, value in self.metrics.items()},
            "warnings": list(self.warnings),
            "tables": [
                {
                    "title": table.title,
                    "rows": [
                        {name: defined(cell) for name, cell in zip(table.header, row, strict=True)}
                        for row in table.rows
                    ],
                }
                for table in self.tables
            ],
            "units": [
                {"id": unit, **dict(zip(self.columns, row, strict=True))}
                for unit, row in zip(self.units, self.rows.tolist(), strict=True)
            ],
        }


def signature(protocol: str, rules: str, **choices: object) -> str:
    """Join what two scores must share to be comparable."""
    parts = [f"{name}:{value}" for name, value in choices.items()]
    return "|".join([protocol, f"rules:{rules}", *parts, f"v:{SCORER_VERSION}"])


def defined(value: Any) -> Any:
    """``None`` for a number that is not a number: JSON has none."""
    return None if isinstance(value, float) and math.isnan(value) else value


def ratio(numerator: float, denominator: float) -> float:
    """A share; 0 where there is nothing to share."""
    return numerator / denominator if denominator else 0.0


def f_measure(precision: float, recall: float) -> float:
    """Harmonic mean of precision and recall; 0 where both are 0."""
    total = precision + recall
    return 2 * precision * recall / total if total else 0.0
