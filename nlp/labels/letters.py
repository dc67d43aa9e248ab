"""Letters and signed texts: who is greeted at the head, who signs at the foot, and as what."""

import re
from collections.abc import Iterator, Sequence

from nlp.labels.form_elements import GREETED, LETTER, SIGNED, Pair, unwritten
from nlp.layout.structure import Line
from nlp.spans import Span
from nlp.stems import fold
from nlp.word_lists import either, read_yaml

_FIRST, _LAST = 14, 12
_SHORT, _LONG = 14, 16
"""Words of a farewell at the most, and of the paragraph above a signature at the least."""
_CAPITAL = "[A-ZÁÉÍÓÚÑ]"
_NAME = re.compile(
    rf"(?P<name>{_CAPITAL}[\w.'’ª-]*(?:\s(?:(?:de|del|la|las|los|y|e|i|da|do)\s){{0,3}}{_CAPITAL}[\w.'’-]*){{0,5}})"
    r"\s*(?:$|[,·|(–—-]\D*+$|\([^()]{1,30}\)$|[·|–—]"
    r"|(?P<document>,\s?[^\W\d_]{1,5}\.?(?:\s?[^\W\d_]\.?){0,2}\s[\w./-]{5,16}$))"
)
"""A line with a name alone, what it is or its document behind: "Ana Ruiz Soto, céd. 1-1042-0377"."""
_BEFORE_NAME = r",?\s+(?:(?:[a-záéíóúñ]+|(?:Sr|Sra|Dr|Dra|D|Dña)\.)\s){0,3}"
_GREETED = (
    rf"{_BEFORE_NAME}"
    rf"(?P<name>{_CAPITAL}[^:,!.\n]{{1,60}}(?:\.\s?{_CAPITAL}[^:,!.\n]{{0,20}}){{0,3}})"
    r"(?:,\s[^:,\n]{3,60}(?=:))?\s*(?:[:,!.]+\s*)?"
)
_TOLD = read_yaml("letters")
_FAREWELLS = {fold(word) for word in _TOLD["farewells"].split()}
_DEAR = rf"(?i:{'|'.join((*_TOLD['dear'].split(), *_TOLD['addressed'].split()))})"
_GREETING = re.compile(_DEAR + _GREETED)
_BYLINE = re.compile(rf"\W{{0,8}}(?i:{'|'.join(_TOLD['bylines'].split())})(?::|\sde|\spor)?\s+")
_PERSON = (
    rf"(?P<name>{_CAPITAL}[\w'’-]*(?:\s(?:(?:de|del|la|las|los)\s)?{_CAPITAL}[\w'’-]*){{0,4}})"
)
_BARE_GREETING = re.compile(rf"{_DEAR}(?:\s[a-záéíóúñ]+){{0,3}}\s?[:,.]\s?")
_HEADED = re.compile(
    rf"\W*(?:{either('personal_titles')})\s(?P<name>{_CAPITAL}[\w'’-]*(?:\s(?:(?:de|del|la|los|las)\s){{0,2}}{_CAPITAL}[\w'’-]*){{1,4}})"
)
"""Above a greeting without a name, whom the letter is addressed to: "Licda. Xinia Barrantes"."""
_OPENS = re.compile(
    rf"\W*{_DEAR}{_BEFORE_NAME}{_PERSON}\s?[:,!]"
    rf"|(?=(?P<hailed>{_CAPITAL}[a-záéíóúñ]+),\s(?:{_TOLD['told']})\b)"
)
"""How a message greets in running text: "Querida Eloísa: te mando …", "Marisa, soy …"."""
_SPEAKS = re.compile(rf"\b(?i:{_TOLD['speaks']})\s(?:(?:el|la)\s)?{_PERSON}")
_CLOSES = re.compile(
    rf"[.!?…]\s+(?:[—–-]\s?)?(?P<farewell>(?:[^.!?:;\d]{{2,60}}\.?,\s)?){_PERSON}"
    r"(?:,[^.!?:;\d]{2,70}|\s\([^()\d]{3,40}\)|,\s[^\W\d_]{2,5}\.?\s[\d.-]{5,14}[\dKX]?)?\.?\s*$"
)
_HEAD, _TAIL = 160, 170
"""Characters at the ends of a message in which it says who speaks."""
_LEAST_NAME = 3
"""Letters of a name that closes a message alone: "No." and "Sí." are answers."""
_ROLE = re.compile(rf"{_CAPITAL}[^\d:@\n]{{4,90}}")


