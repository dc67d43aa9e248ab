"""Fields whose description names what they are reckoned from."""

from symbolic_answers import answer

from nlp.reckon.reckoning_words import expression_of

INVOICE = """TALLER MECÁNICO LA ROTONDA
Presupuesto n.º: 884
Repuestos: 310,50 €
Mano de obra: 145,00 €
Garantía: 6 meses
Seña entregada: 100,00 €
"""
NUMBER = {"type": "number"}


def test_a_sum_of_what_two_labels_say() -> None:
    said = answer(
        INVOICE,
        repuestos=NUMBER,
        coste=NUMBER | {"description": "Repuestos más mano de obra, en euros"},
    )
    assert said == {"repuestos": 310.5, "coste": 455.5}


def test_a_difference_of_another_field_and_a_label() -> None:
    said = answer(
        "Precio del viaje: 1.250,00 €\nViajeros: 2\nAnticipo: 400,00 €\nSalida: 3 de mayo de 2024\n",
        precio_viaje=NUMBER,
        pendiente=NUMBER | {"description": "Precio del viaje menos anticipo"},
    )
    assert said["pendiente"] == 850


def test_a_product_and_a_quotient() -> None:
    text = "Noches: 4\nPrecio por noche: 65,00 €\nCuenta total: 180,00 €\nComensales: 8\n"
    said = answer(
        text,
        estancia=NUMBER | {"description": "Noches multiplicadas por el precio por noche"},
        por_cabeza=NUMBER | {"description": "Cuenta total dividida entre los comensales"},
    )
    assert said == {"estancia": 260, "por_cabeza": 22.5}


def test_what_a_label_of_its_own_says_stays() -> None:
    said = answer(
        f"{INVOICE}Coste total: 460,00 €\n",
        coste_total=NUMBER | {"description": "Repuestos más mano de obra, en euros"},
    )
    assert said == {"coste_total": 460}


def test_numbers_of_other_orders_are_not_added() -> None:
    said = answer(
        "Expediente: 2135350\nPiezas: 3\nPeso: 12 kg\n",
        suma=NUMBER | {"description": "Expediente más piezas"},
    )
    assert said["suma"] != 2135353


def test_expressions() -> None:
    assert expression_of("Ingresos menos gastos, en euros") == ("minus", ["Ingresos", "gastos"])
    assert expression_of("Suma de tasa e impuesto") == ("plus", ["tasa", "impuesto"])
    assert expression_of("Nights multiplied by the price") == ("product", ["Nights", "price"])
    assert expression_of("Total dividido entre los socios") == ("over", ["Total", "socios"])
    assert expression_of("Peso neto (bruto menos tara)") == ("minus", ["bruto", "tara"])
    assert expression_of("Total (IVA incluido)") is None
    assert expression_of("How many times the door was opened") is None
    assert expression_of("Importe de la factura") is None
