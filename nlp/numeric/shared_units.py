"""Numbers that share the unit behind the last of them: "84,8 x 59,7 x 58,2 cm"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from nlp.spans import Candidate

SHARED_UNIT = "shared_unit"
"""The source of a number with the unit that stands behind the next one."""

_JOINT = re.compile(r"\s?[x×]\s?$| por $", re.IGNORECASE)


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
