"""Calibrations: which group a field is of, what is accepted, and what they were made for."""

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient
from product import ANSWER, INSTRUCTION, SCHEMA, TEXT, settings
from rich.console import Console

from llm.scripted import ScriptedServer, Turn
from nlp.errors import AnswerError, CalibrationWarning, DocumentError, SettingsError
from normalizers.outcome import FieldResult
from veraz.accuracy.calibrating import Promise, calibrate, find_groups, wanting
from veraz.accuracy.calibration import (
    ACCEPT,
    REVIEW,
    Calibration,
    Group,
    Threshold,
    calibration_from,
    load_calibration,
)
from veraz.accuracy.cases import Case
from veraz.accuracy.fields import NULL, VALUE, schema_key
from veraz.batch.options import BatchOptions, made_with
from veraz.batch.row_extractor import RowExtractor
from veraz.extracted import Signature
from veraz.extractor import Extractor
from veraz.service import create_app
from veraz.settings import settings_from
from veraz.show import print_extraction
from veraz.view import render_html

SIGNATURE = Signature("0", "grounded", "m", "blank", "balanced")
KEY = schema_key(SCHEMA)


def cases(
    documents: int, fields: int, wrong: Callable[[int], float], kind: str = VALUE
) -> list[Case]:
    generator = np.random.default_rng(0)
    return [
        Case(
            f"d{n}",
            KEY,
            f"campo{k}",
            kind,
            float(generator.random()),
            generator.random() >= wrong(k),
        )
        for n in range(documents)
        for k in range(fields)
    ]


def threshold(accept: float | None) -> Threshold:
    return Threshold(accept, 100, 50, 1, 100.0, 20)


def made(*groups: Group, **changes: Any) -> Calibration:
    whole = Calibration(0.05, 0.9, SIGNATURE, (KEY,), groups, 10)
    return replace(whole, **changes)


EVERYTHING = (Group("", "", VALUE, threshold(0.0)), Group("", "", NULL, threshold(None)))


def test_fields_with_many_cases_have_thresholds_of_their_own() -> None:
    found = find_groups(cases(1500, 3, lambda k: 0.3 if k == 2 else 0.0), Promise(0.05))
    by_field = {each.field: each.threshold for each in found}
    assert set(by_field) == {"campo0", "campo1", "campo2"}
    assert by_field["campo0"].accepted == 1500
    assert by_field["campo2"].accept is None


def test_fields_with_few_cases_are_pooled_and_nulls_apart() -> None:
    given = cases(100, 4, lambda _: 0.0) + cases(100, 1, lambda _: 0.4, NULL)
    found = {each.kind: each for each in find_groups(given, Promise(0.05))}
    assert {(each.schema, each.field) for each in found.values()} == {("", "")}
    assert found[VALUE].threshold.accepted == 400
    assert found[NULL].threshold.accept is None


def test_one_bad_field_that_is_sure_does_not_bar_the_others_of_its_pool() -> None:
    generator = np.random.default_rng(1)
    given = [
        Case(f"d{n}", KEY, f"campo{k}", VALUE, 0.97 if k == 0 else 0.6, k > 0 or n % 2 == 0)
        for n in generator.permutation(40)
        for k in range(4)
    ]
    (group,) = find_groups(given, Promise(0.1))
    assert group.threshold.accepted == 120
    assert group.accepts(KEY, "campo1", 0.6)
    assert not group.accepts(KEY, "campo0", 0.97)
    read = calibration_from(json.loads(json.dumps(made(group).to_dict())))
    assert read.groups == (group,)


@pytest.mark.parametrize("wrong", [0.12, 0.3])
def test_what_the_fields_teach_does_not_break_the_promise(wrong: float) -> None:
    """Fields that are wrong alike: which of them look right in the sample is by chance alone."""
    broken = 0
    for seed in range(100):
        generator = np.random.default_rng(seed)
        given = [
            Case(f"d{n}", KEY, f"campo{k}", VALUE, 0.9, bool(generator.random() >= wrong))
            for n in range(30)
            for k in range(12)
        ]
        (group,) = find_groups(given, Promise(0.1))
        broken += any(group.accepts(KEY, f"campo{k}", 0.9) for k in range(12))
    assert broken <= 10


def test_which_groups_there_are_does_not_hang_on_what_is_right() -> None:
    given = cases(700, 3, lambda _: 0.1)
    turned = [replace(each, right=not each.right) for each in given]
    names = [
        (each.field, each.kind, each.threshold.cases) for each in find_groups(given, Promise(0.1))
    ]
    assert names == [
        (each.field, each.kind, each.threshold.cases) for each in find_groups(turned, Promise(0.1))
    ]


def test_too_few_cases_say_how_many_it_would_take() -> None:
    (group,) = find_groups(cases(20, 1, lambda _: 0.0), Promise(0.02))
    assert group.threshold.accept is None
    assert group.threshold.needed == 114
    assert wanting(group.threshold) == 94


