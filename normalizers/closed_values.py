"""Rules of closed sets: enums and booleans."""

import re
from collections.abc import Callable, Sequence

from nlp.absence import absence_in
from nlp.folding import fold_text, fold_word
from nlp.schema import JSON
from normalizers.lexicon import words
from normalizers.morphology import stem
from normalizers.place import Context, Place, Proposal, by_schema
from normalizers.validity import is_member

_ASIDE = re.compile(r"\s*[(\[:;,.]\s|\s*[(\[]|\s+[-–—]\s+")
"""What ends the member in "Alta (urgente)", "B: pendiente" or "Sí, según el acta"."""


_LONGEST = 1_000
"""Characters from which a value is no member and no boolean."""

_LEAST_LETTERS = 6
_MOST_CUT = 2


def boolean(place: Place, context: Context) -> Proposal | None:
    """``sí``, ``no``, ``verdadero``, 0 and 1 where the schema asks for a boolean."""
    if place.field.kind != "boolean" or place.value is None or isinstance(place.value, bool):
        return None
    read = read_boolean(place.value)
    return None if read is None else by_schema(read, "type")


def read_boolean(value: JSON) -> bool | None:
    """A boolean said in words or as 0 and 1; None where it is neither."""
    if isinstance(value, int | float) and value in (0, 1):
        return bool(value)
    if not isinstance(value, str) or len(value) > _LONGEST or absence_in(value):
        return None
    for told in (fold_word(value), fold_word(_ASIDE.split(value.strip(), maxsplit=1)[0])):
        if told in words("true_words"):
            return True
        if told in words("false_words"):
            return False
    return None


def enum_member(place: Place, context: Context) -> Proposal | None:
    """The member that a value is, written otherwise: case, accents, separators, inflection."""
    field = place.field
    if field.kind != "enum" or place.value is None or is_member(place.value, field.enum):
        return None
    value = place.value
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    member = same_member(value, field.enum)
    return None if member is None else by_schema(member, "enum")


def same_member(value: JSON, members: Sequence[JSON]) -> JSON:
    """The one member equal to a value when folded, then by stems, then before a remark; or None.

    Nothing is taken for likeness of letters, and no word is left out but articles: "sin seguro" is
    not "con seguro", "ilegal" not "legal".
    """
    if isinstance(value, bool):
        same = [each for each in members if isinstance(each, str) and read_boolean(each) is value]
        return same[0] if len(same) == 1 else None
    if not isinstance(value, str | int | float) or len(str(value)) > _LONGEST or not _key(value):
        return None
    before_remark = _ASIDE.split(str(value).strip(), maxsplit=1)[0]
    tries: tuple[tuple[JSON, Callable[[JSON], str]], ...] = (
        (value, _key), (value, _letters), (value, _stems),
        (before_remark, _key), (before_remark, _stems),
    )  # fmt: skip
    for said, key in tries:
        same = [member for member in members if key(member) == key(said) != ""]
        if len(same) == 1:
            return same[0]
    return _cut_member(_letters(value), members)


def _cut_member(said: str, members: Sequence[JSON]) -> JSON:
    """The one member that differs in a letter or two at its end: grammars cut and spill there."""
    same = [
        member
        for member in members
        if min(len(key := _letters(member)), len(said)) >= _LEAST_LETTERS
        and (key.startswith(said) or said.startswith(key))
        and abs(len(key) - len(said)) <= _MOST_CUT
    ]
    return same[0] if len(same) == 1 else None


def _letters(value: JSON) -> str:
    return _key(value).replace(" ", "")


def _key(value: JSON) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    spaced = re.sub(r"(?<=[a-záéíóúñ])(?=[A-ZÁÉÍÓÚÑ])|[_\-/.]+", " ", str(value))
    return " ".join(token.text for token in fold_text(spaced).tokens())


def _stems(value: JSON) -> str:
    return " ".join(stem(word) for word in _key(value).split() if word not in words("articles"))
