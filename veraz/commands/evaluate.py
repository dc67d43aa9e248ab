"""``veraz evaluate``: how right the extractor is on labelled documents of one's own."""

import argparse
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from nlp.errors import OutputError, SettingsError
from nlp.printable import printable
from veraz.accuracy.answers import Answer, read_answers
from veraz.batch.answer_gold import answer_gold
from veraz.commands.batch import schema_of
from veraz.commands.extracting import add_extraction_options, batch_options
from veraz.commands.saying import is_quiet, say
from veraz.commands.tables import printing, show_rows
from veraz.default_model import RULES_ANSWER, by_rules_alone
from veraz.gold import Gold, read_gold
from veraz.language import users_language
from veraz.own_examples import read_examples
from veraz.settings import settings_from

if TYPE_CHECKING:
    # They bring scipy, which nobody should wait for who asks for --help.
    from veraz.accuracy.comparing import Comparison
    from veraz.accuracy.evaluation import Evaluation

ON_UNANSWERED = "omit"
"""What is missing is missed, and the rest of the document counts."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_gold_options(parser)
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a page with every error")
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="write figures, answers and verdicts"
    )
    parser.add_argument(
        "--compare",
        type=Path,
        metavar="OTHER",
        help="answers to compare with: what --json wrote, or an output of veraz batch",
    )


def add_gold_options(parser: argparse.ArgumentParser) -> None:
    """Declare what is judged by what: gold, answers or who makes them, and when two are the same."""
    parser.add_argument(
        "gold", type=Path, metavar="GOLD", help="a .jsonl of labelled documents: id, text, answer"
    )
    parser.add_argument("--schema", type=Path, help="a JSON Schema file, for rows that bring none")
    parser.add_argument(
        "--instruction", default="", help="what to extract, for rows that bring none"
    )
    parser.add_argument(
        "--answers",
        type=Path,
        action="append",
        metavar="OUT",
        help="judge these, from veraz batch --evidence, review or evaluate --json; nothing is extracted. "
        "Given again: a later file's answers take the place of an earlier one's",
    )
    parser.add_argument(
        "--near",
        type=float,
        default=1.0,
        metavar="S",
        help="free text as alike as this is right, from 0 to 1 (default 1: the same letters)",
    )
    parser.add_argument(
        "--concurrency", type=int, default=4, metavar="N", help="documents at a time (default 4)"
    )
    add_extraction_options(parser)


def run(options: argparse.Namespace) -> int:
    """Extract, judge and print; 0, or 1 where some documents have no answer."""
    from veraz.accuracy.cases import read_decided
    from veraz.accuracy.comparing import compare
    from veraz.accuracy.evaluation import evaluate
    from veraz.accuracy.page import page

    check(options)
    gold = gold_of(options)
    other = None if options.compare is None else read_answers(options.compare)
    found = evaluate(gold, answers_to(gold, options), near=options.near)
    compared = None
    if other is not None:
        compared = compare(found, evaluate(gold, other, near=options.near))
    decided = read_decided(found)
    if options.json is not None:
        whole = found.to_dict()
        if decided is not None:
            whole["decided"] = asdict(decided)
        if compared is not None:
            whole["compared"] = compared.to_dict()
        write(options.json, json.dumps(whole, ensure_ascii=False, indent=1) + "\n")
    if options.html is not None:
        write(options.html, page(found, compared, users_language()))
    show(found, compared, printing())
    if decided is not None:
        printing().print(str(decided), soft_wrap=True, highlight=False)
    for each in found.failed[:5]:
        say(f"{each.gold.id} has no answer: {each.answer.error}")
    return int(bool(found.failed))


def check(options: argparse.Namespace) -> None:
    """Raise :class:`SettingsError` for options that cannot be obeyed."""
    if not 0 < options.near <= 1:
        raise SettingsError(f"--near {options.near} must be above 0 and at most 1.")
    if options.concurrency < 1:
        raise SettingsError(f"--concurrency {options.concurrency} must be at least 1.")


def gold_of(options: argparse.Namespace) -> Gold:
    """Read the gold file, and say what its owner should know."""
    gold = read_gold(
        options.gold, schema=schema_of(options.schema), instruction=options.instruction
    )
    for notice in gold.notices:
        say(notice)
    return gold


def answers_to(gold: Gold, options: argparse.Namespace) -> dict[str, Answer]:
    """Read the answers, or have them made."""
    if options.answers is not None:
        return read_answers(*options.answers)
    made = batch_options(
        options, schema_of(options.schema), evidence=True, on_unanswered=ON_UNANSWERED
    )
    made = replace(made, leave_one_out=True)
    if among := _among_examples(gold, options.examples):
        say(
            f"{among} of {len(gold.documents)} documents are examples too: each is answered by what the "
            "others teach."
        )
    if made.model is None and made.base_url is None and by_rules_alone(settings_from()):
        say(RULES_ANSWER)
    with _progress(len(gold.documents)) as done:
        return answer_gold(gold, made, concurrency=options.concurrency, done=done)


def _among_examples(gold: Gold, given: str | None) -> int:
    """How many documents to be judged are examples too."""
    path = given or settings_from().examples
    shown = {each.text for each in read_examples(path)} if path else set()
    return sum(each.text in shown for each in gold.documents)


def write(path: Path, content: str) -> None:
    """Write a file; raises :class:`OutputError` where the system refuses."""
    try:
        path.write_text(content, encoding="utf-8")
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {error.strerror or error}.") from error


def show(found: "Evaluation", compared: "Comparison | None", console: Console) -> None:
    """Print the figures as tables."""
    from veraz.accuracy.judging import VERDICTS
    from veraz.accuracy.page import cost_line

    rows = [
        (
            printable(each.field or "(whole answer)"),
            *(str(each.counts.get(verdict, 0)) for verdict in VERDICTS),
            f"{each.share:.3f}",
            f"{each.interval.low:.2f}–{each.interval.high:.2f}",
        )
        for each in found.fields
    ]
    heads = ("field", *VERDICTS, "share", "95 %")
    show_rows("by field, the worst first", heads, rows, console=console)
    whole, count = found.whole, len(found.documents)
    where = f"{count} documents" if count > 1 else "one document, too few to say how sure that is"
    if count > 1:
        bounds = found.interval()
        where += f", 95 % {bounds.low:.3f}–{bounds.high:.3f}"
    console.print(
        f"{whole.share:.3f} right: {whole.good} of {whole.cases} places in {where}. {cost_line(found)}",
        soft_wrap=True,
        highlight=False,
    )
    if compared is not None:
        _show_compared(compared, console)


def _show_compared(compared: "Comparison", console: Console) -> None:
    rows = [
        (
            printable(each.field or "(whole answer)"),
            str(each.only_this),
            str(each.only_other),
            f"{each.p_value:.4f}",
            f"{each.adjusted:.4f}",
        )
        for each in compared.fields
        if each.only_this or each.only_other
    ]
    heads = ("field", "only this right", "only other", "p (McNemar)", "p (Holm)")
    show_rows("documents right in a field", heads, rows, console=console)
    one = compared.overall
    console.print(
        f"{one.value:.3f} right, the other {one.other:.3f}: difference {one.difference:+.4f}, "
        f"95 % {one.interval}, p {one.p_value:.4f} (approximate randomization over documents)",
        soft_wrap=True,
        highlight=False,
    )


@contextmanager
def _progress(total: int) -> Iterator[Callable[[Answer], None]]:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True, quiet=is_quiet())) as progress:
        task = progress.add_task("extracting", total=total)
        yield lambda _: progress.advance(task)
