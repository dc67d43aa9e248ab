"""Train the ranker on every teacher at hand; write resources/ranker.json and its trees.

    python scripts/train_ranker.py [--shared ../shared] [--cache FILE] [--answers N] [--no-write]

One command from start to end: reads the sources, fits the linear weights (:mod:`ranker_linear`) and the
trees of questions (:mod:`ranker_trees`) without the articles kept back, fits trees of all sources
without each in turn for what they would gain on other fields, fits on those left-out predictions
what the linear score and the trees count for each kind of field, prints both tables, and writes.
Sources: GenSIE's dev, recorded and second, our own examples, labelled forms, and questions with
answer spans (SQuAD-es, of which one article in three is only judged). Features are read once and
kept in ``--cache``; no feature knows a field by name.
"""

import argparse
import gc
import hashlib
import json
import pickle
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), *(str(ROOT / one) for one in ("scripts", "tests", "tests/benchmarks"))]

from ranker_added import with_set  # noqa: E402
from ranker_answered import answered_rows, fit_both  # noqa: E402
from ranker_answers import print_answers  # noqa: E402
from ranker_folds import (  # noqa: E402
    FOLDS,
    LINEAR_SOURCES,
    Scored,
    families,
    fit_shares,
    for_fields,
    judge_left_out,
    key_of,
    linear_rankers,
    scored,
    teach,
)
from ranker_forms.make import write_forms  # noqa: E402
from ranker_formulas import fit_formulas, read_formulas  # noqa: E402
from ranker_items import fit_items  # noqa: E402
from ranker_lessons import (  # noqa: E402
    CASE_FOLDERS,
    Case,
    Lesson,
    read_examples,
    read_lesson,
)
from ranker_linear import read_priors  # noqa: E402
from ranker_options import (  # noqa: E402
    Decision,
    Judges,
    Weighing,
    fit_weighing,
    read_decisions,
)
from ranker_places import fit_places, read_places  # noqa: E402
from ranker_report import print_left_out, print_members  # noqa: E402
from ranker_sources import (  # noqa: E402
    CASES,
    FOLDERS,
    QUESTIONS,
    kept_back,
    read_own,
    read_questions,
    read_source,
)
from ranker_trees import FOR_FIELDS, FOR_QUESTIONS  # noqa: E402
from rich.console import Console  # noqa: E402
from sources import text_key  # noqa: E402

from nlp.match.answerability import QUESTION_GROUP  # noqa: E402
from nlp.match.associations import pack as pack_associations  # noqa: E402
from nlp.match.boosted import FIELDS as FIELD_TREES  # noqa: E402
from nlp.match.boosted import ITEMS as ITEM_TREES  # noqa: E402
from nlp.match.boosted import QUESTIONS as QUESTION_TREES  # noqa: E402
from nlp.match.boosted import Boosted, kind_of, raw_scores  # noqa: E402
from nlp.match.ranker import PLACES, Ranker, read_ranker  # noqa: E402
from nlp.match.trees import Trees, pack  # noqa: E402
from nlp.match.weighed_formulas import FORMULAS  # noqa: E402

NOTE = (
    "Weights of nlp.match.ranker, written by scripts/train_ranker.py from GenSIE development data "
    "(IberLEF 2026, gia-uh/gensie: MIT, corpus CC BY 4.0), own examples and forms, and SQuAD-es v1.1 "
    "(Carrino, Costa-jussà and Fonollosa, LREC 2020: CC BY 4.0). Weights of features and, of our own "
    "documents alone, associations of words; no text."
)
_LEFT_OUT_WITH = {
    "second": 0, "round4": 0, "own": 1, "round3": 1, "forms": 2, "labelled": 2, "cases": 3, "round5": 3,
    "round6": 0, "round7": 1, "round8": 2, "round9": 3, "round10": 0, "round11": 0, "round12": 1,
    "round13": 2, "round14": 3, "round15": 0, "round16": 2, "round17": 3, "round18": 1, "round19": 3,
    "round20": 0, "round21": 0, "round22": 0, "round23": 0, "round24": 3, "round25": 1, "round26": 2,
    "round27": 2, "round28": 2, "round29": 2, "round30": 2, "round31": 3, "round32": 3, "round33": 1,
    "round34": 1, "round35": 1, "round36": 0, "round37": 0, "round38": 3, "round39": 2, "round42": 1,
    "round44": 2, "round48": 0, "round49": 1, "round50": 3, "round51": 2, "round52": 0, "round53": 1,
    "round56": 0, "round57": 3, "round58": 1, "round68": 1, "round69": 2, "round40": 0, "round41": 2,
    "round43": 1, "round45": 3, "round46": 0, "round47": 2, "round72": 1, "round73": 3, "round74": 0,
    "round75": 2, "round90": 0, "round91": 1, "round92": 2, "round93": 3, "round94": 0, "round95": 1,
    "round96": 2, "round97": 3, "round98": 0, "round99": 1, "round100": 2, "round101": 3,
}  # fmt: skip
"""Whole sources, each left out along with a third of the schemas of dev and recorded."""
ANSWERS_HELP = "judge whole answers on every N-th instance of each source too"
LEFT_OUT_HELP = (
    "also write, for every text, the ranker that never saw its source: fit_hints.py and "
    "calibrate_confidence.py read them where VERAZ_LEFT_OUT names the folder"
)
ADDED_HELP = "teach one set of trees alone, beside the rankers that --left-out and --output hold"
_ADDED: Mapping[str, tuple[Callable[..., list[Any]], Callable[..., dict[str | None, Trees]]]] = {
    FORMULAS: (read_formulas, fit_formulas),
    PLACES: (read_places, fit_places),
}
"""Trees that are taught last, by rankers that have all that stands before them."""
_PARTS = 4
_Read = TypeVar("_Read")
_FORMS_STEP = 4
"""Forms are many: of whole answers, fewer are judged."""


