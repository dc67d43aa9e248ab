"""A log of a shift: its text, four schemas over it, and their gold."""

import datetime as dt

from ranker_forms.looks import J
from ranker_forms.nodes import DT, ISO, A, B, E, F, I, O, Ob, S, X


def guardia(g, k):
    """The form and the nodes of variant ``k``."""
    f = g.date(2025)
    sal, ent = g.person(), g.person()
    cen = g.c(
        "Hospital de la Vega|Parque de Bomberos n.º 3|Centro de Control Portuario|Residencia El Romeral"
    )
    hi, hf = g.c([("08:00", "08:00"), ("22:00", "08:00"), ("15:00", "22:00"), ("20:00", "08:00")])
    nxt = hf <= hi
    fin = f.d + dt.timedelta(days=1 if nxt else 0)
    n = g.code("PG-###/25")
    A0 = [
        ("aviso de humo en planta 2", "leve"),
        ("caída de un residente en el baño", "moderada"),
        ("corte de suministro eléctrico", "grave"),
        ("visita fuera de horario", "leve"),
        ("alarma del ascensor B", "moderada"),
        ("fuga de agua en lavandería", "moderada"),
        ("agresión verbal en recepción", "grave"),
    ]

    def H0(t):
        return int(t[:2]) * 60 + int(t[3:])

    dur = (H0(hf) - H0(hi)) % 1440 or 1440
    ts = sorted(g.r.sample(range(15, dur - 10, 5), g.i(2, 5)))
    av = []
    for t, (d, gr) in zip(ts, g.r.sample(A0, len(ts)), strict=False):
        m = (H0(hi) + t) % 1440
        av.append(
            {
                "h": f"{m // 60:02}:{m % 60:02}",
                "d": d,
                "gr": gr,
                "r": g.p(0.75),
                "q": g.person().short,
            }
        )
    per = [g.person().full for _ in range(g.i(2, 4))]
    aus = g.maybe(g.person().full, 0.6)
    veh = g.maybe(g.code("V-##"))
    llav = g.i(4, 30)
    nov = g.p(0.6)
    ext = g.maybe(g.time(1, 6)) if nxt else None
    temp = g.c([None, f"{g.i(2, 30)} ºC"])
    tr = g.c("T1|T2|T3")
    lk = g.c("colon|two|bar|cols|bold|dots|inline")
    gx = {"leve": "L", "moderada": "M", "grave": "G"}
    ini = g.p(0.5)
    sn = g.l("sí/no|S/N|resuelto/pendiente").split("/")
    fem = "La jefa" if sal.sex == "F" else "El jefe"
    txt = J(
        cen,
        g.c("PARTE DE GUARDIA|PARTE DE NOVEDADES|Libro de guardias — hoja diaria") + f"  N.º {n}",
        "",
        g.P(
            lk,
            [
                ("Fecha|Día|Guardia del", f),
                ("Turno", tr),
                ("Inicio|Hora de inicio|Desde", hi),
                ("Fin|Hora de fin|Hasta", hf + (" (día siguiente)" if nxt else "")),
                ("Saliente|Entrega la guardia|Jefe/a de guardia saliente", sal.full),
                ("Entrante|Recibe la guardia|Jefe/a de guardia entrante", ent.full),
                ("Vehículo|Vehículo asignado", veh),
                ("Llaves|N.º de llaves entregadas", llav),
                ("Temperatura|Temp. exterior", temp),
            ],
        ),
        "",
        "Personal presente: " + "; ".join(per),
        f"Ausencias: {aus or g.c(['', 'ninguna', '—'])}".rstrip(),
        "",
        g.H("Incidencias"),
        g.T(
            g.t(),
            [
                "Hora",
                "Suceso|Incidencia|Descripción",
                "Grav.|Gravedad",
                "Resuelto|Cerrado|Estado" if sn[0] != "resuelto" else "Estado|Situación",
                "Avisa|Comunica",
            ],
            [
                [
                    x["h"],
                    x["d"],
                    gx[x["gr"]] if ini else x["gr"],
                    sn[0] if x["r"] else sn[1],
                    x["q"],
                ]
                for x in av
            ],
        ),
        ("L = leve, M = moderada, G = grave" if ini else None),
        "",
        f"Material completo: {g.boxes(['sí', 'no'], 'sí' if nov else 'no')}",
        (f"Ronda extraordinaria a las {ext}, sin novedad." if ext else None),
        f"{fem} de guardia saliente firma el relevo. Próxima revisión de extintores: {g.fd(f.d + dt.timedelta(days=g.i(10, 40)))}.",
    )
    pend = [x for x in av if not x["r"]]
    if k == 0:
        root = Ob(
            {
                "hoja|numero": S(n, "Número del parte"),
                "centro": S(cen),
                "inicio": X(f"{f.iso}T{hi}", "AAAA-MM-DDTHH:MM"),
                "fin": X(f"{fin.isoformat()}T{hf}", "AAAA-MM-DDTHH:MM; puede ser al día siguiente"),
                "responsable_saliente": S(sal.full, "Quien deja el servicio"),
                "responsable_entrante": S(ent.full, "Quien lo toma"),
                "dotacion": A([S(x) for x in per], "Personas presentes"),
                "sucesos": A(
                    [
                        Ob(
                            {
                                "hora": S(x["h"]),
                                "que_paso": S(x["d"]),
                                "gravedad": E(x["gr"], "leve|moderada|grave", name="Gravedad"),
                                "cerrado": B(x["r"]),
                            },
                            name="Suceso",
                        )
                        for x in av
                    ]
                ),
                "ausente": S(aus, None, True),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "log_number": S(n),
                "site": S(cen),
                "shift_date": ISO(f, "Date on which the shift starts, YYYY-MM-DD"),
                "shift_code": E(tr, "T1|T2|T3"),
                "handed_over_by": S(sal.full),
                "taken_over_by": S(ent.full),
                "vehicle": S(veh, None, True),
                "keys": I(llav),
                "absent": S(aus, None, True),
                "incidents": A(
                    [
                        Ob(
                            {
                                "time": S(x["h"]),
                                "severity": E(
                                    {"leve": "low", "moderada": "medium", "grave": "high"}[x["gr"]],
                                    "low|medium|high",
                                ),
                                "reported_by": S(x["q"]),
                            },
                            name="Incident",
                        )
                        for x in av
                    ]
                ),
                "equipment_complete": B(nov),
            }
        )
    elif k == 2:
        root = Ob(
            {
                "fecha": DT(f),
                "turno": S(tr),
                "hora_inicio": S(hi),
                "hora_fin": S(hf),
                "saliente": S(sal.full),
                "entrante": S(ent.full),
                "vehiculo": S(veh, None, True),
                "temperatura": S(temp, "Con su unidad", True),
                "incidencias": A([S(x["d"]) for x in av]),
                "personal": A([S(x) for x in per]),
            }
        )
    else:
        root = Ob(
            {
                "horas_de_guardia": F(dur / 60, "Duración del turno en horas"),
                "termina_otro_dia": B(nxt),
                "num_incidencias": I(len(av)),
                "pendientes": A([S(x["d"]) for x in pend], "Incidencias sin resolver", S("")),
                "hubo_graves": B(any(x["gr"] == "grave" for x in av)),
                "saliente_es_mujer": B(sal.sex == "F"),
                "primera_incidencia": S(av[0]["h"], "Hora del primer suceso"),
                "avisadores": A(
                    [S(x["q"]) for x in av], "Quién comunicó cada incidencia, en orden"
                ),
                "ronda_extra": O(S(ext, "Hora de la ronda extraordinaria")),
                "personas_presentes": I(len(per)),
                "dia_texto": S(f.txt, "Fecha del parte, literal"),
            }
        )
    return txt, root, g.c("este parte de guardia|el parte de novedades|la hoja de guardia")
