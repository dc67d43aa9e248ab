"""A boarding pass: its text, four schemas over it, and their gold."""

import datetime as dt

from ranker_forms.looks import J
from ranker_forms.nodes import DT, B, E, I, O, Ob, S, X


def embarque(g, k):
    """The form and the nodes of variant ``k``."""
    p = g.person()
    AER = [
        ("Madrid", "MAD"),
        ("Santiago de Chile", "SCL"),
        ("Bogotá", "BOG"),
        ("Ciudad de México", "MEX"),
        ("Palma de Mallorca", "PMI"),
        ("Buenos Aires", "EZE"),
        ("Bilbao", "BIO"),
        ("Tenerife Norte", "TFN"),
    ]
    o, d = g.r.sample(AER, 2)
    vu = g.c(["VZ", "QN", "LX"]) + g.code("###").replace("0", "4")
    vux = g.c([vu, vu[:2] + " " + vu[2:]])
    f = g.date(2025)
    hs = g.i(6, 21) * 60 + g.c([5, 20, 35, 50])

    def hm(t):
        return f"{t % 1440 // 60:02}:{t % 60:02}"

    emb = hs - g.c([30, 40, 45])
    cie = hs - 15
    dur = g.i(60, 700)
    lle = hs + dur
    nx = lle >= 1440
    sea = f"{g.i(1, 38)}{g.c('A|B|C|D|E|F')}"
    gate = g.maybe(g.c("A|B|C|K") + str(g.i(1, 60)), 0.25)
    ter = g.maybe("T" + str(g.i(1, 4)))
    pnr = g.code("@#@#@@")
    tk = g.code("075-##########")
    gr = str(g.i(1, 5))
    seq = g.code("0##")
    cl = g.c(
        [("Turista", "economy"), ("Business", "business"), ("Turista premium", "premium_economy")]
    )
    mal = g.c([0, 1, 2])
    ff = g.maybe(g.code("VZ#######"))
    tit = "MR" if p.sex == "M" else "MRS"
    nm = f"{p.s1.upper()}/{p.first.upper()} {tit}"
    prio = g.p(0.3)
    lk = g.c("htable|colon|two|inline|below|cols|mdh|caps|bar")
    com = g.c("Aerolíneas Vezda|Quetzal Norte|LuxAir Ibérica")
    txt = J(
        com,
        g.c("TARJETA DE EMBARQUE / BOARDING PASS|TARJETA DE EMBARQUE|BOARDING PASS"),
        "",
        g.P(
            lk,
            [
                ("Pasajero|Nombre|Name", nm),
                ("De|Origen|From", f"{o[0]} ({o[1]})"),
                ("A|Destino|To", f"{d[0]} ({d[1]})"),
                ("Vuelo|Flight", vux),
                ("Fecha|Date", f),
                ("Terminal|Term.", ter),
                ("Puerta|Gate", gate),
                ("Hora de embarque|Embarque|Boarding", hm(emb)),
                ("Salida|Hora de salida|Dep.", hm(hs)),
                ("Llegada|Hora de llegada|Arr.", hm(lle) + (" (+1)" if nx else "")),
                ("Asiento|Seat", sea),
                ("Grupo|Group", gr),
                ("Clase|Cabina", cl[0]),
                ("Sec.|Seq.", seq),
                ("Localizador|Reserva|PNR", pnr),
                ("Billete|N.º de billete|ETKT", tk),
                ("Viajero frecuente|FF", ff),
            ],
            g.p(0.3),
        ),
        "",
        f"Equipaje facturado: {mal} pieza{'s' if mal != 1 else ''}"
        + (f" ({mal * 23} kg)" if mal else "")
        + "   Equipaje de mano: 1 x 10 kg",
        ("EMBARQUE PRIORITARIO" if prio else None),
        f"La puerta se cierra a las {hm(cie)}. Preséntese con su documento de identidad.",
        ("Puerta: consulte las pantallas." if gate is None else None),
        "Horas locales de cada aeropuerto. Esta tarjeta no sirve como factura.",
    )
    lld = f.d + dt.timedelta(days=1 if nx else 0)
    if k == 0:
        root = Ob(
            {
                "viajero": Ob(
                    {
                        "nombre": S(
                            p.first.upper(), "Nombre de pila como está impreso, sin tratamiento"
                        ),
                        "apellido": S(p.s1.upper()),
                        "tratamiento": E(
                            "Sr." if p.sex == "M" else "Sra.", "Sr.|Sra.", "MR = Sr., MRS = Sra."
                        ),
                        "num_fidelidad": S(ff, None, True),
                    },
                    name="Viajero",
                ),
                "vuelo": Ob(
                    {
                        "codigo": X(vu, "Sin espacios", pattern="^[A-Z]{2}[0-9]{3,4}$"),
                        "origen": S(o[1], "Código IATA", pattern="^[A-Z]{3}$"),
                        "destino": S(d[1], "Código IATA", pattern="^[A-Z]{3}$"),
                        "dia": DT(f),
                        "puerta": S(gate, None, True),
                        "embarque": S(hm(emb), "Hora en que se empieza a embarcar"),
                        "despegue": S(hm(hs)),
                    },
                    name="Vuelo",
                ),
                "asiento": S(sea),
                "localizador": S(pnr, "Código de la reserva, seis caracteres"),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "airline": S(com),
                "flight_number": S(vux, "As printed"),
                "departure_city": S(o[0]),
                "arrival_city": S(d[0]),
                "departure": X(f"{f.iso}T{hm(hs)}", "Scheduled departure, local, YYYY-MM-DDTHH:MM"),
                "arrival": X(
                    f"{lld.isoformat()}T{hm(lle)}",
                    "Scheduled arrival, local, YYYY-MM-DDTHH:MM; mind the +1",
                ),
                "seat": S(sea),
                "cabin": E(cl[1], "economy|premium_economy|business|first"),
                "terminal": S(ter, None, True),
                "gate": S(gate, None, True),
                "record_locator": S(pnr),
                "ticket_number": S(tk),
                "checked_bags": I(mal),
            }
        )
    elif k == 2:
        root = Ob(
            {
                "pasajero": S(nm),
                "origen": S(o[0], "Ciudad, sin el código"),
                "destino": S(d[0], "Ciudad, sin el código"),
                "fecha": DT(f),
                "hora_salida": S(hm(hs)),
                "hora_cierre_puerta": S(hm(cie)),
                "grupo": S(gr),
                "secuencia": S(seq),
                "billete": S(tk),
                "clase": S(cl[0]),
            }
        )
    else:
        root = Ob(
            {
                "fila": I(int(sea[:-1]), "Número de fila del asiento"),
                "letra": S(sea[-1], "Letra del asiento", pattern="^[A-F]$"),
                "prioridad": B(prio),
                "factura_maletas": B(mal > 0),
                "kilos_facturados": I(mal * 23 if mal else None, "Peso total facturado", True),
                "llega_al_dia_siguiente": B(nx),
                "sin_puerta_asignada": B(gate is None),
                "minutos_embarque_a_salida": I(
                    hs - emb, "Minutos entre el inicio del embarque y la salida"
                ),
                "fecha_vuelo": S(f.txt, "Literal"),
                "fidelidad": O(S(ff, "Número de viajero frecuente")),
                "mujer": B(p.sex == "F", "Por el tratamiento impreso"),
                "numero_secuencia": S(seq, "Con ceros a la izquierda"),
            }
        )
    return txt, root, g.c("esta tarjeta de embarque|el billete|la tarjeta de embarque")
