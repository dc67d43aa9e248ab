"""The bundled document that the demo and the playground show first."""

import json
from importlib.resources import files
from typing import Any


def demo_example() -> dict[str, Any]:
    """Return its name, text, instruction and schema."""
    folder = files("resources") / "demo"
    return {
        "name": "Clínica: informe de alta",
        "text": (folder / "alta.txt").read_text(encoding="utf-8"),
        "instruction": (folder / "alta.instruccion.txt").read_text(encoding="utf-8").strip(),
        "schema": json.loads((folder / "alta.esquema.json").read_text(encoding="utf-8")),
    }
