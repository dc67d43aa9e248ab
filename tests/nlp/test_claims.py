"""What a field may take where another field is likely to be answered: one place answers one field."""

from dataclasses import replace

import pytest
from weighable import weighable

from nlp.match.options import FieldOptions
from nlp.match.ranker import trained_ranker
from nlp.match.weighed import weigh

TEXT = "Encontró el reloj Ana Gil y lo vendió Luis Rey; se lo compró Marta Paz en Lugo."


def chances(fields: list[FieldOptions]) -> dict[str, dict[object, float]]:
    """The chance of each value of each field."""
    found = weigh(fields, trained_ranker().boosted.trees)
    return {path: {one.value: one.score for one in each.hints} for path, each in found.items()}


def sure_of(field: FieldOptions, value: str, by: float = 20.0) -> FieldOptions:
    """The field with one option much likelier than all others."""
    return replace(field, suits=tuple(by if one.value == value else 0.0 for one in field.options))


def test_what_answers_another_field_is_less_likely() -> None:
    names = {"hallazgo_de": {"type": "string"}, "venta_de": {"type": "string"}}
    finder, seller = weighable(TEXT, names)
    assert isinstance(finder, FieldOptions)
    assert isinstance(seller, FieldOptions)
    by_itself = chances([replace(finder, suits=())])["hallazgo_de"]
    beside = chances([replace(finder, suits=()), sure_of(seller, "Ana Gil")])["hallazgo_de"]
    others = [value for value in by_itself if value not in {"Ana Gil"} and "Ana" not in str(value)]
    assert beside["Ana Gil"] / beside["Luis Rey"] < by_itself["Ana Gil"] / by_itself["Luis Rey"]
    assert any(beside[value] > by_itself[value] for value in others)


def test_chances_still_sum_up_to_one() -> None:
    finder, seller = weighable(
        TEXT, {"quien": {"type": ["string", "null"]}, "a_quien": {"type": "string"}}
    )
    assert isinstance(finder, FieldOptions)
    assert isinstance(seller, FieldOptions)
    lone = weigh([finder], trained_ranker().boosted.trees)["quien"]
    beside = weigh([finder, sure_of(seller, "Luis Rey")], trained_ranker().boosted.trees)["quien"]
    for one in (lone, beside):
        assert sum(hint.score for hint in one.hints) == pytest.approx(1.0, abs=0.02)
