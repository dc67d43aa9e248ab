"""The page as the tests use it."""

import json

import pytest
from headless import find_browser
from playwright.sync_api import Page, expect
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
REFUSED = "Failed to load resource"
"""What Chromium itself writes to the console for every answer that is not 2xx."""

needs_browser = pytest.mark.skipif(
    find_browser() is None, reason="no Chromium or Chrome is installed (apt install chromium)"
)


def ask(page: Page) -> None:
    """Write the text of the tests into the page and run it."""
    page.fill("#text", TEXT)
    page.fill("#instruction", INSTRUCTION)
    page.fill("#schema", json.dumps(SCHEMA))
    page.get_by_role("button", name="Extract").click()
    expect(page.get_by_role("heading", name="Answer")).to_be_visible()
