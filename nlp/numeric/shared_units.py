"""Numbers that share the unit behind the last of them: "84,8 x 59,7 x 58,2 cm", "160x90 cm"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from nlp.numeric.currencies import GAP
from nlp.numeric.digits import decimal_mark, read_digits
from nlp.numeric.units import unit_after
from nlp.spans import Candidate, Value

SHARED_UNIT = "shared_unit"
"""The source of a number with the unit that stands behind the next one."""

_JOINT = re.compile(r"\s?[x×]\s?$| por $", re.IGNORECASE)
_NUMBER = r"\d{1,5}(?:[.,]\d{1,3})?"
_GLUED = re.compile(rf"(?<![\w.,/-]){_NUMBER}(?:[x×]{_NUMBER}){{1,3}}(?![\w.,]*\d)", re.IGNORECASE)


def shared_units(text: str, candidates: Sequence[Candidate]) -> Iterator[Candidate]:
    """The numbers before a measure, as quantities of its unit."""
    numbers = {
        one.end: one for one in candidates if one.label == "NUMBER" and one.value is not None
    }
    for one in candidates:
        unit = one.value.unit if one.label == "QUANTITY" and one.value is not None else None
        at = one.start
        while unit and (joint := _JOINT.search(text, max(0, at - 5), at)):
            before = numbers.get(joint.start())
            if before is None or before.value is None:
                break
            value = replace(before.value, kind="quantity", unit=unit)
            yield replace(before, label="QUANTITY", value=value, source=SHARED_UNIT)
            at = before.start
    yield from _glued(text)


def _glued(text: str) -> Iterator[Candidate]:
    """The sides of a thing that are written in one: "160x90 cm"."""
    for found in _GLUED.finditer(text):
        gap = GAP.match(text, found.end())
        unit = unit_after(text, gap.end() if gap else found.end())
        if unit is None or unit.time:
            continue
        for side in re.finditer(_NUMBER, found.group()):
            number = read_digits(side.group(), decimal=decimal_mark(text))
            if number is not None:
                start, end = found.start() + side.start(), found.start() + side.end()
                value = Value("quantity", number, unit=unit.symbol)
                yield Candidate(start, end, text[start:end], "QUANTITY", value, SHARED_UNIT)
