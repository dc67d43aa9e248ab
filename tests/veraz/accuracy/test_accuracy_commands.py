"""`veraz evaluate` and `veraz calibrate`, and what follows from a calibration at the command line."""

import json
import re
from pathlib import Path
from typing import Any
from unittest.mock import Mock, patch

import pytest
from fastapi.testclient import TestClient
from labelled import INSTRUCTION, SCHEMA, row, text, write_rows
from product import settings

import veraz
from nlp.errors import SettingsError
from veraz import own_examples
from veraz.cli import main
from veraz.service import create_app

DOCUMENTS = 30


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A gold file, its schema, drafts of a model, and what veraz evaluate and batch make of them."""
    here = tmp_path_factory.mktemp("accuracy")
    rows = [row(n) for n in range(1, DOCUMENTS + 1)]
    write_rows(here / "gold.jsonl", *rows)
    drafts = []
    for n, each in enumerate(rows, start=1):
        said = {**each["answer"], "total": 100 + n + (n <= 6)}
        drafts.append({"id": each["id"], "output": said})
    write_rows(here / "drafts.jsonl", *drafts)
    (here / "schema.json").write_text(json.dumps(SCHEMA), encoding="utf-8")
    (here / "one.txt").write_text(text(3, 103), encoding="utf-8")
    model = ["--model", f"recorded:{here / 'drafts.jsonl'}"]
    gold = str(here / "gold.jsonl")
    files = ["--json", str(here / "run.json"), "--html", str(here / "run.html")]
    assert main(["evaluate", gold, *model, *files]) == 0
    assert main(["batch", gold, str(here / "out.jsonl"), *model, "--evidence"]) == 0
    return here


def test_evaluate_prints_fields_and_writes_both_files(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        main(["evaluate", str(folder / "gold.jsonl"), "--answers", str(folder / "run.json")]) == 0
    )
    printed = capsys.readouterr().out
    first = next(line for line in printed.splitlines() if line.strip().startswith("total"))
    assert first.split()[1:3] == ["24", "6"]
    assert "0.950 right: 114 of 120 places in 30 documents" in printed
    run = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    assert run["overall"]["wrong"] == 6
    assert run["fields"][0]["field"] == "total"
    assert run["documents"][0]["answer"]["seconds"] > 0
    page = (folder / "run.html").read_text(encoding="utf-8")
    assert page.count("<section>") == 6
    assert "101" in page


def test_the_figures_of_a_table_are_whole_on_a_narrow_terminal(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    words = ["evaluate", str(folder / "gold.jsonl"), "--answers", str(folder / "run.json")]
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert "…" not in printed
    assert all(word in printed for word in ("invented", "missed", "0.63–0.90"))


def test_one_document_has_no_interval(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = tmp_path / "gold.jsonl"
    gold.write_text(
        (folder / "gold.jsonl").read_text(encoding="utf-8").splitlines()[0] + "\n", encoding="utf-8"
    )
    assert main(["evaluate", str(gold), "--answers", str(folder / "run.json")]) == 0
    assert "places in one document, too few to say how sure that is" in capsys.readouterr().out


def test_the_rows_of_a_batch_are_judged_alike(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold, out = str(folder / "gold.jsonl"), str(folder / "out.jsonl")
    compare = ["--compare", str(folder / "run.json"), "--json", str(tmp_path / "run.json")]
    assert main(["evaluate", gold, "--answers", out, *compare]) == 0
    assert "difference +0.0000" in capsys.readouterr().out
    compared = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))["compared"]
    assert {each["p_value"] for each in compared["fields"]} == {1.0}


def test_what_was_reviewed_takes_the_place_of_what_was_answered(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold, out = str(folder / "gold.jsonl"), str(folder / "out.jsonl")
    reviewed = write_rows(tmp_path / "r.jsonl", *(row(n, reviewed=["total"]) for n in (1, 2, 3)))
    assert main(["evaluate", gold, "--answers", out, "--answers", str(reviewed)]) == 0
    assert "0.975 right: 117 of 120 places" in capsys.readouterr().out
    assert main(["evaluate", str(reviewed), "--answers", out]) == 0
    assert "0.000 right: 0 of 3 places in 3 documents" in capsys.readouterr().out


def test_no_figure_is_cut_off_where_there_is_no_screen(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    gold, run = str(folder / "gold.jsonl"), str(folder / "run.json")
    monkeypatch.delenv("COLUMNS", raising=False)
    assert main(["evaluate", gold, "--answers", run]) == 0
    printed = capsys.readouterr().out
    assert "…" not in printed
    assert re.search(r"total .* 0\.800 +0\.63–0\.90", printed)
    monkeypatch.setenv("COLUMNS", "60")
    assert main(["evaluate", gold, "--answers", run]) == 0
    assert "…" not in capsys.readouterr().out


def test_where_no_document_has_an_answer_calibrating_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = str(write_rows(tmp_path / "gold.jsonl", row(1), row(2)))
    shown = str(write_rows(tmp_path / "shown.jsonl", row(32)))
    words = [gold, "--model", "symbolic", "--examples", shown]
    assert main(["calibrate", *words, "--risk", "0.1", "-o", str(tmp_path / "c.json")]) == 2
    said = capsys.readouterr().err
    assert "no document has an answer" in said
    assert "2021-03-32" in said


def test_a_calibration_made_with_examples_is_for_those_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = write_rows(tmp_path / "gold.jsonl", *(row(n) for n in range(1, 25)))
    new = write_rows(tmp_path / "new.jsonl", row(29))
    shown = write_rows(tmp_path / "shown.jsonl", row(25), row(26))
    turned = write_rows(tmp_path / "turned.jsonl", row(26), row(25))
    other = write_rows(tmp_path / "other.jsonl", row(27), row(28))
    calibration, model = str(tmp_path / "c.json"), ["--model", "symbolic"]
    words = [*model, "--examples", str(shown), "--risk", "0.3", "-o", calibration]
    assert main(["calibrate", str(gold), *words]) == 0
    accepted = {}
    for name, examples in (("shown", shown), ("turned", turned), ("other", other), ("none", None)):
        out = tmp_path / f"out-{name}.jsonl"
        more = [] if examples is None else ["--examples", str(examples)]
        words = ["batch", str(new), str(out), *model, *more, "--calibration", calibration]
        assert main(words) == 0
        made = json.loads(out.read_text(encoding="utf-8"))
        accepted[name] = set(made["decisions"].values())
        assert (
            "the calibration was not made for this: examples" in made.get("calibration", "")
        ) == (name in ("other", "none"))
    assert "accept" in accepted["shown"]
    assert accepted["turned"] == accepted["shown"]
    assert accepted["other"] == accepted["none"] == {"review"}


def test_a_document_without_an_answer_is_said_and_counts(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = write_rows(tmp_path / "gold.jsonl", row(1), row(40 - 10, id="falta"))
    model = f"recorded:{folder / 'drafts.jsonl'}"
    assert main(["evaluate", str(gold), "--model", model]) == 1
    said = capsys.readouterr()
    assert "falta has no answer: ModelError" in said.err
    assert "in 2 documents" in said.out


def test_calibrate_writes_what_extract_and_batch_decide_by(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold, calibration = str(folder / "gold.jsonl"), str(tmp_path / "calibration.json")
    given = ["--answers", str(folder / "out.jsonl"), "--risk", "0.2", "-o", calibration]
    assert main(["calibrate", gold, *given]) == 0
    printed = capsys.readouterr().out
    assert "of the fields of 30 documents are accepted" in printed
    assert "at most 20.0% are wrong, with probability 90%" in printed
    written = json.loads(Path(calibration).read_text(encoding="utf-8"))
    assert written["automated"] > 0.5
    assert written["signature"]["model"] == f"recorded:{folder / 'drafts.jsonl'}"

    model = ["--model", f"recorded:{folder / 'drafts.jsonl'}"]
    out = tmp_path / "decided.jsonl"
    assert main(["batch", gold, str(out), *model, "--calibration", calibration]) == 0
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    decisions = [each for one in rows for each in one["decisions"].values()]
    accepted = decisions.count("accept")
    # The chance that all documents teach is not that of the folds.
    assert accepted / len(decisions) == pytest.approx(written["automated"], abs=0.1)
    capsys.readouterr()
    assert main(["evaluate", gold, *model, "--calibration", calibration]) == 0
    assert f"{accepted} of 120 fields were accepted" in capsys.readouterr().out


def test_too_little_is_said_with_what_it_would_take(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["--answers", str(folder / "out.jsonl"), "--risk", "0.01"]
    given += ["-o", str(tmp_path / "calibration.json")]
    assert main(["calibrate", str(folder / "gold.jsonl"), *given]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "Nothing can be accepted at this risk" in printed
    assert "too few cases to promise anything" in printed
    assert "independent ones are needed, all right" in printed


def test_another_model_than_the_calibrations_is_warned_of(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    calibration = str(tmp_path / "c.json")
    given = ["--answers", str(folder / "out.jsonl"), "--risk", "0.2", "-o", calibration]
    assert main(["calibrate", str(folder / "gold.jsonl"), *given]) == 0
    capsys.readouterr()
    one = [str(folder / "one.txt"), "--schema", str(folder / "schema.json"), "--json"]
    asked = ["extract", *one, "--model", "symbolic", "--calibration", calibration]
    assert main([*asked, "--instruction", INSTRUCTION]) == 0
    said = capsys.readouterr()
    assert "veraz: warning: the calibration was not made for this: model symbolic" in said.err
    assert "veraz: for review: emisor, fecha, total, lineas" in said.err
    fields = json.loads(said.out)["fields"]
    assert {each["decision"] for each in fields} == {"review"}
    assert main([*asked, "--strictness", "strict"]) == 2
    assert "strictness strict (calibrated: balanced)" in capsys.readouterr().err


def bad(folder: Path) -> dict[str, tuple[list[str], str]]:
    gold, out = str(folder / "gold.jsonl"), str(folder / "out.jsonl")
    nowhere = str(folder / "no" / "file")
    plain = folder / "plain.jsonl"
    rows = [json.loads(line) for line in Path(out).read_text(encoding="utf-8").splitlines()]
    write_rows(plain, *({**each, "fields": None} for each in rows))
    mixed: list[dict[str, Any]] = [dict(each) for each in rows]
    mixed[0]["signature"] = mixed[0]["signature"].replace("balanced", "strict")
    write_rows(folder / "mixed.jsonl", *mixed)
    calibrate = ["calibrate", gold, "-o", str(folder / "c.json"), "--risk"]
    return {
        "no gold": (["evaluate", nowhere], "cannot be read"),
        "no answers": (["evaluate", gold, "--answers", nowhere], "cannot be read"),
        "answers of nothing": (
            ["evaluate", gold, "--answers", str(folder / "one.txt")],
            "line 1: no row of an answer",
        ),
        "near": (["evaluate", gold, "--near", "0"], "--near 0.0 must be above 0"),
        "concurrency": (["evaluate", gold, "--concurrency", "0"], "must be at least 1"),
        "html": (["evaluate", gold, "--answers", out, "--html", nowhere], "cannot be written"),
        "model": (["evaluate", gold, "--model", f"recorded:{nowhere}"], "recorded answers"),
        "risk": ([*calibrate, "1.5"], "--risk 1.5 must lie between 0 and 1"),
        "confidence": ([*calibrate, "0.1", "--confidence", "1"], "--confidence 1.0 must lie"),
        "no fields": (
            [*calibrate, "0.1", "--answers", str(plain)],
            "run `veraz batch` with --evidence",
        ),
        "two ways": (
            [*calibrate, "0.1", "--answers", str(folder / "mixed.jsonl")],
            "calibrate each apart",
        ),
        "an earlier one": (
            [*calibrate, "0.1", "--calibration", out],
            "try it with `veraz evaluate`",
        ),
        "calibration": (
            [
                *("extract", str(folder / "one.txt"), "--schema", str(folder / "schema.json")),
                *("--model", "symbolic", "--calibration", out),
            ],
            "is no calibration",
        ),
    }


@pytest.mark.parametrize(
    "name",
    [
        "no gold", "no answers", "answers of nothing", "near", "concurrency", "html", "model",
        "risk", "confidence", "no fields", "two ways", "an earlier one", "calibration",
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_said(
    folder: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words, said = bad(folder)[name]
    assert main(words) == 2
    error = capsys.readouterr().err
    assert said in error
    assert "Traceback" not in error


def test_the_same_documents_serve_as_examples_and_are_judged_without_themselves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A document that taught itself would look right for the wrong reason."""
    schema = {
        "type": "object",
        "properties": {"clave": {"type": ["string", "null"], "description": "Clave interna"}},
        "required": ["clave"],
    }
    marks = ("Ref", "Ref", "Sello")  # nobody else says what "Sello" is
    gold = write_rows(
        tmp_path / "gold.jsonl",
        *(
            {
                "id": str(number),
                "text": f"PARTE\n\n{mark}: K-7{number}\nZona: Norte\n",
                "schema": schema,
                "instruction": "Extrae la clave.",
                "answer": {"clave": f"K-7{number}"},
            }
            for number, mark in enumerate(marks)
        ),
    )
    out = tmp_path / "out.json"
    asked = ["evaluate", str(gold), "--model", "symbolic", "--json", str(out)]
    read = Mock(wraps=own_examples._lines)
    monkeypatch.setattr(own_examples, "_lines", read)
    assert main([*asked, "--examples", str(gold)]) == 0
    assert read.call_count == 1
    assert "3 of 3 documents are examples too" in capsys.readouterr().err
    told = [each["answer"]["data"]["clave"] for each in json.loads(out.read_text())["documents"]]
    assert told[:2] == ["K-70", "K-71"]
    assert told[2] != "K-72"


