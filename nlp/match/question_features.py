"""What the boosted trees look at: a field read as a question beside each of its candidates.

Every number is about the wording of the question, the form of the mention, and where the words of
the one stand around the other. What a text cannot say (no tagger) is NaN.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nlp.asked.answer_classes import CLASSES
from nlp.asked.field_profile import FieldProfile
from nlp.match.answer_types import suited
from nlp.match.question_trees import tree_features
from nlp.match.question_words import WORDS, Asking, asking_of
from nlp.match.speech_parts import speech_parts
from nlp.match.surroundings import Floats, Indexes, Surroundings
from nlp.spans import LABELS, Candidate

_FAR = 25
_TOGETHER = 64
"""Candidates compared with all others at a time."""
_SUITED = 0.6
_WINDOWS = (4, 10)
_TAGS = (
    "mark", "noun", "name", "adjective", "number", "adverb", "pronoun", "preposition",
    "conjunction", "verb", "finite", "other",
)  # fmt: skip
_TAG_CODES = {tag: code for code, tag in enumerate(_TAGS)}
_TAG_CODES["of"] = _TAG_CODES["preposition"]  # as the words are tagged without a pipeline
_FINITE, _OTHER = _TAG_CODES["finite"], _TAG_CODES["other"]
_MARKS = {"": 0, " ": 0, ",": 1, ".": 2, ";": 3, ":": 4, "(": 5, ")": 6, '"': 7, "«": 7, "»": 7}
_SMALL_WORDS = ("de", "en", "por", "a", "con", "para", "el", "la", "los", "las", "un", "una", "y")
_SMALL = {word: code for code, word in enumerate(_SMALL_WORDS)}

FORMS = (
    "tag_first", "tag_last", "tag_before", "tag_after", "verbs", "mark_before", "mark_after",
    "commas", "letters", "digit_share", "capital_share", "small_before", "small_after",
    "inside_of", "holds", "words", "in_sentence", "sentence_words", "sentence_at", "label",
)  # fmt: skip
"""The features of a mention whatever is asked."""
_SIGNS = ("mark_before", "mark_after", "commas", "letters", "digit_share", "capital_share")
"""Those that are read mention by mention."""


@dataclass(frozen=True, slots=True)
class Terms:
    """Where the words of a question stand: one row a term, one column a token (and the end)."""

    before: Floats
    weights: Floats
    share: Floats
    names: Floats
    rarest: int


def pair_features(
    profile: FieldProfile, here: Surroundings, chosen: Sequence[int]
) -> dict[str, Floats]:
    """The features of the chosen candidates for one field; ``here`` knows :func:`form_traits`."""
    index = np.array(chosen, dtype=np.int64)
    asking = asking_of(profile)
    terms = _terms(asking, here)
    columns = {name: here.traits[name][index] for name in FORMS}
    columns |= _overlaps(terms, here, index)
    columns |= _distances(terms, asking, here, index) | _fits(asking, columns["label"])
    columns |= _asked(asking, profile, len(index))
    columns["led_alike"] = _led_alike(asking, here, index)
    if asking.question:
        columns |= tree_features(terms.before, terms.share, asking.next, here, index)
    return columns


def form_traits(here: Surroundings) -> dict[str, Floats]:
    """What every mention looks like, whatever is asked."""
    candidates = here.candidates
    text = here.document.text
    parts = speech_parts(here.document)
    # one more tag behind the last: what stands before the first and behind the last
    tags = np.array([*(_TAG_CODES.get(tag, _OTHER) for tag in parts.tags), -1.0])
    first, last = np.searchsorted(parts.starts, [here.places.start, here.places.end])
    verbs = np.cumsum([0, *(tags == _FINITE)])
    small = np.array(
        [_SMALL.get(word, len(_SMALL)) for word in (*here.folded, "")], dtype=np.float64
    )
    signs = np.array([_signs(one, text) for one in candidates], dtype=np.float64).reshape(-1, 6).T
    around, inside = _nesting(here)
    sentence = here.places.sentence_first
    return {
        "tag_first": np.where(first < last, tags[first], np.nan),
        "tag_last": np.where(first < last, tags[last - 1], np.nan),
        "tag_before": tags[first - 1],
        "tag_after": tags[last],
        "verbs": (verbs[last] - verbs[first]).astype(np.float64),
        **dict(zip(_SIGNS, signs.copy(), strict=True)),
        "small_before": small[here.places.first - 1],
        "small_after": small[here.places.last],
        "inside_of": around,
        "holds": inside,
        "words": (here.places.last - here.places.first).astype(np.float64),
        "in_sentence": (here.places.first - sentence).astype(np.float64),
        "sentence_words": (here.places.sentence_last - sentence).astype(np.float64),
        "sentence_at": here.sentence_of[here.places.first] / max(1, int(here.sentence_of[-1])),
    }


def _signs(one: Candidate, text: str) -> tuple[float, ...]:
    """The marks before and behind a mention, its commas, letters, figures and capitals."""
    mention = one.mention
    capitals = sum(word[:1].isupper() for word in mention.split())
    return (
        _MARKS.get(text[max(0, one.start - 2) : one.start].strip()[-1:], 8),
        _MARKS.get(text[one.end : one.end + 2].strip()[:1], 8),
        mention.count(","),
        len(mention),
        sum(map(str.isdigit, mention)) / max(1, len(mention)),
        capitals / (1 + mention.count(" ")),
    )


def _nesting(here: Surroundings) -> Floats:
    """How many other candidates, sentences aside, each stands in, and how many it holds."""
    short = here.traits["label"] != LABELS.index("SENTENCE")
    starts, ends = here.places.start, here.places.end
    found = np.zeros((2, len(starts)))
    for row in range(0, len(starts), _TOGETHER):
        start, end = starts[row : row + _TOGETHER, None], ends[row : row + _TOGETHER, None]
        around = (short & (starts <= start) & (ends >= end)).sum(axis=1) - 1.0
        inside = (short & (starts >= start) & (ends <= end)).sum(axis=1) - 1.0
        found[:, row : row + _TOGETHER] = around, inside
    return found


def _terms(asking: Asking, here: Surroundings) -> Terms:
    size = len(here.stems)
    table = np.zeros((len(asking.terms), size + 1))
    counts = np.zeros(len(asking.terms))
    for row, forms in enumerate(asking.terms):
        spots = {at for form in forms for at in here.by_stem.get(form, ())}
        spots |= {at for form in forms for at in here.by_key.get(form, ())}
        counts[row] = len(spots)
        for at in spots:
            table[row, at + 1] = 1.0
    weights = np.where(counts > 0, 1.0 / (1.0 + 0.35 * np.log(np.maximum(counts, 1.0))), 0.0)
    total = float(weights.sum()) or 1.0
    return Terms(
        before=np.cumsum(table, axis=1),
        weights=weights,
        share=weights / total,
        names=np.array(asking.names, dtype=np.float64) * weights,
        rarest=int(np.argmax(weights)) if weights.any() else -1,
    )


def _present(terms: Terms, first: Indexes, last: Indexes) -> Floats:
    """Which terms (rows) stand in which token ranges (columns)."""
    found: Floats = (terms.before[:, last] - terms.before[:, first] > 0).astype(np.float64)
    return found


def _overlaps(terms: Terms, here: Surroundings, index: Indexes) -> dict[str, Floats]:
    places = here.places
    first, last = places.first[index], places.last[index]
    opens, closes = places.sentence_first[index], places.sentence_last[index]
    inside = _present(terms, first, last)
    sentence = np.maximum(
        _present(terms, opens, first), _present(terms, last, np.maximum(last, closes))
    )
    around = np.maximum(sentence, _present(terms, np.maximum(0, opens - 30), opens))
    columns = {
        "asked_inside": terms.share @ inside,
        "asked_sentence": terms.share @ sentence,
        "asked_around": terms.share @ around,
        "names_sentence": terms.names @ sentence,
        "names_inside": terms.names @ inside,
        "asked_found": np.full(len(index), float(terms.weights.sum())),
        "asked_terms": np.full(len(index), float((terms.weights > 0).sum())),
        "asked_missing": np.full(len(index), float((terms.weights == 0).sum())),
    }
    for width in _WINDOWS:
        low = np.maximum(opens, first - width)
        high = np.maximum(last, np.minimum(closes, last + width))
        columns[f"asked_before{width}"] = terms.share @ _present(terms, low, first)
        columns[f"asked_after{width}"] = terms.share @ _present(terms, last, high)
    best = columns["asked_sentence"].max(initial=0.0)
    columns["sentence_gap"] = best - columns["asked_sentence"]
    whole = terms.share @ np.maximum(sentence, inside)
    columns["whole_gap"] = whole.max(initial=0.0) - whole
    size = np.maximum(1.0, (last - first).astype(np.float64))
    columns["inside_share"] = inside.sum(axis=0) / size
    return columns


def _distances(
    terms: Terms, asking: Asking, here: Surroundings, index: Indexes
) -> dict[str, Floats]:
    first, last = here.places.first[index], here.places.last[index]
    focus, second = (
        sorted({at for stem in stems for at in here.by_stem.get(stem, ())})
        for stems in (asking.focus[:1], asking.focus[1:])
    )
    groups = {
        "any": terms.before.sum(axis=0),
        "rarest": terms.before[terms.rarest] if terms.rarest >= 0 else (),
        "next": terms.before[asking.next] if asking.next >= 0 else (),
    }
    spots = {name: np.flatnonzero(np.diff(before)) for name, before in groups.items()}
    spots |= {"focus": np.array(focus), "second": np.array(second)}
    columns: dict[str, Floats] = {}
    for name, each in spots.items():
        before = after = np.full(len(index), np.nan)
        if len(each):
            ends = np.concatenate(([-np.inf], each, [np.inf]))
            before = np.minimum(first - ends[np.searchsorted(each, first)], _FAR)
            after = np.minimum(ends[np.searchsorted(each, last) + 1] - last + 1, _FAR)
        columns |= {f"{name}_before": before, f"{name}_after": after}
    inside = np.zeros(len(here.stems) + 1)
    inside[focus] = 1.0
    total = np.concatenate(([0.0], np.cumsum(inside)))
    columns["focus_inside"] = np.minimum(total[last] - total[first], 1.0)
    columns["focus_opens"] = inside[first]
    return columns


def _fits(asking: Asking, labels: Floats) -> dict[str, Floats]:
    """How well the labels suit what is asked; ``labels`` are indexes of :data:`LABELS`."""
    fit = suited(asking.classes)[labels.astype(np.int64)]
    best = fit.max(initial=0.0)
    fitting = float((fit >= _SUITED * best).sum()) if best else np.nan
    return {"asked_fit": fit, "fit_gap": best - fit, "fitting": np.full(len(fit), fitting)}


def _led_alike(asking: Asking, here: Surroundings, index: Indexes) -> Floats:
    """Whether a mention follows the preposition of the question: "¿En qué año…?", "en 1931"."""
    if not asking.preposition:
        return np.full(len(index), np.nan)
    firsts = here.places.first[index].tolist()
    return np.array(
        [float(asking.preposition in here.folded[max(0, at - 2) : at]) for at in firsts]
    )


def _asked(asking: Asking, profile: FieldProfile, size: int) -> dict[str, Floats]:
    """What is asked, the same for every candidate."""
    field = profile.field
    numbers = {
        "group": float(("text", "date", "number").index(profile.group)),
        "nullable": float(field.nullable),
        "long_text": float(profile.long_text),
        "integer": float(field.kind == "integer"),
        "examples": float(bool(profile.examples)),
        "asked_lead": float(_SMALL.get(asking.preposition, len(_SMALL))),
    }
    numbers |= {f"word_{word}": float(asking.word == word) for word in WORDS}
    numbers |= {f"class_{name}": profile.classes.get(name, 0.0) for name in CLASSES}
    for name in ("person", "organization", "place", "date", "count", "measure", "title", "term"):
        numbers[f"asks_{name}"] = asking.classes.get(name, 0.0)
    table = np.repeat(np.array(list(numbers.values())), size).reshape(len(numbers), size)
    return dict(zip(numbers, table, strict=True))
