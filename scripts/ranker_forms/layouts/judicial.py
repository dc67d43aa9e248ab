"""A court notice: its text, four schemas over it, and their gold."""

from ranker_forms.looks import J
from ranker_forms.nodes import DT, ISO, A, B, E, F, I, Ob, S
from ranker_forms.words import CALLE


def judicial(g, k):
    """The form and the nodes of variant ``k``."""
    city = g.c(["Valladolid", "Elche", "Gijón", "Badajoz", "Manresa"])
    n = g.i(1, 14)
    clase = g.c(
        "Juzgado de Primera Instancia|Juzgado de lo Social|Juzgado de lo Contencioso-Administrativo|Juzgado de lo Mercantil"
    )
    org = f"{clase} n.º {n} de {city}"
    proc = g.c("Procedimiento ordinario|Juicio verbal|Ejecución de títulos judiciales|Monitorio")
    y = g.i(2022, 2025)
    au = f"{g.i(12, 999)}/{y}"
    nig = g.code(f"47186.42.1.{y}.#######")
    neg = g.c("A1|MJ|B3|4R")
    a, d = g.person(), g.comp()
    pr1, pr2, ab1, ab2, ju, la = [g.person() for _ in range(6)]
    res = g.c("AUTO|DECRETO|SENTENCIA|PROVIDENCIA")
    num = g.i(20, 480) if res in ("AUTO", "SENTENCIA") else None
    f = g.date(y, y, "long")
    cuant = g.maybe(g.price(900, 60000), 0.3)
    rec = g.maybe(g.c([5, 10, 20]), 0.3)
    np2 = g.maybe(pr2, 0.3)
    na2 = ab2 if np2 else None
    pz = {5: "cinco", 10: "diez", 20: "veinte"}
    rep = g.date(base=f, lo=-200, hi=-60)
    lk = g.c("colon|cols|below|tight|two")

    def role(r, p):
        return (
            r + "/a"
            if g.l("x|y") == "x"
            else (r if p.sex == "M" else r[:-1] + "a" if r.endswith("o") else r + "a"),
            p.full if g.l("p|q") == "p" else p.don,
        )

    rows = [
        ("Procedimiento|PROCEDIMIENTO|Autos|Proc.", f"{proc} {au}"),
        ("Negociado|Neg.|Secc.", neg),
        ("N.I.G.|NIG", nig),
        (
            "Materia|Sobre|Objeto",
            g.c("reclamación de cantidad|resolución contractual|despido|impugnación de acuerdos"),
        ),
        ("Cuantía|Cuantía del procedimiento", g.m(cuant) if cuant else None),
    ]
    mat = rows[3][1]
    par = (
        g.P(
            g.c("colon|caps|colon|tight"),
            [
                ("Demandante|Parte actora|Ejecutante", a.full),
                ("Procurador/a", pr1.full),
                ("Abogado/a|Letrado/a", ab1.full),
            ],
        )
        + "\n"
        + g.P(
            g.c("colon|caps"),
            [
                ("Demandado|Parte demandada|Ejecutada", d.name),
                ("Procurador/a", np2.full if np2 else None),
                ("Abogado/a|Letrado/a", na2.full if na2 else None),
            ],
        )
    )
    txt = J(
        org.upper() if g.p(0.3) else org,
        f"{g.c(CALLE)}, {g.i(1, 30)} - {city}   Tfno.: {g.code('983 ## ## ##')}   Fax: {g.code('983 ## ## ##')}",
        "",
        g.P(lk, rows),
        "",
        par,
        "",
        f"{res}{' N.º ' + str(num) + '/' + str(f.d.year) if num else ''}",
        "",
        g.P(
            g.c("colon|caps|dots"),
            [
                (
                    "Magistrado-Juez|Juez que la dicta|S.S.ª"
                    if res != "DECRETO"
                    else "Letrado/a de la Administración de Justicia",
                    (ju if res != "DECRETO" else la).full,
                ),
                ("Lugar|En", city),
                ("Fecha", f),
            ],
        ),
        "",
        f"Por turno de reparto de {rep} correspondió a este órgano la demanda presentada por la representación de la parte actora."
        + (
            f" Contra esta resolución cabe recurso en el plazo de {pz[rec]} días hábiles a contar desde su notificación."
            if rec
            else " Contra esta resolución no cabe recurso alguno."
        ),
    )
    orgv = org.upper() if txt.startswith(org.upper()) and org not in txt else org
    firm = ju if res != "DECRETO" else la
    if k == 0:
        root = Ob(
            {
                "organo": S(orgv, "Tribunal que conoce del asunto, con número y sede"),
                "tipo_procedimiento": S(proc, "Clase de juicio, sin el número"),
                "numero_autos|num_procedimiento": S(
                    au, "Número/año del asunto", pattern=r"^\d+/\d{4}$"
                ),
                "nig": S(nig),
                "actora": Ob(
                    {
                        "nombre": S(a.full),
                        "procurador": S(pr1.full, None, True),
                        "abogado": S(ab1.full, None, True),
                    },
                    "Quien demanda",
                    name="ParteProcesal",
                ),
                "demandada": Ob(
                    {
                        "nombre": S(d.name),
                        "procurador": S(np2 and np2.full, None, True),
                        "abogado": S(na2 and na2.full, None, True),
                    },
                    "Contra quien se dirige la demanda",
                    name="ParteProcesal",
                ),
                "fecha_resolucion": DT(f, "Día en que se dicta"),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "court": S(orgv, "Full name of the court as written"),
                "case_number": S(au, "Docket number, e.g. 123/2024"),
                "general_id_number": S(nig, "NIG"),
                "ruling_type": E(
                    {
                        "AUTO": "order",
                        "DECRETO": "decree",
                        "SENTENCIA": "judgment",
                        "PROVIDENCIA": "procedural_order",
                    }[res],
                    "order|decree|judgment|procedural_order",
                    "auto = order, decreto = decree, sentencia = judgment, providencia = procedural_order",
                ),
                "ruling_number": S(
                    f"{num}/{f.d.year}" if num else None,
                    "Number/year of the ruling itself, not of the case",
                    True,
                ),
                "ruling_date": ISO(f, "YYYY-MM-DD"),
                "assigned_on": DT(rep, "When the case was allotted to this court"),
                "amount_in_dispute": F(cuant, "In euros", True),
                "appealable": B(bool(rec)),
            }
        )
    elif k == 2:
        root = Ob(
            {
                "juzgado": S(orgv),
                "demandante": S(a.full),
                "demandado": S(d.name),
                "negociado": S(neg),
                "materia": S(mat),
                "cuantia": F(cuant, None, True),
                "fecha": S(f.txt, "Como viene escrita"),
                "firmante": S(firm.full, "Persona que dicta la resolución"),
                "letrado_demandado": S(na2 and na2.full, None, True),
            }
        )
    else:
        root = Ob(
            {
                "anio_asunto": I(y, "Año en que se registró el procedimiento"),
                "num_juzgado": I(n),
                "sede": S(city, "Población"),
                "orden": E(
                    {"P": "civil", "S": "social", "C": "contencioso", "M": "mercantil"}[
                        "S"
                        if "Social" in clase
                        else "C"
                        if "Cont" in clase
                        else "M"
                        if "Merc" in clase
                        else "P"
                    ],
                    "civil|social|contencioso|mercantil",
                    "Orden o especialidad del órgano",
                ),
                "demandante_es_mujer": B(a.sex == "F"),
                "demandado_es_empresa": B(
                    True, "Si la parte demandada es una sociedad y no una persona física"
                ),
                "representacion_demandado": B(
                    bool(np2), "Si consta procurador de la parte demandada"
                ),
                "plazo_recurso_dias": I(
                    rec, "Días hábiles para recurrir; null si no cabe recurso", True
                ),
                "profesionales": A(
                    [S(x.full) for x in [pr1, ab1] + ([np2, na2] if np2 else [])],
                    "Procuradores y abogados de las dos partes, por orden de aparición",
                ),
            }
        )
    return txt, root, g.c("esta resolución|el encabezamiento judicial|esta cabecera de autos")
