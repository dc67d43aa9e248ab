"""Train the ranker's weights on schema-guided extraction data and write resources/ranker.json.

    python scripts/train_ranker.py ../shared/gensie/dev ../shared/gensie/recorded/instances

Each group is a linear model fitted by maximum a posteriori: a Gaussian prior around hand-set
weights (``ranker_priors.json``) whose signs also bound them, so that a feature that helps by
chance in a few schemas cannot turn around. Every field of every schema weighs the same however
many instances it has, and cases with and without an answer weigh the same (:mod:`nlp.match.answered`).
Only features of :mod:`nlp.match.features` are used, none of which knows a field by name.
"""

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from nlp.candidates import find_candidates  # noqa: E402
from nlp.match.answered import answered_features, list_features  # noqa: E402
from nlp.match.answers import answer_value  # noqa: E402
from nlp.match.choices import member_features, members_of  # noqa: E402
from nlp.match.derived import derived_candidates  # noqa: E402
from nlp.match.enumerations import find_runs, leads_of, run_candidates  # noqa: E402
from nlp.match.features import eligible, features_of, with_claims  # noqa: E402
from nlp.match.field_profile import FieldProfile, profile_schema  # noqa: E402
from nlp.match.ranker import Ranker  # noqa: E402
from nlp.match.records import anchor_of, distinct_items, item_features  # noqa: E402
from nlp.match.stems import fold, words_of  # noqa: E402
from nlp.match.surroundings import Surroundings, read_surroundings  # noqa: E402
from nlp.schema import Schema  # noqa: E402
from nlp.schema_compiler import compile_schema  # noqa: E402
from nlp.spans import Candidate, Document  # noqa: E402

Floats = NDArray[np.float64]
STRENGTH = {
    "text": 6.0,
    "date": 6.0,
    "number": 6.0,
    "items": 12.0,
    "member": 6.0,
    "answered": 6.0,
}
"""Precision of the prior of each group. The flag groups stay hand-set: a few dozen cases of eight
flags taught them nothing that held for a schema left out."""
_MISSING = object()


@dataclass(frozen=True)
class Case:
    """One decision to learn: rows of features, and how right each row is."""

    group: str
    schema: str
    path: str
    columns: Mapping[str, Floats]
    target: Floats
    profile: FieldProfile
    picked: tuple[Candidate, ...] = ()


@dataclass
class Lesson:
    """One instance, read once: everything training and evaluation need of it."""

    id: str
    part: str
    title: str
    raw: Mapping[str, Any]
    gold: Any
    document: Document
    candidates: tuple[Candidate, ...]
    schema: Schema
    cases: list[Case] = field(default_factory=list)


def read_lesson(path: Path, part: str) -> Lesson:
    """Read an instance file and find its candidates."""
    raw = json.loads(path.read_text(encoding="utf-8"))
    title = str(raw["target_schema"].get("title", path.stem))
    return _lesson(path.stem, part, title, raw, ("input_text", "target_schema", "output"))


def read_examples(part: str) -> list[Lesson]:
    """The solved examples of ``resources/examples``, each of a schema of its own."""
    return [
        _lesson(raw["name"], part, raw["name"], raw, ("text", "schema", "answer"))
        for path in sorted((ROOT / "resources" / "examples").glob("*.json"))
        for raw in json.loads(path.read_text(encoding="utf-8"))
    ]


def _lesson(
    name: str, part: str, title: str, raw: Mapping[str, Any], keys: tuple[str, str, str]
) -> Lesson:
    text, asked, gold = (raw[key] for key in keys)
    document = Document(name, text)
    schema = compile_schema(asked, instruction=raw["instruction"])
    return Lesson(name, part, title, asked, gold, document, find_candidates(document), schema)


def read_cases(lesson: Lesson) -> list[Case]:
    """The decisions of one instance."""
    runs = find_runs(lesson.document, lesson.candidates)
    candidates = lesson.candidates + run_candidates(lesson.document, runs, lesson.candidates)
    candidates = candidates + derived_candidates(lesson.document, candidates)
    profiles = profile_schema(lesson.schema)
    here = with_claims(read_surroundings(lesson.document, candidates, leads_of(runs)), profiles)
    anchors = {
        anchor.path: array.path
        for array in lesson.schema.walk()
        if array.kind == "array" and ".*" not in array.path and (anchor := anchor_of(array))
    }
    cases: list[Case] = []
    for profile in profiles:
        path = profile.path
        if path in anchors:
            gold = _at(lesson.gold, anchors[path])
            if isinstance(gold, list) and profile.field.kind == "string":
                chosen, columns = item_features(profile, here, runs)
                names = [_anchor_value(one, path, anchors[path]) for one in gold]
                cases += _item_cases(lesson, profile, here, chosen, columns, names)
        elif "*" not in path:
            gold = _at(lesson.gold, path)
            if gold is not _MISSING:
                cases += _scalar_cases(lesson, profile, here, gold)
    return cases


def _anchor_value(one: Any, path: str, array: str) -> Any:
    rest = path[len(array) + 2 :].strip(".")
    return one if not rest else _at(one, rest)


