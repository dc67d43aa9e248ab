"""What people write every day and expect to be read: messages, notices, notes, small forms."""

from typing import Any

import pytest
from symbolic_answers import answer

from nlp.candidates import find_candidates
from nlp.labels.reading import read_form
from nlp.layout.structure import layout
from nlp.spans import Document

TEXT: dict[str, Any] = {"type": "string"}
COUNT: dict[str, Any] = {"type": "integer"}
NUMBER: dict[str, Any] = {"type": "number"}
CLOCK: dict[str, Any] = {"type": "string", "format": "time"}
MOMENT: dict[str, Any] = {"type": "string", "format": "date-time"}
TEXTS: dict[str, Any] = {"type": "array", "items": TEXT}


def value_of(text: str, mention: str, label: str) -> Any:
    """The value of the only mention of a label in a text."""
    found = [
        one
        for one in find_candidates(Document("d", text))
        if one.mention == mention and one.label == label
    ]
    assert len(found) == 1, text
    assert found[0].value is not None
    return found[0].value


@pytest.mark.parametrize(
    ("text", "mention", "timex"),
    [
        ("Tarjeta válida hasta 03/27.", "03/27", "2027-03"),
        ("Cad. 11/26", "11/26", "2026-11"),
        ("Consumir preferentemente antes de 12/2026.", "12/2026", "2026-12"),
        ("El recibo vence el 15/12.", "15/12", "XXXX-12-15"),
        ("Nos vemos el 03/27.", "03/27", "XXXX-03-27"),
    ],
)
def test_what_expires_names_a_month(text: str, mention: str, timex: str) -> None:
    assert value_of(text, mention, "DATE").timex == timex


def test_hours_of_two_days_in_words() -> None:
    said = "las veinte horas del lunes hasta las seis horas del martes"
    value = value_of(f"Corte desde {said}.", said, "RANGE")
    assert (value.timex, value.timex_end) == ("XXXX-WXX-1T20", "XXXX-WXX-2T06")


def test_a_file_is_no_month() -> None:
    found = find_candidates(Document("d", "Exp. 12/2025, de la sección segunda."))
    assert not [one for one in found if one.label == "DATE"]


@pytest.mark.parametrize(
    ("text", "mention", "number", "unit"),
    [
        ("Compra kilo y medio de patatas.", "kilo y medio", 1.5, "kg"),
        ("Faltaba litro y cuarto.", "litro y cuarto", 1.25, "L"),
        ("Mide metro y medio de alto.", "metro y medio", 1.5, "m"),
        ("Echa un kilo y medio de sal.", "un kilo y medio", 1.5, "kg"),
    ],
)
def test_a_unit_and_a_part(text: str, mention: str, number: float, unit: str) -> None:
    value = value_of(text, mention, "QUANTITY")
    assert (value.number, value.unit) == (number, unit)


def test_hours_behind_weekdays() -> None:
    text = "Abrimos de lunes a viernes de 9 a 14 y de 17 a 20."
    ranges = [one.timex for one in find_candidates(Document("d", text)) if one.label == "RANGE"]
    assert {"T09", "T17"} <= set(ranges)


def test_no_hours_without_a_weekday() -> None:
    text = "Acuden de 9 a 14 personas."
    assert not [one for one in find_candidates(Document("d", text)) if one.timex]


