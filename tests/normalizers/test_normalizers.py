"""One table of cases for each normalizer: what it changes, what it leaves, what it drops."""

import time
from typing import Any

import pytest

from nlp.hints import FieldHints
from nlp.numeric.quantities import find_quantities
from nlp.schema import Constraints, Field, Schema
from nlp.spans import Document
from nlp.temporal.dates import find_dates
from normalizers.leaf import Context, Leaf
from normalizers.normalize import look
from normalizers.table import NORMALIZERS

TEXT = (
    "El consorcio «Mar Abierto», con sede en Almuñécar, firmó el 7 de junio de 2018 la compra del "
    "faro. Un comunicado, del miércoles, habla de 2017 y de las 9:30. Costó el 12 % más. "
    "La lámpara pesa 1,5 kg."
)
STEPS = dict(NORMALIZERS)
DROPPED = object()

FIELDS: dict[str, dict[str, Any]] = {
    "string": {"kind": "string", "nullable": True},
    "item": {"kind": "string"},
    "integer": {"kind": "integer", "nullable": True},
    "number": {"kind": "number", "nullable": True},
    "boolean": {"kind": "boolean", "nullable": True},
    "enum": {"kind": "enum", "enum": ("EN CURSO", "Terminado", "sin_empezar", "OTRO")},
    "named": {"kind": "enum", "enum": ("N/A", "SÍ")},
    "numbered": {"kind": "enum", "enum": (1, 2, 3)},
    "iso": {"kind": "string", "nullable": True, "description": "Fecha (AAAA-MM-DD)"},
    "verbatim": {"kind": "string", "nullable": True, "description": "YYYY-MM-DD o literal"},
    "spanish": {"kind": "string", "nullable": True, "description": "en la forma dd/mm/aaaa"},
    "date": {"kind": "string", "nullable": True, "name": "fecha_firma"},
    "example": {"kind": "string", "nullable": True, "description": "(p. ej., 'el faro viejo')"},
    "share": {"kind": "number", "nullable": True,
              "constraints": Constraints(minimum=0, maximum=1)},
    "grade": {"kind": "integer", "nullable": True,
              "constraints": Constraints(minimum=1, maximum=10)},
    "code": {"kind": "string", "nullable": True,
             "constraints": Constraints(pattern=r"^[A-Z]{2}-\d{3}$")},
    "grams": {"kind": "number", "description": "Peso en gramos"},
    "short": {"kind": "string", "nullable": True, "constraints": Constraints(max_length=20)},
}  # fmt: skip

