"""Lines of a form that are no label with a colon: boxes, bullets, titles, dots, words with a code."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, takewhile

from nlp.labels.codes import labelled_code, trailing_code, unsigned
from nlp.labels.form_elements import DONE, Pair, options_in, pair_of, unwritten
from nlp.labels.in_turn import beside
from nlp.labels.letters import called
from nlp.labels.segments import dotted, has_digit, holds_label, leader, pieces, trimmed, unmarked
from nlp.labels.state import State, add, entitle
from nlp.layout.marks import BOX
from nlp.layout.structure import Layout, Line
from nlp.spans import Span

_TITLE_WORDS = 9
_NUMBERED_BOX = re.compile(rf"(?:\d{{1,2}}[.)]?\s?)?(?P<box>{BOX.pattern})")
_LEAST_BOXES = 2
_MARKED = re.compile(
    r"(?P<label>[^\W\d_][^:\n_]{2,90}?)[?:]?[ ]{1,12}"
    r"(?P<said_yes>S[ií]|SI|SÍ)[ ]{0,2}(?P<yes>_{1,8}[xX✓✔]?_{0,8}|[xX✓✔])"
    r"[ /|]{1,12}(?P<said_no>No|NO)[ ]{0,2}(?P<no>_{1,8}[xX✓✔]?_{0,8}|[xX✓✔])(?!\w)"
)
"""Answers that are marked on a line behind the word: "¿Fuma?  Sí __  No X"."""
_BOXED = re.compile(rf"\w[^:\n]*(?:{BOX.pattern})")
"""A cell whose box stands behind its words."""
_NUMBERED = re.compile(r"(?:[\[(]\d{1,3}[\])]|\d{1,2}[.)])\s{1,4}(?=\w)")
"""The number of a label that boxes follow: "5) Motivo   [x] Venta"."""
_OPTION = rf"(?:(?:{BOX.pattern})\s?\w{{1,12}}|\w{{1,12}}\s?(?:{BOX.pattern}))"
_ASKED = re.compile(
    rf"¿(?P<label>[^¿?\n]{{3,120}})\?\s{{0,3}}(?P<boxes>{_OPTION}(?:[\s/|,-]{{1,3}}{_OPTION}){{1,3}})"
)
BELOW_LENGTH = 160
"""Characters of a line that may be the value of the label above it."""


def read_boxes(state: State, start: int, end: int) -> None:
    """Boxes on a line of their own: each is a flag, and all are options of what stands above."""
    _extend_open(state, start, end, "boxes")
    boxes_alone(state, start, end)


def boxes_alone(state: State, start: int, end: int) -> None:
    """Boxes that no label leads: one is a flag, several are told by what they offer."""
    text = state.text
    box, options = BOX.match(text, start, end), options_in(text, start, end)
    if len(options) > 1:
        state.pairs.append(unwritten("", (start, end), "boxes"))
    elif box is not None and options:
        add(state, (options[0].start, options[0].end), box.span(), "box", column=0)


def boxes_behind(state: State, cut: Sequence[Span]) -> bool:
    """Read a label without a colon before its boxes: "Motivo   [x] Venta", "Urge   Sí [x]   No [ ]"."""
    text = state.text
    if cut and (dots := leader(text, *cut[0])) is not None and BOX.match(text, *dots[1]):
        cut = (*dots, *cut[1:])
    if len(cut) < 2 or BOX.search(text, *cut[0]):
        return False
    number = _NUMBERED.match(text, *cut[0])
    label = (number.end(), cut[0][1]) if number is not None else cut[0]
    if has_digit(text, label):
        return False
    boxed = list(takewhile(lambda cell: _BOXED.fullmatch(text, *cell), cut[1:]))
    if len(boxed) < 2:
        boxed = list(takewhile(lambda cell: BOX.match(text, *cell), cut[1:]))
    rest = cut[1 + len(boxed) :]
    if not boxed or (len(rest) > 1 and not _BOXED.search(text, rest[0][0], rest[-1][1])):
        return False
    if len(boxed) == 1 and rest:
        return False
    add(state, label, (boxed[0][0], boxed[-1][1]), "row", column=0)
    boxes_behind(state, rest)
    return True


def checklists(text: str, lines: Sequence[Line]) -> Iterator[Pair]:
    """Lines that each open with a box, as what is done: "☑ pagar la luz"."""

    def boxed(line: Line) -> bool:
        return BOX.match(text, unmarked(text, line.start, line.end), line.end) is not None

    for opened, group in groupby(lines, boxed):
        block = list(group)
        if opened and len(block) >= _LEAST_BOXES:
            yield from called(DONE, (block[0].start, block[-1].end), DONE)


def asked_boxes(text: str, found: Sequence[Pair]) -> Iterator[Pair]:
    """Questions of running text with boxes behind them: "¿Fuma? ( ) Sí (X) No. ¿Bebe? (X) Sí …"."""
    known = {one.start for one in found}
    for one in _ASKED.finditer(text):
        if one.start("boxes") not in known:
            yield pair_of(text, one.span("label"), one.span("boxes"), "boxes")


def with_marked_answers(text: str, found: Sequence[Pair]) -> list[Pair]:
    """The pairs, with those of answers that are marked on a line instead of what else it was read as."""
    marked = [
        one for one in _MARKED.finditer(text) if _is_marked(one, "yes") != _is_marked(one, "no")
    ]
    others = [
        pair for pair in found if not any(one.start() <= pair.start < one.end() for one in marked)
    ]
    for one in marked:
        said = "said_yes" if _is_marked(one, "yes") else "said_no"
        others.append(pair_of(text, one.span("label"), one.span(said), "colon"))
    return others


def _is_marked(one: re.Match[str], answer: str) -> bool:
    return bool(one[answer].strip("_"))


def _behind_dots(
    text: str, sides: Sequence[tuple[Span, Span]], cut: Sequence[Span]
) -> list[tuple[Span, Span]]:
    """Codes and boxes with labels of their own, set apart by blanks from a value behind dots."""
    if len(sides) != 1:
        return []
    rest = [piece for piece in cut if piece[0] >= sides[0][1][1]]
    found = [coded for piece in rest if (coded := labelled_code(text, piece))]
    boxes = [(at, box) for at, one in enumerate(rest) if (box := _NUMBERED_BOX.match(text, *one))]
    if boxes and boxes[0][0]:
        at, first = boxes[0]
        found.append((rest[at - 1], (first.start("box"), rest[boxes[-1][0]][1])))
    return found


def read_plain(
    state: State, lines: tuple[Line, ...], at: int, cut: list[Span], page: Layout
) -> None:
    """A line without labels: a row of dots or columns, a title, or running text."""
    text, line = state.text, lines[at]
    if not cut:
        return
    sides = dotted(text, cut)
    told = _behind_dots(text, sides, cut)
    if len(sides) < 2 and not told and (whole := leader(text, cut[0][0], cut[-1][1])):
        sides = [whole]
    for label, value in sides:
        add(state, label, value, "dots", column=label[0] - cut[0][0])
    for label, value in told:
        add(state, label, value, "row", column=label[0] - cut[0][0])
    if sides:
        return
    value = unsigned(text, cut[-1])
    numbered = len(cut) == 2 and value != cut[1]
    if not numbered and (line.kind != "list" or len(cut) > 1) and _read_coded(state, line, cut):
        return
    wordy = any(map(str.isalpha, text[slice(*cut[0])]))
    if len(cut) == 2 and cut[1][1] - cut[1][0] <= 60 and wordy:
        add(state, cut[0], value, "row", column=0)
        return
    if line.kind == "list":
        _extend_open(state, *cut[0], "bullets")
        return
    after = lines[at + 1] if at + 1 < len(lines) else None
    start, end = cut[0]
    if _left_empty(state, lines, at, len(cut)):
        add(state, (start, end), (end, end), "row", column=0)
        return
    said, is_heading = text[start:end], line.kind == "heading"
    short = len(cut) == 1 and len(said.split()) <= _TITLE_WORDS and said[-1] not in ".,;"
    if not (short or is_heading) or after is None:
        state.open = None
        return
    if not is_heading and (said[0].isdigit() or re.search(r",.*\d", said)):
        return
    above = page.headings_of(line.start) if is_heading else ()
    entitle(state, said, tuple(text[one.start : one.end] for one in above if one.start != start))
    pair = add(state, (start, end), (end, end), "title", column=0)
    state.used = False
    state.open = pair
    following = unmarked(text, after.start, after.end)
    plain = not after.apart and after.kind in {"text", "label"}
    plain = plain and not holds_label(text, pieces(text, following, after.end))
    if plain and after.end - after.start <= BELOW_LENGTH:
        first, last = trimmed(text, after.start, after.end)
        state.pairs[-1] = replace(pair, start=first, end=last, form="under")


def _read_coded(state: State, line: Line, cut: list[Span]) -> bool:
    """Words that end with a code, alone or beside others; a lone one is a title as well."""
    coded = [trailing_code(state.text, *piece) for piece in cut]
    if not any(coded):
        return False
    if len(cut) == 2 and coded[0] is None and not labelled_code(state.text, cut[1]):
        return False
    spaced = beside(state.text, cut)
    for piece, sides in zip(cut, coded, strict=True):
        if piece in spaced:
            sides = spaced[piece] or labelled_code(state.text, piece)
        if sides is not None:
            add(state, *sides, "row", column=piece[0] - line.start)
    return len(cut) > 1


def _extend_open(state: State, start: int, end: int, form: str) -> None:
    """Boxes or a bullet below a label or a title: more of its values."""
    if state.open is None:
        return
    for index in range(len(state.pairs) - 1, -1, -1):
        one = state.pairs[index]
        if one.label_start == state.open.label_start:
            anew = one.is_empty or (form == "bullets" and one.form == "under")
            first = start if anew else one.start
            state.pairs[index] = state.open = replace(one, start=first, end=end, form=form)
            return


def _left_empty(state: State, lines: tuple[Line, ...], at: int, width: int) -> bool:
    """Whether a lone name stands among rows of names with values."""
    line, last = lines[at], state.pairs[-1] if state.pairs else None
    if any(map(str.isdigit, state.text[line.start : line.end])):
        return False
    if width != 1 or line.apart or line.kind == "list" or last is None or last.form != "row":
        return False
    return last.end <= line.start and lines[at - 1].start <= last.label_start
