"""SemEval-2015 task 15, Corpus Pattern Analysis: parsing, clustering and patterns of verbs.

Source: the task's page and the behaviour of the organisers' program. A task's score is the sum
over verbs divided by the number of gold verbs; a verb that was not submitted counts 0.
``as_organisers`` and ``as_page`` differ in:

* task 1: the program charges a wrongly labelled token to its *gold* category's precision, and
  averages over categories that only the run uses on unlabelled tokens too; the page counts what
  was retrieved in each gold category;
* task 3: the program never gives credit for hypernyms; the page gives 0.5 where the gold type
  stands above the run's and 0.25 where below (``--ontology``, rows ``child<TAB>parent``). More
  patterns than 1.5 times the gold ones stop the program; the page's reading drops them;
* the program counts every file of the gold directory as a verb.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from veraz.protocols.scorers.cpa_files import Tokens, read_clusters, read_parses, read_patterns
from veraz.protocols.scorers.errors import ScoringError
from veraz.protocols.scorers.score import Score, Table, f_measure, ratio, signature
from veraz.resampling import Rows, Statistic

SUFFIXES: Mapping[int, str] = {1: ".parse", 2: ".clust", 3: ".pat"}
MOST_PATTERNS = 1.5
GOLD_ABOVE, GOLD_BELOW = 0.5, 0.25


@dataclass(frozen=True, slots=True)
class Rules:
    """The reading; ``parents`` is the ontology, child to parents, where one is given."""

    page: bool = False
    parents: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def above(self, upper: str, lower: str) -> bool:
        """Whether ``upper`` is an ancestor of ``lower``."""
        seen, layer = set[str](), {lower}
        while layer:
            layer = {up for each in layer for up in self.parents.get(each, ())} - seen
            if upper in layer:
                return True
            seen |= layer
        return False

    def credit(self, gold: str, run: str) -> float:
        """What a run's filler earns against the gold one."""
        if gold == run:
            return 1.0
        if not self.page:
            return 0.0
        return GOLD_ABOVE if self.above(gold, run) else GOLD_BELOW * self.above(run, gold)


def score_folders(
    gold: Path,
    predictions: Path,
    *,
    task: int,
    rules: str = "as_organisers",
    ontology: Path | None = None,
) -> Score:
    """Score one task: ``gold`` is the directory of the task or has ``taskN`` below it."""
    if task not in SUFFIXES:
        raise ScoringError(f"unknown task {task}: choose 1, 2 or 3")
    page = rules == "as_page"
    reading = Rules(page, {} if ontology is None else read_parents(ontology))
    below = gold / f"task{task}"
    folder = below if below.is_dir() else gold
    if not folder.is_dir() or not predictions.is_dir():
        missing = predictions if folder.is_dir() else folder
        raise ScoringError("expected a directory", path=missing)
    suffix = SUFFIXES[task]
    files = sorted(path for path in folder.iterdir() if path.is_file())
    verbs = [path for path in files if path.suffix == suffix]
    if not verbs:
        raise ScoringError(f"expected VERB{suffix} files", path=folder)
    warnings = []
    judged: dict[str, dict[str, float]] = {}
    for path in verbs if page else files:
        run = predictions / path.name
        if path.suffix != suffix:
            warnings.append(f"{path}: not a {suffix} file, counted as a verb never submitted")
        elif not run.exists():
            warnings.append(f"{run}: no such file, the verb counts 0")
        else:
            judged[path.name] = JUDGES[task](path, run, reading)
            continue
        judged[path.name] = {"f1": 0.0}
    return _score(task, judged, rules, warnings)


def _score(
    task: int, judged: Mapping[str, dict[str, float]], rules: str, warnings: list[str]
) -> Score:
    columns = tuple(dict.fromkeys(name for each in judged.values() for name in each))
    rows = np.array([[each.get(name, 0.0) for name in columns] for each in judged.values()])
    measures: dict[str, Statistic] = {
        name: _column_mean(place) for place, name in enumerate(columns)
    }
    cells = [
        (Path(name).stem, *(each.get(column, 0.0) for column in columns))
        for name, each in judged.items()
    ]
    return Score(
        protocol="cpa",
        signature=signature("cpa", rules, task=task),
        main="f1",
        metrics={**{name: each(rows) for name, each in measures.items()}, "verbs": len(rows)},
        columns=columns,
        units=tuple(Path(name).stem for name in judged),
        rows=rows,
        statistics=measures,
        tables=(Table("by verb", ("verb", *columns), tuple(cells)),),
        warnings=tuple(warnings),
    )


