"""How alike two answers to one place are."""

from typing import Any

import pytest
from hang import ends

from nlp.schema_compiler import compile_schema
from normalizers.similarity import Likeness, match

NODE = {"type": "object", "properties": {"nombre": {"type": "string"}, "hijos": {
    "type": "array", "items": {"$ref": "#/$defs/nodo"}}}}  # fmt: skip
SCHEMA = compile_schema(
    {
        "type": "object",
        "properties": {
            "lema": {"type": "string"},
            "clase": {"enum": ["villa", "villa vieja", None]},
            "dia": {"type": "string", "format": "date"},
            "cuantos": {"type": "integer"},
            "viva": {"type": "boolean"},
            "barrios": {"type": "array", "items": {"type": "string"}},
            "par": {"type": "array", "prefixItems": [{"enum": ["a b", "a c"]}, {"type": "string"}]},
            "arbol": {"$ref": "#/$defs/nodo"},
        },
        "$defs": {"nodo": NODE},
    },
    instruction="",
)
CASES: list[tuple[str, Any, Any, float]] = [
    ("lema", "Ría de Arousa", "ria de arousa", 1),
    ("lema", "ría de Arousa", "ría de Vigo", 2 / 3),
    ("lema", "", "", 1),
    ("lema", "", "Vigo", 0),
    ("lema", "2021-03-04", "2021-03-05", 0),
    ("lema", None, "null", 0),
    ("lema", None, None, 1),
    ("clase", "villa", "villa vieja", 0),
    ("clase", "VILLA", "villa", 1),
    ("dia", "4 de marzo", "5 de marzo", 0),
    ("cuantos", 3, 3.0, 1),
    ("cuantos", 3, 4, 0),
    ("viva", True, 1, 0),
    ("viva", True, True, 1),
    ("barrios", [], [], 1),
    ("barrios", [], ["Teis"], 0),
    ("barrios", ["Teis", "Bouzas"], ["Bouzas", "Teis"], 1),
    ("barrios", ["Teis", "Bouzas"], ["Bouzas"], 1 / 2),
    ("barrios", ["Teis alto"], ["Teis bajo"], 1 / 3),
    ("barrios", "Teis", ["Teis"], 0),
    ("par", ["a b", "x"], ["a c", "x"], 1 / 2),
    ("par", ["a b", "x"], ["a b"], 1 / 2),
    ("arbol", {"nombre": "Eva"}, {"nombre": "Eva", "hijos": []}, 1 / 2),
    ("arbol", {"nombre": "Eva", "hijos": [{"nombre": "Luz", "hijos": []}]},
     {"nombre": "Eva", "hijos": [{"nombre": "Luz", "hijos": []}]}, 1),
    ("arbol", {}, {}, 1),
    ("otro", {"a": [1]}, {"a": [1]}, 1),
]  # fmt: skip


@pytest.mark.parametrize(("name", "left", "right", "expected"), CASES)
def test_likeness(name: str, left: Any, right: Any, expected: float) -> None:
    likeness, field = Likeness(SCHEMA), SCHEMA.at(name)
    assert likeness(field, left, right) == pytest.approx(expected)
    assert likeness(field, right, left) == pytest.approx(expected)


def test_the_best_matching_is_not_the_greedy_one() -> None:
    table = {("a", "x"): 0.9, ("a", "y"): 0.8, ("b", "x"): 0.8, ("b", "y"): 0.0}
    pairs = match(lambda _, left, right: table[left, right], None, ["a", "b"], ["x", "y"])
    assert sorted(pairs) == [(0, 1, 0.8), (1, 0, 0.8)]


def test_long_lists_are_compared_in_time() -> None:
    left = [f"barrio número {place} de la ría" for place in range(300)]
    with ends():
        assert Likeness(SCHEMA)(SCHEMA.at("barrios"), left, left[:200] + left[:100]) < 1
