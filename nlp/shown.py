"""What of the hints a prompt shows: labelled values, facts of the kinds asked for, few guesses.

A model copies what it is shown, so a hint is shown only where it is likely right.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

from nlp.facts.fact_kinds import FAMILIES, VALUED
from nlp.facts.offered import Offer
from nlp.facts.offers import offers_of
from nlp.facts.weighing import Weighing, choose, trained_weighing
from nlp.hints import FieldHints, ShownHint
from nlp.labels.applied import read_labels
from nlp.schema import Field, Schema
from nlp.spans import Candidate, Document

_SHARE = 0.103
"""The hints' share of a prompt's letters. These are reckoned a little short: .1 at most, measured."""
_FRAME = 1880
"""Letters of a prompt beside the text and the fields."""
_HEADING = 84
"""Letters of the line above the hints."""
_LONGEST_ABOUT = 600
_MOST_MEMBERS = 80
_VALUED = 0.3
_OFFERED = 0.2
_LISTED = 0.3
"""How much likelier a text must be than a date, number or code to come before it, a fact than a value
offered to a field, and what only lists ask for than what one field does."""
MOST = 60
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
    listed = {(one.shown.span, one.shown.path): one.traits.get("listed", 0.0) for one in offers}
    chosen = sorted(
        choose(offers, weighing), key=lambda one: -_worth(one, listed[one.span, one.path])
    )
    kept = _bounded(chosen, room_of(document, schema))
    return tuple(sorted(kept, key=lambda one: one.span))


def _worth(one: ShownHint, listed: float) -> float:
    """What decides which hints a prompt has room for: how likely one is right and spares reading."""
    if FAMILIES[one.kind] not in VALUED:
        return one.score
    return one.score + _VALUED + _OFFERED * (one.path is not None) - _LISTED * listed


def room_of(document: Document, schema: Schema) -> float:
    """The letters that hints may take, so that they are no more than their share of the prompt."""
    rest = _FRAME + len(document.text) + sum(map(_letters, schema.walk()))
    return rest * _SHARE / (1 - _SHARE) - _HEADING


def _letters(field: Field) -> int:
    """About how many letters a prompt writes a field with."""
    about = len(field.description or field.title)
    members = sum(len(str(one)) + 5 for one in field.enum[:_MOST_MEMBERS])
    absent = 21 * field.may_be_empty
    indent = 2 * field.path.count(".")
    return 18 + len(field.name) + indent + min(about, _LONGEST_ABOUT) + members + absent


def _bounded(chosen: Sequence[ShownHint], room: float) -> Iterator[ShownHint]:
    begun: set[str] = set()
    for one in chosen[:MOST]:
        line = one.path or one.kind
        cost = _cost(one) + (0 if line in begun else len(line) + 7)
        if cost <= room:
            room -= cost
            begun.add(line)
            yield one


def _cost(one: ShownHint) -> int:
    """The letters of a hint in its line."""
    value = one.value if isinstance(one.value, str) else json.dumps(one.value, ensure_ascii=False)
    cost = len(one.mention) + 5
    if one.reckoning:
        cost += len(one.reckoning) + 13
    if value.split() != one.mention.split():
        cost += len(value) + 5
    return cost + (len(one.where) + 3 if one.where and one.path is None else 0)


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
