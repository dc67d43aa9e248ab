"""Whether a name is a woman's or a man's, and what a field's name asks for."""

from dataclasses import replace

import pytest
from weighable import weighable

from nlp.match.options import FieldOptions
from nlp.match.ranker import trained_ranker
from nlp.match.weighed import weigh
from nlp.names.gender import MAN, WOMAN, asked_gender, gender_of


@pytest.mark.parametrize(
    ("mention", "told"),
    [
        ("Araceli Duarte", WOMAN),
        ("Zunilda Benegas", WOMAN),
        ("la", None),
        ("Dra. Paz", WOMAN),
        ("doctora Gil", WOMAN),
        ("don Luis", MAN),
        ("D. Luis", MAN),
        ("D.ª Inés Gil", WOMAN),
        ("Dª Paz", WOMAN),
        ("M.ª Jesús Gil", WOMAN),
        ("Borja Gil", MAN),
        ("Ramón", MAN),
        ("coronel Ana Gil", WOMAN),
        ("Noé Pluma", None),
        ("Garmendia", None),
        ("", None),
    ],
)
def test_titles_and_given_names_tell_whether_a_woman_is_named(
    mention: str, told: str | None
) -> None:
    assert gender_of(mention) == told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("oradora", "velorio"), WOMAN),
        (("jefa", "turno"), WOMAN),
        (("presidenta", "mesa"), WOMAN),
        (("medico", "tratante"), MAN),
        (("encubridor",), MAN),
        (("protagonista",), None),
        (("found", "by"), None),
        (("supervisor",), None),
        (("fecha", "alta"), None),
    ],
)
def test_the_name_of_a_field_asks_for_a_woman_or_a_man(words: tuple[str, ...], told: str | None):
    assert asked_gender(words) == told


def test_a_field_named_for_a_woman_takes_a_womans_name() -> None:
    text = "Recibió al jurado Ramón Ibáñez y lo despidió Julia Cerdá en la puerta del teatro."
    found = {}
    for name in ("invitada", "invitado"):
        (field,) = weighable(text, {name: {"type": "string"}})
        assert isinstance(field, FieldOptions)
        found[name] = {
            one.value: gain for one, gain in zip(field.options, field.suits, strict=True) if gain
        }
    assert found["invitada"]["Julia Cerdá"] > 0 > found["invitada"]["Ramón Ibáñez"]
    assert found["invitado"]["Ramón Ibáñez"] > 0 > found["invitado"]["Julia Cerdá"]
    (field,) = weighable(text, {"invitada": {"type": "string"}})
    assert isinstance(field, FieldOptions)
    trees = trained_ranker().boosted.trees
    alone = {
        one.value: one.score for one in weigh([replace(field, suits=())], trees)["invitada"].hints
    }
    beside = {one.value: one.score for one in weigh([field], trees)["invitada"].hints}
    assert beside["Julia Cerdá"] > alone["Julia Cerdá"]
    assert beside["Ramón Ibáñez"] < alone["Ramón Ibáñez"]
    assert sum(beside.values()) == pytest.approx(sum(alone.values()), abs=0.02)
