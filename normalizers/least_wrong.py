"""The least wrong valid value of a required place that nothing answers, within bounds.

What would take more than a few invented elements or characters is not made up at all.
"""

import importlib
import random
import re
from collections.abc import Iterator
from itertools import chain

import rstr

from nlp.folding import fold_word
from nlp.schema import JSON, Constraints, Field, Schema
from nlp.schemas.patterns import MAX_PATTERN
from normalizers.lexicon import signs, words
from normalizers.validity import HUGE, number_fault, string_fault

MOST_ELEMENTS = 100
"""Elements of lists made up for one place, those of lists inside lists included."""

MOST_VALUES = 10_000
"""Values of any kind made up for one place."""

GENERATED = 40
"""Strings generated from a pattern before it is given up."""

MOST_CHARACTERS = 1_000
"""Characters made up for one place."""


class _TooMuch(Exception):
    """Only a huge or an endless value would satisfy a field, or none that can be made up."""


def least_wrong(field: Field, schema: Schema) -> JSON:
    """The default, else null where allowed, an open enum member, false, the number nearest to zero.

    Strings are empty or a placeholder that keeps the pattern; lists and objects hold only what
    they must. None too where that would be endless or more than may be made up.
    """
    try:
        return _Maker(schema).value(field)
    except _TooMuch:
        return None


def elements_lacking(field: Field, present: int, schema: Schema) -> list[JSON]:
    """What a list of so many elements lacks to be long enough; nothing where that is too much."""
    try:
        return _Maker(schema).elements(field, present)
    except _TooMuch:
        return []


def open_member(members: tuple[JSON, ...]) -> JSON:
    """The member that says "another" or "unknown", else the last: lists end with the rest."""
    for member in members:
        if fold_word(str(member)) in words("open_members"):
            return member
    return members[-1] if members else None


class _Maker:
    """Makes one value up; counts what it invents, in branches given up too."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.values, self.items, self.characters = MOST_VALUES, MOST_ELEMENTS, MOST_CHARACTERS
        self.open_paths: list[str] = []

    def value(self, field: Field) -> JSON:
        self.values -= 1
        if self.values < 0:
            raise _TooMuch
        if field.has_default and (field.default is not None or field.nullable):
            return field.default
        if field.nullable or field.kind in {"null", "any"}:
            return None
        if field.is_leaf and field.kind not in {"recursive", "object", "array"}:
            return self._scalar(field)
        self.open_paths.append(field.path)
        try:
            return self._container(field)
        finally:
            self.open_paths.pop()

    def elements(self, field: Field, present: int) -> list[JSON]:
        """The elements that follow those present, up to the fewest allowed."""
        least = field.constraints.min_items or 0
        if least - present > self.items:
            raise _TooMuch
        asked = [*field.prefix[present:least]]
        if field.item is not None:
            asked += [field.item] * (least - present - len(asked))
        self.items -= len(asked)
        return [self.value(item) for item in asked]

    def _container(self, field: Field) -> JSON:
        if field.kind == "recursive":
            target = self.schema.at(field.target)
            # The smallest value of a field never holds another of the same field.
            if target is None or field.target in self.open_paths[:-1]:
                raise _TooMuch
            return self.value(target)
        if field.kind == "union":
            return self._first_possible(field)
        if field.kind == "array":
            return self.elements(field, 0)
        return {child.name: self.value(child) for child in field.fields if child.required}

    def _first_possible(self, field: Field) -> JSON:
        for option in field.options:
            try:
                return self.value(option)
            except _TooMuch:
                if self.values < 0:
                    raise
        raise _TooMuch

    def _scalar(self, field: Field) -> JSON:
        if field.kind == "enum":
            return open_member(field.enum)
        if field.kind == "boolean":
            return False
        if field.is_numeric:
            return bounded_number(field.constraints, integer=field.kind == "integer")
        text = placeholder(field.constraints)
        if text is None:
            raise _TooMuch
        self.characters -= max(len(text), field.constraints.min_length or 0)
        if self.characters < 0:
            raise _TooMuch
        return text


def placeholder(limits: Constraints) -> str | None:
    """The shortest string known that keeps the bounds, else one generated from the pattern.

    A pattern that is a plain word is the schema's own constant. None where nothing is found, or
    only what is longer than :data:`MOST_CHARACTERS`.
    """
    least = limits.min_length or 0
    padding = [sign * least for sign in " -0A" if 0 < least <= MOST_CHARACTERS]
    word = (limits.pattern or "").removeprefix("^").removesuffix("$")
    constant = [word] if word.replace("_", "").isalnum() else []
    known: list[str] = ["", *signs("placeholders"), *constant, *padding]
    tried = chain(known, _generated(limits.pattern or ""))
    return next((text for text in tried if not string_fault(text, limits)), None)


def _generated(pattern: str) -> Iterator[str]:
    """Strings of a pattern, the same at every call."""
    if not pattern or len(pattern) > MAX_PATTERN:
        return
    maker, parser = rstr.Rstr(random.Random(0)), importlib.import_module("re._parser")
    try:
        least: int = parser.parse(pattern).getwidth()[0]
        if least > MOST_CHARACTERS:
            return
        for _ in range(GENERATED):
            text = maker.xeger(pattern)
            if text.isprintable() and len(text) <= MOST_CHARACTERS:
                yield text
    except (re.error, ValueError, KeyError, IndexError, RecursionError, OverflowError):
        return


def bounded_number(limits: Constraints, *, integer: bool) -> JSON:
    """The number nearest to zero within the bounds."""
    candidates: list[float] = [0]
    for limit, step in (
        (limits.minimum, 0.0),
        (limits.maximum, 0.0),
        (limits.exclusive_minimum, 1.0),
        (limits.exclusive_maximum, -1.0),
    ):
        if limit is not None and abs(limit) < HUGE:
            candidates += [limit, limit + step, limit + step / 2]
            if limits.multiple_of:
                below = limit // limits.multiple_of
                candidates += [(below + times) * limits.multiple_of for times in (-1, 0, 1)]
    good = [each for each in candidates if not number_fault(each, limits)]
    if integer:
        good = [each for each in good if float(each).is_integer()]
    nearest = min(good, key=abs, default=0)
    return int(nearest) if float(nearest).is_integer() else nearest
