"""A certificate: its text, four schemas over it, and their gold."""

from ranker_forms.looks import J
from ranker_forms.nodes import DT, ISO, A, B, E, F, I, Ob, S, X
from ranker_forms.words import CALLE, CIUD


def certificado(g, k):
    """The form and the nodes of variant ``k``."""
    p, s = g.person(), g.person()
    nac = g.date(1950, 2004)
    _pd, ciu = g.c(CIUD["ES"])
    mun = g.c("Villarmeda|Torrequebrada|Castilmonte|Puebla de Arín")
    exp = g.c([g.code("2025/PAD/####"), g.code("CE-####-25")])
    f = g.date(2025, fmt="long")
    alta = g.date(1998, 2023)
    dom = f"{g.c(CALLE)}, {g.i(1, 90)}, {g.i(1, 5)}.º {g.c('A|B|C')}"
    nat = g.c(
        [
            ("española", "España"),
            ("colombiana", "Colombia"),
            ("rumana", "Rumanía"),
            ("argentina", "Argentina"),
        ]
    )
    doc = p.dni if nat[1] == "España" else g.code("Y#######@")
    td = "DNI" if nat[1] == "España" else "NIE"
    conv = [g.person() for _ in range(g.i(0, 3))]
    csv = g.code("@##@-####-@@##")
    fin = g.c(
        [
            "solicitud de ayuda al alquiler",
            "matrícula escolar",
            "trámite de extranjería",
            "declaración de la renta",
        ]
    )
    dist = g.maybe(g.code("0#"))
    sec = g.maybe(g.code("0##"))
    tasa = g.maybe(g.price(1, 6))
    tipo = g.c([("individual", not conv), ("colectivo", True)])[0] if not conv else "colectivo"
    lk = g.c("colon|below|dots|cols|bold|eq")
    val = g.c([3, 6])
    cn = [(c, g.date(1940, 2024)) for c in conv]
    cargo = "Secretario" if s.sex == "M" else "Secretaria"
    reg = g.date(base=f, lo=-9, hi=-1)
    txt = J(
        f"AYUNTAMIENTO DE {mun.upper()}",
        f"{g.c('Negociado de Estadística|Padrón municipal de habitantes')}   Expte.{g.c(['', ' ', ': '])}{exp}",
        "",
        g.c("CERTIFICADO DE EMPADRONAMIENTO|VOLANTE DE EMPADRONAMIENTO"),
        "",
        f"{s.don}, {cargo} del Ayuntamiento de {mun}, CERTIFICA: Que, según los datos que obran en el padrón municipal, la persona que se indica consta inscrita con los datos siguientes:",
        "",
        g.P(
            lk,
            [
                ("Nombre y apellidos|Interesado/a|Inscrito/a", p.full),
                (td, doc),
                ("Nacido el|Fecha de nacimiento|F. nac.", nac),
                ("Lugar de nacimiento|Natural de", ciu if nat[1] == "España" else nat[1]),
                ("Nacionalidad", nat[0]),
                ("Domicilio|Vive en|Dirección", dom),
                ("Distrito", dist),
                ("Sección", sec),
                ("Fecha de alta|Alta en el padrón|Empadronado desde", alta),
                ("Tipo de certificado|Modalidad", tipo),
            ],
        ),
        "",
        (
            "Personas que figuran en la misma hoja:\n"
            + "\n".join(f"- {c.inv} ({d})" for c, d in cn)
            if cn
            else "No figuran otras personas en la misma hoja padronal."
        ),
        "",
        f"Se expide a petición de la persona interesada, en solicitud registrada el {reg}, a efectos de {fin}, con el V.º B.º de la Alcaldía, en {mun}, a {f}. Validez: {'tres' if val == 3 else 'seis'} meses.",
        (f"Tasa: {g.m(tasa)}" if tasa else "Exento de tasa."),
        f"CSV: {csv}",
    )
    if k == 0:
        root = Ob(
            {
                "expediente|num_expediente": S(exp, "Referencia municipal del trámite"),
                "municipio": S(mun),
                "expedido_el": DT(f, "Fecha en que se extiende el documento"),
                "inscrito": Ob(
                    {
                        "nombre_completo": S(p.full),
                        "tipo_documento": E(td, "DNI|NIE|PASAPORTE"),
                        "documento": S(doc),
                        "nacimiento": DT(nac),
                        "nacionalidad": S(nat[0]),
                    },
                    name="Inscrito",
                ),
                "residencia": Ob(
                    {
                        "direccion": S(dom),
                        "distrito": S(dist, None, True),
                        "seccion": S(sec, None, True),
                        "desde": DT(alta, "Cuándo se inscribió"),
                    },
                    name="Residencia",
                ),
                "convivientes": A(
                    [
                        Ob({"nombre": S(c.inv), "nacimiento": DT(d)}, name="Conviviente")
                        for c, d in cn
                    ],
                    "Otras personas de la hoja",
                    Ob({"nombre": S("a"[:0] or None), "nacimiento": DT(alta)}, name="Conviviente"),
                ),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "issuing_body": X(f"AYUNTAMIENTO DE {mun.upper()}", "As in the heading"),
                "file_number": S(exp),
                "verification_code": S(csv, "Electronic verification code"),
                "holder": S(p.full),
                "country_of_birth_or_town": S(
                    ciu if nat[1] == "España" else nat[1], "Place of birth as stated"
                ),
                "nationality_country": E(
                    nat[1], "España|Colombia|Rumanía|Argentina|otro", "Country, not the adjective"
                ),
                "registered_since": ISO(alta, "YYYY-MM-DD"),
                "issue_date": ISO(f, "YYYY-MM-DD"),
                "purpose": S(fin, "What it is for"),
                "fee": F(tasa, "null if exempt", True),
                "valid_months": I(val),
            }
        )
    elif k == 2:
        root = Ob(
            {
                "titular": S(p.full),
                "numero_documento": S(doc),
                "fecha_nacimiento": DT(nac),
                "domicilio": S(dom),
                "fecha_alta": DT(alta),
                "fecha_solicitud": DT(reg),
                "fecha_expedicion": DT(f),
                "firmante": S(s.full),
                "finalidad": S(fin),
                "csv": S(csv),
                "tasa": F(tasa, None, True),
            }
        )
    else:
        root = Ob(
            {
                "colectivo": B(tipo == "colectivo", "Si la modalidad del documento es colectiva"),
                "extranjero": B(nat[1] != "España"),
                "n_convivientes": I(len(cn), "Otras personas empadronadas con el titular"),
                "nombres_convivientes": A(
                    [S(c.inv) for c, _ in cn], "Con los apellidos delante, como aparecen", S("")
                ),
                "firma": Ob(
                    {
                        "persona": S(s.full, "Sin tratamiento"),
                        "cargo": E(
                            "secretario", "alcalde|secretario|interventor", "Cargo en masculino"
                        ),
                    }
                ),
                "exento_de_tasa": B(tasa is None),
                "validez": S(
                    ("tres" if val == 3 else "seis") + " meses",
                    "Duración con las palabras del texto",
                ),
                "fecha": S(f.txt, "Día en que se expide, tal cual"),
                "anio_alta": I(alta.d.year, "Año de inscripción en el padrón"),
            }
        )
    return (
        txt,
        root,
        g.c("este certificado|el certificado de empadronamiento|el volante de empadronamiento"),
    )
