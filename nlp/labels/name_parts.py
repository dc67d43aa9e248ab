"""Names on forms and in schemas: whole in one, in surnames and given name in the other."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from nlp.labels.form_elements import Pair
from nlp.labels.likeness import FieldTerms, label_bag
from nlp.labels.terms import ORDINALS, held, label_terms

_SURE = 0.8
_LONE = 0.85
_SURNAME = 0.6
"""How like "apellidos" the label of one of two surnames is."""
_PERSON = 0.3
GIVEN, LAST, SECOND, WHOLE = "Nombre", "Apellidos", "Segundo apellido", "Nombre completo"


class NameParts:
    """The pairs of a form with whole names made of two labels, and which pairs suit which field.

    ``pairs`` are the form's and those made here; ``whole`` the names of the latter by their number.
    """

    def __init__(self, text: str, pairs: Sequence[Pair], asked: Sequence[FieldTerms]) -> None:
        last, given = label_bag(LAST), label_bag(GIVEN)
        self._parts = {
            one.profile.path
            for one in asked
            if any(max(held(term, last), held(term, given)) >= _SURE for term in one.names)
        }
        self._parted = any(held(term, last) >= _SURE for one in asked for term in one.names)
        halves = {one.start: one.end for one in pairs if one.form == "part" and one.label == LAST}
        self._split = {
            (one.start, one.end) for one in pairs if one.end > halves.get(one.start, one.end)
        }
        second = label_bag(SECOND)
        apart = any(held(term, second) >= _SURE for one in asked for term in one.names)
        joined = () if self._parted and apart else tuple(_joined(text, pairs, parted=self._parted))
        self.whole = {len(pairs) + at: name for at, (_, name) in enumerate(joined)}
        self.pairs = (*pairs, *(pair for pair, _ in joined))

    def suits(self, one: FieldTerms, pair: Pair) -> bool:
        """Whether a pair may answer a field: parts where parts are asked for, else the whole."""
        if pair.form == "joined":
            return one.profile.field.kind == "string" and one.profile.asks("person") >= _PERSON
        if self._parted:
            return (pair.start, pair.end) not in self._split or one.profile.path not in self._parts
        return pair.form != "part" or pair.label not in {GIVEN, LAST}


def _joined(text: str, pairs: Sequence[Pair], *, parted: bool) -> Iterator[tuple[Pair, str]]:
    """Neighbouring labels "Nombre", "Primer apellido", "Segundo apellido" as one with the whole name.

    Where the schema wants names ``parted``, the two surnames as one.
    """
    told = [one for one in pairs if one.form != "part"]
    for (part, _), run in groupby(told, lambda one: (bool(_part(one.label)), one.sections)):
        if not part:
            continue
        filled = [one for one in run if any(map(str.isalnum, text[one.start : one.end]))]
        named = {
            part: [one for one in filled if _part(one.label) == part] for part in (GIVEN, LAST)
        }
        if parted:
            wanted = [(part, each) for part, each in named.items() if len(each) == 2]
        elif all(0 < len(each) <= 2 for each in named.values()):
            wanted = [(WHOLE, [one for each in named.values() for one in each])]
        else:
            wanted = []
        for label, names in wanted:
            first, last = (ends(names, key=lambda one: one.start) for ends in (min, max))
            whole = " ".join(text[one.start : one.end] for one in names)
            yield replace(first, label=label, end=last.end, form="joined"), whole


def _part(label: str) -> str:
    """Whether a label asks for surnames alone, a given name alone, or something else."""
    terms = label_terms(label)
    if len(terms) == 2 and terms[0].word in ORDINALS:
        terms = terms[1:]
    if len(terms) != 1:
        return ""
    last, given = (held(terms[0], label_bag(part)) for part in (LAST, GIVEN))
    if last >= _SURNAME and given < _SURNAME:
        return LAST
    return GIVEN if given >= _LONE and last < _SURNAME else ""
