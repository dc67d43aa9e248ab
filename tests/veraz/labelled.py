"""Labelled documents of our own, and how they are written as a gold file."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "emisor": {"type": ["string", "null"], "description": "Quien emite la factura"},
        "fecha": {
            "type": ["string", "null"],
            "format": "date",
            "description": "Fecha de la factura",
        },
        "total": {"type": ["number", "null"], "description": "Total en euros"},
        "lineas": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "concepto": {"type": "string"},
                    "importe": {"type": ["number", "null"]},
                },
            },
        },
    },
    "required": ["emisor"],
    "additionalProperties": False,
}

INSTRUCTION = "Extrae los datos de la factura."


def text(day: int, total: int) -> str:
    """A short invoice."""
    return f"Factura de Talleres Ruiz, S.L., del {day} de marzo de 2021. Total: {total} euros."


def row(number: int, **changes: Any) -> dict[str, Any]:
    """A labelled invoice."""
    answer = {
        "emisor": "Talleres Ruiz, S.L.",
        "fecha": f"2021-03-{number:02}",
        "total": 100 + number,
        "lineas": [],
    }
    whole = {
        "id": f"f{number}",
        "text": text(number, 100 + number),
        "instruction": INSTRUCTION,
        "schema": SCHEMA,
        "answer": answer,
    }
    return whole | changes


def write_rows(path: Path, *rows: Mapping[str, Any] | str) -> Path:
    """Write rows as JSONL; a string stands as it is."""
    lines = [each if isinstance(each, str) else json.dumps(each) for each in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
