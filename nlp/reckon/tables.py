"""Rows counted and columns summed, where a field asks for the number or the sum of a list."""

from collections.abc import Iterator, Mapping, Sequence

from nlp.asked.field_profile import FieldProfile
from nlp.labels.applied import Labels, sureness
from nlp.reckon.lexicon import named, says, words
from nlp.reckon.spans_of_time import Reckoned
from nlp.schema import Field, Schema
from nlp.stems import fold, spanish_stem, words_of

_SURE = 0.68
_LEAST = 2
_MONEY = 0.3


def counts(
    profiles: Sequence[FieldProfile], schema: Schema, labels: Labels, text: str
) -> Iterator[Reckoned]:
    """How many rows a list has, for a field named for the number of just these."""
    for array, spans in _lists(schema, labels):
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
    profiles: Sequence[FieldProfile],
    schema: Schema,
    labels: Labels,
    values: Mapping[str, Sequence[float]],
) -> Iterator[Reckoned]:
    """The sum of a column of a list, for the only field that asks for a sum no label gives.

    ``values`` are the numbers of each leaf of a list, in the order of its rows.
    """
    for array, spans in _lists(schema, labels):
        asking = [
            one
            for one in _numbers(profiles)
            if says(named(one), words("sums")) and labels.answer(one.path) is None
        ]
        columns = [path for path in values if path.startswith(f"{array.path}.*.")]
        amounts = [one for one in profiles if one.path in columns and one.asks("money") > _MONEY]
        for path in columns:
            nouns = _stems(path.rpartition(".")[2])
            fitting = [one for one in asking if nouns & _stems(one.field.name)]
            if not fitting and [one.path for one in amounts] == [path]:
                fitting = [one for one in asking if one.asks("money") > _MONEY]
            if len(fitting) == 1 and len(values[path]) == len(spans):
                total = float(f"{sum(values[path]):.12g}")
                said = " + ".join(f"{one:g}" for one in values[path][:6])
                more = " + …" if len(values[path]) > 6 else ""
                whole = int(total) if total.is_integer() else total
                yield Reckoned(fitting[0].path, whole, spans[0], said + more)


def _lists(schema: Schema, labels: Labels) -> Iterator[tuple[Field, Sequence[tuple[int, int]]]]:
    for array in schema.walk():
        rows = labels.rows.get(array.path) if array.kind == "array" else None
        if rows is not None and sureness(rows.score) >= _SURE and len(rows.spans) >= _LEAST:
            yield array, rows.spans


def _numbers(profiles: Sequence[FieldProfile]) -> list[FieldProfile]:
    return [one for one in profiles if one.group == "number" and "*" not in one.path.split(".")]


def _stems(name: str) -> set[str]:

    skipped = (*words("counts"), *words("sums"))
    return {
        spanish_stem(fold(word))
        for word in words_of(name)
        if len(word) > 3 and not says(word, skipped)
    }
