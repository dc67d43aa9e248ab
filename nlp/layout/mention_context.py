"""Where a mention stands: its label, its column or the words before it."""

from nlp.layout.structure import Layout
from nlp.spans import Candidate, Document, Span

_AROUND = 28


def place_of(document: Document, page: Layout, one: Candidate) -> str:
    """The label, the column's header, or 28 characters before a mention; none without a letter."""
    label = _label(page, one)
    if label is not None:
        where = shortened(document.text[slice(*label)])
    else:
        line = page.line_at(one.start)
        start = max(line.start if line is not None else 0, one.start - _AROUND)
        before = document.text[start : one.start]
        if line is not None and start > line.start:
            before = before.partition(" ")[2]
        where = " ".join(before.split())
    return where if any(map(str.isalpha, where)) else ""


def _label(page: Layout, one: Candidate) -> Span | None:
    """The label that a mention stands behind, or the header of its column."""
    label = page.label_at(one.start)
    if label is not None and one.start >= label.value_start:
        return label.label_start, label.label_end
    header = page.column_head(one.start)
    return None if header is None else (header.start, header.end)


def is_labelled(page: Layout, one: Candidate) -> bool:
    """Whether a mention stands behind a label or below the header of a column."""
    return _label(page, one) is not None


def shortened(text: str) -> str:
    """A label of at most 34 characters, without its marks."""
    text = " ".join(text.split()).strip(" *_:")
    return text if len(text) <= _AROUND + 6 else text[: _AROUND + 5].rstrip() + "…"
