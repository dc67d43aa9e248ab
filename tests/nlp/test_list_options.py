"""The lists that a field of plain values may take, and the one that weighs most."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from labelled_answers import answer
from weighable import weighable

from nlp.labels.form_elements import Pair
from nlp.labels.items import OTHER_CUTS, items_of, parted
from nlp.match.list_options import ListOption, ListOptions

SHEET = """HOJA DE RECOGIDA DE VEHÍCULO    Taller Rodamar

Matrícula: 4471-KLM      Km: 88.214
Dejó dentro: paraguas rojo, funda de guitarra y dos mantas
Golpes: retrovisor izdo. partido / paragolpes rayado

Trabajos pedidos
  1. Cambio de aceite y filtros
  2. Revisión de frenos traseros
  3. Carga del aire acondicionado

Avisar antes de montar piezas: sí
"""


def lists_of(text: str, properties: dict[str, Any]) -> dict[str, ListOptions]:
    return {
        one.array.path: one for one in weighable(text, properties) if isinstance(one, ListOptions)
    }


STRINGS = {"type": "array", "items": {"type": "string"}}


def test_each_label_with_several_items_and_each_block_is_an_option() -> None:
    found = lists_of(SHEET, {"pertenencias": STRINGS})["pertenencias"]
    values = [one.values for one in found.options]
    assert ("paraguas rojo", "funda de guitarra", "dos mantas") in values
    assert ("retrovisor izdo. partido", "paragolpes rayado") in values
    block = next(one for one in found.options if one.values[0] == "Cambio de aceite y filtros")
    assert len(block.values) == 3
    assert block.traits["block"] == 1.0
    for one in found.options:
        assert len(one.spans) in {0, len(one.values)}
        assert one.traits["items"] == len(one.values)
    start, end = found.places.spans[values.index(block.values)]
    assert SHEET[start:end].startswith("Cambio de aceite")
    assert SHEET[start:end].endswith("acondicionado")


def test_an_empty_list_is_weighed_unless_the_schema_wants_items() -> None:
    asked = {"pertenencias": STRINGS, "trabajos": STRINGS | {"minItems": 1}}
    found = lists_of(SHEET, asked)
    for path, more in (("pertenencias", 1), ("trabajos", 0)):
        assert len(found[path].rows) == len(found[path].options) + more
    assert found["pertenencias"].rows[-1]["nothing"] == 1.0


def test_lists_of_objects_and_lists_in_lists_have_no_options() -> None:
    item = {"type": "object", "properties": {"nombre": {"type": "string"}, "notas": STRINGS}}
    assert lists_of(SHEET, {"piezas": {"type": "array", "items": item}}) == {}


def test_lists_behind_labels_of_other_words_are_told_apart() -> None:
    asked = {
        "matricula": {"type": "string"},
        "objetos_en_el_coche": STRINGS,
        "golpes_visibles": STRINGS,
        "trabajos_pedidos": STRINGS,
    }
    found = answer(SHEET, asked)
    assert found["objetos_en_el_coche"] == ["paraguas rojo", "funda de guitarra", "dos mantas"]
    assert found["golpes_visibles"] == ["retrovisor izdo. partido", "paragolpes rayado"]
    assert found["trabajos_pedidos"][1] == "Revisión de frenos traseros"


def test_no_list_has_more_items_than_the_schema_lets_it() -> None:
    found = lists_of(SHEET, {"trabajos": STRINGS | {"maxItems": 2}})["trabajos"]
    assert max(len(one.values) for one in found.options) == 2


def items(said: str) -> list[str]:
    return [said[slice(*span)] for span in items_of(Pair("x", 0, 0, 0, len(said), "colon"), said)]


def test_a_comma_before_a_number_parts_no_items() -> None:
    assert items("Foto de carné, 2 copias") == ["Foto de carné, 2 copias"]


def test_a_value_can_be_parted_in_other_ways() -> None:
    said = "BIO - MAD - LPA"
    pair = Pair("x", 0, 0, 0, len(said), "colon")
    found = [[said[slice(*span)] for span in parted(pair, said, cuts)] for cuts in OTHER_CUTS]
    assert ["BIO", "MAD", "LPA"] in found


def test_a_member_of_a_closed_set_is_listed_once() -> None:
    """Two things behind a label that are one member to the schema."""
    kinds = {"type": "string", "enum": ["ruido", "luz"]}
    text = "Sala: Oria\nAvisos: ruido fuerte, luz intensa, ruido repentino\nAforo: 90\n"
    assert answer(text, {"avisos": {"type": "array", "items": kinds}}) == {
        "avisos": ["ruido", "luz"]
    }


def test_a_list_of_running_text_promises_what_it_shares_with_all_that_may_be_right() -> None:
    asked = {"invitados": STRINGS}
    one = lists_of("Vinieron Olga Ruiz, Blas Cano y Rita Soto.", asked)["invitados"]
    options = (
        ListOption(("a", "b", "c"), ()),
        ListOption(("a", "b"), ()),
        ListOption(("x",), ()),
    )
    found = replace(one, options=options).promises(np.array([0.3, 0.3, 0.35, 0.05]))
    assert found == pytest.approx([0.3 + 0.2, 0.2 + 0.3, 0.35, 0.05])
    form = replace(one, options=options, nothing={**one.nothing, "pairs": 9.0})
    assert form.promises(np.array([0.4, 0.3, 0.3])) == pytest.approx([0.4, 0.3, 0.3, 0.0])


def test_what_the_ranks_choose_alone_is_known() -> None:
    one = lists_of("Vinieron Olga Ruiz y Blas Cano.", {"invitados": STRINGS})["invitados"]
    options = (
        ListOption(("Olga Ruiz",), (), {"run": 4.0}),
        ListOption(("Blas Cano",), (), {"gain": 0.4}),
    )
    for answered, expected in ((0.9, 1), (0.5, 2)):
        ranked = replace(one.ranked, answered=answered)
        assert replace(one, options=options, ranked=ranked).ranked_alone == expected
