"""``veraz benchmark``: run the product on a task with gold answers, and score it."""

import argparse
from types import ModuleType

from rich.console import Console

from nlp.errors import VerazError
from veraz.protocols.commands import (
    benchmark_bacteria_biotope,
    benchmark_dude,
    benchmark_ehealthkd,
    benchmark_gensie,
)
from veraz.protocols.scorers.errors import ScoringError

TASKS: tuple[tuple[str, ModuleType, str], ...] = (
    ("gensie", benchmark_gensie, "GenSIE instances: any schema, Spanish texts"),
    ("ehealthkd", benchmark_ehealthkd, "keyphrases and relations of Spanish health sentences"),
    ("bacteria_biotope", benchmark_bacteria_biotope, "bacteria and where they live (English)"),
    ("dude", benchmark_dude, "answers to questions on the plain text of documents"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare ``veraz benchmark TASK …``."""
    tasks = parser.add_subparsers(dest="task", metavar="TASK", required=True)
    for name, module, summary in TASKS:
        task = tasks.add_parser(name, help=summary, description=summary)
        module.add_arguments(task)
        task.set_defaults(benchmark=module.run)


def run(args: argparse.Namespace) -> int:
    """Run, score, print; 0 done, 1 some instances failed, 2 options or files at fault."""
    try:
        code: int = args.benchmark(args, Console())
    except (ScoringError, VerazError) as error:
        Console(stderr=True).print(f"error: {error}", markup=False, highlight=False, soft_wrap=True)
        return 2
    return code
