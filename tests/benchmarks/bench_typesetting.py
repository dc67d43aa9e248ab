"""What typesetting costs: the same texts, wrapped, hyphenated, with other blanks, in capitals.

    python tests/benchmarks/bench_typesetting.py [--only NAME,…] [--step N] [--as NAME,…]

Each text of the sources (``sources.py``; ``VERAZ_CASES=folder[:folder…]`` adds folders of cases) is
answered without a model, as it is and rewritten as it would come out of a PDF, a scan or a mail. The
right answer stays the same, so what F1 (GenSIE's, lexical) loses is what the rewriting costs; spaces,
accents' code points and, for capitals, case do not count.
"""

import argparse
import random
import re
import sys
import textwrap
import unicodedata
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "benchmarks")]

from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402
from sources import Instance, load_sources  # noqa: E402

from veraz import Extractor  # noqa: E402
from veraz.protocols.scorers.gensie import TaskScore, corpus, score_task  # noqa: E402

EXTRACTOR = Extractor(model="symbolic", pipeline="grounded", on_unanswered="omit")
WORD = re.compile(r"([(«\"¿¡]*)([a-zñáéíóú]{8,})([.,;:)»\"?!]*)")
SYLLABLE = re.compile(r"(?<=[aeiouáéíóú])(?=[bcdfgjlmnprstv][aeiouáéíóú])")
DOUBLED = 0.15
"""Share of the blanks of running text that are doubled."""


def main() -> int:
    """Answer every text in every dress and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="names of sources, separated by commas")
    parser.add_argument("--step", type=int, default=20, help="every N-th instance of a source only")
    parser.add_argument("--as", dest="dresses", default="", help=f"some of {', '.join(DRESSES)}")
    args = parser.parse_args()
    wanted, dresses = (
        [name for name in given.split(",") if name] for given in (args.only, args.dresses)
    )
    instances = [
        one
        for name, found in load_sources().items()
        if not wanted or name in wanted
        for one in found[:: args.step]
    ]
    table = Table(title=f"symbolic, F1 (lexical), {len(instances)} texts")
    for column in ("the text is", "F1", "answers changed"):
        table.add_column(column)
    plain = [_score(one, "as it is") for one in instances]
    for name in DRESSES:
        if name == "as it is" or not dresses or name in dresses:
            scores = plain if name == "as it is" else [_score(one, name) for one in instances]
            table.add_row(name, f"{corpus(scores).f1:.4f}", str(_changed(plain, scores)))
    Console(width=100).print(table)
    return 0


def _score(one: Instance, dress: str) -> TaskScore:
    raw = dict(one.raw_schema)
    data = EXTRACTOR.extract(DRESSES[dress](one.text), one.instruction, raw).data
    fold = str.lower if dress == "in capitals" else str
    return score_task(_folded(one.gold, fold), _folded(data, fold), raw)


def _folded(value: Any, fold: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return fold(" ".join(unicodedata.normalize("NFC", value).split()))
    if isinstance(value, list):
        return [_folded(each, fold) for each in value]
    if isinstance(value, dict):
        return {name: _folded(each, fold) for name, each in value.items()}
    return value


def _changed(plain: list[TaskScore], scores: list[TaskScore]) -> int:
    pairs = zip(plain, scores, strict=True)
    both = (({key.key: key.score for key in each.keys} for each in pair) for pair in pairs)
    return sum(
        found.get(key, 0.0) != score for first, found in both for key, score in first.items()
    )


def _lines(text: str, rewritten: Callable[[str], str]) -> str:
    """The text, its lines of running text rewritten."""
    return "\n".join(
        line if len(line) < 60 or re.search(r"[|\t]|\S {2,}\S", line) else rewritten(line)
        for line in text.split("\n")
    )


def _wrapped(width: int) -> Callable[[str], str]:
    def wrap(line: str) -> str:
        lead = line[: len(line) - len(line.lstrip())]
        return textwrap.fill(
            line, width, subsequent_indent=lead, break_long_words=False, break_on_hyphens=False
        )

    return lambda text: _lines(text, wrap)


def _hyphenated(text: str, width: int = 66) -> str:
    def wrap(line: str) -> str:
        lines = [""]
        for word in line.split(" "):
            room = width - len(lines[-1]) - 1
            if len(word) <= room or not lines[-1]:
                lines[-1] = f"{lines[-1]} {word}".strip()
                continue
            first = _first_part(word, room)
            if first:
                lines[-1] += f" {first}-"
            lines.append(word[len(first) :])
        return "\n".join(lines)

    return _lines(text, wrap)


def _first_part(word: str, room: int) -> str:
    """As much of a word as has room before a hyphen, "" where no syllable ends there."""
    found = WORD.fullmatch(word)
    cuts = [at.start() for at in SYLLABLE.finditer(word)] if found else []
    fitting = [
        at for at in cuts if found and found.end(1) + 3 <= at <= min(room - 1, found.end(2) - 3)
    ]
    return word[: max(fitting, default=0)]


def _doubled(text: str) -> str:
    chance = random.Random(3)
    return _lines(
        text,
        lambda line: re.sub(
            r"(?<=\S) (?=\S)", lambda _: "  " if chance.random() < DOUBLED else " ", line
        ),
    )


DRESSES: Mapping[str, Callable[[str], str]] = {
    "as it is": str,
    "wrapped at 50": _wrapped(50),
    "wrapped at 72": _wrapped(72),
    "wrapped at 95": _wrapped(95),
    "hyphenated": _hyphenated,
    "with double blanks": _doubled,
    "with blanks of no break": lambda text: re.sub(r"(?<=\d) (?=\w)", "\xa0", text),
    "decomposed": lambda text: unicodedata.normalize("NFD", text),
    "with other line ends": lambda text: text.replace("\n", "\r\n"),
    "in capitals": str.upper,
}

if __name__ == "__main__":
    sys.exit(main())
