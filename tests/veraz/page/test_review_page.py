"""Reviewing in a headless browser: from the keyboard, with the mouse, on a phone, in two languages."""

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from fastapi.testclient import TestClient
from headless import serving
from playground import REFUSED, WIDE, Windows, needs_browser
from playwright.sync_api import Page, ViewportSize, expect
from reviewing import gold_rows, open_session, rows

from veraz.review.session import ReviewSession
from veraz.service_review import create_review

PHONE: ViewportSize = {"width": 390, "height": 844}

SELECTED = """(text) => {
  const range = document.createRange();
  const shown = document.querySelector(".reviewing .text");
  const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  const from = nodes.map(({data}) => data).join("").indexOf(text);
  const place = (offset) => {
    for (const node of nodes) {
      if (offset <= node.data.length) return [node, offset];
      offset -= node.data.length;
    }
  };
  range.setStart(...place(from));
  range.setEnd(...place(from + text.length));
  return range;
}"""
"""The range of some words in the text that is shown."""


@dataclass
class Desk:
    """A page opened on a session, and the folder it writes to."""

    page: Page
    session: ReviewSession
    folder: Path

    @property
    def path(self) -> str:
        """The place the page asks about."""
        return self.page.locator(".editor h2").inner_text()

    def at(self, path: str) -> None:
        """Wait until the page asks about a place."""
        expect(self.page.locator(".editor h2")).to_have_text(path)

    def gold(self, id: str = "zafra") -> dict[str, object]:
        """A row of gold."""
        return gold_rows(self.folder)[id]

    def press(self, *keys: str) -> None:
        """Press keys one after the other, where nothing is under way."""
        for key in keys:
            expect(self.page.locator(".editor")).to_have_attribute("aria-busy", "false")
            self.page.keyboard.press(key)


