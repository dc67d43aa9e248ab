"""A pydantic class as schema: its types, its validators, and what they cost."""

import datetime
import json
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Any, Literal

import pytest
from pydantic import BaseModel, field_validator, model_validator

from llm.scripted import ScriptedServer, Turn
from nlp.errors import AnswerError, ClassRefused
from veraz import Extraction, Extractor
from veraz.parsing import Refusal, parse

TEXT = (
    "Factura 2026/118 de Imprenta Solana a Librería Quevedo, emitida el 9 de junio de 2026 por "
    "1.245,50 euros. Pagada por transferencia. Líneas: 200 carteles; 50 folletos."
)


class Pago(Enum):
    """Cómo se pagó."""

    TRANSFERENCIA = "transferencia"
    EFECTIVO = "efectivo"


class Linea(BaseModel):
    """Una línea de la factura."""

    articulo: str
    unidades: int


class Factura(BaseModel):
    """Una factura."""

    emisor: str
    fecha: datetime.date
    total: Decimal
    pago: Pago
    moneda: Literal["EUR", "USD"] = "EUR"
    lineas: list[Linea]
    nota: str | None = None

    @field_validator("emisor")
    @classmethod
    def not_the_client(cls, value: str) -> str:
        if "Quevedo" in value:
            raise ValueError("ese es el cliente, no el emisor")
        return value

    @model_validator(mode="after")
    def has_lines(self) -> "Factura":
        if self.nota == "dividir":
            raise ZeroDivisionError("una nota que rompe el validador")
        return self


RIGHT: dict[str, Any] = {
    "emisor": "Imprenta Solana",
    "fecha": "2026-06-09",
    "total": 1245.5,
    "pago": "transferencia",
    "moneda": "EUR",
    "lineas": [{"articulo": "carteles", "unidades": 200}, {"articulo": "folletos", "unidades": 50}],
    "nota": None,
}


def recorded(folder: Path, *answers: dict[str, Any]) -> str:
    rows = [{"id": str(n), "output": {**RIGHT, **each}} for n, each in enumerate(answers)]
    path = folder / "drafts.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return f"recorded:{path}"


def test_types_of_every_kind(tmp_path: Path) -> None:
    with Extractor(model=recorded(tmp_path, {})) as extractor:
        extraction = extractor.extract(TEXT, "Extrae la factura", Factura, id="0")
    parsed = extraction.parsed
    assert isinstance(parsed, Factura)
    assert (parsed.fecha, parsed.total) == (datetime.date(2026, 6, 9), Decimal("1245.5"))
    assert (parsed.pago, parsed.lineas[1].unidades) == (Pago.TRANSFERENCIA, 50)


@pytest.mark.parametrize(
    ("wrong", "path", "message"),
    [
        ({"emisor": "Librería Quevedo"}, "emisor", "ese es el cliente"),
        ({"nota": "dividir"}, "", "ZeroDivisionError"),
    ],
)
def test_a_validator_that_raises_names_document_and_field(
    tmp_path: Path, wrong: dict[str, Any], path: str, message: str
) -> None:
    with (
        Extractor(model=recorded(tmp_path, wrong), strictness="lenient") as extractor,
        pytest.raises(ClassRefused, match=message) as caught,
    ):
        extractor.extract(TEXT, "Extrae la factura", Factura, id="0")
    assert caught.value.refusals[0][0] == path
    assert "'0'" in str(caught.value)
    assert caught.value.extraction.data["fecha"] == "2026-06-09"
    assert isinstance(caught.value, AnswerError)


def test_it_costs_one_document_of_many(tmp_path: Path) -> None:
    model = recorded(tmp_path, {}, {"emisor": "Librería Quevedo"}, {})
    with Extractor(model=model) as extractor:
        done = extractor.extract_many([TEXT] * 3, "Extrae", Factura, progress=False)
    assert [type(each) for each in done] == [Extraction, ClassRefused, Extraction]


def test_repair_asks_again_with_the_message() -> None:
    wrong = json.dumps({**RIGHT, "emisor": "Librería Quevedo"})
    with (
        ScriptedServer([Turn(wrong), Turn(json.dumps(RIGHT))]) as server,
        Extractor(model="m", base_url=server.base_url, pipeline="repair") as extractor,
    ):
        extraction = extractor.extract(TEXT, "Extrae la factura", Factura)
    assert extraction.parsed.emisor == "Imprenta Solana"
    assert extraction.fields["emisor"].raw == "Librería Quevedo"
    assert [change.authority for change in extraction.fields["emisor"].changes] == ["model"]
    assert "ese es el cliente" in json.dumps(server.requests[-1], ensure_ascii=False)


def test_refusals_have_field_paths() -> None:
    lines = [{"articulo": "carteles", "unidades": "muchas"}]
    assert parse(Factura, {**RIGHT, "lineas": lines})[1][0].path == "lineas.0.unidades"
    assert parse(Factura, RIGHT)[1] == ()
    assert parse(Factura, {**RIGHT, "nota": "dividir"})[1] == (
        Refusal("", "ZeroDivisionError: una nota que rompe el validador"),
    )
