"""The evaluation protocols as the command line offers them: one literal table."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from veraz.evaluation.gensie_files import read_instances, read_predictions
from veraz.evaluation.gensie_similarity import similarity_named
from veraz.evaluation.gensie_summary import score_predictions
from veraz.evaluation.score import Score


@dataclass(frozen=True, slots=True)
class Protocol:
    """One protocol: what it measures, where it was published, its options and its scorer.

    ``score`` takes the parsed options and the predictions' path, so that the same options can be
    applied to a second system.
    """

    name: str
    summary: str
    source: str
    add_options: Callable[[argparse.ArgumentParser], None]
    score: Callable[[argparse.Namespace, Path], Score]


def add_similarity(parser: argparse.ArgumentParser) -> None:
    """Declare how free text is compared."""
    parser.add_argument(
        "--similarity",
        default="lexical",
        metavar="NAME",
        help="free text: lexical, or a sentence-embedding model (default: lexical)",
    )


def _score_gensie(args: argparse.Namespace, predictions: Path) -> Score:
    return score_predictions(
        read_instances(args.gold),
        read_predictions(predictions),
        rules=args.rules,
        similarity=similarity_named(args.similarity),
        similarity_name=args.similarity,
    )


PROTOCOLS: tuple[Protocol, ...] = (
    Protocol(
        name="gensie",
        summary="Schema-guided extraction: flattened keys, free text by similarity, micro-F1.",
        source="GenSIE, IberLEF 2026, github.com/gia-uh/gensie (MIT)",
        add_options=add_similarity,
        score=_score_gensie,
    ),
)