CASES: list[tuple[str, str, Any, Any]] = [
    # damaged characters
    ("damaged characters", "string", "AlmuÃ±Ã©car", "Almuñécar"),
    ("damaged characters", "string", "Al\u200bmuñécar", "Almuñécar"),
    ("damaged characters", "string", "Almuñécar", "Almuñécar"),
    ("damaged characters", "string", "Ángel Ünal", "Ángel Ünal"),
    # null-like strings
    ("null-like strings", "string", "N/A", DROPPED),
    ("null-like strings", "string", "No consta.", DROPPED),
    ("null-like strings", "string", "desconocido", DROPPED),
    ("null-like strings", "string", "no se menciona en el texto", DROPPED),
    ("null-like strings", "string", "not explicitly mentioned", "not explicitly mentioned"),
    ("null-like strings", "string", "Not mentioned in the text", DROPPED),
    ("null-like strings", "string", "", DROPPED),
    ("null-like strings", "string", "No hay mal que por bien no venga",
     "No hay mal que por bien no venga"),
    ("null-like strings", "string", "Nada", "Nada"),
    ("null-like strings", "named", "N/A", "N/A"),
    # types
    ("types", "string", 2018, "2018"),
    ("types", "string", 2018.0, "2018"),
    ("types", "string", ["Almuñécar", "Motril"], "Almuñécar, Motril"),
    ("types", "string", {"value": "Almuñécar", "evidence": "x"}, "Almuñécar"),
    ("types", "string", True, DROPPED),
    # booleans
    ("booleans", "boolean", "sí", True),
    ("booleans", "boolean", "Si, según el texto", True),
    ("booleans", "boolean", "NO", False),
    ("booleans", "boolean", "falso", False),
    ("booleans", "boolean", 1, True),
    ("booleans", "boolean", 7, DROPPED),
    ("booleans", "boolean", "quizá", DROPPED),
    # enum members
    ("enum members", "enum", "en curso", "EN CURSO"),
    ("enum members", "enum", "EN_CURSO", "EN CURSO"),
    ("enum members", "enum", "enCurso", "EN CURSO"),
    ("enum members", "enum", "terminada", "Terminado"),
    ("enum members", "enum", "sin empezar", "sin_empezar"),
    ("enum members", "enum", "Terminadoo", "Terminado"),
    ("enum members", "enum", "Obra en curso", "EN CURSO"),
    ("enum members", "enum", "cancelado", DROPPED),
    ("enum members", "numbered", "2", 2),
    ("enum members", "numbered", 9, DROPPED),
    # worded members
    ("worded members", "enum", "OTRO", "Terminado"),
    ("worded members", "enum", "EN CURSO", "EN CURSO"),
    ("worded members", "named", "N/A", "N/A"),
    # units
    ("units", "grams", 1.5, 1500),
    ("units", "grams", 1500, 1500),
    # numbers
    ("numbers", "integer", "1.250 piezas", 1250),
    ("numbers", "integer", "veintiún", 21),
    ("numbers", "integer", 12.0, 12),
    ("numbers", "number", "1.234.567,89 €", 1234567.89),
    ("numbers", "number", "38,5 °C", 38.5),
    ("numbers", "number", "3 millones", 3000000),
    ("numbers", "number", "muchos", DROPPED),
    ("numbers", "number", True, DROPPED),
    # wrapping marks
    ("wrapping marks", "string", "'Mar Abierto'", "Mar Abierto"),
    ("wrapping marks", "string", "«Mar Abierto»", "Mar Abierto"),
    ("wrapping marks", "string", "**Mar Abierto**", "Mar Abierto"),
    ("wrapping marks", "string", "- Mar Abierto", "Mar Abierto"),
    ("wrapping marks", "string", "'Mar' y 'Abierto'", "'Mar' y 'Abierto'"),
    ("wrapping marks", "string", "Leopoldo Alas «Clarín»", "Leopoldo Alas «Clarín»"),
    # relative dates
    ("relative dates", "date", "el miércoles", DROPPED),
    ("relative dates", "date", "hoy", DROPPED),
    ("relative dates", "date", "junio", "junio"),
    ("relative dates", "date", "7 de junio", "7 de junio"),
    ("relative dates", "string", "hoy", "hoy"),
    # date forms
    ("date forms", "iso", "7 de junio de 2018", "2018-06-07"),
    ("date forms", "iso", "07/06/2018", "2018-06-07"),
    ("date forms", "iso", "el día 7 de junio de 2018, jueves", "2018-06-07"),
    ("date forms", "spanish", "2018-06-07", "07/06/2018"),
    ("date forms", "verbatim", "tres días hábiles tras la firma del 7 de junio de 2018",
     "tres días hábiles tras la firma del 7 de junio de 2018"),
    ("date forms", "date", "2018-06-07", "7 de junio de 2018"),
    ("date forms", "date", "2018-06-08", "2018-06-08"),
    ("date forms", "iso", "pronto", "pronto"),
    # date precision
    ("date precision", "iso", "2017-01-01", DROPPED),
    ("date precision", "verbatim", "2017-01-01", "2017"),
    ("date precision", "date", "2017-01-01", "2017"),
    ("date precision", "iso", "2018-06-07", "2018-06-07"),
    ("date precision", "iso", "1999-01-01", "1999-01-01"),
    # whole dates
    ("whole dates", "iso", "2017", DROPPED),
    ("whole dates", "iso", "2018-06-00", DROPPED),
    ("whole dates", "verbatim", "2017", "2017"),
    ("whole dates", "date", "2017", "2017"),
    # edge punctuation
    ("edge punctuation", "string", "Mar Abierto,", "Mar Abierto"),
    ("edge punctuation", "string", "; Mar Abierto", "Mar Abierto"),
    ("edge punctuation", "string", "Mar Abierto (", "Mar Abierto"),
    ("edge punctuation", "item", "una compra sonada.", "una compra sonada"),
    ("edge punctuation", "item", "Faros, S. L.", "Faros, S. L."),
    ("edge punctuation", "string", "Compró el faro.", "Compró el faro."),
    ("edge punctuation", "string", "faro (viejo)", "faro (viejo)"),
    # leading articles
    ("leading articles", "string", "el consorcio de faros", "consorcio de faros"),
    ("leading articles", "string", "El Escorial", "El Escorial"),
    ("leading articles", "string", "un año", "un año"),
    ("leading articles", "example", "el faro nuevo", "el faro nuevo"),
    ("leading articles", "string", "la compra se firmó en el mes de junio de aquel año",
     "la compra se firmó en el mes de junio de aquel año"),
    # added remarks
    ("added remarks", "string", "Almuñécar (en la costa de Granada)", "Almuñécar"),
    ("added remarks", "string", "Almuñécar (Granada)", "Almuñécar (Granada)"),
    ("added remarks", "string", "Nerja (en la costa de Málaga)", "Nerja (en la costa de Málaga)"),
    # own accents
    ("own accents", "string", "Almuñecar", "Almuñécar"),
    ("own accents", "string", "ALMUÑECAR", "ALMUÑECAR"),
    ("own accents", "string", "Motril", "Motril"),
    # numeric bounds
    ("numeric bounds", "share", 12, 0.12),
    ("numeric bounds", "share", 0.5, 0.5),
    ("numeric bounds", "share", 400, DROPPED),
    ("numeric bounds", "grade", 11, DROPPED),
    ("numeric bounds", "grade", 10, 10),
    # lengths and patterns
    ("lengths and patterns", "code", "ab-123", "AB-123"),
    ("lengths and patterns", "code", "AB 123", "AB-123"),
    ("lengths and patterns", "code", "expediente AB-123 bis", "AB-123"),
    ("lengths and patterns", "code", "A-1", DROPPED),
    ("lengths and patterns", "short", "el consorcio de los faros del sur", "el consorcio de los"),
]  # fmt: skip


