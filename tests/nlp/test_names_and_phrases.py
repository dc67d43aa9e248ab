"""Entities' boundaries, names by capitals, acronyms, titles, noun phrases: all without a model."""

from pathlib import Path

import pytest
import spacy

from nlp.names.analysis import plain_passage
from nlp.names.entities import behind_verb, boundaries, find_entities, tighten
from nlp.names.heads import initialled_names
from nlp.names.noun_phrases import find_acronyms, find_capitalised, find_noun_phrases
from nlp.names.titles import find_titles
from nlp.pipeline_es import spanish_model
from nlp.spans import Document


def test_the_mark_of_a_note_is_no_part_of_a_name() -> None:
    document = Document("", "Pedro Roa² y Ana Luz Ponce¹ midieron 40 km² de monte.")
    found = {one.mention for one in find_capitalised(document)}
    assert {"Pedro Roa", "Ana Luz Ponce"} <= found


def cut(text: str, mention: str) -> list[str]:
    start = text.index(mention)
    return [text[a:b] for a, b in boundaries(text, start, start + len(mention))]


@pytest.mark.parametrize(
    ("text", "given", "wanted"),
    [
        ("El Ministerio de Obras (MO) abrió.", "El Ministerio de Obras",
         ["Ministerio de Obras", "Ministerio de Obras (MO)", "MO"]),
        ("de Aguas del Norte, S. A. y", "Aguas del Norte", ["Aguas del Norte, S. A."]),
        ("de Ríos S.L.U. y", "Ríos S.L", ["Ríos S.L.U."]),
        ("con Bosques S.A.B. de C.V. hoy", "Bosques S.A.B.", ["Bosques S.A.B. de C.V."]),
        ("y Acme LLC.", "Acme", ["Acme LLC"]),
        ("de ARADOS DEL VALLE, S.A. DE C.V. y", "ARADOS DEL VALLE",
         ["ARADOS DEL VALLE, S.A. DE C.V."]),
        ("la Dra. Elena Marín dijo", "Elena Marín", ["Elena Marín", "Dra. Elena Marín"]),
        ("al Alcalde Juan Pons", "Alcalde Juan Pons",
         ["Alcalde Juan Pons", "Juan Pons", "Alcalde Juan Pons"]),
        ("Según el parte", "Según", []),
        ("el Juzgado de lo Social número 4 de Oria dictó", "Juzgado de lo Social",
         ["Juzgado de lo Social número 4 de Oria", "Juzgado de lo Social"]),
        ("La Unión Vecinal ganó ayer", "Unión Vecinal ganó", ["Unión Vecinal"]),
        ("Nacida en Alcobarra, vivió", "Nacida en Alcobarra", ["Alcobarra"]),
        ("Mejoraron todos", "Mejoraron", []),
        ("firmó S. A. ayer", "S. A.", []),
        ("el (Museo del Mar) abre", "(Museo del Mar)", ["Museo del Mar"]),
        ("vive en EE. UU. desde", "EE. UU.", ["EE. UU."]),
    ],
)  # fmt: skip
def test_boundaries(text: str, given: str, wanted: list[str]) -> None:
    assert list(dict.fromkeys(cut(text, given))) == list(dict.fromkeys(wanted))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Llovía. Vino Elvira.", "Elvira"),
        ("Llovía. Vino.", ""),
        ("Bebió del Vino Elvira.", "Vino Elvira"),
    ],
)
def test_a_verb_that_opens_a_sentence_is_no_name(text: str, name: str) -> None:
    start = text.index("Vino")
    end = text.index("Vino Elvira") + 11 if "Vino Elvira" in text else start + 4
    assert text[behind_verb(text, start, end, {start: start + 4}) : end] == name


@pytest.mark.parametrize("text", ["", "   ", "el", "...", "(((", "de la"])
def test_tighten_ends(text: str) -> None:
    start, end = tighten(text, 0, len(text))
    assert 0 <= start <= len(text)
    assert end <= len(text)


