"""An enrolment: its text, four schemas over it, and their gold."""

import datetime as dt

from ranker_forms.looks import J
from ranker_forms.nodes import DT, ISO, A, B, E, F, I, O, Ob, S


def matricula(g, k):
    """The form and the nodes of variant ``k``."""
    p, t1, t2 = g.person(), g.person(), g.person()
    nac = g.date(2006, 2012)
    cen = g.c("IES Ribera de Ulla|Colegio Santa Eulalia|CEIP Los Chopos|IES Miguel Terrón")
    cc = g.code("470#####")
    cur = g.c([("1.º ESO", 1), ("2.º ESO", 2), ("3.º ESO", 3), ("4.º ESO", 4)])
    ac = g.i(2023, 2025)
    acx = g.c([f"{ac}/{ac + 1}", f"{ac}-{(ac + 1) % 100}"])
    f = g.date(base=dt.date(ac, 6, 15), lo=0, hi=30)
    exp = g.maybe(g.code("#####"))
    nia = g.code("10######")
    rep = g.p(0.25)
    tr = g.c(["Sí", "No"])
    com = g.c(["Sí", "No"])
    rel = g.c(["Religión", "Atención educativa"])
    idi = g.c(["Inglés", "Francés"])
    opts = [
        "Cultura clásica",
        "Robótica",
        "Música",
        "Segundo idioma: Francés",
        "Taller de teatro",
        "Digitalización",
    ]
    sel = g.r.sample(opts, 2)
    al = g.maybe(g.c("celiaquía|alergia al huevo|intolerancia a la lactosa"))
    ruta = g.code("R-#") if tr == "Sí" else None
    c = g.comp()
    herm = g.c([0, 0, 1, 2])
    tutor2 = g.maybe(t2, 0.4)
    lk = g.c("colon|two|cols|inline|mdtable|below")
    sx = {"M": g.c("H|V|Hombre"), "F": g.c("M|Mujer")}[p.sex]
    cuo = g.price(8, 30)
    proc = g.maybe(g.c("CEIP La Espadaña|Colegio Virgen del Soto"))
    txt = J(
        cen,
        f"Código de centro{g.c([': ', ' '])}{cc}",
        "",
        f"IMPRESO DE MATRÍCULA   Curso académico {acx}",
        "",
        g.H("Datos del alumno/a"),
        g.P(
            lk,
            [
                ("Apellidos", p.sur),
                ("Nombre", p.first),
                ("Fecha de nacimiento|F. nac.|Nacido/a el", nac),
                ("Sexo", sx),
                ("NIA|N.º ident. alumno", nia),
                ("N.º expediente|Expte.", exp),
                ("DNI|NIF", p.dni),
                ("Curso en que se matricula|Curso|Nivel", cur[0]),
                ("Centro de procedencia|Procede de", proc),
                ("Domicilio", c.addr),
            ],
        ),
        f"Repite curso: {g.boxes(['Sí', 'No'], 'Sí' if rep else 'No')}",
        "",
        g.H("Tutor/a 1"),
        g.P(
            "colon",
            [
                ("Nombre y apellidos", t1.full),
                ("DNI", t1.dni),
                ("Tfno.|Teléfono|Móvil", t1.tel),
                ("Correo|E-mail", t1.mail),
            ],
        ),
        g.H("Tutor/a 2"),
        g.P(
            "colon",
            [
                ("Nombre y apellidos", tutor2.full if tutor2 else None),
                ("DNI", tutor2.dni if tutor2 else None),
                ("Tfno.|Teléfono|Móvil", tutor2.tel if tutor2 else None),
            ],
        ),
        "",
        g.H("Opciones"),
        "Optativas (marcar dos): " + g.boxes(opts, sel),
        f"Elige: {g.boxes(['Religión', 'Atención educativa'], rel)}",
        f"Primera lengua extranjera: {idi}",
        f"Transporte escolar: {g.boxes(['Sí', 'No'], tr)}" + (f"   Ruta {ruta}" if ruta else ""),
        f"Comedor: {g.boxes(['Sí', 'No'], com)}   Alergias o dietas: {al or ''}".rstrip(),
        f"Hermanos en el centro: {herm or g.c(['ninguno', '0'])}",
        "",
        f"Seguro escolar y AMPA: {g.m(cuo)} (se abona en secretaría antes del {g.fd(dt.date(ac, 9, g.i(1, 9)))}).",
        f"Fecha: {f}   Firma del padre, madre o tutor:",
    )
    selo = [x for x in opts if x in sel]
    if k == 0:
        root = Ob(
            {
                "alumno": Ob(
                    {
                        "nombre": S(p.first),
                        "apellidos": S(p.sur),
                        "nacimiento": DT(nac),
                        "genero": E(
                            "H" if p.sex == "M" else "M", "H|M", "H chico, M chica", name="Genero"
                        ),
                        "nia": S(
                            nia,
                            "Identificador del alumno en la administración",
                            pattern="^[0-9]{8}$",
                        ),
                        "expediente": S(exp, None, True),
                    },
                    name="Alumno",
                ),
                "tutores": A(
                    [
                        Ob(
                            {"nombre": S(x.full), "dni": S(x.dni), "telefono": S(x.tel)},
                            name="Tutor",
                        )
                        for x in [t1] + ([tutor2] if tutor2 else [])
                    ],
                    "Solo los que estén rellenos",
                ),
                "curso": S(cur[0]),
                "anio_academico": S(acx),
                "optativas": A([S(x) for x in selo], "Materias optativas marcadas", minItems=2),
                "fecha_matricula": DT(f),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "school": S(cen),
                "school_code": S(cc),
                "student_surnames": S(p.sur),
                "student_first_name": S(p.first),
                "birth_date": ISO(nac, "YYYY-MM-DD"),
                "grade": I(cur[1], "1 to 4"),
                "previous_school": S(proc, None, True),
                "repeating": B(rep),
                "bus": B(tr == "Sí", "Uses school transport"),
                "bus_route": S(ruta, None, True),
                "lunch": B(com == "Sí", "Uses the canteen"),
                "dietary_needs": S(al, None, True),
                "guardian_email": S(t1.mail, None, format="email"),
                "enrolled_on": ISO(f, "Date of the form, YYYY-MM-DD"),
            }
        )
    elif k == 2:
        root = Ob(
            {
                "centro": S(cen),
                "alumno_apellidos": S(p.sur),
                "alumno_nombre": S(p.first),
                "dni_alumno": S(p.dni),
                "tutor_1": S(t1.full),
                "dni_tutor_1": S(t1.dni),
                "tutor_2": S(tutor2.full if tutor2 else None, None, True),
                "dni_tutor_2": S(tutor2.dni if tutor2 else None, None, True),
                "idioma": S(idi),
                "cuota": F(cuo),
                "curso_academico": S(acx),
            }
        )
    else:
        root = Ob(
            {
                "curso_inicio": I(ac, "Año natural en que empieza el curso"),
                "es_chica": B(p.sex == "F"),
                "repetidor": B(rep),
                "religion": B(rel == "Religión", "Si cursará la asignatura de Religión"),
                "servicios": A(
                    [
                        E(x, "transporte|comedor")
                        for x in (["transporte"] if tr == "Sí" else [])
                        + (["comedor"] if com == "Sí" else [])
                    ],
                    "Servicios solicitados",
                    E("transporte", "transporte|comedor"),
                ),
                "hermanos": I(herm, "Cuántos hermanos tiene en el centro"),
                "segundo_tutor_rellenado": B(bool(tutor2)),
                "alergia": O(S(al, "Alergia o dieta, si la hay")),
                "telefono_contacto": S(t1.tel, "El del primer tutor"),
                "idioma_extranjero": E(
                    {"Inglés": "en", "Francés": "fr"}[idi],
                    "en|fr|de",
                    "Código ISO de la primera lengua extranjera",
                ),
            }
        )
    return txt, root, g.c("este impreso de matrícula|la matrícula|la hoja de matrícula")
