"""A page that stands before a huge answer: for the tests of the playground and its benchmark."""

import json
from typing import Any

from playwright.sync_api import Page, Route, expect

SENTENCE = "El lote {number} se entregó en Valdehierro por 18.500 euros. "
WAIT = 60_000


def huge_text(fields: int, characters: int) -> str:
    """Return a text of that many characters in which every lot is named once."""
    lots = [SENTENCE.format(number=number) for number in range(fields)]
    filling = "x" * max(0, characters // fields - len(lots[-1]) - 2)
    return "\n".join(lot + filling.replace("x" * 10, "palabras, ") for lot in lots)


def huge_extraction(text: str, fields: int) -> dict[str, Any]:
    """Return what the service would say: a value a lot, each with its span."""
    results, start = [], 0
    for number in range(fields):
        mention = f"lote {number} "
        start = text.index(mention, start)
        span = {"start": start, "end": start + len(mention) - 1, "mention": mention[:-1]}
        results.append(_field(f"lotes.{number}.nombre", mention[:-1], span))
    data = {"lotes": [{"nombre": result["value"]} for result in results]}
    usage = {"calls": 1, "input_tokens": 9, "output_tokens": 9, "total_tokens": 18}
    signature = {"pipeline": "grounded", "model": "m", "spanish_model": "blank"}
    return {
        "data": data, "draft": data, "fields": results, "usage": usage, "signature": signature,
        "notes": {}, "problems": [],
    }  # fmt: skip


def route_huge(page: Page, *, fields: int, characters: int) -> None:
    """Answer the page's questions with a huge extraction; no model is asked."""
    text = huge_text(fields, characters)
    answer = json.dumps(huge_extraction(text, fields))
    found = json.dumps({"candidates": [], "found": 0})

    def said(body: str) -> Any:
        def fulfil(route: Route) -> None:
            route.fulfill(status=200, content_type="application/json", body=body)

        return fulfil

    page.route("**/extract?*", said(answer))
    page.route("**/playground/candidates", said(found))


def fill_huge(page: Page, *, fields: int, characters: int) -> None:
    """Bring the page to where the huge answer stands."""
    content = huge_text(fields, characters).encode()
    page.set_input_files(
        "#file", {"name": "lotes.txt", "mimeType": "text/plain", "buffer": content}
    )
    page.fill("#schema", '{"type": "object", "properties": {"a": {"type": "string"}}}')
    page.get_by_role("button", name="Extract").click()
    expect(page.locator("#panel")).to_be_visible(timeout=WAIT)


def _field(path: str, value: str, span: dict[str, Any]) -> dict[str, Any]:
    return {
        "path": path, "value": value, "raw": value, "evidence": [span], "alignment": "exact",
        "outcome": "kept", "reason": "", "confidence": 0.9,
    }  # fmt: skip
