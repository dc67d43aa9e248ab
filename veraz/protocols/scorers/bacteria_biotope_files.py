"""The files of Bacteria Biotope 2016: ``.txt``, ``.a1`` (given) and ``.a2`` (gold or predicted).

Offsets count characters, ends are exclusive, fragments are joined by ``;`` (``0 3;5 8``).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from veraz.protocols.scorers.errors import ScoringError

BACTERIA, HABITAT, GEOGRAPHICAL = "Bacteria", "Habitat", "Geographical"
ENTITY_TYPES = frozenset({BACTERIA, HABITAT, GEOGRAPHICAL})
EVENT = "Lives_In"
REFERENTS: dict[str, str] = {"NCBI_Taxonomy": BACTERIA, "OntoBiotope": HABITAT}

Fragments = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Entity:
    """A mention, of one of :data:`ENTITY_TYPES`."""

    id: str
    type: str
    fragments: Fragments


@dataclass(frozen=True, slots=True)
class Event:
    """A ``Lives_In`` relation by entity ids."""

    id: str
    bacteria: str
    location: str


@dataclass(slots=True)
class Annotations:
    """What one or more annotation files say of a document.

    ``referents`` maps an entity to its taxa or habitat concepts; ``equivalents`` holds sets of
    entities that name the same thing.
    """

    entities: dict[str, Entity] = field(default_factory=dict)
    referents: dict[str, set[str]] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    equivalents: list[frozenset[str]] = field(default_factory=list)

    def same(self, name: str) -> frozenset[str]:
        """The entity itself and those equivalent to it."""
        groups = [group for group in self.equivalents if name in group]
        return frozenset({name}).union(*groups)


@dataclass(frozen=True, slots=True)
class Pair:
    """One document: what is given, gold and predicted; the last two include what is given."""

    name: str
    given: Annotations
    gold: Annotations
    predicted: Annotations


def read_pairs(gold: Path, predictions: Path, warnings: list[str]) -> Iterator[Pair]:
    """Yield the gold directory's documents one by one, each with its prediction.

    A document without a prediction file is predicted empty, with a warning.
    """
    texts = sorted(gold.glob("*.txt")) if gold.is_dir() else []
    if not texts:
        raise ScoringError("expected a directory with .txt, .a1 and .a2 files", path=gold)
    if not predictions.is_dir():
        raise ScoringError("expected a directory with .a2 files", path=predictions)
    strays = {path.stem for path in predictions.glob("*.a2")} - {path.stem for path in texts}
    if strays:
        warnings.append(f"{len(strays)} predicted documents have no gold, e.g. {min(strays)}")
    for path in texts:
        with path.open(encoding="utf-8", newline="") as file:
            length = len(file.read())
        a1, a2 = path.with_suffix(".a1"), path.with_suffix(".a2")
        for each in (a1, a2):
            if not each.exists():
                raise ScoringError("no such file; every .txt needs its .a1 and .a2", path=each)
        predicted = predictions / a2.name
        if not predicted.exists():
            warnings.append(f"{predicted}: no such file, taken as empty")
        yield Pair(
            path.stem,
            given=read_annotations([a1], length),
            gold=read_annotations([a1, a2], length),
            predicted=read_annotations([a1, *([predicted] if predicted.exists() else [])], length),
        )


def read_annotations(paths: list[Path], length: int) -> Annotations:
    """Read standoff files of one text of ``length`` characters."""
    found = Annotations()
    for path in paths:
        try:
            lines = path.read_text(encoding="utf-8").split("\n")
        except UnicodeDecodeError as error:
            raise ScoringError("expected UTF-8 text", path=path) from error
        for number, line in enumerate(lines, start=1):
            if line.strip():
                _read_line(line, found, path, number, length)
    for event in found.events:
        for name in (event.bacteria, event.location):
            if name not in found.entities:
                raise ScoringError(f"{event.id} names {name}, which is not there", path=paths[-1])
    return found


def _read_line(line: str, found: Annotations, path: Path, number: int, length: int) -> None:
    name, _, rest = line.partition("\t")
    body = rest.partition("\t")[0]
    kind, _, arguments = body.partition(" ")
    if name.startswith("T"):
        if kind in ENTITY_TYPES:
            fragments = _fragments(arguments, path, number, length)
            if name in found.entities:
                raise ScoringError(f"the id {name} is used twice", path=path, line=number)
            found.entities[name] = Entity(name, kind, fragments)
    elif name == "*":
        found.equivalents.append(frozenset(arguments.split()))
    elif name.startswith("N"):
        named = _arguments(arguments, ("Annotation", "Referent"), path, number)
        if kind not in REFERENTS:
            known = " or ".join(REFERENTS)
            raise ScoringError(f"expected {known}, found {kind!r}", path=path, line=number)
        found.referents.setdefault(named["Annotation"], set()).add(named["Referent"])
    elif name.startswith("R"):
        named = _arguments(arguments, (BACTERIA, "Location"), path, number)
        if kind == EVENT:
            found.events.append(Event(name, named[BACTERIA], named["Location"]))
    else:
        raise ScoringError(
            f"expected a line starting with T, N, R or *, found {name!r}", path=path, line=number
        )


def _fragments(written: str, path: Path, number: int, length: int) -> Fragments:
    try:
        pairs = [each.split() for each in written.split(";")]
        fragments = tuple((int(start), int(end)) for start, end in pairs)
    except ValueError:
        raise ScoringError(
            f"expected offsets as '0 3' or '0 3;5 8', found {written!r}", path=path, line=number
        ) from None
    for start, end in fragments:
        if not 0 <= start < end <= length:
            raise ScoringError(
                f"the span {start} {end} is not within the text (0 to {length})",
                path=path,
                line=number,
            )
    return fragments


def _arguments(written: str, wanted: tuple[str, ...], path: Path, number: int) -> dict[str, str]:
    named = {}
    for part in written.split():
        role, _, value = part.partition(":")
        named[role] = value
    if any(not named.get(role) for role in wanted):
        expected = " ".join(f"{role}:…" for role in wanted)
        raise ScoringError(f"expected {expected}, found {written!r}", path=path, line=number)
    return named
