"""Spanish numbers in digits and words, read from strings and from running text.

:func:`read_number` values a string that is a number, :func:`number_spans` finds the numbers of a
text, :func:`numerals` gives them with all that later finders need. Offsets are half-open
code-point offsets into the unchanged text.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from nlp.folding import fold
from nlp.numeric.digits import SPACES
from nlp.numeric.literals import TOKEN, VULGAR, read_literal
from nlp.numeric.numeral_grammar import Atom, Numeral, Run, cardinal, decimals, fraction, ordinal
from nlp.numeric.numeral_lexicon import Reading, lexicon, numbers_resource
from nlp.numeric.roman import read_roman
from nlp.numeric.shared_scales import with_shared_scales
from nlp.spans import Number

_ZERO_POINT = re.compile(r"\b(?:bajo|sobre)\s\Z", re.IGNORECASE)
_LONGEST_RUN = 400
"""Number words with nothing between them that may still be said by somebody who counts."""
_HALVES = 2
_CLOSES = re.compile(
    r"\s{0,2}(?:$|[.,;:)!?%»\"]|por\s(?:cien|mil)|(?:de\s)?(?:c[eé]ntim|centav|peniq))"
)


def read_number(text: str, *, decimal: str = ",") -> Number | None:
    """The value of a string that is a Spanish number, else None.

    Cardinals, fractions, ordinals and Roman numerals, in digits or words.

    ``decimal`` is the mark of ambiguous literals (:func:`nlp.numeric.digits.read_digits`).
    """
    stripped = text.strip()
    found = numerals(stripped, decimal=decimal)
    if len(found) == 1 and found[0].start == 0 and found[0].end == len(stripped):
        return None if found[0].glued else found[0].value
    return read_roman(stripped)


def number_spans(text: str) -> Iterator[tuple[int, int, Number]]:
    """Yield ``(start, end, value)`` of every cardinal and fraction of a text, left to right.

    Lone articles ("un", "una") and numbers glued to letters ("180ml") are left out.
    """
    for numeral in numerals(text):
        if numeral.kind != "ordinal" and not numeral.article and not numeral.glued:
            yield numeral.start, numeral.end, numeral.value


@lru_cache(maxsize=16)
def numerals(text: str, *, decimal: str = ",") -> tuple[Numeral, ...]:
    """Every numeral of a text, left to right, without overlaps."""
    found: list[Numeral] = []
    for run in _runs(text, decimal):
        if len(run) > _LONGEST_RUN and all(atom.reading.rank != "literal" for atom in run):
            continue
        found.extend(one for one in _read_run(text, run) if not _is_idiom(text, one, found))
    return with_shared_scales(text, found)


def _is_idiom(text: str, numeral: Numeral, found: list[Numeral]) -> bool:
    """The "cien" of "por cien" after a number, and the "cero" of "bajo cero"."""
    lead = text[max(0, numeral.start - 8) : numeral.start]
    if numeral.value == 0:
        return bool(_ZERO_POINT.search(lead))
    if numeral.value not in (100, 1000) or numeral.literal or not found:
        return False
    return text[found[-1].end : numeral.start].strip() == "por"


def _runs(text: str, decimal: str) -> Iterator[list[Atom]]:
    """Group the atoms of a text into runs with nothing but a space between them."""
    run: list[Atom] = []
    read_to = 0
    for token in TOKEN.finditer(text):
        start, end = token.span()
        if start < read_to:
            continue  # the exponent of the literal before
        if token.lastgroup == "word":
            reading = _reading(token.group())
            atom = Atom(start, end, reading) if reading else None
        else:
            atom = read_literal(text, token, decimal)
        if atom is None or (run and not _adjacent(text, run[-1].end, atom.start)):
            if run:
                yield run
            run = []
        if atom is not None:
            run.append(atom)
            read_to = atom.end
    if run:
        yield run


@lru_cache(maxsize=65536)
def _reading(word: str) -> Reading | None:
    """What a word is in a numeral; remembered, because most words of a text return."""
    return lexicon().get(fold(word))


def _adjacent(text: str, end: int, start: int) -> bool:
    if start - end == 1:
        return text[end] in SPACES or text[end] == "\n"
    gap = text[end:start]
    return 0 < start - end <= 4 and gap.isspace() and gap.count("\n") < 2


def _read_run(text: str, run: Run) -> Iterator[Numeral]:
    i = 0
    while i < len(run):
        read = None if _is_part_of_hour(run, i) else _mention(text, run, i)
        if read is None:
            i += 1
            continue
        numeral, i = read
        yield numeral


def _is_part_of_hour(run: Run, i: int) -> bool:
    """The "segundos" of "0,1 segundos" and the "cuarto" of "las tres y cuarto" are no ordinals."""
    if run[i].rank != "o_unit" or i == 0:
        return False
    before = run[i - 1].rank
    if run[i].value == 2:
        return before in ("literal", "unit", "teen", "ten", "hundred", "thousand")
    return run[i].value == 4 and not run[i].reading.plural and before in ("and", "minus")


def _mention(text: str, run: Run, i: int) -> tuple[Numeral, int] | None:
    """The longest numeral that starts at atom ``i``, sign included."""
    rank = run[i].rank
    if rank == "half" and not run[i].reading.plural:
        half = Numeral(run[i].start, run[i].end, 0.5, "fraction", article=True)
        return _unsigned(text, run, i) or (half, i + 1)
    if rank == "minus":
        if not _is_sign(text, run, i):
            return None
        read = _unsigned(text, run, i + 1)
        if read is None or read[0].kind == "ordinal":
            return None
        positive, j = read
        return _numeral(text, run, i, j, -positive.value, positive.kind), j
    return _unsigned(text, run, i)


def _is_sign(text: str, run: Run, i: int) -> bool:
    if i and run[i - 1].rank not in ("and", "over", "with"):
        return False
    before = text[max(0, run[i].start - 12) : run[i].start].split()
    return not before or fold(before[-1]) not in numbers_resource()["not_minus_after"]


def _unsigned(text: str, run: Run, i: int) -> tuple[Numeral, int] | None:
    if i >= len(run):
        return None
    if run[i].rank == "o_literal":
        return _numeral(text, run, i, i + 1, run[i].value, "ordinal"), i + 1
    if run[i].rank == "literal" and i + 1 == len(run):
        return _numeral(text, run, i, i + 1, run[i].value), i + 1
    if run[i].rank == "point":
        opens = run[i].start < 9 and not text[: run[i].start].strip()
        said = decimals(run, i + 1) if opens else None
        if said is None:
            return None
        return _numeral(text, run, i, said[1], float(f"0.{said[0]}")), said[1]
    whole = cardinal(run, i)
    part = fraction(run, whole)
    place = ordinal(run, i, whole)
    if part and part[1] >= (place or part)[1] and _is_fraction(text, run, part[1]):
        return _numeral(text, run, i, part[1], part[0], "fraction"), part[1]
    if place and (whole is None or place[1] > whole[1]):
        return _numeral(text, run, i, place[1], place[0], "ordinal"), place[1]
    if whole is None:
        return None
    value, j = _more(text, run, *whole)
    return _numeral(text, run, i, j, value), j


def _is_fraction(text: str, run: Run, j: int) -> bool:
    """ "un quinto" is a fraction unless a noun follows ("un quinto elemento"); whole halves are none."""
    denominator = run[j - 1].reading
    if denominator.rank == "part":
        return True
    if denominator.value == _HALVES and denominator.plural:  # "tres medios", not "catorce medios"
        return run[j - 2].value % _HALVES == 1 and not text[run[j - 1].end :].lstrip()[:1].isalpha()
    if not denominator.ordinal or denominator.plural:
        return denominator.rank != "half" or not text[run[j - 1].end : run[j - 1].end + 2].strip()
    after = text[run[j - 1].end : run[j - 1].end + 4].lstrip()
    return not after[:1].isalpha() or after.startswith(("de", "por", "con", "y "))


def _more(text: str, run: Run, value: Number, j: int) -> tuple[Number, int]:
    """What "con", "coma", "punto" and "sobre" add to a cardinal that ends before atom ``j``."""
    link = run[j].rank if j < len(run) else ""
    if link in ("with", "point") and isinstance(value, int):
        part = fraction(run, cardinal(run, j + 1)) if link == "with" else None
        if part:
            return value + part[0] * _scale(value), part[1]
        mixed = cardinal(run, j + 1) if link == "with" else None
        if mixed and isinstance(mixed[0], float) and run[mixed[1] - 1].rank == "half":
            return value + mixed[0], mixed[1]
        said = decimals(run, j + 1)
        if said and (link == "point" or _CLOSES.match(text, run[said[1] - 1].end)):
            return float(f"{value}.{said[0]}"), said[1]
    if link == "over" and isinstance(value, int):
        below = cardinal(run, j + 1)
        if below and below[0]:
            return value / below[0], below[1]
    if value == 0 and link == "unit" and run[j].value and run[j - 1].rank == "unit":
        return run[j].value, j + 1  # cero uno
    return value, j


def _trailing_scale(run: Run, i: int, j: int) -> int:
    """The scale words a numeral ends in, multiplied: 10⁹ for "3 mil millones"."""
    scale = 1
    for atom in reversed(run[i + 1 : j]):
        if atom.rank not in ("thousand", "scale"):
            break
        scale *= int(atom.value)
    return scale


def _scale(value: int) -> int:
    """The scale a fraction after "con" counts: "cinco billones con tres cuartos"."""
    return next((s for s in (10**18, 10**12, 10**6) if value and value % s == 0), 1)


def _numeral(text: str, run: Run, i: int, j: int, value: Number, kind: str = "cardinal") -> Numeral:
    first, last = run[i], run[j - 1]
    literal = all(atom.reading.rank == "literal" for atom in run[i:j])
    following = text[last.end : last.end + 1]
    written = text[first.start : last.end]
    if literal and kind == "cardinal" and ("/" in written or written[-1] in VULGAR):
        kind = "fraction"
    return Numeral(
        start=first.start,
        end=last.end,
        value=value,
        kind=kind,
        literal=literal,
        article=j - i == 1 and first.reading.rank == "unit" and value == 1 and kind == "cardinal",
        scale=_trailing_scale(run, i, j),
        glued=literal and kind != "ordinal" and (following.isalpha() or following == "_"),
    )
