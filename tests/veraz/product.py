"""What the tests of the product share: a text, a schema and settings that touch no real server."""

from typing import Any

from veraz.limits import Limits
from veraz.settings import Settings

HERE = Limits(workers=0)
"""Everything in the test's own process, where it can be looked at."""

TEXT = (
    "ACTA DE ENTREGA\n\nEn Valdehierro, a 3 de marzo de 2021, la empresa Talleres Montes S.L. "
    "entrega a doña Elvira Pardo Luna un tractor por un precio de 18.500 euros.\n"
)

INSTRUCTION = "Extrae los datos de la entrega."

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "compradora": {"type": ["string", "null"], "description": "Quien recibe el vehículo"},
        "fecha": {
            "type": ["string", "null"],
            "format": "date",
            "description": "Fecha (AAAA-MM-DD)",
        },
        "precio": {"type": ["number", "null"], "description": "Precio en euros"},
        "bastidor": {"type": ["string", "null"], "description": "Número de bastidor"},
    },
    "required": ["compradora"],
    "additionalProperties": False,
}

ANSWER = (
    '{"compradora": "Elvira Pardo Luna", "fecha": "2021-03-03", "precio": 18500, "bastidor": null}'
)


def settings(base_url: str | None = None, **given: Any) -> Settings:
    """Return settings of a test, whatever the environment says."""
    whole: dict[str, Any] = {"seconds": 20.0, "limits": HERE, "models": ("*", "symbolic")} | given
    return Settings(base_url=base_url, **whole)
