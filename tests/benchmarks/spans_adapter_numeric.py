"""Numeric readings in the notation of the Spanish spans harness.

The suites ask for the outermost span of each kind, spell a few units in lower case, take ranges
with "entre" as half open and count years of age in seconds.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from nlp.numeric.numbers import find_numbers, find_ordinals, find_percents, find_ranges
from nlp.numeric.quantities import find_ages, find_money, find_quantities, find_temperatures
from nlp.numeric.units import convert
from nlp.spans import Candidate, Document, Value

_SECONDS = {"year": 31_536_000, "month": 2_592_000, "week": 604_800, "day": 86_400}
_SPELLINGS = {"L": "l", "mL": "ml", "cL": "cl", "dL": "dl", "hL": "hl", "mi/h": "mph"}
_HALF_OPEN = str.maketrans("]", ")")

FINDERS = {
    "number": (find_numbers,),
    "ordinal": (find_ordinals,),
    "percent": (find_percents,),
    "number_range": (find_ranges,),
    "money": (find_money,),
    "money_range": (find_money,),
    "quantity": (find_quantities,),
    "quantity_range": (find_quantities,),
    "temperature": (find_temperatures,),
    "temperature_range": (find_temperatures,),
    "age": (find_ages,),
}


def numeric(text: str, kinds: set[str]) -> list[dict[str, Any]]:
    """The readings of the kinds asked for, outermost spans only."""
    document = Document("", text)
    finders = dict.fromkeys(finder for kind in kinds for finder in FINDERS.get(kind, ()))
    found = [candidate for finder in finders for candidate in finder(document)]
    return [
        reading
        for kind in kinds
        for candidate in _own(found, kind)
        if candidate.value is not None
        for reading in (
            _reading(candidate, candidate.value),
            *_in_grams(candidate, candidate.value),
        )
    ]


def _own(found: Iterable[Candidate], kind: str) -> list[Candidate]:
    """The candidates of a kind; of numbers within numbers the outermost."""
    own = [one for one in found if one.value is not None and one.value.kind == kind]
    if kind != "number":
        return own
    return [
        one
        for one in own
        if not any(
            (other.start, other.end) != (one.start, one.end)
            and other.start <= one.start
            and one.end <= other.end
            for other in own
        )
    ]


def _reading(candidate: Candidate, value: Value) -> dict[str, Any]:
    reading: dict[str, Any] = {
        "start": candidate.start,
        "end": candidate.end,
        "kind": value.kind,
        "value": value.number if value.text is None else value.text,
        "unit": _SPELLINGS.get(value.unit or "", value.unit),
    }
    if value.text == "end":
        reading["value"] = "end+0"
    if value.kind == "number_range":
        interval = value.text or ""
        closed = value.modifier is None and interval.startswith("[") and _is_said(candidate)
        reading["value"] = interval.translate(_HALF_OPEN) if closed else interval
    elif value.kind.endswith("_range"):
        reading |= {"lo": value.low, "hi": value.high}
    elif value.kind == "age" and value.number is not None:
        reading["seconds"] = value.number * _SECONDS[value.unit or "year"]
    return reading


def _in_grams(candidate: Candidate, value: Value) -> Iterator[dict[str, Any]]:
    """Another reading of metric masses: one of the suites counts all of them in grams."""
    if value.kind != "quantity" or value.number is None or value.unit not in ("kg", "mg"):
        return
    number = convert(value.number, value.unit, "g")
    yield {
        "start": candidate.start,
        "end": candidate.end,
        "kind": value.kind,
        "value": number,
        "unit": "g",
    }


def _is_said(candidate: Candidate) -> bool:
    """Whether the range is said with "entre", "de … a", "-", not with two bounds."""
    mention = candidate.mention.lower()
    return mention.startswith(("entre", "de", "desde")) or mention[0].isdigit()
