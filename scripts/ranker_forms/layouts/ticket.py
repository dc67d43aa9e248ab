"""A till receipt: its text, four schemas over it, and their gold."""

import datetime as dt
import re

from ranker_forms.looks import J
from ranker_forms.nodes import DT, A, B, E, F, I, Ob, S, X
from ranker_forms.words import NF, NM

SUPER = [
    "LECHE ENTERA 1L",
    "PAN MOLDE INT",
    "ACEITE OLIVA VE 1L",
    "HUEVOS CAMP. 12U",
    "YOGUR NAT. X4",
    "CAFE MOLIDO 250G",
    "ATUN CLARO P3",
    "PAPEL COCINA 2R",
    "GALLETA AVENA",
    "DETERG. LIQ 30D",
    "QUESO CURADO CUÑA",
    "AGUA MIN. 1,5L",
]


def ticket(g, k):
    """The form and the nodes of variant ``k``."""
    c = g.comp()
    f = g.date(2025, fmt=g.c("dmy/|d/m/yy|dmy-|dmy/"))
    h = g.time(9, 21)
    tk = g.code("0##-####-######")
    caja = g.i(1, 9)
    tienda = g.code("0###")
    caj = g.c([g.c(NF), g.c(NM)]).upper()
    ls = []
    for d in g.r.sample(SUPER, g.i(4, 7)):
        q = g.c([1, 1, 1, 2, 3])
        p = g.price(0.8, 9)
        ls.append({"d": d, "q": q, "p": p, "t": round(q * p, 2)})
    kg = g.price(0.3, 1.4)
    kp = g.price(1.5, 3.2)
    kt = round(kg * kp, 2)
    tot = round(sum(x["t"] for x in ls) + kt, 2)
    ef = g.p(0.5)
    ent = (int(tot // 10) + 1) * 10
    socio = g.maybe(g.code("29########"), 0.5)
    pts = g.i(10, 90)
    dev = f.d + dt.timedelta(days=30)

    def fmt(v):
        return f"{v:.2f}".replace(".", ",")

    w = 40
    art = [(x["q"], x["d"], x["p"], x["t"]) for x in ls]
    rows = []
    for q, d, p, t in art:
        rows.append(f"{q}  {d}".ljust(24) + ((fmt(p) if q > 1 else "").rjust(7)) + fmt(t).rjust(8))
    rows.append(
        f"1  PLATANO GRANEL\n   {kg:.3f} kg x {fmt(kp)} €/kg".replace(".", ",", 1).ljust(32)
        + fmt(kt).rjust(8)
    )
    base = round(tot / 1.1, 2)
    txt = J(
        c.name.upper(),
        c.street,
        f"{c.cp} {c.city}",
        f"NIF:{c.nif}  TELEFONO:{c.tel}",
        "",
        f"{f} {h}   OP:{g.code('######')}",
        f"FACTURA SIMPLIFICADA:{tk}",
        f"TIENDA {tienda}  CAJA {caja}  LE ATENDIO:{caj}",
        "",
        "UD DESCRIPCION          P.UNIT   IMPORTE",
        "\n".join(rows),
        "-" * w,
        f"{g.c('TOTAL (€)|TOTAL A PAGAR|TOTAL EUR')}".ljust(30) + fmt(tot).rjust(10),
        (
            "EFECTIVO".ljust(30)
            + fmt(ent).rjust(10)
            + "\nCAMBIO".ljust(31)
            + fmt(ent - tot).rjust(10)
        )
        if ef
        else "TARJ. BANCARIA".ljust(30)
        + fmt(tot).rjust(10)
        + f"\nVISA ************{g.code('####')}  AUT:{g.code('######')}",
        "",
        "IVA      BASE IMP.    CUOTA",
        f"10%      {fmt(base)}       {fmt(round(tot - base, 2))}",
        "",
        (
            f"SOCIO:{socio}  PUNTOS HOY:{pts}  SALDO:{pts + g.i(100, 900)}"
            if socio
            else g.c("HAGASE SOCIO Y AHORRE|¿AUN NO ES SOCIO? PREGUNTE EN CAJA")
        ),
        f"DEVOLUCIONES HASTA EL {g.fd(dev, 'dmy/')} CON ESTE TICKET",
        "GRACIAS POR SU VISITA",
    )
    aut = re.search(r"AUT:(\d+)", txt)
    aut = aut.group(1) if aut else None
    l4 = re.search(r"\*(\d{4})", txt)
    l4 = l4.group(1) if l4 else None
    if k == 0:
        root = Ob(
            {
                "comercio": Ob(
                    {
                        "nombre": S(c.name.upper()),
                        "nif": S(c.nif, None, pattern="^[A-Z][0-9]{8}$"),
                        "direccion": S(c.street, "Calle y número"),
                        "telefono": S(c.tel),
                    },
                    name="Comercio",
                ),
                "numero_ticket": S(tk, "Número de la factura simplificada"),
                "fecha": DT(f),
                "hora": S(h),
                "articulos": A(
                    [
                        Ob(
                            {
                                "descripcion": S(x["d"]),
                                "unidades": I(x["q"]),
                                "importe": F(x["t"], "Precio total de la línea"),
                            },
                            name="Articulo",
                        )
                        for x in ls
                    ],
                    "Productos vendidos por unidades; no incluir lo que va a peso",
                ),
                "total": F(tot),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "merchant": S(c.name.upper()),
                "purchase_datetime": X(f"{f.iso} {h}", "YYYY-MM-DD HH:MM"),
                "receipt_number": S(tk),
                "register": I(caja, "Checkout number"),
                "store_code": S(tienda, "Keep leading zeros"),
                "cashier": S(caj),
                "payment": E("cash" if ef else "card", "cash|card|voucher"),
                "cash_given": F(
                    ent if ef else None, "Amount handed over, null if not paid in cash", True
                ),
                "change": F(ent - tot if ef else None, None, True),
                "card_last_digits": S(l4, None, True),
                "total_paid": F(tot),
                "loyalty_id": S(socio, "Member number, if the customer has one", True),
            }
        )
    elif k == 2:
        root = Ob(
            {
                "establecimiento": S(c.name.upper()),
                "cif": S(c.nif),
                "poblacion": S(c.city),
                "fecha_compra": S(f.txt, "Literal"),
                "cajero": S(caj),
                "base_imponible": F(base),
                "cuota_iva": F(round(tot - base, 2)),
                "total": F(tot),
                "autorizacion_tarjeta": S(aut, None, True),
                "fecha_limite_devolucion": X(dev.isoformat(), None, format="date"),
            }
        )
    else:
        root = Ob(
            {
                "lineas_distintas": I(
                    len(ls) + 1, "Cuántos productos diferentes se compraron, también los de peso"
                ),
                "producto_a_peso": Ob(
                    {"nombre": S("PLATANO GRANEL"), "kilos": F(kg), "precio_kilo": F(kp)},
                    "Lo que se vendió por kilos",
                ),
                "pago_en_efectivo": B(ef),
                "con_tarjeta_socio": B(bool(socio), "Si se ha identificado un socio"),
                "puntos_obtenidos": I(
                    pts if socio else None, "Puntos ganados en esta compra", True
                ),
                "producto_mayor_importe": S(
                    max([*ls, {"d": "PLATANO GRANEL", "t": kt}], key=lambda x: x["t"])["d"],
                    "El artículo cuya línea suma más",
                ),
                "hora": S(h, "HH:MM"),
                "importe": S(fmt(tot), "Total tal como está impreso, sin símbolo"),
            }
        )
    return txt, root, g.c("este ticket|el tique de compra|el ticket del súper")
