"""Bacteria Biotope put to the extractor: mentions and events, as ``.a2`` files.

Normalisations are not given: taxa and habitat concepts come from vocabularies of thousands of
names, which a linker of their own must search. So ``event+ner`` makes sense, and the mentions by
themselves; without a linker the other subtasks score nothing.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

from veraz.protocols.scorers.bacteria_biotope_files import BACTERIA, EVENT, Fragments
from veraz.result import Extraction

TASK = "event+ner"
EVENTS, ENDS = "lives_in", ("bacteria", "location")
FIRST = 9001
"""Mentions and events are numbered from here, apart from the numbers of the given files."""


@lru_cache(maxsize=1)
def wording() -> Mapping[str, Any]:
    """The wording of the task, in the language of its texts."""
    path = files("resources").joinpath("tasks/bacteria_biotope.json")
    words: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return words


def instruction() -> str:
    """What is asked of a text."""
    said: str = wording()["instruction"]
    return said


def task_schema() -> dict[str, Any]:
    """The JSON Schema of the answer: a list of mentions for each type, events between mentions."""
    say = wording()["describe"]
    properties: dict[str, Any] = {
        name: {"type": "array", "items": {"type": "string"}, "description": note}
        for name, note in wording()["types"].items()
    }
    ends = {name: {"type": "string", "description": say[name]} for name in ENDS}
    properties[EVENTS] = {"type": "array", "items": _closed(ends), "description": say[EVENTS]}
    return _closed(properties)


def _closed(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def to_a2(extraction: Extraction) -> str:
    """Mentions with evidence as T lines, events between them as R lines."""
    lines: list[str] = []
    names: dict[tuple[bool, str], str] = {}
    taken: set[tuple[str, Fragments]] = set()
    for kind in wording()["types"]:
        for place, value in enumerate(extraction.data.get(kind) or ()):
            fragments = _fragments(extraction, f"{kind}.{place}", kind, taken)
            if fragments is not None:
                name = f"T{FIRST + len(lines)}"
                names.setdefault((kind == BACTERIA, value), name)
                offsets = ";".join(f"{start} {end}" for start, end in fragments)
                text = " ".join(extraction.document.text[start:end] for start, end in fragments)
                lines.append(f"{name}\t{kind} {offsets}\t{' '.join(text.split())}\n")
    events: dict[tuple[str, str], None] = {}
    for event in extraction.data.get(EVENTS) or ():
        bacteria = names.get((True, event["bacteria"]))
        location = names.get((False, event["location"]))
        if bacteria and location:
            events[(bacteria, location)] = None
    lines += [
        f"R{number}\t{EVENT} Bacteria:{bacteria} Location:{location}\n"
        for number, (bacteria, location) in enumerate(events, start=FIRST)
    ]
    return "".join(lines)


def _fragments(
    extraction: Extraction, path: str, kind: str, taken: set[tuple[str, Fragments]]
) -> Fragments | None:
    """The first place of the value that no earlier mention of its type took."""
    result = extraction.fields.get(path)
    spans = () if result is None else tuple((each.start, each.end) for each in result.evidence)
    if not spans:
        return None
    whole = result is not None and result.alignment == "parts"
    for option in [tuple(sorted(spans))] if whole else [(span,) for span in spans]:
        if (kind, option) not in taken:
            taken.add((kind, option))
            return option
    return None
