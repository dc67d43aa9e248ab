"""A record of vaccinations: its text, four schemas over it, and their gold."""

import datetime as dt

from ranker_forms.document import Dt
from ranker_forms.looks import J
from ranker_forms.nodes import DT, ISO, A, B, E, F, I, O, Ob, S, X

VAC = [
    ("Hexavalente", "intramuscular"),
    ("Triple vírica", "subcutánea"),
    ("Neumocócica conjugada", "intramuscular"),
    ("Meningococo B", "intramuscular"),
    ("Varicela", "subcutánea"),
    ("Gripe", "intranasal"),
    ("Rotavirus", "oral"),
    ("Tétanos-difteria", "intramuscular"),
]


def vacunas(g, k):
    """The form and the nodes of variant ``k``."""
    p = g.person()
    pet = g.p(0.3)
    nac = g.date(2010, 2023)
    g.cty = g.c(["ES", "ES", "AR"]) if not pet else "ES"
    tut, enf = g.person(), g.person()
    cen = g.c("C.S. Las Huertas|Vacunatorio Municipal|Centro de Salud La Victoria")
    nc = g.code("VAC-######")
    ds = []
    d = nac.d + dt.timedelta(days=60)
    for nm, via in g.r.sample(VAC, g.i(3, 6)):
        for n_ in range(1, g.i(1, 2) + 1):
            ds.append(
                {
                    "v": nm,
                    "via": via,
                    "n": n_,
                    "d": d,
                    "lote": g.maybe(g.code("@#@##"), 0.2),
                    "ref": False,
                    "re": g.maybe(g.c(["fiebre leve", "enrojecimiento local"]), 0.8),
                }
            )
            d += dt.timedelta(days=g.i(20, 120))
    fmt = g.c("dmy/|dmy-|dot|d/m/yy")

    def fd(x):
        return g.fd(x, fmt)

    pend = [v for v, _ in VAC if v not in {x["v"] for x in ds}]
    pen = g.some(pend, 0, 2)
    px = g.maybe(Dt(d + dt.timedelta(days=30), fd(d + dt.timedelta(days=30))))
    em = Dt(d + dt.timedelta(days=5), fd(d + dt.timedelta(days=5)))
    al = g.maybe(g.c("huevo|neomicina|látex"))
    pes = g.maybe(g.price(6, 40))
    pes = round(pes, 1) if pes else None
    sx = {"M": g.c("Niño|V|H|Varón"), "F": g.c("Niña|M|Mujer|M")}[p.sex]
    gr = g.maybe(g.c("A+|0+|B-"))
    cip = g.code("@@@@##########")
    rot = g.p()
    vi = {"intramuscular": "IM", "subcutánea": "SC", "intranasal": "IN", "oral": "VO"}
    ab = g.p(0.5)
    lk = g.c("colon|two|inline|cols|bold|htable|tight")
    par = "Madre" if tut.sex == "F" else "Padre"
    prem = g.p(0.3)
    nt = Dt(nac.d, fd(nac.d))
    txt = J(
        cen,
        g.c("HISTORIAL DE VACUNACIÓN|CARTILLA DE VACUNACIÓN|Registro de vacunas"),
        "",
        g.P(
            lk,
            [
                ("N.º de cartilla|Cartilla|Registro", nc),
                ("Nombre|Nombre y apellidos", p.full),
                ("Fecha de nacimiento|F. nac.|Nacido/a el|Nac.", nt),
                ("Sexo", sx),
                ("N.º tarjeta sanitaria|CIP", cip),
                (par, tut.full),
                ("Tfno.|Teléfono|Móvil", tut.tel),
                ("Alergias|Contraindicaciones", al),
                ("Peso", f"{g.n(pes, 1)} kg" if pes else None),
                ("Grupo sanguíneo|Gr. y Rh", gr),
            ],
        ),
        f"Prematuro/a: {g.boxes(['sí', 'no'], 'sí' if prem else 'no')}",
        "",
        g.T(
            g.t(),
            ["Vacuna", "Dosis|N.º dosis", "Fecha|Puesta el", "Lote", "Vía", "Reacción|Observ."],
            [
                [
                    x["v"],
                    f"{x['n']}.ª" if rot else x["n"],
                    fd(x["d"]),
                    x["lote"] or "-",
                    vi[x["via"]] if ab else x["via"],
                    x["re"] or "-",
                ]
                for x in ds
            ],
        ),
        ("IM: intramuscular; SC: subcutánea; IN: intranasal; VO: oral." if ab else None),
        "",
        "Pendientes: " + (", ".join(pen) if pen else "ninguna"),
        f"Próxima cita: {px or ''}".rstrip(),
        "",
        f"Expedido el {em} por {enf.full}, "
        + ("enfermera" if enf.sex == "F" else "enfermero")
        + f" (col. {g.code('#####')}). Cualquier reacción debe comunicarse al centro en las 48 horas siguientes.",
    )
    if k == 0:
        root = Ob(
            {
                "cartilla": S(nc, "Número del registro"),
                "menor": Ob(
                    {
                        "nombre": S(p.full),
                        "nacimiento": DT(nt),
                        "sexo": E(
                            "masculino" if p.sex == "M" else "femenino",
                            "masculino|femenino",
                            name="Sexo",
                        ),
                        "tarjeta": S(cip),
                        "alergia": S(al, None, True),
                    },
                    "Persona vacunada",
                    name="Menor",
                ),
                "progenitor": Ob(
                    {
                        "nombre": S(tut.full),
                        "telefono": S(tut.tel),
                        "relacion": E(par.lower(), "madre|padre|tutor"),
                    },
                    name="Progenitor",
                ),
                "dosis": A(
                    [
                        Ob(
                            {
                                "vacuna": S(x["v"]),
                                "numero": I(x["n"], "Ordinal de la dosis"),
                                "fecha": X(x["d"].isoformat(), None, format="date"),
                                "lote": S(x["lote"], None, True),
                                "via": E(
                                    x["via"], "intramuscular|subcutánea|intranasal|oral", name="Via"
                                ),
                            },
                            name="Dosis",
                        )
                        for x in ds
                    ]
                ),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "record_no": S(nc),
                "child_name": S(p.full),
                "birth_date": ISO(nt, "YYYY-MM-DD"),
                "sex": E("M" if p.sex == "M" else "F", "M|F", "M male, F female"),
                "guardian": S(tut.full),
                "guardian_phone": S(tut.tel),
                "allergy": S(al, None, True),
                "doses": A(
                    [
                        Ob(
                            {
                                "vaccine": S(x["v"]),
                                "date": X(x["d"].isoformat(), "YYYY-MM-DD"),
                                "batch": S(x["lote"], "Lot; null when missing", True),
                                "reaction": S(x["re"], None, True),
                            },
                            name="Dose",
                        )
                        for x in ds
                    ]
                ),
                "pending": A([S(x) for x in pen], "Vaccines still to be given", S("")),
                "next_appointment": DT(px, None, True),
                "issued_on": DT(em),
                "issued_by": S(enf.full),
            }
        )
    elif k == 2:
        root = Ob(
            {
                "centro": S(cen),
                "nombre": S(p.full),
                "fecha_nacimiento": DT(nt),
                "tarjeta_sanitaria": S(cip),
                "peso_kg": F(pes, None, True),
                "grupo_sanguineo": S(gr, None, True),
                "vacunas": A(
                    [S(v) for v in dict.fromkeys(x["v"] for x in ds)],
                    "Sin repetir, en el orden del documento",
                ),
                "lotes": A(
                    [S(x["lote"]) for x in ds if x["lote"]], "Los que constan, en orden", S("")
                ),
                "proxima_cita": DT(px, None, True),
                "profesional": S(enf.full),
            }
        )
    else:
        root = Ob(
            {
                "es_niña": B(p.sex == "F", "Si es una niña"),
                "prematuro": B(prem),
                "dosis_puestas": I(len(ds), "Total de dosis administradas"),
                "vacunas_distintas": I(len({x["v"] for x in ds})),
                "ultima_dosis": Ob(
                    {
                        "vacuna": S(ds[-1]["v"]),
                        "fecha": X(ds[-1]["d"].isoformat(), "AAAA-MM-DD"),
                        "lote": S(ds[-1]["lote"], None, True),
                    },
                    "La más reciente",
                    name="Ultima",
                ),
                "con_reaccion": A(
                    [S(x["v"]) for x in ds if x["re"]],
                    "Vacunas que dieron reacción, una por dosis",
                    S(""),
                ),
                "calendario_completo": B(not pen, "true si no queda ninguna pendiente"),
                "sin_lote": I(sum(not x["lote"] for x in ds), "Dosis sin lote anotado"),
                "expedicion": S(em.txt, "Fecha en que se expide, literal"),
                "cita": O(S(px.txt if px else None, "Próxima cita, literal")),
                "plazo_aviso": S("48 horas", "Literal"),
            }
        )
    return (
        txt,
        root,
        g.c("este historial de vacunación|la cartilla de vacunas|el registro de vacunación"),
    )
