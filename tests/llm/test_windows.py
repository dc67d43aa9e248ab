"""Long documents: what is cut, what each piece is asked, how the answers are merged."""

import json
import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from llm.completion import Message
from llm.context import Context, listed_size, property_size
from llm.draft import read_draft
from llm.merging import Said, heard, merge, same, unite, worth_telling
from llm.places import Page, page_of
from llm.prompt import build_prompt
from llm.scripted import Body, ScriptedServer, Turn
from llm.served import ServedModel
from llm.telling import choose_told
from llm.windows import affordable, allow_silence, cut_prompt, split_text
from nlp.errors import ContextExceeded, ModelError
from nlp.hints import FieldHints, Hint, ShownHint
from nlp.schema import Field, Schema
from nlp.schema_compiler import compile_schema
from nlp.spans import Candidate, Document, Value

pytestmark = pytest.mark.usefixtures("forgetful")

NAMES = [f"Bodega Número{number:03d}" for number in range(130)]
PARAGRAPH = (
    "En la comarca elabora sus vinos {name}, que recoge la uva a mano y la cría en barricas de "
    "roble durante varios meses antes de embotellarla. Sus dueños abren las puertas a quien "
    "quiera conocer la viña, catar las añadas y pasear entre las cepas hasta el río cercano."
)
LONG = "\n\n".join(PARAGRAPH.format(name=name) for name in NAMES) + (
    "\n\nPreside el consejo regulador Amparo Seoane."
)
BODEGAS = compile_schema(
    {
        "type": "object",
        "properties": {
            "bodegas": {"type": "array", "items": {"type": "string"}},
            "preside": {"type": "string"},
        },
        "required": ["bodegas", "preside"],
    }
)


def reader(body: Body) -> Turn:
    """A model that finds the wineries of the text it is given, and invents a president."""
    text = body["messages"][-1]["content"].partition("</documento>")[0]
    president = "Amparo Seoane" if "Amparo Seoane" in text else "Nadie Conocido"
    found = list(dict.fromkeys(re.findall(r"Bodega Número\d{3}", text)))
    return Turn(json.dumps({"bodegas": found, "preside": president}))


@pytest.mark.parametrize("listed", [True, False], ids=["the server lists it", "the server refuses"])
async def test_39000_characters_in_8192_tokens(listed: bool) -> None:
    assert len(LONG) > 35_000
    server = ScriptedServer([reader], context=8192)
    if not listed:
        server.models = ()
    with server:
        model = ServedModel("m", base_url=server.base_url)
        completion = await model.complete(build_prompt(Document("x", LONG), BODEGAS))
        await model.aclose()
    draft = read_draft(completion, BODEGAS)
    assert draft.root == {"bodegas": NAMES, "preside": "Amparo Seoane"}
    assert completion.usage.calls > 1
    assert completion.usage.total_tokens < 32_000
    assert len(completion.notes["windows"]) > 1


async def test_instruction_alone_too_long() -> None:
    schema = compile_schema({"type": "object", "properties": {}}, instruction="Extrae. " * 4000)
    with ScriptedServer([Turn("{}")], context=2048) as server:
        model = ServedModel("m", base_url=server.base_url)
        with pytest.raises(ContextExceeded):
            await model.complete(build_prompt(Document("x", "Texto."), schema))
        await model.aclose()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text("ab. \n", max_size=60), max_size=30).map("\n\n".join), st.integers(20, 200))
def test_pieces_cover_the_text_and_fit(text: str, size: int) -> None:
    spans = split_text(text, size)
    assert spans[0][0] == 0
    assert spans[-1][1] == len(text)
    for (start, end), (next_start, next_end) in pairwise(spans):
        assert start < next_start <= end < next_end
    assert all(0 <= end - start <= size for start, end in spans)


