"""What is left to pay, where no label says it."""

import pytest
from symbolic_answers import answer

SALDO = {"type": "number", "description": "Lo que falta por pagar"}
BILL = """PRESUPUESTO 118 · TAPICERÍA OROZCO
Tela ............... $ 42.000
Mano de obra ....... $ 88.500
Subtotal ........... $ 130.500
TOTAL .............. $ 157.905
Seña (12/8) ........ $ 50.000
Saldo contra entrega
"""


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (BILL, 107905),
        (
            "Taller Ruda\n\n**Total:** 480,00 €\n**A cuenta:** 150,00 € (tarjeta)\nResto: al recoger",
            330,
        ),
        (
            "La estancia cuesta en total 620 €. Ya nos constan 120 € de señal; el resto, a la llegada.",
            500,
        ),
        (BILL.replace("Saldo contra entrega", "Saldo: $ 90.000"), 90000),
    ],
)
def test_what_is_left_is_the_total_less_what_was_paid(text: str, left: float) -> None:
    assert answer(text, saldo=SALDO) == {"saldo": left}


def test_the_balance_of_an_account_is_no_rest_of_a_total() -> None:
    text = "Saldo final: 2.977,37 €\nTotal de abonos: 500,00 €\nTotal de cargos: 454,74 €"
    assert answer(text, saldo_final={"type": "number"}) == {"saldo_final": 2977.37}
