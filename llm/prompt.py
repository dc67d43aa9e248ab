"""The question put to a model: rules, examples, the document first, the question last.

The document stands before everything that depends on the question, so that a server that keeps
prefixes reads it once however many questions follow.
"""

import json
from collections.abc import Sequence
from dataclasses import replace

from llm.completion import Message, Prompt
from llm.render import pretty, render_hints, render_schema
from llm.wire import wire_schema
from llm.wording import disarm, wording
from nlp.hints import FieldHints
from nlp.schema import JSON, Schema, split_path
from nlp.spans import Document


def build_prompt(
    document: Document,
    schema: Schema,
    hints: Sequence[FieldHints] = (),
    *,
    examples: Sequence[Message] = (),
    temperature: float = 0.0,
    seed: int | None = None,
) -> Prompt:
    """Make the question: system rules, ``examples`` (pairs of turns), the document, what is asked.

    ``examples`` come from :func:`example_messages`.
    """
    question = Message("user", ask_text(document.text, schema, hints))
    system = Message("system", wording("extraction")["system"])
    return Prompt(
        messages=(system, *examples, question),
        wire_schema=wire_schema(schema),
        document=document,
        schema=schema,
        hints=tuple(hints),
        temperature=temperature,
        seed=seed,
    )


def build_baseline_prompt(document: Document, schema: Schema) -> Prompt:
    """A plain zero-shot call: one line of system, instruction, schema, text, with nothing
    changed but the marks of chat templates; the schema goes out verbatim as the response format.
    """
    words = wording("baseline")
    original = schema.original if isinstance(schema.original, bool) else dict(schema.original)
    written = disarm(json.dumps(original, indent=2, ensure_ascii=False))
    user = words["user"].format(
        instruction=disarm(schema.instruction), schema=written, text=disarm(document.text)
    )
    return Prompt(
        messages=(Message("system", words["system"]), Message("user", user)),
        wire_schema=original if isinstance(original, dict) else {},
        document=document,
        schema=schema,
        single=True,
    )


def restrict(prompt: Prompt, names: Sequence[str], text: str) -> Prompt:
    """The same question, ended by ``text`` and answered for these top-level fields only."""
    wire = dict(prompt.wire_schema)
    wire["properties"] = {
        name: below for name, below in wire.get("properties", {}).items() if name in names
    }
    wire["required"] = [name for name in wire.get("required", ()) if name in names]
    *before, question = prompt.messages
    asked = Message(question.role, f"{question.content}\n\n{text}")
    return replace(prompt, messages=(*before, asked), wire_schema=wire)


def build_second_look(prompt: Prompt, doubts: Sequence[tuple[str, str]]) -> Prompt:
    """Ask again about the fields whose first answer is doubtful.

    ``doubts`` are pairs of a field path and what is doubtful about it (:func:`say_doubt`).
    """
    names = {split_path(path)[0] for path, _ in doubts}
    lines = "\n".join(f"- {said}" for _, said in doubts)
    asked = wording("extraction")["second_look"].format(lines=disarm(lines))
    return restrict(prompt, sorted(names), asked)


def say_doubt(kind: str, path: str, *, value: JSON = None, mention: str = "") -> str:
    """What is doubtful about a field, in the prompt's words."""
    shown = disarm(value if isinstance(value, str) else pretty(value))
    words = wording("extraction")["doubts"][kind]
    return str(words.format(name=path, value=shown[:200], mention=f"«{disarm(mention[:200])}»"))


def example_messages(text: str, schema: Schema, answer: JSON) -> tuple[Message, Message]:
    """A solved example as two turns, written exactly like the question it prepares."""
    return (
        Message("user", ask_text(text, schema, ())),
        Message("assistant", pretty(answer)),
    )


def ask_text(text: str, schema: Schema, hints: Sequence[FieldHints]) -> str:
    """The user's turn: the document, then the question about it."""
    words = wording("extraction")
    opening, closing = document_marks(text)
    question = words["question"].format(
        instruction=disarm(schema.instruction.strip()) or words["no_instruction"],
        fields=render_schema(schema),
        hints=render_hints(hints),
        open=opening,
        close=closing,
    )
    # Names, members of enums and patterns are the schema's, and so a stranger's too.
    return f"{quote_document(text)}\n\n{disarm(question)}"


def quote_document(text: str, *, marks: tuple[str, str] | None = None) -> str:
    """The text between marks it does not contain, with the marks of chat templates disarmed."""
    opening, closing = marks or document_marks(text)
    quoted = wording("extraction")["document"]
    return str(quoted.format(text=disarm(text), open=opening, close=closing))


def document_marks(text: str) -> tuple[str, str]:
    """The marks around a document: ``<documento>``, or a numbered one where the text has that.

    A text that tries to close its own quotation closes a mark that was never opened.
    """
    name = str(wording("extraction")["document_mark"])
    squeezed = "".join(text.casefold().split())
    chosen, number = name, 1
    while f"{chosen}>" in squeezed:
        number += 1
        chosen = f"{name}-{number}"
    return f"<{chosen}>", f"</{chosen}>"
