"""One draft from several answers to one question: minimum Bayes risk, field by field.

Each field takes the value with the least expected loss under the task's own metric, every answer
being as likely to be right as another (Kumar and Byrne, 2004). The metric is the caller's. For
lists the hypotheses are each answer's list and one more: the items that half of the answers share,
matched one to one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from nlp.schema import JSON, Draft, Field, Schema, join_path

Similarity: TypeAlias = Callable[[str, JSON, JSON], float]
"""``similarity(name, gold, answer)``: the score from 0 to 1 of an answer to a top-level field."""

ALIKE = 0.5
"""From which similarity two items of two lists are taken for the same one."""


@dataclass(slots=True)
class _Vote:
    """The values that the answers give to one place, and how alike two of them are."""

    values: list[JSON]
    alike: Callable[[JSON, JSON], float]

    def support(self, value: JSON) -> float:
        """The mean similarity of a value with every answer's."""
        return sum(self.alike(other, value) for other in self.values) / len(self.values)

    def best(self, hypotheses: Sequence[JSON]) -> tuple[JSON, float]:
        """The hypothesis nearest to all answers; of equals the first that is not null."""
        ranked = [
            (self.support(each), each is not None, -place) for place, each in enumerate(hypotheses)
        ]
        support, _, place = max(ranked)
        return hypotheses[-place], support


@dataclass(slots=True)
class _Merger:
    similarity: Similarity
    agreement: dict[str, float] = field(default_factory=dict)


def merge_drafts(
    drafts: Sequence[Draft], schema: Schema, similarity: Similarity
) -> tuple[Draft, Mapping[str, float]]:
    """Merge several drafts into one; also the agreement on each field path of the result, 0 to 1.

    Drafts that are no object have no vote. A key that a draft leaves out counts as null, or as an
    empty list where a list is asked.
    """
    heard = [draft for draft in drafts if isinstance(draft.root, dict)]
    if not heard:
        return (drafts[0] if drafts else Draft(root=None)), MappingProxyType({})
    merger = _Merger(similarity)
    merged: dict[str, JSON] = {}
    names = [each.name for each in schema.fields]
    extra = [key for draft in heard for key in draft.root if key not in names]
    for name in dict.fromkeys([*names, *extra]):
        below = next((each for each in schema.fields if each.name == name), None)
        values = [_answer(draft.root, name, below) for draft in heard]
        if any(name in draft.root for draft in heard):
            merged[name] = _merge(merger, name, join_path("", name), values)
    problems = tuple(dict.fromkeys(problem for draft in heard for problem in draft.problems))
    return Draft(root=merged, problems=problems), MappingProxyType(merger.agreement)


def _answer(root: Mapping[str, JSON], name: str, asked: Field | None) -> JSON:
    value = root.get(name)
    if value is None and asked is not None and asked.kind == "array" and not asked.nullable:
        return []
    return value


def _merge(merger: _Merger, name: str, path: str, values: list[JSON]) -> JSON:
    def alike(left: JSON, right: JSON) -> float:
        return merger.similarity(name, left, right)

    objects = [value for value in values if isinstance(value, dict)]
    if objects and len(objects) == len(values):
        return _merge_objects(merger, path, objects, alike)
    vote = _Vote(values, alike)
    hypotheses = list(values)
    lists = [value for value in values if isinstance(value, list)]
    clusters: list[list[JSON]] = []
    if len(lists) > 1:
        clusters = _clusters(lists, alike)
        shared = [each for each in clusters if 2 * len(each) >= len(values)]
        hypotheses.append([_medoid(each, alike) for each in shared])
    chosen, support = vote.best(hypotheses)
    merger.agreement[path] = support
    if isinstance(chosen, list):
        _agree_on_items(merger, path, chosen, values, alike)
    return chosen


def _merge_objects(
    merger: _Merger,
    path: str,
    values: list[dict[str, JSON]],
    alike: Callable[[JSON, JSON], float],
) -> dict[str, JSON]:
    merged: dict[str, JSON] = {}
    for key in dict.fromkeys(key for value in values for key in value):

        def alike_at(left: JSON, right: JSON, key: str = key) -> float:
            return alike({key: left}, {key: right})

        given = [value.get(key) for value in values]
        inside = join_path(path, key)
        objects = [each for each in given if isinstance(each, dict)]
        if len(objects) == len(given):
            merged[key] = _merge_objects(merger, inside, objects, alike_at)
            continue
        merged[key], merger.agreement[inside] = _Vote(given, alike_at).best(given)
    return merged


def _clusters(
    lists: Sequence[list[JSON]], alike: Callable[[JSON, JSON], float]
) -> list[list[JSON]]:
    """Group the items of several lists, at most one of each list, in order of appearance."""
    clusters: list[list[JSON]] = []
    for items in lists:
        free = list(range(len(clusters)))
        added: list[list[JSON]] = []
        for each in items:
            scored = [(alike([clusters[place][0]], [each]), -place) for place in free]
            likeness, place = max(scored, default=(0.0, 0))
            if likeness >= ALIKE / (2 - ALIKE):  # what the list score makes of one pair
                clusters[-place].append(each)
                free.remove(-place)
            else:
                added.append([each])
        clusters.extend(added)
    return clusters


def _medoid(cluster: Sequence[JSON], alike: Callable[[JSON, JSON], float]) -> JSON:
    return _Vote(list(cluster), lambda left, right: alike([left], [right])).best(cluster)[0]


def _agree_on_items(
    merger: _Merger,
    path: str,
    chosen: list[JSON],
    values: Sequence[JSON],
    alike: Callable[[JSON, JSON], float],
) -> None:
    """Note how well each answer's nearest item matches each item chosen, and each of its keys."""
    lists = [value for value in values if isinstance(value, list)]
    for place, each in enumerate(chosen):
        nearest = []
        for items in lists:
            scored = [
                (alike([each], [other]), -other_place) for other_place, other in enumerate(items)
            ]
            likeness, other_place = max(scored, default=(0.0, 0))
            nearest.append((likeness, items[-other_place] if items else None))
        inside = join_path(path, place)
        merger.agreement[inside] = sum(score for score, _ in nearest) / len(values)
        for key, content in each.items() if isinstance(each, dict) else ():
            same = [
                alike([{key: content}], [{key: other.get(key)}])
                for score, other in nearest
                if isinstance(other, dict) and score > 0
            ]
            merger.agreement[join_path(inside, key)] = sum(same) / len(values)
