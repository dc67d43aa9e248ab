"""One draft from several answers to one question: minimum Bayes risk, place by place.

Each place takes the hypothesis ``h`` with the highest ``Σ w(v) · s(v, h) / Σ w(v)`` over the values
``v`` that the drafts give to it: the least expected loss where every draft is right with a chance
that grows with its weight (Kumar and Byrne, 2004). ``s`` is a similarity from 0 to 1.

What a draft does not say is no vote, at any depth: a key left out is not heard, whereas a null or
an empty list that is written down is. A draft that says little weighs little: ``w`` is the share of
the schema's leaves that it speaks about (:func:`fullness`).

Objects are put together key by key. The items of lists are pooled, at most one of each draft in a
pool, and each pool becomes one item in the same way; the hypotheses are the items of the pools that
have at least such a share of the votes, for every share there is. The drafts' own lists are none:
each would find itself among the votes, and no combination of them ever does.

Of equally supported hypotheses null is taken where some draft is silent, which is nearer to null
than to any value, and else not; then the one of the draft that is nearest to all as a whole.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from nlp.schema import JSON, Draft, Field, Schema, join_path
from normalizers.similarity import Likeness, Similarity, below, match, resolved

ALIKE = 0.5
"""From which similarity two items of two lists are taken for the same one: more alike than not."""

_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Vote:
    """A value that a draft gives to a place, and what the draft weighs."""

    value: JSON
    weight: float


@dataclass(frozen=True, slots=True)
class Choice:
    """The value chosen for a place; the agreement on each path from there, "" being the place."""

    value: JSON
    agreement: Mapping[str, float]


def merge_drafts(
    drafts: Sequence[Draft], schema: Schema, similarity: Similarity | None = None
) -> tuple[Draft, Mapping[str, float]]:
    """Merge several drafts into one; also the agreement on each field path of the result, 0 to 1.

    Agreement is the support of the value among the drafts that spoke; within an item of a list,
    times the weight of those that have the item. Drafts that are neither an object nor, where
    one is asked, a list have no vote.
    """
    shape = list if schema.root.kind == "array" else dict
    heard = [draft for draft in drafts if isinstance(draft.root, shape)]
    if not heard:
        return (drafts[0] if drafts else Draft(root=None)), MappingProxyType({})
    merger = _Merger(schema, similarity or Likeness(schema))
    votes = merger.ranked(schema.root, _weighed(schema, heard))
    chosen = merger.choose(schema.root, votes)
    problems = tuple(dict.fromkeys(problem for draft in heard for problem in draft.problems))
    return Draft(chosen.value, problems, source=heard[0].source), MappingProxyType(
        dict(chosen.agreement)
    )


def _weighed(schema: Schema, heard: Sequence[Draft]) -> list[Vote]:
    """The drafts that speak about any place asked; all of them alike where none does."""
    votes = [Vote(draft.root, fullness(schema, draft.root)) for draft in heard]
    speaking = [vote for vote in votes if vote.weight > 0]
    return speaking or [Vote(vote.value, 1.0) for vote in votes]


def fullness(schema: Schema, root: JSON) -> float:
    """The share of the schema's leaves that an answer speaks about, 0 to 1.

    A key that is there speaks, be its value null or an empty list: nothing was found.
    """
    return _spoken(schema.root, root) / _leaves(schema.root)


def _spoken(field: Field, value: JSON) -> float:
    """The leaves at and below a field that a value speaks about; of a list's items the mean."""
    if field.fields and isinstance(value, dict):
        return sum(_spoken(each, value[each.name]) for each in field.fields if each.name in value)
    if field.item is not None and isinstance(value, list) and value:
        return sum(_spoken(field.item, each) for each in value) / len(value)
    return _leaves(field)


def _leaves(field: Field) -> int:
    """The leaves below a field, itself where it has none; references back and unions are one."""
    inside = field.fields or ((field.item,) if field.item is not None else ())
    return sum(_leaves(each) for each in inside) or 1


