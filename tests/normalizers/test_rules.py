"""What the rules change behind the gate, what they leave, and what becomes null: tables."""

from typing import Any

import pytest
from hang import ends

from nlp.hints import FieldHints
from nlp.numeric.quantities import find_quantities
from nlp.schema import Constraints, Field, Schema
from nlp.spans import Document
from nlp.temporal.dates import find_dates
from normalizers.judge import aligned, asked, doubts_of
from normalizers.normalize import read_document
from normalizers.place import Context, Place
from normalizers.table import RULES

TEXT = (
    "El consorcio «Mar Abierto», con sede en Almuñécar, firmó el 7 de junio de 2018 la compra del "
    "faro. Un comunicado, del miércoles, habla de 2017 y de las 9:30. Costó el 12 % más. "
    "La lámpara pesa 1,5 kg y tiene la versión 2.10. La ocupa un tal Nulo; teléfono: no consta. "
    "De noche no hay nadie."
)
EMPTY = object()

FIELDS: dict[str, dict[str, Any]] = {
    "string": {"kind": "string", "nullable": True},
    "item": {"kind": "string"},
    "integer": {"kind": "integer", "nullable": True},
    "number": {"kind": "number", "nullable": True},
    "boolean": {"kind": "boolean", "nullable": True},
    "enum": {"kind": "enum", "nullable": True,
             "enum": ("EN CURSO", "Terminado", "sin_empezar", "OTRO", "complicación")},
    "state": {"kind": "enum", "nullable": True,
              "enum": ("legal", "válido", "activo", "con seguro", "condenado", "apto")},
    "named": {"kind": "enum", "nullable": True, "enum": ("N/A", "SÍ")},
    "numbered": {"kind": "enum", "nullable": True, "enum": (1, 2, 3)},
    "yes": {"kind": "enum", "enum": ("sí", "no")},
    "iso": {"kind": "string", "nullable": True, "description": "Fecha (AAAA-MM-DD)"},
    "moment": {"kind": "string", "nullable": True, "description": "Fecha y hora, AAAA-MM-DD"},
    "any iso": {"kind": "string", "nullable": True, "description": "Fecha en ISO 8601"},
    "quoted": {"kind": "string", "nullable": True, "description": "tal como figura"},
    "verbatim": {"kind": "string", "nullable": True, "description": "YYYY-MM-DD o literal"},
    "spanish": {"kind": "string", "nullable": True, "description": "en la forma dd/mm/aaaa"},
    "yearless": {"kind": "string", "nullable": True, "description": "MM-DDTHH:MM"},
    "date": {"kind": "string", "nullable": True, "name": "fecha_firma"},
    "day": {"kind": "string", "nullable": True, "constraints": Constraints(format="date")},
    "instant": {"kind": "string", "nullable": True, "constraints": Constraints(format="date-time")},
    "mail": {"kind": "string", "nullable": True, "constraints": Constraints(format="email")},
    "share": {"kind": "number", "nullable": True,
              "constraints": Constraints(minimum=0, maximum=1)},
    "step": {"kind": "number", "nullable": True, "constraints": Constraints(multiple_of=0.01)},
    "grade": {"kind": "integer", "nullable": True,
              "constraints": Constraints(minimum=1, maximum=10)},
    "code": {"kind": "string", "nullable": True,
             "constraints": Constraints(pattern=r"^[A-Z]{2}-\d{3}$")},
    "grams": {"kind": "number", "nullable": True, "description": "Peso en gramos"},
    "years": {"kind": "integer", "nullable": True, "name": "edad_min_anios"},
    "short": {"kind": "string", "nullable": True, "constraints": Constraints(max_length=20)},
}  # fmt: skip

