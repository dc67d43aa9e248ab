"""Objects of a list from lines of one shape: which cell of each line answers which field."""

import re
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from nlp.assignment import best_pairs
from nlp.labels.form_elements import Pair
from nlp.labels.likeness import FieldTerms, asks_number_of, likeness
from nlp.labels.repeated import Group
from nlp.labels.segments import Span
from nlp.labels.state import Form
from nlp.labels.terms import bag, held, label_terms
from nlp.labels.unheaded_rows import ROLES, UnheadedRows
from nlp.labels.value_reading import Reader
from nlp.schema import JSON, Field
from nlp.stems import fold, words_of

_GOODS = (
    "bien producto artículo línea concepto servicio compra cargo prestación partida mercancía item"
)
_TITLED = 0.6
_LIKE_GOODS = 0.75
_PRICED, _PARTED = 0.68, 0.8
_LEAST = 0.35
_ALIKE, _ORDER = 0.8, 0.02
_SHARE = 0.6
_WORD = re.compile(r"[^\W\d_]{2,}")


def line_items(
    array: Field, asked: Sequence[FieldTerms], form: Form, reader: Reader
) -> Iterator[Group]:
    """The objects that the runs of a form give for a list."""
    listed = label_terms(" ".join(words_of(array.name)))
    goods = bag(label_terms(_GOODS))
    for block in form.unheaded:
        titled = max((held(term, bag(listed)) for term in label_terms(block.title)), default=0.0)
        if block.priced:
            fits = titled >= _TITLED or (
                len(block.rows) > 1 and any(held(term, goods) >= _LIKE_GOODS for term in listed)
            )
            columns = _roles(asked) if fits else {}
        else:
            columns = _columns(asked, block, reader) if titled >= _TITLED else {}
        if not columns or len(columns) < min(2, len(asked)):
            continue
        score = _PRICED if block.priced else _PARTED
        group = _group(asked, block, columns, reader, score)
        if group is not None:
            yield group


def _group(
    asked: Sequence[FieldTerms],
    block: UnheadedRows,
    columns: dict[int, int],
    reader: Reader,
    score: float,
) -> Group | None:
    rows: list[Mapping[str, JSON]] = []
    spans = []
    for row in block.rows:
        told = {}
        for at, column in columns.items():
            cell = row[column] if column < len(row) else None
            told[asked[at].profile.path] = _read(asked[at], cell, reader, column, block)
        if 2 * sum(value is not None for value in told.values()) >= len(told):
            named = [cell for cell in row if cell is not None]
            rows.append(told)
            spans.append((named[0][0], named[-1][1]))
    return Group(tuple(rows), tuple(spans), score) if rows else None


def _read(
    one: FieldTerms, cell: Span | None, reader: Reader, column: int, block: UnheadedRows
) -> JSON:
    if cell is None:
        counts = block.priced and ROLES[column] == "Cantidad" and not one.profile.field.nullable
        return 1 if counts else None
    start, end = _bare(one, cell, reader)
    filled = reader.read(one.profile, Pair("", start, start, start, end, "cell"))
    return None if filled is None or filled.fit < 0.3 else filled.value


def _bare(one: FieldTerms, cell: Span, reader: Reader) -> Span:
    """A cell without the word in front that names the field: "grupo B" for a group."""
    match = re.compile(r"(?P<label>[^\W\d_]{3,20}\.?)\s(?P<rest>\S.{0,20})").fullmatch(
        reader.text, *cell
    )
    if match is None or one.profile.field.kind != "string":
        return cell
    said = bag(label_terms(match["label"]))
    return match.span("rest") if any(held(term, said) >= _ALIKE for term in one.names) else cell


def _roles(asked: Sequence[FieldTerms]) -> dict[int, int]:
    """Which cell of a priced line answers which field."""
    scores = np.zeros((len(asked), len(ROLES)))
    for at, one in enumerate(asked):
        words = one.profile.field.kind == "string"
        for column, role in enumerate(ROLES):
            if words == (column == 0):
                alike = likeness(one, Pair(role, 0, 0, 0, 0, "cell"))
                last = 0.1 if column in {0, len(ROLES) - 1} else 0.0
                scores[at, column] = max(alike, last)
    numbers = [
        at for at, one in enumerate(asked) if one.profile.field.kind in {"integer", "number"}
    ]
    if len(numbers) == 1:
        scores[numbers[0], -1] = 2.0
    return {row: column for row, column in best_pairs(scores) if scores[row, column] > 0}


def _columns(asked: Sequence[FieldTerms], block: UnheadedRows, reader: Reader) -> dict[int, int]:
    """Which cell of each line answers which field: by the words in it, its kind, the order."""
    width = max(map(len, block.rows))
    scores = np.zeros((len(asked), width))
    for column in range(width):
        cells = [
            cell for row in block.rows if column < len(row) and (cell := row[column]) is not None
        ]
        label = _word_of(cells, reader.text)
        for at, one in enumerate(asked):
            fit = sum(_suits(one, cell, reader) for cell in cells) / max(1, len(cells))
            alike = likeness(one, Pair(label, 0, 0, 0, 0, "cell")) if label else 0.0
            order = 1 - abs(at / len(asked) - column / width)
            if fit:
                scores[at, column] = fit * (0.4 + alike) + _ORDER * order + 0.1 * order
    return {row: column for row, column in best_pairs(scores) if scores[row, column] >= _LEAST}


def _word_of(cells: Sequence[Span], text: str) -> str:
    """The word that most cells of a column share beside figures: "grupo", "ECTS"."""
    counts: dict[str, int] = {}
    for cell in cells:
        for word in {fold(one) for one in _WORD.findall(text[slice(*cell)])}:
            counts[word] = counts.get(word, 0) + 1
    best = max(counts, key=lambda word: counts[word], default="")
    return best if best and len(cells) > 1 and counts[best] >= _SHARE * len(cells) else ""


def _suits(one: FieldTerms, cell: Span, reader: Reader) -> float:
    """How well a cell suits the kind of a field: figures, a code, words."""
    said = reader.text[slice(*cell)]
    field = one.profile.field
    figures, letters = sum(map(str.isdigit, said)), sum(map(str.isalpha, said))
    filled = reader.read(one.profile, Pair("", cell[0], cell[0], *cell, "cell"))
    if filled is None or filled.fit < 0.3:
        return 0.0
    if field.kind in {"integer", "number"}:
        return 0.9 if figures else 0.0
    if field.kind in {"enum", "boolean"}:
        return filled.fit
    if one.profile.date_form is not None:
        return 1.0
    coded = asks_number_of(one.profile) or one.profile.asks("identifier") >= 0.2
    if coded:
        return 1.0 if figures and " " not in said else 0.2
    return 0.9 if letters > figures else 0.1
