"""Running and scoring: outcomes, samples, reports and the commands."""

import argparse
import json
from pathlib import Path
from typing import Any

import pytest
from scripted_extractor import ScriptedExtractor

from nlp.errors import ModelTimeout, SettingsError
from veraz.cli import main
from veraz.protocols.commands import (
    benchmark_bacteria_biotope,
    benchmark_dude,
    benchmark_ehealthkd,
    benchmark_gensie,
)
from veraz.protocols.runs.outcomes import Outcome, choose, failures, run_all

SCHEMA = {
    "type": "object",
    "properties": {
        "puerto": {"type": "string"},
        "eslora": {"anyOf": [{"type": "number"}, {"type": "null"}]},
    },
    "required": ["puerto", "eslora"],
    "additionalProperties": False,
}


@pytest.fixture
def gensie(tmp_path: Path) -> Path:
    folder = tmp_path / "gensie"
    folder.mkdir()
    for place, port in enumerate(["Vigo", "Gijón", "Cádiz", "Palos"]):
        instance = {
            "id": f"b{place}",
            "input_text": f"El barco zarpó de {port}.",
            "instruction": "¿De dónde zarpó?",
            "target_schema": SCHEMA,
            "output": {"puerto": port, "eslora": None},
            "metadata": {"domain": "mar"},
        }
        (folder / f"b{place}.json").write_text(json.dumps(instance), encoding="utf-8")
    return folder


def _answer(text: str, _: str) -> Any:
    port = text.split()[-1].rstrip(".")
    if port == "Gijón":
        return ModelTimeout("too slow")
    if port == "Cádiz":
        return ZeroDivisionError("a fault")
    return {"puerto": port, "eslora": "doce" if port == "Palos" else None}


def _use(monkeypatch: pytest.MonkeyPatch, module: Any, script: Any) -> ScriptedExtractor:
    extractor = ScriptedExtractor(script)
    monkeypatch.setattr(module, "open_extractor", lambda args, console: extractor)
    return extractor


async def test_a_fault_costs_one_question() -> None:
    extractor = ScriptedExtractor(_answer)
    seen: list[str] = []

    def done(text: str, outcome: Outcome) -> None:
        seen.append(text)

    texts = ["a Vigo", "a Gijón", "a Cádiz"]
    outcomes = await run_all(
        texts, lambda text: extractor.aextract(text, "", {}), concurrency=2, on_done=done
    )
    assert failures(outcomes) == {"ModelTimeout": 1, "ZeroDivisionError": 1}
    assert [outcome.extraction is not None for outcome in outcomes] == [True, False, False]
    assert outcomes[1].message == "ModelTimeout: too slow"
    assert "scripted_extractor.py:" in outcomes[2].message
    assert sorted(seen) == sorted(texts)


@pytest.mark.parametrize(
    ("sample", "limit", "expected"),
    [
        (None, None, [0, 1, 2, 3, 4, 5, 6]),
        (None, 2, [0, 1]),
        ("every-3", None, [0, 3, 6]),
        ("every-3", 2, [0, 3]),
    ],
)
def test_samples(sample: str | None, limit: int | None, expected: list[int]) -> None:
    assert choose(range(7), sample=sample, limit=limit) == expected


def test_a_seeded_sample_is_the_same_each_time() -> None:
    drawn = choose(range(50), sample="seed-3", limit=10)
    assert drawn == choose(range(50), sample="seed-3", limit=10)
    assert drawn != choose(range(50), sample="seed-4", limit=10)
    for wrong in ("often", "every-0", "every-x", "seed-"):
        with pytest.raises(SettingsError, match="expected every-K"):
            choose(range(5), sample=wrong, limit=None)


