"""Bacteria Biotope: the published vectors on a text and an ontology of our own, and real gold."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from shared_data import shared

from veraz.protocols.scorers.bacteria_biotope import TASKS, score_folders, statistics
from veraz.protocols.scorers.bacteria_biotope_similarity import Ontology, boundaries, taxa
from veraz.protocols.scorers.errors import ScoringError

TEXT = "Listeria innocua vive en el suelo húmedo y en agua de pozo. Bacillus cereus también."
#       0                       24 28        40       46   50      60
ENTITIES = {
    "T1": ("Bacteria", "0 16"),
    "T2": ("Habitat", "28 40"),
    "T3": ("Habitat", "46 58"),
    "T4": ("Bacteria", "60 75"),
}
# A chain and a side branch: wet soil < soil < ground < root; well water < water < root.
PARENTS = "W\tS\nS\tG\nG\tR\nP\tA\nA\tR\n"
GOLD_N = {"T1": "1642", "T2": "W", "T3": "P", "T4": "1396"}


def _t(entities: dict[str, tuple[str, str]]) -> str:
    return "".join(f"{name}\t{kind} {span}\tx\n" for name, (kind, span) in entities.items())


def _n(referents: dict[str, str]) -> str:
    rows = []
    for name, values in referents.items():
        for value in values.split(","):
            kind = "NCBI_Taxonomy" if value.isdigit() else "OntoBiotope"
            rows.append(f"N{len(rows) + 1}\t{kind} Annotation:{name} Referent:{value}\n")
    return "".join(rows)


def _r(*events: tuple[str, str]) -> str:
    return "".join(
        f"R{place}\tLives_In Bacteria:{bacteria} Location:{location}\n"
        for place, (bacteria, location) in enumerate(events, start=1)
    )


class Case:
    """A gold and a prediction directory of one document."""

    def __init__(self, root: Path) -> None:
        self.gold, self.run = root / "gold", root / "run"
        self.gold.mkdir()
        self.run.mkdir()
        self.ontology = root / "parents.txt"
        self.ontology.write_text(PARENTS, encoding="utf-8")

    def score(
        self,
        task: str,
        a1: str,
        gold: str,
        run: str,
        rules: str = "as_organisers",
        *,
        faults: bool = False,
    ) -> dict[str, float]:
        (self.gold / "d.txt").write_text(TEXT, encoding="utf-8")
        (self.gold / "d.a1").write_text(a1, encoding="utf-8")
        (self.gold / "d.a2").write_text(gold, encoding="utf-8")
        (self.run / "d.a2").write_text(run, encoding="utf-8")
        score = score_folders(
            self.gold, self.run, task=task, ontology=self.ontology, rules=rules, faults=faults
        )
        return dict(score.metrics)  # type: ignore[arg-type]


@pytest.fixture
def case(tmp_path: Path) -> Case:
    return Case(tmp_path)


def test_wang_similarity() -> None:
    ontology = Ontology({"W": ["S"], "S": ["G"], "G": ["R"], "P": ["A"], "A": ["R"]})
    w = [1, 0.65, 0.65**2, 0.65**3]
    assert ontology.similarity("W", "W") == pytest.approx(1)
    assert ontology.similarity("W", "S") == pytest.approx(
        (w[1] + w[0] + w[2] + w[1] + w[3] + w[2]) / (sum(w) + sum(w[:3]))
    )
    assert ontology.similarity("W", "P") == pytest.approx((w[3] + w[2]) / (sum(w) + sum(w[:3])))
    assert ontology.similarity("unknown", "unknown") == 0


def test_the_shorter_way_up_weighs_more() -> None:
    ontology = Ontology({"X": ["Y", "R"], "Y": ["R"]})
    assert ontology.similarity("X", "R") == pytest.approx((0.65 + 1) / (1 + 0.65 + 0.65 + 1))


@pytest.mark.parametrize(
    ("gold", "predicted", "organisers", "page"),
    [
        ({"1"}, {"1", "2"}, 1, 0.5),
        ({"1", "2"}, {"1"}, 1 / 3, 0.5),
        ({"1"}, set(), 0, 0),
        (set(), set(), 1, 1),
        (set(), {"1"}, 0, 0),
    ],
)
def test_taxa(gold: set[str], predicted: set[str], organisers: float, page: float) -> None:
    assert taxa(gold, predicted, page=False) == pytest.approx(organisers)
    assert taxa(gold, predicted, page=True) == pytest.approx(page)


def test_boundaries_respect_gaps() -> None:
    assert boundaries(((0, 3), (5, 8)), ((0, 10),)) == pytest.approx(0.6)
    assert boundaries(((0, 3),), ((3, 5),)) == 0


@pytest.mark.parametrize(
    ("run", "expected"), [(GOLD_N, 1.0), ({**GOLD_N, "T1": "99"}, 0.75), ({}, 0.0)]
)
def test_cat(case: Case, run: dict[str, str], expected: float) -> None:
    metrics = case.score("cat", _t(ENTITIES), _n(GOLD_N), _n(run))
    assert metrics["precision"] == pytest.approx(expected)


def test_cat_ner_truncates_substitutions(case: Case) -> None:
    gold = {name: ENTITIES[name] for name in ("T1", "T2", "T3")}
    run = {"T1": ("Bacteria", "0 8"), "T2": ("Habitat", "28 33"), "T9": ("Habitat", "60 75")}
    concepts = {"T1": "1642", "T2": "W", "T3": "P"}
    predicted = {"T1": "1642", "T2": "W", "T9": "P"}
    arguments = ("cat+ner", "", _t(gold) + _n(concepts), _t(run) + _n(predicted))
    metrics = case.score(*arguments)
    matched = 8 / 16 + 5 / 12
    assert metrics["matched"] == pytest.approx(matched)
    assert (metrics["insertions"], metrics["deletions"]) == (1, 1)
    assert metrics["ser"] == pytest.approx((1 + 1 + 1) / 3)  # 1.083 wrong, of which 1 counts
    assert metrics["recall"] == pytest.approx(matched / 3)
    page = case.score(*arguments, rules="as_page")
    assert page["ser"] == pytest.approx((2 - matched + 2) / 3)


def test_cat_ner_empty(case: Case) -> None:
    metrics = case.score("cat+ner", "", _t(ENTITIES) + _n(GOLD_N), "")
    assert (metrics["ser"], metrics["recall"]) == (1, 0)
    assert metrics["precision"] != metrics["precision"]  # undefined


def test_pairing_mutual_best_or_largest_sum(case: Case) -> None:
    gold = {"T1": ("Habitat", "0 10"), "T2": ("Habitat", "0 2")}
    run = {"T1": ("Habitat", "0 9"), "T2": ("Habitat", "2 10")}
    n = {"T1": "W", "T2": "W"}
    arguments = ("cat+ner", "", _t(gold) + _n(n), _t(run) + _n(n))
    organisers, page = case.score(*arguments), case.score(*arguments, rules="as_page")
    assert organisers["matched"] == pytest.approx(0.9)
    assert (organisers["ser"], organisers["recall"]) == (pytest.approx(1), pytest.approx(0.45))
    assert page["matched"] == pytest.approx(0.8 + 2 / 9)


def test_two_predictions_on_one_mention(case: Case) -> None:
    gold, run = (
        {"T1": ("Habitat", "28 40")},
        {"T1": ("Habitat", "28 40"), "T2": ("Habitat", "28 40")},
    )
    metrics = case.score(
        "cat+ner", "", _t(gold) + _n({"T1": "W"}), _t(run) + _n({"T1": "W", "T2": "S"})
    )
    assert (metrics["matched"], metrics["insertions"]) == (1, 1)
    assert (metrics["ser"], metrics["precision"]) == (1, 0.5)


def test_sets_of_concepts(case: Case) -> None:
    gold = {"T2": ENTITIES["T2"]}
    ontology = Ontology.read(case.ontology)
    metrics = case.score("cat", _t(gold), _n({"T2": "W"}), _n({"T2": "W,P"}))
    assert metrics["precision"] == pytest.approx((1 + 1 + ontology.similarity("W", "P")) / 3)


@pytest.mark.parametrize(
    ("run", "f1", "precision"),
    [
        ([("T1", "T2"), ("T4", "T3")], 0.5, 0.5),
        ([("T1", "T2"), ("T1", "T2")], 0.5, 0.5),
        ([("T1", "T2"), ("T4", "T2")], 1.0, 1.0),
        ([], None, None),
    ],
)
def test_event(
    case: Case, run: list[tuple[str, str]], f1: float | None, precision: float | None
) -> None:
    metrics = case.score("event", _t(ENTITIES), _r(("T1", "T2"), ("T4", "T2")), _r(*run))
    for name, expected in (("f1", f1), ("precision", precision)):
        value = metrics[name]
        assert value != value if expected is None else value == pytest.approx(expected)


def test_event_with_equivalent_argument_counts_every_wrong_one(case: Case) -> None:
    gold = _r(("T1", "T2")) + "*\tEquiv T2 T3\n"
    right_and_wrong = _r(("T4", "T2"), ("T1", "T3"))  # the wrong one bears the gold event's name
    arguments = ("event", _t(ENTITIES), gold, right_and_wrong)
    assert case.score(*arguments)["f1"] == pytest.approx(2 / 3)
    assert case.score(*arguments, faults=True)["f1"] == 1
    renamed = right_and_wrong.replace("R1", "R8")
    assert case.score(*arguments[:3], renamed, faults=True)["f1"] == pytest.approx(2 / 3)


def test_event_ner_boundaries(case: Case) -> None:
    gold = {"T1": ENTITIES["T1"], "T2": ENTITIES["T2"]}
    run = {**gold, "T2": ("Habitat", "28 32")}
    arguments = (_t(gold) + _r(("T1", "T2")), _t(run) + _r(("T1", "T2")))
    organisers = case.score("event+ner", "", *arguments)
    assert organisers["f1"] == pytest.approx(1 / 3)
    assert organisers["ser"] == 0
    page = case.score("event+ner", "", *arguments, rules="as_page")
    assert page["ser"] == pytest.approx(2 / 3)


def test_event_ner_wrong_type(case: Case) -> None:
    gold = {"T1": ENTITIES["T1"], "T2": ENTITIES["T2"]}
    run = {**gold, "T2": ("Geographical", "28 40")}
    metrics = case.score("event+ner", "", _t(gold) + _r(("T1", "T2")), _t(run) + _r(("T1", "T2")))
    assert (metrics["recall"], metrics["precision"], metrics["ser"]) == (0, 0, 2)
    assert metrics["f1"] != metrics["f1"]


def test_kb(case: Case) -> None:
    gold = _n(GOLD_N) + _r(("T1", "T2"), ("T4", "T3"))
    run = _n(GOLD_N) + _r(("T1", "T2"))
    metrics = case.score("kb", _t(ENTITIES), gold, run)
    assert (metrics["mean_references"], metrics["false_negatives"]) == (0.5, 1)
    assert case.score("kb", _t(ENTITIES), gold, run, "as_page")["sum_references"] == 1


def test_kb_does_not_read_gold_into_the_prediction(case: Case) -> None:
    gold = _n(GOLD_N) + _r(("T1", "T2"))
    run = _n({"T1": "2", "T2": "R"}) + _r(("T1", "T2"))
    assert case.score("kb", _t(ENTITIES), gold, run)["mean_references"] == 0
    leaked = case.score("kb", _t(ENTITIES), gold, run, faults=True)
    assert (leaked["mean_references"], leaked["predictions"]) == (1, 4)


@pytest.mark.parametrize("rules", ["as_organisers", "as_page"])
@pytest.mark.parametrize("task", TASKS)
def test_real_gold_against_itself(task: str, rules: str) -> None:
    folder = shared("bb", f"BB-{task}_dev")
    ontology = shared("bb", "OntoBiotope_BioNLP-ST-2016_parents.txt")
    metrics = score_folders(folder, folder, task=task, ontology=ontology, rules=rules).metrics
    name = {"cat": "precision", "kb": "mean_references", "kb+ner": "mean_references"}
    assert metrics[name.get(task, "f1")] == pytest.approx(1)
    counts = {"cat": 698, "cat+ner": 698, "event": 223, "event+ner": 223, "kb": 156, "kb+ner": 156}
    assert metrics["references"] == counts[task]


def _blunt(source: Path, target: Path) -> Path:
    """The same annotations with every taxon and every habitat made the most general one."""
    target.mkdir()
    concepts = {"NCBI_Taxonomy": "2", "OntoBiotope": "OBT:000000"}
    for path in source.glob("*.a2"):
        rows = []
        for line in path.read_text(encoding="utf-8").splitlines():
            kind = line.split("\t")[1].split()[0]
            kept, referent, _ = line.partition("Referent:")
            rows.append(f"{kept}{referent}{concepts[kind]}\n" if kind in concepts else f"{line}\n")
        (target / path.name).write_text("".join(rows), encoding="utf-8")
    return target


def test_real_gold_with_blunt_concepts(tmp_path: Path) -> None:
    ontology = shared("bb", "OntoBiotope_BioNLP-ST-2016_parents.txt")
    folder = shared("bb", "BB-cat_dev")
    run = _blunt(folder, tmp_path / "cat")
    score = score_folders(folder, run, task="cat", ontology=ontology)
    assert score.metrics["precision"] == pytest.approx(0.1982793, abs=1e-7)
    habitats = {row[0]: row[1] for row in score.tables[0].rows}
    assert habitats["Habitat only"] == pytest.approx(0.3048435, abs=1e-7)
    folder = shared("bb", "BB-kb_dev")
    run = _blunt(folder, tmp_path / "kb")
    options = {"task": "kb", "ontology": ontology}
    assert score_folders(folder, run, **options).metrics["mean_references"] == 0
    leaked = score_folders(folder, run, **options, faults=True).metrics
    assert (leaked["mean_references"], leaked["predictions"]) == (1, 279)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("T1\tHabitat 5 x\ty\n", r"d.a2:1: expected offsets"),
        ("T1\tHabitat 5 500\ty\n", r"d.a2:1: .*not within the text"),
        ("R1\tLives_In Bacteria:T1\n", r"d.a2:1: expected Bacteria:"),
        ("N1\tMeSH Annotation:T1 Referent:1\n", r"expected NCBI_Taxonomy or OntoBiotope"),
        ("R1\tLives_In Bacteria:T8 Location:T9\n", "R1 names T8"),
        ("hello\n", "expected a line starting with"),
    ],
)
def test_malformed_lines(case: Case, line: str, message: str) -> None:
    with pytest.raises(ScoringError, match=message):
        case.score("cat+ner", "", _t(ENTITIES), line)


@pytest.mark.parametrize(("page", "printed"), [(False, "0.628"), (True, "0.629")])
def test_the_published_slot_error_rate_is_a_truncated_one(page: bool, printed: str) -> None:
    wrong, extra, lost, total = 209.446, 86.0, 347.0, 1022.0
    counts = [total - lost - wrong, wrong, extra, lost, total, total - lost + extra]
    value = statistics("cat+ner", page=page)["ser"](np.array([counts]))
    assert f"{value:.3f}" == printed


def test_more_of_a_mention_is_never_worse() -> None:
    gold = ((10, 20),)
    values = [boundaries(gold, ((10, end),)) for end in range(11, 21)]
    assert values == sorted(values)
    beyond = [boundaries(gold, ((10, end),)) for end in range(20, 31)]
    assert beyond == sorted(beyond, reverse=True)


def test_missing_files(case: Case) -> None:
    case.score("event", _t(ENTITIES), _r(("T1", "T2")), "")
    shutil.rmtree(case.run)
    case.run.mkdir()
    score = score_folders(case.gold, case.run, task="event")
    assert any("taken as empty" in warning for warning in score.warnings)
    assert any("f1 is undefined" in warning for warning in score.warnings)
    with pytest.raises(ScoringError, match="needs the ontology"):
        score_folders(case.gold, case.run, task="cat")
