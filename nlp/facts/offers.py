"""What a prompt could show of a text: every mention of a kind asked for, with its traits.

An :class:`Offer` is not yet a decision; :mod:`nlp.facts.weighing` says how likely each is right.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from nlp.asked.field_profile import FieldProfile
from nlp.asked.key_field import key_field_of
from nlp.asked.pattern_codes import code_of, codes_in, has_code
from nlp.facts.fact_kinds import fact_kind, kind_of
from nlp.facts.mentions import facts_of
from nlp.facts.offered import LONGEST, Offer, Page, logit, shown_of
from nlp.facts.value_fit import answer_fit, form_fit, value_for, within
from nlp.hints import FieldHints, ShownHint
from nlp.labels.applied import Labels, sureness
from nlp.labels.fields import Answer
from nlp.layout.mention_context import shortened
from nlp.layout.structure import layout
from nlp.match.implied import derived_candidates
from nlp.reckon.reckoning import reckoned
from nlp.schema import JSON, Schema, is_repeated
from nlp.spans import Candidate, Document, Span, holds, meet
from nlp.temporal.years import with_years

_LEAST_CODE = 4
FORMULA = 0.6
"""Chance of a formula from which on it is offered."""
LABELLED = 0.68
"""Sureness of a label from which on its value is offered."""


def offers_of(
    document: Document,
    candidates: Sequence[Candidate],
    schema: Schema,
    hints: Sequence[FieldHints],
    labels: Labels,
) -> tuple[Offer, ...]:
    """Every offer: by labels, patterns and the matcher to a field; facts to none."""
    page = Page(
        document, layout(document), labels, {one.path: one for one in labels.profiles}, schema
    )
    told: dict[Span, list[tuple[float, str]]] = {}
    for group in hints:
        for hint in group.hints:
            chance = hint.score * group.answered
            told.setdefault(hint.candidate.span, []).append((chance, group.path))
    ranked = [hint.candidate for group in hints for hint in group.hints]
    dated = with_years(document, (*candidates, *derived_candidates(document, candidates)))
    seen = {one.span: one for one in (*ranked, *dated) if one.label != "SENTENCE"}
    return (
        *_labelled(page, list(seen.values()), hints),
        *_rows(page),
        *_patterned(page),
        *_reckoned(page, dated),
        *_formulas(page, hints),
        *_guesses(page, hints, seen),
        *facts_of(page, list(seen.values()), told),
    )


def _labelled(
    page: Page, seen: Sequence[Candidate], hints: Sequence[FieldHints]
) -> Iterator[Offer]:
    """The values that stand behind labels which say what a field says."""
    text = page.document.text
    ranked = {one.path: one for one in hints}
    for path, profile in page.profiles.items():
        answer = page.labels.answer(path)
        if answer is None or answer.empty or answer.end - answer.start > LONGEST:
            continue
        mention = text[answer.start : answer.end]
        read = _read(answer, profile, seen)
        if not mention.strip() or read is None:
            continue
        value, form = read
        if sureness(answer.score) < LABELLED or form < 0:
            continue
        shown = ShownHint(
            path, mention, answer.start, answer.end, value, kind_of(answer.candidate, profile),
            shortened(answer.label), 0.0,
        )  # fmt: skip
        traits = {
            "sure": sureness(answer.score),
            "form_text": float(page.labels.labelled.is_form),
            "number": float(profile.group == "number"),
            "date": float(profile.group == "date"),
            "form": form,
            "weighed": logit(_weighed(answer, ranked.get(path, FieldHints(path)))),
        }
        yield Offer(shown, "label", traits)


def _weighed(answer: Answer, ranked: FieldHints) -> float:
    """The chance of a label's answer among all that the field could take."""
    chances = [chance for value, chance in ranked.choices if value == answer.value]
    chances += [
        one.score for one in ranked.hints if meet(one.candidate.span, (answer.start, answer.end))
    ]
    return ranked.answered * max(chances, default=0.0)