def test_gensie_report(
    gensie: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    extractor = _use(monkeypatch, benchmark_gensie, _answer)
    path = tmp_path / "reports" / "r.json"
    assert main(["benchmark", "gensie", "--data", str(gensie), "--report", str(path)]) == 1
    printed = capsys.readouterr().out
    assert extractor.closed
    assert "floor" in printed
    assert "all null" in printed
    report = json.loads(path.read_text(encoding="utf-8"))
    assert set(report) == {"participant", "config", "metrics", "timing", "token_usage", "tasks"}
    assert report["metrics"]["failures"] == {
        "ModelTimeout": 1,
        "ZeroDivisionError": 1,
        "SchemaInvalid": 1,
    }
    assert report["metrics"]["schema_valid"] == 1
    assert report["token_usage"]["calls"] == 2
    first, second, *_ = report["tasks"]
    assert (first["tps"], first["gold_keys"], first["system_keys"]) == (2, 2, 2)
    assert (second["status"], second["system_keys"]) == ("failed", 0)
    assert first["draft"] == first["actual_json_response"] == {"puerto": "Vigo", "eslora": None}


def test_a_report_scores_the_same_again(
    gensie: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    _use(monkeypatch, benchmark_gensie, _answer)
    path = tmp_path / "r.json"
    main(["benchmark", "gensie", "--data", str(gensie), "--report", str(path)])
    capsys.readouterr()
    arguments = ["--gold", str(gensie), "--predictions", str(path), "--json", "--resamples", "0"]
    assert main(["score", "gensie", *arguments]) == 0
    again = json.loads(capsys.readouterr().out)
    report = json.loads(path.read_text(encoding="utf-8"))
    for name in ("f1", "precision", "recall", "signature", "null_accuracy"):
        assert again[name] == report["metrics"][name]


def test_floor_runs_no_model(gensie: Path, capsys: Any) -> None:
    assert main(["benchmark", "gensie", "--data", str(gensie), "--floor"]) == 0
    assert "all null" in capsys.readouterr().out


def test_rank_of_two_reports(
    gensie: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    folder = tmp_path / "reports"
    for name, script in (("baseline", _answer), ("better", lambda t, _: {**_gold(t)})):
        extractor = _use(monkeypatch, benchmark_gensie, script)
        extractor.pipeline.name = name
        path = folder / f"{name}.json"
        main(["benchmark", "gensie", "--data", str(gensie), "--report", str(path)])
    capsys.readouterr()
    assert main(["rank", str(folder), "--json"]) == 0
    (ranking,) = json.loads(capsys.readouterr().out)
    (system,) = ranking["systems"]
    assert (system["system"], system["mean_gap"]) == ("veraz better", 1)
    assert main(["rank", str(gensie / "none")]) == 2


def _gold(text: str) -> dict[str, Any]:
    return {"puerto": text.split()[-1].rstrip("."), "eslora": None}


def test_score_against_another(gensie: Path, tmp_path: Path, capsys: Any) -> None:
    for name, port in (("uno", "Vigo"), ("dos", "Lugo")):
        lines = [
            json.dumps({"id": f"b{place}", "output": {"puerto": port, "eslora": None}})
            for place in range(4)
        ]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(lines), encoding="utf-8")
    page = tmp_path / "page.html"
    arguments = ["--gold", str(gensie), "--predictions", str(tmp_path / "uno.jsonl")]
    more = ["--against", str(tmp_path / "dos.jsonl"), "--html", str(page), "--resamples", "50"]
    assert main(["score", "gensie", *arguments, *more, "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["against"][0]["metric"] == "f1"
    assert record["against"][0]["difference"] == pytest.approx(0.125)
    assert record["intervals"]["f1"][0] <= record["f1"] <= record["intervals"]["f1"][1]
    assert "Against the other predictions" in page.read_text(encoding="utf-8")
    assert main(["score", "gensie", *arguments, *more]) == 0
    assert "+0.1250" in capsys.readouterr().out


def test_score_list_and_errors(tmp_path: Path, capsys: Any) -> None:
    assert main(["score", "--list"]) == 0
    listed = capsys.readouterr().out
    for name in ("gensie", "bacteria_biotope", "ehealthkd", "dude", "cpa"):
        assert name in listed
    nowhere = str(tmp_path / "nowhere")
    assert main(["score", "gensie", "--gold", nowhere, "--predictions", nowhere]) == 2
    assert "no such file" in capsys.readouterr().err


SENTENCE = "La crema protege la piel."


def test_ehealthkd_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    gold = tmp_path / "scenario1-main"
    gold.mkdir()
    (gold / "scenario.txt").write_text(f"Sin anotar.\n{SENTENCE}\n", encoding="utf-8")
    (gold / "scenario.ann").write_text(
        "T1\tConcept 15 20\tcrema\nT2\tAction 21 28\tprotege\nT3\tConcept 32 36\tpiel\n"
        "R1\ttarget Arg1:T2 Arg2:T3\n",
        encoding="utf-8",
    )
    data = {
        "Concept": ["crema", "piel"],
        "Action": ["protege"],
        "Predicate": [],
        "Reference": [],
        "relations": [{"label": "target", "from": "protege", "to": "piel"}],
    }
    extractor = _use(monkeypatch, benchmark_ehealthkd, lambda *_: data)
    report, out = tmp_path / "r.json", tmp_path / "out"
    options = ["--data", str(tmp_path), "--year", "2020", "--out", str(out)]
    assert main(["benchmark", "ehealthkd", *options, "--report", str(report)]) == 0
    assert extractor.asked == [SENTENCE]  # a sentence without gold is not scored
    assert json.loads(report.read_text(encoding="utf-8"))["metrics"]["f1"] == 1
    capsys.readouterr()
    again = ["--gold", str(tmp_path), "--predictions", str(out), "--year", "2020"]
    assert main(["score", "ehealthkd", *again, "--scenario", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["correct_B"] == 1


def test_biotope_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "Listeria grows in cheese."
    (tmp_path / "d.txt").write_text(text, encoding="utf-8")
    (tmp_path / "d.a1").write_text("", encoding="utf-8")
    (tmp_path / "d.a2").write_text(
        "T1\tBacteria 0 8\tx\nT2\tHabitat 18 24\tx\nR1\tLives_In Bacteria:T1 Location:T2\n",
        encoding="utf-8",
    )
    data = {
        "Bacteria": ["Listeria"],
        "Habitat": ["cheese"],
        "Geographical": [],
        "lives_in": [{"bacteria": "Listeria", "location": "cheese"}],
    }
    _use(monkeypatch, benchmark_bacteria_biotope, lambda *_: data)
    report = tmp_path / "r.json"
    options = ["--data", str(tmp_path), "--report", str(report)]
    assert main(["benchmark", "bacteria_biotope", *options]) == 0
    assert json.loads(report.read_text(encoding="utf-8"))["metrics"]["f1"] == 1


def test_dude_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    question = {
        "questionId": "q1",
        "question": "¿Cuándo se fundó?",
        "answers": ["1894"],
        "answer_type": "extractive",
        "docId": "d",
    }
    gold = tmp_path / "gold.json"
    gold.write_text(json.dumps({"data": [question]}), encoding="utf-8")
    (tmp_path / "d.txt").write_text("Se fundó en 1894.", encoding="utf-8")
    asked: list[str] = []

    def script(text: str, instruction: str) -> Any:
        asked.append(instruction)
        return {"answers": ["1894"]}

    _use(monkeypatch, benchmark_dude, script)
    out = tmp_path / "run.json"
    options = ["--data", str(gold), "--texts", str(tmp_path), "--out", str(out)]
    assert main(["benchmark", "dude", *options]) == 0
    assert asked == ["¿Cuándo se fundó?"]
    assert main(["score", "dude", "--gold", str(gold), "--predictions", str(out)]) == 0
    assert main(["benchmark", "dude", "--data", str(gold), "--texts", str(tmp_path / "x")]) == 2


def test_every_benchmark_declares_its_options() -> None:
    for module in (benchmark_gensie, benchmark_ehealthkd, benchmark_dude):
        parser = argparse.ArgumentParser()
        module.add_arguments(parser)
        assert "--report" in parser.format_help()
