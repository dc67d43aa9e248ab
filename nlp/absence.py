"""Whether words say that there is no value: "ninguno", "no consta (solo el nombre)", "por asignar"."""

import re
from functools import lru_cache
from typing import Literal

from nlp.folding import fold
from nlp.word_lists import alternatives, read_yaml

Absence = Literal["none", "unsaid"]
"""``none``: there is nothing, and nothing to count; ``unsaid``: nobody says it."""

_LONGEST = 120
"""Characters from which a value says more than that there is none."""
_CLITICS = r"(?:(?:se|me|le|les|lo|la|los|las|nos|ha|han|fue|fueron|esta|estan|es|ha sido) ){0,3}"
_BLANKS = " .:;,()[]*'\"-_–—…?¿/·«»"
_WORDS = read_yaml("absence")
_FOREIGN = re.compile(_WORDS["foreign"])


@lru_cache(maxsize=4096)
def absence_in(value: str) -> Absence | None:
    """What kind of nothing a whole value says, from its first word on; None where it says something."""
    if len(value) > _LONGEST:
        return None if value.strip() else "unsaid"
    bare = _bare(value)
    if not bare.strip(_BLANKS) or _FOREIGN.fullmatch(bare):
        return "unsaid"
    if re.fullmatch(_either("alone"), bare):
        return "unsaid"
    for kind, phrase in _phrases():
        match = phrase.match(bare)
        if match is not None and _adds_nothing(bare[match.end() :]):
            return kind
    return None


def denied_in(value: str) -> str | None:
    """What a value denies from its first word on ("sin lotes", "no hay asuntos"); None if nothing."""
    match = _denial().fullmatch(_bare(value)) if len(value) <= _LONGEST else None
    return match["what"] if match else None


def _bare(value: str) -> str:
    return " ".join(fold(value).split()).strip(_BLANKS)


@lru_cache(maxsize=1)
def _denial() -> re.Pattern[str]:
    verbs = rf"no {_CLITICS}(?:{_either('none_verbs')})"
    return re.compile(
        rf"(?:sin|niegan?|{verbs}) (?P<what>[^,;:.(]+?)"
        rf"(?: (?:{_either('behind')})\b.*|[,;(].*)?"
    )


def _adds_nothing(rest: str) -> bool:
    """Whether what follows only says more of why there is nothing, or where."""
    if not rest:
        return True
    if re.search(rf"\b(?:{_either('retracted')})\b", rest):
        return False
    return re.match(rf" ?[(,;.:–—-]| (?:{_either('behind')})\b", rest) is not None


@lru_cache(maxsize=1)
def _phrases() -> tuple[tuple[Absence, re.Pattern[str]], ...]:
    """The beginnings of such values, with what they say."""
    verb = rf"no {_CLITICS}"
    unsaid = (
        rf"(?:{_either('unsaid')})(?!\w)",
        rf"{verb}(?:{_either('unsaid_verbs')})\b",
        rf"{verb}(?:{_either('unsaid_participles')})(?:[oa]s?|es)?\b",
        rf"(?:por|sin|(?:pendientes?|falta) (?:de|por)) (?:{_either('to_come')})\b",
        rf"sin (?:{_either('without')})\b",
    )
    none = (
        rf"(?:{_either('none')})\b",
        rf"{verb}(?:{_either('none_verbs')})\b",
        rf"no (?:es|fue|sera|era|resulto) (?:{_either('needless')})\b",
    )
    return ("none", re.compile("|".join(none))), ("unsaid", re.compile("|".join(unsaid)))


@lru_cache(maxsize=16)
def _either(name: str) -> str:
    """The entries of a list of the resource as alternatives, the longer first."""
    folded = {fold(one).replace("_", " ") for one in _WORDS[name].split()}
    return alternatives(folded)
