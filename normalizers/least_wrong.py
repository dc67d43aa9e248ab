"""The least wrong valid value of a required place that nothing answers, within bounds.

What would take more than a few invented elements or characters is not made up at all.
"""

from nlp.folding import fold_word
from nlp.schema import JSON, Field, Schema
from normalizers.bounds import MOST_CHARACTERS, bounded_number, placeholder
from normalizers.lexicon import words

MOST_ELEMENTS = 100
"""Elements of lists made up for one place, those of lists inside lists included."""

MOST_VALUES = 10_000
"""Values of any kind made up for one place."""


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
        if field.kind in {"integer", "number"}:
            return bounded_number(field.constraints, integer=field.kind == "integer")
        text = placeholder(field.constraints)
        if text is None:
            raise _TooMuch
        self.characters -= max(len(text), field.constraints.min_length or 0)
        if self.characters < 0:
            raise _TooMuch
        return text
