"""The grammar of Spanish numerals over a run of adjacent atoms.

An :class:`Atom` is a literal ("3,5") or a word of the lexicon, with its offsets. Each function
reads greedily from position ``i`` and returns the value with the position after it, or None. The
grammar never backtracks over more than one connector, so a run is read in linear time.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from nlp.numeric.numeral_lexicon import Reading
from nlp.spans import Number


@dataclass(frozen=True, slots=True)
class Atom:
    """A word or literal of a numeral: half-open offsets and its reading (rank ``literal``)."""

    start: int
    end: int
    reading: Reading

    @property
    def rank(self) -> str:
        """The rank, with ``o_`` before it for ordinals."""
        return "o_" + self.reading.rank if self.reading.ordinal else self.reading.rank

    @property
    def value(self) -> Number:
        """The value of the word."""
        return self.reading.value


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number as it stands in a text: half-open offsets and value.

    ``kind`` is cardinal, ordinal or fraction; ``literal`` says that it is written with digits only,
    ``article`` that it is a lone "un", "una", "uno" (which is often no number at all), ``glued``
    that letters follow without a space ("180ml"), ``scale`` the scale words it ends in ("3 mil").
    """

    start: int
    end: int
    value: Number
    kind: str = "cardinal"
    literal: bool = False
    article: bool = False
    glued: bool = False
    scale: int = 1


Run = Sequence[Atom]
Parsed = tuple[Number, int]


def _rank(run: Run, i: int) -> str:
    return run[i].rank if i < len(run) else ""


def _below_hundred(run: Run, i: int) -> Parsed | None:
    rank = _rank(run, i)
    if rank in ("unit", "teen") and not (rank == "teen" and run[i].value == 10):
        return run[i].value, i + 1
    if rank in ("ten", "teen"):
        if _rank(run, i + 1) == "and" and _rank(run, i + 2) == "unit" and run[i + 2].value:
            return run[i].value + run[i + 2].value, i + 3
        return run[i].value, i + 1
    return None


def _below_thousand(run: Run, i: int) -> Parsed | None:
    if _rank(run, i) == "hundred":
        hundreds, j = run[i].value, i + 1
    elif _rank(run, i) == "unit" and run[i].value > 1 and _rank(run, i + 1) == "hundreds":
        hundreds, j = run[i].value * 100, i + 2
    else:
        return _below_hundred(run, i)
    rest = _below_hundred(run, j)
    return (hundreds + rest[0], rest[1]) if rest and rest[0] else (hundreds, j)


def _below_million(run: Run, i: int) -> Parsed | None:
    if _rank(run, i) == "literal":
        head: Parsed | None = (run[i].value, i + 1)
    else:
        head = _below_thousand(run, i)
    thousands, j = head or (1, i)
    if _rank(run, j) != "thousand":
        return head
    total, j = thousands * 1000, j + 1
    rest = _small(run, j)
    if rest and not (rest[0] == 1 and _rank(run, i) == "literal"):  # "600 mil un año atrás"
        return total + rest[0], rest[1]
    return total, j


def _small(run: Run, i: int) -> Parsed | None:
    """What may follow a thousand: a word number below 1000, or such a literal."""
    if _rank(run, i) == "literal":
        value = run[i].value
        if isinstance(value, int) and value < 1000 and _rank(run, i + 1) != "thousand":
            return value, i + 1
        return None
    rest = _below_thousand(run, i)
    return rest if rest and rest[0] and _rank(run, rest[1]) != "thousand" else None


def _group(run: Run, i: int) -> Parsed | None:
    """A number of some scale: "tres", "mil", "medio", or nothing before a singular scale."""
    if _rank(run, i) == "half" and _rank(run, i + 1) in ("scale", "collective"):
        return 0.5, i + 1
    if _rank(run, i) in ("scale", "collective") and not run[i].reading.plural:
        return 1, i
    return _below_million(run, i)


