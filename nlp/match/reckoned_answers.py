"""Facts that follow from the text or from the lists of an answer, put where fields ask for them."""

from collections.abc import Collection, Sequence

from nlp.hints import FieldHints
from nlp.labels.applied import Labels
from nlp.reckon.reckoning import numbers_in, reckoned, sums_of
from nlp.reckon.reckoning_words import says, words
from nlp.schema import JSON, Schema
from nlp.spans import Candidate, Document

_SURELY_SAID = 0.7
"""The chance from which a mention is the answer, whatever could be reckoned."""
_BESIDE = 40
"""Characters before a number in which a word says that it is a sum."""


def put_reckoned(
    answer: JSON,
    document: Document,
    candidates: Sequence[Candidate],
    schema: Schema,
    labels: Labels,
    hints: Sequence[FieldHints],
) -> None:
    """Write ages, times, counts and sums into an answer, where no mention of the text says them."""
    ranked = {one.path: one for one in hints}
    facts: dict[str, JSON] = {
        one.path: one.value for one in reckoned(document, candidates, schema, labels)
    }
    columns: dict[str, list[float]] = {}
    numbers_in(answer, "", columns)
    summed = {one for column in columns.values() if len(column) > 1 for one in column}
    sums = sums_of(answer, labels)
    for path, value in (facts | sums).items():
        said = _is_said(ranked.get(path), document.text, summed if path in sums else ())
        if labels.answer(path) is None and not said:
            _put(answer, path.split("."), value)


def _is_said(ranked: FieldHints | None, text: str, summed: Collection[float]) -> bool:
    """Whether the text itself says a value: surely, or a word for a sum stands by the likeliest.

    One of several numbers that are ``summed`` is not their sum.
    """
    if ranked is None or not ranked.hints:
        return False
    best = ranked.hints[0]
    if isinstance(best.value, int | float) and float(best.value) in summed:
        return False
    if best.score > _SURELY_SAID:
        return True
    start = best.candidate.start
    return says(text[max(0, start - _BESIDE) : start].rpartition("\n")[2], words("sums"))


def _put(answer: JSON, keys: Sequence[str], value: JSON) -> None:
    """Write a value where a path of objects leads."""
    for key in keys[:-1]:
        answer = answer.get(key) if isinstance(answer, dict) else None
    if isinstance(answer, dict):
        answer[keys[-1]] = value
