"""Each field's options weighed: boosted trees over what labels, ranks, places and neighbours say."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from nlp.hints import KEPT, FieldHints, Hint
from nlp.match.boosted import FIELD_SETS, LIST_SETS
from nlp.match.list_options import ListOptions
from nlp.match.options import FieldOptions
from nlp.match.ranker import log_odds, sigmoid, softmax
from nlp.match.second_weighing import NAMES as SECOND
from nlp.match.second_weighing import second_traits
from nlp.match.surroundings import Floats, meets
from nlp.match.trees import Trees

_SPOKEN = 0.3
"""From which likeness on a label speaks of a field. Without one the trees know too little of whether the
text answers: how often fields are null differs from source to source."""
_BY_TREES = 0.5
"""What the trees' log-odds of an answer count there, beside the ranker's: of the answers that .35 and .55
give otherwise, in three trials on sources left out, 43 are better by .55 and 30 worse."""

_UNDESCRIBED = 0.5
"""Log-odds that the text answers a field without a description, beside what teachers say, who mostly
describe theirs: of 200 texts under schemas of bare names .697 → .704 of keys, and by 1 about as many but
more that are wrong, not null; of 120 by two others .685 → .692, of 1,169 unread 21 better, 17 worse."""

Weighable = FieldOptions | ListOptions
"""A field that stands in no list, or a list of plain values."""

_LOST_TO_OTHERS, _MOST_OTHERS = 0.5, 1.5
"""What the logarithm of an option's chance loses where other fields are sure to be answered, and how many
such fields count: of 3,664 fields of nine unread sets 23 are better so and 11 worse, of 6,954 of twelve
more 56 and 24, of 7,999 of nineteen 28 and 27; by 1 31 and 25, 108 and 64, 64 and 70."""
_LEAST_SHARE = 1e-9

_SURER = 0.1
"""How much more a list of running text must promise to share with the right one than what the ranks
choose: of 598 unread texts four lists are better than by .2 and none worse, by 0 eleven and four."""


def set_name(field: Weighable, *, again: bool = False) -> str:
    """Which trees weigh a field."""
    names = LIST_SETS if isinstance(field, ListOptions) else FIELD_SETS
    return names[again]


def weigh(
    fields: Sequence[Weighable], trees: Mapping[str, Trees], by_words: float = 0.0
) -> dict[str, FieldHints]:
    """The hints of the weighed fields by path, best first; a score is the chance given an answer.

    Every field is weighed by itself, then again beside what the first weighing chose for the others;
    ``fields`` are in the order of the schema. Whether the text answers a field that may be null and of
    which no label speaks, the ranker says too. ``by_words`` is the share of vectors of words in which
    option comes first. Last, what is likely to answer one field is less likely to answer another. A list
    has the items of the option expected to share most with the right one.
    """
    fields = [one for one in fields if one.rows]
    if not fields:
        return {}
    rows = [one.rows for one in fields]
    alone = _chances(fields, trees, rows)
    is_form = bool(fields[0].nothing["form_text"])
    second = iter(second_traits([one.places for one in fields], alone, is_form=is_form))
    told = [[row | dict(zip(SECOND, next(second), strict=True)) for row in each] for each in rows]
    again = _chances(fields, trees, told, again=True)
    found: dict[str, FieldHints] = {}
    chosen: list[tuple[FieldOptions, Floats]] = []
    for field, each in zip(fields, again, strict=True):
        if isinstance(field, ListOptions):
            expected = field.promises(each)
            if _is_weighed_list(field, expected):
                found[field.profile.path] = _items(field, each.tolist(), expected)
        elif field.options:
            chosen.append((field, _by_words(field, each, by_words)))
    for (field, _), each in zip(chosen, _beside_claims(chosen), strict=True):
        found[field.profile.path] = _hints(field, each.tolist())
    return found


def _by_words(field: FieldOptions, chances: Floats, weight: float) -> Floats:
    """The chances of the options pooled with those by vectors of words; that of null is as before.

    A logarithmic pool: the geometric mean of both, weighed (Genest and Zidek, Statistical Science
    1(1), 1986). Names of a woman or a man gain where the field asks for one.
    """
    size = len(field.options)
    own = told = chances[:size]
    if field.agreed and weight:
        told = told ** (1.0 - weight) * np.exp(weight * np.array(field.agreed))
    if field.suits:
        told = told * np.exp(field.suits)
    return chances if told is own else _of_options(chances, told)


def _of_options(chances: Floats, told: Floats) -> Floats:
    """The chances with those of the options as ``told`` shares them out; that of null is as before."""
    size = len(told)
    whole = told.sum()
    if not whole:
        return chances
    return np.concatenate([told * (chances[:size].sum() / whole), chances[size:]])


def _beside_claims(weighed: Sequence[tuple[FieldOptions, Floats]]) -> list[Floats]:
    """The chances of fields, less for options where other fields are likely to be answered.

    One place answers one field more often than not, but for the two ends of a range. Only where a
    field's options differ in that does it change which comes first.
    """
    if not weighed:
        return []
    spans = np.array([one.span for field, _ in weighed for one in field.options])
    sizes = [len(field.options) for field, _ in weighed]
    owner = np.repeat(np.arange(len(weighed)), sizes)
    edges = np.array([field.profile.edge for field, _ in weighed], dtype=np.int64)
    claims = np.concatenate([_claims(*one) for one in weighed])
    found = []
    for number, ((_, chances), size) in enumerate(zip(weighed, sizes, strict=True)):
        others = (owner != number) & (edges[owner] * edges[number] >= 0)
        met = meets(spans[owner == number], spans) & others
        claimed = np.minimum(met @ claims, _MOST_OTHERS)
        found.append(_of_options(chances, chances[:size] * np.exp(-_LOST_TO_OTHERS * claimed)))
    return found


def _claims(field: FieldOptions, chances: Floats) -> Floats:
    """How likely each option answers its field."""
    own = chances[: len(field.options)]
    return np.asarray(own * (_answered(field, chances) / _said(field, chances)))


def _chances(
    fields: Sequence[Weighable],
    trees: Mapping[str, Trees],
    rows: Sequence[Sequence[Mapping[str, float]]],
    *,
    again: bool = False,
) -> list[Floats]:
    """The chances of each field's options; all fields with the same trees at once."""
    found: dict[int, Floats] = {}
    sets = [set_name(one, again=again) for one in fields]
    for name in set(sets):
        own = [at for at, one in enumerate(sets) if one == name]
        scores = trees[name].scores(
            table(trees[name].names, [row for at in own for row in rows[at]])
        )
        each = chances_of(scores, [len(rows[at]) for at in own])
        found |= dict(zip(own, each, strict=True))
    return [found[at] for at in range(len(fields))]


