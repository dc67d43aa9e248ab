"""Make the pictures of the documentation: the playground, reviewing, a notebook cell, the inspector.

``.venv/bin/python scripts/screenshots.py [FOLDER]`` needs an installed Chromium or Chrome and asks
no model: the answers shown are those of ``symbolic``. The notebook's pictures need JupyterLab as well
(``pip install jupyterlab``, here or on the PATH); without it they are left as they are.
"""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import nbformat
from playwright.sync_api import Browser, Page
from rich.console import Console
from rich.terminal_theme import MONOKAI

from nlp.inspect import inspect_text
from nlp.schema_compiler import compile_schema
from nlp.show.inspect_terminal import show
from veraz.default_model import SYMBOLIC
from veraz.demo import demo_example
from veraz.extractor import Extractor
from veraz.review.doubtful import BELOW
from veraz.review.reading import ReviewDocument
from veraz.review.session import ReviewSession
from veraz.service import create_app
from veraz.service_review import create_review
from veraz.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from headless import find_browser, open_browser, serving  # noqa: E402

WIDE, PHONE = (1280, 1000), (375, 812)
PLAYGROUNDS = (
    ("playground", WIDE, "light", "en-US"),
    ("playground-es", WIDE, "light", "es-ES"),
    ("playground-dark", WIDE, "dark", "en-US"),
    ("playground-phone", PHONE, "light", "en-US"),
    ("playground-phone-es", PHONE, "light", "es-ES"),
)
LAB_OPTIONS = (
    "--no-browser",
    "--allow-root",
    "--ServerApp.ip=127.0.0.1",
    "--IdentityProvider.token=",
)
LAB_SECONDS = 60
KERNEL_MILLISECONDS = 180_000
THEMES = "lab/user-settings/@jupyterlab/apputils-extension"


def main() -> int:
    """Make every picture; 1 where no browser is installed."""
    if find_browser() is None:
        sys.stderr.write("screenshots: no Chromium or Chrome is installed (apt install chromium)\n")
        return 1
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images"
    folder.mkdir(parents=True, exist_ok=True)
    with Extractor(model=SYMBOLIC) as extractor:  # no picture's time is that of loading anything
        extractor.extract(
            **{name: demo_example()[name] for name in ("text", "instruction", "schema")}
        )
    with open_browser() as browser:
        with serving(create_app(Settings(models=("symbolic",)))) as address:
            for name, size, scheme, locale in PLAYGROUNDS:
                path = folder / f"{name}.png"
                playground(browser, address, path, size, scheme=scheme, locale=locale)
        reviews(browser, folder)
        notebooks(browser, folder)
        inspector(browser, folder / "inspect.png")
        terminal(browser, folder / "inspect-terminal.png")
    return 0


def playground(
    browser: Browser, address: str, path: Path, size: tuple[int, int], *, scheme: str, locale: str
) -> None:
    """Run the recipe of the examples without a model and point at one of its spans."""

    def ready(page: Page) -> None:
        page.goto(address)
        page.select_option("#example", "2")
        page.fill("#model", "symbolic")
        page.locator("button.main").click()
        page.locator("#panel").wait_for()
        text, answer = page.locator(".linked h2").all()
        heading = answer if size == PHONE else text
        heading.evaluate("at => scrollTo(0, at.getBoundingClientRect().top + scrollY - 90)")
        page.mouse.move(0, 0)
        if size != PHONE:
            page.locator("#result mark", has_text="25").first.hover()

    shoot(browser, path, size, ready, scheme=scheme, locale=locale)


def reviews(browser: Browser, folder: Path) -> None:
    """Show the first doubtful field of two bundled examples, answered without a model."""
    examples = sorted((ROOT / "resources" / "playground" / "examples").iterdir())[:2]
    with Extractor(model=SYMBOLIC) as extractor:
        documents = [reviewed(extractor, json.loads(path.read_text("utf-8"))) for path in examples]
    with (
        tempfile.TemporaryDirectory() as home,
        contextlib.closing(ReviewSession(documents, Path(home) / "gold.jsonl")) as session,
        serving(create_review(session, least=BELOW)) as address,
    ):

        def ready(page: Page) -> None:
            page.goto(address)
            page.locator(".offers, #typed").first.wait_for()
            page.locator(".offers").wait_for(timeout=KERNEL_MILLISECONDS)

        shoot(browser, folder / "review.png", WIDE, ready)
        shoot(browser, folder / "review-phone-es.png", PHONE, ready, locale="es-ES")


def reviewed(extractor: Extractor, example: dict[str, Any]) -> ReviewDocument:
    """An example as ``veraz review`` has it from a batch."""
    question = {name: example[name] for name in ("text", "instruction", "schema")}
    answer = extractor.extract(**question)
    results = {path: asdict(result) for path, result in answer.fields.items()}
    schema = compile_schema(example["schema"])
    text, instruction = example["text"], example["instruction"]
    return ReviewDocument(example["name"], text, instruction, schema, answer.data, results)


