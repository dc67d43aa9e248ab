"""Bacteria Biotope put to the extractor: mentions and events, as ``.a2`` files.

Normalisations are not given: taxa and habitat concepts come from vocabularies of thousands of
names, which a linker of their own must search. So ``event`` and ``event+ner`` make sense, and of
``cat+ner`` only the mentions.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

from veraz.evaluation.bacteria_biotope_files import BACTERIA, EVENT, Fragments
from veraz.result import Extraction

TASKS: tuple[str, ...] = ("event+ner", "cat+ner")
FIRST = 9001
"""Mentions and events are numbered from here, apart from the numbers of the given files."""


@lru_cache(maxsize=1)
def wording() -> Mapping[str, Any]:
    """The wording of the task, in the language of its texts."""
    path = files("resources").joinpath("tasks/bacteria_biotope.json")
    words: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return words


def instruction(task: str) -> str:
    """What is asked of a text."""
    said: str = wording()["instruction"]["events" if task == "event+ner" else "entities"]
    return said


def task_schema(task: str) -> dict[str, Any]:
    """The JSON Schema of the answer for one text."""
    say, types = wording()["describe"], wording()["types"]
    notes = "; ".join(f"{name}: {note}" for name, note in types.items())
    entity = {
        "id": {"type": "integer", "description": say["id"]},
        "type": {"type": "string", "enum": list(types), "description": f"{say['type']} {notes}"},
        "text": {"type": "string", "description": say["text"]},
    }
    properties = {"entities": _list_of(entity, say["entities"])}
    if task == "event+ner":
        ends = {
            name: {"type": "integer", "description": say[name]} for name in ("bacteria", "location")
        }
        properties["lives_in"] = _list_of(ends, say["lives_in"])
    return _closed(properties)


def _list_of(properties: dict[str, Any], description: str) -> dict[str, Any]:
    return {"type": "array", "items": _closed(properties), "description": description}


def _closed(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def to_a2(extraction: Extraction) -> str:
    """Entities with evidence as T lines, events between them as R lines."""
    lines: list[str] = []
    names: dict[int, tuple[str, str]] = {}
    taken: set[tuple[str, Fragments]] = set()
    for place, entity in enumerate(extraction.data.get("entities") or ()):
        fragments = _fragments(extraction, f"entities.{place}.text", entity["type"], taken)
        if fragments is not None:
            name = f"T{FIRST + len(lines)}"
            names.setdefault(int(entity["id"]), (name, entity["type"]))
            offsets = ";".join(f"{start} {end}" for start, end in fragments)
            text = " ".join(extraction.document.text[start:end] for start, end in fragments)
            lines.append(f"{name}\t{entity['type']} {offsets}\t{' '.join(text.split())}\n")
    events: dict[tuple[str, str], None] = {}
    for event in extraction.data.get("lives_in") or ():
        bacteria, location = names.get(event["bacteria"]), names.get(event["location"])
        if bacteria and location and bacteria[1] == BACTERIA and location[1] != BACTERIA:
            events[(bacteria[0], location[0])] = None
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
