"""What the pool of a text has beside what the finders see: values of labels, rows in order."""

import math

import numpy as np
from symbolic_answers import answer

from nlp.candidates import find_candidates
from nlp.match.pool import Reading, read_pool
from nlp.match.row_extremes import extremes, ordered_columns
from nlp.schema_compiler import compile_schema
from nlp.spans import Document

COUNT = """FERRETERÍA EL YUNQUE
Contó: Marcial Teo Ixim    Tecleó: Yolanda Pop    Cierre: 28/02/25
Propietario . . . . . . Quispe Mamani, Rosalía (trae el carro su sobrino)
Autorizó: Dra. Ma. Elena Cuervo
"""
TABLE = """Sala | Apertura | Aforo
Azul | 9:30 | 40
Verde | 8:15 | 25
Roja | 10:00 | 70
Total | | 135
"""


def read(text: str, description: str = "Quién lo firma") -> tuple[Document, Reading]:
    """A text as a schema of one field meets it."""
    properties = {"valor": {"type": "string", "description": description}}
    document = Document("x", text)
    schema = compile_schema({"type": "object", "properties": properties})
    return document, read_pool(document, find_candidates(document), schema)


def test_what_wide_blanks_part_on_a_line_is_never_one_name() -> None:
    _, reading = read(COUNT)
    mentions = {one.mention for one in reading.here.candidates if one.label == "PERSON"}
    assert "Yolanda Pop" in mentions
    assert not [one for one in mentions if "   " in one]


def test_the_row_of_a_table_with_bars_is_no_sentence() -> None:
    _, reading = read(TABLE)
    assert not [one for one in reading.here.candidates if one.label == "SENTENCE"]


def test_rows_are_set_in_order_by_the_columns_that_a_field_tells_of() -> None:
    document, reading = read(TABLE, "Sala con el aforo más alto")
    columns = ordered_columns(reading.here, reading.labels.labelled.form.grids)
    assert [one.head for one in columns] == ["Apertura", "Aforo"]
    (asked,) = reading.labels.labelled.asked
    names = ["Azul", "Verde", "Roja", "70", "135"]
    spans = [(at := document.text.index(one), at + len(one)) for one in names]
    found = extremes(columns, asked, spans)
    assert found["row_of_most"][:3].tolist() == [0.0, 0.0, 1.0]
    assert found["row_of_least"][:3].tolist() == [0.0, 1.0, 0.0]
    assert found["share_of_column"][3] == 1.0
    assert math.isnan(found["share_of_column"][0])
    assert np.isnan(found["share_of_column"][4])


def test_the_head_of_a_column_answers_nothing() -> None:
    field = {"type": "string", "description": "Sala con el aforo más alto"}
    rooms = "Sala | Aforo | Precio\nAzul | 40 | 90\nVerde | 25 | 60\nRoja | 70 | 150\n"
    assert answer(rooms, valor=field)["valor"] in {"Azul", "Verde", "Roja"}


def test_how_long_a_crossing_takes_that_two_sentences_tell() -> None:
    text = "El velero zarpó de Denia a las 7:40 con nueve personas. Llegó a Ibiza a las 16:10."
    field = {"type": "integer", "description": "Duración de la travesía en minutos"}
    assert answer(text, valor=field) == {"valor": 510}
