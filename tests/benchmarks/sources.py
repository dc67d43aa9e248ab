"""The sources on which everything after the model is judged, and what is read of them once.

A *source* is a set of instances by one hand: GenSIE's development set, the 36 instances with recorded
answers, the 55 of other schemas (``second``), our own solved examples, documents by authors who had
not read the code, once unseen (``tests/cases``: ``cases``, ``forms`` and the rounds of ``ROUNDS``), and
any folder of cases that ``VERAZ_CASES`` names (folders separated by ``:``): ``questions`` and what is
not among ``ROUNDS`` teaches nothing and is judged so.
``VERAZ_LEFT_OUT`` names a folder of rankers that never saw the source they judge
(``scripts/train_ranker.py --left-out``).
"""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

from shared_data import SHARED

from nlp.candidates import find_candidates
from nlp.hints import FieldHints
from nlp.layout.typesetting import without_typesetting
from nlp.match.ranker import Ranker, read_ranker
from nlp.matching import match_hints
from nlp.schema import Schema
from nlp.schema_compiler import compile_schema
from nlp.spans import Candidate, Document

CASES = Path(__file__).resolve().parents[1] / "cases"
ROUNDS = tuple(
    f"round{number}"
    for number in (*range(3, 54), *range(56, 59), 68, 69, *range(72, 76), *range(90, 102))
)
"""Folders of ``CASES``, each by several authors, that may teach."""


@dataclass
class Instance:
    """One solved text; ``drafts`` are what real models said, by run (None where a run failed)."""

    id: str
    text: str
    instruction: str
    raw_schema: Mapping[str, Any]
    gold: Any
    drafts: dict[str, Any] = field(default_factory=dict)
    ranker: Ranker | None = None
    """What ranks its candidates: the shipped one, or one that never saw its source."""

    @cached_property
    def schema(self) -> Schema:
        """The compiled schema."""
        return compile_schema(self.raw_schema, instruction=self.instruction)

    @cached_property
    def document(self) -> Document:
        """The text as a document."""
        return without_typesetting(Document(self.id, self.text)).document

    @cached_property
    def candidates(self) -> tuple[Candidate, ...]:
        """What the finders see."""
        return find_candidates(self.document)

    @cached_property
    def hints(self) -> tuple[FieldHints, ...]:
        """What the matcher says."""
        return match_hints(self.document, self.candidates, self.schema, ranker=self.ranker)


def load_sources() -> dict[str, list[Instance]]:
    """Every source that is here, by name; one whose data is missing is left out."""
    gensie = SHARED / "gensie"
    found = {
        "dev": list(_tasks(gensie / "dev")),
        "recorded": list(_tasks(gensie / "recorded" / "instances")),
        "second": list(_tasks(gensie / "second" / "instances")),
        "own": list(_examples()),
        "cases": list(_tasks(CASES, "*.json")),
        **{name: list(_tasks(CASES / name)) for name in ROUNDS},
        "forms": list(_tasks(CASES / "forms")),
    }
    for folder in filter(None, os.environ.get("VERAZ_CASES", "").split(":")):
        found[Path(folder).name] = list(_tasks(Path(folder)))
    for name, folder in (("recorded", gensie / "recorded"), ("second", gensie / "second/recorded")):
        _add_drafts(found[name], folder)
    if os.environ.get("VERAZ_LEFT_OUT"):
        _judge_by_others(Path(os.environ["VERAZ_LEFT_OUT"]), found)
    return {name: instances for name, instances in found.items() if instances}


def _judge_by_others(folder: Path, found: Mapping[str, list[Instance]]) -> None:
    """Give each text the ranker that never saw its source, as ``train_ranker.py`` wrote them."""
    parts = json.loads((folder / "parts.json").read_text(encoding="utf-8"))
    rankers = {name: read_ranker(folder / name) for name in set(parts.values())}
    for instances in found.values():
        for one in instances:
            part = parts.get(text_key(one.text))
            one.ranker = rankers[part] if part is not None else None


def text_key(text: str) -> str:
    """What names a text among those that were left out."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _tasks(folder: Path, names: str = "**/*.json") -> Iterator[Instance]:
    for path in sorted(folder.glob(names)):
        task = json.loads(path.read_text(encoding="utf-8"))
        yield Instance(
            task["id"],
            task["input_text"],
            task["instruction"],
            task["target_schema"],
            task["output"],
        )


def _examples() -> Iterator[Instance]:
    for path in sorted(Path(str(files("resources") / "examples")).glob("*.json")):
        for one in json.loads(path.read_text(encoding="utf-8")):
            yield Instance(
                one["name"], one["text"], one["instruction"], one["schema"], one["answer"]
            )


def _add_drafts(instances: list[Instance], folder: Path) -> None:
    for path in sorted(folder.glob("*.jsonl")):
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
        outputs = {line["id"]: line["output"] for line in lines}
        for each in instances:
            each.drafts[path.stem] = outputs.get(each.id)
