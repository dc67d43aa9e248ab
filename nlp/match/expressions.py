"""Values that a field's own words say how to reckon: "ingresos menos gastos", "entre alta e ingreso".

Each operand is looked for like a field named by its words; without a mention that stands by them
nothing is reckoned.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice, product

import numpy as np

from nlp.asked.field_profile import FieldProfile
from nlp.asked.field_units import same_kind, unit_of
from nlp.asked.form_likeness import CONVERTIBLE, unit_fit
from nlp.asked.rendering import answer_value, rounded
from nlp.hints import Hint, Reason
from nlp.match.elapsed import asks_elapsed, cues_of_words, elapsed
from nlp.match.eligibility import eligible
from nlp.match.features import features_of
from nlp.match.ranker import Ranker
from nlp.match.surroundings import Surroundings
from nlp.match.told_numbers import told_by_parts, told_together
from nlp.reckon.aggregates import total_of
from nlp.reckon.reckoning_words import expression_of, named, pattern_of, says, words
from nlp.schema import is_number, is_repeated
from nlp.spans import RECKONED, Candidate, Value
from nlp.stems import words_of

_SURE = 0.85
_BESIDE = 0.25
"""How near a cue of an operand must stand to its mention, at least."""
_CUES = ("name_before", "name_after", "name_label", "name_nearest", "name_heading", "name_column")
_OPENING = 4
"""Words of a description that say what is asked; those behind them say of what."""
_FIRST = 3
"""Mentions among which an operand is to be found."""
_ORDER = 20
"""How many times the one the other amount of a difference may be."""

OF_ONE_KIND = frozenset({"minus", "plus"})
"""Operators whose operands are amounts of one kind."""

_Reckoned = tuple[float, Sequence[Candidate]]
"""A value and the mentions it is reckoned from."""


@dataclass(frozen=True, slots=True)
class _Operand:
    """A mention with its amount."""

    one: Candidate
    value: float
    named: bool = True
    """Whether the words that name it stand by it."""


def reckoned_hint(
    profile: FieldProfile, hints: Sequence[Hint], here: Surroundings, ranker: Ranker
) -> Hint | None:
    """What a field of a number asks to be reckoned, with the last mention it is reckoned from.

    ``hints`` are the ranked mentions that would answer the field as they stand. What two numbers of
    one sentence say of a third needs no weighing: the hint has its value.
    """
    if not profile.field.is_numeric or is_repeated(profile.path):
        return None
    stated = elapsed(profile, here) or _told(profile, hints, here, ranker)
    settled = None
    if not stated:
        settled = told_by_parts(profile, hints, here) or told_together(profile, hints, here)
    found = stated or settled or _difference(profile, hints, here)
    if found is None:
        return None
    value, mentions = found
    hint = reckoned_from(profile, value, mentions)
    return replace(hint, value=None) if hint is not None and not settled else hint


def reckoned_from(
    profile: FieldProfile, value: float, mentions: Sequence[Candidate]
) -> Hint | None:
    """A reckoned value at the last of its mentions; None where the field cannot take it."""
    number = rounded(total_of([value]), profile.field)
    told = f"{named(profile)} {profile.field.description}"
    if profile.field.kind == "integer" and not isinstance(number, int):
        return None
    if number < 0 and not says(told, words("signed")):
        return None
    last = max(mentions, key=lambda one: one.start)
    kept = replace(last, label="NUMBER", value=Value("number", number=number), source=RECKONED)
    return Hint(kept, _SURE, (Reason("reckoned", 1.0, 1.0),), number)


def _told(
    profile: FieldProfile, hints: Sequence[Hint], here: Surroundings, ranker: Ranker
) -> _Reckoned | None:
    """What the description's own expression gives: a difference between two, a sum of several."""
    told = profile.field.description
    between = pattern_of("between").search(told)
    if between is not None and asks_elapsed(profile):
        return None
    if between is not None and not between["a"] and not says(told, words("differences")):
        between = None
    if between is not None:
        sides = [between.group("a") or between.group("b"), between.group("c")]
        found = _amounts(profile, sides, here, ranker, difference=True)
        return (abs(found[0]), found[1]) if found else _difference(profile, hints, here)
    stated = expression_of(told)
    if stated is None or stated[0] not in OF_ONE_KIND:
        return None
    operator, parts = stated
    return _amounts(profile, parts, here, ranker, difference=operator == "minus")


