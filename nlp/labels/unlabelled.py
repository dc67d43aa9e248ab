"""What forms print without a label: who issues them, and what is part of a value."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from nlp.labels.form_elements import ISSUERS, Pair, unwritten
from nlp.labels.label_lexicon import label_lexicon
from nlp.labels.segments import pieces, trimmed, until
from nlp.labels.terms import known_terms, label_terms
from nlp.layout.sentences import between
from nlp.layout.structure import Line
from nlp.spans import Span
from nlp.stems import fold
from nlp.word_lists import text_pattern, word_list

_STREET = re.compile(rf"{text_pattern('street_type').pattern}[^\n]{{2,80}}")
_CODE_AND_TOWN = re.compile(
    r"(?<![\w.])(?P<code>\d{5})[ ,]{1,2}(?P<town>[^\W\d_][^\d,(;\n]{0,39}[^\W\d_])"
    r"(?:\s?[(,]\s?(?P<state>[^\W\d_][^()\d,]{2,30})\)?)?"
)
TOWN = "Población"
_TOWN = (("Código postal", "code"), (TOWN, "town"), ("Provincia", "state"))
_PEOPLE = (
    "nombre", "apellidos", "paciente", "alumno", "conductor", "titular", "pasajero", "socio",
    "trabajador",
)  # fmt: skip
_SURNAMES_FIRST = re.compile(
    r"(?P<surnames>[^\W\d_][^\d,:;()/]{1,40}),\s(?P<given>[^\W\d_][^\d,:;()/]{1,30})"
)
_CODED = re.compile(
    r"(?:^|[,;(]\s{0,2})(?:con\s)?(?P<label>[^\W\d_]{3,20}\.?)(?:\s(?:n\.?\s?[ºo°]\.?|núm\.?))?\s"
    r"(?P<code>[A-Z]{0,4}[-/]?\d[\w/.,-]{0,24}\w|\d)(?=[\s,;)]|$)"
)
"""A code that brings its own word: "Mutua Sar, póliza 88/12"."""
_NUMBERED = re.compile(r"\A(?:[A-Z]?\d{1,2}(?:\.\d{1,2})*[.)]?\s)?")
_BOTH = re.compile(r"\s?/\s?|\s[yYeE]\s")
_SIDES = re.compile(r"(?:\(|^)(?P<sides>[^\W\d_]{3,12}(?:\s?[x×]\s?[^\W\d_]{3,12}){1,3})\)?$")
_BY = re.compile(r"\s?[x×]\s?(?=[^\W\d_]{3})")
"""What parts the sides of a thing: "Medidas (alto x ancho x fondo)"."""
_ONE_OF_BOTH = re.compile(r"[^\W\d_][\w .º°]{1,24}")
_CUTS = (re.compile(r"\s/\s"), re.compile(r"(?<=\w\w)/(?=\w\w)"), re.compile(r"\s?[x×*]\s?(?=\d)"))
"""Between things that one label names, and what is said of each: "Peso / talla: 70 kg / 172 cm"."""
_MOST_NAMED = 5
_COORDINATES = re.compile(
    r"(?P<latitude>[-–−]?\d{1,2}[.,]\d{2,8}\s?°?\s?[NSns]?)\s?[,;/\s]\s?"
    r"(?P<longitude>[-–−]?\d{1,3}[.,]\d{2,8}\s?°?\s?[EWOeow]?)(?!\w)"
)
ADDRESS = "Dirección"
NAME = "Nombre o razón social"
_HEAD_LINES = 3
_MOST_WORDS = 7
_KNOWN = 0.4
_SENTENCES = re.compile(r"[a-záéíóúñ]{4}[.!?…]\s")
"""Between two sentences: "Te esperamos el lunes. Abrazos. Marta" names nobody."""
_LONGEST_NAME = 70
_BESIDE_NAME = re.compile(r"\s[·|–—]\s|\s-\s|,?\s(?:NIF|CIF|RUT|RFC|RUC|NIT|CUIT)\b")
_OPENINGS = tuple(f"{fold(one)} " for one in word_list("organization_heads"))
_TAILS = tuple(
    f" {one}"
    for tail in map(fold, word_list("company_tails"))
    for one in (tail, tail.replace(".", ". ").strip(), tail.rstrip("."))
)
"""What the name of an organisation begins and ends with."""


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
    for number, line in enumerate(lines[: _HEAD_LINES + ruled]):
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
    if len(name) > _LONGEST_NAME or ":" in name:
        return False
    folded = fold(name)
    opens = f"{folded} ".startswith(_OPENINGS)
    return opens or folded.endswith(_TAILS)


def _unknown_name(name: str) -> bool:
    """Whether the first line is a name and not the kind of document."""
    words = name.split()
    if not (1 < len(words) <= _MOST_WORDS) or any(map(str.isdigit, name)) or name[-1] in ".:;!?":
        return False
    if _SENTENCES.search(name):
        return False
    known, every = known_terms(name)
    return name[0].isupper() and known < _KNOWN * every


def parts_of_values(text: str, pairs: Sequence[Pair]) -> Iterator[Pair]:
    """Parts of values as pairs: town and postal code of an address, surnames and given name."""
    lexicon = label_lexicon()
    people = lexicon.lines_of_any(_PEOPLE)
    towns = lexicon.lines_of_any(("municipio", "direccion"))
    places = lexicon.lines_of_any(("coordenadas", "ubicacion"))
    for one in pairs:
        if one.is_empty or one.form in {"cell", "code", "title", "head"}:
            continue
        keys = (key for term in label_terms(one.label) for key, _ in term.keys)
        lines = {int(key[2:]) for key in keys if key[0] == "s"}
        part = replace(one, form="part")
        inner = replace(part, sections=(one.label, *one.sections), near=1.0)
        if lines & towns:
            yield from _town(text, part)
        elif _STREET.match(text, one.start, one.end):
            yield replace(inner, label=ADDRESS)
            yield from _town(text, inner)
        yield from _in_order(text, one)
        if lines & places and (pair := _COORDINATES.search(text, one.start, one.end)):
            yield from _groups(one, pair, (("Latitud", "latitude"), ("Longitud", "longitude")))
        for coded in _CODED.finditer(text, one.start, one.end):
            known, every = known_terms(coded["label"])
            if 2 * known > every:
                yield from _groups(inner, coded, ((coded["label"], "code"),))
        comma = _SURNAMES_FIRST.fullmatch(text, one.start, one.end)
        if comma is not None and lines & people:
            yield from _groups(part, comma, (("Apellidos", "surnames"), ("Nombre", "given")))


def _in_order(text: str, one: Pair) -> Iterator[Pair]:
    """What is said of each of the things that a label names, in their order."""
    inside = _SIDES.search(one.label)
    names = (
        _BY.split(inside["sides"])
        if inside is not None
        else _BOTH.split(_NUMBERED.sub("", one.label, count=1))
    )
    if not 1 < len(names) <= _MOST_NAMED or not all(map(_ONE_OF_BOTH.fullmatch, names)):
        return
    for cut in _CUTS:
        parts = list(between(cut.finditer(text, one.start, one.end), one.start, one.end))
        if len(parts) == len(names):
            for name, (start, end) in zip(names, parts, strict=True):
                yield replace(one, label=name, start=start, end=end)
            return


def _town(text: str, one: Pair) -> Iterator[Pair]:
    for found in list(_CODE_AND_TOWN.finditer(text, one.start, one.end))[-1:]:
        yield from _groups(one, found, _TOWN)


def _groups(one: Pair, found: re.Match[str], labels: Iterable[tuple[str, str]]) -> Iterator[Pair]:
    """What stands in the groups of a match, each as the value of a label of its own."""
    for label, group in labels:
        start, end = found.span(group)
        if 0 <= start < end:
            yield replace(one, label=label, start=start, end=end)
