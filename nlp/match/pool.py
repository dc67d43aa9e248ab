"""All candidates a field may take: what the finders see, and what follows from it."""

from collections.abc import Sequence

from nlp.asked.coded import coded_candidates
from nlp.asked.field_profile import FieldProfile
from nlp.match.derived import derived_candidates
from nlp.match.enumerations import Run, find_runs, run_candidates
from nlp.match.moments import with_moments
from nlp.reckon.stays import reckoned_candidates
from nlp.spans import Candidate, Document


def candidate_pool(
    document: Document, candidates: tuple[Candidate, ...], profiles: Sequence[FieldProfile]
) -> tuple[tuple[Candidate, ...], tuple[Run, ...]]:
    """The candidates with those derived, written out, coded and reckoned; the runs among them."""
    runs = find_runs(document, candidates)
    candidates = candidates + run_candidates(document, runs, candidates)
    candidates = with_moments(document, candidates + derived_candidates(document, candidates))
    candidates = candidates + coded_candidates(document, profiles)
    return candidates + reckoned_candidates(document, candidates, profiles), runs
