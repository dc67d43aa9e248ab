import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nlp.candidates import find_candidates
from nlp.layout.alignment import parted
from nlp.layout.passages import find_headings
from nlp.layout.structure import layout
from nlp.spans import Document

SHEET = """# Ficha del puente

Expediente: OP-2024/7; Fecha: 3 de mayo de 2024
**Responsable:** Dra. Ana Ruiz. Colabora el Sr. López.

CAPÍTULO II
Disposiciones generales

Artículo 3. Objeto
El contrato regula el arriendo. Se firma en Soria
y vale un año.

Historia
Lo levantaron los canteros de la comarca en 1787, después de la gran riada de aquel invierno.

Materiales:
- Piedra caliza
- Mortero
"""


def parts(text: str, kind: str) -> list[str]:
    found = getattr(layout(Document("", text)), kind)
    return [text[part.start : part.end] for part in found]


def test_headings_of_every_style() -> None:
    assert parts(SHEET, "headings") == [
        "Ficha del puente",
        "CAPÍTULO II",
        "Artículo 3. Objeto",
        "Historia",
    ]


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("== Historia ==\nNació tarde.", "Historia"),
        ("Historia\n========\nNació tarde.", "Historia"),
        ("**Historia**\nNació tarde.", "Historia"),
        ("## Historia ##\nNació tarde.", "Historia"),
        ("2.1 Historia\n\nNació tarde.", "Historia"),
    ],
)
def test_marked_headings(text: str, heading: str) -> None:
    assert parts(text, "headings") == [heading]


def test_headings_know_the_one_above() -> None:
    text = "# Uno\n\n## Dos\n\nAlgo.\n\n### Tres\n\nMás.\n\n## Cuatro\n\nFin."
    here = layout(Document("", text))
    names = [text[one.start : one.end] for one in here.headings_of(text.index("Más"))]
    assert names == ["Tres", "Dos", "Uno"]
    names = [text[one.start : one.end] for one in here.headings_of(text.index("Fin"))]
    assert names == ["Cuatro", "Uno"]


@pytest.mark.parametrize(
    "text",
    [
        "Llegó tarde.\nNadie le abrió la puerta, aunque llamó con insistencia varias veces.",
        "Vuelvo pronto\nno me esperes",
        "¿Quién llamó ayer por la tarde?\n\nNo lo sé.",
    ],
)
def test_prose_is_no_heading(text: str) -> None:
    assert parts(text, "headings") == []


def test_labels_and_values() -> None:
    here = layout(Document("", SHEET))
    pairs = [
        (SHEET[one.label_start : one.label_end], SHEET[one.value_start : one.value_end])
        for one in here.labels
    ]
    assert pairs == [
        ("Expediente", "OP-2024/7"),
        ("Fecha", "3 de mayo de 2024"),
        ("Responsable", "Dra. Ana Ruiz. Colabora el Sr. López"),
        ("Materiales", ""),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Son las 10:30 y llueve.", "Mira https://ejemplo.es/a", "«Ven: corre», gritó.",
        "Un guiso (en Murcia: olla) rico.", "3: tres",
    ],
)  # fmt: skip
def test_colons_that_make_no_label(text: str) -> None:
    assert parts(text, "labels") == []


def test_wrapped_lines_are_one_sentence() -> None:
    sentences = parts(SHEET, "sentences")
    assert "Se firma en Soria\ny vale un año." in sentences
    assert "Piedra caliza" in sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Vino el Sr. Gil. Se fue.", ["Vino el Sr. Gil.", "Se fue."]),
        ("¿Viene? ¡Claro! Sí…", ["¿Viene?", "¡Claro!", "Sí…"]),
        ("Véase el art. 5 y la pág. 3. Nada más.", ["Véase el art. 5 y la pág. 3.", "Nada más."]),
        ("Nació en EE. UU. en 1960.", ["Nació en EE. UU. en 1960."]),
        ("El D. J. R. Soto firmó. «Vale.» Fin.", ["El D. J. R. Soto firmó.", "«Vale.»", "Fin."]),
        ("Cuesta 3.50 euros. Caro.", ["Cuesta 3.50 euros.", "Caro."]),
        (
            "Fiebre elevada.Trastornos leves, pocos.",
            ["Fiebre elevada.", "Trastornos leves, pocos."],
        ),
        ("Use node.js hoy.", ["Use node.js hoy."]),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    assert parts(text, "sentences") == sentences


PIPED = "| Sensor | Lectura |\n|---|---:|\n| Caudal | 3,2 |\n| Nivel | 41 |\n"
TABBED = "Nombre\tEdad\nLuis\t33\nEva\t41\n"
SPACED = "Río       Caudal    Cuenca\nEsla      90        Duero\nSil       98        Miño\n"


def test_a_mark_of_what_was_left_out_ends_lines_but_no_sentence() -> None:
    text = "# Ficha [...] # 3. Envase\n\nFrasco de vidrio. [...] ## 4. Uso\n\nTomó [...] dos gotas."
    read = parted(Document("x", text)).text
    assert len(read) == len(text)
    assert [line.rstrip() for line in read.split("\n") if line.strip()] == [
        "# Ficha", "# 3. Envase", "Frasco de vidrio.", "## 4. Uso", "Tomó [...] dos gotas.",
    ]  # fmt: skip
    headings = [
        one.mention for one in find_candidates(Document("x", text)) if one.label == "HEADING"
    ]
    assert {"Ficha", "3. Envase", "4. Uso"} <= set(headings)


@pytest.mark.parametrize(
    ("text", "last", "column"),
    [(PIPED, "41", "Lectura"), (TABBED, "41", "Edad"), (SPACED, "Miño", "Cuenca")],
)
def test_tables(text: str, last: str, column: str) -> None:
    here = layout(Document("", text))
    header = here.column_head(text.rindex(last))
    assert header is not None
    assert text[header.start : header.end] == column


def test_one_bar_makes_no_table() -> None:
    assert parts("Elige a | b.\n\nO nada.", "tables") == []


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet=" \n\t|-#*:.;aÁñ1«»()🙂\u200b\x00", max_size=120))
def test_parts_are_sorted_apart_and_inside_the_text(text: str) -> None:
    here = layout(Document("", text))
    for kind in ("lines", "passages", "sentences", "headings", "labels", "tables"):
        end = 0
        for part in getattr(here, kind):
            assert end <= part.start < part.end <= len(text), kind
            end = part.end
    for offset in range(len(text)):
        line = here.line_at(offset)
        assert line is None or line.start <= offset < line.end


@pytest.mark.parametrize(
    ("heading", "wanted"),
    [
        ("3 Objeto del contrato", ["3 Objeto del contrato", "Objeto del contrato"]),
        ("3.1. objeto", ["3.1. objeto", "objeto"]),
        ("13 días de lluvia anegan la vega", ["13 días de lluvia anegan la vega"]),
    ],
)
def test_the_number_of_a_heading_is_no_count(heading: str, wanted: list[str]) -> None:
    found = find_headings(Document("", f"# {heading}\n\nLlovió sin pausa en toda la comarca.\n"))
    assert [one.mention for one in found] == wanted