@pytest.mark.parametrize(
    ("text", "fields", "expected"),
    [
        (
            "Haremos otro intento de entrega mañana entre 10:00 y 13:00 hrs.",
            {"desde": {**TEXT, "pattern": r"^\d{2}:\d{2}$", "description": "Inicio de la franja"},
             "hasta": {**TEXT, "pattern": r"^\d{2}:\d{2}$", "description": "Fin de la franja"}},
            {"desde": "10:00", "hasta": "13:00"},
        ),
        (
            "2025-02-11 04:12:07 ERROR no hay conexión",
            {"momento": MOMENT},
            {"momento": "2025-02-11T04:12:07"},
        ),
        (
            "El taller cierra el martes 22 de julio, desde las 8:00 hasta las 14:00 horas.",
            {"fecha": TEXT},
            {"fecha": "martes 22 de julio"},
        ),
        ("La cena es el sábado a mediodía.", {"dia": TEXT}, {"dia": "sábado"}),
        (
            "Tiene un plazo de quince (15) días hábiles para pagar 100 euros.",
            {"plazo_dias": COUNT},
            {"plazo_dias": 15},
        ),
        (
            "El teatro ardió el 14 de agosto de 1893; se había levantado nueve años antes.",
            {"anio_construccion": {**COUNT, "description": "Año en que se levantó"}},
            {"anio_construccion": 1884},
        ),
        (
            "La fábrica cerró el segundo trimestre con ventas de 1.240 millones de soles y una "
            "utilidad de 98 millones.",
            {"trimestre": COUNT, "utilidad_millones": NUMBER},
            {"trimestre": 2, "utilidad_millones": 98},
        ),
        (
            "El choque dejó un muerto y cuatro heridos.",
            {"muertos": COUNT, "heridos": COUNT},
            {"muertos": 1, "heridos": 4},
        ),
        ("Un obrero dijo que son 45 obreros.", {"obreros": COUNT}, {"obreros": 45}),
        (
            "Importe de la multa: 100 euros. No detrae puntos.",
            {"puntos": COUNT},
            {"puntos": 0},
        ),
        (
            "Los niños cenan a las siete. Mateo se acuesta a las 8.",
            {"hora_cena": CLOCK, "hora_acostarse": CLOCK},
            {"hora_cena": "19:00:00", "hora_acostarse": "20:00:00"},
        ),
        (
            "Clase a las 20 h. Luego, baile hasta las 2.",
            {"hora_inicio": CLOCK, "hora_fin": CLOCK},
            {"hora_inicio": "20:00:00", "hora_fin": "02:00:00"},
        ),
        (
            "Te llamo yo, Rosa. ¿Podéis venir mañana por la tarde a Lugo?",
            {"cuando": TEXT, "donde": TEXT},
            {"cuando": "mañana por la tarde", "donde": "Lugo"},
        ),
        (
            "Tamaño: mediano\nDueño: Luis Rey\nSeña: 50 €",
            {"tamanio": TEXT, "duenio": TEXT, "senia": NUMBER},
            {"tamanio": "mediano", "duenio": "Luis Rey", "senia": 50},
        ),
        (
            "Examen el 3 de julio, aula 2.14. Lote 7719B, sección C.",
            {"aula": TEXT, "lote": TEXT, "seccion": TEXT},
            {"aula": "2.14", "lote": "7719B", "seccion": "C"},
        ),
        (
            "Consumo con su tarjeta terminada en 6609 el 22/10/2024 a las 19:12.",
            {"card_last4": {**TEXT, "pattern": r"^\d{4}$"}},
            {"card_last4": "6609"},
        ),
        (
            "Expediente 0417, incoado en 2021.",
            {"expediente": {**TEXT, "pattern": r"^\d{4}$"}, "anio": {**TEXT, "pattern": r"^\d{4}$"}},
            {"expediente": "0417", "anio": "2021"},
        ),
        (
            "Acta del ascensor RAE 08/44120. La firma Juan Pérez, colegiado 28/12345.",
            {"rae": TEXT, "colegiado": TEXT},
            {"rae": "08/44120", "colegiado": "28/12345"},
        ),
        (
            "Aparato con registro 22/4410, versión 4.2.0 de 21.08.2023.",
            {"registro": {**TEXT, "pattern": r"^[0-9]{2}/[0-9]{4}$"},
             "version": {**TEXT, "pattern": r"^\d+\.\d+\.\d+$"}},
            {"registro": "22/4410", "version": "4.2.0"},
        ),
        (
            "Se entrega hasta el 20 de agosto. Patente KX·RL·53. Vuelo AP 1877.",
            {"limite": {**TEXT, "pattern": r"^\d{2}/\d{2}$", "description": "En formato DD/MM"},
             "patente": {**TEXT, "pattern": "^[A-Z]{4}[0-9]{2}$"},
             "vuelo": {**TEXT, "pattern": "^[A-Z]{2} ?[0-9]{4}$"}},
            {"limite": "20/08", "patente": "KXRL53", "vuelo": "AP 1877"},
        ),
        (
            "LÍQUIDO A PERCIBIR: 1.200 euros, que se ingresan el día 30.",
            {"bic": {"type": ["string", "null"], "pattern": "^[A-Z]{6}[A-Z0-9]{2}$"}},
            {"bic": None},
        ),
        (
            "Piso en la calle Argumosa 14, 3.º B. Teléfono: 612 44 09 87.",
            {"direccion": TEXT, "correo": {"type": ["string", "null"]}},
            {"direccion": "calle Argumosa 14, 3.º B", "correo": None},
        ),
        (
            "El funeral será en la parroquia de Cristo Rey. Fue trasladada al hospital Santa Sofía.",
            {"lugar_funeral": TEXT, "hospital": TEXT},
            {"lugar_funeral": "parroquia de Cristo Rey", "hospital": "hospital Santa Sofía"},
        ),
        (
            "La fiesta es el sábado 10 de mayo de 5 a 8 en Lugo.",
            {"hora_inicio": CLOCK, "hora_fin": CLOCK},
            {"hora_inicio": "17:00:00", "hora_fin": "20:00:00"},
        ),
        (
            "[10:03] Agente Iván: Hola, dígame\n[10:05] Cliente: No hay luz\n"
            "[10:09] Agente Iván: Le abro la incidencia 5520317.",
            {"agente": TEXT, "incidencia": TEXT},
            {"agente": "Iván", "incidencia": "5520317"},
        ),
    ],
)  # fmt: skip
def test_answers(text: str, fields: dict[str, Any], expected: dict[str, Any]) -> None:
    assert answer(text, **fields) == expected


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("Los niños deben traer almuerzo, agua y gorra.", ["almuerzo", "agua", "gorra"]),
        (
            "Hay que llevar botas, agua y crema el viernes 12.",
            ["botas", "agua", "crema"],
        ),
        (
            "Llevar: limpiar las botas, comprar pan y llenar las cantimploras.",
            ["limpiar las botas", "comprar pan", "llenar las cantimploras"],
        ),
        (
            "Para llevar: 1. Botas. 2. Saco de dormir. 3. Ropa y toalla.",
            ["Botas", "Saco de dormir", "Ropa y toalla"],
        ),
        (
            "Llevar: a) el carné; b) dos fotos, y c) la solicitud firmada.",
            ["el carné", "dos fotos", "la solicitud firmada"],
        ),
        (
            "Llevar: botas de agua; ropa de recambio. La excursión dura seis horas. Hay autobús.",
            ["botas de agua", "ropa de recambio"],
        ),
    ],
)
def test_lists(text: str, items: list[str]) -> None:
    assert answer(text, llevar=TEXTS) == {"llevar": items}


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("Salidas diarias 8:00 y 13:30 desde el parque.", ["8:00", "13:30"]),
        ("Salidas\nLaborables: 7:05, 13:30 y 18:45", ["7:05", "13:30", "18:45"]),
    ],
)
def test_lists_of_hours(text: str, hours: list[str]) -> None:
    assert answer(text, horas_salida=TEXTS) == {"horas_salida": hours}