def _at(gold: Any, path: str) -> Any:
    for step in path.split("."):
        if not isinstance(gold, Mapping) or step not in gold:
            return _MISSING
        gold = gold[step]
    return gold


@lru_cache(maxsize=65536)
def _folded_words(text: str) -> frozenset[str]:
    return frozenset(fold(word) for word in words_of(text))


def similarity(first: str, second: str) -> float:
    """Jaccard index of the folded words."""
    left, right = _folded_words(first), _folded_words(second)
    return len(left & right) / len(left | right) if left | right else 0.0


def _item_cases(
    lesson: Lesson,
    profile: FieldProfile,
    here: Surroundings,
    chosen: Sequence[int],
    columns: Mapping[str, Floats],
    gold: Sequence[Any],
) -> list[Case]:
    picked = tuple(here.candidates[one] for one in chosen)
    if not picked:
        return []
    names = [name for name in gold if isinstance(name, str)]
    target = np.array(
        [max((similarity(one.mention, name) for name in names), default=0.0) for one in picked]
    )
    target = np.where(target >= 0.6, target, 0.0)
    label = np.array([float(bool(gold))])
    cases = [
        Case("list_answered", lesson.title, profile.path, columns, label, profile, picked),
    ]
    if names:
        cases.append(Case("items", lesson.title, profile.path, columns, target, profile, picked))
    return cases


def _scalar_cases(
    lesson: Lesson, profile: FieldProfile, here: Surroundings, gold: Any
) -> list[Case]:
    kind = profile.field.kind
    if kind == "enum":
        members = members_of(profile)
        target = np.array([float(one.value == gold) for one in members])
        columns = member_features(profile, members, here)
        case = Case("member", lesson.title, profile.path, columns, target, profile)
        return [case] if target.any() else []
    if kind == "boolean":
        return []
    chosen = eligible(profile, here)
    columns = features_of(profile, here, chosen)
    cases = []
    if gold is not None and chosen:
        target = np.array([_rightness(here.candidates[one], profile, gold) for one in chosen])
        if target.max() >= 0.3:
            cases.append(Case(profile.group, lesson.title, profile.path, columns, target, profile))
    if profile.field.nullable:
        label = np.array([float(gold is not None)])
        cases.append(Case("answered", lesson.title, profile.path, columns, label, profile))
    return cases


def _rightness(candidate: Candidate, profile: FieldProfile, gold: Any) -> float:
    value = answer_value(candidate, profile)
    if value == gold:
        return 1.0
    if not isinstance(gold, str) or not isinstance(value, str):
        return 0.0
    near = max(similarity(value, gold), similarity(candidate.mention, gold))
    return near**2 if near >= 0.3 else 0.0


def fit(cases: Iterable[Case], priors: Mapping[str, Mapping[str, float]]) -> Ranker:
    """Fit every group on the cases; groups without cases keep the prior."""
    by_group: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        by_group[case.group].append(case)
    groups = {name: dict(weights) for name, weights in priors.items()}
    for group in ("text", "date", "number", "member"):
        if by_group[group]:
            groups[group] = _fit_choice(by_group[group], groups[group], STRENGTH[group])
    if by_group["items"]:
        groups["items"] = _fit_items(by_group["items"], groups["items"], STRENGTH["items"])
    ranker = Ranker(groups)
    if by_group["answered"]:
        rows = [_answered_row(case, ranker) for case in by_group["answered"]]
        groups["answered"] = _fit_binary(rows, groups["answered"], STRENGTH["answered"])
    if by_group["list_answered"]:
        rows = [_list_row(case, ranker) for case in by_group["list_answered"]]
        groups["list_answered"] = _fit_binary(rows, groups["list_answered"], STRENGTH["answered"])
    return Ranker(groups)


def _answered_row(case: Case, ranker: Ranker) -> tuple[Mapping[str, float], float, str]:
    scores = ranker.scores(case.profile.group, case.columns)
    features = answered_features(case.profile, case.columns, scores)
    return features, float(case.target[0]), f"{case.schema}/{case.path}"


def _list_row(case: Case, ranker: Ranker) -> tuple[Mapping[str, float], float, str]:
    chances = 1.0 / (1.0 + np.exp(-np.clip(ranker.scores("items", case.columns), -30, 30)))
    rows = distinct_items(case.picked, chances)
    features = list_features([chance for _, chance in rows])
    return features, float(case.target[0]), f"{case.schema}/{case.path}"


def _weights_of(cases: Sequence[Case]) -> Floats:
    counts = Counter((case.schema, case.path) for case in cases)
    return np.array([1.0 / np.sqrt(counts[case.schema, case.path]) for case in cases])


def _matrix(
    cases: Sequence[Case], names: Sequence[str]
) -> tuple[Floats, Floats, NDArray[np.int64]]:
    rows = [
        np.stack([case.columns.get(name, np.zeros(len(case.target))) for name in names], axis=1)
        for case in cases
    ]
    starts = np.cumsum([0, *(len(one) for one in rows[:-1])])
    return np.concatenate(rows), np.concatenate([case.target for case in cases]), starts


