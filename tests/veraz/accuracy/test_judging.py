"""Verdicts on values: tables of gold, answer and what each place comes to."""

from typing import Any

import pytest
from labelled import SCHEMA

from nlp.schema_compiler import compile_schema
from veraz.accuracy.fields import fold
from veraz.accuracy.judging import Judge

COMPILED = compile_schema(SCHEMA)


def told(gold: Any, answer: Any, **given: Any) -> list[tuple[str, str]]:
    near = given.pop("near", 1.0)
    return [(one.path, one.verdict) for one in Judge(COMPILED, near).judge(gold, answer, **given)]


@pytest.mark.parametrize(
    ("gold", "answer", "verdict"),
    [
        ("Soria", "Soria", "right"),
        ("Soria", " soria ", "right"),
        ("Málaga", "Ma\u0301laga", "right"),
        ("Málaga", "Malaga", "wrong"),
        ("Soria", "Ávila", "wrong"),
        (3, 3.0, "right"),
        (1, True, "wrong"),
        (True, True, "right"),
        ("3", 3, "wrong"),
        ("Soria", None, "missed"),
        ("Soria", "", "missed"),
        (None, "Soria", "invented"),
        (None, None, "null right"),
        (None, "", "null right"),
        (None, [], "null right"),
        (False, None, "missed"),
        (0, None, "missed"),
        (None, 0, "invented"),
        (["a"], "a", "wrong"),
    ],
)
def test_a_single_value(gold: Any, answer: Any, verdict: str) -> None:
    assert told({"a": gold}, {"a": answer}) == [("a", verdict)]


def test_a_key_left_out_is_null() -> None:
    assert told({"a": 1, "b": None}, {}) == [("a", "missed"), ("b", "null right")]
    assert told({}, {"a": 1}) == [("a", "invented")]


def test_objects_are_judged_by_what_stands_in_them() -> None:
    assert told({"d": {"x": 1, "y": 2}}, {"d": {"x": 1}}) == [("d.x", "right"), ("d.y", "missed")]
    assert told({"d": {"x": 1, "y": None}}, {"d": None}) == [
        ("d.x", "missed"),
        ("d.y", "null right"),
    ]


@pytest.mark.parametrize(
    ("gold", "answer", "verdicts"),
    [
        (["a", "b"], ["b", "a"], ["right", "right"]),
        (["a", "b"], ["b"], ["missed", "right"]),
        (["a"], ["a", "b"], ["right", "invented"]),
        (["a", "a"], ["a"], ["right", "missed"]),
        (["Ana Ruiz Pérez"], ["Ana Ruiz"], ["wrong"]),
        (["Ana Ruiz"], ["Blas Ortega"], ["missed", "invented"]),
        (["a"], [], ["missed"]),
        ([], ["a"], ["invented"]),
        ([], [], ["null right"]),
    ],
)
def test_lists_have_no_order(gold: Any, answer: Any, verdicts: list[str]) -> None:
    assert [verdict for _, verdict in told({"l": gold}, {"l": answer})] == verdicts


def test_elements_are_paired_by_what_agrees() -> None:
    gold = [{"concepto": "Mano de obra", "importe": 50}, {"concepto": "Pintura", "importe": 20}]
    answer = [
        {"concepto": "Pintura", "importe": 25},
        {"concepto": "Mano de obra", "importe": 50},
        {"concepto": "Grúa", "importe": 9},
    ]
    found = Judge(COMPILED).judge({"lineas": gold}, {"lineas": answer})
    assert [(one.path, one.answered, one.field, one.verdict) for one in found] == [
        ("lineas.0.concepto", "lineas.1.concepto", "lineas[].concepto", "right"),
        ("lineas.0.importe", "lineas.1.importe", "lineas[].importe", "right"),
        ("lineas.1.concepto", "lineas.0.concepto", "lineas[].concepto", "right"),
        ("lineas.1.importe", "lineas.0.importe", "lineas[].importe", "wrong"),
        ("lineas.2.concepto", "lineas.2.concepto", "lineas[].concepto", "invented"),
        ("lineas.2.importe", "lineas.2.importe", "lineas[].importe", "invented"),
    ]


def test_what_an_empty_list_lacks_is_the_lists_doing() -> None:
    found = Judge(COMPILED).judge({"lineas": [{"concepto": "x"}]}, {"lineas": []})
    assert [(one.answered, one.verdict) for one in found] == [("lineas", "missed")]
    found = Judge(COMPILED).judge({"l": ["a", "b"]}, {"l": ["a"]})
    assert [(one.answered, one.verdict) for one in found] == [("l.0", "right"), (None, "missed")]


def test_near_takes_free_text_only() -> None:
    assert told({"emisor": "Talleres Ruiz"}, {"emisor": "Talleres Ruiz SL"}) == [
        ("emisor", "wrong")
    ]
    near = {"near": 0.7}
    same = told({"emisor": "Talleres Ruiz"}, {"emisor": "Talleres Ruiz SL"}, **near)
    assert same == [("emisor", "right")]
    # A date has a format, and a number is no matter of letters.
    assert told({"fecha": "2021-03-03"}, {"fecha": "2021-03-04"}, **near) == [("fecha", "wrong")]
    assert told({"emisor": "Lote 12 de obra"}, {"emisor": "Lote 13 de obra"}, **near) == [
        ("emisor", "wrong")
    ]


@pytest.mark.parametrize(
    ("reviewed", "paths"),
    [
        ([], []),
        (["total"], ["total"]),
        (["lineas"], ["lineas.0.concepto", "lineas.0.importe"]),
        (["lineas.0.importe"], ["lineas.0.importe"]),
        (["tot"], []),
        ([""], ["emisor", "total", "lineas.0.concepto", "lineas.0.importe"]),
    ],
)
def test_only_reviewed_paths_are_judged(reviewed: list[str], paths: list[str]) -> None:
    gold = {"emisor": "x", "total": 1, "lineas": [{"concepto": "a", "importe": 2}]}
    assert [path for path, _ in told(gold, gold, reviewed=reviewed)] == paths


def test_names_with_dots_are_one_step() -> None:
    (one,) = Judge(COMPILED).judge({"a.b": 1}, {"a.b": 1})
    assert one.path == one.field == "a~1b"


def test_many_elements_take_no_long_time() -> None:
    gold = [{"concepto": f"pieza {n}", "importe": n} for n in range(400)]
    answer = [{"concepto": f"pieza {n}", "importe": n} for n in reversed(range(400))]
    found = Judge(COMPILED).judge({"lineas": gold}, {"lineas": answer})
    assert len(found) == 800
    assert all(one.verdict == "right" for one in found)


@pytest.mark.parametrize(
    ("path", "folded"),
    [
        ("", ""),
        ("total", "total"),
        ("a.b", "a.b"),
        ("items.0.price", "items[].price"),
        ("a.0", "a[]"),
        ("a.0.1.b", "a[][].b"),
        ("0.a", "[].a"),
    ],
)
def test_folded(path: str, folded: str) -> None:
    assert fold(path) == folded
