"""A prescription: its text, four schemas over it, and their gold."""

from ranker_forms.looks import J
from ranker_forms.nodes import DT, ISO, A, B, E, I, O, Ob, S

MED = [
    ("Amoxidal", "amoxicilina", "500 mg", "cápsulas"),
    ("Ibulén", "ibuprofeno", "600 mg", "comprimidos"),
    ("Respirol", "salbutamol", "100 mcg", "inhalador"),
    ("Omeprax", "omeprazol", "20 mg", "cápsulas"),
    ("Tensivar", "losartán", "50 mg", "comprimidos"),
    ("Gotaclar", "tobramicina", "0,3 %", "colirio"),
    ("Paracel", "paracetamol", "1 g", "comprimidos"),
]


def receta(g, k):
    """The form and the nodes of variant ``k``."""
    p, m = g.person(), g.person()
    nac = g.date(1940, 2015)
    f = g.date(2025)
    col = g.code("47#######")
    cip = g.code("CYL########")
    ms = []
    for b, a, ds, fm in g.r.sample(MED, g.i(1, 3)):
        cada = g.c([6, 8, 12, 24])
        dias = g.c([5, 7, 10, 30])
        ms.append(
            {
                "b": b,
                "a": a,
                "ds": ds,
                "fm": fm,
                "u": g.c([1, 1, 2]),
                "cada": cada,
                "dias": dias,
                "env": g.c([1, 1, 2]),
                "ind": g.maybe(
                    g.c(["con las comidas", "en ayunas", "antes de dormir", "si dolor"])
                ),
                "cn": g.code("6#####"),
            }
        )
    dx = g.maybe(
        g.c(["faringoamigdalitis aguda", "lumbalgia", "hipertensión esencial", "conjuntivitis"]),
        0.3,
    )
    cie = g.code("@##.#").replace("X", "J") if dx and g.p() else None
    prox = g.maybe(g.date(base=f, lo=14, hi=90))
    tipo = g.c([("aguda", "T"), ("crónica", "C")])
    ap = g.c([("TSI 001", 0), ("TSI 003", 40), ("TSI 005", 60)])
    vis = g.p(0.2)
    esp = g.c("Medicina de Familia|Medicina Interna|Traumatología|Oftalmología")
    ce = g.c("Centro de Salud La Victoria|Clínica Monteverde|C.S. Las Huertas")
    lk = g.c("colon|two|bar|tight|dots")
    tw = g.p()

    def un(x):
        return f"{x['u']} {'aplicación' if x['fm'] in ('inhalador', 'colirio') and x['u'] == 1 else 'aplicaciones' if x['fm'] in ('inhalador', 'colirio') else x['fm'][:-1] if x['u'] == 1 else x['fm']}"

    cad = g.date(base=f, lo=10, hi=10)

    def pos(x):
        return f"{un(x)} cada {x['cada']} h" + (f", {x['ind']}" if x["ind"] else "")

    dr = "Dr. " if m.sex == "M" else "Dra. "
    body = (
        g.T(
            g.t(),
            [
                "C.N.|Código nacional",
                "Medicamento|Prescripción",
                "Principio activo",
                "Posología|Pauta",
                "Duración",
                "Envases|N.º env.",
            ],
            [
                [
                    x["cn"],
                    f"{x['b']} {x['ds']} {x['fm']}",
                    x["a"],
                    pos(x),
                    f"{x['dias']} días",
                    x["env"],
                ]
                for x in ms
            ],
        )
        if tw
        else "\n\n".join(
            f"{i + 1}) {x['b']} {x['ds']} {x['fm']} ({x['a']})   CN{x['cn']}\n   Posología: {pos(x)}   Duración: {x['dias']} días   Env.: {x['env']}"
            for i, x in enumerate(ms)
        )
    )
    txt = J(
        g.c("RECETA MÉDICA|Receta médica oficial — asistencia sanitaria")
        + f"   {tipo[0].upper() if g.p() else 'Medicación ' + tipo[0]}",
        ce,
        "",
        g.H("Paciente"),
        g.P(
            lk,
            [
                ("Nombre|Apellidos y nombre|Paciente", p.inv),
                ("CIP|N.º tarjeta|Tarjeta sanitaria", cip),
                ("Nacido/a el|F. nac.|Fecha de nacimiento", nac),
                ("Aportación|Tipo", ap[0]),
            ],
        ),
        "",
        g.H("Prescriptor"),
        g.P(
            lk,
            [
                ("Nombre|Médico|Facultativo", dr + m.full),
                ("N.º col.|Colegiado n.º|Col.", col),
                ("Especialidad", esp),
            ],
        ),
        "",
        g.P(
            "colon",
            [
                (
                    "Diagnóstico|Dx.|Juicio clínico",
                    (dx + (f" ({cie})" if cie else "")) if dx else None,
                )
            ],
        ),
        "",
        body,
        "",
        f"Fecha de prescripción: {f}   Válida hasta: {cad}",
        (f"Próxima revisión: {prox}" if prox else "Próxima revisión:" if g.p() else None),
        f"Visado de inspección: {g.boxes(['sí', 'no'], 'sí' if vis else 'no')}",
        "Instrucciones al farmacéutico: no sustituir sin consultar. La receta pierde su validez a los diez días naturales.",
    )
    if k == 0:
        root = Ob(
            {
                "paciente": Ob(
                    {"nombre": S(p.inv), "tarjeta": S(cip), "nacimiento": DT(nac)}, name="Paciente"
                ),
                "medico": Ob(
                    {
                        "nombre": S(m.full, "Sin Dr./Dra."),
                        "colegiado": S(col, "Número de colegiado, solo cifras"),
                        "especialidad": S(esp),
                    },
                    name="Medico",
                ),
                "tratamientos": A(
                    [
                        Ob(
                            {
                                "marca": S(x["b"], "Nombre comercial sin dosis"),
                                "principio_activo": S(x["a"]),
                                "dosis": S(x["ds"], "Cantidad por unidad, con su unidad de medida"),
                                "cada_horas": I(x["cada"]),
                                "dias": I(x["dias"]),
                                "envases": I(x["env"]),
                            },
                            name="Tratamiento",
                        )
                        for x in ms
                    ],
                    minItems=1,
                ),
                "fecha": DT(f, "Cuándo se prescribe"),
                "caduca": DT(cad, "Último día en que se puede dispensar"),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "patient": S(p.inv),
                "health_card": S(cip),
                "prescriber": S(m.full, "Without title"),
                "license_number": S(col),
                "diagnosis": S(dx, "Text only, without any code", True),
                "icd_code": S(cie, "Code in brackets after the diagnosis, if any", True),
                "prescribed_on": ISO(f, "YYYY-MM-DD"),
                "follow_up": DT(prox, None, True),
                "chronic": B(tipo[1] == "C"),
                "drugs": A(
                    [
                        Ob(
                            {
                                "national_code": S(x["cn"], None, pattern="^[0-9]{6}$"),
                                "active_ingredient": S(x["a"]),
                                "directions": S(pos(x), "Dosage as written"),
                            },
                            name="Drug",
                        )
                        for x in ms
                    ]
                ),
            }
        )
    elif k == 2:
        root = Ob(
            {
                "centro": S(ce),
                "paciente": S(p.inv),
                "cip": S(cip),
                "fecha_nacimiento": DT(nac),
                "medico": S(m.full),
                "especialidad": S(esp),
                "diagnostico": S(dx, "Sin código", True),
                "principios_activos": A([S(x["a"]) for x in ms]),
                "codigos_nacionales": A([S(x["cn"]) for x in ms]),
                "fecha_prescripcion": DT(f),
                "proxima_revision": DT(prox, None, True),
            }
        )
    else:
        root = Ob(
            {
                "medica_mujer": B(m.sex == "F", "Si quien receta es una mujer"),
                "tipo": E("cronico" if tipo[1] == "C" else "agudo", "agudo|cronico"),
                "n_medicamentos": I(len(ms)),
                "envases_totales": I(sum(x["env"] for x in ms), "Suma de envases"),
                "requiere_visado": B(vis),
                "tratamiento_mas_largo_dias": I(max(x["dias"] for x in ms)),
                "tomas_diarias": A(
                    [
                        Ob(
                            {
                                "medicamento": S(x["b"]),
                                "veces_al_dia": I(24 // x["cada"], "Número de tomas en 24 horas"),
                            }
                        )
                        for x in ms
                    ]
                ),
                "validez": S("diez días naturales", "Plazo de validez, literal"),
                "revision": O(
                    S(prox.txt if prox else None, "Cuándo tiene que volver, tal como se escribe")
                ),
                "codigo_aportacion": S(
                    ap[0], "Tipo de usuario de la tarjeta", pattern=r"^TSI \d{3}$"
                ),
            }
        )
    return txt, root, g.c("esta receta|la receta médica|la prescripción")