def opened(
    windows: Windows,
    folder: Path,
    locale: str = "en-US",
    *,
    written: list[dict[str, Any]] | None = None,
) -> Iterator[Desk]:
    heard: list[str] = []
    asked: list[str] = []
    with (
        closing(open_session(folder, written)) as session,
        serving(create_review(session, least=0.5)) as url,
        windows.page(url, locale) as page,
    ):
        page.on("console", lambda message: heard.append(message.text))
        page.on("pageerror", lambda error: heard.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(url)
        expect(page.locator(".editor h2")).to_have_text("vendedor")
        yield Desk(page, session, folder)
    assert {urlsplit(url).hostname for url in asked} <= {"127.0.0.1", None}
    assert [text for text in heard if not text.startswith(REFUSED)] == []


@pytest.fixture
def desk(windows: Windows, tmp_path: Path) -> Iterator[Desk]:
    yield from opened(windows, tmp_path)


@pytest.fixture
def spanish(windows: Windows, tmp_path: Path) -> Iterator[Desk]:
    yield from opened(windows, tmp_path, "es-ES")


@needs_browser
def test_everything_is_decided_from_the_keyboard(desk: Desk) -> None:
    progress = desk.page.locator("#progress")
    expect(progress).to_contain_text("0 of 4 fields decided; 2 documents to go")
    desk.press("Enter")
    desk.at("precio")
    desk.press("0")
    desk.at("testigos.1")
    desk.press("-")
    desk.at("testigos")
    expect(desk.page.locator(".reasons")).to_contain_text("is the list right as a whole?")
    desk.press("Enter")
    desk.at("pago")
    expect(desk.page.locator("section h2").first).to_have_text("ortuño")
    desk.press("2")
    expect(desk.page.locator(".all-done")).to_contain_text("gold.jsonl")
    first, second = desk.gold(), desk.gold("ortuño")
    assert first["reviewed"] == ["vendedor", "precio", "testigos"]
    assert first["answer"] == {**rows()[0]["data"], "precio": None, "testigos": ["Ana Mir Soto"]}
    assert (second["answer"]["pago"], second["reviewed"]) == ("plazos", ["pago"])  # type: ignore[index]
    desk.press("u")
    desk.at("pago")
    desk.press("u", "u", "u", "u")
    desk.at("vendedor")
    assert gold_rows(desk.folder) == {}


@needs_browser
def test_a_span_is_picked_with_the_mouse_and_read_as_the_field_asks(desk: Desk) -> None:
    desk.page.get_by_role("button", name="precio").click()
    lines = desk.page.evaluate(f"text => [...({SELECTED})(text).getClientRects()]", "18.500 euros")
    first, last = lines[0], lines[-1]
    desk.page.mouse.move(first["left"] + 1, first["top"] + first["height"] / 2)
    desk.page.mouse.down()
    desk.page.mouse.move(last["right"] - 1, last["top"] + last["height"] / 2, steps=5)
    desk.page.mouse.up()
    expect(desk.page.locator("#typed")).to_have_value("18.500 euros")
    expect(desk.page.locator("#read")).to_have_text("→ 18500")
    expect(desk.page.locator("mark.pending")).to_have_text("18.500 euros")
    desk.page.get_by_role("button", name="Take this value").click()
    desk.at("testigos.1")
    entry = json.loads(desk.session.journal.path.read_text(encoding="utf-8").splitlines()[0])
    start, end = entry["span"]
    assert str(desk.gold()["text"])[start:end] == "18.500 euros"
    assert entry["value"] == 18500


@needs_browser
def test_a_selection_without_a_mouse_is_taken_too(desk: Desk) -> None:
    desk.page.get_by_role("button", name="fecha").click()
    expect(desk.page.locator(".editor h2")).to_be_focused()
    desk.page.evaluate(f"text => getSelection().addRange(({SELECTED})(text))", "a 3 de marzo de")
    expect(desk.page.locator("#typed")).to_have_value("a 3 de marzo de")
    expect(desk.page.locator("#read")).to_contain_text("A date is expected here")


@needs_browser
def test_a_span_is_moved_and_stretched_with_keys(desk: Desk) -> None:
    picked = desk.page.locator("#typed")
    desk.press("ArrowLeft")
    expect(picked).to_have_value("doña Elvira Pardo")
    desk.press("ArrowRight")
    expect(picked).to_have_value("Elvira Pardo Luna")
    desk.press("Shift+ArrowLeft")
    expect(picked).to_have_value("Elvira Pardo")
    desk.press("Control+ArrowLeft", "Shift+ArrowRight")
    expect(picked).to_have_value("doña Elvira Pardo Luna")
    expect(desk.page.locator("#read")).to_have_text('→ "doña Elvira Pardo Luna"')
    desk.press("Escape")
    expect(picked).to_have_value("")
    desk.press("Control+ArrowLeft", "Enter")
    desk.at("precio")
    assert desk.session.state(0).answer["vendedor"] == "doña Elvira Pardo Luna"


@needs_browser
def test_what_is_typed_is_checked_at_once(desk: Desk) -> None:
    desk.page.get_by_role("button", name="fecha").click()
    expect(desk.page.locator(".editor h2")).to_be_focused()  # after the frame in which it is shown
    desk.press("e")
    expect(desk.page.locator("#typed")).to_be_focused()
    desk.page.keyboard.type("antes de ayer tarde")
    read = desk.page.locator("#read")
    expect(read).to_have_text("A date is expected here, as 2021-03-31.")
    desk.page.keyboard.press("Enter")
    expect(desk.page.get_by_role("alert")).to_have_text("A date is expected here, as 2021-03-31.")
    desk.at("fecha")
    assert not (desk.folder / "gold.jsonl").exists()
    desk.page.fill("#typed", "4 de marzo de 2021")
    expect(read).to_have_text('→ "2021-03-04"')
    desk.page.keyboard.press("Enter")
    desk.at("precio")
    assert desk.session.state(0).answer["fecha"] == "2021-03-04"


@needs_browser
def test_keys_are_about_the_field_that_was_clicked(desk: Desk) -> None:
    for path, after in (("fecha", "precio"), ("pago", "testigos.1")):
        desk.page.get_by_role("button", name=path).click()
        desk.at(path)
        expect(desk.page.locator(".editor h2")).to_be_focused()
        desk.press("Enter")
        desk.at(after)
    assert desk.session.state(0).reviewed == ("fecha", "pago")


@needs_browser
def test_an_enum_shows_its_choices_and_a_list_takes_elements(desk: Desk) -> None:
    desk.page.get_by_role("button", name="pago").click()
    choices = desk.page.get_by_role("group", name="Choices").get_by_role("button")
    assert choices.all_inner_texts() == ['1 "contado"', '2 "plazos"']
    desk.page.fill("#typed", "trueque")
    expect(desk.page.locator("#read")).to_contain_text("One of the choices is expected here")
    desk.page.get_by_role("button", name="testigos.0").click()
    desk.press("+")
    desk.at("testigos")
    expect(desk.page.locator("#typed")).to_be_focused()
    desk.page.keyboard.type("Elvira Pardo Luna")
    desk.page.keyboard.press("Enter")
    expect(desk.page.locator(".editor .now")).to_contain_text("3 elements")
    assert desk.session.state(0).answer["testigos"][2] == "Elvira Pardo Luna"
    desk.page.get_by_role("button", name="bienes.0.nombre").click()
    desk.press("+")
    desk.at("bienes.1.nombre")
    desk.press("e")
    expect(desk.page.locator("#typed")).to_be_focused()
    desk.page.keyboard.type("remolque")
    desk.page.keyboard.press("Enter")
    desk.at("bienes.1.cantidad")
    desk.press("0")
    expect(desk.page.locator(".editor")).to_have_attribute("aria-busy", "false")
    assert desk.session.state(0).answer["bienes"][1] == {"nombre": "remolque", "cantidad": None}


@needs_browser
def test_the_bound_of_confidence_is_shown_and_moved(desk: Desk) -> None:
    bound = desk.page.locator("#below")
    expect(desk.page.locator("output")).to_have_text("0.50")
    bound.focus()
    for _ in range(5):
        desk.page.keyboard.press("ArrowLeft")
        expect(desk.page.locator(".editor")).to_have_attribute("aria-busy", "false")
    expect(desk.page.locator("#progress")).to_contain_text("0 of 2 fields")
    bound.fill("0.95")
    expect(desk.page.locator("#progress")).to_contain_text("0 of 14 fields")


@needs_browser
def test_with_a_calibration_its_fields_are_asked_and_no_bound_is_shown(
    windows: Windows, tmp_path: Path
) -> None:
    written = rows()
    for row in written:
        for one in row["fields"]:
            one["decision"] = "review" if one["path"] == "vendedor" else "accept"
    for desk in opened(windows, tmp_path, written=written):
        expect(desk.page.locator("#progress")).to_contain_text("0 of 2 fields decided")
        expect(desk.page.locator(".progress")).to_contain_text("A calibration says")
        expect(desk.page.locator("#below")).to_have_count(0)
        expect(desk.page.locator(".reasons")).to_contain_text("asks that a person look at it")


@needs_browser
def test_what_was_decided_in_another_window_is_not_overwritten(desk: Desk) -> None:
    with closing(desk.page.context.new_page()) as other:
        other.goto(desk.page.url)
        expect(other.locator(".editor h2")).to_have_text("vendedor")
        other.keyboard.press("Enter")
        expect(other.locator(".editor h2")).to_have_text("precio")
    desk.press("0")
    expect(desk.page.get_by_role("alert")).to_contain_text("another window")
    assert desk.session.state(0).answer["vendedor"] == "Elvira Pardo Luna"


@needs_browser
def test_gold_that_cannot_be_written_is_told_and_the_review_goes_on(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr("veraz.review.gold_file.Path.replace", refuse)
        desk.press("Enter")
        expect(desk.page.get_by_role("alert")).to_contain_text("No space left on device")
    desk.at("vendedor")
    desk.press("n", "Enter")
    desk.at("testigos.1")
    assert desk.gold()["reviewed"] == ["vendedor", "precio"]


@needs_browser
def test_the_page_speaks_spanish_and_turns(spanish: Desk) -> None:
    page = spanish.page
    expect(page.locator("#progress")).to_have_text("0 de 4 campos decididos; quedan 2 documentos")
    expect(page.locator(".reasons")).to_contain_text("0,31")
    page.fill("#typed", "x")
    page.get_by_role("button", name="fecha").click()
    page.fill("#typed", "x")
    expect(page.locator("#read")).to_have_text("Aquí se espera una fecha, como 2021-03-31.")
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="English").click()
    expect(page.locator("#read")).to_have_text("A date is expected here, as 2021-03-31.")
    expect(page.locator(".editor button.main")).to_contain_text("Take this value")


@needs_browser
def test_a_phone_shows_everything_and_axe_finds_nothing_serious(desk: Desk) -> None:
    for size, dark in ((WIDE, True), (WIDE, False), (PHONE, True), (PHONE, False)):
        desk.page.emulate_media(color_scheme="dark" if dark else "light")
        desk.page.set_viewport_size(size)
        found = Axe().run(desk.page).response["violations"]
        serious = [one for one in found if one["impact"] in ("serious", "critical")]
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in serious] == []
    assert desk.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    text, editor = desk.page.locator(".text"), desk.page.locator(".editor")
    upper, lower = text.bounding_box(), editor.bounding_box()
    assert upper is not None
    assert lower is not None
    assert upper["y"] + upper["height"] <= lower["y"]
    desk.page.get_by_role("button", name="Right as it is").click()
    desk.at("precio")


def test_nobody_else_may_ask(tmp_path: Path) -> None:
    with closing(open_session(tmp_path)) as session:
        app = create_review(session, least=0.5)
        with TestClient(app, base_url="http://127.0.0.1:8010") as client:
            assert client.get("/").status_code == 200
            assert client.get("/review/queue", headers={"Host": "evil.example"}).status_code == 403
            assert client.get("/review/queue", headers={"Host": "["}).status_code == 403
            asked = {"document": 0, "path": "precio", "action": "accept", "revision": 0}
            form = client.post(
                "/review/decide", content=json.dumps(asked), headers={"Content-Type": "text/plain"}
            )
            assert form.status_code == 415
            assert client.post("/review/decide", json={**asked, "document": 9}).status_code == 422
            assert client.get("/review/documents/9").status_code == 422
            assert client.get("/review/api.js").status_code == 200
            assert client.get("/review/..%2Fview.css").status_code == 404
            assert session.revision == 0
            assert client.post("/review/decide", json=asked).status_code == 200
            stale = client.post("/review/decide", json=asked)
            assert (stale.status_code, stale.json()["keyword"]) == (422, "revision")
