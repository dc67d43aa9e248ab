import pytest
from hang import ends

from nlp.asked.field_profile import profile_schema
from nlp.asked.form_likeness import pattern_fits, shape_likeness
from nlp.asked.hyponyms import kinds_of
from nlp.asked.key_field import key_field_of
from nlp.asked.rendering import answer_value
from nlp.candidates import find_candidates
from nlp.match.coordinations import (
    coordination_candidates,
    coordination_openings,
    find_coordinations,
)
from nlp.match.list_items import (
    EXPECTED_ITEMS,
    best_set,
    given_any,
    item_chances,
    nominal_candidates,
)
from nlp.match.ranker import trained_ranker
from nlp.match.read_surroundings import read_surroundings
from nlp.schema_compiler import compile_schema
from nlp.spans import Candidate, Document, Value
from nlp.stems import cognate_key, words_of


@pytest.mark.parametrize(
    ("text", "members"),
    [
        (
            "El taller repara relojes, lámparas de aceite, gramófonos y radios antiguas.",
            ["relojes", "lámparas de aceite", "gramófonos", "radios antiguas"],
        ),
        ("Materiales: barro, cal y arena.", ["barro", "cal", "arena"]),
        ("- Tijeras\n- Hilo de seda\n- Agujas finas", ["Tijeras", "Hilo de seda", "Agujas finas"]),
        ("1. Lavar la lana\n2. Cardarla\n3. Hilarla", ["Lavar la lana", "Cardarla", "Hilarla"]),
        ("| Pieza | Precio |\n|---|---|\n| Tuerca | 2 |\n| Perno | 3 |", ["Tuerca", "Perno"]),
    ],
)
def test_runs_of_things(text: str, members: list[str]) -> None:
    at = text.find("relojes")
    phrase = Candidate(at, at + 7, "relojes", "NOUN_PHRASE", None, "test")
    runs = find_coordinations(Document("x", text), (phrase,) if at >= 0 else ())
    assert members in [[text[s:e] for s, e in run.spans] for run in runs]


@pytest.mark.parametrize(
    ("text", "members"),
    [
        (
            "Acudieron los alfareros, los cesteros y los tejedores, y la feria abrió a las diez.",
            [["alfareros", "cesteros", "tejedores"]],
        ),
        ("El molino cuenta con muela, tolva y canal.", [["muela", "tolva", "canal"]]),
        ("Marina Soto, vecina del barrio, abrió la puerta.", []),
        ("La caja pesa 1,5 kilos y mide poco.", []),
        ("Compraron harina, sal, aceite y, si sobraba algo, vino.", [["harina", "sal", "aceite"]]),
        (
            "El jarabe contiene vitamina A, vitamina C y hierro.",
            [["vitamina A", "vitamina C", "hierro"]],
        ),
    ],
)
def test_runs_end_at_verbs(text: str, members: list[list[str]]) -> None:
    document = Document("x", text)
    runs = find_coordinations(document, find_candidates(document))
    assert [[text[s:e] for s, e in run.spans] for run in runs] == members


@pytest.mark.parametrize(
    ("mention", "nominal"),
    [
        ("faro", True),
        ("faro viejo", True),
        ("encendió", False),
        ("La farera encendió", False),
        ("lámparas, mechas y velas", False),
        ("mechas", True),
    ],
)
def test_what_can_name_a_thing(mention: str, nominal: bool) -> None:
    text = "La farera encendió lámparas, mechas y velas en el faro viejo."
    document = Document("x", text)
    start = text.index(mention)
    candidate = Candidate(start, start + len(mention), mention, "NOUN_PHRASE", None, "test")
    here = read_surroundings(document, (candidate,))
    runs = find_coordinations(document, find_candidates(document))
    assert nominal_candidates(here, runs) == [nominal]


def test_members_of_a_run_share_its_lead() -> None:
    text = "Visitaron Lugo, Ourense y Vigo."
    document = Document("x", text)
    runs = find_coordinations(document)
    leads = coordination_openings(runs)
    found = coordination_candidates(document, runs, ())
    assert {text[one.start : one.end] for one in found} >= {"Ourense", "Vigo"}
    assert len({leads[one.start, one.end] for one in found}) == 1


def test_hostile_commas_come_to_an_end() -> None:
    document = Document("x", "a, " * 5_000)
    with ends():
        assert len(find_coordinations(document)) < 5_000


@pytest.mark.parametrize(
    ("chances", "kept"),
    [([], 0), ([0.9, 0.9, 0.05], 2), ([0.9, 0.1, 0.1, 0.1], 1), ([0.5, 0.5, 0.5, 0.5], 4)],
)
def test_the_best_set_of_items(chances: list[float], kept: int) -> None:
    assert best_set(chances)[0] == kept


def test_chances_are_raised_when_too_few_are_promised() -> None:
    raised = given_any([0.2, 0.1, 0.1, 0.05, 0.01])
    assert sum(raised) == pytest.approx(EXPECTED_ITEMS, abs=0.01)
    assert raised == sorted(raised, reverse=True)
    assert given_any([0.9, 0.9, 0.9, 0.9]) == [0.9, 0.9, 0.9, 0.9]


