"""An invoice: its text, four schemas over it, and their gold."""

import datetime as dt

from ranker_forms.goods import lines
from ranker_forms.looks import J
from ranker_forms.nodes import DT, ISO, A, B, E, F, I, O, Ob, S


def factura(g, k):
    """The form and the nodes of variant ``k``."""
    g.ms = g.c(["es", "es", "es2"])
    em, cl = g.comp(), g.comp()
    num = g.c([g.code("F25/####"), g.code("2025-A-###"), g.code("FV-25-#####")])
    f = g.date(2025)
    ven = g.date(base=f, lo=30, hi=60)
    ls = lines(g, 2, 4)
    base = round(sum(x["t"] for x in ls), 2)
    tipo = g.c([21, 21, 10])
    iva = round(base * tipo / 100, 2)
    tot = round(base + iva, 2)
    pago = g.c(["transferencia bancaria", "domiciliación", "contado"])
    ped = g.maybe(g.code("PC#####"))
    iban = g.maybe(g.code("ES## 2100 0#18 4#00 5133 2###"), 0.4)
    tel = g.maybe(cl.tel)
    ret = g.maybe(15, 0.7)
    retv = round(base * 0.15, 2) if ret else 0.0
    tot = round(tot - retv, 2)
    look = g.c("colon|bold|two|cols|inline|caps")
    look2 = g.c("colon|bold|cols|tight")

    def blk(c, t):
        return [
            ("Nombre|Razón social|Denominación", c.name),
            ("NIF|CIF|N.I.F.", c.nif),
            ("Domicilio|Dirección", c.addr),
            ("Tfno.|Teléfono|Tel.", t),
            ("E-mail|Correo", c.mail if g.p(0.6) else None),
        ]

    txt = J(
        "FACTURA",
        "",
        g.P(
            look,
            [
                ("N.º factura|Factura núm.|Núm.", num),
                ("Fecha|Fecha de expedición|Fecha fra.", f),
                ("Vencimiento|Vto.|Fecha de vencimiento", ven),
                ("Su pedido|Pedido n.º|S/ref.", ped),
                ("Forma de pago|F. pago", pago),
            ],
            True,
        ),
        "",
        g.H("Emisor"),
        g.P(look2, blk(em, em.tel)),
        "",
        g.H("Cliente"),
        g.P(look2, blk(cl, tel)),
        "",
        g.T(
            g.t(),
            [
                "Ref.|Código|Cód. art.",
                "Concepto|Descripción|Artículo",
                "Cant.|Uds.|Cantidad",
                "Precio|P. unit.|€/ud",
                "Importe|Total línea",
            ],
            [[x["ref"], x["d"], x["q"], g.n(x["p"]), g.n(x["t"])] for x in ls],
        ),
        "",
        g.P(
            g.c("colon|dots|cols"),
            [
                ("Base imponible|Base imp.|Suma", g.m(base)),
                (f"IVA {tipo} %|IVA ({tipo}%)", g.m(iva)),
            ]
            + ([("Retención IRPF 15 %|Ret. IRPF (15%)", "-" + g.m(retv))] if ret else [])
            + [("TOTAL|Total factura|Total a pagar", g.m(tot))],
        ),
        "",
        ("Ingreso en cuenta " + iban + "." if iban else None),
        g.c(
            [
                "Material entregado en obra el "
                + g.fd(f.d - dt.timedelta(days=3))
                + ". No se admiten devoluciones pasados 15 días.",
                "Transcurrido el vencimiento se devengarán intereses de demora del 8 % anual. Gracias por su confianza.",
                "Operación sujeta a la Ley 37/1992. Cualquier reclamación, en el plazo de 7 días desde la recepción de la mercancía.",
            ]
        ),
    )
    if k == 0:
        root = Ob(
            {
                "numero_factura|num_documento": S(
                    num,
                    "Identificador que el proveedor asigna al documento|Número con que se expide el documento",
                ),
                "fecha_emision": DT(f, "Día en que se expidió"),
                "fecha_limite_pago|vence": DT(ven, "Último día para pagar"),
                "proveedor": Ob(
                    {
                        "nombre": S(em.name),
                        "identificacion_fiscal": S(em.nif, None, pattern="^[A-Z][0-9]{8}$"),
                        "telefono": S(em.tel, None, True),
                    },
                    "Quien vende y cobra",
                    name="Parte",
                ),
                "comprador": Ob(
                    {
                        "nombre": S(cl.name),
                        "identificacion_fiscal": S(cl.nif, None, pattern="^[A-Z][0-9]{8}$"),
                        "telefono": S(tel, None, True),
                    },
                    "Quien recibe la factura y paga",
                    name="Parte",
                ),
                "lineas": A(
                    [
                        Ob(
                            {
                                "descripcion": S(x["d"]),
                                "cantidad": I(x["q"]),
                                "precio_unitario": F(x["p"]),
                                "importe": F(x["t"]),
                            },
                            name="Linea",
                        )
                        for x in ls
                    ],
                    "Detalle de lo facturado",
                ),
                "total": F(tot, "Cantidad final, con impuestos y deducciones"),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "invoice_id": S(num, "Invoice number"),
                "issue_date": ISO(f, "Date of issue, YYYY-MM-DD"),
                "seller_tax_id": S(em.nif, "Tax id of the company that issues the invoice"),
                "buyer_name": S(cl.name, "Who is being billed"),
                "buyer_tax_id": S(cl.nif, "Tax id of the customer"),
                "buyer_phone": S(
                    tel, "Customer's phone; null if the document does not give one", True
                ),
                "purchase_order": S(ped, "Customer's order reference, if any", True),
                "net_amount": F(base, "Amount before tax"),
                "tax_rate": F(tipo / 100, "VAT rate as a fraction (0.21 for 21 %)"),
                "tax_amount": F(iva),
                "grand_total": F(tot),
                "currency": E("EUR", "EUR|USD|GBP"),
            }
        )
    elif k == 2:
        root = Ob(
            {
                "emisor": S(em.name),
                "nif_emisor": S(em.nif),
                "direccion_emisor": S(em.addr),
                "cliente": S(cl.name),
                "nif_cliente": S(cl.nif),
                "fecha_factura": S(f.txt, "Fecha del documento tal como está escrita"),
                "base_imponible": F(base),
                "tipo_iva": I(tipo),
                "cuota_iva": F(iva),
                "retencion": F(
                    retv if ret else None, "Importe retenido por IRPF, en positivo", True
                ),
                "iban": S(iban, None, True),
            }
        )
    else:
        root = Ob(
            {
                "ref|codigo": S(num, "Código del documento"),
                "modo_pago": E(
                    {"t": "TRANSFERENCIA", "d": "RECIBO_DOMICILIADO", "c": "CONTADO"}[pago[0]],
                    "TRANSFERENCIA|RECIBO_DOMICILIADO|CONTADO|TARJETA",
                    "Cómo se abona",
                ),
                "lleva_retencion": B(bool(ret), "Si se descuenta IRPF"),
                "dias_hasta_vencimiento": I(
                    (ven.d - f.d).days, "Días naturales entre la expedición y el vencimiento"
                ),
                "num_lineas": I(len(ls), "Cuántas partidas distintas se facturan"),
                "unidades_totales": I(
                    sum(x["q"] for x in ls), "Suma de unidades de todas las partidas"
                ),
                "codigos_articulo": A(
                    [S(x["ref"], None, pattern="^[A-Z]{2}-[0-9]{3}$") for x in ls],
                    "Referencias de los artículos, por orden",
                ),
                "importes": Ob(
                    {
                        "sin_impuestos": S(g.m(base), "Tal como figura, con su moneda"),
                        "con_impuestos": S(
                            g.m(tot), "Lo que hay que pagar, tal como figura, con su moneda"
                        ),
                    }
                ),
                "pedido_cliente": O(S(ped, "Número de pedido del cliente")),
            }
        )
    return txt, root, g.c("esta factura|la factura adjunta|la factura de proveedor")
