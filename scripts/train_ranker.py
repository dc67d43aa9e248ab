"""Train the ranker on every teacher at hand and write resources/ranker.json and ranker_trees.npz.

    python scripts/train_ranker.py [--shared ../shared] [--forms FOLDER] [--no-write]

One command from start to end: reads the sources, fits the linear weights (:mod:`ranker_linear`), fits
the trees without each source in turn (:mod:`ranker_trees`), fits on those left-out predictions what
the linear score and the trees count for each kind of field, prints both tables, and trains on all
but the articles kept back. Sources: GenSIE's dev, recorded and second, our own examples, labelled
forms, and questions with answer spans (SQuAD-es, of which one article in three is only judged).
Features are read once and kept in ``--cache``; no feature knows a field by name.
"""

import argparse
import hashlib
import json
import pickle
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

from ranker_answered import answered_rows, fit_both  # noqa: E402
from ranker_answers import print_answers  # noqa: E402
from ranker_folds import (  # noqa: E402
    FOLDS,
    LINEAR_SOURCES,
    families,
    fit_shares,
    judge_left_out,
    linear_rankers,
    scored,
    teach,
)
from ranker_lessons import Case, Lesson, read_examples, read_lesson  # noqa: E402
from ranker_linear import read_priors  # noqa: E402
from ranker_report import print_left_out  # noqa: E402
from ranker_sources import (  # noqa: E402
    FOLDERS,
    QUESTIONS,
    kept_back,
    read_own,
    read_questions,
    read_source,
)
from rich.console import Console  # noqa: E402

from nlp.match.boosted import Boosted  # noqa: E402
from nlp.match.ranker import Ranker  # noqa: E402
from nlp.match.trees import pack  # noqa: E402

TREES = "ranker_trees.npz"
NOTE = (
    "Weights of nlp.match.ranker, written by scripts/train_ranker.py from GenSIE development data "
    "(IberLEF 2026, gia-uh/gensie: MIT, corpus CC BY 4.0), own examples and forms, and SQuAD-es v1.1 "
    "(Carrino, Costa-jussà and Fonollosa, LREC 2020: CC BY 4.0). Feature weights only, no text."
)
_LEFT_OUT_WITH = {"second": 0, "own": 1, QUESTIONS: 1, "forms": 2}
"""Whole sources, each left out along with a third of the schemas of dev and recorded."""
ANSWERS_HELP = "judge whole answers on every N-th instance of each source too"
TREES_FOR = frozenset({"question"})
"""The kinds of fields that the trees speak on; for the others they only show what they would gain."""
_PARTS = 4
_FORMS_STEP = 4


