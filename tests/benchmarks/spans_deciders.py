"""What each package decides: of the entities, the dates and the units in real texts."""

import re
from collections import Counter
from collections.abc import Iterable

from rich.box import SIMPLE_HEAD
from rich.table import Table

from nlp.candidates import find_candidates
from nlp.numeric.unit_symbols import canonical_symbol
from nlp.numeric.units import lexicon
from nlp.spans import Candidate, Document
from nlp.temporal.dates import find_mentions

OWN = frozenset(("activity", "equivalent", "count", "people", "cells"))
"""Families whose dimension is no quantity of quantulum3."""
_ENTITIES = frozenset(("PERSON", "ORGANIZATION", "LOCATION", "MISCELLANEOUS"))


def deciders(documents: Iterable[Document], title: str) -> Table:
    """A row a kind of span: how many there are, and what share of them each package decides."""
    counts: Counter[str] = Counter()
    for document in documents:
        counts["dates"] += len(find_mentions(document.text))
        own = {(one.start, one.end) for one in find_mentions(document.text, dateparser=False)}
        counts["dates by dateparser"] += sum(
            (one.start, one.end) not in own for one in find_mentions(document.text)
        )
        for candidate in find_candidates(document):
            counts.update(_of_candidate(candidate))
    table = Table(title=title, box=SIMPLE_HEAD)
    for column in ("spans", "number", "decided by", "share, %"):
        table.add_column(column, justify="right" if column in ("number", "share, %") else "left")
    for spans, package, share in (
        ("names", "spaCy", "names by spaCy"),
        ("dates", "dateparser", "dates by dateparser"),
        ("units, the symbol", "quantulum3", "units by quantulum3"),
        ("units, the dimension", "quantulum3", "dimensions by quantulum3"),
    ):
        total = counts[spans.split(",")[0]]
        part = f"{100 * counts[share] / total:.1f}" if total else "–"
        table.add_row(spans, str(total), package, part)
    return table


def _of_candidate(candidate: Candidate) -> Iterable[str]:
    if candidate.label in _ENTITIES:
        yield "names"
        if candidate.source == "entities":
            yield "names by spaCy"
    if candidate.label != "QUANTITY" or candidate.value is None or not candidate.value.unit:
        return
    yield "units"
    parts = [part for part in re.split(r"[/·]", candidate.value.unit) if part]
    known = [lexicon().units.get(part.lstrip("0123456789")) for part in parts]
    if any(unit is None for unit in known) and canonical_symbol(candidate.value.unit):
        yield "units by quantulum3"
        yield "dimensions by quantulum3"
    elif known and all(unit is not None and unit.family not in OWN for unit in known):
        yield "dimensions by quantulum3"
