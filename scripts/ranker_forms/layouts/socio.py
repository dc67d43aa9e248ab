"""A member's card: its text, four schemas over it, and their gold."""

from ranker_forms.looks import J
from ranker_forms.nodes import DT, ISO, A, B, E, F, I, O, Ob, S, X


def socio(g, k):
    """The form and the nodes of variant ``k``."""
    p, av = g.person(), g.person()
    nac = g.date(1950, 2014)
    alta = g.date(2015, 2025)
    baja = g.maybe(g.date(base=alta, lo=200, hi=900), 0.7)
    num = g.code("0####")
    club = g.c(
        "Club Deportivo Alberche|Asociación Cultural La Encina|Peña Ciclista Tres Valles|Sociedad Gastronómica Ardoi"
    )
    c = g.comp()
    cuo = g.c([("mensual", 12, 18.0), ("trimestral", 4, 45.5), ("anual", 1, 120.0)])
    tipos = ["Infantil", "Juvenil", "Ordinario", "Honorario"]
    tipo = "Infantil" if nac.d.year > 2010 else "Juvenil" if nac.d.year > 2006 else g.c(tipos[2:])
    secs = ["Natación", "Senderismo", "Ajedrez", "Pádel", "Coro"]
    ss = g.some(secs, 0, 3)
    ss = [x for x in secs if x in ss]
    iban = g.maybe(g.code("ES## 3#58 0### ## ##########"))
    lic = g.maybe(g.code("FED-######"))
    dom = bool(iban)
    news = g.p()
    foto = g.p()
    tel2 = g.maybe(g.code("983######"))
    sx = {"M": g.c("H|V|M|Hombre"), "F": g.c("M|Mujer|F")}[p.sex]
    if p.sex == "M" and sx == "M":
        sx = "Masc."
    if p.sex == "F" and sx == "M":
        sx = "Mujer"
    talla = g.maybe(g.c("S|M|L|XL"))
    obs = g.maybe(
        g.c(
            [
                "Colabora como monitor los sábados.",
                "Pide cambiar de turno en enero.",
                "Avala también a su hermano.",
            ]
        )
    )
    men = nac.d.year > 2007
    tut = g.person() if men else None
    lk = g.c("colon|two|bold|bullets|mdtable|cols|below|inline")
    g.maybe(g.c("socio n.º 00127|carné provisional"), 0.6)
    txt = J(
        club,
        g.c("FICHA DE SOCIO|Ficha de inscripción|SOLICITUD DE ALTA DE SOCIO/A"),
        "",
        g.P(
            lk,
            [
                ("Socio n.º|N.º de socio|Carné", num),
                ("Apellidos", p.sur),
                ("Nombre", p.first),
                ("Fecha de nacimiento|F. nac.|Nacido el|Nac.", nac),
                ("Sexo", sx),
                ("DNI|NIF", p.dni),
                ("Domicilio|Dirección", c.addr),
                ("Móvil|Tfno. móvil", p.tel),
                ("Fijo|Tfno. fijo", tel2),
                ("E-mail|Correo electrónico", p.mail),
                ("Fecha de alta|Alta|Inscrito el", alta),
                ("Fecha de baja|Baja", baja),
                ("Licencia federativa|Lic. fed.", lic),
                ("Talla de camiseta|Talla", talla),
            ],
        ),
        (
            f"Padre/madre/tutor (menores): {tut.full}   DNI {tut.dni}"
            if tut
            else "Padre/madre/tutor (menores):"
        ),
        "",
        f"Modalidad: {g.boxes(tipos, tipo)}",
        f"Secciones: {g.boxes(secs, ss)}",
        "",
        g.H("Cuota"),
        g.P(
            g.c("colon|dots"),
            [
                ("Periodicidad|Pago", cuo[0]),
                ("Importe|Cuota", g.m(cuo[2])),
                ("IBAN|Cuenta de cargo", iban),
            ],
        ),
        f"Presentado por: {av.full}" if g.l("s|n") == "s" else None,
        "",
        f"Desea recibir el boletín: {g.boxes(['sí', 'no'], 'sí' if news else 'no')}",
        ("Autoriza" if foto else "No autoriza")
        + " la publicación de su imagen en la web del club.",
        f"Observaciones: {obs or ''}".rstrip(),
        "La junta directiva revisa las cuotas cada 1 de enero.",
    )
    avn = av.full if g.l("s|n") == "s" else None
    if k == 0:
        root = Ob(
            {
                "numero": S(num, "Número de carné, con ceros a la izquierda", pattern="^[0-9]{5}$"),
                "datos": Ob(
                    {
                        "nombre": S(p.first),
                        "apellidos": S(p.sur),
                        "nif": S(p.dni),
                        "fecha_nac": DT(nac),
                        "sexo": E(
                            "H" if p.sex == "M" else "M", "H|M", "H: hombre; M: mujer", name="Sexo"
                        ),
                    },
                    name="DatosPersonales",
                ),
                "contacto": Ob(
                    {
                        "movil": S(p.tel),
                        "fijo": S(tel2, None, True),
                        "email": S(p.mail, None, format="email"),
                        "direccion": S(c.addr),
                    },
                    name="Contacto",
                ),
                "ingreso": DT(alta, "Cuándo entró en la entidad"),
                "cese": DT(baja, "Cuándo dejó de pertenecer; null si sigue", True),
                "secciones": A([S(x) for x in ss], "Actividades marcadas", S("")),
                "cuota": F(cuo[2], "Importe de cada recibo"),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "member_id": S(num),
                "club": S(club),
                "full_name": X(p.full, "First name followed by surnames"),
                "born": ISO(nac, "YYYY-MM-DD"),
                "joined": ISO(alta, "YYYY-MM-DD"),
                "active": B(baja is None, "true unless a leaving date is given"),
                "membership": E(
                    {"I": "child", "J": "youth", "O": "regular", "H": "honorary"}[tipo[0]],
                    "child|youth|regular|honorary",
                ),
                "fee_period": E(
                    {"m": "monthly", "t": "quarterly", "a": "yearly"}[cuo[0][0]],
                    "monthly|quarterly|yearly",
                ),
                "federation_licence": S(lic, None, True),
                "newsletter": B(news),
                "image_consent": B(foto),
                "sponsor": S(avn, "Existing member who introduced the applicant", True),
            }
        )
    elif k == 2:
        root = Ob(
            {
                "socio_num": S(num),
                "apellidos": S(p.sur),
                "nombre": S(p.first),
                "dni": S(p.dni),
                "telefono_movil": S(p.tel),
                "telefono_fijo": S(tel2, None, True),
                "correo": S(p.mail),
                "fecha_alta": DT(alta),
                "fecha_baja": DT(baja, None, True),
                "tutor": S(tut.full if tut else None, None, True),
                "iban": S(iban, None, True),
                "talla": S(talla, None, True),
            }
        )
    else:
        root = Ob(
            {
                "sexo": E("varon" if p.sex == "M" else "mujer", "varon|mujer"),
                "anio_alta": I(alta.d.year),
                "cuota_anual": F(cuo[1] * cuo[2], "Lo que paga en un año completo"),
                "num_secciones": I(len(ss)),
                "menor_con_tutor": B(bool(tut), "Si consta padre, madre o tutor"),
                "domicilia_cuota": B(dom, "Si ha dado cuenta bancaria"),
                "modalidad": E(tipo.lower(), "infantil|juvenil|ordinario|honorario"),
                "acepta_imagen": B(foto),
                "observacion": O(S(obs)),
                "nacimiento_texto": S(nac.txt, "Fecha de nacimiento tal como está escrita"),
                "licencia": S(lic, "Código de la federación", True, pattern="^FED-[0-9]{6}$"),
            }
        )
    return txt, root, g.c("esta ficha de socio|la ficha de inscripción|la ficha del club")
