"""One answer of what several windows said: chosen among it, never altered.

====================  ===========================================================================
a window is silent    null, a missing key and an empty list are no votes
objects               key by key; of a union's branches one is chosen whole
single values         those that their own window's text bears out count before all others; then
                      the last one said by a window that knew of another (a correction); else the
                      one said most often, of these the first
lists                 each element once, in the order of the text; elements of two windows are one
                      where every member that both fill in is the same and one of them tells
answers that are not  of what the window's text does not bear out, nothing counts
about their window
====================  ===========================================================================
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from llm.places import Page, element_place, trustworthy
from nlp.schema import JSON, Field, Schema, escape_name, is_number


@dataclass(frozen=True, slots=True)
class Said:
    """What one window says of one place; ``told`` is what it knew of it from earlier windows.

    ``trusted`` says that the window's answer is, by and large, what its text says.
    """

    value: JSON
    page: Page
    told: JSON = None
    trusted: bool = True

    def below(self, name: str) -> "Said":
        """What it says of one key."""
        told = self.told.get(name) if isinstance(self.told, Mapping) else None
        return replace(self, value=self.value.get(name), told=told)

    def stands(self, field: Field | None) -> bool:
        """Whether its window's text says it; the words of a closed set say nothing there."""
        closed = field is not None and field.is_choice
        return not closed and bool(self.page.places(self.value))

    def borne_out(self, field: Field | None) -> bool:
        """Whether its window says it; where that cannot be seen, whether it is trusted."""
        return self.stands(field) or (self.trusted and not self.page.checkable(self.value, field))

    def worth_telling(self, field: Field | None) -> bool:
        """Whether a later window is to know of it: not of what a model says in words of its own."""
        own_words = isinstance(self.value, str) and not (field is not None and field.is_choice)
        return self.stands(field) if own_words else self.borne_out(field)


def heard(root: JSON, page: Page, schema: Schema, told: JSON = None) -> Said:
    """What a window answered, ready to be merged."""
    return Said(root, page, told, trustworthy(root, page, schema.root))


def merge(said: Sequence[Said], schema: Schema) -> JSON:
    """One answer of the windows' answers, given in the order of the text."""
    return _merge(said, schema.root, schema)


def worth_telling(said: Said, schema: Schema) -> Said:
    """What the window says, without single values that its text does not bear out."""
    return replace(said, value=_worth_telling(said, schema.root, schema))


def _worth_telling(said: Said, field: Field | None, schema: Schema) -> JSON:
    if isinstance(said.value, dict):
        return {
            name: _worth_telling(said.below(name), schema.below(field, escape_name(name)), schema)
            for name in said.value
        }
    if isinstance(said.value, list):
        return said.value
    return said.value if said.worth_telling(field) else None


def _merge(said: Sequence[Said], field: Field | None, schema: Schema) -> JSON:
    said = [each for each in said if each.value is not None]
    if not said:
        return None
    whole = field is not None and (field.kind == "union" or bool(field.prefix))
    if not whole and all(isinstance(each.value, dict) for each in said):
        names = dict.fromkeys(name for each in said for name in each.value)
        return {
            name: _merge(
                [each.below(name) for each in said], schema.below(field, escape_name(name)), schema
            )
            for name in names
        }
    said = [e for e in said if e.trusted or isinstance(e.value, list) or e.stands(field)]
    if not said:
        return None
    lists = [each for each in said if isinstance(each.value, list)]
    if lists and not whole:
        return unite(lists, schema.below(field, "*"))
    return choose(said, field)


def choose(said: Sequence[Said], field: Field | None = None) -> JSON:
    """One of different values for one place."""
    sure = [each for each in said if each.borne_out(field)] or said
    informed = [each for each in sure if each.told not in (None, [], {})]
    if informed:
        return informed[-1].value
    votes = Counter(_key(each.value) for each in sure)
    return max(sure, key=lambda each: votes[_key(each.value)]).value


@dataclass(slots=True)
class _Element:
    value: JSON
    place: int


def unite(said: Sequence[Said], item: Field | None = None) -> list[JSON]:
    """The elements of several windows' lists, each once, in the order of the text.

    What one window says twice stays twice. An element that says the same as one of an earlier
    window, with more or fewer members, completes it; where it could be several of them and would
    add something, it stays apart.
    """
    united: list[_Element] = []
    for each in said:
        earlier = tuple(united)
        for element in _placed(each):
            twins = [one for one in earlier if same(one.value, element.value, item)]
            fuller = [_completed(one.value, element.value) for one in twins]
            adds = all(one.value != full for one, full in zip(twins, fuller, strict=True))
            if not twins or (adds and len(twins) > 1):
                united.append(element)
            elif adds:
                twins[0].value = fuller[0]
    if len(said) > 1:
        united.sort(key=lambda element: element.place)
    return [element.value for element in united]


def _placed(said: Said) -> list[_Element]:
    """A window's elements with their places; one that is not found follows the one before it.

    Of an answer that is not about its window, only those that are found.
    """
    placed: list[_Element] = []
    last = said.page.start
    for element in said.value:
        found = element_place(element, said.page)
        if found is None and not said.trusted:
            continue
        last = last if found is None else found
        placed.append(_Element(element, last))
    return placed


def same(left: JSON, right: JSON, item: Field | None = None) -> bool:
    """Whether two list elements are one.

    Values are, where they are equal but for case and spaces. Objects are, where every single value
    that both fill in is the same, and one of them tells: no yes or no, no choice of a closed set.
    """
    if not (isinstance(left, dict) and isinstance(right, dict)):
        return _key(left) == _key(right)
    a, b = _filled(left), _filled(right)
    shared = [
        name for name in a if name in b and not (isinstance(a[name], list) and a[name] != b[name])
    ]
    if not all(same(a[name], b[name], _child(item, name)) for name in shared):
        return False
    identical = bool(shared) and a.keys() == b.keys() == set(shared)
    return identical or any(_tells(a[name], _child(item, name)) for name in shared)


def _tells(value: JSON, field: Field | None) -> bool:
    return not isinstance(value, bool | list) and (field is None or not field.is_choice)


def _completed(earlier: JSON, later: JSON) -> JSON:
    """The earlier element with what only the later one says."""
    if not (isinstance(earlier, dict) and isinstance(later, dict)):
        return earlier
    known, new = _filled(earlier), _filled(later)
    full = {**earlier, **{name: value for name, value in new.items() if name not in known}}
    for name in known.keys() & new.keys():
        if isinstance(known[name], list) and isinstance(new[name], list):
            added = [one for one in new[name] if not any(same(one, old) for old in known[name])]
            full[name] = [*known[name], *added]
        else:
            full[name] = _completed(known[name], new[name])
    return full


def _filled(value: Mapping[str, JSON]) -> dict[str, JSON]:
    return {name: member for name, member in value.items() if member not in (None, [], {})}


def _key(value: JSON) -> str:
    if is_number(value):
        return repr(float(value))
    written = value if isinstance(value, str) else json.dumps(value, sort_keys=True)
    return " ".join(written.casefold().split())


def _child(item: Field | None, name: str) -> Field | None:
    children = item.fields if item is not None else ()
    return next((child for child in children if child.name == name), None)
