"""Asking for the rest of an answer that broke off, and joining it to what there was."""

from collections.abc import Mapping
from typing import Any

from llm.completion import Prompt
from llm.judging import Judgement
from llm.prompt import restrict
from llm.render import pretty
from llm.wording import disarm, wording
from nlp.schema import JSON, split_path


def missing_names(root: JSON, judgement: Judgement, wire: Mapping[str, Any]) -> tuple[str, ...]:
    """The top-level keys that ``root`` lacks, or that the answer just judged broke off in.

    A value that ran into a loop counts as finished where something of it is left.
    """
    if not isinstance(root, dict):
        return ()
    path = judgement.open_path
    broken = split_path(path)[0] if path else ""
    if judgement.looped and root.get(broken):
        broken = ""
    names = tuple(wire.get("properties", {}))
    return tuple(name for name in names if name not in root or name == broken)


def rest_prompt(prompt: Prompt, root: JSON, missing: tuple[str, ...]) -> Prompt:
    """The question for the missing keys alone, after the same document."""
    text = wording("extraction")["rest"].format(
        answered=disarm(pretty(root)), missing=disarm(", ".join(f"«{name}»" for name in missing))
    )
    return restrict(prompt, missing, text)


def join(before: JSON, after: JSON) -> JSON:
    """What was answered before the break and what came after it.

    Objects join key by key, lists one after the other without what both hold; else the later
    answer stands, unless it is null.
    """
    if isinstance(before, dict) and isinstance(after, dict):
        joined = dict(before)
        for key, value in after.items():
            joined[key] = join(before[key], value) if key in before else value
        return joined
    if isinstance(before, list) and isinstance(after, list):
        return [*before, *(value for value in after if value not in before)]
    return before if after is None else after


def without_loop(root: JSON, open_path: str | None) -> JSON:
    """The value with repeated elements made one in the top-level field that the answer looped in."""
    steps = split_path(open_path) if open_path else ()
    if not steps or not isinstance(root, dict) or steps[0] not in root:
        return root
    return {**root, steps[0]: _without_repeats(root[steps[0]])}


def _without_repeats(root: JSON) -> JSON:
    if isinstance(root, dict):
        return {key: _without_repeats(value) for key, value in root.items()}
    if isinstance(root, list):
        kept: list[JSON] = []
        for value in root:
            if value not in kept:
                kept.append(_without_repeats(value))
        return kept
    return root
