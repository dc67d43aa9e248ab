"""What a field may take: the ranked candidates, and what stands behind labels that speak of it.

One value is one option, wherever it comes from; its traits say what speaks for it. Fields of lists,
enums and flags have none here, nor have questions, whose trees see all that is to see.
"""

import json
import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from nlp.asked.field_profile import FieldProfile
from nlp.asked.rendering import answer_value
from nlp.asked.told_form import told_form
from nlp.hints import FieldHints, Hint, Reason
from nlp.labels.applied import Labels, is_one_cell
from nlp.labels.datelines import DATELINE
from nlp.labels.fields import Answer, label_candidate
from nlp.labels.form_elements import Filled
from nlp.labels.value_reading import Reader
from nlp.match.answer_types import GROUP_LABELS
from nlp.match.associations import Words
from nlp.match.boosted import kind_of
from nlp.match.eligibility import fills_form
from nlp.match.embeddings import Beside
from nlp.match.offsets import with_offset
from nlp.match.ranker import log_odds
from nlp.match.second_weighing import Places
from nlp.match.signs import signed
from nlp.match.trees import Traits
from nlp.schema import JSON, is_number
from nlp.spans import Candidate, Span

MOST_LABELS = 8
"""Labels looked at for one field, the likest first."""
LEAST_ALIKE = 0.15
_SHORTENED = re.compile(r"\s[A-ZÁÉÍÓÚ][^\W\d_]{1,4}\.$")
"""An abbreviation at the end of a name, whose stop a label's value has: "Gil Cía. Ltda."."""
LANDMARK = 0.6
"""From which score on a label's answer tells where the fields beside it are to be looked for."""


@dataclass(slots=True)
class Option:
    """A value that a field may take, where the text says it, and what speaks for it."""

    value: JSON
    candidate: Candidate
    reasons: tuple[Reason, ...] = ()
    traits: Traits = field(default_factory=dict)
    pair: int | None = None
    """The number of the label's pair it stands in, of the one that says most."""
    home: int = -1
    """The number of the shortest pair around its mention; -1 where there is none."""

    @property
    def span(self) -> Span:
        """The offsets of its mention."""
        return self.candidate.span


@dataclass(frozen=True, slots=True)
class FieldOptions:
    """The options of one field; ``at`` is its number among the fields that stand in no list."""

    at: int
    profile: FieldProfile
    options: tuple[Option, ...]
    ranked: FieldHints
    nothing: Traits = field(default_factory=dict)
    """What speaks for the text saying nothing of the field."""
    words: Words = ()
    """The words of the field and, an option each, those that stand with it."""
    beside: tuple[Words, ...] = ()
    placed: tuple[Beside, ...] = ()
    """The words that stand with each option, by their places."""
    agreed: tuple[float, ...] = ()
    """The logarithm of each option's chance by the vectors of its words, where there are vectors."""
    suits: tuple[float, ...] = ()
    """What the logarithm of each option's chance gains where a woman or a man is asked for, if one is."""

    @property
    def places(self) -> Places:
        """Where the options stand."""
        homes = tuple(one.home for one in self.options)
        return Places(self.profile.path, tuple(one.span for one in self.options), homes)

    @property
    def rows(self) -> list[Traits]:
        """What is weighed: the options and, where the field may be null, saying nothing."""
        rows = [one.traits for one in self.options]
        return [*rows, self.nothing] if self.profile.field.nullable else rows


def is_weighed(profile: FieldProfile) -> bool:
    """Whether a field that stands in no list takes what weighs most of its options."""
    return not profile.field.is_choice and profile.lesson is None and kind_of(profile) != "question"


def options_of(
    labels: Labels,
    ranked: Mapping[str, FieldHints],
    reader: Reader,
    instruction: str,
) -> tuple[FieldOptions, ...]:
    """The options of every field that is weighed.

    ``ranked`` are the hints of each field by itself; ``instruction`` may state an offset from UTC.
    """
    alike: dict[int, list[tuple[float, int]]] = {}
    for (at, number), score in labels.labelled.alike.items():
        if score >= LEAST_ALIKE:
            alike.setdefault(at, []).append((score, number))
    found = []
    for at, asked in enumerate(labels.labelled.asked):
        profile = asked.profile
        if not is_weighed(profile) or ranked[profile.path].weighed:
            continue
        pool = _Pool(profile, f"{reader.text}\n{instruction}")
        own = labels.labelled.answers.get(profile.path)
        hints: Sequence[Hint] = _undenied(ranked[profile.path].hints, profile.path, labels)
        if own is not None and own.label == DATELINE:  # seldom is another day the one of issue
            hints = [one for one in hints if one.candidate.start == own.start]
        _add_ranked(pool, hints, labels)
        likest = sorted(alike.get(at, ()), reverse=True)[:MOST_LABELS]
        _add_labelled(pool, likest, labels, reader)
        if own is not None and not own.empty and own.value is not None:
            one = pool.add(own.value, label_candidate(own))
            one.traits["assigned"] = own.score
            one.reasons = one.reasons or (Reason("label", own.score, 1.0),)
        found.append(FieldOptions(at, profile, _in_form(pool), ranked[profile.path]))
    return tuple(found)


def _in_form(pool: "_Pool") -> tuple[Option, ...]:
    """The options of a field; of one that asks for a form of dates, those in it, if there are any."""
    every = tuple(pool.options.values())
    if not pool.profile.templates:
        return every
    written = [one for one in every if not _is_raw(one, pool.profile)]
    return tuple(written) or every


