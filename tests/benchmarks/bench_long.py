"""Documents of 30 to 100 pages, read in windows: what is found, what it costs, what grows with pages.

    python tests/benchmarks/bench_long.py [--documents 30] [--order parallel] [--error mixed] …

The documents are generated (``long_documents.py``), their answers known; a scripted reader behind a
fake server (``long_reader.py``) says of each window what its text says, or errs in one window of ten.
Everything between is the product: ``grounded``, its cutting, asking, merging, checking. The seconds of
the model are those of calls that take ``--delay`` each. In the tables: ``facts`` are the sentences that
say something to the schema, ``near a cut`` those within 300 characters of where a window begins or ends;
``corrected`` the scalars that a later page corrects and that the answer has right; ``evidence`` the
values whose span is their mention, ``in sentence`` those whose span stands in a sentence that says them;
``problems`` the documents that say what was lost. Where windows err, gold is what the other windows say.
"""

import argparse
import asyncio
import math
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]

from long_documents import Fact, LongDocument, gold_of, long_documents, make_document  # noqa: E402
from long_reader import Reader  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

import veraz.pipelines as pipelines  # noqa: E402
from llm.context import forget_contexts  # noqa: E402
from llm.ladder import forget_ladders  # noqa: E402
from llm.scripted import ScriptedServer  # noqa: E402
from llm.served import ServedModel  # noqa: E402
from nlp.errors import VerazError  # noqa: E402
from nlp.schema_compiler import compile_schema  # noqa: E402
from nlp.spans import Document  # noqa: E402
from veraz.extraction import Rules  # noqa: E402
from veraz.result import Extraction  # noqa: E402

CONTEXT = 8192
NEAR = 300
CONSOLE = Console(width=int(os.environ.get("COLUMNS", "165")))


class TimedModel(ServedModel):
    """A served model that remembers how long it took."""

    took: float = 0.0

    async def complete(self, prompt: Any) -> Any:
        started = time.monotonic()
        try:
            return await super().complete(prompt)
        finally:
            self.took = time.monotonic() - started


@dataclass(slots=True)
class Run:
    """How one document went."""

    document: LongDocument
    windows: int
    erring: int
    calls: int
    tokens: int
    model_seconds: float
    seconds: float
    gold: dict[str, Any]
    data: dict[str, Any]
    kept: tuple[int, int, int]
    near: int
    corrected: tuple[int, int]
    anchored: tuple[int, int, int]
    problems: tuple[str, ...]
    failed: str = ""

    @property
    def f1(self) -> float:
        right, said, wanted = self.kept
        return 2 * right / (said + wanted) if said + wanted else 1.0

    @property
    def exact(self) -> bool:
        return self.data == self.gold


def units(root: Mapping[str, Any], path: str = "") -> list[tuple[str, Any]]:
    """The scalars outside lists, with their paths."""
    found: list[tuple[str, Any]] = []
    for name, value in root.items():
        if isinstance(value, Mapping):
            found += units(value, f"{path}{name}.")
        elif not isinstance(value, list) and value is not None:
            found.append((f"{path}{name}", value))
    return found


def agreeing(gold: Any, answer: Any) -> int:
    """How many values two list elements share."""
    if isinstance(gold, Mapping) and isinstance(answer, Mapping):
        return sum(gold[name] == answer.get(name) is not None for name in gold)
    return int(gold == answer)


def size(element: Any) -> int:
    if isinstance(element, Mapping):
        return sum(value is not None for value in element.values())
    return 1


def matched(gold: Sequence[Any], answer: Sequence[Any]) -> int:
    """Values shared by elements paired one to one, the most alike first."""
    pairs = sorted(
        (
            (agreeing(g, a), -abs(i - j), i, j)
            for i, g in enumerate(gold)
            for j, a in enumerate(answer)
        ),
        reverse=True,
    )
    left, right, shared = set(range(len(gold))), set(range(len(answer))), 0
    for count, _, i, j in pairs:
        if i in left and j in right and count:
            left.discard(i)
            right.discard(j)
            shared += count
    return shared


def compared(gold: Mapping[str, Any], answer: Mapping[str, Any]) -> tuple[int, int, int]:
    """Values that are right, that were said, that gold holds."""
    wanted, said = units(gold), units(answer)
    right = len(set(wanted) & set(said))
    total_said, total_wanted = len(said), len(wanted)
    for name, value in gold.items():
        if isinstance(value, list):
            given = answer.get(name) or []
            right += matched(value, given)
            total_said += sum(map(size, given))
            total_wanted += sum(map(size, value))
    return right, total_said, total_wanted


