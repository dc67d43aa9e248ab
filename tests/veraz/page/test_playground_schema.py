"""The schema field says what is wrong and where, whatever the engine's own message says."""

import json
from typing import Any

import pytest
from playground import needs_browser
from playwright.sync_api import Page, expect
from product import SCHEMA, TEXT

READ = """async (written) => {
  const {readPlaces, lineColumn} = await import("/playground/json_place.js");
  const read = readPlaces(written);
  return read.places ? {ok: true} : {...read, ...lineColumn(written, read.at)};
}"""
AGREE = """async (texts) => {
  const {readPlaces} = await import("/playground/json_place.js");
  const parses = (text) => { try { JSON.parse(text); return true; } catch { return false; } };
  return texts.filter((text) => parses(text) !== Boolean(readPlaces(text).places));
}"""
PLACES = """async (written) => {
  const {readPlaces} = await import("/playground/json_place.js");
  const {places} = readPlaces(written);
  return [...places].map(([pointer, {start, end}]) => [pointer, written.slice(start, end)]);
}"""
PLACED_TYPE = '{\n "type": "object",\n "properties": {\n  "ñ/😀": {"type": "cadena"}\n }\n}'


@needs_browser
@pytest.mark.parametrize(
    ("written", "line", "column", "reason"),
    [
        ('{"a": 1\n "b": 2}', 2, 2, "a comma or }"),
        ('{"a": 1,\n}', 1, 8, "no comma may stand before }"),
        ('{"a": [1, 2,]}', 1, 12, "no comma may stand before ]"),
        ('{"😀": tru}', 1, 7, "a value is expected"),
        ('{"a": None}', 1, 7, "JSON writes true, false, null"),
        ("{'a': 1}", 1, 2, "a name in double quotes"),
        ("{\"a\": 'x'}", 1, 7, "straight double quotes"),
        ('{"a": "x\n"}', 1, 9, "closing quote"),
        ('{"a": "x}', 1, 7, "never ends"),
        ('{"a": "\\q"}', 1, 8, "escape"),
        ('{"a": {\n"b": 1', 1, 7, "never closed"),
        ('{"a" 1}', 1, 6, "a colon"),
        ('{"a": 01}', 1, 8, "no JSON number"),
        ('{"a": 1} // fin', 1, 10, "after the end"),
        ('{\n// nota\n"a": 1}', 2, 1, "a name in double quotes"),
        ("", 1, 1, "ends before its end"),
        ("[" * 5000, 1, 1002, "deep"),
    ],
)
def test_where_json_breaks(still: Page, written: str, line: int, column: int, reason: str) -> None:
    read = still.evaluate(READ, written)
    assert (read["line"], read["column"]) == (line, column)
    assert reason in read["reason"]


@needs_browser
def test_what_breaks_is_exactly_what_the_browser_does_not_parse(still: Page) -> None:
    """Every cut, and every character left out or put in, of a JSON with all there is in JSON."""
    whole = json.dumps({"a\n": [1, -2.5e-3, True, None, {}, []], "é": {"b": '\\ " 😀'}}, indent=1)
    texts = [
        whole,
        json.dumps(whole),
        "1",
        " null ",
        "-",
        "1.",
        "1e",
        '"\\u12"',
        "\ufeff{}",
        "{}\xa0",
    ]
    for at in range(len(whole) + 1):
        texts += [whole[:at], whole[:at] + whole[at + 1 :]]
        texts += [whole[:at] + put + whole[at:] for put in ',:"]}0-.e\\ \n\tx']
    assert still.evaluate(AGREE, texts) == []


@needs_browser
def test_a_pointer_leads_to_its_member(still: Page) -> None:
    written = '{ "a/b": [10, {"c~": "x"}],\n "": 1 }'
    assert dict(still.evaluate(PLACES, written)) == {
        "": written,
        "/a~1b": '"a/b": [10, {"c~": "x"}]',
        "/a~1b/0": "10",
        "/a~1b/1": '{"c~": "x"}',
        "/a~1b/1/c~0": '"c~": "x"',
        "/": '"": 1',
    }


@needs_browser
@pytest.mark.parametrize(
    ("written", "said", "selected"),
    [
        ('{"type": "object",\n "a" 1}', "line 2, column 6", "1"),
        ("[1, 2]", "A JSON Schema is an object", "["),
        ("", "A JSON Schema is an object", ""),
        (PLACED_TYPE, "line 4, column 11", '"type": "cadena"'),
    ],
)
def test_a_schema_is_judged_while_it_is_written(
    page: Page, written: str, said: str, selected: str
) -> None:
    page.fill("#text", TEXT)
    page.fill("#schema", written)
    expect(page.locator("#schema-said")).to_contain_text(said)
    expect(page.locator("#schema")).to_have_attribute("aria-invalid", "true")
    page.locator("#schema-said button.place").click()
    expect(page.locator("#schema")).to_be_focused()
    assert page.evaluate("getSelection().toString()") == selected
    page.fill("#schema", json.dumps(SCHEMA))
    expect(page.locator("#schema-said")).to_contain_text("Valid: 4 fields.")
    expect(page.locator("#schema")).to_have_attribute("aria-invalid", "false")


@needs_browser
def test_nothing_is_sent_that_cannot_be_read(page: Page) -> None:
    sent: list[Any] = []
    page.on("request", lambda request: sent.append(request.url))
    page.get_by_role("button", name="Extract").click()
    expect(page.get_by_role("alert")).to_contain_text("no text yet")
    expect(page.locator("#text")).to_be_focused()
    page.fill("#text", TEXT)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.fill("#schema", '{"a": }')
    page.get_by_role("button", name="Extract").click()
    expect(page.get_by_role("alert")).to_contain_text("a value is expected here")
    expect(page.locator("#schema")).to_be_focused()
    assert not [url for url in sent if "/extract" in url]
