"""GenSIE's files, corpus figures, floor, ranking and report page."""

import json
from pathlib import Path
from typing import Any

import pytest
from shared_data import shared

from veraz.protocols.scorers.errors import ScoringError
from veraz.protocols.scorers.gensie import score_task
from veraz.protocols.scorers.gensie_files import read_instances, read_predictions
from veraz.protocols.scorers.gensie_floor import best_sentence, null_answer, trivial_answer
from veraz.protocols.scorers.gensie_rank import rank, read_reports
from veraz.protocols.scorers.gensie_similarity import EmbeddingSimilarity, similarity_named
from veraz.protocols.scorers.gensie_summary import score_predictions
from veraz.protocols.scorers.page import page
from veraz.protocols.scorers.score import Score
from veraz.protocols.scorers.statistics import compare, intervals

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "puerto": {"type": "string", "description": "Puerto de salida del barco"},
        "eslora": {"anyOf": [{"type": "number"}, {"type": "null"}]},
        "bandera": {"type": "string", "enum": ["española", "portuguesa"]},
        "escalas": {"type": "array", "items": {"type": "string"}},
        "armador": {"type": "object", "properties": {"nombre": {"type": ["string", "null"]}}},
    },
}
TEXT = "El barco zarpó el lunes. Su puerto de salida fue Vigo. Nadie subió a bordo."
GOLD = [
    {"puerto": "Vigo", "eslora": None, "bandera": "española", "escalas": ["Oporto", "Lisboa"]},
    {"puerto": "Gijón", "eslora": 31.5, "bandera": "española", "escalas": []},
    {"puerto": "Santander", "eslora": None, "bandera": "portuguesa", "escalas": ["Bilbao"]},
]


def _write_instances(folder: Path) -> Path:
    folder.mkdir()
    for place, gold in enumerate(GOLD):
        instance = {
            "id": f"b{place}",
            "input_text": TEXT,
            "instruction": "Extrae los datos del barco.",
            "target_schema": SCHEMA,
            "output": gold,
            "metadata": {"domain": "mar" if place else "río"},
        }
        (folder / f"b{place}.json").write_text(json.dumps(instance), encoding="utf-8")
    return folder


def _write_answers(path: Path, answers: list[Any]) -> Path:
    lines = [json.dumps({"id": f"b{place}", "output": a}) for place, a in enumerate(answers)]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    return _write_instances(tmp_path / "gold")


def _score(gold: Path, answers: list[Any], **options: Any) -> Score:
    path = _write_answers(gold.parent / "answers.jsonl", answers)
    return score_predictions(read_instances(gold), read_predictions(path), **options)


def test_gold_is_perfect_in_every_metric(gold: Path) -> None:
    metrics = _score(gold, GOLD).metrics
    assert [metrics[name] for name in ("f1", "precision", "recall", "null_accuracy")] == [1] * 4
    assert metrics["hallucination_rate"] == metrics["nulled_values"] == metrics["failed"] == 0


def test_nulls(gold: Path) -> None:
    first = {**GOLD[0], "eslora": 12}
    second = {**GOLD[1], "eslora": None}
    third = {key: value for key, value in GOLD[2].items() if key != "eslora"}
    metrics = _score(gold, [first, second, third]).metrics
    assert metrics["null_accuracy"] == 0  # one invented, one left out: neither is a null
    assert metrics["hallucination_rate"] == 0.5
    assert metrics["nulled_values"] == pytest.approx(1 / 9)


def test_a_missing_prediction_is_a_failure(gold: Path) -> None:
    score = _score(gold, GOLD[:2])
    assert score.metrics["failed"] == 1
    assert score.metrics["gold_keys"] == 12
    assert "b2: no prediction" in score.warnings[0]


def test_breakdowns_add_up(gold: Path) -> None:
    score = _score(gold, [{**GOLD[0], "bandera": "portuguesa", "extra": 1}, *GOLD[1:]])
    for table in score.tables:
        sums = [sum(row[place] for row in table.rows) for place in (4, 5)]
        assert sums == [score.metrics["gold_keys"], score.metrics["system_keys"]]


def test_order_of_predictions_does_not_matter(gold: Path) -> None:
    path = gold.parent / "p.jsonl"
    _write_answers(path, GOLD)
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(reversed(lines)), encoding="utf-8")
    score = score_predictions(read_instances(gold), read_predictions(path))
    assert score.metrics["f1"] == 1


