"""How right the hints are that a prompt shows, what they cover and what they cost.

    python tests/benchmarks/bench_hints.py [--source NAME …] [--shipped] [--trade]

A hint with a field is right if its value is that field's answer, a fact without one if its value
answers some field; of what is shown, the mention or its value must be right
(:func:`hint_lessons.near`). Each source is judged with coefficients and floors that the *other*
sources taught (``scripts/fit_hints.py``); ``--shipped`` judges those that ship. ``--trade`` asks for
other shares of right hints and prints what they cover and cost.

``lost`` says where answers are lost that nothing shown says: no candidate says them (most are
reckoned or said in other words), none in the form asked for, every offer that does is below its
floor, or the prompt has no room.
"""

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLACES = (ROOT, ROOT / "tests", ROOT / "tests" / "benchmarks", ROOT / "scripts")
sys.path[:0] = [str(place) for place in PLACES]

from fit_hints import PRECISION, Judged, fit  # noqa: E402
from hint_lessons import Gold, is_right, leaves_of, lessons_of, near  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402
from sources import Instance, load_sources  # noqa: E402

from llm.prompt import build_prompt  # noqa: E402
from llm.render import render_hints  # noqa: E402
from nlp.asked.field_profile import profile_schema  # noqa: E402
from nlp.facts.fact_kinds import KINDS  # noqa: E402
from nlp.facts.weighing import NEVER, Weighing, choose, trained_weighing  # noqa: E402
from nlp.hints import ShownHint  # noqa: E402
from nlp.shown import select, with_shown  # noqa: E402

COVERED = ("date", "number", "identifier")
TRADED = (0.6, 0.7, 0.75, 0.78, 0.82, 0.86, 0.9)


@dataclass(frozen=True, slots=True)
class Case:
    """One solved text with its judged offers and the answers a hint should cover, by kind."""

    instance: Instance
    gold: Gold
    lessons: Sequence[Judged]
    asked: Sequence[tuple[str, object]]


@dataclass(slots=True)
class Tally:
    """Counts over the texts of a source; ``said`` are answers that some offer says."""

    right: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    aimed: dict[bool, list[bool]] = field(default_factory=lambda: defaultdict(list))
    covered: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    said: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    lost: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    shares: list[float] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Count another source with this one."""
        for mine, theirs in ((self.right, other.right), (self.covered, other.covered)):
            for kind, found in theirs.items():
                mine[kind] += found
        self.shares += other.shares

    @property
    def every(self) -> list[bool]:
        """All hints."""
        return list(chain(*self.right.values()))


def main() -> int:
    """Judge the hints of every source and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--source", action="append", help="judge only this one (may be repeated)")
    parser.add_argument("--shipped", action="store_true", help="judge the weights that ship")
    parser.add_argument("--trade", action="store_true", help="other shares of right hints too")
    args = parser.parse_args()
    console = Console(width=130, emoji=False)
    found = load_sources()
    if args.shipped and not args.trade:  # nothing is fitted to the others
        found = {name: found[name] for name in args.source or found}
    sources = {name: [*map(case_of, instances)] for name, instances in found.items()}
    judged = {name: sources[name] for name in args.source or sources}
    for name, cases in judged.items():
        weighing = trained_weighing() if args.shipped else taught_without(name, sources)
        console.print(_table(name, tally(cases, weighing)))
        if not args.shipped:
            console.print("floors by the other sources: " + _floors(weighing))
    if args.trade:
        console.print(_trade(judged, sources))
    return 0


def case_of(instance: Instance) -> Case:
    """A solved text, its offers judged."""
    gold = list(leaves_of(instance.gold, ""))
    return Case(instance, gold, lessons_of(instance), asked_in(instance, gold))


def asked_in(instance: Instance, gold: Gold) -> list[tuple[str, object]]:
    """The dates, numbers and identifiers asked for outside lists, with their answers."""
    profiles = {one.path: one for one in profile_schema(instance.schema)}
    asked: list[tuple[str, object]] = []
    for path, answer in gold:
        profile = profiles.get(path)
        if profile is None or "*" in path.split(".") or isinstance(answer, bool):
            continue
        kind = profile.group if profile.group != "text" else ""
        if profile.form is not None or profile.asks("identifier") > 0.5:
            kind = "identifier"
        if kind and profile.field.kind != "enum":
            asked.append((kind, answer))
    return asked


def taught_without(
    name: str, sources: Mapping[str, Sequence[Case]], precision: float = PRECISION
) -> Weighing:
    """What all sources but one teach."""
    lessons = {
        other: [case.lessons for case in cases] for other, cases in sources.items() if other != name
    }
    return fit(lessons, precision)


def tally(cases: Iterable[Case], weighing: Weighing) -> Tally:
    """Count what is right, covered and paid among the hints of some texts."""
    counts = Tally()
    for case in cases:
        one = case.instance
        shown = select(
            [lesson.offer for lesson in case.lessons], one.document, one.schema, weighing
        )
        chosen = choose([lesson.offer for lesson in case.lessons], weighing)
        _count(case, shown, chosen, counts)
    return counts


