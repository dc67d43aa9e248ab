"""What a prompt could show of a text: every mention of a kind asked for, with its traits.

An :class:`Offer` is not yet a decision; :mod:`nlp.facts.weighing` says how likely each is right.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from nlp.asked.field_profile import FieldProfile
from nlp.asked.list_anchor import anchor_of
from nlp.facts.kinds import FAMILIES, KIND_OF, VALUED, kind_of, kinds_asked
from nlp.facts.patterns import pattern_of, written_so
from nlp.facts.values import answer_fit, form_fit, value_for, within
from nlp.hints import FieldHints, ShownHint
from nlp.labels.applied import Labels, sureness
from nlp.labels.fields import Answer
from nlp.layout.places import is_labelled, place_of, shortened
from nlp.layout.structure import Layout, layout
from nlp.match.derived import ABSENCE, derived_candidates
from nlp.reckon.reckoned import reckoned
from nlp.schema import JSON, Schema
from nlp.spans import Candidate, Document
from nlp.stems import fold
from nlp.temporal.years import with_years

_LEAST_CODE = 4
LABELLED = 0.68
"""Sureness of a label from which on its value is offered."""
LONGEST = 120
"""Characters of a mention that is shown."""
BASES = ("label", "row", "pattern", "reckoned", "guess", "fact")
"""Why an offer is made: a label, a row below a label, the only mention in a pattern, a reckoning, the
matcher's first answer to a field, a mention of a kind asked for."""

Told = Mapping[tuple[int, int], list[tuple[float, str]]]


@dataclass(frozen=True, slots=True)
class Offer:
    """A hint that could be shown; ``traits`` are named numbers, what its chance is read from."""

    shown: ShownHint
    basis: str
    traits: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class _Page:
    """The text and the schema as the offers need them."""

    document: Document
    layout: Layout
    labels: Labels
    profiles: Mapping[str, FieldProfile]
    schema: Schema


def offers_of(
    document: Document,
    candidates: Sequence[Candidate],
    schema: Schema,
    hints: Sequence[FieldHints],
    labels: Labels,
) -> tuple[Offer, ...]:
    """Every offer: by labels, patterns and the matcher to a field; facts to none."""
    page = _Page(
        document, layout(document), labels, {one.path: one for one in labels.profiles}, schema
    )
    told: dict[tuple[int, int], list[tuple[float, str]]] = {}
    for group in hints:
        for hint in group.hints:
            span = (hint.candidate.start, hint.candidate.end)
            told.setdefault(span, []).append((hint.score * group.answered, group.path))
    ranked = [hint.candidate for group in hints for hint in group.hints]
    dated = with_years(document, (*candidates, *derived_candidates(document, candidates)))
    seen = {(one.start, one.end): one for one in (*ranked, *dated) if one.label != "SENTENCE"}
    return (
        *_labelled(page, list(seen.values())),
        *_rows(page),
        *_patterned(page),
        *_reckoned(page, dated),
        *_guesses(page, hints, seen),
        *_facts(page, list(seen.values()), told),
    )


def _labelled(page: _Page, seen: Sequence[Candidate]) -> Iterator[Offer]:
    """The values that stand behind labels which say what a field says."""
    text = page.document.text
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
        }
        yield Offer(shown, "label", traits)


def _read(
    answer: Answer, profile: FieldProfile, seen: Sequence[Candidate]
) -> tuple[JSON, float] | None:
    """A labelled value in the form asked for and how well it has it; None where it is out of it."""
    inside = [one for one in seen if answer.start <= one.start and one.end <= answer.end]
    if profile.group == "text" or profile.field.kind in {"enum", "boolean"} or not inside:
        return answer.value, answer_fit(answer.value, profile)
    one = max(inside, key=lambda one: (one.value is not None, one.end - one.start))
    value = value_for(one, profile)
    if value is None:
        return None
    if profile.group == "number" and one.label not in {"PERCENT", "DATE"}:
        value = answer.value
    return (value, form_fit(one, value, profile)) if within(value, profile) else None


