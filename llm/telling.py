"""Telling a window what earlier windows found, so that it can correct it."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace

from llm.completion import Message, Prompt
from llm.context import Context
from llm.windows import Window
from llm.wording import disarm, wording
from nlp.schema import JSON

LONGEST = 160


def tell(window: Window, found: JSON, context: Context) -> tuple[Prompt, JSON]:
    """The window's question with what earlier windows found; and how much of it there was room for.

    What stands outside lists goes first, then the last elements of each list.
    """
    told = choose_told(found, lambda each: context.tokens(_compact(each)) <= window.told)
    if not told:
        return window.prompt, {}
    *before, question = window.prompt.messages
    words = wording("extraction")["told"].format(found=disarm(_compact(told)))
    asked = Message(question.role, f"{question.content}\n\n{words}")
    return replace(window.prompt, messages=(*before, asked)), told


def choose_told(found: JSON, fits: Callable[[JSON], bool]) -> dict[str, JSON]:
    """The part of an answer that fits: single values first, then the newest elements of lists."""
    told: dict[str, JSON] = {}
    if not isinstance(found, Mapping):
        return told
    for name, value in found.items():
        if not isinstance(value, list) and _says(short := _short(value)):
            longer = {**told, name: short}
            told = longer if fits(longer) else told
    for name, value in found.items():
        for element in reversed(value) if isinstance(value, list) else ():
            longer = {**told, name: [_short(element), *told.get(name, [])]}
            if not fits(longer):
                break
            told = longer
    return told


def _says(value: JSON) -> bool:
    return value not in (None, {}, [])


def _short(value: JSON) -> JSON:
    """The value without nulls, and without the end of strings too long to tell."""
    if isinstance(value, dict):
        shorter = {name: _short(below) for name, below in value.items()}
        return {name: below for name, below in shorter.items() if _says(below)}
    if isinstance(value, list):
        return [_short(element) for element in value]
    if isinstance(value, str) and len(value) > LONGEST:
        return f"{value[:LONGEST]}…"
    return value


def _compact(value: JSON) -> str:
    """JSON on one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
