"""The options of a field: one a value, with what speaks for it; what weighs most is the answer."""

import json
from importlib.resources import files
from typing import Any

import numpy as np
from labelled_answers import answer
from weighable import weighable

from nlp.hints import FieldHints
from nlp.match.options import FieldOptions
from nlp.match.trees import Trees
from nlp.match.weighed import table, weigh
from nlp.matching import match_hints
from nlp.schema_compiler import compile_schema
from nlp.spans import Document

SHEET = """FICHA DE SOCIO DEL CLUB DE MONTAÑA PEÑA CLARA

N.º de socio: 2214-B
Titular: Remedios Olmo Casal
Alta: 3 de marzo de 2019     Última cuota: 45,50 €
Teléfono: 600 555 031
"""


def fields_of(text: str, properties: dict[str, Any]) -> dict[str, FieldOptions]:
    return {
        one.profile.path: one
        for one in weighable(text, properties)
        if isinstance(one, FieldOptions)
    }


def stump(name: str, threshold: float) -> Trees:
    """One tree: 1 above a threshold of one trait, -1 below it and where it is missing."""
    return Trees(
        names=(name,),
        feature=np.array([0, 0, 0]),
        threshold=np.array([threshold, 0.0, 0.0], dtype=np.float32),
        left=np.array([1, 1, 2]),
        right=np.array([2, 1, 2]),
        missing=np.array([True, True, True]),
        value=np.array([0.0, -1.0, 1.0]),
        roots=np.array([0]),
    )


def weighed_by(fields: dict[str, FieldOptions], again: Trees) -> dict[str, FieldHints]:
    """What trees of one trait say that came through the first weighing."""
    first = stump("alike", 0.5)
    return weigh(tuple(fields.values()), {"options": first, "options_again": again})


def test_a_value_that_a_label_and_a_rank_propose_is_one_option() -> None:
    found = fields_of(SHEET, {"titular": {"type": "string"}})["titular"]
    holders = [one for one in found.options if one.value == "Remedios Olmo Casal"]
    assert len(holders) == 1
    assert {"chance", "alike", "assigned", "home", "after_last"} <= holders[0].traits.keys()
    start, end = holders[0].span
    assert SHEET[start:end] == "Remedios Olmo Casal"


def test_saying_nothing_is_weighed_only_where_the_field_may_be_null() -> None:
    asked: dict[str, Any] = {"telefono": {"type": "string"}, "fax": {"type": ["string", "null"]}}
    found = fields_of(SHEET, asked)
    assert len(found["telefono"].rows) == len(found["telefono"].options)
    assert len(found["fax"].rows) == len(found["fax"].options) + 1
    assert found["fax"].rows[-1]["nothing"] == 1.0


def test_enums_and_flags_are_answered_another_way() -> None:
    asked = {"estado": {"enum": ["activo", "baja"]}, "moroso": {"type": "boolean"}}
    assert fields_of(SHEET, asked) == {}


def test_the_option_that_weighs_most_comes_first_with_its_value() -> None:
    fields = fields_of(SHEET, {"titular": {"type": "string"}, "cuota": {"type": "number"}})
    found = weighed_by(fields, stump("first", 0.0))
    first = found["cuota"].hints[0]
    assert first.value == 45.5
    assert found["titular"].hints[0].value == "Remedios Olmo Casal"
    for hints in found.values():
        assert [one.score for one in hints.hints] == sorted(
            (one.score for one in hints.hints), reverse=True
        )


def test_the_chances_of_a_nullable_field_leave_room_for_null() -> None:
    fields = fields_of(SHEET, {"titular": {"type": ["string", "null"]}})
    said = weighed_by(fields, stump("nothing", 0.5))["titular"]
    unsaid = weighed_by(fields, stump("chance", -20.0))["titular"]
    assert said.answered < unsaid.answered
    assert 0.0 < sum(one.score for one in said.hints) < 1.0 + 1e-9


def test_without_a_label_the_ranker_has_a_say_in_whether_the_text_answers() -> None:
    text = "La panadería abrió el lunes. La regenta Remedios Olmo Casal, vecina de Cuéllar."
    asked = {"type": ["string", "null"]}
    told = {"encargada": {**asked, "description": "Quien la lleva"}, "regente": asked}
    fields = fields_of(text, told)
    ranked = fields["encargada"].ranked.answered
    said = weighed_by(fields, stump("chance", -20.0))
    assert ranked < said["encargada"].answered < 0.9
    assert said["encargada"].weighed


