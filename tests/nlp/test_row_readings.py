"""Lists of objects from the rows of a text: which lines are rows, which place answers which field."""

from typing import Any

import pytest
from symbolic_answers import answer

from nlp.candidates import find_candidates
from nlp.layout.structure import layout
from nlp.match.pool import read_pool
from nlp.match.ranker import trained_ranker
from nlp.match.row_blocks import RowBlock, row_blocks
from nlp.match.row_choice import readings
from nlp.schema_compiler import compile_schema
from nlp.spans import Document

_TEXT, _INTEGER, _NUMBER = {"type": "string"}, {"type": "integer"}, {"type": "number"}
_WORDS = {"type": "array", "items": _TEXT}


def _list(text: str, name: str, **fields: Any) -> Any:
    items = {"type": "object", "properties": fields, "required": list(fields)}
    return answer(text, **{name: {"type": "array", "items": items}})[name]


def _rows(text: str, form: str) -> list[list[str]]:
    blocks = row_blocks(text, layout(Document("uno", text)), (), ())
    return [[text[slice(*row)] for row in one.rows] for one in blocks if one.form == form]


ROWS: dict[str, tuple[str, str, dict[str, Any], list[tuple[Any, ...]]]] = {
    # case: text, name of the list, its fields, their values row by row
    "columns of figures go by the words of their header": (
        "PARTE DE RIEGO\n\nRESUMEN DE PARCELAS\n"
        "  Ref.   Parcela             Olivos    Litros\n"
        "  01     Llano del Pozo         140      5.600\n"
        "  02     Cuesta de la Ermita     85      3.400\n"
        "  03     Haza Nueva             210      8.400\n"
        "  TOTAL                         435     17.400\n",
        "parcelas", {"parcela": _TEXT, "olivos": _INTEGER, "litros": _NUMBER},
        [("Llano del Pozo", 140, 5600), ("Cuesta de la Ermita", 85, 3400), ("Haza Nueva", 210, 8400)],
    ),
    "amounts before what they are of are parted from it": (
        "Merienda del domingo\n\nINGREDIENTES\n- 300 g de ciruelas pasas\n- 250 g de harina de maíz\n"
        "- 4 yemas grandes\n- 120 ml de mosto\n\nSe sirve fría.",
        "ingredientes", {"nombre": _TEXT, "cantidad": _NUMBER},
        [("ciruelas pasas", 300), ("harina de maíz", 250), ("yemas grandes", 4), ("mosto", 120)],
    ),
    "each object has its own list": (
        "Reparto de la huerta\n\nCESTAS\n  Familia Robledo: acelgas, puerros, nabos\n"
        "  Familia Montes: tomates, pepinos\n  Familia Barea: calabazas, judías, ajos\n",
        "cestas", {"familia": _TEXT, "verduras": _WORDS},
        [("Familia Robledo", ["acelgas", "puerros", "nabos"]),
         ("Familia Montes", ["tomates", "pepinos"]),
         ("Familia Barea", ["calabazas", "judías", "ajos"])],
    ),
    "the number before a row answers what asks for it": (
        "Cuestionario de la biblioteca\n\nPREGUNTAS\n"
        "1. ¿Cada cuánto viene usted? (2 puntos)\n2. ¿Qué libros echa en falta? (5 puntos)\n"
        "3. ¿Usaría la sala los domingos? (3 puntos)\n",
        "preguntas", {"numero": _INTEGER, "texto": _TEXT, "puntos": _INTEGER},
        [(1, "¿Cada cuánto viene usted?", 2), (2, "¿Qué libros echa en falta?", 5),
         (3, "¿Usaría la sala los domingos?", 3)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", ROWS)
def test_rows_are_objects(case: str) -> None:
    text, name, fields, rows = ROWS[case]
    found = _list(text, name, **fields)
    assert found == [dict(zip(fields, row, strict=True)) for row in rows]


def test_words_before_figures_name_them_in_every_row() -> None:
    text = (
        "Notas del cursillo de poda\n\n"
        "1. Requena Soler, Amparo: escrito 14, taller 17, suma 31.\n"
        "2. Olmedo, Fermín: escrito 9, taller 12, suma 21.\n"
        "3. Quiles Vera, Rosario: escrito 18, taller 19, suma 37.\n"
    )
    found = _list(text, "alumnos", nombre=_TEXT, taller=_INTEGER, escrito=_INTEGER, suma=_INTEGER)
    assert found[0] == {"nombre": "Requena Soler, Amparo", "taller": 17, "escrito": 14, "suma": 31}
    assert [one["suma"] for one in found] == [31, 21, 37]


def test_parts_of_a_sentence_with_brackets_are_objects() -> None:
    text = (
        "Carrera del barrio\n\nPodio infantil: Nora Cid (Club Ribera), 12; Leo Paz (Atlético Sur), 9; "
        "Inés Roldán (Club Norte), 7.\nHubo avituallamiento para todos."
    )
    found = _list(text, "podio_infantil", nombre=_TEXT, club=_TEXT, puntos=_INTEGER)
    assert [(one["nombre"], one["puntos"]) for one in found] == [
        ("Nora Cid", 12),
        ("Leo Paz", 9),
        ("Inés Roldán", 7),
    ]


@pytest.mark.parametrize(("name", "concepts"), [("cobros", ["Cuotas", "Rifa"]), ("pagos", ["Luz"])])
def test_tables_one_below_the_other_each_tell_the_list_that_their_title_names(
    name: str, concepts: list[str]
) -> None:
    text = (
        "Cuentas de la peña\n\nCOBROS                      euros\n  Cuotas                   1.240,00\n"
        "  Rifa                       310,50\n\nPAGOS                       euros\n"
        "  Luz                        188,20\n  Alquiler                   900,00\n"
    )
    found = _list(text, name, concepto=_TEXT, importe=_NUMBER)
    assert [one["concepto"] for one in found][: len(concepts)] == concepts


def test_marked_lines_end_where_lines_as_far_out_begin() -> None:
    text = "FRUTERÍA\n* 2 kg de peras\n* uvas\nPANADERÍA\n* 3 hogazas\n* 1 roscón\n"
    every = ["2 kg de peras", "uvas", "3 hogazas", "1 roscón"]
    assert _rows(text, "bullet") == [every[:2], every[2:], every]


def test_what_stands_further_in_belongs_to_the_row_above() -> None:
    text = "Lote 1: arcón de nogal\n   con dos cajones\nLote 2: espejo\n   marco dorado\n\nFin del acta."
    assert _rows(text, "word") == [
        ["Lote 1: arcón de nogal\n   con dos cajones", "Lote 2: espejo\n   marco dorado"]
    ]


def test_titles_of_groups_part_a_table_whose_header_holds_for_all() -> None:
    text = (
        "PIEZA         CANTIDAD   PESO\nMADERA\nTablón          12       30\nListón          40       4\n"
        "METAL\nEscuadra        16       1\nTirafondo      200       2\n"
    )
    blocks = row_blocks(text, layout(Document("uno", text)), (), ())
    grids = [one for one in blocks if one.form == "grid"]
    assert [len(one.rows) for one in grids] == [4, 2, 2]
    assert {one.header for one in grids} == {("PIEZA", "CANTIDAD", "PESO")}


@pytest.mark.parametrize(("head", "size"), [("2.ª vuelta", 3), ("13 kg", 0)])
def test_names_of_columns_may_have_figures_unlike_those_below(head: str, size: int) -> None:
    text = (
        f"EQUIPO        {head}   PUNTOS\nMochuelos     12 kg     30\nAviones       7 kg      28\n"
    )
    text += "Garzas        9 kg      11\n"
    blocks = row_blocks(text, layout(Document("uno", text)), (), ())
    assert [len(one.rows) for one in blocks if one.form == "grid"] == ([size] if size else [])


@pytest.mark.parametrize(("end", "size"), [(".", 0), ("; Ana hace la cena.", 3)])
def test_a_sentence_with_one_semicolon_tells_no_rows(end: str, size: int) -> None:
    text = f"Luis trae el pan; Rosa lleva el vino{end}"
    found = row_blocks(text, layout(Document("uno", text)), (), ())
    assert [len(one.rows) for one in found] == ([size] if size else [])


def test_bars_at_the_ends_of_a_tables_lines_are_in_no_value() -> None:
    text = (
        "## ESTANQUES\n\n| Punto | Valor | Unidad |\n|---|---:|---|\n| Compuerta | 4,9 | mg/l |\n"
        "| Rebosadero | 14 | mg/l |\n| Toma | 42 | % |\n"
    )
    schema = {"type": "object", "properties": {"puntos": {"type": "array", "items": {
        "type": "object", "properties": {"punto": _TEXT, "valor": _NUMBER, "unidad": _TEXT}
    }}}}  # fmt: skip
    document, compiled = Document("", text), compile_schema(schema)
    reading = read_pool(document, find_candidates(document), compiled)
    offers = readings(compiled, reading, trained_ranker())["puntos"]
    assert len(offers) > 1
    told = [value for filling, _ in offers for row in filling.told for value in row.values()]
    assert not [one for one in told if isinstance(one, str) and one.strip("| ") != one]


def test_a_text_without_rows_has_no_blocks() -> None:
    text = "Mañana abrimos a las nueve."
    assert row_blocks(text, layout(Document("uno", text)), (), ()) == ()
    assert RowBlock("lines", ((0, 3),), (0, 0)).cells == ()
