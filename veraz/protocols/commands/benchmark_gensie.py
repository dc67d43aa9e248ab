"""``veraz benchmark gensie``: the extractor on GenSIE instances, beside what costs nothing."""

import argparse
from dataclasses import replace

from rich.console import Console

from veraz.commands.tables import figure, show_rows
from veraz.protocols.commands.running import (
    add_run_options,
    exit_code,
    extract_all,
    open_extractor,
    run_config,
    show_run,
    write_report,
)
from veraz.protocols.commands.tables import show_score
from veraz.protocols.runs.gensie import (
    ANSWERS,
    DRAFTS,
    FLOOR,
    Judgement,
    calibration,
    extract_instance,
    report,
    score_run,
    trivial_scores,
)
from veraz.protocols.runs.outcomes import choose
from veraz.protocols.scorers.gensie_files import read_instances
from veraz.protocols.scorers.gensie_similarity import similarity_named
from veraz.protocols.scorers.score import Score
from veraz.protocols.scorers.statistics import compare, intervals
from veraz.protocols.table import add_similarity

LEGEND = (
    "drafts: the model's answers before the normalizers. floor: null where allowed, [], the first "
    "member of an enum, the sentence nearest to the field's description."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_run_options(parser)
    parser.add_argument("--rules", choices=("as_organisers", "as_page"), default="as_organisers")
    add_similarity(parser)
    parser.add_argument(
        "--floor", action="store_true", help="score only the trivial answers: no model runs"
    )


def run(args: argparse.Namespace, console: Console) -> int:
    """Run, score, print."""
    instances = choose(
        [each for each in read_instances(args.data) if each.gold is not None],
        sample=args.sample,
        limit=args.limit,
    )
    judgement = Judgement(args.rules, similarity_named(args.similarity), args.similarity)
    if args.floor:
        _show_beside(trivial_scores(instances, judgement), console)
        return 0
    extractor = open_extractor(args, console)
    outcomes, wall = extract_all(
        extractor,
        instances,
        lambda instance: extract_instance(extractor, instance),
        concurrency=args.concurrency,
        console=console,
    )
    scores = score_run(instances, outcomes, judgement)
    config = {**run_config(args, extractor), "rules": args.rules, "similarity": args.similarity}
    whole = report(instances, outcomes, judgement, scores, config=config, wall=wall)
    write_report(args, whole)
    show_score(scores[ANSWERS], intervals(scores[ANSWERS]), console=console)
    _show_beside(scores, console)
    valid = f"{whole['metrics']['schema_valid']} of {len(instances)}"
    sure = calibration(instances, outcomes, judgement)
    more = [("schema-valid", valid), *((name, figure(value)) for name, value in sure.items())]
    show_run(whole, outcomes, console, more=more)
    return exit_code(outcomes)


def _only_f1(score: Score) -> Score:
    """The score with nothing but F1 to resample."""
    return replace(score, statistics={"f1": score.statistics["f1"]})


def _show_beside(scores: dict[str, Score], console: Console) -> None:
    """The answers beside what costs nothing: a score near the floor means little."""
    rows = []
    for name, score in scores.items():
        low_high = intervals(_only_f1(score))["f1"]
        shares = [
            f"{score.metrics[key]:.4f}" for key in ("f1", "precision", "recall", "null_accuracy")
        ]
        rows.append((name, shares[0], str(low_high), *shares[1:]))
    header = ("", "F1", "95 % interval", "P", "R", "null accuracy")
    show_rows("beside", header, rows, console=console)
    if ANSWERS in scores:
        for name in (DRAFTS, FLOOR):
            (f1,) = compare(_only_f1(scores[ANSWERS]), _only_f1(scores[name]))
            found = f"{f1.difference:+.4f} {f1.interval}, p {f1.p_value:.4f}"
            console.print(f"answers − {name}: F1 {found} (paired)", highlight=False)
    console.print(LEGEND, highlight=False, markup=False, soft_wrap=True)
