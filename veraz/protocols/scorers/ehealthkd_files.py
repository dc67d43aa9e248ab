"""eHealth-KD's two submission formats: 2019's three files and 2020's brat pair.

Offsets count characters from the start of the text file, a line break as one; ends are exclusive.
A keyphrase given as one span with spaces inside is split into its words, so that both ways of
writing the same keyphrase compare equal.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from veraz.protocols.scorers.errors import ScoringError

SCENARIOS: dict[int, str] = {
    1: "scenario1-main",
    2: "scenario2-taskA",
    3: "scenario3-taskB",
    4: "scenario4-transfer",
}
SAME_AS = "same-as"

Span = tuple[int, int]
_WORD = re.compile(r"[^ ]+")


@dataclass(frozen=True, slots=True)
class Keyphrase:
    """A labelled mention; ``spans`` are word spans within its sentence."""

    id: str
    label: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Relation:
    """A labelled arrow between two keyphrases, by their ids."""

    label: str
    source: str
    target: str


@dataclass(slots=True)
class Sentence:
    """A line of the text with its annotations in file order."""

    text: str
    keyphrases: list[Keyphrase] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)


@dataclass(slots=True)
class Collection:
    """The sentences of one scenario and what had to be left out while reading."""

    sentences: list[Sentence]
    warnings: list[str] = field(default_factory=list)


class _Reader:
    """Puts annotations with file offsets into their sentences."""

    def __init__(self, path: Path) -> None:
        lines = _read(path).split("\n")
        if lines and not lines[-1]:
            lines.pop()
        self.collection = Collection([Sentence(line) for line in lines])
        self._starts = [0]
        for line in lines:
            self._starts.append(self._starts[-1] + len(line) + 1)
        self._home: dict[str, int] = {}

    def keyphrase(self, name: str, label: str, spans: str, path: Path, line: int) -> None:
        try:
            pairs = [tuple(map(int, span.split())) for span in spans.split(";")]
            offsets = sorted((start, end) for start, end in pairs)
        except ValueError:
            raise ScoringError(
                f"expected offsets as '4 9' or '41 45;46 59', found {spans!r}", path=path, line=line
            ) from None
        place = bisect_right(self._starts, offsets[0][0]) - 1
        if not 0 <= place < len(self.collection.sentences):
            beyond = f"{path}:{line}: the offset {offsets[0][0]} is beyond the text, left out"
            self.collection.warnings.append(beyond)
            return
        if name in self._home:
            self.collection.warnings.append(f"{path}:{line}: the id {name} is used twice")
        sentence, base = self.collection.sentences[place], self._starts[place]
        inner = [(start - base, end - base) for start, end in offsets]
        if len(inner) == 1:
            inner = _words(sentence.text, *inner[0])
        self._home[name] = place
        sentence.keyphrases.append(Keyphrase(name, label, tuple(inner)))

    def relation(self, label: str, source: str, target: str, where: str) -> None:
        homes = (self._home.get(source), self._home.get(target))
        if homes[0] is None or homes[1] is None:
            lone = source if homes[0] is None else target
            self.collection.warnings.append(f"{where}: no keyphrase {lone}, relation left out")
        elif homes[0] != homes[1]:
            self.collection.warnings.append(f"{where}: relation across sentences, left out")
        else:
            self.collection.sentences[homes[0]].relations.append(Relation(label, source, target))


def _words(text: str, start: int, end: int) -> list[Span]:
    found = [(start + m.start(), start + m.end()) for m in _WORD.finditer(text[start:end])]
    return found or [(start, end)]


def scenario_folder(path: Path, scenario: int) -> Path:
    """The folder of a scenario: ``path`` itself or the one below it with the published name."""
    below = path / SCENARIOS[scenario]
    if below.is_dir():
        return below
    if not path.is_dir():
        raise ScoringError(f"expected a directory, or one with {SCENARIOS[scenario]}/", path=path)
    return path


def read_2019(path: Path, scenario: int) -> Collection:
    """Read ``input_``/``output_``, ``output_a_`` and ``output_b_scenarioN.txt``."""
    folder = scenario_folder(path, scenario)
    suffix = f"scenario{scenario}.txt"
    texts = [folder / f"{prefix}_{suffix}" for prefix in ("input", "output")]
    text = next((each for each in texts if each.exists()), None)
    if text is None:
        raise ScoringError(f"expected {texts[0].name} or {texts[1].name} here", path=folder)
    reader = _Reader(text)
    a, b = folder / f"output_a_{suffix}", folder / f"output_b_{suffix}"
    for number, (name, spans, label, *_) in _rows(a, 3, "id, offsets, label, text", reader):
        reader.keyphrase(name, label, spans, a, number)
    for number, (label, source, target, *_) in _rows(b, 3, "label, from, to", reader):
        reader.relation(label, source, target, f"{b}:{number}")
    return reader.collection


def read_2020(path: Path, scenario: int) -> Collection:
    """Read ``scenario.txt`` and ``scenario.ann``."""
    folder = scenario_folder(path, scenario)
    text, annotations = folder / "scenario.txt", folder / "scenario.ann"
    if not text.exists():
        raise ScoringError("expected scenario.txt and scenario.ann here", path=folder)
    reader = _Reader(text)
    relations: list[tuple[int, str, str, str]] = []
    expected = "id, annotation"
    for number, (name, body, *_) in _rows(annotations, 2, expected, reader):
        if name.startswith("T"):
            label, _, spans = body.partition(" ")
            reader.keyphrase(name, label, spans, annotations, number)
        elif name.startswith(("R", "*")):
            relations += ((number, *each) for each in _brat_pairs(name, body, annotations, number))
    for number, label, source, target in relations:
        reader.relation(label, source, target, f"{annotations}:{number}")
    for sentence in reader.collection.sentences:  # as that year's loader leaves them
        sentence.keyphrases.sort(key=lambda each: each.spans)
    return reader.collection


def _brat_pairs(name: str, body: str, path: Path, line: int) -> list[tuple[str, str, str]]:
    """``label Arg1:T1 Arg2:T2``, or ``same-as T1 T2 …`` as a chain of pairs."""
    label, *arguments = body.split()
    if name == "*" and len(arguments) >= 2:
        return [(label, *pair) for pair in pairwise(arguments)]
    if len(arguments) == 2 and all(":" in each for each in arguments):
        source, target = (each.partition(":")[2] for each in arguments)
        return [(label, source, target)]
    raise ScoringError(f"expected 'label Arg1:T1 Arg2:T2', found {body!r}", path=path, line=line)


def _rows(
    path: Path, fields: int, expected: str, reader: _Reader
) -> Iterator[tuple[int, list[str]]]:
    """Tab-separated rows with their line numbers; a missing file is no rows and a warning."""
    if not path.exists():
        reader.collection.warnings.append(f"{path}: no such file, taken as empty")
        return
    for number, line in enumerate(_read(path).split("\n"), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        row = line.split("\t")
        if len(row) < fields:
            raise ScoringError(
                f"expected tab-separated {expected}; found {len(row)} fields",
                path=path,
                line=number,
            )
        yield number, [cell.strip() for cell in row]


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ScoringError("expected UTF-8 text", path=path) from error
