"""Which label answers which field: every field's best label, each label its best field."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from nlp.labels.lessons import Lesson
from nlp.labels.likeness import Asked, asked_of, likeness
from nlp.labels.parts import Pair
from nlp.labels.positions import pairs_at, written_at
from nlp.labels.reading import read_form
from nlp.labels.state import Form
from nlp.labels.values import Filled, Reader
from nlp.labels.words import label_terms
from nlp.layout.structure import layout
from nlp.match.field_profile import FieldProfile
from nlp.schema import JSON
from nlp.spans import Candidate, Document

LEAST = 0.42
"""Below this likeness a label says something else."""
_LEAST_EMPTY = 0.62
_TAKEN = 0.75
"""From this likeness on, what stands behind a label is taken for all other fields."""
_SHARED = 0.8
_PLAIN, _DOUBTFUL, _UNLIKELY = 0.85, 0.6, 0.9
"""A label that plainly says the field's words makes up for a value that looks doubtful."""
_FORM_PAIRS = 5
_FORM_SHARE = 0.25
_WEIGHT = {"title": 0.0, "under": 0.75, "cell": 0.85, "code": 0.9, "box": 0.9, "percent": 1.0}
_LATER = 0.01
_CONSTANT = 0.9


@dataclass(frozen=True, slots=True)
class Answer:
    """What a label answers: ``score`` is the likeness of label and field times the value's fit.

    ``empty`` says that nothing stands behind the label; ``is_constant`` that no label says it, and every
    example had the same answer.
    """

    path: str
    value: JSON
    start: int
    end: int
    score: float
    label: str
    empty: bool = False
    is_constant: bool = False
    candidate: Candidate | None = None


@dataclass(frozen=True, slots=True)
class Labelled:
    """The labelled answers to a schema.

    ``answers`` by path; ``taken`` the spans that surely belong to a field; ``is_form`` whether
    labels make up the text.
    """

    answers: dict[str, Answer] = field(default_factory=dict)
    form: Form = field(default_factory=Form)
    taken: tuple[tuple[int, int, str], ...] = ()
    is_form: bool = False
    head: Candidate | None = None


def read_labelled(
    document: Document, candidates: Sequence[Candidate], profiles: Sequence[FieldProfile]
) -> Labelled:
    """The answers that labels of a text give to the fields of a schema that stand in no list."""
    text = document.text
    form = read_form(text, layout(document))
    reader = Reader(text, candidates)
    single = [one for one in profiles if "*" not in one.path.split(".")]
    lessons = [one.lesson for one in single if one.lesson is not None]
    more = (*pairs_at(text, lessons), *written_at(text, lessons, form.pairs)) if lessons else ()
    whole = replace(form, pairs=(*form.pairs, *more))
    answers = _assigned(text, whole, [asked_of(one) for one in single], reader)
    for lesson in lessons:
        if lesson.constant is not None and lesson.path not in answers:
            answers[lesson.path] = _constant(lesson)
    sure = [one for one in answers.values() if one.score >= _TAKEN and one.start < one.end]
    taken = tuple((one.start, one.end, one.path) for one in sure)
    return Labelled(answers, form, taken, is_form(text, form), _head(text, form))


def _constant(lesson: Lesson) -> Answer:
    return Answer(lesson.path, lesson.constant, 0, 0, _CONSTANT, "", is_constant=True)


def _head(text: str, form: Form) -> Candidate | None:
    """The first line of a form, where it is a title."""
    first = form.pairs[0] if form.pairs else None
    if first is None or first.form != "title" or text[: first.label_start].strip(" \n\t*#_"):
        return None
    terms = label_terms(first.label)
    known = sum(any(key[0] == "s" for key, _ in term.keys) for term in terms)
    if 2 * known >= len(terms):
        return None
    return Candidate(first.label_start, first.label_end, first.label, "HEADING", None, "labels")


def is_form(text: str, form: Form) -> bool:
    """Whether labelled values make up a good part of a text."""
    told = [one for one in form.pairs if one.form not in {"title", "code", "under", "percent"}]
    size = sum(one.end - one.start + one.label_end - one.label_start for one in told)
    return len(told) >= _FORM_PAIRS and size >= _FORM_SHARE * max(1, len(text.strip()))


def _assigned(text: str, form: Form, asked: Sequence[Asked], reader: Reader) -> dict[str, Answer]:
    scored = []
    for at, one in enumerate(asked):
        for number, pair in enumerate(form.pairs):
            weight = _WEIGHT.get(pair.form, 1.0)
            alike = weight * likeness(one, pair) if weight else 0.0
            if alike < LEAST:
                continue
            found = _answer(one.profile, pair, alike, reader)
            if found is not None:
                scored.append((found.score - _LATER * number / len(form.pairs), at, number, found))
    scored.sort(key=lambda row: -row[0])
    answers: dict[str, Answer] = {}
    used: dict[tuple[int, int, int], float] = {}
    for _, _, number, found in scored:
        if found.path in answers:
            continue
        place = (found.start, found.end, form.pairs[number].label_start)
        best = used.get(place)
        if best is not None and not (found.score >= _SHARED and found.score >= 0.95 * best):
            continue
        used.setdefault(place, found.score)
        answers[found.path] = found
    return answers


def _answer(profile: FieldProfile, pair: Pair, alike: float, reader: Reader) -> Answer | None:
    path = profile.path
    if reader.is_empty(pair.start, pair.end):
        if alike < _LEAST_EMPTY:
            return None
        return Answer(path, None, pair.label_end, pair.label_end, alike, pair.label, empty=True)
    filled: Filled | None = reader.read(profile, pair)
    if filled is None or filled.fit <= 0.0:
        return None
    score = alike * (_UNLIKELY if alike >= _PLAIN and filled.fit >= _DOUBTFUL else filled.fit)
    score = max(score, alike * filled.fit)
    if score < LEAST:
        return None
    return Answer(
        path, filled.value, filled.start, filled.end, score, pair.label, candidate=filled.candidate
    )