def letter_parts(text: str, lines: Sequence[Line]) -> Iterator[Pair]:
    """Whom a letter greets and who signs it, as values of what forms call them."""
    for at, line in enumerate(lines[:_FIRST]):
        found = _GREETING.fullmatch(text, line.start, line.end)
        if found is not None:
            yield from called(GREETED, found.span("name"))
            break
        if _BARE_GREETING.fullmatch(text, line.start, line.end) is not None:
            heads = (_HEADED.match(text, one.start, one.end) for one in lines[:at])
            if headed := next(filter(None, heads), None):
                yield from called(GREETED, headed.span("name"))
                break
    else:
        opening = _OPENS.match(text)
        if opening is not None:
            yield from called(GREETED, opening.span("name" if opening["name"] else "hailed"))
    at, found = next(_signatures(text, lines), (0, None))
    if found is None:
        speaker = _speaker(text)
        yield from called(SIGNED, speaker) if speaker is not None else ()
        return
    yield from called(SIGNED, found.span("name"))
    after = lines[at + 1] if at + 1 < len(lines) else None
    if after is not None and not after.apart and _ROLE.fullmatch(text, after.start, after.end):
        yield from called("role", (after.start, after.end))


def _speaker(text: str) -> Span | None:
    """Who speaks in a message of running text: "soy Evelio", "Un saludo, Demetrio Lavín."."""
    closing = _CLOSES.search(text, max(0, len(text) - _TAIL))
    if closing is not None:
        bids = _FAREWELLS & set(re.findall(r"\w+", fold(closing["farewell"])))
        alone = not closing["farewell"] and not text[closing.end("name") :].strip(" .\n")
        if bids or (alone and len(closing["name"]) >= _LEAST_NAME):
            return closing.span("name")
    found = _SPEAKS.search(text, 0, _HEAD)
    return None if found is None else found.span("name")


def called(kind: str, span: Span, form: str = "under") -> Iterator[Pair]:
    """A value under each of the labels that forms call a kind of it by (``resources/letters.yaml``)."""
    for label in _TOLD["labels"][kind]:
        yield unwritten(label, span, kind if kind in LETTER else form)


def _signatures(text: str, lines: Sequence[Line]) -> Iterator[tuple[int, "re.Match[str]"]]:
    """Lines that sign, with their numbers, the surest first: below a farewell, behind "Por", alone."""
    last = range(len(lines) - 1, max(0, len(lines) - _LAST), -1)
    for at in last:
        said = text[lines[at - 1].start : lines[at - 1].end]
        words = said.split()
        farewell = bool(_FAREWELLS & set(re.findall(r"\w+", fold(said))))
        farewell |= said.endswith(",")
        if len(words) <= _SHORT and farewell and (found := _signature(text, lines[at])):
            yield at, found
    for at in (*last[:3], *range(min(5, len(lines)))):
        byline = _BYLINE.match(text, lines[at].start, lines[at].end)
        if byline and (found := _signature(text, lines[at])):
            yield at, found
    for at in last:
        above = lines[at - 1]
        prose = len(text[above.start : above.end].split()) >= _LONG
        found = _signature(text, lines[at])
        if found is None or not (found["document"] or (lines[at].apart and prose)):
            continue
        if " " in found["name"] and not found["name"].isupper():
            yield at, found


def _signature(text: str, line: Line) -> "re.Match[str] | None":
    if line.kind not in {"text", "label", "heading"}:
        return None
    byline = _BYLINE.match(text, line.start, line.end)
    return _NAME.match(text, byline.end() if byline else line.start, line.end)
