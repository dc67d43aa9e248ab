"""All candidates a field may take: what the finders see, and what follows from it."""

from collections.abc import Sequence
from dataclasses import dataclass

from nlp.asked.field_profile import FieldProfile
from nlp.asked.pattern_codes import coded_candidates
from nlp.labels.applied import Labels, read_labels
from nlp.latest import latest
from nlp.layout.alignment import parted
from nlp.match.coordinations import (
    Coordination,
    coordination_candidates,
    coordination_openings,
    find_coordinations,
)
from nlp.match.date_completion import with_moments
from nlp.match.features import with_competing_labels
from nlp.match.implied import counting_articles, derived_candidates
from nlp.match.kind_members import kind_candidates
from nlp.match.read_surroundings import read_surroundings
from nlp.match.spoken_hours import with_afternoons
from nlp.match.surroundings import Surroundings
from nlp.names.heads import KEPT_ALWAYS, kept_heads
from nlp.reckon.stays import reckoned_candidates
from nlp.schema import Schema
from nlp.spans import Candidate, Document
from nlp.stems import fold, words_of


@dataclass(frozen=True, slots=True)
class Reading:
    """What a schema meets in a text: its labels, the enumerations, every candidate in its place."""

    labels: Labels
    coordinations: tuple[Coordination, ...]
    here: Surroundings


@latest(2)
def read_pool(document: Document, candidates: tuple[Candidate, ...], schema: Schema) -> Reading:
    """The candidates, and what follows from them, placed in the text; asked again, the same reading."""
    read = parted(document)
    labels = read_labels(read, candidates, schema)
    pool, coordinations = candidate_pool(read, candidates, labels.profiles, schema.instruction)
    openings = coordination_openings(coordinations)
    here = with_competing_labels(read_surroundings(read, pool, openings), labels.profiles)
    return Reading(labels, coordinations, here)


def _whole_names(
    candidates: tuple[Candidate, ...], profiles: Sequence[FieldProfile]
) -> tuple[Candidate, ...]:
    """The candidates without names whose noun stays with them, where no field is called by it.

    Nor is an address left without its floor: "calle Oria 14" of "calle Oria 14, 3.º B".
    """
    told = (f"{one.field.name} {one.field.description}" for one in profiles)
    called = {fold(word) for each in told for word in words_of(each)} - KEPT_ALWAYS
    parts = [span for span, head in kept_heads(candidates) if fold(head) not in called]
    within = {at: end for start, end in parts for at in range(start, end)}
    places = sorted(one.span for one in candidates if one.label == "LOCATION")
    floors = dict(places)  # the longest of one start is the last
    return tuple(
        one
        for one in candidates
        if one.end > within.get(one.start, 0)
        and not (one.end < floors.get(one.start, 0) and one.mention[-1:].isdigit())
    )


def candidate_pool(
    document: Document,
    candidates: tuple[Candidate, ...],
    profiles: Sequence[FieldProfile],
    told: str = "",
) -> tuple[tuple[Candidate, ...], tuple[Coordination, ...]]:
    """The candidates with those derived, written out, coded and reckoned; the runs among them.

    ``told`` is what the caller says of the text.
    """
    candidates = _whole_names(candidates, profiles)
    coordinations = find_coordinations(document, candidates)
    candidates = candidates + coordination_candidates(document, coordinations, candidates)
    candidates = candidates + derived_candidates(document, candidates)
    candidates = candidates + tuple(counting_articles(document, candidates, profiles))
    candidates = with_moments(document, tuple(with_afternoons(document, candidates)), told)
    candidates = candidates + coded_candidates(document, profiles)
    candidates = candidates + tuple(kind_candidates(document, candidates, profiles))
    return candidates + reckoned_candidates(candidates, profiles), coordinations
