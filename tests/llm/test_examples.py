"""The few-shot library: what each example must be, and which ones a schema gets."""

import json
import re
from collections.abc import Iterator

import pytest
from shared_data import shared

from llm.context import Context
from llm.examples import (
    Example,
    choose_examples,
    leaves_of,
    library,
    overlap,
    rank_examples,
    shape_of,
    words_of,
)
from nlp.schema import JSON, join_path
from nlp.schema_compiler import compile_schema
from nlp.schema_validation import violations
from nlp.spans import Document
from veraz.extraction import ask

EXAMPLES = library().examples
MONTHS = (
    *("enero", "febrero", "marzo", "abril", "mayo", "junio"),
    *("julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"),
)
DATE_FORMS = (
    r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)(?:T(?P<time>\d\d:\d\d))?",
    r"(?P<day>\d\d)/(?P<month>\d\d)/(?P<year>\d{4})",
    r"(?P<day>\d\d)[-/](?P<month>\d\d)",
    r"(?P<year>\d{4})-(?P<month>\d\d)",
)
each_example = pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one.name)


def strings_of(answer: JSON, path: str = "") -> Iterator[tuple[str, str]]:
    """The string leaves with their schema paths."""
    if isinstance(answer, dict):
        for name, value in answer.items():
            yield from strings_of(value, join_path(path, name))
    elif isinstance(answer, list):
        for value in answer:
            yield from strings_of(value, f"{path}.*".lstrip("."))
    elif isinstance(answer, str):
        yield path, answer


def is_dated(value: str, text: str) -> bool:
    """Whether day, month and year of a date in one of the asked forms stand in the text."""
    found = next((match for form in DATE_FORMS if (match := re.fullmatch(form, value))), None)
    if found is None:
        return False
    parts = found.groupdict()
    spoken = [str(int(parts["day"])) if parts.get("day") else "", parts.get("year") or ""]
    spoken += [MONTHS[int(parts["month"]) - 1], parts.get("time") or ""]
    return all(re.search(rf"\b{part}\b", text) for part in spoken if part)


def shingles(text: str, length: int = 8) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", text.casefold())
    return {tuple(words[start : start + length]) for start in range(len(words) - length + 1)}


@each_example
def test_answer_is_valid(example: Example) -> None:
    assert not violations(example.schema, example.answer)


@each_example
def test_text_is_short_spanish_prose(example: Example) -> None:
    assert 60 <= len(example.text.split()) <= 140
    assert example.schema.instruction


@each_example
def test_answer_says_only_what_the_text_says(example: Example) -> None:
    for path, value in strings_of(example.answer):
        field = example.schema.at(path)
        assert field is not None, path
        if field.kind == "enum" or path in example.written:
            continue
        verbatim = value.casefold() in example.text.casefold()
        assert verbatim or is_dated(value, example.text), (path, value)


@each_example
def test_free_text_is_the_exception(example: Example) -> None:
    assert all(example.schema.at(path) is not None for path in example.written)
    strings = list(strings_of(example.answer))
    assert sum(path in example.written for path, _ in strings) <= len(strings) / 2


def test_the_dates_check_reads_the_text() -> None:
    text = "Será el 7 de marzo de 2025, a las 18:05."
    assert is_dated("2025-03-07T18:05", text)
    assert is_dated("07/03/2025", text)
    assert not is_dated("2025-03-17", text)
    assert not is_dated("2025-04-07", text)
    assert not is_dated("2024-03-07", text)


def test_enough_examples_and_domains() -> None:
    assert len(EXAMPLES) >= 60
    assert len({example.domain for example in EXAMPLES}) >= 15


def test_nulls_are_there_and_few() -> None:
    leaves = [leaf for example in EXAMPLES for leaf in leaves_of(example.answer)]
    assert 0.02 <= sum(leaf is None for leaf in leaves) / len(leaves) <= 0.25
    assert [] in leaves


def test_every_kind_is_shown() -> None:
    fields = [field for example in EXAMPLES for field in example.schema.walk()]
    kinds = {field.kind for field in fields}
    assert kinds >= {"object", "array", "string", "integer", "number", "boolean", "enum"}
    assert "recursive" in kinds


def test_no_two_examples_are_the_same() -> None:
    for written in (
        [example.name for example in EXAMPLES],
        [example.text for example in EXAMPLES],
        [json.dumps(example.schema.original) for example in EXAMPLES],
    ):
        assert len(set(written)) == len(written)


