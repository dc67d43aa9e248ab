"""The page for everyone: huge answers, keyboard, screen readers, phones, files, what goes wrong."""

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from headless import serving
from huge_answer import huge_extraction, huge_text, route_huge
from playground import PATIENCE, WIDE, Windows, ask, needs_browser
from playwright.sync_api import Page, Route, ViewportSize, expect
from product import SCHEMA, TEXT, settings

from llm.scripted import ScriptedServer, Turn
from veraz.service import create_app

COUNTED = """import {{{name} as Real}} from "./{file}?real";
export * from "./{file}?real";
window.renders ??= {{}};
export function {name}(props) {{
  window.renders.{name} = (window.renders.{name} ?? 0) + 1;
  return Real(props);
}}"""
PHONE: ViewportSize = {"width": 360, "height": 740}
LONG = {
    "type": "object",
    "properties": {
        "una_propiedad_de_nombre_extraordinariamente_largo_que_no_cabe": {"type": "string"},
        "SinGuionesNiPuntosPeroTambienLarguisimoHastaElAburrimientoTotal": {"type": "string"},
    },
}
EMPTY_OBJECT = {"type": "object", "properties": {}, "additionalProperties": False}


def count_renders(page: Page, name: str, file: str) -> None:
    """Have every render of a component counted in ``window.renders``."""
    script = COUNTED.format(name=name, file=file)
    page.route(
        f"**/playground/{file}",
        lambda route: route.fulfill(content_type="text/javascript", body=script),
    )


@needs_browser
def test_typing_renders_no_answer_again(page: Page) -> None:
    count_renders(page, "Result", "result.js")
    count_renders(page, "Candidates", "candidates.js")
    page.reload()
    ask(page)
    page.locator("#panel tr").nth(1).hover()
    rendered = page.evaluate("({...window.renders})")
    assert rendered["Result"] >= 1
    assert rendered["Candidates"] >= 1
    for place in ("#text", "#instruction", "#schema", "#model"):
        page.locator(place).press_sequentially("abc")
    expect(page.locator("#model")).to_have_value("abc")
    page.locator("#panel tr").nth(2).hover()
    expect(page.locator("#panel tr").nth(2)).to_have_class("lit")
    assert page.evaluate("window.renders") == rendered


@needs_browser
def test_a_huge_answer_is_drawn_in_parts_and_nothing_is_lost(page: Page) -> None:
    fields, characters = 900, 200_000
    text = huge_text(fields, characters)
    route_huge(page, fields=fields, characters=characters)
    content = {"name": "lotes.txt", "mimeType": "text/plain", "buffer": text.encode()}
    page.set_input_files("#file", content)  # type: ignore[arg-type]
    expect(page.locator("#text")).to_have_value(text)
    page.get_by_role("button", name="Extract").click()
    rows = page.locator("#panel tbody tr")
    expect(rows).to_have_count(200)
    expect(page.locator("#panel .more")).to_contain_text("200 of 900 fields are shown.")
    assert page.locator("#result .text").evaluate("at => at.textContent") == text
    assert page.locator("mark").count() == fields
    page.get_by_role("button", name="Show 200 more").click()
    expect(rows).to_have_count(400)
    page.locator("#result .text").evaluate("at => { at.scrollTop = at.scrollHeight; }")
    page.locator("mark", has_text="lote 880").click()
    row = page.locator("tr.lit")
    expect(row).to_contain_text("lotes.880.nombre")
    expect(row).to_be_in_viewport()
    assert rows.count() > 880


