"""Dates written out, codes by pattern, scales, days between dates, blocks of lines."""

from typing import Any

import pytest
from symbolic_answers import answer

from nlp.asked.field_profile import profile_schema
from nlp.asked.pattern_codes import asks_code, coded_candidates
from nlp.asked.scales import asked_scale
from nlp.asked.time_forms import asked_templates, written_in
from nlp.candidates import find_candidates
from nlp.match.blocks import block_items, read_blocks
from nlp.match.counted_moments import COMPLETED
from nlp.match.date_completion import with_moments
from nlp.match.implied import derived_candidates
from nlp.schema_compiler import compile_schema
from nlp.spans import Document


@pytest.mark.parametrize(
    ("text", "mention", "timex"),
    [
        ("Toledo, 3 de mayo de 2023. La feria abre el 12 de junio.", "12 de junio", "2023-06-12"),
        ("Toledo, 20 de diciembre de 2023. Cierra el 7 de enero.", "7 de enero", "2024-01-07"),
        ("Toledo, 3 de mayo de 2023. El concierto es mañana.", "mañana", "2023-05-04"),
        ("Ingresó el 3 de mayo de 2023. Lo operaron al día siguiente.", "día siguiente", "2023-05-04"),
        ("Lo compró el 3 de mayo de 2023 y llegó 5 días después.", "5 días después", "2023-05-08"),
        (
            "La visita es el 3 de mayo de 2023 a las 17:30.",
            "3 de mayo de 2023 a las 17:30",
            "2023-05-03T17:30",
        ),
        ("Fecha: 03/05/2023   Hora: 17:30", "03/05/2023", "2023-05-03T17:30"),
        ("Toledo, 1 de mayo de 2023. Venga el miércoles de 15 a 18.", "18", "2023-05-03T18"),
        # A date of birth is no day that hours or other days are counted from.
        (
            "Visita del 3 de mayo de 2023.\nNacida el 8/11/1956.\n\nSale a las 18:00.",
            "3 de mayo de 2023",
            "2023-05-03T18:00",
        ),
        # The weekday tells the year.
        ("Hoy, 7 de mayo de 2023. Llega el viernes 9 de febrero.", "viernes 9 de febrero", "2024-02-09"),
        # With its day of the month, the month too.
        ("Toledo, 3 de mayo de 2023. La cita es el lunes 15.", "lunes 15", "2023-05-15"),
        ("Toledo, 28 de mayo de 2023. Cita: el lunes 5 a las 9.", "lunes 5 a las 9", "2023-06-05T09"),
        ("Se vio el 3 de mayo de 2023 y de nuevo el 24 del mismo mes.", "24 del mismo mes", "2023-05-24"),
        ("Toledo, 3 de mayo de 2023. Se reunió el 2 del corriente.", "2 del corriente", "2023-05-02"),
        # So does it some years off; "este año" is the year of the text.
        ("León, 2023. Se estrenó en 2026 (sábado 13 de abril).", "sábado 13 de abril", "2024-04-13"),
        (
            "Toledo, 5 de mayo de 2023. Entró el 15/8/2016, salió el 28 de febrero de este año.",
            "28 de febrero de este año",
            "2023-02-28",
        ),
        # A part of a day; a verb behind a weekday, or a byline, say that it is past.
        ("Toledo, 3 de mayo de 2023. Ardió en la madrugada de ayer.", "madrugada de ayer",
         "2023-05-02TDT"),
        ("Toledo, 3 de mayo de 2023. El sábado, en su casa, murió el poeta.", "sábado", "2023-04-29"),
        # What comes next, or after a while, counts from the last day.
        ("Se operó el 3 de mayo de 2023 y a los dos días salió.", "dos días", "2023-05-05"),
        (
            "León, 3 de mayo de 2023. De las 22:00 del lunes 8 de mayo a las 4:00 del día siguiente.",
            "4:00 del día siguiente",
            "2023-05-09T04:00",
        ),
        # Behind an hour of the evening, an early one is of the next day.
        (
            "Falló el 3 de mayo de 2023 a las 22:52 y volvió a las 00:37.",
            "3 de mayo de 2023 a las 22:52 y volvió a las 00:37",
            "2023-05-04T00:37",
        ),
        ("Acta: día 3 mes 05 año 2023", "día 3 mes 05 año 2023", "2023-05-03"),
        ("Toledo, 3 de mayo de 2023. Venga el jueves 18 por la tarde.", "jueves 18 por la tarde",
         "2023-05-18TAF"),
        # Terms count from the day that their words name.
        ("Visto: 2 de mayo de 2023.\nNotificada: 8 de mayo de 2023.\n3 meses desde la notificación.",
         "3 meses", "2023-08-08"),
        ("Emitido el 3 de mayo de 2023. Plazo de cinco días hábiles.", "cinco días hábiles",
         "2023-05-10"),
        ("Fecha: 03/05/2023   Validez: 30 días", "30 días", "2023-06-02"),
        ("Emitido el 3 de mayo de 2023. Vigencia de dos años.", "dos años", "2025-05-03"),
        (
            "Visita del 3 de mayo de 2023.\nInforme: 10 de mayo de 2023.\n15 días desde la visita.",
            "15 días",
            "2023-05-18",
        ),
        (
            "Toledo, 3 de abril de 2023.\nEntrada: 3 de mayo de 2023.\nSe cancela sin coste hasta diez "
            "días antes de la llegada.",
            "diez días",
            "2023-04-23",
        ),
        ("Alta: 3 de mayo de 2023.\nRevisión a los diez días del alta.", "diez días", "2023-05-13"),
        ("Toledo, 3 de mayo de 2023. Próxima visita en dos semanas.", "dos semanas", "2023-05-17"),
        # What is told as past is gone by; what the text says it is written on is what days count from.
        ("Murió el domingo en su casa.\n\nToledo, 3 de mayo de 2023", "domingo", "2023-04-30"),
        ("El parque cierra el domingo.\n\nToledo, 3 de mayo de 2023", "domingo", "2023-05-07"),
        ("Multa: 2 de enero de 2023.\nLugo, a 3 de mayo de 2023\nPlazo: 9 días", "9 días", "2023-05-12"),
        # A day alone is of the month nearest to the last day of its paragraph.
        ("Toledo, 3 de mayo de 2023.\nSe pidió el 10 de junio y llegó el 24.", "24", "2023-06-24"),
        ("Toledo, 3 de mayo de 2023.\nDesde el día 27 no hay agua.", "día 27", "2023-04-27"),
        (
            "Toledo, 3 de mayo de 2023.\nVenta: 17 de mayo de 2006.\nAlta: 3 de julio de ese año.",
            "3 de julio",
            "2006-07-03",
        ),
        # A weekday shortened like a month.
        ("Fecha: mar 14/05/2024 18:52", "14/05/2024 18:52", "2024-05-14T18:52"),
        ("Fecha: mar. 28 de enero de 2025. Ven mañana.", "mañana", "2025-01-29"),
        ("Recibido el mar 3 mar 2026 en Lugo.", "3 mar 2026", "2026-03-03"),
        # Its day of the month and the end that follows it are of the month of the text.
        (
            "Lugo, 8 de abril de 2024. Sin luz desde las 22:00 del viernes 12 hasta las 4:00 del día "
            "siguiente.",
            "22:00 del viernes 12",
            "2024-04-12T22:00",
        ),
        # The year of a text's own day stands elsewhere in it.
        ("Lugo, 14 ago. — En lo que va de 2025 ardió más. Lo detuvieron ayer.", "ayer", "2025-08-13"),
        # So does a date that it calls tomorrow or yesterday.
        ("Salen mañana a las seis. Mañana, 5 de mayo de 2023, hay mercado.", "mañana a las seis",
         "2023-05-05T06"),
        ("Murió ayer, 3 de mayo de 2023. El funeral es mañana.", "mañana", "2023-05-05"),
        # A row of a form is no byline.
        (
            "Fecha de llenado: 9/1/2024\nIngreso: lunes\nRabia ........ 04/12/2023\n\nSale hoy.",
            "hoy",
            "2024-01-09",
        ),
        # Days of the week in a row say when something recurs.
        ("Toledo, 1 de mayo de 2023. Abre de lunes a viernes.", "lunes a viernes", "XXXX-WXX-1"),
        (
            "La boda es el 3 de mayo de 2023 a las 19:00. Las flores llegan dos horas antes.",
            "dos horas antes",
            "2023-05-03T17:00",
        ),
        (
            "La boda es el 3 de mayo de 2023, en el molino, de las 19:00 a las 2:00 del día siguiente.",
            "2:00 del día siguiente",
            "2023-05-04T02:00",
        ),
    ],
)  # fmt: skip
def test_a_date_is_written_out_from_elsewhere(text: str, mention: str, timex: str) -> None:
    document = Document("t", text)
    found = with_moments(document, find_candidates(document))
    said = {
        (one.mention, one.value.timex) for one in found if one.value is not None and one.value.timex
    }
    assert (mention, timex) in said


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("En 2024 se abrió. Cerró el día 10 y ayer volvió a abrir.", {}),
        ("En mayo de 2024 cerró el día 10 y ayer volvió a abrir.", {"día 10": "2024-05-10"}),
        ("Fecha: 3/5/2023\nTurno: ( ) mañana (X) tarde", {}),
        ("Fecha: 3/5/2023\nTurno de mañana. Atiende mañana o tarde.", {}),
        (
            "En 2024 se abrió el 3 de mayo y cerró el día 8.",
            {"3 de mayo": "2024-05-03", "día 8": "2024-05-08"},
        ),
    ],
)
def test_no_day_is_counted_from_a_day_that_the_text_does_not_say(
    text: str, days: dict[str, str]
) -> None:
    document = Document("t", text)
    found = with_moments(document, find_candidates(document))
    assert {one.mention: one.timex for one in found if one.source == COMPLETED} == days


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        (
            "El curso va del 2 al 6 de mayo de 2023.",
            {"2": "2023-05-02", "6 de mayo de 2023": "2023-05-06"},
        ),
        (
            "Toledo, 3 de mayo de 2023. Turno (14–25 julio).",
            {"14": "2023-07-14", "25 julio": "2023-07-25"},
        ),
    ],
)
def test_both_ends_of_a_range_are_days(text: str, ends: dict[str, str]) -> None:
    document = Document("t", text)
    found = find_candidates(document)
    found = with_moments(document, (*found, *derived_candidates(document, found)))
    said = {one.mention: one.value.timex for one in found if one.label == "DATE" and one.value}
    assert {mention: said.get(mention) for mention in ends} == ends


