"""Where a window's text says a value: by plain search, and by the candidates found in it."""

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from llm.completion import Prompt
from nlp.schema import JSON, Field, is_number

MOST_WORDS = 8
"""Longer strings are the model's own words as often as the text's."""

_ISO_DATE = re.compile(r"\d{4}-\d\d(-\d\d)?")
_WORD = re.compile(r"[^\W\d_]{3}")
_LEAST_CHECKED = 3
_LEAST_FOUND = 1 / 3


@dataclass(slots=True)
class Page:
    """A window's text, which begins at ``start`` in the document, and the values found in it.

    ``values`` gives places in the document by number and by normalised writing; None: not looked for.
    """

    text: str
    start: int = 0
    values: Mapping[float | str, tuple[int, ...]] | None = None
    _known: dict[float | str, tuple[int, ...]] = field(default_factory=dict)

    def places(self, value: JSON) -> tuple[int, ...]:
        """Where the document says this string or number, within the window."""
        key = _key(value)
        if key is None:
            return ()
        if key not in self._known:
            found = [self.start + match.start() for match in _pattern(value).finditer(self.text)]
            self._known[key] = tuple(sorted({*found, *(self.values or {}).get(key, ())}))
        return self._known[key]

    def checkable(self, value: JSON, asked: Field | None) -> bool:
        """Whether not to stand in the text speaks against the value."""
        if _key(value) is None or (asked is not None and asked.is_choice):
            return False
        if isinstance(value, str):
            short = len(value.split()) <= MOST_WORDS and bool(_WORD.search(value))
            return short or (self.values is not None and _is_date(value))
        return self.values is not None


def page_of(prompt: Prompt, start: int, end: int) -> Page:
    """The window ``[start, end)`` of the prompt's document."""
    text = prompt.document.text[start:end]
    if not prompt.candidates:
        return Page(text, start)
    values: dict[float | str, list[int]] = defaultdict(list)
    for each in prompt.candidates:
        if each.value is None or each.start < start or each.end > end:
            continue
        value = each.value
        dates = [timex.partition("T")[0] for timex in (value.timex, value.timex_end) if timex]
        for said in {value.number, value.timex, value.timex_end, value.text, *dates}:
            if (key := _key(said)) is not None:
                values[key].append(each.start)
    return Page(text, start, {key: tuple(places) for key, places in values.items()})


def trustworthy(root: JSON, page: Page, asked: Field | None) -> bool:
    """Whether an answer is about this window's text.

    It is not, where three or more of its values ought to stand there and fewer than a third do.
    """
    checked = [bool(page.places(value)) for value in _checkable(root, page, asked)]
    return len(checked) < _LEAST_CHECKED or sum(checked) >= _LEAST_FOUND * len(checked)


def _checkable(value: JSON, page: Page, asked: Field | None) -> list[JSON]:
    if isinstance(value, dict):
        below = {child.name: child for child in asked.fields} if asked is not None else {}
        return [
            each
            for name, inner in value.items()
            for each in _checkable(inner, page, below.get(name))
        ]
    if isinstance(value, list):
        item = asked.item if asked is not None else None
        return [each for element in value for each in _checkable(element, page, item)]
    return [value] if page.checkable(value, asked) else []


def element_place(value: JSON, page: Page) -> int | None:
    """Where a list element stands: where its member stands that is said most rarely."""
    places = [page.places(leaf) for leaf in _leaves(value)]
    return min(((len(each), each[0]) for each in places if each), default=(0, None))[1]


def _leaves(value: JSON) -> list[JSON]:
    if isinstance(value, dict):
        return [leaf for below in value.values() for leaf in _leaves(below)]
    if isinstance(value, list):
        return [leaf for below in value for leaf in _leaves(below)]
    return [value]


def _key(value: JSON) -> float | str | None:
    """What a value is looked up by; None where looking is no use."""
    if isinstance(value, str):
        return " ".join(value.casefold().split()) or None
    return float(value) if is_number(value) else None


def _pattern(value: str | int | float) -> re.Pattern[str]:
    if isinstance(value, str):
        words = r"\s+".join(map(re.escape, value.split()))
        return re.compile(rf"(?<!\w){words}(?!\w)", re.IGNORECASE)
    return re.compile(rf"(?<![\w.,-]){re.escape(f'{value:g}')}(?![.,]?\w)")


def _is_date(value: str) -> bool:
    return _ISO_DATE.fullmatch(value) is not None
