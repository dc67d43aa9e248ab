"""A patient's sheet: its text, four schemas over it, and their gold."""

from ranker_forms.looks import J
from ranker_forms.nodes import DT, ISO, A, B, E, F, I, Ob, S, X


def paciente(g, k):
    """The form and the nodes of variant ``k``."""
    p, ct = g.person(), g.person()
    nac = g.date(1938, 2002)
    alta = g.date(2024, 2025)
    prox = g.maybe(g.date(base=alta, lo=10, hi=60))
    nhc = g.code("######")
    c = g.comp()
    ec = g.c(["soltero", "casado", "viudo", "divorciado"])
    ecx = ec[:-1] + ("o" if p.sex == "M" else "a")
    sx = {"M": g.c("V|H|Varón|Hombre"), "F": g.c("M|Mujer|M|Mujer")}[p.sex]
    al = g.some(
        ["penicilina", "látex", "ácaros del polvo", "frutos secos", "metamizol", "gramíneas"], 0, 2
    )
    an = g.some(
        [
            "hipertensión arterial",
            "asma",
            "diabetes tipo 2",
            "hipotiroidismo",
            "migraña",
            "apendicectomía (2011)",
        ],
        0,
        3,
    )
    tto = g.maybe(
        g.c(["enalapril 10 mg cada 24 h", "levotiroxina 50 mcg en ayunas", "salbutamol a demanda"])
    )
    fum = g.c(["No", "Sí", "Exfumador" if p.sex == "M" else "Exfumadora"])
    emb = g.c(["Sí", "No"]) if p.sex == "F" and 1985 < nac.d.year < 2004 else None
    gs = g.maybe(g.c("A+|0+|B-|0-|AB+"))
    peso = g.price(40, 99)
    talla = g.i(148, 190)
    seg = g.maybe(g.c("Mutua Altavera|Sanilíber|Previsión Norteña"))
    pol = g.code("######/##") if seg else None
    par = g.c([("madre", "F"), ("hermano", "M"), ("cónyuge", None), ("hija", "F")])
    ct = g.person(par[1])
    tel2 = g.maybe(g.code("947 ## ## ##"))
    prof = g.maybe(g.c("Administrativo|Jubilada|Docente|Soldador"))
    prof = g.maybe(g.c("docente|contable|comercial|electricista"), 0.3)
    lk = g.c("colon|two|inline|cols|bold|mdtable|dots")
    txt = J(
        g.c("FICHA DE PACIENTE|Ficha de primera visita|Historia clínica — datos generales")
        + "   "
        + f"{g.l('N.º hist.|NHC|Hª')}{g.c(['', ' ', ': '])}{nhc}",
        "",
        g.P(
            lk,
            [
                ("Apellidos|Primer y segundo apellido", p.sur),
                ("Nombre", p.first),
                ("Fecha de nacimiento|F. nac.|Nacido el", nac),
                ("Sexo", sx),
                ("DNI|NIF|N.º documento", p.dni),
                ("Estado civil|E. civil", ecx),
                ("Profesión|Ocupación", prof),
                ("Domicilio|Dirección", c.street),
                ("Localidad|Población", c.city),
                ("C.P.", c.cp),
                ("Móvil|Tfno. móvil", p.tel),
                ("Tfno. fijo|Otro tfno.", tel2),
                ("Aseguradora|Mutua|Entidad", seg),
                ("N.º póliza|Póliza", pol),
            ],
        ),
        "",
        g.H("Contacto de urgencia"),
        g.P(
            g.c("colon|bar"),
            [("Nombre", ct.full), ("Parentesco|Relación", par[0]), ("Móvil|Tfno. móvil", ct.tel)],
        ),
        "",
        g.H("Antecedentes"),
        g.P(
            "colon",
            [
                ("Alergias", ", ".join(al) if al else g.c("ninguna conocida|no refiere|NAMC")),
                (
                    "Enfermedades y operaciones|Antecedentes personales",
                    "; ".join(an) if an else g.c("sin interés|no refiere"),
                ),
                ("Tratamiento actual|Medicación habitual", tto),
                ("Grupo sanguíneo|Gr. sang.", gs),
                (
                    "Peso / talla",
                    f"{g.n(peso, 1 if round(peso, 1) == peso else 2)} kg / {talla} cm",
                ),
            ],
        ),
        "Fumador/a: "
        + (
            g.boxes(["Sí", "No", "Ex"], {"S": "Sí", "N": "No", "E": "Ex"}[fum[0]])
            if g.p()
            else fum.lower()
        ),
        ("Embarazo: " + g.boxes(["Sí", "No"], emb) if emb else None),
        "",
        g.P(
            "colon",
            [
                ("Fecha de apertura|Alta en el centro|Fecha ficha", alta),
                ("Próxima cita|Próx. revisión", prox),
            ],
        ),
        "El paciente autoriza el tratamiento de sus datos (v. impreso LOPD-3, rev. 12/05/2021)."
        if p.sex == "M"
        else "La paciente autoriza el tratamiento de sus datos (v. impreso LOPD-3, rev. 12/05/2021).",
    )
    fe = {"S": "fumador", "N": "no_fumador", "E": "exfumador"}[fum[0]]
    if k == 0:
        root = Ob(
            {
                "historia_clinica": S(nhc, "Número de historia"),
                "identidad": Ob(
                    {
                        "nombre": S(p.first),
                        "apellidos": S(p.sur),
                        "documento": S(p.dni, None, pattern="^[0-9]{8}[A-Z]$"),
                        "fecha_nacimiento": DT(nac),
                        "sexo": E(
                            "V" if p.sex == "M" else "M", "V|M", "V varón, M mujer", name="Sexo"
                        ),
                        "estado_civil": E(
                            ec,
                            "soltero|casado|viudo|divorciado|otro",
                            "En masculino",
                            name="EstadoCivil",
                        ),
                    },
                    name="Identidad",
                ),
                "persona_contacto": Ob(
                    {
                        "nombre": S(ct.full),
                        "vinculo": S(par[0], "Qué es del paciente"),
                        "telefono": S(ct.tel),
                    },
                    "A quién avisar",
                    name="Contacto",
                ),
                "alergias": A([S(x) for x in al], "Lista vacía si no tiene", S("")),
                "antecedentes": A([S(x) for x in an], "Uno por elemento; vacía si no hay", S("")),
                "seguro": Ob(
                    {"compania": S(seg, None, True), "poliza": S(pol, None, True)}, name="Seguro"
                ),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "first_name": S(p.first),
                "last_names": S(p.sur),
                "dob": ISO(nac, "Date of birth (YYYY-MM-DD)"),
                "sex": E("male" if p.sex == "M" else "female", "male|female|unknown"),
                "marital_status": E(
                    {"s": "single", "c": "married", "v": "widowed", "d": "divorced"}[ec[0]],
                    "single|married|widowed|divorced",
                ),
                "mobile_phone": S(p.tel, "Patient's own mobile"),
                "landline": S(tel2, None, True),
                "emergency_phone": S(ct.tel),
                "blood_type": S(gs, None, True),
                "current_medication": S(tto, "As written", True),
                "smoker": E(
                    {"S": "current", "N": "never", "E": "former"}[fum[0]], "never|former|current"
                ),
                "next_appointment": DT(prox, None, True),
            }
        )
    elif k == 2:
        root = Ob(
            {
                "nhc": S(nhc),
                "nombre": S(p.first),
                "apellidos": S(p.sur),
                "dni": S(p.dni),
                "domicilio": S(c.street),
                "codigo_postal": S(c.cp),
                "municipio": S(c.city),
                "profesion": S(prof, None, True),
                "grupo_sanguineo": S(gs, None, True),
                "peso_kg": F(peso),
                "talla_cm": I(talla),
                "fecha_alta": DT(alta),
            }
        )
    else:
        root = Ob(
            {
                "paciente": X(p.full, "Nombre seguido de los apellidos"),
                "anio_nacimiento": I(nac.d.year),
                "mujer": B(p.sex == "F"),
                "tiene_alergias": B(bool(al)),
                "num_antecedentes": I(len(an), "Cuántos antecedentes se anotan"),
                "habito_tabaquico": E(fe, "fumador|no_fumador|exfumador"),
                "embarazada": B(
                    {"Sí": True, "No": False, None: None}[emb],
                    "null si el impreso no lo pregunta",
                    True,
                ),
                "estatura_m": F(talla / 100, "Altura en metros"),
                "tiene_seguro_privado": B(bool(seg)),
                "revision": S(
                    prox.txt if prox else None, "Cuándo vuelve, con las palabras de la ficha", True
                ),
                "familiar": S(par[0], "Relación de la persona de contacto con el paciente"),
            }
        )
    return txt, root, g.c("esta ficha de paciente|la ficha clínica|la ficha de primera visita")
