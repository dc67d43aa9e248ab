"""Elements of a list that are themselves lists: "a, b, c, d, e y f" in one string."""

import re
from collections.abc import Iterable

from nlp.schema import JSON, Field
from normalizers.lexicon import words

LEAST_PARTS = 6
"""Parts from which a string is an enumeration: names hold fewer commas."""

LONGEST_PART = 8
"""Words that a part may have; sentences have more."""

_LONGEST_HEAD = 60
_BRACKETED = re.compile(r"\([^()]{0,300}\)|\[[^\[\]]{0,300}\]")
_LAST = re.compile(r"\s(?:y|e|o|u|and|or)\s(?=[^,]{1,80}$)")
_LEAD = re.compile(r"^(?:y|e|o|u|and|or)\s+")


def spread(items: Iterable[JSON], item: Field | None) -> list[JSON]:
    """The elements of a list of strings, those that enumerate taken apart."""
    every = list(items)
    if item is None or item.kind != "string":
        return every
    return [part for each in every for part in (parts(each) if isinstance(each, str) else [each])]


def parts(text: str) -> list[str]:
    """The parts of an enumeration of six things or more, else the text alone.

    Of "analyses (a, b, c, …)" the brackets hold the parts. Commas in brackets and between digits do
    not part; a lead-in such as "incluyendo" is left out.
    """
    if text.count(",") + text.count(";") < LEAST_PARTS - 2:
        return [text]
    opened = text.find("(")
    if text.endswith(")") and 0 < opened <= _LONGEST_HEAD:
        inside = parts(text[opened + 1 : -1])
        if len(inside) > 1:
            return inside
    hidden = _BRACKETED.sub(lambda match: "#" * len(match.group()), text)
    cuts = [match.span() for match in re.finditer(r"[,;][\s\u200b]{1,8}", hidden)]
    last = _LAST.search(hidden, cuts[-1][1] if cuts else 0)
    if last:
        cuts.append(last.span())
    edges = [0, *(edge for cut in cuts for edge in cut), len(text)]
    found = [text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)]
    found = [_LEAD.sub("", part).strip() for part in found]
    found = [_after_lead_in(part) for part in found if part]
    lengths = [len(_BRACKETED.sub("", part).split()) for part in found]
    if len(found) < LEAST_PARTS or max(lengths) > LONGEST_PART:
        return [text]
    return list(dict.fromkeys(found))


def _after_lead_in(part: str) -> str:
    first, _, rest = part.partition(" ")
    return rest.strip() if rest and first.casefold() in words("lead_ins") else part
