"""What the ranker learns from: instances read once, and the decisions in them."""

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "benchmarks")]

from sources import ROUNDS  # noqa: E402

from nlp.asked.enum_members import members_of  # noqa: E402
from nlp.asked.field_profile import FieldProfile, profile_schema  # noqa: E402
from nlp.asked.key_field import key_field_of  # noqa: E402
from nlp.asked.rendering import answer_key, answer_value  # noqa: E402
from nlp.candidates import find_candidates  # noqa: E402
from nlp.match.boosted import with_forms  # noqa: E402
from nlp.match.coordinations import coordination_openings  # noqa: E402
from nlp.match.eligibility import eligible  # noqa: E402
from nlp.match.features import features_of, with_competing_labels  # noqa: E402
from nlp.match.flag_evidence import flag_evidence  # noqa: E402
from nlp.match.list_items import item_features  # noqa: E402
from nlp.match.member_features import member_features  # noqa: E402
from nlp.match.pool import candidate_pool  # noqa: E402
from nlp.match.question_features import pair_features  # noqa: E402
from nlp.match.read_surroundings import read_surroundings  # noqa: E402
from nlp.match.surroundings import Surroundings  # noqa: E402
from nlp.schema import Schema  # noqa: E402
from nlp.schema_compiler import compile_schema  # noqa: E402
from nlp.spans import Candidate, Document  # noqa: E402
from nlp.stems import fold, words_of  # noqa: E402

Floats = NDArray[np.float64]
_MISSING = object()
CASE_FOLDERS = {
    "cases": "",
    "labelled": "forms",
    **{name: name for name in ROUNDS},
}
"""Solved texts by authors who had not read the code, by source: their folder below ``tests/cases``."""
_EXACT = 0.99
_NEAR = 0.3


@dataclass
class Case:
    """One decision to learn: rows of features, and how right each row is.

    ``columns`` are the linear features, ``pairs`` those of the trees alone; ``exact`` and ``partly``
    are how right the rows are when judged, ``texts`` what they would answer; ``id`` names the instance.
    """

    group: str
    schema: str
    path: str
    columns: Mapping[str, Floats]
    target: Floats
    profile: FieldProfile
    picked: tuple[Candidate, ...] = ()
    pairs: Mapping[str, Floats] = field(default_factory=dict)
    source: str = ""
    exact: Floats | None = None
    partly: Floats | None = None
    texts: tuple[str, ...] = ()
    id: str = ""


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
    title = str(raw["target_schema"].get("title", raw.get("layout", path.stem)))
    if part in CASE_FOLDERS:
        title = path.stem
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
    profiles = profile_schema(lesson.schema)
    candidates, runs = candidate_pool(
        lesson.document, lesson.candidates, profiles, lesson.schema.instruction
    )
    here = with_competing_labels(
        read_surroundings(lesson.document, candidates, coordination_openings(runs)), profiles
    )
    here = with_forms(here)
    anchors = {
        anchor.path: array.path
        for array in lesson.schema.walk()
        if array.kind == "array" and ".*" not in array.path and (anchor := key_field_of(array))
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


def answer_at(answer: Any, path: str) -> Any:
    """What an answer has at a path of objects; None where it has nothing."""
    found = _at(answer, path)
    return None if found is _MISSING else found


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
        Case(
            "list_answered",
            lesson.title,
            profile.path,
            columns,
            label,
            profile,
            picked,
            source=lesson.part,
        )
    ]
    if names:
        cases.append(
            Case(
                "items",
                lesson.title,
                profile.path,
                columns,
                target,
                profile,
                picked,
                source=lesson.part,
            )
        )
    return cases


def narrow(columns: Mapping[str, Floats]) -> dict[str, Any]:
    """Features at half their size, as they are kept."""
    return {name: column.astype(np.float32) for name, column in columns.items()}


def _scalar_cases(
    lesson: Lesson, profile: FieldProfile, here: Surroundings, gold: Any
) -> list[Case]:
    kind = profile.field.kind
    if kind in {"enum", "boolean"}:
        return _choice_cases(lesson, profile, here, gold)
    chosen = eligible(profile, here)
    columns = narrow(features_of(profile, here, chosen))
    texts = tuple(answer_key(profile, here.candidates[one]) for one in chosen)
    pairs = narrow(pair_features(profile, here, chosen))
    common = {"profile": profile, "pairs": pairs, "texts": texts, "id": lesson.id}
    cases = []
    if gold is not None and chosen:
        target = np.array([rightness(here.candidates[one], profile, gold) for one in chosen])
        exact = (target >= _EXACT).astype(np.float64)
        if target.max() >= _NEAR:
            cases.append(
                Case(
                    profile.group,
                    lesson.title,
                    profile.path,
                    columns,
                    target,
                    source=lesson.part,
                    exact=exact,
                    partly=target,
                    **common,
                )
            )
    if profile.field.nullable:
        label = np.array([float(gold is not None)])
        cases.append(
            Case(
                "answered",
                lesson.title,
                profile.path,
                columns,
                label,
                source=lesson.part,
                **common,
            )
        )
    return cases


def _choice_cases(
    lesson: Lesson, profile: FieldProfile, here: Surroundings, gold: Any
) -> list[Case]:
    """Which member, true or false; whether a nullable one is answered at all."""
    title, path = lesson.title, profile.path
    common = {"source": lesson.part, "id": lesson.id}
    cases = []
    if profile.field.kind == "boolean":
        features = flag_evidence(profile, here)
        columns = {name: np.array([value]) for name, value in features.items()}
        if isinstance(gold, bool):
            label = np.array([float(gold)])
            cases.append(Case("flag", title, path, columns, label, profile, **common))
    else:
        members = members_of(profile)
        target = np.array([float(one.value == gold) for one in members])
        columns = member_features(profile, members, here)
        if target.any():
            cases.append(Case("member", title, path, columns, target, profile, **common))
    if profile.field.nullable and columns:
        label = np.array([float(gold is not None)])
        cases.append(Case("choice_answered", title, path, columns, label, profile, **common))
    return cases


def rightness(candidate: Candidate, profile: FieldProfile, gold: Any) -> float:
    """How right a candidate is: 1 for the value, less for a string that shares words with it."""
    value = answer_value(candidate, profile)
    if value == gold:
        return 1.0
    if not isinstance(gold, str) or not isinstance(value, str):
        return 0.0
    near = max(similarity(value, gold), similarity(candidate.mention, gold))
    return near**2 if near >= 0.3 else 0.0
