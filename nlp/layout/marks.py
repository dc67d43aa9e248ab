"""The marks by which people answer a form, written as one kind of box: "[x]" and "[ ]".

"SÍ _X_  NO ___", "queja ○  reclamación ●", "[#] aérea  [_] marítima", "macho / hembra*" say the same as
boxes do. A mark counts where what it is told from stands beside it: an option left without one.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise

from nlp.layout.going_on import LINE
from nlp.layout.plain_text import Edit
from nlp.layout.sentences import between
from nlp.word_lists import text_pattern

BOX = re.compile(r"\[\s{0,3}[xX✓✔*•●]?\s{0,3}\]|\(\s{0,3}[xX✓✔*•●]?\s{0,3}\)|[☐☑☒□■✓✔✗✘⬜◉]")
"""A box, as it is or made of a mark."""
_TICKED, _EMPTY = "[x]", "[ ]"
_ROUND = re.compile("[○◯⚪]")
_ROUND_TICKED = re.compile("[●◉⦿⚫]")
_SQUARE = {
    "▢": "☐",
    "◻": "☐",
    "⬚": "☐",
    "⊠": "☒",
    "▣": "☒",
    "◼": "☒",
    "⬛": "☒",
    "🗹": "☒",
    "✅": "☒",
}
_GLYPH = re.compile(f"[{''.join(_SQUARE)}]")
_BRACKETS = re.compile(
    r"\[[ \t]{0,3}(?P<square>\S?)[ \t]{0,3}\]|\([ \t]{0,3}(?P<round>\S?)[ \t]{0,3}\)"
    r"|\|(?P<bars>_?[xX✓✔]_?|_{1,4})\|"
    r"|\{[ \t]{0,3}(?P<curly>\S?)[ \t]{0,3}\}|<[ \t]{0,3}(?P<angle>\S?)[ \t]{0,3}>"
)
_NOTHING = frozenset(("", ".", "·"))
_MARKS = frozenset("xX✓✔√✗✘#*•●oOvV")
_BEHIND = r"(?<=[^\s:|])[ \t]{1,3}"
_ANSWER = re.compile(
    rf"{_BEHIND}(?P<mark>(?:→[ \t]?)?(?P<ticked>_{{1,6}}[xX✓✔]_{{0,6}}|[xX✓✔])|_{{1,6}}|…|→)"
    r"(?=$|[ \t](?!\d)|[|,;.)])"
    r"|(?<=\w)(?P<dots>\.{3}(?P<crossed>[xX✓✔])?)(?=$|[ \t])"
    r"|(?<=[:—])[ \t]{1,3}(?P<before>_{1,6})(?=[ \t][^\W\d_])"
)
"""What stands behind an option: a mark on a line to write on, a cross alone, a line left empty."""
_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩"
_SCALE = re.compile(
    rf"(?<!\S)(?:\d{{1,2}}[ \t]{{1,6}}){{0,9}}(?:[\[(<]\d{{1,2}}[\])>]|►\d{{1,2}}|[{_CIRCLED}])"
    r"(?:[ \t]{1,6}\d{1,2}(?!\S)){0,9}"
)
_CHOSEN = re.compile(rf"[\[(<►](\d{{1,2}})|[{_CIRCLED}]")
_STEPS = 3
"""Numbers of a scale at least."""
_CHOICE = r"[^\s:/·|\d](?:(?:(?![ \t]{2}|[.;]\s)[^\n:/·|]){0,27}(?![.;]\s)[^\s:/·|])?"
_SEPARATOR = re.compile(r" ?[/·] ?| – ")
_CHOICES = re.compile(
    rf"(?<!\S)(?>{_CHOICE}(?:(?:{_SEPARATOR.pattern}){_CHOICE}){{1,9}})(?=$|[ \t]{{2}}|[.;]\s)"
)
_EMPHASIS = re.compile(r"[*_]|<<|>>")
"""What singles an option out; lines without it are not looked through for options."""
_SINGLED = re.compile(
    r"(?P<open>\*{1,2}|__?)[^*_]+(?P<close>(?P=open))|(?P<left><<|>>)[^<>]+(?P<right><<|>>)"
    r"|[^*_]*[^\W\d_](?P<star>\*)"
)
_CELL = re.compile(r"\S+(?:[ ]\S+)*")
_MARKED_CELL = re.compile(
    r"(?P<open>>>|<<|(?!x ?\d)[xX✓✔►▶](?!\d))[ ]?(?=\S)(?P<said>.+?)(?P<close>(?<=\S)[ ]?(?:>>|<<))?"
    r"|(?P<empty>[✗✘○O-])[ ](?=\S).+"
    r"|(?P<words>.*[^\W_]\)?)[ ](?P<behind>[xX✓✔►▶])"
)
_FALLS_BACK = re.compile(rf"(?:[xX✓✔►▶] )?{text_pattern('other_option').pattern}")
_CELLS = 3
"""Cells of a line of options at least, its label one of them."""
_LONGEST = 44
"""Characters of an option at most."""
_FULL = re.compile("[xX✓✔☑☒■]")
_BOX = re.compile(r"\[[ xX✓✔]\]|\([ xX✓✔]\)|[☐☑☒□■]|(?<!\S)[xX✓✔.…-](?!\S)")
_ROW = re.compile(
    rf"(?m)^[ \t]{{0,20}}[^\W_](?:(?![ ]{{2}})[^\n|]){{1,90}}?"
    rf"(?:[ ]{{2,}}|[ ]?[.·…_]{{3,}}[ ]?|(?<=\?)[ ])"
    rf"(?P<boxes>(?:{_BOX.pattern})(?:[ ]{{2,30}}(?:{_BOX.pattern})){{1,6}})(?=[ ]{{0,9}}$|[ ]{{2}})"
)
"""What a row says, and the boxes behind it that have no words."""
_OPTION = re.compile(r"(?:(?<=[?:] )|(?<=  )|(?<![^\n]))(?P<number>\d)[.)=]?[ ](?=[^\W\d_])")
_CODE = re.compile(
    r"(?:[ ]?\.{3,}|[ ]+[A-ZÁÉÍÓÚ]{3,12}|[ ])[ ]*[\[|][ ]?(?P<number>\d?)[ ]{0,2}[\]|][ ]*$"
)
"""A number in a box at the end of a line."""
_NUMBERED = re.compile(
    r"(?<![^\s|])(?P<number>\d{1,2})[.)]?[ ]?(?:\[[ xX]\]|\([ xX]\)|[☐☑☒□■])[ ]?(?=[^\W\d_])"
)
_LEAST = 2
"""Lines or boxes that have a kind of mark at least."""


def marked(text: str) -> Iterator[Edit]:
    """The marks of a text, each as a box."""
    finders = (_glyphs, _bracketed, _singled_out, _behind, _scale)
    edits = chain.from_iterable(find(text) for find in finders)
    last = 0
    for edit in sorted(edits, key=lambda each: each[:2]):
        if edit.start >= last:
            last = edit.end
            yield edit


def wide_apart(text: str) -> Iterator[Edit]:
    """Options beside each other, wide apart, of which some have a mark and the others nothing."""
    found = [cells for line in LINE.finditer(text) if (cells := _options(text, line))]
    if len(found) < _LEAST:
        return
    for start, end, mark in chain.from_iterable(found):
        if mark is None:
            yield Edit(start, start, f"{_EMPTY} ", (start, start))
        elif mark["empty"]:
            yield Edit(*mark.span("empty"), _EMPTY)
        elif mark["behind"]:
            yield Edit(start, start, f"{_TICKED} ", (start, start))
            yield Edit(mark.end("words"), end, "")
        else:
            yield Edit(start, mark.start("said"), f"{_TICKED} ")
            if mark["close"]:
                yield Edit(mark.start("close"), end, "")


def under_heads(text: str) -> Iterator[Edit]:
    """Rows of boxes without words, below the heads that they answer under: a cross for the one ticked."""
    rows = [[*_BOX.finditer(text, *row.span("boxes"))] for row in _ROW.finditer(text)]
    told = [boxes for boxes in rows if sum(map(_is_full, boxes)) == 1]
    for box in chain.from_iterable(told if len(told) >= _LEAST else ()):
        cross = "X" if _is_full(box) else " "
        yield Edit(*box.span(), cross.center(len(box.group())))


def numbered(text: str) -> Iterator[Edit]:
    """The numbers of options before their boxes, which are blanks: "1 [ ] soltera   2 [x] viuda"."""
    for line in LINE.finditer(text):
        found = [*_NUMBERED.finditer(text, *line.span())]
        numbers = [int(one["number"]) for one in found]
        if len(found) >= _LEAST and all(last + 1 == one for last, one in pairwise(numbers)):
            for one in found:
                yield Edit(*one.span("number"), " " * len(one["number"]))


def coded(text: str) -> Iterator[Edit]:
    """Options that the number of one of them answers: "1 Sí  2 No ..... [ 2 ]"."""
    for line in LINE.finditer(text):
        answer = _CODE.search(line.group())
        if answer is None or line.group()[0] == "|" or _BOX.search(line.group()[: answer.start()]):
            continue
        found = [*_OPTION.finditer(text, line.start(), line.start() + answer.start())]
        numbers = [int(one["number"]) for one in found]
        if len(found) < _LEAST or numbers[0] > 1 or sorted({*numbers}) != numbers:
            continue
        for one in found:
            ticked = one["number"] == answer["number"]
            yield Edit(*one.span("number"), _TICKED if ticked else _EMPTY)
        yield Edit(line.start() + answer.start(), line.end(), "")


def _is_full(box: re.Match[str]) -> bool:
    return _FULL.search(box.group()) is not None


def _glyphs(text: str) -> Iterator[Edit]:
    """Circles and squares that are full or empty, circles where there are both."""
    if text.isascii():
        return
    for one in _GLYPH.finditer(text):
        yield Edit(*one.span(), _SQUARE[one.group()])
    if _ROUND.search(text) and _ROUND_TICKED.search(text):
        for pattern, said in ((_ROUND, "☐"), (_ROUND_TICKED, "☒")):
            for one in pattern.finditer(text):
                yield Edit(*one.span(), said)


def _bracketed(text: str) -> Iterator[Edit]:
    """Brackets with one mark inside, where others of their kind have nothing inside."""
    kinds: dict[str | None, list[tuple[re.Match[str], bool]]] = {}
    for one in _BRACKETS.finditer(text):
        inside = one[one.lastgroup or 0].strip("_")
        if inside in _NOTHING or inside in _MARKS:
            kinds.setdefault(one.lastgroup, []).append((one, inside not in _NOTHING))
    for boxes in kinds.values():
        if len(boxes) < _LEAST or all(ticked for _, ticked in boxes):
            continue
        for one, ticked in boxes:
            if BOX.fullmatch(one.group()) is None:
                yield Edit(*one.span(), _TICKED if ticked else _EMPTY)


def _behind(text: str) -> Iterator[Edit]:
    """Marks behind the options of a line of which some are left empty, or all, where others are not."""
    lines = [[*_ANSWER.finditer(text, *line.span())] for line in LINE.finditer(text)]
    told = [any(map(_is_ticked, found)) for found in lines]
    answered = [
        has and not all(map(_is_ticked, found)) for has, found in zip(told, lines, strict=True)
    ]
    usual = sum(answered) >= _LEAST
    for found, has, answer in zip(lines, told, answered, strict=True):
        if answer or (usual and not has and len(found) >= _LEAST):
            for one in found:
                said = _TICKED if _is_ticked(one) else _EMPTY
                yield Edit(*one.span(one.lastgroup or 0), f" {said}" if one["dots"] else said)


def _is_ticked(one: re.Match[str]) -> bool:
    return bool(one["ticked"] or one["crossed"])


def _scale(text: str) -> Iterator[Edit]:
    """A number chosen among those that a scale offers: "1  2  3  [4]  5", by that number alone."""
    for one in _SCALE.finditer(text):
        chosen = _CHOSEN.search(one.group())
        steps = [*map(_step, re.findall(rf"\d+|[{_CIRCLED}]", one.group()))]
        rising = all(step == last + 1 for last, step in pairwise(steps))
        if len(steps) >= _STEPS and rising and chosen is not None:
            start, end = chosen.span(1 if chosen[1] else 0)
            taken = one.start() + start, one.start() + end
            yield Edit(*one.span(), str(_step(text[slice(*taken)])), taken)


def _step(said: str) -> int:
    """A step of a scale, in figures or in a circle."""
    return _CIRCLED.index(said) + 1 if said in _CIRCLED else int(said)


def _singled_out(text: str) -> Iterator[Edit]:
    """Options beside each other of which some have a star or stand in marks of emphasis."""
    found = [
        parts
        for line in LINE.finditer(text)
        if _EMPHASIS.search(line.group())
        for one in _CHOICES.finditer(text, *line.span())
        if (parts := _parts(text, one))
    ]
    if len(found) < _LEAST:
        return
    for parts in found:
        for start, end, single in parts:
            if single is None:
                yield Edit(end, end, f" {_EMPTY}", (end - 1, end - 1))
                continue
            for opens, closes in (("open", "close"), ("left", "right")):
                if single[opens]:
                    yield Edit(start, single.end(opens), "")
                    yield Edit(single.start(closes), end, f" {_TICKED}")
            if single["star"]:
                yield Edit(single.start("star"), end, f" {_TICKED}")


def _options(text: str, line: re.Match[str]) -> Sequence[tuple[int, int, "re.Match[str] | None"]]:
    """The cells of a line behind its label, and what marks each; none where it is all or none."""
    if "[" in line.group() or "|" in line.group():
        return ()
    cells = [cell.span() for cell in _CELL.finditer(text, *line.span())]
    if len(cells) < _CELLS:
        return ()
    options = []
    for start, end in cells[1:]:
        asks = ":" in text[start:end] and not _FALLS_BACK.match(text, start, end)
        if asks or text[start] in "¿(→" or end - start > _LONGEST:
            break
        options.append((start, end, _MARKED_CELL.fullmatch(text, start, end)))
    marks = sum(mark is not None and mark["empty"] is None for *_, mark in options)
    asked = text[cells[0][1] - 1] in "?:"
    told = all(any(map(str.isalpha, text[start:end])) for start, end, _ in options)
    return options if 0 < marks < len(options) and (told or asked) else ()


def _parts(text: str, choices: re.Match[str]) -> Sequence[tuple[int, int, "re.Match[str] | None"]]:
    """The options of a line and what singles them out, where that is some of them and not all."""
    parts = [
        (start, end, _SINGLED.fullmatch(text, start, end))
        for start, end in between(_SEPARATOR.finditer(text, *choices.span()), *choices.span())
        if start < end
    ]
    if any(one is None and "*" in text[start:end] for start, end, one in parts):
        return ()
    single = sum(one is not None for _, _, one in parts)
    return parts if 0 < single < len(parts) else ()


IN_MARKS = (marked, coded, wide_apart, under_heads, numbered)
"""What rewrites the marks of a text, each to read what those before it leave."""
