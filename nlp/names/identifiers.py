"""Identifiers: what is written to be looked up, not read.

The value's ``text`` is the canonical writing: upper case and no blanks for codes, as written
elsewhere. Every pattern is bounded, so a hostile text costs no more than a plain one.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator

from nlp.layout.structure import layout
from nlp.spans import Candidate, Document, Span, Value
from nlp.word_lists import either, read_yaml

SOURCE = "identifiers"

_URL = re.compile(r"\b(?:https?://|ftp://|www\.)[^\s<>\"«»“”|\\^`{}]{3,2000}", re.IGNORECASE)
_EMAIL = re.compile(
    r"(?<![\w.%+-])[\w.%+-]{1,64}@[a-zA-Z0-9-]{1,63}(?:\.[a-zA-Z0-9-]{1,63}){1,6}(?![\w-])"
)
_TAG = re.compile(r"(?<![\w&])[#@][^\W\d]\w{1,60}(?:\.\w{1,30}){0,3}")
_DIGIT = re.compile(r"\d")
_URL_TAIL = ".,;:!?'*_"
_COMPACT = ("NIF, NIE", "NIF of companies", "IBAN", "ISBN", "card", "Spanish number plate")
"""Ways of writing where blanks and hyphens are no part of the code."""
_PATTERNS = tuple(
    (re.compile("".join(written)), name in _COMPACT)
    for name, written in read_yaml("identifiers", plain=True).items()
)
"""Ways of writing identifiers, and whether they are compact."""
_ACTS, _LEADS = (either(name, blank=r"\s") for name in ("legal_acts", "number_leads"))
_NUMBER = r"(?:n\.?[º°]\s?|núm\.\s|número\s)?\d{1,6}(?:[./]\d{2,4})?(?:/[A-Z]{2,4}){0,2}"
_DAY = r"(?:,?\sde\s(?:\d{1,2}|uno)\sde\s[a-zé]{4,10}(?:\sde\s\d{4})?)?"
_ACT = re.compile(
    rf"(?i:\b((?:{_ACTS})\s(?:\([A-Z]{{2,4}}\)\s)?(?:[A-Z]{{1,4}}/)?{_NUMBER}(?![\w/]){_DAY}))"
)
"""A cited act: "Ley Orgánica 3/2018, de 5 de diciembre", "Directiva (UE) 2016/680"."""
_ANNOUNCED = re.compile(
    rf"(?<!\w)(?i:{_LEADS})(?:\s(?:n\.?[º°.]|núm\.|número))?(?:[:,]?(?:\s(?:es|era))?\s(?:el|la)|:)?\s"
    r"((?:[A-Z]{2,3}\s(?=\d))?(?=[\w./-]{0,30}\d)[A-Za-z0-9]{1,20}(?:[-/.][A-Za-z0-9]{1,20}){0,6})(?![\w/-])"
)
"""The code that an announcing word leads: "expediente n.º AB-12/7", "la denuncia es la 8/23"."""


def find_identifiers(document: Document) -> tuple[Candidate, ...]:
    """URLs, e-mails and codes, in that order of precedence where they overlap."""
    text = document.text
    found: dict[Span, Candidate] = {}
    for start, end, label, canonical in _all(document):
        value = Value("identifier", text=canonical)
        candidate = Candidate(start, end, text[start:end], label, value, SOURCE)
        found.setdefault((start, end), candidate)
    return tuple(found[span] for span in sorted(found))


def _all(document: Document) -> Iterator[tuple[int, int, str, str]]:
    text = document.text
    taken: list[Span] = []
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
        for expression in (_ACT, _ANNOUNCED):
            for match in expression.finditer(text, first, last):
                start, end = match.span(1)
                yield start, end, text[start:end]


def _with_digits(document: Document) -> Iterator[Span]:
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


def _inside(offset: int, spans: list[Span]) -> bool:
    index = bisect_right(spans, (offset, 1 << 62)) - 1
    return index >= 0 and offset < spans[index][1]