def test_a_field_for_dates_takes_nothing_else() -> None:
    text = (
        "Resultado de la consulta: [x] se acepta  [ ] se rechaza\nAceptación: 3 de mayo de 2023\n"
    )
    day = {"type": "string", "format": "date", "title": "Fecha del resultado"}
    assert answer(text, fecha_resultado=day)["fecha_resultado"] == "2023-05-03"


@pytest.mark.parametrize(
    ("text", "description", "said"),
    [
        ("Extracción: 03/05/2023 07:52", "huso de Lima (-05:00)", "2023-05-03T07:52:00-05:00"),
        (
            "Extracción: 03/05/2023 07:52",
            "si el texto no da zona, añadir Z",
            "2023-05-03T07:52:00Z",
        ),
    ],
)
def test_a_labelled_moment_has_its_offset(text: str, description: str, said: str) -> None:
    field = {"type": "string", "format": "date-time", "description": description}
    assert answer(text, extraccion=field) == {"extraccion": said}


def test_a_term_of_something_else_ends_on_no_day() -> None:
    document = Document("t", "Toledo, 3 de mayo de 2023. Lleva 5 días de fiebre.")
    found = with_moments(document, find_candidates(document))
    assert {one.label for one in found if one.mention == "5 días"} == {"DURATION"}


