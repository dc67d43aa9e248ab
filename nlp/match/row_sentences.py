"""Objects that running text tells one behind the other in a sentence: "pan a 2 euros y leche a 1"."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from nlp.labels.segments import until
from nlp.layout.structure import Layout
from nlp.match.coordinations import Coordination
from nlp.match.row_blocks import RowBlock

_BETWEEN = re.compile(r"(?:\s|[,;]|\b(?:y|e|o|u|ni|así como)\b|\b(?:el|la|los|las|un|una)\b)+$")
_CLAUSE_END = re.compile(r"[;:]\s|\.(?=\s|$)|,\s")
_LONGEST = 160


def told_blocks(
    text: str, page: Layout, coordinations: Sequence[Coordination]
) -> Iterator[RowBlock]:
    """The members of each coordination that has figures, each with what follows up to the next."""
    for one in coordinations:
        sentence = page.sentence_at(one.opening) if one.kind == "comma" else None
        if sentence is None or one.spans[-1][1] > sentence.end:
            continue
        starts = [start for start, _ in one.spans]
        ends = [until(_BETWEEN, text, start, after) for start, after in pairwise(starts)]
        last = min(until(_CLAUSE_END, text, one.spans[-1][1], sentence.end), starts[-1] + _LONGEST)
        rows = tuple(zip(starts, (*ends, last), strict=True))
        figures = sum(any(map(str.isdigit, text[slice(*row)])) for row in rows)
        if 2 * figures > len(rows):
            yield RowBlock("commas", rows, (sentence.start, one.opening))