def test_the_anchor_of_objects_is_the_field_that_names_them() -> None:
    schema = compile_schema(
        {
            "type": "object",
            "properties": {
                "obras": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "año": {"type": "integer"},
                            "estado": {"enum": ["buena", "mala"]},
                            "título": {"type": "string"},
                        },
                        "required": ["título"],
                    },
                }
            },
        }
    )
    anchor = key_field_of(schema.fields[0])
    assert anchor is not None
    assert anchor.path == "obras.*.título"


DAY = "3 de mayo de 1998"
MAY = Value("date", timex="1998-05-03")
KM = Value("quantity", number=2, unit="km")
HOURS = Value("duration", timex="PT2H")
SLASHED: dict[str, object] = {"type": "string", "description": "Start date, DD/MM/YYYY"}


def _profile(name: str, asked: dict[str, object]):
    return profile_schema(compile_schema({"type": "object", "properties": {name: asked}}))[0]


@pytest.mark.parametrize(
    ("name", "asked", "mention", "label", "value", "answer"),
    [
        ("largo_m", {"type": "number"}, "2 km", "QUANTITY", KM, 2000),
        ("duration_minutes", {"type": "integer"}, "2 horas", "DURATION", HOURS, 120),
        ("year", {"type": "integer"}, DAY, "DATE", MAY, 1998),
        ("date", {"type": "string", "format": "date"}, DAY, "DATE", MAY, "1998-05-03"),
        ("start", SLASHED, DAY, "DATE", MAY, "03/05/1998"),
        ("book_name", {"type": "string"}, "Marea (novela)", "HEADING", None, "Marea"),
        ("total", {"type": "integer"}, "más de 300", "RANGE", Value("number_range", low=300), 300),
    ],
)  # fmt: skip
def test_values_in_the_form_the_field_asks(
    name: str,
    asked: dict[str, object],
    mention: str,
    label: str,
    value: Value | None,
    answer: object,
) -> None:
    candidate = Candidate(0, len(mention), mention, label, value, "test")
    assert answer_value(candidate, _profile(name, asked)) == answer


@pytest.mark.parametrize(
    ("english", "spanish"),
    [
        ("infectious", "infeccioso"),
        ("diameter", "diámetro"),
        ("eccentricity", "excentricidad"),
        ("respiratory", "respiratorio"),
        ("autoimmune", "autoinmune"),
    ],
)
def test_cognates_share_a_key(english: str, spanish: str) -> None:
    assert cognate_key(english) == cognate_key(spanish) != ""


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("fecha_de_alta", ("fecha", "de", "alta")),
        ("releaseDate", ("release", "Date")),
        ("HTTPServer", ("HTTP", "Server")),
        ("md5", ("md", "5")),
        ("side-effects", ("side", "effects")),
    ],
)
def test_names_are_split(name: str, words: tuple[str, ...]) -> None:
    assert words_of(name) == words


@pytest.mark.parametrize(
    ("words", "mention", "likeness"),
    [
        (("colour",), "verde", 1.0),
        (("idioma", "original"), "portugués", 1.0),
        (("side", "effects"), "fuertes náuseas", 0.5),
        (("color",), "martillo", 0.0),
    ],
)
def test_members_of_kinds(words: tuple[str, ...], mention: str, likeness: float) -> None:
    assert max((kind.likeness(mention) for kind in kinds_of(words)), default=0.0) == likeness


def test_shapes_and_patterns() -> None:
    assert shape_likeness("RI-52-0001234", ("RI-51-0009876",)) > shape_likeness(
        "faro", ("RI-51-0009876",)
    )
    assert pattern_fits("AB-12", r"^[A-Z]{2}-\d{2}$") == 1.0
    assert pattern_fits("ab", r"^[A-Z]{2}-\d{2}$") == -1.0
    assert pattern_fits("aaaaaaaaaaaaaaaaaaaaaaaaaaaa!", r"^(a+)+$") == 0.0


@pytest.mark.parametrize("introduction", ["## Herramientas de la fragua", "Herramientas:"])
def test_a_list_under_its_own_name_is_the_list(introduction: str) -> None:
    text = f"# La fragua\n\nEl yunque espera.\n\n{introduction}\n\n- Martillo\n- Tenazas\n"
    document = Document("x", text)
    at = text.index("yunque")
    phrase = Candidate(at, at + 6, "yunque", "NOUN_PHRASE", None, "test")
    runs = find_coordinations(document)
    candidates = (phrase, *coordination_candidates(document, runs, ()))
    schema = compile_schema(
        {
            "type": "object",
            "properties": {"herramientas": {"type": "array", "items": {"type": "string"}}},
        }
    )
    here = read_surroundings(document, candidates, coordination_openings(runs))
    chosen, chances, _ = item_chances(profile_schema(schema)[0], here, runs, trained_ranker())
    by_name = {
        here.candidates[one].mention: p for one, p in zip(chosen, chances.tolist(), strict=True)
    }
    assert min(by_name["Martillo"], by_name["Tenazas"]) > 3 * by_name["yunque"]  # a tool as well