def anchors(extraction: Extraction, document: LongDocument) -> tuple[int, int, int]:
    """Of the values said: how many there are, how many have true evidence, how many in a sentence
    that tells them."""
    values = true = there = 0
    for path, result in extraction.fields.items():
        if result.value is None or isinstance(result.value, list | dict):
            continue
        values += 1
        spans = result.evidence
        text = extraction.document.text
        if not spans or any(text[s.start : s.end] != s.mention for s in spans):
            continue
        true += 1
        name = path.split(".")[0]
        facts = [fact for fact in document.facts if fact.path.split(".")[0] == name]
        there += any(f.start <= spans[0].start and spans[0].end <= f.end for f in facts)
    return values, true, there


def corrected(
    gold: Mapping[str, Any], data: Mapping[str, Any], facts: Iterable[Fact]
) -> tuple[int, int]:
    """Of the scalars that a later page corrects, how many the answer has right."""
    paths = {fact.path for fact in facts if fact.kind in ("corrects", "unnamed", "recalls")}
    wanted, said = dict(units(gold)), dict(units(data))
    return sum(wanted.get(path) == said.get(path) for path in paths), len(paths)


def near_cuts(document: LongDocument, reader: Reader) -> int:
    """How many facts stand within :data:`NEAR` characters of where a window begins or ends."""
    cuts = [cut for span in reader.read for cut in span if 0 < cut < len(document.text) - 1]
    return sum(
        any(cut - NEAR < fact.end and fact.start < cut + NEAR for cut in cuts)
        for fact in document.facts
    )


async def run(document: LongDocument, reader: Reader, server: ScriptedServer, **ways: Any) -> Run:
    reader.open(document)
    server.requests.clear()
    model = TimedModel("m", base_url=server.base_url, first_pause=0.01, **ways)
    schema = compile_schema(document.schema, instruction=document.instruction)
    text = Document(f"{document.kind}-{document.number}", document.text)
    started = time.monotonic()
    data: dict[str, Any] = {}
    problems: tuple[str, ...] = ()
    failed, calls, tokens, anchored = "", 0, 0, (0, 0, 0)
    try:
        made = await pipelines.grounded(text, schema, model, Rules())
        data, problems = made.data, made.problems
        calls, tokens = made.usage.calls, made.usage.input_tokens
        anchored = anchors(made, document)
    except VerazError as error:
        failed, calls = f"{type(error).__name__}: {error}", len(server.requests)
        tokens = int(error.spent.get("input_tokens", 0))
    seconds = time.monotonic() - started
    await model.aclose()
    gold = gold_of(document, reader.clean() if reader.error else document.facts)
    kept = compared(gold, data)
    if reader.error:  # what spoilt windows said rightly all the same is no fault
        full = gold_of(document, document.facts)
        kept = (kept[0], kept[1] - max(0, compared(full, data)[0] - kept[0]), kept[2])
    return Run(
        document, len(reader.read), sum(map(bool, reader.read.values())), calls, tokens, model.took,
        seconds, gold, data, kept, near_cuts(document, reader),
        corrected(gold, data, document.facts), anchored, problems, failed,
    )  # fmt: skip


async def run_all(
    documents: Sequence[LongDocument], *, error: str, share: float, delay: float, **ways: Any
) -> list[Run]:
    forget_contexts()
    forget_ladders()
    reader = Reader(error, share, delay)
    runs = []
    with ScriptedServer([reader], context=CONTEXT) as server:
        # Not counted: the Spanish model is loaded, and the tokens of a character are learnt.
        await run(make_document("contrato", 999, 30), reader, server, **ways)
        for document in documents:
            runs.append(await run(document, reader, server, **ways))
            if runs[-1].failed:
                CONSOLE.print(f"{document.kind} {document.number}: {runs[-1].failed[:200]}")
    return runs


def remembered(ask: Callable[..., Any]) -> Callable[..., Any]:
    """The question about a document, made once for all the runs; its seconds count each time."""
    known: dict[str, Any] = {}

    def asking(document: Document, schema: Any, **options: Any) -> Any:
        if document.id not in known:
            started = time.monotonic()
            known[document.id] = ask(document, schema, **options)
            ASKED[document.id] = time.monotonic() - started
        return known[document.id]

    return asking


ASKED: dict[str, float] = {}


