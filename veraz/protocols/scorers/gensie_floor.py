"""What an answer earns that knows next to nothing: the floor under every GenSIE score.

``null_answer`` says null, and ``[]`` for lists, whether or not the schema allows it.
``trivial_answer`` says null where the schema allows it, ``[]`` for lists, the first member of an
enum, false, zero, and for other strings the sentence of the text that shares most words with the
field's name, title and description. A schema whose gold is mostly null flatters both.
"""

import re
from collections.abc import Mapping
from typing import Any

from veraz.protocols.scorers.gensie_judge import Judge

DEPTH = 12
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")
_WORD = re.compile(r"[^\W\d_]{3,}")
_SIMPLE: Mapping[str, Any] = {"integer": 0, "number": 0, "boolean": False, "array": None}


def null_answer(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Null for every key of the schema's top level and of the objects in it, ``[]`` for lists."""
    judge = Judge(schema, rules="as_page")
    return _nulls(judge, judge.schema, DEPTH)


def _nulls(judge: Judge, node: Mapping[str, Any], depth: int) -> dict[str, Any]:
    answer: dict[str, Any] = {}
    for name, child in node.get("properties", {}).items():
        resolved = judge.resolve(child)
        kind = resolved.get("type")
        if kind == "object" and resolved.get("properties") and depth and not nullable(judge, child):
            answer[name] = _nulls(judge, resolved, depth - 1)
        else:
            answer[name] = [] if kind == "array" else None
    return answer


def trivial_answer(schema: Mapping[str, Any], text: str) -> dict[str, Any]:
    """The answer of the floor to one instance."""
    judge = Judge(schema, rules="as_page")
    sentences = [found.strip() for found in _SENTENCE.findall(text) if found.strip()]
    answer = _trivial(judge, schema, "", sentences, DEPTH)
    return answer if isinstance(answer, dict) else {}


def _trivial(judge: Judge, node: Any, name: str, sentences: list[str], depth: int) -> Any:
    if nullable(judge, node) or not depth:
        return None
    resolved = judge.resolve(node)
    if "const" in resolved:
        return resolved["const"]
    if resolved.get("enum"):
        return resolved["enum"][0]
    kind = resolved.get("type")
    if kind == "object" or "properties" in resolved:
        return {
            key: _trivial(judge, child, key, sentences, depth - 1)
            for key, child in resolved.get("properties", {}).items()
        }
    if isinstance(kind, str) and kind in _SIMPLE:
        return [] if kind == "array" else _SIMPLE[kind]
    about = node if isinstance(node, Mapping) else {}
    wanted = f"{name} {about.get('title', '')} {about.get('description', '')}"
    return best_sentence(wanted, sentences)


def nullable(judge: Judge, node: Any) -> bool:
    """Whether the schema node admits null."""
    if not isinstance(node, Mapping):
        return False
    resolved = judge.resolve(node)
    for each in (node, resolved):
        kinds = each.get("type")
        if kinds == "null" or (isinstance(kinds, list) and "null" in kinds):
            return True
        if None in (each.get("enum") or ()):
            return True
        branches = [*each.get("anyOf", ()), *each.get("oneOf", ())]
        if any(isinstance(branch, Mapping) and branch.get("type") == "null" for branch in branches):
            return True
    return False


def best_sentence(wanted: str, sentences: list[str]) -> str:
    """The first sentence that shares the largest part of its words with ``wanted``."""
    words = {word.lower() for word in _WORD.findall(wanted.replace("_", " "))}

    def overlap(sentence: str) -> float:
        own = {word.lower() for word in _WORD.findall(sentence)}
        return len(words & own) / len(words | own) if own else 0.0

    return max(sentences, key=overlap, default="")
