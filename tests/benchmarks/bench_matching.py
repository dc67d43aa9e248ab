"""How well the matcher and the `symbolic` model do on schemas they were not trained on.

    python tests/benchmarks/bench_matching.py [--shipped] [--examples] [--limit N]

Every schema is left out in turn: the ranker is trained on the instances of all others and judged on
those of the one left out. ``--shipped`` judges the weights of resources/ranker.json instead, which
have seen these instances. The solved examples of resources/examples, each of a schema of its own,
took no part in any training: the shipped weights are judged on them, with ``--examples`` on nothing
else. Similarities are lexical (Jaccard of words; no embedding model here).
"""

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts"), str(ROOT / "tests")]

from ranker_lessons import (  # noqa: E402
    Lesson,
    read_cases,
    read_examples,
    read_lesson,
    similarity,
)
from ranker_linear import fit, read_priors  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402
from shared_data import SHARED  # noqa: E402

from nlp.asked.field_profile import FieldProfile, profile_schema  # noqa: E402
from nlp.asked.key_field import key_field_of  # noqa: E402
from nlp.asked.rendering import answer_value  # noqa: E402
from nlp.hints import FieldHints  # noqa: E402
from nlp.match.ranker import Ranker, trained_ranker  # noqa: E402
from nlp.match.symbolic_answer import answer_schema  # noqa: E402
from nlp.matching import match_hints  # noqa: E402
from nlp.names.analysis import tagged_words  # noqa: E402
from veraz.protocols.scorers.gensie import TaskScore, corpus, score_task  # noqa: E402
from veraz.protocols.scorers.gensie_floor import null_answer, trivial_answer  # noqa: E402

EXAMPLES = "examples"
FOLDERS = {"dev": ("gensie", "dev"), "recorded": ("gensie", "recorded", "instances")}
CUTS = (1, 3, 5, 10)
HIT = 0.99
"""Similarity from which a string counts as found."""


@dataclass
class Tally:
    """Everything counted over the instances."""

    scores: dict[tuple[str, str], list[TaskScore]] = field(
        default_factory=lambda: defaultdict(list)
    )
    titles: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    recall: dict[str, list[list[bool]]] = field(default_factory=lambda: defaultdict(list))
    possible: dict[str, list[tuple[bool, bool]]] = field(default_factory=lambda: defaultdict(list))
    enums: list[tuple[bool, bool, float]] = field(default_factory=list)
    flags: list[tuple[bool, bool]] = field(default_factory=list)
    answered: list[tuple[bool, float]] = field(default_factory=list)
    hints: list[int] = field(default_factory=list)
    letters: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