def test_pieces_end_at_paragraphs() -> None:
    spans = split_text(LONG, 5_000)
    assert all(LONG[end - 2 : end] == "\n\n" for _, end in spans[:-1])
    assert all(start == 0 or LONG[start - 1] in "\n " for start, _ in spans)


def test_a_piece_sees_only_its_own_hints() -> None:
    hints = tuple(
        FieldHints(
            "bodegas.*",
            (Hint(Candidate(at, at + 16, name, "ORGANIZATION", None, "p"), 0.9),),
            shown=(ShownHint("bodegas.*", name, at, at + 16, name, "organization"),),
        )
        for name in (NAMES[0], NAMES[-1])
        if (at := LONG.index(name)) >= 0
    )
    prompt = build_prompt(Document("x", LONG), BODEGAS, hints)
    first, *_, last = cut_prompt(prompt, Context(size=8192))
    assert f"«{NAMES[0]}»" in first.prompt.messages[-1].content
    assert f"«{NAMES[-1]}»" not in first.prompt.messages[-1].content
    assert f"«{NAMES[-1]}»" in last.prompt.messages[-1].content


def test_examples_go_before_the_document_is_cut(document: Document, schema: Schema) -> None:
    examples = (Message("user", "x" * 5000), Message("assistant", "{}"))
    prompt = build_prompt(document, schema, examples=examples)
    (window,) = cut_prompt(prompt, Context(size=3000))
    assert len(window.prompt.messages) == 2
    assert document.text in window.prompt.messages[-1].content


async def read_long(text: str, script: Any, **ways: Any) -> tuple[Any, ScriptedServer]:
    """The draft of a long text, and the server that was asked."""
    with ScriptedServer([script], context=8192) as server:
        model = ServedModel("m", base_url=server.base_url, first_pause=0.0, **ways)
        try:
            completion = await model.complete(build_prompt(Document("x", text), BODEGAS))
        finally:
            await model.aclose()
    return (completion, read_draft(completion, BODEGAS)), server


def test_every_window_is_read_unless_a_limit_is_given() -> None:
    context = Context(size=8192)
    windows = cut_prompt(build_prompt(Document("x", LONG * 8), BODEGAS), context)
    assert affordable(windows, context, None) == (windows, ())
    assert (windows[0].start, windows[-1].end) == (0, len(LONG * 8))


def test_a_limit_leaves_the_first_window_and_those_with_the_best_hints() -> None:
    text = LONG * 8
    at = text.rindex(NAMES[60])
    candidate = Candidate(at, at + 16, NAMES[60], "ORGANIZATION", None, "p")
    hints = (FieldHints("bodegas.*", (Hint(candidate, 0.9),)),)
    context = Context(size=8192)
    windows = cut_prompt(build_prompt(Document("x", text), BODEGAS, hints), context)
    chosen, left = affordable(windows, context, 64_000)
    cost = sum(context.of_messages(window.prompt.messages) for window in chosen)
    assert cost <= 64_000
    assert chosen[0].start == 0
    assert any(window.start <= at < window.end for window in chosen)
    assert sorted((*chosen, *left), key=lambda window: window.start) == list(windows)


@pytest.mark.parametrize("order", ["sequential", "parallel"])
async def test_a_window_that_fails_is_said_and_the_others_count(order: str) -> None:
    def failing(body: Body) -> Turn:
        said = body["messages"][-1]["content"].partition("</documento>")[0]
        return Turn(status=500, error="rota") if NAMES[60] in said else reader(body)

    (completion, draft), _ = await read_long(LONG, failing, windows=order)
    ((start, end),) = completion.notes["unread"]
    read = {n for s, e in completion.notes["windows"] for n in NAMES if n in LONG[s:e]}
    assert NAMES[60] in LONG[start:end]
    assert draft.root["bodegas"] == [name for name in NAMES if name in read]
    assert draft.root["preside"] == "Amparo Seoane"
    (problem,) = (problem for problem in draft.problems if "lost" in problem)
    assert f"(characters {start} to {end}) is lost" in problem
    assert "rota" in problem


