"""Invented people, companies, dates and looks of one form, drawn from a seed."""

import datetime as dt
import random

from ranker_forms.words import AP, CALLE, CIUD, CW1, CW2, MES, NF, NM


class Dt:
    """A day as the form writes it."""

    def __init__(self, d, txt):
        self.d, self.txt, self.iso = d, txt, d.isoformat()

    def __str__(self):
        return self.txt


class Pers:
    """A person: names, number, telephone, mail."""

    pass


class Comp:
    """A company: name, number, address."""

    pass


class Draw:
    """Seeded generator of one document."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.cache = {}
        self.verb = []
        self.df = self.r.choice(
            ["dmy/", "dmy/", "dmy-", "d/m/yy", "long", "long", "abbr", "dot", "iso"]
        )
        self.cty = "ES"
        self.ms = "es"
        self.blankstyle = self.r.choice(["", "", "—", "-----", "", "__________"])
        self.used = set()

    def c(self, x):
        """One of several; a string holds them between bars."""
        if isinstance(x, str):
            x = x.split("|")
        return self.r.choice(list(x))

    def l(self, x):  # the same choice everywhere in the document
        """The same choice everywhere in the document."""
        if x is None or "|" not in x:
            return x
        if x not in self.cache:
            self.cache[x] = self.c(x)
        return self.cache[x]

    def p(self, q=0.5):
        """True with a chance of ``q``."""
        return self.r.random() < q

    def i(self, a, b):
        """A whole number from ``a`` to ``b``."""
        return self.r.randint(a, b)

    def maybe(self, v, q=0.35):
        """The value, or None with a chance of ``q``."""
        return None if self.p(q) else v

    def sh(self, x):
        """Shuffled."""
        x = list(x)
        self.r.shuffle(x)
        return x

    def some(self, x, a, b):
        """Between ``a`` and ``b`` of them."""
        return self.r.sample(list(x), self.i(a, b))

    def code(self, t):
        """A code: # is a digit, @ a letter."""
        return "".join(
            self.c(list("0123456789"))
            if ch == "#"
            else self.c(list("ABCDEFGHJKLMNPRSTVXZ"))
            if ch == "@"
            else ch
            for ch in t
        )

    def person(self, sex=None):
        """Somebody not yet in the form."""
        while True:
            p = Pers()
            p.sex = sex or self.c(["M", "F"])
            p.first = self.c(NM if p.sex == "M" else NF)
            if self.p(0.15):
                p.first += " " + ("José" if p.sex == "M" else "María")
            p.s1, p.s2 = self.r.sample(AP, 2)
            p.sur = p.s1 + " " + p.s2
            p.full = f"{p.first} {p.sur}"
            p.inv = f"{p.sur}, {p.first}"
            p.short = f"{p.first[0]}. {p.s1}"
            p.don = ("D. " if p.sex == "M" else "D.ª ") + p.full
            if p.s1 not in self.used:
                self.used.add(p.s1)
                break
        p.dni = self.dni()
        p.tel = self.tel()
        p.mail = self.mail(p.first.split()[0] + "." + p.s1)
        return p

    def mail(self, n):
        """A mail address for a name."""
        t = str.maketrans("áéíóúñüÁÉÍÓÚÑ", "aeiounuAEIOUN")
        return n.translate(t).lower() + "@" + self.c("correo.example|buzon.example|mail.example")

    def dni(self):
        """A Spanish identity number with its letter."""
        n = self.i(10000000, 79999999)
        return f"{n}{'TRWAGMYFPDXBNJZSQVHLCKE'[n % 23]}"

    def tel(self):
        """A telephone number as the country writes it."""
        a = (
            self.code("6## ### ###")
            if self.cty == "ES"
            else {
                "MX": self.code("33 #### ####"),
                "CL": self.code("+56 9 #### ####"),
                "AR": self.code("0341 4##-####"),
                "CO": self.code("310 ### ####"),
            }[self.cty]
        )
        return a.replace(" ", "") if self.cty == "ES" and self.p(0.3) else a

    def comp(self, suf=None):
        """A company not yet in the form."""
        while True:
            k = Comp()
            w = self.c(CW2)
            if w not in self.used:
                self.used.add(w)
                break
        suf = (
            suf
            or {
                "ES": "S.L.|S.A.|S.L.U.|S. Coop.",
                "MX": "S.A. de C.V.|S. de R.L. de C.V.",
                "CL": "SpA|Ltda.|S.A.",
                "AR": "S.R.L.|S.A.",
                "CO": "S.A.S.|Ltda.",
            }[self.cty]
        )
        k.name = f"{self.c(CW1)} {w} {self.c(suf)}"
        k.nif = self.code("B########")
        k.street = f"{self.c(CALLE)}, {self.i(1, 140)}"
        k.cp, k.city = self.c(CIUD[self.cty])
        k.tel = self.tel()
        k.mail = self.mail("info." + w)
        k.addr = f"{k.street}, {k.cp + ' ' if k.cp else ''}{k.city}"
        return k

    def date(self, a=None, b=None, fmt=None, base=None, lo=0, hi=0):
        """A day of the years, or so many days after another."""
        if base is not None:
            d = (base.d if isinstance(base, Dt) else base) + dt.timedelta(days=self.i(lo, hi))
        else:
            d0 = dt.date(a or 2024, 1, 1)
            d1 = dt.date(b or a or 2025, 12, 28)
            d = d0 + dt.timedelta(days=self.i(0, (d1 - d0).days))
        return Dt(d, self.fd(d, fmt))

    def fd(self, d, fmt=None):
        """A day written in a form."""
        f = fmt or (self.df if self.p(0.85) else self.c("dmy/|long|dmy-"))
        m = MES[d.month - 1]
        if f == "d/m/yy" and d.year < 1990:
            f = "dmy/"
        return {
            "dmy/": f"{d.day:02}/{d.month:02}/{d.year}",
            "dmy-": f"{d.day:02}-{d.month:02}-{d.year}",
            "d/m/yy": f"{d.day}/{d.month}/{d.year % 100:02}",
            "long": f"{d.day} de {m} de {d.year}",
            "abbr": f"{d.day:02}-{m[:3]}-{d.year}",
            "dot": f"{d.day:02}.{d.month:02}.{d.year}",
            "iso": d.isoformat(),
        }[f]

    def n(self, v, dec=2):  # a number in the country's style
        """A number in the country's style."""
        s = f"{v:,.{dec}f}"
        if self.ms == "mx":
            return s
        s = s.replace(",", "\0").replace(".", ",").replace("\0", ".")
        return s

    def m(self, v):
        """An amount of money in the country's style."""
        return {
            "es": f"{self.n(v)} €",
            "es2": f"{self.n(v)} EUR",
            "mx": f"${self.n(v)}",
            "ar": f"$ {self.n(v)}",
            "cl": f"${self.n(v, 0)}",
            "co": f"$ {self.n(v, 0)}",
        }[self.ms]

    def price(self, a, b):
        """An amount in steps of five cents."""
        return round(self.r.uniform(a, b) * 20) / 20

    def time(self, a=7, b=21):
        """A time of day."""
        return f"{self.i(a, b):02}:{self.c('00|05|10|15|20|30|40|45|50|55')}"

    def blank(self):
        """What stands where nothing is filled in."""
        return self.blankstyle if self.p(0.8) else self.c("|—|...")
