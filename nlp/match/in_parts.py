"""Fields that ask for the parts of one thing: of a person's name, of an address, of a product's name.

"Rocío Amuedo Gil" answers ``nombre``, ``primer_apellido`` and ``segundo_apellido`` of one
object, "C/ Olmo, 4, 2.º B" its ``calle``, ``numero`` and ``piso``, "Seat León" its ``marca`` and
``modelo``. Which mention it is, the hints of all parts say together.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from nlp.asked.field_profile import FieldProfile
from nlp.asked.form_likeness import pattern_fits
from nlp.asked.hyponyms import Kind, kinds_of, likeness_to
from nlp.asked.rendering import bared
from nlp.hints import FieldHints, Hint
from nlp.labels.applied import Labels
from nlp.labels.form_elements import pair_around
from nlp.labels.segments import has_digit
from nlp.names.in_parts import (
    Parts,
    address_parts,
    addresses_in,
    known_given,
    name_parts,
)
from nlp.schema import JSON, is_repeated, parent_path
from nlp.spans import Candidate, Span, holds, meet
from nlp.stems import fold, words_of
from nlp.word_lists import text_pattern

_NAME, _ADDRESS, _PRODUCT = map(text_pattern, ("name_field", "address_field", "product_field"))
_BARE = text_pattern("street_without_type")
_INSIDE = ("number", "stair", "tower", "floor", "door")
"""Parts of an address that belong to the street where no field of their own asks for them."""
_SURNAMES_FIRST = text_pattern("surnames_first")
_PRODUCTS = ("vehicle", "appliance", "device", "tool", "accessory")
"""Kinds of things that have a brand and a model (``resources/field_kinds.yaml``)."""
_WORDS = re.compile(r"\S+")
_YEAR = re.compile(r"(?:19|20)\d\d")
_DIGITS = re.compile(r"\d{1,6}")
_LEAST = 0.5
"""The score of a part whose whole is chosen, at least."""


@dataclass(frozen=True, slots=True)
class _Group:
    """The fields that ask for parts of one thing, each with its part."""

    parts: Mapping[str, str]
    fields: Mapping[str, FieldProfile]


def with_parts(
    hints: Mapping[str, FieldHints], labels: Labels, candidates: Sequence[Candidate], text: str
) -> dict[str, FieldHints]:
    """The hints with the parts of one mention for the fields that ask for them.

    Fields that labels of their own answer keep those answers.
    """
    changed = dict(hints)
    people = [one for one in candidates if one.label == "PERSON"]
    for group in _groups(labels, _NAME, _are_name_parts):
        if _are_labelled(group, labels):
            continue
        tops = _tops(group, hints, labels)
        wholes = _widest([one for one in (*people, *tops) if name_parts(one.mention)])
        more = [
            top
            for top, sure in tops.items()
            if _is_whole_name(top, sure=sure) or _says_surnames_first(top, labels)
        ]
        whole = _chosen(group, hints, wholes, tops) if _any_meets(more, wholes) else None
        if whole is not None:
            parts = name_parts(
                whole.mention,
                few_given="second" in group.parts.values(),
                surnames_first=_says_surnames_first(whole, labels),
            )
            changed |= _parted(group, hints, whole, parts)
    addressed = _groups(labels, _ADDRESS, _are_address_parts)
    written = list(addresses_in(text)) if addressed else []
    for group in addressed:
        if _are_labelled(group, labels, written):
            continue
        wholes = [
            Candidate(*span, text[slice(*span)], "LOCATION", None, "parts") for span in written
        ]
        whole = _chosen(group, hints, wholes, _tops(group, hints, labels))
        if whole is not None:
            changed |= _parted(group, hints, whole, _asked_of(group, whole.mention))
    for group in _groups(labels, _PRODUCT, lambda asked: len(asked) > 1):
        product = None if _are_labelled(group, labels) else _product(group, hints)
        if product is not None:
            changed |= _parted(group, hints, product, _product_parts(product.mention))
    return changed


def _product(group: _Group, hints: Mapping[str, FieldHints]) -> Candidate | None:
    """The name of a product as a whole, unless a name of one word elsewhere is the brand."""
    tops = {
        part: hints[path].hints[0].candidate
        for path, part in group.parts.items()
        if hints[path].hints
    }
    brand = tops.get("brand")
    wholes = [one for one in tops.values() if _names_product(one.mention)]
    whole = max(wholes, key=lambda one: len(one.mention), default=None)
    if brand is None or whole is None:
        return None
    alone = brand.mention.isalpha() and brand.mention[0].isupper() and brand.label != "ACRONYM"
    return whole if not alone or meet(brand.span, whole.span) else None


def _names_product(mention: str) -> bool:
    parts = _product_parts(mention)
    words = mention[parts["brand"][0] :].split() if parts else []
    named = bool(words) and words[0][0].isupper()
    return named and not any(word.islower() or not word[0].isalnum() for word in words)


def _product_parts(mention: str) -> Parts:
    """``brand`` and ``model`` of a product: its first name and the rest, behind what it is."""
    words = [one.span() for one in _WORDS.finditer(mention)]
    while words and _is_kind(mention[slice(*words[0])]):
        words.pop(0)
    if len(words) > 2 and _YEAR.fullmatch(mention, *words[-1]):
        words.pop()
    if len(words) < 2:
        return {}
    return {"brand": words[0], "model": (words[1][0], words[-1][1])}


def _is_kind(word: str) -> bool:
    """Whether a word before a product's name says what it is: "Reloj Casio", "moto Yamaha"."""
    return word.islower() or likeness_to(_product_kinds(), word) > 0