def test_predictions_in_every_shape(gold: Path) -> None:
    report = gold.parent / "report.json"
    tasks = [{"task_id": f"b{i}", "actual_json_response": a} for i, a in enumerate(GOLD)]
    report.write_text(json.dumps({"config": {}, "tasks": tasks}), encoding="utf-8")
    folder = gold.parent / "answers"
    folder.mkdir()
    for place, answer in enumerate(GOLD):
        (folder / f"b{place}.json").write_text(json.dumps(answer), encoding="utf-8")
    for path in (report, folder):
        assert score_predictions(read_instances(gold), read_predictions(path)).metrics["f1"] == 1


def test_a_report_of_a_sample_is_scored_on_it(gold: Path) -> None:
    report = gold.parent / "report.json"
    tasks = [{"task_id": "b1", "actual_json_response": GOLD[1]}]
    for config, failed in (({"limit": 1}, 0), ({"limit": None, "sample": ""}, 2)):
        report.write_text(json.dumps({"config": config, "tasks": tasks}), encoding="utf-8")
        score = score_predictions(read_instances(gold), read_predictions(report))
        assert score.metrics["failed"] == failed


def test_cost_of_a_report(gold: Path) -> None:
    report = gold.parent / "report.json"
    cost = {"input_tokens": 400, "output_tokens": 100, "total_tokens": 500, "calls": 1}
    tasks = [
        {"task_id": f"b{place}", "actual_json_response": answer, "seconds": 2.0, **cost}
        for place, answer in enumerate(GOLD)
    ]
    report.write_text(json.dumps({"config": {}, "tasks": tasks}), encoding="utf-8")
    metrics = score_predictions(read_instances(gold), read_predictions(report)).metrics
    assert metrics["f1_per_1000_tokens"] == pytest.approx(2)
    assert metrics["seconds_per_instance"] == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"id": "a", "output": {}}\n{"id": ', r"p.jsonl:2: expected one JSON object a line"),
        ("[1]\n", r"p.jsonl:1: expected \{"),
    ],
)
def test_malformed_predictions(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ScoringError, match=message):
        read_predictions(path)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"id": "x"}, "'target_schema' is missing"),
        ([], "found list"),
        ({"id": "x", "target_schema": []}, "as objects"),
    ],
)
def test_malformed_instances(tmp_path: Path, record: Any, message: str) -> None:
    (tmp_path / "x.json").write_text(json.dumps(record), encoding="utf-8")
    with pytest.raises(ScoringError, match=message):
        read_instances(tmp_path)
    with pytest.raises(ScoringError, match="no such file"):
        read_instances(tmp_path / "none")


def test_trivial_answers() -> None:
    assert trivial_answer(SCHEMA, TEXT) == {
        "puerto": "Su puerto de salida fue Vigo.",
        "eslora": None,
        "bandera": "española",
        "escalas": [],
        "armador": {"nombre": None},
    }
    assert null_answer(SCHEMA) == {
        "puerto": None,
        "eslora": None,
        "bandera": None,
        "escalas": [],
        "armador": {"nombre": None},
    }
    assert best_sentence("x", []) == ""


def test_trivial_answer_to_a_recursive_schema_ends() -> None:
    node = {"type": "object", "properties": {"hijo": {"$ref": "#/$defs/nodo"}}}
    assert "hijo" in trivial_answer({"$defs": {"nodo": node}, **node}, TEXT)


def test_embedding_similarity_is_a_cosine() -> None:
    vectors = {"a": [1.0, 0.0], "b": [0.0, 2.0], "c": [3.0, 3.0]}
    asked: list[str] = []

    def encode(texts: list[str]) -> list[list[float]]:
        asked.extend(texts)
        return [vectors[text] for text in texts]

    similarity = EmbeddingSimilarity(encode)
    assert similarity("a", "b") == 0
    assert similarity("a", "c") == pytest.approx(0.5**0.5)
    assert asked == ["a", "b", "c"]


def test_similarity_without_a_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "fastembed", None)
    monkeypatch.setitem(__import__("sys").modules, "sentence_transformers", None)
    with pytest.raises(ScoringError, match="pip install fastembed"):
        similarity_named("some/model")


