"""A contract: its text, four schemas over it, and their gold."""

import datetime as dt

from ranker_forms.looks import J
from ranker_forms.nodes import DT, ISO, B, E, F, I, O, Ob, S, X
from ranker_forms.words import CIUD


def contrato(g, k):
    """The form and the nodes of variant ``k``."""
    g.cty = g.c(["ES", "ES", "MX", "CO"])
    tx = {"ES": "NIF", "MX": "RFC", "CO": "C.C."}[g.cty]
    a, b, e = g.person(), g.person(), g.comp()
    da, db = [
        (
            p.dni
            if g.cty == "ES"
            else g.code("@@@@7#0#1#@@#")
            if g.cty == "MX"
            else g.code("1.0##.###.###")
        )
        for p in (a, b)
    ]
    fi = g.date(2025)
    ini = g.date(base=fi, lo=1, hi=30)
    me = g.c([6, 12, 24, 36])
    fin = dt.date(
        ini.d.year + (ini.d.month - 1 + me) // 12,
        (ini.d.month - 1 + me) % 12 + 1,
        min(ini.d.day, 28),
    ) - dt.timedelta(days=1)
    finx = g.fd(fin)
    num = g.maybe(g.code("CT-####-25"), 0.25)
    ob = g.c(
        "Arrendamiento de local de negocio|Prestación de servicios de limpieza|Mantenimiento informático|Cesión de uso de maquinaria"
    )
    g.ms = {"ES": "es", "MX": "mx", "CO": "co"}[g.cty]
    cu = {"ES": "EUR", "MX": "MXN", "CO": "COP"}[g.cty]
    im = {"ES": g.i(3, 40) * 50, "MX": g.i(40, 400) * 100, "CO": g.i(8, 60) * 100000}[g.cty]
    fz = g.maybe(im * g.c([1, 2]), 0.4)
    pre = g.c([15, 30, 60])
    pro = g.p(0.6)
    ban = g.c("transferencia|domiciliación|cheque")
    dia = g.i(1, 10)
    pen = g.maybe(g.c([5, 10]))
    emp = g.p(0.5)
    con = f"{e.name}"
    idc = (
        e.nif
        if g.cty == "ES"
        else g.code("@@@1#0#2#@@#")
        if g.cty == "MX"
        else g.code("9##.###.###-#")
    )
    ixc = {"ES": "CIF", "MX": "RFC", "CO": "NIT"}[g.cty]
    ca = "administrador único" if b.sex == "M" else "administradora única"
    lk = g.c("colon|below|bold|cols|dots|tight")
    L1, L2 = g.c(
        [
            ("ARRENDADOR", "ARRENDATARIO"),
            ("PRESTADOR", "CLIENTE"),
            ("PARTE PRIMERA", "PARTE SEGUNDA"),
        ]
    )
    dom = g.c([c for _, c in CIUD[g.cty]])
    dx = g.comp()
    txt = J(
        g.c("CONTRATO|CONTRATO MERCANTIL|Contrato — hoja de condiciones"),
        "",
        g.P(
            lk,
            [
                ("Contrato n.º|N.º|Ref.", num),
                ("Objeto|Asunto", ob),
                ("Lugar|Ciudad", dom),
                ("Fecha de firma|Firmado el|Fecha", fi),
            ],
        ),
        "",
        g.H(L1),
        g.P(
            g.c("colon|cols"),
            [
                ("Nombre", a.full),
                (tx, da),
                ("Domicilio|Dirección", dx.addr),
                ("Tfno.|Teléfono", a.tel),
            ],
        ),
        "",
        g.H(L2),
        (
            g.P(
                g.c("colon|cols"),
                [
                    ("Nombre", con),
                    (ixc, idc),
                    ("Domicilio|Dirección", e.addr),
                    ("Representante|Representada por", f"{b.full}, {ca}"),
                    (tx + " del representante", db),
                ],
            )
            if emp
            else g.P("colon", [("Nombre", b.full), (tx, db), ("Domicilio|Dirección", e.addr)])
        ),
        "",
        g.H("Condiciones"),
        g.P(
            lk,
            [
                ("Duración|Plazo", g.c([f"{me} meses", f"{me} meses"])),
                ("Comienza|Inicio|Entrada en vigor", ini),
                ("Termina|Fin|Vencimiento", finx),
                ("Renta/cuota mensual|Precio mensual|Contraprestación mensual", g.m(im)),
                ("Fianza|Depósito", g.m(fz) if fz else None),
                (
                    "Día de pago|Se paga",
                    f"dentro de los {dia} primeros días del mes"
                    if dia > 1
                    else "el día 1 de cada mes",
                ),
                ("Medio de pago", ban),
                ("Preaviso", f"{pre} días"),
                ("Penalización|Cláusula penal", f"{pen} % de lo pendiente" if pen else None),
            ],
        ),
        f"Prórroga automática: {g.boxes(['sí', 'no'], 'sí' if pro else 'no')}",
        "",
        f"Las partes se reconocen capacidad para contratar y se someten a los juzgados de {dom}. "
        + g.c(
            [
                "Se deroga el acuerdo verbal de 3 de marzo de 2021.",
                "El inventario (anexo I) se firmó el 2 de enero de 2024.",
            ]
        ),
    )
    n2, i2 = (con, idc) if emp else (b.full, db)
    if k == 0:
        root = Ob(
            {
                "num_contrato|referencia": S(num, "Identificador del contrato, si lo lleva", True),
                "objeto": S(ob),
                "firmado": DT(fi, "Día de la firma"),
                "primera_parte": Ob(
                    {"nombre": S(a.full), "id_fiscal": S(da), "domicilio": S(dx.addr)},
                    f"Quien figura como {L1.lower()}",
                    name="Parte1",
                ),
                "segunda_parte": Ob(
                    {
                        "nombre": S(n2),
                        "id_fiscal": S(i2),
                        "domicilio": S(e.addr),
                        "representante": S(
                            b.full if emp else None, "Solo si es una sociedad", True
                        ),
                    },
                    f"Quien figura como {L2.lower()}",
                    name="Parte2",
                ),
                "vigencia": Ob(
                    {
                        "desde": DT(ini),
                        "hasta": X(fin.isoformat(), None, format="date"),
                        "meses": I(me),
                    },
                    name="Vigencia",
                ),
                "cuota": F(im),
                "fianza": F(fz, None, True),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "contract_no": S(num, None, True),
                "subject": S(ob),
                "signed_on": ISO(fi, "YYYY-MM-DD"),
                "starts_on": ISO(ini, "YYYY-MM-DD"),
                "ends_on": X(fin.isoformat(), "YYYY-MM-DD"),
                "party_one": S(a.full),
                "party_two": S(n2),
                "party_two_is_company": B(emp),
                "monthly_amount": F(im),
                "currency": E(cu, "EUR|MXN|COP|USD", "Deduce it from the country of the parties"),
                "deposit": F(fz, None, True),
                "notice_days": I(pre),
                "auto_renewal": B(pro),
                "payment_means": E(
                    {"t": "transfer", "d": "direct_debit", "c": "cheque"}[ban[0]],
                    "transfer|direct_debit|cheque",
                ),
            }
        )
    elif k == 2:
        root = Ob(
            {
                "objeto": S(ob),
                "lugar_firma": S(dom),
                "fecha_firma": S(fi.txt, "Como está escrita"),
                "nombre_1": S(a.full),
                "documento_1": S(da),
                "nombre_2": S(n2),
                "documento_2": S(i2),
                "telefono_1": S(a.tel),
                "plazo": S(f"{me} meses"),
                "precio_mensual": S(g.m(im), "Con símbolo, literal"),
                "preaviso": S(f"{pre} días"),
                "penalizacion": S(f"{pen} % de lo pendiente" if pen else None, None, True),
            }
        )
    else:
        root = Ob(
            {
                "pais": E(
                    {"ES": "España", "MX": "México", "CO": "Colombia"}[g.cty],
                    "España|México|Colombia|Argentina",
                    "Según los documentos y poblaciones",
                ),
                "anios": F(me / 12, "Duración en años"),
                "importe_total": F(im * me, "Cuota mensual por todos los meses de duración"),
                "se_prorroga": B(pro),
                "hay_fianza": B(bool(fz)),
                "mensualidades_fianza": I(
                    fz // im if fz else None, "A cuántas cuotas equivale la fianza", True
                ),
                "representante": Ob(
                    {"nombre": S(b.full), "documento": S(db), "es_mujer": B(b.sex == "F")},
                    "null si la segunda parte es persona física",
                    null=not emp,
                    n=True,
                ),
                "penalizacion_pct": F(pen, "Porcentaje", True),
                "dias_firma_a_inicio": I(
                    (ini.d - fi.d).days, "Días entre la firma y la entrada en vigor"
                ),
                "ultimo_dia": S(finx, "Fecha final, literal"),
                "ref": O(S(num)),
            }
        )
    return txt, root, g.c("este contrato|la cabecera del contrato|la hoja de condiciones")
