"""A Chilean receipt: its text, four schemas over it, and their gold."""

from ranker_forms.goods import lines
from ranker_forms.looks import J
from ranker_forms.nodes import DT, ISO, A, B, E, F, I, O, Ob, S, X
from ranker_forms.words import NM


def boleta(g, k):
    """The form and the nodes of variant ``k``."""
    g.cty, g.ms = "CL", "cl"
    hon = g.p(0.5)
    e, c = g.comp(), g.person()
    em = g.person()

    def rut():
        return f"{g.i(7, 19)}.{g.code('###')}.{g.code('###')}-{g.c('0|3|5|7|9|K')}"

    re_, rc = (
        rut() if hon else f"7{g.i(6, 8)}.{g.code('###')}.{g.code('###')}-{g.c('1|4|K|8')}",
        g.maybe(rut(), 0.3),
    )
    n = str(g.i(100, 99999))
    f = g.date(2025)
    ls = lines(
        g,
        1,
        3,
        [
            "Asesoría contable mensual",
            "Diseño de afiche",
            "Clases de guitarra",
            "Reparación de notebook",
            "Mantención de jardín",
            "Almuerzo ejecutivo",
            "Torta tres leches",
        ],
        500,
        9000,
        0,
    )
    for x in ls:
        x["q"] = g.i(1, 3)
        x["t"] = x["q"] * x["p"]
    tot = sum(x["t"] for x in ls)
    ret = round(tot * 0.145)
    liq = tot - ret
    neto = round(tot / 1.19)
    iva = tot - neto
    giro = g.c("servicios profesionales|venta al por menor|gastronomía|reparaciones")
    pag = g.c(
        [
            ("efectivo", "cash"),
            ("transferencia", "transfer"),
            ("débito", "debit"),
            ("crédito", "credit"),
        ]
    )
    com = g.c("Providencia|Talca|Ñuñoa|Temuco")
    res = g.code("80 de 22-08-2014")
    h = g.time(9, 20)
    vend = g.maybe(g.c(NM))
    mesa = g.maybe(str(g.i(1, 30)))
    nm = em.full if hon else e.name
    cn = g.maybe(c.full, 0.2)
    est = g.code("##########")
    lk = g.c("colon|tight|cols|bold|two|below")
    fe2 = g.date(base=f, lo=0, hi=2)
    txt = J(
        ("BOLETA DE HONORARIOS ELECTRÓNICA" if hon else "BOLETA ELECTRÓNICA")
        + f"  N°{g.c(['', ' '])}{n}",
        "",
        g.P(
            lk,
            [
                (
                    "Emisor|Nombre o razón social",
                    nm,
                ),
                ("R.U.T.|RUT", re_),
                ("Giro|Giro comercial", giro),
                ("Dirección|Domicilio", e.street),
                ("Comuna", com),
                ("Fono|Teléfono", e.tel),
            ],
        ),
        "",
        g.P(
            lk,
            [
                ("Fecha|Fecha emisión|Emitida el", f),
                ("Hora", h),
                ("Cliente|Señor(es)", cn),
                ("RUT cliente|R.U.T. receptor", rc),
                ("Medio de pago|Forma de pago", pag[0]),
                ("Vendedor", vend),
                ("Mesa", mesa),
            ],
            True,
        ),
        "",
        g.T(
            g.t(),
            [
                "Detalle|Por atención profesional" if hon else "Detalle|Descripción",
                "Cant.",
                "Precio",
                "Valor",
            ],
            [[x["d"], x["q"], g.n(x["p"], 0), g.n(x["t"], 0)] for x in ls],
        ),
        "",
        g.P(
            g.c("dots|colon|cols"),
            [
                ("Total honorarios", g.m(tot)),
                ("14,5 % impuesto retenido|Retención 14,5 %", g.m(ret)),
                ("Total líquido|Líquido a pagar", g.m(liq)),
            ]
            if hon
            else [
                ("Monto neto|Neto", g.m(neto)),
                ("IVA 19 %", g.m(iva)),
                ("Total|TOTAL A PAGAR", g.m(tot)),
            ],
        ),
        "",
        f"Timbre electrónico SII. Res. {res}. Verifique este documento en sii.example con el código {est}.",
        f"Fecha de generación del PDF: {g.fd(fe2.d, 'dmy-')}",
    )
    bruto = tot
    if k == 0:
        root = Ob(
            {
                "numero": I(int(n), "Correlativo del documento"),
                "clase": E("honorarios" if hon else "ventas", "honorarios|ventas"),
                "emisor": Ob(
                    {
                        "nombre": S(nm),
                        "rut": S(re_, None, pattern=r"^\d{1,2}\.\d{3}\.\d{3}-[0-9K]$"),
                        "giro": S(giro, "Actividad"),
                    },
                    name="Emisor",
                ),
                "cliente": Ob(
                    {
                        "nombre": S(cn, None, True),
                        "rut": S(rc, None, True, pattern=r"^\d{1,2}\.\d{3}\.\d{3}-[0-9K]$"),
                    },
                    name="Cliente",
                ),
                "fecha_emision": DT(f),
                "detalle": A(
                    [
                        Ob(
                            {
                                "glosa": S(x["d"]),
                                "cantidad": I(x["q"]),
                                "precio": I(x["p"], "Pesos por unidad"),
                                "valor": I(x["t"]),
                            },
                            name="Detalle",
                        )
                        for x in ls
                    ]
                ),
                "total_bruto": I(bruto, "Total antes de retenciones (con IVA si lo hay)"),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "receipt_number": S(n),
                "issuer": S(nm),
                "issuer_rut": S(re_),
                "issue_date": ISO(f, "YYYY-MM-DD"),
                "issue_time": S(h, "HH:MM"),
                "district": S(com, "Comuna"),
                "phone": S(e.tel),
                "customer_rut": S(rc, "null when blank", True),
                "payment": E(pag[1], "cash|transfer|debit|credit"),
                "withheld_tax": I(
                    ret if hon else None, "Tax withheld on fees; null for sales receipts", True
                ),
                "vat": I(None if hon else iva, "null for professional fees", True),
                "amount_due": I(
                    liq if hon else tot, "What the customer finally pays to the issuer"
                ),
            }
        )
    elif k == 2:
        root = Ob(
            {
                "emisor": S(nm),
                "rut_emisor": S(re_),
                "direccion": S(e.street),
                "comuna": S(com),
                "cliente": S(cn, None, True),
                "rut_cliente": S(rc, None, True),
                "vendedor": S(vend, None, True),
                "medio_pago": S(pag[0]),
                "glosas": A([S(x["d"]) for x in ls]),
                "fecha": S(f.txt, "Tal como aparece en el campo de emisión"),
            }
        )
    else:
        root = Ob(
            {
                "es_honorarios": B(hon),
                "cliente_identificado": B(
                    cn is not None or rc is not None, "Si consta nombre o RUT de quien compra"
                ),
                "rut_sin_puntos": X(
                    re_.replace(".", ""),
                    "RUT de quien emite, sin puntos y con guion",
                    pattern=r"^\d{7,8}-[0-9K]$",
                ),
                "tasa_impuesto": F(0.145 if hon else 0.19, "Retención o IVA, como fracción"),
                "impuesto_pesos": I(ret if hon else iva),
                "n_items": I(len(ls)),
                "unidades": I(sum(x["q"] for x in ls), "Suma de cantidades"),
                "monto_literal": S(
                    g.m(liq if hon else tot), "Última cifra que se cobra, como está impresa"
                ),
                "codigo_verificacion": S(est, "Cifras del código de verificación"),
                "mesa": O(S(mesa)),
                "documento_generado": X(fe2.iso, "Fecha del PDF, AAAA-MM-DD"),
            }
        )
    return txt, root, g.c("esta boleta|la boleta electrónica|la boleta chilena")
