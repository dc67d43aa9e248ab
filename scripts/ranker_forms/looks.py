"""How a form looks: labels with values, tables, boxes, headings."""

from ranker_forms.document import Draw


class G(Draw):
    """The generator of one form: draws, and lays out what it drew."""

    def P(self, look, pairs, order=False):
        """pairs of (label, value); a value of None is left empty, or the label goes altogether."""
        ps = []
        for lb, v in self.sh(pairs) if order else pairs:
            lb = self.l(lb)
            if v is None:
                if self.p(0.35):
                    continue
                v = "-" if look in ("htable", "mdh", "below") else self.blank()
            ps.append((lb, str(v)))
        if look == "caps":
            ps = [(a.upper(), b) for a, b in ps]
            look = "colon"
        w = max([len(a) for a, _ in ps] + [8])
        if look == "colon":
            return "\n".join(f"{a}: {b}".rstrip() for a, b in ps)
        if look == "tight":
            return "\n".join(f"{a}:{b}" for a, b in ps)
        if look == "dots":
            return "\n".join(f"{a} {'.' * (w + 6 - len(a))} {b}".rstrip() for a, b in ps)
        if look == "cols":
            return "\n".join(f"{a:<{w + 4}}{b}".rstrip() for a, b in ps)
        if look == "bold":
            return "  \n".join(f"**{a}:** {b}".rstrip() for a, b in ps)
        if look == "bullets":
            return "\n".join(f"- {a}: {b}".rstrip() for a, b in ps)
        if look == "below":
            return "\n".join(f"{a}\n{b}" for a, b in ps)
        if look == "mdtable":
            return (
                "| "
                + self.l("Campo|Concepto|Dato")
                + " | "
                + self.l("Valor|Detalle|Contenido")
                + " |\n|---|---|\n"
                + "\n".join(f"| {a} | {b} |" for a, b in ps)
            )
        if look == "eq":
            return "\n".join(f"{a} = {b}".rstrip() for a, b in ps)
        if look in ("inline", "bar"):
            sep = "   " if look == "inline" else " | "
            out = []
            i = 0
            while i < len(ps):
                n = self.i(2, 3)
                out.append(sep.join(f"{a}: {b}".rstrip() for a, b in ps[i : i + n]))
                i += n
            return "\n".join(out)
        if look == "two":  # two columns aligned by spaces
            cells = [f"{a}: {b}".rstrip() for a, b in ps]
            h = (len(cells) + 1) // 2
            w = max(map(len, cells)) + 4
            return "\n".join(
                (f"{cells[i]:<{w}}" + (cells[i + h] if i + h < len(cells) else "")).rstrip()
                for i in range(h)
            )
        if look in ("htable", "mdh"):
            out = []
            i = 0
            while i < len(ps):
                n = 3 if len(ps) - i > 4 else len(ps) - i
                out.append(
                    self.T(
                        "space" if look == "htable" else "md",
                        [a for a, _ in ps[i : i + n]],
                        [[b for _, b in ps[i : i + n]]],
                    )
                )
                i += n
            return "\n\n".join(out)
        raise KeyError(look)

    def T(self, look, head, rows):
        """A table in one of the looks."""
        head = [self.l(h) for h in head]
        rows = [[("" if x is None else str(x)) for x in r] for r in rows]
        if look == "md":
            return (
                "| "
                + " | ".join(head)
                + " |\n|"
                + "---|" * len(head)
                + "\n"
                + "\n".join("| " + " | ".join(r) + " |" for r in rows)
            )
        if look == "semi":
            return "\n".join("; ".join(r) for r in [head, *rows])
        if look == "pipe":
            return "\n".join(" | ".join(r) for r in [head, *rows])
        w = [max(len(r[i]) for r in [head, *rows]) + 2 for i in range(len(head))]
        ls = [
            "".join((x or "-").ljust(w[i]) for i, x in enumerate(r)).rstrip() for r in [head, *rows]
        ]
        if look == "rule":
            ls.insert(1, "-" * sum(w))
        return "\n".join(ls)

    def t(self):
        """The look of a table."""
        return self.c("md|space|rule|pipe")

    def boxes(self, opts, on):
        """Boxes, some of them ticked."""
        on = {on} if isinstance(on, str) else set(on or ())
        s = self.l("[x]~[ ]|[X]~[ ]|☒~☐|(X)~( )|[x]~[ ]").split("~")
        return "  ".join(f"{s[0] if o in on else s[1]} {o}" for o in opts)

    def H(self, t):  # a section heading
        """A heading."""
        return self.l("## {}|=== {} ===|{}|**{}**|-- {} --|[{}]").format(t)


def J(*x):
    """Lines joined; None is no line."""
    return "\n".join(s for s in x if s is not None)
