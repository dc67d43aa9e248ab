"""What speaks for an option beside its chance: its label, its place, its looks, its neighbours."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from nlp.labels.applied import Labels
from nlp.labels.fields import Answer
from nlp.labels.form_elements import Pair
from nlp.labels.likeness import FieldTerms, covered, label_bag, words_around
from nlp.labels.terms import label_terms
from nlp.match.option_surroundings import OptionSurroundings
from nlp.match.options import LANDMARK, FieldOptions, Traits
from nlp.match.ranker import log_odds
from nlp.match.surroundings import Floats, Surroundings
from nlp.spans import LABELS

_FORMS = (
    "colon", "columns", "row", "below", "boxes", "inline", "code", "title", "under", "cell", "box",
    "percent", "part", "head", "joined", "greeted", "signed",
)  # fmt: skip
"""Kinds of pairs as numbers; trees part them."""
_GROUPS = ("text", "date", "number")
_ABOVE = frozenset({"title", "under"})
_UNKNOWN, _OUT_OF_ORDER = -9.0, -1.0
_MOST_WORDS = 20
_CLAIMED = 0.25
"""Of an option, how much another field must want: a code at its end claims no whole sentence."""


@dataclass(frozen=True, slots=True)
class _Landmarks:
    """The answers of labels that tell where a field may stand."""

    before: Answer | None
    after: Answer | None
    beside: tuple[Answer, ...]


class _Spans:
    """Spans, each with how much it counts."""

    def __init__(self, told: Sequence[tuple[int, int, float]]) -> None:
        self._start, self._end, self._worth = np.array(told).reshape(-1, 3).T

    def met(self, others: "_Spans", *, least: float = 0.0) -> Floats:
        """What the others count, one column each, for the spans that they meet, one row each.

        ``least`` is the share of a span that must be met.
        """
        low = np.maximum(others._start, self._start[:, None])
        shared = np.minimum(others._end, self._end[:, None]) - low
        meets = (shared > 0) & (shared >= least * (self._end - self._start)[:, None])
        return np.asarray(meets * others._worth)


def with_traits(
    here: Surroundings, labels: Labels, fields: Sequence[FieldOptions]
) -> tuple[FieldOptions, ...]:
    """The fields with all that is to say of their options."""
    traits = _Traits(here.document.text, labels, fields)
    around = OptionSurroundings(here, fields)
    for number, field in enumerate(fields):
        around.put(number, field)
    return tuple(traits.put(field) for field in fields)


class _Traits:
    """What the text, its labels and the other fields say of options."""

    def __init__(self, text: str, labels: Labels, fields: Sequence[FieldOptions]) -> None:
        self._text, self._labels = text, labels
        self._pairs = labels.labelled.pairs
        self._lines = [0, *(one.end() for one in re.finditer("\n", text))]
        self._rivals: dict[int, list[tuple[float, int]]] = {}
        self._best: dict[int, float] = {}
        likest = sorted(labels.labelled.alike.items(), key=lambda pair: -pair[1])
        for (at, number), score in likest:
            self._rivals.setdefault(number, []).append((score, at))
            self._best.setdefault(at, score)
        self._sure = {
            path: one
            for path, one in labels.labelled.answers.items()
            if one.score >= LANDMARK and not one.empty
        }
        self._paths = [one.profile.path for one in labels.labelled.asked]
        self._firsts = [
            (one.profile.path, hint.candidate.start, hint.candidate.end, hint.score * one.ranked.answered)
            for one in fields
            for hint in one.ranked.hints[:1]
        ]  # fmt: skip
        self._by_span: dict[tuple[int, int], Traits] = {}
        self._inside: dict[tuple[int, int], int | None] = {}

    def put(self, field: FieldOptions) -> FieldOptions:
        """Add to each option of a field what is to say of it."""
        asked = self._labels.labelled.asked[field.at]
        landmarks = self._landmarks(field.at, field.profile.path)
        whole = self._of_field(field)
        for one in field.options:
            start, end = one.span
            if one.pair is not None:
                one.traits |= self._of_label(asked, field.at, one.pair, one.traits["alike"])
            one.traits |= whole
            one.traits |= self._of_span(start, end)
            one.home = self._pair_around(start, end)
            one.traits |= self._of_place(field.at, one.home, start, end)
            one.traits |= self._of_order(start, end, landmarks)
        self._put_rivals(field)
        return replace(field, nothing={**whole, "nothing": 1.0})

    def _put_rivals(self, field: FieldOptions) -> None:
        """What else is proposed at the place of each option, and which other fields claim it."""
        path = field.profile.path
        spans = _Spans([(*one.span, 1.0) for one in field.options])
        others = [
            (one.start, one.end, one.score)
            for where, one in self._labels.labelled.answers.items()
            if where != path and not one.empty
        ]
        firsts = [(start, end, score) for where, start, end, score in self._firsts if where != path]
        rivals = spans.met(spans).sum(axis=1).tolist()
        taken = spans.met(_Spans(others)).max(axis=1, initial=0.0).tolist()
        wanted = spans.met(_Spans(firsts), least=_CLAIMED).max(axis=1, initial=0.0).tolist()
        for at, one in enumerate(field.options):
            kind = one.candidate.label
            one.traits |= {
                "mention": LABELS.index(kind) if kind in LABELS else -1.0,
                "rivals": rivals[at],
                "taken": taken[at],
                "wanted": wanted[at],
            }

    def _of_field(self, field: FieldOptions) -> Traits:
        profile, ranked = field.profile, field.ranked
        blank = self._labels.labelled.answers.get(profile.path)
        return {
            "nothing": 0.0,
            "options": len(field.options),
            "answered": log_odds(ranked.answered),
            "best_chance": log_odds(ranked.hints[0].score) if ranked.hints else _UNKNOWN,
            "best_label": self._best.get(field.at, 0.0),
            "left_blank": blank.score if blank is not None and blank.empty else 0.0,
            "form_text": self._labels.labelled.is_form,
            "pairs": len(self._pairs),
            "size": len(self._text) / 1000,
            "group": _GROUPS.index(profile.group) if profile.group in _GROUPS else len(_GROUPS),
            "whole_number": profile.field.kind == "integer",
            "nullable": profile.field.nullable,
            "patterned": bool(profile.field.constraints.pattern),
            "dated": profile.date_form is not None,
            "person": profile.asks("person"),
            "organization": profile.asks("organization"),
            "identifier": profile.asks("identifier"),
            "place": profile.asks("place"),
            "described": min(_MOST_WORDS, len(profile.field.description.split())),
            "unit": profile.unit is not None,
            "edge": profile.edge,
            "depth": profile.path.count("."),
        }

    def _of_label(self, asked: FieldTerms, at: int, number: int, alike: float) -> Traits:
        """How the label and the field's words overlap, each way."""
        pair = self._pairs[number]
        terms, said = label_terms(pair.label), label_bag(pair.label)
        around = words_around(pair)
        name, size = covered(asked.names, said)
        owners, whole = covered(asked.owners, around)
        length = sum(term.weight for term in terms) or 1.0
        return {
            "label_form": _form_of(pair),
            "label_terms": len(terms),
            "label_rival": alike - self._for_others(number, at),
            "names_said": name / (size or 1.0),
            "names_around": covered(asked.names, around)[0] / (size or 1.0),
            "label_explained": covered(terms, asked.all)[0] / length,
            "label_named": covered(terms, asked.name_bag)[0] / length,
            "label_described": covered(terms, asked.description_bag)[0] / length,
            "label_owned": covered(terms, asked.owner_bag)[0] / length,
            "owners_around": owners / whole if whole else -1.0,
            "near": pair.near,
            "sections": len(pair.sections),
        }  # fmt: skip

    def _of_span(self, start: int, end: int) -> Traits:
        """What a mention looks like, whoever asks."""
        found = self._by_span.get((start, end))
        if found is None:
            said = self._text[start:end]
            size = max(1, len(said))
            line = self._lines[bisect_right(self._lines, start) - 1]
            close = self._text.find("\n", end)
            rest = self._text[end : close if close >= 0 else None]
            found = self._by_span[start, end] = {
                "words": said.count(" ") + 1,
                "chars": len(said),
                "digits": sum(map(str.isdigit, said)) / size,
                "capitals": sum(map(str.isupper, said)) / size,
                "lines": "\n" in said,
                "gap": "  " in said,
                "stop": said.endswith("."),
                "opens_line": not self._text[line:start].strip(),
                "closes_line": not rest.strip(" .,;|"),
                "place_in_text": start / max(1, len(self._text)),
                "in_label": any(
                    one.label_start < end and start < one.label_end
                    for one in self._pairs
                    if one.form not in _ABOVE
                ),
            }
        return found

    def _of_place(self, at: int, number: int | None, start: int, end: int) -> Traits:
        """The label behind which a mention stands: what it says of the field, and of others."""
        if number is None:
            return {}
        pair, alike = self._pairs[number], self._labels.labelled.alike
        return {
            "home": alike.get((at, number), 0.0),
            "home_of_others": self._for_others(number, at),
            "home_form": _form_of(pair),
            "home_share": (end - start) / max(1, pair.end - pair.start),
            "home_first": start == pair.start,
            "home_last": end == pair.end,
        }

    def _for_others(self, number: int, at: int) -> float:
        """How well the label of a pair says the other field that it says best."""
        return next((score for score, other in self._rivals.get(number, ()) if other != at), 0.0)

    def _pair_around(self, start: int, end: int) -> int | None:
        """The number of the shortest pair whose value holds a mention."""
        if (start, end) not in self._inside:
            around = [
                (one.end - one.start, number)
                for number, one in enumerate(self._pairs)
                if one.form not in _ABOVE and one.start <= start and end <= one.end and not one.is_empty
            ]  # fmt: skip
            self._inside[start, end] = min(around)[1] if around else None
        return self._inside[start, end]

    def _landmarks(self, at: int, path: str) -> _Landmarks:
        parent = path.rpartition(".")[0]
        before = [self._sure[one] for one in self._paths[:at] if one in self._sure]
        after = [self._sure[one] for one in self._paths[at + 1 :] if one in self._sure]
        beside = [
            self._sure[one]
            for one in self._paths
            if one != path and one in self._sure and one.rpartition(".")[0] == parent
        ]
        return _Landmarks(
            before[-1] if before else None, after[0] if after else None, tuple(beside)
        )

    def _of_order(self, start: int, end: int, known: _Landmarks) -> Traits:
        """Lines to the answers of the fields before, behind and beside."""
        line = self._line(start)
        traits = {"after_last": _UNKNOWN, "before_next": _UNKNOWN, "beside": _OUT_OF_ORDER}
        if known.before is not None:
            fits = known.before.end <= start
            traits["after_last"] = line - self._line(known.before.end) if fits else _OUT_OF_ORDER
        if known.after is not None:
            fits = end <= known.after.start
            traits["before_next"] = (
                self._line(known.after.start) - self._line(end) if fits else _OUT_OF_ORDER
            )
        if known.beside:
            traits["beside"] = min(abs(line - self._line(one.start)) for one in known.beside)
        return traits

    def _line(self, offset: int) -> int:
        return bisect_right(self._lines, offset)


def _form_of(pair: Pair) -> float:
    return _FORMS.index(pair.form) if pair.form in _FORMS else -1.0
