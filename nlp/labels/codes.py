"""Labels that stand right before a code, without a colon: "CIF B1234", "Factura n.º 12/2023"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from nlp.labels.form_elements import Pair
from nlp.labels.label_lexicon import label_lexicon
from nlp.labels.terms import is_known, known_share, label_words
from nlp.spans import Span
from nlp.stems import fold
from nlp.word_lists import text_pattern

_SIGN = re.compile(r"[nN](?:\.\s?[ºo°]|[º°]|úm)|Nro")
_NUMBERED = re.compile(
    r"(?P<label>[^\W\d_][\w./-]{1,24}(?: (?:de |del |la )?[^\W\d_][\w/-]{1,20}){0,3}?) ?"
    rf"(?:{_SIGN.pattern})(?:(?<=úm)ero|\.?)\s{{0,2}}(?P<code>[A-Z]{{0,4}}[-/]?\d[\w/.-]{{0,29}})"
)
_LONGEST_LABEL = 120
"""Characters before the sign of a number; no label has as many."""
_CODED = re.compile(
    r"(?<![\w.])(?P<label>(?:[A-Z]\.){2,4}|[^\W\d_]{2,12}\.?)[ \xa0]{1,2}"
    r"(?P<code>(?=[A-Z+(]{0,3}[-/ ]?\d)[A-Z\d+(][\w /.()+-]{2,33}[\w)])"
)
_PERCENT = re.compile(
    r"(?P<label>[^\W\d_][\w. ]{1,30}?)\s{0,2}\(?(?P<value>\d{1,3}(?:[.,]\d{1,3})?\s?%)"
)
_SPACED = re.compile(
    r"(?:[A-Z]{2}\d{2}|\+?\d{1,3})(?:[ .-]?\d{2,4}){2,6}(?:[ -][\dXK](?![\w-]))?(?![\w/-]|\.\d)"
    r"|[A-Z]{0,3}[-/]?\d[\w/.-]*[\w]|\d"
)
_TRAILING = re.compile(
    r"(?P<label>[^\W\d_][^\n\d:,;]{1,50}?)[ \xa0]{1,3}(?:[nN][.]?\s?[º°o][.]?\s?|[nN]úm\.?\s?|#\s?|-\s)?"
    r"(?P<code>(?=[^\s\d]{0,12}\d)[\w/.:-]{1,30}|[A-ZÑ])"
)
_SPACED_CODE = re.compile(r"(?P<label>[^\W\d_][\w.]{1,12}) (?P<code>[+(]?\d[\d ().-]{5,20}\d)")
_KEYED = re.compile(
    r"(?<![\w?&/=.-])(?P<key>[^\W\d_]\w{1,30})=(?:\"(?P<quoted>[^\"\n]{1,80})\"|(?P<bare>[^\s,;=\"]{1,60}))"
)
"""What programs write: "usuario=svc_respaldo"."""
_NUMBERED_THING, _NUMBER_SIGN = text_pattern("numbered_thing"), text_pattern("number_sign")
_MOST_WORDS = 6


def code_pairs(text: str, pairs: Sequence[Pair]) -> Iterator[Pair]:
    """The codes of a text with the words right before them."""
    lexicon = label_lexicon()
    known = {pair.start for pair in pairs}
    for match in _numbered(text):
        if "\n" not in match.group():
            start = match.start("code")
            end = start + len(match["code"].rstrip(".,;-/"))
            known.add(start)
            yield Pair(f"{match['label']} n.º", match.start(), start, start, end, "code")
    for match in _CODED.finditer(text):
        label = match["label"].replace(".", "")
        if fold(label) not in lexicon.sets["codes"] or (len(label) < 3 and label.islower()):
            continue  # "500 cc"
        start = match.start("code")
        code = _SPACED.match(text, start, match.end("code"))
        if code is not None:
            known.add(start)
            yield Pair(match["label"], match.start(), start, start, code.end(), "code")
    for match in _NUMBERED_THING.finditer(text):
        start, end = match.span("number")
        if start not in known:
            yield Pair(f"{match['thing']} n.º", match.start(), start, start, end, "code")
    for match in _KEYED.finditer(text):
        span = match.span(match.lastgroup or 0)
        yield Pair(match["key"], match.start(), match.end("key") + 1, *span, "colon")
    for pair in pairs:
        share = _PERCENT.search(text, pair.label_start, pair.label_end)
        if share is not None:
            start, end = share.span("value")
            yield replace(
                pair, label=share["label"], label_end=start, start=start, end=end,
                form="percent", row="",
            )  # fmt: skip


def unsigned(text: str, span: Span) -> Span:
    """A span without the sign of a number before it: "N.º 88/2024"."""
    sign = _NUMBER_SIGN.match(text, *span)
    return (sign.end(), span[1]) if sign else span


def _numbered(text: str) -> Iterator[re.Match[str]]:
    """Labels and codes with a sign between them; what stands far before a sign is not looked at."""
    at = 0
    while sign := _SIGN.search(text, at):
        match = _NUMBERED.search(text, max(at, sign.start() - _LONGEST_LABEL))
        if match is None:
            return
        yield match
        at = match.end()


def trailing_code(text: str, start: int, end: int) -> tuple[Span, Span] | None:
    """The words of a piece and the code it ends with: "HOJA DE SERVICIO HS-3821", "CAJA 2"."""
    match = _TRAILING.fullmatch(text, start, end)
    if match is None or len(match.group("label").split()) > _MOST_WORDS:
        return None
    fits = is_known(match["label"]) or match["label"].isupper()
    return (match.span("label"), match.span("code")) if fits else None


def labelled_code(text: str, cell: Span) -> tuple[Span, Span] | None:
    """The known word for a code at the begin of a cell, and the code behind it."""
    spaced = _SPACED_CODE.fullmatch(text, *cell)
    sides = (spaced.span("label"), spaced.span("code")) if spaced else trailing_code(text, *cell)
    if sides is None:
        return None
    label = text[slice(*sides[0])]
    coded = not label_lexicon().sets["codes"].isdisjoint(label_words(label))
    return sides if coded or known_share(label) >= 1 else None
