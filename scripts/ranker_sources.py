"""The teachers of the ranker: solved instances of many hands, and questions with answer spans."""

import hashlib
import json
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from ranker_lessons import ROOT, Case, Lesson, narrow, read_cases, read_examples, read_lesson

from nlp.asked.field_profile import profile_schema
from nlp.asked.rendering import answer_value
from nlp.candidates import find_candidates
from nlp.match.boosted import with_forms
from nlp.match.coordinations import coordination_openings
from nlp.match.eligibility import eligible
from nlp.match.features import features_of, with_competing_labels
from nlp.match.pool import candidate_pool
from nlp.match.question_features import pair_features
from nlp.match.question_words import asked_noun
from nlp.match.read_surroundings import read_surroundings
from nlp.match.surroundings import Surroundings
from nlp.schema_compiler import compile_schema
from nlp.spans import Document
from nlp.stems import shared_words

QUESTIONS = "questions"
KEPT_BACK = 3
"""One article of so many is judged and never trained on."""
_ARTICLES = frozenset(["el", "la", "los", "las", "un", "una", "unos", "unas"])


@dataclass(frozen=True)
class Folder:
    """Where a source lies below the shared data; every ``step``-th instance is read."""

    name: str
    place: str
    step: int = 1


FOLDERS = (
    Folder("dev", "gensie/dev"),
    Folder("recorded", "gensie/recorded/instances"),
    Folder("second", "gensie/second/instances"),
)
CASES = ROOT / "tests" / "cases"
"""Our own solved texts of every genre, each with a schema of its own."""


def read_source(path: Path, name: str, step: int = 1) -> Iterator[Lesson]:
    """The instances of a folder with the decisions in them."""
    for one in sorted(path.glob("*.json"))[::step]:
        yield _with_cases(read_lesson(one, name))


def read_own() -> Iterator[Lesson]:
    """Our own solved examples with the decisions in them."""
    yield from map(_with_cases, read_examples("own"))


def _with_cases(lesson: Lesson) -> Lesson:
    lesson.cases = read_cases(lesson)
    return lesson


def read_questions(path: Path, part: int, parts: int) -> list[Case]:
    """Each question as a field of a schema of one field; every ``parts``-th paragraph."""
    lines = path.read_text(encoding="utf-8").splitlines()
    paragraphs = [json.loads(line) for line in lines]
    return [
        case
        for number in range(part, len(paragraphs), parts)
        for case in _paragraph(paragraphs, number)
    ]


def kept_back(cases: list[Case]) -> frozenset[str]:
    """The articles that are judged and never trained on."""
    titles = sorted({case.schema for case in cases if case.source == QUESTIONS})
    return frozenset(titles[::KEPT_BACK])


def _paragraph(paragraphs: list[Mapping[str, Any]], number: int) -> Iterator[Case]:
    paragraph = paragraphs[number]
    here = _read(paragraph["context"])
    for one in paragraph["questions"]:
        gold = [answer["text"] for answer in one["answers"] if answer["text"]]
        if gold:
            yield from _question(paragraph["title"], one, gold, here)
    # A question of another paragraph of the article that this one does not answer.
    other = paragraphs[number - 1] if number else paragraphs[-1]
    if other["title"] == paragraph["title"]:
        for one in other["questions"][:1]:
            text = paragraph["context"].lower()
            if not any(answer["text"].lower() in text for answer in one["answers"]):
                yield from _question(paragraph["title"], one, [], here)


def _read(text: str) -> Surroundings:
    document = Document("", text)
    candidates, runs = candidate_pool(document, find_candidates(document), ())
    return with_forms(read_surroundings(document, candidates, coordination_openings(runs)))


def question_schema(question: str, key: str) -> dict[str, Any]:
    """A schema as somebody would write it for a question; the field's name varies with ``key``."""
    noun = asked_noun(question)
    named = int(hashlib.sha256(key.encode()).hexdigest(), 16) % 3 == 0
    name = noun if named and noun else "respuesta"
    properties = {name: {"type": "string", "description": question}}
    return {"type": "object", "properties": properties, "required": [name]}


def _question(
    title: str, one: Mapping[str, Any], gold: list[str], bare: Surroundings
) -> Iterator[Case]:
    schema = compile_schema(question_schema(one["question"], one["id"]), instruction="")
    profile = profile_schema(schema)[0]
    here = with_competing_labels(bare, (profile,))
    chosen = eligible(profile, here)
    if not chosen:
        return
    columns = narrow(features_of(profile, here, chosen))
    pairs = narrow(pair_features(profile, here, chosen))
    texts = tuple(str(answer_value(here.candidates[at], profile) or "") for at in chosen)
    common = {"profile": profile, "pairs": pairs, "source": QUESTIONS}
    label = np.array([float(bool(gold))])
    yield Case("answered", title, profile.path, columns, label, **common)
    if gold:
        exact = np.array([max(float(words(text) == words(own)) for own in gold) for text in texts])
        partly = np.array([max(token_f1(text, own) for own in gold) for text in texts])
        target = np.where(exact > 0, 1.0, 0.6 * partly**2)
        yield Case(
            profile.group,
            title,
            profile.path,
            columns,
            target,
            exact=exact,
            partly=partly,
            texts=texts,
            **common,
        )


def words(text: str) -> list[str]:
    """The words of an answer as SQuAD compares them: no marks, no articles, no capitals."""
    marks = (" " if unicodedata.category(char)[0] in "PS" else char for char in text.lower())
    return [word for word in "".join(marks).split() if word not in _ARTICLES]


def token_f1(given: str, gold: str) -> float:
    """F1 over the words of two answers."""
    left, right = words(given), words(gold)
    return shared_words(Counter(left), Counter(right)) if left or right else 1.0
