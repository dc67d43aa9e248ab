"""A Mexican invoice: its text, four schemas over it, and their gold."""

from ranker_forms.goods import ART, lines
from ranker_forms.looks import J
from ranker_forms.nodes import DT, A, B, E, F, I, O, Ob, S


def cfdi(g, k):
    """The form and the nodes of variant ``k``."""
    g.cty, g.ms = "MX", "mx"
    a, b = g.comp(), g.comp()
    ra, rb = g.code("@@@1#0#2#@@#"), g.code("@@@0#1#0#@#@")
    per = g.p(0.35)
    pb = g.person()
    bn = pb.full.upper() if per else b.name
    rb = g.code("@@@@8#0#1#@@#") if per else rb
    serie = g.maybe(g.c("A|B|FAC|CFDI"), 0.2)
    fol = str(g.i(101, 9999))
    uu = "-".join(g.code("#" * n).lower() for n in (8, 4, 4, 4, 12))
    uu = "".join(g.c(list("ABCDEF")) if ch.isdigit() and g.p(0.3) else ch for ch in uu).upper()
    f = g.date(2025)
    h = f"{g.time(8, 20)}:{g.code('0#')}"
    tim = f"{f.iso}T{h[:3]}5{h[4]}:1{g.i(0, 9)}"
    ls = lines(g, 1, 4, ART, 30, 1500)
    for x in ls:
        x["cps"] = g.code("3#17####")
        x["um"] = g.c(["H87", "KGM", "E48"])
    sub = round(sum(x["t"] for x in ls), 2)
    iva = round(sub * 0.16, 2)
    rt = g.maybe(round(sub * 0.0125, 2), 0.7)
    tot = round(sub + iva - (rt or 0), 2)
    met = g.c([("PUE", "Pago en una sola exhibición"), ("PPD", "Pago en parcialidades o diferido")])
    fp = {
        "PUE": g.c(
            [
                ("03", "Transferencia electrónica de fondos"),
                ("01", "Efectivo"),
                ("04", "Tarjeta de crédito"),
            ]
        ),
        "PPD": ("99", "Por definir"),
    }[met[0]]
    uso = g.c(
        [
            ("G03", "Gastos en general"),
            ("G01", "Adquisición de mercancías"),
            ("I04", "Equipo de cómputo"),
        ]
    )
    reg = g.c(
        [("601", "General de Ley Personas Morales"), ("626", "Régimen Simplificado de Confianza")]
    )
    rcp = b.cp
    cs, css = g.code("0000100000051#######")[:20], g.code("00001000000506######")
    lk = g.c("colon|bold|two|cols|mdtable|tight|bar")
    sep = g.c([" - ", " ", " – "])
    ord_ = g.maybe(g.code("OC-####"))
    txt = J(
        "FACTURA ELECTRÓNICA" + g.c([" (CFDI 4.0)", "", " · CFDI versión 4.0"]),
        "",
        g.P(
            lk,
            [
                ("Serie", serie),
                ("Folio|Folio interno|No.", fol),
                ("Folio fiscal|UUID|Folio fiscal (UUID)", uu),
                ("Fecha y hora de emisión|Fecha de emisión|Expedido", f"{f.iso}T{h}"),
                ("Fecha y hora de certificación|Certificado el", tim),
                ("Lugar de expedición|C.P. de expedición", a.cp),
                ("Tipo de comprobante", g.c(["I - Ingreso", "Ingreso"])),
                ("No. de serie del CSD|Certificado del emisor", cs),
                ("Certificado SAT|No. certificado SAT", css),
            ],
        ),
        "",
        g.H("Emisor"),
        g.P(
            g.c("colon|tight"),
            [
                ("Nombre|Razón social", a.name),
                ("RFC", ra),
                ("Régimen fiscal", reg[0] + sep + reg[1]),
            ],
        ),
        "",
        g.H("Receptor"),
        g.P(
            g.c("colon|tight"),
            [
                ("Nombre|Razón social", bn),
                ("RFC", rb),
                ("Domicilio fiscal|C.P.", rcp),
                ("Uso CFDI|Uso del CFDI", uso[0] + sep + uso[1]),
            ],
        ),
        "",
        g.T(
            g.t(),
            [
                "ClaveProdServ|Clave SAT",
                "No. ident.|Código",
                "Cantidad|Cant.",
                "Clave unidad|Unidad",
                "Descripción|Concepto",
                "Valor unitario|P.U.",
                "Importe",
            ],
            [[x["cps"], x["ref"], x["q"], x["um"], x["d"], g.n(x["p"]), g.n(x["t"])] for x in ls],
        ),
        "",
        g.P(
            g.c("dots|colon|cols"),
            [("Subtotal", g.m(sub)), ("IVA trasladado 16%|002 IVA 16.00%", g.m(iva))]
            + ([("Retención ISR 1.25%", g.m(rt))] if rt else [])
            + [("Total", g.m(tot))],
        ),
        g.P(
            "colon",
            [
                ("Forma de pago", fp[0] + sep + fp[1]),
                ("Método de pago", met[0] + sep + met[1]),
                ("Moneda", "MXN" + g.c(["", " - Peso Mexicano"])),
                ("Orden de compra|Su pedido", ord_),
            ],
        ),
        "",
        "Este documento es una representación impresa de un CFDI. Cancelaciones dentro de las 72 horas siguientes a su emisión.",
    )
    if k == 0:
        root = Ob(
            {
                "folio_fiscal|uuid": S(
                    uu,
                    "Identificador de 36 caracteres que asigna el SAT",
                    pattern="^[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}$",
                ),
                "serie": S(serie, None, True),
                "folio": S(fol, "Número interno"),
                "emisor": Ob(
                    {
                        "nombre": S(a.name),
                        "rfc": S(ra),
                        "regimen": S(reg[0], "Solo la clave de tres cifras", pattern="^[0-9]{3}$"),
                    },
                    name="Emisor",
                ),
                "receptor": Ob(
                    {
                        "nombre": S(bn),
                        "rfc": S(rb),
                        "codigo_postal": S(rcp),
                        "uso": S(uso[0], "Clave del uso del comprobante"),
                    },
                    name="Receptor",
                ),
                "conceptos": A(
                    [
                        Ob(
                            {
                                "clave_sat": S(x["cps"]),
                                "descripcion": S(x["d"]),
                                "cantidad": I(x["q"]),
                                "clave_unidad": S(x["um"]),
                                "importe": F(x["t"]),
                            },
                            name="Concepto",
                        )
                        for x in ls
                    ]
                ),
                "total": F(tot),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "uuid": S(uu),
                "issued_at": S(f"{f.iso}T{h}", "Issue timestamp as printed"),
                "stamped_at": S(tim, "SAT certification timestamp"),
                "issuer_rfc": S(ra),
                "receiver_rfc": S(rb),
                "receiver_name": S(bn),
                "cfdi_use": E(uso[0], "G01|G02|G03|I04|P01"),
                "payment_method": E(met[0], "PUE|PPD", "Método de pago code"),
                "payment_form": S(
                    fp[0], "Two-digit code of the forma de pago", pattern="^[0-9]{2}$"
                ),
                "subtotal": F(sub),
                "vat": F(iva),
                "isr_withheld": F(rt, None, True),
                "total": F(tot),
                "currency": S("MXN"),
            }
        )
    elif k == 2:
        root = Ob(
            {
                "rfc_emisor": S(ra),
                "nombre_emisor": S(a.name),
                "rfc_receptor": S(rb),
                "nombre_receptor": S(bn),
                "lugar_expedicion": S(a.cp),
                "folio": S(fol),
                "fecha": DT(f),
                "regimen_fiscal": S(reg[1], "Descripción sin la clave"),
                "forma_pago": S(fp[1], "Descripción sin la clave"),
                "subtotal": F(sub),
                "iva": F(iva),
                "total": F(tot),
                "certificado_sat": S(css),
            }
        )
    else:
        root = Ob(
            {
                "receptor_persona_fisica": B(
                    per, "true si el RFC del receptor tiene 13 caracteres"
                ),
                "pago_diferido": B(met[0] == "PPD"),
                "hay_retencion": B(bool(rt)),
                "tasa_iva": F(0.16, "Fracción"),
                "partidas": I(len(ls)),
                "hora_emision": S(h, "HH:MM:SS"),
                "total_texto": S(g.m(tot), "Con signo y separadores, como se imprime"),
                "uso_descripcion": S(uso[1]),
                "claves_unidad": A([S(x["um"]) for x in ls], "Una por concepto, en orden"),
                "orden_compra": O(S(ord_)),
                "plazo_cancelacion_horas": I(72),
            }
        )
    return txt, root, g.c("este CFDI|la factura electrónica|el comprobante fiscal")
