"""A property sheet: its text, four schemas over it, and their gold."""

from ranker_forms.looks import J
from ranker_forms.nodes import DT, ISO, A, B, E, F, I, O, Ob, S


def inmueble(g, k):
    """The form and the nodes of variant ``k``."""
    c = g.comp()
    ag = g.person()
    pw = g.person()
    ref = g.c([g.code("V-####"), g.code("PI####-@"), g.code("#####/25")])
    op = g.c([("venta", "sale"), ("alquiler", "rent")])
    tp = g.c(
        [
            ("Piso", "flat"),
            ("Ático", "penthouse"),
            ("Chalet adosado", "house"),
            ("Local comercial", "premises"),
        ]
    )
    g.ms = "es"
    pr = g.i(70, 420) * 1000 if op[0] == "venta" else g.i(4, 18) * 50 + 200
    prx = g.n(pr, 0) + " €" + ("/mes" if op[0] == "alquiler" else "")
    sc, su = g.i(55, 190), None
    su = int(sc * 0.86)
    hab = g.i(1, 5) if tp[1] != "premises" else None
    ba = g.i(1, 3)
    pl = g.maybe(g.c("bajo|1.ª|3.ª|5.ª"), 0.3)
    anio = g.i(1958, 2023)
    asc, gar, tra, pis, ter = [g.p() for _ in range(5)]
    ee = g.c("A|B|C|D|E|F|G|en trámite")
    ib = g.maybe(g.i(12, 90) * 10)
    com = g.maybe(g.i(20, 140))
    rc = g.maybe(g.code("#######VK####S0001@@"), 0.3)
    cal = g.c(["gas natural", "eléctrica", "central", None])
    est = g.c(
        [
            ("a reformar", "to_renovate"),
            ("buen estado", "good"),
            ("reformado", "renovated"),
            ("obra nueva", "new"),
        ]
    )
    al = g.date(2025)
    vi = g.maybe(g.c(["solo tardes", "con cita previa", "llaves en agencia"]))
    barr = g.c("Las Delicias|El Parral|Casco Viejo|La Rondilla")
    disp = g.maybe(g.date(base=al, lo=20, hi=90))
    exc = g.p()
    EX = [("Ascensor", asc), ("Garaje", gar), ("Trastero", tra), ("Piscina", pis), ("Terraza", ter)]
    lk = g.c("colon|mdtable|two|bold|cols|bullets|dots|below")
    ant = g.maybe(pr + g.i(1, 9) * (1000 if op[0] == "venta" else 10), 0.6)
    ori = g.maybe(g.c("sur|este|noroeste"))
    txt = J(
        g.c("FICHA DE INMUEBLE|Ficha de captación|Hoja de visita")
        + f"   Ref{g.c(['. ', '.: ', ':'])}{ref}",
        "",
        g.P(
            lk,
            [
                ("Operación|Se ofrece en", op[0]),
                ("Tipo|Tipo de inmueble|Clase", tp[0]),
                ("Dirección|Situación|Calle", c.street),
                ("Zona|Barrio", barr),
                ("Población|Municipio|Localidad", f"{c.cp} {c.city}"),
                ("Planta|Altura", pl),
                (
                    "Precio|P.V.P.|Precio pedido" if op[0] == "venta" else "Renta|Precio|Alquiler",
                    prx,
                ),
                ("Precio anterior|Antes", g.n(ant, 0) + " €" if ant else None),
                ("Sup. construida|M² construidos|Construidos", f"{sc} m²"),
                ("Sup. útil|M² útiles|Útiles", f"{su} m²"),
                ("Habitaciones|Dorm.|Dormitorios", hab),
                ("Baños|N.º de baños", ba),
                ("Año de construcción|Construido en|Año constr.", anio),
                ("Orientación", ori),
                ("Calefacción", cal),
                ("Estado|Conservación", est[0]),
                ("Certificado energético|Cert. energ.|Letra energética", ee),
                ("IBI (anual)|IBI", f"{ib} €" if ib else None),
                ("Comunidad (mes)|Gastos com./mes", f"{com} €" if com else None),
                ("Ref. catastral|R. catastral", rc),
            ],
        ),
        "",
        "Extras: " + g.boxes([a for a, _ in EX], [a for a, b in EX if b]),
        "",
        g.H("Propietario"),
        g.P("colon", [("Nombre", pw.full), ("Tfno.|Teléfono|Móvil", pw.tel)]),
        g.H("Agente"),
        g.P("colon", [("Nombre", ag.full), ("Tfno.|Teléfono|Móvil", ag.tel)]),
        f"Exclusiva: {g.boxes(['sí', 'no'], 'sí' if exc else 'no')}",
        "",
        g.P(
            "colon",
            [
                ("Fecha de alta|Captado el|Alta en cartera", al),
                ("Disponible desde|Disponibilidad", disp),
                ("Visitas", vi),
            ],
        ),
        g.c(
            [
                "Honorarios de agencia no incluidos. A 300 m del parque y a 10 minutos del centro.",
                "Finca rehabilitada en 2012 (fachada). No se aceptan mascotas sin consultar.",
            ]
        ),
    )
    if k == 0:
        root = Ob(
            {
                "referencia|ref": S(ref, "Código de la ficha"),
                "tipo_operacion": E(op[0], "venta|alquiler|traspaso"),
                "ubicacion": Ob(
                    {
                        "calle": S(c.street),
                        "barrio": S(barr),
                        "codigo_postal": S(c.cp, None, pattern="^[0-9]{5}$"),
                        "municipio": S(c.city),
                        "planta": S(pl, None, True),
                    },
                    name="Ubicacion",
                ),
                "precio": F(pr, "Euros (al mes si es alquiler)"),
                "superficie": Ob({"construida_m2": I(sc), "util_m2": I(su)}, name="Superficie"),
                "dormitorios": I(hab, None, True),
                "banos": I(ba),
                "letra_energetica": E(
                    ee if ee != "en trámite" else None,
                    "A|B|C|D|E|F|G",
                    "null si está en trámite",
                    True,
                ),
                "extras": A([S(a) for a, b in EX if b], "Casillas marcadas", S("")),
                "propietario": Ob(
                    {"nombre": S(pw.full), "telefono": S(pw.tel)},
                    "A quién pertenece",
                    name="Propietario",
                ),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "listing_id": S(ref),
                "deal": E(op[1], "sale|rent"),
                "property_type": E(tp[1], "flat|penthouse|house|premises|land"),
                "price_eur": I(pr),
                "previous_price_eur": I(ant, "Price before the reduction, if shown", True),
                "built_area_m2": I(sc),
                "bedrooms": I(hab, None, True),
                "bathrooms": I(ba),
                "year_built": I(anio),
                "condition": E(est[1], "to_renovate|good|renovated|new"),
                "lift": B(asc),
                "garage": B(gar),
                "cadastral_ref": S(rc, None, True),
                "listed_on": ISO(al, "YYYY-MM-DD"),
                "available_from": DT(disp, None, True),
                "agent_phone": S(ag.tel),
            }
        )
    elif k == 2:
        root = Ob(
            {
                "tipo": S(tp[0]),
                "direccion": S(c.street),
                "municipio": S(c.city),
                "calefaccion": S(cal, None, True),
                "orientacion": S(ori, None, True),
                "ibi_anual": F(ib, None, True),
                "comunidad_mensual": F(com, None, True),
                "referencia_catastral": S(rc, None, True),
                "propietario": S(pw.full),
                "telefono_propietario": S(pw.tel),
                "agente": S(ag.full),
                "fecha_alta": DT(al),
            }
        )
    else:
        root = Ob(
            {
                "precio_texto": S(prx, "Precio como está escrito, con su unidad"),
                "en_alquiler": B(op[0] == "alquiler"),
                "rebajado": B(bool(ant), "Si consta un precio anterior mayor"),
                "euros_por_m2": F(
                    round(pr / sc, 2), "Precio entre metros construidos, con dos decimales"
                ),
                "diferencia_superficies": I(sc - su, "Metros construidos menos útiles"),
                "extras_si": I(sum(b for _, b in EX), "Cuántos extras están marcados"),
                "no_tiene": A([S(a) for a, b in EX if not b], "Extras sin marcar", S("")),
                "en_exclusiva": B(exc),
                "certificado_pendiente": B(ee == "en trámite"),
                "necesita_obras": B(est[0] == "a reformar"),
                "visitas": O(S(vi, "Condiciones para visitarlo")),
                "captacion": S(al.txt, "Fecha de entrada en cartera, literal"),
            }
        )
    return txt, root, g.c("esta ficha de inmueble|la ficha de la vivienda|la hoja de captación")
