"""Facts: the mentions of the kinds that fields ask for, each with its traits, offered to no one field."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from nlp.asked.field_profile import FieldProfile
from nlp.facts.fact_kinds import FAMILIES, KIND_OF, VALUED, fact_kind, kinds_asked
from nlp.facts.offered import LONGEST, Offer, Page, logit, shown_of
from nlp.facts.value_fit import form_fit, value_for
from nlp.labels.applied import sureness
from nlp.layout.mention_context import is_labelled
from nlp.match.implied import ABSENCE
from nlp.schema import JSON, is_repeated
from nlp.spans import Candidate, Span, meet
from nlp.stems import fold

_FORM = 0.05
"""What the form asked for counts beside a chance."""
_IN_TABLE = 0.9
"""How sure the rows are of a table whose heads name the fields of a list's objects."""
Told = Mapping[Span, list[tuple[float, str]]]
"""By span: the chance that the matcher gives a mention, and the field it gives it for."""


def facts_of(page: Page, seen: Sequence[Candidate], told: Told) -> Iterator[Offer]:
    """Mentions of the kinds that fields ask for, each wording of a value once."""
    asking: dict[str, list[FieldProfile]] = {}
    for profile in page.profiles.values():
        for kind in kinds_asked(profile):
            asking.setdefault(kind, []).append(profile)
    sure, rows = _labelled(page), _in_rows(page)
    best: dict[tuple[str, str], Offer] = {}
    again: Counter[tuple[str, str]] = Counter()
    for one in sorted(seen, key=lambda one: (one.start, -one.end)):
        offer = _fact(page, one, told.get(one.span, []), asking, sure, rows)
        if offer is None:
            continue
        key = (offer.shown.kind, fold(str(offer.shown.value)))
        again[key] += 1
        if key not in best or offer.traits["some"] > best[key].traits["some"]:
            best[key] = offer
    ranked = sorted(best.items(), key=lambda pair: -pair[1].traits["some"])
    count, ahead = Counter(kind for kind, _ in best), Counter[str]()
    for key, offer in ranked:
        kind = offer.shown.kind
        fields = len(asking.get(kind, ())) or 1
        ahead[kind] += 1
        traits = {
            **offer.traits,
            "crowd": math.log((count[kind] + 1) / (fields + 1)),
            "enough": float(count[kind] <= fields),
            "sole": float(count[kind] == 1),
            "ahead": math.log(ahead[kind] / fields),
            "again": math.log(again[key]),
        }
        yield replace(offer, traits=traits)


def _fact(
    page: Page,
    one: Candidate,
    told: Sequence[tuple[float, str]],
    asking: Mapping[str, Sequence[FieldProfile]],
    labelled: Sequence[tuple[Span, float]],
    in_rows: Sequence[tuple[Span, float]],
) -> Offer | None:
    if len(one.mention) > LONGEST or one.source == ABSENCE:
        return None
    said = [(chance, page.profiles[path]) for chance, path in told if path in page.profiles]
    kind = KIND_OF.get(one.label, "")
    if not said and (kind not in asking or FAMILIES[kind] not in VALUED):
        return None
    kind = kind or fact_kind(one, max(said, key=lambda pair: pair[0])[1])
    fitting = _best_value(one, said, asking.get(kind, ()))
    if fitting is None:
        return None
    value, form = fitting
    some = min(0.99, sum(chance for chance, _ in said))
    asked = [profile for _, profile in said] or list(asking.get(kind, ()))
    traits = {
        "some": logit(some),
        "best": max((chance for chance, _ in said), default=0.0),
        "labelled": _sureness_at(one, labelled),
        "in_rows": _sureness_at(one, in_rows),
        "stands": float(is_labelled(page.layout, one)),
        "listed": sum(is_repeated(each.path) for each in asked) / max(1, len(asked)),
        "asked": float(kind in asking),
        "form": form,
        "form_text": float(page.labels.labelled.is_form),
        "place": one.start / max(1, len(page.document.text)),
        "length": math.log1p(len(page.document.text) / 1000),
        "words": math.log1p(one.mention.count(" ")),
    }
    return Offer(shown_of(page, one, None, value, kind), "fact", traits)


def _best_value(
    one: Candidate, said: Sequence[tuple[float, FieldProfile]], asking: Sequence[FieldProfile]
) -> tuple[JSON, float] | None:
    """The value of a mention in the field it suits best, and how well it has the form asked."""
    best: tuple[JSON, float] | None = None
    most = -math.inf
    chances = {profile.path: chance for chance, profile in said}
    for profile in (*(one for _, one in said), *asking):
        chance = chances.get(profile.path, 0.0)
        if most >= chance + _FORM:
            continue
        value = value_for(one, profile)
        if value is None:
            continue
        form = form_fit(one, value, profile)
        if chance + _FORM * form > most:
            best, most = (value, form), chance + _FORM * form
    return best


def _labelled(page: Page) -> list[tuple[Span, float]]:
    """Where the labelled answers stand, and how sure each is."""
    answers = (page.labels.answer(path) for path in page.profiles)
    return [((one.start, one.end), sureness(one.score)) for one in answers if one is not None]


def _in_rows(page: Page) -> list[tuple[Span, float]]:
    """The rows of lists, and how sure each is."""
    labels = page.labels
    told = [(span, sureness(rows.score)) for rows in labels.rows.values() for span in rows.spans]
    return told + [(span, _IN_TABLE) for spans in labels.tables.values() for span in spans]


def _sureness_at(one: Candidate, spans: Sequence[tuple[Span, float]]) -> float:
    """How sure the surest span is that a mention stands in."""
    return max((sure for span, sure in spans if meet(one.span, span)), default=0.0)
