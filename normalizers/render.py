"""The outcomes as rows and as plain text: what JSON gives as fields, for people."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from nlp.schema import JSON
from normalizers.outcome import FieldResult
from normalizers.wording import told_changes, told_doubts, word, wording

COLUMNS: tuple[str, ...] = ("field", "value", "outcome", "confidence", "evidence", "reason")

_WIDTHS = (28, 36, 13, 10, 40, 60)


@dataclass(frozen=True, slots=True)
class Row:
    """One leaf, every column as text; ``outcome`` serves as a class name in HTML."""

    field: str
    value: str
    outcome: str
    confidence: str
    evidence: str
    reason: str

    def cells(self, language: str = "en") -> tuple[str, ...]:
        """The texts in the order of :data:`COLUMNS`, the outcome by its name."""
        outcome = wording("outcomes", self.outcome, language).name
        return (self.field, self.value, outcome, self.confidence, self.evidence, self.reason)


def rows(results: Iterable[FieldResult], language: str = "en") -> tuple[Row, ...]:
    """One row per result, in order; evidence as ``mention [start:end)``."""
    return tuple(
        Row(
            field=result.path or word("root", language),
            value=_value(result, language),
            outcome=result.outcome,
            confidence=f"{result.confidence:.2f}",
            evidence=" … ".join(
                f"{_one_line(each.mention)} [{each.start}:{each.end})" for each in result.evidence
            ),
            reason=_reason(result, language),
        )
        for result in results
    )


def text_table(results: Iterable[FieldResult], language: str = "en") -> str:
    """The rows as a plain text table; long cells are cut with an ellipsis."""
    heads = tuple(word(column, language) for column in COLUMNS)
    lines = [heads, *(row.cells(language) for row in rows(results, language))]
    widths = [
        min(limit, max(len(line[column]) for line in lines)) for column, limit in enumerate(_WIDTHS)
    ]
    shown = [
        "  ".join(_cut(cell, width).ljust(width) for cell, width in zip(line, widths, strict=True))
        for line in lines
    ]
    ruler = "  ".join("-" * width for width in widths)
    return "\n".join(line.rstrip() for line in (shown[0], ruler, *shown[1:]))


def _value(result: FieldResult, language: str) -> str:
    if result.outcome == "omitted":
        return f"({word('left out', language)})"
    return _shown(result.value)


def _reason(result: FieldResult, language: str) -> str:
    told = told_changes(result, language)
    gone = result.outcome == "dropped" and not result.changes and result.raw is not None
    said = (f"{word('said', language)} {_shown(result.raw)}",) if gone else ()
    return "; ".join((*told, *said, *told_doubts(result, language)))


def _shown(value: JSON) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _cut(text: str, width: int) -> str:
    plain = _one_line(text)
    return plain if len(plain) <= width else plain[: width - 1] + "…"
