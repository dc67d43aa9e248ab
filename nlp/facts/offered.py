"""An offer, what it is read from, and a mention as it is shown."""

from collections.abc import Mapping
from dataclasses import dataclass

from nlp.asked.field_profile import FieldProfile
from nlp.hints import ShownHint
from nlp.labels.applied import Labels
from nlp.layout.mention_context import place_of
from nlp.layout.structure import Layout
from nlp.match.ranker import log_odds
from nlp.schema import JSON, Schema
from nlp.spans import Candidate, Document

LONGEST = 120
"""Characters of a mention that is shown."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A hint that could be shown; ``traits`` are named numbers, what its chance is read from.

    ``basis`` says why it is made: ``label``; ``row`` (below a label); ``pattern`` (the only mention
    in it); ``reckoned``; ``guess`` (the matcher's first answer to a field); ``first`` (the same, to
    no one field); ``fact`` (a mention of a kind asked for).
    """

    shown: ShownHint
    basis: str
    traits: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Page:
    """The text and the schema as the offers need them."""

    document: Document
    layout: Layout
    labels: Labels
    profiles: Mapping[str, FieldProfile]
    schema: Schema


def shown_of(page: Page, one: Candidate, path: str | None, value: JSON, kind: str) -> ShownHint:
    """A mention as it is shown: what it means for a field of ``path`` or for none, where it stands."""
    where = place_of(page.document, page.layout, one)
    return ShownHint(path, one.mention, one.start, one.end, value, kind, where, 0.0)


def logit(chance: float) -> float:
    """The log-odds of a chance, within bounds."""
    return log_odds(chance, 0.005, 0.99)
