"""GenSIE (IberLEF 2026): flattened schema scoring of one answer, and of a corpus.

Source: the evaluation page and scorer of github.com/gia-uh/gensie. Two readings: ``as_organisers``
(what their program computes, the default) and ``as_page`` (what their page says):

===================================  ===========================  ===========================
                                     ``as_organisers``            ``as_page``
===================================  ===========================  ===========================
nullable or nested strings           exact equality               free text
items of a nullable or nested list   exact equality               by their own schema
list score, matches in the divisor   sum of the similarities      number of matched pairs
``1`` and ``true``                   equal                        different
a date in a plain string             free text                    exact equality
===================================  ===========================  ===========================
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

JSON: TypeAlias = Any
Similarity: TypeAlias = Callable[[str, str], float]
"""Semantic similarity of two strings, at most 1; negative values count as 0."""

RULES: tuple[str, ...] = ("as_organisers", "as_page")
RIGID_FORMATS = frozenset({"date", "date-time", "time"})
SEMANTIC_WEIGHT = 0.7
LEXICAL_WEIGHT = 0.3

_TOKEN = re.compile(r"\w+")
_DATE = re.compile(
    r"\d{4}-\d{1,2}(-\d{1,2}([T ]\d{1,2}:\d{2}\S{0,20})?)?|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}"
    r"|\d{1,2}:\d{2}(:\d{2})?"
)
_JSON_TYPES: tuple[tuple[str, type | tuple[type, ...]], ...] = (
    ("boolean", bool),
    ("number", (int, float)),
    ("string", str),
    ("array", list),
    ("object", dict),
)


@dataclass(frozen=True, slots=True)
class KeyScore:
    """One flattened key of the gold answer or of the system's.

    ``type`` is what the schema asks (string, nullable string, enum, date, number, boolean, array…);
    ``gold`` and ``system`` are ``value``, ``null``, ``empty`` or ``absent``.
    """

    key: str
    type: str
    gold: str
    system: str
    score: float


@dataclass(frozen=True, slots=True)
class TaskScore:
    """One instance: ``tps`` out of ``gold_keys`` (recall) and of ``system_keys`` (precision)."""

    tps: float
    gold_keys: int
    system_keys: int
    keys: tuple[KeyScore, ...] = ()
    task_id: str = ""
    status: str = "ok"
    domain: str = ""

    @property
    def per_key(self) -> dict[str, float]:
        """Score by flattened key."""
        return {each.key: each.score for each in self.keys}


@dataclass(frozen=True, slots=True)
class CorpusScore:
    """Micro-averaged precision, recall and F1; 0 where a denominator is 0."""

    tps: float
    gold_keys: int
    system_keys: int

    @property
    def precision(self) -> float:
        """Share of the system's keys that are right."""
        return self.tps / self.system_keys if self.system_keys else 0.0

    @property
    def recall(self) -> float:
        """Share of the gold keys that were found."""
        return self.tps / self.gold_keys if self.gold_keys else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        keys = self.gold_keys + self.system_keys
        return 2 * self.tps / keys if keys else 0.0


@lru_cache(maxsize=65536)
def _tokens(text: str) -> frozenset[str]:
    return frozenset(_TOKEN.findall(text.lower()))


def lexical(a: str, b: str) -> float:
    r"""Jaccard index of the two sets of lower-cased ``\w+`` tokens; both empty 1."""
    left, right = _tokens(a), _tokens(b)
    if not left or not right:
        return float(not left and not right)
    common = len(left & right)
    return common / (len(left) + len(right) - common)


def flatten(answer: Mapping[str, JSON], prefix: str = "") -> dict[str, JSON]:
    """Map dotted keys to values; lists stay whole, an empty object contributes nothing."""
    flat: dict[str, JSON] = {}
    for key, value in answer.items():
        if isinstance(value, Mapping):
            flat.update(flatten(value, f"{prefix}{key}."))
        else:
            flat[f"{prefix}{key}"] = value
    return flat


