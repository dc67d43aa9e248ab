"""What Spanish texts say beside the answer to a field so named (``resources/cue_words.yaml``)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from nlp.stems import english_stem, fold, spanish_stem
from nlp.word_lists import read_yaml

_LONGEST = 20
"""Letters of the longest word whose stem is looked for: joined ones are known as written."""
Phrase = tuple[str, ...]
"""The Spanish stems of the words of a cue, in order."""


def cues_beside(word: str) -> tuple[Phrase, ...]:
    """The cues of a word of a field's name or of two joined ones, in either language."""
    return _known(fold(word))


def joined_names(words: Sequence[str]) -> tuple[str, ...]:
    """Two or three neighbouring words, joined as names of several words are known: ``causeofdeath``."""
    spans = ((at, at + size) for size in (2, 3) for at in range(len(words) - size + 1))
    return tuple("".join(words[first:last]) for first, last in spans)


@lru_cache(maxsize=8192)
def _known(word: str) -> tuple[Phrase, ...]:
    by_word, by_stem = _lexicon()
    if word in by_word:
        return by_word[word]
    if len(word) > _LONGEST:
        return ()
    stems = (english_stem(word), spanish_stem(word))
    return tuple(dict.fromkeys(cue for stem in stems for cue in by_stem.get(stem, ())))


@lru_cache(maxsize=1)
def _lexicon() -> tuple[Mapping[str, tuple[Phrase, ...]], Mapping[str, tuple[Phrase, ...]]]:
    """Cues by the word as it is written, and by its stem."""
    by_word: dict[str, tuple[Phrase, ...]] = {}
    by_stem: dict[str, tuple[Phrase, ...]] = {}
    for names, cues in read_yaml("cue_words", plain=True).items():
        phrases = tuple(tuple(map(spanish_stem, cue.split("_"))) for cue in str(cues).split())
        for name in map(fold, names.split()):
            joined = name.replace("_", "")
            by_word[joined] = (*by_word.get(joined, ()), *phrases)
            for stem in {english_stem(joined), spanish_stem(joined)}:
                by_stem[stem] = (*by_stem.get(stem, ()), *phrases)
    return by_word, by_stem