async def test_where_every_window_fails_the_error_is_raised() -> None:
    with pytest.raises(ModelError, match="rota"):
        await read_long(LONG[:15_000], Turn(status=500, error="rota"))


async def test_what_a_limit_skips_is_said() -> None:
    (completion, draft), _ = await read_long(LONG, reader, most_tokens=12_000)
    assert completion.usage.total_tokens < 12_000
    assert completion.notes["unread"]
    skipped = [problem for problem in draft.problems if "skipped" in problem]
    assert len(skipped) == len(completion.notes["unread"])


async def test_a_limit_that_pays_for_nothing_is_an_error() -> None:
    with pytest.raises(ModelError, match="no window"):
        await read_long(LONG, reader, most_tokens=100)


@pytest.mark.parametrize(("order", "tells"), [("sequential", True), ("parallel", False)])
async def test_windows_read_in_turn_know_what_earlier_ones_found(order: str, tells: bool) -> None:
    _, server = await read_long(LONG, reader, windows=order)
    tails = [
        body["messages"][-1]["content"].partition("</documento>")[2] for body in server.requests
    ]
    told = [tail for tail in tails if f'"{NAMES[0]}"' in tail or NAMES[20] in tail]
    assert bool(told) == tells
    assert not tells or NAMES[0] not in tails[0]


async def test_a_later_window_that_knows_corrects() -> None:
    """The last paragraph corrects without naming the field: who was not told cannot place it."""
    corrected = "Donde dice «Amparo Seoane» debe decir «Luz Rey»."
    text = f"Preside el consejo Amparo Seoane.\n\n{LONG[:-41]}{corrected}"

    def knowing(body: Body) -> Turn:
        said, _, tail = body["messages"][-1]["content"].partition("</documento>")
        who = "Amparo Seoane" if "Preside el" in said else None
        corrects = "debe decir" in said and '"Amparo Seoane"' in tail
        return Turn(json.dumps({"bodegas": [], "preside": "Luz Rey" if corrects else who}))

    found = {}
    for order in ("sequential", "parallel"):
        (_, draft), _ = await read_long(text, knowing, windows=order)
        found[order] = draft.root["preside"]
    assert found == {"sequential": "Luz Rey", "parallel": "Amparo Seoane"}


async def test_an_answer_that_is_not_about_its_window_is_left_out_and_said() -> None:
    def inventing(body: Body) -> Turn:
        said = body["messages"][-1]["content"].partition("</documento>")[0]
        if NAMES[60] not in said:
            return reader(body)
        return Turn(json.dumps({"bodegas": ["Casa Falsa", "Pazo Irreal"], "preside": "Don Nadie"}))

    (_, draft), _ = await read_long(LONG, inventing)
    assert not {"Casa Falsa", "Pazo Irreal"} & set(draft.root["bodegas"])
    assert draft.root["preside"] == "Amparo Seoane"
    assert any("not about this text" in problem for problem in draft.problems)


@pytest.mark.parametrize(
    ("found", "room", "told"),
    [
        (None, 99, {}),
        ({"a": None, "b": [], "c": {"d": None}}, 99, {}),
        ({"a": [1, 2], "b": "x", "c": {"d": 1, "e": None}}, 99, {"b": "x", "c": {"d": 1}, "a": [1, 2]}),
        ({"a": ["uno", "dos", "tres"], "b": "x"}, 32, {"b": "x", "a": ["dos", "tres"]}),
        ({"a": "x" * 50, "b": "y"}, 20, {"b": "y"}),
        ({"a": "x" * 500}, 999, {"a": "x" * 160 + "…"}),
    ],
)  # fmt: skip
def test_what_is_told(found: Any, room: int, told: Any) -> None:
    assert choose_told(found, lambda each: len(json.dumps(each)) <= room) == told


