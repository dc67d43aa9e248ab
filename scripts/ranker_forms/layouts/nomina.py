"""A payslip: its text, four schemas over it, and their gold."""

import datetime as dt

from ranker_forms.looks import J
from ranker_forms.nodes import DT, A, B, E, F, I, Ob, S, X
from ranker_forms.words import MES


def nomina(g, k):
    """The form and the nodes of variant ``k``."""
    e, p = g.comp(), g.person()
    per = g.date(2025)
    m = per.d.month
    y = per.d.year
    nd = (dt.date(y + (m == 12), m % 12 + 1, 1) - dt.timedelta(days=1)).day
    ant = g.date(2005, 2023)
    naf = g.code("47/########/##")
    ccc = g.code("0111 47 #######")
    cat = g.c(
        "Oficial de 2.ª|Auxiliar administrativo|Peón especialista|Jefe de equipo|Técnica de laboratorio"
    )
    gc = g.i(3, 9)
    dev = [
        ("Salario base", g.price(1100, 1500)),
        ("Antigüedad", g.price(20, 90)),
        ("Plus transporte", g.price(40, 80)),
        ("Prorrata pagas extra", g.price(190, 250)),
        ("Horas extraordinarias", g.price(30, 120)),
        ("Plus nocturnidad", g.price(35, 99)),
    ]
    dev = [dev[0], *g.some(dev[1:], 1, 4)]
    bruto = round(sum(x[1] for x in dev), 2)
    irp = g.c([9.5, 11.2, 12.75, 8.0])
    irpf = round(bruto * irp / 100, 2)
    ss = round(bruto * 0.0648, 2)
    ant_c = g.maybe(150.0, 0.6)
    ded = [
        ("Contribución a la Seguridad Social (6,48 %)", ss),
        (f"Retención IRPF {g.n(irp)} %", irpf),
    ] + ([("Anticipos", ant_c)] if ant_c else [])
    td = round(sum(x[1] for x in ded), 2)
    liq = round(bruto - td, 2)
    nac = g.maybe(g.date(1960, 1986))
    iban = g.maybe(g.code("ES## **** **** **** ****####").replace("****####", "**** ####"), 0.3)
    pago = g.date(base=dt.date(y, m, nd), lo=-1, hi=3)
    est = g.c(["casad", "solter", "divorciad"]) + ("o" if p.sex == "M" else "a")
    lk = g.c("colon|two|dots|caps|bar|htable")
    mes = MES[m - 1]
    txt = J(
        g.c("RECIBO INDIVIDUAL JUSTIFICATIVO DEL PAGO DE SALARIOS|NÓMINA|Recibo de salarios"),
        "",
        g.H("Empresa"),
        g.P(
            lk,
            [
                ("Empresa|Razón social", e.name),
                ("CIF|NIF", e.nif),
                ("Domicilio|Centro de trabajo", e.addr),
                ("C.C.C.|Cód. cta. cotización", ccc),
            ],
        ),
        "",
        g.H("Trabajador"),
        g.P(
            lk,
            [
                ("Nombre|Apellidos y nombre|Trabajador/a", p.inv),
                ("NIF|DNI", p.dni),
                ("N.º afil. S.S.|NAF", naf),
                ("Categoría|Puesto|Grupo prof.", cat),
                ("Gr. cotiz.|Grupo tarifa", gc),
                ("Antigüedad|F. alta|Fecha de antigüedad", ant),
                ("F. nac.|Nacido el|Fecha de nacimiento", nac),
                ("Estado civil", est),
            ],
            True,
        ),
        "",
        f"Periodo de liquidación: del 1 al {nd} de {mes} de {y}    Total días: {g.c([30, nd])}",
        "",
        g.H("Devengos"),
        g.P(
            g.c("dots|cols|mdtable"),
            [(a, g.n(b)) for a, b in dev] + [("A. TOTAL DEVENGADO", g.n(bruto))],
        ),
        "",
        g.H("Deducciones"),
        g.P(
            g.c("dots|cols|mdtable"),
            [(a, g.n(b)) for a, b in ded] + [("B. TOTAL A DEDUCIR", g.n(td))],
        ),
        "",
        f"LÍQUIDO TOTAL A PERCIBIR (A-B) {g.n(liq)} €",
        f"{e.city}, {pago}",
        (
            f"Abono en {iban}"
            if iban
            else "Pago en metálico. Firma y sello de la empresa."
            if g.p()
            else "Recibí:"
        ),
        "",
        "Nota: el calendario laboral del año siguiente estará a disposición de la plantilla desde el 15 de diciembre.",
    )
    if k == 0:
        root = Ob(
            {
                "persona": Ob(
                    {
                        "nombre": S(p.first, "Nombre de pila, sin apellidos"),
                        "apellidos": S(p.sur),
                        "dni": S(p.dni, None, pattern="^[0-9]{8}[A-Z]$"),
                        "num_seguridad_social": S(naf),
                        "nacimiento": DT(nac, "Cuándo nació", True),
                    }
                ),
                "empleador": Ob({"razon_social": S(e.name), "cif": S(e.nif)}),
                "mes": I(m, "Mes liquidado, 1-12"),
                "ejercicio": I(y, "Año"),
                "conceptos_salariales": A(
                    [Ob({"concepto": S(a), "euros": F(b)}, name="Concepto") for a, b in dev],
                    "Lo que se abona, sin el total",
                ),
                "descuentos": A(
                    [Ob({"concepto": S(a), "euros": F(b)}, name="Concepto") for a, b in ded],
                    "Lo que se resta, sin el total",
                ),
                "neto": F(liq, "Lo que cobra la persona"),
            }
        )
    elif k == 1:
        root = Ob(
            {
                "employee_full_name": S(p.inv, "Employee's name as printed"),
                "national_id": S(p.dni),
                "job_title": S(cat, "Professional category"),
                "hired_on": DT(ant, "Seniority date"),
                "birth_date": DT(nac, None, True),
                "marital_status": E(
                    {"c": "married", "s": "single", "d": "divorced"}[est[0]],
                    "single|married|divorced|widowed",
                ),
                "period_start": X(f"{y}-{m:02}-01", "First day of the pay period", format="date"),
                "period_end": X(f"{y}-{m:02}-{nd:02}", "Last day of the pay period", format="date"),
                "gross_pay": F(bruto, "Total earnings before deductions"),
                "income_tax_withheld": F(irpf),
                "net_pay": F(liq),
            }
        )
    elif k == 2:
        root = Ob(
            {
                "trabajador": S(p.inv),
                "empresa": S(e.name),
                "cuenta_cotizacion": S(ccc),
                "grupo_cotizacion": I(gc),
                "porcentaje_irpf": F(irp),
                "cuota_seguridad_social": F(ss),
                "anticipo": F(ant_c, None, True),
                "total_devengado": F(bruto),
                "total_deducido": F(td),
                "liquido": F(liq),
                "cuenta_abono": S(iban, None, True),
            }
        )
    else:
        root = Ob(
            {
                "quien": S(p.inv, "Persona que cobra, como aparece"),
                "sexo_deducido": E(
                    "hombre" if p.sex == "M" else "mujer",
                    "hombre|mujer",
                    "Según el nombre y el género gramatical del estado civil",
                ),
                "casado": B(est[0] == "c"),
                "periodo": S(
                    f"del 1 al {nd} de {mes} de {y}",
                    "Intervalo que se paga, con las palabras del recibo",
                ),
                "firmado_el": S(pago.txt, "Fecha al pie, tal como está escrita"),
                "lugar_firma": S(e.city, "Población que precede a la fecha del pie"),
                "hay_horas_extra": B(
                    any(a.startswith("Horas") for a, _ in dev),
                    "¿Se pagan horas extraordinarias este mes?",
                ),
                "con_anticipo": B(bool(ant_c), "¿Se descuenta algún adelanto?"),
                "n_devengos": I(
                    len(dev), "Cuántos conceptos retributivos hay, sin contar el total"
                ),
                "salario_base": F(dev[0][1]),
            }
        )
    return txt, root, g.c("esta nómina|el recibo de salarios|la nómina del empleado")
