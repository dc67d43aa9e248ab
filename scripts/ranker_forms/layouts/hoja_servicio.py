"""A service sheet: its text, four schemas over it, and their gold."""

from ranker_forms.goods import lines
from ranker_forms.looks import J
from ranker_forms.nodes import DT, ISO, A, B, E, F, I, O, Ob, S, X


def hoja_servicio(g, k):
    """The form and the nodes of variant ``k``."""
    c, e, t, u = g.comp(), g.comp(), g.person(), g.person()
    g.ms = "es"
    f = g.date(2025)
    h1 = g.i(8, 12)
    m1 = g.c([0, 15, 30])
    dur = g.c([60, 75, 90, 105, 120, 150, 180])
    a = h1 * 60 + m1
    b = a + dur
    hs, he = f"{a // 60:02}:{a % 60:02}", f"{b // 60:02}:{b % 60:02}"
    num = g.c([g.code("HS-####"), g.code("SAT25####")])
    eq = g.c(
        ["Caldera mural Termia 24", "Split Ventia 3500", "Ascensor Elevo H2", "Impresora Grafo X90"]
    )
    ser = g.maybe(g.code("SN@@#####"))
    tip = g.c(["Avería", "Mantenimiento", "Instalación"])
    gar = g.c(["Sí", "No"])
    mat = lines(
        g,
        0,
        3,
        [
            "Electrodo de encendido",
            "Filtro antical",
            "Correa",
            "Placa base",
            "Gas R32 (kg)",
            "Rodillo de arrastre",
        ],
        5,
        120,
    )
    for x in mat:
        x["q"] = g.i(1, 3)
        x["t"] = round(x["q"] * x["p"], 2)
    km = g.i(4, 90)
    sint = g.c(
        ["No enciende", "Hace ruido al arrancar", "Pierde agua por la base", "Error E4 en pantalla"]
    )
    sol = g.c(
        [
            "Se sustituye la pieza y se comprueba el funcionamiento.",
            "Se limpia el circuito y se ajusta la presión a 1,5 bar.",
            "Queda pendiente de recambio; se volverá la semana próxima.",
        ]
    )
    ok = not sol.startswith("Queda")
    mano = round(dur / 60 * 38, 2)
    tm = round(sum(x["t"] for x in mat), 2)
    tot = round(mano + tm, 2)
    av = g.date(base=f, lo=-6, hi=-1)
    val = g.maybe(g.i(6, 10))
    lk = g.c("colon|two|dots|inline|bold|cols")
    vis = g.maybe(g.date(base=f, lo=150, hi=370))
    txt = J(
        e.name + " · Servicio técnico",
        g.c("HOJA DE SERVICIO|PARTE DE ASISTENCIA TÉCNICA") + f" {num}",
        "",
        g.P(
            lk,
            [
                ("Cliente|Razón social", c.name),
                ("Persona de contacto|Contacto|Atendido por", u.full),
                ("Dirección|Domicilio", c.addr),
                ("Tfno.|Teléfono|Móvil", c.tel),
                ("Fecha de aviso|Aviso", av),
                ("Fecha de visita|Fecha intervención|Visita", f),
                ("Técnico|Técnico/a|Operario", t.full),
                ("Equipo|Aparato", eq),
                ("N.º serie|S/N", ser),
            ],
        ),
        f"Tipo: {g.boxes(['Avería', 'Mantenimiento', 'Instalación'], tip)}      En garantía: {g.boxes(['Sí', 'No'], gar)}",
        f"Entrada: {hs}   Salida: {he}   Km: {km}",
        "",
        g.H("Síntoma"),
        sint,
        "",
        g.H("Trabajo realizado"),
        sol,
        "",
        (
            g.T(
                g.t(),
                ["Ref.|Código", "Material|Pieza", "Cant.|Uds.", "P. unit.|Precio", "Importe"],
                [[x["ref"], x["d"], x["q"], g.n(x["p"]), g.n(x["t"])] for x in mat],
            )
            if mat
            else "Sin materiales."
        ),
        "",
        g.P(
            g.c("dots|colon"),
            [
                ("Mano de obra", g.m(mano)),
                ("Materiales", g.m(tm)),
                ("Total (IVA no incl.)|Total sin IVA", g.m(tot)),
            ],
        ),
        f"Próximo mantenimiento: {vis or ''}".rstrip(),
        f"Valoración del cliente (1-10): {val or ''}".rstrip(),
        "Tarifa de mano de obra: 38,00 €/h. La garantía de la reparación es de 3 meses.",
    )
    if k == 0:
        root = Ob(
            {
                "hoja|parte": S(num, "Número de la hoja"),
                "cliente": Ob(
                    {"empresa": S(c.name), "contacto": S(u.full), "telefono": S(c.tel)},
                    name="Cliente",
                ),
                "equipo": Ob(
                    {"modelo": S(eq), "serie": S(ser, "Número de serie", True)}, name="Equipo"
                ),
                "avisado": DT(av, "Cuándo llamó el cliente"),
                "atendido": DT(f, "Cuándo acudió el técnico"),
                "tecnico": S(t.full),
                "tipo": E(
                    tip.lower().replace("í", "i").replace("ó", "o"),
                    "averia|mantenimiento|instalacion",
                ),
                "materiales": A(
                    [
                        Ob(
                            {"pieza": S(x["d"]), "cantidad": I(x["q"]), "importe": F(x["t"])},
                            name="Material",
                        )
                        for x in mat
                    ],
                    None,
                    Ob({"pieza": S(None), "cantidad": I(0), "importe": F(0)}, name="Material"),
                ),
                "total": F(tot, "Sin impuestos"),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "job_sheet": S(num),
                "customer": S(c.name),
                "technician": S(t.full),
                "visit_date": ISO(f, "YYYY-MM-DD"),
                "start": X(f"{f.iso}T{hs}", "Arrival, YYYY-MM-DDTHH:MM"),
                "end": X(f"{f.iso}T{he}", "Departure, YYYY-MM-DDTHH:MM"),
                "under_warranty": B(gar == "Sí"),
                "service_type": E(
                    {"A": "repair", "M": "maintenance", "I": "installation"}[tip[0]],
                    "repair|maintenance|installation",
                ),
                "serial_number": S(ser, None, True),
                "symptom": S(sint),
                "work_done": S(sol, "Full sentence"),
                "next_service": DT(vis, None, True),
                "rating": I(val, "1-10, null if the customer gave none", True),
            }
        )
    elif k == 2:
        root = Ob(
            {
                "empresa": S(e.name),
                "cliente": S(c.name),
                "direccion": S(c.addr),
                "fecha_visita": DT(f),
                "hora_entrada": S(hs),
                "hora_salida": S(he),
                "kilometros": I(km),
                "mano_de_obra": F(mano),
                "importe_materiales": F(tm),
                "total": F(tot),
                "trabajo_realizado": S(sol),
            }
        )
    else:
        root = Ob(
            {
                "duracion_min": I(dur, "Minutos entre la entrada y la salida"),
                "resuelto": B(ok, "false si queda algo pendiente"),
                "cubierto_por_garantia": B(gar == "Sí"),
                "dias_de_respuesta": I((f.d - av.d).days, "Días entre el aviso y la visita"),
                "sin_materiales": B(not mat),
                "piezas": A([S(x["ref"]) for x in mat], "Referencias utilizadas", S("")),
                "problema": S(sint, "Lo que le pasa al aparato"),
                "tarifa_hora": F(38, "Euros por hora de trabajo"),
                "garantia_reparacion": S("3 meses", "Literal"),
                "puntuacion": O(I(val, "Nota del cliente")),
                "proxima_visita_texto": S(
                    vis.txt if vis else None, "Fecha del próximo mantenimiento tal como está", True
                ),
            }
        )
    return txt, root, g.c("esta hoja de servicio|el parte de asistencia|la hoja del técnico")