def _minimize(
    loss: Any, names: Sequence[str], prior: Mapping[str, float], free: frozenset[str] = frozenset()
) -> dict[str, float]:
    start = np.array([prior.get(name, 0.0) for name in names])
    bounds = [
        (None, None)
        if name in free or not prior.get(name)
        else (0.0, None)
        if prior[name] > 0
        else (None, 0.0)
        for name in names
    ]
    found = minimize(
        loss, start, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 80}
    )
    return {
        name: round(float(weight), 4)
        for name, weight in zip(names, found.x, strict=True)
        if abs(weight) > 1e-4
    }


def _names(cases: Sequence[Case], prior: Mapping[str, float]) -> list[str]:
    found = dict.fromkeys(prior)
    for case in cases:
        found |= dict.fromkeys(case.columns)
    return list(found)


def _fit_choice(
    cases: Sequence[Case], prior: Mapping[str, float], strength: float
) -> dict[str, float]:
    """Conditional logit with soft targets: which of the rows is the answer."""
    names = [name for name in _names(cases, prior) if name != "bias"]
    rows, target, starts = _matrix(cases, names)
    sizes = np.diff(np.append(starts, len(rows)))
    total = np.repeat(np.add.reduceat(target, starts), sizes)
    share = target / total
    weight = np.repeat(_weights_of(cases), sizes)
    center = np.array([prior.get(name, 0.0) for name in names])

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = rows @ weights
        scores = scores - np.repeat(np.maximum.reduceat(scores, starts), sizes)
        log = scores - np.repeat(np.log(np.add.reduceat(np.exp(scores), starts)), sizes)
        gap = weights - center
        value = -(weight * share * log).sum() + 0.5 * strength * gap @ gap
        slope = rows.T @ (weight * (np.exp(log) - share)) + strength * gap
        return float(value), slope

    return _minimize(loss, names, prior)


def _fit_items(
    cases: Sequence[Case], prior: Mapping[str, float], strength: float
) -> dict[str, float]:
    names = ["bias", *(name for name in _names(cases, prior) if name != "bias")]
    rows, target, _ = _matrix(cases, names)
    rows[:, 0] = 1.0
    sizes = [len(case.target) for case in cases]
    weight = np.repeat(_weights_of(cases), sizes) * 0.5
    return _logistic(rows, target, weight, names, prior, strength)


def _fit_binary(
    examples: Sequence[tuple[Mapping[str, float], float, str]],
    prior: Mapping[str, float],
    strength: float,
) -> dict[str, float]:
    found = dict.fromkeys(["bias", *prior])
    for features, _, _ in examples:
        found |= dict.fromkeys(features)
    names = list(found)
    rows = np.array(
        [
            [1.0 if name == "bias" else one.get(name, 0.0) for name in names]
            for one, _, _ in examples
        ]
    )
    target = np.array([label for _, label, _ in examples])
    counts = Counter(path for _, _, path in examples)
    weight = np.array([1.0 / np.sqrt(counts[path]) for _, _, path in examples])
    for label in (0.0, 1.0):
        weight[target == label] *= 0.5 * weight.sum() / max(weight[target == label].sum(), 1e-9)
    return _logistic(rows, target, weight, names, prior, strength)


def _logistic(
    rows: Floats,
    target: Floats,
    weight: Floats,
    names: Sequence[str],
    prior: Mapping[str, float],
    strength: float,
) -> dict[str, float]:
    center = np.array([prior.get(name, 0.0) for name in names])
    pull = np.array([0.0 if name == "bias" else strength for name in names])

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = rows @ weights
        gap = weights - center
        value = (weight * (np.logaddexp(0.0, scores) - target * scores)).sum()
        value += 0.5 * (pull * gap * gap).sum()
        slope = rows.T @ (weight * (1.0 / (1.0 + np.exp(-scores)) - target)) + pull * gap
        return float(value), slope

    return _minimize(loss, names, prior, frozenset({"bias"}))


def read_priors() -> dict[str, dict[str, float]]:
    """The hand-set weights that training starts from."""
    raw = json.loads((Path(__file__).parent / "ranker_priors.json").read_text(encoding="utf-8"))
    return {name: dict(weights) for name, weights in raw["groups"].items()}


NOTE = (
    "Linear weights of nlp.match.ranker, written by scripts/train_ranker.py from GenSIE development "
    "data (IberLEF 2026, gia-uh/gensie: MIT, corpus CC BY 4.0). Feature weights only, no text."
)


def main() -> int:
    """Read the folders named on the command line, train, write the weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path, help="folders of GenSIE instance files")
    parser.add_argument("--output", type=Path, default=ROOT / "resources" / "ranker.json")
    args = parser.parse_args()
    paths = [path for folder in args.folders for path in sorted(folder.glob("*.json"))]
    cases = [case for path in paths for case in read_cases(read_lesson(path, "train"))]
    ranker = fit(cases, read_priors())
    body = {"note": NOTE, "instances": len(paths), "groups": ranker.groups}
    args.output.write_text(json.dumps(body, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{len(paths)} instances, {len(cases)} decisions -> {args.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