def _count(
    case: Case, shown: Sequence[ShownHint], chosen: Sequence[ShownHint], counts: Tally
) -> None:
    for one in shown:
        good = is_right(one, case.gold)
        counts.right[one.kind].append(good)
        counts.aimed[one.path is not None].append(good)
    for kind, answer in case.asked:
        counts.covered[kind].append(_says(shown, answer))
        offered = _says((one.offer.shown for one in case.lessons), answer)
        counts.said[kind].append(offered)
        if not counts.covered[kind][-1]:
            unfound = "another form" if _found(case.instance, answer) else "no candidate"
            floor = "no room" if _says(chosen, answer) else "below the floor"
            counts.lost[kind][floor if offered else unfound] += 1
    one = case.instance
    hints = with_shown(one.hints, shown)
    prompt = build_prompt(one.document, one.schema, hints)
    whole = sum(len(message.content) for message in prompt.messages)
    counts.shares.append(len(render_hints(hints)) / whole)


def _says(shown: Iterable[ShownHint], answer: object) -> bool:
    return any(near(one.value, answer) or near(one.mention, answer) for one in shown)


def _found(instance: Instance, answer: object) -> bool:
    """Whether some candidate says an answer, in whatever form."""
    for one in instance.candidates:
        value = one.value
        said = () if value is None else (value.timex, value.timex_end, value.number, value.text)
        if one.label != "SENTENCE" and any(
            near(each, answer) for each in (one.mention, *said) if each is not None
        ):
            return True
    return False


def _table(name: str, counts: Tally) -> Table:
    table = Table(title=f"Hints shown: {name}, {len(counts.shares)} texts")
    for column in ("", "shown", "right"):
        table.add_column(column)
    for kind in KINDS:
        if counts.right[kind]:
            table.add_row(kind, str(len(counts.right[kind])), mean(counts.right[kind]))
    table.add_row("offered to a field", str(len(counts.aimed[True])), mean(counts.aimed[True]))
    table.add_row("all", str(len(counts.every)), mean(counts.every), style="bold")
    for kind in COVERED:
        if counts.covered[kind]:
            asked, found = counts.covered[kind], counts.said[kind]
            table.add_row(f"{kind}s asked for: covered", str(len(asked)), mean(asked))
            table.add_row("  of those that some offer says", str(sum(found)), _of(asked, found))
            lost = ", ".join(f"{why} {times}" for why, times in counts.lost[kind].most_common())
            table.add_row("  lost", str(counts.lost[kind].total()), lost)
    most = max(counts.shares)
    table.add_row("share of the prompt: mean, most", "", f"{_mean(counts.shares):.3f}, {most:.3f}")
    return table


def _trade(judged: Mapping[str, Sequence[Case]], sources: Mapping[str, Sequence[Case]]) -> Table:
    table = Table(title="Right hints against coverage and share of the prompt, sources left out")
    for column in ("asked for", "source", "shown", "right", *COVERED, "share: mean, most"):
        table.add_column(column)
    for precision in TRADED:
        pooled = Tally()
        for name, cases in judged.items():
            counts = tally(cases, taught_without(name, sources, precision))
            table.add_row(*_traded(f"{precision:.2f}", name, counts))
            pooled.add(counts)
        table.add_row(*_traded(f"{precision:.2f}", "all", pooled), style="bold")
    for name, cases in judged.items():
        table.add_row(*_traded("every date, number, code", name, tally(cases, everything(cases))))
    return table


def everything(cases: Sequence[Case]) -> Weighing:
    """A weighing that shows every fact with a value, in the order of their chances."""
    fitted = trained_weighing()
    kinds = [kind for kind in KINDS if kind not in {"person", "organization", "place"}]
    kinds = [kind for kind in kinds if kind not in {"title", "choice", "text"}]
    floors = {f"fact:{kind}:{crowd}": 0.0 for kind in kinds for crowd in ("few", "many")}
    return Weighing(fitted.coefficients, {**fitted.floors, **floors})


def _traded(asked: str, name: str, counts: Tally) -> list[str]:
    covered = [mean(counts.covered[kind]) for kind in COVERED]
    share = f"{_mean(counts.shares):.3f}, {max(counts.shares):.3f}"
    return [asked, name, str(len(counts.every)), mean(counts.every), *covered, share]


def _floors(weighing: Weighing) -> str:
    shown = [f"{key} {least:.2f}" for key, least in weighing.floors.items() if least < NEVER]
    return ", ".join(shown) or "nothing is shown"


def _of(covered: Sequence[bool], found: Sequence[bool]) -> str:
    return mean([one for one, there in zip(covered, found, strict=True) if there])


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def mean(values: Sequence[bool]) -> str:
    """A share with three decimals, a dash for none."""
    return f"{_mean(values):.3f}" if values else "-"


if __name__ == "__main__":
    sys.exit(main())
