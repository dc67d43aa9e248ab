"""What forms print without a label: who issues them, addresses, parties side by side."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from nlp.labels.form_elements import Pair
from nlp.labels.label_lexicon import label_lexicon
from nlp.labels.segments import Span, labelled, pieces, trimmed
from nlp.labels.state import State
from nlp.labels.terms import Term, label_terms, label_words
from nlp.layout.structure import Line

_STREET = re.compile(
    r"(?:C/|C\.\s|Calle|C[ll]\.|Avda?\.?|Avenida|Av\.|Plaza|Pza\.?|Pl\.|Paseo|P[º°]\.?|Ctra\.?|Carretera|Camino|Cno\.|"
    r"Ronda|Travesía|Trav\.|Pol\.\s?Ind|Polígono|Urb\.|Rúa|Cra\.?|Carrera|Blvd\.?|Calzada|Glorieta|Gta\.|Pasaje|Autopista)"
    r"(?=[\s\d])[^\n]{2,80}"
)
_CODE_AND_TOWN = re.compile(
    r"(?<![\w.])(?P<code>\d{5})[ ,]{1,2}(?P<town>[^\W\d_][^\d,(;\n]{0,39}[^\W\d_])"
    r"(?:\s?[(,]\s?(?P<state>[^\W\d_][^()\d,]{2,30})\)?)?"
)
_MOMENT = re.compile(
    r"(?P<Fecha>\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4})(?!\d)"
    r"(?:,?\s{1,3}(?:a las )?(?P<Hora>\d{1,2}:\d\d)(?::\d\d)?)?"
)
_PEOPLE = (
    "nombre",
    "apellidos",
    "paciente",
    "alumno",
    "conductor",
    "titular",
    "pasajero",
    "socio",
    "trabajador",
)
_SURNAMES_FIRST = re.compile(
    r"(?P<Apellidos>[^\W\d_][^\d,:;()/]{1,40}),\s(?P<Nombre>[^\W\d_][^\d,:;()/]{1,30})"
)
POSTAL = re.compile(r"(?:C\.?P\.?\s?)?\d{5}\s+[^\W\d_][^\n:]{1,40}")
_COLUMN = 3
_MOST_LINES = 8
ADDRESS = "Dirección"
NAME = "Nombre o razón social"


def addresses(text: str, lines: Sequence[Line], pairs: Sequence[Pair]) -> Iterator[Pair]:
    """Streets that stand without a label on a line or in a column of their own."""
    for number, line in enumerate(lines):
        for start, end in pieces(text, line.start, line.end):
            match = _STREET.match(text, start, end)
            if match is None or any(one.start <= start < one.end for one in pairs):
                continue
            if any(one.label_start <= start < one.label_end for one in pairs):
                continue
            stop = _address_end(text, start, end)
            after = lines[number + 1] if number + 1 < len(lines) else None
            if after is not None and start == line.start and not after.apart and stop == end:
                town = POSTAL.fullmatch(text, after.start, after.end)
                stop = after.end if town else stop
            above = [one for one in pairs if one.label_start < start]
            near = above[-1] if above else None
            yield Pair(
                ADDRESS, start, start, start, stop, "under",
                near.sections if near else (), near.near if near else 1.0,
            )  # fmt: skip


def bare_moments(text: str, lines: Sequence[Line], pairs: Sequence[Pair]) -> Iterator[Pair]:
    """A date, with or without an hour, that opens a line or column without a label."""
    for line in lines:
        for start, end in pieces(text, line.start, line.end):
            match = _MOMENT.match(text, start, end)
            if match is None or any(one.label_start <= start < one.end for one in pairs):
                continue
            for label in ("Fecha", "Hora"):
                first, last = match.span(label)
                if first >= 0:
                    yield Pair(label, start, start, first, last, "part")


def _address_end(text: str, start: int, end: int) -> int:
    cut = re.compile(r"\s[·|–—]\s|[.,;]?\s(?:Tel|Tfno|Tlf|Teléf|NIF|CIF|Fax)\b|\s-\s(?!\d)").search(
        text, start, end
    )
    return cut.start() if cut else end


def parts_of_values(text: str, pairs: Sequence[Pair]) -> Iterator[Pair]:
    """Parts of values as pairs: town and postal code of an address, surnames and given name."""
    lexicon = label_lexicon()
    streets = set(lexicon.lines_of(("direccion",)))
    people = {line for word in _PEOPLE for line in lexicon.lines_of((word,))}
    towns = set(lexicon.lines_of(("municipio",))) | streets
    for one in pairs:
        if one.is_empty or one.form in {"cell", "code", "title", "head"}:
            continue
        lines = {line for term in label_terms(one.label) for line in _lines(term)}
        if lines & towns:
            yield from _town(text, one)
        elif one.form != "part" and _STREET.match(text, one.start, one.end):
            inner = replace(one, form="part", sections=(one.label, *one.sections), near=1.0)
            yield replace(inner, label=ADDRESS)
            yield from _town(text, inner)
        comma = _SURNAMES_FIRST.fullmatch(text, one.start, one.end)
        if comma is not None and _capitals(comma.group()) and lines & people:
            for label in ("Apellidos", "Nombre"):
                start, end = comma.span(label)
                yield replace(one, label=label, start=start, end=end, form="part")


def _capitals(name: str) -> bool:
    """Whether every longer word of a name begins with a capital, and none is an initial."""
    words = name.replace(",", " ").split()
    return all(word[0].isupper() or len(word) <= 3 for word in words) and "." not in name


def _lines(term: Term) -> Iterator[int]:
    return (int(key[2:]) for key, _ in term.keys if key[0] == "s")


def _town(text: str, one: Pair) -> Iterator[Pair]:
    every = list(_CODE_AND_TOWN.finditer(text, one.start, one.end))
    if not every:
        return
    found = every[-1]
    for label, group in (("Código postal", "code"), ("Población", "town"), ("Provincia", "state")):
        start, end = found.span(group)
        if 0 <= start < end:
            yield replace(one, label=label, start=start, end=end, form="part")


def parties_beside(state: State, lines: Sequence[Line], at: int) -> int:
    """Two parties side by side, each with lines of its own below; the line behind them, or 0."""
    text = state.text
    heads = pieces(text, lines[at].start, lines[at].end)
    if len(heads) != 2 or not all(_is_party(text[slice(*head)]) for head in heads):
        return 0
    begin = [start - _line_start(text, start) for start, _ in heads]
    columns: list[list[Span]] = [[], []]
    index = at + 1
    while index < len(lines) and index <= at + _MOST_LINES and not lines[index].apart:
        line = lines[index]
        for start, end in pieces(text, line.start, line.end):
            place = start - _line_start(text, start)
            side = 1 if abs(place - begin[1]) <= _COLUMN else 0
            if side == 0 and place > begin[0] + _COLUMN:
                return 0
            columns[side].append((start, end))
        index += 1
    if not columns[0] or not columns[1]:
        return 0
    for head, column in zip(heads, columns, strict=True):
        _read_party(state, text[slice(*head)].rstrip(": "), column)
    state.open = None
    return index


def _read_party(state: State, title: str, column: Sequence[Span]) -> None:
    text = state.text
    named = False
    street: Span | None = None
    for start, end in column:
        inner = list(labelled(text, start, end))
        for label, value in inner:
            state.pairs.append(
                Pair(text[slice(*label)], *label, *trimmed(text, *value), "colon", (title,))
            )
        if inner:
            continue
        if not named:
            state.pairs.append(Pair(NAME, start, start, start, end, "below", (title,)))
            named = True
        elif street is None or POSTAL.fullmatch(text, start, end):
            state.pairs.append(Pair(ADDRESS, start, start, start, end, "under", (title,)))
            street = (start, end)


def _is_party(title: str) -> bool:
    words = label_words(title)
    return len(words) <= 3 and bool(label_lexicon().parties.intersection(words))


def _line_start(text: str, offset: int) -> int:
    return text.rfind("\n", 0, offset) + 1