PERSON = Field("p.*", "", "object", fields=(
    Field("p.*.n", "n", "string"), Field("p.*.c", "c", "string"),
    Field("p.*.v", "v", "boolean"), Field("p.*.t", "t", "enum", enum=("a", "b")),
))  # fmt: skip
ANA = {"n": "Ana Ruiz"}


@pytest.mark.parametrize(
    ("left", "right", "one"),
    [
        ("Ana", " ana", True),
        ("Ana", "Ána", False),
        (1, 1.0, True),
        (1, True, False),
        (ANA, {**ANA, "c": "tesorera"}, True),
        ({**ANA, "c": "3 de mayo"}, {**ANA, "c": "9 de junio"}, False),
        ({"n": None, "c": "x"}, {**ANA, "c": None}, False),
        ({"n": None}, {"n": None}, False),
        ({**ANA, "v": True}, {"n": None, "v": True}, False),
        ({"c": "x", "t": "a"}, {**ANA, "t": "a"}, False),
        ({"v": True, "t": "a"}, {"v": True, "t": "a"}, True),
        ({**ANA, "l": ["x"]}, {**ANA, "l": ["y"]}, True),
        ({"c": "x", "l": [1]}, {**ANA, "l": [1]}, False),
    ],
)
def test_when_two_elements_are_one(left: Any, right: Any, one: bool) -> None:
    assert same(left, right, PERSON) is one
    assert same(right, left, PERSON) is one


@pytest.mark.parametrize(
    ("lists", "united"),
    [
        ([["Ana", "Luz"], ["luz ", "Eva"]], ["Ana", "Luz", "Eva"]),
        ([[1, 2], [2, 3]], [1, 2, 3]),
        ([["x", "x"]], ["x", "x"]),
        (
            [[{"n": "Ana", "e": None}], [{"n": "Ana", "e": 30}, {"n": "Luz", "e": None}]],
            [{"n": "Ana", "e": 30}, {"n": "Luz", "e": None}],
        ),
        ([[{"n": "Ana", "e": 30}], [{"n": "Ana", "e": 31}]],
         [{"n": "Ana", "e": 30}, {"n": "Ana", "e": 31}]),
        ([[{"n": None}], [{"n": None}]], [{"n": None}, {"n": None}]),
        # Which of two Anas it is, nobody says: nothing is added to either.
        ([[{"n": "Ana", "e": 30}, {"n": "Ana", "e": 31}], [{"n": "Ana", "e": None}]],
         [{"n": "Ana", "e": 30}, {"n": "Ana", "e": 31}]),
        ([[{"n": "Ana", "e": 30}, {"n": "Ana", "e": 31}], [{"n": "Ana", "c": "vocal"}]],
         [{"n": "Ana", "e": 30}, {"n": "Ana", "e": 31}, {"n": "Ana", "c": "vocal"}]),
        ([[{"n": "Ana", "l": ["x"]}], [{"n": "Ana", "l": ["X", "y"]}]],
         [{"n": "Ana", "l": ["x", "y"]}]),
    ],
)  # fmt: skip
def test_lists_are_united(lists: list[list[Any]], united: list[Any]) -> None:
    said = [Said(elements, Page("", place)) for place, elements in enumerate(lists)]
    assert unite(said) == united


@pytest.mark.parametrize(
    ("windows", "united"),
    [
        # The first window overlooked Luz in the overlap.
        ([("Ana … Luz … Eva", 0, ["Ana", "Eva"]), ("Luz … Eva … Sol", 6, ["Luz", "Eva", "Sol"])],
         ["Ana", "Luz", "Eva", "Sol"]),
        # Told again later: its place is the first.
        ([("Ana", 0, ["Ana"]), ("Sol. Ana", 9, ["Sol", "Ana"])], ["Ana", "Sol"]),
        # What is not found stays behind the one before it.
        ([("Ana … Eva", 0, ["Ana", "X", "Eva"]), ("Sol", 20, ["Sol"])], ["Ana", "X", "Eva", "Sol"]),
        # The rarest member tells the place: «vocal» stands everywhere.
        ([("vocal Ana, vocal Eva", 0, [{"n": "Eva", "c": "vocal"}]),
          ("Ana, vocal Eva", 6, [{"n": "Ana", "c": "vocal"}])],
         [{"n": "Ana", "c": "vocal"}, {"n": "Eva", "c": "vocal"}]),
    ],
)  # fmt: skip
def test_lists_are_in_the_order_of_the_text(windows: list[Any], united: list[Any]) -> None:
    assert unite([Said(elements, Page(text, start)) for text, start, elements in windows]) == united


