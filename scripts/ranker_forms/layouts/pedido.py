"""An order: its text, four schemas over it, and their gold."""

from ranker_forms.goods import lines
from ranker_forms.looks import J
from ranker_forms.nodes import DT, A, B, E, F, I, O, Ob, S, X

ROPA = [
    "Camiseta algodón orgánico",
    "Vaquero recto",
    "Sudadera con capucha",
    "Calcetines de lana",
    "Chubasquero plegable",
    "Zapatilla de lona",
    "Cinturón trenzado",
    "Mochila urbana 20 L",
]


def pedido(g, k):
    """The form and the nodes of variant ``k``."""
    p = g.person()
    g.ms = g.c(["es", "es2"])
    f = g.date(2025)
    h = g.time(8, 23)
    n = g.c([g.code("#########"), g.code("WEB-######"), g.code("P25-#####")])
    ent = g.date(base=f, lo=2, hi=7)
    ls = lines(g, 2, 4, ROPA, 9, 60)
    for x in ls:
        x["q"] = g.i(1, 3)
        x["t"] = round(x["q"] * x["p"], 2)
        x["talla"] = g.c(["S", "M", "L", "XL", None])
        x["color"] = g.c("negro|azul marino|crudo|verde botella")
    sub = round(sum(x["t"] for x in ls), 2)
    env = g.c([0, 3.95, 4.9])
    cup = g.maybe(g.code("@@@@10"), 0.5)
    dto = round(sub * 0.1, 2) if cup else 0
    tot = round(sub + env - dto, 2)
    a1 = g.comp()
    a2 = g.comp() if g.p(0.4) else None
    pag = g.c(
        [
            ("Tarjeta terminada en ", "card"),
            ("PayPal", "paypal"),
            ("Bizum", "bizum"),
            ("Contra reembolso", "cod"),
        ]
    )
    l4 = g.code("####")
    pagt = pag[0] + (l4 if pag[1] == "card" else "")
    reg = g.p(0.3)
    nota = g.maybe(
        g.c(["dejar en portería", "llamar antes de subir", "horario de tarde, por favor"])
    )
    lk = g.c("bold|mdtable|colon|bullets|below")
    est = g.c(
        [
            ("En preparación", "preparing"),
            ("Enviado", "shipped"),
            ("Entregado", "delivered"),
            ("Cancelado", "cancelled"),
        ]
    )
    txt = J(
        g.c("# Confirmación de pedido|**Resumen de tu pedido**|PEDIDO WEB"),
        "",
        g.P(
            lk,
            [
                ("Pedido n.º|Número de pedido|Ref.", n),
                ("Fecha y hora|Realizado el|Fecha", f"{f}, {h}" if g.p() else f"{f} {h}"),
                ("Estado", est[0]),
                ("Entrega prevista|Llegada estimada|Entrega est.", ent),
                ("Pago|Método de pago|Forma de pago", pagt),
                ("Cupón|Cód. promocional", cup),
            ],
            True,
        ),
        "",
        g.H("Cliente"),
        g.P(
            g.c("colon|bold|cols"),
            [("Nombre", p.full), ("Móvil|Tfno.|Teléfono", p.tel), ("Correo|E-mail", p.mail)],
            True,
        ),
        "",
        g.H("Dirección de envío"),
        g.P(
            "colon",
            [
                ("Calle|Dirección", a1.street),
                ("C.P. y población|CP/Localidad", f"{a1.cp} {a1.city}"),
                ("Indicaciones|Obs. reparto", nota),
            ],
        ),
        "",
        g.H("Dirección de facturación"),
        (
            g.P(
                "colon",
                [
                    ("Calle|Dirección", a2.street),
                    ("C.P. y población|CP/Localidad", f"{a2.cp} {a2.city}"),
                ],
            )
            if a2
            else "La misma que la de envío."
        ),
        "",
        g.T(
            g.t(),
            [
                "Artículo|Producto",
                "Ref.|SKU",
                "Talla",
                "Color",
                "Uds.|Cant.",
                "Precio|P.V.P.",
                "Total",
            ],
            [
                [
                    x["d"],
                    x["ref"],
                    x["talla"] or "única",
                    x["color"],
                    x["q"],
                    g.n(x["p"]),
                    g.n(x["t"]),
                ]
                for x in ls
            ],
        ),
        "",
        g.P(
            g.c("dots|colon|cols"),
            [
                ("Subtotal|Artículos", g.m(sub)),
                ("Gastos de envío|Envío", "gratis" if not env else g.m(env)),
            ]
            + ([("Descuento", "-" + g.m(dto))] if cup else [])
            + [("Total (IVA incl.)|TOTAL", g.m(tot))],
        ),
        "",
        f"¿Es un regalo?  {g.boxes(['Sí', 'No'], 'Sí' if reg else 'No')}",
        g.c(
            [
                "Tienes 30 días para devolverlo gratis en tienda. ¿Dudas? Llámanos al 900 112 233.",
                "Guarda este correo: lo necesitarás para cambios. Atención al cliente 900 112 233, de lunes a viernes.",
            ]
        ),
    )
    if k == 0:
        root = Ob(
            {
                "id_pedido|codigo": S(
                    n, "Localizador de la compra|Número que identifica la compra"
                ),
                "momento_compra": X(f"{f.iso}T{h}", "Fecha y hora de la compra, AAAA-MM-DDTHH:MM"),
                "contacto": Ob(
                    {
                        "nombre_completo": S(p.full),
                        "movil": S(p.tel),
                        "email": S(p.mail, None, format="email"),
                    },
                    name="Contacto",
                ),
                "envio": Ob(
                    {
                        "via": S(a1.street, "Calle y número"),
                        "codigo_postal": S(a1.cp, None, pattern="^[0-9]{5}$"),
                        "ciudad": S(a1.city),
                        "instrucciones": S(nota, "Avisos para el repartidor", True),
                    },
                    name="Envio",
                ),
                "articulos": A(
                    [
                        Ob(
                            {
                                "nombre": S(x["d"]),
                                "sku": S(x["ref"]),
                                "talla": E(x["talla"], "S|M|L|XL", "null si es talla única", True),
                                "unidades": I(x["q"]),
                                "precio": F(x["p"]),
                            },
                            name="Articulo",
                        )
                        for x in ls
                    ]
                ),
                "importe_total": F(tot),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "order_number": S(n),
                "status": E(est[1], "preparing|shipped|delivered|cancelled"),
                "ordered_on": DT(f),
                "estimated_delivery": DT(ent, "When it should arrive"),
                "payment_method": E(pag[1], "card|paypal|bizum|cod", "cod = cash on delivery"),
                "card_last4": S(
                    l4 if pag[1] == "card" else None,
                    "Last four digits of the card; null for other methods",
                    True,
                    pattern="^[0-9]{4}$",
                ),
                "coupon_code": S(cup, None, True),
                "shipping_cost": F(env, "0 when free"),
                "discount": F(dto, "Positive number; 0 if there is none"),
                "is_gift": B(reg),
            }
        )
    elif k == 2:
        root = Ob(
            {
                "cliente": S(p.full),
                "telefono": S(p.tel),
                "correo": S(p.mail),
                "calle_envio": S(a1.street),
                "cp_envio": S(a1.cp),
                "calle_facturacion": S(
                    a2.street if a2 else None, "Solo si es distinta de la de envío", True
                ),
                "productos": A([S(x["d"]) for x in ls]),
                "total_con_iva": F(tot),
                "fecha_entrega_prevista": S(ent.txt, "Tal cual aparece"),
            }
        )
    else:
        root = Ob(
            {
                "ref": S(n, "Identificador"),
                "prendas": I(sum(x["q"] for x in ls), "Número total de unidades compradas"),
                "envio_gratuito": B(env == 0),
                "misma_direccion": B(a2 is None, "true si factura y envío van al mismo sitio"),
                "usa_cupon": B(bool(cup)),
                "para_regalo": B(reg),
                "articulo_mas_caro": S(
                    max(ls, key=lambda x: x["p"])["d"], "El de mayor precio por unidad"
                ),
                "colores": A([S(x["color"]) for x in ls], "Color de cada línea, en orden"),
                "dias_de_espera": I(
                    (ent.d - f.d).days, "Días entre la compra y la llegada prevista"
                ),
                "forma_pago": S(pagt, "Como se describe"),
                "nota_reparto": O(S(nota, "Indicación para quien lo lleva")),
            }
        )
    return txt, root, g.c("este pedido|la confirmación de pedido|el pedido web")
