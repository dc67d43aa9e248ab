import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nlp.asked.field_profile import profile_schema
from nlp.hints import FieldHints
from nlp.match.ranker import trained_ranker
from nlp.matching import match_hints
from nlp.schema_compiler import compile_schema
from nlp.spans import Candidate, Document, Value

TEXT = (
    "# Restauración del faro de Cabo Mayor\n\n"
    "La arquitecta Rosa Quintanilla dirige la restauración del faro, que mide 30 metros de altura. "
    "Las obras empezaron el 4 de marzo de 2021 en Santander y costaron 250.000 euros. "
    "El ingeniero Luis Ferrer revisó la linterna el 9 de junio de 2022."
)
FOUND = (
    ("Restauración del faro de Cabo Mayor", "HEADING", None),
    ("Rosa Quintanilla", "PERSON", None),
    ("Luis Ferrer", "PERSON", None),
    ("Santander", "LOCATION", None),
    ("30 metros", "QUANTITY", Value("quantity", number=30, unit="m")),
    ("250.000 euros", "MONEY", Value("money", number=250000, unit="EUR")),
    ("4 de marzo de 2021", "DATE", Value("date", timex="2021-03-04")),
    ("9 de junio de 2022", "DATE", Value("date", timex="2022-06-09")),
    ("linterna", "NOUN_PHRASE", None),
)


def candidates_of(
    text: str, found: tuple[tuple[str, str, Value | None], ...]
) -> tuple[Candidate, ...]:
    return tuple(
        Candidate(at.start(), at.end(), mention, label, value, "test")
        for mention, label, value in found
        for at in re.finditer(re.escape(mention), text)
    )


def hints_for(name: str, asked: dict[str, object], *, reasons: bool = False) -> FieldHints:
    schema = compile_schema({"type": "object", "properties": {name: asked}})
    document, candidates = Document("faro", TEXT), candidates_of(TEXT, FOUND)
    return match_hints(document, candidates, schema, reasons=reasons)[0]


NULLABLE = {"anyOf": [{"type": "string"}, {"type": "null"}]}


@pytest.mark.parametrize(
    ("name", "asked", "best"),
    [
        ("architect", {"type": "string"}, "Rosa Quintanilla"),
        ("ingeniero_revisor", {"type": "string"}, "Luis Ferrer"),
        ("engineer", NULLABLE, "Luis Ferrer"),
        ("altura_m", {"type": "number"}, "30 metros"),
        ("cost", {"type": "number", "description": "Total cost in euros"}, "250.000 euros"),
        ("start_date", {"type": "string", "format": "date"}, "4 de marzo de 2021"),
        ("fecha_revision", {"type": "string", "format": "date"}, "9 de junio de 2022"),
        ("headline", {"type": "string"}, "Restauración del faro de Cabo Mayor"),
    ],
)
def test_the_field_finds_its_span(name: str, asked: dict[str, object], best: str) -> None:
    assert hints_for(name, asked).hints[0].candidate.mention == best


def test_a_place_asked_for_alone_is_among_the_first() -> None:
    found = hints_for("city", {"type": "string", "description": "City of the works"}).hints[:2]
    assert "Santander" in {one.candidate.mention for one in found}


def test_a_hint_says_why() -> None:
    asked = {"type": "number", "description": "Cost in euros"}
    reasons = hints_for("cost", asked, reasons=True).hints[0].reasons
    assert "unit_same" in {reason.feature for reason in reasons}


def test_what_the_text_does_not_speak_of_is_less_likely_answered() -> None:
    number = {"anyOf": [{"type": "number"}, {"type": "null"}]}
    height = hints_for("height_m", number)
    voltage = hints_for("voltage", number)
    assert height.answered > 0.6 > voltage.answered


def test_every_leaf_has_hints_in_order() -> None:
    schema = compile_schema(
        {
            "type": "object",
            "properties": {
                "a": {"type": "string"},
                "b": {"type": "array", "items": {"type": "object", "properties": {"c": NULLABLE}}},
                "d": {"enum": ["x", "y"]},
            },
        }
    )
    hints = match_hints(Document("faro", TEXT), candidates_of(TEXT, FOUND), schema)
    assert [one.path for one in hints] == ["a", "b.*.c", "d"]
    assert {value for value, _ in hints[2].choices} == {"x", "y"}


@pytest.mark.parametrize(
    ("name", "asked", "group", "unit", "leading"),
    [
        ("birth_date", {"type": "string"}, "date", None, "date"),
        ("fecha_de_nacimiento", {"type": "string"}, "date", None, "date"),
        ("weight_kg", {"type": "number"}, "number", "kg", "measure"),
        ("tiempo_total_minutos", {"type": "integer"}, "number", "minute", "duration"),
        ("nombreDelPaciente", {"type": "string"}, "text", None, "person"),
        ("summary", {"type": "string"}, "text", None, "text"),
        ("email", {"type": "string"}, "text", None, "identifier"),
        ("precio", {"type": "number", "description": "En euros"}, "number", "EUR", "money"),
        ("manufacturer", {"type": "string"}, "text", None, "organization"),
        ("municipio", {"type": "string"}, "text", None, "place"),
    ],
)
def test_what_a_field_asks_for(
    name: str, asked: dict[str, object], group: str, unit: str | None, leading: str
) -> None:
    schema = compile_schema({"type": "object", "properties": {name: asked}})
    profile = profile_schema(schema)[0]
    assert (profile.group, profile.unit) == (group, unit)
    assert max(profile.classes, key=lambda one: profile.classes[one]) == leading


def test_examples_and_date_forms_are_read_from_descriptions() -> None:
    schema = compile_schema(
        {
            "type": "object",
            "properties": {
                "servicio": {
                    "type": "string",
                    "description": "Servicio (p. ej. 'Medicina Interna')",
                },
                "alta": {"type": "string", "description": "Fecha de alta, AAAA-MM-DD"},
            },
        }
    )
    service, discharge = profile_schema(schema)
    assert service.examples == ("Medicina Interna",)
    assert discharge.date_form is not None
    assert discharge.date_form.template == "YYYY-MM-DD"


def test_shipped_weights_are_complete() -> None:
    groups = trained_ranker().groups
    assert {"text", "date", "number", "items", "member", "flag", "answered"} <= set(groups)
    assert all(isinstance(weight, float) for group in groups.values() for weight in group.values())


@settings(max_examples=40, deadline=None)
@given(st.text(alphabet='aeo Bñé,.;:\n#-|1290()¿"', max_size=120))
def test_any_text_gives_probabilities(text: str) -> None:
    schema = compile_schema(
        {
            "type": "object",
            "properties": {
                "nombre": {"type": "string"},
                "total": {"type": ["integer", "null"]},
                "lista": {"type": "array", "items": {"type": "string"}},
                "activo": {"type": "boolean"},
                "clase": {"enum": ["A", "B"]},
            },
        }
    )
    spans = [(m.start(), m.end()) for m in re.finditer(r"[^\s,.;]+", text)]
    found = tuple(Candidate(s, e, text[s:e], "NOUN_PHRASE", None, "test") for s, e in spans)
    for one in match_hints(Document("x", text), found, schema):
        assert 0.0 <= one.answered <= 1.0
        assert all(0.0 <= hint.score <= 1.0 + 1e-9 for hint in one.hints)
        assert all(
            text[h.candidate.start : h.candidate.end] == h.candidate.mention for h in one.hints
        )