def test_a_field_of_a_bare_name_is_likelier_answered() -> None:
    text = "La panadería abrió el lunes. La regenta Remedios Olmo Casal, vecina de Cuéllar."
    asked = {"type": ["string", "null"]}
    described = fields_of(text, {"encargada": {**asked, "description": "Encargada"}})
    bare = fields_of(text, {"encargada": asked})
    odds = [
        weighed_by(fields, stump("chance", -20.0))["encargada"].answered
        for fields in (described, bare)
    ]
    assert odds[0] < odds[1]


def test_what_is_wanted_without_its_quotation_marks_stands_in_them() -> None:
    text = (
        "Los vecinos cortaron el puente de Cuéllar. «Nadie nos va a devolver el río», se quejó "
        "la portavoz, Rosa Andrés Olmo. El alcalde prometió obras."
    )
    told = "Queja que se leyó, sin comillas"
    asked: dict[str, Any] = {"protesta": {"type": "string", "description": told}}
    values = [one.value for one in fields_of(text, asked)["protesta"].options]
    assert values == ["Nadie nos va a devolver el río"]
    asked["protesta"]["type"] = ["string", "null"]
    assert answer(text, asked) == {"protesta": "Nadie nos va a devolver el río"}


def test_a_trait_that_an_option_lacks_is_missing_not_zero() -> None:
    rows = table(("a", "b"), [{"a": 1.0}, {"b": 0.0}])
    assert np.isnan(rows[0, 1])
    assert np.isnan(rows[1, 0])
    assert table(("a",), []).shape == (0, 1)


def test_values_stay_with_their_own_labels() -> None:
    text = "CONSTANTES\n  PESO 58,5 kg     TALLA 1,61 m     TA 104/62 mmHg\n"
    asked = {"peso_kg": {"type": "number"}, "talla_m": {"type": "number"}}
    assert answer(text, asked) == {"peso_kg": 58.5, "talla_m": 1.61}


def test_a_plain_label_wins_over_a_likelier_looking_mention() -> None:
    text = (
        "ACTA DE INSPECCIÓN\n\nLocal: Taberna El Candil\nActividad: bar de copas\n"
        "Visita: 15/08/2024, de 10:05 a 11:50\nInspectora: Nieves Prado Lamas\n"
    )
    asked = {
        "local": {"type": "string"},
        "inspectora": {"type": "string"},
        "fecha_visita": {"type": "string", "format": "date"},
        "telefono": {"type": ["string", "null"]},
    }
    assert answer(text, asked) == {
        "local": "Taberna El Candil",
        "inspectora": "Nieves Prado Lamas",
        "fecha_visita": "2024-08-15",
        "telefono": None,
    }


def test_a_blank_text_has_no_options() -> None:
    schema = compile_schema({"type": "object", "properties": {"titular": {"type": "string"}}})
    assert match_hints(Document("x", "  \n"), (), schema) == (FieldHints("titular", answered=0.0),)


def test_on_a_form_no_text_goes_beyond_its_cell() -> None:
    text = SHEET + "Avisos a: Inés Robledo Pardo   Tel.: 600 555 123\n"
    found = fields_of(text, {"contacto": {"type": "string", "description": "Avisos"}})["contacto"]
    assert found.options
    assert not any("   " in str(one.value) for one in found.options)


def test_on_a_form_no_text_is_a_label_or_holds_one() -> None:
    text = SHEET + "Raza: mestiza   Cirujana: Dra. Vela Ríos\n"
    found = fields_of(text, {"mascota": {"type": "string"}})["mascota"]
    assert found.options
    assert not any(
        str(one.value).startswith(("Raza", "Cirujana", "Titular")) for one in found.options
    )


def test_the_bundled_document_is_answered_rightly() -> None:
    """What a newcomer sees first: the diagnosis stands below a heading, with another field's code."""
    demo = files("resources") / "demo"
    text = (demo / "alta.txt").read_text(encoding="utf-8")
    properties = json.loads((demo / "alta.esquema.json").read_text(encoding="utf-8"))["properties"]
    said = answer(text, properties)
    assert str(said["diagnostico"]).startswith("Infarto agudo de miocardio")
    assert (said["paciente"], said["edad"]) == ("Remedios Olmedo Castaño", 67)
    assert (said["fecha_ingreso"], said["codigo_cie10"]) == ("2026-03-09", "I21.4")
    assert said["fraccion_eyeccion"] == 48
