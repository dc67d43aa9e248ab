"""Kinds of things and their common members: is "fiebre" what a field of symptoms asks for?"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from nlp.stems import english_stem, fold, spanish_stem, words_of
from nlp.word_lists import read_yaml

_ASIDE = 0.5
"""What a member counts that is only a part of the mention ("fiebre" in "fiebre alta")."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Members as stem phrases, by their first stem."""

    members: Mapping[str, tuple[tuple[str, ...], ...]]

    def likeness(self, mention: str) -> float:
        """1 if a mention begins with a member, less if one stands later in it, 0 without any."""
        stems = mention_stems(mention)
        for at, stem in enumerate(stems):
            for member in self.members.get(stem, ()):
                if stems[at : at + len(member)] == member:
                    return 1.0 if at == 0 else _ASIDE
        return 0.0


@lru_cache(maxsize=16384)
def mention_stems(mention: str) -> tuple[str, ...]:
    """The Spanish stems of a mention's words."""
    return tuple(spanish_stem(word) for word in words_of(mention))


@lru_cache(maxsize=1)
def _kinds() -> dict[str, tuple[Kind, ...]]:
    found: dict[str, tuple[Kind, ...]] = {}
    for names, members in read_yaml("field_kinds").items():
        table: dict[str, list[tuple[str, ...]]] = {}
        for member in members.split():
            phrase = mention_stems(member.replace("_", " "))
            table.setdefault(phrase[0], []).append(phrase)
        kind = Kind({first: tuple(phrases) for first, phrases in table.items()})
        for name in names.split():
            for key in {_key(name), _key(name, spanish=True)}:
                found[key] = (*found.get(key, ()), kind)
    return found


def _key(name: str, *, spanish: bool = False) -> str:
    stem = spanish_stem if spanish else english_stem
    return " ".join(stem(fold(word)) for word in name.split("_"))


def kinds_of(words: Iterable[str]) -> tuple[Kind, ...]:
    """The kinds that a field's name asks for, of words in order; compounds before single words."""
    words = tuple(words)
    table = _kinds()
    for width in (2, 1):
        found: dict[int, Kind] = {}
        for at in range(len(words) - width, -1, -1):
            phrase = "_".join(words[at : at + width])
            for key in (_key(phrase), _key(phrase, spanish=True)):
                for kind in table.get(key, ()):
                    found[id(kind)] = kind
        if found:
            return tuple(found.values())
    return ()
