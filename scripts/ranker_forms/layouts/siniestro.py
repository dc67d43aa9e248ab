"""A claim: its text, four schemas over it, and their gold."""

from ranker_forms.goods import lines
from ranker_forms.looks import J
from ranker_forms.nodes import DT, ISO, A, B, E, F, I, O, Ob, S


def siniestro(g, k):
    """The form and the nodes of variant ``k``."""
    t, p, pe = g.person(), g.person(), g.person()
    g.ms = g.c(["es", "es2"])
    num = g.c([g.code("SIN-25-#####"), g.code("2025/######")])
    pol = g.code("HG-#######")
    oc = g.date(2025)
    co = g.date(base=oc, lo=0, hi=12)
    h = g.maybe(g.time(0, 23))
    ca = g.c(
        [
            (
                "Daños por agua",
                "water",
                "Rotura de la tubería del lavabo con filtración al piso inferior.",
            ),
            ("Robo", "theft", "Forzaron la puerta de la terraza y se llevaron varios objetos."),
            (
                "Incendio",
                "fire",
                "Se prendió la campana extractora; lo apagó la vecina con un extintor.",
            ),
            (
                "Rotura de cristales",
                "glass",
                "Una rama golpeó el ventanal del salón durante la tormenta.",
            ),
        ]
    )
    c = g.comp()
    it = lines(
        g,
        1,
        4,
        [
            "Tarima flotante",
            "Televisor 50 pulgadas",
            "Mueble de baño",
            "Pintura de techo",
            "Ordenador portátil",
            "Cristal doble",
            "Alfombra de lana",
        ],
        40,
        900,
    )
    for x in it:
        x["anio"] = g.maybe(g.i(2010, 2024))
        x["t"] = x["p"]
    val = round(sum(x["t"] for x in it), 2)
    den = g.p(0.4) if ca[1] != "theft" else True
    nd = g.code("####/25") if den else None
    fra = g.c([None, 150.0, 300.0])
    ter = g.maybe(p, 0.5)
    pr = g.maybe(pe, 0.4)
    vis = g.date(base=co, lo=2, hi=9) if pr else None
    hab = g.p(0.7)
    fo = g.p()
    lk = g.c("colon|cols|bold|two|dots|inline|mdtable|below")
    cau = ca[2]
    iban = g.maybe(g.code("ES## 0#81 2### ## ##########"))
    ase = g.c("Seguros Almenara|La Previsora del Ebro|Hogarseguro Mutua")
    via = g.c(
        [
            ("teléfono", "phone"),
            ("app", "app"),
            ("oficina", "branch"),
            ("correo electrónico", "email"),
        ]
    )
    al = g.date(2012, 2022)
    pz = 7
    txt = J(
        ase,
        g.c("DECLARACIÓN DE SINIESTRO|PARTE DE SINIESTRO — HOGAR|Comunicación de siniestro"),
        "",
        g.P(
            lk,
            [
                ("N.º siniestro|Siniestro n.º|Expte.|N.º expediente", num),
                ("Póliza|N.º póliza|Póliza n.º", pol),
                ("Fecha de ocurrencia|Ocurrió el|F. siniestro", oc),
                ("Hora aproximada|Hora", h),
                ("Fecha de comunicación|Comunicado el|F. declaración", co),
                ("Comunicado por|Vía|Canal", via[0]),
                ("Antigüedad de la póliza|Asegurado desde", al),
                ("Causa|Tipo de siniestro|Garantía afectada", ca[0]),
            ],
        ),
        "",
        g.H("Asegurado"),
        g.P(
            g.c("colon|cols|tight"),
            [
                ("Nombre|Apellidos y nombre", t.inv),
                ("NIF|DNI", t.dni),
                ("Riesgo asegurado|Dirección del riesgo", c.addr),
                ("Móvil|Tfno.|Teléfono", t.tel),
                ("Cuenta|IBAN", iban),
            ],
        ),
        g.H("Perjudicado"),
        g.P(
            "colon",
            [
                ("Nombre|Apellidos y nombre", ter.inv if ter else None),
                ("Móvil|Tfno.|Teléfono", ter.tel if ter else None),
            ],
        ),
        "",
        g.H("Relato"),
        cau,
        "",
        g.T(
            g.t(),
            ["Bien dañado|Objeto|Daño", "Año compra|Año", "Valor (€)|Valoración"],
            [[x["d"], x["anio"] or "?", g.n(x["t"])] for x in it],
        ),
        f"Valoración del asegurado: {g.m(val)}",
        "",
        f"Denuncia: {g.boxes(['sí', 'no'], 'sí' if den else 'no')}"
        + (f"  Atestado n.º {nd}" if den else ""),
        f"Vivienda habitual: {g.boxes(['sí', 'no'], 'sí' if hab else 'no')}   Aporta fotos: {g.boxes(['sí', 'no'], 'sí' if fo else 'no')}",
        f"Franquicia: {g.m(fra) if fra else g.c(['no', 'no procede'])}",
        g.P(
            "colon",
            [
                ("Perito|Perito/a designado/a", pr.full if pr else None),
                ("Visita pericial|Fecha de peritación", vis),
            ],
        ),
        "",
        "El tomador dispone de siete días para comunicar el siniestro. Los bienes dañados deben conservarse hasta la visita pericial.",
    )
    fuera = (co.d - oc.d).days > pz
    if k == 0:
        root = Ob(
            {
                "expediente|siniestro": S(num, "Número que la aseguradora da al caso"),
                "poliza": S(pol, None, pattern="^HG-[0-9]{7}$"),
                "ocurrido": DT(oc, "Cuándo pasó"),
                "declarado": DT(co, "Cuándo se avisó"),
                "asegurado": Ob(
                    {
                        "apellidos": S(t.sur),
                        "nombre": S(t.first),
                        "nif": S(t.dni),
                        "telefono": S(t.tel),
                        "direccion_riesgo": S(c.addr),
                    },
                    name="Asegurado",
                ),
                "tercero": Ob(
                    {
                        "nombre": S(ter.inv if ter else None),
                        "telefono": S(ter.tel if ter else None),
                    },
                    "Otra persona perjudicada; null si no la hay",
                    null=ter is None,
                    n=True,
                    name="Tercero",
                ),
                "bienes": A(
                    [
                        Ob(
                            {
                                "descripcion": S(x["d"]),
                                "anio_compra": I(x["anio"], None, True),
                                "valor": F(x["t"]),
                            },
                            name="Bien",
                        )
                        for x in it
                    ]
                ),
                "valor_total": F(val),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "claim_number": S(num),
                "policy_number": S(pol),
                "loss_type": E(ca[1], "water|theft|fire|glass|other"),
                "loss_date": ISO(oc, "YYYY-MM-DD"),
                "loss_time": S(h, "HH:MM, null if not stated", True),
                "reported_on": ISO(co, "YYYY-MM-DD"),
                "channel": E(via[1], "phone|app|branch|email"),
                "insured_since": DT(al, None),
                "description": S(cau, "The account of what happened, verbatim"),
                "claimed_amount": F(val),
                "police_report": S(nd, "Report number", True),
                "adjuster": S(pr.full if pr else None, None, True),
                "inspection_date": DT(vis, None, True),
            }
        )
    elif k == 2:
        root = Ob(
            {
                "aseguradora": S(ase),
                "asegurado": S(t.inv),
                "dni": S(t.dni),
                "telefono_asegurado": S(t.tel),
                "perjudicado": S(ter.inv if ter else None, None, True),
                "telefono_perjudicado": S(ter.tel if ter else None, None, True),
                "causa": S(ca[0]),
                "relato": S(cau),
                "franquicia": F(fra, None, True),
                "cuenta": S(iban, None, True),
                "perito": S(pr.full if pr else None, None, True),
                "fecha_ocurrencia": DT(oc),
            }
        )
    else:
        root = Ob(
            {
                "dias_en_avisar": I((co.d - oc.d).days, "Días entre el hecho y el aviso"),
                "dentro_de_plazo": B(
                    not fuera, "Si se avisó en los siete días que marca el impreso"
                ),
                "denunciado": B(den),
                "residencia_principal": B(hab),
                "con_fotografias": B(fo),
                "hay_tercero": B(bool(ter)),
                "neto_de_franquicia": F(
                    round(val - (fra or 0), 2), "Valoración menos la franquicia, si la hay"
                ),
                "objetos": A([S(x["d"]) for x in it]),
                "objeto_mas_valioso": S(max(it, key=lambda x: x["t"])["d"]),
                "asegurada_mujer": B(t.sex == "F", "Por el nombre de pila"),
                "via": S(via[0], "Cómo se comunicó"),
                "peritacion": O(
                    S(vis.txt if vis else None, "Fecha de la visita del perito, literal")
                ),
                "atestado": S(nd, None, True, pattern=r"^\d{4}/25$"),
            }
        )
    return (
        txt,
        root,
        g.c("esta declaración de siniestro|el parte de siniestro|el siniestro de hogar"),
    )
