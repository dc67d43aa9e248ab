"""Values whose words stand spread over one passage."""

from normalizers.folding import Folded
from normalizers.morphology import stem
from normalizers.text_index import TextIndex, content_words

PASSAGE = 60
"""Words that the longest passage may hold."""

_MINIMUM_WORDS = 2


def find_parts(phrase: Folded, index: TextIndex) -> tuple[tuple[int, int], ...]:
    """The shortest passage with every content word of a phrase, as the spans of those words.

    Empty when a word is missing, when the words stand too far apart, or when there is only one
    word: a single word either stands in the text or does not. Numbers must be there digit by digit.
    """
    wanted = {stem(token.text) for token in content_words(phrase)}
    if len(wanted) < _MINIMUM_WORDS or any(not index.stems.get(word) for word in wanted):
        return ()
    longest = min(PASSAGE, 4 * len(wanted) + 8)
    places = sorted((place, word) for word in wanted for place in index.stems[word])
    best = _shortest_window(places, len(wanted))
    if best is None or places[best[1]][0] - places[best[0]][0] > longest:
        return ()
    first, last = best
    seen: dict[str, int] = {}
    for place, word in places[first : last + 1]:
        seen.setdefault(word, place)
    tokens = (index.tokens[place] for place in sorted(seen.values()))
    return tuple((token.start, token.end) for token in tokens)


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
