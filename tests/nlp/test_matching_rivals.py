"""Fields of one object that ask for the same kind of thing: each gets its own mention."""

import pytest

from nlp.candidates import find_candidates
from nlp.matching import match_hints
from nlp.schema_compiler import compile_schema
from nlp.spans import Document

STRING = {"type": "string"}
PLEITO = (
    "AUDIENCIA PROVINCIAL DE ROBLEDAL\n\nSENTENCIA N.º 31/2022\n\n"
    "Vistos los autos n.º 908/2021 de juicio ordinario, promovidos por Maderas Tojo S.L. contra "
    "doña Irene Ferrer Prieto. La demandada no pagó las vigas que se le sirvieron."
)
VENTA = (
    "El vendedor, don Jacinto Roldán Vera, transmite la finca La Umbría a la compradora, doña "
    "Clara Mestre Ojeda, por 90.000 euros."
)
AVISO = (
    "El comedor abre de lunes a viernes. Reservas en comedor@umbria.example o en el 950 310 277. "
    "La empresa, con NIF B45990213, admite tarjetas. Tome una cápsula cada 12 horas durante 5 días."
)


def answers(text: str, *names: str) -> list[str]:
    schema = compile_schema({"type": "object", "properties": dict.fromkeys(names, STRING)})
    document = Document("texto", text)
    found = match_hints(document, find_candidates(document), schema)
    return [one.hints[0].candidate.mention for one in found]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (PLEITO, {"demandante": "Maderas Tojo S.L.", "demandado": "Irene Ferrer Prieto"}),
        (PLEITO, {"plaintiff": "Maderas Tojo S.L.", "defendant": "Irene Ferrer Prieto"}),
        (PLEITO, {"tribunal": "AUDIENCIA PROVINCIAL DE ROBLEDAL"}),
        (VENTA, {"vendedor": "Jacinto Roldán Vera", "comprador": "Clara Mestre Ojeda"}),
        (AVISO, {"correo": "comedor@umbria.example", "telefono": "950 310 277"}),
        (AVISO, {"nif": "B45990213"}),
        (AVISO, {"pauta": "cada 12 horas"}),
        (AVISO, {"dosing_frequency": "cada 12 horas", "duracion": "5 días"}),
    ],
)
def test_each_field_its_own_mention(text: str, wanted: dict[str, str]) -> None:
    found = answers(text, *wanted)
    assert [one in mention for one, mention in zip(wanted.values(), found, strict=True)] == [
        True
    ] * len(wanted), found
