"""One file from the Hugging Face hub: resumed where it broke off, checked, whole or not there at all.

``huggingface_hub`` says where the file lies, how large it is and what its SHA-256 must be, and fetches
it. Its own ``hf_hub_download`` throws away what it had when a download ends early, so the unfinished
file is kept here.
"""

import errno
import importlib.util
import logging
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from llm.weights import sha256_of
from nlp.errors import ModelUnavailable

SPARE_BYTES = 256 * 2**20
"""What a download leaves free on the disk."""

TRIES = 4
"""How often a download that breaks off is taken up again, as long as each time brings something."""

SHA256_DIGITS = 64
ADDRESS = "https://huggingface.co"

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Fetched:
    """What the hub said of a file that is whole: bytes, SHA-256, and the commit it is of."""

    size: int
    sha256: str
    commit: str


@dataclass(frozen=True, slots=True)
class _Source:
    url: str
    headers: dict[str, str]
    said: Fetched


def endpoint() -> str:
    """The hub's address: ``HF_ENDPOINT``, or the public one."""
    return (os.environ.get("HF_ENDPOINT") or ADDRESS).rstrip("/")


def fetch(repo: str, file: str, target: Path, *, progress: Progress = lambda _: None) -> Fetched:
    """Bring ``file`` of ``repo`` to ``target``; the target appears whole or not at all.

    What an earlier try left is gone on from. Raises :class:`ModelUnavailable` saying what to do
    where the hub is not reached or refuses, the disk is too small, or the bytes are others than
    the hub's.
    """
    if importlib.util.find_spec("huggingface_hub") is None:
        raise ModelUnavailable(
            "huggingface_hub is needed to fetch models: `pip install 'veraz[models]'`."
        )
    with _told(repo, file):
        source = _look_up(repo, file)
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = _partial(target, source.said)
    have = partial.stat().st_size
    _check_space(target.parent, source.said.size - have, file)
    if have:
        progress(f"going on with {file} from {have / 1e6:,.0f} MB on")
    with _told(repo, file):
        _pull(source, partial, file)
    progress(f"checking {file}")
    if (found := sha256_of(partial)) != source.said.sha256:
        partial.unlink()
        raise ModelUnavailable(
            f"what came as {file} is not what {endpoint()} says it is (SHA-256 {found[:12]}…, "
            f"expected {source.said.sha256[:12]}…). Nothing of it was kept: try again, and look "
            "into the proxy or mirror between if it comes again."
        )
    partial.replace(target)
    return source.said


def hide_progress() -> None:
    """Show no progress bars from here on, and no notes of connections that broke off."""
    if importlib.util.find_spec("huggingface_hub") is not None:
        from huggingface_hub.utils.tqdm import disable_progress_bars

        disable_progress_bars()
        logging.getLogger("huggingface_hub").setLevel(logging.ERROR)


def _look_up(repo: str, file: str) -> _Source:
    """Ask the hub where the file lies and what it is."""
    from huggingface_hub import get_hf_file_metadata, get_token, hf_hub_url
    from huggingface_hub.utils._headers import build_hf_headers

    url = hf_hub_url(repo, file, endpoint=endpoint())
    found = get_hf_file_metadata(url, token=get_token(), endpoint=endpoint())
    if found.size is None or found.etag is None or len(found.etag) != SHA256_DIGITS:
        raise ModelUnavailable(
            f"{endpoint()} gives no size and SHA-256 for {file} of {repo}, so what comes could not "
            "be checked. Fetch the file yourself and name it with VERAZ_WEIGHTS."
        )
    headers = build_hf_headers(token=get_token())
    if urlsplit(found.location).netloc != urlsplit(url).netloc:
        headers.pop("authorization", None)  # the token is the hub's, not its storage's
    return _Source(
        found.location, headers, Fetched(found.size, found.etag, found.commit_hash or "")
    )


