"""Answers read from a file stand in for a model."""

import asyncio
import json
from pathlib import Path

from llm.completion import Completion, Prompt
from nlp.errors import ModelError, SettingsError
from nlp.schema import JSON


class RecordedModel:
    """Gives to each document the answer recorded under its id.

    ``path`` holds a JSON object a line with ``id`` and ``output``; other members are ignored and
    the last line of an id counts. Raises :class:`SettingsError` where the file is not like that,
    and :class:`ModelError` for a document it has no answer for.
    """

    def __init__(self, path: str | Path) -> None:
        self.name = f"recorded:{path}"
        self._answers = _read(Path(path))

    async def complete(self, prompt: Prompt) -> Completion:
        """The recorded answer; it costs nothing."""
        if prompt.document.id not in self._answers:
            raise ModelError(f"{self.name} has no answer for the document {prompt.document.id!r}")
        answer = self._answers[prompt.document.id]
        try:
            text = await asyncio.to_thread(json.dumps, answer, ensure_ascii=False)
        except RecursionError:
            said = f"{self.name}: the answer to {prompt.document.id!r} nests too deep to be read"
            raise ModelError(said) from None
        return Completion(text, model=self.name, rung="recorded")

    async def aclose(self) -> None:
        """Nothing to give back."""


def _read(path: Path) -> dict[str, JSON]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"cannot read the recorded answers {path}: {error}") from error
    answers: dict[str, JSON] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            answers[str(record["id"])] = record["output"]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise SettingsError(
                f"{path}, line {number}: not a JSON object with 'id' and 'output'"
            ) from error
    return answers
