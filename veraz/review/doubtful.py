"""Which places a person should look at, and why."""

from veraz.review.places import LIST, ReviewPlace

BELOW = 0.5
"""Confidence from which a value is as likely right as wrong: what is less sure is looked at."""

UNCERTAIN = frozenset({"unsupported", "placeholder", "omitted"})
"""Outcomes whose value nothing in the text bears out."""


def reasons(place: ReviewPlace, *, below: float, calibrated: bool) -> tuple[str, ...]:
    """Why a place should be looked at; empty where it need not be.

    ``changed`` (a list whose elements were added or taken out), ``added`` (a place without an answer
    of the batch), ``decision`` (the calibration asks for a person); without a calibration the outcome
    where nothing bears the value out, ``doubts``, and ``confidence`` under ``below``.
    """
    result = place.result
    if place.kind == LIST and place.changed:
        return ("changed",)
    if result is None:
        return () if place.kind == LIST else ("added",)
    if calibrated:
        return ("decision",) if result.get("decision") == "review" else ()
    outcome = str(result["outcome"])
    found = [outcome] if outcome in UNCERTAIN else []
    if result.get("doubts"):
        found.append("doubts")
    if float(result["confidence"]) < below:
        found.append("confidence")
    return tuple(found)
