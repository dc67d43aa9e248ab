"""What a prompt shows: patterns, years, values in the form asked for, bounds."""

import datetime
from typing import Any

import pytest

from llm.prompt import build_prompt
from llm.render import render_hints
from nlp.asked.pattern_codes import codes_in, has_code
from nlp.candidates import find_candidates
from nlp.facts.fact_kinds import KINDS
from nlp.facts.offers import offers_of
from nlp.facts.weighing import trained_weighing
from nlp.hints import FieldHints, ShownHint, shown_hints
from nlp.labels.applied import read_labels
from nlp.layout.mention_context import place_of
from nlp.layout.structure import layout
from nlp.matching import match_hints
from nlp.schema import Constraints, Field
from nlp.schema_compiler import compile_schema
from nlp.spans import Document
from nlp.temporal.years import with_years

CODE = r"^[A-Z]{2}-\d{4}$"


def shown(text: str, properties: dict[str, Any]) -> dict[str | None, Any]:
    schema = compile_schema({"type": "object", "properties": properties})
    document = Document("x", text)
    hints = match_hints(document, find_candidates(document), schema)
    found = shown_hints(hints)
    assert all(text[one.start : one.end] == one.mention for one in found)
    return {one.path: one.value for one in found}


def patterned(text: str, properties: dict[str, Any]) -> list[Any]:
    """The values that are offered because they alone are written as a pattern says."""
    schema = compile_schema({"type": "object", "properties": properties})
    document = Document("x", text)
    candidates = find_candidates(document)
    labels = read_labels(document, candidates, schema)
    offers = offers_of(document, candidates, schema, (), labels)
    return [one.shown.value for one in offers if one.basis == "pattern"]


def test_the_only_mention_in_a_pattern_is_shown_with_its_field() -> None:
    field = {"type": "string", "pattern": CODE}
    text = "El equipo quedó registrado como QX-4471 tras la inspección de marzo."
    assert shown(text, {"codigo": field})["codigo"] == "QX-4471"
    assert patterned(text, {"codigo": field}) == ["QX-4471"]
    assert patterned(text + " Sustituye al QX-4102.", {"codigo": field}) == []
    assert patterned(text, {"codigo": field, "anterior": field}) == []


def test_a_code_with_separators_is_shown_in_the_pattern() -> None:
    field = {"type": "string", "pattern": r"^\d{8}[A-Z]$"}
    text = "Comparece doña Ana Mir, con documento 20.481.933-K, vecina de Lugo."
    assert shown(text, {"documento": field})["documento"] == "20481933K"


@pytest.mark.parametrize(
    ("pattern", "telling"),
    [(CODE, True), (".*", False), (r"\d+", False), (r"^\d+$", False), (r"^[a-z]+$", False)],
)
def test_a_telling_pattern(pattern: str, telling: bool) -> None:
    field = Field("codigo", "codigo", "string", constraints=Constraints(pattern=pattern))
    assert has_code(field) is telling


def test_a_slow_pattern_offers_nothing() -> None:
    text = "a" * 40 + "1! " * 50
    assert list(codes_in(Document("x", text), r"^(a+)+1$")) == []


@pytest.mark.parametrize(
    ("text", "timex"),
    [
        ("Lugo, 2 de mayo de 2026. Abre el 14 de junio.", "2026-06-14"),
        ("De 2 de mayo de 2025 a 3 de mayo de 2026. Abre el 14 de junio.", "XXXX-06-14"),
        ("De 2 de mayo de 2025 a 3 de mayo de 2026. Abre el domingo 14 de junio.", "2026-06-14"),
        ("Del 2/5/2025 al 3/5/2025. Vence el 1/1/2026. Abre el 14 de junio.", "2025-06-14"),
        ("Abre el 14 de junio.", "XXXX-06-14"),
    ],
)
def test_the_year_of_a_date_without_one(text: str, timex: str) -> None:
    document = Document("x", text)
    dated = with_years(document, find_candidates(document))
    assert timex in {one.value.timex for one in dated if "junio" in one.mention and one.value}


