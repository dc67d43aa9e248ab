"""Associations of a field's words with what stands beside its options."""

import hashlib
from importlib.resources import files

import numpy as np
import pytest

from nlp.asked.field_profile import profile_schema
from nlp.candidates import find_candidates
from nlp.errors import SettingsError
from nlp.labels.form_elements import pair_of
from nlp.match.associations import (
    CHANNELS,
    PARTS,
    SIDES,
    TRAITS,
    Associations,
    OptionWords,
    association,
    field_words,
    list_words,
    pack,
    shape_of,
    telling_stems,
    unpack,
)
from nlp.match.boosted import Boosted
from nlp.match.pool import read_pool
from nlp.match.ranker import Ranker, trained_ranker
from nlp.match.read_surroundings import read_surroundings
from nlp.match.row_choice import chosen_rows
from nlp.schema_compiler import compile_schema
from nlp.spans import Candidate, Document

TEXT = "Acta de la sesión.\nFacultativo responsable: Inés Rey\nPresidió la mesa la decana Ana Gil."


def of(pairs: dict[tuple[str, str, str], float]) -> Associations:
    """Associations as a table says them: part and side with a dot, two words, how much."""
    words = sorted({word for _, *both in pairs for word in both})
    numbers = {word: at for at, word in enumerate(words)}
    bare = Associations(numbers, np.zeros(0, dtype=np.int64), np.zeros(0))
    channels = [f"{PARTS[part]}.{SIDES[side]}" for part, side in CHANNELS]
    told = sorted(
        (
            int(
                bare.key_of(
                    channels.index(channel), np.array(numbers[own]), np.array(numbers[other])
                )
            ),
            ratio,
        )
        for (channel, own, other), ratio in pairs.items()
    )
    return Associations(
        numbers, np.array([key for key, _ in told]), np.array([ratio for _, ratio in told])
    )


def test_the_word_that_says_most_counts_and_all_words_of_the_field_do():
    told = of(
        {
            ("name.label", "medic", "facult"): 1.5,
            ("name.label", "medic", "respons"): 0.5,
            ("name.label", "nombr", "respons"): 0.25,
            ("name.label", "medic", "mes"): -0.75,
        }
    )
    field = (("nombr", "medic", "nunca"), (), ())
    right = (("=PERSON",), ("inés",), ("facult", "respons"), ())
    wrong = (("=PERSON",), ("ana",), ("mes", "raro"), ())
    rows = told.traits(field, [right, wrong, ((), (), (), ())])
    at = TRAITS.index("name_label_for")
    assert rows[:, at].tolist() == [1.75, 0.0, 0.0]
    assert rows[:, at + 1].tolist() == [0.0, -0.75, 0.0]
    assert not np.delete(rows, [at, at + 1], axis=1).any()


def test_no_options_and_no_known_words_say_nothing():
    assert of({}).traits((("a",), (), ()), []).shape == (0, len(TRAITS))
    assert not of({}).traits((("a",), (), ()), [(("b",), (), (), ())]).any()


def test_an_association_is_the_log_of_found_over_expected():
    ratios = association(np.array([3.0, 0.0, 1.0]), np.array([1.0, 1.0, 1.0]))
    assert ratios == pytest.approx([0.7, -0.7, 0.0], abs=0.026)


def test_packed_they_are_the_same_and_a_changed_file_is_refused():
    told = of({("told.before", "fech", "firm"): 0.75, ("name.shape", "año", "=whole 6"): -1.2})
    packed = pack(told)
    again = unpack(packed, hashlib.sha256(packed).hexdigest())
    assert again.numbers == told.numbers
    assert again.keys.tolist() == told.keys.tolist()
    assert again.ratios == pytest.approx(told.ratios)
    with pytest.raises(SettingsError, match="reinstall veraz"):
        unpack(packed, "0" * 64)


def test_what_says_nothing_is_not_packed_and_the_rest_says_the_same() -> None:
    pairs = {("name.label", "b", "c"): 0.75, ("told.before", "d", "b"): -0.5}
    silent = {("name.label", "a", "c"): 0.0, ("name.shape", "b", "e"): 0.0}
    packed = pack(of(pairs | silent))
    again = unpack(packed, hashlib.sha256(packed).hexdigest())
    assert list(again.numbers) == ["b", "c", "d"]
    assert again.keys.tolist() == of(pairs).keys.tolist()
    assert again.ratios == pytest.approx(of(pairs).ratios)


def test_the_words_of_a_field_are_telling_stems_of_name_description_and_parents():
    schema = compile_schema(
        {
            "type": "object",
            "properties": {
                "equipo": {
                    "type": "object",
                    "properties": {
                        "jefe_de_sala": {"type": "string", "description": "Quién dirige la sala"}
                    },
                }
            },
        },
        instruction="",
    )
    profile = profile_schema(schema)[0]
    assert field_words(profile) == (("jef", "sal"), ("dirig", "sal"), ("equip",))
    assert telling_stems("de la") == ()