@needs_browser
def test_tabs_are_walked_with_the_arrows(page: Page) -> None:
    ask(page)
    tabs = page.get_by_role("tab")
    names = tabs.all_inner_texts()
    tabs.first.focus()
    right, left = "ArrowRight", "ArrowLeft"
    walk = ((right, 1), (right, 2), (right, 3), (right, 0), (left, 3), ("Home", 0), ("End", 3))
    for key, chosen in walk:
        page.keyboard.press(key)
        expect(tabs.nth(chosen)).to_be_focused()
        expect(page.get_by_role("tab", selected=True)).to_have_text(names[chosen])
        expect(page.get_by_role("tabpanel")).to_have_accessible_name(names[chosen])
        assert page.locator('[role=tab][tabindex="0"]').all_inner_texts() == [names[chosen]]
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('[role=tabpanel]') !== null")


def wrong_schema(page: Page) -> None:
    """Write a schema that is refused and ask without a text."""
    page.get_by_role("button", name="Extract").click()
    page.fill("#schema", '{"type": "cadena"}')
    expect(page.locator("#schema-said .excerpt")).to_be_visible()


def as_json(page: Page) -> None:
    """Show the answer as JSON."""
    page.get_by_role("tab", name="JSON").click()


@needs_browser
def test_axe_finds_nothing_serious(page: Page) -> None:
    for state in (wrong_schema, ask, as_json):
        state(page)
        for dark, size in ((False, WIDE), (True, WIDE), (False, PHONE)):
            page.emulate_media(color_scheme="dark" if dark else "light")
            page.set_viewport_size(size)
            found = Axe().run(page).response["violations"]
            serious = [one for one in found if one["impact"] in ("serious", "critical")]
            told = [(one["id"], [node["target"] for node in one["nodes"]]) for one in serious]
            assert told == [], (state.__name__, dark, size)


@needs_browser
@pytest.mark.parametrize("schema", [SCHEMA, LONG], ids=["short names", "long names"])
def test_a_phone_needs_no_scrolling_sideways(page: Page, schema: object) -> None:
    page.set_viewport_size(PHONE)
    page.fill("#text", "Electroencefalografista" * 20 + TEXT)
    page.fill("#schema", json.dumps(schema))
    page.fill("#model", "symbolic")
    page.get_by_role("button", name="Extract").click()
    expect(page.locator("#panel")).to_be_visible()
    for part in ("html", "#panel .scroll", "#result .text", "#result > section .scroll"):
        sizes = page.locator(part).evaluate("at => [at.scrollWidth, at.clientWidth]")
        assert sizes[0] <= sizes[1], part


@needs_browser
def test_a_schema_without_fields_is_answered_in_words(page: Page) -> None:
    page.fill("#text", TEXT)
    page.fill("#schema", json.dumps(EMPTY_OBJECT))
    expect(page.locator("#schema-said")).to_contain_text("asks for no field yet")
    page.fill("#model", "symbolic")
    page.get_by_role("button", name="Extract").click()
    expect(page.locator("#panel")).to_contain_text("nothing to answer")


FILES = (
    ("carta.txt", b"Una carta de Lugo.\r\nFin.", "#text", "Una carta de Lugo.\nFin."),
    ("acta.pdf", b"%PDF-1.7 ...", "alert", "acta.pdf is not plain text"),
    ("vieja.txt", "Año de Íñigo".encode("cp1252"), "#text", "Año de Íñigo"),
    ("acta.docx", b"PK\x03\x04\0\0", "alert", "acta.docx is not plain text"),
    ("ancha.txt", "Acta de Íñigo".encode("utf-16"), "#text", "Acta de Íñigo"),
    ("enorme.txt", b"a" * 10_000_001, "alert", "enorme.txt has 10.0 MB"),
    ("esquema.json", b'{"type":"object"}', "#schema", '{\n  "type": "object"\n}'),
    ("roto.json", b'{"kind": "veraz-playground", "extraction": {}}', "alert", "roto.json was"),
    ("casi.json", b'{"type": ', "#schema", '{"type": '),
)


@needs_browser
def test_a_file_is_opened_as_what_it_is(page: Page, tmp_path: Path) -> None:
    """A text or schema goes where it belongs; another file is named, and the page lives on."""
    for name, content, place, said in FILES:
        path = tmp_path / name
        path.write_bytes(content)
        page.set_input_files("#file", path)
        if place == "alert":
            expect(page.get_by_role("alert")).to_contain_text(said)
        else:
            expect(page.locator(place)).to_have_value(said)
            expect(page.get_by_role("alert")).to_have_count(0)


