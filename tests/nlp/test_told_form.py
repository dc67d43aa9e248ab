"""What a description says of how a value is written."""

import pytest
from symbolic_answers import answer

from nlp.asked.told_form import told_form


@pytest.mark.parametrize(
    ("mention", "bare"),
    [
        ("250 g de harina de almortas", "harina de almortas"),
        ("3 huevos", "huevos"),
        ("tres frascos de dulce de leche", "dulce de leche"),
        ("½ taza de azúcar", "azúcar"),
        ("queso duro de 1.5 kg", "queso duro"),
        ("aceite (30 ml)", "aceite"),
        ("con leche", "con leche"),
        ("12 kg", "12 kg"),
        ("Unión de Regantes", "Unión de Regantes"),
    ],
)
def test_a_name_without_its_amount(mention: str, bare: str) -> None:
    assert told_form("Nombre de cada cosa, sin cantidades").bared(mention) == bare


@pytest.mark.parametrize(
    ("description", "mention", "bare"),
    [
        ("Matrícula sin espacios ni guiones", "7712-HBK 4", "7712HBK4"),
        ("RUT sin puntos, con guion", "12.345.678-9", "12345678-9"),
        ("Solo dígitos", "C.I. 4.120.733", "4120733"),
        ("Causa, sin artículo", "una gripe", "gripe"),
        ("Solo el número, sin «B/L»", "B/L HLM-40991", "HLM-40991"),
        ("Nombre propio del local", "mercería La Rueca", "La Rueca"),
        ("Proper name of the tree, without quotes", "el Tejo de Oña", "el Tejo de Oña"),
        ("Apellido de quien firma", "conserje Urrutia", "Urrutia"),
        ("Apellido de la encargada", "Millaray Huenupi", "Huenupi"),
        ("Apellidos de la ponente", "Sosa Batlle", "Sosa Batlle"),
        ("Apellido e inicial", "Sosa B", "Sosa B"),
        ("License number, no dots", "44.120.9", "441209"),
        ("Order number, no final period", "Pedido 12.", "Pedido 12"),
        ("Importe sin comas", "1,204", "1204"),
        ("Sin título", "M.V. Rocío Bermejo Lago", "Rocío Bermejo Lago"),
        ("Nombre sin tratamiento", "Dña. Rocío Bermejo", "Rocío Bermejo"),
        ("Sin título", "Ó. Bermejo Lago", "Ó. Bermejo Lago"),
        ("Nombre, sin la categoría", "Hostal Brisa (2*)", "Hostal Brisa"),
        ("Sin la parcela", "camino del Soto, parcela 14", "camino del Soto"),
        ("Sin la palabra «teatro»", "teatro Lope de Rueda", "Lope de Rueda"),
        ("Sin comillas ni la abreviatura Exp.", 'Exp. "Los Olmos"', "Los Olmos"),
        ("Nombre sin apodo", 'Rocío "La Brava" Lago', "Rocío Lago"),
        ("Sin artículo", "la posada de la Luna", "posada de la Luna"),
        ("Sin la provincia", "Arenal de Luna, Zamora", "Arenal de Luna"),
        ("Entidad, sin la ciudad", "Hilados Oria, S.L.", "Hilados Oria, S.L."),
        ("Nombre del taller", "taller 1.204 (norte)", "taller 1.204 (norte)"),
        ("Nombre y apellidos en orden natural", "Roig Font, Elena", "Elena Roig Font"),
        ("Given names first, normal case", "ROIG FONT, ELENA", "Elena Roig Font"),
        ("Apellidos y nombre", "Roig Font, Elena", "Roig Font, Elena"),
        ("Apellido de quien firma", "Elena Roig Font", "Roig Font"),
        ("Surname only", "doctora Roig", "Roig"),
        ("Roman numeral only", "LXVII (sesenta y siete)", "LXVII"),
        ("Nombre de pila", "Elena Roig", "Elena"),
        ("Nombre de pila", "Ana Elena", "Ana Elena"),
        ("Con la grafía normal, no en mayúsculas", "TALLER DE LA LUNA", "Taller de la Luna"),
        ("Con la grafía normal", "Taller LUNA", "Taller LUNA"),
        ("Mes, en minúscula", "ABRIL", "abril"),
        ("Nombre, en mayúsculas como en la ficha", "ELENA ROIG", "ELENA ROIG"),
        ("Título, sin comillas ni año", "«Agua y barro» (2006)", "Agua y barro"),
        ("Name only", "Ing. Raúl Benavente", "Raúl Benavente"),
        ("Solo el nombre", "Hosp. Gral. Madre Obrera", "Hosp. Gral. Madre Obrera"),
    ],
)
def test_what_is_left_out(description: str, mention: str, bare: str) -> None:
    assert told_form(description).bared(mention) == bare


@pytest.mark.parametrize(
    ("description", "name", "whole"),
    [
        ("Con su cargo entre paréntesis, sin tratamiento", "Ana Gil", "Ana Gil (jefa)"),
        ("Médica que firma, con su tratamiento", "Ana Gil", "Dra. Ana Gil"),
        ("Nombre", "Ana Gil", "Ana Gil"),
        ("Con su artículo", "Casa Roja", "la Casa Roja"),
    ],
)
def test_what_stays_with_it(description: str, name: str, whole: str) -> None:
    text = "Firmó la Dra. Ana Gil (jefa) en la Casa Roja."
    at = text.index(name)
    start, end = told_form(description).widened(text, at, at + len(name))
    assert text[start:end] == whole


@pytest.mark.parametrize(
    ("told", "items"),
    [
        ("Sin tratamiento", ["Ana Paula Ruiz (8 años)", "Carlos Mora (abuelo; pasaporte)"]),
        ("Sin tratamiento ni aclaración", ["Ana Paula Ruiz", "Carlos Mora"]),
        ("Solo los mayores", ["Ana Paula Ruiz (8 años)", "Carlos Mora (abuelo; pasaporte)"]),
    ],
)
def test_what_is_told_of_a_list_holds_for_its_items(told: str, items: list[str]) -> None:
    text = (
        "Huésped: Luis Gil Roca\nNoches: 3\n"
        "Acompañantes: D.ª Ana Paula Ruiz (8 años); D. Carlos Mora (abuelo; pasaporte)\n"
    )
    asked = {"type": "array", "items": {"type": "string"}, "description": told}
    assert answer(text, acompanantes=asked) == {"acompanantes": items}
