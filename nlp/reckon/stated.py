"""What a description says to reckon: "Ingresos menos gastos", "Suma de tasa e impuesto"."""

import re

from nlp.reckon.reckoning_words import pattern_of

_MOST_OPERANDS = 6


def expression_of(description: str) -> tuple[bool, list[str]] | None:
    """Whether a description says a difference, else it is a sum, and the words of its operands."""
    told = re.split(r"[;(.:]|, (?:sin|excl|con|en|rounded|without)\b", description)[0].strip()
    summed = pattern_of("sum_of").match(told)
    bare = told[summed.end() :] if summed is not None else told
    for operator in ("minus", "plus", "and")[: 3 if summed is not None else 2]:
        parts = pattern_of(operator).split(bare)
        if 2 <= len(parts) <= _MOST_OPERANDS:
            return operator == "minus", parts
    return None
