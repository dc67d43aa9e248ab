"""Make the pictures of the documentation: the playground, a notebook cell, the inspector.

``.venv/bin/python scripts/screenshots.py [FOLDER]`` needs an installed Chromium or Chrome and asks
no model: the answers shown are those of ``symbolic``.
"""

import contextlib
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import nbformat
from playwright.sync_api import Browser, Page
from rich.console import Console
from rich.terminal_theme import MONOKAI

from nlp.inspect import inspect_text
from nlp.show.inspect_terminal import show
from veraz.demo import demo_example
from veraz.service import create_app
from veraz.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from headless import find_browser, open_browser, serving  # noqa: E402

WIDE, PHONE = (1280, 1000), (375, 812)
CELL = """<!doctype html><meta charset="utf-8"><style>
body { margin: 0; padding: 16px; background: #fff; font: 14px/1.5 system-ui, sans-serif; }
.in { display: grid; grid-template-columns: 4rem 1fr; margin-bottom: 12px; }
.in pre { margin: 0; padding: 8px; background: #f5f5f5; border: 1px solid #ddd;
  font: 13px/1.5 ui-monospace, monospace; }
.in span { color: #307fc1; font: 13px/2.4 ui-monospace, monospace; }
.out { margin-left: 4rem; }
</style><div class="in"><span>[%d]:</span><pre>%s</pre></div><div class="out">%s</div>"""


def main() -> int:
    """Make every picture; 1 where no browser is installed."""
    if find_browser() is None:
        sys.stderr.write("screenshots: no Chromium or Chrome is installed (apt install chromium)\n")
        return 1
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images"
    folder.mkdir(parents=True, exist_ok=True)
    inspect_text("El 3 de mayo.")  # so that no picture's time is that of loading the Spanish model
    with open_browser() as browser:
        with serving(create_app(Settings())) as address:
            playground(browser, address, folder / "playground.png", WIDE, "light")
            playground(browser, address, folder / "playground-dark.png", WIDE, "dark")
            playground(browser, address, folder / "playground-phone.png", PHONE, "light")
        notebook(browser, folder / "notebook.png")
        inspector(browser, folder / "inspect.png")
        terminal(browser, folder / "inspect-terminal.png")
    return 0


def playground(
    browser: Browser, address: str, path: Path, size: tuple[int, int], scheme: str
) -> None:
    """Run the recipe of the examples without a model and point at one of its spans."""

    def ready(page: Page) -> None:
        page.goto(address)
        page.select_option("#example", "2")
        page.fill("#model", "symbolic")
        page.get_by_role("button", name="Extract").click()
        page.locator("#result h2").first.wait_for()
        title = "Answer" if size == PHONE else "Text"
        heading = page.get_by_role("heading", name=title)
        heading.evaluate("at => scrollTo(0, at.getBoundingClientRect().top + scrollY - 90)")
        if size != PHONE:
            page.locator("mark", has_text="25").first.hover()

    shoot(browser, path, size, ready, scheme=scheme)


def notebook(browser: Browser, path: Path) -> None:
    """Show the first extraction of the tutorial as its cell does."""
    cells = nbformat.read(ROOT / "docs" / "tutorial.ipynb", as_version=4).cells
    cell = next(c for c in cells if c.cell_type == "code" and c.source.endswith("\nx"))
    shown = CELL % (cell.execution_count, cell.source, cell.outputs[0].data["text/html"])

    def ready(page: Page) -> None:
        page.set_content(shown)
        page.locator("mark").nth(2).hover()

    shoot(browser, path, (1000, 300), ready, whole=True)


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
) -> None:
    """Take the picture of a page once it is ready; nothing but loopback may be asked."""
    width, height = size
    chosen = "dark" if scheme == "dark" else "light"
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=chosen)
    with contextlib.closing(context):
        page = context.new_page()
        page.route(lambda url: "://" in url and "//127.0.0.1" not in url, lambda one: one.abort())
        ready(page)
        page.wait_for_timeout(300)
        page.screenshot(path=path, full_page=whole)
    sys.stderr.write(f"wrote {path} ({path.stat().st_size // 1024} kB)\n")


if __name__ == "__main__":
    sys.exit(main())
