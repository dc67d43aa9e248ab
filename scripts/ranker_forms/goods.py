"""Goods and the lines of a bill."""

ART = [
    "Tubo PVC 32 mm",
    "Caja de tornillos M6",
    "Bisagra acodada 35 mm",
    "Rollo de cable 2x1,5",
    "Saco de mortero 25 kg",
    "Lámpara LED E27",
    "Pintura plástica blanca 15 L",
    "Broca para hormigón 8 mm",
    'Llave de paso 1/2"',
    "Silicona neutra",
    "Guantes de nitrilo talla 9",
    "Cinta aislante negra",
    "Panel de yeso 13 mm",
    "Disco de corte 115",
]


def lines(g, a, b, cat=None, lo=2, hi=90, dec=2):
    """The lines of a bill."""
    out = []
    for d in g.r.sample(cat or ART, g.i(a, b)):
        q = g.i(1, 24)
        p = g.price(lo, hi) if dec else g.i(lo, hi) * 10
        out.append({"d": d, "q": q, "p": p, "t": round(q * p, 2), "ref": g.code("@@-###")})
    return out