def _rows(page: _Page) -> Iterator[Offer]:
    """The items of lists of simple values that stand in rows or behind a label."""
    text = page.document.text
    for array in page.schema.walk():
        rows = page.labels.rows.get(array.path) if array.kind == "array" else None
        anchor = anchor_of(array) if rows is not None else None
        if rows is None or anchor is None or array.item is None or not array.item.is_leaf:
            continue
        if anchor.path not in page.profiles or sureness(rows.score) < LABELLED:
            continue
        kind, sure = kind_of(None, page.profiles[anchor.path]), sureness(rows.score)
        for value, (start, end) in zip(rows.values, rows.spans, strict=True):
            if 0 < end - start <= LONGEST:
                shown = ShownHint(anchor.path, text[start:end], start, end, value, kind, "", sure)
                yield Offer(shown, "row", {"sure": sure})


def _patterned(page: _Page) -> Iterator[Offer]:
    """The only mention of the text that is written as a pattern of one field only says."""
    asked = {path: pattern for path, one in page.profiles.items() if (pattern := pattern_of(one))}
    for path, pattern in asked.items():
        if "*" in path.split(".") or list(asked.values()).count(pattern) > 1:
            continue
        found = written_so(page.document, pattern)
        if len(found) != 1 or len(found[0].mention) < _LEAST_CODE or found[0].value is None:
            continue
        shown = _shown(page, found[0], path, found[0].value.text, "identifier")
        yield Offer(shown, "pattern", {"sure": 1.0})


def _reckoned(page: _Page, candidates: Sequence[Candidate]) -> Iterator[Offer]:
    """What no words of the text say and follows from what they say."""
    text = page.document.text
    for one in reckoned(page.document, candidates, page.schema, page.labels):
        start, end = one.anchor
        shown = ShownHint(
            one.path, text[start:end], start, end, one.value, "count", "", 0.0, one.reckoning
        )
        yield Offer(shown, "reckoned", {"sure": 1.0})


def _guesses(
    page: _Page, hints: Sequence[FieldHints], seen: Mapping[tuple[int, int], Candidate]
) -> Iterator[Offer]:
    """The matcher's first answer to each field outside lists."""
    for group in hints:
        profile = page.profiles.get(group.path)
        if profile is None or not group.hints or "*" in group.path.split("."):
            continue
        first = group.hints[0]
        one = seen.get((first.candidate.start, first.candidate.end), first.candidate)
        if one.label == "SENTENCE" or len(one.mention) > LONGEST:
            continue
        value, kind = value_for(one, profile), kind_of(one, profile)
        if value is None:
            continue
        chance = first.score * group.answered
        second = group.hints[1].score * group.answered if len(group.hints) > 1 else 0.0
        traits = {
            "chance": _logit(chance),
            "lead": chance - second,
            "required": float(not profile.field.nullable),
            "form": form_fit(one, value, profile),
        }
        yield Offer(_shown(page, one, group.path, value, kind), "guess", traits)


def _facts(page: _Page, seen: Sequence[Candidate], told: Told) -> Iterator[Offer]:
    """Mentions of the kinds that fields ask for, each wording of a value once."""
    asking: dict[str, list[FieldProfile]] = {}
    for profile in page.profiles.values():
        for kind in kinds_asked(profile):
            asking.setdefault(kind, []).append(profile)
    best: dict[tuple[str, str], Offer] = {}
    count: dict[str, set[str]] = {}
    again: dict[tuple[str, str], int] = {}
    for one in sorted(seen, key=lambda one: (one.start, -one.end)):
        offer = _fact(page, one, told.get((one.start, one.end), []), asking)
        if offer is None:
            continue
        key = (offer.shown.kind, fold(str(offer.shown.value)))
        count.setdefault(offer.shown.kind, set()).add(key[1])
        again[key] = again.get(key, 0) + 1
        if key not in best or offer.traits["some"] > best[key].traits["some"]:
            best[key] = offer
    ranked = sorted(best.items(), key=lambda pair: -pair[1].traits["some"])
    ahead: dict[str, int] = {}
    for key, offer in ranked:
        kind = offer.shown.kind
        fields = len(asking.get(kind, ())) or 1
        ahead[kind] = ahead.get(kind, 0) + 1
        traits = {
            **offer.traits,
            "crowd": math.log((len(count[kind]) + 1) / (fields + 1)),
            "enough": float(len(count[kind]) <= fields),
            "sole": float(len(count[kind]) == 1),
            "ahead": math.log(ahead[kind] / fields),
            "again": math.log(again[key]),
        }
        yield replace(offer, traits=traits)


