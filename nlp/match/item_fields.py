"""What belongs to one item of a list of objects: the text that speaks of it, its other fields."""

from collections.abc import Sequence

import numpy as np

from nlp.asked.field_profile import FieldProfile
from nlp.match.eligibility import eligible
from nlp.match.features import features_of
from nlp.match.ranker import Ranker
from nlp.match.surroundings import Surroundings
from nlp.spans import Candidate, Span


def window_of(naming: Candidate, others: Sequence[Candidate], here: Surroundings) -> Span:
    """The stretch of text that speaks of one mention: its row or line, or its part of a sentence."""
    page = here.layout
    table = page.table_at(naming.start)
    line = page.line_at(naming.start)
    if table is not None and line is not None:
        return line.start, line.end
    sentence = page.sentence_at(naming.start)
    if line is not None and line.kind in {"list", "label", "table"}:
        start, end = line.start, line.end
    elif sentence is not None:
        start, end = sentence.start, max(sentence.end, naming.end)
    else:
        start, end = naming.start, naming.end
    before = [one.end for one in others if start < one.end <= naming.start]
    after = [one.start for one in others if naming.end <= one.start < end]
    if not before and not after:
        return start, end
    left = max(before, default=start)
    right = min(after, default=end)
    text = here.document.text
    cut = max(text.rfind(mark, left, naming.start) for mark in (",", ";", "\n"))
    return (cut + 1 if cut >= 0 else left), right


def nearest(
    profile: FieldProfile,
    naming: Candidate,
    window: Span,
    here: Surroundings,
    ranker: Ranker,
    taken: Sequence[Candidate] = (),
) -> tuple[Candidate, float] | None:
    """The candidate of a window that best fills a field of the mention's object, with its fit.

    ``taken`` are candidates that other fields of the object have: one mention, one field.
    """
    start, end = window
    inside = [
        row
        for row in eligible(profile, here)
        if start <= here.candidates[row].start
        and here.candidates[row].end <= end
        and not any(map(here.candidates[row].meets, (naming, *taken)))
    ]
    if not inside:
        return None
    columns = features_of(profile, here, inside)
    scores = ranker.scores(profile.group, columns)
    ones = [here.candidates[row] for row in inside]
    gaps = [min(abs(one.start - naming.end), abs(naming.start - one.end)) for one in ones]
    best = int(np.argmax(scores - 0.02 * np.array(gaps)))
    return ones[best], float(columns["type_fit"][best])
