"""Vectors of words that say which option answers which field."""

import hashlib
import math
from dataclasses import replace

import numpy as np
import pytest
from weighable import weighable

from nlp.candidates import find_candidates
from nlp.errors import SettingsError
from nlp.match.embeddings import (
    HALF,
    PLACES,
    SIDE_COUNT,
    SIDE_OF_PLACE,
    SLIGHT,
    Embeddings,
    pack,
    unpack,
    words_of_option,
)
from nlp.match.options import FieldOptions
from nlp.match.ranker import trained_ranker
from nlp.match.read_surroundings import read_surroundings
from nlp.match.weighed import weigh
from nlp.spans import Candidate, Document

BEFORE, AFTER, LABEL, MENTION, SHAPE = 0, 10, 16, 17, 18


def random_embeddings(words: str, size: int = 3) -> Embeddings:
    """Any vectors of some words and of one for all others."""
    numbers = {word: at for at, word in enumerate(words.split(), start=1)}
    draw = np.random.default_rng(5)

    def table(*shape: int) -> np.ndarray:
        return draw.normal(size=shape).astype(np.float32)

    return Embeddings(
        numbers,
        asked=table(len(numbers) + 1, size),
        beside=table(len(numbers) + 1, size),
        part=table(3, size),
        part_weight=np.exp(table(3)),
        place=table(PLACES, size),
        place_weight=np.exp(table(PLACES)),
        query=table(SIDE_COUNT, size, size),
        side=table(SIDE_COUNT),
        weight=0.5,
    )


def plain_score(one: Embeddings, field, option) -> float:
    """The score word by word, as the docstring of the class has it."""
    said = [(one.numbers.get(word, 0), at) for at, part in enumerate(field) for word in part]
    weights = [one.part_weight[at] for _, at in said]
    vectors = [one.asked[word] + one.part[at] for word, at in said]
    asked = sum(w * v for w, v in zip(weights, vectors, strict=True)) / (sum(weights) + HALF)
    score = 0.0
    for side in range(SIDE_COUNT):
        agreed = [
            (asked @ one.query[side])
            @ (one.beside[one.numbers.get(word, 0)] + one.place[place])
            * one.place_weight[place]
            for place, word in option
            if SIDE_OF_PLACE[place] == side
        ]
        score += one.side[side] * math.log(1 + sum(map(math.exp, agreed))) + SLIGHT * sum(agreed)
    return score


def test_a_score_is_the_sum_over_sides_of_what_agrees():
    told = random_embeddings("medic facult respons fech")
    field = (("medic", "nunca"), ("respons",), ())
    options = [
        ((BEFORE, "facult"), (BEFORE + 1, "raro"), (SHAPE, "=PERSON")),
        ((AFTER, "fech"), (LABEL, "respons"), (MENTION, "facult")),
    ]
    expected = [plain_score(told, field, one) for one in options]
    assert told.scores(field, options) == pytest.approx(expected, rel=1e-4)
    chances = np.exp(told.log_chances(field, options))
    assert chances.sum() == pytest.approx(1)
    assert chances[1] / chances[0] == pytest.approx(math.exp(expected[1] - expected[0]), rel=1e-3)


def test_a_field_without_words_and_one_without_options_say_nothing_of_any():
    told = random_embeddings("medic")
    same = told.log_chances(((), (), ()), [((LABEL, "medic"),), ((LABEL, "fech"),)])
    assert same == pytest.approx([-math.log(2)] * 2)
    assert not len(told.log_chances((("medic",), (), ()), []))


def test_packed_they_say_nearly_the_same_and_a_changed_file_is_refused():
    told = random_embeddings("medic facult respons fech", size=8)
    packed = pack(told)
    again = unpack(packed, hashlib.sha256(packed).hexdigest(), told.weight)
    field = (("medic",), ("fech",), ())
    options = [((BEFORE, "facult"),), ((LABEL, "respons"), (AFTER, "x"))]
    assert again.numbers == told.numbers
    assert again.scores(field, options) == pytest.approx(told.scores(field, options), abs=0.3)
    with pytest.raises(SettingsError, match="reinstall veraz"):
        unpack(packed, "0" * 64, told.weight)


def test_words_stand_at_their_places_within_the_sentence():
    text = "Cerró la sesión. Presidió la mesa la decana Ana Gil en Lugo. Hubo ruegos."
    document = Document("", text)
    here = read_surroundings(document, find_candidates(document))
    at = text.index("Ana Gil")
    one = Candidate(at, at + 7, "Ana Gil", "PERSON", None, "test")
    beside = (("=PERSON",), ("ana",), ("cargo",), ())
    found = words_of_option(here, one, beside)
    at_place = dict(found)
    assert at_place[BEFORE].startswith("decan")
    assert at_place[BEFORE + 4].startswith("presid")
    assert BEFORE + 5 not in at_place
    assert at_place[AFTER + 1] == "lug"
    assert (LABEL, "cargo") in found
    assert (SHAPE, "=PERSON") in found
    assert [word for place, word in found if place == MENTION] == ["ana", "gil"]


def test_vectors_choose_among_options_and_leave_null_as_it_was():
    text = "La obra la dirige Ana Gil. La financia Luis Rey."
    (field,) = weighable(text, {"persona": {"type": ["string", "null"]}})
    assert isinstance(field, FieldOptions)
    trees = trained_ranker().boosted.trees
    before = weigh([field], trees)["persona"]
    last = next(at for at, one in enumerate(field.options) if one.value == before.hints[-1].value)
    told = tuple(0.0 if at == last else -40.0 for at in range(len(field.options)))
    after = weigh([replace(field, agreed=told)], trees, 1.0)["persona"]
    assert after.hints[0].value == before.hints[-1].value
    assert after.answered == before.answered
    assert sum(one.score for one in after.hints) == pytest.approx(
        sum(one.score for one in before.hints), abs=0.01
    )
    assert weigh([replace(field, agreed=told)], trees)["persona"] == before


def test_what_ships_knows_words_of_both_kinds():
    told = trained_ranker().embeddings
    assert told is not None
    assert {"medic", "fech", "=PERSON"} <= told.numbers.keys()
    assert 0 < told.weight < 1
    doctor = (("medic",), (), ())
    options = [((BEFORE, "doctor"), (SHAPE, "=PERSON")), ((BEFORE, "hospital"), (SHAPE, "=PERSON"))]
    first, second = told.scores(doctor, options)
    assert first > second
