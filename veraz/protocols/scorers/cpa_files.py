"""The files of SemEval-2015 task 15: ``VERB.parse``, ``VERB.clust`` and ``VERB.pat``."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from veraz.protocols.scorers.errors import ScoringError

SLOTS: tuple[str, ...] = (
    "subject",
    "object",
    "indirect_object",
    "noun_adjective_complement",
    "verb_complement",
    "preposition_1",
    "adverbial_complement_1",
    "preposition_2",
    "adverbial_complement_2",
)

VERB = "v"
"""The syntactic label of the verb itself, which is not scored."""

Tokens: TypeAlias = dict[str, str]
"""Labels by token id."""


@dataclass(frozen=True, slots=True)
class Parses:
    """The two layers of a ``.parse`` file: labels by token id; empty labels are left out."""

    syntax: Tokens = field(default_factory=dict)
    semantics: Tokens = field(default_factory=dict)


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield number, line.rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise ScoringError("expected UTF-8 text", path=path) from error


def read_parses(path: Path) -> Parses:
    """Read rows ``id, word, syntax, semantics``; ids are unique within the file, verbs left out."""
    parses, seen = Parses(), set[str]()
    for number, line in _lines(path):
        cells = line.split("\t")
        if not 2 <= len(cells) <= 4:
            raise ScoringError(
                "expected id<TAB>word<TAB>syntax<TAB>semantics", path=path, line=number
            )
        token, _, syntax, semantics = [*cells, "", ""][:4]
        if token in seen:
            raise ScoringError(f"the token id {token!r} is used twice", path=path, line=number)
        seen.add(token)
        if syntax.strip() == VERB:
            continue
        if syntax.strip():
            parses.syntax[token] = syntax.strip()
        if semantics.strip():
            parses.semantics[token] = semantics.strip()
    return parses


def read_clusters(path: Path) -> dict[str, int]:
    """Read rows ``id, cluster``; a cluster that is no integer is skipped, the last one wins."""
    clusters = {}
    for number, line in _lines(path):
        element, tab, cluster = line.partition("\t")
        if not tab:
            raise ScoringError("expected id<TAB>cluster", path=path, line=number)
        if cluster.strip().isdigit():
            clusters[element] = int(cluster)
    return clusters


def read_patterns(path: Path) -> list[dict[str, str]]:
    """Read patterns, one a row, nine tab-separated slots; empty slots are left out."""
    patterns = []
    for number, line in _lines(path):
        cells = line.split("\t")
        if len(cells) != len(SLOTS):
            raise ScoringError(
                f"expected {len(SLOTS)} tab-separated slots, found {len(cells)}",
                path=path,
                line=number,
            )
        filled = zip(SLOTS, (cell.strip() for cell in cells), strict=True)
        patterns.append({slot: cell for slot, cell in filled if cell})
    return patterns
