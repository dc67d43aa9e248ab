"""One gate: what is right stays right, and nothing else gives a place another value."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nlp.schema import Draft, Schema
from nlp.schema_compiler import compile_schema
from nlp.schema_validation import is_valid
from nlp.spans import Document
from normalizers.assemble import assemble
from normalizers.gate import LICENCES
from normalizers.normalize import normalize
from normalizers.outcome import AUTHORITIES
from normalizers.place import STRICTNESSES

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = (ROOT / "tests" / "cases", *sorted((ROOT / "tests" / "cases").glob("*/")))
CASES = [path for folder in FOLDERS for path in sorted(folder.glob("*.json"))[::10]]
"""Every tenth of a folder, whatever others there are; ``make bench-normalizers`` reads them all."""

PHRASES = (
    "el faro de la Habana", "número 29 06 1995", ".NET", "Nulo", "Na", "ilegal", "inválido",
    "sin seguro", "2.10", "al menos 4 años", "lunes", "10 km", "«Clarín»", "(bis)", "no consta",
    "3,5 %", "Calle Mayor, 3, 1.º A, Sevilla", "**nota**", "-5", "12/03/2024 a las 22:14",
    "el próximo día 26 de noviembre", "la", "absuelto", "la firma.", "2026-05-21T22:14",
)  # fmt: skip
STRINGS = st.lists(st.sampled_from(PHRASES), min_size=1, max_size=4).map(" ".join)
NUMBERS = st.integers(-10_000, 10_000) | st.decimals(-999, 999, places=2).map(float)


@st.composite
def fields(draw: st.DrawFn, value: Any) -> dict[str, Any]:
    """A schema of which a value is valid."""
    null = draw(st.booleans())
    if isinstance(value, bool):
        kind: dict[str, Any] = {"type": "boolean"}
    elif isinstance(value, int):
        kind = {"type": draw(st.sampled_from(["integer", "number"])), "minimum": value - 1}
    elif isinstance(value, float):
        kind = {"type": "number", "maximum": value}
    elif draw(st.booleans()):
        kind = {"type": "string", "minLength": 1, "maxLength": len(value)}
    else:
        kind = {"enum": draw(st.permutations([value, f"otro {value}", "no " + value]))}
    if null:
        kind = {"anyOf": [kind, {"type": "null"}]}
    return kind | draw(st.sampled_from([{}, {"description": "Lo que dice el texto"}]))


@st.composite
def tasks(draw: st.DrawFn) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """A text, a schema and a valid answer whose values stand in the text."""
    answer: dict[str, Any] = {}
    properties: dict[str, Any] = {}
    for place in range(draw(st.integers(1, 4))):
        value: Any = draw(STRINGS | NUMBERS | st.booleans())
        properties[f"campo_{place}"] = draw(fields(value))
        answer[f"campo_{place}"] = value
    items = draw(st.lists(STRINGS, max_size=4))
    properties["lista"] = {"type": "array", "items": {"type": "string"}}
    answer["lista"] = items
    said = [each for each in (*answer.values(), *items) if not isinstance(each, list | bool)]
    written = [
        str(each).replace(".", ",") if isinstance(each, float) else str(each) for each in said
    ]
    text = draw(STRINGS) + ". " + ". ".join(written) + "."
    required = draw(st.lists(st.sampled_from(sorted(properties)), unique=True))
    return text, {"type": "object", "properties": properties, "required": required}, answer


def answer_of(text: str, schema: Schema, root: Any, strictness: str = "balanced") -> Any:
    results = normalize(Draft(root=root), schema, Document("d", text), (), strictness=strictness)
    return assemble(results, schema)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(task=tasks(), strictness=st.sampled_from(STRICTNESSES))
def test_a_valid_value_that_the_text_has_comes_back(
    task: tuple[str, dict[str, Any], dict[str, Any]], strictness: str
) -> None:
    text, plain, answer = task
    schema = compile_schema(plain, instruction="")
    assert is_valid(schema, answer)
    assert answer_of(text, schema, answer, strictness) == answer


def as_said(given: Any, gold: Any) -> Any:
    """What was given without nulls and empty lists of keys that gold leaves out: they say the same."""
    if isinstance(given, dict) and isinstance(gold, dict):
        kept = {k: v for k, v in given.items() if k in gold or v not in (None, [])}
        return {k: as_said(v, gold.get(k)) for k, v in kept.items()}
    if isinstance(given, list) and isinstance(gold, list) and len(given) == len(gold):
        return [as_said(*pair) for pair in zip(given, gold, strict=True)]
    return given


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_right_answers_to_documents_once_unseen_stay_right(path: Path) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    schema = compile_schema(case["target_schema"], instruction=case["instruction"])
    given_back = answer_of(case["input_text"], schema, case["output"])
    assert is_valid(schema, given_back)
    assert as_said(given_back, case["output"]) == case["output"]


def test_every_authority_has_a_licence() -> None:
    assert set(LICENCES) == set(AUTHORITIES)


def calls(path: Path) -> list[ast.Call]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call)]


def test_only_the_gate_gives_a_place_another_value() -> None:
    writers: dict[str, set[str]] = {"replace": set(), "Change": set()}
    for path in (*ROOT.glob("normalizers/*.py"), *ROOT.glob("veraz/**/*.py")):
        for call in calls(path):
            name = call.func.id if isinstance(call.func, ast.Name) else ""
            altered = {keyword.arg for keyword in call.keywords} & {"value", "raw"}
            if name == "Change" or (name == "replace" and altered):
                writers[name].add(path.name)
    assert writers == {"replace": {"gate.py"}, "Change": {"gate.py"}}
