"""What speaks for an option beside its chance: its label, its place, its looks, its neighbours."""

import math
import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from nlp.labels.applied import Labels
from nlp.labels.datelines import asks_issue, written_on
from nlp.labels.likeness import FieldTerms, covered, words_around
from nlp.match.associations import TRAITS as ASSOCIATED
from nlp.match.associations import Associations, OptionWords, field_words, looks_of
from nlp.match.counted_moments import COMPLETED
from nlp.match.embeddings import Embeddings, words_of_option
from nlp.match.formulas import asking
from nlp.match.negation import name_denial
from nlp.match.option_surroundings import Columns, OptionSurroundings
from nlp.match.options import LANDMARK, FieldOptions, Option
from nlp.match.ranker import log_odds
from nlp.match.row_extremes import extremes, ordered_columns
from nlp.match.surroundings import Indexes, Surroundings, meets
from nlp.match.trees import Traits
from nlp.names.gender import asked_gender, gender_of
from nlp.schema import is_number, parent_path
from nlp.spans import LABELS
from nlp.stems import words_of

_ABOVE = frozenset({"title", "under"})
_GROUPS = ("text", "date", "number")
_CLASSES = ("person", "organization", "identifier", "place")
_OF_HOMES = ("home", "home_of_others", "home_share")
_POINT = re.compile(r"\d{4}-\d\d|T?\d\d:\d\d")
"""How a date or a time begins whose order is that of its letters."""
_UNKNOWN, _OUT_OF_ORDER = -9.0, -1.0
_MOST_WORDS = 20
_SUITS = 0.5
"""What a name's logarithm gains or loses: of 3,485 strings of nineteen untaught rounds 18 are better so
and 3 worse, of 3,806 by other authors 25 and 12; by twice as much 22 and 14 of the first."""
_CLAIMED = 0.25
"""Of an option, how much another field must want: a code at its end claims no whole sentence."""


def with_traits(
    here: Surroundings,
    labels: Labels,
    fields: Sequence[FieldOptions],
    associations: Associations | None = None,
    embeddings: Embeddings | None = None,
) -> tuple[FieldOptions, ...]:
    """The fields with all that is to say of their options."""
    traits = _Traits(here, labels, fields)
    around = OptionSurroundings(here, fields)
    reader = OptionWords(here, labels.labelled.pairs)
    found = []
    for number, field in enumerate(fields):
        whole = traits.of_field(field) | name_denial(here.cues_of(field.profile)[0].weights, here)
        nothing = whole | {"nothing": 1.0}
        if not field.options:
            found.append(replace(field, nothing=nothing))
            continue
        spans = np.array([one.span for one in field.options])
        columns = traits.of_places(field, spans) | around.columns(number, field.profile, spans)
        words = field_words(field.profile)
        beside = tuple(reader.of(one.candidate, one.value, one.home) for one in field.options)
        if associations is not None:
            columns |= dict(zip(ASSOCIATED, associations.traits(words, beside).T, strict=True))
        placed = tuple(
            words_of_option(here, one.candidate, own)
            for one, own in zip(field.options, beside, strict=True)
        )
        agreed = embeddings.log_chances(words, placed).tolist() if embeddings is not None else ()
        found.append(
            replace(
                field,
                nothing=nothing,
                words=words,
                beside=beside,
                placed=placed,
                agreed=tuple(agreed),
                suits=_suits(field),
            )
        )
        rows = np.array(list(columns.values())).T.tolist()
        for row, one in zip(rows, field.options, strict=True):
            one.traits |= (
                whole | dict(zip(columns, row, strict=True)) | _looks(one, here.document.text)
            )
            if one.pair is not None:
                one.traits |= traits.of_label(field.at, one.pair)
    return tuple(found)


