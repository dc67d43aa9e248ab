"""The consensus of a model's three recorded runs beside each of them, on two sets of instances.

    python tests/benchmarks/normalizer_consensus.py [--raw] [--sensitivity]

Each number is micro-F1; free text is compared by the organisers' lexical fallback. "Best" is the
best of the three runs once all are scored, which nobody knows beforehand. ``--sensitivity`` says
what each choice in :mod:`normalizers.consensus` is worth: on a model's three runs, and as the mean
over the twenty triples of the six runs, of which there are enough to smooth single answers out.
"""

import argparse
import json
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from shared_data import SHARED  # noqa: E402

from nlp.candidates import find_candidates  # noqa: E402
from nlp.matching import match_hints  # noqa: E402
from nlp.schema import JSON, Draft, Field, Schema, split_path  # noqa: E402
from nlp.schema_compiler import compile_schema  # noqa: E402
from nlp.spans import Document  # noqa: E402
from normalizers import consensus  # noqa: E402
from normalizers.assemble import assemble  # noqa: E402
from normalizers.consensus import fullness  # noqa: E402
from normalizers.normalize import normalize  # noqa: E402
from normalizers.similarity import Likeness, Similarity  # noqa: E402
from veraz.protocols.scorers.gensie import TaskScore, corpus, score_task  # noqa: E402

SOURCES = {
    "recorded": ("gensie/recorded/instances", "gensie/recorded"),
    "second": ("gensie/second/instances", "gensie/second/recorded"),
}
"""Where instances and runs lie, by the name of the set."""

Answers = dict[str, Any]
Metric = Callable[[Schema], Similarity]


@dataclass(frozen=True, slots=True)
class Instance:
    """One text with its gold answer and its schema."""

    id: str
    text: str
    gold: dict[str, Any]
    raw: dict[str, Any]
    schema: Schema

    def score(self, given: Any) -> TaskScore:
        """An answer judged as the organisers do."""
        return score_task(self.gold, given, self.raw)


@dataclass(frozen=True, slots=True)
class Source:
    """A set of instances and the answers of each run to them."""

    name: str
    instances: tuple[Instance, ...]
    runs: dict[str, Answers]

    def of(self, model: str) -> dict[str, Answers]:
        """The runs of one model by the name of the system."""
        names = (name for name in self.runs if name.startswith(f"{model}--"))
        return {name.split("--")[1]: self.runs[name] for name in names}


def load(name: str) -> Source | None:
    """Read one set, or None where it is not there."""
    instances, runs = (SHARED / part for part in SOURCES[name])
    if not instances.exists():
        return None
    answers = {}
    for path in sorted(runs.glob("*--*.jsonl")):
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
        answers[path.stem] = {line["id"]: line["output"] for line in lines}
    tasks = [json.loads(path.read_text("utf-8")) for path in sorted(instances.glob("*.json"))]
    return Source(name, tuple(_instance(task) for task in tasks), answers)


def _instance(task: dict[str, Any]) -> Instance:
    raw = task["target_schema"]
    schema = compile_schema(raw, instruction=task["instruction"])
    return Instance(task["id"], task["input_text"], task["output"], raw, schema)


def contest(schema: Schema) -> Similarity:
    """The contest's own metric on one place, by putting both values where the schema has them."""

    def similarity(field: Field | None, left: JSON, right: JSON) -> float:
        steps = split_path(field.path) if field is not None else ()
        if not steps:
            return _whole(left, right) if field is not None else float(left == right)
        for step in reversed(steps):
            left, right = ([left], [right]) if step == "*" else ({step: left}, {step: right})
        likeness = _whole(left, right)
        for _ in range(steps.count("*")):  # undoes what the list score makes of one pair
            likeness = 2 * likeness / (1 + likeness)
        return likeness

    def _whole(left: JSON, right: JSON) -> float:
        score = score_task(left, right, schema.original)  # type: ignore[arg-type]
        keys = max(score.gold_keys, score.system_keys)
        return score.tps / keys if keys else 1.0

    return similarity


def merged(instance: Instance, roots: Sequence[Any], metric: Metric = Likeness) -> Any:
    """The consensus of several answers to one instance."""
    drafts = [Draft(root=root) for root in roots]
    return consensus.merge_drafts(drafts, instance.schema, metric(instance.schema))[0].root


def scores(source: Source, answers: Answers) -> list[TaskScore]:
    """One run's score on each instance."""
    return [each.score(answers[each.id]) for each in source.instances]


def f1(given: Sequence[TaskScore]) -> float:
    """Micro-averaged F1."""
    return corpus(given).f1


def voted(source: Source, runs: Sequence[Answers], metric: Metric = Likeness) -> Answers:
    """The consensus of several runs on every instance."""
    return {
        each.id: merged(each, [answers[each.id] for answers in runs], metric)
        for each in source.instances
    }


def normalized(source: Source, runs: dict[str, Answers]) -> dict[str, Answers]:
    """Every answer of every run after normalization; each text is read once."""
    made: dict[str, Answers] = {name: {} for name in runs}
    for each in source.instances:
        document = Document(each.id, each.text)
        candidates = find_candidates(document)
        hints = match_hints(document, candidates, each.schema)
        for name, answers in runs.items():
            draft = Draft(root=answers[each.id])
            results = normalize(draft, each.schema, document, candidates, hints=hints)
            made[name][each.id] = assemble(results, each.schema)
    return made


