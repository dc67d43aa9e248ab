"""Long documents: cut on paragraph borders with overlap into the questions that fit a context.

:mod:`llm.reading` asks them, :mod:`llm.merging` makes one answer of theirs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from llm.completion import Prompt
from llm.context import Context
from llm.prompt import document_marks, quote_document
from llm.render import render_hints
from llm.showing import without_examples
from llm.wording import wording
from nlp.errors import ContextExceeded
from nlp.hints import FieldHints
from nlp.spans import Span, holds

LEAST_ANSWER = 320
LEAST_WINDOW = 200
MARGIN = 48
TOLD_TOKENS = 400
"""The most that a window is told of what earlier windows found; and no more than a tenth of it."""

_TOLD_SHARE = 0.1
_OVERLAP_SHARE = 0.08
_MAX_OVERLAP = 600
_BORDERS: tuple[str, ...] = ("\n\n", "\n", ". ", " ")


@dataclass(frozen=True, slots=True)
class Window:
    """A piece of a document, ``text[start:end]``, and the question about it alone.

    It is the ``number``-th of ``total``; ``told`` is how many tokens of what earlier windows found
    its question has room for.
    """

    start: int
    end: int
    prompt: Prompt
    number: int = 1
    total: int = 1
    told: int = 0

    @property
    def name(self) -> str:
        """Which window it is, to be said of it."""
        return f"window {self.number} of {self.total} (characters {self.start} to {self.end})"


def cut_prompt(prompt: Prompt, context: Context, *, telling: bool = False) -> tuple[Window, ...]:
    """The questions that fit the context: one where the document fits, else one a window.

    Examples go first where room is short. ``telling`` leaves room in each window for what earlier
    ones found. Raises :class:`ContextExceeded` where schema and instruction alone leave no room.
    """
    text = prompt.document.text
    if context.size is None:
        return (Window(0, len(text), prompt),)
    answer = min(prompt.max_tokens or context.size, max(LEAST_ANSWER, context.size // 4))
    room = context.size - answer - MARGIN
    for asked in (prompt, without_examples(prompt)):
        needed = context.of_messages(asked.messages)
        if needed <= room:
            left = context.size - needed - MARGIN
            whole = replace(asked, max_tokens=min(prompt.max_tokens or left, left))
            return (Window(0, len(text), whole),)
    quoted = quote_document(text)
    if quoted not in asked.messages[-1].content:
        raise ContextExceeded(f"the question does not fit {context.size} tokens.")
    words = wording("extraction")
    room -= needed - context.tokens(quoted) + context.tokens(words["window"])
    told = min(TOLD_TOKENS, int(room * _TOLD_SHARE)) if telling else 0
    room -= told + context.tokens(words["told"]) if told else 0
    if room < LEAST_WINDOW:
        raise ContextExceeded(
            f"instruction and schema alone fill the {context.size} tokens this model can read."
        )
    asked = replace(asked, max_tokens=answer)
    spans = split_text(text, int(room / context.rate))
    cut = _Cut(asked, quoted, document_marks(text), len(spans))
    return tuple(
        replace(cut.window(span, number), told=told) for number, span in enumerate(spans, start=1)
    )


def split_text(text: str, size: int) -> tuple[Span, ...]:
    """Half-open spans of at most ``size`` code points that cover the text and overlap a little.

    They end and begin at paragraphs where they can, else at lines, sentences, words.
    """
    overlap = min(int(size * _OVERLAP_SHARE), _MAX_OVERLAP)
    spans: list[Span] = []
    start = 0
    while len(text) - start > size:
        end = _border(text, start + size // 2, start + size)
        spans.append((start, end))
        start = max(_border(text, end - overlap, end - overlap // 3), start + 1)
    return (*spans, (start, len(text)))


def _border(text: str, low: int, high: int) -> int:
    """The end of the last paragraph, line, sentence or word in ``text[low:high]``, or ``high``."""
    for mark in _BORDERS:
        place = text.rfind(mark, low, high)
        if place >= 0:
            return place + len(mark)
    return high


@dataclass(frozen=True, slots=True)
class _Cut:
    """What the windows of one document have in common: the question, how it quotes the document."""

    prompt: Prompt
    quoted: str
    marks: tuple[str, str]
    total: int

    def window(self, span: Span, number: int) -> Window:
        """The question about ``text[start:end]``."""
        start, end = span
        prompt = self.prompt
        note = wording("extraction")["window"].format(number=number, total=self.total)
        piece = f"{note}\n{quote_document(prompt.document.text[start:end], marks=self.marks)}"
        hints = tuple(_inside(group, start, end) for group in prompt.hints)
        content = prompt.messages[-1].content.replace(self.quoted, piece, 1)
        if prompt.hints:
            content = content.replace(render_hints(prompt.hints), render_hints(hints), 1)
        asked = replace(
            prompt,
            messages=(*prompt.messages[:-1], replace(prompt.messages[-1], content=content)),
            wire_schema=allow_silence(prompt.wire_schema),
            hints=hints,
        )
        return Window(start, end, asked, number, self.total)


def _inside(group: FieldHints, start: int, end: int) -> FieldHints:
    kept = tuple(hint for hint in group.hints if holds((start, end), hint.candidate.span))
    shown = tuple(one for one in group.shown if holds((start, end), (one.start, one.end)))
    return replace(group, hints=kept, shown=shown)


def affordable(
    windows: Sequence[Window], context: Context, most: int | None
) -> tuple[tuple[Window, ...], tuple[Window, ...]]:
    """The windows that ``most`` tokens pay for, in the text's order, and those they do not.

    The first one and those with the best hints go first; None pays for all.
    """
    if most is None:
        return tuple(windows), ()
    costs = {
        window.number: context.of_messages(window.prompt.messages)
        + window.told
        + (window.prompt.max_tokens or 0)
        for window in windows
    }
    order = sorted(windows, key=lambda each: (each.number != 1, -_promise(each), each.number))
    chosen, spent = set(), 0
    for window in order:
        if spent + costs[window.number] <= most:
            chosen.add(window.number)
            spent += costs[window.number]
    return (
        tuple(window for window in windows if window.number in chosen),
        tuple(window for window in windows if window.number not in chosen),
    )


def _promise(window: Window) -> float:
    return sum(group.hints[0].score for group in window.prompt.hints if group.hints)


def allow_silence(wire: Mapping[str, Any]) -> dict[str, Any]:
    """The wire schema with null allowed for every scalar outside lists: a piece may say nothing."""
    schema = dict(wire)
    properties = schema.get("properties")
    if isinstance(properties, Mapping):
        schema["properties"] = {name: _or_null(below) for name, below in properties.items()}
    return schema


def _or_null(wire: Mapping[str, Any]) -> dict[str, Any]:
    if wire.get("type") == "object":
        return allow_silence(wire)
    if wire.get("type") in ("array", "null") or not wire:
        return dict(wire)
    if {"type": "null"} in wire.get("anyOf", ()):
        return dict(wire)
    return {"anyOf": [dict(wire), {"type": "null"}]}