class _Traits:
    """What the text, its labels and the other fields say of options."""

    def __init__(self, here: Surroundings, labels: Labels, fields: Sequence[FieldOptions]) -> None:
        text = here.document.text
        self._labelled = labels.labelled
        self._columns = ordered_columns(here, labels.labelled.form.grids)
        self._pairs = self._labelled.pairs
        self._size = max(1, len(text))
        self._lines = [0, *(one.end() for one in re.finditer("\n", text))]
        self._rivals: dict[int, list[tuple[float, int]]] = {}
        self._best: dict[int, float] = {}
        likest = sorted(self._labelled.alike.items(), key=lambda pair: -pair[1])
        for (at, number), score in likest:
            self._rivals.setdefault(number, []).append((score, at))
            self._best.setdefault(at, score)
        answers = self._labelled.answers.items()
        self._answers = {path: one for path, one in answers if not one.empty}
        self._firsts = {
            one.profile.path: (first.start, first.end, hint.score * one.ranked.answered)
            for one in fields
            for hint in one.ranked.hints[:1]
            for first in [hint.candidate]
        }
        around = [one.form not in _ABOVE and not one.is_empty for one in self._pairs]
        self._around = np.flatnonzero(around)
        dateline = written_on(text, here.candidates)
        self._dateline = dateline[0].span if dateline is not None else (-1, -1)
        self._values = np.array([(one.start, one.end) for one in self._pairs]).reshape(-1, 2)

    def of_field(self, field: FieldOptions) -> Traits:
        """What is said of a field whatever it takes."""
        profile, ranked = field.profile, field.ranked
        blank = self._labelled.answers.get(profile.path)
        asks = asking(profile)
        return {
            "asks_most": "most" in asks,
            "asks_least": "least" in asks,
            "nothing": 0.0,
            "options": len(field.options),
            "answered": log_odds(ranked.answered),
            "best_chance": log_odds(ranked.hints[0].score) if ranked.hints else _UNKNOWN,
            "best_label": self._best.get(field.at, 0.0),
            "left_blank": blank.score if blank is not None and blank.empty else 0.0,
            "form_text": self._labelled.is_form,
            "pairs": len(self._pairs),
            "size": self._size / 1000,
            "group": _GROUPS.index(profile.group) if profile.group in _GROUPS else len(_GROUPS),
            "whole_number": profile.field.kind == "integer",
            "nullable": profile.field.nullable,
            "dated": profile.date_form is not None,
            "asks_issue": profile.group == "date" and asks_issue(profile),
            "unit": profile.unit is not None,
            "edge": profile.edge,
            **{name: profile.asks(name) for name in _CLASSES},
            "described": min(_MOST_WORDS, len(profile.field.description.split())),
            "depth": profile.path.count("."),
        }

    def of_places(self, field: FieldOptions, spans: Indexes) -> Columns:
        """Where options stand: behind which label, beside which answers, and who else claims that."""
        path = field.profile.path
        taken = [(one.start, one.end, one.score) for at, one in self._answers.items() if at != path]
        wanted = [one for at, one in self._firsts.items() if at != path]
        found = {
            "rivals": meets(spans, spans).sum(axis=1),
            "place_in_text": spans[:, 0] / self._size,
            "written_on": (spans == self._dateline).all(axis=1).astype(np.float64),
            **_of_values(field.options),
            **self._of_order(field.at, path, spans),
            **extremes(self._columns, self._labelled.asked[field.at], spans.tolist()),
        }
        for name, others, least in (("taken", taken, 0.0), ("wanted", wanted, _CLAIMED)):
            start, end, score = np.array(others).reshape(-1, 3).T
            met = meets(spans, np.stack([start, end], axis=1), least) * score
            found[name] = met.max(axis=1, initial=0.0)
        homes = self._homes(spans)
        for one, home in zip(field.options, homes, strict=True):
            one.home = home
        rows = [
            self._of_home(field.at, home, span) for home, span in zip(homes, spans, strict=True)
        ]
        return found | dict(zip(_OF_HOMES, np.array(rows).T, strict=True))

    def _of_home(self, at: int, number: int, span: Indexes) -> tuple[float, ...]:
        """The label behind which a mention stands: what it says of the field, and of others."""
        if number < 0:
            return (np.nan,) * len(_OF_HOMES)
        pair = self._pairs[number]
        return (
            self._labelled.alike.get((at, number), 0.0),
            self._for_others(number, at),
            (span[1] - span[0]) / max(1, pair.end - pair.start),
        )

    def of_label(self, at: int, number: int) -> Traits:
        """How a label, beside what stands around it, and the field's words overlap."""
        asked: FieldTerms = self._labelled.asked[at]
        pair = self._pairs[number]
        around = words_around(pair)
        name, size = covered(asked.names, around)
        owners, whole = covered(asked.owners, around)
        return {
            "label_rival": self._labelled.alike[at, number] - self._for_others(number, at),
            "names_around": name / (size or 1.0),
            "owners_around": owners / whole if whole else -1.0,
        }

    def _homes(self, spans: Indexes) -> list[int]:
        """The number of the shortest pair whose value holds each span; -1 for none."""
        if not len(self._around):
            return [-1] * len(spans)
        first, last = self._values[self._around].T
        holds = (first <= spans[:, :1]) & (spans[:, 1:] <= last)
        best = np.where(holds, last - first, np.inf).argmin(axis=1)
        found: list[int] = np.where(holds.any(axis=1), self._around[best], -1).tolist()
        return found

    def _for_others(self, number: int, at: int) -> float:
        """How well the label of a pair says the other field that it says best."""
        return next((score for score, other in self._rivals.get(number, ()) if other != at), 0.0)

    def _of_order(self, at: int, path: str, spans: Indexes) -> Columns:
        """Lines to the answers of labels to the fields before, behind and beside."""
        start, end = spans.T
        sure = [
            (number, self._answers[one.profile.path])
            for number, one in enumerate(self._labelled.asked)
            if number != at
            and one.profile.path in self._answers
            and self._answers[one.profile.path].score >= LANDMARK
        ]
        found = dict.fromkeys(("after_last", "before_next"), np.full(len(spans), _UNKNOWN))
        found["beside"] = np.full(len(spans), _OUT_OF_ORDER)
        for _, one in [each for each in sure if each[0] < at][-1:]:
            lines = self._line(start) - self._line(one.end)
            found["after_last"] = np.where(one.end <= start, lines, _OUT_OF_ORDER)
        for _, one in [each for each in sure if each[0] > at][:1]:
            lines = self._line(one.start) - self._line(end)
            found["before_next"] = np.where(end <= one.start, lines, _OUT_OF_ORDER)
        parent = parent_path(path)
        beside = [one.start for _, one in sure if parent_path(one.path) == parent]
        if beside:
            lines = np.abs(self._line(start)[:, None] - self._line(beside))
            found["beside"] = lines.min(axis=1).astype(np.float64)
        return found

    def _line(self, offsets: Indexes | Sequence[int] | int) -> Indexes:
        return np.asarray(np.searchsorted(self._lines, offsets, side="right"))


