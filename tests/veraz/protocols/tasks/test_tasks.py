"""The published tasks: what is asked, and the submission files answers become."""

from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from scripted_extractor import extraction

from normalizers.outcome import Evidence, FieldResult
from veraz.protocols.scorers.bacteria_biotope_files import read_annotations
from veraz.protocols.scorers.ehealthkd_files import Relation, read_2019, read_2020
from veraz.protocols.tasks import bacteria_biotope, dude, ehealthkd

SENTENCES = ["El sol daña la piel.", "La crema protege la piel y la piel sana."]
LISTS = {
    "Concept": ["crema", "piel", "piel"],
    "Action": ["protege", "sana"],
    "Predicate": [],
    "Reference": ["inexistente"],
    "relations": [
        {"label": "subject", "from": "protege", "to": "crema"},
        {"label": "target", "from": "protege", "to": "piel"},
        {"label": "same-as", "from": "piel", "to": "piel"},
        {"label": "target", "from": "protege", "to": "nadie"},
        {"label": "same-as", "from": "sana", "to": "protege"},
    ],
}
OBJECTS = {
    "keyphrases": [
        {"id": 1, "label": "Concept", "text": "crema"},
        {"id": 2, "label": "Action", "text": "protege"},
        {"id": 3, "label": "Concept", "text": "piel"},
        {"id": 7, "label": "Concept", "text": "piel"},
    ],
    "relations": [{"label": "target", "from": 2, "to": 7}],
}


@pytest.mark.parametrize("form", ehealthkd.FORMS)
@pytest.mark.parametrize("scenario", [1, 2, 3, 4])
def test_schemas_are_valid(scenario: int, form: str) -> None:
    schema = ehealthkd.task_schema(scenario, form=form)
    Draft202012Validator.check_schema(schema)
    assert ("relations" in schema["properties"]) == (scenario != 2)
    assert (len(schema["properties"]) > 1) == (scenario != 3 and (form, scenario) != ("objects", 2))


def test_repeated_keyphrases_take_the_next_place() -> None:
    answer = ehealthkd.read_answer(extraction(SENTENCES[1], LISTS))
    assert [(each.label, each.spans[0]) for each in answer.found] == [
        ("Concept", (3, 8)),
        ("Action", (9, 16)),
        ("Concept", (20, 24)),
        ("Concept", (30, 34)),
        ("Action", (35, 39)),
    ]
    assert answer.relations == (("subject", 1, 0), ("target", 1, 2), ("same-as", 4, 1))


def test_numbered_keyphrases() -> None:
    answer = ehealthkd.read_answer(extraction(SENTENCES[1], OBJECTS))
    assert answer.relations == (("target", 1, 3),)


def test_discontinuous_keyphrases_keep_their_spans() -> None:
    made = extraction("vías altas y respiratorias", {"Concept": ["vías respiratorias"]})
    spans = (Evidence(0, 4, "vías"), Evidence(13, 26, "respiratorias"))
    made.fields["Concept.0"] = FieldResult("Concept.0", "", "", spans, "parts")  # type: ignore[index]
    (found,) = ehealthkd.read_answer(made).found
    assert found.spans == ((0, 4), (13, 26))


@pytest.mark.parametrize("year", [2019, 2020])
def test_files_are_read_back(tmp_path: Path, year: int) -> None:
    found = {1: ehealthkd.read_answer(extraction(SENTENCES[1], LISTS))}
    write, read = {
        2019: (ehealthkd.write_2019, read_2019),
        2020: (ehealthkd.write_2020, read_2020),
    }[year]
    write(tmp_path, 1, SENTENCES, found)
    first, second = read(tmp_path, 1).sentences
    assert (first.keyphrases, first.text) == ([], SENTENCES[0])
    assert [each.spans[0] for each in second.keyphrases] == [
        (3, 8),
        (9, 16),
        (20, 24),
        (30, 34),
        (35, 39),
    ]
    prefix = "" if year == 2019 else "T"
    assert Relation("target", f"{prefix}2", f"{prefix}3") in second.relations
    assert len(second.relations) == 3


def test_scenario_3_is_told_the_keyphrases(tmp_path: Path) -> None:
    found = {1: ehealthkd.read_answer(extraction(SENTENCES[1], LISTS))}
    ehealthkd.write_2019(tmp_path, 3, SENTENCES, found)
    sentence = read_2019(tmp_path, 3).sentences[1]
    given = ehealthkd.given_keyphrases(sentence)
    asked = ehealthkd.instruction(3, given, text=sentence.text)
    assert "1. crema (Concept); 2. protege (Action)" in asked
    relations = {"relations": [{"label": "target", "from": "2", "to": "piel"}]}
    answer = ehealthkd.read_answer(extraction(sentence.text, relations), given=given)
    assert answer.relations == (("target", 1, 2),)


BIOTOPE_TEXT = "Listeria grows in soft cheese. Soft cheese comes from France."


def test_biotope_files_are_read_back(tmp_path: Path) -> None:
    data = {
        "Bacteria": ["Listeria"],
        "Habitat": ["soft cheese", "nowhere"],
        "Geographical": ["France"],
        "lives_in": [
            {"bacteria": "Listeria", "location": "soft cheese"},
            {"bacteria": "Listeria", "location": "soft cheese"},
            {"bacteria": "France", "location": "soft cheese"},
        ],
    }
    Draft202012Validator(bacteria_biotope.task_schema()).validate(data)
    path = tmp_path / "d.a2"
    path.write_text(bacteria_biotope.to_a2(extraction(BIOTOPE_TEXT, data)), encoding="utf-8")
    found = read_annotations([path], len(BIOTOPE_TEXT))
    assert {each.fragments for each in found.entities.values()} == {
        ((0, 8),),
        ((18, 29),),
        ((54, 60),),
    }
    assert len(found.events) == 1


def test_dude_record() -> None:
    made = extraction("Se fundó en 1894.", {"answers": ["1894"]})
    record = dude.to_record("q", made, abstain_below=0.95)
    assert record == {
        "questionId": "q",
        "answers": ["1894"],
        "answers_confidence": [pytest.approx(0.9)],
        "answer_abstain": True,
    }
    assert not dude.to_record("q", made)["answer_abstain"]
    Draft202012Validator.check_schema(dude.task_schema())
