"""What the tests of the page share: a browser, a service with a scripted model, an opened page."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from headless import open_browser, serving
from playground import PATIENCE, REFUSED, RULING, Windows
from playwright.sync_api import Page, expect
from product import ANSWER, TEXT, settings

from llm.scripted import Body, ScriptedServer, Turn
from nlp.candidates import find_candidates
from nlp.spans import Document
from veraz.service import create_app


def answering(body: Body) -> Turn:
    """Answer the bundled ruling, or the text of the tests."""
    ruling = "Quiroga Beltrán" in json.dumps(body, ensure_ascii=False)
    return Turn(json.dumps(RULING, ensure_ascii=False) if ruling else ANSWER, usage=(120, 40))


@pytest.fixture(scope="package")
def served() -> Iterator[str]:
    find_candidates(Document("", TEXT))  # loads the Spanish model, which no test should wait for
    with ScriptedServer([answering]) as model, serving(create_app(settings(model.base_url))) as url:
        yield url


@pytest.fixture(scope="package")
def windows() -> Iterator[Windows]:
    expect.set_options(timeout=PATIENCE)
    with open_browser() as opened:
        yield Windows(opened)


@pytest.fixture
def heard() -> list[str]:
    """What the page writes to the console, and what it throws."""
    return []


@contextmanager
def opened(windows: Windows, url: str, heard: list[str]) -> Iterator[Page]:
    """The page, which asks nobody but the service."""
    asked: list[str] = []
    with windows.page(url) as page:
        page.on("console", lambda message: heard.append(message.text))
        page.on("pageerror", lambda error: heard.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(url)
        yield page
    assert asked
    outside = [url for url in asked if urlsplit(url).hostname not in ("127.0.0.1", None)]
    assert not outside
    assert [text for text in heard if not text.startswith(REFUSED)] == []


@pytest.fixture
def page(windows: Windows, served: str, heard: list[str]) -> Iterator[Page]:
    with opened(windows, served, heard) as page:
        yield page


@pytest.fixture(scope="package")
def still(windows: Windows, served: str) -> Iterator[Page]:
    """One page for all tests that only call its scripts and leave it as it is."""
    with opened(windows, served, []) as page:
        yield page