def score_task(
    gold: Mapping[str, JSON],
    prediction: JSON,
    schema: Mapping[str, JSON],
    *,
    rules: str = "as_organisers",
    similarity: Similarity = lexical,
    task_id: str = "",
    domain: str = "",
) -> TaskScore:
    """Score one answer; a prediction that is not an object counts as failed (no system keys)."""
    judge = Judge(schema, rules=rules, similarity=similarity)
    gold_flat = flatten(gold)
    answered = isinstance(prediction, Mapping)
    system_flat = flatten(prediction) if answered else {}
    keys = []
    for key in [*gold_flat, *(key for key in system_flat if key not in gold_flat)]:
        shared = key in gold_flat and key in system_flat
        node = judge.node(judge.schema, key)
        score = judge.value(gold_flat[key], system_flat[key], node) if shared else 0.0
        name = judge.type_name(key)
        keys.append(KeyScore(key, name, _state(gold_flat, key), _state(system_flat, key), score))
    return TaskScore(
        tps=sum(each.score for each in keys),
        gold_keys=len(gold_flat),
        system_keys=len(system_flat),
        keys=tuple(keys),
        task_id=task_id,
        status="ok" if answered else "failed",
        domain=domain,
    )


def corpus(scores: Iterable[TaskScore]) -> CorpusScore:
    """Sum the instances; failed ones still count their gold keys."""
    tps, gold_keys, system_keys = 0.0, 0, 0
    for score in scores:
        tps += score.tps
        gold_keys += score.gold_keys
        system_keys += score.system_keys
    return CorpusScore(tps, gold_keys, system_keys)


def gap_closed(f: float, base: float) -> float:
    """Share of the distance between the baseline's F1 and 1 that ``f`` covers; never negative."""
    if base >= 1:
        return 1.0 if f >= 1 else 0.0
    return max(0.0, (f - base) / (1 - base))


def value_similarity(
    a: JSON,
    b: JSON,
    schema_node: Mapping[str, JSON] | None = None,
    *,
    root: Mapping[str, JSON] | None = None,
    rules: str = "as_organisers",
    similarity: Similarity = lexical,
) -> float:
    """Score value ``b`` against ``a``; ``root`` holds the definitions ``schema_node`` refers to."""
    judge = Judge(root or {}, rules=rules, similarity=similarity)
    return judge.value(a, b, judge.resolve(schema_node or {}))


def _state(flat: Mapping[str, JSON], key: str) -> str:
    if key not in flat:
        return "absent"
    value = flat[key]
    return "null" if value is None else "empty" if value in ([], "") else "value"


def _json_type(value: JSON) -> str:
    return next((name for name, types in _JSON_TYPES if isinstance(value, types)), "null")


