"""A passage without markdown marks and invisible characters, with its offsets kept."""

import re
from dataclasses import dataclass

# Zero-width characters, soft hyphens, emphasis marks and code marks. Underscores only at the edge
# of a word: inside one ("nombre_campo") they belong to it.
_DROPPED = re.compile(
    r"[\u200b-\u200f\u2060\ufeff\u00ad\u202a-\u202e]|\*|`|~~|#(?=[#\s])|(?<!\w)_{1,3}(?=\w)"
    r"|(?<=\w)_{1,3}(?!\w)"
)
_BREAKS = str.maketrans(dict.fromkeys("\n\r\x0b\x0c\x85\u2028\u2029\t\xa0\u2009\u202f\x00", " "))
_STOPS = '.,;:!?)»”"'


@dataclass(frozen=True, slots=True)
class Plain:
    """``text`` as a reader sees it; ``offsets[i]`` is where its character ``i`` stands.

    ``offsets`` has one entry per character; every break or odd blank is a plain space.
    """

    text: str
    offsets: tuple[int, ...] | range

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The span of the whole text that ``text[start:end]`` (not empty) stands for."""
        return self.offsets[start], self.offsets[end - 1] + 1


def plain_passage(text: str, start: int, end: int) -> Plain:
    """Clean ``text[start:end]``; a zero-width space after a stop counts as a space."""
    if _DROPPED.search(text, start, end) is None:
        return Plain(text[start:end].translate(_BREAKS), range(start, end))
    pieces: list[str] = []
    offsets: list[int] = []
    here = start
    for match in _DROPPED.finditer(text, start, end):
        pieces.append(text[here : match.start()])
        offsets.extend(range(here, match.start()))
        before = text[match.start() - 1] if match.start() > start else " "
        if match.group() == "\u200b" and before in _STOPS:
            pieces.append(" ")
            offsets.append(match.start())
        here = match.end()
    pieces.append(text[here:end])
    offsets.extend(range(here, end))
    return Plain("".join(pieces).translate(_BREAKS), tuple(offsets))
