"""Numbers with their units, found once a text and shared by the finders of every kind.

A :class:`Measure` is a numeral with what it counts: percent, money, temperature or quantity.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from nlp.numeric.currencies import GAP, currency_after, currency_before
from nlp.numeric.digits import SPACES, decimal_mark
from nlp.numeric.numeral_grammar import Numeral
from nlp.numeric.numerals import numerals, read_number
from nlp.numeric.units import convert, unit_after
from nlp.spans import Number
from nlp.word_lists import text_pattern

_PERCENT = re.compile(
    rf"[{SPACES}]{{0,2}}(?:(?P<percent>%(?!\w)|(?:por\s(?:ciento|cien|100)|porciento)(?!\w|[.,]\d)|pct\.?(?!\w))"
    rf"|(?P<permille>‰|por mil(?!\w))"
    rf"|(?P<points>puntos?\sporcentual(?:es)?|p\.[{SPACES}]?p\.|pp(?!\w))"
    rf"|(?P<basis>puntos?\sb[áa]sicos?|p\.[{SPACES}]?b\.|pbs?(?!\w)))",
    re.IGNORECASE,
)
PERCENT_UNITS = {"percent": "%", "permille": "‰", "points": "pp", "basis": "bp"}
_DEGREES = re.compile(
    rf"(?:[{SPACES}]{{0,2}}(?:[°º˚]|grados?(?!\w))|(?=[{SPACES}](?:cel|cent|fah?r|kel|K(?!\w))))"
    rf"(?:[{SPACES}]?(?P<scale>[CFcfK](?!\w)|celsius|cent[íi]grados?|fah?renheit|kelvins?))?"
    r"(?P<zero>\s(?:bajo|sobre)\scero)?",
    re.IGNORECASE,
)
_BELOW_ZERO = re.compile(r"\s(?P<zero>bajo\scero)", re.IGNORECASE)
_NOT_HEAT = re.compile(
    rf"[{SPACES}]?(?:(?:de\s)?(?:latitud|longitud)|de\s(?:libertad|alcohol|inclinaci|pendiente|arco|giro|rotaci)|[NSEOW](?!\w)|\d|['′’])"
)
_ORDERED = text_pattern("ordered")
_NOUN = re.compile(r"\.?\s?[^\W\d_]{2}")
_SPACED_MINUS = re.compile(r"(?:^|\s)([-−–]\s?)\Z")
_ONE_GROUP = re.compile(r"[1-9]\d{0,2}[.,]\d{3}")
_HALF_MORE = re.compile(r"\sy\smedi[oa](?!\w)")
_ONE_AND_MORE = re.compile(
    r"(?<![\w.,])([^\W\d_]{4,12})\sy\s(?:(?P<half>medi[oa])|cuarto)(?!\w)", re.IGNORECASE
)
_METRES_MORE = re.compile(
    rf"[{SPACES}](?:con[{SPACES}])?"
    r"(\d\d(?![\w.,]*\d)(?! ?cm)|[^\W\d_]{4,12}(?: y [^\W\d_]{3,6})?)(?!\w)"
)
_SCALE_WORD = text_pattern("scale_word")
_ERROR = re.compile(rf"[{SPACES}]?(?:±|\+/-)[{SPACES}]?\d{{1,9}}(?:[.,]\d{{1,9}})?")
_ANGLE_BEFORE = text_pattern("angle_before")
_REPEATED = re.compile(rf"[{SPACES}]\(([\d.,{SPACES}]{{1,24}})\)")
_HEAT = text_pattern("heat")
SCALES = {"c": "celsius", "f": "fahrenheit", "k": "kelvin"}


@dataclass(frozen=True, slots=True)
class Measure:
    """A number with its unit: half-open offsets of both, magnitude, kind and unit.

    ``kind`` is percent, money, temperature or quantity. ``numeral`` is the number alone.
    """

    start: int
    end: int
    number: Number
    kind: str
    unit: str
    numeral: Numeral


@lru_cache(maxsize=16)
def measures(text: str, *, decimal: str | None = None) -> tuple[Measure, ...]:
    """Every measure of a text, left to right; two on one span are two readings of it.

    ``decimal`` is the decimal mark of ambiguous literals; None takes it from the text.
    """
    mark = decimal or decimal_mark(text)
    found: list[Measure] = []
    read_to = 0
    for numeral in numerals(text, decimal=mark):
        if numeral.start < read_to:
            continue  # the cents of "20 dólares 50"
        if numeral.kind != "ordinal":
            before = found[-1] if found else None
            for one in _measures(text, numeral):
                joined = _compound(text, before, one) if before else None
                if joined:
                    found[-1] = joined
                else:
                    found.append(_undash(text, one, before))
        elif (heat := _marked_degrees(text, numeral)) is not None:
            found.extend(_degrees(text, heat))
        read_to = found[-1].end if found else 0
    return tuple(sorted([*found, *_uncounted(text, found)], key=lambda one: one.start))


def _uncounted(text: str, found: Sequence[Measure]) -> Iterator[Measure]:
    """One unit and a part, without a number before it: "kilo y medio", "litro y cuarto"."""
    for match in _ONE_AND_MORE.finditer(text):
        unit = unit_after(text, match.start())
        if unit is None or unit.time or unit.end != match.end(1) or not unit.one:
            continue
        start, end = match.span()
        if any(one.start < end and start < one.end for one in found):
            continue
        number = 1.5 if match["half"] else 1.25
        yield Measure(start, end, number, "quantity", unit.symbol, Numeral(start, end, number))


def _compound(text: str, first: Measure, second: Measure) -> Measure | None:
    """Two measures that are one: "1 m 75 cm", "tres kilos y 200 gramos"."""
    if first.kind != second.kind or first.kind != "quantity" or first.unit == second.unit:
        return None
    gap = text[first.end : second.start]
    named = text[max(first.start, first.end - 4) : first.end].isalpha()
    if not (gap == " " or (gap == " y " and named)):
        return None
    more = convert(second.number, second.unit, first.unit)
    if more is None or not 0 < more < 1 or not isinstance(first.number, int):
        return None
    return replace(first, end=second.end, number=round(first.number + more, 6))


def _undash(text: str, one: Measure, before: Measure | None) -> Measure:
    """The dash of "10 mg -20 mg" is no sign: the measure before it has the same unit."""
    if before is None or one.number >= 0 or text[one.start] not in "-−–":
        return one
    if (before.kind, before.unit) != (one.kind, one.unit) or not 0 < before.number < -one.number:
        return one
    if text[before.end : one.start].strip():
        return one
    numeral = replace(one.numeral, start=one.start + 1, value=-one.numeral.value)
    return replace(one, start=one.start + 1, number=-one.number, numeral=numeral)


def repeated_end(text: str, numeral: Numeral) -> int:
    """Where a number ends with its repetition in figures: "mil quinientos (1.500) euros"."""
    again = _REPEATED.match(text, numeral.end) if not numeral.literal else None
    if again and read_number(again[1]) == numeral.value:
        return again.end()
    return numeral.end


def _measures(text: str, numeral: Numeral) -> list[Measure]:
    numeral = replace(numeral, end=repeated_end(text, numeral))
    percent = _PERCENT.match(text, numeral.end)
    if percent and percent.lastgroup:
        unit = PERCENT_UNITS[percent.lastgroup]
        return [Measure(numeral.start, percent.end(), numeral.value, "percent", unit, numeral)]
    heat = _temperature(text, numeral)
    if heat:
        return _degrees(text, heat)
    paid = _money(text, numeral)
    counted = _quantity(text, numeral)
    return [one for one in (paid, counted) if one is not None]


def _degrees(text: str, heat: Measure) -> list[Measure]:
    """The readings of degrees: bare ones are of heat or of an angle, as the words around say."""
    if heat.unit != "degree" or heat.number < 0:
        return [heat]
    lead = text[max(0, heat.start - 60) : heat.start].rpartition(". ")[2]
    if _HEAT.search(lead) or _HEAT.search(text[heat.end : heat.end + 40]):
        return [heat]
    angle = replace(heat, kind="quantity", unit="deg")
    return [angle] if _ANGLE_BEFORE.search(lead) else [heat, angle]


def _temperature(text: str, numeral: Numeral) -> Measure | None:
    match = _DEGREES.match(text, numeral.end)
    if match is None:
        return _below_zero(text, numeral)
    if match.end() == numeral.end or (numeral.article and not match["scale"]):
        return None
    if match["scale"] is None and match["zero"] is None and _NOT_HEAT.match(text, match.end()):
        return None
    unit = SCALES[match["scale"][0].lower()] if match["scale"] else "degree"
    number = numeral.value
    if (match["zero"] or "").strip().lower().startswith("bajo"):
        number = -abs(number)
    start, sign = (numeral.start, 1) if match["zero"] else _minus(text, numeral)
    half = _HALF_MORE.match(text, match.end())
    end, number = (half.end(), number + 0.5) if half else (match.end(), number)
    return Measure(start, end, sign * number, "temperature", unit, numeral)


def _marked_degrees(text: str, numeral: Numeral) -> Measure | None:
    """The degrees of a numeral whose degree mark looked like that of an ordinal ("45°")."""
    if not is_degree(text, numeral):
        return None
    start, sign = _minus(text, numeral)
    heat = Measure(start, numeral.end, sign * numeral.value, "temperature", "degree", numeral)
    return _below_zero(text, numeral) or heat


def _below_zero(text: str, numeral: Numeral) -> Measure | None:
    """Degrees that are not called so: "12 bajo cero"."""
    zero = _BELOW_ZERO.match(text, numeral.end)
    if zero is None:
        return None
    cold = -abs(numeral.value)
    return Measure(numeral.start, zero.end(), cold, "temperature", "degree", numeral)


def is_degree(text: str, numeral: Numeral) -> bool:
    """Whether "45°" counts degrees: nothing it could order follows, and no article comes before."""
    if not (numeral.literal and text[numeral.end - 1] in "°º"):
        return False
    if _BELOW_ZERO.match(text, numeral.end):
        return True
    lead = text[max(0, numeral.start - 14) : numeral.start]
    if _NOT_HEAT.match(text, numeral.end) or _ORDERED.search(lead):
        return False
    return text[numeral.end - 1] == "°" and not _NOUN.match(text, numeral.end)


def _minus(text: str, numeral: Numeral) -> tuple[int, int]:
    """A minus sign set off from a temperature ("a - 20 grados"): where it starts, and the sign."""
    mark = _SPACED_MINUS.search(text[max(0, numeral.start - 3) : numeral.start])
    if mark is None or numeral.value < 0:
        return numeral.start, 1
    start = numeral.start - len(mark[1])
    opens_list = not text[max(0, start - 9) : start].rpartition("\n")[2].strip() and len(text) > 200
    return (numeral.start, 1) if opens_list else (start, -1)


def _thousands(text: str, numeral: Numeral) -> Number:
    """An amount behind its sign, where three figures after one mark are no cents: "US$ 38,000"."""
    literal = text[numeral.start : numeral.end]
    grouped = _ONE_GROUP.fullmatch(literal) is not None and not text.startswith("/", numeral.end)
    return int(re.sub(r"\D", "", literal)) if grouped else numeral.value


def _money(text: str, numeral: Numeral) -> Measure | None:
    before = currency_before(text, numeral.start)
    after = currency_after(text, numeral)
    if before:
        start, unit = before
        end, factor = (after.end, after.factor) if after else (numeral.end, 1)
        if after and after.unit and text[start] == "$":  # "$2.5 mdp", "$500 dólares"
            unit = after.unit
        value = _thousands(text, numeral) if end == numeral.end else numeral.value
        return Measure(start, end, value * factor, "money", unit, numeral)
    if after is None:
        return None
    number = numeral.value * after.factor + after.extra
    return Measure(numeral.start, after.end, number, "money", after.unit, numeral)


def _quantity(text: str, numeral: Numeral) -> Measure | None:
    error = _ERROR.match(text, numeral.end)  # "2326 ± 12 km" is 2326 km
    gap = GAP.match(text, error.end() if error else numeral.end)
    start = gap.end() if gap else numeral.end
    if gap and "de" in gap.group() and not _counts_of(text, numeral):
        return None
    unit = unit_after(text, start)
    if unit is None or unit.time or (numeral.article and numeral.value == 1 and not unit.one):
        return None
    number, end = numeral.value, unit.end
    if half := _HALF_MORE.match(text, end):
        number, end = number + 0.5, half.end()
    elif unit.symbol == "m" and (more := _METRES_MORE.match(text, end)):
        hundredths = read_number(more[1])
        if isinstance(hundredths, int) and 10 <= hundredths < 100 and isinstance(number, int):
            number, end = number + hundredths / 100, more.end()
    return Measure(numeral.start, end, number, "quantity", unit.symbol, numeral)


def _counts_of(text: str, numeral: Numeral) -> bool:
    """Whether "de" may stand before the unit: "1/4 de milla", "dos millones de toneladas"."""
    if numeral.kind == "fraction":
        return True
    return not numeral.literal and bool(_SCALE_WORD.search(text[numeral.start : numeral.end]))