def _suits(field: FieldOptions) -> tuple[float, ...]:
    """What each option gains as the name of a woman or a man, where the field asks for one of them."""
    asked = asked_gender(tuple(words_of(field.profile.field.name)))
    if asked is None or field.profile.group != "text":
        return ()
    told = (
        gender_of(one.candidate.mention) if one.candidate.label == "PERSON" else None
        for one in field.options
    )
    return tuple(0.0 if one is None else _SUITS if one == asked else -_SUITS for one in told)


def _of_values(options: Sequence[Option]) -> Columns:
    """Whether a value was worked out from elsewhere; its rank among all, by its size or in time."""
    ranks = np.full(len(options), np.nan)
    for kind in (is_number, lambda value: isinstance(value, str) and _POINT.match(value)):
        own = [at for at, one in enumerate(options) if kind(one.value)]
        if len(own) > 1:
            values = [options[at].value for at in own]
            ranks[own] = [sum(other < one for other in values) / (len(own) - 1) for one in values]
    moved = np.array([one.candidate.source == COMPLETED for one in options], dtype=np.float64)
    return {"value_rank": ranks, "moved": moved}


def _looks(one: Option, text: str) -> Traits:
    """What an option looks like, whoever asks: its mention, and a number's size or a name's words."""
    said, kind, value = text[slice(*one.span)], one.candidate.label, one.value
    words, digits, capitals = looks_of(said)
    looks = {
        "mention": LABELS.index(kind) if kind in LABELS else -1.0,
        "words": words,
        "chars": len(said),
        "digits": digits,
        "capitals": capitals,
    }
    if is_number(value):
        whole = float(value).is_integer()
        return looks | {"amount": math.log10(1 + abs(value)), "whole": float(whole)}
    parts = str(value).split()
    capital = sum(word[:1].isupper() and word[1:2].islower() for word in parts)
    return looks | {
        "capital_words": capital / max(1, len(parts)),
        "with_digits": any(map(str.isdigit, str(value))),
    }
