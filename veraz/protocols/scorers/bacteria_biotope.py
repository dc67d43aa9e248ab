"""Bacteria Biotope (BioNLP-ST 2016): the six subtasks on bacteria and where they live.

Source: the task's evaluation page and the program of github.com/Bibliome/bionlp-st.
``cat`` is the mean similarity of the normalisations; ``cat+ner`` ranks by slot error rate
(lower is better), ``event`` and ``event+ner`` by F1, ``kb`` and ``kb+ner`` by the mean over the
gold associations. ``as_organisers`` truncates the substitutions of the slot error rate, pairs
the mutual best first and lets extra taxa go free; ``as_page`` does not truncate, pairs for the
largest sum, takes the Jaccard index of taxa, and ranks associations by their sum.

Two faults of the program are left out in both readings, unless ``faults`` asks for them: in
``kb`` it reads the normalisations of gold and prediction together, on both sides, and in
``event`` it drops wrong predictions named like a gold event with equivalent arguments.
"""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from veraz.protocols.scorers.bacteria_biotope_files import (
    BACTERIA,
    GEOGRAPHICAL,
    HABITAT,
    Annotations,
    Pair,
    read_pairs,
)
from veraz.protocols.scorers.bacteria_biotope_links import JUDGES, Link, Rules, judge_mentions
from veraz.protocols.scorers.bacteria_biotope_similarity import Ontology
from veraz.protocols.scorers.errors import ScoringError
from veraz.protocols.scorers.score import Number, Score, Table, signature
from veraz.resampling import Rows, Statistic

TASKS: tuple[str, ...] = ("cat", "cat+ner", "event", "event+ner", "kb", "kb+ner")
COLUMNS = ("matched", "mismatched", "insertions", "deletions", "references", "predictions")


def score_folders(
    gold: Path,
    predictions: Path,
    *,
    task: str,
    ontology: Path | None = None,
    rules: str = "as_organisers",
    faults: bool = False,
) -> Score:
    """Score a directory of ``.a2`` files."""
    if task not in TASKS:
        raise ScoringError(f"unknown subtask {task!r}: choose one of {', '.join(TASKS)}")
    page = rules == "as_page"
    reading = Rules(page, None if ontology is None else Ontology.read(ontology), faults)
    warnings: list[str] = []
    pairs = list(read_pairs(gold, predictions, warnings))
    choices = {"task": task, "faults": "kept"} if faults else {"task": task}
    signed = signature("bacteria_biotope", rules, **choices)
    if task.startswith("kb"):
        for pair in pairs if faults else ():
            _leak(pair)
        return _score_kb(pairs, reading, signed, warnings)
    judge = JUDGES[task]
    units = [(pair.name, judge(pair, reading)) for pair in pairs]
    measures = statistics(task, page=page)
    tables = [_alternates(units, measures)]
    if task.endswith("+ner"):
        mentions = [(pair.name, judge_mentions(pair, reading)) for pair in pairs]
        tables.append(_alternates(mentions, measures, title="mentions, whatever they stand for"))
    return _score_links(units, measures, signed, tables, warnings)


def _row(links: Sequence[Link]) -> tuple[float, ...]:
    pairs = [link for link in links if link.reference and link.prediction]
    return (
        sum(link.similarity for link in pairs),
        sum(1 - link.similarity for link in pairs),
        sum(not link.reference for link in links),
        sum(not link.prediction for link in links),
        sum(link.reference for link in links),
        sum(link.prediction for link in links),
    )


def _rows(units: Sequence[Sequence[Link]]) -> Rows:
    return np.array([_row(links) for links in units], dtype=np.float64).reshape(-1, len(COLUMNS))


def _divide(numerator: float, denominator: float) -> float:
    return numerator / denominator if denominator else math.nan


def statistics(task: str, *, page: bool) -> dict[str, Statistic]:
    """The measures of a subtask; not a number where nothing can be divided."""

    def recall(rows: Rows) -> float:
        return _divide(float(rows[:, 0].sum()), float(rows[:, 4].sum()))

    def precision(rows: Rows) -> float:
        return _divide(float(rows[:, 0].sum()), float(rows[:, 5].sum()))

    def f1(rows: Rows) -> float:
        r, p = recall(rows), precision(rows)
        return _divide(2 * r * p, r + p)

    def ser(rows: Rows) -> float:
        wrong = float(rows[:, 1].sum())
        substitutions = wrong if page else float(math.floor(wrong + 1e-9))
        return _divide(substitutions + float(rows[:, 2:4].sum()), float(rows[:, 4].sum()))

    def iser(rows: Rows) -> float:
        return 1 / (1 + ser(rows))

    if task == "cat":
        return {"precision": recall}
    measures: dict[str, Statistic] = {
        "f1": f1,
        "recall": recall,
        "precision": precision,
        "ser": ser,
        "iser": iser,
    }
    if task == "cat+ner":  # ranked by the slot error rate
        return {"ser": ser, **measures}
    return measures


