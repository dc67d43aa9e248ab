"""Members that name days of the week or months, told by their ends: "de martes a viernes"."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np

from nlp.asked.enum_members import Member
from nlp.match.surroundings import Floats, Surroundings
from nlp.stems import spanish_stem
from nlp.temporal.time_lexicon import GRAMMAR
from nlp.word_lists import text_pattern

_TO = text_pattern("calendar_range")
_WEEK, _YEAR = 7, 12
_UNTOLD = 5.0
"""Log-odds against a day that the text tells by no word, where it tells others."""


def with_ranges(members: Sequence[Member], scores: Floats, here: Surroundings) -> Floats:
    """The scores of members that name days or months: those between two ends are told as the ends are.

    Others come back as they are.
    """
    for names, size in ((_stems("weekdays"), _WEEK), (_stems("months"), _YEAR)):
        numbers = [number for one in members if (number := _number(one, names)) is not None]
        if len(set(numbers)) == len(members) > 1:
            return _told(numbers, names, size, scores, here)
    return scores


def _told(
    numbers: Sequence[int],
    names: dict[str, int],
    size: int,
    scores: Floats,
    here: Surroundings,
) -> Floats:
    rows = {number: row for row, number in enumerate(numbers)}
    said = [(at, names[stem]) for at, stem in enumerate(here.stems) if stem in names]
    found = np.where(np.isin(numbers, [one for _, one in said]), scores, scores - _UNTOLD)
    for (at, first), (then, last) in pairwise(said):
        if not _TO.fullmatch(here.document.text, here.ends[at], here.starts[then]):
            continue
        ends = [scores[rows[one]] for one in (first, last) if one in rows]
        for step in range((last - first) % size + 1):
            row = rows.get((first - 1 + step) % size + 1)
            if row is not None and ends:
                found[row] = max(scores[row], *ends)
    return found if said else scores


def _number(member: Member, names: dict[str, int]) -> int | None:
    """Which day or month a member names, in Spanish or by the Spanish for it."""
    phrases = (member.whole, *member.phrases)
    return next((names[one[0]] for one in phrases if len(one) == 1 and one[0] in names), None)


@lru_cache(maxsize=2)
def _stems(kind: str) -> dict[str, int]:
    """The numbers of days or months by the stems of their names."""
    return {spanish_stem(name): number for name, number in getattr(GRAMMAR, kind).items()}
