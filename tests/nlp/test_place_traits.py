"""What speaks for a place of rows: what its numbers come to, how it lies among the others."""

from typing import Any

import pytest
from symbolic_answers import answer

from nlp.candidates import find_candidates
from nlp.match.pool import read_pool
from nlp.match.ranker import Ranker
from nlp.match.row_choice import block_tasks
from nlp.match.row_looks import Looks
from nlp.match.row_reading import BlockTask
from nlp.schema_compiler import compile_schema
from nlp.spans import Document

_TEXT, _NUMBER = {"type": "string"}, {"type": "number"}
ORDER = (
    "COOPERATIVA DEL HENAR\nHoja de pedido\n\n"
    "| Género | Sacos | Tarifa | Suma |\n|---|---|---|---|\n"
    "| Alpiste | 3 | 14,50 | 43,50 |\n| Cebada | 7 | 9,20 | 64,40 |\n| Yeros | 2 | 11,00 | 22,00 |\n"
    "| Total | 12 | | 129,90 |\n"
)


def _task(text: str, name: str = "lineas", **fields: Any) -> BlockTask:
    items = {"type": "object", "properties": fields, "required": list(fields)}
    schema = compile_schema(
        {"type": "object", "properties": {name: {"type": "array", "items": items}}},
        instruction="",
    )
    document = Document("", text)
    reading = read_pool(document, find_candidates(document), schema)
    tasks = block_tasks(schema, reading, Ranker({}))
    return next(one for one in tasks if one.block.cells)


def _looks(task: BlockTask) -> dict[str, dict[str, float]]:
    looks = Looks(task.block, task.slots, task.reader)
    return {one.label: looks.of(one).traits for one in looks.columns}


def test_the_product_of_two_columns_is_told_from_its_factors() -> None:
    seen = _looks(_task(ORDER, genero=_TEXT, importe=_NUMBER))
    assert seen["Suma"]["times_result"] == pytest.approx(1)
    assert seen["Suma"]["times_part"] == 0
    assert seen["Sacos"]["times_part"] == seen["Tarifa"]["times_part"] == pytest.approx(1)
    assert (seen["Sacos"]["times_larger"], seen["Tarifa"]["times_larger"]) == (0, 1)
    assert "times_result" not in seen["Género"]


def test_columns_of_one_name_are_numbered() -> None:
    text = (
        "| Devengo | Euros | Retención | Euros |\n|---|---|---|---|\n"
        "| Sueldo | 900 | Cuota | 54 |\n| Trienio | 60 | Anticipo | 120 |\n"
    )
    task = _task(text, concepto=_TEXT, euros=_NUMBER)
    looks = Looks(task.block, task.slots, task.reader)
    named = [looks.headed(one) for one in looks.columns if one.label == "Euros"]
    assert named == [{"heads": 2.0, "head_at": 0.0}, {"heads": 2.0, "head_at": 0.5}]


def test_traits_have_a_row_a_place_and_one_for_none() -> None:
    task = _task(ORDER, genero=_TEXT, importe=_NUMBER)
    offers = task.offers()
    traits = task.traits(offers)
    assert [len(one) for one in traits] == [len(one) + 1 for one in offers]
    assert all("fit" in row for each in traits for row in each[:-1])
    assert all("fit" not in each[-1] and "best_score" in each[-1] for each in traits)


def test_a_price_is_no_product() -> None:
    fields = {"producto": _TEXT, "precio_unitario": _NUMBER, "importe": _NUMBER}
    items = {"type": "object", "properties": fields, "required": list(fields)}
    found = answer(ORDER, lineas={"type": "array", "items": items})["lineas"]
    assert found == [
        {"producto": "Alpiste", "precio_unitario": 14.5, "importe": 43.5},
        {"producto": "Cebada", "precio_unitario": 9.2, "importe": 64.4},
        {"producto": "Yeros", "precio_unitario": 11, "importe": 22},
    ]