def test_what_stands_beside_an_option_is_read_from_its_label_and_its_sentence():
    document = Document("", TEXT)
    here = read_surroundings(document, find_candidates(document))
    at, name = TEXT.index("Inés Rey"), TEXT.index("Ana Gil")
    label = TEXT.index("Facultativo")
    pair = pair_of(TEXT, (label, label + len("Facultativo responsable")), (at, at + 8), "colon")
    words = OptionWords(here, [pair])
    first = words.of(Candidate(at, at + 8, "Inés Rey", "PERSON", None, "test"), "Inés Rey", 0)
    assert first[SIDES.index("opening")] == ("inés",)
    assert first[SIDES.index("label")] == ("facult", "respons")
    assert first[SIDES.index("before")] == ("facult", "respons")
    second = words.of(Candidate(name, name + 7, "Ana Gil", "PERSON", None, "test"), "Ana Gil", -1)
    assert second[SIDES.index("label")] == ()
    assert second[SIDES.index("before")] == ("presid", "mes", "decan")


def test_a_list_is_known_by_its_items_and_what_stands_before_them():
    text = "Sustancias: agua, sal\nFin."
    document = Document("", text)
    here = read_surroundings(document, find_candidates(document))
    pair = pair_of(text, (0, 10), (12, 21), "colon")
    water = Candidate(12, 16, "agua", "NOUN_PHRASE", None, "test")
    salt = Candidate(18, 21, "sal", "NOUN_PHRASE", None, "test")
    words = OptionWords(here, [pair])
    shape, opening, label, before = words.of_list([water, salt], ["agua", "sal"])
    assert shape == ("=2 bits of items", *shape_of(water, "agua"))
    assert opening == ("agua", "sal")
    assert label == before == ("sustanci",)
    assert words.of_list([], ["miembro"]) == ((), (), (), ())


def test_the_words_of_a_list_are_those_of_its_items_too():
    schema = compile_schema(
        {
            "type": "object",
            "properties": {
                "firmantes": {
                    "type": "array",
                    "description": "Quienes suscriben",
                    "items": {"type": "string", "description": "Nombre completo"},
                }
            },
        },
        instruction="",
    )
    array = next(one for one in schema.walk() if one.kind == "array")
    name, told, parents = list_words(array, profile_schema(schema)[0])
    assert (name, parents) == (("firmant",), ())
    assert told == ("suscrib", "nombr", "complet")


@pytest.mark.parametrize(
    ("mention", "value", "shape"),
    [
        ("1.250", 1250, ("=NUMBER", "=whole 6")),
        ("2,5", 2.5, ("=NUMBER", "=broken 1")),
        ("Ana Gil", "Ana Gil", ("=NUMBER", "=2 words", "=digits 0", "=capitals 2")),
        ("A-12", "A-12", ("=NUMBER", "=1 words", "=digits 2", "=capitals 2")),
    ],
)
def test_shapes(mention: str, value: object, shape: tuple[str, ...]):
    assert shape_of(Candidate(0, len(mention), mention, "NUMBER", None, "test"), value) == shape


def test_the_shipped_associations_know_words_of_schemas():
    boosted = trained_ranker().boosted
    told = boosted.associations
    assert told is not None
    assert len(told.keys) == len(told.ratios) > 10_000
    assert (np.diff(told.keys) > 0).all()
    packed = (files("resources") / "ranker_associations.npz").read_bytes()
    assert len(packed) < 3_000_000


def test_associations_say_which_column_of_rows_answers_a_field():
    text = "Material:\n- Tornillo; 40; 3\n- Tuerca; 25; 7\n- Arandela; 90; 2\n"
    fields = {
        "pieza": {"type": "string"},
        "caja": {"type": "integer"},
        "estante": {"type": "integer"},
    }
    items = {"type": "object", "properties": fields, "required": list(fields)}
    schema = compile_schema(
        {"type": "object", "properties": {"material": {"type": "array", "items": items}}},
        instruction="",
    )
    document = Document("", text)
    reading = read_pool(document, find_candidates(document), schema)
    small = of({("name.shape", "caj", f"=whole {size}"): 2.0 for size in (0, 1)})

    def boxes(told: Associations | None) -> list[object]:
        rows = chosen_rows(schema, reading, Ranker({}, Boosted({}, {}, told)))["material"]
        return [row["material.*.caja"] for row in rows.told]

    assert boxes(None) == [40, 25, 90]
    assert boxes(small) == [3, 7, 2]