@dataclass(frozen=True, slots=True)
class _Merger:
    schema: Schema
    alike: Similarity

    def support(self, field: Field | None, hypothesis: JSON, votes: Sequence[Vote]) -> float:
        """The weighted mean similarity of a hypothesis with the votes."""
        total = sum(
            vote.weight * (vote.value is hypothesis or self.alike(field, vote.value, hypothesis))
            for vote in votes
        )
        return round(total / _weight(votes), _DIGITS)

    def ranked(self, field: Field, votes: Sequence[Vote]) -> list[Vote]:
        """The votes, those nearest to all first: ties between values fall to the first."""
        near = {id(vote): self.support(field, vote.value, votes) for vote in votes}
        return sorted(votes, key=lambda vote: -near[id(vote)])

    def best(
        self,
        field: Field | None,
        hypotheses: Sequence[JSON],
        votes: Sequence[Vote],
        *,
        silent: bool = False,
    ) -> tuple[int, float]:
        """The place of the hypothesis with the highest support, and its support."""
        ranked = [
            (self.support(field, each, votes), (each is None) == silent, -place)
            for place, each in enumerate(hypotheses)
        ]
        support, _, place = max(ranked)
        return -place, support

    def choose(self, field: Field | None, votes: Sequence[Vote], *, silent: bool = False) -> Choice:
        """What the votes for a place come to; ``silent`` where a draft has none."""
        votes = [_emptied(vote, field) for vote in votes]
        asked = resolved(self.schema, field)
        said = [vote.value for vote in votes]
        if all(isinstance(value, dict) for value in said):
            return self._object(asked, votes)
        if all(isinstance(value, list) for value in said) and not _is_tuple(asked):
            return self._list(asked, votes)
        place, support = self.best(field, said, votes, silent=silent)
        if isinstance(said[place], dict):
            return self._object(asked, votes)
        if isinstance(said[place], list) and not _is_tuple(asked):
            return self._list(asked, votes)
        return Choice(said[place], {"": support})

    def _object(self, field: Field | None, votes: Sequence[Vote]) -> Choice:
        """Key by key; agreement is shared with the votes that say there is no object."""
        objects = [vote for vote in votes if isinstance(vote.value, dict)]
        total = _weight(objects)
        share = total / _weight(votes)
        value: dict[str, JSON] = {}
        agreement: dict[str, float] = {}
        for key in self._keys(field, objects):
            said = [Vote(each.value[key], each.weight) for each in objects if key in each.value]
            inner = below(self.schema, field, key)
            named = inner is not None and not inner.path.endswith("*")
            # Leaving out a key that the schema does not name is an answer.
            if not named and 2 * _weight(said) < total:
                continue
            chosen = self.choose(inner, said, silent=len(said) < len(objects))
            value[key] = chosen.value
            agreement.update(_placed(key, chosen.agreement, share))
        return Choice(value, agreement or {"": share})

    def _keys(self, field: Field | None, objects: Sequence[Vote]) -> list[str]:
        """The keys said, those that the schema names first and in its order."""
        named = [each.name for each in field.fields] if field is not None else []
        said = dict.fromkeys(key for vote in objects for key in vote.value)
        return [*(key for key in named if key in said), *(key for key in said if key not in named)]

    def _list(self, field: Field | None, votes: Sequence[Vote]) -> Choice:
        item = field.item if field is not None else None
        lists = [vote for vote in votes if isinstance(vote.value, list)]
        pools = self._pools(item, lists)
        shares = [round(_weight(pool) / _weight(votes), _DIGITS) for pool in pools]
        items = [self.choose(item, pool) for pool in pools]
        levels = sorted(set(shares), reverse=True)
        if not all(vote.value for vote in lists):
            levels.append(2.0)  # more than all: the empty list, since a draft says so
        kept = [[place for place, share in enumerate(shares) if share >= each] for each in levels]
        hypotheses = [[items[place].value for place in places] for places in kept]
        chosen, support = self.best(field, hypotheses, votes)
        agreement = {"": support}
        for index, place in enumerate(kept[chosen]):
            agreement.update(_placed(index, items[place].agreement, shares[place]))
        return Choice(hypotheses[chosen], agreement)

    def _pools(self, item: Field | None, lists: Sequence[Vote]) -> list[list[Vote]]:
        """Group the items of several lists, at most one of each list, in order of appearance."""
        pools: list[list[Vote]] = []
        for vote in lists:
            first = [pool[0].value for pool in pools]
            found = {
                place: pool
                for pool, place, likeness in match(self._same_item, item, first, vote.value)
                if likeness >= ALIKE
            }
            for place, value in enumerate(vote.value):
                if place in found:
                    pools[found[place]].append(Vote(value, vote.weight))
                else:
                    pools.append([Vote(value, vote.weight)])
        return pools

    def _same_item(self, item: Field | None, left: JSON, right: JSON) -> float:
        """The similarity of two items, 0 where they are not taken for the same one."""
        likeness = self.alike(item, left, right)
        return likeness if likeness >= ALIKE else 0.0


def _weight(votes: Iterable[Vote]) -> float:
    return sum(vote.weight for vote in votes)


def _is_tuple(field: Field | None) -> bool:
    return field is not None and bool(field.prefix)


def _emptied(vote: Vote, field: Field | None) -> Vote:
    """Null where a list is asked that may not be null is the empty list."""
    if vote.value is None and field is not None and field.kind == "array" and not field.nullable:
        return Vote([], vote.weight)
    return vote


def _placed(step: str | int, agreement: Mapping[str, float], share: float) -> dict[str, float]:
    """The agreement on the paths below a step, as seen from above it."""
    head = join_path("", step)
    return {f"{head}.{path}" if path else head: share * each for path, each in agreement.items()}
