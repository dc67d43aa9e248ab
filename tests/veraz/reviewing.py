"""What the tests of reviewing share: the output of a batch, and a session on it."""

import json
from pathlib import Path
from typing import Any

from veraz.review.reading import read_output
from veraz.review.session import ReviewSession

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "vendedor": {"type": "string", "description": "Quien vende"},
        "fecha": {"type": ["string", "null"], "format": "date", "description": "Fecha"},
        "precio": {"type": ["number", "null"], "description": "Precio en euros"},
        "pago": {"enum": ["contado", "plazos", None], "description": "Forma de pago"},
        "testigos": {"type": "array", "items": {"type": "string"}, "maxItems": 4},
        "bienes": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "nombre": {"type": "string"},
                    "cantidad": {"type": ["integer", "null"]},
                },
                "required": ["nombre"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["vendedor"],
    "additionalProperties": False,
}
TEXT = (
    "CONTRATO. En Zafra 🦌, a 3 de marzo de 2021, Talleres Montes S.L. vende a doña Elvira Pardo "
    "Luna dos tractores y un remolque por 18.500 euros, pagados a plazos. Testigos: Ana Mir Soto "
    "y Luis Rey Gil."
)
SECOND = "Bodegas Ortuño vende doce barricas el 5 de mayo de 2022 por 900 euros al contado."


def result(
    text: str, path: str, value: Any, mention: str = "", sure: float = 0.9, **more: Any
) -> dict[str, Any]:
    """A field result as a batch writes it."""
    start = text.index(mention) if mention else 0
    span = {"start": start, "end": start + len(mention), "mention": mention}
    return {
        "path": path, "raw": value, "value": value, "evidence": [span] if mention else [],
        "alignment": "exact" if mention else "none", "outcome": "kept" if mention else "absent",
        "reason": "", "confidence": sure, "changes": [], "doubts": [], **more,
    }  # fmt: skip


def rows() -> list[dict[str, Any]]:
    """Two answered rows; in the first three fields are in doubt, in the second one."""
    first = [
        result(TEXT, "vendedor", "Elvira Pardo Luna", "Elvira Pardo Luna", 0.31),
        result(TEXT, "fecha", "2021-03-03", "3 de marzo de 2021"),
        result(TEXT, "precio", 18500, outcome="unsupported", sure=0.62),
        result(TEXT, "pago", "plazos", "plazos"),
        result(TEXT, "testigos.0", "Ana Mir Soto", "Ana Mir Soto"),
        result(TEXT, "testigos.1", "Luis Rey Gil", "Luis Rey Gil", doubts=["other member"]),
        result(TEXT, "bienes.0.nombre", "tractores", "tractores"),
        result(TEXT, "bienes.0.cantidad", 2, "dos"),
    ]
    second = [
        result(SECOND, "vendedor", "Bodegas Ortuño", "Bodegas Ortuño"),
        result(SECOND, "fecha", "2022-05-05", "5 de mayo de 2022"),
        result(SECOND, "precio", 900, "900"),
        result(SECOND, "pago", "contado", "contado", 0.4),
        result(SECOND, "testigos", []),
        result(SECOND, "bienes", []),
    ]
    data = {
        "vendedor": "Elvira Pardo Luna", "fecha": "2021-03-03", "precio": 18500, "pago": "plazos",
        "testigos": ["Ana Mir Soto", "Luis Rey Gil"],
        "bienes": [{"nombre": "tractores", "cantidad": 2}],
    }  # fmt: skip
    other = {
        "vendedor": "Bodegas Ortuño", "fecha": "2022-05-05", "precio": 900, "pago": "contado",
        "testigos": [], "bienes": [],
    }  # fmt: skip
    return [
        {"id": "zafra", "status": "ok", "data": data, "fields": first, "text": TEXT},
        {"id": "ortuño", "status": "ok", "data": other, "fields": second, "text": SECOND},
    ]


def write_output(folder: Path, written: list[dict[str, Any]] | None = None) -> Path:
    """Write ``out.jsonl`` and ``schema.json`` into a folder; gives the output."""
    out = folder / "out.jsonl"
    given = rows() if written is None else written
    out.write_text("".join(json.dumps(row) + "\n" for row in given), encoding="utf-8")
    (folder / "schema.json").write_text(json.dumps(SCHEMA), encoding="utf-8")
    return out


def open_session(folder: Path, written: list[dict[str, Any]] | None = None) -> ReviewSession:
    """A session on what :func:`write_output` wrote; gold is ``gold.jsonl``."""
    out = write_output(folder, written)
    output = read_output(out, schema=SCHEMA, instruction="Extrae la venta")
    return ReviewSession(output.documents, folder / "gold.jsonl")


def gold_rows(folder: Path) -> dict[str, dict[str, Any]]:
    """The rows of the gold file by id."""
    lines = (folder / "gold.jsonl").read_text(encoding="utf-8").splitlines()
    return {row["id"]: row for row in map(json.loads, lines)}
