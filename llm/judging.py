"""Is this an answer? Every answer is validated here, whatever the server's status said."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from llm.responses import Answer
from llm.salvage import Salvage, prune_open, salvage
from nlp.schema import JSON, Schema

MAX_ERRORS = 5
_STRUCTURAL = ("type", "required", "enum", "const", "anyOf")


@dataclass(frozen=True, slots=True)
class Judgement:
    """An answer, read and validated against the schema that went out.

    ``root`` is meaningless unless ``readable``. ``errors`` are what another call may mend;
    ``cut`` says that the answer broke off, ``looped`` that it repeated itself until it was stopped,
    ``hollow`` that it is an object without any of the keys asked for.
    """

    answer: Answer
    found: Salvage
    root: JSON
    errors: tuple[str, ...]
    cut: bool
    looped: bool
    hollow: bool = False

    @property
    def readable(self) -> bool:
        """Whether there is a JSON value that looks like an answer.

        A whole ``{}`` where keys were asked for is none: it would pass for a silent text.
        """
        return self.found.reading is not None and (self.cut or not self.hollow)

    @property
    def silent(self) -> bool:
        """Whether nothing was said at all, thoughts aside: worth asking once more the same way."""
        return not self.readable and not self.found.answer.strip()

    @property
    def valid(self) -> bool:
        """Whether it is whole and of the form asked for."""
        return self.readable and not self.errors and not self.cut

    @property
    def untouched(self) -> bool:
        """Whether the answer's text can be handed on as it is, log-probabilities and all."""
        return self.valid and not self.looped and bool(self.answer.text)

    @property
    def open_path(self) -> str | None:
        """The field path being written where the answer broke off."""
        return self.found.reading.open_path if self.found.reading is not None else None

    @property
    def pruned(self) -> JSON:
        """The root without what broke off half-way."""
        return prune_open(self.root, self.open_path)


def judge(answer: Answer, schema: Schema, wire: Mapping[str, Any]) -> Judgement:
    """Read an answer and validate it against ``wire``.

    What a server put among its thoughts counts only where the content is empty and the thoughts
    hold a whole answer of the right form.
    """
    judgement = _judge(answer, answer.text, schema, wire)
    if not answer.text.strip() and answer.thinking:
        thought = _judge(answer, answer.thinking, schema, wire)
        if thought.valid:
            return thought
    return judgement


def _judge(answer: Answer, text: str, schema: Schema, wire: Mapping[str, Any]) -> Judgement:
    found = salvage(text, schema)
    if found.reading is None:
        return Judgement(answer, found, None, ("no JSON",), cut=False, looped=False)
    root = found.reading.root
    return Judgement(
        answer,
        found,
        root,
        structural_errors(root, wire),
        cut=found.reading.open_path is not None or "object not closed" in found.problems,
        looped="loop" in found.problems,
        hollow=root == {} and bool(wire.get("required")),
    )


def structural_errors(root: JSON, wire: Mapping[str, Any]) -> tuple[str, ...]:
    """What is wrong with the form of an answer, a few words each; lengths and bounds are no matter.

    Too long a string or too many items are cut or kept by what comes after the model.
    """
    wrong = Draft202012Validator(wire).iter_errors(root)
    said = []
    for error in wrong:
        if error.validator in _STRUCTURAL:
            said.append(_said(error))
        if len(said) == MAX_ERRORS:
            break
    return tuple(said)


def _said(error: ValidationError) -> str:
    where = error.json_path.removeprefix("$").removeprefix(".")
    return f"{where or 'raíz'}: {error.message[:120]}"
