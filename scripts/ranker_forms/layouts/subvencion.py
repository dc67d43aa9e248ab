"""An application for a grant: its text, four schemas over it, and their gold."""

import datetime as dt

from ranker_forms.goods import lines
from ranker_forms.looks import J
from ranker_forms.nodes import DT, A, B, E, F, I, Ob, S, X


def subvencion(g, k):
    """The form and the nodes of variant ``k``."""
    en, rp = g.comp(), g.person()
    g.ms = "es"
    exp = g.c([g.code("SUB/2025/####"), g.code("25-AYU-####")])
    f = g.date(2025)
    h = g.time(0, 23) + ":" + g.code("0#")
    reg = g.code("2025000#######")
    conv = g.c(
        "Ayudas a la digitalización de pymes|Fomento del comercio rural|Eficiencia energética en edificios|Proyectos culturales de base"
    )
    ano = g.c([2024, 2025])
    org = g.c("Consejería de Industria|Diputación Provincial|Instituto de Desarrollo Rural")
    tit = g.c(
        [
            '"Huerta conectada"',
            '"Memoria del valle"',
            '"Taller abierto 2025"',
            '"Tejado solar compartido"',
        ]
    )
    cp = lines(
        g,
        2,
        4,
        [
            "Equipos informáticos",
            "Personal técnico",
            "Obra civil",
            "Difusión y publicidad",
            "Asesoría externa",
        ],
        300,
        3000,
    )
    for x in cp:
        x["t"] = round(x["p"]) * 10
    tot = sum(x["t"] for x in cp)
    pc = g.c([40, 50, 60, 75])
    sol = round(tot * pc / 100, 2)
    pro = round(tot - sol, 2)
    otra = g.p(0.3)
    oi = g.i(5, 30) * 100 if otra else None
    ini = g.date(base=f, lo=20, hi=60)
    me = g.c([6, 9, 12])
    fin = g.date(base=ini, lo=me * 30, hi=me * 30)
    iban = g.maybe(g.code("ES## 3#05 0### ## ##########"), 0.2)
    tp = ["Persona física", "Empresa", "Asociación", "Entidad local"]
    ty = g.c(["Empresa", "Asociación"])
    cnae = g.code("##.##")
    em = g.i(1, 48)
    web = g.maybe("www." + en.mail.split("@")[0].replace("info.", "") + ".example")
    docs = ["Memoria", "Presupuesto", "Escrituras", "Certificado bancario", "Certificado AEAT"]
    dd = [x for x in docs if g.p(0.6)]
    cgo = "presidente" if rp.sex == "M" else "presidenta"
    pl = g.c([10, 15])
    lk = g.c("colon|cols|below|two|tight|mdtable|dots")
    g.maybe(g.code("######"))
    txt = J(
        org,
        g.c("SOLICITUD DE SUBVENCIÓN|SOLICITUD DE AYUDA|Formulario de solicitud"),
        f"Convocatoria: {conv} ({ano})",
        "",
        g.P(
            g.c("inline|colon|bar"),
            [
                ("Expte.|N.º expediente|Expediente", exp),
                ("Registro de entrada|N.º registro", reg),
                ("Presentada el|Fecha y hora de presentación|Fecha registro", f"{f} {h}"),
            ],
        ),
        "",
        f"1. Solicitante  {g.boxes(tp, ty)}",
        g.P(
            lk,
            [
                ("Nombre o razón social|Denominación|Entidad", en.name),
                ("NIF|CIF", en.nif),
                ("Domicilio|Dirección", en.addr),
                ("Tfno.|Teléfono|Móvil", en.tel),
                ("Web|Página web", web),
                ("CNAE|Actividad (CNAE)", cnae),
                ("N.º de trabajadores|Plantilla", em),
            ],
        ),
        "",
        "2. Representante",
        g.P(
            lk,
            [
                ("Nombre y apellidos|Nombre", rp.full),
                ("NIF|DNI", rp.dni),
                ("Cargo|En calidad de", cgo),
                ("Tfno.|Teléfono|Móvil", rp.tel),
                ("Correo|E-mail a efectos de notificación", rp.mail),
            ],
        ),
        "",
        "3. Proyecto",
        g.P(
            lk,
            [
                ("Título|Denominación del proyecto", tit),
                ("Inicio|Fecha de inicio", ini),
                ("Fin|Fecha de finalización", fin),
            ],
        ),
        "",
        g.T(
            g.t(),
            ["Partida|Concepto de gasto", "Importe (€)|Coste"],
            [[x["d"], g.n(x["t"])] for x in cp] + [["Total presupuesto", g.n(tot)]],
        ),
        "",
        g.P(
            "colon",
            [
                ("Cantidad solicitada|Ayuda que se solicita|Subvención solicitada", g.m(sol)),
                ("Aportación propia|Fondos propios", g.m(pro)),
                ("IBAN|Cuenta para el abono", iban),
            ],
        ),
        f"¿Ha pedido otras ayudas para lo mismo?  {g.boxes(['Sí', 'No'], 'Sí' if otra else 'No')}"
        + (f"  Importe: {g.m(oi)}" if otra else ""),
        "",
        "4. Documentación que se adjunta: " + g.boxes(docs, dd),
        "",
        f"Se podrá requerir la subsanación en {pl} días hábiles. El extracto de la convocatoria se publicó el {g.fd(f.d - dt.timedelta(days=g.i(10, 25)))}.",
    )
    if k == 0:
        root = Ob(
            {
                "expediente|num_expediente": S(exp),
                "convocatoria": S(conv, "Nombre de la línea de ayudas, sin el año"),
                "entidad": Ob(
                    {
                        "nombre": S(en.name),
                        "nif": S(en.nif),
                        "telefono": S(en.tel),
                        "clase": E(
                            {"E": "empresa", "A": "asociacion"}[ty[0]],
                            "persona_fisica|empresa|asociacion|entidad_local",
                            name="Clase",
                        ),
                    },
                    "Quien pide la ayuda",
                    name="Entidad",
                ),
                "representante": Ob(
                    {
                        "nombre": S(rp.full),
                        "nif": S(rp.dni),
                        "cargo": S(cgo),
                        "telefono": S(rp.tel),
                    },
                    "Quien firma en su nombre",
                    name="Representante",
                ),
                "proyecto": Ob(
                    {
                        "titulo": X(tit.strip('"'), "Sin comillas"),
                        "inicio": DT(ini),
                        "fin": DT(fin),
                        "gastos": A(
                            [
                                Ob({"partida": S(x["d"]), "euros": F(x["t"])}, name="Gasto")
                                for x in cp
                            ],
                            "Sin la fila de total",
                        ),
                    },
                    name="Proyecto",
                ),
                "importe_pedido": F(sol),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "file_ref": S(exp),
                "registry_number": S(reg),
                "submitted_at": X(f"{f.iso}T{h}", "YYYY-MM-DDTHH:MM:SS"),
                "granting_body": S(org),
                "call_year": I(ano),
                "applicant": S(en.name),
                "applicant_tax_id": S(en.nif),
                "legal_rep": S(rp.full),
                "notification_email": S(rp.mail, None, format="email"),
                "project_title": S(tit, "Keep the quotation marks"),
                "total_budget": F(tot),
                "requested": F(sol, "Amount applied for"),
                "own_funds": F(pro),
                "other_grants": F(oi, "Amount asked for elsewhere, null if none", True),
                "iban": S(iban, None, True),
            }
        )
    elif k == 2:
        root = Ob(
            {
                "solicitante": S(en.name),
                "nif_solicitante": S(en.nif),
                "cnae": S(cnae),
                "trabajadores": I(em),
                "pagina_web": S(web, None, True),
                "representante": S(rp.full),
                "nif_representante": S(rp.dni),
                "fecha_inicio": DT(ini),
                "fecha_fin": DT(fin),
                "presupuesto_total": F(tot),
                "iban": S(iban, None, True),
                "documentos": A([S(x) for x in dd], "Los marcados", S("")),
            }
        )
    else:
        root = Ob(
            {
                "porcentaje_pedido": F(pc, "Qué tanto por ciento del presupuesto se solicita"),
                "partida_mayor": S(max(cp, key=lambda x: x["t"])["d"], "El gasto más alto"),
                "num_partidas": I(len(cp)),
                "concurre_con_otras": B(otra, "Si ha pedido otras ayudas"),
                "documentos_faltan": A(
                    [S(x) for x in docs if x not in dd], "Documentos sin marcar", S("")
                ),
                "representante_mujer": B(rp.sex == "F"),
                "es_empresa": B(ty == "Empresa"),
                "presentada": S(f"{f} {h}", "Fecha y hora como aparecen"),
                "subsanacion_dias": I(pl, "Días hábiles"),
                "duracion_dias": I(
                    (fin.d - ini.d).days, "Días entre el inicio y el fin del proyecto"
                ),
                "codigo_cnae": S(cnae, None, pattern=r"^\d{2}\.\d{2}$"),
            }
        )
    mx = [x["t"] for x in cp]
    if k == 3 and mx.count(max(mx)) > 1:
        root.sch["fields"].pop("partida_mayor")
        root.val.pop("partida_mayor")
    return (
        txt,
        root,
        g.c("esta solicitud de subvención|la solicitud de ayuda|el formulario de solicitud"),
    )
