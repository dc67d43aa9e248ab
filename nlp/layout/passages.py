"""Candidates that the layout itself marks: headings, values of labels, cells, lines, sentences."""

import re
from collections.abc import Iterable

from nlp.layout.sentences import BLANKS, before_stop, split_sentences, trim
from nlp.layout.structure import layout
from nlp.spans import Candidate, Document, Span, unvalued

_MARKS = BLANKS + "*_#`|"
_NUMBER = re.compile(
    r"(?:\d{1,3}(?:\.\d{1,3}){0,4}|[IVXLC]{1,6})(?:[.)]\s{1,4}(?=[^\W\d_]{2})|\s{1,4}(?=[A-ZÁÉÍÓÚÑÜ][^\W\d_]))"
)
"""The number of a heading; "13 días de lluvia" has none."""
_LONGEST = 600
_LONGEST_HEADING = 200


def find_headings(document: Document) -> tuple[Candidate, ...]:
    """Headings without their marks, also without their number, cut at a colon and before a bracket."""
    text = document.text
    spans: list[Span] = []
    for heading in layout(document).headings:
        spans.append((heading.start, heading.end))
        number = _NUMBER.match(text, heading.start, heading.end)
        if number:
            spans.append((number.end(), heading.end))
        colon = text.find(": ", heading.start, heading.end)
        if colon > 0:
            spans += [(heading.start, colon), (colon + 1, heading.end)]
        bracket = text.find(" (", heading.start, heading.end)
        if bracket > 0 and text[heading.end - 1] == ")":
            spans.append((heading.start, bracket))
    return _candidates(document, spans, "HEADING", "headings", _LONGEST_HEADING)


def find_label_values(document: Document) -> tuple[Candidate, ...]:
    """The values of ``label: value`` pairs, whole and by their first sentence."""
    text = document.text
    spans: list[Span] = []
    for pair in layout(document).labels:
        spans.append((pair.value_start, pair.value_end))
        sentences = split_sentences(text, pair.value_start, pair.value_end)
        start, end = next(sentences, (pair.value_start, pair.value_end))
        if end < pair.value_end:
            spans.append((start, before_stop(text, start, end)))
    return _candidates(document, spans, "LABEL_VALUE", "label_values")


def find_table_cells(document: Document) -> tuple[Candidate, ...]:
    """The cells of tables, headers included."""
    spans = [(cell.start, cell.end) for cell in layout(document).cells]
    return _candidates(document, spans, "TABLE_CELL", "table_cells")


def find_list_lines(document: Document) -> tuple[Candidate, ...]:
    """List lines without their marker and final stop."""
    text = document.text
    spans = []
    for line in layout(document).lines:
        if line.kind == "list":
            start, end = trim(text, line.body, line.end, _MARKS)
            end -= end > start and text[end - 1] in ";,"
            spans.append((start, before_stop(text, start, end)))
    return _candidates(document, spans, "LIST_LINE", "list_lines")


def find_sentences(document: Document) -> tuple[Candidate, ...]:
    """Sentences of prose; the row of a table with bars is none."""
    page, text = layout(document), document.text
    spans = [
        (one.start, one.end)
        for one in page.sentences
        if "|" not in text[one.start : one.end] or page.table_at(one.start) is None
    ]
    return _candidates(document, spans, "SENTENCE", "sentences")


def _candidates(
    document: Document, spans: Iterable[Span], label: str, source: str, longest: int = _LONGEST
) -> tuple[Candidate, ...]:
    """What stands in spans without marks, where it is neither empty nor longer than ``longest``."""
    bare = (trim(document.text, start, end, _MARKS) for start, end in spans)
    kept = ((start, end) for start, end in bare if 0 < end - start <= longest)
    return unvalued(document.text, kept, label, source)
