"""A model that is none: answers from the candidates and hints of the prompt alone."""

import asyncio
import json

from llm.completion import SYMBOLIC_RUNG, Completion, Prompt, Usage
from nlp.match.symbolic_answer import answer_schema


class SymbolicModel:
    """Fills every field from the text's candidates; no network, no weights to load."""

    name = "symbolic"

    async def complete(self, prompt: Prompt) -> Completion:
        """Answer from ``prompt.document``, ``schema``, ``candidates`` and ``hints``."""
        answer = await asyncio.to_thread(
            answer_schema, prompt.document, prompt.schema, prompt.candidates, prompt.hints
        )
        return Completion(
            text=json.dumps(answer, ensure_ascii=False),
            usage=Usage(),
            model=self.name,
            rung=SYMBOLIC_RUNG,
        )

    async def aclose(self) -> None:
        """Nothing to give back."""
