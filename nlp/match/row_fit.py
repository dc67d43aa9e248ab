"""How well a place of rows suits a field: what stands in it, what marks it, the words that name it."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from nlp.asked.field_profile import FieldProfile
from nlp.labels.fields import labelled_mention
from nlp.labels.form_elements import Filled, unwritten
from nlp.labels.likeness import FieldTerms, asks_number_of, likeness
from nlp.labels.segments import has_digit
from nlp.labels.value_reading import Reader
from nlp.match.answer_types import FIT
from nlp.match.associations import LOOKED_AT, Words, field_words, words_beside
from nlp.match.ranker import Ranker
from nlp.match.row_slots import Slot
from nlp.spans import NAME_LABELS, Candidate, Span

ALIKE = 0.8
"""How much the words that name a place count beside what stands in it."""
_ORDER = 0.15
_ASSOCIATED = 0.25
"""What associations count: .385 of 400 lists of objects left out are right by this, .364 by 0."""
_UNLIKE_KIND = 0.55
_LONGEST_MEMBER = 40
_PHRASE = 10
"""Words up to which what is said may be a name; more of them suit a field of long text only."""
_STRENGTH = {
    "gap": 0.12, "line": 0.06, "dash": 0.08, "colon": 0.08, "semicolon": 0.06, "bracket": 0.05,
    "stop": 0.04, "comma": 0.02, "slash": 0.02, "inside": 0.06, "head": 0.03,
}  # fmt: skip
"""How much a mark that parts every row is worth: a strong one is rarely part of a name."""


class Suited(NamedTuple):
    """How well a place suits a field by rule, by the words that name it, by what stands in it."""

    score: float
    alike: float
    fit: float


class CellReader(Reader):
    """Reads the places of rows, each once for a field, however many slots it is in."""

    def __init__(
        self,
        text: str,
        candidates: Sequence[Candidate],
        ranker: Ranker,
    ) -> None:
        super().__init__(text, candidates)
        self.ranker = ranker
        self._had: dict[tuple[str, Span], Filled | None] = {}

    def of(self, profile: FieldProfile, span: Span) -> Filled | None:
        """What stands between two offsets for a field; a member of an enum is said in few words."""
        key = (profile.path, span)
        if key not in self._had:
            judged = profile.field.is_choice
            fits = not (judged and span[1] - span[0] > _LONGEST_MEMBER)
            self._had[key] = self.given(profile, unwritten("", span, "cell")) if fits else None
        return self._had[key]


def suited(
    one: FieldTerms, place: float, slot: Slot, sample: range, reader: CellReader, is_key: bool
) -> Suited | None:
    """How well a slot suits a field by what stands in it and by the words that name it, if at all."""
    profile = one.profile
    had = held(slot, sample) if _may(profile, slot, reader.text) else []
    if not had:
        return None
    fits = [_fit(profile, slot, row, reader) for row in had]
    share = len(had) / len(sample)
    fit = sum(fits) / len(fits) * (share if not profile.field.nullable else 0.6 + 0.4 * share)
    if fit < 0.2:
        return None
    alike = says(slot, one)
    if slot.key[0] in {"mark", "group"} and not (alike or profile.field.kind == "enum"):
        return None
    near = 1 - abs(place - slot.order)
    score = fit * (0.5 + ALIKE * alike) + _ORDER * near + strength(slot, share)
    score += 0.15 if is_key and slot.order < 0.1 else 0.0
    return Suited(score, alike, fit)


def associated(
    profile: FieldProfile, slots: Sequence[Slot], sample: range, reader: CellReader
) -> list[float]:
    """What the field's words say of the shapes and the label of each slot, as part of its score."""
    if reader.ranker.associations is None:
        return [0.0] * len(slots)
    rows: list[Words] = []
    ends = [0]
    for slot in slots:
        rows += _words_in(profile, slot, sample, reader)
        ends.append(len(rows))
    told = reader.ranker.associations.traits(field_words(profile), rows).sum(axis=1)
    return [
        _ASSOCIATED * math.tanh(float(told[start:end].mean()) / 2) if start < end else 0.0
        for start, end in pairwise(ends)
    ]


