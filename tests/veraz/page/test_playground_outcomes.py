"""What the page says of each outcome, in both languages, and on a phone."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest
from every_outcome import TEXT, every_outcome, route_every_outcome
from playground import Windows, needs_browser
from playwright.sync_api import Page, expect

from normalizers.outcome import OUTCOMES
from normalizers.outcome_wording import word, wording

KEYS = """async () => {
  const [en, es] = await Promise.all(["en", "es"].map((one) => import(`/playground/texts_${one}.js`)));
  const kind = (said) => (typeof said === "object" ? Object.keys(said) : typeof said);
  // The service itself describes its pipelines in English.
  const kinds = ({default: {pipelines, ...texts}}) =>
    Object.entries(texts).map(([key, said]) => [key, kind(said)]);
  return [kinds(en), kinds(es)];
}"""
COVERED = """() => {
  const [text, answer] = document.querySelectorAll(".linked > section");
  scrollTo(0, answer.getBoundingClientRect().top + scrollY + 200);
  return text.getBoundingClientRect().bottom > answer.getBoundingClientRect().top;
}"""


def ask_for_every_outcome(page: Page) -> None:
    """Run the page; the service's answer has every outcome."""
    page.fill("#text", TEXT)
    page.locator("button.main").click()
    expect(page.locator("#panel")).to_be_visible()


@needs_browser
@pytest.mark.parametrize("locale", ["en-US", "es-ES"])
def test_each_outcome_is_named_and_looks_it(windows: Windows, served: str, locale: str) -> None:
    language, asked = locale[:2], []
    with windows.page(served, locale) as page:
        page.goto(served)
        route_every_outcome(page)
        page.on("request", lambda request: asked.append(request.url))
        ask_for_every_outcome(page)
        assert page.locator("html").get_attribute("lang") == language
        panel, notice = page.locator("#panel"), page.locator("[role=note]")
        for outcome in OUTCOMES:
            worded = wording("outcomes", outcome, language)
            row = page.locator("tr[data-f]", has=page.locator(f".answered.{outcome}")).first
            expect(row.locator(".outcome")).to_have_text(worded.name)
            assert row.get_attribute("data-tone") == worded.tone
            assert worded.sentence in str(page.locator(".legend").evaluate("at => at.textContent"))
        expect(panel).to_contain_text(wording("doubts", "other unit", language).sentence)
        corrected = page.locator("tr[data-f]", has_text="fecha")
        expect(corrected.locator("del")).to_have_text('"tres de marzo de 2021"')
        expect(corrected).to_contain_text(wording("rules", "date form", language).name)
        expect(corrected).to_contain_text("«tres de marzo de dos mil veintiuno»")
        expect(notice).to_contain_text(f"{word('omitted', language)} numero_de_bastidor")
        expect(notice).to_contain_text(f"{word('placeholder', language)} sello")
        line = page.locator(".answered.placeholder").evaluate(
            "a => getComputedStyle(a).textDecoration"
        )
        assert "line-through" in line
        wrong = page.locator(".answered.unsupported").evaluate(
            "a => getComputedStyle(a).textDecoration"
        )
        assert "wavy" in wrong
        expect(page.locator("tr[data-f]", has_text="color").locator(".meter")).to_have_class(
            "meter low"
        )
    (query,) = [parse_qs(urlsplit(url).query) for url in asked if "/extract" in url]
    assert query["on_unanswered"] == ["omit"]


@needs_browser
def test_the_language_is_switched_and_remembered(windows: Windows, served: str) -> None:
    with windows.page(served, "es-MX") as page:
        page.goto(served)
        expect(page.locator("button.main")).to_have_text("Extraer")
        page.fill("#schema", '{"a": }')
        expect(page.locator("#schema-said")).to_contain_text("aquí se espera un valor")
        page.locator("button.main").click()
        expect(page.get_by_role("alert")).to_contain_text("Todavía no hay texto")
        page.fill("#model", "symbolic")
        page.get_by_role("button", name="English").click()
        expect(page.locator("button.main")).to_have_text("Extract")
        expect(page.locator("#schema-said")).to_contain_text("a value is expected here")
        expect(page.get_by_role("alert")).to_contain_text("no text yet")
        expect(page.locator("#model")).to_have_value("symbolic")
        page.reload()
        expect(page.locator("button.main")).to_have_text("Extract")
        expect(page.get_by_role("button", name="Español")).to_be_visible()


@needs_browser
def test_both_languages_have_every_text(page: Page) -> None:
    english, spanish = page.evaluate(KEYS)
    assert english == spanish


@needs_browser
def test_a_phone_shows_confidence_and_the_text_covers_nothing(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    route_every_outcome(page)
    ask_for_every_outcome(page)
    sure = page.locator("td.sure")
    expect(sure).to_have_count(len(every_outcome()["fields"]))
    for cell in (sure.first, sure.last):
        box = cell.bounding_box()
        assert box is not None
        assert 0 < box["x"] < box["x"] + box["width"] <= 390
    assert page.evaluate(COVERED) is False
    page.locator("#panel button", has_text="lugar").click()
    expect(page.locator("tr.lit .quote")).to_contain_text("«Zafra»")


@needs_browser
def test_a_refusal_that_carries_an_answer_shows_it(page: Page) -> None:
    route_every_outcome(page, status=422, error="AnswerError", detail="/sello (required): none")
    ask_for_every_outcome(page)
    expect(page.locator("[role=note]")).to_contain_text("numero_de_bastidor")
    expect(page.get_by_role("alert")).to_have_count(0)


@needs_browser
@pytest.mark.parametrize("locale", ["en-US", "es-ES"])
def test_what_a_calibration_decides_is_shown_and_counted(
    windows: Windows, served: str, locale: str
) -> None:
    language = locale[:2]
    answer = every_outcome()
    decided = {"vendedor": "accept", "lugar_de_entrega": "review", "peso_kg": "review"}
    for field in answer["fields"]:
        if field["path"] in decided:
            field["decision"] = decided[field["path"]]
    with windows.page(served, locale) as page:
        page.goto(served)
        page.set_viewport_size({"width": 390, "height": 844})
        page.route("**/extract?*", lambda route: route.fulfill(body=json.dumps(answer)))
        ask_for_every_outcome(page)
        expect(page.locator(".decision")).to_have_count(len(decided))
        for path, decision in decided.items():
            worded = wording("decisions", decision, language)
            row = page.locator("tr[data-f]", has_text=path)
            expect(row.locator(".decision")).to_have_text(worded.name)
            assert worded.name in str(row.get_by_role("button").get_attribute("aria-label"))
            assert worded.sentence in str(page.locator(".legend").evaluate("at => at.textContent"))
        counted = wording("decisions", "review", language).name
        expect(page.locator(".facts.summary")).to_contain_text(
            f"2 {counted}" if language == "en" else f"{counted}: 2"
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


@needs_browser
def test_without_a_calibration_nothing_is_said_of_one(page: Page) -> None:
    route_every_outcome(page)
    ask_for_every_outcome(page)
    expect(page.locator(".decision")).to_have_count(0)
    expect(page.locator(".facts.summary")).not_to_contain_text("review")
