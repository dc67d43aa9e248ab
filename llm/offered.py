"""The models that can be installed by name: ``resources/models.yaml``, and any other GGUF of the hub."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Any

from llm.embedded_server import MODEL_NAME
from nlp.errors import SettingsError
from nlp.word_lists import read_yaml

UNKNOWN_KIB = 160
"""KiB a token of context costs in a model of which nothing is known: more than those listed."""

UNKNOWN_CONTEXT = 8192
TAKEN = (MODEL_NAME, "symbolic")
_ADDRESS = re.compile(r"(?P<repo>[\w.-]+/[\w.-]+)/(?P<file>[\w./-]+\.gguf)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class OfferedModel:
    """A model of the hub: where its weights lie and what it needs.

    ``parameters`` in billions, ``download_mb`` in 10⁶ bytes, ``context`` in tokens, each of which
    costs ``kib_a_token`` KiB of memory. ``template`` is what its chat template is told. None or
    empty: not known, as for a model that is installed by its address.
    """

    name: str
    repo: str
    file: str
    quantisation: str = ""
    parameters: float | None = None
    licence: str = ""
    download_mb: int | None = None
    context: int = UNKNOWN_CONTEXT
    kib_a_token: int = UNKNOWN_KIB
    gated: bool = False
    template: Mapping[str, Any] = field(default_factory=dict)
    about: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The same as JSON."""
        return asdict(self)


@cache
def offered_models() -> tuple[OfferedModel, ...]:
    """The models of the list, in its order."""
    listed = read_yaml("models").items()
    return tuple(OfferedModel(name=name, **members) for name, members in listed)


def offered(asked: str) -> OfferedModel:
    """Return the model of that name, or of the address ``OWNER/REPOSITORY/FILE.gguf``.

    One asked for by its address is named after its file, and told not to think as Qwen's are: a
    template that does not know the word ignores it. Raises :class:`SettingsError` for what is neither.
    """
    for model in offered_models():
        if asked in (model.name, f"{model.repo}/{model.file}"):
            return model
    address = _ADDRESS.fullmatch(asked)
    if address is None or ".." in asked:
        names = ", ".join(model.name for model in offered_models())
        raise SettingsError(
            f"there is no model {asked[:80]!r} to install; there are: {names}. Any other GGUF of the "
            "hub is named by its address, OWNER/REPOSITORY/FILE.gguf."
        )
    stem = address["file"].rpartition("/")[2][: -len(".gguf")].lower()
    name = re.sub(r"[^a-z0-9.-]+", "-", stem).strip(".-")
    if not name or name in TAKEN:
        raise SettingsError(f"{asked[:80]!r} leaves no name for the model: rename its file.")
    return OfferedModel(
        name=name,
        repo=address["repo"],
        file=address["file"],
        template={"enable_thinking": False},
    )
