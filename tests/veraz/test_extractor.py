"""The library's front door."""

import asyncio
import json
import threading
from pathlib import Path
from typing import Any

import pytest
from product import ANSWER, INSTRUCTION, SCHEMA, TEXT
from pydantic import BaseModel

import veraz
from llm.scripted import Body, ScriptedServer, Turn
from nlp.schema_compiler import compile_schema
from veraz import DocumentError, Extractor, SchemaError, SettingsError


def test_the_names_the_package_promises() -> None:
    assert all(getattr(veraz, name) for name in veraz.__all__)
    with pytest.raises(AttributeError, match="Extracter"):
        _ = veraz.Extracter


def test_symbolic_needs_no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with Extractor(model="symbolic") as extractor:
        extraction = extractor.extract(TEXT, INSTRUCTION, SCHEMA)
    assert extraction.data["fecha"] == "2021-03-03"
    assert extraction.data["precio"] == 18500
    assert extraction.usage.calls == 0
    assert extraction.signature.model == "symbolic"
    for path, spans in extraction.evidence.items():
        assert all(TEXT[span.start : span.end] == span.mention for span in spans), path


def test_recorded_answers_stand_in_for_the_model(tmp_path: Path) -> None:
    recorded = tmp_path / "r.jsonl"
    recorded.write_text(json.dumps({"id": "a", "output": json.loads(ANSWER)}), encoding="utf-8")
    with Extractor(model=f"recorded:{recorded}") as extractor:
        extraction = extractor.extract(TEXT, INSTRUCTION, SCHEMA, id="a")
        assert extraction.data == json.loads(ANSWER)
        with pytest.raises(veraz.ModelError, match="'b'"):
            extractor.extract(TEXT, INSTRUCTION, SCHEMA, id="b")


def test_pydantic_in_pydantic_out() -> None:
    class Entrega(BaseModel):
        compradora: str | None = None
        precio: float | None = None

    with (
        ScriptedServer([Turn('{"compradora": "Elvira Pardo Luna", "precio": 18500}')]) as server,
        Extractor(model="m", base_url=server.base_url) as extractor,
    ):
        extraction = extractor.extract(TEXT, INSTRUCTION, Entrega)
    assert extraction.parsed == Entrega(compradora="Elvira Pardo Luna", precio=18500.0)


async def test_the_sync_call_works_inside_a_running_loop() -> None:
    asyncio.get_running_loop()
    with Extractor(model="symbolic") as extractor:
        assert extractor.extract(TEXT, INSTRUCTION, SCHEMA).data["precio"] == 18500


async def test_async_extractions_run_side_by_side() -> None:
    together = threading.Barrier(8, timeout=60.0)  # breaks unless all eight are asked at once

    def answering(_: Body) -> Turn:
        together.wait()
        return Turn(ANSWER)

    with ScriptedServer([answering]) as server:
        extractor = Extractor(model="m", base_url=server.base_url)
        answers = await asyncio.gather(
            *(extractor.aextract(TEXT, INSTRUCTION, SCHEMA, id=str(n)) for n in range(8))
        )
        await extractor.model.aclose()
    assert [answer.data["precio"] for answer in answers] == [18500] * 8


def test_what_cannot_be_obeyed_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(SettingsError, match="OPENAI_BASE_URL"):
        Extractor(model="un-modelo-que-no-hay")
    with pytest.raises(SettingsError, match="grounded"):
        Extractor(model="symbolic", pipeline="graunded")
    with pytest.raises(SettingsError, match="balanced"):
        Extractor(model="symbolic", strictness="severa")
    with Extractor(model="symbolic") as extractor:
        with pytest.raises(DocumentError, match="str"):
            extractor.extract(b"bytes", "", SCHEMA)  # type: ignore[arg-type]
        with pytest.raises(DocumentError, match="instruction"):
            extractor.extract(TEXT, None, SCHEMA)  # type: ignore[arg-type]
        with pytest.raises(SchemaError):
            extractor.extract(TEXT, "", {"type": "inexistente"})


def test_many_texts_in_their_order_with_failures_in_place() -> None:
    with Extractor(model="symbolic") as extractor:
        done = extractor.extract_many(
            [TEXT, TEXT.replace("18.500", "9.000")], INSTRUCTION, SCHEMA, progress=False
        )
        failed = extractor.extract_many([TEXT], INSTRUCTION, {"type": "no-hay"}, progress=False)
    assert [one.data["precio"] for one in done if isinstance(one, veraz.Extraction)] == [
        18500,
        9000,
    ]
    assert [type(one) for one in failed] == [SchemaError]


def test_many_refuses_what_it_would_hang_or_go_astray_with() -> None:
    with Extractor(model="symbolic") as extractor:
        with pytest.raises(DocumentError, match="a list of texts"):
            extractor.extract_many(TEXT, INSTRUCTION, SCHEMA, progress=False)
        with pytest.raises(SettingsError, match="at least 1"):
            extractor.extract_many([TEXT], INSTRUCTION, SCHEMA, progress=False, concurrency=0)


def test_a_schema_that_comes_again_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []

    def compiling(source: Any, *, instruction: str) -> Any:
        compiled.append(instruction)
        return compile_schema(source, instruction=instruction)

    monkeypatch.setattr("veraz.extractor.compile_schema", compiling)
    instruction = "Extrae los datos, una sola vez."
    with Extractor(model="symbolic") as extractor:
        extractor.extract_many([TEXT] * 3, instruction, SCHEMA, progress=False, concurrency=1)
        extractor.extract(TEXT, instruction, {**SCHEMA, "required": ["fecha"]})
    assert compiled == [instruction] * 2


def test_what_is_not_certain_enough_becomes_null_where_it_may() -> None:
    with (
        ScriptedServer([Turn(ANSWER)]) as server,
        Extractor(model="m", base_url=server.base_url, abstain_below=1.01) as extractor,
    ):
        extraction = extractor.extract(TEXT, INSTRUCTION, SCHEMA)
    assert set(extraction.data.values()) == {None}
    assert extraction.fields["precio"].outcome == "dropped"
