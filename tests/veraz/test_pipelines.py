"""The pipelines over the real wire, with the fake server as the model."""

import json
import threading
from collections.abc import Callable
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from llm.completion import Model
from llm.scripted import Body, Script, ScriptedServer, Turn
from llm.served import ServedModel
from nlp.errors import ModelError, SettingsError
from nlp.hints import FieldHints, Hint
from nlp.schema import Draft
from nlp.schema_compiler import compile_schema
from nlp.spans import Candidate, Document
from normalizers.assemble import assemble
from normalizers.normalize import normalize
from normalizers.outcome import FieldResult
from veraz import pipelines
from veraz.doubts import Doubt, find_doubts, look_again
from veraz.extraction import Rules
from veraz.pipelines import PIPELINES, pipeline_named
from veraz.result import Extraction

pytestmark = pytest.mark.usefixtures("forgetful")

TEXT = (
    "El ayuntamiento de Redondela inauguró ayer el puente de Cesantes, obra de la ingeniera Uxía "
    "Pazos. Costó 1.200.000 euros. Hablaron la alcaldesa, Digna Rivas, y el vecino Brais Lago."
)
RAW = {
    "type": "object",
    "properties": {
        "obra": {"type": "string", "description": "Nombre de la obra"},
        "autora": {"type": ["string", "null"], "description": "Quién la proyectó"},
        "oradores": {"type": "array", "items": {"type": "string"}, "description": "Quién habló"},
        "coste": {"type": ["number", "null"], "description": "Coste en euros"},
        "tipo": {"enum": ["puente", "carretera", "edificio"]},
    },
    "required": ["obra", "autora", "oradores", "coste", "tipo"],
}
RIGHT = {
    "obra": "puente de Cesantes",
    "autora": "Uxía Pazos",
    "oradores": ["Digna Rivas", "Brais Lago"],
    "coste": 1200000,
    "tipo": "puente",
}
SCHEMA = compile_schema(RAW, instruction="Extrae los datos de la obra.")
DOCUMENT = Document("puente", TEXT)


async def run(name: str, script: Script) -> tuple[Extraction, list[dict[str, Any]]]:
    with ScriptedServer(script) as server:
        model: Model = ServedModel("m", base_url=server.base_url, seconds=10.0, first_pause=0.01)
        try:
            extraction = await PIPELINES[name].run(DOCUMENT, SCHEMA, model, Rules())
        finally:
            await model.aclose()
    return extraction, server.requests


def says(**changes: Any) -> Turn:
    return Turn(json.dumps({**RIGHT, **changes}, ensure_ascii=False), usage=(100, 20))


def asked(body: Body) -> list[str]:
    return list(body["response_format"]["json_schema"]["schema"]["properties"])


def valid(extraction: Extraction) -> bool:
    return bool(Draft202012Validator(RAW).is_valid(extraction.data))


async def test_grounded_is_one_call() -> None:
    extraction, requests = await run("grounded", [says()])
    assert extraction.data == RIGHT
    assert len(requests) == extraction.usage.calls == 1
    (span,) = extraction.evidence["autora"]
    assert TEXT[span.start : span.end] == "Uxía Pazos"
    assert extraction.signature.pipeline == "grounded"
    assert extraction.signature.model == "m"


async def test_baseline_sends_the_schema_verbatim_and_mends_nothing() -> None:
    answer = {"obra": "puente", "sobra": [1]}
    extraction, requests = await run("baseline", [Turn(json.dumps(answer))])
    assert extraction.data == answer
    (request,) = requests
    assert request["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "respuesta", "strict": True, "schema": RAW},
    }
    assert "chat_template_kwargs" not in request
    assert json.dumps(RAW, indent=2, ensure_ascii=False) in request["messages"][1]["content"]


@pytest.mark.parametrize("content", ["```json\n{}\n```", "no", "[1]"])
async def test_baseline_fails_where_the_organisers_call_does(content: str) -> None:
    with pytest.raises(ModelError, match="mends nothing"):
        await run("baseline", [Turn(content)])


async def test_consensus_takes_what_most_answers_say() -> None:
    script = [
        says(autora=None, oradores=["Digna Rivas"]),
        says(coste=None, oradores=["Digna Rivas", "Brais Lago"]),
        says(tipo="carretera", oradores=["Brais Lago", "Digna Rivas"]),
    ]
    extraction, requests = await run("consensus", script)
    assert {**extraction.data, "oradores": sorted(extraction.data["oradores"])} == {
        **RIGHT,
        "oradores": ["Brais Lago", "Digna Rivas"],
    }
    assert extraction.usage.calls == 3
    assert extraction.usage.total_tokens == 360
    temperatures = sorted(request["temperature"] for request in requests)
    assert len(set(temperatures)) == 3


async def test_consensus_survives_a_lost_call() -> None:
    turns = iter([Turn(status=404, error="perdida")])
    extraction, requests = await run("consensus", [lambda body: next(turns, says())])
    assert extraction.data == RIGHT
    assert len(requests) == 3


async def test_consensus_without_any_answer_is_an_error() -> None:
    with pytest.raises(ModelError):
        await run("consensus", [Turn(status=404, error="nada")])