def main() -> int:
    """Read the instances, judge them, print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shipped", action="store_true", help="judge the shipped weights")
    parser.add_argument("--examples", action="store_true", help="judge the solved examples only")
    parser.add_argument("--limit", type=int, default=0, help="only the first N instances of a part")
    args = parser.parse_args()
    console = Console(width=110)
    if not args.examples:
        missing = [path for path in FOLDERS.values() if not SHARED.joinpath(*path).exists()]
        if missing:
            console.print(f"skipped: needs the shared data {missing} (set VERAZ_SHARED)")
            return 0
        _print(console, _judge_instances(args.limit, shipped=args.shipped), shipped=args.shipped)
    tally = Tally()
    for lesson in read_examples(EXAMPLES)[: args.limit or None]:
        _judge(lesson, trained_ranker(), tally)
    console.print(_overall(tally, (EXAMPLES,), "solved examples, shipped weights"))
    console.print(_recall(tally))
    console.print(_measures(tally, (EXAMPLES,)))
    return 0


def _judge_instances(limit: int, *, shipped: bool) -> Tally:
    lessons = [
        read_lesson(path, part)
        for part, folder in FOLDERS.items()
        for path in sorted(SHARED.joinpath(*folder).glob("*.json"))[: limit or None]
    ]
    for lesson in lessons:
        lesson.cases = read_cases(lesson)
    tally = Tally()
    for title in sorted({lesson.title for lesson in lessons}):
        ranker = trained_ranker() if shipped else _without(title, lessons)
        for lesson in lessons:
            if lesson.title == title:
                _judge(lesson, ranker, tally)
    return tally


def _without(title: str, lessons: Iterable[Lesson]) -> Ranker:
    cases = [case for lesson in lessons if lesson.title != title for case in lesson.cases]
    return fit(cases, (), read_priors())


def _judge(lesson: Lesson, ranker: Ranker, tally: Tally) -> None:
    tagged_words(lesson.document)  # the finders' reading, kept from then on; not the matcher's
    started = time.thread_time()
    hints = match_hints(lesson.document, lesson.candidates, lesson.schema, ranker=ranker)
    answer = answer_schema(lesson.document, lesson.schema, lesson.candidates, hints, ranker=ranker)
    tally.seconds.append(time.thread_time() - started)
    answers = {
        "symbolic": answer,
        "floor": trivial_answer(lesson.raw, lesson.document.text),
        "all null": null_answer(lesson.raw),
    }
    for name, given in answers.items():
        tally.scores[lesson.part, name].append(score_task(lesson.gold, given, lesson.raw))
    tally.titles[lesson.part].append(lesson.title)
    shown = [hint for one in hints for hint in one.hints[:5]]
    tally.hints.append(len(shown))
    tally.letters.append(sum(len(hint.candidate.mention) + 2 for hint in shown))
    ranked = {one.path: one for one in hints}
    anchors = {
        anchor.path: array.path
        for array in lesson.schema.walk()
        if array.kind == "array" and "*" not in array.path and (anchor := key_field_of(array))
    }
    for profile in profile_schema(lesson.schema):
        _judge_leaf(lesson, profile, ranked[profile.path], anchors.get(profile.path), tally)


def _judge_leaf(
    lesson: Lesson, profile: FieldProfile, ranked: FieldHints, array: str | None, tally: Tally
) -> None:
    kind = profile.field.kind
    if array is not None:
        gold = _at(lesson.gold, array)
        rest = profile.path[len(array) + 2 :].strip(".")
        names = [_at(one, rest) if rest else one for one in gold or ()]
        if kind == "string":
            for name in names:
                if isinstance(name, str):
                    tally.recall["list item"].append(_found(profile, ranked, name))
        return
    if "*" in profile.path:
        return
    gold = _at(lesson.gold, profile.path)
    if kind == "enum" and gold is not None:
        members = profile.field.enum
        first = bool(members) and members[0] == gold
        tally.enums.append((ranked.choices[0][0] == gold, first, 1 / max(1, len(members))))
    elif kind == "boolean":
        if gold is not None:
            tally.flags.append((ranked.choices[0][0] is gold, gold is True))
    elif kind != "enum":
        if profile.field.nullable:
            tally.answered.append((gold is not None, ranked.answered))
        if gold is not None:
            name = profile.group if profile.group != "text" else _text_kind(profile)
            found = _found(profile, ranked, gold)
            tally.recall[name].append(found)
            if profile.group != "text":
                tally.possible[name].append((found[0], _offered(lesson, profile, gold)))


def _text_kind(profile: FieldProfile) -> str:
    return "nullable string" if profile.field.nullable else "string"


def _at(gold: Any, path: str) -> Any:
    for step in path.split("."):
        gold = gold.get(step) if isinstance(gold, dict) else None
    return gold


def _found(profile: FieldProfile, ranked: FieldHints, gold: Any) -> list[bool]:
    values = [answer_value(hint.candidate, profile) for hint in ranked.hints[: CUTS[-1]]]
    right = [_same(value, gold) for value in values]
    return [any(right[:cut]) for cut in CUTS]


def _same(value: Any, gold: Any) -> bool:
    if isinstance(value, str) and isinstance(gold, str):
        return value == gold or similarity(value, gold) >= HIT
    return bool(value == gold)


def _offered(lesson: Lesson, profile: FieldProfile, gold: Any) -> bool:
    return any(
        _same(answer_value(one, profile), gold)
        for one in lesson.candidates
        if one.value is not None
    )


def _auc(pairs: Sequence[tuple[bool, float]]) -> float:
    right = [chance for label, chance in pairs if label]
    wrong = [chance for label, chance in pairs if not label]
    wins = sum((a > b) + 0.5 * (a == b) for a in right for b in wrong)
    return wins / max(1, len(right) * len(wrong))


def _key_scores(tally: Tally, part: str, *, types: Sequence[str], gold: str) -> list[float]:
    return [
        key.score
        for score in tally.scores[part, "symbolic"]
        for key in score.keys
        if key.gold == gold and any(key.type.startswith(name) for name in types)
    ]


def _print(console: Console, tally: Tally, *, shipped: bool) -> None:
    how = "shipped weights" if shipped else "each schema left out of training"
    console.print(_overall(tally, tuple(FOLDERS), how))
    console.print(_by_schema(tally))
    console.print(_recall(tally))
    console.print(_measures(tally, tuple(FOLDERS)))


def _overall(tally: Tally, parts: Sequence[str], how: str) -> Table:
    overall = Table(title=f"F1 of the symbolic model, {how}")
    for column in ("part", "instances", "symbolic", "floor", "all null", "macro", "floor macro"):
        overall.add_column(column)
    for part in parts:
        f1 = {
            name: corpus(tally.scores[part, name]).f1 for name in ("symbolic", "floor", "all null")
        }
        macro = {name: _macro(tally, part, name) for name in ("symbolic", "floor")}
        overall.add_row(
            part,
            str(len(tally.titles[part])),
            *(f"{f1[name]:.4f}" for name in ("symbolic", "floor", "all null")),
            *(f"{macro[name]:.4f}" for name in ("symbolic", "floor")),
        )
    return overall


def _recall(tally: Tally) -> Table:
    recall = Table(title="Recall of gold values among the hints")
    for column in ("type", "values", *(f"@{cut}" for cut in CUTS)):
        recall.add_column(column)
    for name, rows in sorted(tally.recall.items()):
        shares = [mean(row[index] for row in rows) for index in range(len(CUTS))]
        recall.add_row(name, str(len(rows)), *(f"{share:.3f}" for share in shares))
    return recall


def _macro(tally: Tally, part: str, name: str) -> float:
    grouped: dict[str, list[TaskScore]] = defaultdict(list)
    for title, score in zip(tally.titles[part], tally.scores[part, name], strict=True):
        grouped[title].append(score)
    return mean(corpus(scores).f1 for scores in grouped.values())


def _by_schema(tally: Tally) -> Table:
    table = Table(title="F1 by schema left out")
    for column in (
        "schema",
        *(f"{part} {name}" for part in FOLDERS for name in ("n", "F1", "floor")),
    ):
        table.add_column(column)
    for title in sorted({title for titles in tally.titles.values() for title in titles}):
        row: list[str] = []
        for part in FOLDERS:
            spots = [at for at, one in enumerate(tally.titles[part]) if one == title]
            row.append(str(len(spots)))
            for name in ("symbolic", "floor"):
                scores = [tally.scores[part, name][at] for at in spots]
                row.append(f"{corpus(scores).f1:.2f}" if spots else "")
        table.add_row(title, *row)
    return table


def _measures(tally: Tally, parts: Sequence[str]) -> Table:
    table = Table(title="Parts")
    table.add_column("measure")
    table.add_column("cases")
    table.add_column("value")
    for part in parts:
        strings = _key_scores(tally, part, types=("string", "nullable string"), gold="value")
        lists = _key_scores(tally, part, types=("list", "array"), gold="value")
        table.add_row(f"{part}: similarity on non-null strings", str(len(strings)), _mean(strings))
        table.add_row(f"{part}: list score, gold not empty", str(len(lists)), _mean(lists))
    enums, flags = tally.enums, tally.flags
    table.add_row("enum accuracy", str(len(enums)), _mean([right for right, _, _ in enums]))
    table.add_row(
        "  first member / chance",
        "",
        f"{_mean([f for _, f, _ in enums])} / {_mean([c for *_, c in enums])}",
    )
    table.add_row("boolean accuracy", str(len(flags)), _mean([right for right, _ in flags]))
    table.add_row("  always false", "", _mean([not true for _, true in flags]))
    for name, rows in sorted(tally.possible.items()):
        had = [right for right, offered in rows if offered]
        table.add_row(f"{name}: exact where a candidate has the value", str(len(had)), _mean(had))
    table.add_row("AUC of null detection", str(len(tally.answered)), f"{_auc(tally.answered):.3f}")
    for low in (0.0, 0.2, 0.4, 0.6, 0.8):
        inside = [label for label, chance in tally.answered if low <= chance < low + 0.2]
        table.add_row(
            f"  answered where said {low:.1f}-{low + 0.2:.1f}", str(len(inside)), _mean(inside)
        )
    table.add_row("hints an instance (at most 5 a field)", "", f"{mean(tally.hints):.1f}")
    table.add_row("  their tokens (characters / 4)", "", f"{mean(tally.letters) / 4:.0f}")
    spent = sorted(tally.seconds)
    table.add_row("ms an instance beyond the finders, median", "", f"{1000 * median(spent):.1f}")
    table.add_row("  95th percentile", "", f"{1000 * spent[int(0.95 * (len(spent) - 1))]:.1f}")
    return table


def _mean(values: Sequence[float]) -> str:
    return f"{mean(values):.3f}" if values else "-"


if __name__ == "__main__":
    sys.exit(main())
