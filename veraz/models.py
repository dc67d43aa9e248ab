"""From a model's name to the model that answers."""

import asyncio
from collections.abc import Callable

from llm.choosing import choose
from llm.completion import Completion, Model, Prompt
from llm.embedded import Lease, hold_embedded
from llm.embedded_server import MODEL_NAME
from llm.recorded import RecordedModel
from llm.served import ServedModel
from llm.symbolic import SymbolicModel
from nlp.errors import SettingsError
from veraz.settings import Settings

RECORDED = "recorded:"
SYMBOLIC = "symbolic"
ANY = "*"
LONGEST_NAME = 200


class EmbeddedModel:
    """The embedded model, started at its first question and held until closed.

    It chooses among candidates rather than fill the schema (:mod:`llm.choosing`); ``baseline``'s
    single call goes to it as it is.
    """

    name = MODEL_NAME

    def __init__(self, settings: Settings, *, progress: Callable[[str], None]) -> None:
        self._settings = settings
        self._progress = progress
        self._starting = asyncio.Lock()
        self._lease: Lease | None = None
        self._served: ServedModel | None = None

    async def complete(self, prompt: Prompt) -> Completion:
        """Answer a prompt; raises :class:`nlp.errors.ModelError`."""
        async with self._starting:
            if self._served is None:
                self._lease = await asyncio.to_thread(hold_embedded, progress=self._progress)
                endpoint = self._lease.endpoint
                self._served = ServedModel(
                    endpoint.model,
                    base_url=endpoint.base_url,
                    api_key=endpoint.key,
                    seconds=self._settings.seconds,
                )
        if prompt.single:
            return await self._served.complete(prompt)
        return await choose(prompt, self._served)

    async def aclose(self) -> None:
        """Let the model go; its process ends when nobody else holds it."""
        if self._served is not None:
            await self._served.aclose()
            self._served = None
        if self._lease is not None:
            self._lease.close()
            self._lease = None


def check_asked(name: str | None, settings: Settings) -> None:
    """Raise :class:`SettingsError` unless a stranger may ask for the model of that name.

    Those are the configured one, those of ``VERAZ_MODELS``, and none at all (``symbolic``). A file
    of answers is the operator's to name, never a client's: it would say what files there are, and
    read them.
    """
    if name in (None, SYMBOLIC) or (name == settings.model and not name.startswith(RECORDED)):
        return
    plain = len(name) <= LONGEST_NAME and name.isprintable() and not name.startswith(RECORDED)
    if plain and (name in settings.models or ANY in settings.models):
        return
    listed = [settings.model, *settings.models]
    known = [each for each in listed if each and each != ANY and not each.startswith(RECORDED)]
    there_are = f"there are: {', '.join(dict.fromkeys(known))}" if known else "name none"
    raise SettingsError(
        f"the model {name[:80]!r} is not served here; {there_are}. The operator lists in VERAZ_MODELS "
        "what may be asked for."
    )


def open_model(
    name: str | None,
    settings: Settings,
    *,
    progress: Callable[[str], None] = lambda _: None,
) -> Model:
    """Return the model of that name.

    ``symbolic`` and ``recorded:FILE.jsonl`` need no server. Any other name is passed on untouched to
    the server of ``OPENAI_BASE_URL``; without one, only ``embedded`` (or no name) can be had, and
    :class:`SettingsError` says so.
    """
    name = name or settings.model
    if name == SYMBOLIC:
        return SymbolicModel()
    if name is not None and name.startswith(RECORDED):
        return RecordedModel(name.removeprefix(RECORDED))
    if settings.base_url is not None:
        return ServedModel(
            name,
            base_url=settings.base_url,
            api_key=settings.api_key,
            login=settings.login,
            seconds=settings.seconds,
            context=settings.context,
            windows=settings.windows,
            most_tokens=settings.document_tokens,
        )
    if name not in (None, MODEL_NAME):
        raise SettingsError(
            f"model {name!r} needs a server: set OPENAI_BASE_URL. Without one there are "
            f"{MODEL_NAME!r}, {SYMBOLIC!r} and '{RECORDED}FILE.jsonl'."
        )
    return EmbeddedModel(settings, progress=progress)
