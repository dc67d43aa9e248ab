"""A model behind an OpenAI-compatible server, whatever that server can and cannot do."""

from dataclasses import asdict, replace

from llm.asking import Asking
from llm.calling import ATTEMPTS, FIRST_PAUSE, NOTHING, Caller, Deadline, Ledger, Rejected
from llm.completion import Completion, Prompt
from llm.context import Context, context_for, listed_size, property_size
from llm.ladder import ladder_for
from llm.reading import SEQUENTIAL, Reader
from llm.secret import Secret
from llm.showing import RULES, for_model
from llm.windows import Window, cut_prompt
from nlp.errors import ContextExceeded, ModelError

MAX_TOKENS = 4096
SURE_TO_FIT = 3_000
OVERFLOWS = 5
SECONDS = 300.0


class ServedModel:
    """Answers prompts through one server's chat completions.

    ``name`` goes out untouched as the request's ``model``; None takes the server's first model.
    ``seconds`` is the deadline of one :meth:`complete`, all its calls together. ``context`` is what
    the model can read, in tokens; None asks the server. ``login`` is a user and a password of HTTP
    basic authentication, which may stand in ``base_url`` as well. ``logprobs`` and ``thinking`` say
    whether to ask for log-probabilities and to let the model think. A document longer than that is
    read in windows, ``windows`` one of :data:`llm.reading.ORDERS`; ``most_tokens`` bounds what all
    the windows of a document may cost together (None: every window is read). ``examples``, one of
    :data:`llm.showing.RULES`, says whether the solved examples of a prompt go out.
    """

    def __init__(
        self,
        name: str | None,
        *,
        base_url: str,
        api_key: str | Secret = "",
        login: Secret = NOTHING,
        seconds: float = SECONDS,
        context: int | None = None,
        windows: str = SEQUENTIAL,
        most_tokens: int | None = None,
        examples: str = RULES[0],
        logprobs: bool = True,
        thinking: bool = False,
        attempts: int = ATTEMPTS,
        first_pause: float = FIRST_PAUSE,
        use_proxies: bool = False,
    ) -> None:
        self.name = name or ""
        self._seconds = seconds
        self._context = context
        self._windows = windows
        self._most_tokens = most_tokens
        self._examples = examples
        self._extras = {"logprobs": logprobs, "no_thinking": not thinking}
        self._caller = Caller(
            base_url=base_url,
            api_key=api_key,
            login=login,
            attempts=attempts,
            first_pause=first_pause,
            use_proxies=use_proxies,
        )

    async def complete(self, prompt: Prompt) -> Completion:
        """Answer a prompt.

        The completion's text is JSON of the form of ``prompt.wire_schema``, or as near to it as
        the model came; its usage counts every call made. Raises
        :class:`nlp.errors.ModelError` where no answer could be had; what the calls had cost is in
        the error's ``spent``.
        """
        ledger = Ledger()
        try:
            return await self._complete(prompt, ledger)
        except ModelError as error:
            error.spent = asdict(ledger.usage)
            raise

    async def _complete(self, prompt: Prompt, ledger: Ledger) -> Completion:
        deadline = Deadline(self._seconds)
        if not self.name:
            self.name = await self._first_model(deadline)
        server = self._caller.base_url
        asking = Asking(
            self._caller,
            ladder_for(server, self.name),
            self.name,
            deadline,
            ledger,
            self._extras,
        )
        if prompt.single:
            return await asking.once(prompt)
        prompt = for_model(prompt, self.name, self._examples)
        prompt = replace(prompt, max_tokens=prompt.max_tokens or MAX_TOKENS)
        context = await self._known_context(prompt, deadline)
        for _ in range(OVERFLOWS):
            windows = cut_prompt(prompt, context, telling=self._windows == SEQUENTIAL)
            try:
                return await self._read(asking, windows, context)
            except Rejected as rejected:
                context.overflowed(windows[0].prompt, rejected.said)
        raise ContextExceeded(f"{server} calls even a short piece of the document too long.")

    async def _read(
        self, asking: Asking, windows: tuple[Window, ...], context: Context
    ) -> Completion:
        if len(windows) > 1:
            return await Reader(asking, context, self._windows, self._most_tokens).read(windows)
        completion = await asking.answer(windows[0].prompt)
        if completion.usage.calls == 1:
            context.learn(windows[0].prompt, completion.usage.input_tokens)
        return completion

    async def aclose(self) -> None:
        """Close the connections."""
        await self._caller.aclose()

    async def listed(self, seconds: float) -> list[str]:
        """The names of the server's models, empty where it lists none; raises as :meth:`complete`."""
        models = await self._caller.models(Deadline(seconds))
        return [str(model["id"]) for model in models if model.get("id")]

    async def _first_model(self, deadline: Deadline) -> str:
        for name in await self.listed(deadline.left()):
            return name
        raise ModelError(f"{self._caller.base_url} lists no model: name one.")

    async def _known_context(self, prompt: Prompt, deadline: Deadline) -> Context:
        """The model's context; the server is asked once, when a prompt is long enough to matter."""
        context = context_for(self._caller.base_url, self.name)
        if self._context is not None:
            context.size = self._context
        elif not context.asked and context.of_messages(prompt.messages) > SURE_TO_FIT:
            context.asked = True
            context.size = listed_size(
                await self._caller.models(deadline), self.name
            ) or property_size(await self._caller.properties(deadline))
        return context
