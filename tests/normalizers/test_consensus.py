"""Several answers become one under the caller's metric."""

from typing import Any

import pytest

from nlp.schema import Draft
from nlp.schema_compiler import compile_schema
from normalizers.consensus import merge_drafts

SCHEMA = compile_schema(
    {
        "type": "object",
        "properties": {
            "puerto": {"type": ["string", "null"]},
            "barcos": {"type": "array", "items": {"type": "string"}},
            "viajes": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"a": {"type": "string"}, "dias": {"type": "integer"}},
                },
            },
            "dueño": {"type": "object", "properties": {"nombre": {"type": "string"}}},
        },
    },
    instruction="",
)


def similarity(name: str, gold: Any, answer: Any) -> float:
    """Lists by the share of equal elements, objects by the share of equal keys."""
    if isinstance(gold, list) and isinstance(answer, list):
        if not gold or not answer:
            return float(gold == answer)
        same = sum(max(similarity(name, g, a) for a in answer) for g in gold)
        return same / (len(gold) + len(answer) - same)
    if isinstance(gold, dict) and isinstance(answer, dict):
        keys = gold.keys() | answer.keys()
        return sum(gold.get(key) == answer.get(key) for key in keys) / max(len(keys), 1)
    return float(gold == answer)


CASES: list[tuple[str, list[Any], str, Any]] = [
    ("the majority", ["Vigo", "Bueu", "Vigo"], "puerto", "Vigo"),
    ("null by majority", [None, "Bueu", None], "puerto", None),
    ("a value where none agree", [None, "Bueu", "Vigo"], "puerto", "Bueu"),
    ("items that half share", [["Nao"], ["Nao", "Brisa"], ["Brisa", "Nao"]], "barcos",
     ["Nao", "Brisa"]),
    ("the empty list by majority", [[], ["Nao"], []], "barcos", []),
    ("objects matched", [[{"a": "Cádiz", "dias": 3}], [{"a": "Cádiz", "dias": 3}],
     [{"a": "Faro", "dias": 9}]], "viajes", [{"a": "Cádiz", "dias": 3}]),
    ("nested objects", [{"nombre": "Eva"}, {"nombre": "Eva"}, {"nombre": "Luz"}], "dueño",
     {"nombre": "Eva"}),
]  # fmt: skip


@pytest.mark.parametrize(("case", "values", "name", "expected"), CASES, ids=[c[0] for c in CASES])
def test_merge(case: str, values: list[Any], name: str, expected: Any) -> None:
    drafts = [Draft(root={name: value}) for value in values]
    merged, agreement = merge_drafts(drafts, SCHEMA, similarity)
    assert merged.root == {name: expected}
    assert all(0 <= share <= 1 for share in agreement.values())


def test_agreement_is_higher_where_answers_agree() -> None:
    drafts = [Draft(root={"puerto": "Vigo", "barcos": barcos}) for barcos in (["a"], ["b"], ["a"])]
    _, agreement = merge_drafts(drafts, SCHEMA, similarity)
    assert agreement["puerto"] == 1
    assert agreement["barcos"] < 1
    assert agreement["barcos.0"] == pytest.approx(2 / 3)


def test_drafts_that_are_no_object_have_no_vote() -> None:
    drafts = [Draft(root=None), Draft(root={"puerto": "Bueu"}), Draft(root=[])]
    assert merge_drafts(drafts, SCHEMA, similarity)[0].root == {"puerto": "Bueu"}
    assert merge_drafts([Draft(root=None)], SCHEMA, similarity)[0].root is None
    assert merge_drafts([], SCHEMA, similarity)[0].root is None
