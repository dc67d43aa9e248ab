"""A laboratory report: its text, four schemas over it, and their gold."""

import re

from ranker_forms.looks import J
from ranker_forms.nodes import DT, ISO, A, B, E, F, I, Ob, S, X

AN = [
    ("Glucosa", "mg/dL", 70, 110, 0),
    ("Creatinina", "mg/dL", 0.5, 1.1, 2),
    ("Urea", "mg/dL", 15, 50, 0),
    ("Colesterol total", "mg/dL", 120, 200, 0),
    ("Hemoglobina", "g/dL", 12, 16, 1),
    ("Leucocitos", "10^3/µL", 4, 11, 2),
    ("Plaquetas", "10^3/µL", 150, 400, 0),
    ("TSH", "µU/mL", 0.4, 4.2, 2),
    ("Ferritina", "ng/mL", 15, 150, 0),
    ("Potasio", "mmol/L", 3.5, 5.1, 1),
    ("GPT (ALT)", "U/L", 5, 40, 0),
    ("Ácido úrico", "mg/dL", 2.4, 6, 1),
]


def analitica(g, k):
    """The form and the nodes of variant ``k``."""
    p, med = g.person(), g.person()
    nac = g.date(1940, 2008)
    ext = g.date(2025)
    inf = g.date(base=ext, lo=1, hi=3)
    h = g.time(7, 10)
    pet = g.code("########")
    nhc = g.maybe(g.code("######"))
    ay = g.c([True, False, None])
    sx = g.c(["H/M", "V/M", "word", "M/F"])
    sext = {
        "H/M": "H" if p.sex == "M" else "M",
        "V/M": "V" if p.sex == "M" else "M",
        "word": "Varón" if p.sex == "M" else "Mujer",
        "M/F": "Masculino" if p.sex == "M" else "Femenino",
    }[sx]
    rs = []
    for nm, u, lo, hi, dc in g.r.sample(AN, g.i(4, 7)):
        q = g.r.random()
        v = (
            lo + (hi - lo) * g.r.uniform(0.15, 0.85)
            if q < 0.6
            else hi * g.r.uniform(1.08, 1.5)
            if q < 0.82
            else lo * g.r.uniform(0.6, 0.9)
        )
        v = round(v, dc)
        v = int(v) if dc == 0 else v
        fl = "A" if v > hi else "B" if v < lo else ""
        rs.append((nm, u, lo, hi, dc, v, fl))

    def num(v, dc):
        return f"{v:.{dc}f}".replace(".", ",")

    def rng(r):
        return f"{num(r[2], r[4])} - {num(r[3], r[4])}"

    mk = g.c([("*", "*"), ("A", "B"), ("↑", "↓"), ("H", "L")])
    serv = g.c("Medicina Interna|Atención Primaria|Endocrinología|Urgencias")
    lk = g.c("two|bar|colon|inline|htable")
    com = g.c(
        [
            "Suero ligeramente hemolizado; puede elevar el potasio.",
            "Muestra sin incidencias.",
            "Se recomienda repetir en tres meses.",
        ]
    )
    val = g.person()
    age = ext.d.year - nac.d.year - ((ext.d.month, ext.d.day) < (nac.d.month, nac.d.day))
    txt = J(
        g.c(
            "LABORATORIO DE ANÁLISIS CLÍNICOS SANTA ORÍA|Laboratorio Clínico del Valle|Unidad de Bioquímica · Hospital de la Vega"
        ),
        g.c("INFORME DE RESULTADOS|Informe analítico"),
        "",
        g.P(
            lk,
            [
                ("Paciente|Nombre|Apellidos, nombre", p.inv),
                ("F. nac.|Fecha de nacimiento|Nacido/a el|Fecha nac.", nac),
                ("Sexo", sext),
                ("NHC|N.º historia|Hª clínica", nhc),
                ("N.º petición|Petición|Muestra", pet),
                (
                    "Solicitado por|Médico|Facultativo",
                    ("Dr. " if med.sex == "M" else "Dra. ") + med.s1 + " " + med.s2,
                ),
                ("Servicio|Origen", serv),
                ("Extracción|Fecha toma|F. extracción", f"{ext} {h}"),
                ("Informe|F. informe|Validado el", inf),
            ],
            True,
        ),
        "",
        g.P(
            "colon", [("Ayunas", g.boxes(["Sí", "No"], {True: "Sí", False: "No", None: None}[ay]))]
        ),
        "",
        g.T(
            g.t(),
            [
                "Determinación|Prueba|Parámetro",
                "Resultado|Valor",
                "Unidades|Ud.",
                "Valores de referencia|Intervalo ref.|V. normales",
            ],
            [
                [
                    r[0],
                    num(r[5], r[4]) + (" " + (mk[0] if r[6] == "A" else mk[1]) if r[6] else ""),
                    r[1],
                    rng(r),
                ]
                for r in rs
            ],
        ),
        "",
        "Comentario: " + com,
        f"Validado por: {val.full} (col. {g.code('47####')})",
        g.c(
            [
                "* Fuera del intervalo de referencia.",
                "Resultados anteriores disponibles en la historia desde 2019.",
                "Este informe no debe reproducirse parcialmente sin autorización.",
            ]
        )
        if mk[0] == "*" or g.p()
        else None,
    )
    anyf = [r for r in rs if r[6]]
    if k == 0:
        root = Ob(
            {
                "paciente": Ob(
                    {
                        "apellidos": S(p.sur),
                        "nombre": S(p.first),
                        "nacimiento": DT(nac),
                        "sexo": E(
                            "H" if p.sex == "M" else "M",
                            "H|M",
                            "H = hombre, M = mujer",
                            name="Sexo",
                        ),
                        "historia": S(nhc, "Número de historia clínica", True),
                    }
                ),
                "peticion": S(pet, "Número de la solicitud, solo cifras", pattern="^[0-9]{8}$"),
                "toma_muestra": DT(ext, "Día en que se extrajo la muestra"),
                "pruebas": A(
                    [
                        Ob(
                            {
                                "nombre": S(r[0]),
                                "valor": F(r[5]),
                                "unidad": S(r[1]),
                                "minimo": F(r[2], "Límite inferior normal"),
                                "maximo": F(r[3], "Límite superior normal"),
                                "alteracion": E(
                                    {"A": "alto", "B": "bajo", "": "normal"}[r[6]],
                                    "alto|bajo|normal",
                                    "Comparando el valor con su intervalo",
                                ),
                            },
                            name="Prueba",
                        )
                        for r in rs
                    ]
                ),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "patient_name": S(p.inv, "As printed"),
                "date_of_birth": ISO(nac, "YYYY-MM-DD"),
                "gender": E("male" if p.sex == "M" else "female", "male|female"),
                "medical_record_number": S(nhc, "null when blank", True),
                "collected_at": X(
                    f"{ext.iso}T{h}", "Sample collection, local time, YYYY-MM-DDTHH:MM"
                ),
                "reported_on": DT(inf, "Date of the report"),
                "requesting_department": S(serv),
                "fasting": B(ay, "Whether the patient had fasted; null if no box is ticked", True),
                "abnormal_tests": A(
                    [S(r[0]) for r in anyf],
                    "Names of the tests outside their reference range",
                    S(rs[0][0]),
                ),
            }
        )
    elif k == 2:
        x = rs[g.i(0, len(rs) - 1)]
        y_ = next(r for r in AN if r[0] not in {q[0] for q in rs})

        def sl(s):
            return re.sub(r"\W+", "_", s.lower().translate(str.maketrans("áéíóú", "aeiou"))).strip(
                "_"
            )

        root = Ob(
            {
                sl(x[0]): F(x[5], "Valor medido"),
                sl(y_[0]): F(None, None, True),
                "unidad_" + sl(x[0]): S(x[1]),
                "rango_" + sl(x[0]): S(rng(x), "Intervalo de normalidad tal como está impreso"),
                "medico_solicitante": S(med.s1 + " " + med.s2, "Sin tratamiento"),
                "comentario": S(com, "Texto del comentario"),
                "validador": S(val.full),
                "fecha_informe": DT(inf),
                "n_peticion": S(pet),
            }
        )
    else:
        root = Ob(
            {
                "edad": I(age, "Años cumplidos en el momento de la extracción"),
                "es_mujer": B(p.sex == "F"),
                "hora_extraccion": S(h, "HH:MM", pattern=r"^\d{2}:\d{2}$"),
                "dias_hasta_informe": I(
                    (inf.d - ext.d).days, "Días entre la extracción y el informe"
                ),
                "numero_de_pruebas": I(len(rs)),
                "fuera_de_rango": I(len(anyf), "Cuántas determinaciones se salen de su intervalo"),
                "resultados_literales": A(
                    [
                        Ob(
                            {
                                "prueba": S(r[0]),
                                "resultado": S(
                                    num(r[5], r[4]), "Cifra tal como está impresa, sin marcas"
                                ),
                            }
                        )
                        for r in rs
                    ]
                ),
                "incidencia_muestra": B(
                    "hemoliz" in com, "Si el comentario señala un problema de la muestra"
                ),
            }
        )
    return txt, root, g.c("esta analítica|el informe de laboratorio|estos resultados de análisis")
