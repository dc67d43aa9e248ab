"""A bank statement: its text, four schemas over it, and their gold."""

import datetime as dt

from ranker_forms.looks import J
from ranker_forms.nodes import A, B, E, F, I, Ob, S, X


def extracto(g, k):
    """The form and the nodes of variant ``k``."""
    p = g.person()
    g.ms = "es"
    y = 2025
    m = g.i(1, 11)
    iban = g.code("ES## 0#28 4### 1# ##########")
    of = g.code("####")
    d1 = dt.date(y, m, 1)
    d2 = dt.date(y, m + 1, 1) - dt.timedelta(days=1)
    fm = g.c("dmy/|dmy-|dot")
    ini = g.price(300, 4000)
    sal = ini
    mv = []
    con = [
        ("RECIBO LUZ VEGALUX", -1),
        ("NOMINA", 1),
        ("COMPRA TARJ. SUPERMERCADO EL ROBLE", -1),
        ("TRANSFERENCIA DE " + g.person().full.upper(), 1),
        ("CAJERO 24H", -1),
        ("BIZUM ENVIADO CENA", -1),
        ("ADEUDO GIMNASIO PULSO", -1),
        ("COMISION MANTENIMIENTO", -1),
        ("DEVOLUCION AEAT", 1),
        ("RECIBO COMUNIDAD PROPIETARIOS", -1),
    ]
    ds = sorted(g.i(1, d2.day - 2) for _ in range(g.i(4, 7)))
    for d, (cn, sg) in zip(ds, g.r.sample(con, len(ds)), strict=False):
        a = sg * g.price(8, 900 if sg > 0 else 180)
        sal = round(sal + a, 2)
        dd = dt.date(y, m, d)
        mv.append({"d": dd, "v": dd + dt.timedelta(days=g.i(0, 2)), "c": cn, "a": a, "s": sal})
    emi = dt.date(y, m + 1, g.i(1, 5))
    n = g.i(m, m + 12)
    g.code("####-##")
    g.i(2, 4)
    bic = g.code("@@@@ES@@")
    split = g.p(0.4)
    tit = g.p(0.4)
    t2 = g.person() if tit else None

    def fd(d):
        return g.fd(d, fm)

    lim = g.maybe(g.i(1, 5) * 300)
    cols = (
        ["F. oper.|Fecha", "F. valor|Valor", "Concepto|Descripción"]
        + (["Cargos|Debe", "Abonos|Haber"] if split else ["Importe"])
        + ["Saldo"]
    )
    rows = [
        [fd(x["d"]), fd(x["v"]), x["c"]]
        + (
            [g.n(-x["a"]) if x["a"] < 0 else "", g.n(x["a"]) if x["a"] > 0 else ""]
            if split
            else [("+" if x["a"] > 0 and g.l("a|b") == "a" else "") + g.n(x["a"])]
        )
        + [g.n(x["s"])]
        for x in mv
    ]
    car = round(-sum(x["a"] for x in mv if x["a"] < 0), 2)
    abo = round(sum(x["a"] for x in mv if x["a"] > 0), 2)
    bk = g.c("Caja Rural del Jiloca|Banco Peñalba|Kutxa Mendialde")
    txt = J(
        bk,
        g.c("EXTRACTO DE CUENTA|Extracto de movimientos|EXTRACTO MENSUAL") + f"   N.º {n}",
        "",
        g.P(
            g.c("colon|two|dots|bar|bold"),
            [
                ("Titular|Titular principal", p.full),
                ("Cotitular|2.º titular", t2.full if t2 else None),
                ("IBAN|Cuenta|CCC/IBAN", iban),
                ("BIC|SWIFT", bic),
                ("Oficina|Sucursal", of),
                (
                    "Periodo|Desde / hasta",
                    f"{fd(d1)} - {fd(d2)}" if g.p() else f"del {fd(d1)} al {fd(d2)}",
                ),
                ("Divisa|Moneda", "EUR"),
                ("Límite descubierto|Límite autorizado", g.m(lim) if lim else None),
                ("Fecha de emisión|Emitido el", fd(emi)),
            ],
        ),
        "",
        f"Saldo anterior: {g.n(ini)}",
        g.T(g.c("md|space|rule|pipe") if not split else g.c("md|space|pipe"), cols, rows),
        f"{g.c('Saldo final|Saldo a fin de periodo|Saldo actual')}: {g.n(sal)}",
        (f"Total cargos {g.n(car)}   Total abonos {g.n(abo)}" if g.p() else None),
        "",
        "Conserve este documento. Si en 60 días no manifiesta disconformidad, se entenderá conforme. Atención al cliente: 900 400 300.",
    )
    if k == 0:
        root = Ob(
            {
                "titular": S(p.full, "Dueño principal de la cuenta"),
                "segundo_titular": S(t2.full if t2 else None, None, True),
                "iban": S(iban, "Número de cuenta con los espacios del documento"),
                "desde": X(d1.isoformat(), "Inicio del intervalo", format="date"),
                "hasta": X(d2.isoformat(), "Fin del intervalo", format="date"),
                "saldo_inicial": F(ini),
                "saldo_final": F(sal),
                "movimientos": A(
                    [
                        Ob(
                            {
                                "fecha": X(x["d"].isoformat(), "Fecha de operación", format="date"),
                                "concepto": S(x["c"]),
                                "importe": F(x["a"], "Negativo si es un cargo"),
                            },
                            name="Movimiento",
                        )
                        for x in mv
                    ]
                ),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "bank": S(bk),
                "account_holder": S(p.full),
                "iban_compact": X(
                    iban.replace(" ", ""), "IBAN without spaces", pattern="^ES[0-9]{22}$"
                ),
                "bic": S(bic),
                "statement_no": I(n),
                "issued_on": X(emi.isoformat(), "YYYY-MM-DD"),
                "opening_balance": F(ini),
                "closing_balance": F(sal),
                "overdraft_limit": F(lim, None, True),
                "transactions": A(
                    [
                        Ob(
                            {
                                "value_date": X(x["v"].isoformat(), "Value date, YYYY-MM-DD"),
                                "text": S(x["c"]),
                                "type": E("debit" if x["a"] < 0 else "credit", "debit|credit"),
                                "amount": F(abs(x["a"]), "Always positive"),
                            },
                            name="Transaction",
                        )
                        for x in mv
                    ]
                ),
            }
        )
    elif k == 2:
        root = Ob(
            {
                "entidad": S(bk),
                "titular": S(p.full),
                "iban": S(iban),
                "oficina": S(of),
                "divisa": E("EUR", "EUR|USD|GBP"),
                "saldo_anterior": F(ini),
                "saldo_final": F(sal),
                "fecha_emision": X(emi.isoformat(), None, format="date"),
                "conceptos": A([S(x["c"]) for x in mv]),
            }
        )
    else:
        root = Ob(
            {
                "mes": I(m, "Mes al que corresponde, 1-12"),
                "cuenta_compartida": B(tit, "Si figuran dos titulares"),
                "n_apuntes": I(len(mv), "Número de movimientos"),
                "n_ingresos": I(sum(x["a"] > 0 for x in mv), "Movimientos que suman"),
                "total_gastado": F(car, "Suma de todos los cargos, en positivo"),
                "total_ingresado": F(abo, "Suma de todos los abonos"),
                "mayor_cargo": Ob(
                    {
                        "concepto": S(min(mv, key=lambda x: x["a"])["c"]),
                        "importe": F(-min(mv, key=lambda x: x["a"])["a"], "En positivo"),
                    },
                    "El movimiento de salida más grande",
                    null=False,
                ),
                "primer_movimiento": S(
                    fd(mv[0]["d"]), "Fecha de operación del primer apunte, tal como está escrita"
                ),
                "saldo_al_cierre": S(g.n(sal), "Cifra literal, sin moneda"),
            }
        )
    if k == 3 and car == 0:
        root.sch["fields"].pop("mayor_cargo")
        root.val.pop("mayor_cargo")
    return txt, root, g.c("este extracto|el extracto bancario|los movimientos de la cuenta")
