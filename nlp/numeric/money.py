"""Finder of money: amounts with a currency, and ranges of them."""

from nlp.numeric.numbers import measured_values
from nlp.spans import Candidate, Document


def find_money(document: Document) -> tuple[Candidate, ...]:
    """Amounts of money; unit is the ISO 4217 code, ``cent`` or ``penny``, None if unknown."""
    text = document.text
    found = [
        Candidate(start, end, text[start:end], "MONEY", value, "money")
        for start, end, value in measured_values(text, "money")
    ]
    return tuple(sorted(found, key=lambda one: (one.start, -one.end)))
