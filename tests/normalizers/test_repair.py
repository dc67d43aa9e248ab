"""What the repair does to many faults at once and to mixed ones, what it says, what it makes up."""

import math
from typing import Any

import pytest
from repair_cases import EVENT, FAULTS, SOUND, boats, register, thing, told

from nlp.schema_compiler import compile_schema
from nlp.schema_validation import violations
from normalizers import repair
from normalizers.assemble import assemble
from normalizers.outcome import Change, FieldResult, Witness
from normalizers.repair import conform

TEXT = {"type": "string"}


def faults(raw: Any, results: Any) -> list[str]:
    """The places that break the schema although all was tried."""
    schema = compile_schema(raw)
    answer = assemble(conform(results, schema), schema)
    return [each.pointer for each in violations(schema, answer)]


def checked(raw: Any, results: Any) -> tuple[Any, dict[str, FieldResult]]:
    """The valid answer of results and these by path."""
    schema = compile_schema(raw)
    given = conform(results, schema)
    by_path = {result.path: result for result in given}
    assert len(by_path) == len(given)
    answer = assemble(given, schema)
    assert not violations(schema, answer)
    return answer, by_path


@pytest.mark.parametrize(
    ("name", "count"), [(name, count) for name in FAULTS for count in (25, 500)]
)
def test_a_fault_of_every_element_is_mended_in_few_checks(
    name: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repair, "CHECKS", 12)
    answer, by_path = checked(register(FAULTS[name]), boats(FAULTS[name], count))
    assert answer["barcos"][-1] == FAULTS[name].get("sound", SOUND)
    assert len(answer["barcos"]) == (1 if FAULTS[name]["boat"] == "Virxe do Carme" else count + 1)
    altered = [result for result in by_path.values() if result.changes]
    # Of a key that may not be there no result can be told: it would bring the key back.
    assert len(altered) >= (0 if "key" in name else count)


def test_objects_that_each_lack_a_list_keep_all_else() -> None:
    before = boats(FAULTS["a required list is missing"], 25)
    _, by_path = checked(register(FAULTS["a required list is missing"]), before)
    assert all(by_path[result.path] is result for result in before)
    assert by_path["barcos.7.tripulación"] == FieldResult(
        "barcos.7.tripulación",
        raw=None,
        value=[],
        outcome="unanswered",
        reason="the schema demands it",
        changes=(change("required", None, []),),
    )


def change(keyword: str, before: Any, after: Any) -> Change:
    return Change("schema repair", "schema", Witness(keyword=keyword), before, after)


