"""The rows that the confidence is taught by: what is known of each leaf, and whether it is right.

A leaf is right when it equals gold or, for strings, when its normalized Levenshtein similarity is at
least .5 (DUDE's threshold); an element of a list when any element of gold is that near.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "benchmarks")]

from confidence_planted import Planted, planted_answers  # noqa: E402
from sources import Instance  # noqa: E402

from nlp.match.symbolic_answer import answer_schema  # noqa: E402
from nlp.schema import Draft  # noqa: E402
from normalizers.confidence_features import Features, features, group_of  # noqa: E402
from normalizers.consensus import merge_drafts  # noqa: E402
from normalizers.judge import judge  # noqa: E402
from normalizers.normalize import read_document, signals  # noqa: E402
from normalizers.place import Context, Place  # noqa: E402
from veraz.protocols.scorers.gensie import score_task  # noqa: E402

NEAR = 0.5
CANDIDATES = "candidates"
"""The run that is nobody's draft: what candidates answer."""


@dataclass(frozen=True, slots=True)
class Row:
    """One leaf: where it comes from, its features, whether it is right.

    ``group`` is one of :data:`normalizers.confidence_features.GROUPS`; ``planted`` the kind of error
    that was planted there, empty where none was, None in an answer that nothing was planted in.
    """

    source: str
    instance: str
    run: str
    group: str
    known: Features
    right: bool
    planted: str | None = None


def rows_of_source(source: str, instances: Sequence[Instance]) -> Iterator[Row]:
    """Every leaf of the candidates' answers, of recorded drafts and their consensus, and of gold
    with errors planted in it."""
    for each in instances:
        if not isinstance(each.gold, dict):
            continue
        context = read_document(each.schema, each.document, each.candidates, hints=each.hints)
        for run, draft, agreement in _answers(each):
            pairs = paired_items(each, draft)
            for place, group, known in _leaves(draft, context, agreement):
                right = is_right(place, each.gold, pairs)
                yield Row(source, each.id, run, group, known, right)
        for number, planted in enumerate(planted_answers(each)):
            yield from _planted_rows(source, each, planted, f"planted {number}", context)


def _answers(each: Instance) -> Iterator[tuple[str, Draft, Mapping[str, float]]]:
    offered = answer_schema(each.document, each.schema, each.candidates, each.hints)
    yield CANDIDATES, Draft(root=offered, source=CANDIDATES), {}
    drafts = {run: Draft(root=said) for run, said in each.drafts.items() if said is not None}
    for run, draft in drafts.items():
        yield run, draft, {}
    for model in sorted({run.split("--")[0] for run in drafts}):
        mine = [draft for run, draft in drafts.items() if run.startswith(f"{model}--")]
        merged, agreement = merge_drafts(mine, each.schema)
        yield f"{model}--consensus", merged, dict(agreement)


def _leaves(
    draft: Draft, context: Context, agreement: Mapping[str, float]
) -> Iterator[tuple[Place, str, Features]]:
    context = replace(context, source=draft.source)
    places = [place for place in judge(draft, context) if not place.removed]
    told = [signals(place, draft, context, agreement) for place in places]
    for place, known in zip(places, features(places, told), strict=True):
        yield place, group_of(place, draft.source), known


def _planted_rows(
    source: str, each: Instance, planted: Planted, run: str, context: Context
) -> Iterator[Row]:
    for place, group, known in _leaves(Draft(root=planted.answer), context, {}):
        kind = planted.errors.get(place.path, "")
        if group == "model":
            yield Row(source, each.id, run, group, known, not kind, kind)


def paired_items(each: Instance, draft: Draft) -> dict[str, int]:
    """For lists of objects, the gold index that answers each answered index, greedily."""
    pairs: dict[str, int] = {}
    answer = draft.root if isinstance(draft.root, dict) else {}
    for name, gold in each.gold.items():
        given = answer.get(name)
        if not isinstance(gold, list) or not isinstance(given, list):
            continue
        if not any(isinstance(one, dict) for one in gold):
            continue
        ranked = sorted(
            (-_similarity(each, name, g, a), i, j)
            for i, g in enumerate(gold)
            for j, a in enumerate(given)
        )
        taken: set[int] = set()
        for score, i, j in ranked:
            if score < 0 and i not in taken and f"{name}.{j}" not in pairs:
                pairs[f"{name}.{j}"] = i
                taken.add(i)
    return pairs


def _similarity(each: Instance, name: str, gold: Any, given: Any) -> float:
    """The task's own metric on one item of a top-level list."""
    score = score_task({name: [gold]}, {name: [given]}, dict(each.raw_schema))
    return score.tps / max(score.gold_keys, score.system_keys, 1)


def is_right(place: Place, gold: Any, pairs: Mapping[str, int]) -> bool:
    """Whether a place's value answers gold."""
    steps = place.path.split(".")
    here: Any = gold
    for depth, step in enumerate(steps):
        if isinstance(here, list):
            if depth == len(steps) - 1 and not any(isinstance(one, dict) for one in here):
                return any(near(place.value, one) for one in here)
            index = pairs.get(".".join(steps[: depth + 1]))
            if index is None:
                return False
            here = here[index]
        elif isinstance(here, dict) and step in here:
            here = here[step]
        else:
            return False
    return near(place.value, here)


def near(value: Any, gold: Any) -> bool:
    """Equal, or for two strings near enough."""
    if isinstance(value, str) and isinstance(gold, str):
        return likeness(value, gold) >= NEAR
    if isinstance(value, bool) != isinstance(gold, bool):
        return False
    return bool(value == gold)


def likeness(left: str, right: str) -> float:
    """Normalized Levenshtein similarity of two strings, case and spacing aside."""
    a, b = " ".join(left.lower().split()), " ".join(right.lower().split())
    if not a or not b:
        return float(a == b)
    previous = list(range(len(b) + 1))
    for i, sign in enumerate(a, 1):
        current = [i]
        for j, other in enumerate(b, 1):
            cost = previous[j - 1] + (sign != other)
            current.append(min(cost, previous[j] + 1, current[j - 1] + 1))
        previous = current
    return 1 - previous[-1] / max(len(a), len(b))