def main() -> int:
    """Read the sources, train, print what was left out, write the weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared")
    parser.add_argument("--cache", type=Path, help="where to keep the features read")
    parser.add_argument("--output", type=Path, default=ROOT / "resources")
    parser.add_argument("--answers", type=int, default=0, metavar="N", help=ANSWERS_HELP)
    parser.add_argument("--no-write", action="store_true")
    parser.add_argument("--left-out", type=Path, metavar="FOLDER", help=LEFT_OUT_HELP)
    parser.add_argument("--only", choices=_ADDED, help=ADDED_HELP)
    args = parser.parse_args()
    if args.only and args.left_out is None:
        parser.error("--only needs --left-out, the folder of rankers that never saw a source")
    args.output.mkdir(parents=True, exist_ok=True)
    console = Console(width=110)
    if args.only:
        return teach_added(args.only, args.shared, args.left_out, args.output, console)
    started = time.time()
    cases = read_cases_of_all(args.shared, args.cache)
    console.print(f"{len(cases)} decisions read in {time.time() - started:.0f} s")
    folds = families(case for case in cases if case.source in LINEAR_SOURCES)
    parts = groups_left_out(cases)
    whole, without = linear_rankers(cases, parts)
    unseen = partial(linear_of, folds, whole, without)
    every = scored(cases, unseen)
    console.print(f"linear weights after {time.time() - started:.0f} s")
    held = kept_back(cases)
    asked = teach_questions(every, held)
    left_out = judge_left_out(every, parts, held)
    judged = [one for one in every if len(one.raw)]
    shares = fit_shares(judged)
    console.print(f"what the linear score and the trees would count: {shares}")
    print_left_out(judged, shares, console)
    told, prior = answered_rows(judged, shares), read_priors()
    answered = fit_both(told, prior, whole.groups["answered"], console)[QUESTION_GROUP]
    print_members(cases, unseen, console)
    items = {
        name: fit_items((case for case in cases if key_of(case) not in parts[name]), unseen)
        for name in left_out
    }
    fitted = {
        name: Ranker(
            {QUESTION_GROUP: answered},
            Boosted({QUESTION_TREES: asked, FIELD_TREES: one, ITEM_TREES: items[name]}, shares),
        )
        for name, one in left_out.items()
    }
    if not args.no_write:
        fields = teach((one for one in every if for_fields(one.case, held)), FOR_FIELDS)
        every_item = fit_items(cases, unseen)
    # What is read from here on is read by forks: they must not carry all decisions with them.
    del cases, every, judged, told
    gc.collect()
    judges = partial(rankers_of, folds, without, fitted)
    decisions = left_out_by_parts(partial(_read_options, args.shared, judges, folds))
    console.print(f"{len(decisions)} fields with options after {time.time() - started:.0f} s")
    weighing, options = fit_weighing(decisions, console)
    judges = partial(with_options, judges, options, folds)
    added = {}
    for name, (_, fit) in _ADDED.items():
        read = left_out_by_parts(partial(_read_added, name, args.shared, judges, folds))
        console.print(f"{len(read)} choices of {name} after {time.time() - started:.0f} s")
        added[name] = fit(read, console)
        judges = partial(with_added, judges, name, added[name], folds)
    if args.left_out is not None:
        write_left_out(args.left_out, args.shared, judges, folds)
    if not args.no_write:
        sets = {QUESTION_TREES: asked, FIELD_TREES: fields, ITEM_TREES: every_item}
        boosted = Boosted(sets | weighing.trees, shares, weighing.associations)
        groups = {**whole.groups, QUESTION_GROUP: answered}
        ranker = Ranker(groups, boosted)
        for name, trees in added.items():
            ranker = with_set(ranker, name, trees[None])
        write(args.output, ranker)
    if args.answers:
        print_answers(some_lessons(args.shared, args.answers), judges, console)
    console.print(f"done after {time.time() - started:.0f} s")
    return 0


def teach_questions(every: Sequence[Scored], held: frozenset[str]) -> Trees:
    """The trees of questions, without the articles kept back; they judge these and other questions."""
    asked = [one for one in every if one.case.source == QUESTIONS]
    trees = teach([one for one in asked if one.case.schema not in held], FOR_QUESTIONS)
    for one in every:
        learnt = one.case.source == QUESTIONS and one.case.schema not in held
        if not learnt and kind_of(one.case.profile) == "question":
            one.raw = raw_scores(trees, one.features)
    return trees


def left_out_by_parts(read: Callable[[int], list[_Read]]) -> list[_Read]:
    """What is read of every source's fields by what never saw the source; by two processes."""
    with ProcessPoolExecutor(max_workers=2) as pool:
        return [one for found in pool.map(read, range(_PARTS)) for one in found]