def _read(
    answer: Answer, profile: FieldProfile, seen: Sequence[Candidate]
) -> tuple[JSON, float] | None:
    """A labelled value in the form asked for and how well it has it; None where it is out of it."""
    inside = [one for one in seen if holds((answer.start, answer.end), one.span)]
    if profile.group == "text" or profile.field.is_choice or not inside:
        return answer.value, answer_fit(answer.value, profile)
    one = max(inside, key=lambda one: (one.value is not None, one.end - one.start))
    value = value_for(one, profile)
    if value is None:
        return None
    if profile.group == "number" and one.label not in {"PERCENT", "DATE"}:
        value = answer.value
    return (value, form_fit(one, value, profile)) if within(value, profile) else None


def _rows(page: Page) -> Iterator[Offer]:
    """The items of lists of simple values that stand in rows or behind a label."""
    text = page.document.text
    for array in page.schema.walk():
        rows = page.labels.rows.get(array.path) if array.kind == "array" else None
        anchor = key_field_of(array) if rows is not None else None
        if rows is None or anchor is None or array.item is None or not array.item.is_leaf:
            continue
        if anchor.path not in page.profiles or sureness(rows.score) < LABELLED:
            continue
        kind, sure = kind_of(None, page.profiles[anchor.path]), sureness(rows.score)
        for value, (start, end) in zip(rows.values, rows.spans, strict=True):
            if 0 < end - start <= LONGEST:
                shown = ShownHint(anchor.path, text[start:end], start, end, value, kind, "", sure)
                yield Offer(shown, "row", {"sure": sure})


def _patterned(page: Page) -> Iterator[Offer]:
    """The only mention of the text that is written as a pattern of one field only says."""
    asked = {
        path: str(one.field.constraints.pattern)
        for path, one in page.profiles.items()
        if one.group == "text" and has_code(one.field)
    }
    for path, pattern in asked.items():
        if is_repeated(path) or list(asked.values()).count(pattern) > 1:
            continue
        found = {code_of(one): one for one in codes_in(page.document, pattern)}
        for code, one in found.items() if len(found) == 1 else ():
            bare = one.mention.lstrip()
            if len(bare) >= _LEAST_CODE:
                one = replace(one, start=one.end - len(bare), mention=bare)
                yield Offer(shown_of(page, one, path, code, "identifier"), "pattern", {"sure": 1.0})


def _reckoned(page: Page, candidates: Sequence[Candidate]) -> Iterator[Offer]:
    """What no words of the text say and follows from what they say."""
    for one in reckoned(page.document, candidates, page.schema, page.labels):
        yield _reckoning(page, one.path, one.anchor, one.value, one.reckoning, 1.0)


def _formulas(page: Page, hints: Sequence[FieldHints]) -> Iterator[Offer]:
    """Sums, differences, products and times between that fields ask for, where they are likely meant."""
    for group in hints:
        for one in group.hints[:1]:
            if one.reckoning and one.score >= FORMULA:
                span = one.candidate.span
                yield _reckoning(page, group.path, span, one.value, one.reckoning, one.score)


def _reckoning(
    page: Page, path: str, span: Span, value: JSON, reckoning: str, sure: float
) -> Offer:
    """A reckoned value at a mention it is reckoned from."""
    mention = page.document.text[slice(*span)]
    shown = ShownHint(path, mention, *span, value, "count", "", 0.0, reckoning)
    return Offer(shown, "reckoned", {"sure": sure})


def _guesses(
    page: Page, hints: Sequence[FieldHints], seen: Mapping[Span, Candidate]
) -> Iterator[Offer]:
    """The matcher's first answer to each field outside lists: offered to it, and to no one field."""
    for group in hints:
        profile = page.profiles.get(group.path)
        if profile is None or not group.hints or is_repeated(group.path):
            continue
        first = group.hints[0]
        if first.reckoning:
            continue
        one = seen.get(first.candidate.span, first.candidate)
        if one.label == "SENTENCE" or len(one.mention) > LONGEST:
            continue
        value, kind = value_for(one, profile), kind_of(one, profile)
        value = first.value if value is None else value
        if value is None or not within(value, profile):
            continue
        chance = first.score * group.answered
        second = group.hints[1].score * group.answered if len(group.hints) > 1 else 0.0
        traits = {
            "chance": logit(chance),
            "lead": chance - second,
            "required": float(not profile.field.nullable),
            "form": form_fit(one, value, profile),
        }
        yield Offer(shown_of(page, one, group.path, value, kind), "guess", traits)
        loose = shown_of(page, one, None, value, fact_kind(one, profile))
        yield Offer(loose, "first", traits)
