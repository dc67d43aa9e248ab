"""A hotel booking: its text, four schemas over it, and their gold."""

from ranker_forms.looks import J
from ranker_forms.nodes import DT, ISO, B, E, F, I, Ob, S, X


def hotel(g, k):
    """The form and the nodes of variant ``k``."""
    p = g.person()
    g.ms = g.c(["es", "es2"])
    ho = g.c(
        "Hotel Mirador del Tajo|Hostal Casa Perdiguera|Gran Hotel Balneario de Aldehuela|Posada Los Enebros"
    )
    loc = g.c([g.code("@@####"), g.code("##########"), g.code("HT-#####")])
    en = g.date(2025)
    nn = g.i(1, 8)
    sa = g.date(base=en, lo=nn, hi=nn)
    he, hs = g.c("14:00|15:00|16:00"), g.c("11:00|12:00")
    ad, ni = g.i(1, 3), g.c([0, 0, 1, 2])
    hab = g.c("Doble estándar|Individual|Suite con terraza|Familiar")
    reg = g.c(
        [
            ("solo alojamiento", "SA"),
            ("alojamiento y desayuno", "AD"),
            ("media pensión", "MP"),
            ("pensión completa", "PC"),
        ]
    )
    pr = g.price(48, 190)
    sub = round(pr * nn, 2)
    ex = g.maybe(("Parking", round(12.0 * nn, 2)), 0.5)
    tasa = round(1.5 * ad * nn, 2) if g.p(0.4) else None
    tot = round(sub + (ex[1] if ex else 0) + (tasa or 0), 2)
    can = g.date(base=en, lo=-5, hi=-2)
    rs = g.date(base=en, lo=-90, hi=-20)
    sen = g.maybe(round(tot * 0.2, 2))
    nref = g.p(0.25)
    nif = g.maybe(p.dni)
    emp = g.maybe(g.comp().name, 0.6)
    ll = g.maybe(g.time(17, 23))
    can_ = g.c("web propia|teléfono|agencia|correo")
    pet = g.maybe(
        g.c(["cuna en la habitación", "cama de matrimonio", "planta alta, lejos del ascensor"])
    )
    c = g.comp()
    lk = g.c("colon|bold|mdtable|dots|two|below|htable|bullets")
    cv = g.c([("garantizada con tarjeta", True), ("sin garantía", False)])
    txt = J(
        f"{ho}",
        f"{c.addr} · Tfno. {c.tel}",
        "",
        g.c("CONFIRMACIÓN DE RESERVA|Tu reserva está confirmada|BONO DE ALOJAMIENTO"),
        "",
        g.P(
            lk,
            [
                ("Localizador|N.º de reserva|Reserva", loc),
                ("Reservado el|Fecha de reserva", rs),
                ("A nombre de|Titular|Huésped", p.full),
                ("DNI|NIF|Documento", nif),
                ("Empresa|Facturar a", emp),
                ("Móvil|Tfno.|Teléfono", p.tel),
                ("Entrada|Llegada|Check-in", f"{en} (desde las {he})"),
                ("Salida|Check-out", f"{sa} (antes de las {hs})"),
                ("Hora estimada de llegada|Llegada prevista h.", ll),
                ("Habitación|Tipo de habitación", hab),
                (
                    "Ocupación|Personas",
                    f"{ad} adulto{'s' if ad > 1 else ''}"
                    + (f", {ni} niño{'s' if ni > 1 else ''}" if ni else ""),
                ),
                ("Régimen", reg[0]),
                ("Canal|Origen", can_),
            ],
        ),
        "",
        g.T(
            g.t(),
            ["Concepto", "Importe"],
            [[f"{nn} noche{'s' if nn > 1 else ''} x {g.n(pr)}", g.m(sub)]]
            + ([[ex[0], g.m(ex[1])]] if ex else [])
            + ([["Tasa turística", g.m(tasa)]] if tasa else [])
            + [["Total estancia", g.m(tot)]],
        ),
        (f"Señal abonada: {g.m(sen)}. Resto a la llegada." if sen else "Pago en el hotel."),
        f"Reserva {cv[0]}. "
        + ("Tarifa no reembolsable." if nref else f"Cancelación gratuita hasta el {can}."),
        f"Peticiones especiales: {pet or ''}".rstrip(),
        "",
        "Mascotas: no admitidas. La piscina abre del 15 de junio al 15 de septiembre."
        if g.p()
        else "Se admiten mascotas de menos de 8 kg (suplemento de 10 € por noche).",
    )
    mas = "Se admiten" in txt
    if k == 0:
        root = Ob(
            {
                "localizador|codigo_reserva": S(loc, "Código con que se identifica la estancia"),
                "alojamiento": Ob(
                    {"nombre": S(ho), "direccion": S(c.addr), "telefono": S(c.tel)},
                    name="Alojamiento",
                ),
                "huesped": Ob(
                    {"nombre": S(p.full), "documento": S(nif, None, True), "telefono": S(p.tel)},
                    name="Huesped",
                ),
                "llegada": DT(en),
                "marcha": DT(sa),
                "noches": I(nn),
                "adultos": I(ad),
                "menores": I(ni, "0 si no hay"),
                "pension": E(
                    reg[1],
                    "SA|AD|MP|PC",
                    "SA solo alojamiento, AD desayuno, MP media pensión, PC pensión completa",
                    name="Pension",
                ),
                "precio_total": F(tot),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "booking_ref": S(loc),
                "guest_name": S(p.full),
                "check_in": X(f"{en.iso}T{he}", "Earliest check-in, YYYY-MM-DDTHH:MM"),
                "check_out": X(f"{sa.iso}T{hs}", "Latest check-out, YYYY-MM-DDTHH:MM"),
                "expected_arrival": S(ll, "Hour announced by the guest", True),
                "booked_on": ISO(rs, "YYYY-MM-DD"),
                "room_type": S(hab),
                "board": E(
                    {"SA": "room_only", "AD": "breakfast", "MP": "half_board", "PC": "full_board"}[
                        reg[1]
                    ],
                    "room_only|breakfast|half_board|full_board",
                ),
                "price_per_night": F(pr),
                "deposit": F(sen, "Already paid", True),
                "free_cancellation_until": DT(
                    None if nref else can, "null for non-refundable rates", True
                ),
                "company": S(emp, None, True),
                "guaranteed": B(cv[1]),
            }
        )
    elif k == 2:
        root = Ob(
            {
                "hotel": S(ho),
                "titular": S(p.full),
                "dni": S(nif, None, True),
                "tipo_habitacion": S(hab),
                "regimen": S(reg[0]),
                "fecha_entrada": DT(en),
                "fecha_salida": DT(sa),
                "hora_entrada": S(he),
                "hora_salida": S(hs),
                "tasa_turistica": F(tasa, None, True),
                "total": F(tot),
                "peticiones": S(pet, None, True),
            }
        )
    else:
        root = Ob(
            {
                "ref": S(loc, "Número o código de la reserva"),
                "ocupantes": I(ad + ni, "Personas en total"),
                "viajan_ninos": B(ni > 0),
                "reembolsable": B(not nref),
                "con_aparcamiento": B(bool(ex)),
                "mascotas_permitidas": B(mas),
                "pendiente_de_pago": F(round(tot - (sen or 0), 2), "Lo que falta por abonar"),
                "antelacion_dias": I((en.d - rs.d).days, "Días entre la reserva y la llegada"),
                "entrada_literal": S(en.txt, "Día de llegada tal como está escrito, sin la hora"),
                "canal": E(
                    {"w": "web", "t": "telefono", "a": "agencia", "c": "email"}[can_[0]],
                    "web|telefono|agencia|email",
                ),
                "total_texto": S(g.m(tot), "Total con su moneda, literal"),
            }
        )
    return txt, root, g.c("esta reserva|la confirmación de hotel|el bono de alojamiento")
