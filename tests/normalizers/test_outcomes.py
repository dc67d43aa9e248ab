"""Outcomes, evidence of repeated mentions, confidence, abstention and strictness."""

from typing import Any

import pytest

from nlp.schema import Draft
from nlp.schema_compiler import compile_schema
from nlp.spans import Document
from normalizers.assemble import assemble
from normalizers.normalize import normalize
from normalizers.outcome import ALIGNMENTS, OUTCOMES, FieldResult

TEXT = (
    "Elvira Sanz nació en Soria en 1950. Su hermano Julián nació en Burgos en 1948. "
    "Elvira expuso en Soria con 12 cuadros; Julián, en Burgos, con 40."
)
PERSON = {
    "type": "object",
    "properties": {"nombre": {"type": "string"}, "ciudad": {"type": ["string", "null"]},
                   "cuadros": {"type": ["integer", "null"]}},
    "required": ["nombre"],
}  # fmt: skip
SCHEMA = compile_schema(
    {
        "type": "object",
        "properties": {
            "artistas": {"type": "array", "items": PERSON},
            "galería": {"type": ["string", "null"]},
            "año": {"type": ["integer", "null"]},
            "lema": {"type": "string"},
        },
        "required": ["lema"],
    },
    instruction="",
)
DRAFT = {
    "artistas": [{"nombre": "Elvira", "ciudad": "Soria", "cuadros": 12},
                 {"nombre": "Julián", "ciudad": "Burgos", "cuadros": "40 cuadros"}, None],
    "galería": "Galería Montevideo",
    "año": 1951,
    "lema": "Pintar es resistir",
}  # fmt: skip


def told(**options: Any) -> dict[str, FieldResult]:
    results = normalize(Draft(root=DRAFT), SCHEMA, Document("d", TEXT), (), **options)
    return {result.path: result for result in results}


OUTCOME_OF = {
    "artistas.0.nombre": "kept",
    "artistas.1.cuadros": "corrected",
    "artistas.2": "dropped",
    "galería": "dropped",
    "año": "unsupported",
    "lema": "unsupported",
}


@pytest.mark.parametrize(("path", "outcome"), OUTCOME_OF.items())
def test_outcome(path: str, outcome: str) -> None:
    result = told()[path]
    assert result.outcome == outcome
    assert result.reason or outcome in {"kept", "unsupported"}


def test_terms_are_the_known_ones() -> None:
    for result in told().values():
        assert result.outcome in OUTCOMES
        assert result.alignment in ALIGNMENTS
        assert 0 < result.confidence < 1


def test_repeated_mention_is_the_one_near_its_siblings() -> None:
    results = told()
    for path, mention in (("artistas.0.ciudad", "Soria"), ("artistas.1.ciudad", "Burgos")):
        starts = [evidence.start for evidence in results[path].evidence]
        assert starts == [TEXT.index(f"{mention} con") if mention == "Soria" else
                          TEXT.index("Burgos, con")]  # fmt: skip


def test_strictness_drops_more() -> None:
    dropped = {
        strictness: sum(
            result.outcome == "dropped" for result in told(strictness=strictness).values()
        )
        for strictness in ("lenient", "balanced", "strict")
    }
    assert dropped["lenient"] < dropped["balanced"] < dropped["strict"]


def test_abstention_leaves_only_what_may_not_be_null() -> None:
    results = told(abstain_below=0.999)
    kept = {path for path, result in results.items() if result.value not in (None, [])}
    assert kept == {"artistas.0.nombre", "artistas.1.nombre", "lema"}
    assert assemble(results.values(), SCHEMA)["galería"] is None


def test_agreement_raises_confidence() -> None:
    path = "artistas.0.ciudad"
    agreed, alone = told(agreement={path: 1.0})[path], told(agreement={path: 0.0})[path]
    assert agreed.confidence > alone.confidence


def test_token_probability_raises_confidence() -> None:
    def confidence(logprob: float) -> float:
        draft = Draft(root=DRAFT, logprobs={"lema": logprob})
        results = normalize(draft, SCHEMA, Document("d", TEXT), ())
        return next(each.confidence for each in results if each.path == "lema")

    assert confidence(-0.01) > confidence(-2.0)
