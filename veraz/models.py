"""From a model's name to the model that answers."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from llm.choosing import choose
from llm.completion import Completion, Model, Prompt
from llm.embedded import Lease, hold_embedded
from llm.embedded_server import MODEL_NAME
from llm.installed import InstalledModel, find_installed, installed_models
from llm.offered import offered_models
from llm.recorded import RecordedModel
from llm.secret import Secret
from llm.symbolic import SymbolicModel
from nlp.errors import SettingsError
from veraz.default_model import RULES_ANSWER, SYMBOLIC, by_rules_alone, default_name
from veraz.settings import Settings

if TYPE_CHECKING:
    from llm.served import ServedModel

RECORDED = "recorded:"
ANY = "*"
LONGEST_NAME = 200


class EmbeddedModel:
    """A model of this machine, started at its first question and held until closed.

    ``installed`` is asked like any server. Without it, it is the 135M model, which chooses among
    candidates rather than fill the schema (:mod:`llm.choosing`; ``baseline``'s single call goes to it
    as it is), or the file of ``VERAZ_WEIGHTS``.
    """

    def __init__(
        self,
        settings: Settings,
        installed: InstalledModel | None = None,
        *,
        progress: Callable[[str], None],
    ) -> None:
        self.name = MODEL_NAME if installed is None else installed.name
        self.installed = installed
        self._settings = settings
        self._progress = progress
        self._starting = asyncio.Lock()
        self._lease: Lease | None = None
        self._served: ServedModel | None = None
        self._chooses = False

    async def complete(self, prompt: Prompt) -> Completion:
        """Answer a prompt; raises :class:`nlp.errors.ModelError`."""
        async with self._starting:
            if self._served is None:
                self._lease = await asyncio.to_thread(
                    hold_embedded, self.installed, progress=self._progress
                )
                endpoint = self._lease.endpoint
                self._chooses = endpoint.chooses
                at_hand = replace(
                    self._settings,
                    base_url=endpoint.base_url,
                    api_key=endpoint.key,
                    login=Secret(),
                    context=endpoint.context,
                )
                self._served = await asyncio.to_thread(
                    _served, endpoint.model, endpoint.base_url, at_hand
                )
        if prompt.single or not self._chooses:
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
    the server of ``OPENAI_BASE_URL``; without one, ``embedded`` and the installed models can be had, and
    :class:`SettingsError` says so. No name is that of :func:`default_name`; where that is the rules
    though nobody chose them, ``progress`` hears it.
    """
    if name is None and by_rules_alone(settings):
        progress(RULES_ANSWER)
    name = name or default_name(settings)
    if name == SYMBOLIC:
        return SymbolicModel()
    if name is not None and name.startswith(RECORDED):
        return RecordedModel(name.removeprefix(RECORDED))
    if settings.base_url is not None:
        return _served(name, settings.base_url, settings)
    installed = None if name in (None, MODEL_NAME) else find_installed(name)
    if installed is None and name not in (None, MODEL_NAME):
        raise SettingsError(_not_here(name))
    return EmbeddedModel(settings, installed, progress=progress)


def _served(name: str | None, base_url: str, settings: Settings) -> "ServedModel":
    from llm.served import ServedModel  # brings openai, a quarter of the time to start

    return ServedModel(
        name,
        base_url=base_url,
        api_key=settings.api_key,
        login=settings.login,
        seconds=settings.seconds,
        context=settings.context,
        windows=settings.windows,
        most_tokens=settings.document_tokens,
        examples=settings.show_examples,
    )


def _not_here(name: str) -> str:
    """Why a model cannot be had without a server, and what can."""
    here = [MODEL_NAME, SYMBOLIC, *(model.name for model in installed_models())]
    there_are = ", ".join(map(repr, here))
    to_install = any(model.name == name for model in offered_models())
    how = f"`veraz model --install {name}` brings it here, or" if to_install else "to have it,"
    return (
        f"model {name[:LONGEST_NAME]!r} needs a server: {how} set OPENAI_BASE_URL. Without one there "
        f"are {there_are} and '{RECORDED}FILE.jsonl'."
    )
