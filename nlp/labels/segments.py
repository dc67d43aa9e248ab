"""Lines cut into pieces: by columns of blanks, bars and dots; pieces into labels and values."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from nlp.labels.terms import is_known, label_terms
from nlp.layout.marks import BOX
from nlp.layout.sentences import trim
from nlp.layout.structure import Line
from nlp.spans import Span
from nlp.stems import fold

_GAP = re.compile(
    r"\t+|[ \xa0]{2,}|\s\|\s|\s·\s|\s•\s|\s—\s(?=[^\W\d_][^:\n]{1,40}:)|"
    r";\s(?=(?:(?!(?:\S{5}|\d)\.\s)[^:;\n]){2,40}:\s)"
)
"""Blanks, marks and semicolons between labels; what ends in a full stop before a label is a value."""
_LEADER = re.compile(
    r"(?:\s?(?:\.{4,}|…{2,}|·{3,}|_{4,}|-{4,})[ \t\xa0]{0,40}|(?<=[\w.)])\s\.{2,3}\s{1,40}"
    r"|(?<=[\w)])\.{3})(?=[^\s.…·_])"
)
_TAKES_BOXES = re.compile(rf":(?:\W*$|.*(?:{BOX.pattern}))")
"""A label whose boxes follow, or have begun; behind a value they are of something else."""
_OPTIONS_SO_FAR = re.compile(rf"[^:]*:.*\w[^\n:\w]*(?:{BOX.pattern})\Z")
_NEXT_OPTION = re.compile(rf"(?!{BOX.pattern})[^\s:][^:\n]{{0,40}}?(?:{BOX.pattern})")
"""Options that stand before their boxes: "Apto (x)   No apto ( )"."""
_COLON = re.compile(
    r"\s{0,30}:(?=[\s*_]|$)(?:\*\*|__)?|(?:(?<=[^\W\d_])|(?<=[.)ºª])):(?=[^\W_]|[$€+(«])|(?<=\S)\s+[▸►](?=\s)"
)
_ASKS = re.compile(r"¿[^¿?:\n]+\?")
"""A question as a label."""
_MARKS = " \t\xa0*_#>`"
_MARKER = re.compile(
    r"(?!\([xX]\))(?:[-*+•·–—▪■►✓→]|\(?\d{1,2}[.)ª](?:[-.])?|\(?[a-zA-Z]\))\s+(?=\S)"
)
_LABEL_WORDS = 9
_CAPITAL_LABELS = 6
_LABEL_LENGTH = 70
_LOWER_WORDS = 3
_SENTENCE = 4
"""A value of so many words at the end of its line keeps its full stop."""
_ABBREVIATED = 6
"""Characters of a shortened word and its full stop."""
_WORD = re.compile(r"\S+")
_INITIALS = re.compile(r"(?:[A-ZÁÉÍÓÚÑ]\.){2,}")


def trimmed(text: str, start: int, end: int, marks: str = _MARKS) -> Span:
    """A span without blanks and marks of emphasis around it."""
    return trim(text, start, end, marks + "\n\r")


def until(mark: re.Pattern[str], text: str, start: int, end: int) -> int:
    """Where a span ends that stops at a mark."""
    found = mark.search(text, start, end)
    return found.start() if found else end


def unmarked(text: str, start: int, end: int) -> int:
    """Where a line begins behind its bullet or number."""
    start, _ = trim(text, start, end, " \t\xa0>")
    marker = _MARKER.match(text, start, end)
    return marker.end() if marker else start


def pieces(text: str, start: int, end: int) -> list[Span]:
    """The columns of a line; blanks beside a colon, in a box or before one part nothing."""
    return list(_pieces(text, start, end))


@lru_cache(maxsize=2048)
def _pieces(text: str, start: int, end: int) -> tuple[Span, ...]:
    cuts: list[Span] = []
    here = start
    boxes = [box.span() for box in BOX.finditer(text, start, end)]
    for gap in _GAP.finditer(text, start, end):
        left, right = gap.span()
        if any(first < left and right < last for first, last in boxes):
            continue
        before, after = text[max(start, left - 3) : left].rstrip("* _"), text[right : right + 1]
        if left <= here or right >= end or before.endswith(":") or after == ":":
            continue
        if BOX.match(text, right, end) and _TAKES_BOXES.search(text, here, left):
            continue
        if _OPTIONS_SO_FAR.match(text, here, left) and _NEXT_OPTION.match(text, right, end):
            continue
        cuts.append((here, left))
        here = right
    cuts.append((here, end))
    return tuple(span for span in (trimmed(text, *cut) for cut in cuts) if span[0] < span[1])


def has_digit(text: str, span: Span) -> bool:
    """Whether a figure stands between two offsets."""
    return any(map(str.isdigit, text[slice(*span)]))


def leader(text: str, start: int, end: int) -> tuple[Span, Span] | None:
    """The two sides of dotted leaders, if a piece has them."""
    match = _LEADER.search(text, start, end)
    if match is None or match.start() - start < 2:
        return None
    left = trimmed(text, start, match.start(), _MARKS + ".:")
    right = trimmed(text, match.end(), end)
    return (left, right) if left[0] < left[1] and right[0] < right[1] else None


def dotted(text: str, cut: Sequence[Span]) -> list[tuple[Span, Span]]:
    """The two sides of each piece with dotted leaders, blanks behind the dots or none."""
    joined: list[Span] = []
    for piece in cut:
        if joined and text[joined[-1][1] - 3 : joined[-1][1]] == "...":
            piece = joined.pop()[0], piece[1]
        joined.append(piece)
    return [sides for piece in joined if (sides := leader(text, *piece))]


def labelled(text: str, start: int, end: int) -> Iterator[tuple[Span, Span]]:
    """The labels of a piece with their values: a value ends where the next label begins."""
    found: list[tuple[int, int, int]] = []
    here = start
    for colon in _COLON.finditer(text, start, end):
        left = label_start(text, here, colon.start(), first=not found)
        if left is None:
            continue
        found.append((left, colon.start(), colon.end()))
        here = colon.end()
    for index, (left, right, after) in enumerate(found):
        stop = found[index + 1][0] if index + 1 < len(found) else end
        last = index + 1 == len(found) and stop == end
        yield trimmed(text, left, right), _value(text, after, stop, last=last)


def holds_label(text: str, cells: Sequence[Span]) -> bool:
    """Whether a label stands in one of the pieces of a line."""
    return any(any(labelled(text, *cell)) for cell in cells)


def capital_label(text: str, start: int, end: int) -> tuple[Span, Span] | None:
    """A label in capitals with its value behind it, without a colon: "POBLACIÓN Lugo"."""
    words = list(_WORD.finditer(text, start, end))
    stop = 0
    for word in words[:_LABEL_WORDS]:
        letters = re.sub(r"[\W\d_]", "", word.group())
        if not word.group().isupper() or any(map(str.isdigit, word.group())) or len(letters) < 2:
            break
        stop += 1
    while stop and _INITIALS.fullmatch(words[stop - 1].group()) and stop > 1:
        stop -= 1
    blank = text[end : end + 3].strip().startswith("_")
    if not stop or (stop == len(words) and not blank) or leader(text, start, end):
        return None
    label = (start, words[stop - 1].end())
    if not is_known(text[slice(*label)]):
        return None
    if stop == len(words):
        return label, (end, end)
    value = trimmed(text, words[stop].start(), end, _MARKS + "_")
    return label, value


def in_capitals(text: str, lines: Sequence[Line]) -> bool:
    """Whether a form sets its labels in capitals before the values, without colons."""
    told = colons = 0
    for line in lines:
        for piece in pieces(text, line.start, line.end):
            told += capital_label(text, *piece) is not None
            colons += ":" in text[slice(*piece)]
    return told >= _CAPITAL_LABELS and told > 2 * colons


def _value(text: str, start: int, end: int, *, last: bool) -> Span:
    start, end = trimmed(text, start, end, _MARKS + ",;|·")
    if end - start > 1 and text[end - 1] == ".":
        words = text[start:end].split()
        word = words[-1]
        if last and len(words) >= _SENTENCE:
            return start, end
        whole = (len(word) > 5 and "." not in word[:-1]) or "@" in word
        if whole or word[:-1].isdigit() or len(word) == 2:
            end -= 1
    return start, end


def label_start(text: str, start: int, colon: int, *, first: bool) -> int | None:
    """Where the label before a colon begins; None where no label stands there."""
    start, colon = trimmed(text, start, colon)
    if start >= colon:
        return None
    opens = first and (not text[start].islower() or _opens_line(text, start))
    if opens and colon - start <= _LABEL_LENGTH and _is_label(text, start, colon):
        return start
    words = list(_WORD.finditer(text, max(start, colon - _LABEL_LENGTH), colon))
    bold = text.rfind("**", start, colon)
    if bold >= 0 and _is_label(text, bold + 2, colon):
        return bold + 2
    starts = [match.start() for match in words[-_LABEL_WORDS:]]
    if not first and len(starts) > 1 and starts[0] == start:
        starts = starts[1:]  # something stands behind the label before
    return _shortest(text, starts, colon)


def _is_label(text: str, start: int, end: int) -> bool:
    label = text[start:end]
    words = label.split()
    if not words or len(words) > _LABEL_WORDS or not any(map(str.isalpha, label)):
        return False
    if _ASKS.fullmatch(label):
        label = label[1:-1]
    if label.count("(") != label.count(")") or any(char in "«»“”!?" for char in label):
        return False
    if not (label[0].isalnum() or label[0] in "([¿"):
        return False
    stops = any(map(ends_sentence, words[:-1]))
    if label[0].islower():
        return len(words) <= _LOWER_WORDS and not stops and is_known(label)
    return (not stops and label[0] != label[0].lower()) or label[0].isdigit() or label[0] in "(["


def ends_sentence(word: str) -> bool:
    """Whether a word's full stop ends what is said, being longer than what is abbreviated ("Expte.")."""
    bare = word.strip(_MARKS + "()")
    return bare.endswith(".") and len(bare) > _ABBREVIATED and bare[:-1].isalpha()


def _opens_line(text: str, start: int) -> bool:
    line = text[text.rfind("\n", 0, start) + 1 : start]
    return not line.strip(_MARKS + "-+•·")


def _shortest(text: str, starts: list[int], colon: int) -> int | None:
    """The label nearest to the colon: known words, or the last word with a capital."""
    best: int | None = None
    fallback: int | None = None
    for at in reversed(starts):
        word = text[at:colon].split()[0]
        if not (
            word[0].isupper() or fold(word).strip("*(") in {"n.º", "nº", "n.o"} or word[:2] == "**"
        ):
            continue
        label = text[at:colon].strip("* ")
        if len(label.split()) > 5 or re.search(r"[.;]\s(?=[^\W\d_]{4,}\s)", label) or ":" in label:
            break
        if any(map(ends_sentence, label.split()[:-1])):
            break
        if fallback is None:
            fallback = at
        terms = label_terms(label)
        if terms and all(
            len(term.keys) > 2 and any(k[0] in "sc" for k, _ in term.keys) for term in terms
        ):
            best = at
        elif best is not None:
            break
    return best if best is not None else fallback