def test_a_checklist_parts_what_is_done() -> None:
    text = "Compra\n[x] pan\n[ ] leche\n[ ] huevos\n[x] café"
    expected = {"comprado": ["pan", "café"], "falta": ["leche", "huevos"]}
    assert answer(text, comprado=TEXTS, falta=TEXTS) == expected


@pytest.mark.parametrize(
    ("text", "smokes"),
    [("¿Fuma tabaco?  Sí __  No X", False), ("¿Fuma tabaco?  Sí X  No __", True)],
)
def test_marks_behind_yes_and_no(text: str, smokes: bool) -> None:
    assert answer(text, fuma_tabaco={"type": "boolean"}) == {"fuma_tabaco": smokes}


@pytest.mark.parametrize(
    ("text", "members", "ticked"),
    [
        ("Remitente: Ana Gil\n[X] Regalo [ ] Documentos [ ] Otro\nPeso: 1 kg",
         ["documents", "gift", "other"], "gift"),
        ("Superior: Ana Gil    [ ] Aprueba  [X] Aprueba con cambios  [ ] Rechaza\nNotas: nada",
         ["approved", "approved_with_changes", "rejected"], "approved_with_changes"),
    ],
)  # fmt: skip
def test_boxes_without_a_label(text: str, members: list[str], ticked: str) -> None:
    found = answer(text, tipo={"enum": members}, superior=TEXT, remitente=TEXT)
    assert found["tipo"] == ticked
    assert "Ana Gil" in (found["superior"], found["remitente"])


def test_the_sides_of_a_thing() -> None:
    text = "LAVADORA BRISA\nDimensiones (alto x ancho x fondo): 85 x 60 x 55 cm\nGarantía: 3 años"
    sides = {"type": "object", "properties": {"alto": NUMBER, "ancho": NUMBER, "fondo": NUMBER}}
    expected = {"medidas": {"alto": 85, "ancho": 60, "fondo": 55}}
    assert answer(text, medidas=sides) == expected


def test_a_court_is_named_with_its_branch() -> None:
    text = "El Juzgado de Primera Instancia en lo Civil y Comercial N.º 7 de Oria cita a Ana Rey."
    found = {one.mention for one in find_candidates(Document("d", text))}
    assert "Juzgado de Primera Instancia en lo Civil y Comercial N.º 7 de Oria" in found


