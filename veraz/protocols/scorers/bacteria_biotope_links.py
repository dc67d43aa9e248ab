"""Bacteria Biotope's documents judged one by one: what is paired with what, and how well."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from scipy.optimize import linear_sum_assignment

from veraz.protocols.scorers.bacteria_biotope_files import (
    BACTERIA,
    GEOGRAPHICAL,
    Entity,
    Event,
    Pair,
)
from veraz.protocols.scorers.bacteria_biotope_similarity import Ontology, boundaries, taxa
from veraz.protocols.scorers.errors import ScoringError
from veraz.resampling import Rows

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Link:
    """One pair, or a lone reference or prediction; ``type`` is what breakdowns go by.

    ``loose`` is the similarity with boundaries ignored.
    """

    type: str
    similarity: float = 0.0
    loose: float = 0.0
    reference: bool = True
    prediction: bool = True


@dataclass(frozen=True, slots=True)
class Rules:
    """The reading, and the ontology where the subtask needs one.

    ``faults`` puts the program's two faults back: see :mod:`veraz.protocols.scorers.bacteria_biotope`.
    """

    page: bool
    ontology: Ontology | None
    faults: bool = False

    def concepts(self, entity: Entity, gold: set[str], predicted: set[str]) -> float:
        """Agreement of the normalisations of one mention."""
        if entity.type == BACTERIA:
            return taxa(gold, predicted, page=self.page)
        return self.habitats.sets(gold, predicted)

    @property
    def habitats(self) -> Ontology:
        """The ontology; raises :class:`ScoringError` where none was given."""
        if self.ontology is None:
            raise ScoringError("this subtask needs the ontology's parents file (--ontology)")
        return self.ontology


def judge_cat(pair: Pair, rules: Rules) -> list[Link]:
    """Every given bacteria or habitat mention: how well it is normalised."""
    links = []
    for name, entity in pair.given.entities.items():
        if entity.type == GEOGRAPHICAL:
            continue
        gold = pair.gold.referents.get(name, set())
        predicted = pair.predicted.referents.get(name, set())
        value = rules.concepts(entity, gold, predicted)
        links.append(Link(entity.type, value, float(gold == predicted)))
    return links


def judge_entities(pair: Pair, rules: Rules) -> list[Link]:
    """Mentions found and normalised: boundaries times concepts, of one type."""
    gold = [each for each in pair.gold.entities.values() if each.type != GEOGRAPHICAL]
    found = [each for each in pair.predicted.entities.values() if each.type != GEOGRAPHICAL]

    def concepts(one: Entity, other: Entity) -> float:
        theirs = pair.predicted.referents.get(other.id, set())
        return rules.concepts(one, pair.gold.referents.get(one.id, set()), theirs)

    def similarity(one: Entity, other: Entity) -> float:
        if one.type != other.type:
            return 0.0
        overlap = boundaries(one.fragments, other.fragments)
        return overlap * concepts(one, other) if overlap else 0.0

    return _link(gold, found, similarity, concepts, lambda each: each.type, page=rules.page)


def judge_mentions(pair: Pair, rules: Rules) -> list[Link]:
    """Mentions found, by type and boundaries alone."""
    gold, found = list(pair.gold.entities.values()), list(pair.predicted.entities.values())

    def similarity(one: Entity, other: Entity) -> float:
        return boundaries(one.fragments, other.fragments) if one.type == other.type else 0.0

    return _link(
        gold, found, similarity, lambda one, other: 1.0, lambda each: each.type, page=rules.page
    )


def judge_events(pair: Pair, rules: Rules) -> list[Link]:
    """Events between given mentions: right if both arguments are the same or equivalent."""

    def similarity(one: Event, other: Event) -> float:
        return float(
            other.bacteria in pair.gold.same(one.bacteria)
            and other.location in pair.gold.same(one.location)
        )

    return _link(
        pair.gold.events,
        pair.predicted.events,
        similarity,
        similarity,
        _location_type(pair),
        page=rules.page,
        forget=_forgotten(pair, rules),
    )


def judge_events_ner(pair: Pair, rules: Rules) -> list[Link]:
    """Events between mentions found: the product of the arguments' boundary agreement."""

    def argument(gold: str, predicted: str) -> float:
        other = pair.predicted.entities[predicted]
        alternatives = (pair.gold.entities.get(name) for name in pair.gold.same(gold))
        return max(
            (
                boundaries(one.fragments, other.fragments)
                for one in alternatives
                if one is not None and one.type == other.type
            ),
            default=0.0,
        )

    def similarity(one: Event, other: Event) -> float:
        left = argument(one.bacteria, other.bacteria)
        return left * argument(one.location, other.location) if left else 0.0

    return _link(
        pair.gold.events,
        pair.predicted.events,
        similarity,
        lambda one, other: 1.0,
        _location_type(pair),
        page=rules.page,
        forget=_forgotten(pair, rules),
    )


