"""Asking a very small model only what it can do: to choose among the candidates of a field.

A model of some hundred million parameters does not fill a schema: left alone it runs away or
repeats the question. So the candidates answer first (:mod:`nlp.match.symbolic_answer`), and the
model is asked only about the text fields where the ranker hesitates between several mentions. It
sees each mention in its sentence, in an order that does not favour the ranker's first, and its
answer is bound to them.
"""

import asyncio
import copy
import json
import random
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from llm.completion import CANDIDATES_RUNG, Completion, Message, Model, Prompt
from llm.wording import disarm, wording
from nlp.hints import FieldHints, Hint
from nlp.match.symbolic_answer import answer_schema
from nlp.schema import JSON, Field
from nlp.schema_compiler import compile_schema
from nlp.spans import Document

OPTIONS = 4
"""The most mentions offered for a field."""

HESITATION = 0.8
"""A second mention is offered where its score is at least this share of the first's."""

FIELDS = 12
"""The most fields asked about at once: the question must stay short."""

VOTE = 1.25
"""What the model's choice multiplies a mention's score by: it decides between near equals only.

A model this small, believed whatever it says, loses to the ranker alone.
"""

TINY = 1e-9
"""Keeps a score of nothing from dividing."""

AROUND = 60
"""Characters of context shown on each side of a mention."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One field to ask about: its ``key`` in the question and the mentions on offer."""

    key: str
    field: Field
    hints: tuple[Hint, ...]


async def choose(prompt: Prompt, model: Model) -> Completion:
    """Answer from the candidates, letting ``model`` decide where the ranker hesitates.

    The completion's usage is the model's; ``notes["asked"]`` lists the fields it was asked about.
    """
    answer, choices = await asyncio.to_thread(_candidates_answer, prompt)
    if not choices or not isinstance(answer, dict):
        return Completion(_dumped(answer), model=model.name, rung=CANDIDATES_RUNG)
    completion = await model.complete(ask_choices(prompt, choices))
    answer = merge_choices(answer, choices, completion.text)
    return replace(
        completion,
        text=_dumped(answer),
        rung=CANDIDATES_RUNG,
        logprobs=(),
        notes={"asked": [choice.field.path for choice in choices]},
    )


def _candidates_answer(prompt: Prompt) -> tuple[JSON, tuple[Choice, ...]]:
    answer = answer_schema(prompt.document, prompt.schema, prompt.candidates, prompt.hints)
    return answer, open_choices(prompt, answer)


def open_choices(prompt: Prompt, answer: JSON) -> tuple[Choice, ...]:
    """Return the top-level text fields to ask about, those where the ranker hesitates most first.

    They are answered by a candidate that has rivals of like score; where no rival comes close, the
    one field whose rival comes closest is asked about all the same.
    """
    if not isinstance(answer, dict):
        return ()
    hints = {one.path: one for one in prompt.hints}
    contested = []
    for field in prompt.schema.fields:
        mentions = _mentions(hints.get(field.path), answer.get(field.name))
        if field.kind == "string" and len(mentions) > 1:
            contested.append((mentions[1].score / max(mentions[0].score, TINY), field, mentions))
    contested.sort(key=lambda one: -one[0])
    count = sum(closeness >= HESITATION for closeness, _, _ in contested)
    return tuple(
        Choice(f"c{number}", field, mentions)
        for number, (_, field, mentions) in enumerate(contested[: min(max(count, 1), FIELDS)], 1)
    )


def ask_choices(prompt: Prompt, choices: tuple[Choice, ...]) -> Prompt:
    """Return the short question: the fields, their mentions in context, an enum for each."""
    words = wording("choosing")
    shuffler = random.Random(zlib.crc32(prompt.document.text.encode("utf-8", "replace")))
    blocks = []
    properties: dict[str, Any] = {}
    for choice in choices:
        offered = list(choice.hints)
        shuffler.shuffle(offered)
        properties[choice.key] = {
            "type": "string",
            "enum": [hint.candidate.mention for hint in offered],
        }
        blocks.append(_block(choice, offered, prompt.document, words))
    wire = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    question = words["question"].format(fields="\n\n".join(blocks))
    return replace(
        prompt,
        messages=(Message("system", words["system"]), Message("user", question)),
        wire_schema=wire,
        schema=compile_schema(wire),
        # What is asked stands in the question; there is no longer text to cut into windows.
        document=Document(prompt.document.id, ""),
        hints=(),
        candidates=(),
    )


def merge_choices(
    answer: Mapping[str, JSON], choices: tuple[Choice, ...], text: str
) -> dict[str, JSON]:
    """Weigh the model's choices with the ranker's scores; what is no mention changes nothing."""
    merged = copy.deepcopy(dict(answer))
    try:
        chosen = json.loads(text)
    except ValueError:
        return merged
    for choice in choices:
        mention = chosen.get(choice.key) if isinstance(chosen, dict) else None
        for hint in choice.hints:
            if hint.candidate.mention == mention and hint.score * VOTE >= choice.hints[0].score:
                merged[choice.field.name] = mention
    return merged


def _mentions(hints: FieldHints | None, answer: JSON) -> tuple[Hint, ...]:
    """Return the best mentions of a field, best first; none if ``answer`` is not among them."""
    if hints is None or not isinstance(answer, str):
        return ()
    seen: dict[str, Hint] = {}
    for hint in hints.hints:
        if "\n" not in hint.candidate.mention:
            seen.setdefault(hint.candidate.mention, hint)
    if answer not in seen:
        return ()
    best = sorted(seen.values(), key=lambda hint: -hint.score)[:OPTIONS]
    return tuple(best) if seen[answer] in best else ()


def _block(choice: Choice, offered: list[Hint], document: Document, words: Any) -> str:
    field = choice.field
    about = (
        words["about"].format(description=disarm(field.description)) if field.description else ""
    )
    options = "\n".join(
        words["option"].format(
            mention=disarm(hint.candidate.mention), context=_context(document.text, hint)
        )
        for hint in offered
    )
    return str(
        words["field"].format(key=choice.key, name=disarm(field.name), about=about, options=options)
    )


def _context(text: str, hint: Hint) -> str:
    start, end = hint.candidate.start, hint.candidate.end
    around = text[max(0, start - AROUND) : end + AROUND]
    return disarm(" ".join(around.split()))


def _dumped(answer: JSON) -> str:
    return json.dumps(answer, ensure_ascii=False)