def report(*, raw: bool = False) -> None:
    """Print each run and the consensus of each model's runs, raw and (unless ``raw``) normalized.

    ``then``: merged, then normalized; ``late``: the normalized answers merged.
    """
    print("\nConsensus of a model's three runs (minimum Bayes risk), in F1")
    for source in _sources():
        models = sorted({run.split("--")[0] for run in source.runs})
        runs = {m: {**source.of(m), "consensus": voted(source, _three(source, m))} for m in models}
        every = {f"{m} {name}": answers for m in models for name, answers in runs[m].items()}
        after = {} if raw else normalized(source, every)
        print(f"\n{source.name}: {len(source.instances)} instances")
        for model in models:
            _show(source, model, runs[model], after)


def _show(source: Source, model: str, runs: dict[str, Answers], after: dict[str, Answers]) -> None:
    """One model's rows: before and after normalization."""
    for name, answers in runs.items():
        column = f"  normalized {f1(scores(source, after[f'{model} {name}'])):.4f}" if after else ""
        print(f"{model:6s} {name:20s} {f1(scores(source, answers)):.4f}{column}")
    if after:
        late = voted(source, [after[f"{model} {name}"] for name in source.of(model)])
        print(
            f"{model:6s} {'normalized, merged':20s} {'':6s}             {f1(scores(source, late)):.4f}"
        )
    singles = [scores(source, answers) for answers in source.of(model).values()]
    worst, schema = min(_left_out(source, singles, scores(source, runs["consensus"])))
    whole = f1(scores(source, runs["consensus"])) - max(f1(each) for each in singles)
    print(f"{model:6s} over the best: {whole:+.4f}, at the least {worst:+.4f} (without {schema})")


def _left_out(
    source: Source, singles: Sequence[list[TaskScore]], joint: list[TaskScore]
) -> Iterator[tuple[float, str]]:
    """What consensus gains over the best run with each schema left out in turn."""
    titles = [str(each.raw.get("title", "")) for each in source.instances]
    for title in sorted(set(titles)):
        kept = [place for place, other in enumerate(titles) if other != title]
        best = max(f1([single[place] for place in kept]) for single in singles)
        yield f1([joint[place] for place in kept]) - best, title


def report_sensitivity() -> None:
    """Print what other choices would give."""
    sources = list(_sources())
    models = ("gemma", "qwen")
    print("\nEach model's three runs, and the mean over the 20 triples of the six runs, in F1")
    columns = [f"{each.name} {which}" for each in sources for which in (*models, "triples")]
    print(f"{'':32s}" + "".join(f"{column:>17s}" for column in columns))
    for name, changes, metric in _variants():
        with _changed(changes):
            cells = []
            for source in sources:
                cells += [
                    f1(scores(source, voted(source, _three(source, m), metric))) for m in models
                ]
                triples = list(combinations(source.runs.values(), 3))
                cells.append(
                    sum(f1(scores(source, voted(source, each, metric))) for each in triples)
                    / len(triples)
                )
        print(f"{name:32s}" + "".join(f"{cell:17.4f}" for cell in cells), flush=True)


def _variants() -> Iterator[tuple[str, dict[str, Any], Metric]]:
    yield "as it is", {}, Likeness
    yield "the contest's metric", {}, contest
    yield "silence is a vote for null", {"fullness": lambda *_: 1.0, "_weighed": _filled}, Likeness
    yield "all drafts weigh alike", {"fullness": lambda *_: 1.0}, Likeness
    for power in (0.5, 2.0):
        yield f"weight to the power of {power}", {"fullness": _power(power)}, Likeness
    for alike in (0.3, 0.4, 0.6, 0.7):
        yield f"same item from {alike}", {"ALIKE": alike}, Likeness


def _power(power: float) -> Callable[[Schema, JSON], float]:
    return lambda schema, root: fullness(schema, root) ** power


def _filled(schema: Schema, heard: Sequence[Draft]) -> list[consensus.Vote]:
    """Every key asked at the top, null where the draft leaves it out: as it was before."""
    empty: dict[str, Any] = {each.name: None for each in schema.fields}
    return [consensus.Vote({**empty, **draft.root}, 1.0) for draft in heard]


@contextmanager
def _changed(changes: dict[str, Any]) -> Iterator[None]:
    with mock.patch.multiple(consensus, **changes) if changes else mock.patch.dict({}):
        yield


def _three(source: Source, model: str) -> list[Answers]:
    return list(source.of(model).values())


def _sources() -> Iterator[Source]:
    for name in SOURCES:
        source = load(name)
        if source is None:
            print(f"no recorded answers at {SHARED / SOURCES[name][0]} (set VERAZ_SHARED)")
        else:
            yield source


def main() -> int:
    """Print the tables asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--raw", action="store_true", help="without normalization")
    parser.add_argument("--sensitivity", action="store_true", help="what other choices would give")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    report(raw=arguments.raw)
    if arguments.sensitivity:
        report_sensitivity()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
