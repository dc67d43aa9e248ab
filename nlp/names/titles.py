"""Titles of works and quoted words: what stands in quotation marks or is emphasised."""

import re
from collections.abc import Container
from dataclasses import replace

from nlp.layout.sentences import trim
from nlp.names.entities import finite_verbs
from nlp.spans import Candidate, Document, Span, unvalued

SOURCE = "titles"

# Each opens and closes on one line, within a bounded distance, so that a lone mark costs little.
_QUOTED = (
    re.compile(r"«([^«»\n]{1,200})»"),
    re.compile(r"“([^“”\n]{1,200})”"),
    re.compile(r'(?<![\w"])"(?=[^\s"])([^"\n]{1,200})"(?![\w"])'),
    re.compile(r"(?<!\w)‘([^‘’\n]{1,200})’(?!\w)"),
    re.compile(r"(?<![\w'])'(?=[^\s'])([^'\n]{1,120})'(?![\w'])"),
    re.compile(r"(?<![\w*])(?P<mark>\*{1,3})(?=[^\s*])([^*\n]{1,200})(?P=mark)(?![\w*])"),
    re.compile(r"(?<![\w_])(?P<mark>_{1,3})(?=[^\s_])([^_\n]{1,200})(?P=mark)(?![\w_])"),
    re.compile(r"<(?P<mark>i|em|b|strong|cite)>([^<>\n]{1,200})</(?P=mark)>"),
)
_CLAUSE, _LONG = 3, 10
"""Words of the shortest clause, and of one that is no title though it has a capital."""
_EDGES = " \t\xa0\u200b,;:."


def find_titles(document: Document) -> tuple[Candidate, ...]:
    """What stands in quotation marks or emphasis, without the marks; speech is no title."""
    text = document.text
    spans: set[Span] = set()
    for pattern in _QUOTED:
        for match in pattern.finditer(text):
            first, last = match.span(match.lastindex or 0)
            if text[last - 1] == ":" or text.startswith(":", match.end()):
                continue  # the emphasised label of a value
            start, end = trim(text, first, last, _EDGES)
            if start < end:
                spans.add((start, end))
    verbs = finite_verbs(document)
    return tuple(
        replace(one, label="MISCELLANEOUS") if _is_speech(one, verbs) else one
        for one in unvalued(text, sorted(spans), "TITLE", SOURCE)
    )


def _is_speech(one: Candidate, verbs: Container[int]) -> bool:
    """Whether what is quoted was said: words with a finite verb, many or without a capital."""
    size = one.mention.count(" ") + 1
    clause = size >= _CLAUSE and (one.mention[0].islower() or size >= _LONG)
    return clause and any(at in verbs for at in range(one.start, one.end))
