"""Which of several mentions of a value is shown as its evidence."""

from typing import Any

import pytest

from nlp.candidates import find_candidates
from nlp.matching import match_hints
from nlp.schema import Draft
from nlp.schema_compiler import compile_schema
from nlp.spans import Document
from normalizers.normalize import normalize
from normalizers.outcome import FieldResult

TEXT = """Mujer de 94 años. Constantes: TA 158/94 mmHg, FC 88 lpm, SatO2 94 %.
Tratamiento:
1. Bisoprolol 5 mg
2. Furosemida 40 mg
3. Glucosa al 5 %, 3 bolsas de 500 ml, durante 3 días
Esperó hora y media en la sala; la sesión de fisioterapia fue de media hora."""


def results(said: dict[str, tuple[Any, str]], *, hinted: bool) -> dict[str, FieldResult]:
    schema = compile_schema(
        {
            "type": "object",
            "properties": {
                name: {"type": ["number", "null"], "description": description}
                for name, (_, description) in said.items()
            },
        }
    )
    document = Document("t", TEXT)
    candidates = find_candidates(document)
    hints = match_hints(document, candidates, schema) if hinted else ()
    draft = Draft(root={name: value for name, (value, _) in said.items()})
    found = normalize(draft, schema, document, candidates, hints=hints)
    return {result.path: result for result in found}


@pytest.mark.parametrize("hinted", [True, False])
@pytest.mark.parametrize(
    ("value", "description", "around"),
    [
        (94, "Edad en años", "de 94 años"),
        (94, "Tensión diastólica en mmHg", "158/94 mmHg"),
        (94, "Saturación de oxígeno, en %", "SatO2 94 %"),
        (3, "Bolsas de suero", ", 3 bolsas"),
        (3, "Duración del tratamiento en días", "durante 3 días"),
        (5, "Dosis de bisoprolol en mg", "Bisoprolol 5 mg"),
    ],
)
def test_the_mention_that_the_field_asks_for(
    value: int, description: str, around: str, hinted: bool
) -> None:
    said = {"otro": (88, "Frecuencia cardiaca"), "campo": (value, description)}
    (evidence,) = results(said, hinted=hinted)["campo"].evidence
    at = TEXT.index(around) + around.index(str(value))
    assert evidence.start <= at < evidence.end <= TEXT.index(around) + len(around)


@pytest.mark.parametrize(
    ("value", "description", "mention"),
    [
        (90, "Espera, en minutos", "hora y media"),
        (1.5, "Espera, en horas", "hora y media"),
        (0.5, "Dosis de bisoprolol en centigramos", "5 mg"),
    ],
)
def test_a_value_in_another_unit_than_the_text_has_is_supported(
    value: float, description: str, mention: str
) -> None:
    result = results({"campo": (value, description)}, hinted=False)["campo"]
    assert result.outcome == "kept"
    assert [TEXT[each.start : each.end] for each in result.evidence] == [mention]


def test_an_amount_that_the_text_does_not_say_in_any_unit_is_not_supported() -> None:
    result = results({"campo": (91, "Espera, en minutos")}, hinted=False)["campo"]
    assert result.evidence == ()


ROWS = """Tratamiento:
1. Metformina 850 mg, cada 12 horas, oral.
2. Ramipril 5 mg, cada 24 horas, oral.
3. Atorvastatina 20 mg, cada 24 horas, oral."""


def test_what_several_objects_say_alike_is_shown_where_the_text_speaks_of_each() -> None:
    names = ("farmaco", "pauta", "via")
    row = {"type": "object", "properties": {name: {"type": "string"} for name in names}}
    schema = compile_schema(
        {"type": "object", "properties": {"farmacos": {"type": "array", "items": row}}}
    )
    document = Document("t", ROWS)
    said = [
        dict(zip(names, one, strict=True))
        for one in (
            ("Metformina", "cada 12 horas", "oral"),
            ("Ramipril", "cada 24 horas", "oral"),
            ("Atorvastatina", "cada 24 horas", "oral"),
        )
    ]
    candidates = find_candidates(document)
    hints = match_hints(document, candidates, schema)
    found = normalize(Draft(root={"farmacos": said}), schema, document, candidates, hints=hints)
    lines = {
        result.path: ROWS.count("\n", 0, result.evidence[0].start)
        for result in found
        if result.evidence
    }
    assert lines == {f"farmacos.{row}.{name}": row + 1 for row in range(3) for name in names}
