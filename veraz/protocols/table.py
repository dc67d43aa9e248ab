"""The evaluation protocols as the command line offers them: one literal table."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from veraz.protocols.scorers import bacteria_biotope, cpa, dude, ehealthkd
from veraz.protocols.scorers.dude_calibration import BINNINGS, PROXIES
from veraz.protocols.scorers.gensie_files import read_instances, read_predictions
from veraz.protocols.scorers.gensie_similarity import similarity_named
from veraz.protocols.scorers.gensie_summary import score_predictions
from veraz.protocols.scorers.score import Score


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


def _add_biotope(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--task", choices=bacteria_biotope.TASKS, required=True, help="subtask")
    parser.add_argument("--ontology", type=Path, help="OntoBiotope rows child<TAB>parent")
    parser.add_argument(
        "--faults", action="store_true", help="keep two faults of the organisers' program"
    )


def _score_biotope(args: argparse.Namespace, predictions: Path) -> Score:
    return bacteria_biotope.score_folders(
        args.gold,
        predictions,
        task=args.task,
        ontology=args.ontology,
        rules=args.rules,
        faults=args.faults,
    )


def _add_ehealthkd(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--year", type=int, choices=(2019, 2020), required=True)
    parser.add_argument("--scenario", type=int, choices=(1, 2, 3, 4), required=True)


def _score_ehealthkd(args: argparse.Namespace, predictions: Path) -> Score:
    return ehealthkd.score_folders(
        args.gold, predictions, year=args.year, scenario=args.scenario, rules=args.rules
    )


def _add_dude(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--threshold", type=float, default=dude.THRESHOLD, help="least ANLS that counts"
    )
    parser.add_argument("--bins", choices=BINNINGS, default=BINNINGS[0], help="bins of the ECE")
    parser.add_argument("--proxy", choices=PROXIES, help="what a bin's confidence is")


def _score_dude(args: argparse.Namespace, predictions: Path) -> Score:
    return dude.score_files(
        args.gold,
        predictions,
        rules=args.rules,
        threshold=args.threshold,
        binning=args.bins,
        proxy=args.proxy,
    )


def _add_cpa(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--task", type=int, choices=(1, 2, 3), required=True)
    parser.add_argument("--ontology", type=Path, help="semantic types, rows child<TAB>parent")


def _score_cpa(args: argparse.Namespace, predictions: Path) -> Score:
    return cpa.score_folders(
        args.gold, predictions, task=args.task, rules=args.rules, ontology=args.ontology
    )


PROTOCOLS: tuple[Protocol, ...] = (
    Protocol(
        name="gensie",
        summary="Schema-guided extraction: flattened keys, free text by similarity, micro-F1.",
        source="GenSIE, IberLEF 2026, github.com/gia-uh/gensie (MIT)",
        add_options=add_similarity,
        score=_score_gensie,
    ),
    Protocol(
        name="bacteria_biotope",
        summary="Bacteria, habitats and where they live: six subtasks, SER, F1, mean similarity.",
        source="Bacteria Biotope, BioNLP-ST 2016, github.com/Bibliome/bionlp-st",
        add_options=_add_biotope,
        score=_score_biotope,
    ),
    Protocol(
        name="ehealthkd",
        summary="Keyphrases and relations in Spanish health texts: counts and micro-F1.",
        source="eHealth-KD, IberLEF 2019 and 2020, github.com/knowledge-learning (MIT)",
        add_options=_add_ehealthkd,
        score=_score_ehealthkd,
    ),
    Protocol(
        name="dude",
        summary="Answers to questions on documents: ANLS, calibration (ECE), risk (AURC).",
        source="DUDE, ICDAR 2023, github.com/Jordy-VL/DUDEeval (MIT)",
        add_options=_add_dude,
        score=_score_dude,
    ),
    Protocol(
        name="cpa",
        summary="Verb arguments, clusters of uses and patterns: category F1, B-cubed, slot F1.",
        source="Corpus Pattern Analysis, SemEval-2015 task 15",
        add_options=_add_cpa,
        score=_score_cpa,
    ),
)
