"""Lines of one shape without a header: cells that marks part, what was bought with its price."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nlp.labels.form_elements import BOX, Pair, options_in
from nlp.labels.label_lexicon import label_lexicon
from nlp.labels.segments import Span, labelled, trimmed, unmarked
from nlp.layout.structure import Line
from nlp.stems import fold

_CUT = re.compile(r"\s[·|•–—]\s|\s-\s|;\s|\s{3,}|\t")
_AMOUNT = r"[-−]?(?:\d{1,3}(?:[.,\s]\d{3})+(?:[.,]\d{1,2})?|\d+[.,]\d{2}|\d+)"
_PRICED = re.compile(
    rf"(?P<text>.*?\S)(?:\s{{2,}}|\s?\.{{3,}}\s?)(?:[$€]|S/|US\$|EUR)?\s{{0,8}}(?P<amount>{_AMOUNT})\s?(?:€|EUR|[A-Z])?"
)
_COUNTED = re.compile(
    rf"(?P<count>\d+(?:[.,]\d+)?)\s?(?:[Uu]ds?\.?|[Uu]n\.?|[Ll]|[Kk][Gg]|[Pp]za?s?\.?)?\s{{1,3}}[xX×*]\s{{1,3}}[$€]?\s?"
    rf"(?P<each>{_AMOUNT})(?:\s?€?(?:/\w+)?)(?:\s+(?P<text>[^\W\d_].*))?"
)
_LEADING = re.compile(r"(?P<count>\d{1,3})\s?(?:[xX×]\s|\s)\s*(?P<text>[^\W\d_].*)")
_EACH = re.compile(rf"\s?\((?P<each>{_AMOUNT})\s?€?\)$")
"""The price of one behind what is bought: "Ración patatas (4,20)"."""
_ITEM = re.compile(
    r"(?P<name>[^,;()]{2,60}?)\s\((?P<aside>[^()]{1,40})\)(?:\s*[,;]\s*|\s+[ye]\s+|\.?$)"
)
_WIDE = re.compile(r"\S\s{2,}\S")
_LEAST_CELLS = 3
_LONGEST = 120
_DEDUCTED = ("descuento", "dto", "ahorro", "bonificacion", "cupon")
ROLES = ("Descripción", "Cantidad", "Precio unitario", "Importe")


@dataclass(frozen=True, slots=True)
class UnheadedRows:
    """Rows of cells below a title; ``priced`` rows have the cells of :data:`ROLES`."""

    title: str
    rows: tuple[tuple[Span | None, ...], ...]
    priced: bool = False


def unheaded_rows_of(
    text: str, every: Sequence[Line], pairs: Sequence[Pair], read: Sequence[Span] = ()
) -> Iterator[UnheadedRows]:
    """The rows of a text outside of what was ``read``, each with the title or label above it."""
    lines = [line for line in every if not any(start <= line.start < end for start, end in read)]
    yield from _parted(text, lines, pairs)
    yield from _priced(text, lines, pairs)
    for one in pairs:
        if one.form in {"colon", "row", "columns", "below"} and not options_in(
            text, one.start, one.end
        ):
            rows = tuple(_with_asides(text, one.start, one.end))
            if rows:
                yield UnheadedRows(one.label, rows)


def _with_asides(text: str, start: int, end: int) -> Iterator[tuple[Span, Span]]:
    """ "Ana (2001), Luis (2004)" as rows of two cells; nothing where an item has no bracket."""
    found = []
    here = start
    while here < end:
        match = _ITEM.match(text, here, end)
        if match is None:
            return
        found.append((match.span("name"), match.span("aside")))
        here = match.end()
    yield from found


def _parted(text: str, lines: Sequence[Line], pairs: Sequence[Pair]) -> Iterator[UnheadedRows]:
    rows: list[tuple[Span, ...]] = []
    begin = 0
    for line in (*lines, None):
        cells = () if line is None else tuple(_cells(text, line))
        fits = len(cells) >= _LEAST_CELLS and (not rows or abs(len(cells) - len(rows[0])) < 2)
        if rows and (not fits or (line is not None and line.apart)):
            if len(rows) > 1:
                yield UnheadedRows(_title(pairs, begin), tuple(rows))
            rows = []
        if line is not None and len(cells) >= _LEAST_CELLS:
            begin = begin if rows else line.start
            rows.append(cells)


def _cells(text: str, line: Line) -> Iterator[Span]:
    start = unmarked(text, line.start, line.end)
    if line.kind in {"rule", "heading"} or _CUT.search(text, start, line.end) is None:
        return
    if any(labelled(text, start, line.end)) or BOX.search(text, start, line.end):
        return
    here = start
    for cut in _CUT.finditer(text, start, line.end):
        if cut.start() > here:
            yield trimmed(text, here, cut.start())
        here = cut.end()
    if here < line.end:
        yield trimmed(text, here, line.end)


def _title(pairs: Sequence[Pair], begin: int) -> str:
    """The title or the open label above an offset."""
    above = [
        one for one in pairs
        if one.label_start < begin
        and (one.form in {"title", "bullets", "under"} or one.is_empty or one.start >= begin)
        and one.form != "head"
    ]  # fmt: skip
    return above[-1].label if above else ""


def _priced(text: str, lines: Sequence[Line], pairs: Sequence[Pair]) -> Iterator[UnheadedRows]:
    rows: list[tuple[Span | None, ...]] = []
    waiting: tuple[Span, Span] | None = None
    lone: Span | None = None
    begin = 0
    for line in (*lines, None):
        if line is None or line.kind == "rule" or line.apart or _sums_up(text, line):
            if rows:
                yield UnheadedRows(_title(pairs, begin), tuple(rows), priced=True)
            if line is not None and _sums_up(text, line):
                return
            rows, waiting, lone = [], None, None
            if line is None or line.kind == "rule":
                continue
        if line.end - line.start > _LONGEST:
            waiting = lone = None
            continue
        match = _PRICED.fullmatch(text, line.start, line.end)
        if match is None:
            counted = _COUNTED.fullmatch(text, line.start, line.end)
            waiting = None if counted is None else (counted.span("count"), counted.span("each"))
            lone = (line.start, line.end) if counted is None else None
            if any(labelled(text, line.start, line.end)):
                lone = None
            continue
        begin = begin if rows else line.start
        row = _row(text, match, waiting, lone)
        if row is not None:
            rows.append(row)
        waiting = lone = None


def _row(
    text: str, match: re.Match[str], waiting: tuple[Span, Span] | None, lone: Span | None
) -> tuple[Span | None, ...] | None:
    amount, named = match.span("amount"), match.span("text")
    if fold(text[slice(*named)]).startswith(_DEDUCTED) or text[amount[0]] in "-−":
        return None
    counted = _COUNTED.fullmatch(text, *named)
    if counted is not None and counted["text"]:
        return counted.span("text"), counted.span("count"), counted.span("each"), amount
    if counted is not None:
        return None if lone is None else (lone, counted.span("count"), counted.span("each"), amount)
    leading = _LEADING.fullmatch(text, *named)
    words = leading.span("text") if leading is not None else named
    if (
        any(labelled(text, *named))
        or _WIDE.search(text, *words)
        or not any(map(str.isalpha, text[slice(*named)]))
        or text[named[0]] == "+"
    ):
        return None
    if waiting is not None:
        return named, waiting[0], waiting[1], amount
    if leading is not None:
        each = _EACH.search(text, *words)
        name = (words[0], each.start()) if each is not None else words
        single = amount if leading["count"] == "1" else None
        return (
            name,
            leading.span("count"),
            each.span("each") if each is not None else single,
            amount,
        )
    return named, None, amount, amount


def _sums_up(text: str, line: Line) -> bool:
    words = re.findall(r"[^\W\d_]+", fold(text[line.start : line.end]))
    return bool(words) and words[0] in label_lexicon().totals
