"""A work order: its text, four schemas over it, and their gold."""

from ranker_forms.goods import lines
from ranker_forms.looks import J
from ranker_forms.nodes import DT, ISO, A, B, E, F, I, O, Ob, S, X


def orden_trabajo(g, k):
    """The form and the nodes of variant ``k``."""
    c = g.person()
    ta = g.comp("S.L.")
    g.ms = "es"
    n = g.c([g.code("OT-#####"), g.code("OR/25/####"), g.code("25-###-OT")])
    en = g.date(2025)
    ent = g.date(base=en, lo=1, hi=9)
    mat = g.code("####") + g.c(["KLM", "JTR", "HBC", "LPW"])
    bas = g.maybe("VSS" + g.code("ZZZ1###########").replace("A", "Z"), 0.4)
    km = g.i(8, 240) * 1000 + g.i(0, 999)
    kmx = g.n(km, 0)
    comb = g.i(0, 4)
    cx = ["R", "1/4", "1/2", "3/4", "F"][comb]
    op = lines(
        g,
        1,
        4,
        [
            "Cambio de aceite y filtro",
            "Sustitución pastillas delanteras",
            "Diagnosis electrónica",
            "Alineado de dirección",
            "Cambio de escobillas",
            "Carga de aire acondicionado",
            "Revisión pre-ITV",
        ],
        20,
        180,
    )
    for x in op:
        x["h"] = g.c([0.25, 0.5, 0.75, 1, 1.5, 2])
        x["q"] = 1
        x["t"] = x["p"]
    pres = round(sum(x["t"] for x in op), 2)
    mec = g.maybe(g.person())
    ase = g.person()
    aut = g.p(0.7)
    rec = g.p(0.5)
    lav = g.p(0.5)
    cor = g.p(0.4)
    av = g.c(
        [
            "Avisar si supera los 300 €.",
            "Ruido al girar a la izquierda, en frío.",
            "Testigo de motor encendido desde el día 3.",
            "No tocar la emisora.",
        ]
    )
    itv = g.maybe(g.date(base=en, lo=30, hi=400))
    mm = g.c([("Boreal", "Z3"), ("Nordia", "208"), ("Kivu", "Sport 1.6")])
    col = g.c("gris plata|blanco|rojo")
    lk = g.c("colon|two|inline|cols|tight|dots|mdtable")
    hh = g.time(8, 11)
    tel2 = g.maybe(g.code("921######"))
    txt = J(
        ta.name,
        f"NIF {ta.nif} · Tfno. {ta.tel}",
        "",
        g.c("ORDEN DE TRABAJO|ORDEN DE REPARACIÓN|Resguardo de depósito y orden de trabajo"),
        "",
        g.P(
            lk,
            [
                ("N.º orden|OT n.º|Orden", n),
                ("Fecha de entrada|Entrada|Recepción", f"{en} {hh}"),
                ("Entrega prevista|Fecha prevista|Compromiso", ent),
                ("Cliente|Titular|Nombre", c.full),
                ("NIF|DNI", c.dni),
                ("Móvil|Tfno.|Teléfono", c.tel),
                ("Otro tfno.", tel2),
                ("Marca|Fabricante", mm[0]),
                ("Modelo", mm[1]),
                ("Matrícula|Mat.", mat),
                ("N.º bastidor|Bastidor|VIN", bas),
                ("Km|Kilómetros|Cuentakm", kmx),
                ("Color", col),
                ("Asesor/a|Recepcionista|Recibe", ase.full),
                ("Mecánico/a|Operario|Asignado a", mec.full if mec else None),
                ("Próxima ITV|ITV", itv),
            ],
        ),
        f"Combustible: {g.boxes(['R', '1/4', '1/2', '3/4', 'F'], cx)}",
        "",
        g.T(
            g.t(),
            ["Cód.|Código", "Operación|Trabajo", "Horas|T. (h)", "Importe|Precio"],
            [[x["ref"], x["d"], g.n(x["h"]), g.n(x["t"])] for x in op],
        ),
        f"Presupuesto (sin IVA): {g.m(pres)}",
        "",
        "Manifestaciones del cliente: " + av,
        f"Acepta el presupuesto: {g.boxes(['sí', 'no'], 'sí' if aut else 'no')}",
        f"Desea las piezas sustituidas: {g.boxes(['sí', 'no'], 'sí' if rec else 'no')}",
        ("Lavado de cortesía incluido. " if lav else "")
        + ("Se entrega vehículo de cortesía. " if cor else "No se facilita vehículo de cortesía. ")
        + "Presupuesto válido 12 días hábiles. Estancia: 12 €/día a partir del tercer día.",
    )
    if k == 0:
        root = Ob(
            {
                "orden|num_ot": S(n, "Número de la orden"),
                "propietario": Ob(
                    {
                        "nombre": S(c.full),
                        "nif": S(c.dni),
                        "telefono": S(c.tel, "El principal"),
                        "telefono_2": S(tel2, None, True),
                    },
                    name="Propietario",
                ),
                "coche": Ob(
                    {
                        "marca": S(mm[0]),
                        "modelo": S(mm[1]),
                        "matricula": S(mat, None, pattern="^[0-9]{4}[A-Z]{3}$"),
                        "vin": S(bas, "Número de bastidor", True),
                        "kilometraje": I(km),
                    },
                    name="Coche",
                ),
                "recepcion": DT(en, "Día en que se deja el vehículo"),
                "entrega": DT(ent, "Día en que se espera tenerlo"),
                "operaciones": A(
                    [
                        Ob(
                            {
                                "codigo": S(x["ref"]),
                                "trabajo": S(x["d"]),
                                "horas": F(x["h"]),
                                "importe": F(x["t"]),
                            },
                            name="Operacion",
                        )
                        for x in op
                    ]
                ),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "work_order": S(n),
                "dropped_off_at": X(f"{en.iso}T{hh}", "YYYY-MM-DDTHH:MM"),
                "due_date": ISO(ent, "YYYY-MM-DD"),
                "customer": S(c.full),
                "plate": S(mat),
                "make": S(mm[0]),
                "model": S(mm[1]),
                "odometer_km": I(km),
                "fuel_level": E(
                    ["empty", "quarter", "half", "three_quarters", "full"][comb],
                    "empty|quarter|half|three_quarters|full",
                    "R = reserve, treat as empty",
                ),
                "mechanic": S(mec.full if mec else None, None, True),
                "next_inspection": DT(itv, "ITV", True),
                "estimate": F(pres, "Before VAT"),
                "approved": B(aut, "Whether the customer accepts the estimate"),
            }
        )
    elif k == 2:
        root = Ob(
            {
                "taller": S(ta.name),
                "nif_taller": S(ta.nif),
                "cliente": S(c.full),
                "nif_cliente": S(c.dni),
                "matricula": S(mat),
                "bastidor": S(bas, None, True),
                "color": S(col),
                "asesor": S(ase.full),
                "mecanico": S(mec.full if mec else None, None, True),
                "trabajos": A([S(x["d"]) for x in op]),
                "presupuesto": F(pres),
                "comentario_cliente": S(av),
            }
        )
    else:
        root = Ob(
            {
                "total_horas": F(sum(x["h"] for x in op), "Suma de horas previstas"),
                "n_trabajos": I(len(op)),
                "km_literal": S(kmx, "Con el separador de miles con que está escrito"),
                "nivel_combustible": S(cx, "Casilla marcada"),
                "quiere_piezas": B(rec),
                "acepta": B(aut),
                "coche_de_cortesia": B(cor),
                "con_mecanico_asignado": B(bool(mec)),
                "dias_taller": I(
                    (ent.d - en.d).days, "Días entre la entrada y la entrega prevista"
                ),
                "trabajo_mas_caro": S(max(op, key=lambda x: x["t"])["d"]),
                "entrada": S(en.txt, "Fecha sin hora, como está escrita"),
                "itv": O(X(itv.iso if itv else None, "AAAA-MM-DD")),
            }
        )
    return txt, root, g.c("esta orden de trabajo|la orden de reparación|el resguardo del taller")
