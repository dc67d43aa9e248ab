"""The trees of sentences beside a question, and which of many likely mentions is answered."""

import os

import pytest
from question_pairs import asked

from nlp.hints import Hint
from nlp.match.expected import most_shared
from nlp.match.surroundings import Floats
from nlp.names import parsing
from nlp.names.parsing import Parsed, parsed
from nlp.spans import Candidate, Document

TEXT = "Julia Bustos refundió la **campana** del faro."
# What hangs on what in it, with "refundió" as the root.
TREE = Parsed(
    starts=(0, 6, 13, 22, 27, 37, 41),
    ends=(5, 12, 21, 24, 34, 40, 45),
    heads=(2, 0, 2, 4, 2, 6, 4),
    relations=("nsubj", "flat", "ROOT", "det", "obj", "case", "nmod"),
)


def features_of(question: str, text: str = TEXT) -> tuple[dict[str, Floats], list[str]]:
    columns, here, chosen = asked(question, text)
    return columns, [here.candidates[at].mention for at in chosen]


def test_a_mention_hangs_on_the_verb_of_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nlp.match.question_trees.parsed", lambda _: TREE)
    columns, mentions = features_of("¿Quién refundió la pieza del faro?")
    subject = mentions.index("Julia Bustos")
    assert columns["tree_said"][subject] == 1.0
    assert columns["tree_next"][subject] == 1.0
    assert columns["tree_roots"][subject] == 1.0
    assert columns["tree_left"][subject] == columns["tree_right"][subject] == 0.0
    assert columns["tree_depth"][subject] == 1.0
    bell = mentions.index("campana")
    assert columns["tree_under"][bell] > columns["tree_under"][subject] == 0.0
    assert columns["tree_right"][bell] == 2.0


def test_words_of_another_sentence_are_far(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "Nevó. Cantó Eva."
    tree = Parsed((0, 6, 12), (4, 11, 15), (0, 1, 1), ("ROOT", "ROOT", "nsubj"))
    monkeypatch.setattr("nlp.match.question_trees.parsed", lambda _: tree)
    columns, mentions = features_of("¿Quién vio que nevó?", text)
    singer = mentions.index("Eva")
    assert columns["tree_any"][singer] == 12.0
    assert columns["tree_said"][singer] == 0.0


def test_only_questions_are_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Document) -> Parsed:
        raise AssertionError("parsed")

    monkeypatch.setattr("nlp.match.question_trees.parsed", refuse)
    columns, _ = features_of("Persona que refundió la campana")
    assert not any(name.startswith("tree_") for name in columns)
    with pytest.raises(AssertionError, match="parsed"):
        features_of("¿Quién refundió la campana?")


def test_without_a_parser_nothing_is_said_of_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nlp.match.question_trees.parsed", lambda _: Parsed())
    columns, _ = features_of("¿Quién refundió la campana?")
    assert not any(name.startswith("tree_") for name in columns)


def test_a_text_is_parsed_passage_by_passage_with_its_own_offsets() -> None:
    found = parsed(Document("", f"{TEXT}\n\nLuego **sonó** tres veces."))
    if not found.starts:
        pytest.skip("needs a pipeline with a parser")
    words = [
        f"{TEXT}\n\nLuego **sonó** tres veces."[start:end]
        for start, end in zip(found.starts, found.ends, strict=True)
    ]
    assert {"campana", "sonó", "veces"} <= set(words)
    later = words.index("sonó")
    assert all((head >= later - 1) == (at >= later - 1) for at, head in enumerate(found.heads))


def test_a_pipeline_without_a_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "SPACY_ES_MODEL", "blank_es")
    assert parsing.parsed(Document("", TEXT)) == Parsed()


def hint(mention: str, score: float) -> Hint:
    return Hint(Candidate(0, len(mention), mention, "NOUN_PHRASE", None, "made"), score, ())


def test_near_doubles_outweigh_a_mention_that_leads_them() -> None:
    doubles = [hint("lago Enol", 0.3), hint("el lago Enol", 0.3)]
    assert most_shared([hint("Covadonga", 0.35), *doubles]) is doubles[0]
    alone = hint("Covadonga", 0.6)
    assert most_shared([alone, *doubles[:1]]) is alone


def test_the_first_of_mentions_that_share_nothing() -> None:
    first = hint("1731", 0.4)
    assert most_shared([first, hint("Arana", 0.4)]) is first