def test_entities_are_mapped_back_over_marks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipeline saved to a directory, with rules in the place of a trained recognizer."""
    nlp = spacy.blank("es")
    rules = nlp.add_pipe("entity_ruler", name="ner")
    rules.add_patterns(  # type: ignore[attr-defined]
        [{"label": "LOC", "pattern": "Villa Alta"}, {"label": "PER", "pattern": "Según Eva Mora"}]
    )
    nlp.to_disk(tmp_path / "reglas")
    monkeypatch.setenv("SPACY_ES_MODEL", str(tmp_path / "reglas"))
    text = "Llegó a **Villa\u200b Alta** ayer.\nSegún Eva Mora, nevó en Villa Alta."
    found = find_entities(Document("", text))
    assert [(one.mention, one.label) for one in found] == [
        ("Villa\u200b Alta", "LOCATION"),
        ("Eva Mora", "PERSON"),
        ("Villa Alta", "LOCATION"),
    ]
    assert all(text[one.start : one.end] == one.mention for one in found)


def test_no_entities_without_a_recognizer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPACY_ES_MODEL", "blank_es")
    assert find_entities(Document("", "Ana Gil vive en Soria.")) == ()


def test_marks_in_a_verb_that_opens_a_sentence_are_no_pattern() -> None:
    text = "Llovía. Vino(A casa) Ana."
    assert behind_verb(text, 8, len(text), {8: 15}) == 8


@pytest.mark.parametrize(
    ("text", "mentions"),
    [
        ("Lo vio Ana de la Fuente.", {"Ana de la Fuente": "PERSON"}),
        ("Habló el doctor Juan Mir ayer.", {"Juan Mir": "PERSON", "doctor Juan Mir": "PERSON"}),
        ("Compró Telas Roca, S.L. ayer.", {"Telas Roca, S.L.": "ORGANIZATION"}),
        ("Lo publicó el diario El Faro ayer.",
         {"El Faro": "MISCELLANEOUS", "diario El Faro": "ORGANIZATION"}),
        ("Viajó a La Habana ayer.", {"La Habana": "MISCELLANEOUS"}),
        ("Se condenó a J. P. M. por hurto.", {"J. P. M.": "PERSON"}),
        ("Lo pagó Aguas, S. A. U. ayer.", {"Aguas, S. A. U.": "ORGANIZATION"}),
        ("Mañana lloverá mucho.", {}),
        ("Sacó la foto J. R. Soto.", {"J. R. Soto": "PERSON"}),
        ("Firmante: Eva Mora.\nCausa Penal: hurto.", {"Eva Mora": "PERSON"}),
        ("TODO ESTÁ EN MAYÚSCULAS AQUÍ.", {}),
        ("AYUNTAMIENTO DE ORIA\n\nBando.", {"AYUNTAMIENTO DE ORIA": "ORGANIZATION"}),
        ("JUZGADO DE LO SOCIAL N.º 3 DE ORIA\n\nAuto.",
         {"JUZGADO DE LO SOCIAL N.º 3 DE ORIA": "ORGANIZATION"}),
        ("Recurrió el Consejo de Aguas ayer.", {"Consejo de Aguas": "ORGANIZATION"}),
        ("Cruzaron la Sierra de Lújar ayer.", {"Sierra de Lújar": "LOCATION"}),
        ("Ganó el Premio Lince ayer.", {"Premio Lince": "MISCELLANEOUS"}),
    ],
)  # fmt: skip
def test_capitalised(text: str, mentions: dict[str, str]) -> None:
    found = {one.mention: one.label for one in find_capitalised(Document("", text))}
    assert found == mentions


def test_word_that_opens_a_sentence_counts_where_it_is_a_name_elsewhere() -> None:
    found = find_capitalised(Document("", "Soria nieva. Vive en Soria."))
    assert [one.start for one in found] == [0, 21]


def test_acronyms() -> None:
    found = find_acronyms(
        Document("", "La Comisión Nacional de Aguas (CNA) abrió. OJO CON LA RED.")
    )
    assert [(one.mention, one.label) for one in found] == [("CNA", "ACRONYM")]


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("La válvula de la presa cedió.", ["válvula de la presa", "válvula", "presa"]),
        ("Se usó harina y agua tibia.", ["harina y agua tibia", "harina", "agua tibia"]),
        ("Puede causar fiebre.", ["fiebre"]),
        ("En Almazora detuvo a dos.", ["Almazora", "dos"]),
        ("Se han notificado mareos leves.", ["mareos leves"]),
        ("Tiene hepatitis A crónica.", ["hepatitis A crónica"]),
        ("Le dio amoxicilina 500 mg ayer.", ["amoxicilina 500 mg", "amoxicilina"]),
        ("Trastornos de la piel y del oído.",
         ["Trastornos de la piel y del oído", "Trastornos de la piel", "Trastornos",
          "piel y del oído", "piel", "oído"]),
    ],
)  # fmt: skip
def test_noun_phrases(text: str, phrases: list[str]) -> None:
    found = {one.mention for one in find_noun_phrases(Document("", text))}
    assert found == set(phrases)


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ('Leyó «La casa azul» y "El río".', ["La casa azul", "El río"]),
        ("Vio *Luna* y **Sol**.", ["Luna", "Sol"]),
        ("El filme 'Mar abierto' gustó.", ["Mar abierto"]),
        ("**Nombre:** Ana", []),
        ("Pesa 3 * 4 * 5 kg", []),
        ("archivo_con_guiones", []),
        ("<i>Niebla</i>", ["Niebla"]),
    ],
)
def test_titles(text: str, titles: list[str]) -> None:
    assert [one.mention for one in find_titles(Document("", text))] == titles


def test_what_is_said_in_quotation_marks_is_no_title() -> None:
    text = "«Nadie lo vio» se reedita. «nos dejaron sin agua toda la noche», dijo una vecina."
    found = [one.label for one in find_titles(Document("", text))]
    assert found == ["TITLE", "MISCELLANEOUS"]


def test_plain_passage_maps_every_character_back() -> None:
    text = "El **río\u200b Esla**.\u200bBaja\nhoy"
    plain = plain_passage(text, 3, len(text))
    assert plain.text == "río Esla. Baja hoy"
    start = plain.text.index("Esla")
    assert text[slice(*plain.span(start, start + 4))] == "Esla"
    assert len(plain.offsets) == len(plain.text)


def test_new_words_are_forgotten_with_their_document() -> None:
    find_entities(Document("", "Adelina Brezmes vive en Fontaneira con Ubaldo Trabazo."))
    strings = spanish_model()[0].vocab.strings
    assert not {"Brezmes", "Fontaneira", "Trabazo"} & set(strings)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Inspectora: Solís Prat, Carina\n", "Solís Prat, Carina"),
        ("| FERRER, Marina Eva | alta |", "FERRER, Marina Eva"),
        ("PRAT OLMO, ADELA", "PRAT OLMO, ADELA"),
    ],
)
def test_a_surname_before_the_given_names_is_one_name(text: str, name: str) -> None:
    found = {one.mention: one.label for one in find_capitalised(Document("d", text))}
    assert found.get(name) == "PERSON"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Recibió: Cabo R. Olivera", ["R. Olivera"]),
        ("La autora es D. Zabaleta (2).", ["D. Zabaleta"]),
        ("Firman M. J. Orobitg y L. F. Echandi Paz.", ["M. J. Orobitg", "L. F. Echandi Paz"]),
        ("Vive en C. Mayor 3, junto a S. Juan, y juega en el C. B. Riotorto.", []),
        ("Lo paga el H. Ayuntamiento.", []),
    ],
)
def test_a_surname_behind_initials_is_a_person(text: str, names: list[str]) -> None:
    found = [text[start:end] for start, end in initialled_names(text)]
    assert found == names


def test_a_greeting_is_no_surname() -> None:
    found = find_capitalised(Document("d", "Hola, Marisa, te llamo luego.\n"))
    assert "Hola, Marisa" not in {one.mention for one in found}


def test_a_town_and_its_province_are_no_inverted_name() -> None:
    found = find_capitalised(Document("d", "Lugar: Alcobarra, Toledo\n"))
    assert "Alcobarra, Toledo" not in {one.mention for one in found if one.label == "PERSON"}


@pytest.mark.parametrize(
    ("text", "name", "label"),
    [
        ("Dejó las llaves en el bar Lucerna.", "bar Lucerna", "ORGANIZATION"),
        ("Ardió un coche en la plaza del Carbón.", "plaza del Carbón", "LOCATION"),
        ("El humo se ve desde la quebrada El Manzano.", "quebrada El Manzano", "LOCATION"),
        ("Lo contó el vecino de Lucerna.", "vecino de Lucerna", None),
        ("Vive en la calle Magnolia, 14, con su tía.", "calle Magnolia, 14", "LOCATION"),
        (
            "Vive en la plaza Mayor, n.º 15, 3.º B, en Lugo.",
            "plaza Mayor, n.º 15, 3.º B",
            "LOCATION",
        ),
        ("Vive en la calle Magnolia, 14 vecinos la vieron.", "calle Magnolia, 14", None),
        ("Vive en la Calle 48C # 20-35 de Cali.", "Calle 48C # 20-35", "LOCATION"),
        ("Anota un IMC 27,4 y sigue.", "IMC 27", None),
        ("Lo contó la familia Pérez.", "familia Pérez", None),
    ],
)
def test_a_name_with_the_common_noun_that_says_what_it_is_of(
    text: str, name: str, label: str | None
) -> None:
    found = {one.mention: one.label for one in find_capitalised(Document("", text))}
    assert found.get(name) == label


def test_a_phrase_goes_on_over_the_article_of_a_name() -> None:
    document = Document("", "Trabajó en la estancia La Querencia hasta marzo.")
    assert "estancia La Querencia" in {one.mention for one in find_noun_phrases(document)}