def test_the_caller_may_say_the_year() -> None:
    document = Document("t", "La feria abre el sábado 10 de junio.")
    found = with_moments(document, find_candidates(document), "Lee el programa del año 2023.")
    days = [one.value.timex for one in found if one.label == "DATE" and one.value]
    assert days == ["2023-06-10"]


def test_a_text_without_a_year_keeps_its_dates_open() -> None:
    document = Document("t", "La feria abre el 12 de junio.")
    found = with_moments(document, find_candidates(document))
    assert [one.value.timex for one in found if one.label == "DATE" and one.value] == ["XXXX-06-12"]


@pytest.mark.parametrize(
    ("asked", "templates"),
    [
        ({"type": "string", "format": "date"}, ("YYYY-MM-DD",)),
        (
            {"type": "string", "description": "Fecha en ISO 8601; si falta el día, AAAA-MM"},
            ("YYYY-MM-DD", "YYYY-MM"),
        ),
        ({"type": "string", "description": "Mes, si no se prorroga: AAAA-MM"}, ("YYYY-MM",)),
        ({"type": "string", "description": "AAAA-MM-DD HH:MM"}, ("YYYY-MM-DD HH:mm",)),
        # A format may be kept in several ways: words or a pattern say which.
        ({"type": "string", "format": "time"}, ("HH:MM:SS",)),
        ({"type": "string", "format": "time", "description": "HH:MM"}, ("HH:mm",)),
        ({"type": "string", "format": "time", "pattern": r"^\d\d:\d\d$"}, ("HH:mm",)),
        ({"type": "string", "format": "date", "description": "No DD/MM/AAAA"}, ("YYYY-MM-DD",)),
        (
            {"type": "string", "format": "date-time", "description": "AAAA-MM-DDTHH:MM"},
            ("YYYY-MM-DDTHH:mm",),
        ),
        (
            {"type": "string", "format": "date-time", "description": "YYYY-MM-DDTHH:MM:SS"},
            ("YYYY-MM-DDTHH:MM:SS",),
        ),
        (
            {"type": "string", "description": "As precise as known: YYYY, YYYY-MM or YYYY-MM-DD"},
            ("YYYY-MM-DD", "YYYY-MM", "YYYY"),
        ),
        ({"type": "string", "description": "ISO 8601 date and time"}, ("YYYY-MM-DDTHH:MM",)),
        ({"type": "string", "pattern": "^[0-9]{6,10}$"}, ()),
        ({"type": "string", "pattern": r"^\d+-\d+$"}, ()),
        ({"type": "string"}, ()),
    ],
)
def test_the_forms_of_dates_that_a_field_takes(
    asked: dict[str, Any], templates: tuple[str, ...]
) -> None:
    schema = compile_schema({"type": "object", "properties": {"cuando": asked}})
    assert asked_templates(schema.root.fields[0]) == templates


