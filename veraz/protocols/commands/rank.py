"""``veraz rank``: gap closed over the baseline, from the reports of a directory."""

import argparse
import json
import sys
from pathlib import Path

from rich.console import Console

from veraz.commands.tables import show_rows
from veraz.protocols.scorers.errors import ScoringError
from veraz.protocols.scorers.gensie_rank import BASELINE, Ranking, rank, read_reports
from veraz.protocols.scorers.score import defined
from veraz.resampling import RESAMPLES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare ``veraz rank DIR``."""
    parser.add_argument("reports", type=Path, metavar="DIR", help="directory of GenSIE reports")
    parser.add_argument(
        "--baseline",
        default=BASELINE,
        metavar="PIPELINE",
        help=f"the pipeline gaps are measured from (default: {BASELINE})",
    )
    parser.add_argument("--resamples", type=int, default=RESAMPLES, help="bootstrap draws")
    parser.add_argument("--seed", type=int, default=0, help="seed of the draws")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")


def run(args: argparse.Namespace) -> int:
    """Rank and print; 0 done, 1 nothing could be ranked, 2 malformed reports."""
    console = Console(stderr=args.json)
    try:
        reports = read_reports(args.reports)
    except ScoringError as error:
        Console(stderr=True).print(f"error: {error}", markup=False, highlight=False, soft_wrap=True)
        return 2
    rankings = rank(reports, baseline=args.baseline, times=args.resamples, seed=args.seed)
    if len(rankings) > 1:
        console.print(
            "The reports have different signatures: each is ranked by itself, "
            "and figures of one must not be set beside figures of another."
        )
    if args.json:
        json.dump([_as_json(ranking) for ranking in rankings], sys.stdout, indent=2)
        sys.stdout.write("\n")
    else:
        for ranking in rankings:
            _show(ranking, console)
    return 0 if any(ranking.standings for ranking in rankings) else 1


def _show(ranking: Ranking, console: Console) -> None:
    rows = [
        (
            standing.system,
            *(standing.gaps[model] for model in ranking.models),
            f"{standing.mean:.4f}",
            str(standing.interval),
        )
        for standing in ranking.standings
    ]
    header = ("system", *(f"gap {model}" for model in ranking.models), "mean gap", "95 % interval")
    show_rows(f"gap closed · {ranking.signature}", header, rows, console=console)
    for model in ranking.models:
        console.print(f"baseline F1 {ranking.baselines[model]:.4f} · {model}", highlight=False)
    for warning in ranking.warnings:
        console.print(f"warning: {warning}", highlight=False, markup=False, soft_wrap=True)
    if not ranking.standings:
        console.print("nothing to rank: no report has a baseline of its model beside it")


def _as_json(ranking: Ranking) -> dict[str, object]:
    return {
        "signature": ranking.signature,
        "baselines": dict(ranking.baselines),
        "systems": [
            {
                "system": standing.system,
                "gap": dict(standing.gaps),
                "f1": dict(standing.f1),
                "mean_gap": standing.mean,
                "interval": [defined(standing.interval.low), defined(standing.interval.high)],
            }
            for standing in ranking.standings
        ],
        "warnings": list(ranking.warnings),
    }
