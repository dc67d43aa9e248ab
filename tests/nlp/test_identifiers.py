import pytest

from nlp.names.identifiers import find_identifiers
from nlp.spans import Document


def found(text: str) -> dict[str, tuple[str, str | None]]:
    return {
        one.mention: (one.label, one.value.text if one.value else None)
        for one in find_identifiers(Document("", text))
    }


@pytest.mark.parametrize(
    ("text", "mention", "label", "canonical"),
    [
        ("Escriba a Ana.Gil@correo.example.org.", "Ana.Gil@correo.example.org", "EMAIL", None),
        ("(véase https://a.example/b_(c)).", "https://a.example/b_(c)", "URL", None),
        ("en www.ejemplo.es, ayer", "www.ejemplo.es", "URL", None),
        ("Póliza: 4 417 00871150", "4 417 00871150", "IDENTIFIER", None),
        ("con DPI 2290 11873 1419, hijo", "2290 11873 1419", "IDENTIFIER", None),
        ("La denuncia es la 881/23 y", "881/23", "IDENTIFIER", None),
        ("tarjeta 4548 **** **** 1122, de", "4548 **** **** 1122", "IDENTIFIER", None),
        ("factura A 0001-00012345 de", "A 0001-00012345", "IDENTIFIER", None),
        ("con placas C-0417 BTR,", "C-0417 BTR", "IDENTIFIER", None),
        ("dominio AE 441 KD y", "AE 441 KD", "IDENTIFIER", None),
        ("folio 3ª HU-4-1122 de", "3ª HU-4-1122", "IDENTIFIER", None),
        ("clase A01G 25/16 (2006.01);", "A01G 25/16 (2006.01)", "IDENTIFIER", None),
        ("fracción 8302.10.02 y", "8302.10.02", "IDENTIFIER", None),
        ("póliza 07-448120/3 vigente", "07-448120/3", "IDENTIFIER", None),
        ("cuenta 15/9910234/77 de", "15/9910234/77", "IDENTIFIER", None),
        ("solicitud 2025-00311 del", "2025-00311", "IDENTIFIER", None),
        ("contrato 0187 de 2023 y", "0187 de 2023", "IDENTIFIER", None),
        ("vuelo PS 0418 a", "PS 0418", "IDENTIFIER", None),
        ("concurso AS-014-2026-MDSCÑ,", "AS-014-2026-MDSCÑ", "IDENTIFIER", None),
        ("llame al 871 300 45 12. Gracias", "871 300 45 12", "IDENTIFIER", None),
        ("Tel.: 0341 15-555-2790", "0341 15-555-2790", "IDENTIFIER", None),
        ("al +56 2 2555 0199 (24 horas)", "+56 2 2555 0199", "IDENTIFIER", None),
        ("MAC 00:1A:2B:3C:4D:5E y", "00:1A:2B:3C:4D:5E", "IDENTIFIER", None),
        ("en el commit a1b2c3d y", "a1b2c3d", "IDENTIFIER", None),
        ("el error 0x0000011b sale", "0x0000011b", "IDENTIFIER", None),
        ("con guía PX 5590 1187 PE llegó", "PX 5590 1187 PE", "IDENTIFIER", None),
        ("la versión 2.4.1-beta de", "2.4.1-beta", "IDENTIFIER", None),
        ("con NIF 12345678Z y", "12345678Z", "IDENTIFIER", "12345678Z"),
        ("RUT 81.204.377-5, vigente", "81.204.377-5", "IDENTIFIER", "81.204.377-5"),
        ("cuenta 010-44-90217-3 del banco", "010-44-90217-3", "IDENTIFIER", "010-44-90217-3"),
        ("con NIF 12.345.678-Z y", "12.345.678-Z", "IDENTIFIER", "12345678Z"),
        ("NIE X1234567L.", "X1234567L", "IDENTIFIER", "X1234567L"),
        ("IBAN ES91 2100 0418 4502 0005 1332", "ES91 2100 0418 4502 0005 1332", "IDENTIFIER",
         "ES9121000418450200051332"),
        ("al celular 809-555-0123.", "809-555-0123", "IDENTIFIER", None),
        ("al 91 555 44 33 o por correo", "91 555 44 33", "IDENTIFIER", None),
        ("el fijo (93) 123 45 67.", "(93) 123 45 67", "IDENTIFIER", None),
        ("por WhatsApp al 9 8765 4321.", "9 8765 4321", "IDENTIFIER", None),
        ("línea gratuita 01 8000 555 019.", "01 8000 555 019", "IDENTIFIER", None),
        ("RUT 9.481.207-K, de", "9.481.207-K", "IDENTIFIER", "9481207K"),
        ("ISBN 978-84-376-0494-7.", "978-84-376-0494-7", "IDENTIFIER", "9788437604947"),
        ("agua (7732-18-5)", "7732-18-5", "IDENTIFIER", "7732-18-5"),
        ("doi 10.1000/xyz123.", "10.1000/xyz123", "IDENTIFIER", "10.1000/xyz123"),
        ("la Ley 21/2013, de 9 de diciembre, que", "Ley 21/2013, de 9 de diciembre", "IDENTIFIER", None),
        ("el Real Decreto-ley 3/2020", "Real Decreto-ley 3/2020", "IDENTIFIER", None),
        ("la Directiva (UE) 2016/680", "Directiva (UE) 2016/680", "IDENTIFIER", None),
        ("según el artículo 149.1.32 de", "artículo 149.1.32", "IDENTIFIER", None),
        ("el expediente n.º AB-12/7 sigue", "AB-12/7", "IDENTIFIER", None),
        ("asunto C-131/12 del", "C-131/12", "IDENTIFIER", None),
        ("diagnóstico J18.9 (CIE-10)", "J18.9", "IDENTIFIER", None),
        ("código ATC N02BE01", "N02BE01", "IDENTIFIER", None),
        ("la versión v2.1.3 corrige", "v2.1.3", "IDENTIFIER", None),
        ("Llame al +34 912 345 678.", "+34 912 345 678", "IDENTIFIER", None),
        ("a 40° 25′ 8″ N, 3° 42′ 13″ O", "40° 25′ 8″ N, 3° 42′ 13″ O", "IDENTIFIER", None),
        ("en 40.4168, -3.7038 está", "40.4168, -3.7038", "IDENTIFIER", None),
        ("el coche 1234 BCD", "1234 BCD", "IDENTIFIER", "1234BCD"),
        ("con la etiqueta #agua", "#agua", "IDENTIFIER", None),
        ("desde 192.168.1.20 llegó", "192.168.1.20", "IDENTIFIER", None),
    ],
)  # fmt: skip
def test_found(text: str, mention: str, label: str, canonical: str | None) -> None:
    here = found(text)
    assert mention in here, here
    assert here[mention][0] == label
    if canonical is not None:
        assert here[mention][1] == canonical


@pytest.mark.parametrize(
    "text",
    [
        "Compró 3 panes y 12 huevos a las 10:30.",
        "Fue en 1998 y en 2004.",
        "Subió un 3,5 % hasta 1.250.000 euros.",
        "Escribe a casa@ mañana",
        "Temporada 2019-2020, del 12/03/2025 al 4/5/25, de 1 250 000 habitantes.",
    ],
)
def test_not_found(text: str) -> None:
    assert found(text) == {}
