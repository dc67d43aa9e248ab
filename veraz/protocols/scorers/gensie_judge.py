"""GenSIE's similarity of two values under a schema: the rules of both readings."""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from veraz.protocols.scorers.gensie_lexical import lexical, lexical_table

JSON: TypeAlias = Any
Similarity: TypeAlias = Callable[[str, str], float]
"""Semantic similarity of two strings, at most 1; negative values count as 0."""

RULES: tuple[str, ...] = ("as_organisers", "as_page")
RIGID_FORMATS = frozenset({"date", "date-time", "time"})
SEMANTIC_WEIGHT = 0.7
LEXICAL_WEIGHT = 0.3
MANY_PAIRS = 100
"""From here on pairs of list elements are compared all at once."""

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


def flatten(answer: Mapping[str, JSON], prefix: str = "") -> dict[str, JSON]:
    """Map dotted keys to values; lists stay whole, an empty object contributes nothing."""
    flat: dict[str, JSON] = {}
    for key, value in answer.items():
        if isinstance(value, Mapping):
            flat.update(flatten(value, f"{prefix}{key}."))
        else:
            flat[f"{prefix}{key}"] = value
    return flat


def _objects(values: list[JSON]) -> NDArray[np.object_]:
    """A one-dimensional array of the values as they are."""
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


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

        All pairs are compared and sorted once, which gives the same matching as searching the
        maximum again after every match.
        """
        if not gold or not system:
            return float(not gold and not system)
        pairs = self._pairs(gold, system, node)
        matched, count = 0.0, 0
        free_gold, free_system = [True] * len(gold), [True] * len(system)
        for place in np.argsort(-pairs, axis=None, kind="stable").tolist():
            i, j = divmod(place, len(system))
            if pairs[i, j] <= 0 or count == min(pairs.shape):
                break  # what remains adds nothing
            if free_gold[i] and free_system[j]:
                free_gold[i] = free_system[j] = False
                matched += float(pairs[i, j])
                count += 1
        shared = count if self.page else matched
        return matched / (len(gold) + len(system) - shared)

    def _pairs(
        self, gold: list[JSON], system: list[JSON], node: Mapping[str, JSON]
    ) -> NDArray[np.float64]:
        """Similarity of every gold element (rows) with every system element (columns)."""
        left = [flatten(each) if isinstance(each, Mapping) else each for each in gold]
        right = [flatten(each) if isinstance(each, Mapping) else each for each in system]
        if len(left) * len(right) < MANY_PAIRS:
            return self._pair_by_pair(left, right, node)
        if all(isinstance(each, dict) for each in (*left, *right)):
            return self._object_table(left, right, node)
        if not any(isinstance(each, dict | list) for each in (*left, *right)):
            return self._scalar_table(left, right, node)
        return self._pair_by_pair(left, right, node)

    def _pair_by_pair(
        self, left: list[JSON], right: list[JSON], node: Mapping[str, JSON]
    ) -> NDArray[np.float64]:
        pairs = np.zeros((len(left), len(right)))
        for i, g in enumerate(left):
            for j, s in enumerate(right):
                objects = isinstance(g, dict) and isinstance(s, dict)
                pairs[i, j] = self._object(g, s, node) if objects else self.value(g, s, node)
        return pairs

    def _object_table(
        self, left: list[JSON], right: list[JSON], node: Mapping[str, JSON]
    ) -> NDArray[np.float64]:
        """:meth:`_object` of every pair: the fields are compared key by key."""
        total = np.zeros((len(left), len(right)))
        for key in dict.fromkeys(key for each in left for key in each):
            rows = [i for i, each in enumerate(left) if key in each]
            columns = [j for j, each in enumerate(right) if key in each]
            if columns:
                values = [left[i][key] for i in rows], [right[j][key] for j in columns]
                total[np.ix_(rows, columns)] += self._pairs(*values, self.node(node, key))
        sizes = np.maximum.outer([len(each) for each in left], [len(each) for each in right])
        table: NDArray[np.float64] = np.divide(
            total, sizes, where=sizes > 0, out=np.ones_like(total)
        )
        return table

    def _scalar_table(
        self, left: list[JSON], right: list[JSON], node: Mapping[str, JSON]
    ) -> NDArray[np.float64]:
        """:meth:`_scalar` of every pair: equality at once, free text where it is free."""
        equal = np.equal.outer(_objects(left), _objects(right)).astype(bool)
        if self.page:
            kinds = [np.array([_json_type(each) for each in side]) for side in (left, right)]
            equal &= np.equal.outer(*kinds)
        table: NDArray[np.float64] = equal.astype(np.float64)
        rows = [i for i, g in enumerate(left) if g is not None and not self._rigid(g, node)]
        columns = [j for j, s in enumerate(right) if s is not None]
        if rows and columns:
            free = np.ix_(rows, columns)
            texts = [str(left[i]) for i in rows], [str(right[j]) for j in columns]
            table[free] = np.where(equal[free], 1.0, self._text_table(*texts))
        return table

    def _text_table(self, left: list[str], right: list[str]) -> NDArray[np.float64]:
        words = lexical_table(left, right)
        if self.similarity is lexical:
            semantic = words
        else:
            asked = [[max(0.0, self.similarity(a, b)) for b in right] for a in left]
            semantic = np.array(asked)
        weighted: NDArray[np.float64] = SEMANTIC_WEIGHT * semantic + LEXICAL_WEIGHT * words
        return weighted

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
