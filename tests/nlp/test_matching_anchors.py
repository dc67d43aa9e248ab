import numpy as np
import pytest

from nlp.asked.field_profile import profile_schema
from nlp.asked.key_field import key_field_of
from nlp.candidates import find_candidates
from nlp.match.item_names import ItemName, item_name, object_chances
from nlp.match.read_surroundings import read_surroundings
from nlp.match.surroundings import Surroundings
from nlp.schema_compiler import compile_schema
from nlp.spans import Candidate, Document

TEXT = (
    "El mercado abre a las ocho y tiene aparcamiento.\n\n"
    "- Cesto de mimbre: 18 euros\n- Jarra de barro: 12 euros\n"
)


def _schema(price: object) -> dict[str, object]:
    fields = {"articulo": {"type": "string"}, "precio": {"type": price}}
    one = {"type": "object", "properties": fields, "required": ["articulo", "precio"]}
    return {"type": "object", "properties": {"articulos": {"type": "array", "items": one}}}


def _read(price: object) -> tuple[ItemName, Surroundings]:
    document = Document("x", TEXT)
    schema = compile_schema(_schema(price))
    profiles = profile_schema(schema)
    array = next(one for one in schema.walk() if one.kind == "array")
    leaf = key_field_of(array)
    assert leaf is not None
    profile = next(one for one in profiles if one.path == leaf.path)
    here = read_surroundings(document, find_candidates(document))
    return item_name(array, profile, profiles), here


def _mention(words: str, label: str = "NOUN_PHRASE") -> Candidate:
    at = TEXT.index(words)
    return Candidate(at, at + len(words), words, label, None, "test")


@pytest.mark.parametrize(("price", "needed"), [("number", 1), (["number", "null"], 0)])
def test_what_an_object_cannot_do_without(price: object, needed: int) -> None:
    anchor, _ = _read(price)
    assert anchor.of_objects
    assert len(anchor.needed) == needed


def test_a_value_nearby_speaks_for_an_anchor() -> None:
    anchor, here = _read("number")
    picked = [_mention("Cesto de mimbre"), _mention("aparcamiento"), _mention("18 euros", "MONEY")]
    with_price, without, value = object_chances(anchor, here, picked, np.full(3, 0.4))
    assert with_price > 0.4 > without
    assert value < 0.01


def test_values_that_may_be_missing_say_nothing() -> None:
    anchor, here = _read(["number", "null"])
    picked = [_mention("Cesto de mimbre"), _mention("aparcamiento")]
    assert object_chances(anchor, here, picked, np.full(2, 0.4)).tolist() == [0.4, 0.4]
