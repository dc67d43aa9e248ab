"""An extraction that has every outcome: for the tests of the playground, and to look at."""

import json
from typing import Any

from playwright.sync_api import Page

from llm.completion import Usage
from nlp.schema import JSON
from nlp.schema_validation import Violation
from nlp.spans import Document
from normalizers.outcome import Change, Evidence, FieldResult, Witness
from veraz.extracted import Signature
from veraz.result import Extraction

TEXT = (
    "FACTURA 2026/118\n\nTalleres Montes S.L. vende a doña Elvira Pardo Luna un tractor usado "
    "el tres de marzo de dos mil veintiuno por 18.500 euros, a pagar en efectivo. "
    "El tractor pesa 2,4 toneladas y se entrega en Zafra."
)


def every_outcome() -> dict[str, Any]:
    """Return what the service would say of :data:`TEXT`, a field an outcome."""
    results = [
        FieldResult("vendedor", "Talleres Montes S.L.", "Talleres Montes S.L.",
                    _span("Talleres Montes S.L."), "exact", "kept", confidence=0.95),
        FieldResult("color", "verde", "verde", outcome="unsupported", confidence=0.22),
        _corrected(),
        FieldResult("matricula", "1234 ABC", None, outcome="dropped", confidence=0.71, changes=(
            Change("no support in the text", "strictness", Witness(), "1234 ABC", None),)),
        FieldResult("aval", None, None, outcome="absent", confidence=0.9),
        FieldResult("lugar_de_entrega", None, "Zafra", _span("Zafra"), "exact", "found",
                    confidence=0.62),
        FieldResult("moneda", None, "EUR", outcome="default", confidence=0.5),
        FieldResult("sello", None, "S-0000", outcome="placeholder", confidence=0.0),
        FieldResult("numero_de_bastidor", None, None, outcome="omitted", confidence=0.0),
        FieldResult("notas", None, None, outcome="unanswered", confidence=0.8),
        FieldResult("peso_kg", 2.4, 2.4, _span("2,4"), "value", "kept", confidence=0.34,
                    doubts=("other unit",)),
    ]  # fmt: skip
    data: dict[str, JSON] = {one.path: one.value for one in results if one.outcome != "omitted"}
    fault = Violation("", "required", "'numero_de_bastidor' is a required property")
    signature = Signature("0", "grounded", "m", "blank", "balanced")
    return Extraction(
        data=data,
        fields={one.path: one for one in results},
        usage=Usage(120, 40, 1),
        signature=signature,
        document=Document("playground", TEXT),
        draft=data,
        faults=(fault,),
    ).to_dict()


def route_every_outcome(page: Page, *, status: int = 200, **more: Any) -> None:
    """Answer the page's question with every outcome; a refusal carries it."""
    answer = every_outcome()
    body = answer if status == 200 else {"extraction": answer, **more}
    page.route("**/extract?*", lambda route: route.fulfill(status=status, body=json.dumps(body)))


def _corrected() -> FieldResult:
    said, span = "tres de marzo de 2021", _span("tres de marzo de dos mil veintiuno")
    change = Change("date form", "schema", Witness("format", span[0]), said, "2021-03-03")
    return FieldResult(
        "fecha", said, "2021-03-03", span, "value", "corrected", confidence=0.88, changes=(change,)
    )


def _span(mention: str) -> tuple[Evidence, ...]:
    start = TEXT.index(mention)
    return (Evidence(start, start + len(mention), mention),)
