"""Values whose words stand spread over one passage."""

from nlp.folding import Folded
from nlp.spans import Span
from normalizers.morphology import singular, stem
from normalizers.text_index import TextIndex, content_words

PASSAGE = 60
"""Words that the longest passage may hold."""

SHORT = 4
"""Content words up to which a value is a name: all of it stands in one sentence."""

_MINIMUM_WORDS = 2


def find_parts(phrase: Folded, index: TextIndex) -> tuple[Span, ...]:
    """The shortest passage with every content word of a phrase, as the spans of those words.

    Words may differ in number, not in gender. Empty when a word is missing, when the words stand
    too far apart, or when there is only one: a single word either stands in the text or does not.
    """
    wanted = {singular(token.text) for token in content_words(phrase)}
    if len(wanted) < _MINIMUM_WORDS:
        return ()
    found = {word: _places(word, index) for word in wanted}
    if not all(found.values()):
        return ()
    places = sorted((place, word) for word, where in found.items() for place in where)
    best = _shortest_window(places, len(wanted))
    if best is None:
        return ()
    first, last = places[best[0]][0], places[best[1]][0]
    if last - first > min(PASSAGE, 2 * len(wanted) + 2):
        return ()
    if len(wanted) <= SHORT and index.breaks_between(first, last):
        return ()
    seen: dict[str, int] = {}
    for place, word in places[best[0] : best[1] + 1]:
        seen.setdefault(word, place)
    tokens = (index.tokens[place] for place in sorted(seen.values()))
    return tuple((token.start, token.end) for token in tokens)


def _places(word: str, index: TextIndex) -> list[int]:
    same = index.stems.get(stem(word), ())
    return [place for place in same if singular(index.tokens[place].text) == word]


def _shortest_window(places: list[tuple[int, str]], size: int) -> tuple[int, int] | None:
    """The indexes of the first and last place of the shortest window holding every word."""
    held: dict[str, int] = {}
    best: tuple[int, int] | None = None
    width = 0
    first = 0
    for last, (place, word) in enumerate(places):
        held[word] = held.get(word, 0) + 1
        while len(held) == size:
            if best is None or place - places[first][0] < width:
                best, width = (first, last), place - places[first][0]
            dropped = places[first][1]
            held[dropped] -= 1
            if not held[dropped]:
                del held[dropped]
            first += 1
    return best


def share_found(phrase: Folded, index: TextIndex) -> float:
    """The share of a phrase's content words (by stem) that stand anywhere in the text."""
    wanted = [stem(token.text) for token in content_words(phrase)]
    if not wanted:
        return 0.0
    return sum(1 for word in wanted if index.stems.get(word)) / len(wanted)
