"""An extraction as a notebook shows it."""

import html
import re
from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console

from llm.completion import Usage
from nlp.errors import SettingsError
from nlp.schema_validation import Violation
from nlp.spans import Document
from normalizers.outcome import Evidence, FieldResult
from veraz.extracted import Signature
from veraz.language import users_language
from veraz.result import Extraction
from veraz.show import print_extraction
from veraz.view import render_html

TEXT = "La <b>Biblioteca</b> de Soria & su archivo abrieron en 1931."


def evidence(mention: str) -> tuple[Evidence, ...]:
    start = TEXT.index(mention)
    return (Evidence(start, start + len(mention), mention),)


def extraction(*results: FieldResult) -> Extraction:
    return Extraction(
        data={"obras": [{"a": 1}, {"a": 2}], "anio": 1931, "notas": ["x"]},
        fields={result.path: result for result in results},
        usage=Usage(10, 5, 1),
        signature=Signature("0", "grounded", "m", "blank", "balanced"),
        document=Document("d", TEXT),
    )


def test_spans_overlap_and_the_text_stays_whole() -> None:
    shown = extraction(
        FieldResult("lugar", "Soria", "Soria", evidence("Soria & su"), "exact"),
        FieldResult("otro", "su archivo", "su archivo", evidence("su archivo"), "exact"),
        FieldResult("anio", 1931, 1931, evidence("1931"), "value", confidence=0.9),
    )._repr_html_()
    text = re.search(r'<pre class="text"[^>]*>(.*?)</pre><div class="answer">', shown, re.S)
    assert text is not None
    assert html.unescape(re.sub(r"</?span[^>]*>", "", text[1])) == TEXT
    assert 'class="mark f0 f1"' in text[1]
    assert "<b>" not in shown
    assert "<script" not in shown
    assert "0.90" in shown


def test_colours_need_no_style_sheet() -> None:
    """A notebook that is not trusted leaves the elements' own styles, of plain properties."""
    shown = extraction(FieldResult("anio", 1931, 1931, evidence("1931"), "value"))._repr_html_()
    bare = re.sub("<style>.*?</style>", "", shown, flags=re.S)
    (mark,) = re.findall('<span class="mark f0" style="([^"]*)"', bare)
    assert re.fullmatch(
        r"background-color:rgba\([\d,.]+\);border-bottom:2px solid rgb\([\d,]+\)", mark
    )
    assert "var(--c" not in bare
    assert "http" not in shown
    assert "<mark" not in shown


def test_list_fields_as_rows() -> None:
    pytest.importorskip("pandas", reason="needs pandas (the extra `notebook`)")
    one = extraction(FieldResult("anio", 1931, 1931, evidence("1931"), "value"))
    assert one.to_dataframe("obras")["a"].tolist() == [1, 2]
    assert one.to_dataframe("notas")["value"].tolist() == ["x"]
    assert one.to_dataframe().loc[0, "mention"] == "1931"
    with pytest.raises(SettingsError, match="obras, notas"):
        one.to_dataframe("anio")


def test_lists_inside_objects_and_places_as_whole_numbers() -> None:
    pytest.importorskip("pandas", reason="needs pandas (the extra `notebook`)")
    found = FieldResult("anio", 1931, 1931, evidence("1931"), "value")
    silent = FieldResult("lugar", None, None, (), "none")
    one = replace(extraction(found, silent), data={"sede": {"salas": [{"n": 1}, {"n": 2}]}})
    assert one.to_dataframe("sede.salas")["n"].tolist() == [1, 2]
    with pytest.raises(SettingsError, match=r"lists are: sede\.salas\."):
        one.to_dataframe("sede")
    places = one.to_dataframe()["start"]
    assert places.dtype == "Int64"
    assert places.isna().tolist() == [False, True]
    assert extraction().to_dataframe().columns.tolist()[0] == "field"


def test_what_looks_wrong_is_told_in_the_users_language() -> None:
    one = replace(
        extraction(
            FieldResult("anio", 1930, 1930, outcome="unsupported", doubts=("other unit",)),
            FieldResult("sello", None, None, outcome="omitted", confidence=0.0),
        ),
        faults=(Violation("", "required", "'sello' is a required property"),),
    )
    english, spanish = render_html(one, "en"), render_html(one, "es")
    assert "Required fields without an answer, left out: sello" in english
    assert "Nothing in the text bears this value out." in english
    assert "Campos obligatorios sin respuesta, que se dejan fuera: sello" in spanish
    assert ">sin respaldo</span>" in spanish
    assert "otra unidad" in spanish
    assert "is a required property" not in spanish
    bare = re.sub("<style>.*?</style>", "", english, flags=re.S)
    assert "wavy" in bare, "it looks wrong where style sheets are stripped too"


def test_the_language_is_the_users() -> None:
    assert users_language({"LANG": "es_ES.UTF-8"}) == "es"
    assert users_language({"LANG": "de_DE.UTF-8"}) == "en"
    assert users_language({"LANGUAGE": "gl:es:en"}) == "es"
    assert users_language({"VERAZ_LANGUAGE": "en", "LC_ALL": "es_ES"}) == "en"


def test_the_terminal_says_the_same() -> None:
    console = Console(width=260, record=True, file=StringIO())
    one = extraction(FieldResult("lugar", "Soria", None, outcome="dropped", reason="schema repair"))
    print_extraction(one, console, language="es")
    shown = console.export_text()
    assert "descartado: Se dijo algo" in shown
    assert "arreglo que exige el esquema" in shown