@needs_browser
def test_a_dropped_file_is_opened(page: Page) -> None:
    page.evaluate(
        """() => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File(["Acta de Soria."], "acta.txt", {type: "text/plain"}));
          const event = new DragEvent("drop", {dataTransfer, bubbles: true, cancelable: true});
          document.getElementById("text").dispatchEvent(event);
        }"""
    )
    expect(page.locator("#text")).to_have_value("Acta de Soria.")


@needs_browser
def test_what_is_saved_is_what_was_asked(page: Page, tmp_path: Path) -> None:
    """Typing on after the answer came changes neither the text it is shown with nor the file."""
    ask(page)
    page.fill("#text", "Otro texto.")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save to share").click()
    saved = tmp_path / "veraz.json"
    download.value.save_as(saved)
    assert json.loads(saved.read_text(encoding="utf-8"))["text"] == TEXT


FAILURES = (
    (500, "Internal Server Error", "The service failed (500)"),
    (422, '{"detail": [{"loc": ["body", "id"], "msg": "bad"}]}', "body.id: bad"),
    (503, '{"error": "ModelTimeout", "detail": "no answer"}', "ModelTimeout (503): no answer"),
    (200, "<html>", "no answer that this page can read (200)"),
    (0, "", "The service cannot be reached"),
)


def failing(status: int, body: str) -> Callable[[Route], None]:
    """A service that answers so, or is not there."""

    def fail(route: Route) -> None:
        if status:
            route.fulfill(status=status, body=body)
        else:
            route.abort()

    return fail


@needs_browser
def test_what_went_wrong_is_told(page: Page) -> None:
    """Each failure takes the place of the answer or failure before it, and the next run is answered."""
    for status, body, said in FAILURES:
        page.route("**/extract?*", failing(status, body))
        page.fill("#text", TEXT)
        page.fill("#schema", json.dumps(SCHEMA))
        page.get_by_role("button", name="Extract").click()
        expect(page.get_by_role("alert")).to_contain_text(said)
        expect(page.locator("#panel")).to_have_count(0)
        page.unroute("**/extract?*")
        ask(page)
        expect(page.get_by_role("alert")).to_have_count(0)


def until(true: Callable[[], bool]) -> None:
    """Wait for what happens outside the page."""
    end = time.monotonic() + PATIENCE / 1000
    while not true():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)


@needs_browser
def test_a_run_can_be_cancelled_and_the_model_is_let_go(windows: Windows) -> None:
    with (
        ScriptedServer([Turn("{}", delay=10 * PATIENCE / 1000)]) as model,
        serving(create_app(settings(model.base_url))) as url,
        windows.page(url) as page,
    ):
        page.goto(url)
        page.fill("#text", TEXT)
        page.fill("#schema", json.dumps(SCHEMA))
        page.get_by_role("button", name="Extract").click()
        until(lambda: len(model.requests) == 1)
        assert model.gone == 0
        page.get_by_role("button", name="Cancel").click()
        expect(page.locator("#result")).to_contain_text("Cancelled.")
        expect(page.get_by_role("button", name="Extract")).to_be_enabled()
        until(lambda: model.gone == 1)
        page.fill("#model", "symbolic")
        page.get_by_role("button", name="Extract").click()
        expect(page.locator("#panel")).to_be_visible()
        assert len(model.requests) == 1, "a cancelled question is not asked again"


def test_the_huge_answer_is_one() -> None:
    text = huge_text(50, 20_000)
    answer = huge_extraction(text, 50)
    assert 19_000 < len(text) < 21_000
    for field in answer["fields"]:
        (span,) = field["evidence"]
        assert text[span["start"] : span["end"]] == span["mention"] == field["value"]
