"""A model behind an OpenAI-compatible server, whatever that server can and cannot do."""

from dataclasses import replace

from llm.asking import Asking
from llm.calling import ATTEMPTS, FIRST_PAUSE, Caller, Deadline, Ledger
from llm.completion import Completion, Prompt
from llm.ladder import ladder_for
from nlp.errors import ModelError

MAX_TOKENS = 4096
SECONDS = 300.0


class ServedModel:
    """Answers prompts through one server's chat completions.

    ``name`` goes out untouched as the request's ``model``; None takes the server's first model.
    ``seconds`` is the deadline of one :meth:`complete`, all its calls together. ``logprobs`` and
    ``thinking`` say whether to ask for log-probabilities and to let the model think.
    """

    def __init__(
        self,
        name: str | None,
        *,
        base_url: str,
        api_key: str = "",
        seconds: float = SECONDS,
        logprobs: bool = True,
        thinking: bool = False,
        attempts: int = ATTEMPTS,
        first_pause: float = FIRST_PAUSE,
        use_proxies: bool = False,
    ) -> None:
        self.name = name or ""
        self._seconds = seconds
        self._extras = {"logprobs": logprobs, "no_thinking": not thinking}
        self._caller = Caller(
            base_url=base_url,
            api_key=api_key,
            attempts=attempts,
            first_pause=first_pause,
            use_proxies=use_proxies,
        )

    async def complete(self, prompt: Prompt) -> Completion:
        """Answer a prompt.

        The completion's text is JSON of the form of ``prompt.wire_schema``, or as near to it as
        the model came; its usage counts every call made. Raises
        :class:`nlp.errors.ModelError` where no answer could be had.
        """
        deadline, ledger = Deadline(self._seconds), Ledger()
        if not self.name:
            self.name = await self._first_model(deadline)
        asking = Asking(
            self._caller,
            ladder_for(self._caller.base_url, self.name),
            self.name,
            deadline,
            ledger,
            self._extras,
        )
        if prompt.single:
            return await asking.once(prompt)
        return await asking.answer(replace(prompt, max_tokens=prompt.max_tokens or MAX_TOKENS))

    async def aclose(self) -> None:
        """Close the connections."""
        await self._caller.aclose()

    async def _first_model(self, deadline: Deadline) -> str:
        for model in await self._caller.models(deadline):
            if model.get("id"):
                return str(model["id"])
        raise ModelError(f"{self._caller.base_url} lists no model: name one.")
