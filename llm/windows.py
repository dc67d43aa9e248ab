"""Long documents: cut on paragraph borders with overlap, asked piece by piece, merged by field."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from llm.completion import Prompt
from llm.context import Context
from llm.prompt import document_marks, quote_document
from llm.render import render_hints
from llm.wording import wording
from nlp.errors import ContextExceeded
from nlp.hints import FieldHints
from nlp.schema import JSON

LEAST_ANSWER = 320
LEAST_WINDOW = 200
MARGIN = 48
BUDGET = 64_000
_OVERLAP_SHARE = 0.08
_MAX_OVERLAP = 600
_BORDERS: tuple[str, ...] = ("\n\n", "\n", ". ", " ")


@dataclass(frozen=True, slots=True)
class Window:
    """A piece of a document, ``text[start:end]``, and the question about it alone."""

    start: int
    end: int
    prompt: Prompt


def cut_prompt(prompt: Prompt, context: Context) -> tuple[Window, ...]:
    """The questions that fit the context: one where the document fits, else one a window.

    Examples go first where room is short. Where reading every window would cost more than
    :data:`BUDGET` tokens, those with the best hints are read. Raises :class:`ContextExceeded`
    where schema and instruction alone leave no room.
    """
    text = prompt.document.text
    if context.size is None:
        return (Window(0, len(text), prompt),)
    answer = min(prompt.max_tokens or context.size, max(LEAST_ANSWER, context.size // 4))
    room = context.size - answer - MARGIN
    for asked in (prompt, replace(prompt, messages=(prompt.messages[0], prompt.messages[-1]))):
        needed = context.of_messages(asked.messages)
        if needed <= room:
            left = context.size - needed - MARGIN
            whole = replace(asked, max_tokens=min(prompt.max_tokens or left, left))
            return (Window(0, len(text), whole),)
    quoted = quote_document(text)
    if quoted not in asked.messages[-1].content:
        raise ContextExceeded(f"the question does not fit {context.size} tokens.")
    room -= needed - context.tokens(quoted) + context.tokens(wording("extraction")["window"])
    if room < LEAST_WINDOW:
        raise ContextExceeded(
            f"instruction and schema alone fill the {context.size} tokens this model can read."
        )
    asked = replace(asked, max_tokens=answer)
    spans = split_text(text, int(room / context.rate))
    windows = [_window(asked, span, place, len(spans)) for place, span in enumerate(spans, start=1)]
    return _affordable(windows, context, answer)


def split_text(text: str, size: int) -> tuple[tuple[int, int], ...]:
    """Half-open spans of at most ``size`` code points that cover the text and overlap a little.

    They end and begin at paragraphs where they can, else at lines, sentences, words.
    """
    overlap = min(int(size * _OVERLAP_SHARE), _MAX_OVERLAP)
    spans: list[tuple[int, int]] = []
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


def _window(prompt: Prompt, span: tuple[int, int], number: int, total: int) -> Window:
    start, end = span
    text = prompt.document.text
    note = wording("extraction")["window"].format(number=number, total=total)
    piece = f"{note}\n{quote_document(text[start:end], marks=document_marks(text))}"
    hints = tuple(_inside(group, start, end) for group in prompt.hints)
    content = prompt.messages[-1].content.replace(quote_document(text), piece, 1)
    if prompt.hints:
        content = content.replace(render_hints(prompt.hints), render_hints(hints), 1)
    question = replace(prompt.messages[-1], content=content)
    return Window(
        start,
        end,
        replace(
            prompt,
            messages=(*prompt.messages[:-1], question),
            wire_schema=allow_silence(prompt.wire_schema),
            hints=hints,
        ),
    )


def _inside(group: FieldHints, start: int, end: int) -> FieldHints:
    kept = tuple(
        hint for hint in group.hints if start <= hint.candidate.start and hint.candidate.end <= end
    )
    return replace(group, hints=kept)


def _affordable(windows: Sequence[Window], context: Context, answer: int) -> tuple[Window, ...]:
    """The windows with the best hints that :data:`BUDGET` pays for, in the text's order."""
    costs = [context.of_messages(window.prompt.messages) + answer for window in windows]
    if sum(costs) <= BUDGET:
        return tuple(windows)
    promise = [
        sum(group.hints[0].score for group in window.prompt.hints if group.hints)
        for window in windows
    ]
    order = sorted(range(len(windows)), key=lambda place: (place != 0, -promise[place], place))
    chosen, spent = set(), 0
    for place in order:
        if spent + costs[place] <= BUDGET:
            chosen.add(place)
            spent += costs[place]
    return tuple(window for place, window in enumerate(windows) if place in chosen)


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


def merge_answers(answers: Sequence[tuple[JSON, str]]) -> JSON:
    """One answer of the pieces' answers, each given with the text of its piece.

    Objects merge key by key; lists are united without what was said twice; of scalars the one its
    own piece bears out counts, then the one said most often, then the first.
    """
    said = [(value, text) for value, text in answers if value is not None]
    if not said:
        return None
    if all(isinstance(value, dict) for value, _ in said):
        names = dict.fromkeys(name for value, _ in said for name in value)
        return {
            name: merge_answers([(value.get(name), text) for value, text in said]) for name in names
        }
    lists = [value for value, _ in said if isinstance(value, list)]
    if lists:
        return unite(lists)
    votes = Counter(_key(value) for value, _ in said)
    best = max(said, key=lambda each: (_borne_out(*each), votes[_key(each[0])]))
    return best[0]


def unite(lists: Sequence[Sequence[JSON]]) -> list[JSON]:
    """The lists one after the other; an element that adds nothing to one there is left out.

    An element of a later list that says the same as an earlier one, with more or fewer of its
    members null, completes it.
    """
    united: list[JSON] = []
    for place, elements in enumerate(lists):
        earlier = len(united)
        for element in elements:
            twin = next((at for at in range(earlier) if place and same(united[at], element)), None)
            if twin is None:
                united.append(element)
            elif isinstance(element, dict):
                united[twin] = {**element, **_filled(united[twin])}
    return united


def same(left: JSON, right: JSON) -> bool:
    """Whether two list elements are one: equal but for case and spaces, or objects that agree in
    every member both fill in, of which there is at least one.
    """
    if isinstance(left, dict) and isinstance(right, dict):
        a, b = _filled(left), _filled(right)
        shared = a.keys() & b.keys()
        return bool(shared) and all(same(a[name], b[name]) for name in shared)
    return _key(left) == _key(right)


def _filled(value: Mapping[str, JSON]) -> dict[str, JSON]:
    return {name: member for name, member in value.items() if member not in (None, [], {})}


def _key(value: JSON) -> str:
    written = value if isinstance(value, str) else json.dumps(value, sort_keys=True)
    return " ".join(written.casefold().split())


def _borne_out(value: JSON, text: str) -> bool:
    """Whether the words or the figures of a value stand in the text."""
    if isinstance(value, bool):
        return False
    return bool(_key(value)) and _key(value) in " ".join(text.casefold().split())
