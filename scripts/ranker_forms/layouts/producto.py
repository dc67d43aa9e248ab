"""A product sheet: its text, four schemas over it, and their gold."""

from ranker_forms.looks import J
from ranker_forms.nodes import DT, A, B, E, F, I, O, Ob, S


def producto(g, k):
    """The form and the nodes of variant ``k``."""
    nm = g.c(
        [
            "Taladro percutor",
            "Bomba sumergible",
            "Cafetera espresso",
            "Deshumidificador",
            "Hidrolimpiadora",
        ]
    )
    mod = g.code("@@-###") + g.c(["", " Pro", " Eco"])
    ean = g.code("84##########") + g.code("#")
    pot = g.i(5, 24) * 100
    vol = g.c([230, 220, 110])
    hz = g.c(["50 Hz", "50/60 Hz"])
    L_, A2, H_ = g.i(20, 80), g.i(15, 60), g.i(20, 90)
    pes = g.price(2, 22)
    pes = round(pes, 1)
    rui = g.maybe(g.i(55, 90))
    ip = g.maybe("IP" + g.c("44|65|68|20"))
    gar = g.c([24, 36])
    ori = g.c([("España", "ES"), ("Portugal", "PT"), ("Italia", "IT")])
    col = g.some(["negro", "acero", "rojo", "gris grafito"], 1, 3)
    fab = g.comp()
    rev = g.c("A|B|2.1|3")
    fr = g.date(2023, 2025)
    cer = g.some(["CE", "RoHS", "UNE-EN 60335-1", "GS"], 1, 3)
    ae = g.maybe(g.c("A|B|C|D"))
    tmin, tmax = -g.i(0, 15), g.i(35, 50)
    cab = g.price(1, 5)
    cab = round(cab, 1)
    acc = g.some(
        [
            "maletín de transporte",
            "manguera de 5 m",
            "filtro de recambio",
            "manual en cinco idiomas",
        ],
        0,
        3,
    )
    pvp = g.price(40, 600)
    man = g.c([True, False])
    sus = g.maybe(g.code("@@-###"))
    mov = g.c(["mm", "cm"])
    k10 = 10 if mov == "mm" else 1
    dims = f"{L_ * k10} x {A2 * k10} x {H_ * k10} {mov}"
    cap = g.maybe(g.price(1, 12), 0.4)
    cap = round(cap, 1) if cap else None
    lk = g.c("mdtable|cols|dots|colon|bold|bullets|eq|below")
    kw = g.p(0.4)
    potx = f"{g.n(pot / 1000, 1)} kW" if kw else f"{pot} W" if g.p() else f"{g.n(pot, 0)} W"
    uso = g.c(
        [("doméstico", "domestic"), ("profesional", "professional"), ("industrial", "industrial")]
    )
    gx = g.c([f"{gar} meses", f"{gar // 12} años"])
    txt = J(
        g.c("FICHA TÉCNICA|Ficha técnica de producto|HOJA DE CARACTERÍSTICAS"),
        f"{nm} {mod}",
        "",
        g.P(
            lk,
            [
                ("Modelo|Referencia del modelo", mod),
                ("EAN|Código EAN|Cód. barras", ean),
                ("Fabricante|Marca", fab.name),
                ("País de origen|Fabricado en|Origen", ori[0]),
                ("Revisión|Rev.", rev),
                ("Fecha de revisión|Actualizada el", fr),
                ("Sustituye a", sus),
                ("Uso|Tipo de uso", uso[0]),
            ],
        ),
        "",
        g.H("Características"),
        g.P(
            g.c([lk, "mdtable", "dots", "cols"]),
            [
                ("Potencia|Potencia nominal|Pot.", potx),
                ("Tensión|Alimentación|Voltaje", f"{vol} V ~ {hz}"),
                ("Dimensiones (L x An x Al)|Medidas (largo x ancho x alto)", dims),
                ("Peso|Peso neto", f"{g.n(pes, 1)} kg"),
                ("Nivel sonoro|Ruido", f"{rui} dB(A)" if rui else None),
                ("Grado de protección|Protección", ip),
                ("Capacidad|Depósito", f"{g.n(cap, 1)} l" if cap else None),
                ("Longitud del cable|Cable", f"{g.n(cab, 1)} m"),
                ("Temperatura de uso|T. de trabajo", f"de {tmin} a {tmax} ºC"),
                ("Clase energética|Efic. energética", ae),
                ("Colores|Acabados", ", ".join(col)),
                ("Certificados|Marcados", " · ".join(cer)),
                ("Garantía", gx),
                ("PVP recomendado|P.V.P.", g.m(pvp)),
            ],
        ),
        "",
        "Incluye: " + (", ".join(acc) + "." if acc else "—"),
        f"Lavable en lavavajillas: {g.boxes(['sí', 'no'], 'sí' if man else 'no')}",
        g.c(
            [
                "Peso con embalaje: consúltese la etiqueta exterior. Los datos pueden variar sin previo aviso.",
                "No utilizar con prolongadores de más de 25 m. Repuestos disponibles durante 10 años.",
            ]
        ),
    )
    if k == 0:
        root = Ob(
            {
                "modelo": S(mod),
                "codigo_barras": S(ean, "Trece cifras", pattern="^[0-9]{13}$"),
                "fabricante": S(fab.name),
                "electricidad": Ob(
                    {
                        "potencia_w": F(pot, "Vatios; convertir si viene en kW"),
                        "tension_v": I(vol),
                        "frecuencia": S(hz, "Con su unidad"),
                    },
                    name="Electricidad",
                ),
                "dimensiones_cm": Ob(
                    {"largo": F(L_, "cm"), "ancho": F(A2, "cm"), "alto": F(H_, "cm")},
                    "En centímetros, aunque la ficha use milímetros",
                    name="Dimensiones",
                ),
                "peso_kg": F(pes),
                "ruido_db": I(rui, None, True),
                "garantia_meses": I(gar),
                "colores": A([S(x) for x in col]),
                "certificaciones": A([S(x) for x in cer]),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "sku_model": S(mod, "Model designation"),
                "ean13": S(ean),
                "category": S(nm, "Kind of product, in Spanish"),
                "country_of_origin": E(ori[1], "ES|PT|IT|CN|DE", "ISO code"),
                "use": E(uso[1], "domestic|professional|industrial"),
                "rated_power": S(potx, "As printed, with unit"),
                "dimensions": S(dims, "As printed"),
                "ip_rating": S(ip, None, True, pattern="^IP[0-9]{2}$"),
                "energy_class": E(ae, "A|B|C|D|E|F|G", None, True),
                "replaces": S(sus, "Model it supersedes", True),
                "revised_on": DT(fr),
                "min_temp_c": I(tmin),
                "max_temp_c": I(tmax),
                "dishwasher_safe": B(man),
            }
        )
    elif k == 2:
        root = Ob(
            {
                "nombre_modelo": S(mod),
                "ean": S(ean),
                "marca": S(fab.name),
                "pais_origen": S(ori[0]),
                "revision": S(rev),
                "peso": S(f"{g.n(pes, 1)} kg", "Con unidad"),
                "capacidad_litros": F(cap, None, True),
                "longitud_cable_m": F(cab),
                "grado_proteccion": S(ip, None, True),
                "pvp": F(pvp),
                "accesorios": A([S(x) for x in acc], "Lo que viene incluido", S("")),
                "garantia": S(gx, "Literal"),
            }
        )
    else:
        root = Ob(
            {
                "potencia_kw": F(pot / 1000, "Kilovatios"),
                "largo_mm": I(L_ * 10),
                "para_hogar": B(uso[0] == "doméstico"),
                "estanco": B(
                    ip in ("IP65", "IP68") if ip else None,
                    "Si la protección es IP65 o superior; null si no se indica",
                    True,
                ),
                "amplitud_termica": I(
                    tmax - tmin, "Grados entre la temperatura mínima y la máxima de uso"
                ),
                "num_colores": I(len(col)),
                "tiene_marcado_ce": B("CE" in cer),
                "anios_garantia": I(gar // 12),
                "precio": Ob({"importe": F(pvp), "moneda": E("EUR", "EUR|USD")}),
                "accesorio_incluido": B(bool(acc)),
                "sustituye": O(S(sus)),
                "fecha_revision_literal": S(fr.txt),
            }
        )
    return txt, root, g.c("esta ficha técnica|la ficha de producto|la hoja de características")