def _amounts(
    profile: FieldProfile,
    parts: Sequence[str],
    here: Surroundings,
    ranker: Ranker,
    *,
    difference: bool,
) -> _Reckoned | None:
    found = [list(islice(_operands(part, profile, here, ranker), _FIRST)) for part in parts]
    together = [
        picked
        for picked in product(*map(enumerate, found))
        if _are_operands([one for _, one in picked], here)
    ]
    if not together:
        return None
    chosen = min(together, key=lambda picked: sum(rank for rank, _ in picked))
    values = [one.value for _, one in chosen]
    value = values[0] - sum(values[1:]) if difference else sum(values)
    return value, [one.one for _, one in chosen]


def _are_operands(picked: Sequence[_Operand], here: Surroundings) -> bool:
    """Whether amounts go together, each named by its words or beside a named one of its unit."""
    sentences = [
        here.sentence_of[here.token_range(one.one.start, one.one.end)[0]] for one in picked
    ]
    units = [unit_of(one.one) for one in picked]
    named = {at for at, one in enumerate(picked) if one.named}
    return all(
        at in named or (units[at] and any(sentences[at] == sentences[of] for of in named))
        for at in range(len(picked))
    ) and all(_go_together(one.one, one.value, other) for one, other in combinations(picked, 2))


def _operands(
    part: str, profile: FieldProfile, here: Surroundings, ranker: Ranker
) -> Iterator[_Operand]:
    """The amounts that an operand's words may mean, best first."""
    probe = replace(
        profile,
        group="number",
        names=cues_of_words(part),
        described={},
        keys={},
        templates=(),
        date_form=None,
        forms=(),
        edge=0.0,
    )
    chosen = eligible(probe, here)
    if not chosen:
        return
    columns = features_of(probe, here, chosen)
    near = np.max([columns[name] for name in _CUES], axis=0)
    scores = ranker.scores("number", columns)
    for row in np.argsort(-scores, kind="stable").tolist():
        one = here.candidates[chosen[row]]
        value = answer_value(one, profile)
        if one.source != RECKONED and is_number(value):
            yield _Operand(one, float(value), bool(near[row] >= _BESIDE))


def _difference(
    profile: FieldProfile, hints: Sequence[Hint], here: Surroundings
) -> _Reckoned | None:
    """The difference of the two likeliest amounts of one kind, for a field that asks for one."""
    opening = pattern_of("circumstance").split(profile.field.description)[0].split()[:_OPENING]
    told = (*words_of(profile.field.name), *words_of(" ".join(opening)))
    asked = " ".join(word for word in told if not pattern_of("done").search(word))
    shares = profile.unit == "%" or profile.scale is not None
    if shares or not (says(asked, words("differences")) or _is_computed(profile)):
        return None
    operands: list[_Operand] = []
    fitting = [hint for hint in hints if unit_fit(profile, hint.candidate) >= CONVERTIBLE]
    others = [
        one
        for one in hints
        if one not in fitting and (profile.unit is None or unit_of(one.candidate) is None)
    ]
    for hint in (*fitting, *others):
        one, value = hint.candidate, answer_value(hint.candidate, profile)
        if not is_number(value) or one.label not in _AMOUNTS:
            continue
        if any(not _go_together(one, value, other) for other in operands):
            continue
        operands.append(_Operand(one, float(value)))
        if len(operands) == 2:
            break
    if len(operands) < 2 or _said(hints, here):
        return None
    return abs(operands[0].value - operands[1].value), [one.one for one in operands]


def _is_computed(profile: FieldProfile) -> bool:
    """Whether a description says that its number is to be reckoned, and names no sum, share or rate."""
    told = f"{named(profile)} {profile.field.description}"
    computed = pattern_of("computed").search(profile.field.description) is not None
    timed = profile.unit is not None and same_kind(profile.unit, "day")
    return computed and not timed and pattern_of("other_ways").search(told) is None


_AMOUNTS = frozenset({"MONEY", "QUANTITY", "PERCENT", "NUMBER", "RANGE", "TEMPERATURE"})


def _go_together(one: Candidate, value: float, other: _Operand) -> bool:
    """Whether two mentions give amounts of one kind and of one order."""
    units = {unit_of(one), unit_of(other.one)} - {None}
    if one.meets(other.one) or len(units) > 1:
        return False
    small, big = sorted((abs(value), abs(other.value)))
    return small > 0 and big <= _ORDER * small


def _said(hints: Sequence[Hint], here: Surroundings) -> bool:
    """Whether the text itself says the difference: a word for it stands right by the best mention."""
    best = hints[0].candidate
    around = here.document.text[max(0, best.start - 40) : best.end + 40]
    return says(around, words("differences"))