def _column_mean(place: int) -> Statistic:
    def mean(rows: Rows) -> float:
        return float(rows[:, place].mean())

    return mean


def judge_parse(gold: Path, run: Path, rules: Rules) -> dict[str, float]:
    """Task 1: the mean of the syntactic and the semantic layer."""
    golden, found = read_parses(gold), read_parses(run)
    syntax = score_layer(golden.syntax, found.syntax, rules)
    semantics = score_layer(golden.semantics, found.semantics, rules)
    return {"f1": (syntax + semantics) / 2, "syntax": syntax, "semantics": semantics}


def score_layer(gold: Tokens, run: Tokens, rules: Rules) -> float:
    """Mean F1 over the categories of one layer; 1 where neither side has any."""
    categories = set(gold.values())
    if not rules.page:
        categories |= {label for token, label in run.items() if token not in gold}
    if not categories:
        return 1.0
    total = 0.0
    for category in categories:
        reference = {token for token, label in gold.items() if label == category}
        right = sum(run.get(token) == category for token in reference)
        if rules.page:
            retrieved = sum(label == category for label in run.values())
        else:
            extra = sum(label == category and token not in gold for token, label in run.items())
            retrieved = sum(token in run for token in reference) + extra
        total += f_measure(ratio(right, retrieved), ratio(right, len(reference)))
    return total / len(categories)


def judge_clusters(gold: Path, run: Path, rules: Rules) -> dict[str, float]:
    """Task 2: B-cubed precision, recall and F1."""
    golden, found = read_clusters(gold), read_clusters(run)
    precision, recall = b_cubed(found, golden), b_cubed(golden, found)
    return {"f1": f_measure(precision, recall), "precision": precision, "recall": recall}


def b_cubed(one: Mapping[str, Hashable], other: Mapping[str, Hashable]) -> float:
    """Mean over ``one`` of the share of an element's cluster that ``other`` puts with it."""
    clusters: dict[Hashable, list[str]] = {}
    for element, cluster in one.items():
        clusters.setdefault(cluster, []).append(element)
    total = 0.0
    for members in clusters.values():
        sizes: dict[Hashable, int] = {}
        for element in members:
            if element in other:
                sizes[other[element]] = sizes.get(other[element], 0) + 1
        total += sum(size * size for size in sizes.values()) / len(members)
    return ratio(total, len(one))


def judge_patterns(gold: Path, run: Path, rules: Rules) -> dict[str, float]:
    """Task 3: gold patterns take greedily, in file order, the best run pattern left."""
    golden, found = read_patterns(gold), read_patterns(run)
    most = round(MOST_PATTERNS * len(golden))
    if len(found) > most:
        if not rules.page:
            raise ScoringError(
                f"{len(found)} patterns, at most {most} are allowed for {len(golden)} gold ones",
                path=run,
            )
        found = found[:most]
    left = list(found)
    total, right, filled = 0.0, 0.0, 0
    for pattern in golden:
        scored = [(pattern_f1(pattern, each, rules), each) for each in left]
        if not scored:
            break
        value, best = max(scored, key=lambda pair: pair[0])
        left.remove(best)
        total += value
        right += pattern_credit(pattern, best, rules)
        filled += len(best)
    slots = sum(len(pattern) for pattern in golden)
    pooled = f_measure(ratio(right, filled), ratio(right, slots))
    return {"f1": ratio(total, len(golden)), "pooled_f1": pooled}


def pattern_credit(gold: Mapping[str, str], run: Mapping[str, str], rules: Rules) -> float:
    """Credit summed over the slots both fill."""
    return sum(rules.credit(gold[slot], run[slot]) for slot in gold if slot in run)


def pattern_f1(gold: Mapping[str, str], run: Mapping[str, str], rules: Rules) -> float:
    """F1 over the filled slots of two patterns."""
    right = pattern_credit(gold, run, rules)
    return f_measure(ratio(right, len(run)), ratio(right, len(gold)))


JUDGES: Mapping[int, Callable[[Path, Path, Rules], dict[str, float]]] = {
    1: judge_parse,
    2: judge_clusters,
    3: judge_patterns,
}


def read_parents(path: Path) -> dict[str, frozenset[str]]:
    """Read an ontology of ``child<TAB>parent`` rows."""
    parents: dict[str, set[str]] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        cells: Sequence[str] = line.split("\t")
        if line.strip() and len(cells) != 2:
            raise ScoringError("expected child<TAB>parent", path=path, line=number)
        if line.strip():
            parents.setdefault(cells[0], set()).add(cells[1])
    return {child: frozenset(above) for child, above in parents.items()}
