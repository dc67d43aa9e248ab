"""Rules that compare a number of the text with one of the schema or the instruction.

"Positivo si es mayor de 90 %", "ALTO: más de 300 mg/dL, BAJO: menos de 70": each clause names a
member (or true), a comparison and a number.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from nlp.asked.field_profile import FieldProfile
from nlp.asked.field_units import unit_of
from nlp.asked.schema_lexicon import field_lexicon, same_word
from nlp.match.surroundings import Surroundings
from nlp.schema import Schema
from nlp.spans import Candidate, Number
from nlp.stems import fold, words_of

_NUMBER = re.compile(
    r"\s{0,3}(?:a|de|que|el|los|las)?\s{0,3}(?P<number>\d{1,12}(?:[.,]\d{1,9})?)\s?(?P<unit>%|[^\W\d_][\w/²³]{0,9})?"
)
_CLAUSE = re.compile(r"[;\n]|\.(?=\s|$)|,(?=\s+[^\W\d_])|\by\b(?=[^.;,]{0,40}\bsi\b)")
_COMPARED = ("NUMBER", "PERCENT", "QUANTITY", "MONEY", "AGE", "TEMPERATURE", "DURATION")
_MIN_CUE = 0.2


@dataclass(frozen=True, slots=True)
class Threshold:
    """``member`` holds when a number compares so with ``number``; ``unit`` None: not written."""

    member: str
    comparison: str
    number: float
    unit: str | None

    def holds(self, value: Number) -> bool:
        """Whether a value of the text fulfils the comparison."""
        return {
            "above": value > self.number,
            "at_least": value >= self.number,
            "below": value < self.number,
            "at_most": value <= self.number,
        }[self.comparison]


def settled_by_threshold(
    profile: FieldProfile, here: Surroundings, schema: Schema, members: Sequence[str]
) -> str | None:
    """The member that the stated thresholds choose, if there are any and the text has a number."""
    rules = [
        rule
        for text in (profile.field.description, *profile.field.enum_notes)
        for rule in thresholds_in(text, tuple(members))
    ]
    rules = rules or [
        rule
        for rule in thresholds_in(schema.instruction, tuple(members))
        if rule.member not in {"true", "false"} or _about(profile, schema.instruction)
    ]
    if not rules:
        return None
    number = _number_for(profile, here, rules[0].unit)
    if number is None:
        return None
    for rule in rules:
        if rule.holds(number):
            return rule.member
    rest = [member for member in members if member not in {rule.member for rule in rules}]
    return rest[0] if len(rest) == 1 else None


def _about(profile: FieldProfile, instruction: str) -> bool:
    """Whether the instruction speaks of the field at all."""
    words = words_of(instruction)
    own = [word for word in words_of(profile.field.name) if len(word) > 3]
    return any(same_word(word, other) for word in own for other in words)


@lru_cache(maxsize=256)
def thresholds_in(text: str, members: tuple[str, ...]) -> tuple[Threshold, ...]:
    """The rules a text states, in order."""
    found: list[Threshold] = []
    for clause in _CLAUSE.split(text):
        rule = _rule_in(clause, members)
        if rule is not None:
            found.append(rule)
    return tuple(found)


def _rule_in(clause: str, members: tuple[str, ...]) -> Threshold | None:
    folded = fold(clause)
    spots = [
        (folded.find(cue), -len(cue), name, cue)
        for name, cues in field_lexicon().comparisons.items()
        for cue in cues
        if cue in folded
    ]
    for at, _, name, cue in sorted(spots):
        match = _NUMBER.match(folded, at + len(cue))
        member = _member_in(clause, members)
        if match is None or member is None:
            continue
        number = float(match.group("number").replace(",", "."))
        unit = field_lexicon().units.get(match.group("unit") or "", match.group("unit"))
        return Threshold(member, name, number, unit)
    return None


def _member_in(clause: str, members: tuple[str, ...]) -> str | None:
    words = words_of(clause)
    names = {"true": ("true", "verdadero", "positivo", "sí"), "false": ("false", "falso", "no")}
    for member in members:
        wanted = names.get(member)
        if wanted is not None and any(fold(word) in map(fold, wanted) for word in words):
            return member
        if wanted is None and _names_member(words, words_of(member.lower())):
            return member
    return None


def _names_member(words: Sequence[str], parts: Sequence[str]) -> bool:
    lexicon = field_lexicon()
    for part in parts:
        meanings = {part} | {name for one in lexicon.concepts_of(part) for name in one.names}
        cues = {cue[0] for one in lexicon.concepts_of(part) for cue in one.cues if len(cue) == 1}
        if not any(
            same_word(word, meaning) or fold(word) in cues for word in words for meaning in meanings
        ):
            return False
    return bool(parts)


def _number_for(profile: FieldProfile, here: Surroundings, unit: str | None) -> Number | None:
    """The text's number the rule is about: of the right unit, nearest to the field's words."""
    weights = here.cue_weights({**profile.described, **profile.names}, profile.keys)
    before, after = here.near(weights)
    best: tuple[float, Number] | None = None
    for index, candidate in enumerate(here.candidates):
        number = candidate.value.number if candidate.value is not None else None
        if candidate.label not in _COMPARED or number is None or not _unit_agrees(candidate, unit):
            continue
        first, last = int(here.places.first[index]), int(here.places.last[index])
        score = float(max(before[first], after[last]))
        if best is None or score > best[0]:
            best = (score, number)
    if best is None or (unit is None and best[0] < _MIN_CUE):
        return None
    return best[1]


def _unit_agrees(candidate: Candidate, unit: str | None) -> bool:
    own = unit_of(candidate)
    if unit is None:
        return own is None
    return own is not None and own.casefold() == unit.casefold()
