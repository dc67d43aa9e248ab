"""What each rule changes, by source: for the better, for the worse, or neither.

A change is judged against gold at its own path; an element of a list against the element of gold
that it is most like. Gold itself as the draft can only be changed for the worse.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from sources import Instance

from nlp.schema import Draft, split_path
from normalizers.normalize import normalize
from normalizers.outcome import FieldResult

Counts = dict[str, dict[str, list[int]]]


def likeness(value: Any, gold: Any) -> float:
    """1 for equal values, the share of like characters for two strings, else 0."""
    if isinstance(value, str) and isinstance(gold, str):
        return 1.0 if value == gold else 0.99 * SequenceMatcher(None, value, gold).ratio()
    return float(type(value) is type(gold) and value == gold)


def golds_at(gold: Any, steps: Sequence[str]) -> Iterator[Any]:
    """What gold says at a path; of lists, any element may be meant."""
    if not steps:
        yield gold
    elif isinstance(gold, Mapping):
        yield from golds_at(gold.get(steps[0]), steps[1:])
    elif isinstance(gold, list):
        for element in gold:
            yield from golds_at(element, steps[1:])


def verdict(result: FieldResult, before: Any, after: Any, gold: Any) -> int:
    """+1 where a change brings a value nearer to gold, -1 where it leads away, 0 neither."""
    steps = split_path(result.path)
    there = list(golds_at(gold, steps))
    if steps and steps[-1].isdecimal():
        here = max((likeness(before, each) for each in there), default=0.0)
        if after is None:
            return -1 if here > 0.9 else 1
    was = max((likeness(before, each) for each in there), default=0.0)
    now = max((likeness(after, each) for each in there), default=float(after is None))
    return (now > was) - (now < was)


def count_changes(
    instances: Sequence[Instance], drafts: Sequence[Mapping[str, Any]]
) -> tuple[dict[str, list[int]], list[str]]:
    """Rule → [changes, better, worse], and every change for the worse in a line."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    worse = []
    for each in instances:
        for outputs in drafts:
            root = outputs.get(each.id)
            if root is None:
                continue
            results = normalize(
                Draft(root=root), each.schema, each.document, each.candidates, hints=each.hints
            )
            for result in results:
                for change in result.changes:
                    sign = verdict(result, change.before, change.after, each.gold)
                    count = counts[change.rule]
                    count[0] += 1
                    count[1] += sign > 0
                    count[2] += sign < 0
                    if sign < 0:
                        worse.append(
                            f"{each.id} {result.path} [{change.rule}] "
                            f"{change.before!r} → {change.after!r}"[:220]
                        )
    return counts, worse


def report(sources: Mapping[str, Sequence[Instance]], *, show_worse: bool = False) -> None:
    """Print a row a rule, a column a source of drafts and a source of gold."""
    columns: dict[str, dict[str, list[int]]] = {}
    lines: dict[str, list[str]] = {}
    for name, instances in sources.items():
        gold = [{each.id: each.gold for each in instances}]
        columns[f"{name} gold"], lines[f"{name} gold"] = count_changes(instances, gold)
        runs = sorted({run for each in instances for run in each.drafts})
        if runs:
            drafts = [{each.id: each.drafts[run] for each in instances} for run in runs]
            columns[f"{name} drafts"], lines[f"{name} drafts"] = count_changes(instances, drafts)
    rules = list(dict.fromkeys(rule for counts in columns.values() for rule in counts))
    print("\nWhat each rule changes: changes, +better, -worse (the rest neither)")
    print(f"{'':28s}" + "".join(f"{name:>18s}" for name in columns))
    for rule in rules:
        cells = (counts.get(rule, [0, 0, 0]) for counts in columns.values())
        print(f"{rule:28s}" + "".join(f"{_cell(cell):>18s}" for cell in cells))
    if show_worse:
        for name, told in lines.items():
            for line in told:
                print(f"  {name}: {line}")


def _cell(count: Sequence[int]) -> str:
    return f"{count[0]} +{count[1]} -{count[2]}" if count[0] else "·"
