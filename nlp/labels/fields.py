"""Which label answers which field: every field's best label, each label its best field."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from nlp.asked.field_profile import FieldProfile
from nlp.assignment import best_pairs
from nlp.labels.boxes import offers_members, ticked_of
from nlp.labels.datelines import DATELINE, issued
from nlp.labels.form_elements import GREETED, LETTER, SIGNED, Filled, Pair
from nlp.labels.likeness import FieldTerms, field_terms_of, likeness
from nlp.labels.members import denies_flag
from nlp.labels.name_parts import NameParts
from nlp.labels.positions import pairs_at
from nlp.labels.reading import read_form
from nlp.labels.state import Form
from nlp.labels.value_reading import Reader
from nlp.labels.written_out import shorthand_of
from nlp.layout.structure import layout
from nlp.numeric.shared_units import shared_units
from nlp.schema import JSON, is_repeated
from nlp.spans import Candidate, Document, Span

_Place = tuple[int, int, int]
"""Where a value stands, and where its label begins."""
_Scored = tuple[float, int, _Place, "Answer"]
"""How well, number of the field, the place of what answers it, the answer."""

LEAST = 0.42
"""Below this likeness a label says something else."""
_LEAST_EMPTY = 0.62
_TAKEN = 0.75
"""From this likeness on, what stands behind a label is taken for all other fields."""
_SHARED = 0.8
_PLAIN, _DOUBTFUL, _UNLIKELY = 0.85, 0.6, 0.9
"""A label that plainly says the field's words makes up for a value that looks doubtful."""
_NO_FORM = LETTER | {"title", "code", "under", "percent", "part", "head"}
"""Pairs that other texts than forms have too."""
_BARE = frozenset({"title", "under", "code", "percent"})
"""Pairs whose label other fields may take."""
_FORM_PAIRS = 5
_FORM_SHARE = 0.25
_WEIGHT = {
    "title": 0.0,
    "under": 0.75,
    "cell": 0.85,
    "code": 0.9,
    "box": 0.9,
    "percent": 1.0,
    "part": 0.8,
    "head": 0.75,
    GREETED: 0.85,
    SIGNED: 0.85,
}
_LATER = 0.01
_ISSUED = 0.59
"""What the dateline counts as the date of issue; it tells nothing of where the fields beside it stand."""
_OFFERED = 0.78
"""What boxes that offer the members of an enum count, whatever their label says."""
_HALF_TOLD = 0.3
"""How well a label must say a flag whose other words stand behind it."""
_SHARPNESS = 3.0
"""Above 1 a few sure answers are worth more than many doubtful ones."""
_CONSTANT = 0.9


@dataclass(frozen=True, slots=True)
class Answer:
    """What a label answers: ``score`` is the likeness of label and field times the value's fit.

    ``empty`` says that nothing stands behind the label.
    """

    path: str
    value: JSON
    start: int
    end: int
    score: float
    label: str
    empty: bool = False
    candidate: Candidate | None = None
    number: int | None = None
    """Which pair of the form it is from."""


@dataclass(frozen=True)
class Labelled:
    """The labelled answers to a schema.

    ``answers`` by path; ``is_form`` whether labels make up the text.
    """

    answers: dict[str, Answer] = field(default_factory=dict)
    form: Form = field(default_factory=Form)
    is_form: bool = False
    asked: tuple[FieldTerms, ...] = ()
    alike: Mapping[tuple[int, int], float] = field(default_factory=dict)
    """How well the label of a pair says a field, by their numbers, where it does at all."""
    pairs: tuple[Pair, ...] = ()
    """The pairs of the form, those that examples taught, and whole names made of two."""
    whole: Mapping[int, str] = field(default_factory=dict)
    """The names made of two pairs, by the number of the pair made for them."""

    @cached_property
    def taken(self) -> tuple[Span, ...]:
        """Where labels stand, and what surely belongs to a field."""
        answers = ((one.start, one.end) for one in self.answers.values() if one.score >= _TAKEN)
        labels = (
            (one.label_start, one.label_end) for one in self.form.pairs if one.form not in _BARE
        )
        return tuple((start, end) for start, end in (*answers, *labels) if start < end)

    @cached_property
    def heads(self) -> frozenset[Span]:
        """Where the heads of columns stand."""
        return frozenset(head for grid in self.form.grids for head in grid.header)

    @cached_property
    def colons(self) -> tuple[Span, ...]:
        """Where the labels stand that have a value behind a colon, in the order of the text."""
        return tuple(
            sorted(
                (one.label_start, one.label_end)
                for one in self.pairs
                if one.form == "colon" and not one.is_empty
            )
        )


def read_labelled(
    document: Document, candidates: Sequence[Candidate], profiles: Sequence[FieldProfile]
) -> Labelled:
    """The answers that labels of a text give to the fields of a schema that stand in no list."""
    text = document.text
    form = read_form(text, layout(document))
    reader = Reader(text, (*candidates, *shared_units(text, candidates)))
    single = [one for one in profiles if not is_repeated(one.path)]
    lessons = [one.lesson for one in single if one.lesson is not None]
    whole = replace(form, pairs=(*form.pairs, *pairs_at(text, lessons)))
    if not lessons:
        whole = _written_out(whole, profiles)
    asked = tuple(field_terms_of(one) for one in single)
    names = NameParts(text, whole.pairs, asked)
    answers, alike = _assigned(text, replace(form, pairs=names.pairs), asked, reader, names)
    for lesson in lessons:
        if lesson.constant is not None and lesson.path not in answers:
            answers[lesson.path] = Answer(lesson.path, lesson.constant, 0, 0, _CONSTANT, "")
    for profile, value, one in issued(text, candidates, single):
        answers.setdefault(
            profile.path,
            Answer(profile.path, value, one.start, one.end, _ISSUED, DATELINE, candidate=one),
        )
    form = replace(form, pairs=whole.pairs) if not lessons else form
    answers |= _ticked(single, form.pairs, text, answers)
    return Labelled(answers, form, is_form(text, form), asked, alike, names.pairs, names.whole)


