"""Members that stand before their boxes, that are letters, or that have but a place."""

import pytest
from symbolic_answers import answer


@pytest.mark.parametrize(
    ("line", "member"),
    [
        ("Resultado:  apto ( )   apto con reservas ( )   no apto (X)", "no_apto"),
        ("Resultado:  apto [x]   apto con reservas [ ]   no apto [ ]", "apto"),
        ("Resultado   apto [ ]   apto con reservas [x]   no apto [ ]", "apto_con_reservas"),
        ("Resultado:  [   ] apto   [  ] apto con reservas   [ X ] no apto", "no_apto"),
        ("Resultado:  apto (   )   apto con reservas ( X )   no apto (  )", "apto_con_reservas"),
        ("Resultado: apto con reservas", "apto_con_reservas"),
    ],
)
def test_boxes_may_stand_behind_their_words(line: str, member: str) -> None:
    members = {"type": "string", "enum": ["apto", "apto_con_reservas", "no_apto"]}
    assert answer(f"Ficha 12\n{line}\nFirma: Ana Ruiz\n", resultado=members) == {
        "resultado": member
    }


def test_a_ticked_word_of_an_unknown_member_has_its_place() -> None:
    members = {"type": "string", "enum": ["fall", "fire", "loose_tile", "flood"]}
    text = "Causa:  ( ) caída   ( ) incendio   (X) cornisa suelta   ( ) inundación\n"
    assert answer(text, causa=members) == {"causa": "loose_tile"}


@pytest.mark.parametrize(
    ("members", "member"),
    [(["F", "M"], "F"), (["H", "M"], "M"), (["V", "M"], "M")],
)
def test_a_letter_stands_for_a_sex(members: list[str], member: str) -> None:
    text = "Se atiende a una mujer de 40 años.\n"
    assert answer(text, sexo={"type": "string", "enum": members}) == {"sexo": member}


def test_a_list_of_members_has_those_whose_boxes_are_ticked() -> None:
    kinds = ["exceso_velocidad", "mal_estacionado", "sin_seguro", "oblea_vencida"]
    array = {"type": "array", "items": {"type": "string", "enum": kinds}}
    text = (
        "ACTA 118\n [ ] Exceso de velocidad\n [x] Mal estacionado (rampa)\n [ ] Sin seguro\n"
        " [x] Oblea vencida\nAgente: Ana Ruiz\n"
    )
    assert answer(text, infracciones=array) == {
        "infracciones": ["mal_estacionado", "oblea_vencida"]
    }


@pytest.mark.parametrize(
    ("line", "name", "flag"),
    [
        ("Ingreso: 1.ª vez [ ]  Reinspección [X]", "reinspeccion", True),
        ("Ingreso: 1.ª vez [X]  Reinspección [ ]", "reinspeccion", False),
        ("CARÁCTER: Urgente [ ]  Común [x]", "urgente", False),
        (
            "RESULTADO:  [X] promovida   [ ] promovida con pendientes   [ ] no promovida",
            "promovida",
            True,
        ),
        ("[X] AUTORIZO     [ ] NO AUTORIZO", "autorizado", True),
        ("[ ] AUTORIZO     [X] NO AUTORIZO", "autorizado", False),
        ("Salidas en el municipio       [x] AUTORIZO     [ ] NO AUTORIZO", "salidas", True),
    ],
)
def test_a_flag_is_as_the_box_that_is_called_like_it(line: str, name: str, flag: bool) -> None:
    text = f"FICHA 31\n{line}\nFirma: Ana Ruiz\n"
    assert answer(text, **{name: {"type": "boolean"}}) == {name: flag}


HEALTH = """CUESTIONARIO                                     SÍ    NO
1. ¿Ha tomado aspirina en los últimos 3 días?          X
2. ¿Tatuajes o perforaciones en los últimos 12 meses?  X
3. ¿Viajó a zona de malaria en el último año?    X

Firma: Ana Ruiz
"""


def test_a_mark_answers_by_the_head_above_it() -> None:
    flags = {
        name: {"type": "boolean"} for name in ("aspirina_reciente", "tatuaje", "viaje_malaria")
    }
    assert answer(HEALTH, **flags) == {
        "aspirina_reciente": False,
        "tatuaje": False,
        "viaje_malaria": True,
    }


@pytest.mark.parametrize(
    ("line", "members", "member"),
    [
        # another box has the member that the ticked word is a little like
        ("[ ] Violín   [X] Violonchelo   [ ] Guitarra", ["violin", "cello", "guitar"], "cello"),
        # what the other boxes leave
        ("Horario: [ ] laboral  [X] 24 h", ["laboral", "permanente"], "permanente"),
        # a label with dots, with a number, and a second label behind the first one's boxes
        (
            "Motivo ............ [ ] programada  [ ] denuncia  [X] seguimiento",
            ["scheduled", "complaint", "follow_up"],
            "follow_up",
        ),
        (
            "[10] CLASE   [x] regalo   [ ] muestra   [ ] documentos",
            ["gift", "sample", "documents"],
            "gift",
        ),
        (
            "TRÁMITE   ( ) Alta  (X) Baja     TARIFA   (X) diurna  ( ) nocturna",
            ["diurna", "nocturna"],
            "diurna",
        ),
    ],
)
def test_an_empty_box_is_no_answer(line: str, members: list[str], member: str) -> None:
    text = f"Ficha 12\n\n{line}\n\nFirma: Ana Ruiz\n"
    assert answer(text, opcion={"type": "string", "enum": members}) == {"opcion": member}


def test_two_groups_that_tick_different_members_are_told_by_their_labels() -> None:
    text = (
        "Vehículo A:  ( ) giraba   (X) circulaba   ( ) aparcaba\n"
        "Vehículo B:  (X) giraba   ( ) circulaba   ( ) aparcaba\n"
    )
    members = {"type": "string", "enum": ["giraba", "circulaba", "aparcaba"]}
    found = answer(text, vehiculo_a=members, vehiculo_b=members)
    assert found == {"vehiculo_a": "circulaba", "vehiculo_b": "giraba"}


def test_two_letters_with_boxes_offer_no_members() -> None:
    text = "Sexo: V [X] M [ ]\nGrado: Leve [X] Grave [ ] Muy grave [ ]\n"
    members = {"type": "string", "enum": ["minor", "serious", "very_serious"]}
    assert answer(text, gravedad=members) == {"gravedad": "minor"}