async def test_repair_asks_again_for_what_is_suspicious_only() -> None:
    extraction, requests = await run(
        "repair", [says(oradores=[]), Turn('{"oradores": ["Digna Rivas", "Brais Lago"]}')]
    )
    assert extraction.data == RIGHT
    assert len(requests) == extraction.usage.calls == 2
    assert asked(requests[1]) == ["oradores"]
    assert extraction.notes["second_look"] == ["oradores"]
    before, after = (request["messages"][-1]["content"] for request in requests)
    assert after.startswith(before)


async def test_repair_is_one_call_where_nothing_is_suspicious() -> None:
    extraction, requests = await run("repair", [says()])
    assert extraction.data == RIGHT
    assert len(requests) == 1


async def test_a_failed_second_look_leaves_the_first_answer() -> None:
    extraction, _ = await run("repair", [says(oradores=[]), Turn(status=404, error="no")])
    assert extraction.data == {**RIGHT, "oradores": []}
    assert "failed" in extraction.notes["second_look"]


@pytest.mark.parametrize("name", ["grounded", "consensus", "repair"])
@pytest.mark.parametrize(
    "content",
    ['{"obra": 3}', '{"obra": "x", "tipo": "PUENTE", "coste": "1.200.000 €", "extra": 1}',
     '{"tipo": null, "oradores": "Digna Rivas"}'],
)  # fmt: skip
async def test_whatever_the_model_says_the_answer_is_valid(name: str, content: str) -> None:
    extraction, _ = await run(name, [Turn(content)])
    assert valid(extraction)


@pytest.mark.parametrize("name", ["grounded", "consensus", "repair"])
async def test_the_event_loop_stays_free(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    computing: dict[str, list[int]] = {"ask": [], "read": [], "answer": []}

    def watched(step: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            computing[step].append(threading.get_ident())
            return real(*given, **named)

        return call

    for step in computing:
        monkeypatch.setattr(pipelines, step, watched(step, getattr(pipelines, step)))
    extraction, _ = await run(name, [says()])
    assert extraction.data == RIGHT
    assert all(computing.values())
    assert threading.get_ident() not in {each for used in computing.values() for each in used}


def test_names() -> None:
    assert list(PIPELINES) == ["grounded", "consensus", "repair", "baseline"]
    assert all(pipeline.description for pipeline in PIPELINES.values())
    with pytest.raises(SettingsError, match="grounded, consensus, repair, baseline"):
        pipeline_named("ground")


def hints(path: str, *, answered: float, score: float) -> FieldHints:
    candidate = Candidate(0, 3, "Ana", "PERSON", None, "prueba")
    return FieldHints(path, (Hint(candidate, score),), answered)


@pytest.mark.parametrize(
    ("result", "kind"),
    [
        (FieldResult("oradores", [], []), "empty"),
        (FieldResult("oradores", ["x"], ["x"]), None),
        (FieldResult("autora", None, None), "unanswered"),
        (FieldResult("coste", None, None), None),
        (FieldResult("obra", "x", "x", outcome="unsupported"), "unsupported"),
        (FieldResult("autora", "x", None, outcome="dropped"), "unsupported"),
        (FieldResult("coste", 3, 3, outcome="unsupported"), None),
        (FieldResult("oradores.0", "x", "x", outcome="unsupported"), None),
        (FieldResult("tipo", "puente", "puente"), "unsure"),
        (FieldResult("obra", "x", "x"), None),
    ],
)
def test_doubts(result: FieldResult, kind: str | None) -> None:
    known = (hints("autora", answered=0.95, score=0.8), hints("coste", answered=0.95, score=0.2))
    draft = Draft({}, logprobs={"tipo": -2.0, "obra": -2.0})
    doubts = find_doubts([result], draft, SCHEMA, known)
    assert [doubt.kind for doubt in doubts] == ([kind] if kind else [])


@pytest.mark.parametrize(
    ("kind", "first", "second", "value", "authority"),
    [
        ("empty", [], ["Ana"], ["Ana"], ""),
        ("empty", [], [], [], ""),
        ("unanswered", None, "Ana", "Ana", "model"),
        ("unanswered", None, None, None, ""),
        ("unsupported", "De oídas", "Ana", "Ana", "model"),
        ("unsupported", "De oídas", None, "De oídas", ""),
        ("unsupported", "De oídas", "De memoria", "De oídas", ""),
        ("unsure", "Eva", "Ana", "Eva", ""),
        ("unsure", "Eva", None, "Eva", ""),
    ],
)
def test_what_a_second_look_changes(
    kind: str, first: Any, second: Any, value: Any, authority: str
) -> None:
    names = {"type": "array", "items": {"type": "string"}}
    name = names if kind == "empty" else {"type": ["string", "null"]}
    inner = {"type": "object", "properties": {"b": name, "c": {"type": "integer"}}}
    schema = compile_schema({"type": "object", "properties": {"a": inner}})
    again = look_again(
        Draft({"a": {"b": first, "c": 1}}),
        Draft({"a": {"b": second, "c": 2}}),
        [Doubt("a.b", kind, value=first)],
    )
    document = Document("d", "Asisten Eva y Ana.")
    results = normalize(again.draft, schema, document, (), second=again.values)
    assert assemble(results, schema) == {"a": {"b": value, "c": 1}}
    assert again.agreement == {"a.b": float(first == second)}
    changes = [change.authority for result in results for change in result.changes]
    assert changes == ([authority] if authority else [])
