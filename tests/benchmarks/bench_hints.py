"""How right the hints are that a prompt shows, what they cover and what they cost.

    python tests/benchmarks/bench_hints.py [--source NAME …] [--limit N]

A hint with a field is right if its value is that field's answer, a fact without one if its value
answers some field. Of what is shown, the mention or the value it is said to have must be right;
strings from half their words on. Beside it stand the hints that version 0.1 showed: every mention
of a field with a probability of .3 or more.
"""

import argparse
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "benchmarks")]

from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402
from sources import Instance, load_sources  # noqa: E402

from llm.prompt import build_prompt  # noqa: E402
from llm.render import render_hints  # noqa: E402
from nlp.hints import KINDS_SHOWN  # noqa: E402
from nlp.match.answers import answer_value  # noqa: E402
from nlp.match.field_profile import profile_schema  # noqa: E402
from nlp.match.stems import fold  # noqa: E402
from nlp.shown import kind_of  # noqa: E402

_OLD_FLOOR, _OLD_HINTS, _OLD_LISTED = 0.3, 3, 8
_NEAR = 0.5
_ISO = re.compile(r"\d{4}-\d\d(?:-\d\d(?:[T ]\d\d.*)?)?$")
_COVERED = ("date", "number", "identifier")


class Tally:
    """Counts over the instances of a source."""

    def __init__(self) -> None:
        self.new: dict[str, list[bool]] = defaultdict(list)
        self.old: dict[str, list[bool]] = defaultdict(list)
        self.covered: dict[str, list[bool]] = defaultdict(list)
        self.offered: dict[str, list[bool]] = defaultdict(list)
        self.shares: list[float] = []
        self.count = 0


def main() -> int:
    """Judge the hints of every source and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--source", action="append", help="only this source (may be repeated)")
    parser.add_argument("--limit", type=int, default=0, help="only the first N instances of each")
    args = parser.parse_args()
    console = Console(width=130)
    sources = load_sources()
    for name in args.source or sources:
        tally = Tally()
        for instance in sources.get(name, [])[: args.limit or None]:
            judge(instance, tally)
        console.print(_table(name, tally))
    return 0


def judge(instance: Instance, tally: Tally) -> None:
    """Count what is right among the hints of one instance."""
    gold = list(leaves_of(instance.gold, ""))
    profiles = {one.path: one for one in profile_schema(instance.schema)}
    hints = instance.hints
    values: list[Any] = []
    for group in hints:
        for hint in group.hints:
            if (one := hint.shown) is not None:
                values.extend((one.value, one.mention))
                said = _right(one.value, one.path, gold) or _right(one.mention, one.path, gold)
                tally.new[one.kind].append(said)
        profile = profiles[group.path]
        most = _OLD_LISTED if "*" in group.path.split(".") else _OLD_HINTS
        likely = [one for one in group.hints if one.score * group.answered >= _OLD_FLOOR]
        for hint in likely[:most]:
            value = answer_value(hint.candidate, profile)
            kind = kind_of(hint.candidate, profile)
            said = _right(value, group.path, gold)
            said = said or _right(hint.candidate.mention, group.path, gold)
            tally.old[kind].append(said)
    for path, answer in gold:
        asked = profiles.get(path)
        if asked is None or "*" in path.split("."):
            continue
        kind = asked.group if asked.group != "text" else ""
        if asked.form is not None or asked.asks("identifier") > 0.5:
            kind = "identifier"
        if kind and not isinstance(answer, bool) and asked.field.kind != "enum":
            tally.covered[kind].append(any(near(value, answer) for value in values))
    prompt = build_prompt(instance.document, instance.schema, hints)
    whole = sum(len(one.content) for one in prompt.messages)
    tally.shares.append(len(render_hints(hints)) / whole)
    tally.count += 1


def _right(value: Any, path: str | None, gold: list[tuple[str, Any]]) -> bool:
    return any(near(value, answer) for at, answer in gold if path is None or at == path)


def leaves_of(gold: Any, path: str) -> Iterator[tuple[str, Any]]:
    """The answers of a solved text by schema path; null is none."""
    if isinstance(gold, dict):
        for name, below in gold.items():
            yield from leaves_of(below, f"{path}.{name}" if path else name)
    elif isinstance(gold, list):
        for below in gold:
            yield from leaves_of(below, f"{path}.*")
    elif gold is not None:
        yield path, gold


def near(value: Any, answer: Any) -> bool:
    """Whether a value is an answer.

    Numbers are equal; ISO dates agree as far as both go, down to the month at least; codes are
    equal but for their separators; other strings share half of their words and contradict no figure.
    """
    if isinstance(value, bool) or isinstance(answer, bool):
        return value is answer
    if isinstance(value, int | float) and isinstance(answer, int | float):
        return abs(value - answer) < 1e-6
    one, other = str(value).strip(), str(answer).strip()
    if _ISO.match(one) and _ISO.match(other):
        shorter, longer = sorted((one.replace("T", " "), other.replace("T", " ")), key=len)
        return longer.startswith(shorter)
    if any(map(str.isdigit, other)) and _squeezed(one) == _squeezed(other):
        return True
    first, second = _words(one), _words(other)
    if not (first and second) or len(first & second) < _NEAR * len(first | second):
        return False
    figures = [{word for word in words if word[0].isdigit()} for words in (first, second)]
    return figures[0] <= figures[1] or figures[1] <= figures[0]


def _squeezed(text: str) -> str:
    return "".join(char for char in fold(text) if char.isalnum())


def _words(value: Any) -> set[str]:
    return set(re.findall(r"\w+", fold(str(value))))


def _table(name: str, tally: Tally) -> Table:
    table = Table(title=f"Hints shown: {name}, {tally.count} instances")
    for column in ("kind", "shown", "right", "shown by 0.1", "right"):
        table.add_column(column)
    for kind in (*KINDS_SHOWN, "all"):
        new = tally.new[kind] if kind != "all" else list(chain(*tally.new.values()))
        old = tally.old[kind] if kind != "all" else list(chain(*tally.old.values()))
        if new or old:
            table.add_row(kind, str(len(new)), _mean(new), str(len(old)), _mean(old))
    for kind in _COVERED:
        if tally.covered[kind]:
            table.add_row(
                f"{kind}s asked for: covered",
                str(len(tally.covered[kind])),
                _mean(tally.covered[kind]),
            )
    if tally.shares:
        mean, most = sum(tally.shares) / len(tally.shares), max(tally.shares)
        table.add_row("share of the prompt: mean, most", "", f"{mean:.3f}, {most:.3f}")
    return table


def _mean(values: list[bool]) -> str:
    return f"{sum(values) / len(values):.3f}" if values else "-"


if __name__ == "__main__":
    sys.exit(main())