def _partial(target: Path, said: Fetched) -> Path:
    """The unfinished file, made where there is none; those of other versions go."""
    partial = target.with_name(f"{target.name}.{said.sha256[:12]}.partial")
    for other in target.parent.glob(f"{target.name}.*.partial"):
        if other != partial or other.stat().st_size > said.size:
            other.unlink()
    partial.touch()
    return partial


def _pull(source: _Source, partial: Path, file: str) -> None:
    """Fetch what is missing of ``partial``."""
    import httpx2
    from huggingface_hub.file_download import http_get

    with partial.open("r+b") as stream:
        for attempt in range(TRIES):
            have = stream.seek(0, os.SEEK_END)
            try:
                http_get(
                    source.url,
                    stream,
                    resume_size=have,
                    headers=source.headers,
                    expected_size=source.said.size,
                    displayed_filename=file,
                )
                return
            except httpx2.TransportError:
                if attempt == TRIES - 1 or stream.seek(0, os.SEEK_END) == have:
                    raise


def _check_space(folder: Path, missing: int, file: str) -> None:
    free = shutil.disk_usage(folder).free
    if free < missing + SPARE_BYTES:
        raise ModelUnavailable(
            f"{file} needs {missing / 1e6:,.0f} MB more and {SPARE_BYTES / 1e6:,.0f} MB to spare, and "
            f"{free / 1e6:,.0f} MB are free in {folder}. Make room, or set VERAZ_HOME to a folder of "
            "a larger disk."
        )


@contextmanager
def _told(repo: str, file: str) -> Iterator[None]:
    """Tell the hub's, the network's and the disk's errors in our words."""
    import httpx2
    from huggingface_hub import errors

    hub = endpoint()
    try:
        yield
    except errors.GatedRepoError as error:
        raise ModelUnavailable(
            f"{hub}/{repo} is gated: accept its terms on that page, make a token at "
            f"{hub}/settings/tokens, and try again with HF_TOKEN set to it."
        ) from error
    except (errors.RemoteEntryNotFoundError, errors.RevisionNotFoundError) as error:
        raise ModelUnavailable(
            f"{hub}/{repo} has no {file}: look there for the one it has now, and install it by its "
            "address, `veraz model --install OWNER/REPOSITORY/FILE.gguf`."
        ) from error
    except errors.RepositoryNotFoundError as error:
        raise ModelUnavailable(
            f"{hub}/{repo} is not there, or is private (then set HF_TOKEN). Another is installed by "
            "its address, `veraz model --install OWNER/REPOSITORY/FILE.gguf`."
        ) from error
    except errors.HfHubHTTPError as error:
        raise ModelUnavailable(_refusal(repo, file, error.response.status_code)) from error
    except errors.OfflineModeIsEnabled as error:
        raise ModelUnavailable(
            f"HF_HUB_OFFLINE is set, so {file} cannot be fetched: unset it, or copy the file here and "
            "name it with VERAZ_WEIGHTS."
        ) from error
    except httpx2.HTTPError as error:
        why = str(error) or type(error).__name__
        raise ModelUnavailable(
            f"{hub} cannot be reached, or broke off while {file} was fetched ({why}). "
            "Try again: what has come is kept, and gone on from."
        ) from error
    except OSError as error:
        full = error.errno == errno.ENOSPC
        why = "the disk is full" if full else str(error).splitlines()[0]
        raise ModelUnavailable(
            f"{file} could not be fetched: {why}. Try again: what has come is kept, and gone on from."
        ) from error


def _refusal(repo: str, file: str, status: int) -> str:
    hub = endpoint()
    if status == 401:
        return (
            f"{hub} does not take the token it was shown for {repo} (401): mend or unset HF_TOKEN."
        )
    if status == 403:
        return (
            f"{hub} forbids {repo} (403): the token of HF_TOKEN may lack the right to read it, or its "
            f"terms have yet to be accepted at {hub}/{repo}."
        )
    if status == 429:
        return f"{hub} has had too many requests (429): wait some minutes, or set HF_TOKEN."
    return f"{hub} answered {status} when asked for {file} of {repo}; try again later."
