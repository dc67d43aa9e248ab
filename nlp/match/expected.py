"""Of mentions that may each be the answer, the one that says most of what the answer may be."""

from collections import Counter
from collections.abc import Sequence

from nlp.hints import Hint
from nlp.stems import fold, shared_words, words_of

_EXACTLY = 0.2
"""What being the answer counts beside sharing words with it."""


def most_shared(hints: Sequence[Hint]) -> Hint:
    """The hint of the highest expected F1 of words with the answer, the first of equals.

    Near-doubles ("el lago Enol", "lago Enol de Asturias") divide one chance among them, so that a
    mention may lead that says nothing of what most of them say (minimum Bayes risk).
    """
    said = [Counter(map(fold, words_of(one.candidate.mention))) for one in hints]

    def worth(at: int) -> float:
        shared = sum(
            other.score * shared_words(said[at], words)
            for other, words in zip(hints, said, strict=True)
        )
        return _EXACTLY * hints[at].score + (1.0 - _EXACTLY) * shared

    return hints[max(range(len(hints)), key=worth)]
