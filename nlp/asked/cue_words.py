"""What Spanish texts say beside the answer to a field so named (``resources/cue_words.yaml``)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache

from nlp.stems import Phrase, both_stems, fold, named_phrases
from nlp.word_lists import read_yaml

_LONGEST = 20
"""Letters of the longest word whose stem is looked for: joined ones are known as written."""


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
    return tuple(dict.fromkeys(cue for stem in both_stems(word) for cue in by_stem.get(stem, ())))


@lru_cache(maxsize=1)
def _lexicon() -> tuple[Mapping[str, tuple[Phrase, ...]], Mapping[str, tuple[Phrase, ...]]]:
    """Cues by the word as it is written, and by its stem."""
    by_word: dict[str, tuple[Phrase, ...]] = defaultdict(tuple)
    by_stem: dict[str, tuple[Phrase, ...]] = defaultdict(tuple)
    for name, phrases in named_phrases(read_yaml("cue_words", plain=True)):
        joined = name.replace("_", "")
        by_word[joined] += phrases
        for stem in both_stems(joined):
            by_stem[stem] += phrases
    return dict(by_word), dict(by_stem)