ANY = compile_schema({"type": "object", "additionalProperties": True})


@pytest.mark.parametrize(
    ("answers", "merged"),
    [
        ([(None, "a"), (None, "b")], None),
        ([("Inventado", "nada"), ("Lugo", "vive en Lugo")], "Lugo"),
        ([("Lugo", "en Lugo"), ("Vigo", "en Vigo"), ("Vigo", "a Vigo")], "Vigo"),
        ([("Lugo", "en Lugones"), ("Vigo", "en Vigo")], "Vigo"),
        ([("Gran  Vía", "la gran\nvía"), ("Rúa", "x")], "Gran  Vía"),
        ([("feria", "x"), ("feria", "y"), ("otro", "z")], "feria"),
        ([("feria", "x"), (None, "y"), (None, "z")], "feria"),
        ([(True, "true"), (False, "x"), (False, "y")], False),
        ([({"a": None, "b": 1}, "1"), ({"a": "x", "b": None}, "x")], {"a": "x", "b": 1}),
        ([({"a": {"b": None}}, ""), ({"a": None}, ""), ({"a": {"b": 2}}, "2")], {"a": {"b": 2}}),
        ([({"a": []}, ""), ({"a": ["x"]}, "x"), ({"a": None}, "")], {"a": ["x"]}),
    ],
)
def test_answers_are_merged(answers: list[tuple[Any, str]], merged: Any) -> None:
    said = [heard(value, Page(text, at), ANY) for at, (value, text) in enumerate(answers)]
    assert merge(said, ANY) == merged


@pytest.mark.parametrize(
    ("said", "merged"),
    [
        # (what it says, its text, what it was told)
        ([("100", "100", None), ("120", "pasa a 120", "100")], "120"),
        ([("100", "100", None), ("120", "pasa a 120", "100"), (None, "100", "120")], "120"),
        ([("uno", "uno", None), ("dos", "dos", "uno"), ("uno", "vuelve a uno", "dos")], "uno"),
        # It was not told: of two the first.
        ([("100", "100", None), ("120", "y 120", None)], "100"),
        # It was told, but its text does not say what it says.
        ([("uno", "uno", None), ("tres", "dos", "uno")], "uno"),
    ],
)
def test_who_knows_of_a_value_corrects_it(said: list[Any], merged: str) -> None:
    windows = [
        heard({"v": value}, Page(text, at), ANY, {"v": told})
        for at, (value, text, told) in enumerate(said)
    ]
    assert merge(windows, ANY) == {"v": merged}


SHAPES = compile_schema({
    "type": "object",
    "properties": {
        "estado": {"enum": ["vigente", "resuelto"]},
        "par": {"type": "array", "prefixItems": [{"type": "integer"}] * 2, "items": False},
        "nombres": {"type": "array", "items": {"type": "string"}},
    },
})  # fmt: skip


