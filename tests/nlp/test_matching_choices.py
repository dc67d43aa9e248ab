import pytest

from nlp.asked.enum_members import members_of
from nlp.asked.field_profile import profile_schema
from nlp.match.closed_sets import boolean_choices, enum_choices, several_choices
from nlp.match.member_features import member_features
from nlp.match.negation import negated_tokens
from nlp.match.ranker import trained_ranker
from nlp.match.read_surroundings import read_surroundings
from nlp.schema_compiler import compile_schema
from nlp.spans import Document


def choose(name: str, asked: dict[str, object], text: str) -> object:
    profile = profile_schema(compile_schema({"type": "object", "properties": {name: asked}}))[0]
    here = read_surroundings(Document("x", text), ())
    chooser = boolean_choices if profile.field.kind == "boolean" else enum_choices
    return chooser(profile, here, trained_ranker())[0][0]


@pytest.mark.parametrize(
    ("name", "members", "text", "best"),
    [
        ("estado", ["ABIERTO", "CERRADO"], "El museo permanece cerrado hasta mayo.", "CERRADO"),
        ("status", ["OPEN", "CLOSED"], "El museo permanece cerrado hasta mayo.", "CLOSED"),
        ("cause", ["GENETIC", "INFECTIOUS"], "Es un mal hereditario por mutación de un gen.",
         "GENETIC"),
        ("tone", ["POSITIVE", "NEGATIVE"], "Un disco magnífico, brillante y muy recomendable.",
         "POSITIVE"),
        ("tone", ["POSITIVE", "NEGATIVE"], "Un disco aburrido, torpe y decepcionante.", "NEGATIVE"),
        ("topic", ["SPORTS", "POLITICS"], "El equipo ganó la liga con un gol en el último partido.",
         "SPORTS"),
        ("sección", ["deportes", "política"], "El parlamento votó la ley; la política se calienta.",
         "política"),
        ("tamaño", ["pequeño", "grande"], "No es grande: es un perro pequeño.", "pequeño"),
        ("clase", ["A", "B"], "Viaja a Jaca en un vagón de la clase B con su hermana.", "B"),
        ("género", ["literatura", "música"], "Grabó su tercer álbum con la orquesta.", "música"),
        ("ruling", ["UPHELD", "REVERSED"], "La Sala revoca la sentencia de instancia.", "REVERSED"),
        ("stance", ["SUPPORTIVE", "WARY"], "El gremio recibió el plan con recelo.", "WARY"),
        ("round", ["FINAL", "SEMI_FINAL"], "Se despidió del torneo en semifinales.", "SEMI_FINAL"),
        ("day", ["MON", "TUE", "WED"], "La biblioteca cierra los martes.", "TUE"),
        ("estado", ["abierto", "cerrado"], "A las ocho el guarda cierra la verja.", "cerrado"),
    ],
)  # fmt: skip
def test_enum_members_by_their_words(name: str, members: list[str], text: str, best: str) -> None:
    assert choose(name, {"enum": members}, text) == best


def test_a_description_that_maps_words_to_members() -> None:
    asked = {
        "enum": ["HIGH", "LOW"],
        "description": "Frecuencia: Insólitos -> LOW, Habituales -> HIGH",
    }
    assert choose("frequency", asked, "Los retrasos son insólitos en esta línea.") == "LOW"