def test_checked_answers_are_calibrated_and_get_decisions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [row(number) for number in range(1, 31)]
    answers = write_rows(
        tmp_path / "answers.jsonl", *({**each, "answer": each["answer"]} for each in rows)
    )
    gold = write_rows(tmp_path / "gold.jsonl", *rows)
    assert main(["check", "--rows", str(answers), "--json"]) in (0, 4)
    checked = tmp_path / "checked.jsonl"
    checked.write_text(capsys.readouterr().out, encoding="utf-8")
    made = tmp_path / "made.json"
    asked = ["calibrate", str(gold), "--answers", str(checked), "--risk", "0.2", "-o", str(made)]
    assert main(asked) == 0
    capsys.readouterr()
    assert main(["check", "--rows", str(answers), "--calibration", str(made)]) in (0, 4)
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {each["decisions"]["total"] for each in told} == {"accept"}
    with (
        patch("veraz.checking.ask", side_effect=AssertionError("the text was read first")),
        pytest.raises(SettingsError, match="was not made for this"),
    ):
        veraz.check(rows[0]["text"], SCHEMA, rows[0]["answer"], correct=True, calibration=made)
    client = TestClient(create_app(settings(calibration=str(made))))
    task = {"input_text": rows[0]["text"], "target_schema": SCHEMA, "answer": rows[0]["answer"]}
    with client:
        for more, wanted in (({}, "accept"), ({"correct": True}, None)):
            reply = client.post("/check", json={**task, **more}).json()
            found = next(each for each in reply["fields"] if each["path"] == "total")
            assert found["decision"] == wanted
