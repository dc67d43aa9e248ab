"""Facts that follow from the text or from the lists of an answer, put where fields ask for them."""

from collections.abc import Sequence

from nlp.hints import FieldHints
from nlp.labels.applied import Labels
from nlp.reckon.reckoning import reckoned, sums_of
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
    for path, value in (facts | sums_of(answer, labels)).items():
        if labels.answer(path) is None and not _is_said(ranked.get(path), document.text):
            _put(answer, path.split("."), value)


def _is_said(ranked: FieldHints | None, text: str) -> bool:
    """Whether the text itself says a value: surely, or a word for a sum stands by the likeliest."""
    if ranked is None or not ranked.hints:
        return False
    best = ranked.hints[0]
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
