"""What the places of an answer tell of each other: values given twice, rows that stand together."""

from itertools import pairwise
from time import process_time

from nlp.candidates import find_candidates
from nlp.schema import Draft, Field
from nlp.schema_compiler import compile_schema
from nlp.spans import Document
from normalizers.confidence_relations import Relation, relations, row_of
from normalizers.judge import judge
from normalizers.normalize import read_document, signals
from normalizers.place import Place

TEXT = (
    "Parte de taller. Bicicleta de Nuria Alcaraz: cambio de frenos, reparada. "
    "Todo quedó revisado el mismo día y se avisó por teléfono a la dueña. "
    "Patinete de Iker Mendoza: batería agotada, pendiente de piezas que llegan en mayo."
)
STATES = {"enum": ["reparada", "pendiente", "retirada"]}
SCHEMA = {
    "type": "object",
    "properties": {
        "taller": {"type": "string"},
        "encargos": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "dueño": {"type": "string"},
                    "avería": {"type": "string", "description": "Tal como aparece en el parte"},
                    "estado": STATES,
                },
            },
        },
        "motivos": {"type": "array", "items": {"type": "string"}, "description": "Cita literal"},
    },
}
NURIA = {"dueño": "Nuria Alcaraz", "avería": "cambio de frenos", "estado": "reparada"}
IKER = {"dueño": "Iker Mendoza", "avería": "batería agotada", "estado": "pendiente"}


def related(*rows: dict[str, str], taller: str = "Parte de taller") -> dict[str, Relation]:
    schema, document = compile_schema(SCHEMA), Document("", TEXT)
    context = read_document(schema, document, find_candidates(document))
    draft = Draft(root={"taller": taller, "encargos": list(rows), "motivos": []})
    places = list(judge(draft, context))
    told = [signals(place, draft, context, {}) for place in places]
    found = relations(places, [0.5] * len(places), [one.rivals for one in told])
    return {place.path: each for place, each in zip(places, found, strict=True)}


def test_a_value_of_another_field_is_known_as_such() -> None:
    alone, twice = related(NURIA, IKER), related(NURIA, IKER, taller="Iker Mendoza")
    assert alone["taller"].fields == 0 < twice["taller"].fields
    assert twice["encargos.1.dueño"].fields > 0


def test_a_value_of_another_row_is_known_as_such() -> None:
    found = related(NURIA, IKER | {"dueño": "Nuria Alcaraz"})
    assert found["encargos.0.dueño"].rows == found["encargos.1.dueño"].rows > 0
    assert found["encargos.0.dueño"].fields == found["encargos.1.avería"].rows == 0


def test_a_value_that_stands_by_another_row_is_astray() -> None:
    right = related(NURIA, IKER)
    wrong = related(NURIA | {"avería": "batería agotada"}, IKER | {"avería": "cambio de frenos"})
    for path in ("encargos.0.avería", "encargos.1.avería"):
        assert right[path].astray < 0 < wrong[path].astray
        assert right[path].far < wrong[path].far


def test_the_member_beside_the_row_is_told_from_the_others() -> None:
    right = related(NURIA, IKER)
    wrong = related(NURIA | {"estado": "pendiente"}, IKER | {"estado": "retirada"})
    for path in ("encargos.0.estado", "encargos.1.estado"):
        assert right[path].member < 0 < wrong[path].member


def test_what_asks_for_the_words_of_the_text_is_known_of_fields_and_of_lists() -> None:
    schema, document = compile_schema(SCHEMA), Document("", TEXT)
    context = read_document(schema, document, ())
    draft = Draft(root={"taller": "x", "encargos": [NURIA], "motivos": ["batería agotada"]})
    literal = {
        place.path: signals(place, draft, context, {}).literal for place in judge(draft, context)
    }
    told = ("encargos.0.dueño", "encargos.0.avería", "motivos.0", "taller")
    assert [literal[path] for path in told] == [False, True, True, False]


def test_a_row_is_the_innermost_element_around_a_place() -> None:
    assert row_of("encargos.0.piezas.2.precio") == "encargos.0.piezas.2"
    assert row_of("encargos.0.piezas.2") == "encargos.0"
    assert row_of("motivos.0") == row_of("taller") == ""


def test_thousands_of_rows_take_time_in_proportion() -> None:
    schema = compile_schema(SCHEMA)
    spent = []
    for size in (100, 400):
        rows = [
            {"dueño": f"Socio {n}", "avería": "pinchazo", "estado": "reparada"} for n in range(size)
        ]
        text = "\n".join(f"Socio {n}: pinchazo, reparada." for n in range(size))
        context = read_document(schema, Document("", text), ())
        places: list[Place] = list(judge(Draft(root={"encargos": rows}), context))
        started = process_time()
        relations(places, [0.5] * len(places), [()] * len(places))
        spent.append(process_time() - started)
    assert all(after < 12 * before + 0.2 for before, after in pairwise(spent))


def test_a_number_beyond_any_float_is_compared_too() -> None:
    places = [Place(name, Field(name, name, "integer"), 10**400, 10**400) for name in ("a", "b")]
    assert all(one.fields > 0 for one in relations(places, [0.5, 0.5], [(), ()]))
