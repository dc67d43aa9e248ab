"""Normalizers of closed sets: enums and booleans."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from nlp.schema import JSON
from normalizers.folding import fold, fold_word
from normalizers.leaf import Context, Leaf, schema_path
from normalizers.lexicon import words
from normalizers.morphology import stem

NEAREST = 0.8
"""Character similarity (difflib ratio) from which a member is taken for what was meant."""

WORDED = 0.9
"""From which probability the text words a member."""

EXCLUDED = 0.05
"""Up to which probability it excludes another."""


def boolean(leaf: Leaf, context: Context) -> Leaf:
    """Read ``sí``, ``no``, ``verdadero``, 0 and 1 where the schema asks for a boolean."""
    if leaf.field.kind != "boolean" or leaf.value is None or isinstance(leaf.value, bool):
        return leaf
    read = read_boolean(leaf.value)
    if read is None:
        return leaf.drop("not a boolean")
    return leaf.changed(read, "boolean")


def read_boolean(value: JSON) -> bool | None:
    """A boolean said in words or as 0 and 1; None where it is neither."""
    if isinstance(value, int | float) and value in (0, 1):
        return bool(value)
    if not isinstance(value, str):
        return None
    first = re.split(r"[,.;:(\s]", fold_word(value), maxsplit=1)[0]
    for told in (fold_word(value), first):
        if told in words("true_words"):
            return True
        if told in words("false_words"):
            return False
    return None


def enum_member(leaf: Leaf, context: Context) -> Leaf:
    """Bring a value to a member of the enum: case, accents, separators, gender, the nearest."""
    field = leaf.field
    if field.kind != "enum" or leaf.value is None or _is_member(leaf.value, field.enum):
        return leaf
    value = leaf.value[0] if isinstance(leaf.value, list) and len(leaf.value) == 1 else leaf.value
    if _is_member(value, field.enum):
        return leaf.changed(value, "type")
    member = nearest_member(value, field.enum)
    if member is None:
        return leaf.drop("not a member of the enum")
    return leaf.changed(member, "enum member")


def worded_member(leaf: Leaf, context: Context) -> Leaf:
    """Take the member that the text words where it all but excludes the one that was said."""
    hints = context.hints.get(schema_path(leaf.path))
    if leaf.field.kind != "enum" or leaf.value is None or leaf.in_list or hints is None:
        return leaf
    if not hints.choices or hints.choices[0][1] < WORDED or "." in leaf.path:
        return leaf
    chances = {str(member): chance for member, chance in hints.choices}
    if chances.get(str(leaf.value), 1.0) > EXCLUDED:
        return leaf
    return leaf.changed(hints.choices[0][0], "the member that the text words")


def _is_member(value: JSON, members: Sequence[JSON]) -> bool:
    return any(type(value) is type(member) and value == member for member in members)


def nearest_member(value: JSON, members: Sequence[JSON]) -> JSON:
    """The member that a value means, or None: equal when folded, then by stems, then nearest."""
    told = _key(value)
    if not told:
        return None
    for key in (_key, _stems):
        same = [member for member in members if key(member) == key(value)]
        if len(same) == 1:
            return same[0]
    inside = [member for member in members if _contained(_stems(member), _stems(value))]
    if len(inside) == 1:
        return inside[0]
    ranked = sorted(
        ((_likeness(told, _key(member)), place) for place, member in enumerate(members))
    )
    if not ranked or ranked[-1][0] < NEAREST:
        return None
    return members[ranked[-1][1]]


def _key(value: JSON) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    spaced = re.sub(r"(?<=[a-záéíóúñ])(?=[A-ZÁÉÍÓÚÑ])|[_\-/.]+", " ", str(value))
    return " ".join(token.text for token in fold(spaced).tokens())


def _stems(value: JSON) -> str:
    return " ".join(stem(word) for word in _key(value).split() if word not in words("stopwords"))


def _contained(left: str, right: str) -> bool:
    """Whether one phrase holds the other as whole words."""
    short, long = sorted((f" {left} ", f" {right} "), key=len)
    return len(short) > 4 and short in long


def _likeness(left: str, right: str) -> float:
    return SequenceMatcher(None, left, right, autojunk=False).ratio()
