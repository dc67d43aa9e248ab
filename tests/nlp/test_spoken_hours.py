"""Which half of the day an hour is of that a text says in words."""

import pytest

from nlp.candidates import find_candidates
from nlp.match.spoken_hours import with_afternoons
from nlp.spans import Document


@pytest.mark.parametrize(
    ("text", "mention", "times"),
    [
        ("Comemos a la una y media en casa.", "la una y media", ("T13:30", None)),
        ("La misa es a las 5 en la ermita.", "5", ("T17", None)),
        ("Clase el lunes 15 a las cinco menos cuarto.", "lunes 15 a las cinco menos cuarto",
         ("XXXX-XX-15T16:45", None)),
        ("Abre de cuatro a ocho.", "cuatro a ocho", ("T16", "T20")),
        # Said, or told by its sentence; in figures it stands as it is written.
        ("Llamó a las tres de la madrugada.", "tres de la madrugada", ("T03", None)),
        ("Se levanta a las cinco y cuarto.", "las cinco y cuarto", ("T05:15", None)),
        ("El aviso entró a las 2:30.", "2:30", ("T02:30", None)),
        ("Cerramos a las siete y media.", "las siete y media", ("T07:30", None)),
    ],
)  # fmt: skip
def test_an_hour_in_words(text: str, mention: str, times: tuple[str, str | None]) -> None:
    document = Document("", text)
    found = with_afternoons(document, find_candidates(document))
    said = [
        (one.mention, (one.value.timex, one.value.timex_end))
        for one in found
        if one.value is not None and one.value.timex is not None
    ]
    assert any(name.endswith(mention) and times == own for name, own in said), said