def main() -> int:
    """Read the sources, train, print what was left out, write the weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared")
    parser.add_argument("--forms", type=Path, help="a folder of labelled forms")
    parser.add_argument("--cache", type=Path, help="where to keep the features read")
    parser.add_argument("--output", type=Path, default=ROOT / "resources")
    parser.add_argument("--answers", type=int, default=0, metavar="N", help=ANSWERS_HELP)
    parser.add_argument("--no-write", action="store_true")
    args = parser.parse_args()
    console = Console(width=110)
    started = time.time()
    cases = read_cases_of_all(args.shared, args.forms, args.cache)
    console.print(f"{len(cases)} decisions read in {time.time() - started:.0f} s")
    whole, without = linear_rankers(cases)
    every = scored(cases, whole, without)
    console.print(f"linear weights after {time.time() - started:.0f} s")
    held = kept_back(cases)
    groups = groups_left_out(cases, held)
    left_out = judge_left_out(every, groups)
    judged = [one for one in every if len(one.raw)]
    shares = fit_shares(judged)
    console.print(f"shares of the linear score and the trees: {shares}")
    print_left_out(judged, shares, console)
    answered, answered_without = fit_both(
        answered_rows(judged, shares), read_priors(), whole.groups["answered"], console
    )
    if args.answers:
        lessons = some_lessons(args.shared, args.forms, args.answers)
        folds = families(case for case in cases if case.source in LINEAR_SOURCES)
        fitted = {name: Boosted(one, shares) for name, one in left_out.items()}

        def rankers_of(lesson: Lesson) -> dict[str, Ranker]:
            own = lesson.part in LINEAR_SOURCES
            linear = without[folds.get(lesson.title, 0)] if own else whole
            name = part_of(lesson.part, lesson.title, folds)
            groups = {**linear.groups, "answered": answered_without[lesson.part]}
            return {
                "linear": linear,
                "with trees": Ranker(linear.groups, fitted[name]),
                "and answered": Ranker(groups, fitted[name]),
            }

        print_answers(lessons, rankers_of, console)
    trees = teach([one for one in every if one.case.schema not in held])
    console.print(f"trained after {time.time() - started:.0f} s")
    if not args.no_write:
        ranker = Ranker({**whole.groups, **answered})
        counted = {kind: own if kind in TREES_FOR else (1.0, 0.0) for kind, own in shares.items()}
        write(args.output, ranker, pack(trees), counted)
    return 0


def read_cases_of_all(shared: Path, forms: Path | None, cache: Path | None) -> list[Case]:
    """The decisions of every source that is here, read by two processes or from the cache."""
    if cache is not None and cache.exists():
        return pickle.loads(cache.read_bytes())
    jobs: list[tuple[str, Path, int]] = [
        (one.name, shared / one.place, one.step) for one in FOLDERS if (shared / one.place).exists()
    ]
    if forms is not None:
        jobs.append(("forms", forms, _FORMS_STEP))
    jobs.append(("own", shared, 1))
    questions = shared / "squad_es" / "train.jsonl"
    if questions.exists():
        jobs += [(QUESTIONS, questions, part) for part in range(_PARTS)]
    with ProcessPoolExecutor(max_workers=2) as pool:
        cases = [case for found in pool.map(_read, jobs) for case in found]
    if cache is not None:
        cache.write_bytes(pickle.dumps(cases))
    return cases


def some_lessons(shared: Path, forms: Path | None, step: int) -> Iterator[Lesson]:
    """Every ``step``-th instance of each source; of forms, which are many, fewer."""
    for one in FOLDERS:
        for path in sorted((shared / one.place).glob("*.json"))[::step]:
            yield read_lesson(path, one.name)
    yield from read_examples("own")[::step]
    for path in sorted(forms.glob("*.json"))[:: step * _FORMS_STEP] if forms is not None else ():
        yield read_lesson(path, "forms")


def _read(job: tuple[str, Path, int]) -> list[Case]:
    name, path, number = job
    if name == QUESTIONS:
        return read_questions(path, number, _PARTS)
    lessons = read_own() if name == "own" else read_source(path, name, number)
    return [case for lesson in lessons for case in lesson.cases]


def groups_left_out(cases: Sequence[Case], held: frozenset[str]) -> dict[str, frozenset[str]]:
    """What is left out together: a third of the schemas of dev and recorded, and whole sources."""
    groups: dict[str, set[str]] = {f"part {fold + 1}": set() for fold in range(FOLDS)}
    folds = families(case for case in cases if case.source in LINEAR_SOURCES)
    for case in cases:
        if case.source != QUESTIONS or case.schema in held:
            groups[part_of(case.source, case.schema, folds)].add(f"{case.source}/{case.schema}")
    return {name: frozenset(keys) for name, keys in groups.items()}


def part_of(source: str, schema: str, folds: Mapping[str, int]) -> str:
    """The group that a schema of a source is left out with."""
    fold = folds.get(schema, 0) if source in LINEAR_SOURCES else _LEFT_OUT_WITH[source]
    return f"part {fold + 1}"


def write(
    output: Path, ranker: Ranker, packed: bytes, shares: dict[str, tuple[float, float]]
) -> None:
    """Write the weights and the trees, whose hash the weights name."""
    trees = {
        "file": TREES,
        "sha256": hashlib.sha256(packed).hexdigest(),
        "shares": {kind: list(pair) for kind, pair in shares.items()},
    }
    body = {"note": NOTE, "trees": trees, "groups": ranker.groups}
    (output / TREES).write_bytes(packed)
    text = json.dumps(body, indent=1, ensure_ascii=False)
    (output / "ranker.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
