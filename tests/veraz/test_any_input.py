"""Whatever a stranger sends, there is an answer or an error of ours, and it can be written as JSON."""

import asyncio
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from product import TEXT
from product import settings as product_settings

from llm.scripted import ScriptedServer, Turn
from nlp.errors import VerazError
from veraz.extractor import Extractor
from veraz.service_job import Job, Models, answer_job

STATUSES = {200, 422, 503}

ODD = st.sampled_from(
    [*[None, True, 0, -1, 1.5, 5e-324, 1e308, 10**400, float("inf"), float("nan"), "", "+", "😀"],
    *["\ud800", "x", "Lugo", "2021-03-03", "(", "^(a|a)+$", "(((a{1000}){1000}){1000})", [], {}]]
)  # fmt: skip
TYPES = st.sampled_from(["object", "array", "string", "integer", "number", "boolean", "null"])
LEAF = st.fixed_dictionaries(
    {},
    optional={
        "type": st.one_of(TYPES, st.lists(TYPES, min_size=1, max_size=3, unique=True)),
        "enum": st.lists(ODD, min_size=1, max_size=4),
        "const": ODD,
        "pattern": st.sampled_from(["^a", "(", "", "[A-Z]{2,3}", "(a{999}){999}", "()" * 2000]),
        "format": st.sampled_from(["date", "date-time", "email", "nada", "time", "duration"]),
        "minimum": st.one_of(st.floats(), st.integers()),
        "exclusiveMaximum": st.one_of(st.floats(), st.booleans()),
        "multipleOf": st.floats(min_value=0, exclude_min=True),
        "minLength": st.integers(0, 30),
        "maxLength": st.integers(0, 30),
        "default": ODD,
        "examples": st.lists(ODD, max_size=2),
        "title": st.text(max_size=8),
        "description": st.text(max_size=30),
    },
)
PATTERNS = st.sampled_from(["^x", "(", "a+"])
NAMES = st.one_of(
    st.sampled_from(["fecha", "a.b", "*", "", "~0", "+", "\x1b[2J"]), st.text(max_size=5)
)


def inside(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(
        st.fixed_dictionaries(
            {"type": st.just("object"), "properties": st.dictionaries(NAMES, inner, max_size=3)},
            optional={
                "required": st.lists(NAMES, max_size=3),
                "additionalProperties": st.one_of(st.booleans(), inner),
                "patternProperties": st.dictionaries(PATTERNS, inner, max_size=1),
                "minProperties": st.integers(0, 3),
            },
        ),
        st.fixed_dictionaries(
            {"type": st.just("array"), "items": inner},
            optional={"minItems": st.integers(0, 3), "uniqueItems": st.booleans()},
        ),
        st.fixed_dictionaries({"anyOf": st.lists(inner, min_size=1, max_size=3)}),
        inner.map(lambda below: {"$defs": {"D": below}, "$ref": "#/$defs/D"}),
        st.fixed_dictionaries({"not": inner}),
    )  # fmt: skip


SCHEMAS = st.recursive(LEAF, inside, max_leaves=5)
ANSWERS = st.one_of(
    st.sampled_from(
        [
            "",
            "{",
            "1e999",
            "NaN",
            '{"x": 1e999}',
            "[" * 5000,
            '{"a":' * 3000,
            '"\\ud800"',
            "{}",
            "null",
        ]
    ),
    st.recursive(ODD, lambda inner: st.dictionaries(NAMES, inner, max_size=3), max_leaves=4).map(
        json.dumps
    ),
)


def answered(body: bytes, kind: str = "extract") -> Any:
    given_settings = product_settings(model="symbolic")

    async def answer() -> Any:
        models = Models(given_settings)
        try:
            return await answer_job(Job(kind, body), models, given_settings)
        finally:
            await models.aclose()

    return asyncio.run(answer())


@given(SCHEMAS, st.one_of(st.just(TEXT), st.text(max_size=60)))
@settings(max_examples=60, deadline=None, database=None, suppress_health_check=list(HealthCheck))
def test_any_schema(schema: Any, text: str) -> None:
    body = json.dumps(
        {"input_text": text, "target_schema": {"type": "object", "properties": {"x": schema}}}
    )
    reply = answered(body.encode("utf-8", "replace"))
    assert reply.status in STATUSES, reply.told
    json.loads(reply.body, parse_constant=pytest.fail)


@given(
    st.one_of(
        st.binary(max_size=200),
        st.recursive(ODD, st.lists, max_leaves=5).map(lambda one: json.dumps(one).encode()),
    )
)
@settings(max_examples=60, deadline=None, database=None)
def test_any_body(body: bytes) -> None:
    for kind in ("run", "schema", "candidates"):
        assert answered(body, kind).status in {200, 422}


@given(ANSWERS, st.sampled_from(["grounded", "baseline", "repair"]))
@settings(max_examples=40, deadline=None, database=None, suppress_health_check=list(HealthCheck))
def test_any_answer_of_a_model(said: str, pipeline: str) -> None:
    schema = {
        "type": "object",
        "properties": {
            "x": {"type": ["number", "null"]},
            "a": {},
            "fecha": {"type": ["string", "null"]},
        },
    }
    with (
        ScriptedServer([Turn(said)]) as server,
        Extractor(model="m", base_url=server.base_url, pipeline=pipeline) as extractor,
    ):
        try:
            extraction = extractor.extract(TEXT, "", schema)
        except VerazError:
            return
    json.dumps(extraction.to_dict(), allow_nan=False, ensure_ascii=False).encode("utf-8")


@pytest.mark.parametrize(
    "members",
    [["A", "B", "+"], ["sí", "no", "-"], ["😀", "x"], ["", "x"], ["+", ""], [1, None, True]],
)
def test_members_without_a_word_are_members(members: list[Any]) -> None:
    schema = {"type": "object", "properties": {"x": {"enum": members}}, "required": ["x"]}
    with Extractor(model="symbolic") as extractor:
        assert extractor.extract(TEXT, "", schema).data["x"] in members
        listed = {
            "type": "object",
            "properties": {"x": {"type": "array", "items": {"enum": members}}},
        }
        assert isinstance(extractor.extract(TEXT, "", listed).data["x"], list)


def test_a_recorded_infinity_is_no_number(tmp_path: Any) -> None:
    answers = tmp_path / "answers.jsonl"
    answers.write_text('{"id": "1", "output": {"precio": 1e999, "lista": [NaN]}}\n')
    schema = {
        "type": "object",
        "properties": {
            "precio": {"type": ["number", "null"]},
            "lista": {"type": "array", "items": {"type": "number"}},
        },
    }
    with Extractor(model=f"recorded:{answers}") as extractor:
        extraction = extractor.extract(TEXT, "", schema, id="1")
    assert json.dumps(extraction.data, allow_nan=False) == '{"precio": null, "lista": []}'