def test_no_benchmark_text_or_schema() -> None:
    ours = {shingle for example in EXAMPLES for shingle in shingles(example.text)}
    names = [{field.name for field in example.schema.walk()} - {"*"} for example in EXAMPLES]
    paths = [*shared("gensie", "dev").glob("*.json")]
    paths += shared("gensie", "recorded", "instances").glob("*.json")
    assert paths
    benchmark: dict[str, JSON] = {}
    for path in paths:
        record = json.loads(path.read_text("utf-8"))
        assert not ours & shingles(record["input_text"])
        benchmark[json.dumps(record["target_schema"], sort_keys=True)] = record["target_schema"]
    for schema in benchmark.values():
        theirs = {field.name for field in compile_schema(schema).walk()}
        assert all(len(theirs & one) <= 1 for one in names)


@each_example
def test_an_example_is_most_like_itself(example: Example) -> None:
    assert rank_examples(example.schema)[0] is example
    left = rank_examples(example.schema, leave_out=frozenset({example.name}))
    assert example not in left
    assert len(left) == len(EXAMPLES) - 1


def test_the_most_alike_stands_last() -> None:
    schema = EXAMPLES[0].schema
    messages = choose_examples(schema)
    assert [message.role for message in messages] == ["user", "assistant"] * 2
    assert messages[2:] == EXAMPLES[0].messages


@pytest.mark.parametrize(
    ("budget", "count", "most"),
    [(1500, 2, 2), (700, 2, 1), (100, 2, 0), (9000, 5, 5), (1500, 0, 0)],
)
def test_the_budget_holds(budget: int, count: int, most: int) -> None:
    messages = choose_examples(EXAMPLES[5].schema, budget=budget, count=count)
    assert len(messages) == 2 * most
    assert Context().of_messages(messages) <= budget


@pytest.mark.parametrize(
    ("schema", "instruction", "domains"),
    [
        ({"ingredients": {"type": "array", "items": {"type": "string"}}, "servings": {}},
         "Lee la receta de cocina.", {"recipes", "hospitality"}),
        ({"tribunal": {"type": "string"}, "demandante": {"type": "string"}},
         "Extrae de la sentencia el fallo y las partes.", {"judicial"}),
        ({"spectralType": {"type": "string"}, "orbitalPeriodDays": {"type": "number"}},
         "Data of the star and its planets.", {"astronomy"}),
    ],
)  # fmt: skip
def test_likeness_knows_the_subject(
    schema: dict[str, JSON], instruction: str, domains: set[str]
) -> None:
    compiled = compile_schema(
        {"type": "object", "properties": schema, "additionalProperties": False},
        instruction=instruction,
    )
    assert rank_examples(compiled)[0].domain in domains


def test_without_words_the_shape_decides() -> None:
    deep = {
        "type": "object",
        "properties": {
            "zzq": {
                "type": "array",
                "items": {"type": "object", "properties": {"qqz": {"type": "boolean"}}},
            }
        },
    }
    flat = {"type": "object", "properties": {"zzq": {"type": "string"}}}
    shapes = [shape_of(compile_schema(one)) for one in (deep, flat)]
    assert overlap(shapes[0], shapes[0]) == 1.0
    assert overlap(shapes[0], shapes[1]) == 0.0


@pytest.mark.parametrize(
    "source",
    [
        True,
        {"type": "string"},
        {"type": "object"},
        {"type": "object", "properties": {f"campo_{n}": {"type": "string"} for n in range(3000)}},
        {"type": "object", "properties": {"ñ" * 50_000: {"type": "string"}, "🙂": {"type": "null"}}},
    ],
)  # fmt: skip
def test_any_schema_gets_examples(source: JSON) -> None:
    schema = compile_schema(source)
    assert len(choose_examples(schema)) == 4
    assert sum(words_of(schema).values()) <= 2000


def test_the_question_shows_them_unless_told_not_to() -> None:
    schema = EXAMPLES[3].schema
    document = Document("d", "El prospecto no dice nada.")
    shown = ask(document, schema).prompt.messages
    plain = ask(document, schema, examples=False).prompt.messages
    assert shown[1:-1] == choose_examples(schema, text=document.text)
    assert (shown[0], shown[-1]) == (plain[0], plain[-1])
    assert len(plain) == 2
