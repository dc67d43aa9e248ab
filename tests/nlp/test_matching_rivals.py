"""Fields of one object that ask for the same kind of thing: each gets its own mention."""

from typing import Any

import pytest

from nlp.asked.field_profile import profile_schema
from nlp.candidates import find_candidates
from nlp.hints import FieldHints, Hint
from nlp.match.competition import SHARED, settle_competition
from nlp.matching import match_hints
from nlp.schema_compiler import compile_schema
from nlp.spans import Candidate, Document

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


def hint(start: int, mention: str, score: float) -> Hint:
    return Hint(Candidate(start, start + len(mention), mention, "PERSON", None, "test"), score)


def settled(first: tuple[Hint, ...], second: tuple[Hint, ...], *names: str) -> list[str]:
    asked: dict[str, Any] = dict.fromkeys(names, STRING)
    profiles = profile_schema(compile_schema({"type": "object", "properties": asked}))
    hints = {
        one.path: FieldHints(one.path, hints, 0.8)
        for one, hints in zip(profiles, (first, second), strict=True)
    }
    found = settle_competition(profiles, hints)
    assert all(
        sum(hint.score for hint in found[path].hints)
        == pytest.approx(sum(hint.score for hint in hints[path].hints))
        for path in hints
    )
    return [found[one.path].hints[0].candidate.mention for one in profiles]


def test_the_surer_field_takes_the_mention() -> None:
    ana, leo = hint(0, "Ana Gil", 0.6), hint(20, "Leo Paz", 0.3)
    less = (hint(0, "Ana Gil", 0.5), hint(20, "Leo Paz", 0.4))
    assert settled((ana, leo), less, "comprador", "vendedor") == ["Ana Gil", "Leo Paz"]
    assert settled(less, (ana, leo), "comprador", "vendedor") == ["Leo Paz", "Ana Gil"]


def test_a_mention_clearly_best_for_both_stays_with_both() -> None:
    sure = (hint(0, "Ana Gil", 0.9), hint(20, "Leo Paz", 0.9 * SHARED / 2))
    assert settled(sure, sure, "autor", "editor") == ["Ana Gil", "Ana Gil"]


def test_fields_of_other_kinds_are_no_rivals() -> None:
    same = (hint(0, "Ana Gil", 0.5), hint(20, "Leo Paz", 0.4))
    assert settled(same, same, "autor", "ciudad") == ["Ana Gil", "Ana Gil"]
