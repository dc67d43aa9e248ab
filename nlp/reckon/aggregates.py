"""Rows counted and columns summed, where a field asks for the number or the sum of a list."""

from collections.abc import Iterator, Mapping, Sequence

from nlp.asked.field_profile import FieldProfile
from nlp.labels.applied import Labels, sureness
from nlp.reckon.reckoning_words import named, says, words
from nlp.reckon.spans_of_time import Reckoned
from nlp.schema import Field, Schema, is_repeated
from nlp.spans import Span
from nlp.stems import fold, spanish_stem, words_of

_SURE = 0.68
_LEAST = 2
_MONEY = 0.3


def counts(
    profiles: Sequence[FieldProfile], schema: Schema, labels: Labels, text: str
) -> Iterator[Reckoned]:
    """How many rows a list has, for a field named for the number of just these."""
    for array, spans in read_lists(schema, labels):
        nouns = _stems(array.name)
        asking = [
            one
            for one in _numbers(profiles)
            if says(named(one), words("counts")) and nouns & _stems(one.field.name)
        ]
        if len(asking) == 1:
            first, last = spans[0], spans[-1]
            said = " … ".join(" ".join(text[slice(*one)].split())[:24] for one in (first, last))
            yield Reckoned(asking[0].path, len(spans), first, said)


def sums(
    profiles: Sequence[FieldProfile], columns: Mapping[str, Sequence[float]], labels: Labels
) -> Iterator[tuple[FieldProfile, str]]:
    """The fields that ask for a sum no label gives, with the leaf of a list that is summed up.

    ``columns`` are the numbers of each leaf of a list, in the order of its rows.
    """
    leaves = [one for one in profiles if len(columns.get(one.path, ())) >= _LEAST]
    asking = [
        one for one in _numbers(profiles) if _asks_sum(one) and labels.answer(one.path) is None
    ]
    for one in asking:
        fitting = [(_likeness(one, leaf), leaf) for leaf in leaves]
        best = max((share for share, _ in fitting), default=0)
        chosen = [leaf for share, leaf in fitting if share == best]
        if not best:
            chosen = [leaf for leaf in chosen if one.asks("money") > _MONEY < leaf.asks("money")]
        if len(chosen) == 1:
            yield one, chosen[0].path


def _asks_sum(profile: FieldProfile) -> bool:
    """Whether a field is named for a sum, or its description begins with the word."""
    opening = " ".join(profile.field.description.split()[:1])
    return says(named(profile), words("sums")) or says(opening, words("sums"))


def _likeness(profile: FieldProfile, leaf: FieldProfile) -> int:
    """How many words a field has of a leaf of a list and of the list; a unit in common is one."""
    told = f"{profile.field.name} {profile.field.description}"
    array = next(one for one in leaf.parents[::-1] if one.kind == "array")
    shared = _stems(told) & (_stems(leaf.field.name) | _stems(array.name))
    return len(shared) + (profile.unit is not None and profile.unit == leaf.unit)


def read_lists(schema: Schema, labels: Labels) -> Iterator[tuple[Field, Sequence[Span]]]:
    """The lists that labels read surely, with the spans of their rows."""
    for array in schema.walk():
        rows = labels.rows.get(array.path) if array.kind == "array" else None
        if rows is not None and sureness(rows.score) >= _SURE and len(rows.spans) >= _LEAST:
            yield array, rows.spans


def _numbers(profiles: Sequence[FieldProfile]) -> list[FieldProfile]:
    return [one for one in profiles if one.group == "number" and not is_repeated(one.path)]


def _stems(name: str) -> set[str]:
    skipped = (*words("counts"), *words("sums"))
    return {
        spanish_stem(fold(word))
        for word in words_of(name)
        if len(word) > 3 and not says(word, skipped)
    }
