"""The models installed on this machine, and the one in use: ``HOME/models/NAME``, ``HOME/used_model``.

A model in use answers wherever no server and no other model is named.
"""

import json
import os
import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import filelock

from llm.hub import fetch
from llm.offered import OfferedModel, offered, offered_models
from llm.weights import home
from nlp.errors import ModelUnavailable, SettingsError

RECORD = "model.json"
MAGIC = b"GGUF"
_NAME = re.compile(r"[a-z0-9][a-z0-9.-]*")
"""Names are folders too: none leads out of its place."""

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class InstalledModel:
    """A model whose weights lie on this machine; ``size`` in bytes, ``weights`` below its folder."""

    name: str
    repo: str
    file: str
    weights: str
    size: int
    sha256: str
    commit: str
    context: int
    kib_a_token: int
    template: Mapping[str, Any]

    @property
    def path(self) -> Path:
        """Where the weights lie."""
        return _folder(self.name) / self.weights

    @property
    def whole(self) -> bool:
        """Whether the file is there and as long as it was; its checksum was right when it came."""
        return self.path.is_file() and self.path.stat().st_size == self.size

    def checked(self) -> Path:
        """Return the path of the weights; raises :class:`ModelUnavailable` where they are not whole."""
        if not self.whole:
            raise ModelUnavailable(
                f"the weights of {self.name} are not whole at {self.path}. Fetch them again with "
                f"`veraz model --install {self.name_to_install}`."
            )
        return self.path

    @property
    def name_to_install(self) -> str:
        """What `veraz model --install` takes to bring it again."""
        listed = any(
            (model.name, model.repo) == (self.name, self.repo) for model in offered_models()
        )
        return self.name if listed else f"{self.repo}/{self.file}"


def install(asked: str, *, progress: Progress = lambda _: None) -> InstalledModel:
    """Fetch a model by name or address and check it; one that is whole is left as it is.

    Raises :class:`SettingsError` for what is no model of the list, and :class:`ModelUnavailable` where it
    cannot be fetched.
    """
    model = offered(asked)
    known = find_installed(model.name)
    if known is not None and known.whole and (known.repo, known.file) == (model.repo, model.file):
        return known
    folder = _folder(model.name)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with filelock.FileLock(_lock(model.name), timeout=0):
            return _fetched(model, folder, progress)
    except filelock.Timeout as error:
        raise ModelUnavailable(f"{model.name} is being installed already; wait for it.") from error


def _fetched(model: OfferedModel, folder: Path, progress: Progress) -> InstalledModel:
    target = folder / Path(model.file).name
    said = fetch(model.repo, model.file, target, progress=progress)
    with target.open("rb") as stream:
        if stream.read(len(MAGIC)) != MAGIC:
            target.unlink()
            raise ModelUnavailable(f"{model.file} of {model.repo} is not a GGUF file.")
    for other in folder.glob("*.gguf"):
        if other != target:
            other.unlink()  # of another version of the same model
    made = InstalledModel(
        name=model.name,
        repo=model.repo,
        file=model.file,
        weights=target.name,
        size=said.size,
        sha256=said.sha256,
        commit=said.commit,
        context=model.context,
        kib_a_token=model.kib_a_token,
        template=dict(model.template),
    )
    _write(folder / RECORD, json.dumps(asdict(made), indent=1))
    return made


def find_installed(name: str) -> InstalledModel | None:
    """The installed model of that name; None where there is none."""
    if not _NAME.fullmatch(name):
        return None
    try:
        return InstalledModel(**json.loads((_folder(name) / RECORD).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def installed_models() -> tuple[InstalledModel, ...]:
    """Every installed model, by name."""
    records = sorted((home() / "models").glob(f"*/{RECORD}"))
    found = (find_installed(path.parent.name) for path in records)
    return tuple(model for model in found if model is not None)


def used_model() -> InstalledModel | None:
    """The model in use, None where there is none.

    Raises :class:`ModelUnavailable` where one is in use whose weights have gone.
    """
    try:
        name = _used().read_text(encoding="utf-8").strip()
    except OSError:
        return None
    model = find_installed(name)
    if model is None:
        raise ModelUnavailable(
            f"the model in use, {name!r}, is not installed in {home() / 'models'}. Install it again, or "
            "take the rules with `veraz model --use symbolic`."
        )
    return model


def use(name: str | None) -> None:
    """Put an installed model in use; None: no model. Raises :class:`SettingsError` for another."""
    if name is None:
        _used().unlink(missing_ok=True)
        return
    if find_installed(name) is None:
        raise SettingsError(f"{name[:80]!r} is not installed; {_there_are()}.")
    _write(_used(), name + "\n")


def remove(name: str) -> bool:
    """Remove an installed model, or what an unfinished download left of it; say if it was in use.

    Raises :class:`SettingsError` where there is nothing of it.
    """
    folder = _folder(name)
    if not _NAME.fullmatch(name) or not folder.is_dir():
        raise SettingsError(f"{name[:80]!r} is not installed; {_there_are()}.")
    was_used = _used().is_file() and _used().read_text(encoding="utf-8").strip() == name
    if was_used:
        use(None)
    shutil.rmtree(folder)
    _lock(name).unlink(missing_ok=True)
    return was_used


def _there_are() -> str:
    names = ", ".join(model.name for model in installed_models())
    return f"there are: {names}" if names else "nothing is: `veraz model --list` shows what can be"


def _folder(name: str) -> Path:
    return home() / "models" / name


def _lock(name: str) -> Path:
    return home() / "models" / f"{name}.lock"


def _used() -> Path:
    return home() / "used_model"


def _write(path: Path, text: str) -> None:
    """Write a file that is there whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.{os.getpid()}")
    partial.write_text(text, encoding="utf-8")
    partial.replace(path)
