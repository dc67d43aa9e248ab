"""``veraz score``: predictions against gold, by one of the published protocols."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from rich.console import Console

from veraz.protocols.commands.tables import show_differences, show_score
from veraz.protocols.scorers.errors import ScoringError
from veraz.protocols.scorers.page import write_page
from veraz.protocols.scorers.score import Score, defined
from veraz.protocols.scorers.statistics import compare, intervals
from veraz.protocols.table import PROTOCOLS, Protocol
from veraz.resampling import RESAMPLES, Difference, Interval

RULES = ("as_organisers", "as_page")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare ``veraz score PROTOCOL …`` and ``veraz score --list``."""
    parser.add_argument(
        "--list", action="store_true", dest="list_protocols", help="explain each protocol"
    )
    commands = parser.add_subparsers(dest="protocol", metavar="PROTOCOL")
    for protocol in PROTOCOLS:
        sub = commands.add_parser(
            protocol.name,
            help=protocol.summary,
            description=f"{protocol.summary} {protocol.source}",
        )
        sub.add_argument("--gold", type=Path, required=True, help="gold answers")
        sub.add_argument("--predictions", type=Path, required=True, help="what is judged")
        sub.add_argument(
            "--rules",
            choices=RULES,
            default="as_organisers",
            help="as the organisers' program computes (default) or as their page says",
        )
        protocol.add_options(sub)
        _add_outputs(sub)


def _add_outputs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--against", type=Path, metavar="OTHER", help="other predictions: paired tests"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a report page")
    parser.add_argument(
        "--resamples", type=int, default=RESAMPLES, help="bootstrap draws; 0: no intervals"
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of the draws")


def run(args: argparse.Namespace) -> int:
    """Score and print; 0 done, 2 malformed files or options."""
    console = Console(stderr=args.list_protocols is False and getattr(args, "json", False))
    if args.list_protocols or args.protocol is None:
        for each in PROTOCOLS:
            console.print(
                f"[bold]{each.name}[/]  {each.summary}\n    {each.source}",
                highlight=False,
                soft_wrap=True,
            )
        return 0 if args.list_protocols else 2
    protocol = next(each for each in PROTOCOLS if each.name == args.protocol)
    try:
        return _run(protocol, args, console)
    except ScoringError as error:
        Console(stderr=True).print(f"error: {error}", markup=False, highlight=False, soft_wrap=True)
        return 2


def _run(protocol: Protocol, args: argparse.Namespace, console: Console) -> int:
    score = protocol.score(args, args.predictions)
    ranges = intervals(score, times=args.resamples, seed=args.seed) if args.resamples else {}
    differences: list[Difference] = []
    if args.against is not None:
        other = protocol.score(args, args.against)
        differences = compare(score, other, times=max(args.resamples, 1), seed=args.seed)
    if args.html is not None:
        write_page(args.html, score, ranges, differences)
    if args.json:
        json.dump(as_json(score, ranges, differences), sys.stdout, ensure_ascii=False, indent=2)
        sys.stdout.write("\n")
        return 0
    show_score(score, ranges, console=console)
    if differences:
        show_differences(differences, console=console)
    return 0


def as_json(
    score: Score, ranges: dict[str, Interval], differences: list[Difference]
) -> dict[str, Any]:
    """The score, its intervals and the paired tests as one JSON object."""
    answer = score.to_dict()
    answer["intervals"] = {
        name: [defined(each.low), defined(each.high)] for name, each in ranges.items()
    }
    if differences:
        answer["against"] = [
            {
                "metric": each.metric,
                "value": defined(each.value),
                "other": defined(each.other),
                "difference": defined(each.difference),
                "interval": [defined(each.interval.low), defined(each.interval.high)],
                "p_value": defined(each.p_value),
            }
            for each in differences
        ]
    return answer
