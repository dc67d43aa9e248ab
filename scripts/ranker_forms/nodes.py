"""The fields of a form with their gold, and the schema they make, in three styles."""

import re

g0 = None


def begin(g):
    """The generator of the form whose nodes come next."""
    global g0
    g0 = g


class Nd:
    """A field: its schema, gold, description, whether null or absent is allowed."""

    def __init__(self, sch, val, d=None, n=False, opt=False):
        self.sch, self.val, self.d, self.n, self.opt = sch, val, g0.l(d), n, opt


def S(v, d=None, n=False, **kw):
    """A text that stands in the form word for word."""
    v = None if v is None else str(v)
    if v:
        g0.verb.append(v)
    return Nd({"type": "string", **kw}, v, d, n)


def X(v, d=None, n=False, **kw):
    """A text that is worked out."""
    return Nd({"type": "string", **kw}, v, d, n)


def DT(v, d=None, n=False):
    """A date, ISO by its format."""
    return Nd({"type": "string", "format": "date"}, None if v is None else v.iso, d, n)


def ISO(v, d, n=False):
    """A date, ISO by its description."""
    return Nd({"type": "string"}, None if v is None else v.iso, d, n)


def F(v, d=None, n=False, **kw):
    """A number."""
    if v is not None:
        v = round(v, 4)
        v = int(v) if v == int(v) else v
    return Nd({"type": "number", **kw}, v, d, n)


def I(v, d=None, n=False, **kw):
    """A whole number."""
    return Nd({"type": "integer", **kw}, v, d, n)


def B(v, d=None, n=False):
    """True or false."""
    return Nd({"type": "boolean"}, v, d, n)


def E(v, mem, d=None, n=False, name=None):
    """A member of an enum."""
    mem = mem.split("|") if isinstance(mem, str) else mem
    assert v is None or v in mem, (v, mem)
    x = Nd({"type": "string", "enum": mem}, v, d, n)
    x.name = name
    return x


def A(nodes, d=None, item=None, n=False, **kw):
    """A list."""
    it = nodes[0] if nodes else item
    return Nd({"type": "array", "items": it, **kw}, [x.val for x in nodes], d, n)


def Ob(fields, d=None, n=False, name=None, null=False):
    """An object."""
    f = {g0.l(k): v for k, v in fields.items()}
    assert len(f) == len(fields), list(fields)
    x = Nd(
        {"type": "object", "fields": f},
        None if null else {k: v.val for k, v in f.items() if not (v.opt and v.val is None)},
        d,
        n or null,
    )
    x.name = name
    return x


def O(x):
    """A field that may be absent."""
    x.opt = True
    return x


def compile_(root, style, order):
    """The schema of a root in a style: plain, Pydantic's or strict."""
    defs = {}

    def obj(x, title):
        f = x.sch["fields"]
        s = {"type": "object"}
        if style == "pyd" and title:
            s["title"] = title
        keys = list(f)
        if order == id(x):
            g0.r.shuffle(keys)
        s["properties"] = {k: node(f[k], k) for k in keys}
        req = [k for k in keys if not f[k].opt and not (style == "pyd" and f[k].n)]
        if req:
            s["required"] = req
        if style == "strict":
            s["additionalProperties"] = False
        return s

    def node(x, key):
        t = x.sch["type"]
        s = dict(x.sch)
        if t == "object":
            if style == "pyd":
                nm = x.name or "".join(w[:1].upper() + w[1:] for w in re.split(r"[_\W]+", key))
                defs[nm] = obj(x, nm)
                s = {"$ref": f"#/$defs/{nm}"}
            else:
                s = obj(x, None)
        elif t == "array":
            s["items"] = node(x.sch["items"], key[:-1] if key.endswith("s") else key)
        elif "enum" in s and style == "pyd" and getattr(x, "name", None):
            defs[x.name] = {"enum": s["enum"], "title": x.name, "type": "string"}
            s = {"$ref": f"#/$defs/{x.name}"}
        if x.n:
            if style == "pyd":
                s = {"anyOf": [s, {"type": "null"}], "default": None}
            elif "type" in s:
                s["type"] = [s["type"], "null"]
                if "enum" in s:
                    s["enum"] = s["enum"] + [None]
        if style == "pyd" and "$ref" not in s:
            s["title"] = key.replace("_", " ").strip().title()
        if x.d:
            s = (
                {**s, "description": x.d}
                if style == "pyd" or g0.p(0.5) or t in ("object", "array")
                else {"type": s.pop("type"), "description": x.d, **s}
            )
        return s

    s = obj(root, root.name if style == "pyd" else None)
    if style == "pyd" and defs:
        s = {"$defs": defs, **s}
    if style == "strict" and g0.p(0.3):
        s = {"$schema": "https://json-schema.org/draft/2020-12/schema", **s}
    return s
