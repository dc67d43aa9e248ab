"""Signs that words of a text say, for fields that ask for them."""

import pytest
from symbolic_answers import answer

SIGNED = "Variación en porcentaje, negativa si bajó"


@pytest.mark.parametrize(
    ("text", "description", "wanted"),
    [
        ("Las ventas de la tienda cayeron un 12,5 % en 2023.", SIGNED, -12.5),
        ("Las ventas de la tienda subieron un 12,5 % en 2023.", SIGNED, 12.5),
        ("En 2023 las ventas fueron un 7 % menos que el año anterior.", SIGNED, -7),
        ("En 2023 las ventas fueron un 7 % más que el año anterior.", SIGNED, 7),
        ("Las ventas de la tienda cayeron un 12,5 % en 2023.", "Variación en porcentaje", -12.5),
        ("Las ventas de la tienda cayeron un 12,5 % en 2023.", "Caída, en positivo", 12.5),
    ],
)
def test_a_share(text: str, description: str, wanted: float) -> None:
    said = answer(text, variacion_ventas_pct={"type": "number", "description": description})
    assert said == {"variacion_ventas_pct": wanted}


def test_a_loss() -> None:
    said = answer(
        "La empresa cerró el ejercicio con unas pérdidas de 340.000 euros.",
        resultado_eur={"type": "number", "description": "Resultado; negative if a loss"},
    )
    assert said == {"resultado_eur": -340000}


def test_a_longitude() -> None:
    said = answer(
        "Estación: Puerto Lobo\nLongitud: 68,9° O\nProfundidad: 12 km\n",
        longitud={"type": "number", "description": "Grados decimales, oeste negativo"},
    )
    assert said == {"longitud": -68.9}
