"""An insurance policy: its text, four schemas over it, and their gold."""

import datetime as dt

from ranker_forms.document import Dt
from ranker_forms.looks import J
from ranker_forms.nodes import DT, ISO, A, B, E, F, I, Ob, S


def poliza(g, k):
    """The form and the nodes of variant ``k``."""
    t, b = g.person(), g.person()
    g.ms = g.c(["es", "es2"])
    num = g.c([g.code("0##-######-@"), g.code("HG########"), g.code("48/#######")])
    ef = g.date(2024, 2025)
    vt = Dt(dt.date(ef.d.year + 1, ef.d.month, min(ef.d.day, 28)), "")
    ef = Dt(dt.date(ef.d.year, ef.d.month, min(ef.d.day, 28)), "")
    ef.txt = g.fd(ef.d)
    vt.txt = g.fd(vt.d)
    ram = g.c(
        [
            ("Multirriesgo del hogar", "hogar"),
            ("Automóvil", "auto"),
            ("Vida riesgo", "vida"),
            ("Comercio", "comercio"),
        ]
    )
    fp = g.c([("anual", 1), ("semestral", 2), ("trimestral", 4)])
    neta = g.price(150, 900)
    tax = round(neta * 0.08, 2)
    tot = round(neta + tax, 2)
    med = g.maybe(g.code("M-####"))
    aseg = g.maybe(b, 0.5)
    cp = g.comp()
    iban = g.code("ES## 0049 1### ## ##########")
    fra = g.maybe(g.c([150, 300, 600]))
    com = g.c("Seguros Almenara|La Previsora del Ebro|Aseguradora Tormes, S.A.")
    CB = {
        "hogar": [
            "Continente",
            "Contenido",
            "Responsabilidad civil",
            "Robo y expoliación",
            "Daños por agua",
        ],
        "auto": [
            "Responsabilidad civil obligatoria",
            "Lunas",
            "Robo",
            "Incendio",
            "Asistencia en viaje",
        ],
        "vida": ["Fallecimiento", "Invalidez absoluta", "Fallecimiento por accidente"],
        "comercio": ["Contenido", "Existencias", "Responsabilidad civil", "Pérdida de beneficios"],
    }[ram[1]]
    cob = [(x, g.c([True, True, False]), g.i(2, 60) * 5000) for x in CB]
    cob[0] = (cob[0][0], True, cob[0][2])
    g.c([1, 2])
    dup = g.p(0.5)
    emi = g.date(base=ef, lo=-20, hi=-2)
    lk = g.c("colon|bold|two|mdtable|cols|below|bar")
    si = g.l("Sí|Incluida|Contratada")
    no = {"Sí": "No", "Incluida": "Excluida", "Contratada": "No contratada"}[si]
    txt = J(
        com,
        g.c("CONDICIONES PARTICULARES|Condiciones particulares de la póliza"),
        "",
        g.P(
            lk,
            [
                ("Póliza n.º|N.º póliza|Póliza", num),
                ("Ramo|Producto|Modalidad", ram[0]),
                ("Fecha de efecto|Efecto|Desde las 0 h del", ef),
                ("Vencimiento|Fecha vto.|Hasta las 24 h del", vt),
                ("Forma de pago|Fracc. pago|Periodicidad", fp[0]),
                ("Mediador|Agente", med),
                ("Duplicado|Es duplicado", "Sí" if dup else "No"),
            ],
        ),
        "",
        g.H("Tomador"),
        g.P(
            g.c("colon|tight|cols"),
            [
                ("Nombre|Nombre y apellidos", t.full),
                ("NIF", t.dni),
                ("Domicilio|Dirección", cp.addr),
                ("Tfno.|Teléfono", t.tel),
                ("F. nac.|Fecha de nacimiento", g.date(1955, 1999)),
            ],
        ),
        "",
        g.H("Asegurado"),
        (
            g.P("colon", [("Nombre|Nombre y apellidos", aseg.full), ("NIF", aseg.dni)])
            if aseg
            else "El propio tomador."
        ),
        "",
        g.T(
            g.t(),
            [
                "Garantía|Cobertura",
                "Contratada|¿Incluida?|Estado" if si == "Sí" else "Estado|Situación",
                "Capital|Suma asegurada",
            ],
            [[a, si if x else no, g.m(c) if x else "-"] for a, x, c in cob],
        ),
        (f"Franquicia general: {g.m(fra)} por siniestro." if fra else "Sin franquicia."),
        "",
        g.H("Recibo"),
        g.P(
            g.c("dots|colon"),
            [
                ("Prima neta", g.m(neta)),
                ("Impuestos y recargos|Impuestos", g.m(tax)),
                ("Prima total|Total anual", g.m(tot)),
            ],
        ),
        f"Domiciliación: {iban}",
        "",
        f"Emitida en {cp.city}, el {emi}. La póliza se prorroga tácitamente por anualidades salvo aviso con un mes de antelación.",
    )
    inc = [x for x in cob if x[1]]
    asn = aseg.full if aseg else t.full
    if k == 0:
        root = Ob(
            {
                "poliza|numero_contrato": S(num, "Identificador del contrato de seguro"),
                "inicio_vigencia": DT(ef, "Desde cuándo cubre"),
                "fin_vigencia": DT(vt, "Hasta cuándo cubre"),
                "contratante": Ob(
                    {
                        "nombre": S(t.full),
                        "nif": S(t.dni),
                        "telefono": S(t.tel),
                        "direccion": S(cp.addr),
                    },
                    "Quien suscribe el seguro",
                    name="Persona",
                ),
                "asegurado": Ob(
                    {"nombre": S(asn), "nif": S(aseg.dni if aseg else t.dni)},
                    "Si es el propio tomador, repetir sus datos",
                    name="Asegurado",
                ),
                "coberturas": A(
                    [
                        Ob(
                            {
                                "garantia": S(a),
                                "incluida": B(x),
                                "capital": F(c if x else None, None, True),
                            },
                            name="Cobertura",
                        )
                        for a, x, c in cob
                    ]
                ),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "policy_number": S(num),
                "insurer": S(com),
                "line": E(
                    {"hogar": "home", "auto": "motor", "vida": "life", "comercio": "business"}[
                        ram[1]
                    ],
                    "home|motor|life|business|health",
                ),
                "effective_date": ISO(ef, "YYYY-MM-DD"),
                "expiry_date": ISO(vt, "YYYY-MM-DD"),
                "issued_on": ISO(emi, "YYYY-MM-DD"),
                "policyholder": S(t.full),
                "policyholder_tax_id": S(t.dni),
                "broker_code": S(med, None, True),
                "deductible": F(fra, "Per claim, in euros; null if there is none", True),
                "annual_premium": F(tot, "Taxes included"),
                "payment_frequency": E(
                    {1: "yearly", 2: "half-yearly", 4: "quarterly"}[fp[1]],
                    "yearly|half-yearly|quarterly|monthly",
                ),
            }
        )
    elif k == 2:
        root = Ob(
            {
                "compania": S(com),
                "ramo": S(ram[0]),
                "tomador": S(t.full),
                "nif_tomador": S(t.dni),
                "prima_neta": F(neta),
                "impuestos": F(tax),
                "prima_total": F(tot),
                "franquicia": F(fra, None, True),
                "cuenta_domiciliacion": S(iban),
                "mediador": S(med, None, True),
                "fecha_efecto": S(ef.txt, "Con el formato del documento"),
            }
        )
    else:
        root = Ob(
            {
                "tipo_seguro": E(ram[1], "hogar|auto|vida|comercio|otro"),
                "tomador_es_asegurado": B(aseg is None),
                "es_copia": B(dup, "Si el documento es un duplicado"),
                "pagos_al_anio": I(fp[1], "Cuántos recibos se giran en un año"),
                "hay_franquicia": B(bool(fra)),
                "garantias_incluidas": A([S(a) for a, x, c in inc], "Solo las contratadas"),
                "garantias_excluidas": A(
                    [S(a) for a, x, c in cob if not x], "Las que no se han contratado", S("")
                ),
                "capital_total": F(sum(c for a, x, c in inc), "Suma de los capitales contratados"),
                "tomadora_mujer": B(t.sex == "F"),
                "preaviso": S(
                    "un mes",
                    "Antelación con que hay que avisar para no prorrogar, en las palabras del texto",
                ),
            }
        )
    return txt, root, g.c("esta póliza|las condiciones particulares|la póliza de seguro")
