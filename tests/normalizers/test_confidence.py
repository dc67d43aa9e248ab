"""How sure an answer is: what the text bears out before what it does not, and weights as written."""

import dataclasses

import pytest

from nlp.candidates import find_candidates
from nlp.errors import SettingsError
from nlp.match.trees import unpack
from nlp.matching import match_hints
from nlp.schema import Draft
from nlp.schema_compiler import compile_schema
from nlp.spans import Document
from normalizers.confidence import confidences
from normalizers.confidence_features import Signals, features, group_of
from normalizers.judge import judge
from normalizers.normalize import normalize, read_document, signals
from normalizers.outcome import FieldResult

TEXT = (
    "Albarán n.º 7731. Fecha: 12 de junio de 2023. Cliente: Panadería Hermanos Lobo. "
    "Se entregan 48 sacos de harina de 25 kg por un importe de 612,50 €. Pago al contado. "
    "Transportista: Ramiro Cuesta Vidal."
)
SCHEMA = {
    "type": "object",
    "properties": {
        "cliente": {"type": "string", "description": "Cliente"},
        "transportista": {"type": ["string", "null"], "description": "Transportista"},
        "fecha": {"type": "string", "format": "date"},
        "sacos": {"type": "integer", "description": "Número de sacos entregados"},
        "importe": {"type": "number", "description": "Importe en euros"},
        "telefono": {"type": ["string", "null"], "description": "Teléfono del cliente"},
    },
    "required": ["cliente", "fecha", "sacos", "importe"],
}
GOLD = {
    "cliente": "Panadería Hermanos Lobo",
    "transportista": "Ramiro Cuesta Vidal",
    "fecha": "2023-06-12",
    "sacos": 48,
    "importe": 612.5,
    "telefono": None,
}


def results(changes: dict[str, object], source: str = "model") -> dict[str, FieldResult]:
    schema = compile_schema(SCHEMA, instruction="Extrae los datos del albarán")
    document = Document("", TEXT)
    candidates = find_candidates(document)
    hints = match_hints(document, candidates, schema)
    draft = Draft(root=GOLD | changes, source=source)
    told = normalize(draft, schema, document, candidates, hints=hints)
    return {one.path: one for one in told}


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        ("sacos", 43),
        ("sacos", -48),
        ("importe", 612500.0),
        ("importe", 642.5),
        ("fecha", "2023-06-18"),
        ("fecha", "2022-06-12"),
        ("cliente", "Talleres Ibáñez"),
        ("cliente", "Ramiro Cuesta Vidal"),
        ("sacos", 25),
    ],
)
def test_a_wrong_value_is_less_sure_than_the_right_one(path: str, wrong: object) -> None:
    assert results({path: wrong})[path].confidence < results({})[path].confidence


@pytest.mark.parametrize(("path", "wrong"), [("sacos", 43), ("fecha", "2021-01-30")])
def test_a_number_or_date_that_the_text_does_not_say_is_unlikely(path: str, wrong: object) -> None:
    assert results({path: wrong})[path].confidence < 0.5


def test_a_null_is_surer_where_the_text_says_nothing() -> None:
    told = results({"transportista": None})
    assert told["telefono"].confidence > told["transportista"].confidence


def test_every_confidence_is_a_probability() -> None:
    for source in ("model", "candidates"):
        assert all(0 < one.confidence < 1 for one in results({}, source).values())


def test_a_value_a_null_and_their_authors_are_judged_apart() -> None:
    schema = compile_schema(SCHEMA, instruction="")
    context = read_document(schema, Document("", TEXT), ())
    for source in ("model", "candidates"):
        draft = Draft(root=GOLD, source=source)
        groups = {one.path: group_of(one, source) for one in judge(draft, context)}
        assert groups["sacos"] == source
        assert groups["telefono"] == "null"


def test_agreement_and_the_whole_answer_are_known() -> None:
    schema = compile_schema(SCHEMA, instruction="")
    context = read_document(schema, Document("", TEXT), ())
    draft = Draft(root=GOLD)
    places = list(judge(draft, context))
    told = [signals(one, draft, context, {"sacos": 2 / 3}) for one in places]
    known = {one.path: each for one, each in zip(places, features(places, told), strict=True)}
    assert known["sacos"]["agreement"] == pytest.approx(2 / 3)
    assert "agreement" not in known["importe"]
    assert known["sacos"]["all:supported"] == known["telefono"]["all:supported"]


def test_token_probabilities_count_where_there_are_any() -> None:
    schema = compile_schema(SCHEMA, instruction="")
    context = read_document(schema, Document("", TEXT), ())
    places = list(judge(Draft(root=GOLD), context))
    sure, unsure = (
        confidences(places, [dataclasses.replace(Signals(), logprob=logprob)] * len(places))
        for logprob in (-0.01, -2.0)
    )
    assert all(one > other for one, other in zip(sure, unsure, strict=True))


def test_weights_that_are_not_those_written_are_refused() -> None:
    with pytest.raises(SettingsError, match="reinstall"):
        unpack(b"otra cosa", "0" * 64)
