"""An accident report: its text, four schemas over it, and their gold."""

from ranker_forms.looks import J
from ranker_forms.nodes import DT, A, B, E, I, O, Ob, S, X
from ranker_forms.words import CIUD


def accidente(g, k):
    """The form and the nodes of variant ``k``."""
    A_, B_ = g.person(), g.person()
    f = g.date(2025)
    h = g.time(6, 22)
    ciu = g.c(CIUD["ES"])[1]
    lug = g.c(
        [
            "cruce de C/ Mayor con Avda. del Puente",
            "A-62, km 118,4, sentido Burgos",
            "glorieta de la Estación",
            "aparcamiento del centro comercial Las Eras",
        ]
    )
    her = g.p(0.3)
    oth = g.p(0.3)
    tes = g.maybe(g.person(), 0.5)
    mod = ["Tarama Lince", "Boreal Z3", "Kivu Sport", "Nordia 208", "Galeno Family"]
    mA, mB = g.r.sample(mod, 2)

    def pl():
        return g.code("#### @@@")

    pA, pB = pl(), pl()
    cA, cB = g.r.sample(
        ["Seguros Almenara", "La Previsora del Ebro", "Mutua Ríoclaro", "Tormes Auto"], 2
    )
    polA, polB = g.code("A-#######"), g.maybe(g.code("######/#"), 0.4)
    C = [
        "estaba estacionado",
        "salía de un aparcamiento",
        "giraba a la derecha",
        "giraba a la izquierda",
        "colisionó en la parte trasera",
        "cambiaba de carril",
        "no respetó una señal",
        "daba marcha atrás",
    ]
    oA, oB = g.some(C, 1, 2), g.some(C, 0, 2)
    oA = [x for x in C if x in oA]
    oB = [x for x in C if x in oB]
    dA = g.c(
        ["aleta delantera izquierda", "paragolpes trasero", "puerta del conductor y retrovisor"]
    )
    dB = g.c(["faro derecho y capó", "portón trasero", "sin daños aparentes"])
    g.date(1990, 2020)
    obs = g.maybe(
        g.c(
            [
                "El conductor B reconoce no haber visto la señal.",
                "No hay acuerdo sobre los hechos.",
                "Calzada mojada; se retiró el vehículo A con grúa.",
            ]
        ),
        0.3,
    )
    lk = g.c("colon|cols|tight|bar|below")

    def vs(p, m, mt, c, po, da):
        return g.P(
            lk,
            [
                ("Conductor|Conductor/a|Apellidos y nombre", p.inv),
                ("Permiso n.º|Carné|N.º permiso", p.dni),
                ("Tfno.|Teléfono|Móvil", p.tel),
                ("Marca y modelo|Vehículo", m),
                ("Matrícula|Mat.", mt),
                ("Aseguradora|Compañía", c),
                ("Póliza n.º|N.º póliza", po),
                ("Daños visibles|Daños", da),
            ],
        )

    txt = J(
        g.c("DECLARACIÓN AMISTOSA DE ACCIDENTE DE AUTOMÓVIL|PARTE DE ACCIDENTE"),
        "",
        g.P(
            g.c("inline|bar|colon"),
            [("1. Fecha", f), ("Hora", h), ("2. Localización", f"{ciu}, {lug}")],
        ),
        f"3. Víctimas, incluso leves: {g.boxes(['no', 'sí'], 'sí' if her else 'no')}",
        f"4. Daños a otros vehículos u objetos: {g.boxes(['no', 'sí'], 'sí' if oth else 'no')}",
        f"5. Testigos: {tes.full + ', tfno. ' + tes.tel if tes else g.c(['', 'no hay', '—'])}".rstrip(),
        "",
        g.H("VEHÍCULO A"),
        vs(A_, mA, pA, cA, polA, dA),
        "",
        g.H("VEHÍCULO B"),
        vs(B_, mB, pB, cB, polB, dB),
        "",
        "12. Circunstancias",
        g.T(
            g.c("md|space"),
            ["A", "B", "Circunstancia"],
            [["X" if x in oA else "·", "X" if x in oB else "·", x] for x in C],
        ),
        f"Casillas marcadas: A {len(oA)}, B {len(oB)}",
        "",
        "14. Observaciones: " + (obs or ""),
        f"15. Firmado por ambos conductores en {ciu}. Comuníquese a la aseguradora en un plazo de siete días.",
    )

    def V(p, m, mt, c, po, da, o):
        return Ob(
            {
                "conductor": S(p.inv),
                "telefono": S(p.tel),
                "vehiculo": S(m),
                "matricula": S(mt),
                "compania": S(c),
                "poliza": S(po, None, True),
                "danos": S(da),
                "circunstancias": A(
                    [S(x) for x in o], "Casillas marcadas para este vehículo", S("")
                ),
            },
            name="Vehiculo",
        )

    if k == 0:
        root = Ob(
            {
                "fecha": DT(f, "Cuándo ocurrió"),
                "hora": S(h, "HH:MM"),
                "localidad": S(ciu),
                "lugar": S(lug, "Punto exacto, sin la localidad"),
                "vehiculo_a": V(A_, mA, pA, cA, polA, dA, oA),
                "vehiculo_b": V(B_, mB, pB, cB, polB, dB, oB),
                "hay_heridos": B(her),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "accident_datetime": X(f"{f.iso}T{h}", "Local time, YYYY-MM-DDTHH:MM"),
                "town": S(ciu),
                "injuries": B(her),
                "third_party_damage": B(oth, "Damage to anything other than vehicles A and B"),
                "witness_name": S(tes.full if tes else None, None, True),
                "witness_phone": S(tes.tel if tes else None, None, True),
                "driver_a": S(A_.inv),
                "driver_b": S(B_.inv),
                "plate_a": S(pA),
                "plate_b": S(pB),
                "policy_b": S(polB, "Policy number of vehicle B; null when blank", True),
                "remarks": S(obs, None, True),
            }
        )
    elif k == 2:
        root = Ob(
            {
                "fecha": DT(f),
                "hora": S(h),
                "conductor_a": S(A_.inv),
                "matricula_a": S(pA),
                "aseguradora_a": S(cA),
                "poliza_a": S(polA),
                "danos_a": S(dA),
                "conductor_b": S(B_.inv),
                "matricula_b": S(pB),
                "aseguradora_b": S(cB),
                "poliza_b": S(polB, None, True),
                "danos_b": S(dB),
            }
        )
    else:
        root = Ob(
            {
                "siniestro_con_lesiones": B(her),
                "num_testigos": I(1 if tes else 0),
                "implicados": A(
                    [
                        Ob(
                            {
                                "letra": E(l, "A|B"),
                                "apellidos": S(p.sur),
                                "nombre": S(p.first),
                                "marca_modelo": S(m),
                                "num_casillas": I(len(o)),
                                "con_danos": B(not d.startswith("sin")),
                            }
                        )
                        for l, p, m, o, d in [("A", A_, mA, oA, dA), ("B", B_, mB, oB, dB)]
                    ],
                    "Un elemento por vehículo",
                ),
                "a_marcha_atras": B(C[7] in oA, "Si se marcó para A que daba marcha atrás"),
                "b_estacionado": B(C[0] in oB, "Si se marcó para B que estaba parado y aparcado"),
                "fecha_literal": S(f.txt, "Como figura"),
                "observaciones": O(S(obs)),
                "plazo_comunicacion": S("siete días", "Tiempo para avisar al seguro, literal"),
            }
        )
    return txt, root, g.c("este parte de accidente|la declaración amistosa|el parte amistoso")
