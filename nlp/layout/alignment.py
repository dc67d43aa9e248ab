"""Two dimensions of a text: frames drawn around it, and cells that stand under one another."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from nlp.spans import Document, Span

_DRAWN = re.compile(r"[\u2500-\u257f]")
_FLAT = frozenset("─━═╌┄┅┈┉╍╴╶╸╺")
_CORNERED = re.compile(r"^[ \t]*\+(?:[-=]{2,}\+)+[ \t]*$", re.M)
_BARRED = re.compile(r"^[ \t]*\|.*\|[ \t]*$")
_OUTER_BARS = re.compile(r"^([ \t]*)\|(?=\s)(.*)(?<=\s)\|([ \t]*)$", re.M)
_ENTITY = "&nbsp;"
_OMITTED = re.compile(r"[ \t]\[(?:\.{3}|…)\][ \t]+(?=[^\sa-záéíóúñü])")
_FILLED = re.compile(r"(?<=[^\s_:]) _{2,}(?=[^\s_])[^_\n]+?_{2,}")
"""A line to write on with what is written on it: "Edad __41__"."""
_LED = re.compile(r"^([ \t]*[^\W_][^_:\n]*) (_{3,})(?= (?:(?!: )[^_\n])*[^\s_:][ \t]*$)", re.M)
"""One that leads to what is written behind it: "Nombre ______ Ana Gil"."""
_LEADERS = re.compile(r"(?<= )(?:\. ){3,}")
"""Dots that lead from a label to its value, with blanks between them."""
_EDGE = re.compile(r"[\u2500-\u257f\s]+")
_NEAR = 3
_SET_IN = 7


def parted(document: Document) -> Document:
    """The document with new lines for marks of what was left out ("[...]"), every offset as it was.

    A mark within a sentence, with a small letter behind it, stays.
    """
    text = _OMITTED.sub(lambda mark: " " * (len(mark.group()) - 2) + "\n\n", document.text)
    return document if text == document.text else replace(document, text=text)


@lru_cache(maxsize=16)
def unframed(text: str) -> str:
    """The text with blanks for bars of frames and HTML's own, dashes for flat sides; as long as it.

    A label and a line that is written on get a colon between them.
    Bars of Markdown tables stay: only what box-drawing characters or corners of "+" frame is drawn.
    """
    text = text.replace(_ENTITY, " " * len(_ENTITY))
    if ". . ." in text:
        text = _LEADERS.sub(lambda dots: "." * (len(dots[0]) - 1) + " ", text)
    if "__" in text:
        text = _FILLED.sub(lambda line: ":" + line[0][1:].replace("_", " "), text)
        text = _LED.sub(lambda line: line[1] + ":" + " " * len(line[2]), text)
    cornered = _CORNERED.search(text) is not None
    if not cornered and _DRAWN.search(text) is None:
        return text
    return "".join(_plain(line, cornered) for line in text.splitlines(keepends=True))


@lru_cache(maxsize=16)
def unbarred(text: str) -> str:
    """The text without frames, and blanks for the bars at both ends of a line of a Markdown table."""
    return _OUTER_BARS.sub(r"\1 \2 \3", unframed(text))


def _plain(line: str, cornered: bool) -> str:
    body = line.rstrip("\r\n")
    tail = line[len(body) :]
    if cornered and _CORNERED.match(body):
        return body.replace("+", "-").replace("=", "-") + tail
    if cornered and _BARRED.match(body):
        return body.replace("|", " ") + tail
    if _DRAWN.search(body) is None:
        return line
    if _EDGE.fullmatch(body):
        return _DRAWN.sub("-", body) + tail
    return _DRAWN.sub(lambda bar: "-" if bar[0] in _FLAT else " ", body) + tail


def column_of(text: str, offset: int) -> int:
    """How many characters stand before an offset in its line."""
    return offset - (text.rfind("\n", 0, offset) + 1)


def lines_around(text: str, start: int, end: int) -> Span:
    """The whole lines in which a span stands."""
    close = text.find("\n", end)
    return text.rfind("\n", 0, start) + 1, close if close >= 0 else len(text)


def under_heads(text: str, heads: Sequence[Span], cells: Sequence[Span]) -> list[list[Span]] | None:
    """For each head the cells of one line that begin below it, or a little further in.

    None where a cell begins below no head.
    """
    begins = [column_of(text, start) for start, _ in heads]
    found: list[list[Span]] = [[] for _ in heads]
    for cell in cells:
        here = column_of(text, cell[0])
        above = [at for at, begin in enumerate(begins) if begin - _NEAR <= here]
        if not above:
            return None
        at = above[-1]
        if here > begins[at] + _SET_IN and not found[at]:
            return None
        found[at].append(cell)
    return found