def _read_options(
    shared: Path, judges: Judges, folds: Mapping[str, int], start: int
) -> list[Decision]:
    lessons = some_lessons(shared, _PARTS, start)
    return read_decisions(lessons, judges, partial(part_of_lesson, folds))


def _read_added(
    name: str, shared: Path, judges: Judges, folds: Mapping[str, int], start: int
) -> list[Any]:
    read, _ = _ADDED[name]
    lessons = some_lessons(shared, _PARTS, start)
    return read(lessons, lambda one: judges(one)["weighed"], partial(part_of_lesson, folds))


def teach_added(name: str, shared: Path, left_out: Path, output: Path, console: Console) -> int:
    """Teach one set of trees beside rankers that are written already, and add it to them."""
    _, fit = _ADDED[name]
    read: list[Any] = left_out_by_parts(partial(_read_written, name, shared, left_out))
    trees = fit(read, console)
    for part, own in trees.items():
        folder = output if part is None else left_out / part
        write(folder, with_set(read_ranker(folder), name, own))
    return 0


def _read_written(name: str, shared: Path, left_out: Path, start: int) -> list[Any]:
    parts = json.loads((left_out / "parts.json").read_text(encoding="utf-8"))
    rankers = {name: read_ranker(left_out / name) for name in set(parts.values())}

    def part_of(lesson: Lesson) -> str:
        return str(parts[text_key(lesson.document.text)])

    lessons = (
        one for one in some_lessons(shared, _PARTS, start) if text_key(one.document.text) in parts
    )
    read, _ = _ADDED[name]
    return read(lessons, lambda one: rankers[part_of(one)], part_of)


def write_left_out(folder: Path, shared: Path, judges: Judges, folds: Mapping[str, int]) -> None:
    """Write the rankers of each part, and which text is of which: ``parts.json``, by hash of the text."""
    parts: dict[str, str] = {}
    for lesson in some_lessons(shared, 1):
        part = part_of_lesson(folds, lesson).replace(" ", "_")
        parts[text_key(lesson.document.text)] = part
        if not (folder / part).exists():
            (folder / part).mkdir(parents=True)
            write(folder / part, judges(lesson)["weighed"])
    (folder / "parts.json").write_text(json.dumps(parts, indent=1), encoding="utf-8")


def part_of_lesson(folds: Mapping[str, int], lesson: Lesson) -> str:
    """The part that a lesson is left out with."""
    return part_of(lesson.part, lesson.title, folds)


def with_options(
    judges: Judges,
    options: Mapping[str, Weighing],
    folds: Mapping[str, int],
    lesson: Lesson,
) -> dict[str, Ranker]:
    """The rankers of a lesson, and one that weighs options by trees that have not seen its part."""
    found = judges(lesson)
    full = found["with trees"]
    own = options[part_of_lesson(folds, lesson)]
    trees = {**full.boosted.trees, **own.trees}
    boosted = replace(full.boosted, trees=trees, associations=own.associations)
    return {**found, "weighed": replace(full, boosted=boosted)}


def with_added(
    judges: Judges,
    name: str,
    trees: Mapping[str | None, Trees],
    folds: Mapping[str, int],
    lesson: Lesson,
) -> dict[str, Ranker]:
    """The same, what weighs options with a set of trees too, those that have not seen its part."""
    found = judges(lesson)
    own = trees[part_of_lesson(folds, lesson)]
    return {**found, "weighed": with_set(found["weighed"], name, own)}