def _is_raw(one: Option, profile: FieldProfile) -> bool:
    """Whether an option is a date in the words of the text, since it does not tell all that is asked."""
    dated = one.candidate.label in GROUP_LABELS["date"] and one.value == one.candidate.mention
    return dated and not fills_form(one.candidate, profile)


def _undenied(hints: Sequence[Hint], path: str, labels: Labels) -> Sequence[Hint]:
    """The hints that do not stand behind the field's own label, where that says there is no value.

    Nor in the parts of a name that labels say in full.
    """
    answer = labels.labelled.answers.get(path)
    if answer is None or answer.number is None:
        return hints
    whole = answer.number in labels.labelled.whole and answer.score >= LANDMARK
    if not (answer.empty or whole):
        return hints
    pair = labels.labelled.pairs[answer.number]
    return [
        one
        for one in hints
        if not pair.start <= one.candidate.start < one.candidate.end <= pair.end
    ]


def _is_value(one: Candidate, labels: Labels) -> bool:
    """Whether a form may say a text as a value: in one cell, and not as a label nor with one."""
    if not is_one_cell(one.mention):
        return False
    spans, at = labels.labelled.colons, (one.start, -1)
    behind = bisect_left(spans, at)
    within = behind < len(spans) and spans[behind][1] < one.end
    around = bisect_left(spans, (one.start + 1, -1))
    return not within and not (around and one.end <= spans[around - 1][1])


def _is_cut(value: JSON) -> bool:
    """Whether a text opens a bracket that it does not close: none of 22,751 solved strings does."""
    return isinstance(value, str) and value.count("(") > value.count(")")


class _Pool:
    """The options of one field, each value once."""

    def __init__(self, profile: FieldProfile, text: str) -> None:
        self.profile, self.text = profile, text
        self.options: dict[str, Option] = {}

    def add(self, value: JSON, candidate: Candidate) -> Option:
        """The option of a value; a new one where there was none.

        A moment takes the offset from UTC that the text says of it.
        """
        value = as_told(value, candidate, self.profile, self.text)
        if isinstance(value, float) and value.is_integer():
            key = json.dumps(int(value))
        else:
            key = value.strip(" .,;:").lower() if isinstance(value, str) else json.dumps(value)
        return self.options.setdefault(key, Option(value, candidate))


def _add_ranked(pool: _Pool, ranked: Sequence[Hint], labels: Labels) -> None:
    """The ranked candidates with their chances, but no head of a column; on a form only likely values."""
    first, second = (*sorted((one.score for one in ranked), reverse=True), 0.0, 0.0)[:2]
    of_cells = labels.labelled.is_form and pool.profile.group == "text"
    for rank, hint in enumerate(ranked):
        value = answer_value(hint.candidate, pool.profile)
        if value is None or _is_cut(value) or hint.candidate.span in labels.labelled.heads:
            continue
        if of_cells and not _is_value(hint.candidate, labels):
            continue
        one = pool.add(value, hint.candidate)
        if "chance" in one.traits:
            continue
        others, chance = second if hint.score == first else first, log_odds(hint.score)
        one.reasons = hint.reasons
        one.traits |= {"chance": chance, "rank": rank, "lead": chance - log_odds(others)}


def _add_labelled(
    pool: _Pool, alike: Sequence[tuple[float, int]], labels: Labels, reader: Reader
) -> None:
    """What stands behind the labels likest to the field; of one value the label that says most."""
    for rank, (score, number) in enumerate(alike):
        pair = labels.labelled.pairs[number]
        whole = labels.labelled.whole.get(number)
        name = Filled(whole, pair.start, pair.end, 1.0) if whole is not None else None
        filled = name or reader.given(pool.profile, pair)
        if filled is None or filled.value is None:
            continue
        answer = Answer(
            pool.profile.path, filled.value, filled.start, filled.end, score, pair.label,
            candidate=filled.candidate,
        )  # fmt: skip
        one = pool.add(filled.value, label_candidate(answer))
        if _SHORTENED.search(str(filled.value)) and one.value == str(filled.value)[:-1]:
            one.value, one.candidate = filled.value, label_candidate(answer)
        worth = score * max(filled.fit, 0.01)
        if one.traits.get("worth", -1.0) >= worth:
            continue
        one.pair = number
        one.reasons = one.reasons or (Reason("label", score, 1.0),)
        rest = next((other for other, at in alike if at != number), 0.0)
        one.traits |= {
            "worth": worth,
            "alike": score,
            "fit": filled.fit,
            "label_rank": rank,
            "label_lead": score - rest,
            "part": (filled.end - filled.start) / max(1, pair.end - pair.start),
        }


def said_value(candidate: Candidate, profile: FieldProfile, text: str) -> JSON:
    """What a mention answers, with what the text says beside it and the field wants."""
    return as_told(answer_value(candidate, profile), candidate, profile, text)


def as_told(value: JSON, one: Candidate, profile: FieldProfile, text: str) -> JSON:
    """A moment with its offset from UTC; a number with its sign; words in the form asked for."""
    if is_number(value):
        return signed(value, one, profile.field, text)
    if not isinstance(value, str):
        return value
    if profile.group == "date":
        return with_offset(value, one, profile, text)
    told = told_form(profile.field.description)
    at = text.find(value, one.start, one.end) if profile.group == "text" and told.kept else -1
    return text[slice(*told.widened(text, at, at + len(value)))] if at >= 0 else value