class Judge:
    """Scores values under one schema; ``schema`` is the root, where references point."""

    def __init__(
        self,
        schema: Mapping[str, JSON],
        *,
        rules: str = "as_organisers",
        similarity: Similarity = lexical,
    ) -> None:
        if rules not in RULES:
            raise ValueError(f"unknown rules {rules!r}: choose {' or '.join(RULES)}")
        self.root = schema
        self.page = rules == "as_page"
        self.similarity = similarity
        self.schema = self.resolve(schema)

    def resolve(self, node: JSON) -> Mapping[str, JSON]:
        """Follow one ``$ref`` into the root; under the page's rules also a nullable union."""
        if not isinstance(node, Mapping):
            return {}
        target = self._follow(node)
        return self._unwrap(target) if self.page else target

    def _follow(self, node: Mapping[str, JSON]) -> Mapping[str, JSON]:
        reference = node.get("$ref")
        if not isinstance(reference, str) or not reference.startswith("#"):
            return node
        target: JSON = self.root
        for step in reference[1:].split("/")[1:]:
            name = step.replace("~1", "/").replace("~0", "~")
            target = target.get(name) if isinstance(target, Mapping) else None
        return target if isinstance(target, Mapping) else {}

    def _unwrap(self, node: Mapping[str, JSON]) -> Mapping[str, JSON]:
        """The one branch besides null of a union or type list, else the node itself."""
        for _ in range(8):  # references may lead to unions of references
            branches = [
                branch
                for keyword in ("anyOf", "oneOf", "allOf")
                for branch in node.get(keyword, ())
                if isinstance(branch, Mapping) and branch.get("type") != "null"
            ]
            if len(branches) != 1 and "$ref" not in node:
                break
            node = self._follow(node if "$ref" in node else branches[0])
        kinds = node.get("type")
        if isinstance(kinds, list):
            named = [kind for kind in kinds if kind != "null"]
            if len(named) == 1:
                return {**node, "type": named[0]}
        return node

    def node(self, parent: Mapping[str, JSON], key: str) -> Mapping[str, JSON]:
        """The schema of a flattened key; the organisers look the dotted key up as one name."""
        properties = parent.get("properties", {})
        if not self.page or key in properties:
            return self.resolve(properties.get(key, {}))
        head, _, rest = key.partition(".")
        child = self.resolve(properties.get(head, {}))
        return self.node(child, rest) if rest else child

    def value(self, gold: JSON, system: JSON, node: Mapping[str, JSON]) -> float:
        """Score a list, an object inside a list, or a scalar."""
        if isinstance(gold, list) or isinstance(system, list):
            both = isinstance(gold, list) and isinstance(system, list)
            return self._list(gold, system, self.resolve(node.get("items", {}))) if both else 0.0
        if isinstance(gold, Mapping) and isinstance(system, Mapping):
            return self._object(flatten(gold), flatten(system), node)
        return self._scalar(gold, system, node)

    def _scalar(self, gold: JSON, system: JSON, node: Mapping[str, JSON]) -> float:
        if gold is None or system is None:
            return float(gold is None and system is None)
        if gold == system and not (self.page and _json_type(gold) != _json_type(system)):
            return 1.0
        if self._rigid(gold, node):
            return 0.0
        left, right = str(gold), str(system)
        semantic = max(0.0, self.similarity(left, right))
        return SEMANTIC_WEIGHT * semantic + LEXICAL_WEIGHT * lexical(left, right)

    def _rigid(self, gold: JSON, node: Mapping[str, JSON]) -> bool:
        if node.get("type") != "string" or "enum" in node or node.get("format") in RIGID_FORMATS:
            return True
        return self.page and isinstance(gold, str) and _DATE.fullmatch(gold.strip()) is not None

    def _object(
        self, gold: Mapping[str, JSON], system: Mapping[str, JSON], node: Mapping[str, JSON]
    ) -> float:
        """Mean field score over the larger of the two flattened objects."""
        if not gold and not system:
            return 1.0
        shared = (key for key in gold if key in system)
        total = sum(self.value(gold[key], system[key], self.node(node, key)) for key in shared)
        return total / max(len(gold), len(system))

    def _list(self, gold: list[JSON], system: list[JSON], node: Mapping[str, JSON]) -> float:
        """Greedy matching: the most similar unused pair first, ties by gold then system index.

        All pairs are compared once and sorted once, which gives the same matching as searching
        the maximum again after every match: O(nm log nm) instead of O(nm min(n, m)).
        """
        if not gold or not system:
            return float(not gold and not system)
        pairs = self._pairs(gold, system, node)
        matched, count = 0.0, 0
        free_gold, free_system = [True] * len(gold), [True] * len(system)
        for place in np.argsort(-pairs, axis=None, kind="stable").tolist():
            i, j = divmod(place, len(system))
            if pairs[i, j] <= 0:
                break  # what remains adds nothing
            if free_gold[i] and free_system[j]:
                free_gold[i] = free_system[j] = False
                matched += float(pairs[i, j])
                count += 1
        shared = count if self.page else matched
        return matched / (len(gold) + len(system) - shared)

    def _pairs(
        self, gold: list[JSON], system: list[JSON], node: Mapping[str, JSON]
    ) -> "np.ndarray[tuple[int, int], np.dtype[np.float64]]":
        """Similarity of every gold element (rows) with every system element (columns)."""
        left = [flatten(each) if isinstance(each, Mapping) else each for each in gold]
        right = [flatten(each) if isinstance(each, Mapping) else each for each in system]
        pairs = np.zeros((len(left), len(right)))
        for i, g in enumerate(left):
            for j, s in enumerate(right):
                objects = isinstance(g, dict) and isinstance(s, dict)
                pairs[i, j] = self._object(g, s, node) if objects else self.value(g, s, node)
        return pairs

    def type_name(self, key: str) -> str:
        """What the schema asks at a flattened key, whatever the rules: for breakdowns."""
        page = Judge(self.root, rules="as_page") if not self.page else self
        node = page.node(page.schema, key)
        if "enum" in node or "const" in node:
            return "enum"
        kind = node.get("type")
        if kind == "string" and node.get("format") in RIGID_FORMATS:
            return "date"
        if kind == "array":
            items = page.resolve(node.get("items", {}))
            return "list of " + ("enum" if "enum" in items else str(items.get("type", "any")))
        return kind if isinstance(kind, str) else "any"
