"""Objects told one behind the other in running text: where each begins and ends, what it says."""

import pytest

from nlp.candidates import find_candidates
from nlp.layout.structure import layout
from nlp.match.coordinations import find_coordinations
from nlp.match.row_blocks import RowBlock
from nlp.match.row_slots import slots_of
from nlp.match.speech_parts import speech_parts
from nlp.match.told_rows import ToldRows
from nlp.spans import Document

TOLD = {
    "the verb only the first time": (
        "Elvira sembró veinte olivos, Gonzalo quince y Benito ocho.",
        ["Elvira sembró veinte olivos", "Gonzalo quince", "Benito ocho"],
    ),
    "clauses with a verb each": (
        "La bomba está parada, el depósito está lleno y la válvula está rota.",
        ["La bomba está parada", "el depósito está lleno", "la válvula está rota"],
    ),
    "names with what is told of each": (
        "Irene es la notaria, Mateo el procurador y Sonia la perito.",
        ["Irene es la notaria", "Mateo el procurador", "Sonia la perito"],
    ),
    "sentences of a paragraph": (
        "Irene Salas guarda las llaves. Mateo Ferrer riega el patio. Sonia Gil abre los lunes.",
        [
            "Irene Salas guarda las llaves",
            "Mateo Ferrer riega el patio",
            "Sonia Gil abre los lunes",
        ],
    ),
    "members behind what leads to them all": (
        "La cofradía guarda 12 faroles de plata, 30 varas de mando y 4 estandartes de seda.",
        ["12 faroles de plata", "30 varas de mando", "4 estandartes de seda"],
    ),
}


def _blocks(text: str) -> list[RowBlock]:
    document = Document("", text)
    candidates = sorted(find_candidates(document), key=lambda one: one.span)
    rows = ToldRows(text, speech_parts(document), candidates)
    return list(rows.blocks(layout(document), find_coordinations(document, candidates)))


@pytest.mark.parametrize("case", TOLD)
def test_objects_of_running_text_are_rows(case: str) -> None:
    text, rows = TOLD[case]
    assert rows in [[text[slice(*row)] for row in one.rows] for one in _blocks(text)]


def test_a_value_that_the_verb_parts_from_its_subject_is_no_row_by_itself() -> None:
    text = "Elvira sembró veinte olivos, Gonzalo quince y Benito ocho."
    firsts = [text[slice(*one.rows[0])] for one in _blocks(text)]
    assert "veinte olivos" not in firsts


def test_lines_are_no_sentences() -> None:
    assert not _blocks("CESTAS\nFamilia Robledo\nFamilia Montes\n")


def test_places_of_a_told_row_leave_out_verbs_and_articles() -> None:
    text = "Irene es la notaria, Mateo el procurador y Sonia la perito."
    document = Document("", text)
    words = speech_parts(document)
    said = {
        tuple(text[slice(*span)] for span in one.spans if span)
        for block in _blocks(text)
        for one in slots_of(block, layout(document), text, (), words)
    }
    assert {("Irene", "Mateo", "Sonia"), ("notaria", "procurador", "perito")} <= said


def test_a_word_that_opens_a_place_in_every_row_names_it() -> None:
    text = "- Furgón 1, destino Lugo, 2 t\n- Furgón 2, destino Soria, 3 t\n"
    document = Document("", text)
    starts = [at + 2 for at in range(len(text)) if text.startswith("- ", at)]
    rows = tuple((start, text.index("\n", start)) for start in starts)
    block = RowBlock("bullet", rows, (0, 0))
    slots = slots_of(block, layout(document), text, (), speech_parts(document))
    found = {(one.label, tuple(text[slice(*span)] for span in one.spans if span)) for one in slots}
    assert ("destino", ("Lugo", "Soria")) in found