def test_a_date_is_written_in_the_fullest_form_it_fills() -> None:
    assert written_in("1938-03", ("YYYY-MM-DD", "YYYY-MM", "YYYY")) == "1938-03"
    assert written_in("2024-01-16T15", ("YYYY-MM-DDTHH:MM",)) == "2024-01-16T15:00"
    assert written_in("2024", ("YYYY-MM-DD",)) is None


@pytest.mark.parametrize(
    ("text", "pattern", "code"),
    [
        ("C.C. 41.887.302 de Cali", r"^[0-9]{8}$", "41887302"),
        ("Tel. 655 01 02 33", r"^\+34\d{9}$", "+34655010233"),
        ("Precinto PR119042 intacto", r"^[A-Z]{2}\d{6}$", "PR119042"),
        ("RUT: 9.874.512-3", r"^\d{7,8}-[\dK]$", "9874512-3"),
    ],
)
def test_a_pattern_finds_its_own_codes(text: str, pattern: str, code: str) -> None:
    raw = {"type": "object", "properties": {"x": {"type": "string", "pattern": pattern}}}
    profiles = profile_schema(compile_schema(raw))
    found = coded_candidates(Document("t", text), profiles)
    assert [one.value.text for one in found if one.value is not None] == [code]


@pytest.mark.parametrize("pattern", [r"^.{3,40}$", r"^[A-Za-z ]+$", "(a+)+$"])
def test_a_pattern_that_any_words_pass_or_that_is_risky_asks_for_no_code(pattern: str) -> None:
    raw = {"type": "object", "properties": {"x": {"type": "string", "pattern": pattern}}}
    assert not asks_code(compile_schema(raw).root.fields[0])


@pytest.mark.parametrize(
    ("name", "asked", "money", "scale"),
    [
        ("iva", {"type": "number", "description": "Como fracción"}, False, "fraction"),
        ("cuota", {"type": "number", "maximum": 1}, False, "fraction"),
        ("iva_percent", {"type": "number", "description": "no fracción"}, False, "percent"),
        ("porcentaje", {"type": "number", "description": "En tanto por uno"}, False, "fraction"),
        ("share", {"type": "number", "description": "Share sold, 0 to 1"}, False, "fraction"),
        ("lost", {"type": "number", "description": "0-1"}, False, "fraction"),
        ("cobertura", {"type": "number", "description": "En [0, 1]"}, False, "fraction"),
        ("goles", {"type": "number", "description": "Con el resultado 10-1"}, False, None),
        ("horas", {"type": "number", "description": "Horas, como decimal"}, False, None),
        ("ingresos_m", {"type": "number"}, True, "millions"),
        ("ancho_m", {"type": "number"}, False, None),
        ("total_millones_usd", {"type": "number"}, True, "millions"),
        ("ventas", {"type": "number", "description": "En millones de euros"}, True, "millions"),
    ],
)
def test_the_scale_a_number_is_asked_in(
    name: str, asked: dict[str, Any], money: bool, scale: str | None
) -> None:
    schema = compile_schema({"type": "object", "properties": {name: asked}})
    (profile,) = profile_schema(schema)
    assert asked_scale(profile.field, money=money, unit=profile.unit) == scale


