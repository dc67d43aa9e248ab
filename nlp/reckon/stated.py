"""What a description says to reckon: "Ingresos menos gastos", "Suma de tasa e impuesto"."""

import re

from nlp.reckon.reckoning_words import pattern_of

MINUS, PLUS = "minus", "plus"
_MOST_OPERANDS = 6


def expression_of(description: str) -> tuple[str, list[str]] | None:
    """The operator that a description names, and the words of its operands."""
    told = re.split(r"[;(.:]|, (?:sin|excl|con|en|rounded|without)\b", description)[0].strip()
    summed = pattern_of("sum_of").match(told)
    bare = told[summed.end() :] if summed is not None else told
    for name in (MINUS, PLUS):
        parts = pattern_of(name).split(bare)
        if 2 <= len(parts) <= _MOST_OPERANDS:
            return name, parts
    parts = pattern_of("and").split(bare) if summed is not None else []
    return (PLUS, parts) if 2 <= len(parts) <= _MOST_OPERANDS else None
