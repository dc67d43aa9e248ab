"""Blocks of list lines: bullets, numbers, letters or Roman numerals, each line an item as it stands.

A list of texts whose name or description says what introduces a block is that block: its items are
the whole lines, wrapped ones joined, without their marks.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from nlp.asked.field_profile import FieldProfile
from nlp.asked.schema_lexicon import field_lexicon
from nlp.match.surroundings import Surroundings
from nlp.spans import Span
from nlp.word_lists import text_pattern

_LINE = re.compile(r"[^\n]+")
_MARK = re.compile(
    r"[ \t]*(?P<mark>[-–—•*·▪◦●►✓]|\(?\d{1,2}(?:[.)º°ª]{1,2}[-–]?|\.-)|\(?[a-zñ]\)"
    r"|[IVX]{1,5}(?:\.[-–]?|\))"
    r"|(?:PRIMER|SEGUND|TERCER|CUART|QUINT|SEXT|S[ÉE]PTIM|OCTAV)[OA]\s?[.:][-–]?"
    r"|(?:Primer|Segund|Tercer|Cuart|Quint|Sext|S[ée]ptim|Octav)[oa]\s?[.:][-–]?)[ \t]+(?=\S)"
)
_LONGEST_ITEM = 900
_FURTHEST = 220
"""Characters of what stands above a block that may introduce it."""
_LEAST, _MOST = 2, 40
_SHORT_HEADING = 70
_LITERAL = text_pattern("asks_literal")
_STRONG_HEAD = re.compile(r"(?:\*\*|__)(?P<head>[^*:\n]{3,160})(?:\*\*|__)(?!\s*:)")
"""What an item of a block is called before it is told: "**Fiebre alta**, que no cede en dos días"."""
_STARS = re.compile(r"\*{2,3}|__|`")


@dataclass(frozen=True, slots=True)
class Block:
    """The items of a block as spans of the text, and the span of what stands above them."""

    items: tuple[Span, ...]
    introduction: Span


@lru_cache(maxsize=16)
def read_blocks(text: str) -> tuple[Block, ...]:
    """The blocks of a text in order, each of at least two lines with one kind of mark."""
    found: list[Block] = []
    items: list[list[int]] = []
    kind, previous_end = "", 0
    above = intro = (0, 0)
    for line in _LINE.finditer(text):
        blank = text.count("\n", previous_end, line.start()) > 1
        previous_end = line.end()
        bare = line[0].strip()
        if not bare:
            continue
        start = text.index(bare, line.start())
        end = start + len(bare)
        mark = _MARK.match(text, line.start(), line.end())
        if mark is not None:
            this = _kind(mark["mark"])
            if items and this != kind:
                _close(found, items, intro)
                above = (max(items[-1][0], items[-1][1] - _FURTHEST), items[-1][1])
                items = []
            if not items:
                kind, intro = this, above
            items.append([mark.end(), end])
            continue
        if items and not blank and _continues(text, line.start(), items[-1], start):
            items[-1][1] = end
            continue
        if items:
            _close(found, items, intro)
            items = []
        above = (max(start, end - _FURTHEST), end)
    _close(found, items, intro)
    return tuple(found)


def _kind(mark: str) -> str:
    bare = mark.strip("().-–º°ª: ")
    if not bare:
        return mark
    return "number" if bare.isdecimal() else "roman" if bare.isupper() and len(bare) < 6 else "word"


def _continues(text: str, line_start: int, item: Sequence[int], start: int) -> bool:
    """Whether a line goes on with the item above: indented, or in small letters after no stop."""
    indented = start - line_start >= 2
    return text[item[1] - 1] not in ".;:!?" and (indented or text[start].islower())


def _close(found: list[Block], items: Sequence[Sequence[int]], introduction: Span) -> None:
    spans = tuple((start, end) for start, end in items)
    if _LEAST <= len(spans) <= _MOST and all(end - start <= _LONGEST_ITEM for start, end in spans):
        found.append(Block(spans, introduction))


def list_description(profile: FieldProfile) -> str:
    """What describes a list, by a profile of its items, and what these."""
    array = profile.parents[-1] if profile.parents else profile.field
    return f"{array.description} {profile.field.description}"


def introduction_share(profile: FieldProfile, block: Block, here: Surroundings) -> float:
    """How much of an introduction's telling words the field says; what is said literally, more."""
    if not _introduces(here.document.text[slice(*block.introduction)]):
        return 0.0
    first, last = here.token_range(*block.introduction)
    telling = [at for at in range(first, last) if not field_lexicon().is_stopword(here.folded[at])]
    if not telling:
        return 0.0
    named = here.cue_weights({**profile.list_names, **profile.names}, profile.keys)
    described = 0.7 * here.cue_weights(profile.described, {})
    weights = np.maximum(named, described)[telling]
    if not named[telling].any() and 2 * np.count_nonzero(weights) < len(telling):
        return 0.0
    nearest = telling[-6:]
    share = float(np.minimum(weights, 1.0).sum()) / max(1.0, len(nearest))
    strongest = float(np.maximum(named, described)[nearest].max())
    literal = 0.15 if _LITERAL.search(list_description(profile)) else 0.0
    return 0.5 * min(1.0, share) + 0.5 * strongest + literal


def _introduces(line: str) -> bool:
    """Whether a line leads to what stands below it: with a colon at its end, or as a heading."""
    bare = line.strip(" *_#")
    return bare.endswith(":") or (len(bare) <= _SHORT_HEADING and ":" not in bare)


def block_items(text: str, block: Block, profile: FieldProfile) -> tuple[str, ...]:
    """The items as they stand; a stop goes that not all of them end in, unless they are asked literally.

    Where Markdown sets apart what every item begins with, that is the item.
    """
    literal = _LITERAL.search(list_description(profile)) is not None
    heads = [one for span in block.items if (one := _STRONG_HEAD.match(text, *span))]
    if len(heads) == len(block.items) and not literal:
        return tuple(" ".join(one["head"].split()).rstrip(".,;") for one in heads)
    found = []
    literal |= all(text[:end].endswith(".") for _, end in block.items)
    for start, end in block.items:
        item = _STARS.sub("", " ".join(text[start:end].split()))
        lone = ". " not in item and not literal
        found.append(item.rstrip(";,").removesuffix(".") if lone else item)
    return tuple(found)
