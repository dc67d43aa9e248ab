"""What names and addresses are made of: given names and surnames; street, number, floor, town."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from nlp.names.heads import untitled
from nlp.spans import Span
from nlp.stems import fold
from nlp.word_lists import text_pattern, word_set

Parts = Mapping[str, Span]
"""The parts that a mention has, by name, as offsets in it."""
_PARTICLES = frozenset(
    {"de", "del", "la", "las", "los", "y", "da", "do", "dos", "van", "von", "el", "al"}
)
_MOST = 8
"""Words of a name."""
_TYPE, _STREET, _NUMBER = (
    text_pattern(name).pattern for name in ("street_type", "address_name", "address_number")
)
_OPENS = re.compile(rf"(?<![\w.]){_TYPE}", re.IGNORECASE)
_SIDES = frozenset({"norte", "sur", "este", "oeste", "oriente", "poniente", "bis"})
_HEAD = re.compile(
    rf"(?P<street>(?:{_TYPE}\s?)?{_STREET})(?:{_NUMBER}|(?=[,;\n(|]|\.\s|$))", re.IGNORECASE
)
_MORE = text_pattern("address_part")
_MOST_PARTS = 10
_LONGEST = 200


def name_parts(mention: str, *, few_given: bool = False, surnames_first: bool = False) -> Parts:
    """The ``given`` names, surnames (``last``), the ``first`` and the ``second`` of them.

    Nothing where a mention does not look like a name of several parts. Of three words the second is a
    given name where it is known as one; of four, two are. Surnames come first before a comma, or where
    only the last word is a known given name, or where something else says so (``surnames_first``).
    ``few_given``: of three words, two are surnames.
    """
    found = _name_words(mention)
    words = [word for word, _ in found]
    if not 2 <= len(words) <= _MOST or not all(map(_is_name, words)):
        return {}
    known = list(map(_is_given, words))
    comma = next((at + 1 for at, word in enumerate(words) if word.endswith(",")), 0)
    spans = [span for _, span in found]
    if comma:
        last, first = spans[:comma], spans[comma:]
        last[-1] = last[-1][0], last[-1][1] - 1
    elif surnames_first or (len(words) > 2 and known[-1] and not any(known[:2])):
        size = 2 if len(words) > 3 and (known[-2] or not any(known)) else 1
        last, first = spans[:-size], spans[-size:]
    else:
        size = _given_words(known, few_given=few_given)
        first, last = spans[:size], spans[size:]
    if not first or not last:
        return {}
    parts = {
        "given": (first[0][0], first[-1][1]),
        "last": (last[0][0], last[-1][1]),
        "first": last[0],
    }
    if len(last) > 1:
        parts["second"] = last[1][0], last[-1][1]
    return parts


def _name_words(mention: str) -> list[tuple[str, Span]]:
    """The words of a name with their offsets; a particle belongs to the word behind it."""
    said = mention.title() if mention.isupper() else mention
    at = len(said) - len(untitled(said))
    found: list[tuple[str, Span]] = []
    start = -1
    for word in mention[at:].split():
        here = mention.index(word, at)
        at = here + len(word)
        start = here if start < 0 else start
        if word.lower() not in _PARTICLES:
            found.append((mention[start:at], (start, at)))
            start = -1
    return found


def known_given(mention: str) -> list[bool]:
    """Of each word of a name, whether it is known as a given name."""
    return [_is_given(word) for word, _ in _name_words(mention)]


def _is_given(word: str) -> bool:
    """Whether a word is a known given name, whatever particle stands before it."""
    return fold(word.split()[-1].strip(",.")) in _given_names()


def addresses_in(text: str) -> Iterator[Span]:
    """The addresses that begin with a kind of street."""
    end = 0
    for opening in _OPENS.finditer(text):
        if opening.start() < end:
            continue
        said = text[opening.start() : opening.start() + _LONGEST]
        parts = address_parts(said)
        if "number" in parts and _names_street(said[slice(*parts["name"])]):
            end = opening.start() + max(stop for _, stop in parts.values())
            yield opening.start(), end


def address_parts(mention: str) -> Parts:
    """The ``street`` and its ``name``, the ``number``, ``stair``, ``tower``, ``floor``, ``door``,
    ``quarter``, ``postcode``, ``town`` and ``state`` of an address that a mention begins with.
    """
    head = _HEAD.match(mention)
    if head is None:
        return {}
    parts = {part: head.span(part) for part in ("street", "name", "number") if head[part]}
    at = head.end()
    for _ in range(_MOST_PARTS):
        more = _MORE.match(mention, at)
        part = more.lastgroup.rstrip("2") if more is not None and more.lastgroup else None
        if (
            more is None
            or part is None
            or (part == "town" and not {"postcode", "quarter"} & parts.keys())
        ):
            break
        part = "state" if part == "town" and part in parts else part
        if part in parts:
            break
        parts[part] = more.span(more.lastgroup or 0)
        at = more.end()
    return parts


def _names_street(name: str) -> bool:
    """Whether what stands before a number ends as a name does: no "plaza de abastos desde" 2019."""
    last = name.split()[-1]
    return last[:1].isupper() or last[:1].isdigit() or last.lower() in _SIDES


def _given_words(known: Sequence[bool], *, few_given: bool) -> int:
    """How many of the words of a name are given names."""
    if len(known) == 3:
        return 2 if known[1] and not known[2] and not few_given else 1
    return max(1, len(known) - 2)


def _is_name(word: str) -> bool:
    last = word.split()[-1].rstrip(",")
    return last[:1].isupper() and all(char.isalpha() or char in "-.'’ªº" for char in last)


@lru_cache(maxsize=1)
def _given_names() -> frozenset[str]:
    return frozenset(map(fold, word_set("given_names")))