@pytest.fixture(scope="module")
def context() -> Context:
    schema = Schema(root=Field(path="", name="", kind="object"))
    choices = (("Terminado", 0.93), ("EN CURSO", 0.06), ("OTRO", 0.01))
    document = Document("d", TEXT)
    found = (*find_dates(document), *find_quantities(document))
    return look(schema, document, found, hints=(FieldHints("enum", choices=choices),))


@pytest.mark.parametrize(("step", "field", "value", "expected"), CASES)
def test_normalizer(context: Context, step: str, field: str, value: Any, expected: Any) -> None:
    asked = Field(**({"path": field, "name": field} | FIELDS[field]))
    leaf = STEPS[step](Leaf(field, asked, value, value, in_list=field == "item"), context)
    if expected is DROPPED:
        assert leaf.value is None
        assert leaf.dropped
        return
    assert (type(leaf.value), leaf.value) == (type(expected), expected)
    assert bool(leaf.changes) == (value != expected or type(value) is not type(expected))


def test_every_normalizer_has_cases() -> None:
    assert {case[0] for case in CASES} == set(STEPS)


@pytest.mark.parametrize(
    "value", [None, "", "x" * 3000, 1e308, float("nan"), -1, True, [], {}, [1]]
)
@pytest.mark.parametrize("field", FIELDS)
def test_no_value_makes_a_normalizer_fail(context: Context, field: str, value: Any) -> None:
    asked = Field(**({"path": field, "name": field} | FIELDS[field]))
    for _, normalizer in NORMALIZERS:
        normalizer(Leaf(field, asked, value, value), context)


@pytest.mark.parametrize("unit", ["-", "a", " \n", "_", "](https:", "(a ", "a, ", "'", "1.", "no "])
def test_hostile_strings_take_no_time(context: Context, unit: str) -> None:
    asked = Field(path="f", name="f", kind="string", nullable=True, description="YYYY-MM-DD")
    value = unit * (40_000 // len(unit))
    before = time.perf_counter()
    for _, normalizer in NORMALIZERS:
        normalizer(Leaf("f", asked, value, value), context)
    assert time.perf_counter() - before < 3
