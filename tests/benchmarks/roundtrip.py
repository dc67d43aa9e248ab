"""Answers that a server could give under a wire schema, and what the rest of the path makes of them.

An instance is drawn at random under the wire schema, read as a model's draft, normalised, assembled
and held against the caller's own schema.
"""

import json
import random
import string
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from repair_cases import ensure_valid

from llm.wire import wire_schema
from nlp.candidates import find_candidates
from nlp.errors import AnswerError
from nlp.hints import FieldHints
from nlp.match.symbolic_answer import answer_schema
from nlp.matching import match_hints
from nlp.schema import JSON, Draft, Schema
from nlp.schema_compiler import compile_schema
from nlp.schema_validation import violations
from nlp.spans import Candidate, Document
from normalizers.assemble import assemble
from normalizers.normalize import normalize

TEXT = (
    "La alcaldesa Ana Ruiz firmó el contrato el 12 de mayo de 2021 en Valdehierro por 3,5 millones "
    "de euros. El expediente EX-2021/044 consta de 18 folios y dura 24 meses; no hay avalista."
)
DOCUMENT = Document("acta", TEXT)
WORDS = (
    *TEXT.split(),
    "",
    "-",
    "null",
    "no consta",
    "Ana Ruiz",
    "12 de mayo de 2021",
    "2021-05-12",
)
LONGEST_LIST = 2
LETTERS = string.ascii_letters + string.digits + "áñ -./"


def draw(wire: Mapping[str, Any], chance: random.Random) -> JSON:
    """One value that satisfies a wire schema; lists of at most two more than they must have."""
    if "anyOf" in wire:
        return draw(chance.choice(wire["anyOf"]), chance)
    if "const" in wire or "enum" in wire:
        return wire["const"] if "const" in wire else chance.choice(wire["enum"])
    kind = wire["type"]
    if kind == "object":
        return _object(wire, chance)
    if kind == "array":
        return _array(wire, chance)
    if kind == "string":
        return _string(wire, chance)
    if kind == "integer":
        low, high = wire.get("minimum"), wire.get("maximum")
        if low is None:
            low = -1000 if high is None else high - 2000
        return chance.randint(low, high if high is not None else low + 3000)
    if kind == "number":
        return chance.choice((chance.randint(-500, 500), chance.uniform(-1e6, 1e6)))
    return chance.random() < 0.5 if kind == "boolean" else None


def _string(wire: Mapping[str, Any], chance: random.Random) -> str:
    least, most = wire.get("minLength", 0), wire["maxLength"]
    fitting = [word for word in WORDS if least <= len(word) <= most]
    if fitting and chance.random() < 0.7:
        return chance.choice(fitting)
    return "".join(chance.choices(LETTERS, k=chance.randint(least, min(most, least + 8))))


def _array(wire: Mapping[str, Any], chance: random.Random) -> list[JSON]:
    if "prefixItems" in wire:
        return [draw(part, chance) for part in wire["prefixItems"]]
    least = wire.get("minItems", 0)
    most = min(wire["maxItems"], least + LONGEST_LIST)
    return [draw(wire["items"], chance) for _ in range(chance.randint(least, most))]


def _object(wire: Mapping[str, Any], chance: random.Random) -> dict[str, JSON]:
    drawn = {name: draw(part, chance) for name, part in wire["properties"].items()}
    extra = wire["additionalProperties"]
    if extra is not False:
        unnamed = chance.sample(("uno", "dos", "tres"), chance.randint(0, LONGEST_LIST))
        drawn |= {name: draw(extra, chance) for name in unnamed if name not in drawn}
    return drawn


@dataclass(slots=True)
class Outcomes:
    """What became of drafts: answers valid, valid only by what the schema demands, honest errors
    by the keyword that nothing keeps, and answers that break their schema without a word.

    ``seconds`` is the longest that one draft took; ``left`` counts schemas that the time did not
    suffice for.
    """

    counts: Counter[str] = field(default_factory=Counter)
    causes: Counter[str] = field(default_factory=Counter)
    places: list[str] = field(default_factory=list)
    seconds: float = 0.0
    left: int = 0

    def take(self, name: str, draft: JSON, schema: Schema, *, read: "Read") -> None:
        """Bring one draft through the rest of the path and count what comes out."""
        begun = time.perf_counter()
        results = normalize(Draft(draft), schema, read.document, read.candidates, hints=read.hints)
        try:
            answer = ensure_valid(assemble(results, schema), schema)
        except AnswerError as error:
            self.counts["error"] += 1
            self.causes[error.keyword] += 1
            self.places.append(f"{name} {error.pointer or '/'} ({error.keyword})")
        else:
            outcome = "invalid" if violations(schema, answer) else "valid"
            self.counts[outcome] += 1
            if outcome == "valid" and any(each.reason == DEMANDED for each in results):
                self.counts["repaired"] += 1
        self.seconds = max(self.seconds, time.perf_counter() - begun)


DEMANDED = "the schema demands it"
CLASSES = ("valid", "error", "invalid")


@dataclass(frozen=True, slots=True)
class Read:
    """A document as the normalizers take it."""

    document: Document = DOCUMENT
    candidates: tuple[Candidate, ...] = ()
    hints: tuple[FieldHints, ...] = ()


def generated(
    named: Sequence[tuple[str, Schema]], *, times: int, seed: int, seconds: float
) -> Outcomes:
    """Draw ``times`` instances under each wire schema and count what becomes of them.

    Schemas are taken in an order of chance, as many as ``seconds`` allow; an instance depends on
    the seed and its schema alone.
    """
    outcomes = Outcomes()
    order = list(named)
    random.Random(seed).shuffle(order)
    end = time.monotonic() + seconds
    for place, (name, schema) in enumerate(order):
        if time.monotonic() > end:
            outcomes.left = len(order) - place
            break
        wire, chance = wire_schema(schema), random.Random(f"{seed} {name}")
        for _ in range(times):
            outcomes.take(name, draw(wire, chance), schema, read=Read())
    return outcomes


def benchmark_drafts(shared: Path) -> dict[str, Outcomes]:
    """GenSIE: gold of every instance, the symbolic answers, and the recorded drafts."""
    kinds = {kind: Outcomes() for kind in ("GenSIE, gold", "GenSIE, symbolic", "GenSIE, recorded")}
    drafts: dict[str, list[JSON]] = {}
    for path in sorted(shared.joinpath("gensie", "recorded").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            drafts.setdefault(record["id"], []).append(record["output"])
    for folder in ("dev", "recorded/instances"):
        for path in sorted(shared.joinpath("gensie", folder).glob("*.json")):
            record = json.loads(path.read_text(encoding="utf-8"))
            schema = compile_schema(record["target_schema"], instruction=record["instruction"])
            document = Document(path.stem, record["input_text"])
            candidates = find_candidates(document)
            read = Read(document, candidates, match_hints(document, candidates, schema))
            symbolic = answer_schema(document, schema, candidates, read.hints)
            given = {
                "GenSIE, gold": [record["output"]],
                "GenSIE, symbolic": [symbolic],
                "GenSIE, recorded": drafts.pop(record["id"], []),
            }
            for kind, roots in given.items():
                for root in roots:
                    kinds[kind].take(path.stem, root, schema, read=read)
    return kinds
