"""Words that a label shortens, written out with the words of the schema: "Esf." for `esfera`."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial

from nlp.asked.field_profile import FieldProfile
from nlp.labels.label_lexicon import label_lexicon
from nlp.labels.terms import label_words
from nlp.stems import fold, words_of

_LEAST_CUT, _LEAST_LEFT = 3, 2
"""Letters of what is left of a word, and of what was cut off."""
_RUN = (2, 3, 4)
_TOLD = 8
"""So many words of a description may be said by their first letters."""

Words = tuple[str, ...]


Shorthand = tuple[frozenset[str], tuple[tuple[str, Words], ...]]
"""The words of a schema, and what each shortened one can mean alone; one of two meanings has none."""


def shorthand_of(profiles: Iterable[FieldProfile]) -> Callable[[str], str]:
    """Writes out what a label shortens, by the names, titles and descriptions of fields and parents."""
    fields = [one for each in profiles for one in (each.field, *each.parents)]
    told = tuple(dict.fromkeys((one.name, one.title, one.description) for one in fields))
    return partial(_full, _shorthand(told))


@lru_cache(maxsize=64)
def _shorthand(fields: tuple[Words, ...]) -> Shorthand:
    found: dict[str, set[Words]] = {}
    every: set[str] = set()
    for name, title, description in fields:
        named = [_telling(text) for text in (name, title) if text and text != "*"]
        for words in named:
            every.update(words)
            for word in words:
                for size in range(_LEAST_CUT, len(word) - _LEAST_LEFT + 1):
                    found.setdefault(word[:size], set()).add((word,))
        told = _telling(description)[:_TOLD]
        runs = [run for words in named for run in _runs(words)]
        runs += [run for run in _runs(told) if len(run) > _RUN[0] or run == told[: _RUN[0]]]
        for run in runs:
            found.setdefault("".join(word[0] for word in run), set()).add(run)
    alone = ((short, min(meant)) for short, meant in found.items() if len(meant) == 1)
    return frozenset(every), tuple(alone)


def _runs(words: Words) -> Iterator[Words]:
    for size in _RUN:
        yield from zip(*(words[at:] for at in range(size)), strict=False)


def _telling(text: str) -> Words:
    ignored = label_lexicon().sets["ignored"]
    words = (fold(word) for word in words_of(text))
    return tuple(word for word in words if word.isalpha() and word not in ignored)


@lru_cache(maxsize=4096)
def _full(shorthand: Shorthand, label: str) -> str:
    lexicon = label_lexicon()
    schema_words, meanings = shorthand
    meant = dict(meanings)
    found: list[str] = []
    words = label_words(label)
    for word in words:
        known = word in schema_words or lexicon.lines_of((word,)) or word in lexicon.sets["general"]
        told = meant.get(word, (word,))
        initials = len(told) > 1 and word.upper() not in label
        found.extend((word,) if known or initials else told)
    return label if len(found) == len(words) and tuple(found) == words else " ".join(found)