@pytest.mark.parametrize(
    ("said", "merged"),
    [
        # A member of a closed set need not stand in the text.
        ([({"estado": "vigente"}, "vigente", {}), ({"estado": "resuelto"}, "fin", {"estado": "vigente"})],
         {"estado": "resuelto"}),
        # A tuple is one value.
        ([({"par": [1, 2]}, "1 y 2", {}), ({"par": [3, 4]}, "3 y 4", {})], {"par": [1, 2]}),
        # Of an answer about something else only what the text says counts, closed sets not at all.
        ([({"estado": "vigente"}, "x", {}),
          ({"estado": "resuelto", "nombres": ["Inés", "Bruno", "Celia", "Ana"]}, "Ana, resuelto",
           {"estado": "vigente"})],
         {"estado": "vigente", "nombres": ["Ana"]}),
    ],
)  # fmt: skip
def test_shapes_are_merged(said: list[Any], merged: Any) -> None:
    windows = [
        heard(root, Page(text, at), SHAPES, told) for at, (root, text, told) in enumerate(said)
    ]
    assert merge(windows, SHAPES) == merged


@pytest.mark.parametrize(
    ("root", "text", "told"),
    [
        ({"estado": "resuelto"}, "queda sin efecto", {"estado": "resuelto"}),
        ({"otro": "Ana Ruiz"}, "firma Ana Ruiz", {"otro": "Ana Ruiz"}),
        ({"otro": "Ana Ruiz"}, "firma otra", {"otro": None}),
        ({"otro": "un resumen del texto con palabras que son del modelo"}, "x", {"otro": None}),
        ({"nombres": ["Ana"]}, "x", {"nombres": ["Ana"]}),
    ],
)
def test_what_is_worth_telling(root: Any, text: str, told: Any) -> None:
    assert worth_telling(heard(root, Page(text), SHAPES), SHAPES).value == told


def test_numbers_and_dates_are_found_as_the_text_writes_them() -> None:
    text = "Se pagaron 1.250,50 euros el 3 de mayo de 2021."
    found = (
        Candidate(11, 25, text[11:25], "MONEY", Value("money", number=1250.5, unit="EUR"), "p"),
        Candidate(29, 46, text[29:46], "DATE", Value("date", timex="2021-05-03"), "p"),
    )
    page = page_of(replace(build_prompt(Document("x", text), ANY), candidates=found), 5, len(text))
    assert (page.places(1250.5), page.places("2021-05-03")) == ((11,), (29,))
    assert (page.places(2021), page.places(50), page.places(True)) == ((42,), (), ())


def test_a_piece_may_be_silent(schema: Schema) -> None:
    wire = allow_silence(build_prompt(Document("x", ""), schema).wire_schema)
    assert {"type": "null"} in wire["properties"]["titulo"]["anyOf"]
    assert wire["properties"]["participantes"]["type"] == "array"
    assert {"type": "null"} in wire["properties"]["organiza"]["properties"]["nombre"]["anyOf"]


@pytest.mark.parametrize(
    ("said", "size"),
    [
        ("This model's maximum context length is 8192 tokens. However, you requested 9000", 8192),
        ("request (9000 tokens) exceeds the available context size (4096 tokens), try", 4096),
        ('{"type": "exceed_context_size_error", "n_prompt_tokens": 9000, "n_ctx": 2048}', 2048),
    ],
)
def test_refusals_name_the_size(said: str, size: int, document: Document, schema: Schema) -> None:
    context = Context()
    context.overflowed(build_prompt(document, schema), said)
    assert context.size == size


@pytest.mark.parametrize(
    ("listed", "size"),
    [
        ([{"id": "m", "max_model_len": 4096}], 4096),
        ([{"id": "m", "meta": {"n_ctx": 2048, "n_ctx_train": 8192}}], 2048),
        ([{"id": "otro", "max_model_len": 4096}], None),
        ([{"id": "m", "context_length": "mucho"}], None),
    ],
)
def test_sizes_servers_list(listed: list[dict[str, Any]], size: int | None) -> None:
    assert listed_size(listed, "m") == size


def test_size_of_a_slot() -> None:
    assert property_size({"default_generation_settings": {"n_ctx": 4096}}) == 4096
    assert property_size({"default_generation_settings": None}) is None
