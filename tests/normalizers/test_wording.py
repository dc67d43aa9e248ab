"""What people read: every outcome in both languages, and nothing left as a bare key."""

from normalizers.judge import ANSWERS
from normalizers.outcome import (
    AUTHORITIES,
    DOUBTS,
    OUTCOMES,
    Change,
    Evidence,
    FieldResult,
    Witness,
)
from normalizers.outcome_wording import LANGUAGES, change_texts, wording, wordings
from normalizers.table import RULES

TONES = {"good", "quiet", "changed", "warning", "bad"}


def test_every_key_is_worded_in_every_language() -> None:
    known = wordings()
    assert tuple(known["outcomes"]) == OUTCOMES
    assert tuple(known["doubts"]) == DOUBTS
    assert tuple(known["authorities"]) == AUTHORITIES
    others = {"second look", "no support in the text", "required and unanswered", "schema repair"}
    assert {name for name, _ in (*RULES, *ANSWERS)} | others <= set(known["rules"])
    for section in ("outcomes", "doubts"):
        for entry in known[section].values():
            assert entry["tone"] in TONES
            assert all(entry[one]["name"] and entry[one]["sentence"] for one in LANGUAGES)
    assert all(set(entry) == set(LANGUAGES) for entry in known["words"].values())


def test_the_names_of_a_language_differ() -> None:
    for language in LANGUAGES:
        names = [wording("outcomes", one, language).name for one in OUTCOMES]
        assert len(set(names)) == len(OUTCOMES)


def test_a_change_says_what_was_said_what_it_became_and_on_what_grounds() -> None:
    span = Evidence(4, 22, "3 de marzo de 2021")
    changes = (
        Change("date form", "schema", Witness("format", span), "3 de marzo de 2021", "2021-03-03"),
        Change("confidence under 0.9", "abstention", Witness(), "2021-03-03", None),
    )
    result = FieldResult("fecha", "3 de marzo de 2021", None, changes=changes, outcome="dropped")
    assert change_texts(result) == (
        '"3 de marzo de 2021" → "2021-03-03" · date form '
        "(the schema asks for it, format, «3 de marzo de 2021» [4:22])",
        '"2021-03-03" → null · confidence under 0.9 (the confidence that was asked for)',
    )
    assert "confianza menor que 0.9" in change_texts(result, "es")[1]
