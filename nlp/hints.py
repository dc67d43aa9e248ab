"""What the matcher says: which candidates may answer which field, and whether any does."""

from dataclasses import dataclass

from nlp.spans import Candidate


@dataclass(frozen=True, slots=True)
class Reason:
    """One feature's share in a score: ``weight`` × ``value``, in log-odds."""

    feature: str
    value: float
    weight: float


@dataclass(frozen=True, slots=True)
class Hint:
    """A candidate for a field; ``score`` is the probability that it is the answer."""

    candidate: Candidate
    score: float
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldHints:
    """The ranked candidates of one field, best first.

    ``path`` is a schema path (``events.*.date``). ``answered`` is the calibrated probability that
    the text answers the field. ``choices`` holds, for enums and booleans, each member with its
    probability, best first.
    """

    path: str
    hints: tuple[Hint, ...] = ()
    answered: float = 0.5
    choices: "tuple[tuple[object, float], ...]" = ()
