"""The page as the tests use it."""

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from headless import find_browser
from playwright.sync_api import Browser, Page, ViewportSize, expect
from product import INSTRUCTION, SCHEMA, TEXT

RULING = {
    "organo": "JUZGADO DE PRIMERA INSTANCIA N.º 4 DE VALDEHIERRO",
    "numero": "118/2025",
    "fecha": "2025-10-06",
    "magistrado": "Amparo Quiroga Beltrán",
    "demandante": "Inmobiliaria Costa Serena S.L.",
    "demandado": "Julián Prats Romero",
    "sentido_del_fallo": "ESTIMADA",
    "cantidad": 3200,
    "costas": True,
    "procurador": None,
}
UNREACHABLE = "http://127.0.0.1:9/v1"
PATIENCE = 20_000
"""Milliseconds to wait for what the page should show, on a busy machine."""
WIDE: ViewportSize = {"width": 1280, "height": 900}
REFUSED = "Failed to load resource"
"""What Chromium itself writes to the console for every answer that is not 2xx."""

needs_browser = pytest.mark.skipif(
    find_browser() is None, reason="no Chromium or Chrome is installed (apt install chromium)"
)


class Windows:
    """A browser's windows, one a language, each with a page that stays open.

    A page opened beside another takes a third of the time of one in a window of its own.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._staying: dict[str, Page] = {}

    @contextmanager
    def page(self, url: str, locale: str = "en-US") -> Iterator[Page]:
        """An empty page that knows nothing of those before it."""
        if locale not in self._staying:
            context = self._browser.new_context(viewport=WIDE, locale=locale)
            self._staying[locale] = context.new_page()
            self._staying[locale].goto(url)
        with closing(self._staying[locale].context.new_page()) as page:
            yield page
            page.evaluate("localStorage.clear()")


def ask(page: Page) -> None:
    """Write the text of the tests into the page and run it."""
    page.fill("#text", TEXT)
    page.fill("#instruction", INSTRUCTION)
    page.fill("#schema", json.dumps(SCHEMA))
    page.get_by_role("button", name="Extract").click()
    expect(page.get_by_role("heading", name="Answer")).to_be_visible()
