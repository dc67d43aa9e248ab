"""An extraction as a table: pandas' data frames."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from nlp.errors import SettingsError
from nlp.schema import JSON
from veraz.extracted import Extracted

if TYPE_CHECKING:
    import pandas

COLUMNS = ("field", "value", "outcome", "confidence", "mention", "start", "end")


def to_dataframe(extraction: Extracted, field: str | None = None) -> "pandas.DataFrame":
    """Return a data frame of an extraction.

    With ``field``, the path of a list field (``tests`` or ``patient.tests``): one row an element, one
    column a key (``value`` for elements that are no objects). Without: one row a field path with its
    value, outcome, confidence and the span it rests on. Raises :class:`SettingsError` without pandas
    or for a field that is no list.
    """
    try:
        import pandas
    except ImportError as missing:
        raise SettingsError(
            "data frames need pandas: `pip install 'veraz[notebook]'`."
        ) from missing
    if field is None:
        rows = [_field_row(extraction, path) for path in extraction.fields]
        # A field without evidence has no place; the places of the others stay whole numbers.
        places = {"start": "Int64", "end": "Int64"}
        return pandas.DataFrame(rows, columns=COLUMNS).astype(places)
    lists = dict(_lists(extraction.data))
    if field not in lists:
        raise SettingsError(f"{field!r} is no list; the lists are: {', '.join(lists) or 'none'}.")
    elements = [e if isinstance(e, dict) else {"value": e} for e in lists[field]]
    return pandas.json_normalize(elements)


def _lists(value: Mapping[str, JSON], prefix: str = "") -> Iterator[tuple[str, list[JSON]]]:
    """Give every list of an answer by its path, but for those inside the elements of another."""
    for name, inner in value.items():
        if isinstance(inner, list):
            yield prefix + name, inner
        elif isinstance(inner, dict):
            yield from _lists(inner, f"{prefix}{name}.")


def _field_row(extraction: Extracted, path: str) -> dict[str, Any]:
    result = extraction.fields[path]
    first = result.evidence[0] if result.evidence else None
    return {
        "field": path,
        "value": result.value,
        "outcome": result.outcome,
        "confidence": result.confidence,
        "mention": first.mention if first else None,
        "start": first.start if first else None,
        "end": first.end if first else None,
    }
