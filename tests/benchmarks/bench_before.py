"""What happens before the call, in processor time beside spaCy's full pipeline on the same texts.

``python tests/benchmarks/bench_before.py [--step N] [--rounds N]``

By source, and for a document made of several (some 1,000 words) with a schema of thirty fields: the
candidates (our run of spaCy included), then all that the matcher does: labels, hints, what of them
a prompt shows. The best of the rounds, each with documents that nothing has been read of.
"""

import argparse
import itertools
import sys
import time
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(Path(__file__).parent)]

import spacy  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402
from sources import load_sources  # noqa: E402
from spacy.language import Language  # noqa: E402

from nlp.candidates import find_candidates  # noqa: E402
from nlp.matching import match_hints  # noqa: E402
from nlp.pipeline_es import spanish_model  # noqa: E402
from nlp.schema_compiler import compile_schema  # noqa: E402
from nlp.spans import Document  # noqa: E402

WORDS = 1_000
FIELDS = 30
LONG = f"{WORDS:,} words, {FIELDS} fields"

Asked = tuple[str, Mapping[str, Any], str]
"""A text, a schema and an instruction."""


@dataclass(slots=True)
class Times:
    """Seconds of processor."""

    spacy: float = 0.0
    candidates: float = 0.0
    matching: float = 0.0


def timed(asked: Sequence[Asked], full: Language, number: int) -> Times:
    """One round over texts and their schemas; each round's texts are new ones, longer by blanks."""
    found = Times()
    for plain, raw, instruction in asked:
        text = plain + "\n" * number
        schema = compile_schema(raw, instruction=instruction)
        start = time.process_time()
        full(text)
        found.spacy += time.process_time() - start
        document = Document("", text)
        start = time.process_time()
        candidates = find_candidates(document)
        between = time.process_time()
        match_hints(document, candidates, schema)
        found.candidates += between - start
        found.matching += time.process_time() - between
    return found


def long_one(asked: Sequence[Asked]) -> Asked:
    """Texts of a source behind one another, and the first fields of their schemas."""
    texts: list[str] = []
    properties: dict[str, Any] = {}
    definitions: dict[str, Any] = {}
    for text, raw, _ in asked:
        if sum(len(one.split()) for one in texts) < WORDS:
            texts.append(text)
        definitions |= raw.get("$defs", {})
        for name, field in itertools.islice(raw.get("properties", {}).items(), FIELDS):
            if len(properties) < FIELDS:
                properties.setdefault(name, field)
    schema = {"type": "object", "properties": properties, "$defs": definitions}
    return "\n\n".join(texts), schema, ""


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--step", type=int, default=6, help="every N-th instance (default 6)")
    parser.add_argument("--rounds", type=int, default=3, help="the best of N rounds (default 3)")
    options = parser.parse_args()
    name = spanish_model()[1]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the model is older than spaCy
        full = spacy.load(name)
    table = Table(title=f"before the call, ms of processor per 1,000 words, {name}")
    for head in ("source", "texts", "words", "spaCy, full", "candidates", "matching", "together"):
        table.add_column(head, justify="left" if head == "source" else "right")
    groups: dict[str, list[Asked]] = {
        source: [
            (one.document.text, one.raw_schema, one.instruction) for one in each[:: options.step]
        ]
        for source, each in load_sources().items()
    }
    if "dev" in groups:
        groups[LONG] = [long_one(groups["dev"])]
    for source, asked in groups.items():
        rounds = [timed(asked, full, number) for number in range(options.rounds)]
        best = Times(*(min(getattr(one, part) for one in rounds) for part in Times.__slots__))
        words = sum(len(text.split()) for text, _, _ in asked)
        scale = 1e6 / words
        whole = best.candidates + best.matching
        table.add_row(
            source, str(len(asked)), str(words),
            *(f"{scale * one:.0f}" for one in (best.spacy, best.candidates, best.matching)),
            f"{whole / best.spacy:.2f} × spaCy",
        )  # fmt: skip
    Console(width=110).print(table)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
