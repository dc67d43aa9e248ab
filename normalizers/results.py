"""The results of settled places, as users see them."""

from normalizers.outcome import Evidence, FieldResult
from normalizers.place import Place


def result_of(place: Place, text: str) -> FieldResult:
    """What became of one place."""
    spans = place.alignment.spans if place.value is not None else ()
    return FieldResult(
        path=place.path,
        raw=place.raw,
        value=place.value,
        evidence=tuple(Evidence(start, end, text[start:end]) for start, end in spans),
        alignment=place.alignment.kind if place.value is not None else "none",
        outcome=outcome_of(place),
        reason=", ".join(change.rule for change in place.changes) or _unchanged_reason(place),
        confidence=place.confidence,
        changes=place.changes,
        doubts=place.doubts,
    )


def outcome_of(place: Place) -> str:
    """One of :data:`normalizers.outcome.OUTCOMES`."""
    if place.removed or (place.value is None and place.changes):
        return "dropped"
    if place.missing or not place.was_said:
        return "filled"
    if place.changes:
        return "corrected"
    if place.value is None or isinstance(place.value, bool | list | dict):
        return "kept"
    return "kept" if place.alignment.kind != "none" else "unsupported"


def _unchanged_reason(place: Place) -> str:
    return "nothing in a list" if place.removed else ""