def test_scores_of_different_similarity_are_not_compared(gold: Path) -> None:
    one = _score(gold, GOLD)
    other = _score(gold, GOLD, similarity=lambda a, b: 1.0, similarity_name="ones")
    with pytest.raises(ScoringError, match=r"sim:lexical.*sim:ones"):
        compare(one, other)


def test_page_is_self_contained(gold: Path) -> None:
    score = _score(gold, [*GOLD[:2], {"puerto": "<b>"}])
    text = page(score, intervals(score, times=20))
    assert text.startswith("<!doctype html>")
    assert "<svg" in text
    assert "http" not in text
    assert "by type" in text.lower()
    assert score.signature in text


def _report(
    folder: Path, name: str, pipeline: str, model: str, tps: list[float], sim: str = "lexical"
) -> None:
    tasks = [
        {"task_id": f"b{place}", "tps": value, "gold_keys": 4, "system_keys": 4}
        for place, value in enumerate(tps)
    ]
    record = {
        "participant": "veraz",
        "config": {"pipeline": pipeline, "model": model},
        "metrics": {"signature": f"gensie|sim:{sim}"},
        "tasks": tasks,
    }
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(record), encoding="utf-8")


def test_gap_closed_is_averaged_over_every_model_with_a_baseline(tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    _report(folder, "b1", "baseline", "uno", [2, 2])
    _report(folder, "b1-again", "baseline", "uno", [1, 2])
    _report(folder, "b2", "baseline", "dos", [1, 1])
    _report(folder, "g1", "grounded", "uno", [3, 3])
    _report(folder, "c1", "consensus", "uno", [4, 3])
    _report(folder, "c2", "consensus", "dos", [1, 3])
    _report(folder, "lost", "grounded", "tres", [4, 4])
    (ranking,) = rank(read_reports(folder), times=50)
    means = {each.system: each.mean for each in ranking.standings}
    assert means["veraz consensus"] == pytest.approx((0.75 + 1 / 3) / 2)
    assert means["veraz grounded"] == pytest.approx(0.5 / 2)  # dos was not run: 0
    assert means["veraz (best pipeline)"] == pytest.approx((0.75 + 1 / 3) / 2)
    assert ranking.baselines == {"dos": 0.25, "uno": 0.5}
    assert any("no baseline for tres" in warning for warning in ranking.warnings)
    assert any("several baselines" in warning for warning in ranking.warnings)
    for standing in ranking.standings:
        assert standing.interval.low <= standing.mean <= standing.interval.high


def test_reports_of_different_signatures_are_ranked_apart(tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    for sim in ("lexical", "model"):
        _report(folder, f"b-{sim}", "baseline", "uno", [2, 2], sim)
        _report(folder, f"g-{sim}", "grounded", "uno", [3, 3], sim)
    assert len(rank(read_reports(folder), times=10)) == 2


def test_reports_on_other_instances_are_compared_on_the_common_ones(tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    _report(folder, "b", "baseline", "uno", [2, 2, 0])
    _report(folder, "g", "grounded", "uno", [3, 3])
    (ranking,) = rank(read_reports(folder), times=10)
    assert ranking.standings[0].mean == pytest.approx(0.5)
    assert "compared on the 2 they share" in ranking.warnings[0]


def test_malformed_reports(tmp_path: Path) -> None:
    with pytest.raises(ScoringError, match="expected a directory of report files"):
        read_reports(tmp_path)
    (tmp_path / "r.json").write_text('{"tasks": [], "config": {}}', encoding="utf-8")
    with pytest.raises(ScoringError, match="to name the model"):
        read_reports(tmp_path)


def test_real_floor_is_a_floor() -> None:
    instances = read_instances(shared("gensie", "dev"))
    totals = {"floor": 0.0, "null": 0.0, "gold": 0.0}
    for each in instances:
        assert each.gold is not None
        answers = {
            "floor": trivial_answer(each.schema, each.text),
            "null": null_answer(each.schema),
            "gold": each.gold,
        }
        for name, answer in answers.items():
            totals[name] += score_task(each.gold, answer, each.schema).tps
    assert 0.25 * totals["gold"] < totals["null"] < totals["floor"] < 0.5 * totals["gold"]