@lru_cache(maxsize=1)
def _product_kinds() -> tuple[Kind, ...]:
    return tuple(kind for name in _PRODUCTS for kind in kinds_of([name]))


def _groups(
    labels: Labels, pattern: re.Pattern[str], are_parts: Callable[[set[str]], bool]
) -> list[_Group]:
    """The parts by what they belong to: the object, and what else their names say."""
    found: defaultdict[tuple[str, str], list[tuple[FieldProfile, str]]] = defaultdict(list)
    for one in labels.profiles:
        if one.field.is_choice or is_repeated(one.path):
            continue
        name = fold(" ".join(words_of(one.field.name)))
        match = pattern.search(name)
        if match is not None and match.lastgroup is not None:
            owner = " ".join((name[: match.start()] + name[match.end() :]).split())
            found[parent_path(one.path), owner].append((one, match.lastgroup))
    return [
        _Group(
            {one.path: "given" if part == "generic" else part for one, part in each},
            {one.path: one for one, _ in each},
        )
        for each in found.values()
        if are_parts({part for _, part in each}) and len({part for _, part in each}) == len(each)
    ]


def _are_name_parts(asked: set[str]) -> bool:
    """Whether parts of a name are asked for: "nombre" is one where surnames stand beside it."""
    return asked != {"generic"} and not asked >= {"generic", "given"}


def _are_address_parts(asked: set[str]) -> bool:
    return "street" in asked and len(asked) > 1


def _are_labelled(group: _Group, labels: Labels, wholes: Sequence[Span] = ()) -> bool:
    """Whether labels answer two of the parts, in two places that lie in none of the wholes."""
    places = {
        (answer.start, answer.end)
        for path in group.parts
        if (answer := labels.answer(path)) is not None and not answer.empty
    }
    return sum(not any(holds(whole, one) for whole in wholes) for one in places) > 1


def _tops(group: _Group, hints: Mapping[str, FieldHints], labels: Labels) -> dict[Candidate, bool]:
    """The likeliest mention of each part, and whether a label answers it."""
    return {
        hints[path].hints[0].candidate: labels.answer(path) is not None
        for path in group.parts
        if hints[path].hints
    }


def _says_surnames_first(one: Candidate, labels: Labels) -> bool:
    """Whether the label that a name stands behind names the surnames before the given names."""
    home = pair_around(labels.labelled.pairs, one.span)
    return home is not None and _SURNAMES_FIRST.search(fold(home.label)) is not None


def _is_whole_name(one: Candidate, *, sure: bool) -> bool:
    """Whether a mention is a name of several parts; ``sure``: by given names that are known."""
    known = known_given(one.mention)
    named = any(known) if sure else any(known) or one.label == "PERSON"
    return bool(name_parts(one.mention)) and named and not all(known)


def _widest(names: Sequence[Candidate]) -> list[Candidate]:
    """The names that stand in no longer one."""
    return [
        one
        for one in names
        if not any(
            meet(one.span, other.span) and len(other.mention) > len(one.mention) for other in names
        )
    ]


def _any_meets(some: Iterable[Candidate], others: Sequence[Candidate]) -> bool:
    return any(meet(one.span, other.span) for one in some for other in others)


def _chosen(
    group: _Group,
    hints: Mapping[str, FieldHints],
    wholes: Sequence[Candidate],
    tops: Iterable[Candidate],
) -> Candidate | None:
    """The mention that the hints of all parts speak for most."""

    def worth(one: Candidate) -> float:
        return sum(
            hint.score
            for path in group.parts
            for hint in hints[path].hints
            if meet(hint.candidate.span, one.span)
        )

    best = max(wholes, key=worth, default=None)
    return best if best is not None and _any_meets(tops, [best]) else None


def _asked_of(group: _Group, mention: str) -> Parts:
    """The parts of an address; what no field of its own asks for goes to the street, or to the floor."""
    parts = dict(address_parts(mention))
    asked = set(group.parts.values())
    path = next(path for path, part in group.parts.items() if part == "street")
    field = group.fields[path].field
    if "street" in parts and _BARE.search(
        fold(f"{' '.join(words_of(field.name))} {field.description}")
    ):
        parts["street"] = parts["name"]
    for whole, inside in (("street", _INSIDE), ("floor", _INSIDE[-1:])):
        for part in takewhile(lambda one: one not in asked, inside):
            if whole in parts and part in parts:
                parts[whole] = parts[whole][0], parts[part][1]
    return parts


def _parted(
    group: _Group, hints: Mapping[str, FieldHints], whole: Candidate, spans: Parts
) -> dict[str, FieldHints]:
    """The hints of a group's fields, the parts of the whole in front."""
    answered = max(hints[path].answered for path in group.parts)
    changed = {}
    for path, part in group.parts.items():
        if part not in spans:
            continue
        start, end = (whole.start + offset for offset in spans[part])
        said = whole.mention[slice(*spans[part])]
        value = _value(said, group.fields[path])
        if value is None or (part == "number" and not has_digit(said, (0, len(said)))):
            continue
        field = hints[path]
        one = Candidate(start, end, said, whole.label, None, whole.source)
        met = [hint.score for hint in field.hints if meet(hint.candidate.span, whole.span)]
        rest = [hint for hint in field.hints if not meet(hint.candidate.span, whole.span)]
        first = Hint(one, max([_LEAST, *met]), (), value)
        changed[path] = field.led_by(first, rest, answered)
    return changed


def _value(said: str, profile: FieldProfile) -> JSON:
    if not profile.field.is_numeric:
        pattern = profile.field.constraints.pattern
        return bared(said, profile) if pattern_fits(said, pattern) >= 0 else None
    digits = _DIGITS.search(said)
    return int(digits.group()) if digits is not None else None
