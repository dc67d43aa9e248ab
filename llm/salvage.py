"""Finding the JSON in an answer: thoughts, fences, chatter, breaks and loops."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from llm.lenient import Reading, read_json
from nlp.schema import JSON, Field, Schema, escape_name, split_path

_THOUGHT_OPEN = re.compile(r"<(think|thinking|thought|reasoning|reflection)>", re.IGNORECASE)
_FINAL_CHANNEL = "<|channel|>final<|message|>"
_FENCE = re.compile(r"```[ \t]{0,8}[\w+-]{0,20}[ \t]{0,8}\r?\n?")
_BLANK_RUN = re.compile(r"\s{80,}\Z")
_MAX_STARTS = 40
_MIN_REPEATS = 4
_PERIODS = range(1, 401)


@dataclass(frozen=True, slots=True)
class Salvage:
    """What could be read: ``reading`` (None: nothing), the ``answer`` it was read in, problems.

    Offsets of ``reading`` are into ``answer``, which lies at ``offset`` of the original text.
    """

    reading: Reading | None
    answer: str
    offset: int = 0
    problems: tuple[str, ...] = ()


def salvage(text: str, schema: Schema) -> Salvage:
    """Find the JSON value of ``text`` that looks most like an answer to ``schema``."""
    answer, offset, problems = strip_thoughts(text)
    answer, looped = cut_loop(answer)
    if looped:
        problems += ("loop",)
    best: Reading | None = None
    best_rank: tuple[int, ...] = ()
    for reading in _readings(answer, schema.root):
        reading = unwrap(reading, schema.root)
        rank = _rank(reading, schema.root)
        if best is None or rank > best_rank:
            best, best_rank = reading, rank
    if best is None or not best_rank[0]:
        return Salvage(None, answer, offset, (*problems, "no JSON"))
    outside = answer[: best.start] + answer[best.end :]
    if _FENCE.search(outside):
        problems += ("fenced",)
    if _FENCE.sub("", outside).replace("```", "").strip():
        problems += ("chatter",)
    if best.open_path is not None:
        problems += ("cut",)
    return Salvage(best, answer, offset, (*problems, *best.problems))


def strip_thoughts(text: str) -> tuple[str, int, tuple[str, ...]]:
    """The text without the model's thinking, where it begins, and a problem where there was some.

    A thought that never ends leaves nothing: no answer was given.
    """
    channel = text.rfind(_FINAL_CHANNEL)
    if channel >= 0:
        start = channel + len(_FINAL_CHANNEL)
        return text[start:].partition("<|")[0], start, ("thoughts",)
    opening = _THOUGHT_OPEN.search(text)
    if opening is None:
        # A chat template may open the thought itself, so that only its end is written.
        end = text.rfind("</think>")
        if end < 0:
            return text, 0, ()
        return text[end + 8 :], end + 8, ("thoughts",)
    if "{" in text[: opening.start()]:
        return text, 0, ()
    closing = f"</{opening.group(1)}>"
    end = text.lower().rfind(closing.lower())
    if end < 0:
        return "", len(text), ("thoughts",)
    start = end + len(closing)
    return text[start:], start, ("thoughts",)


def cut_loop(text: str) -> tuple[str, bool]:
    """The text up to where it starts to repeat itself to its end, and whether it did.

    Only a tail that says the same thing at least four times over 80 characters counts.
    """
    blank = _BLANK_RUN.search(text[-4000:])
    if blank:
        return text.rstrip(), True
    tail = text[-4000:]
    for period in _PERIODS:
        unit = tail[-period:]
        repeats = max(_MIN_REPEATS, -(-80 // period))
        if len(tail) < period * (repeats + 1):
            break
        if tail[-period * repeats :] == unit * repeats:
            start = len(text) - period
            while start >= period and text[start - period : start] == unit:
                start -= period
            return text[: start + period], True
    return text, False


def unwrap(reading: Reading, root: Field) -> Reading:
    """Take the answer out of a wrapping the schema did not ask for.

    ``{"result": {…}}``, ``[{…}]`` around an object, and a bare list where the schema has one list.
    """
    value = reading.root
    if root.kind != "object":
        return reading
    names = {field.name for field in root.fields}
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict):
        return _inner(reading, "0", value[0])
    if isinstance(value, dict) and len(value) == 1 and not names & value.keys():
        key, inner = next(iter(value.items()))
        if isinstance(inner, dict) and names & inner.keys():
            return _inner(reading, escape_name(key), inner)
    return reading


def _inner(reading: Reading, step: str, value: JSON) -> Reading:
    prefix = f"{step}."
    spans = {
        path.removeprefix(prefix): span
        for path, span in reading.spans.items()
        if path.startswith(prefix)
    }
    open_path = reading.open_path
    if open_path is not None:
        open_path = open_path.removeprefix(prefix) if open_path.startswith(prefix) else None
    problems = (*reading.problems, "wrapped")
    return replace(reading, root=value, spans=spans, open_path=open_path, problems=problems)


def _readings(text: str, root: Field) -> Iterator[Reading]:
    """The JSON values that begin at the marks a root of this kind may begin with, from the left."""
    if root.kind not in ("object", "array", "any", "union", "recursive"):
        yield from _scalar_reading(text)
        return
    at = tried = 0
    while tried < _MAX_STARTS:
        starts = [start for start in (text.find("{", at), text.find("[", at)) if start >= 0]
        if not starts:
            break
        reading = read_json(text, min(starts))
        tried += 1
        at = min(starts) + 1
        if reading is not None:
            if len(str(reading.root)) > 2:
                at = max(at, reading.end)
            yield reading
    if root.kind in ("any", "union", "recursive"):
        yield from _scalar_reading(text)


def _scalar_reading(text: str) -> Iterator[Reading]:
    """A root that is neither object nor array: JSON if it is, else the text itself."""
    bare = _FENCE.sub("", text).replace("```", "").strip()
    if not bare:
        return
    start = text.find(bare)
    start = max(start, 0)
    span = {"": (start, start + len(bare))}
    try:
        value = json.loads(bare)
        json.dumps(value, allow_nan=False)  # 1e999 and NaN are read, and are no JSON
    except (ValueError, RecursionError):
        yield Reading(bare, start, start + len(bare), span, ("unquoted value",))
        return
    yield Reading(value, start, start + len(bare), span)


def _rank(reading: Reading, root: Field) -> tuple[int, ...]:
    """How much a reading looks like an answer; its first number is 0 where it does not at all."""
    value = reading.root
    complete = int(reading.open_path is None)
    if root.kind == "object":
        if not isinstance(value, dict):
            return (0, 0, 0, 0)
        known = sum(field.name in value for field in root.fields)
        closed = "object not closed" not in reading.problems
        plausible = int(known > 0 or not root.fields or (not value and closed))
        if {"properties", "type"} <= value.keys() and not known:
            plausible = 0  # the schema, echoed
        return (plausible, known, complete, reading.end)
    if root.kind == "array":
        return (int(isinstance(value, list)), 0, complete, reading.end)
    return (1, int(isinstance(value, dict | list)), complete, reading.end)


def prune_open(root: JSON, open_path: str | None) -> JSON:
    """The value without the string that broke off at ``open_path`` (a field path)."""
    return _prune(root, split_path(open_path)) if open_path else root


def _prune(root: JSON, steps: tuple[str, ...]) -> JSON:
    head, rest = steps[0], steps[1:]
    if isinstance(root, dict) and head in root:
        kept = {key: value for key, value in root.items() if key != head}
        if rest:
            kept[head] = _prune(root[head], rest)
        elif not isinstance(root[head], str):
            kept[head] = root[head]
        return kept
    if isinstance(root, list) and head.isdecimal() and int(head) < len(root):
        place = int(head)
        if rest:
            left = _prune(root[place], rest)
        else:
            left = None if isinstance(root[place], str) else root[place]
        return [*root[:place], *([left] if left not in (None, {}, []) else [])]
    return root
