"""Finder of money: amounts with a currency, and ranges of them."""

from nlp.numeric.measures import measures
from nlp.numeric.number_bounds import with_modifier
from nlp.numeric.numbers import measure_ranges
from nlp.spans import Candidate, Document, Value


def find_money(document: Document, *, decimal: str | None = None) -> tuple[Candidate, ...]:
    """Amounts of money; unit is the ISO 4217 code, ``cent`` or ``penny``, None if unknown."""
    text = document.text
    found = []
    for one in measures(text, decimal=decimal):
        if one.kind == "money":
            plain = Value("money", one.number, unit=one.unit or None)
            value = with_modifier(text, one.start, one.end, plain)
            found.append(
                Candidate(one.start, one.end, text[one.start : one.end], "MONEY", value, "money")
            )
    for span in measure_ranges(text, "money", decimal=decimal):
        unit = next((amount.unit for amount in span.amounts if amount.unit), None)
        value = Value(
            "money_range", low=span.low, high=span.high, unit=unit, modifier=span.modifier
        )
        mention = text[span.start : span.end]
        found.append(Candidate(span.start, span.end, mention, "MONEY", value, "money"))
    return tuple(sorted(found, key=lambda one: (one.start, -one.end)))
