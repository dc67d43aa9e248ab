"""Whether a name is a woman's or a man's, by title and given name; which of them a field asks for."""

from functools import lru_cache

from nlp.stems import fold
from nlp.word_lists import text_pattern, word_set

WOMAN, MAN = "woman", "man"
_FIRST = 2
"""Words of a mention that may tell: a title and a given name."""
_LEAST = 4
"""Letters of the shortest word of a field's name that asks for a woman or a man."""
_BY_ENDING = {"a": WOMAN, "o": MAN}
_RAISED = str.maketrans("ªº", "ao")
"""Letters that end an abbreviation: "D.ª", "M.ª"."""


def gender_of(mention: str) -> str | None:
    """:data:`WOMAN` or :data:`MAN` by the title or the given name that a mention begins with; else None.

    Of a single word that is no known given name the ending tells nothing: it may be a surname.
    """
    words = mention.split()
    for word in words[:_FIRST]:
        name = fold(word.strip(".,").translate(_RAISED))
        if name in _names("women_names"):
            return WOMAN
        if name in _names("men_names"):
            return MAN
        if name in _names("given_names"):
            return WOMAN if name.endswith("a") else MAN
        told = _BY_ENDING.get(name[-1:])
        if word not in word_set("personal_titles"):
            return told if len(words) > 1 else None
        told = told or (MAN if name.endswith("or") else None)
        if told is not None:
            return told
    return None


@lru_cache(maxsize=1024)
def asked_gender(words: tuple[str, ...]) -> str | None:
    """Which of them the words of a field's name ask for: "vendedora", "fallecido"; None where neither."""
    for word in map(fold, words):
        if len(word) >= _LEAST:
            for gender, pattern in ((WOMAN, "asks_woman"), (MAN, "asks_man")):
                if text_pattern(pattern).search(word):
                    return gender
    return None


@lru_cache(maxsize=4)
def _names(name: str) -> frozenset[str]:
    return frozenset(map(fold, word_set(name)))
