"""Identifiers: what is written to be looked up, not read.

The value's ``text`` is the canonical writing: upper case and no blanks for codes, as written
elsewhere. Every pattern is bounded, so a hostile text costs no more than a plain one.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import lru_cache

from nlp.layout.structure import layout
from nlp.spans import Candidate, Document, Value
from nlp.word_lists import either

SOURCE = "identifiers"

_URL = re.compile(r"\b(?:https?://|ftp://|www\.)[^\s<>\"«»“”|\\^`{}]{3,2000}", re.IGNORECASE)
_EMAIL = re.compile(
    r"(?<![\w.%+-])[\w.%+-]{1,64}@[a-zA-Z0-9-]{1,63}(?:\.[a-zA-Z0-9-]{1,63}){1,6}(?![\w-])"
)
_TAG = re.compile(r"(?<![\w&])[#@][^\W\d]\w{1,60}")
_DIGIT = re.compile(r"\d")
_URL_TAIL = ".,;:!?'*_"
_ANGLE = (
    r"-?\d{1,3}(?:[.,]\d{1,8})?\s?[°º]\s?(?:\d{1,2}(?:[.,]\d{1,4})?\s?['′’]\s?)?"
    r"(?:\d{1,2}(?:[.,]\d{1,4})?\s?(?:[\"″”]|''|′′)\s?)?[NSEOW](?:orte|ur|ste|este)?\b"
)
_WRITTEN: Mapping[str, str] = {
    "DOI": r"\b10\.\d{4,9}/[^\s\"<>«»]{1,200}[^\s\"<>«».,;:)]",
    "NIF, NIE": r"(?<![\w-])(?:[XYZ\d]\d{7}|\d{1,2}\.\d{3}\.\d{3})[ -]?[A-Z](?![\w-])",
    "NIF of companies": r"(?<![\w-])[A-HJNP-SUVW][ -]?\d{2}[.]?\d{3}[.]?\d{2}[\dA-J](?![\w-])",
    "IBAN": r"(?<!\w)[A-Z]{2}\d{2} ?[A-Z0-9]{4}(?: ?\d{4}){2,6}(?: ?\d{1,3})?(?!\w)",
    "ISBN": r"(?<![\w-])97[89][ -]?(?:\d[ -]?){9}\d(?![\w-])",
    "CAS": r"(?<![\w-])\d{2,7}-\d{2}-\d(?![\w-])",
    # with a check digit, or in several groups: "5.220.118-4", "20-14882019-3"
    "figures": r"(?<![\w./,-])(?:(?:\d{1,3}(?:\.\d{3}){1,3}|\d{6,13})-\d|\d{2,4}-\d{6,8}"
    r"|\d{1,8}(?:-\d{1,8}){2,5})(?![\w-]|[.,]\d)",
    "card": r"(?<![\w-])(?<!\d )(?:\d{4}[ -]){3}\d{1,4}(?![\w-])",
    "IPv4": r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?:/\d{1,2})?(?![\w.]\w)",
    "telephone abroad": r"(?<![\w+])\+\d{1,3}(?:[ .-]?\(?\d{1,4}\)?){2,5}(?!\w)",
    "telephone": r"(?<![\w.,])(?:\d{3} \d{3} \d{3}|\d{3} \d{2} \d{2} \d{2}|\d{3}[ -]\d{3}[ -]\d{4})"
    r"(?!\w| \d)",
    "coordinates in degrees": rf"{_ANGLE}(?:\s?[,;/y]?\s?{_ANGLE})?",
    "coordinates": r"(?<![\w.,-])-?\d{1,2}\.\d{3,8}, ?-?\d{1,3}\.\d{3,8}(?![\w.,]\d)",
    # "artículo 149.1.32.ª", "arts. 5.2 y 7"
    "article": r"\b(?:[Aa]rt[íi]culos?|ARTÍCULOS?|[Aa]rts?\.)\s\d{1,4}(?:\.\d{1,3}){0,3}"
    r"(?:\.?[ºªo](?!\w))?(?:\s(?:bis|ter|quater|quinquies)\b)?(?:\s[a-z]\))?",
    "ruling": r"\b(?:ECLI:[A-Z]{2}:[A-Z0-9]{1,7}:\d{4}:[A-Z0-9.]{1,25}|[CTF]-\d{1,4}/\d{2})\b",
    "act": r"(?<![\w/])[A-Z]{2,5}(?:/[A-Z0-9]{1,10}){0,4}[ /]\d{1,6}/(?:19|20)\d{2}(?!\w)",
    "number/year": r"(?<![\w/.-])\d{1,7}/(?:19|20)\d{2}(?:-[A-Z0-9]{1,4})?(?![\w/])",
    "year/number": r"(?<![\w/.-])(?:19|20)\d{2}/\d{1,7}(?:-[A-Z0-9]{1,4})?(?![\w/])",
    "version": r"(?<![\w.])v\d{1,3}(?:\.\d{1,5}){1,4}(?:-?[a-z]{1,5}\d{0,3})?\b",
    # 3.12.1, but not 1.250.000
    "bare version": r"(?<![\w.,])(?!\d{1,3}(?:\.\d{3}){2,4}(?!\d))\d{1,3}(?:\.\d{1,3}){2,4}"
    r"(?![\w.]?\d)",
    "Spanish number plate": r"(?<!\w)\d{4} ?[BCDFGHJKLMNPRSTVWXYZ]{3}(?!\w)",
    # CIE-10 "J18.9", ATC "N02BE01", "COVID-19", "A-7"
    "letters and figures": r"(?<![\w./-])(?=[\w./-]{0,24}\d)(?=[\w./-]{0,24}[A-Z])"
    r"[A-Za-z0-9]{1,20}(?:[-/.][A-Za-z0-9]{1,20}){0,5}\+?(?![\w/-]|\.\w)",
}
"""Ways of writing identifiers; of two that read one span, the first says how it is written."""
_COMPACT = ("NIF, NIE", "NIF of companies", "IBAN", "ISBN", "card", "Spanish number plate")
"""Those where blanks and hyphens are no part of the code."""
_PATTERNS = tuple((re.compile(one), name in _COMPACT) for name, one in _WRITTEN.items())


def find_identifiers(document: Document) -> tuple[Candidate, ...]:
    """URLs, e-mails and codes, in that order of precedence where they overlap."""
    text = document.text
    found: dict[tuple[int, int], Candidate] = {}
    for start, end, label, canonical in _all(document):
        value = Value("identifier", text=canonical)
        candidate = Candidate(start, end, text[start:end], label, value, SOURCE)
        found.setdefault((start, end), candidate)
    return tuple(found[span] for span in sorted(found))


def _all(document: Document) -> Iterator[tuple[int, int, str, str]]:
    text = document.text
    taken: list[tuple[int, int]] = []
    for match in _URL.finditer(text):
        start, end = match.start(), _url_end(text, match.start(), match.end())
        taken.append((start, end))
        yield start, end, "URL", text[start:end]
    if "@" in text:
        for match in _EMAIL.finditer(text):
            taken.append(match.span())
            yield *match.span(), "EMAIL", match.group().lower()
    covered = sorted(taken)
    for start, end, canonical in _codes(document):
        if not _inside(start, covered):
            yield start, end, "IDENTIFIER", canonical


def _codes(document: Document) -> Iterator[tuple[int, int, str]]:
    text = document.text
    for match in _TAG.finditer(text):
        yield *match.span(), match.group()
    for first, last in _with_digits(document):
        for expression, compact in _PATTERNS:
            for match in expression.finditer(text, first, last):
                mention = match.group()
                code = re.sub(r"[\s.-]", "", mention).upper()
                yield *match.span(), code if compact else mention
        for expression in (_acts(), _announced()):
            for match in expression.finditer(text, first, last):
                start, end = match.span(1)
                yield start, end, text[start:end]


def _with_digits(document: Document) -> Iterator[tuple[int, int]]:
    """The stretches of sentences with a digit, neighbours together: no code goes without one."""
    start = end = -1
    for sentence in layout(document).sentences:
        if _DIGIT.search(document.text, sentence.start, sentence.end) is None:
            continue
        if start >= 0 and sentence.start > end + 2:
            yield start, end
            start = -1
        start = sentence.start if start < 0 else start
        end = sentence.end
    if start >= 0:
        yield start, end


@lru_cache(maxsize=1)
def _acts() -> "re.Pattern[str]":
    """Matches a cited act: "Ley Orgánica 3/2018, de 5 de diciembre", "Directiva (UE) 2016/680"."""
    kinds = either("legal_acts", blank=r"\s")
    number = r"(?:n\.?[º°]\s?|núm\.\s|número\s)?\d{1,6}(?:[./]\d{2,4})?(?:/[A-Z]{2,4}){0,2}"
    day = r"(?:,?\sde\s(?:\d{1,2}|uno)\sde\s[a-zé]{4,10}(?:\sde\s\d{4})?)?"
    return re.compile(
        rf"(?i:\b((?:{kinds})\s(?:\([A-Z]{{2,4}}\)\s)?(?:[A-Z]{{1,4}}/)?{number}(?![\w/]){day}))"
    )


@lru_cache(maxsize=1)
def _announced() -> "re.Pattern[str]":
    """Matches the code that an announcing word leads: "expediente n.º AB-12/7"."""
    leads = either("number_leads", blank=r"\s")
    return re.compile(
        rf"(?<!\w)(?i:{leads})(?:\s(?:n\.?[º°.]|núm\.|número))?:?\s"
        r"((?=[\w./-]{0,30}\d)[A-Za-z0-9]{1,20}(?:[-/.][A-Za-z0-9]{1,20}){0,6})(?![\w/-])"
    )


def _url_end(text: str, start: int, end: int) -> int:
    """Where a URL ends: before closing punctuation and an unpaired closing bracket."""
    while end > start:
        last = text[end - 1]
        opening = {")": "(", "]": "["}.get(last)
        unpaired = opening and text.count(last, start, end) > text.count(opening, start, end)
        if last not in _URL_TAIL and not unpaired:
            return end
        end -= 1
    return end


def _inside(offset: int, spans: list[tuple[int, int]]) -> bool:
    index = bisect_right(spans, (offset, 1 << 62)) - 1
    return index >= 0 and offset < spans[index][1]