def cardinal(run: Run, i: int) -> Parsed | None:
    """The longest cardinal from ``i``: "tres millones dos mil", "3,5 millones", "mil y pico"."""
    total: Number = 0
    last = float("inf")
    j = i
    while True:
        k = j + 1 if total and last < float("inf") and _rank(run, j) == "and" else j
        group = _group(run, k)
        if group is None or (k != j and not _joins(run, k, group)):
            break
        value, after = group
        scale = run[after].value if _rank(run, after) == "scale" else 1
        if scale >= last or (last <= 1e6 and value >= 1e6):
            break
        total, last, j = _exact(total + value * scale), scale, after + (scale > 1)
        if scale == 1:
            break
    if j == i:
        return None
    return _tail(run, j, total, last)


def _joins(run: Run, k: int, group: Parsed) -> bool:
    """Whether "y" adds this group to a scale: "un billón y medio millón"."""
    return _rank(run, k) == "half" or _rank(run, group[1]) == "scale"


def _tail(run: Run, j: int, total: Number, last: float) -> Parsed:
    """What may close a cardinal: dozens, "y medio", "y cuatro docenas"."""
    if _rank(run, j) == "collective":
        size = run[j].value
        if _rank(run, j + 1) == "and" and _rank(run, j + 2) == "half":
            return _exact((total + 0.5) * size), j + 3  # docena y media
        return _exact(total * size), j + 1
    if _rank(run, j) != "and":
        return total, j
    if _rank(run, j + 1) == "half" and _rank(run, j + 2) not in ("scale", "collective"):
        unit = last if 1 < last < float("inf") else 1
        return _exact(total + unit / 2), j + 2
    more = _below_million(run, j + 1)
    if more and total >= 1000 and _rank(run, more[1]) == "collective":
        return total + more[0] * run[more[1]].value, more[1] + 1
    return total, j


def _exact(value: Number) -> Number:
    """An int where the value is one: 3.5 × 10⁶ is 3500000."""
    if isinstance(value, float):
        value = float(f"{value:.15g}")
        return int(value) if value.is_integer() and value < 1e15 else value
    return value


def ordinal(run: Run, i: int, head: Parsed | None) -> Parsed | None:
    """The longest ordinal from ``i``: "vigésimo tercero", "dos milésimo tricentésimo".

    ``head`` is the cardinal from ``i``.
    """
    total: Number = 0
    j = i
    if not _rank(run, i).startswith("o_"):
        if head is None or _rank(run, head[1]) not in ("o_thousand", "o_scale"):
            return None
        whole, j = head
        scale = run[j].value
        if run[j].reading.plural:
            return None
        low = whole % (1_000_000 if scale == 1000 else scale * scale)
        total, j = whole - low + low * scale, j + 1
    order = ("o_scale", "o_thousand", "o_hundred", "o_ten", "o_teen", "o_unit")
    step = order.index("o_hundred") if j > i else 0
    while _rank(run, j) in order[step:]:
        rank = _rank(run, j)
        total, j = total + run[j].value, j + 1
        step = len(order) if rank in ("o_teen", "o_unit") else order.index(rank) + 1
        if rank == "o_ten":
            step = order.index("o_unit")
    return (total, j) if j > i else None


def fraction(run: Run, top: Parsed | None) -> Parsed | None:
    """A fraction whose numerator is the cardinal ``top``: "dos tercios", "cien milésimas"."""
    if top is None:
        return None
    above, j = top
    if _rank(run, j) not in ("denominator", "half") and not _rank(run, j).startswith("o_"):
        return None
    reading = run[j].reading
    if reading.ordinal and reading.value > 2 and _rank(run, j + 1) == "part":
        return above / reading.value, j + 2  # dos terceras partes
    if (reading.ordinal and reading.value < 4) or reading.plural != (above != 1):
        return None
    return above / reading.value, j + 1


def decimals(run: Run, i: int) -> tuple[str, int] | None:
    """The digits said after "coma": "cero cinco" → "05", "veintiocho" → "28"."""
    digits = ""
    if _rank(run, i) == "unit" and _rank(run, i + 1) == "unit":  # one by one: "tres cinco"
        while _rank(run, i) == "unit":
            digits, i = digits + str(run[i].value), i + 1
        return digits, i
    while _rank(run, i) == "unit" and run[i].value == 0:
        digits, i = digits + "0", i + 1
    tail = _below_million(run, i) if i < len(run) else None
    if tail and isinstance(tail[0], int):
        digits, i = digits + str(tail[0]), tail[1]
    return (digits, i) if digits else None