@pytest.mark.parametrize(
    ("text", "label", "value"),
    [
        ("El Oria ganó 78-65 al Lugo en casa.", "Marcador", "78-65"),
        ("Ana se impuso a Eva por 6-3, 2-6 y 6-1 en la final.", "Marcador", "6-3, 2-6 y 6-1"),
        ("Oria CF 1 - 3 Lugo CF. Árbitro: Gil.", "Equipo visitante", "Lugo CF"),
        ("Vuelo IB3456 Madrid-Lisboa, salida 7:05", "Destino", "Lisboa"),
        ("Está a 40,41° N, 3,70° O, cerca del río.", "Longitud", "3,70° O"),
        ("Atte., Marcela Tapia Ruiz, RUT 13.772.045-6.", "Firmante", None),
        ("Quedo a la espera. Atte., Marcela Tapia Ruiz, RUT 13.772.045-6.", "Firmante",
         "Marcela Tapia Ruiz"),
        ("Puedes dejar las llaves en recepción. — Memo", "Firmante", "Memo"),
        ("Ají de gallina (para seis). Cocina la pechuga en agua con sal y deshiláchala despacio.",
         "Nombre", "Ají de gallina"),
        ("Banco Meridional le informa: hoy se hizo una transferencia de 312 euros a Ferretería Gil.",
         "Entidad", "Banco Meridional"),
        ("Adelgazó y luego ganó 3-4 kilos en invierno.", "Marcador", None),
    ],
)  # fmt: skip
def test_what_running_text_says_as_a_form(text: str, label: str, value: str | None) -> None:
    pairs = read_form(text, layout(Document("d", text))).pairs
    found = [text[one.start : one.end] for one in pairs if one.label == label]
    assert found == ([] if value is None else [value])


def test_latitudes_south_and_longitudes_west_are_negative() -> None:
    text = "El faro está en 12,05° S, 77,04° O."
    assert answer(text, latitud=NUMBER, longitud=NUMBER) == {"latitud": -12.05, "longitud": -77.04}


def test_greetings_are_no_names() -> None:
    found = find_candidates(Document("d", "¡Hola, Gaby! Gracias por el aviso. Mire, no llegué."))
    assert not {"Hola", "Gracias", "Mire"} & {one.mention for one in found}


def test_how_many_times_is_a_number_and_a_stretch_of_time_is_none() -> None:
    assert answer("Entreno cuatro veces por semana.", sesiones_semana=COUNT) == {
        "sesiones_semana": 4
    }
    told = answer("Teletrabajo dos días a la semana.", dias_teletrabajo=COUNT)
    assert told == {"dias_teletrabajo": 2}


def test_a_dose_is_what_is_taken_each_time() -> None:
    told = answer("Se pauta amoxicilina 500 mg/8 h, 7 días.", dosis=TEXT, dias=COUNT)
    assert told == {"dosis": "500 mg", "dias": 7}


def test_drugs_are_no_verbs() -> None:
    told = answer("Se pauta enalapril 10 mg/24 h y omeprazol 20 mg/24 h.", farmacos=TEXTS)
    assert told == {"farmacos": ["enalapril", "omeprazol"]}


def test_a_code_is_read_to_its_end() -> None:
    text = "El libro lo publica Ediciones Tarrés. ISBN 978-84-123456-7-8."
    assert answer(text, isbn=TEXT) == {"isbn": "978-84-123456-7-8"}


def test_hours_stand_in_a_sentence_of_a_weekday() -> None:
    found = value_of("El sábado 14 cortan el agua de 9 a 13.", "9 a 13", "RANGE")
    assert (found.timex, found.timex_end) == ("T09", "T13")


def test_a_day_is_no_month() -> None:
    text = "El lunes 3 de marzo empiezan las obras, aplazadas desde noviembre."
    assert answer(text, dia_inicio=TEXT) == {"dia_inicio": "lunes 3 de marzo"}


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("La ciudad tiene 12,345 habitantes.", 12345),
        ("Fueron 14,320 aficionados al estadio.", 14320),
        ("Las juntas salen en 3,800, la mano de obra en 1,600 y la bomba en 2,200.", 2200),
    ],
)
def test_thousands_behind_a_comma(text: str, number: int) -> None:
    values = [one.value for one in find_candidates(Document("d", text))]
    assert number in [one.number for one in values if one is not None]