def _ticked(
    profiles: Sequence[FieldProfile],
    pairs: Sequence[Pair],
    text: str,
    answers: Mapping[str, Answer],
) -> dict[str, Answer]:
    """The members of enums whose boxes are ticked, where no label says one or it says an empty box's."""
    found: dict[str, Answer] = {}
    for one in profiles:
        if one.field.kind != "enum":
            continue
        ticked, empty = ticked_of(one, pairs, text)
        known = answers.get(one.path)
        if ticked is not None and (known is None or str(known.value) in empty):
            start, end, score = ticked.box.start, ticked.box.end, _OFFERED * ticked.sure
            found[one.path] = Answer(one.path, ticked.member, start, end, score, ticked.label)
    return found


def _written_out(form: Form, profiles: Sequence[FieldProfile]) -> Form:
    """The form with the words that its labels shorten; what examples taught is of labels as they are."""
    full = shorthand_of(profiles)
    pairs = tuple(replace(one, label=full(one.label), row=full(one.row)) for one in form.pairs)
    return replace(form, pairs=pairs)


def label_candidate(answer: Answer) -> Candidate:
    """Where a label's answer stands, as a candidate."""
    if answer.candidate is not None:
        return answer.candidate
    return Candidate(answer.start, answer.end, str(answer.value), "LABEL_VALUE", None, "labels")


def labelled_mention(text: str, span: Span) -> Candidate:
    """What stands at a span as a candidate, where no finder found one."""
    return Candidate(*span, text[slice(*span)], "LABEL_VALUE", None, "labels")


def is_form(text: str, form: Form) -> bool:
    """Whether labelled values make up a good part of a text."""
    told = [one for one in form.pairs if one.form not in _NO_FORM]
    size = sum(one.end - one.start + one.label_end - one.label_start for one in told)
    return len(told) >= _FORM_PAIRS and size >= _FORM_SHARE * max(1, len(text.strip()))


def _assigned(
    text: str, form: Form, asked: Sequence[FieldTerms], reader: Reader, names: NameParts
) -> tuple[dict[str, Answer], dict[tuple[int, int], float]]:
    scored: list[_Scored] = []
    every: dict[tuple[int, int], float] = {}
    for at, one in enumerate(asked):
        for number, pair in enumerate(form.pairs):
            weight = _WEIGHT.get(pair.form, 1.0)
            if not weight or not names.suits(one, pair):
                continue
            alike = weight * likeness(one, pair)
            if alike < _OFFERED and (
                (alike >= _HALF_TOLD and denies_flag(one.profile, pair, text))
                or offers_members(one.profile, pair, text)
            ):
                alike = _OFFERED
            if alike:
                every[at, number] = alike
            if alike < LEAST:
                continue
            found = _answer_of(one.profile, pair, alike, reader, names.whole.get(number))
            if found is not None:
                score = found.score - _LATER * number / len(form.pairs)
                place = (found.start, found.end, pair.label_start)
                scored.append((score, at, place, replace(found, number=number)))
    answers = _best_together(scored, len(asked))
    best = {place: score for score, _, place, _ in answers.values()}
    for row in sorted(scored, key=lambda row: -row[0]):
        _, at, place, found = row
        again = place in best and found.score >= max(_SHARED, 0.95 * best[place])
        if again and at not in answers:
            answers[at] = row
    return {one.path: one for *_, one in answers.values()}, every


def _best_together(scored: Sequence[_Scored], size: int) -> dict[int, _Scored]:
    """One answer a field, one field a value, so that all together say the most."""
    places = {place: column for column, place in enumerate(dict.fromkeys(row[2] for row in scored))}
    if not places:
        return {}
    gains = np.zeros((size, len(places)))
    rows: dict[tuple[int, int], _Scored] = {}
    for row in scored:
        score, at, place, _ = row
        column = places[place]
        if score > gains[at, column] ** (1 / _SHARPNESS):
            gains[at, column] = score**_SHARPNESS
            rows[at, column] = row
    chosen = best_pairs(gains)
    return {at: rows[at, column] for at, column in chosen if gains[at, column] > 0}


def _answer_of(
    profile: FieldProfile, pair: Pair, alike: float, reader: Reader, whole: str | None
) -> Answer | None:
    """What a pair whose label is so like a field answers to it; None where it gives no value.

    ``whole`` is the name that a pair made of two gives.
    """
    path = profile.path
    if whole is not None:
        return Answer(path, whole, pair.start, pair.end, alike, pair.label)
    if reader.gives_none(profile, pair):
        if alike < (_LEAST_EMPTY if profile.field.nullable else _SHARED):
            return None
        return Answer(path, None, pair.label_end, pair.label_end, alike, pair.label, empty=True)
    filled: Filled | None = reader.read(profile, pair)
    if filled is None:
        return None
    score = alike * (_UNLIKELY if alike >= _PLAIN and filled.fit >= _DOUBTFUL else filled.fit)
    score = max(score, alike * filled.fit)
    if score < LEAST:
        return None
    return Answer(
        path, filled.value, filled.start, filled.end, score, pair.label, candidate=filled.candidate
    )
