"""Kinds of things and their common members: is "fiebre" what a field of symptoms asks for?"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from nlp.stems import Phrase, english_stem, fold, spanish_stem, words_of
from nlp.word_lists import read_yaml

_ASIDE = 0.5
"""What a member counts that is only a part of the mention ("fiebre" in "fiebre alta")."""


@dataclass(frozen=True)
class Kind:
    """The members of a kind, as its line of the resource writes them."""

    written: str

    @cached_property
    def members(self) -> Mapping[str, tuple[Phrase, ...]]:
        """The members as stem phrases, by their first stem; few kinds are ever asked for."""
        table: dict[str, tuple[Phrase, ...]] = defaultdict(tuple)
        for member in self.written.split():
            phrase = mention_stems(member.replace("_", " "))
            table[phrase[0]] += (phrase,)
        return dict(table)

    def likeness(self, mention: str) -> float:
        """1 if a mention begins with a member, less if one stands later in it, 0 without any."""
        first = next(self.found_in(mention_stems(mention)), None)
        if first is None:
            return 0.0
        return 1.0 if first[0] == 0 else _ASIDE

    def found_in(self, stems: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Where members stand among the stems of a text: half-open, the longest at each place."""
        for at, stem in enumerate(stems):
            sizes = [
                len(member)
                for member in self.members.get(stem, ())
                if tuple(stems[at : at + len(member)]) == member
            ]
            if sizes:
                yield at, at + max(sizes)


def likeness_to(kinds: Iterable[Kind], mention: str) -> float:
    """How like a mention is to the members of the kind that it is likest to."""
    return max(kind.likeness(mention) for kind in kinds)


@lru_cache(maxsize=16384)
def mention_stems(mention: str) -> tuple[str, ...]:
    """The Spanish stems of a mention's words."""
    return tuple(spanish_stem(word) for word in words_of(mention))


@lru_cache(maxsize=1)
def _kinds() -> dict[str, tuple[Kind, ...]]:
    found: dict[str, tuple[Kind, ...]] = defaultdict(tuple)
    for names, members in read_yaml("field_kinds", plain=True).items():
        kind = Kind(members)
        for name in names.split():
            for key in _keys(name):
                found[key] += (kind,)
    return dict(found)


def _keys(name: str) -> tuple[str, ...]:
    """A name by the stems of its words, in English and in Spanish."""
    words = list(map(fold, name.split("_")))
    keys = (" ".join(map(stem, words)) for stem in (english_stem, spanish_stem))
    return tuple(dict.fromkeys(keys))


def kinds_of(words: Iterable[str]) -> tuple[Kind, ...]:
    """The kinds that a field's name asks for, of words in order; compounds before single words."""
    words = tuple(words)
    table = _kinds()
    for width in (2, 1):
        names = ("_".join(words[at : at + width]) for at in range(len(words) - width, -1, -1))
        keys = (key for name in names for key in _keys(name))
        found = {id(kind): kind for key in keys for kind in table.get(key, ())}
        if found:
            return tuple(found.values())
    return ()
