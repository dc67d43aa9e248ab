"""The playground, end to end in a headless browser, and what it asks of the service."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from headless import serving
from playground import RULING, UNREACHABLE, Windows, ask, needs_browser
from playwright.sync_api import Page, expect
from product import ANSWER, SCHEMA, TEXT, settings

from nlp.candidates import find_candidates
from nlp.schema_compiler import compile_schema
from nlp.spans import Document
from veraz.service import create_app


@needs_browser
def test_an_example_is_extracted_and_its_json_shown(page: Page, heard: list[str]) -> None:
    page.select_option("#example", label="Judicial: sentencia de desahucio")
    expect(page.locator("#schema-said")).to_contain_text("Valid: 10 fields.")
    page.get_by_role("button", name="Extract").click()
    expect(page.locator("#result table").first).to_contain_text("Amparo Quiroga Beltrán")
    page.get_by_role("tab", name="JSON").click()
    assert json.loads(page.locator("#json").inner_text()) == RULING
    expect(page.locator(".facts").last).to_contain_text("1 call · 120 + 40 tokens · ")
    expect(page.get_by_role("heading", name="Candidates before the model")).to_be_visible()
    assert heard == []


@needs_browser
def test_a_field_lights_up_its_span_and_a_span_its_field(page: Page) -> None:
    ask(page)
    lit_row, lit_span = page.locator("tr.lit"), page.locator("mark.lit")
    expect(lit_row).to_have_count(0)
    page.locator("mark", has_text="Elvira Pardo Luna").hover()
    expect(lit_row).to_contain_text("compradora")
    page.locator("#panel tr", has_text="precio").hover()
    expect(lit_span).to_contain_text("18.500")
    page.locator("h1").hover()
    expect(lit_row).to_have_count(0)
    expect(lit_span).to_have_count(0)


@needs_browser
def test_a_saved_file_shows_the_same_answer_again(page: Page, tmp_path: Path) -> None:
    ask(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save to share").click()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    assert json.loads(saved.read_text(encoding="utf-8"))["extraction"]["data"] == json.loads(ANSWER)
    shown = page.locator("#panel").inner_text()
    page.reload()
    expect(page.locator("#panel")).to_have_count(0)
    page.set_input_files("#file", saved)
    expect(page.locator("#panel")).to_be_visible()
    assert page.locator("#panel").inner_text() == shown
    expect(page.locator("#text")).to_have_value(TEXT)
    expect(page.locator("mark", has_text="18.500")).to_be_visible()


@needs_browser
def test_dark_mode_follows_the_system_and_the_button(page: Page) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    page.emulate_media(color_scheme="light")
    light = page.evaluate(ground)
    page.emulate_media(color_scheme="dark")
    dark = page.evaluate(ground)
    assert light != dark
    page.emulate_media(color_scheme="light")
    page.get_by_role("button", name="Theme").click()
    expect(page.get_by_role("button", name="Theme: dark")).to_be_visible()
    assert page.evaluate(ground) == dark


@needs_browser
def test_the_keyboard_is_enough(page: Page) -> None:
    def focused() -> str:
        return str(page.evaluate("document.activeElement.id || document.activeElement.innerText"))

    def tab_to(name: str) -> None:
        for _ in range(40):
            page.keyboard.press("Tab")
            if focused() == name:
                return
        raise AssertionError(f"Tab never comes to {name!r}")

    expect(page.locator("#example option")).to_have_count(5)
    tab_to("example")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#text")).to_have_value(re.compile("^JUZGADO"))
    tab_to("Extract")
    page.keyboard.press("Enter")
    expect(page.locator("#panel")).to_be_visible()
    expect(page.locator("#result")).to_be_focused()
    tab_to("magistrado")
    expect(page.locator("mark.lit")).to_have_text("Amparo Quiroga Beltrán")


@needs_browser
def test_an_unreachable_model_is_told_not_answered(windows: Windows) -> None:
    with serving(create_app(settings(UNREACHABLE))) as url, windows.page(url) as opened:
        opened.goto(url)
        opened.fill("#text", TEXT)
        opened.fill("#schema", json.dumps(SCHEMA))
        opened.get_by_role("button", name="Extract").click()
        alert = opened.get_by_role("alert")
        expect(alert).to_contain_text("503")
        expect(alert).to_contain_text("127.0.0.1:9")
        expect(opened.locator("#panel")).to_have_count(0)


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(create_app(settings())) as opened:
        yield opened


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html"),
        ("/playground/app.js", "text/javascript"),
        ("/playground/style.css", "text/css"),
    ],
)
def test_the_page_may_only_speak_to_its_own_service(
    client: TestClient, path: str, kind: str
) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith(kind)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "connect-src 'self'" in policy
    assert "http" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "name",
    [
        "no-hay.js", "VENDORED.md", "..%2Fview.css", "examples%2F2-receta.json",
        "..%5C..%5Cpyproject.toml",
    ],
)  # fmt: skip
def test_nothing_but_the_page_is_served(client: TestClient, name: str) -> None:
    assert client.get(f"/playground/{name}").status_code == 404


def test_every_example_can_be_extracted(client: TestClient) -> None:
    examples = client.get("/playground/examples").json()
    assert len(examples) >= 4
    assert len({one["name"] for one in examples}) == len(examples)
    for one in examples:
        compiled = compile_schema(one["schema"], instruction=one["instruction"])
        assert len(compiled.leaves()) > 3
        task = {
            "input_text": one["text"],
            "instruction": one["instruction"],
            "target_schema": one["schema"],
        }
        answer = client.post("/extract?model=symbolic", json=task)
        assert answer.status_code == 200, answer.text
        assert any(field["evidence"] for field in answer.json()["fields"]), one["name"]


def test_a_bad_schema_is_refused_with_its_place(client: TestClient) -> None:
    bad = {"type": "object", "properties": {"a": {"type": "cadena"}}}
    answer = client.post("/playground/schema", json={"schema": bad})
    assert answer.status_code == 422
    assert answer.json()["pointer"].startswith("/properties/a")
    assert answer.json()["keyword"] == "type"
    good = client.post("/playground/schema", json={"schema": SCHEMA})
    assert good.json()["fields"] == 4


def test_candidates_are_cut_from_the_text_by_their_offsets(client: TestClient) -> None:
    text = "😀 " + TEXT
    answer = client.post("/playground/candidates", json={"text": text}).json()
    found = find_candidates(Document("", text))
    assert answer["found"] == len(found) == len(answer["candidates"])
    for one in answer["candidates"]:
        assert text[one["start"] : one["end"]] == one["mention"]
    assert answer["hints"] == []
    values = {one["mention"]: one["value"] for one in answer["candidates"] if one["value"]}
    assert values["3 de marzo de 2021"] == "2021-03-03"


def test_candidates_are_told_field_by_field_where_a_schema_is_given(client: TestClient) -> None:
    asked = {"text": TEXT, "schema": SCHEMA}
    hints = client.post("/playground/candidates", json=asked).json()["hints"]
    assert [one["path"] for one in hints] == list(SCHEMA["properties"])
    best = {one["path"]: one["hints"][0] for one in hints if one["hints"]}
    assert best["fecha"]["mention"] == "3 de marzo de 2021"
    assert 0 <= best["fecha"]["score"] <= 1