def linear_of(
    folds: Mapping[str, int], whole: Ranker, without: Mapping[str, Ranker], case: Case
) -> Ranker:
    """The linear ranker that never saw the source of a case; questions taught none."""
    if case.source == QUESTIONS:
        return whole
    return without[part_of(case.source, case.schema, folds)]


def rankers_of(
    folds: Mapping[str, int],
    without: Mapping[str, Ranker],
    fitted: Mapping[str, Ranker],
    lesson: Lesson,
) -> dict[str, Ranker]:
    """What judges a lesson: rankers that never saw its source, or its schema in dev and recorded."""
    part = part_of_lesson(folds, lesson)
    linear, other = without[part], fitted[part]
    return {
        "linear": linear,
        "with trees": Ranker({**linear.groups, **other.groups}, other.boosted),
    }


def read_cases_of_all(shared: Path, cache: Path | None) -> list[Case]:
    """The decisions of every source that is here, read by two processes or from the cache."""
    if cache is not None and cache.exists():
        return pickle.loads(cache.read_bytes())
    jobs: list[tuple[str, Path, int]] = [
        (one.name, shared / one.place, one.step) for one in FOLDERS if (shared / one.place).exists()
    ]
    jobs += [(name, CASES / folder, 1) for name, folder in CASE_FOLDERS.items()]
    jobs.append(("own", shared, 1))
    questions = shared / "squad_es" / "train.jsonl"
    if questions.exists():
        jobs += [(QUESTIONS, questions, part) for part in range(_PARTS)]
    with ProcessPoolExecutor(max_workers=2) as pool, TemporaryDirectory() as folder:
        jobs.append(("forms", write_forms(Path(folder)), 1))
        cases = [case for found in pool.map(_read, jobs) for case in found]
    if cache is not None:
        cache.write_bytes(pickle.dumps(cases))
    return cases


def some_lessons(shared: Path, step: int, start: int = 0) -> Iterator[Lesson]:
    """Every ``step``-th instance of each source from ``start`` on; of forms, which are many, fewer."""
    for one in FOLDERS:
        for path in sorted((shared / one.place).glob("*.json"))[start::step]:
            yield read_lesson(path, one.name)
    yield from read_examples("own")[start::step]
    for name, folder in CASE_FOLDERS.items():
        for path in sorted((CASES / folder).glob("*.json"))[start::step]:
            yield read_lesson(path, name)
    with TemporaryDirectory() as folder:
        for path in sorted(write_forms(Path(folder)).glob("*.json"))[start :: step * _FORMS_STEP]:
            yield read_lesson(path, "forms")


def _read(job: tuple[str, Path, int]) -> list[Case]:
    name, path, number = job
    if name == QUESTIONS:
        return read_questions(path, number, _PARTS)
    lessons = read_own() if name == "own" else read_source(path, name, number)
    return [case for lesson in lessons for case in lesson.cases]


def groups_left_out(cases: Sequence[Case]) -> dict[str, frozenset[str]]:
    """What is left out together: a third of the schemas of dev and recorded, and whole sources."""
    groups: dict[str, set[str]] = {f"part {fold + 1}": set() for fold in range(FOLDS + 1)}
    folds = families(case for case in cases if case.source in LINEAR_SOURCES)
    for case in cases:
        if case.source != QUESTIONS:
            groups[part_of(case.source, case.schema, folds)].add(f"{case.source}/{case.schema}")
    return {name: frozenset(keys) for name, keys in groups.items()}


def part_of(source: str, schema: str, folds: Mapping[str, int]) -> str:
    """The group that a schema of a source is left out with."""
    fold = folds.get(schema, 0) if source in LINEAR_SOURCES else _LEFT_OUT_WITH[source]
    return f"part {fold + 1}"


def write(output: Path, ranker: Ranker) -> None:
    """Write the weights and the trees, whose hashes the weights name."""
    boosted = ranker.boosted

    def written(name: str, packed: bytes) -> dict[str, str]:
        file = f"ranker_{name}.npz"
        (output / file).write_bytes(packed)
        return {"file": file, "sha256": hashlib.sha256(packed).hexdigest()}

    told: dict[str, Any] = {
        "sets": {name: written(name, pack(trees)) for name, trees in boosted.trees.items()},
        "shares": {kind: list(pair) for kind, pair in boosted.shares.items()},
    }
    if boosted.associations is not None:
        told["associations"] = written("associations", pack_associations(boosted.associations))
    body = {"note": NOTE, "trees": told, "groups": ranker.groups}
    text = json.dumps(body, indent=1, ensure_ascii=False)
    (output / "ranker.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