JUDGES: Mapping[str, Callable[[Pair, Rules], list[Link]]] = {
    "cat": judge_cat,
    "cat+ner": judge_entities,
    "event": judge_events,
    "event+ner": judge_events_ner,
}


def _forgotten(pair: Pair, rules: Rules) -> Callable[[Event | None, Event], bool]:
    """What the program loses while it collapses gold events with equivalent arguments.

    Each such event is expanded over the equivalents; afterwards everything named like one of them
    is deleted, wrong predictions that happen to bear the name among it.
    """
    grouped = frozenset[str]().union(*pair.gold.equivalents)
    expanded = {
        event.id
        for event in pair.gold.events
        if event.bacteria in grouped or event.location in grouped
    }

    def forget(reference: Event | None, prediction: Event) -> bool:
        lost = rules.faults and prediction.id in expanded
        return lost and (reference is None or reference.id not in expanded)

    return forget


def _location_type(pair: Pair) -> Callable[[Event], str]:
    golden = {id(event) for event in pair.gold.events}

    def kind(event: Event) -> str:
        side = pair.gold if id(event) in golden else pair.predicted
        return side.entities[event.location].type

    return kind


def _link(
    gold: Sequence[T],
    found: Sequence[T],
    similarity: Callable[[T, T], float],
    loose: Callable[[T, T], float],
    kind: Callable[[T], str],
    *,
    page: bool,
    forget: Callable[[T | None, T], bool] = lambda *_: False,
) -> list[Link]:
    """Pair references with predictions and keep the lone ones of both sides."""
    table = np.array([[similarity(one, other) for other in found] for one in gold])
    table = table.reshape(len(gold), len(found))
    pairs = _best_sum(table) if page else _mutual_best(table)
    links = [
        Link(kind(gold[i]), float(table[i, j]), loose(gold[i], found[j]))
        for i, j in pairs
        if not forget(gold[i], found[j])
    ]
    matched_gold, matched_found = {i for i, _ in pairs}, {j for _, j in pairs}
    links += [
        Link(kind(each), prediction=False) for i, each in enumerate(gold) if i not in matched_gold
    ]
    links += [
        Link(kind(each), reference=False)
        for j, each in enumerate(found)
        if j not in matched_found and not forget(None, each)
    ]
    return links


def _mutual_best(table: Rows) -> list[tuple[int, int]]:
    """Pairs that are each other's best among what is left, from the most similar down.

    Ties go to the first reference, then the first prediction (the program leaves them to chance).
    """
    pairs, rows, columns = [], set[int](), set[int]()
    for place in np.argsort(-table, axis=None, kind="stable").tolist():
        i, j = divmod(place, table.shape[1])
        if table[i, j] <= 0:
            break
        if i not in rows and j not in columns:
            rows.add(i)
            columns.add(j)
            pairs.append((i, j))
    return pairs


def _best_sum(table: Rows) -> list[tuple[int, int]]:
    """The pairing with the largest sum of similarities; pairs of similarity 0 are none."""
    rows, columns = linear_sum_assignment(table, maximize=True)
    places = zip(rows.tolist(), columns.tolist(), strict=True)
    return [(i, j) for i, j in places if table[i, j] > 0]