def _score_links(
    units: Sequence[tuple[str, list[Link]]],
    measures: Mapping[str, Statistic],
    signed: str,
    tables: Sequence[Table],
    warnings: list[str],
) -> Score:
    rows = _rows([links for _, links in units])
    metrics: dict[str, Number] = {name: each(rows) for name, each in measures.items()}
    for name, value in metrics.items():
        if isinstance(value, float) and math.isnan(value):
            warnings.append(f"{name} is undefined: 0 divided by 0")
    metrics.update(zip(COLUMNS, rows.sum(axis=0).tolist(), strict=True))
    main = next(iter(measures))
    return Score(
        protocol="bacteria_biotope",
        signature=signed,
        main=main,
        metrics=metrics,
        columns=COLUMNS,
        units=tuple(name for name, _ in units),
        rows=rows,
        statistics=measures,
        tables=tuple(tables),
        warnings=tuple(warnings),
    )


def _alternates(
    units: Sequence[tuple[str, list[Link]]],
    measures: Mapping[str, Statistic],
    title: str = "alternate scores",
) -> Table:
    """The same measures on one type only, and on the same pairs with boundaries ignored."""

    def loosened(link: Link) -> Link:
        return Link(link.type, link.loose, link.loose, link.reference, link.prediction)

    links = [each for _, unit in units for each in unit]
    kinds = [
        kind for kind in (BACTERIA, HABITAT, GEOGRAPHICAL) if any(x.type == kind for x in links)
    ]
    variants = [(f"{kind} only", [x for x in links if x.type == kind]) for kind in kinds]
    loose = "exact normalisation" if set(measures) == {"precision"} else "boundaries ignored"
    variants.append((loose, [loosened(each) for each in links]))
    rows = [
        (name, *(each(_rows([chosen])) for each in measures.values())) for name, chosen in variants
    ]
    return Table(title, ("variant", *measures), tuple(rows))


Association = tuple[str, str]


def _associations(documents: Sequence[Annotations]) -> set[Association]:
    """Distinct (taxon, habitat) pairs of all events; places drop out for want of a concept."""
    return {
        (taxon, habitat)
        for document in documents
        for event in document.events
        if document.entities[event.location].type == HABITAT
        for taxon in document.referents.get(event.bacteria, ())
        for habitat in document.referents.get(event.location, ())
    }


def _leak(pair: Pair) -> None:
    """Give both sides each other's normalisations of the given mentions."""
    for name in pair.given.entities:
        both = pair.gold.referents.get(name, set()) | pair.predicted.referents.get(name, set())
        pair.gold.referents[name], pair.predicted.referents[name] = both, set(both)


def _score_kb(pairs: Sequence[Pair], rules: Rules, signed: str, warnings: list[str]) -> Score:
    """Attach each predicted association to its best gold one and average over the gold ones."""
    references = sorted(_associations([pair.gold for pair in pairs]))
    predictions = sorted(_associations([pair.predicted for pair in pairs]))
    attached: dict[Association, list[float]] = {reference: [] for reference in references}
    lone = 0
    for taxon, habitat in predictions:
        options = [
            (rules.habitats.similarity(each[1], habitat), each)
            for each in references
            if each[0] == taxon
        ]
        best = max(options, key=lambda option: option[0], default=(0.0, ("", "")))
        if best[0] > 0:
            attached[best[1]].append(best[0])
        else:
            lone += 1
    values = [sum(scores) / len(scores) if scores else 0.0 for scores in attached.values()]
    rows = np.array(values, dtype=np.float64).reshape(-1, 1)
    measures: dict[str, Statistic] = {
        "mean_references": lambda each: _divide(float(each.sum()), len(each)),
        "sum_references": lambda each: float(each.sum()),
    }
    if not references:
        warnings.append("no gold association: the mean is undefined")
    return Score(
        protocol="bacteria_biotope",
        signature=signed,
        main="sum_references" if rules.page else "mean_references",
        metrics={
            **{key: each(rows) for key, each in measures.items()},
            "references": len(references),
            "predictions": len(predictions),
            "false_negatives": sum(not scores for scores in attached.values()),
            "false_positives": lone,
        },
        columns=("similarity",),
        units=tuple(f"{taxon} {habitat}" for taxon, habitat in references),
        rows=rows,
        statistics=measures,
        warnings=tuple(warnings),
    )
