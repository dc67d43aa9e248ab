"""What of the hints a prompt shows: labelled values, facts of the kinds asked for, few guesses.

A model copies what it is shown, so a hint is shown only where it is likely right.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from nlp.facts.kinds import FAMILIES, VALUED
from nlp.facts.offers import Offer, offers_of
from nlp.facts.weighing import Weighing, choose, trained_weighing
from nlp.hints import FieldHints, ShownHint
from nlp.labels.applied import read_labels
from nlp.schema import Schema
from nlp.spans import Candidate, Document

_SHARE = 0.085
_FRAME = 2600
_HEADER = 170
"""Letters of a prompt beside the text and the fields, and of the line above the hints."""
_FIRST = 0.15
"""How much likelier a text must be than a date, number or code to be shown before it."""
MOST = 40
"""Hints of one prompt."""


def choose_shown(
    document: Document,
    candidates: Sequence[Candidate],
    schema: Schema,
    hints: Sequence[FieldHints],
) -> tuple[ShownHint, ...]:
    """What the prompt shows, in the order of the text; bounded by the length of the prompt."""
    labels = read_labels(document, candidates, schema)
    offers = offers_of(document, candidates, schema, hints, labels)
    return select(offers, document, schema, trained_weighing())


def select(
    offers: Sequence[Offer], document: Document, schema: Schema, weighing: Weighing
) -> tuple[ShownHint, ...]:
    """The likeliest of the offers that a prompt has room for, in the order of the text."""
    chosen = sorted(
        choose(offers, weighing),
        key=lambda one: -one.score - _FIRST * (FAMILIES[one.kind] in VALUED),
    )
    kept = _bounded(chosen, document, schema)
    return tuple(sorted(kept, key=lambda one: (one.start, one.end)))


def _bounded(
    chosen: Sequence[ShownHint], document: Document, schema: Schema
) -> Iterator[ShownHint]:
    fields = sum(len(one.name) + min(len(one.description), 160) + 24 for one in schema.walk())
    room = _SHARE * (_FRAME + len(document.text) + fields) - _HEADER
    for one in chosen[:MOST]:
        cost = len(one.mention) + (len(one.path) if one.path else len(one.where)) + 8
        if str(one.value) != one.mention:
            cost += len(str(one.value)) + 5
        if cost <= room:
            room -= cost
            yield one


def with_shown(hints: Sequence[FieldHints], shown: Sequence[ShownHint]) -> tuple[FieldHints, ...]:
    """The hints, each field with what is shown of it; facts offered to no field with the first."""
    paths = {group.path for group in hints}
    return tuple(
        replace(
            group,
            shown=tuple(
                one
                for one in shown
                if one.path == group.path or (index == 0 and one.path not in paths)
            ),
        )
        for index, group in enumerate(hints)
    )
