"""Objects from labels that come again: each time the first of them comes an object begins."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from nlp.labels.form_elements import Pair
from nlp.labels.label_lexicon import label_lexicon
from nlp.labels.likeness import FieldTerms, asks_number_of, likeness
from nlp.labels.segments import Span
from nlp.labels.state import Form
from nlp.labels.terms import bag, held, label_terms
from nlp.labels.value_reading import Reader
from nlp.schema import JSON, Field
from nlp.stems import fold, words_of

_LEAST = 0.5
_SINGLE = 0.75
_TITLED, _NAMES_LIST = 0.8, 0.8
_TITLE_SHARE = 0.85
_LONE = 0.7
_FIT = 0.3
_ORDINAL = re.compile(r"\d{1,2}")
_FORMS = frozenset({"colon", "row", "below", "columns"})
_NUMBER = re.compile(r"\s*\(?(?:n\.?\s?[ºo°]\.?\s?)?\d{1,3}\)?[.:]?$")


@dataclass(frozen=True, slots=True)
class Group:
    """The objects found: what is told of their leaves by path, what opens them, how sure they are."""

    told: tuple[Mapping[str, JSON], ...]
    spans: tuple[Span, ...]
    score: float


def repeated_groups(
    array: Field, asked: Sequence[FieldTerms], form: Form, reader: Reader
) -> Iterator[Group]:
    """The objects that the whole form gives, and those below each title that names the list."""
    every = [one for one in form.pairs if one.form in _FORMS]
    listed = bag(label_terms(" ".join(words_of(array.name))))
    whole = _read(listed, asked, every, reader)
    if whole is not None:
        yield whole if len(whole.told) > 1 else replace(whole, score=min(whole.score, _LONE))
    titled: dict[str, list[Pair]] = {}
    for one in every:
        if one.sections:
            titled.setdefault(_NUMBER.sub("", one.sections[0]), []).append(one)
    for title, pairs in titled.items():
        if len(pairs) == len(every):
            continue
        named = max((held(term, listed) for term in label_terms(title)), default=0.0)
        if named < _TITLED:
            continue
        found = _read(listed, asked, pairs, reader)
        if found is not None:
            yield replace(found, score=max(found.score, _TITLE_SHARE * named))


def _read(
    listed: dict[str, float],
    asked: Sequence[FieldTerms],
    pairs: Sequence[Pair],
    reader: Reader,
) -> Group | None:
    hits = _one_label_each(_hits(listed, asked, pairs, reader))
    counts = [sum(1 for _, at, _ in hits if at == one) for one in range(len(asked))]
    most = max(counts, default=0)
    if most < 2 and len({at for _, at, _ in hits}) < len(asked):
        return None
    repeated = [at for at in range(len(asked)) if counts[at] == most]
    if len(asked) > 1 and len(repeated) < 2 and most > 1:
        return None
    opening = next(at for _, at, _ in hits if at in repeated)
    told: list[Mapping[str, JSON]] = []
    spans: list[Span] = []
    current: dict[str, JSON] = {}
    gained = 0.0
    for pair, at, likely in hits:
        path = asked[at].profile.path
        if at == opening and path in current:
            told.append(current)
            current = {}
        if at == opening:
            spans.append((pair.start, pair.end))
        if path in current or (at != opening and not current):
            continue
        empty = reader.gives_none(asked[at].profile, pair)
        filled = None if empty else reader.read(asked[at].profile, pair)
        current[path] = filled.value if filled else None
        gained += likely
    if current:
        told.append(current)
    share = sum(1 for one in counts if one) / len(asked)
    if most < 2 and gained < _SINGLE * len(hits):
        return None
    if share < _LEAST or len(told) != len(spans):
        return None
    return Group(tuple(told), tuple(spans), 0.95 * share * gained / max(1, len(hits)))


Hit = tuple[Pair, int, float]
"""A pair, the number of the leaf it answers, and how well."""


def _one_label_each(hits: Sequence[Hit]) -> list[Hit]:
    """Of the labels that answer a leaf only the one that comes most often."""
    counts: dict[tuple[int, str], tuple[int, float]] = {}
    for pair, at, likely in hits:
        key = (at, unnumbered_label(pair.label))
        count, best = counts.get(key, (0, 0.0))
        counts[key] = (count + 1, max(best, likely))
    chosen: dict[int, tuple[tuple[int, float], str]] = {}
    for (at, label), weight in counts.items():
        if at not in chosen or weight > chosen[at][0]:
            chosen[at] = (weight, label)
    return [hit for hit in hits if chosen[hit[1]][1] == unnumbered_label(hit[0].label)]


def unnumbered_label(label: str) -> str:
    """A label without the number of the object it belongs to: "Teléfono 2"."""
    return _NUMBER.sub("", label) or label


def _hits(
    listed: dict[str, float], asked: Sequence[FieldTerms], pairs: Sequence[Pair], reader: Reader
) -> list[Hit]:
    """The pairs that answer a leaf of the objects, with its number and how well."""
    hits = []
    totals = label_lexicon().totals
    for pair in pairs:
        if any(word.strip(".:") in totals for word in fold(pair.label).split()[:1]):
            continue
        plain = replace(pair, label=unnumbered_label(pair.label), sections=(), before=())
        alike = [likeness(one, plain) for one in asked]
        terms = label_terms(plain.label)
        if terms and all(held(term, listed) >= _NAMES_LIST for term in terms):
            alike = [
                max(likely, _NAMES_LIST if one.is_naming else 0.0)
                for one, likely in zip(asked, alike, strict=True)
            ]
        best = max(range(len(asked)), key=lambda at: alike[at])
        if alike[best] >= _LEAST and not _unfit(asked[best], pair, reader):
            hits.append((pair, best, alike[best]))
    return hits


def _unfit(one: FieldTerms, pair: Pair, reader: Reader) -> bool:
    """Whether a value is none of the field's: a code for an amount, the number of a title."""
    if reader.gives_none(one.profile, pair):
        return False
    if one.profile.field.kind == "string":
        lone = _ORDINAL.fullmatch(reader.text, pair.start, pair.end) is not None
        return lone and not asks_number_of(one.profile)
    filled = reader.read(one.profile, pair)
    return filled is None or filled.fit < _FIT
