"""English words that no lexicon of ours has, by the wordnets."""

import pytest

from nlp.asked.answer_classes import answer_classes
from nlp.asked.field_profile import profile_schema
from nlp.asked.schema_lexicon import field_lexicon
from nlp.asked.wordnet import entry_of
from nlp.labels.form_elements import Pair
from nlp.labels.likeness import field_terms_of, likeness
from nlp.schema_compiler import compile_schema


@pytest.mark.parametrize(
    ("word", "lemma", "spanish"),
    [
        ("blacksmith", "blacksmith", "herrero"),
        ("beehives", "beehive", "colmena"),
        ("daisies", "daisy", "margarita"),
        ("stitched", "stitch", "coser"),
        ("fishermen", "fisherman", "pescador"),
    ],
)
def test_a_word_in_any_form_has_its_spanish(word: str, lemma: str, spanish: str) -> None:
    """Inflected forms are looked up by their lemma."""
    entry = entry_of(word)
    assert entry is not None
    assert entry.word == lemma
    assert spanish in entry.spanish


@pytest.mark.parametrize("word", ["animal", "sin", "once", "zzyx", ""])
def test_words_that_are_spanish_too_or_unknown_have_none(word: str) -> None:
    """A text has them as they are; nothing is made of what is not known."""
    assert entry_of(word) is None


def test_who_and_where_are_told_from_things() -> None:
    """The class that most senses of a noun are of is what it asks for."""
    assert answer_classes(("blacksmith",), (), ())["person"] > 0.5
    assert answer_classes(("granary",), (), ())["place"] > 0.5
    assert answer_classes(("beehive",), (), ()) == {}


def test_the_lexicon_comes_first() -> None:
    """Words of our own lexicon keep their meaning; only the others are looked up."""
    lexicon = field_lexicon()
    assert set(lexicon.concepts_of("patients")) <= set(lexicon.concepts)
    assert [one.names for one in lexicon.concepts_of("blacksmiths")] == [("blacksmith",)]


def test_a_spanish_label_answers_a_field_named_in_english() -> None:
    """A label and a name that share nothing as they are written."""
    schema = compile_schema(
        {
            "type": "object",
            "properties": {"beehives": {"type": "integer"}, "blacksmith": {"type": "string"}},
        }
    )
    hives, smith = map(field_terms_of, profile_schema(schema))
    label = Pair("Colmenas", 0, 8, 10, 12, "colon")
    assert likeness(hives, label) > 0.5
    assert likeness(smith, label) == 0.0
