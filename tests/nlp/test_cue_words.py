"""What texts say beside the items of a list: known by the list's name, in two languages."""

import pytest

from nlp.asked.cue_words import cues_beside, joined_names
from nlp.asked.field_profile import profile_schema
from nlp.schema_compiler import compile_schema
from nlp.stems import spanish_stem

STRINGS = {"type": "array", "items": {"type": "string"}}


@pytest.mark.parametrize("name", ["sponsors", "funder", "patrocinador", "Financiadores"])
def test_a_name_in_either_language_and_number_has_its_cues(name: str) -> None:
    assert (spanish_stem("patrocinar"),) in cues_beside(name)


def test_names_of_several_words_are_known_joined() -> None:
    words = ("cause", "of", "death")
    assert joined_names(words) == ("causeof", "ofdeath", "causeofdeath")
    assert cues_beside("causeofdeath")
    assert not cues_beside("causeofdeathxyz")


def test_only_lists_have_them() -> None:
    raw = {"type": "object", "properties": {"sponsors": STRINGS, "sponsor": {"type": "string"}}}
    listed, single = profile_schema(compile_schema(raw))
    beside = {cue for cue in cues_beside("sponsor") if cue not in single.names}
    assert beside
    assert beside <= set(listed.names)
