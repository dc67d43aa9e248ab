"""Names and addresses that a schema asks for in parts."""

import pytest
from labelled_answers import NULLABLE, STRING
from symbolic_answers import answer

from nlp.names.in_parts import address_parts, addresses_in, name_parts


@pytest.mark.parametrize(
    ("name", "given", "last"),
    [
        ("Elena Roig", "Elena", "Roig"),
        ("Elena Roig Font", "Elena", "Roig Font"),
        ("Juan Carlos Ortuño", "Juan Carlos", "Ortuño"),
        ("Marta Elena Roig Font", "Marta Elena", "Roig Font"),
        ("María del Mar Roig Font", "María del Mar", "Roig Font"),
        ("Dña. Elena de la Fuente Roig", "Elena", "de la Fuente Roig"),
        ("DON ANDRÉS ROIG FONT", "ANDRÉS", "ROIG FONT"),
        ("ROIG FONT, Elena", "Elena", "ROIG FONT"),
        ("ROIG FONT ELENA", "ELENA", "ROIG FONT"),
    ],
)
def test_a_name_has_given_names_and_surnames(name: str, given: str, last: str) -> None:
    parts = name_parts(name)
    assert {part: name[slice(*parts[part])] for part in ("given", "last")} == {
        "given": given,
        "last": last,
    }


@pytest.mark.parametrize("text", ["Elena", "la sala de juntas", "Taller 4 Roig", "", "Elena,"])
def test_what_is_no_whole_name_is_not_parted(text: str) -> None:
    assert not name_parts(text)


def test_two_surnames_asked_for_leave_one_given_name() -> None:
    name = "Ana Martín Roig"
    parts = name_parts(name, few_given=True)
    assert [name[slice(*parts[part])] for part in ("given", "first", "second")] == [
        "Ana",
        "Martín",
        "Roig",
    ]


@pytest.mark.parametrize(
    ("address", "parts"),
    [
        (
            "C/ del Pozo, 14, 2.º B, 28012 Madrid",
            {"street": "C/ del Pozo", "number": "14", "floor": "2.º", "door": "B"}
            | {"postcode": "28012", "town": "Madrid"},
        ),
        (
            "Av. Libertad núm. 203 int. 4, col. Roma Norte, C.P. 06700, Ciudad Central",
            {"street": "Av. Libertad", "number": "203", "door": "4", "quarter": "Roma Norte"}
            | {"postcode": "06700", "town": "Ciudad Central"},
        ),
        (
            "Calle 9 de Octubre 77, torre 3, apto. 501",
            {"name": "9 de Octubre", "number": "77", "tower": "3", "door": "501"},
        ),
        ("Cra. 7 # 12-30, piso 4", {"street": "Cra. 7", "number": "12-30", "floor": "4"}),
        (
            "Plaza Mayor, s/n, 47001 Valladolid (Valladolid)",
            {"number": "s/n", "state": "Valladolid"},
        ),
    ],
)
def test_an_address_has_parts(address: str, parts: dict[str, str]) -> None:
    found = address_parts(address)
    assert {part: address[slice(*found[part])] for part in parts} == parts


def test_an_address_ends_where_its_parts_do() -> None:
    text = "Vive en la calle Olmo 4, 3.º A, y trabaja en la plaza de abastos desde 2019."
    assert [text[slice(*one)] for one in addresses_in(text)] == ["calle Olmo 4, 3.º A"]


def test_all_parts_are_of_the_same_person() -> None:
    text = (
        "Comparece don Andrés Roig Font, vecino de Sóller, que entrega las llaves a la señora "
        "Elena Pons Vidal, administradora de la finca.\n"
    )
    found = answer(text, compareciente_nombre=STRING, compareciente_apellidos=STRING)
    assert found == {"compareciente_nombre": "Andrés", "compareciente_apellidos": "Roig Font"}


def test_a_label_says_that_surnames_come_first() -> None:
    text = "Apellidos y nombres: Quispe Roig Dayana Mishel\nEdad: 41\n"
    assert answer(text, nombres=STRING, apellidos=STRING) == {
        "nombres": "Dayana Mishel",
        "apellidos": "Quispe Roig",
    }


def test_labels_of_their_own_keep_their_answers() -> None:
    text = "Nombre: Elena María\nApellidos: Roig Font\nTutor: Andrés Pons Vidal\n"
    assert answer(text, nombre=STRING, apellidos=STRING) == {
        "nombre": "Elena María",
        "apellidos": "Roig Font",
    }


def test_two_surnames_of_a_form_are_one_answer_where_one_is_asked_for() -> None:
    text = "Primer apellido: Roig    Segundo apellido: Font    Nombre: Elena\nEdad: 41\n"
    assert answer(text, nombre=STRING, apellidos=STRING)["apellidos"] == "Roig Font"
    both = answer(text, nombre=STRING, primer_apellido=STRING, segundo_apellido=NULLABLE)
    assert list(both.values()) == ["Elena", "Roig", "Font"]


def test_an_address_behind_one_label_is_parted() -> None:
    text = "Titular: Elena Roig\nDomicilio: Pje. del Sol 18, 3.º C, 46001 Valencia\nTel.: 600 111 222\n"
    home = {
        "type": "object",
        "properties": dict.fromkeys(["calle", "numero", "piso", "puerta", "codigo_postal"], STRING),
        "required": ["calle", "numero", "piso", "puerta", "codigo_postal"],
    }
    assert answer(text, domicilio=home)["domicilio"] == {
        "calle": "Pje. del Sol",
        "numero": "18",
        "piso": "3.º",
        "puerta": "C",
        "codigo_postal": "46001",
    }


def test_what_no_field_asks_for_stays_with_the_street() -> None:
    text = "Envío a: Elena Roig, C/ Olmo, 4, 2.º B, 46001 Valencia\n"
    address = {
        "type": "object",
        "properties": {"street": STRING, "postal_code": STRING, "city": STRING},
        "required": ["street", "postal_code", "city"],
    }
    assert answer(text, address=address)["address"] == {
        "street": "C/ Olmo, 4, 2.º B",
        "postal_code": "46001",
        "city": "Valencia",
    }


def test_a_part_that_a_pattern_refuses_is_not_taken() -> None:
    text = "Domicilio: Pje. del Sol 1450, piso 3, (C1407) Ciudad Central\nTel.: 600 111 222\n"
    code = {"type": ["string", "null"], "pattern": r"^\d{5}$"}
    found = answer(text, calle=STRING, numero=STRING, codigo_postal=code)
    assert found == {"calle": "Pje. del Sol", "numero": "1450", "codigo_postal": None}


@pytest.mark.parametrize(
    ("text", "brand", "model"),
    [
        ("Vendo Seat León de 2016, diésel, 120.000 km.", "Seat", "León"),
        ("Compré una lavadora Balay 3TS976 por 399 €.", "Balay", "3TS976"),
        ("La impresora es una Epson y el modelo, XP-2100.", "Epson", "XP-2100"),
        ("Marca: Bosch. Modelo: PSB 500.", "Bosch", "PSB 500"),
    ],
)
def test_a_product_has_a_brand_and_a_model(text: str, brand: str, model: str) -> None:
    assert answer(text, marca=STRING, modelo=STRING) == {"marca": brand, "modelo": model}