def notebooks(browser: Browser, folder: Path) -> None:
    """Run the tutorial's first cells in JupyterLab, light and dark; skipped where it is missing."""
    lab = shutil.which("jupyter-lab", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    if lab is None:
        sys.stderr.write("skipped notebook*.png: `pip install jupyterlab`, then run this again\n")
        return
    for theme, name in (("Light", "notebook.png"), ("Dark", "notebook-dark.png")):
        with jupyter_lab(lab, theme) as address:
            shoot(browser, folder / name, (1400, 900), show_first_extraction(address))


@contextlib.contextmanager
def jupyter_lab(lab: str, theme: str) -> Iterator[str]:
    """Serve the tutorial's first cells in JupyterLab, with nothing of this user's; gives the page."""
    with tempfile.TemporaryDirectory() as home, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        first = nbformat.read(ROOT / "docs" / "tutorial.ipynb", as_version=4)
        first.cells = [cell for cell in first.cells if cell.cell_type == "code"][:2]
        first.cells[0].metadata["jupyter"] = {"source_hidden": True}
        for cell in first.cells:
            cell.outputs, cell.execution_count = [], None
        # The kernel is this Python, which has Veraz, wherever JupyterLab itself is installed.
        kernel = Path(home) / "share" / "kernels" / "veraz"
        kernel.mkdir(parents=True)
        argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        spec = {"argv": argv, "display_name": "Veraz", "language": "python"}
        (kernel / "kernel.json").write_text(json.dumps(spec), encoding="utf-8")
        first.metadata["kernelspec"] = {"name": "veraz", "display_name": "Veraz"}
        nbformat.write(first, Path(home) / "tutorial.ipynb")
        settings = Path(home) / "config" / THEMES
        settings.mkdir(parents=True)
        chosen = {"theme": f"JupyterLab {theme}"}
        (settings / "themes.jupyterlab-settings").write_text(json.dumps(chosen), encoding="utf-8")
        quiet = {"fetchNews": "false", "checkForUpdates": False}
        (settings / "notification.jupyterlab-settings").write_text(json.dumps(quiet), "utf-8")
        environment = {
            **os.environ, "VERAZ_MODEL": "symbolic", "VERAZ_LANGUAGE": "en",
            "PYTHONPATH": str(ROOT), "IPYTHONDIR": home,
            "JUPYTER_CONFIG_DIR": f"{home}/config", "JUPYTER_DATA_DIR": f"{home}/share",
            "JUPYTER_RUNTIME_DIR": f"{home}/run",
        }  # fmt: skip
        command = [lab, *LAB_OPTIONS, f"--port={port}", f"--ServerApp.root_dir={home}"]
        server = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
        try:
            wait_for(f"http://127.0.0.1:{port}/api")
            yield f"http://127.0.0.1:{port}/lab/tree/tutorial.ipynb"
        finally:
            server.terminate()
            server.wait()


def wait_for(address: str) -> None:
    """Wait until a server answers."""
    deadline = time.monotonic() + LAB_SECONDS
    while True:
        try:
            urllib.request.urlopen(address, timeout=2).close()
            return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.3)


def show_first_extraction(address: str) -> Callable[[Page], None]:
    """Return what opens the notebook, runs it and points at a span."""

    def ready(page: Page) -> None:
        page.goto(address)
        page.locator(".jp-Notebook .jp-Cell").first.wait_for(timeout=KERNEL_MILLISECONDS)
        page.get_by_text("Veraz | Idle").wait_for(timeout=KERNEL_MILLISECONDS)
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        page.locator(".veraz .mark").first.wait_for(timeout=KERNEL_MILLISECONDS)
        page.keyboard.press("Control+b")  # the list of files gives its room to the notebook
        page.locator(".veraz").scroll_into_view_if_needed()
        page.locator(".veraz .mark").nth(2).hover()

    return ready


def inspector(browser: Browser, path: Path) -> None:
    """Show the inspector's page for the first example with its schema."""
    example = demo_example()
    page_of = inspect_text(example["text"], schema=example["schema"], name="alta.txt").to_html()
    shoot(browser, path, (1100, 900), lambda page: page.set_content(page_of))


def terminal(browser: Browser, path: Path) -> None:
    """Show what the command prints for one sentence."""
    sentence = (
        "El 3 de mayo de 2020 la Dra. Ana Mir pagó 1,2 millones de euros por 3 kg de azafrán."
    )
    with tempfile.TemporaryFile("w", encoding="utf-8") as nowhere:
        console = Console(record=True, width=96, file=nowhere, force_terminal=True)
        show(inspect_text(sentence), console, passages=False, times=False)
    svg = console.export_svg(title="python -m nlp.inspect TEXT", theme=MONOKAI)

    def ready(page: Page) -> None:
        page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{svg}")

    shoot(browser, path, (1000, 300), ready, whole=True)


def shoot(
    browser: Browser,
    path: Path,
    size: tuple[int, int],
    ready: Callable[[Page], None],
    *,
    whole: bool = False,
    scheme: str = "light",
    locale: str = "en-US",
) -> None:
    """Take the picture of a page once it is ready; nothing but loopback may be asked."""
    width, height = size
    chosen = "dark" if scheme == "dark" else "light"
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=chosen, locale=locale
    )
    with contextlib.closing(context):
        page = context.new_page()
        page.route(lambda url: "://" in url and "//127.0.0.1" not in url, lambda one: one.abort())
        ready(page)
        page.wait_for_timeout(300)
        page.screenshot(path=path, full_page=whole)
    sys.stderr.write(f"wrote {path} ({path.stat().st_size // 1024} kB)\n")


if __name__ == "__main__":
    sys.exit(main())