def _words_in(
    profile: FieldProfile, slot: Slot, sample: range, reader: CellReader
) -> Iterator[Words]:
    for row in held(slot, sample)[:LOOKED_AT]:
        span = slot.spans[row]
        filled = None if span is None else reader.of(profile, span)
        if span is not None and filled is not None and filled.value is not None:
            one = slot.candidates[row] or filled.candidate or labelled_mention(reader.text, span)
            yield words_beside(one, filled.value, slot.label)


def held(slot: Slot, sample: range) -> list[int]:
    """The rows of a sample that have the slot."""
    return [row for row in sample if slot.spans[row] is not None]


def says(slot: Slot, one: FieldTerms) -> float:
    """How well the words that name a place say what a field asks for."""
    return likeness(one, unwritten(slot.label, (0, 0), "cell")) if slot.label else 0.0


def strength(slot: Slot, share: float) -> float:
    """What a place is worth by how it is marked off; ``share`` of the rows have it."""
    kind = slot.key[1].rpartition(".")[2] if slot.key[0] == "part" else ""
    if slot.key[0] in {"column", "label"}:
        return 0.1 + 0.1 * (slot.key[0] == "label")
    if slot.key[0] == "part" and slot.key[2] == 1 and slot.key[1].endswith(".colon"):
        return 0.15 * share
    if slot.key[0] == "bare":
        return 0.08 * share
    return share * _STRENGTH.get(kind, 0.0) - (0.1 if slot.key[0] == "row" else 0.0)


def _may(profile: FieldProfile, slot: Slot, text: str) -> bool:
    """Whether the first spans of a slot could hold the field at all: a look before reading."""
    spans = [one for one in slot.spans if one is not None][:3]
    kind = profile.field.kind
    if profile.field.is_numeric:
        figures = slot.key[0] != "row" and any(has_digit(text, one) for one in spans)
        return figures or any(slot.candidates)
    if profile.field.is_choice:
        return slot.key[0] not in {"kind", "value", "last"}
    if profile.date_form is not None:
        return any(has_digit(text, one) for one in spans)
    if kind != "string" or slot.key[0] == "row":
        return slot.key[0] != "row" and kind == "any"
    return any(map(str.isalpha, text[slice(*spans[0])])) or _takes_figures(profile)


def _takes_figures(profile: FieldProfile) -> bool:
    return (
        profile.group != "text"
        or profile.form is not None
        or asks_number_of(profile)
        or profile.field.constraints.pattern is not None
        or profile.asks("identifier", "date", "time", "money", "count", "measure", "duration") > 0.2
    )


def _fit(profile: FieldProfile, slot: Slot, row: int, reader: CellReader) -> float:
    span = slot.spans[row]
    if span is None:
        return 0.0
    filled = reader.of(profile, span)
    if filled is None:
        return 0.4 if reader.is_empty(*span) and profile.field.nullable else 0.0
    fit = filled.fit
    one = slot.candidates[row] or filled.candidate
    if profile.field.is_choice:
        return fit
    if profile.field.is_numeric:
        size = span[1] - span[0]
        inner = (filled.end - filled.start) / max(1, size)
        return fit * _kind_fit(profile, one) * (0.6 + 0.4 * inner)
    if profile.date_form is not None:
        return fit
    said = reader.text[slice(*span)]
    figures, letters = sum(map(str.isdigit, said)), sum(map(str.isalpha, said))
    if figures > letters and not _takes_figures(profile):
        fit *= 0.2
    if not profile.long_text:
        fit *= min(1.0, _PHRASE / len(said.split()))
    if one is not None and one.label in NAME_LABELS | {"TITLE"}:
        return fit * (0.7 + 0.3 * _kind_fit(profile, one))
    inside = [
        mention
        for mention in reader.inside(*span)
        if mention.end - mention.start >= 0.7 * len(said)
    ]
    if inside and profile.field.constraints.pattern is None:
        return fit * max(_kind_fit(profile, mention) for mention in inside)
    return 0.9 * fit


def _kind_fit(profile: FieldProfile, one: Candidate | None) -> float:
    """From :data:`_UNLIKE_KIND` to 1: how a mention's kind suits what the field asks for."""
    if one is None:
        return 0.8
    most = max(profile.classes.values(), default=0.0)
    if not most:
        return 0.8
    suited = sum(share * FIT[name].get(one.label, 0.0) for name, share in profile.classes.items())
    known = min(1.0, sum(profile.classes.values()))
    fit = min(1.0, suited / most)
    return 1.0 - known * (1.0 - max(_UNLIKE_KIND, fit))
