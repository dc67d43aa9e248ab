"""Which submitted keyphrase and relation of eHealth-KD stands for which gold one."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from veraz.protocols.scorers.ehealthkd_files import SAME_AS, Keyphrase, Relation, Span


@dataclass(frozen=True, slots=True)
class Matching:
    """How the keyphrases of one sentence were paired (prediction, gold), and what was left."""

    correct: list[tuple[Keyphrase, Keyphrase]]
    incorrect: list[tuple[Keyphrase, Keyphrase]]
    partial: list[tuple[Keyphrase, Keyphrase]]
    spurious: list[Keyphrase]
    missing: list[Keyphrase]


@dataclass(frozen=True, slots=True)
class Rules:
    """Which reading of the task, and of which year."""

    year: int = 2019
    page: bool = False

    @property
    def partial_needs_label(self) -> bool:
        """Whether a partial match must have the gold label."""
        return self.page or self.year == 2020


def match_keyphrases(gold: list[Keyphrase], submitted: list[Keyphrase], rules: Rules) -> Matching:
    """Four passes in submission order: correct, incorrect, partial, and what is left.

    The order of 2019 is that of the file, of 2020 that of the spans.
    """
    missing, spurious = list(gold), list(submitted)

    def take(find: Callable[[Keyphrase], Keyphrase | None]) -> list[tuple[Keyphrase, Keyphrase]]:
        taken = []
        for ours in list(spurious):
            theirs = find(ours)
            if theirs is not None:
                spurious.remove(ours)
                missing.remove(theirs)
                taken.append((ours, theirs))
        return taken

    def same_place(ours: Keyphrase) -> Keyphrase | None:
        return next((each for each in missing if each.spans == ours.spans), None)

    def exact(ours: Keyphrase) -> Keyphrase | None:
        if rules.page:
            twins = (each for each in missing if each.spans == ours.spans)
            return next((each for each in twins if each.label == ours.label), None)
        theirs = same_place(ours)  # the program looks at the first gold of these spans only
        return theirs if theirs is not None and theirs.label == ours.label else None

    def overlapping(ours: Keyphrase) -> Keyphrase | None:
        return next(
            (
                each
                for each in missing
                if _overlap(each.spans, ours.spans)
                and (each.label == ours.label or not rules.partial_needs_label)
            ),
            None,
        )

    correct, incorrect = take(exact), take(same_place)
    # Where the first gold of a span went to another prediction the label may agree after all;
    # the program stops with an assertion there.
    correct += [pair for pair in incorrect if pair[0].label == pair[1].label]
    incorrect = [pair for pair in incorrect if pair[0].label != pair[1].label]
    return Matching(correct, incorrect, take(overlapping), spurious, missing)


def _overlap(one: tuple[Span, ...], other: tuple[Span, ...]) -> bool:
    """Whether some span of either starts inside a span of the other."""
    return any(a <= c < b or c <= a < d for a, b in one for c, d in other)


def unique(relations: list[Relation]) -> list[Relation]:
    """Without repetitions, the last of each kept."""
    return list(reversed(list(dict.fromkeys(reversed(relations)))))


class Classes:
    """Keyphrases that gold ``same-as`` relations make one."""

    def __init__(self, relations: Iterable[Relation] = ()) -> None:
        self._parent: dict[str, str] = {}
        for relation in relations:
            if relation.label == SAME_AS:
                self._parent[self.of(relation.source)] = self.of(relation.target)

    def of(self, name: str) -> str:
        """The representative of a keyphrase's class."""
        while name in self._parent and self._parent[name] != name:
            name = self._parent[name]
        return name


def find_relation(
    relation: Relation, names: Mapping[str, str], wanted: list[Relation], same: Classes
) -> Relation | None:
    """The gold relation a submitted one stands for: by ids first, then by classes."""
    source, target = names.get(relation.source), names.get(relation.target)
    if source is None or target is None:
        return None
    for name in (lambda each: each, same.of):
        ends = (name(source), name(target))
        for gold in wanted:
            if gold.label != relation.label:
                continue
            theirs = (name(gold.source), name(gold.target))
            if theirs == ends or (gold.label == SAME_AS and theirs == ends[::-1]):
                return gold
    return None