def test_three_figures_behind_a_comma_may_be_decimals() -> None:
    values = [one.value for one in find_candidates(Document("d", "Midió 2,772, 0,634 y 6,331 m."))]
    assert 2.772 in [one.number for one in values if one is not None]


def test_a_mark_is_what_was_given_of_those_there_are() -> None:
    assert answer("Mi nota: 7 sobre 10.", nota=NUMBER) == {"nota": 7}
    assert answer("Las llamas calcinaron 3/4 del monte.", fraccion=NUMBER) == {"fraccion": 0.75}


def test_a_label_says_the_first_member_behind_it() -> None:
    priority: dict[str, Any] = {"type": "string", "enum": ["baja", "media", "alta"]}
    text = "Prioridad: alta (la subió Wilmer; entró como media)"
    assert answer(text, prioridad=priority) == {"prioridad": "alta"}


def test_half_a_pound_is_no_middling_difficulty() -> None:
    hard: dict[str, Any] = {
        "anyOf": [{"type": "string", "enum": ["fácil", "media", "difícil"]}, {"type": "null"}]
    }
    text = "Media libra de papa criolla y un kilo de arroz. A las nueve y media se sirve."
    assert answer(text, dificultad=hard) == {"dificultad": None}
    assert answer("Dificultad media. Tiempo: una hora.", dificultad=hard) == {"dificultad": "media"}


def test_keys_of_a_log_are_labels() -> None:
    text = "02:14 INFO arranque de la copia, trabajo=4471, usuario=svc_respaldo, latencia=812"
    told = answer(text, trabajo=COUNT, usuario=TEXT, latencia_ms=COUNT)
    assert told == {"trabajo": 4471, "usuario": "svc_respaldo", "latencia_ms": 812}


def test_a_list_of_telephones_has_no_names() -> None:
    text = "Llamen a Fede al 099 555 014 o a Manuela al 098 555 230."
    assert answer(text, telefonos=TEXTS) == {"telefonos": ["099 555 014", "098 555 230"]}


def test_a_person_is_named_in_full() -> None:
    text = (
        "Hortia, fundada por la ingeniera Amparo Ferrandis, cuenta con 27 empleados. «Abriremos "
        "Chile», explica Ferrandis, consejera delegada."
    )
    assert answer(text, ceo=TEXT) == {"ceo": "Amparo Ferrandis"}
    surname: dict[str, Any] = {"type": "string", "description": "Solo el apellido"}
    assert answer(text, ceo=surname) == {"ceo": "Ferrandis"}


def test_a_letter_is_addressed_above_a_greeting_without_a_name() -> None:
    text = (
        "San José, 4 de noviembre de 2024\n\nLicda. Xinia Barrantes\nJefa de Recursos Humanos\n\n"
        "Estimada licenciada:\n\nLe presento mi renuncia al puesto de analista, que desempeño desde "
        "el 16 de mayo de 2018.\n\nCon aprecio,\nEsteban Chinchilla Mora"
    )
    told = answer(text, remitente=TEXT, destinataria=TEXT)
    assert told == {"remitente": "Esteban Chinchilla Mora", "destinataria": "Xinia Barrantes"}


def test_millions_of_pesos_and_dollars() -> None:
    found = value_of("Invirtió 350 mdd en la planta.", "350 mdd", "MONEY")
    assert (found.number, found.unit) == (350_000_000, "USD")
    found = value_of("Ingresos de $2.5 mdp este año.", "$2.5 mdp", "MONEY")
    assert (found.number, found.unit) == (2_500_000, "MXN")


def test_a_short_ruling_is_of_the_year_of_its_number() -> None:
    date: dict[str, Any] = {"type": "string", "format": "date"}
    text = "La sentencia 114/2023, de 8 de mayo, declaró nulo el despido."
    assert answer(text, fecha=date) == {"fecha": "2023-05-08"}


def test_what_rows_count_by_is_no_part_of_a_thing() -> None:
    rows: dict[str, Any] = {
        "type": "array",
        "items": {
            "type": "object",
            "properties": {"descripcion": TEXT, "cantidad": COUNT, "importe": NUMBER},
            "required": ["descripcion", "cantidad", "importe"],
        },
    }
    text = (
        "PEDIDO 118\n\n2 uds. Kit de embrague .... $ 412.000,00\n1 ud. Bomba .... $ 96.500,00\n\n"
        "TOTAL $ 508.500,00"
    )
    assert [one["descripcion"] for one in answer(text, items=rows)["items"]] == [
        "Kit de embrague",
        "Bomba",
    ]