@pytest.mark.parametrize(
    ("instruction", "name", "scale"),
    [
        ("Extrae las cuentas (cifras en millones de euros).", "beneficio", "millions"),
        ("Extrae las cuentas (cifras en millones de euros).", "plantas_km", None),
        ("Extrae las cuentas (cifras en millones de euros).", "margen_pct", "percent"),
        ("Extrae los importes, en euros (no en millones).", "beneficio", None),
        ("Extrae las cuentas de los millones de euros que ganó.", "beneficio", None),
    ],
)
def test_the_scale_that_is_said_of_all_amounts(
    instruction: str, name: str, scale: str | None
) -> None:
    raw = {"type": "object", "properties": {name: {"type": "number"}}}
    (profile,) = profile_schema(compile_schema(raw, instruction=instruction))
    assert profile.scale == scale


def test_percent_as_a_fraction_and_years_as_months() -> None:
    text = "El contrato dura 5 años. Se cobra una comisión del 12 %."
    found = answer(
        text,
        duracion_meses={"type": "integer", "description": "Duración del contrato en meses"},
        comision={"type": "number", "description": "Comisión como fracción de uno"},
    )
    assert found == {"duracion_meses": 60, "comision": 0.12}


def test_the_days_between_two_dates() -> None:
    text = "Fecha de ingreso: 18 de mayo de 2023\nFecha de alta: 27 de mayo de 2023\nTomar 7 días."
    asked = {"type": "integer", "description": "Días de estancia entre el ingreso y el alta"}
    assert answer(text, estancia_dias=asked) == {"estancia_dias": 9}


def test_dates_of_one_schema_take_different_mentions() -> None:
    text = "La solicitud se presentó el 3 de mayo de 2023 y se resolvió el 9 de junio de 2023."
    date = {"type": "string", "format": "date"}
    found = answer(text, presentada=date, resuelta=date)
    assert found == {"presentada": "2023-05-03", "resuelta": "2023-06-09"}


def test_blocks_are_lines_of_one_mark_with_what_stands_above_them() -> None:
    text = (
        "Qué debe hacer:\n\n1. Deje de usarlo.\n2. Devuélvalo en la tienda\n   más cercana.\n\n"
        "Incluye:\n- un cable\n- una funda\nGracias."
    )
    found = [
        (text[slice(*one.introduction)], [text[slice(*item)] for item in one.items])
        for one in read_blocks(text)
    ]
    assert found == [
        ("Qué debe hacer:", ["Deje de usarlo.", "Devuélvalo en la tienda\n   más cercana."]),
        ("Incluye:", ["un cable", "una funda"]),
    ]


def test_a_list_of_texts_is_the_block_that_its_words_introduce() -> None:
    text = (
        "Aviso de la comunidad. En el sótano habrá:\n- una sala de lectura abierta a todos\n"
        "- un taller de bicicletas\n\nSe recuerdan las normas:\n- No correr por los pasillos.\n"
        "- Cerrar la puerta al salir.\n"
    )
    asked = {"type": "array", "items": {"type": "string"}, "description": "Normas, literales"}
    assert answer(text, normas=asked) == {
        "normas": ["No correr por los pasillos.", "Cerrar la puerta al salir."]
    }


@pytest.mark.parametrize(
    ("ends", "kept"), [((".", "."), (".", ".")), ((".", ""), ("", "")), ((";", "."), ("", ""))]
)
def test_items_keep_the_full_stop_that_all_of_them_end_in(
    ends: tuple[str, str], kept: tuple[str, str]
) -> None:
    text = f"Se aconseja:\n— Revisar los techos{ends[0]}\n— Tener agua a mano{ends[1]}\n"
    (block,) = read_blocks(text)
    asked = {"type": "array", "items": {"type": "string"}}
    schema = compile_schema({"type": "object", "properties": {"consejos": asked}})
    assert block_items(text, block, profile_schema(schema)[0]) == (
        f"Revisar los techos{kept[0]}", f"Tener agua a mano{kept[1]}",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "year"),
    [("Me casé en el 75.", 1975), ("En el año 82 me casé.", 1982)],
)
def test_two_figures_are_a_year_where_one_is_asked(text: str, year: int) -> None:
    asked = {"type": "integer", "description": "Año de la boda, con cuatro cifras"}
    assert answer(text, anio_boda=asked).get("anio_boda") == year


