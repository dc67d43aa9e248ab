"""Who issues a form: the name at its head."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from nlp.labels.form_elements import Pair, unwritten
from nlp.labels.segments import pieces, trimmed, until
from nlp.labels.terms import known_terms, label_terms
from nlp.layout.structure import Line
from nlp.spans import Span
from nlp.stems import fold
from nlp.word_lists import word_list

_LINES = 3
_MOST_WORDS = 7
_KNOWN = 0.4
_LONGEST = 70
_BESIDE_NAME = re.compile(r"\s[·|–—]\s|\s-\s|,?\s(?:NIF|CIF|RUT|RFC|RUC|NIT|CUIT)\b")
ISSUERS = ("Emisor", "Empresa", "Compañía", "Centro", "Comercio", "Entidad", "Organismo")
"""What the name at the head of a form may be called."""


def letterhead(text: str, lines: Sequence[Line], pairs: Sequence[Pair]) -> Iterator[Pair]:
    """The name at the head as a value of each label that asks for an issuer."""
    found = _head(text, lines, pairs)
    if found is None:
        return
    first = text[slice(*found)].split()[0]
    known = {key for term in label_terms(first) for key, _ in term.keys if key[0] == "s"}
    for label in (*ISSUERS, *((first,) if known else ())):
        yield unwritten(label, found, "head")


def _head(text: str, lines: Sequence[Line], pairs: Sequence[Pair]) -> Span | None:
    ruled = bool(lines) and lines[0].kind == "rule"
    for number, line in enumerate(lines[: _LINES + ruled]):
        for piece in pieces(text, line.start, line.end):
            start, end = trimmed(text, *piece)
            labels = any(one.label_start <= start < one.label_end < one.start for one in pairs)
            if labels and not any(  # what looks like a label merely stands beside something else
                one.label_start == start and one.form in {"row", "title", "under"} for one in pairs
            ):
                continue
            if any(one.form == "row" and one.start <= start < one.end for one in pairs):
                continue
            end = until(_BESIDE_NAME, text, start, end)
            if start < end and (
                (_names_organization(text[start:end]) and (not number or " " in text[start:end]))
                or (number == 0 and _unknown_name(text[start:end]))
            ):
                return start, end
    return None


def _names_organization(name: str) -> bool:
    if len(name) > _LONGEST or ":" in name:
        return False
    folded = fold(name)
    opens = any(folded == head or folded.startswith(f"{head} ") for head in _openings())
    return opens or any(folded.endswith(tail) for tail in _tails())


def _unknown_name(name: str) -> bool:
    """Whether the first line is a name and not the kind of document."""
    words = name.split()
    if not (1 < len(words) <= _MOST_WORDS) or any(map(str.isdigit, name)) or name[-1] in ".:;!?":
        return False
    known, every = known_terms(name)
    return name[0].isupper() and known < _KNOWN * every


@lru_cache(maxsize=1)
def _openings() -> tuple[str, ...]:
    return tuple(fold(one) for one in word_list("organization_heads"))


@lru_cache(maxsize=1)
def _tails() -> tuple[str, ...]:
    plain = [fold(one) for one in word_list("company_tails")]
    spaced = [one.replace(".", ". ").strip() for one in plain]
    bare = [one.rstrip(".") for one in plain]
    return tuple(f" {one}" for one in {*plain, *spaced, *bare})
