"""``veraz calibrate``: which fields may be accepted unseen, at a risk of one's choice."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from nlp.errors import DocumentError, SettingsError
from nlp.printable import printable
from veraz.commands.evaluate import add_gold_options, answers_to, check, gold_of, write
from veraz.commands.saying import say
from veraz.commands.tables import printing, show_rows
from veraz.extracted import Signature

if TYPE_CHECKING:
    # They bring scipy, which nobody should wait for who asks for --help.
    from veraz.accuracy.calibration import Calibration, Group
    from veraz.accuracy.evaluation import Evaluation


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--risk", type=float, required=True, help="the share of accepted fields that may be wrong"
    )
    parser.add_argument(
        "--confidence",
        type=float,
        default=0.9,
        metavar="P",
        help="how sure that promise must be (default 0.9)",
    )
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FILE", help="the calibration to write"
    )
    add_gold_options(parser)


def run(options: argparse.Namespace) -> int:
    """Extract, judge, calibrate, write and print; 0, or 1 where some documents have no answer."""
    from veraz.accuracy.calibrating import Promise, calibrate
    from veraz.accuracy.cases import read_cases
    from veraz.accuracy.evaluation import evaluate

    check(options)
    for name in ("risk", "confidence"):
        if not 0 < getattr(options, name) < 1:
            raise SettingsError(f"--{name} {getattr(options, name)} must lie between 0 and 1.")
    if options.calibration is not None:
        raise SettingsError(
            "--calibration says what an earlier one accepts: try it with `veraz evaluate`."
        )
    options.calibration = ""  # nor does the environment's count here
    gold = gold_of(options)
    judged = evaluate(gold, answers_to(gold, options), near=options.near)
    made = calibrate(
        read_cases(judged),
        Promise(options.risk, options.confidence),
        signature=_signature(judged),
        near=options.near,
        abstain_below=_abstain_below(judged),
    )
    write(options.output, json.dumps(made.to_dict(), ensure_ascii=False, indent=1) + "\n")
    show(made, judged, printing())
    for each in judged.failed[:5]:
        say(f"{each.gold.id} has no answer, and is left out: {each.answer.error}")
    return int(bool(judged.failed))


def _signature(judged: "Evaluation") -> Signature:
    if len(judged.signatures) > 1:
        listed = "; ".join(judged.signatures)
        raise DocumentError(
            f"the answers were made in several ways ({listed}): calibrate each apart."
        )
    if len(judged.failed) == len(judged.documents):
        raise DocumentError(f"no document has an answer: {judged.failed[0].answer.error}")
    if not judged.signatures:
        raise DocumentError(
            "no answer says what made it (`signature`): are there answers to the ids of the gold file?"
        )
    try:
        return Signature.read(judged.signatures[0])
    except ValueError as error:
        raise DocumentError(f"{error}: name an output of `veraz batch`.") from error


def _abstain_below(judged: "Evaluation") -> float | None:
    bounds = {each.answer.abstain_below for each in judged.documents if each.answer.signature}
    if len(bounds) > 1:
        raise DocumentError(
            f"the answers were made with several --abstain-below ({bounds}): calibrate each apart."
        )
    return next(iter(bounds), None)


def show(made: "Calibration", judged: "Evaluation", console: Console) -> None:
    """Print what is accepted of which fields, what that promises, and what it would take."""
    rows = [_row(each) for each in made.groups]
    heads = ("field", "cases", "count as", "least", "sure from", "accepted", "wrong")
    show_rows("what may be accepted", heads, rows, console=console)
    lines = [
        f"{made.automated:.1%} of the fields of {made.documents} documents are accepted. Of the fields "
        f"accepted at most {made.risk:.1%} are wrong, with probability {made.confidence:.0%} "
        "(docs/calibration.md says what that takes for granted)."
    ]
    if made.automated == 0:
        lines = ["Nothing can be accepted at this risk: every field will be for review."]
    lines += [said for each in made.groups if (said := _wanting(each))]
    for line in lines:
        console.print(printable(line), soft_wrap=True, highlight=False, markup=False)


def _row(group: "Group") -> tuple[str, ...]:
    one = group.threshold
    least = "nothing" if one.accept is None else f"{one.accept:.3f}"
    return (
        printable(f"{_name(group)}, {group.kind}s"),
        str(one.cases),
        f"{one.effective:.0f}",
        str(one.needed),
        least,
        str(one.accepted),
        str(one.wrong),
    )


def _name(group: "Group") -> str:
    return group.field if group.schema else "(others together)"


def _wanting(group: "Group") -> str:
    """Why nothing is accepted of a group: too few cases, or too many wrong."""
    from veraz.accuracy.calibrating import wanting

    one = group.threshold
    if one.accept is not None:
        return ""
    name = f"{_name(group)}, {group.kind}s"
    if more := wanting(one):
        return (
            f"{name}: too few cases to promise anything. At the very least {one.needed} independent "
            f"ones are needed, all right; these {one.cases} count as {one.effective:.0f}, so label "
            f"documents that bring about {more} more."
        )
    return (
        f"{name}: enough cases, but even of the surest ones too many are wrong for this risk (or too "
        "few are surely right). A higher --risk, more documents or a better model may do."
    )