def test_relative_dates_have_a_value_where_there_is_a_reference() -> None:
    day = datetime.date(2026, 3, 14)
    document = Document("x", "Se entrega mañana; se firma el próximo lunes.", day)
    values = {one.mention: one.value for one in find_candidates(document)}
    assert [value.timex for value in values.values() if value and value.timex] == [
        "2026-03-15",
        "2026-03-16",
    ]


def test_hints_take_a_tenth_of_the_prompt_at_most() -> None:
    lines = "".join(
        f"Fecha {n}: {n % 28 + 1}/3/2024. Importe {n}: {n * 7},50 €.\n" for n in range(90)
    )
    names = [f"fecha_{n}" for n in range(30)]
    schema = compile_schema(
        {"type": "object", "properties": {n: {"type": "string", "format": "date"} for n in names}}
    )
    document = Document("x", lines)
    hints = match_hints(document, find_candidates(document), schema)
    prompt = build_prompt(document, schema, hints)
    whole = sum(len(one.content) for one in prompt.messages)
    assert 0.07 * whole < len(render_hints(hints)) <= 0.1 * whole


def test_a_short_text_and_a_schema_of_many_members_keep_the_share() -> None:
    members = [f"categoría número {n}" for n in range(70)]
    fields = {
        "clase": {"enum": members},
        "firmada": {"type": "string", "format": "date", "description": "Día de la firma. " * 20},
    }
    lines = "\n".join(f"Firmada: {n}/3/2024" for n in range(1, 29))
    for properties in (fields, {"firmada": fields["firmada"]}):
        schema = compile_schema({"type": "object", "properties": properties})
        document = Document("x", lines)
        hints = match_hints(document, find_candidates(document), schema)
        whole = sum(len(one.content) for one in build_prompt(document, schema, hints).messages)
        assert len(render_hints(hints)) <= 0.1 * whole


def test_the_matchers_first_answer_is_offered_to_its_field_and_to_none() -> None:
    field = {"type": "integer", "description": "Número de socios de la cooperativa"}
    schema = compile_schema({"type": "object", "properties": {"socios": field}})
    document = Document("x", "La cooperativa, fundada en 1931, cuenta hoy con 214 socios.")
    candidates = find_candidates(document)
    labels = read_labels(document, candidates, schema)
    hints = match_hints(document, candidates, schema)
    offers = offers_of(document, candidates, schema, hints, labels)
    by_basis = {one.basis: one for one in offers if one.basis in {"guess", "first"}}
    assert by_basis["guess"].shown.path == "socios"
    assert by_basis["first"].shown.path is None
    assert by_basis["guess"].shown.value == by_basis["first"].shown.value == 214


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("Vence el 14 de mayo de 2026.", "Vence el"),
        ("2. 14 de mayo de 2026.", ""),
        ("Entrega: 14 de mayo de 2026", "Entrega"),
    ],
)
def test_where_a_mention_stands_is_said_in_words_or_not_at_all(text: str, where: str) -> None:
    document = Document("x", text)
    [one] = [each for each in find_candidates(document) if each.mention == "14 de mayo de 2026"]
    assert place_of(document, layout(document), one) == where


def test_a_mention_that_is_its_value_but_for_blanks_is_said_once() -> None:
    shown = ShownHint(None, "Residencia  La\n  Alameda", 0, 24, "Residencia  La  Alameda", "title")
    said = render_hints([FieldHints("nombre", shown=(shown,))])
    assert said.count("Alameda") == 1


def test_floors_name_kinds() -> None:
    for name in trained_weighing().floors:
        if name.startswith("fact:"):
            assert name.split(":")[1] in KINDS
            assert name.split(":")[2] in {"few", "many"}
