"""Asking a very small model only to choose."""

import json
from dataclasses import replace

import pytest

from llm.choosing import ask_choices, choose, merge_choices, open_choices
from llm.completion import Completion, Prompt, Usage
from nlp.hints import FieldHints, Hint
from nlp.schema_compiler import compile_schema
from nlp.spans import Candidate, Document

TEXT = "La directora Inés Calvo y el conserje Bruno Aldana abrieron el museo de Zafra."
SCHEMA = compile_schema(
    {
        "type": "object",
        "properties": {
            "responsable": {"type": "string", "description": "Quien dirige"},
            "ciudad": {"type": "string"},
            "visitas": {"type": ["integer", "null"]},
        },
        "required": ["responsable"],
    }
)


def hint(mention: str, score: float) -> Hint:
    start = TEXT.index(mention)
    found = Candidate(start, start + len(mention), mention, "PERSON", None, "test")
    return Hint(found, score)


HINTS = (
    FieldHints("responsable", (hint("Bruno Aldana", 0.5), hint("Inés Calvo", 0.45)), 0.9),
    FieldHints("ciudad", (hint("Zafra", 0.9), hint("museo", 0.1)), 0.9),
)
PROMPT = Prompt((), {}, Document("d", TEXT), SCHEMA, hints=HINTS)
ANSWER = {"responsable": "Bruno Aldana", "ciudad": "Zafra", "visitas": None}


class Saying:
    name = "saying"

    def __init__(self, text: str) -> None:
        self.text = text
        self.asked: list[Prompt] = []

    async def complete(self, prompt: Prompt) -> Completion:
        self.asked.append(prompt)
        return Completion(self.text, usage=Usage(10, 3, 1), model=self.name)

    async def aclose(self) -> None:
        """Nothing to give back."""


def test_only_fields_with_close_rivals_are_open() -> None:
    (choice,) = open_choices(PROMPT, ANSWER)
    assert choice.field.name == "responsable"
    assert [one.candidate.mention for one in choice.hints] == ["Bruno Aldana", "Inés Calvo"]


def test_where_no_rival_is_close_the_closest_is_asked_about() -> None:
    calm = replace(PROMPT, hints=(HINTS[1], FieldHints("responsable", HINTS[0].hints[:1], 0.9)))
    (choice,) = open_choices(calm, ANSWER)
    assert choice.field.name == "ciudad"


def test_the_question_is_bound_to_the_mentions_and_shows_them_in_context() -> None:
    asked = ask_choices(PROMPT, open_choices(PROMPT, ANSWER))
    assert sorted(asked.wire_schema["properties"]["c1"]["enum"]) == ["Bruno Aldana", "Inés Calvo"]
    assert "La directora Inés Calvo" in asked.messages[-1].content
    assert "Quien dirige" in asked.messages[-1].content


@pytest.mark.parametrize(
    ("said", "responsable"),
    [
        ('{"c1": "Inés Calvo"}', "Inés Calvo"),
        ('{"c1": "Otra Persona"}', "Bruno Aldana"),
        ("no es JSON", "Bruno Aldana"),
        ("[1]", "Bruno Aldana"),
    ],
)
def test_what_is_none_of_the_mentions_changes_nothing(said: str, responsable: str) -> None:
    merged = merge_choices(ANSWER, open_choices(PROMPT, ANSWER), said)
    assert merged == ANSWER | {"responsable": responsable}


def test_the_ranker_outvotes_the_model_where_it_is_sure() -> None:
    calm = replace(PROMPT, hints=(HINTS[1],))
    choices = open_choices(calm, ANSWER)
    assert merge_choices(ANSWER, choices, '{"c1": "museo"}') == ANSWER


async def test_a_text_without_rivals_costs_no_call() -> None:
    model = Saying("{}")
    completion = await choose(replace(PROMPT, hints=()), model)
    assert not model.asked
    assert completion.usage.calls == 0
    assert set(json.loads(completion.text)) == {"responsable", "ciudad", "visitas"}
