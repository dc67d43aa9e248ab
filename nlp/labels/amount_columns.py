"""Which column of a table a field of figures means."""

import re
from collections.abc import Sequence

from nlp.labels.form_elements import Pair
from nlp.labels.label_lexicon import label_lexicon
from nlp.labels.likeness import FieldTerms, label_bag
from nlp.labels.terms import held, label_terms
from nlp.schema import Field
from nlp.stems import fold, words_of

_NAMED_FOR = 0.8
_PRICED, _COUNTED = 0.6, 0.5
_MONEY = re.compile(r"[$€]?\s?[-−]?(?:\d{1,3}(?:[.,\s]\d{3})+(?:[.,]\d\d)?|\d+[.,]\d\d)\s?[€$]?")


def named_for(array: Field, one: FieldTerms, head: Pair) -> float:
    """How surely a column of figures is the one that the list itself names: "Devengos"."""
    named = named_by(array, head.label) if is_number(one) else 0.0
    return named if named >= _NAMED_FOR else 0.0


def named_by(array: Field, title: str) -> float:
    """How surely a title names a list."""
    listed = label_bag(" ".join(words_of(array.name)))
    return max((held(term, listed) for term in label_terms(title)), default=0.0)


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
