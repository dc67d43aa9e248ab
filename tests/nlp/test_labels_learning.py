"""What solved examples teach: which label, which words before, which form; and what stays null."""

from dataclasses import replace
from typing import Any

import pytest

from nlp.candidates import find_candidates
from nlp.labels.learning import learn
from nlp.match.symbolic_answer import answer_schema
from nlp.matching import match_hints
from nlp.schema import JSON, Solved
from nlp.schema_compiler import compile_schema
from nlp.spans import Document


def text(field: str) -> dict[str, Any]:
    return {"type": ["string", "null"], "description": field}


def answered(properties: dict[str, Any], examples: list[tuple[str, JSON]], new: str) -> JSON:
    """The answer to a new text, without a model, after these examples."""
    asked = {"type": "object", "properties": properties, "required": list(properties)}
    schema = compile_schema(asked)
    solved = tuple(Solved(str(at), said, answer) for at, (said, answer) in enumerate(examples))
    schema = replace(schema, solved=solved, lessons=learn(schema, solved))
    document = Document("nuevo", new)
    candidates = find_candidates(document)
    return answer_schema(document, schema, candidates, match_hints(document, candidates, schema))


PARTE = """PARTE DE TRABAJO

Cabecera: {a}
Remite: {b}
Zona: {c}
Grupo: {d}
Turno: {e}
"""


def parte(a: str, b: str, c: str, d: str = "", e: str = "mañana") -> str:
    return PARTE.format(a=a, b=b, c=c, d=d, e=e)


def test_a_label_that_no_word_of_the_field_says() -> None:
    properties = {"avisador": text("Persona que avisó"), "codigo": text("Código interno")}

    def seen(code: str, person: str) -> str:
        said = parte(code, "Nuria Sanz", "Norte").replace("Remite:", "Cierre:")
        return said.replace("Zona:", f"Gestión: {person}\nZona:")

    examples = [
        (seen("K-77", "Olga Paz"), {"avisador": "Olga Paz", "codigo": "K-77"}),
        (seen("K-81", "Iván Gil"), {"avisador": "Iván Gil", "codigo": "K-81"}),
    ]
    new = seen("K-93", "Elisa Mora")
    assert answered(properties, examples, new) == {"avisador": "Elisa Mora", "codigo": "K-93"}
    assert answered(properties, [], new) != {"avisador": "Elisa Mora", "codigo": "K-93"}


@pytest.mark.parametrize(
    ("taught", "asked", "expected"),
    [
        (
            {
                "Ruzafa, Valencia": {"barrio": "Ruzafa", "ciudad": "Valencia"},
                "Triana, Sevilla": {"barrio": "Triana", "ciudad": "Sevilla"},
            },
            "Gracia, Barcelona",
            {"barrio": "Gracia", "ciudad": "Barcelona"},
        ),
        ({"2 de mayo de 2024": {"dia": "02/05/2024"}, "17 de junio de 2024": {"dia": "17/06/2024"}},
         "9 de enero de 2025", {"dia": "09/01/2025"}),
        (
            {
                "2 de mayo de 2024 (desde las 16:00)": {"llegada": "2024-05-02T16:00"},
                "7 de mayo de 2024 (desde las 9:30)": {"llegada": "2024-05-07T09:30"},
            },
            "9 de junio de 2024 (desde las 11:15)",
            {"llegada": "2024-06-09T11:15"},
        ),
    ],
    ids=["a part of what stands behind a label", "the form of a date", "a date and an hour apart"],
)  # fmt: skip
def test_what_stands_behind_a_label_is_taken_as_taught(
    taught: dict[str, Any], asked: str, expected: dict[str, Any]
) -> None:
    examples = [
        (parte(str(number), letter, said), gold)
        for number, (letter, (said, gold)) in enumerate(zip("xy", taught.items(), strict=True), 1)
    ]
    properties = {name: text(name.capitalize()) for name in expected}
    assert answered(properties, examples, parte("3", "z", asked)) == expected


def test_the_member_that_words_stand_for() -> None:
    properties = {"prioridad": {"enum": ["P1", "P2", "P3"], "description": "Prioridad"}}
    examples = [
        (parte("1", "x", "Norte", "rojo"), {"prioridad": "P1"}),
        (parte("2", "y", "Sur", "verde"), {"prioridad": "P3"}),
        (parte("3", "z", "Sur", "rojo"), {"prioridad": "P1"}),
        (parte("4", "w", "Este", "verde"), {"prioridad": "P3"}),
    ]
    assert answered(properties, examples, parte("5", "v", "Sur", "verde"))["prioridad"] == "P3"
    assert answered(properties, examples, parte("6", "u", "Sur", "rojo"))["prioridad"] == "P1"


CARTA = "Hola. Se atendió en planta por la técnica {} (turno {}). Gracias.\n"


def test_words_before_an_answer_without_a_label() -> None:
    properties = {"quien": text("Quién")}
    examples = [
        (CARTA.format("Ana Robles Gil", "de noche"), {"quien": "Ana Robles Gil"}),
        (CARTA.format("Rosa Mena", "de tarde"), {"quien": "Rosa Mena"}),
    ]
    new = CARTA.format("Pilar Soto Vega", "de mañana")
    assert answered(properties, examples, new) == {"quien": "Pilar Soto Vega"}


@pytest.mark.parametrize("grupo", ["", "-"])
def test_null_where_the_examples_say_null_without_the_label(grupo: str) -> None:
    properties = {"equipo": text("Equipo que acude"), "avisador": text("Persona que avisó")}
    examples = [
        (parte("1", "Olga Paz", "Norte", "Lince"), {"equipo": "Lince", "avisador": "Olga Paz"}),
        (parte("2", "Iván Gil", "Sur", grupo), {"equipo": None, "avisador": "Iván Gil"}),
        (parte("3", "Noa Ruiz", "Sur", "Gamo"), {"equipo": "Gamo", "avisador": "Noa Ruiz"}),
    ]
    new = parte("4", "Nuria Sanz", "Equipo Este", grupo)
    assert answered(properties, examples, new) == {"equipo": None, "avisador": "Nuria Sanz"}
    without = new.replace(f"Grupo: {grupo}\n", "")
    assert answered(properties, examples, without)["equipo"] is None
    full = parte("5", "Nuria Sanz", "Este", "Corzo")
    assert answered(properties, examples, full)["equipo"] == "Corzo"


def test_columns_of_a_table() -> None:
    properties = {
        "lineas": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"pieza": text("Pieza"), "unidades": {"type": "integer"}},
                "required": ["pieza", "unidades"],
            },
        }
    }

    def table(*rows: tuple[str, int]) -> tuple[str, JSON]:
        lines = "".join(f"| {at} | {name} | {count} |\n" for at, (name, count) in enumerate(rows))
        gold = [{"pieza": name, "unidades": count} for name, count in rows]
        return f"| Nº | Denominación | Q |\n|---|---|---|\n{lines}", {"lineas": gold}

    examples = [table(("tornillo", 40), ("tuerca", 35)), table(("cable", 12), ("foco", 9))]
    new, gold = table(("arandela", 77), ("bisagra", 8))
    assert answered(properties, examples, new) == gold


def test_what_was_not_reviewed_teaches_nothing() -> None:
    schema = compile_schema({"type": "object", "properties": {"a": text("A"), "b": text("B")}})
    example = Solved("1", parte("K-1", "Olga", "Norte"), {"a": "K-1", "b": "Norte"}, ("a",))
    assert set(learn(schema, [example])) == {"a"}
    assert learn(schema, []) == {}
