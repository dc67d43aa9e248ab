"""Minutes of a meeting: its text, four schemas over it, and their gold."""

from ranker_forms.looks import J
from ranker_forms.nodes import DT, ISO, A, B, E, I, O, Ob, S


def acta(g, k):
    """The form and the nodes of variant ``k``."""
    org = g.c(
        "Comunidad de Propietarios Edificio Alcor|Consejo Escolar del IES Ribera de Ulla|Junta Directiva de la Asociación La Encina|Comité de Seguridad y Salud"
    )
    n = f"{g.i(1, 12)}/2025"
    f = g.date(2025)
    h1 = g.c([("17:00", 1020), ("18:30", 1110), ("19:00", 1140), ("10:15", 615)])
    du = g.c([45, 60, 75, 95, 130])
    h2 = f"{(h1[1] + du) // 60:02}:{(h1[1] + du) % 60:02}"
    con = g.c([("primera", 1), ("segunda", 2)])
    tip = g.c(["ordinaria", "extraordinaria"])
    pr, se = g.person(), g.person()
    asi = [g.person() for _ in range(g.i(2, 5))]
    exc = [g.person() for _ in range(g.i(0, 2))]
    lug = g.c("Salón de actos|Sala de juntas, 2.ª planta|Portal 3, bajo|Videoconferencia")
    nx = g.maybe(g.date(base=f, lo=20, hi=90))
    cit = g.date(base=f, lo=-15, hi=-6)
    pts = g.some(
        [
            "Lectura y aprobación del acta anterior",
            "Estado de cuentas",
            "Obras de la cubierta",
            "Renovación de cargos",
            "Plan de prevención",
            "Ruegos y preguntas",
        ],
        2,
        4,
    )
    AC = [
        ("Se aprueba el presupuesto de 12.400 euros.", True),
        ("Se rechaza la propuesta de cambio de horario.", False),
        ("Se aprueba contratar la limpieza por un año.", True),
        ("Se aprueba el acta anterior sin enmiendas.", True),
        ("Se rechaza la derrama extraordinaria.", False),
    ]
    ac = []
    tot = len(asi) + 2
    for t, ok in g.r.sample(AC, g.i(1, 3)):
        a = g.i(tot // 2 + 1, tot)
        c = g.i(0, tot - a)
        ac.append(
            {
                "t": t,
                "ok": ok,
                "fa": a if ok else c,
                "co": c if ok else a,
                "ab": tot - a - c,
                "who": g.maybe(g.person().short),
                "lim": None,
            }
        )
        ac[-1]["lim"] = g.date(base=f, lo=10, hi=60) if ac[-1]["who"] else None
    pl = "Presidente" if pr.sex == "M" else "Presidenta"
    sl = "Secretario" if se.sex == "M" else "Secretaria"
    lk = g.c("colon|bold|cols|below|mdtable|bullets|dots")
    ref = g.maybe(g.code("ACT-####"))
    txt = J(
        org,
        g.c("ACTA DE REUNIÓN|ACTA DE LA SESIÓN|Acta") + f" n.º {n}",
        "",
        g.P(
            lk,
            [
                ("Fecha|Día|Celebrada el", f),
                ("Inicio|Hora de inicio|Comienza", h1[0]),
                ("Fin|Hora de término|Acaba", h2),
                ("Lugar", lug),
                ("Carácter|Sesión", tip),
                ("Convocatoria", con[0]),
                ("Fecha de la citación|Convocada el", cit),
                (pl, pr.full),
                (sl, se.full),
                ("Ref.|Código", ref),
            ],
        ),
        "",
        "Asistentes: " + ", ".join(p.full for p in asi) + ".",
        "Excusan su asistencia: "
        + (", ".join(p.full for p in exc) + "." if exc else g.c(["nadie.", "—", ""])),
        "",
        "Orden del día",
        "\n".join(f"{i + 1}. {x}" for i, x in enumerate(pts)),
        "",
        "Acuerdos",
        "\n".join(
            f"- {x['t']} Votos: {x['fa']} a favor, {x['co']} en contra, {x['ab']} abstenciones."
            + (f" Responsable: {x['who']} (plazo: {x['lim']})." if x["who"] else "")
            for x in ac
        ),
        "",
        (f"Próxima reunión: {nx}." if nx else "La próxima reunión se convocará por correo."),
        f"Sin más asuntos, se levanta la sesión. V.º B.º {pl.lower()}; da fe, {sl.lower()}.",
    )
    if txt.find("Excusan su asistencia: \n") >= 0:
        txt = txt.replace("Excusan su asistencia: \n", "Excusan su asistencia:\n")

    def aid(x):
        return Ob(
            {
                "texto": S(x["t"], "La frase completa del acuerdo, sin los votos"),
                "aprobado": B(x["ok"]),
                "a_favor": I(x["fa"]),
                "en_contra": I(x["co"]),
                "responsable": S(x["who"], None, True),
                "plazo": DT(x["lim"], None, True),
            },
            name="Acuerdo",
        )

    if k == 0:
        root = Ob(
            {
                "organo": S(org, "Entidad u órgano que se reúne"),
                "numero|num_acta": S(n),
                "celebrada": DT(f),
                "comienzo": S(h1[0]),
                "final": S(h2),
                "preside": S(pr.full),
                "levanta_acta": S(se.full, "Quien ejerce la secretaría"),
                "presentes": A(
                    [S(p.full) for p in asi],
                    "Relación de asistentes, sin presidencia ni secretaría",
                ),
                "ausentes_justificados": A([S(p.full) for p in exc], None, S("")),
                "acuerdos": A([aid(x) for x in ac]),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "body": S(org),
                "minutes_no": S(n),
                "meeting_date": ISO(f, "YYYY-MM-DD"),
                "called_on": ISO(cit, "Date of the notice of meeting, YYYY-MM-DD"),
                "extraordinary": B(tip != "ordinaria"),
                "call": E("first" if con[1] == 1 else "second", "first|second"),
                "place": S(lug),
                "chair": S(pr.full),
                "secretary": S(se.full),
                "agenda": A([S(x) for x in pts], "Agenda items without numbering"),
                "decisions": A([S(x["t"]) for x in ac], "Full sentences, votes left out"),
                "next_meeting": DT(nx, None, True),
                "reference": S(ref, None, True),
            }
        )
    elif k == 2:
        root = Ob(
            {
                "numero_acta": S(n),
                "fecha": DT(f),
                "lugar": S(lug),
                "hora_inicio": S(h1[0]),
                "hora_fin": S(h2),
                "presidencia": S(pr.full),
                "secretaria": S(se.full),
                "orden_del_dia": A([S(x) for x in pts]),
                "proxima_reunion": DT(nx, None, True),
            }
        )
    else:
        root = Ob(
            {
                "duracion_minutos": I(du),
                "presidenta_mujer": B(pr.sex == "F", "Si preside una mujer"),
                "sesion": E(tip[:-1] + "a", "ordinaria|extraordinaria"),
                "convocatoria": I(con[1], "1 o 2"),
                "total_presentes": I(tot, "Asistentes más presidencia y secretaría"),
                "excusados": I(len(exc)),
                "puntos": I(len(pts), "Puntos del orden del día"),
                "aprobados": I(sum(x["ok"] for x in ac), "Acuerdos favorables"),
                "rechazados": A([S(x["t"]) for x in ac if not x["ok"]], "Frase completa", S("")),
                "tareas": A(
                    [
                        Ob(
                            {
                                "persona": S(x["who"]),
                                "fecha_limite": S(x["lim"].txt, "Con las palabras del acta"),
                            },
                            name="Tarea",
                        )
                        for x in ac
                        if x["who"]
                    ],
                    "Encargos con responsable",
                    Ob(
                        {"persona": S(None), "fecha_limite": S(None, "Con las palabras del acta")},
                        name="Tarea",
                    ),
                ),
                "siguiente": O(S(nx.txt if nx else None, "Fecha de la próxima reunión, literal")),
            }
        )
    return txt, root, g.c("esta acta|el acta de la reunión|el acta")