def test_nothing_to_calibrate_on() -> None:
    with pytest.raises(DocumentError, match="no field of an answer was judged"):
        calibrate([], Promise(0.05), signature=SIGNATURE)


def test_the_share_that_is_automated() -> None:
    found = calibrate(cases(200, 2, lambda _: 0.0), Promise(0.05), signature=SIGNATURE)
    assert found.automated == 1.0
    assert found.documents == 200
    assert found.schemas == (KEY,)


def result(path: str, value: Any, confidence: float, outcome: str = "kept") -> FieldResult:
    return FieldResult(path, value, value, outcome=outcome, confidence=confidence)


@pytest.mark.parametrize(
    ("field", "decision"),
    [
        (result("precio", 3, 0.7), ACCEPT),
        (result("precio", 3, 0.69), REVIEW),
        (result("precio", None, 0.99), REVIEW),
        (result("lineas.4.importe", 3, 0.2), ACCEPT),
        (result("lineas.4.importe", 3, 0.1), REVIEW),
        (result("otro", 3, 0.95), ACCEPT),
        (result("otro", 3, 0.8), REVIEW),
        (result("otro", None, 0.5), ACCEPT),
        (result("otro", [], 0.5), ACCEPT),
        (result("otro", None, 1.0, "omitted"), REVIEW),
        (result("otro", 0, 1.0, "placeholder"), REVIEW),
        (result("lineas.5", None, 1.0, "dropped"), REVIEW),
        (result("otro", None, 1.0, "dropped"), ACCEPT),
    ],
)
def test_decisions(field: FieldResult, decision: str) -> None:
    calibration = made(
        Group(KEY, "precio", VALUE, threshold(0.7)),
        Group(KEY, "precio", NULL, threshold(None)),
        Group(KEY, "lineas[].importe", VALUE, threshold(0.2)),
        Group("", "", VALUE, threshold(0.9)),
        Group("", "", NULL, threshold(0.5)),
    )
    assert calibration.decider(KEY)(field) == decision


def test_written_and_read_it_is_the_same(tmp_path: Path) -> None:
    calibration = made(*EVERYTHING, abstain_below=0.3, near=0.5)
    path = tmp_path / "calibration.json"
    calibration.save(path)
    assert load_calibration(path) == calibration


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "3",
        '{"form": 2}',
        '{"form": 1}',
        json.dumps({**made().to_dict(), "signature": {"veraz": "0"}}),
        json.dumps({**made().to_dict(), "groups": [{"schema": ""}]}),
        json.dumps({**made().to_dict(), "risk": "poco"}),
        json.dumps({**made().to_dict(),
                    "groups": [{"schema": "", "field": "", "kind": "value",
                                "threshold": {**asdict(threshold(0.5)), "accept": "alto"}}]}),
    ],
)  # fmt: skip
def test_what_is_no_calibration_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "calibration.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(SettingsError, match="make one with `veraz calibrate`"):
        load_calibration(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be read"):
        Extractor(model="symbolic", calibration=tmp_path / "no.json")


def test_a_signature_is_read_as_it_is_written() -> None:
    for model in ("m", "casa · grande"):
        signature = replace(SIGNATURE, model=model, examples="1f" if " " in model else "")
        assert Signature.read(str(signature)) == signature
    with pytest.raises(ValueError, match="no signature"):
        Signature.read("otra cosa")


@pytest.fixture(scope="module")
def own() -> Signature:
    """What a symbolic extraction of this machine is signed with."""
    with Extractor(model="symbolic") as extractor:
        return extractor.extract(TEXT, INSTRUCTION, SCHEMA).signature


def test_every_field_of_an_extraction_has_a_decision(own: Signature) -> None:
    calibration = made(*EVERYTHING, signature=own)
    with Extractor(model="symbolic", calibration=calibration) as extractor:
        extraction = extractor.extract(TEXT, INSTRUCTION, SCHEMA)
    assert extraction.decisions
    for one in extraction.to_dict()["fields"]:
        assert one["decision"] == (REVIEW if one["value"] is None else ACCEPT)
    assert "calibration" not in extraction.notes
    shown = render_html(extraction)
    assert ">accept</div>" in shown
    assert "aceptado" in render_html(extraction, "es")
    out = StringIO()
    print_extraction(extraction, Console(file=out, width=120))
    assert "accept" in out.getvalue()


def test_without_a_calibration_there_is_none() -> None:
    with Extractor(model="symbolic") as extractor:
        extraction = extractor.extract(TEXT, INSTRUCTION, SCHEMA)
    assert extraction.decisions == {}
    assert {one["decision"] for one in extraction.to_dict()["fields"]} == {None}
    assert 'class="decision' not in render_html(extraction)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"model": "otro"}, "model symbolic (calibrated: otro)"),
        ({"veraz": "0.0"}, "veraz"),
        ({"spanish_model": "ninguno"}, "spanish model"),
    ],
)
def test_what_it_was_not_made_for_is_reviewed_with_a_warning(
    own: Signature, changes: dict[str, str], said: str
) -> None:
    calibration = made(*EVERYTHING, signature=replace(own, **changes))
    with (
        Extractor(model="symbolic", calibration=calibration) as extractor,
        pytest.warns(CalibrationWarning) as told,
    ):
        extraction = extractor.extract(TEXT, INSTRUCTION, SCHEMA)
    assert said in str(told[0].message)
    assert "veraz calibrate" in str(told[0].message)
    assert set(extraction.decisions.values()) == {REVIEW}
    assert said in extraction.notes["calibration"]


