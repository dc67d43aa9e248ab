"""Which column of a table a field of figures means, and what its column says of a row."""

import re
from collections.abc import Callable, Sequence

from nlp.labels.form_elements import Grid, Pair
from nlp.labels.label_lexicon import label_lexicon
from nlp.labels.likeness import FieldTerms
from nlp.labels.members import member_of
from nlp.labels.segments import Span
from nlp.labels.terms import bag, held, label_terms
from nlp.schema import JSON, Field
from nlp.stems import fold, words_of

_NAMED_FOR = 0.8
_PRICED, _COUNTED = 0.6, 0.5
_MONEY = re.compile(r"[$€]?\s?[-−]?(?:\d{1,3}(?:[.,\s]\d{3})+(?:[.,]\d\d)?|\d+[.,]\d\d)\s?[€$]?")

Read = Callable[[FieldTerms, Span], JSON]


def named_for(array: Field, one: FieldTerms, head: Pair) -> float:
    """How surely a column of figures is the one that the list itself names: "Devengos"."""
    if one.profile.field.kind not in {"integer", "number"}:
        return 0.0
    listed = bag(label_terms(" ".join(words_of(array.name))))
    named = max((held(term, listed) for term in label_terms(head.label)), default=0.0)
    return named if named >= _NAMED_FOR else 0.0


def elsewhere(
    asked: Sequence[FieldTerms],
    grid: Grid,
    row: Sequence[Span | None],
    columns: dict[int, int],
    filled: dict[str, JSON],
    text: str,
    read: Read,
) -> None:
    """An amount that stands in the neighbouring column, and the member that names its column."""
    free = [at for at in range(len(row)) if at not in columns.values()]
    money = [one for at, one in enumerate(asked) if at in columns and is_number(one)]
    here = next(
        (columns[at] for at, one in enumerate(asked) if at in columns and is_number(one)), None
    )
    if len(money) == 1 and filled.get(money[0].profile.path) is None:
        for column in free:
            cell = row[column]
            value = read(money[0], cell) if cell is not None else None
            if value is not None and here is not None and column > here:
                filled[money[0].profile.path] = value
                here = column
                break
    for at, one in enumerate(asked):
        if at not in columns and one.profile.field.kind == "enum" and here is not None:
            member, _ = member_of(one.profile, text[slice(*grid.header[here])])
            if member is not None:
                filled[one.profile.path] = member


def is_either(one: FieldTerms) -> bool:
    """Whether the name of a field may mean a sum of money as well as a count: "amount"."""
    lexicon = label_lexicon()
    if any(fold(word).startswith("cantidad") for word in words_of(one.profile.field.name)):
        return False
    said = {
        line
        for word in words_of(one.profile.field.name)
        for line in lexicon.lines_of((fold(word),))
    }
    pairs = [set(lexicon.lines_of((word,))) for word in ("precio", "cantidad")]
    return len(one.names) == 1 and all(said & lines for lines in pairs)


def is_number(one: FieldTerms) -> bool:
    """Whether a field asks for a number."""
    return one.profile.field.kind in {"integer", "number"}


def as_money(alike: float, cells: Sequence[str]) -> float:
    """A likeness that may mean money or a count, by whether the cells look like money."""
    money = sum(_MONEY.fullmatch(cell) is not None for cell in cells)
    return max(alike, _PRICED) if 2 * money > len(cells) else alike * _COUNTED