def _is_weighed_list(field: ListOptions, expected: Floats) -> bool:
    """In running text, a list that a label, a block or a column makes, or that surely shares more."""
    if field.is_labelled:
        return True
    best = int(np.argmax(expected))
    written = best < len(field.options) and field.options[best].is_written
    return written or bool(expected[best] - expected[field.ranked_alone] > _SURER)


def chances_of(scores: Floats, sizes: Sequence[int]) -> list[Floats]:
    """The scores of fields, so many each, as the chances of each field's options."""
    ends = np.cumsum(sizes).tolist()
    return [softmax(scores[end - size : end]) for end, size in zip(ends, sizes, strict=True)]


def table(names: Sequence[str], rows: Sequence[Mapping[str, float]]) -> NDArray[np.float32]:
    """One row an option, one column a name; NaN where there is no such trait."""
    cells = [list(map(row.get, names, repeat(np.nan))) for row in rows]
    return np.array(cells, dtype=np.float32).reshape(len(rows), len(names))


def _said(field: Weighable, chances: Sequence[float] | Floats) -> float:
    """The chance of all options together: what null leaves, where it is weighed."""
    if len(chances) == len(field.options):
        return 1.0
    return max(1.0 - float(chances[-1]), _LEAST_SHARE)


def _answered(field: FieldOptions, chances: Sequence[float] | Floats) -> float:
    """How likely the text answers a field at all."""
    if len(chances) == len(field.options):
        return field.ranked.answered
    answered = _said(field, chances)
    if field.nothing["best_label"] >= _SPOKEN:
        return answered
    odds = log_odds(field.ranked.answered)
    bare = 0.0 if field.profile.field.description else _UNDESCRIBED
    return sigmoid(bare + odds + _BY_TREES * (log_odds(answered) - odds))


def _hints(field: FieldOptions, chances: Sequence[float]) -> FieldHints:
    answered, said = _answered(field, chances), _said(field, chances)
    ranked = sorted(zip(field.options, chances, strict=False), key=lambda pair: -pair[1])
    hints = tuple(
        Hint(one.candidate, min(1.0, chance / said), one.reasons, one.value)
        for one, chance in ranked
    )
    return replace(field.ranked, hints=hints[:KEPT], answered=answered, weighed=True)


def _items(field: ListOptions, chances: Sequence[float], expected: Floats) -> FieldHints:
    """The items of the best list, each with the chances of all lists that have it."""
    nothing = chances[-1] if len(chances) > len(field.options) else 0.0
    answered = _said(field, chances)
    best = int(np.argmax(expected[:-1])) if field.options else None
    if best is None or expected[best] < expected[-1]:
        return replace(field.ranked, hints=(), choices=(), answered=1.0 - nothing, weighed=True)
    chosen = field.options[best]
    if not chosen.spans:
        choices = tuple((value, chances[best] / answered) for value in chosen.values)
        return replace(field.ranked, choices=choices, answered=answered, weighed=True)
    weighed = list(zip(field.options, chances, strict=False))
    having = [sum(chance for one, chance in weighed if span in one.spans) for span in chosen.spans]
    hints = tuple(
        Hint(field.candidate(span), share / answered, (), value)
        for value, span, share in zip(chosen.values, chosen.spans, having, strict=True)
    )
    return replace(field.ranked, hints=hints, answered=answered, weighed=True)
