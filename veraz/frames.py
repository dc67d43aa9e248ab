"""An extraction as a table: pandas' data frames."""

from typing import TYPE_CHECKING, Any

from nlp.errors import SettingsError
from veraz.result import Extraction

if TYPE_CHECKING:
    import pandas


def to_dataframe(extraction: Extraction, field: str | None = None) -> "pandas.DataFrame":
    """Return a data frame of an extraction.

    With ``field``, the name of a list field: one row an element, one column a key (``value`` for
    elements that are no objects). Without: one row a field path with its value, outcome, confidence
    and the span it rests on. Raises :class:`SettingsError` without pandas or for a field that is no
    list.
    """
    try:
        import pandas
    except ImportError as missing:
        raise SettingsError(
            "data frames need pandas: `pip install 'veraz[notebook]'`."
        ) from missing
    if field is None:
        return pandas.DataFrame([_field_row(extraction, path) for path in extraction.fields])
    elements = extraction.data.get(field)
    if not isinstance(elements, list):
        lists = [name for name, value in extraction.data.items() if isinstance(value, list)]
        raise SettingsError(f"{field!r} is no list; the lists are: {', '.join(lists) or 'none'}.")
    rows = [e if isinstance(e, dict) else {"value": e} for e in elements]
    return pandas.json_normalize(rows)


def _field_row(extraction: Extraction, path: str) -> dict[str, Any]:
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