def test_a_description_that_says_what_each_code_stands_for() -> None:
    asked = {"enum": ["D", "T"], "description": "Vivienda: D dúplex de dos alturas, T terrera"}
    assert choose("modelo", asked, "Se vende un dúplex con vistas al puerto.") == "D"
    assert choose("modelo", asked, "Se vende una terrera con patio.") == "T"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("es_gratuito", "La entrada es gratuita para todos.", True),
        ("is_free", "La entrada es gratuita para todos.", True),
        ("is_free", "La entrada no es gratuita.", False),
        ("is_free", "El concierto empieza a las ocho.", False),
        ("has_pool", "La casa tiene dos plantas y garaje.", False),
        ("is_accessible", "El edificio es accesible para sillas de ruedas.", True),
        ("tiene_deuda", "Deuda anterior ......... 0,00", False),
        ("tiene_alarma", "Alarma ✘ sin montar\nGaraje ✔", False),
        ("tiene_garaje", "Alarma ✘ sin montar\nGaraje ✔", True),
        ("acepta_publicidad", "¿Acepta recibir publicidad?   [ ] Sí  [X] No", False),
        ("acepta_publicidad", "¿Acepta recibir publicidad?   [X] Sí  [ ] No", True),
        ("obra_parcial", "Recepción de la obra: ☒ Total  ☐ Parcial", False),
        ("licencia_concedida", "La licencia solicitada fue rechazada por el concejo.", False),
        ("contrato_firmado", "El contrato está pendiente de ser firmado.", False),
        ("sistema_homologado", "El sistema está homologado desde 2019.", True),
        ("pan_sin_gluten", "Sirven pan sin gluten a quien lo pida.", True),
        ("viaje_cancelado", "El viaje fue cancelado por la niebla.", True),
        ("admite_tarjetas", "Admite cheques de comida; las tarjetas, no.", False),
        ("fianza", "No cabe, en cambio, fianza alguna.", False),
        ("rampa_portal_accesible", "La rampa se estrenó en mayo.", True),
    ],
)
def test_flags(name: str, text: str, said: bool) -> None:
    assert choose(name, {"type": "boolean"}, text) is said


@pytest.mark.parametrize(
    ("description", "text", "said"),
    [
        ("True if the lift has not been repaired", "El ascensor no se ha reparado.", True),
        ("True if the lift has been repaired", "El ascensor no se ha reparado.", False),
        ("Si se reparó el ascensor; null si no consta", "El ascensor no se ha reparado.", False),
        ("Si se reparó el ascensor o no", "El ascensor no se ha reparado.", False),
    ],
)
def test_a_denial_confirms_a_flag_that_asks_what_is_not_so(
    description: str, text: str, said: bool
) -> None:
    assert choose("ascensor", {"type": "boolean", "description": description}, text) is said


def test_a_member_for_all_else_is_not_said_by_its_words() -> None:
    text = "Otro vecino avisó a otro operario y este a otro más: había una fuga."
    assert choose("daño", {"enum": ["otro", "fuga", "rotura"]}, text) == "fuga"


def test_the_sentence_that_says_what_is_asked_speaks_for_its_member() -> None:
    text = (
        "Se concedió la beca de comedor y se concedió la de libros. La comisión, tras oír durante "
        "toda la mañana a las dos familias y a la dirección del colegio, denegó la de transporte."
    )
    asked = {"enum": ["GRANTED", "DENIED"], "description": "Lo que la comisión dijo del transporte"}
    schema = compile_schema({"type": "object", "properties": {"resultado": asked}})
    profile = profile_schema(schema)[0]
    here = read_surroundings(Document("x", text), ())
    granted, denied = member_features(profile, members_of(profile), here)["told_with"]
    assert denied > granted


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("Paciente sin fiebre ni tos.", {"fiebre", "tos"}),
        ("Se descarta fractura.", {"fractura"}),
        ("Fiebre, pero no dolor.", {"dolor"}),
        ("No solo canta: también baila.", set()),
        ("Cultivo negativo", {"Cultivo"}),
        ("Tiene fiebre.", set()),
    ],
)
def test_negation_reaches_its_clause(text: str, denied: set[str]) -> None:
    here = read_surroundings(Document("x", text), ())
    flags = negated_tokens(here)
    words = [text[s:e] for s, e in zip(here.starts, here.ends, strict=True)]
    assert {word for word, flag in zip(words, flags, strict=False) if flag} - {"ni"} == denied


def test_several_members_at_once() -> None:
    schema = compile_schema(
        {
            "type": "object",
            "properties": {
                "servicios": {"type": "array", "items": {"enum": ["piscina", "spa", "gimnasio"]}}
            },
        }
    )
    profile = profile_schema(schema)[0]
    here = read_surroundings(Document("x", "El hotel ofrece piscina y gimnasio."), ())
    chances = dict(several_choices(profile, here, trained_ranker()))
    assert chances["piscina"] > 0.5 > chances["spa"]
    assert chances["gimnasio"] > 0.5
