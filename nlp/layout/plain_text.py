"""A document as it is read, and where what is read stands in the one that was given."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, NamedTuple, TypeVar

from nlp.spans import Document, Span

_T = TypeVar("_T")


class Edit(NamedTuple):
    """Other characters for ``text[start:end]``; ``taken`` is where they stand in the text, where they
    are moved from elsewhere in it."""

    start: int
    end: int
    said: str
    taken: Span | None = None


def edited(
    text: str, places: Sequence[Span] | None, edits: Sequence[Edit]
) -> tuple[str, Sequence[Span] | None]:
    """A text with edits, in order and apart, and for each of its characters where it stands in the text
    given first; ``places`` are those of ``text``, None where it is that text.
    """
    if not edits:
        return text, places
    spans = places if places is not None else [(at, at + 1) for at in range(len(text))]
    parts: list[str] = []
    found: list[Span] = []
    at = 0
    for start, end, said, taken in edits:
        parts += text[at:start], said
        found += spans[at:start]
        if taken is None:
            found += [(spans[start][0], spans[end - 1][1])] * len(said)
        else:
            blanks = len(said) - (taken[1] - taken[0])
            found += [spans[taken[0]]] * blanks + [*spans[slice(*taken)]]
        at = end
    return "".join((*parts, text[at:])), [*found, *spans[at:]]


@dataclass(frozen=True, slots=True)
class PlainText:
    """The document that was given and the one to read; ``places`` says where each character of what is
    read stands in the one given, None where they are the same."""

    given: Document
    document: Document
    places: Sequence[Span] | None = None

    def span(self, start: int, end: int) -> Span:
        """Where in the document given a span of the text that is read stands."""
        if self.places is None:
            return start, end
        if start >= end:
            at = self.places[start][0] if start < len(self.places) else len(self.given.text)
            return at, at
        places = self.places[start:end]  # what was moved stands behind what follows it
        return min(first for first, _ in places), max(last for _, last in places)

    def in_given(self, found: _T) -> _T:
        """The same with every span, and the mention that goes with it, as the document given has them.

        Looks into tuples and dataclasses; what has a ``start`` and an ``end`` is a span.
        """
        return found if self.places is None else self._moved(found)

    def _moved(self, found: Any) -> Any:
        if isinstance(found, tuple) and not hasattr(found, "_fields"):
            return tuple(map(self._moved, found))
        if not is_dataclass(found) or isinstance(found, type):
            return found
        own = {each.name: getattr(found, each.name) for each in fields(found)}
        changed = {name: self._moved(value) for name, value in own.items()}
        for first, last in (("start", "end"), ("label_start", "label_end")):
            if first in own:
                changed[first], changed[last] = self.span(own[first], own[last])
        if "mention" in own and "start" in own:
            changed["mention"] = self.given.text[changed["start"] : changed["end"]]
        return replace(found, **changed)
