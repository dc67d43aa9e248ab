"""eHealth-KD put to the extractor: a schema for a sentence, and both years' submission formats.

Two forms of the question. ``objects``: keyphrases as numbered objects, relations between the
numbers. ``lists``: one list of strings for each label, relations between the strings; shorter to
answer, and what a model that fills lists of strings only can answer.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from normalizers.outcome import Evidence
from veraz.protocols.scorers.ehealthkd_files import SAME_AS, Collection, Sentence, Span
from veraz.result import Extraction

FORMS: tuple[str, ...] = ("objects", "lists")


@dataclass(frozen=True, slots=True)
class Found:
    """A keyphrase found: ``spans`` within its sentence, ``key`` as relations name it."""

    key: str
    label: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Annotation:
    """What was found in one sentence; relations are (label, from, to) by position in ``found``."""

    found: tuple[Found, ...]
    relations: tuple[tuple[str, int, int], ...]


@lru_cache(maxsize=1)
def wording() -> Mapping[str, Any]:
    """The Spanish wording of the task."""
    text = files("resources").joinpath("tasks/ehealthkd.json").read_text(encoding="utf-8")
    words: Mapping[str, Any] = json.loads(text)
    return words


def task_schema(scenario: int, *, form: str = "objects") -> dict[str, Any]:
    """The JSON Schema of the answer for one sentence."""
    properties: dict[str, Any] = {}
    if scenario != 3:
        properties |= _keyphrase_lists() if form == "lists" else {"keyphrases": _keyphrases()}
    if scenario != 2:
        properties["relations"] = _relations("string" if form == "lists" else "integer")
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _enum(members: Mapping[str, str], description: str) -> dict[str, Any]:
    notes = "; ".join(f"{name}: {note}" for name, note in members.items())
    return {"type": "string", "enum": list(members), "description": f"{description} {notes}"}


def _object(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _keyphrase_lists() -> dict[str, Any]:
    return {
        label: {"type": "array", "items": {"type": "string"}, "description": note}
        for label, note in wording()["keyphrases"].items()
    }


def _keyphrases() -> dict[str, Any]:
    say = wording()["describe"]
    keyphrase = _object(
        {
            "id": {"type": "integer", "description": say["id"]},
            "label": _enum(wording()["keyphrases"], say["label"]),
            "text": {"type": "string", "description": say["text"]},
        }
    )
    return {"type": "array", "items": keyphrase, "description": say["keyphrases"]}


def _relations(reference: str) -> dict[str, Any]:
    say = wording()["describe"]
    relation = _object(
        {
            "label": _enum(wording()["relations"], say["label"]),
            "from": {"type": reference, "description": say["from"]},
            "to": {"type": reference, "description": say["to"]},
        }
    )
    return {"type": "array", "items": relation, "description": say["relations"]}


def instruction(scenario: int, given: Sequence[Found] = (), *, text: str = "") -> str:
    """The instruction; scenario 3 names the keyphrases that are given."""
    kind = "3" if scenario == 3 else "2" if scenario == 2 else "1"
    said: str = wording()["instruction"][kind]
    if scenario != 3:
        return said
    listed = "; ".join(f"{each.key}. {mention(text, each.spans)} ({each.label})" for each in given)
    return said.format(keyphrases=listed)


def mention(text: str, spans: Iterable[Span]) -> str:
    """The words of the spans, joined by spaces."""
    return " ".join(text[start:end] for start, end in spans)


def given_keyphrases(sentence: Sentence) -> tuple[Found, ...]:
    """Scenario 3: the gold keyphrases, numbered from 1."""
    return tuple(
        Found(str(place), each.label, each.spans)
        for place, each in enumerate(sentence.keyphrases, start=1)
    )


def read_answer(extraction: Extraction, *, given: Sequence[Found] = ()) -> Annotation:
    """Read keyphrases with their places and relations out of an extraction of either form.

    A keyphrase takes the first evidence that no earlier one of its label took; several spans are
    one discontinuous keyphrase where the value stands spread over a passage. A keyphrase without
    evidence is left out, and so is a relation to one that is not there.
    """
    found = tuple(given) or _read_keyphrases(extraction)
    places: dict[str, int] = {}
    for place, each in enumerate(found):
        places.setdefault(each.key, place)
    text = extraction.document.text
    for place, each in enumerate(found):
        places.setdefault(mention(text, each.spans), place)
    relations: dict[tuple[str, int, int], None] = {}
    for relation in extraction.data.get("relations") or ():
        ends = (places.get(str(relation["from"])), places.get(str(relation["to"])))
        if ends[0] is not None and ends[1] is not None and ends[0] != ends[1]:
            relations[(relation["label"], ends[0], ends[1])] = None
    return Annotation(found, tuple(relations))


def _read_keyphrases(extraction: Extraction) -> tuple[Found, ...]:
    labelled: list[tuple[str, str, str]] = []  # key, label, field path of the text
    for place, each in enumerate(extraction.data.get("keyphrases") or ()):
        labelled.append((str(each["id"]), each["label"], f"keyphrases.{place}.text"))
    for label in wording()["keyphrases"]:
        for place, value in enumerate(extraction.data.get(label) or ()):
            labelled.append((str(value), label, f"{label}.{place}"))
    found: list[Found] = []
    taken: set[tuple[str, tuple[Span, ...]]] = set()
    for key, label, path in labelled:
        options = _places(extraction, path)
        spans = next((option for option in options if (label, option) not in taken), None)
        if spans is not None:
            taken.add((label, spans))
            found.append(Found(key, label, spans))
    return tuple(sorted(found, key=lambda each: each.spans))


def _places(extraction: Extraction, path: str) -> list[tuple[Span, ...]]:
    """Where the value of a field may stand: each piece of evidence, or all as one."""
    result = extraction.fields.get(path)
    if result is None:
        return []
    if result.alignment == "parts":
        return [tuple(_span(each) for each in result.evidence)]
    return [(_span(each),) for each in result.evidence]


def _span(evidence: Evidence) -> Span:
    return evidence.start, evidence.end


def write_2019(
    folder: Path, scenario: int, sentences: Sequence[str], found: Mapping[int, Annotation]
) -> None:
    """Write ``output_``, ``output_a_`` and ``output_b_scenarioN.txt``; ``found`` by position."""
    suffix = f"scenario{scenario}.txt"
    a, b = [], []
    for number, label, spans, text in _numbered(sentences, found):
        a.append(f"{number}\t{spans}\t{label}\t{text}\n")
    for label, source, target in _numbered_relations(found):
        b.append(f"{label}\t{source}\t{target}\n")
    _write(folder / f"output_{suffix}", [f"{sentence}\n" for sentence in sentences])
    _write(folder / f"output_a_{suffix}", a)
    _write(folder / f"output_b_{suffix}", b)


def write_2020(
    folder: Path, scenario: int, sentences: Sequence[str], found: Mapping[int, Annotation]
) -> None:
    """Write ``scenario.txt`` and ``scenario.ann``; the scenario has no part in the names."""
    rows = [
        f"T{number}\t{label} {spans}\t{text}\n"
        for number, label, spans, text in _numbered(sentences, found)
    ]
    for place, (label, source, target) in enumerate(_numbered_relations(found), start=1):
        if label == SAME_AS:
            rows.append(f"*\t{label} T{source} T{target}\n")
        else:
            rows.append(f"R{place}\t{label} Arg1:T{source} Arg2:T{target}\n")
    _write(folder / "scenario.txt", [f"{sentence}\n" for sentence in sentences])
    _write(folder / "scenario.ann", rows)


def _numbered(
    sentences: Sequence[str], found: Mapping[int, Annotation]
) -> Iterable[tuple[int, str, str, str]]:
    """Keyphrases of the whole file: number from 1, label, file offsets, text."""
    number, base = 0, 0
    for place, sentence in enumerate(sentences):
        for each in found[place].found if place in found else ():
            number += 1
            offsets = ";".join(f"{base + start} {base + end}" for start, end in each.spans)
            yield number, each.label, offsets, mention(sentence, each.spans)
        base += len(sentence) + 1


def _numbered_relations(found: Mapping[int, Annotation]) -> Iterable[tuple[str, int, int]]:
    """Relations of the whole file by the numbers of :func:`_numbered`."""
    before = 0
    for place in sorted(found):
        for label, source, target in found[place].relations:
            yield label, before + source + 1, before + target + 1
        before += len(found[place].found)


def _write(path: Path, lines: Sequence[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(lines), encoding="utf-8")


def part(collection: Collection, places: Sequence[int]) -> Collection:
    """Some sentences of a collection, by position."""
    return Collection([collection.sentences[place] for place in places], collection.warnings)