def test_what_markdown_sets_apart_at_the_head_of_every_item_is_the_item() -> None:
    text = (
        "Materiales del taller:\n\n- **Barro rojo**, que llega de Teruel.\n"
        "- **Esmalte de ceniza**. Lo preparan ellos.\n- **Leña de encina** para el horno.\n"
    )
    (block,) = read_blocks(text)
    asked = {"type": "array", "items": {"type": "string"}, "description": "Materiales del taller"}
    schema = compile_schema({"type": "object", "properties": {"materiales": asked}})
    assert block_items(text, block, profile_schema(schema)[0]) == (
        "Barro rojo", "Esmalte de ceniza", "Leña de encina",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("La piscina ya no está abierta este año.", False),
        ("La piscina está abierta todo el año.", True),
        ("Los datos de la piscina abierta no constan. La piscina está abierta.", True),
    ],
)
def test_a_flag_is_denied_where_its_clause_is(text: str, value: bool) -> None:
    asked = {"type": "boolean", "description": "Si la piscina está abierta"}
    assert answer(text, piscina_abierta=asked)["piscina_abierta"] is value


@pytest.mark.parametrize(
    ("text", "members", "value"),
    [
        ("Llovía con fuerza cuando ocurrió.", ["clear", "rain", "fog"], "rain"),
        ("Es un estudio de fase III con 300 pacientes.", ["PHASE_1", "PHASE_2", "PHASE_3"], "PHASE_3"),
        ("Resultado: favorable con defectos leves.", ["favorable", "favorable_con_defectos_leves"],
         "favorable_con_defectos_leves"),
        ("Se vende furgoneta con motor de gasóleo.", ["PETROL", "DIESEL", "HYBRID"], "DIESEL"),
    ],
)  # fmt: skip
def test_members_in_spanish_and_members_said_in_full(
    text: str, members: list[str], value: str
) -> None:
    assert answer(text, clase={"type": "string", "enum": members})["clase"] == value


@pytest.mark.parametrize(
    ("form", "moment", "said"),
    [
        ("YYYY-MM-DDTHH:MM+01:00", "2025-01-13T08:04", "2025-01-13T08:04+01:00"),
        ("YYYY-MM-DDTHH:MM+01:00", "2025-01-13T08:04+01:00", "2025-01-13T08:04+01:00"),
        ("YYYY-MM-DDTHH:MM+01:00", "2025-01-13T08:04-05:00", None),
        ("AAAA-MM-DDTHH:MM:SSZ", "2025-01-13T08:04:30Z", "2025-01-13T08:04:30Z"),
        ("DD-MM-AAAA", "2025-01-13", "13-01-2025"),
    ],
)
def test_a_form_may_end_with_an_offset(form: str, moment: str, said: str | None) -> None:
    schema = {"type": "object", "properties": {"alta": {"type": "string", "description": form}}}
    leaf = next(iter(compile_schema(schema).leaves()))
    assert written_in(moment, asked_templates(leaf)) == said


def test_a_draft_keeps_the_offset_that_the_form_asks_for() -> None:
    leaf = {"type": "string", "description": "Momento de alta, YYYY-MM-DDTHH:MM+01:00"}
    text = "Incidencia 4471. Creada: 2025-01-13 08:04 (CET)"
    assert answer(text, alta=leaf) == {"alta": "2025-01-13T08:04+01:00"}


@pytest.mark.parametrize(
    "text",
    [
        "La tesis se defendió el 14 de febrero de 2022.\n\nLugo, a 3 de mayo de 2023\nAna Ruiz",
        "La baja es del 14 de febrero de 2022. Se expide en Lugo el 3 de mayo de 2023.",
    ],
)
def test_the_dateline_says_when_a_text_was_issued(text: str) -> None:
    day = {"type": "string", "format": "date"}
    assert answer(text, fecha_expedicion=day) == {"fecha_expedicion": "2023-05-03"}