CASES: list[tuple[str, Any, Any]] = [
    # damaged characters: only where the text has the mended ones
    ("string", "AlmuÃ±Ã©car", "Almuñécar"),
    ("string", "Al\u200bmuñécar", "Almuñécar"),
    ("string", "Ángel Ünal", "Ángel Ünal"),
    # phrases of absence, which may also stand in the text
    ("string", "N/A", EMPTY),
    ("string", "no se menciona en el texto", EMPTY),
    ("string", "Not mentioned in the text", EMPTY),
    ("string", "", EMPTY),
    ("string", "No consta.", EMPTY),
    ("quoted", "no consta", "no consta"),
    ("string", "no se indica (solo el mes)", EMPTY),
    ("string", "Nulo", "Nulo"),
    ("string", "ninguna", EMPTY),
    ("string", "Ninguna objeción a la obra", "Ninguna objeción a la obra"),
    ("string", "no hay nadie", "no hay nadie"),
    ("string", "No hay mal que por bien no venga", "No hay mal que por bien no venga"),
    ("item", "N/A", "N/A"),
    ("named", "N/A", "N/A"),
    ("integer", "no consta", EMPTY),
    # other types, in the text's writing where it has one
    ("string", 2018, "2018"),
    ("string", 2.1, "2.10"),
    ("string", ["Almuñécar", "Motril"], "Almuñécar, Motril"),
    ("string", {"value": "Almuñécar", "evidence": "x"}, "Almuñécar"),
    ("string", True, EMPTY),
    # booleans
    ("boolean", "sí", True),
    ("boolean", "Si, según el texto", True),
    ("boolean", "NO", False),
    ("boolean", "no consta", EMPTY),
    ("boolean", 1, True),
    ("boolean", 7, EMPTY),
    ("boolean", "quizá", EMPTY),
    # enum members: the same words; never a likeness of letters, never an opposite
    ("enum", "en curso", "EN CURSO"),
    ("enum", "enCurso", "EN CURSO"),
    ("enum", "terminada", "Terminado"),
    ("enum", "sin empezar", "sin_empezar"),
    ("enum", "Terminado (con retraso)", "Terminado"),
    ("enum", "complicació", "complicación"),
    ("enum", "complicació n", "complicación"),
    ("enum", "complicaciónd", "complicación"),
    ("enum", "Obra en curso", EMPTY),
    ("enum", "cancelado", EMPTY),
    ("state", "ilegal", EMPTY),
    ("state", "inválido", EMPTY),
    ("state", "inactivo", EMPTY),
    ("state", "sin seguro", EMPTY),
    ("state", "absuelto", EMPTY),
    ("state", "no apto", EMPTY),
    ("state", "válida", "válido"),
    ("numbered", "2", 2),
    ("numbered", 9, EMPTY),
    ("yes", True, "sí"),
    # numbers in strings, with their unit where the field names another in so many words
    ("integer", "1.250 piezas", 1250),
    ("integer", "tres hijos", 3),
    ("integer", "entre 4 y 6", EMPTY),
    ("number", "12,5 %", 12.5),
    ("number", "mucho", EMPTY),
    ("years", "al menos 4 años", 4),
    ("grams", "1,5 kg", 1500),
    ("grams", 1.5, 1.5),
    ("integer", 3.7, EMPTY),
    # wrapping marks that the text does not have
    ("string", "'Mar Abierto'", "Mar Abierto"),
    ("string", "**Mar Abierto**", "Mar Abierto"),
    ("string", "«Mar Abierto»", "«Mar Abierto»"),
    ("string", "- Mar Abierto", "Mar Abierto"),
    ("string", "'Mar' y 'Abierto'", "'Mar' y 'Abierto'"),
    ("string", "«Tierra Adentro»", "«Tierra Adentro»"),
    # dates: in the form asked, losing nothing that the form has room for
    ("iso", "07/06/2018", "2018-06-07"),
    ("iso", "el día 7 de junio de 2018, jueves", "2018-06-07"),
    ("iso", "7 de junio de 2018", "7 de junio de 2018"),
    ("iso", "2018-06-07T00:00:00", "2018-06-07"),
    ("iso", "2018-06-07T09:30", "2018-06-07T09:30"),
    ("iso", "2017", EMPTY),
    ("iso", "2018-06-00", EMPTY),
    ("iso", "pronto", "pronto"),
    ("iso", "tres días tras el 3 de mayo de 2018", "tres días tras el 3 de mayo de 2018"),
    ("moment", "2026-05-21T22:14", "2026-05-21T22:14"),
    ("any iso", "2026-05-21T22:14-05:00", "2026-05-21T22:14-05:00"),
    ("spanish", "2018-06-07", "07/06/2018"),
    ("yearless", "10-12T04:20", "10-12T04:20"),
    ("verbatim", "2017", "2017"),
    ("verbatim", "7/6/2018", "2018-06-07"),
    ("date", "2018-06-07", "2018-06-07"),
    ("date", "hoy", "hoy"),
    ("day", "7 de junio de 2018", "2018-06-07"),
    ("day", "2018-06-07T22:14", "2018-06-07"),
    ("day", "2026-11-26", "2026-11-26"),
    ("day", "mañana", EMPTY),
    ("instant", "2026-05-21T22:14", "2026-05-21T22:14"),
    ("instant", "2026-05-21T22:14:00Z", "2026-05-21T22:14:00Z"),
    ("instant", "7 de junio de 2018 a las 9:30", "2018-06-07T09:30:00"),
    # formats, bounds, patterns, lengths
    ("mail", "Hola.", EMPTY),
    ("mail", "faro@marabierto.example", "faro@marabierto.example"),
    ("share", 12, 0.12),
    ("share", 0.5, 0.5),
    ("share", 400, EMPTY),
    ("step", 0.29, 0.29),
    ("step", 0.305, EMPTY),
    ("grade", 11, EMPTY),
    ("grade", 10, 10),
    ("code", "ab-123", "AB-123"),
    ("code", "AB 123", "AB-123"),
    ("code", "expediente AB-123 bis", "AB-123"),
    ("code", "A-1", EMPTY),
    ("short", "el consorcio de los faros del sur", "el consorcio de los"),
    # house style is the user's
    ("string", "el consorcio", "el consorcio"),
    ("item", "la compra del faro.", "la compra del faro."),
    ("string", ".NET", ".NET"),
    ("string", "Almuñécar (en la costa de Granada)", "Almuñécar (en la costa de Granada)"),
    ("string", "29 06 1995", "29 06 1995"),
    ("item", "Calle Mayor, 3, 2.º B, Bodega, Sevilla, España",
     "Calle Mayor, 3, 2.º B, Bodega, Sevilla, España"),
]  # fmt: skip


