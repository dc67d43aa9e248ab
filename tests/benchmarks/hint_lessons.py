"""Offers of hints judged by solved texts: what is right, what is covered."""

import re
from collections.abc import Collection, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from fit_hints import Judged
from sources import Instance, load_sources

from nlp.facts.offered import Offer
from nlp.facts.offers import offers_of
from nlp.hints import ShownHint
from nlp.labels.applied import read_labels
from nlp.stems import fold

_PARTS = 2
_NEAR = 0.5
_ISO = re.compile(r"\d{4}-\d\d(?:-\d\d(?:[T ]\d\d.*)?)?$")

Gold = list[tuple[str, Any]]


def read_lessons(sources: Collection[str] = ()) -> dict[str, list[list[Judged]]]:
    """The judged offers of every text of some sources (of every one unless named), by two processes."""
    with ProcessPoolExecutor(max_workers=_PARTS) as pool:
        parts = list(pool.map(partial(_read_part, sources), range(_PARTS)))
    return {name: [text for part in parts for text in part[name]] for name in parts[0]}


def _read_part(sources: Collection[str], number: int) -> dict[str, list[list[Judged]]]:
    return {
        name: [lessons_of(instance) for instance in instances[number::_PARTS]]
        for name, instances in load_sources().items()
        if name in (sources or [name])
    }


def lessons_of(instance: Instance) -> list[Judged]:
    """The judged offers of one text."""
    gold = list(leaves_of(instance.gold, ""))
    return [Judged(offer, is_right(offer.shown, gold)) for offer in offers_for(instance)]


def offers_for(instance: Instance) -> tuple[Offer, ...]:
    """Everything a prompt could show of a text."""
    labels = read_labels(instance.document, instance.candidates, instance.schema)
    return offers_of(
        instance.document, instance.candidates, instance.schema, instance.hints, labels
    )


def is_right(shown: ShownHint, gold: Gold) -> bool:
    """Whether a hint with a field is its answer, one without it some field's."""
    return any(
        near(shown.value, answer) or near(shown.mention, answer)
        for at, answer in gold
        if shown.path is None or at == shown.path
    )


def leaves_of(gold: Any, path: str) -> Iterator[tuple[str, Any]]:
    """The answers of a solved text by schema path; null is none."""
    if isinstance(gold, dict):
        for name, below in gold.items():
            yield from leaves_of(below, f"{path}.{name}" if path else name)
    elif isinstance(gold, list):
        for below in gold:
            yield from leaves_of(below, f"{path}.*")
    elif gold is not None:
        yield path, gold


def near(value: Any, answer: Any) -> bool:
    """Whether a value is an answer.

    Numbers are equal, a mention of one has no other figure; ISO dates agree as far as both go, down
    to the month at least; codes are equal but for their separators; other strings share half of
    their words and contradict no figure.
    """
    if isinstance(value, bool) or isinstance(answer, bool):
        return value is answer
    if isinstance(value, int | float) and isinstance(answer, int | float):
        return abs(value - answer) < 1e-6
    if isinstance(answer, int | float):
        return re.findall(r"\d+(?:\.\d+)?", str(value)) == [f"{answer:g}"]
    one, other = str(value).strip(), str(answer).strip()
    if _ISO.match(one) and _ISO.match(other):
        shorter, longer = sorted((one.replace("T", " "), other.replace("T", " ")), key=len)
        return longer.startswith(shorter)
    if any(map(str.isdigit, other)) and _squeezed(one) == _squeezed(other):
        return True
    first, second = _words(one), _words(other)
    if not (first and second) or len(first & second) < _NEAR * len(first | second):
        return False
    figures = [{word for word in words if word[0].isdigit()} for words in (first, second)]
    return figures[0] <= figures[1] or figures[1] <= figures[0]


def _squeezed(text: str) -> str:
    return "".join(char for char in fold(text) if char.isalnum())


def _words(value: Any) -> set[str]:
    return set(re.findall(r"\w+", fold(str(value))))