def table_of(title: str, runs: Sequence[Run]) -> None:
    names = (
        "kind,docs,pages,windows,err,calls,prompt tokens,model s,facts,near a cut,F1,exact,"
        "corrected,evidence,in sentence,problems"
    )
    table = Table(title=title)
    for name in names.split(","):
        table.add_column(
            name, justify="left" if name == "kind" else "right", no_wrap=name == "kind"
        )
    kinds = list(dict.fromkeys(each.document.kind for each in runs))
    for kind in [*kinds, "all"]:
        some = [each for each in runs if kind in (each.document.kind, "all")]
        right, said, wanted = (sum(each.kept[i] for each in some) for i in range(3))
        values, true, there = (sum(each.anchored[i] for each in some) for i in range(3))
        good, changed = (sum(each.corrected[i] for each in some) for i in range(2))
        table.add_row(
            kind,
            str(len(some)),
            str(sum(each.document.pages for each in some)),
            str(sum(each.windows for each in some)),
            str(sum(each.erring for each in some)),
            str(sum(each.calls for each in some)),
            f"{sum(each.tokens for each in some):,}",
            f"{sum(each.model_seconds for each in some):.1f}",
            str(sum(len(each.document.facts) for each in some)),
            str(sum(each.near for each in some)),
            f"{2 * right / (said + wanted):.4f}" if said + wanted else "—",
            f"{sum(each.exact for each in some)}/{len(some)}",
            f"{good}/{changed}",
            f"{true}/{values}",
            f"{there}/{values}",
            str(sum(bool(each.problems) for each in some)),
            end_section=kind == kinds[-1],
        )
    CONSOLE.print(table)


def growth_of(runs: Sequence[Run]) -> None:
    """Cost against pages: by fifths, and the exponent of a power law (1 is linear)."""
    table = Table(title="cost against pages")
    measures: dict[str, Callable[[Run], float]] = {
        "calls": lambda each: each.calls,
        "prompt tokens": lambda each: each.tokens,
        "model s": lambda each: each.model_seconds,
        "finding and matching s": lambda each: ASKED.get(
            f"{each.document.kind}-{each.document.number}", 0.0
        ),
        "checking s": lambda each: max(each.seconds - each.model_seconds - asked_now(each), 0.001),
    }
    for name in ("pages", *(f"{name} a page" for name in measures)):
        table.add_column(name, justify="right")
    ordered = sorted(runs, key=lambda each: each.document.pages)
    step = max(len(ordered) // 5, 1)
    for start in range(0, len(ordered), step):
        some = ordered[start : start + step]
        pages = sum(each.document.pages for each in some)
        cells = [f"{sum(map(m, some)) / pages:.3f}" for m in measures.values()]
        table.add_row(f"{some[0].document.pages}–{some[-1].document.pages}", *cells)
    slopes = [f"{exponent(ordered, m):.2f}" for m in measures.values()]
    table.add_section()
    table.add_row("exponent", *slopes)
    CONSOLE.print(table)


FIRST: set[int] = set()


def asked_now(each: Run) -> float:
    """The seconds of the question, where this run was the one that made it."""
    name = f"{each.document.kind}-{each.document.number}"
    return ASKED.get(name, 0.0) if id(each) in FIRST else 0.0


def exponent(runs: Sequence[Run], measure: Callable[[Run], float]) -> float:
    """The slope of log(cost) over log(pages)."""
    points = [(math.log(each.document.pages), math.log(max(measure(each), 1e-3))) for each in runs]
    if len({x for x, _ in points}) < 2:
        return math.nan
    return statistics.linear_regression([x for x, _ in points], [y for _, y in points]).slope


def show_wrong(runs: Sequence[Run], count: int) -> None:
    for each in [each for each in runs if not each.exact][:count]:
        CONSOLE.print(f"[bold]{each.document.kind} {each.document.number}[/] F1 {each.f1:.3f}")
        for name, wanted in each.gold.items():
            if each.data.get(name) != wanted:
                CONSOLE.print(
                    f"  {name}\n    gold {wanted}\n    said {each.data.get(name)}",
                    markup=False,
                    highlight=False,
                )
        for problem in each.problems[:6]:
            CONSOLE.print(f"    problem: {problem[:200]}", markup=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--documents", type=int, default=30)
    parser.add_argument("--order", choices=("shipped", "parallel", "sequential"), action="append")
    parser.add_argument(
        "--error", action="append", help="none, mixed, garbage, empty, truncated, failing, misread"
    )
    parser.add_argument("--share", type=float, default=0.1, help="of windows that err")
    parser.add_argument("--delay", type=float, default=0.05, help="seconds a call takes")
    parser.add_argument("--wrong", type=int, default=0, help="show so many wrong answers")
    chosen = parser.parse_args()
    documents = long_documents(chosen.documents)
    pipelines.ask = remembered(pipelines.ask)  # type: ignore[assignment]
    first = True
    for order in chosen.order or ["sequential", "parallel"]:
        ways = {} if order == "shipped" else {"windows": order}
        for error in chosen.error or ["none", "mixed", "misread"]:
            error = "" if error == "none" else error
            runs = asyncio.run(
                run_all(documents, error=error, share=chosen.share, delay=chosen.delay, **ways)
            )
            if first:
                FIRST.update(map(id, runs))
            named = (
                f"reader errs ({error}) in {chosen.share:.0%} of windows"
                if error
                else "a reader that never errs"
            )
            table_of(f"windows {order}, {named}", runs)
            if first:
                growth_of(runs)
                first = False
            show_wrong(runs, chosen.wrong)


if __name__ == "__main__":
    main()