@pytest.fixture(scope="module")
def context() -> Context:
    schema = Schema(root=Field(path="", name="", kind="object"))
    choices = (("Terminado", 0.93), ("EN CURSO", 0.06), ("OTRO", 0.01))
    document = Document("d", TEXT)
    found = (*find_dates(document), *find_quantities(document))
    return read_document(schema, document, found, hints=(FieldHints("enum", choices=choices),))


def field_named(name: str) -> Field:
    return Field(**({"path": name, "name": name} | FIELDS[name]))


def settled(name: str, value: Any, context: Context) -> Place:
    place = Place(name, field_named(name), value, value, in_list=name == "item")
    return asked(aligned(place, context), RULES, context)


@pytest.mark.parametrize(("field", "value", "expected"), CASES)
def test_rules(context: Context, field: str, value: Any, expected: Any) -> None:
    place = settled(field, value, context)
    if expected is EMPTY:
        assert place.value is None
        assert place.changes
        return
    assert (type(place.value), place.value) == (type(expected), expected)
    assert bool(place.changes) == (value != expected or type(value) is not type(expected))
    for change in place.changes:
        assert change.rule in dict(RULES)
        assert change.witness.keyword or change.witness.evidence


def test_every_rule_has_a_case(context: Context) -> None:
    used = {c.rule for name, value, _ in CASES for c in settled(name, value, context).changes}
    assert used == set(dict(RULES))


@pytest.mark.parametrize(
    ("field", "value", "doubts"),
    [
        ("enum", "OTRO", ("other member",)),
        ("enum", "EN CURSO", ()),
        ("grams", 1.5, ("other unit",)),
        ("grams", 1500, ()),
        ("date", "2017-01-01", ("more precise",)),
        ("date", "2018-06-07", ()),
    ],
)
def test_hints_doubt_and_never_overwrite(
    context: Context, field: str, value: Any, doubts: tuple[str, ...]
) -> None:
    place = settled(field, value, context)
    assert place.value == value
    assert doubts_of(place, context) == doubts


@pytest.mark.parametrize(
    "value", [None, "", "x" * 3000, 1e308, float("nan"), -1, True, [], {}, [1]]
)
@pytest.mark.parametrize("field", FIELDS)
def test_no_value_makes_a_rule_fail(context: Context, field: str, value: Any) -> None:
    settled(field, value, context)


@pytest.mark.parametrize("unit", ["-", "a", " \n", "_", "](https:", "(a ", "a, ", "'", "1.", "no "])
def test_hostile_strings_take_no_time(context: Context, unit: str) -> None:
    settled("number", "1", context)
    with ends():
        for field in ("iso", "code", "enum", "number", "boolean"):
            settled(field, unit * (40_000 // len(unit)), context)
