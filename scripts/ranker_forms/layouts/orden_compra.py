"""A purchase order: its text, four schemas over it, and their gold."""

from ranker_forms.goods import lines
from ranker_forms.looks import J
from ranker_forms.nodes import DT, ISO, A, B, E, F, I, Ob, S

IND = [
    'Válvula de bola 2"',
    "Rodamiento 6204",
    "Filtro de aceite hidráulico",
    "Motor trifásico 3 HP",
    'Manguera industrial 1"',
    "Sensor inductivo M18",
    "Correa dentada 450H",
    "Contactor 25 A",
    "Grasa de litio 5 kg",
]


def orden_compra(g, k):
    """The form and the nodes of variant ``k``."""
    g.cty = g.c(["MX", "CO", "AR"])
    g.ms = {"MX": "mx", "CO": "es", "AR": "ar"}[g.cty]
    cur = {"MX": "MXN", "CO": "USD", "AR": "ARS"}[g.cty]
    idl = {"MX": "RFC", "CO": "NIT", "AR": "CUIT"}[g.cty]
    if g.cty == "CO":
        g.ms = "es"
    mon = (lambda v: f"USD {g.n(v)}") if g.cty == "CO" else g.m

    def cid():
        return g.code({"MX": "@@@######@@#", "CO": "9########-#", "AR": "30-########-#"}[g.cty])

    a, b = g.comp(), g.comp()
    ia, ib = cid(), cid()
    num = g.c([g.code("OC-2025-####"), g.code("45000#####"), g.code("OC####/25")])
    f = g.date(2025)
    ent = g.date(base=f, lo=10, hi=40)
    ls = lines(g, 2, 5, IND, 20, 900)
    sub = round(sum(x["t"] for x in ls), 2)
    tx = {"MX": 16, "CO": 19, "AR": 21}[g.cty]
    iva = round(sub * tx / 100, 2)
    tot = round(sub + iva, 2)
    sol, apr = g.person(), g.maybe(g.person())
    req = g.maybe(g.code("RQ-####"))
    cot = g.maybe(g.code("COT#####"))
    plazo = g.c([15, 30, 45, 60])
    inc = g.c("DDP|EXW|FOB|CIF")
    cc = g.code("CC-####")
    urg = g.p(0.3)
    lk = g.c("colon|bold|two|cols|mdtable|bar")
    pen = g.c(["1 %", "0.5 %" if g.ms == "mx" else "0,5 %"])
    parc = g.p(0.5)
    txt = J(
        a.name,
        f"{idl}: {ia}",
        a.addr,
        "",
        g.c("ORDEN DE COMPRA|Orden de compra (OC)"),
        "",
        g.P(
            lk,
            [
                ("Orden n.º|No. de orden|OC No.", num),
                ("Fecha|Fecha de emisión", f),
                ("Entregar el|Fecha de entrega|Entrega requerida", ent),
                ("Requisición|Req. No.", req),
                ("Cotización|S/cotización", cot),
                ("Centro de costo|C. costo", cc),
                (
                    "Cond. de pago|Términos de pago",
                    g.c(
                        [
                            f"{plazo} días",
                            f"crédito {plazo} días",
                            f"a {plazo} días fecha de factura",
                        ]
                    ),
                ),
                ("Incoterm", inc),
                ("Moneda", cur),
            ],
            True,
        ),
        "",
        g.H("Proveedor"),
        g.P(
            g.c("colon|cols"),
            [
                ("Razón social|Nombre", b.name),
                (idl, ib),
                ("Dirección|Domicilio", b.addr),
                ("Teléfono|Tel.", b.tel),
                ("Contacto|Atención", g.person().full),
            ],
        ),
        "",
        g.T(
            g.t(),
            [
                "Pos.|Ítem",
                "Código|Clave",
                "Descripción",
                "Cant.|Cantidad",
                "P. unitario|Precio unit.",
                "Importe|Total",
            ],
            [
                [(i + 1) * 10, x["ref"], x["d"], x["q"], g.n(x["p"]), g.n(x["t"])]
                for i, x in enumerate(ls)
            ],
        ),
        "",
        g.P(
            g.c("dots|colon|cols"),
            [("Subtotal", mon(sub)), (f"IVA {tx}%", mon(iva)), ("Total", mon(tot))],
        ),
        "",
        f"Prioridad: {g.boxes(['Normal', 'Urgente'], 'Urgente' if urg else 'Normal')}",
        ("Se aceptan entregas parciales." if parc else "No se aceptan entregas parciales.")
        + f" Penalización por atraso: {pen} por semana sobre el valor pendiente. Recepción en almacén de lunes a viernes, de 8:00 a 14:00.",
        f"Solicitó: {sol.full}   Autorizó: {apr.full if apr else ''}".rstrip(),
    )
    if k == 0:
        root = Ob(
            {
                "orden|folio": S(num, "Número de la orden"),
                "comprador": Ob(
                    {"nombre": S(a.name), "id_fiscal": S(ia, "RFC, NIT o CUIT")},
                    "Empresa que compra",
                    name="Empresa",
                ),
                "vendedor": Ob(
                    {"nombre": S(b.name), "id_fiscal": S(ib, "RFC, NIT o CUIT")},
                    "Empresa a la que se compra",
                    name="Empresa",
                ),
                "emitida": DT(f),
                "entrega": DT(ent, "Cuándo tiene que llegar la mercancía"),
                "partidas": A(
                    [
                        Ob(
                            {
                                "posicion": I((i + 1) * 10),
                                "clave": S(x["ref"]),
                                "descripcion": S(x["d"]),
                                "cantidad": I(x["q"]),
                                "precio": F(x["p"]),
                            },
                            name="Partida",
                        )
                        for i, x in enumerate(ls)
                    ]
                ),
                "total": F(tot),
                "autorizador": S(apr.full if apr else None, "Quien aprueba; null si falta", True),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "po_number": S(num),
                "po_date": ISO(f, "YYYY-MM-DD"),
                "delivery_date": ISO(ent, "YYYY-MM-DD"),
                "supplier": S(b.name),
                "supplier_tax_id": S(ib),
                "supplier_phone": S(b.tel),
                "requisition": S(req, None, True),
                "quote": S(cot, "Supplier's quotation reference", True),
                "currency": E(cur, "MXN|USD|ARS|EUR", "ISO 4217"),
                "incoterm": E(inc, "DDP|EXW|FOB|CIF|FCA"),
                "payment_days": I(plazo),
                "subtotal": F(sub),
                "vat": F(iva),
                "total": F(tot),
            }
        )
    elif k == 2:
        root = Ob(
            {
                "empresa_compradora": S(a.name),
                "proveedor": S(b.name),
                "direccion_proveedor": S(b.addr),
                "numero_orden": S(num),
                "centro_costo": S(cc),
                "cotizacion": S(cot, None, True),
                "solicitante": S(sol.full),
                "subtotal": F(sub),
                "iva": F(iva),
                "total": F(tot),
                "descripciones": A([S(x["d"]) for x in ls]),
            }
        )
    else:
        root = Ob(
            {
                "pais": E(
                    {"MX": "México", "CO": "Colombia", "AR": "Argentina"}[g.cty],
                    "México|Colombia|Argentina|Chile",
                    "Deducido del identificador fiscal (RFC, NIT, CUIT) y de las direcciones",
                ),
                "urgente": B(urg),
                "admite_parciales": B(parc),
                "autorizada": B(bool(apr), "Si consta quién la autorizó"),
                "penalizacion_semanal": F(
                    0.01 if pen == "1 %" else 0.005, "Como fracción: 1 % = 0.01"
                ),
                "tasa_iva": F(tx / 100, "Fracción"),
                "total_literal": S(mon(tot), "Total con su moneda, como está escrito"),
                "lineas": I(len(ls)),
                "piezas": I(sum(x["q"] for x in ls), "Suma de cantidades"),
                "plazo_entrega_dias": I((ent.d - f.d).days, "Días de la emisión a la entrega"),
                "horario_recepcion": S(
                    "de lunes a viernes, de 8:00 a 14:00", "Cuándo se puede descargar, literal"
                ),
            }
        )
    return txt, root, g.c("esta orden de compra|la OC|la orden de compra adjunta")