def _fact(
    page: _Page,
    one: Candidate,
    told: Sequence[tuple[float, str]],
    asking: Mapping[str, Sequence[FieldProfile]],
) -> Offer | None:
    if len(one.mention) > LONGEST or one.source == ABSENCE:
        return None
    said = [(chance, page.profiles[path]) for chance, path in told if path in page.profiles]
    kind = KIND_OF.get(one.label, "")
    if not kind:
        if not said:
            return None
        kind = kind_of(one, max(said, key=lambda pair: pair[0])[1])
    if not said and (kind not in asking or FAMILIES[kind] not in VALUED):
        return None
    fitting = _best_field(one, said, asking.get(kind, ()))
    if fitting is None:
        return None
    _, value, form = fitting
    some = min(0.99, sum(chance for chance, _ in said))
    asked = [profile for _, profile in said] or list(asking.get(kind, ()))
    traits = {
        "some": _logit(some),
        "best": max((chance for chance, _ in said), default=0.0),
        "labelled": _labelled_by(page, one),
        "in_rows": _row_sureness(page, one),
        "stands": float(is_labelled(page.layout, one)),
        "listed": sum("*" in each.path.split(".") for each in asked) / max(1, len(asked)),
        "asked": float(kind in asking),
        "form": form,
        "form_text": float(page.labels.labelled.is_form),
        "place": one.start / max(1, len(page.document.text)),
        "length": math.log1p(len(page.document.text) / 1000),
        "words": math.log1p(one.mention.count(" ")),
    }
    return Offer(_shown(page, one, None, value, kind), "fact", traits)


def _best_field(
    one: Candidate,
    said: Sequence[tuple[float, FieldProfile]],
    asking: Sequence[FieldProfile],
) -> tuple[FieldProfile, JSON, float] | None:
    """The field a mention suits best, its value there, and how well it has the form asked."""
    found: list[tuple[float, FieldProfile, JSON, float]] = []
    chances = {id(profile): chance for chance, profile in said}
    fields = [profile for _, profile in said]
    fields += [profile for profile in asking if id(profile) not in chances]
    for profile in fields:
        value = value_for(one, profile)
        if value is None:
            continue
        form = form_fit(one, value, profile)
        found.append((chances.get(id(profile), 0.0) + 0.05 * form, profile, value, form))
    if not found:
        return None
    _, profile, value, form = max(found, key=lambda pair: pair[0])
    return profile, value, form


def _labelled_by(page: _Page, one: Candidate) -> float:
    """How sure the labelled answer is that a mention stands in."""
    return max(
        (
            sureness(found.score)
            for path in page.profiles
            if (found := page.labels.answer(path)) is not None
            and found.start < one.end
            and one.start < found.end
        ),
        default=0.0,
    )


def _row_sureness(page: _Page, one: Candidate) -> float:
    """How sure the rows of a list are that a mention stands in."""
    return max(
        (
            sureness(rows.score)
            for rows in page.labels.rows.values()
            for start, end in rows.spans
            if start < one.end and one.start < end
        ),
        default=0.0,
    )


def _shown(page: _Page, one: Candidate, path: str | None, value: JSON, kind: str) -> ShownHint:
    where = place_of(page.document, page.layout, one)
    return ShownHint(path, one.mention, one.start, one.end, value, kind, where, 0.0)


def _logit(chance: float) -> float:
    chance = min(0.99, max(0.005, chance))
    return math.log(chance / (1 - chance))
