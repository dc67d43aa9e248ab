"""A delivery note: its text, four schemas over it, and their gold."""

from ranker_forms.goods import lines
from ranker_forms.looks import J
from ranker_forms.nodes import DT, ISO, A, B, E, F, I, O, Ob, S, X
from ranker_forms.words import CALLE


def albaran(g, k):
    """The form and the nodes of variant ``k``."""
    e, c = g.comp(), g.comp()
    num = g.c([g.code("ALB-25/####"), g.code("A######"), g.code("25/#####")])
    f = g.date(2025)
    h = g.time(7, 18)
    tr = g.comp()
    mat = g.code("####@@@").replace("A", "B")
    ped = g.maybe(g.code("PD-#####"))
    ls = lines(g, 3, 5)
    rec = g.person()
    con = g.person()
    bult = g.i(2, 14)
    peso = g.price(20, 900)
    port = g.c(["pagados", "debidos"])
    dni = g.maybe(rec.dni)
    obra = g.maybe(g.c(CALLE) + ", s/n")
    inc = g.c(
        [
            None,
            None,
            "1 bulto abierto, se acepta a revisar.",
            "Falta una caja; se enviará el lunes.",
            "Palé mojado por una esquina.",
        ]
    )
    lk = g.c("colon|two|inline|cols|tight|mdtable|htable")
    fped = g.date(base=f, lo=-12, hi=-3)
    for x in ls:
        x["sv"] = x["q"] if g.p(0.75) else max(0, x["q"] - g.i(1, 3))
        x["lote"] = g.maybe(g.code("L2#####"), 0.3)
    txt = J(
        e.name,
        f"{e.addr} · Tfno. {e.tel} · NIF{g.c([' ', ':', ''])}{e.nif}",
        "",
        g.c("ALBARÁN DE ENTREGA|Albarán|NOTA DE ENTREGA"),
        g.P(
            lk,
            [
                ("Albarán n.º|N.º|Núm. albarán", num),
                ("Fecha|Fecha albarán|F. salida", f),
                ("Pedido|N.º pedido|S/ pedido", ped),
                ("Fecha pedido|F. pedido", fped),
                ("Transportista|Agencia|Transporte", tr.name),
                ("Matrícula|Vehículo", mat),
                ("Conductor/a|Chófer", con.full),
                ("Bultos|N.º bultos", bult),
                ("Peso|Peso bruto|Kg", g.n(peso) + " kg"),
                ("Portes", port),
            ],
            True,
        ),
        "",
        g.H("Destinatario"),
        g.P(
            "colon",
            [
                ("Razón social|Cliente", c.name),
                ("NIF|CIF", c.nif),
                ("Dirección|Domicilio", c.addr),
                ("Lugar de entrega|Entregar en|Obra", obra),
                ("Tfno.|Teléfono", c.tel),
            ],
        ),
        "",
        g.T(
            g.t(),
            [
                "Código|Ref.",
                "Descripción|Artículo",
                "Lote",
                "Pedidas|Ud. pedidas",
                "Servidas|Ud. servidas",
            ],
            [[x["ref"], x["d"], x["lote"] or "-", x["q"], x["sv"]] for x in ls],
        ),
        "",
        f"Observaciones: {inc}" if inc else ("Observaciones:" if g.p() else None),
        f"Recibí conforme: {rec.full}   DNI: {dni or ''}".rstrip(),
        f"Hora de descarga: {h}   {g.boxes(['Conforme', 'Con reservas'], 'Con reservas' if inc else 'Conforme')}",
        "Este documento no es una factura. Reclamaciones en 24 horas.",
    )
    pend = [x for x in ls if x["sv"] < x["q"]]
    if k == 0:
        root = Ob(
            {
                "num_albaran|documento": S(num, "Número de la nota de entrega"),
                "fecha_salida": DT(f, "Fecha del documento"),
                "remitente": S(e.name, "Quién envía"),
                "destinatario": Ob(
                    {
                        "nombre": S(c.name),
                        "nif": S(c.nif),
                        "direccion": S(c.addr),
                        "lugar_entrega": S(obra, "Punto de entrega si es distinto", True),
                    },
                    name="Destinatario",
                ),
                "transporte": Ob(
                    {
                        "empresa": S(tr.name),
                        "matricula": S(mat, None, pattern="^[0-9]{4}[A-Z]{3}$"),
                        "conductor": S(con.full),
                    },
                    name="Transporte",
                ),
                "mercancia": A(
                    [
                        Ob(
                            {
                                "codigo": S(x["ref"]),
                                "descripcion": S(x["d"]),
                                "lote": S(x["lote"], None, True),
                                "pedidas": I(x["q"]),
                                "servidas": I(x["sv"]),
                            },
                            name="LineaAlbaran",
                        )
                        for x in ls
                    ]
                ),
                "receptor": S(rec.full, "Persona que firma la entrega"),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "delivery_note": S(num),
                "date": ISO(f, "Delivery note date, YYYY-MM-DD"),
                "order_ref": S(ped, "Order it belongs to", True),
                "order_date": DT(fped, None),
                "carrier": S(tr.name),
                "plate": S(mat),
                "packages": I(bult),
                "gross_weight_kg": F(peso),
                "freight": E(
                    "prepaid" if port == "pagados" else "collect",
                    "prepaid|collect",
                    "pagados = prepaid, debidos = collect",
                ),
                "received_by": S(rec.full),
                "receiver_id": S(
                    dni, "National id of the person who signed; null if left blank", True
                ),
                "remarks": S(inc, None, True),
            }
        )
    elif k == 2:
        root = Ob(
            {
                "proveedor": S(e.name),
                "nif_proveedor": S(e.nif),
                "cliente": S(c.name),
                "nif_cliente": S(c.nif),
                "telefono_cliente": S(c.tel),
                "conductor": S(con.full),
                "bultos": I(bult),
                "peso_kg": F(peso),
                "hora_descarga": S(h),
                "articulos": A([S(x["d"]) for x in ls]),
                "lotes": A([S(x["lote"]) for x in ls if x["lote"]], "Los que constan", S("")),
            }
        )
    else:
        root = Ob(
            {
                "codigo": S(num, "Número del documento"),
                "entrega_completa": B(not pend, "true si se sirvió todo lo pedido"),
                "unidades_pendientes": I(
                    sum(x["q"] - x["sv"] for x in ls), "Unidades pedidas y no servidas"
                ),
                "referencias_incompletas": A(
                    [S(x["ref"]) for x in pend],
                    "Códigos con menos unidades servidas que pedidas",
                    S(""),
                ),
                "recibido_con_reservas": B(bool(inc)),
                "portes_a_cargo_de": E(
                    "remitente" if port == "pagados" else "destinatario",
                    "remitente|destinatario",
                    "Portes pagados los asume el remitente; debidos, el destinatario",
                ),
                "incidencia": O(S(inc, "Observación anotada, completa")),
                "momento_descarga": X(f"{h}", "Hora HH:MM"),
                "dias_desde_pedido": I(
                    (f.d - fped.d).days, "Días entre el pedido y este documento"
                ),
            }
        )
    return txt, root, g.c("este albarán|la nota de entrega|el albarán del proveedor")
