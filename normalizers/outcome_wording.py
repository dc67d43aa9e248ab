"""What people read about an answer, in their language: ``resources/outcomes.yaml``."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from nlp.schema import JSON
from nlp.word_lists import read_yaml
from normalizers.outcome import Change, FieldResult

LANGUAGES: tuple[str, ...] = ("en", "es")

EXPLAINED = frozenset({"warning", "bad"})
"""Tones of what needs its sentence at once: everything else is as one expects."""


@dataclass(frozen=True, slots=True)
class Wording:
    """A name, a plain sentence, and how it looks: good, quiet, changed, warning or bad."""

    name: str
    sentence: str = ""
    tone: str = "quiet"


@cache
def wordings() -> dict[str, Any]:
    """The whole file, as the playground takes it too."""
    read: dict[str, Any] = read_yaml("outcomes")
    return read


def wording(section: str, key: str, language: str = "en") -> Wording:
    """The wording of an outcome, doubt, authority or rule; a key nobody worded stands for itself."""
    known = wordings()[section]
    head = key if key in known else next((one for one in known if key.startswith(one)), None)
    if head is None:
        return Wording(key)
    entry = known[head]
    said = entry.get(language, {})
    name = said.get("name", head) + key[len(head) :]
    return Wording(name, said.get("sentence", ""), entry.get("tone", "quiet"))


def word(key: str, language: str = "en") -> str:
    """A word or phrase of the views."""
    return str(wordings()["words"][key][language])


def legend(results: Iterable[FieldResult], language: str = "en") -> tuple[tuple[str, Wording], ...]:
    """The outcomes that results have, each once, with their wording, in the file's order."""
    present = {result.outcome for result in results}
    return tuple(
        (key, wording("outcomes", key, language))
        for key in wordings()["outcomes"]
        if key in present
    )


def change_texts(result: FieldResult, language: str = "en") -> tuple[str, ...]:
    """What was said, what it became, by which rule, on whose authority and where in the text."""
    told = [_told(each, language) for each in result.changes if each.before is not None]
    if told or not result.reason or result.changes or result.outcome == "omitted":
        return tuple(told)
    return (wording("rules", result.reason, language).name,)


def doubt_texts(result: FieldResult, language: str = "en") -> tuple[str, ...]:
    """What speaks against a value, a sentence each."""
    return tuple(wording("doubts", doubt, language).sentence for doubt in result.doubts)


def _told(change: Change, language: str) -> str:
    grounds = [wording("authorities", change.authority, language).name]
    if change.witness.keyword:
        grounds.append(change.witness.keyword)
    if (span := change.witness.evidence) is not None:
        grounds.append(f"«{span.mention}» [{span.start}:{span.end}]")
    rule = wording("rules", change.rule, language).name
    return f"{_shown(change.before)} → {_shown(change.after)} · {rule} ({', '.join(grounds)})"


def _shown(value: JSON) -> str:
    return json.dumps(value, ensure_ascii=False)
