"""What the matcher says: which candidates may answer which field, and whether any does."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from nlp.schema import JSON
from nlp.spans import RECKONED, Candidate, Number, Span, Value

KEPT = 10
"""Hints kept for one field, best first."""


class Reason(NamedTuple):
    """One feature's share in a score: ``weight`` × ``value``, in log-odds."""

    feature: str
    value: float
    weight: float


@dataclass(frozen=True, slots=True)
class ShownHint:
    """What a prompt says of a mention: a fact of the text, offered to one field or to none.

    ``path`` is the field that its label names or that it very likely answers, None for a fact
    offered to no one field; ``value`` is the mention in the form asked for; ``kind`` one of
    :data:`nlp.facts.fact_kinds.KINDS`; ``where`` the words it stands by; ``score`` how likely it is
    right. A value that no words say has its ``reckoning`` (``27/02/2024 → 04/03/2024``) and as
    ``mention`` one of the places it is reckoned from.
    """

    path: str | None
    mention: str
    start: int
    end: int
    value: JSON
    kind: str
    where: str = ""
    score: float = 1.0
    reckoning: str = ""

    @property
    def span(self) -> Span:
        """Its offsets."""
        return self.start, self.end


@dataclass(frozen=True, slots=True)
class Hint:
    """A candidate for a field; ``score`` is the probability that it is the answer.

    ``value`` is what it gives the field, where that is known already; ``reckoning`` how, where no words
    of the text say it.
    """

    candidate: Candidate
    score: float
    reasons: tuple[Reason, ...] = ()
    value: JSON = None
    reckoning: str = ""


def hint_of_reckoned(mention: Candidate, number: Number, score: float, reckoning: str) -> Hint:
    """A number that follows from what a text says, at the last mention it is reckoned from."""
    kept = replace(mention, label="NUMBER", value=Value("number", number=number), source=RECKONED)
    return Hint(kept, score, (Reason("reckoned", 1.0, 1.0),), number, reckoning)


@dataclass(frozen=True, slots=True)
class FieldHints:
    """The ranked candidates of one field, best first.

    ``path`` is a schema path (``events.*.date``). ``answered`` is the calibrated probability that
    the text answers the field. ``choices`` holds, for enums and booleans, each member with its
    probability, best first. ``shown`` is what a prompt says of the field; facts offered to no one
    field stand with the first. ``weighed`` says that the scores count in what labels say.
    """

    path: str
    hints: tuple[Hint, ...] = ()
    answered: float = 0.5
    choices: tuple[tuple[object, float], ...] = ()
    shown: tuple[ShownHint, ...] = ()
    weighed: bool = False

    @property
    def is_silent(self) -> bool:
        """Whether the text likelier says nothing of the field than what its first hint says."""
        return self.answered * self.hints[0].score <= 1.0 - self.answered

    @property
    def chance(self) -> float:
        """How likely its first choice or hint is its answer, whichever is likelier."""
        first = (
            *(chance for _, chance in self.choices[:1]),
            *(one.score for one in self.hints[:1]),
        )
        return self.answered * max(first, default=0.0)

    def led_by(self, first: Hint, rest: Iterable[Hint], answered: float) -> "FieldHints":
        """The same with a weighed hint in front of the rest, answered with at least this chance."""
        return replace(
            self,
            hints=(first, *rest)[:KEPT],
            answered=max(self.answered, answered),
            weighed=True,
        )


def shown_hints(hints: Iterable[FieldHints]) -> tuple[ShownHint, ...]:
    """What a prompt shows, in the order of the text."""
    found = (one for group in hints for one in group.shown)
    return tuple(sorted(found, key=lambda one: one.span))
