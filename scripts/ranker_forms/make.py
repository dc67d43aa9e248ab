"""Makes the forms: a layout, a variant of its schema and a seed give one solved text."""

import datetime as dt
import hashlib
import json
import re
from pathlib import Path

from ranker_forms.layouts.accidente import accidente
from ranker_forms.layouts.acta import acta
from ranker_forms.layouts.albaran import albaran
from ranker_forms.layouts.analitica import analitica
from ranker_forms.layouts.boleta import boleta
from ranker_forms.layouts.certificado import certificado
from ranker_forms.layouts.cfdi import cfdi
from ranker_forms.layouts.contrato import contrato
from ranker_forms.layouts.embarque import embarque
from ranker_forms.layouts.extracto import extracto
from ranker_forms.layouts.factura import factura
from ranker_forms.layouts.guardia import guardia
from ranker_forms.layouts.hoja_servicio import hoja_servicio
from ranker_forms.layouts.hotel import hotel
from ranker_forms.layouts.inmueble import inmueble
from ranker_forms.layouts.judicial import judicial
from ranker_forms.layouts.matricula import matricula
from ranker_forms.layouts.nomina import nomina
from ranker_forms.layouts.orden_compra import orden_compra
from ranker_forms.layouts.orden_trabajo import orden_trabajo
from ranker_forms.layouts.paciente import paciente
from ranker_forms.layouts.pedido import pedido
from ranker_forms.layouts.poliza import poliza
from ranker_forms.layouts.producto import producto
from ranker_forms.layouts.receta import receta
from ranker_forms.layouts.siniestro import siniestro
from ranker_forms.layouts.socio import socio
from ranker_forms.layouts.subvencion import subvencion
from ranker_forms.layouts.ticket import ticket
from ranker_forms.layouts.vacunas import vacunas
from ranker_forms.looks import G
from ranker_forms.nodes import begin, compile_
from ranker_forms.words import MES

INSTR = [
    "Extrae los datos de {d} según el esquema.",
    "Saca de {d} los campos del esquema. Lo que no conste, null.",
    "Rellena el esquema con la información de {d}.",
    "Necesito pasar {d} a JSON para cargarlo en nuestro sistema; usa el esquema indicado.",
    "Lee {d} y devuelve los campos pedidos, sin inventar nada.",
    "Convierte {d} en un registro estructurado.",
    "De {d}, quiero estos campos. Respeta las descripciones cuando las haya.",
    "Vuelca {d} en el formato indicado.",
]


LAYOUTS = [
    factura,
    nomina,
    judicial,
    analitica,
    pedido,
    ticket,
    paciente,
    extracto,
    poliza,
    albaran,
    certificado,
    accidente,
    matricula,
    receta,
    orden_compra,
    hoja_servicio,
    socio,
    cfdi,
    boleta,
    hotel,
    embarque,
    orden_trabajo,
    guardia,
    acta,
    producto,
    inmueble,
    contrato,
    subvencion,
    siniestro,
    vacunas,
]


def remark(g, text):
    """A sentence or two about the form itself between two blocks (never about its content)."""
    d = g.fd(dt.date(2026, g.i(1, 3), g.i(1, 28)))
    R = [
        f"Copia impresa el {d} a las {g.time()} desde el puesto {g.code('0#')}. Página 1 de {g.i(1, 3)}.",
        "Rellénese con letra mayúscula; los campos con asterisco son obligatorios y los que no procedan se dejan en blanco.",
        f"Impreso normalizado mod. {g.code('##-@')}, versión de {g.c(MES)} de {g.i(2017, 2021)}.",
        "Documento generado de forma automática. No requiere sello. Si detecta algún error, comuníquelo a la dirección que figura al pie.",
        "El presente documento consta de una sola hoja y carece de validez si presenta tachaduras o enmiendas.",
    ]
    if g.cty == "ES":
        R.append(
            "De conformidad con el Reglamento (UE) 2016/679, sus datos se incorporan a un fichero del que es responsable la entidad emisora; puede ejercer sus derechos en el apartado de correos 1180."
        )
    b = text.split("\n\n")
    pos = [i for i in range(1, len(b) + 1) if not b[i - 1].rstrip().endswith(":")]
    b.insert(g.c(pos) if pos else len(b), " ".join(g.some(R, 1, 2)))
    return "\n\n".join(b)


def make(fn, j, seed):
    """One solved form: layout, number, seed."""
    s = int(hashlib.md5(f"{seed}/{fn.__name__}/{j}".encode()).hexdigest()[:12], 16)
    g = G(s)
    begin(g)
    k = j % 4
    text, root, kind = fn(g, k)
    if g.p(0.65) and fn is not ticket:
        text = remark(g, text)
    text = re.sub(r"\n{4,}", "\n\n\n", text.strip("\n")) + "\n"
    for v in g.verb:
        if v not in text or v.strip() != v:
            raise ValueError(f"{fn.__name__} {j}: the form does not say {v!r}")
    style = g.c(["plain", "plain", "pyd", "pyd", "strict"])
    root.name = "".join(w.title() for w in fn.__name__.split("_"))
    sch = compile_(root, style, id(root) if g.p(0.5) else None)
    out = {p: root.val[p] for p in sch["properties"] if p in root.val}
    return {
        "id": f"form_{fn.__name__}_{j + 1:02}",
        "layout": fn.__name__,
        "input_text": text,
        "instruction": re.sub(r"\b([Dd])e el\b", r"\1el", g.c(INSTR).format(d=kind)),
        "target_schema": sch,
        "output": out,
    }


def write_forms(folder: Path, seed: str = "2025", per: int = 8) -> Path:
    """Write ``per`` forms of every layout into a folder, the same for the same seed."""
    folder.mkdir(parents=True, exist_ok=True)
    for fn in LAYOUTS:
        for j in range(per):
            c = make(fn, j, seed)
            (folder / f"{c['id']}.json").write_text(
                json.dumps(c, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
            )
    return folder
