"""Quantities with unit symbols: what quantulum3 adds behind the Spanish number reader.

``python tests/benchmarks/bench_units.py [--errors]`` reads ``units_es.yaml`` and prints, for our
finder with and without quantulum3 and for quantulum3 alone on the Spanish text, the share of
sentences whose quantity has the right span and the right value, and those whose unit is right too
(quantulum3 alone names units in English: its unit is not compared).
"""

import argparse
import os
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml
from rich.console import Console
from rich.table import Table

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1])]

from nlp.numeric.measures import measures  # noqa: E402
from nlp.numeric.quantities import find_quantities  # noqa: E402
from nlp.spans import Document  # noqa: E402

Found = list[tuple[str, float | None, str | None]]


def ours(text: str) -> Found:
    """Mention, value and unit of every quantity we find."""
    return [
        (one.mention, one.value.number, one.value.unit)
        for one in find_quantities(Document("", text))
        if one.value is not None
    ]


def alone(text: str) -> Found:
    """What quantulum3 makes of the Spanish text by itself."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from quantulum3 import parser

        return [(one.surface, one.value, None) for one in parser.parse(text)]


def score(finder: Callable[[str], Found], sentences: list[Any]) -> tuple[int, int, list[Any]]:
    """Right span and value, right unit too, and the sentences missed."""
    valued = complete = 0
    missed = []
    for text, mention, number, unit in sentences:
        found = finder(text)
        valued += any(one[:2] == (mention, number) for one in found)
        right = (mention, number, unit) in found
        complete += right
        missed += [] if right else [(mention, found)]
    return valued, complete, missed


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--errors", action="store_true", help="show what is missed")
    options = parser.parse_args()
    sentences = yaml.safe_load((HERE / "units_es.yaml").read_text("utf-8"))
    console = Console()
    table = Table(title=f"{len(sentences)} quantities with unit symbols, per cent right")
    table.add_column("finder")
    table.add_column("span and value", justify="right")
    table.add_column("and unit", justify="right")
    for name, finder, switch in (
        ("veraz", ours, "1"),
        ("veraz, VERAZ_QUANTULUM=0", ours, "0"),
        ("quantulum3 alone", alone, "1"),
    ):
        os.environ["VERAZ_QUANTULUM"] = switch
        measures.cache_clear()
        valued, complete, missed = score(finder, sentences)
        unit = f"{100 * complete / len(sentences):.1f}" if finder is ours else "–"
        table.add_row(name, f"{100 * valued / len(sentences):.1f}", unit)
        if options.errors and finder is ours:
            for mention, found in missed:
                console.print(f"{name}: {mention!r} {found}", markup=False)
    console.print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
