"""The results of settled places, as users see them, in lists without holes."""

from collections.abc import Iterable
from dataclasses import replace

from normalizers.outcome import Evidence, FieldResult
from normalizers.place import Place


def result_of(place: Place, text: str, source: str = "model") -> FieldResult:
    """What became of one place; ``source`` is who made the draft, model or candidates."""
    spans = place.alignment.spans if place.value is not None else ()
    outcome = outcome_of(place, source)
    return FieldResult(
        path=place.path,
        raw=place.raw,
        value=place.value,
        evidence=tuple(Evidence(start, end, text[start:end]) for start, end in spans),
        alignment=place.alignment.kind if place.value is not None else "none",
        outcome=outcome,
        reason=", ".join(change.rule for change in place.changes)
        or ("nothing in a list" if place.removed else ""),
        confidence=0.0 if outcome == "placeholder" else place.confidence,
        changes=place.changes,
        doubts=place.doubts,
    )


def outcome_of(place: Place, source: str = "model") -> str:
    """One of :data:`normalizers.outcome.OUTCOMES`."""
    if place.removed or (place.value is None and place.raw is not None):
        return "dropped"
    if not place.is_from_model:
        return _not_said(place)
    empty = place.value is None or place.value in ([], {})
    again = any(change.authority == "model" for change in place.changes)
    if empty:
        return "unanswered" if place.missing or source != "model" else "absent"
    if again or (place.changes and source == "model"):
        return "corrected" if place.raw is not None else "kept"
    closed = isinstance(place.value, bool) or place.field.kind == "enum"
    if not closed and place.alignment.kind == "none":
        return "unsupported"
    return "kept" if source == "model" else "found"


def _not_said(place: Place) -> str:
    """The outcome of a value found for a place that no model answered."""
    grounds = {c.witness.keyword for c in place.changes if c.authority == "unanswered"}
    if "default" in grounds:
        return "default"
    return "placeholder" if "required" in grounds else "found"


def renumbered(places: Iterable[Place]) -> list[Place]:
    """The places, in their lists those kept before those removed, by new indexes."""
    kept = list(places)
    lists: dict[str, set[str]] = {}
    for one in kept:
        if one.removed:
            parent, _, index = one.path.rpartition(".")
            lists.setdefault(parent, set()).add(index)
    for parent, removed in sorted(lists.items(), key=lambda pair: -pair[0].count(".")):
        kept = _renumber(kept, parent, removed)
    return kept


def _renumber(places: list[Place], parent: str, removed: set[str]) -> list[Place]:
    prefix = f"{parent}." if parent else ""
    inside = [one for one in places if one.path.startswith(prefix)]
    steps = list(dict.fromkeys(one.path[len(prefix) :].split(".")[0] for one in inside))
    order = [step for step in steps if step not in removed] + [s for s in steps if s in removed]
    place = {step: str(index) for index, step in enumerate(order)}
    moved = []
    for one in places:
        if one.path.startswith(prefix):
            step, dot, rest = one.path[len(prefix) :].partition(".")
            one = replace(one, path=f"{prefix}{place[step]}{dot}{rest}")
        moved.append(one)
    return moved
