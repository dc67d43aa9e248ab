"""Titles of works and quoted words: what stands in quotation marks or is emphasised."""

import re
from collections.abc import Iterable

from nlp.layout.sentences import trim
from nlp.names.entities import finite_verbs
from nlp.spans import Candidate, Document

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
_EDGES = " \t\xa0\u200b,;:."


def find_titles(document: Document) -> tuple[Candidate, ...]:
    """What stands in quotation marks or emphasis, without the marks."""
    text = document.text
    spans: set[tuple[int, int]] = set()
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
        Candidate(start, end, text[start:end], label, None, SOURCE)
        for start, end in sorted(spans)
        for label in ["MISCELLANEOUS" if _is_speech(text[start:end], start, verbs) else "TITLE"]
    )


def _is_speech(words: str, start: int, verbs: Iterable[int]) -> bool:
    """Whether what is quoted was said: a clause of its own, long or without a capital."""
    size = words.count(" ") + 1
    clause = size >= _CLAUSE and (words[0].islower() or size >= _LONG)
    return clause and any(start <= at < start + len(words) for at in verbs)
