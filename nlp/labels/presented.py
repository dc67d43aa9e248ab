"""What running text says as plainly as a form: what it presents, and what tells by its form what it is.

"Ana Ruiz (Lugo, 1930 – Madrid, 2011) fue una botánica" says what its subject is called, what it is,
when and where it was born; "ganó por 3-1" a score, "el vuelo Lugo-Vigo" the ends of a way.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from nlp.labels.form_elements import Pair, unwritten
from nlp.labels.letters import called
from nlp.labels.terms import known_share
from nlp.names.entities import finite_verbs
from nlp.spans import Document
from nlp.word_lists import text_pattern

_PRESENTS = text_pattern("presents")
_CHANGED = tuple(map(text_pattern, ("changed", "changed_by")))
_SPEAKER, _SENDER, _OPENING = map(text_pattern, ("speaker", "sender", "opening_title"))
_FORMS = tuple(
    text_pattern(name)
    for name in (
        "life_dates", "fixture", "score", "way", "journey", "postponed", "ranks", "lawsuit",
        "acts_for", "sues", "position", "card",
    )
)  # fmt: skip
"""Patterns whose groups are named by what they say; of each the first in a text counts."""
_LOOKED = 1200
"""Characters of a text in which it presents what it is about."""
_MOST_WORDS, _KNOWN = 7, 0.8
"""Words of a title that opens a text at most, and the share of them that labels are made of."""


def presented(text: str) -> Iterator[Pair]:
    """What the text presents, and births and deaths, as values of what forms call them."""
    subject = _PRESENTS.match(text, 0, _LOOKED)
    if subject is not None:
        span = subject.span("subject")
        yield unwritten(subject["kind"].capitalize(), span, "part")
        yield from called("presented", span, "part")
    else:
        yield from _opening(text)
    yield from _speakers(text)
    yield from _changed(text)
    for form in _FORMS:
        found = form.search(text)
        if found is None:
            continue
        for part, said in found.groupdict().items():
            if said:
                yield from called(part, found.span(part), "part")


def _changed(text: str) -> Iterator[Pair]:
    """What a value was and what it is now, each once by the name of what changes."""
    seen = set[str]()
    for one in chain.from_iterable(form.finditer(text) for form in _CHANGED):
        if one["subject"] not in seen:
            seen.add(one["subject"])
            ending = "a" if one["article"].lower().startswith("la") else "o"
            yield unwritten(f"{one['subject']} anterior", one.span("old"), "part")
            for name in (f"{one['subject']} nuev{ending}", one["subject"]):
                yield unwritten(name, one.span("new"), "part")


def _opening(text: str) -> Iterator[Pair]:
    """Who sends a message that opens with them, or what a text is about that opens with its name."""
    sender = _SENDER.match(text)
    if sender is not None and _is_name(sender["sender"]):
        yield from called("sender", sender.span("sender"), "part")
        return
    title = _OPENING.match(text)
    if title is None or title["title"].count(" ") >= _MOST_WORDS:
        return
    start, end = title.span("title")
    told = any(start <= at < end for at in finite_verbs(Document("", text)))
    if not told and known_share(title["title"]) < _KNOWN:
        yield from called("presented", (start, end), "part")


def _is_name(sender: str) -> bool:
    """Whether words before a message name somebody who sends it, rather than greet or label."""
    inside = sender[1:]
    return (" " in sender or inside != inside.lower()) and known_share(sender) < _KNOWN


def _speakers(text: str) -> Iterator[Pair]:
    """Who speaks as what, on several lines: "Agente Iván: buenas tardes"."""
    found = list(_SPEAKER.finditer(text))
    lines = Counter((one["role"], one["name"]) for one in found)
    seen = set[tuple[str, str]]()
    for one in found:
        key = (one["role"], one["name"])
        if lines[key] > 1 and key not in seen:
            seen.add(key)
            yield unwritten(one["role"], one.span("name"), "part")