CODE = {"type": "string", "pattern": "^[A-Z]{2}$"}
ALTERED: list[tuple[str, Any, Any, dict[str, Any]]] = [
    # name, schema, draft, value and changes by path
    ("a key that must be there", thing({"folio": CODE}, "folio"), {},
     {"folio": ("AA", [change("required", None, "AA")])}),
    ("a wrong type", thing({"eslora": {"type": "number"}}, "eslora"), {"eslora": "doce"},
     {"eslora": (0, [change("type", "doce", 0)])}),
    ("no member", thing({"arte": {"enum": ["cerco", "otro"]}}, "arte"), {"arte": "palangre"},
     {"arte": ("otro", [change("enum", "palangre", "otro")])}),
    ("null where null may be", thing({"folio": {**CODE, "type": ["string", "null"]}}, "folio"),
     {"folio": "sin folio"}, {"folio": (None, [change("pattern", "sin folio", None)])}),
    ("a key that may be left out", thing({"folio": CODE}), {"folio": "sin folio"},
     {"folio": (None, [change("pattern", "sin folio", None)])}),
    ("too many elements", thing({"artes": {"type": "array", "items": TEXT, "maxItems": 1}}, "artes"),
     {"artes": ["cerco", "nasa", "red"]},
     {"artes.1": (None, [change("maxItems", "nasa", None)]),
      "artes.2": (None, [change("maxItems", "red", None)])}),
    ("equal elements", thing({"artes": {"type": "array", "uniqueItems": True}}, "artes"),
     {"artes": ["cerco", "cerco", "nasa"]},
     {"artes.2": (None, [change("uniqueItems", "cerco", None)])}),
    ("too few elements", thing({"artes": {"type": "array", "items": TEXT, "minItems": 2}}, "artes"),
     {"artes": ["cerco"]}, {"artes.1": ("", [change("minItems", None, "")])}),
    ("an element that may be null",
     thing({"folios": {"type": "array", "items": {**CODE, "type": ["string", "null"]}}}, "folios"),
     {"folios": ["sin folio", "AB"]}, {"folios.0": (None, [change("pattern", "sin folio", None)])}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("raw", "draft", "expected"), [case[1:] for case in ALTERED], ids=[case[0] for case in ALTERED]
)
def test_each_value_altered_says_what_it_broke(raw: Any, draft: Any, expected: Any) -> None:
    before = {result.path: result for result in told("", draft)}
    _, by_path = checked(raw, list(before.values()))
    assert {p: (by_path[p].value, list(by_path[p].changes)) for p in expected} == expected
    for path in expected:
        assert not by_path[path].evidence
        assert len(by_path[path].reason) < 40
    invented = [p for p in expected if by_path[p].value is not None]
    assert all(by_path[p].confidence == 0 for p in invented)


def test_what_follows_a_removed_element_keeps_its_evidence_and_changes() -> None:
    raw = register({"schema": thing({"nombre": TEXT, "folio": CODE}, "nombre")})
    draft = {"barcos": ["roto", {"nombre": "Nova Aldara", "folio": "no"}, {"nombre": "Siempre"}]}
    results = told("", draft)
    _, by_path = checked(raw, results)
    moved = {"barcos.0.nombre": "barcos.1.nombre", "barcos.1.nombre": "barcos.2.nombre"}
    for now, once in moved.items():
        old = next(each for each in results if each.path == once)
        assert by_path[now].evidence == old.evidence != ()
        assert (by_path[now].confidence, by_path[now].changes) == (old.confidence, old.changes)
    assert by_path["barcos.2"].raw == "roto"
    assert by_path["barcos.2"].changes == (change("type", "roto", None),)
    assert by_path["barcos.0.folio"].outcome == "dropped"


NODE = thing(
    {"cargo": {"enum": ["patrona", "vocal"]}, "votos": {"type": "integer", "minimum": 1},
     "adjuntas": {"type": "array", "items": {"$ref": "#/$defs/cargo"}}},
    "cargo", "votos", "adjuntas", additionalProperties=False,
)  # fmt: skip
MIXED: list[tuple[str, Any, Any, Any]] = [
    # name, schema, draft, answer
    ("several depths",
     thing({"actos": {"type": "array", "maxItems": 2, "items": thing(
         {"lugar": {"type": ["string", "null"]}, "asistentes": {"type": "array", "items": TEXT}},
         "lugar", "asistentes", additionalProperties=False)}}, "actos", "código"),
     {"actos": [3, {"lugar": 4, "asistentes": ["Sabela", 1], "z": 1}, {"lugar": "Luarca"}]},
     {"actos": [{"lugar": None, "asistentes": ["Sabela"]}, {"lugar": "Luarca", "asistentes": []}],
      "código": None}),
    ("recursion",
     {"$defs": {"cargo": NODE}, "$ref": "#/$defs/cargo"},
     {"cargo": "patrona", "votos": 31, "adjuntas": [
         {"cargo": "vocal", "votos": "cinco", "adjuntas": [
             {"cargo": "vocal", "votos": 0, "x": 1}, "nadie"]}]},
     {"cargo": "patrona", "votos": 31, "adjuntas": [
         {"cargo": "vocal", "votos": 1, "adjuntas": [{"cargo": "vocal", "votos": 1, "adjuntas": []}]}]}),
    ("unions, each by its branch",
     thing({"sucesos": {"type": "array", "items": EVENT}}, "sucesos"),
     {"sucesos": [{"tipo": "alta", "día": 45}, {"tipo": "baja", "causa": "edad"},
                  {"tipo": "baja", "causa": "traslado", "sanciones": ["AB", "ninguna"]}]},
     {"sucesos": [{"tipo": "alta", "día": 0}, {"tipo": "baja", "causa": "edad", "sanciones": []},
                  {"tipo": "baja", "causa": "traslado", "sanciones": ["AB"]}]}),
    ("the good elements stay where there are too many",
     thing({"folios": {"type": "array", "items": CODE, "maxItems": 2}}, "folios"),
     {"folios": ["no", "ninguno", "AB", "CD"]}, {"folios": ["AB", "CD"]}),
    ("keys of a pattern stay where others are forbidden",
     thing({"a": TEXT}, patternProperties={"^x-": TEXT}, additionalProperties=False),
     {"a": "mar", "x-b": "ría", "z": "sobra"}, {"a": "mar", "x-b": "ría"}),
    ("names of keys", thing({"a": TEXT}, propertyNames={"maxLength": 3}),
     {"a": "mar", "demasiado": 1}, {"a": "mar"}),
    ("keys that exclude each other, in many places",
     register({"schema": thing({"x": {"type": "integer"}, "y": {"type": "integer"}},
                               oneOf=[{"required": ["x"]}, {"required": ["y"]}])}),
     {"barcos": [{"x": 1, "y": 2}] * 9}, {"barcos": [{"y": 2}] * 9}),
    ("if and then", thing({"arte": TEXT, "malla": {"type": "integer"}},
                          **{"if": {"properties": {"arte": {"const": "red"}}},
                             "then": {"required": ["malla"]}}),
     {"arte": "red"}, {"arte": "red", "malla": 0}),
    ("numbers that JSON cannot write", thing({"a": {"type": "number"}, "b": {}}, "a"),
     {"a": math.nan, "b": [1, math.inf]}, {"a": 0, "b": [1, None]}),
    ("a key of a free object", thing({"b": {}}), {"b": {"x": math.inf, "y": 1}},
     {"b": {"x": None, "y": 1}}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("raw", "draft", "expected"), [case[1:] for case in MIXED], ids=[case[0] for case in MIXED]
)
def test_faults_of_several_kinds(raw: Any, draft: Any, expected: Any) -> None:
    answer, _ = checked(raw, told("", draft))
    assert answer == expected


HUGE = 10**9
BOUNDED: list[tuple[str, Any, Any]] = [
    # name, schema of an optional key, what the draft says of it
    ("elements", {"type": "array", "items": TEXT, "minItems": HUGE}, ["cerco"]),
    ("one element more", {"type": "array", "items": TEXT, "minItems": 102}, ["cerco"]),
    ("elements of elements",
     {"type": "array", "minItems": 50, "items": {"type": "array", "items": TEXT, "minItems": 3}},
     []),
    ("characters", {"type": "string", "minLength": HUGE}, "cerco"),
    ("a few characters too many", {"type": "string", "minLength": 1_001}, "cerco"),
    ("keys", {"type": "object", "minProperties": HUGE}, {"a": 1}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("part", "said"), [case[1:] for case in BOUNDED], ids=[case[0] for case in BOUNDED]
)
def test_invention_is_bounded(part: Any, said: Any) -> None:
    results = told("", {"puerto": "Luarca", "artes": said})
    left_out, _ = checked(thing({"puerto": TEXT, "artes": part}, "puerto"), results)
    assert left_out == {"puerto": "Luarca"}
    nullable = {"anyOf": [part, {"type": "null"}]}
    null, _ = checked(thing({"puerto": TEXT, "artes": nullable}, "puerto", "artes"), results)
    assert null == {"puerto": "Luarca", "artes": None}
    assert faults(thing({"puerto": TEXT, "artes": part}, "puerto", "artes"), results)[0] == "/artes"


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ({"type": "array", "items": TEXT, "minItems": 100}, [""] * 100),
        ({"type": "string", "minLength": 1_000}, " " * 1_000),
        ({"anyOf": [thing({"a": {"$ref": "#/$defs/p"}}, "a"), TEXT]}, ""),
    ],
)
def test_as_much_as_may_be_made_up(part: Any, expected: Any) -> None:
    raw = thing({"p": {"$ref": "#/$defs/p"}}, "p", **{"$defs": {"p": part}})
    answer, _ = checked(raw, told("", {}))
    assert answer == {"p": expected}


def test_a_choice_of_endless_values_only_is_an_error() -> None:
    node = thing({"a": {"$ref": "#/$defs/nodo"}, "b": {"$ref": "#/$defs/nodo"}}, "a", "b")
    raw = thing({"raíz": {"$ref": "#/$defs/nodo"}}, "raíz", **{"$defs": {"nodo": node}})
    assert faults(raw, told("", {}))