def test_another_schema_is_reviewed_with_a_warning(own: Signature) -> None:
    calibration = made(*EVERYTHING, signature=own, schemas=("otro",))
    with (
        Extractor(model="symbolic", calibration=calibration) as extractor,
        pytest.warns(CalibrationWarning, match="another schema"),
    ):
        extraction = extractor.extract(TEXT, INSTRUCTION, SCHEMA)
    assert set(extraction.decisions.values()) == {REVIEW}


@pytest.mark.parametrize(
    "given", [{"strictness": "strict"}, {"pipeline": "repair"}, {"abstain_below": 0.5}]
)
def test_other_options_are_refused_before_anything_is_spent(given: dict[str, Any]) -> None:
    (name,) = given
    with pytest.raises(SettingsError, match=name):
        Extractor(model="symbolic", calibration=made(*EVERYTHING), **given)


def test_an_answer_that_breaks_its_schema_is_decided_too(own: Signature) -> None:
    schema = {
        "type": "object",
        "properties": {"matricula": {"type": "string", "pattern": r"^\d{4} [A-Z]{3}$"}},
        "required": ["matricula"],
    }
    calibration = made(*EVERYTHING, signature=own, schemas=(schema_key(schema),))
    with (
        Extractor(model="symbolic", calibration=calibration, on_unanswered="error") as extractor,
        pytest.raises(AnswerError) as caught,
    ):
        extractor.extract("Llueve.", "Extrae la matrícula", schema)
    assert caught.value.extraction.decisions == {"matricula": REVIEW}


def test_the_environment_names_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own: Signature
) -> None:
    made(*EVERYTHING, signature=own).save(tmp_path / "c.json")
    monkeypatch.setenv("VERAZ_CALIBRATION", str(tmp_path / "c.json"))
    assert settings_from().calibration == str(tmp_path / "c.json")
    with Extractor(model="symbolic") as extractor:
        assert ACCEPT in extractor.extract(TEXT, INSTRUCTION, SCHEMA).decisions.values()
    with Extractor(model="symbolic", calibration="") as extractor:
        assert extractor.extract(TEXT, INSTRUCTION, SCHEMA).decisions == {}


def test_rows_of_a_batch_have_decisions(tmp_path: Path, own: Signature) -> None:
    path = tmp_path / "c.json"
    made(*EVERYTHING, signature=own).save(path)
    options = BatchOptions(SCHEMA, INSTRUCTION, model="symbolic", calibration=str(path))
    assert made_with(options)["calibration"] == str(path)
    extractor = RowExtractor(options)
    found = extractor({"id": "1", "text": TEXT})
    extractor.close()
    assert set(found["decisions"]) == set(SCHEMA["properties"])
    assert set(found["decisions"].values()) <= {ACCEPT, REVIEW}
    assert "calibration" not in found


def test_a_row_says_where_its_calibration_promises_nothing(tmp_path: Path, own: Signature) -> None:
    path = tmp_path / "c.json"
    made(*EVERYTHING, signature=replace(own, veraz="0.0")).save(path)
    extractor = RowExtractor(
        BatchOptions(SCHEMA, INSTRUCTION, model="symbolic", calibration=str(path))
    )
    with pytest.warns(CalibrationWarning):
        found = extractor({"id": "1", "text": TEXT})
    extractor.close()
    assert set(found["decisions"].values()) == {REVIEW}
    assert "promises nothing" in found["calibration"]


def test_the_service_decides(tmp_path: Path, own: Signature) -> None:
    path = tmp_path / "c.json"
    made(*EVERYTHING, signature=replace(own, model="m")).save(path)
    asked = {"input_text": TEXT, "instruction": INSTRUCTION, "target_schema": SCHEMA}
    with (
        ScriptedServer([Turn(ANSWER, usage=(1, 1))]) as server,
        TestClient(create_app(settings(server.base_url, calibration=str(path)))) as client,
    ):
        whole = client.post("/extract?model=m", json=asked).json()
        abstained = client.post("/extract?model=m&abstain=0.5", json=asked).json()
        fallen = client.post("/extract?model=symbolic", json=asked).json()
    assert {one["path"]: one["decision"] for one in whole["fields"]}["precio"] == ACCEPT
    assert {one["decision"] for one in fallen["fields"]} == {REVIEW}
    assert {one["decision"] for one in abstained["fields"]} == {REVIEW}
    assert "abstain_below 0.5 (calibrated: None)" in abstained["notes"]["calibration"]
    assert "model symbolic (calibrated: m)" in fallen["notes"]["calibration"]
