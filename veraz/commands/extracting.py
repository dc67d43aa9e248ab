"""What `veraz extract` and `veraz batch` share: the options that say what is extracted, and how."""

import argparse
import datetime
from collections.abc import Mapping
from typing import Any

from nlp.errors import DocumentError, SettingsError
from veraz.batch.options import BatchOptions
from veraz.reference_day import day_of
from veraz.settings import ON_UNANSWERED, STRICTNESS, settings_from


def add_extraction_options(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Declare who answers, and how answers are judged."""
    parser.add_argument(
        "--model", help="symbolic, recorded:FILE.jsonl, an installed model, or one of the server"
    )
    parser.add_argument("--base-url", help="an OpenAI-compatible server (or OPENAI_BASE_URL)")
    parser.add_argument("--pipeline", help="grounded, consensus, repair, baseline")
    parser.add_argument("--strictness", choices=STRICTNESS, help="how much a value has to rest on")
    parser.add_argument(
        "--on-unanswered",
        choices=ON_UNANSWERED,
        help="what becomes of a required place that nothing answers",
    )
    parser.add_argument(
        "--abstain-below",
        type=float,
        metavar="C",
        help="null what is less certain than this, from 0 to 1",
    )
    parser.add_argument(
        "--calibration",
        metavar="FILE",
        help="what veraz calibrate wrote: says of each field accept or review (VERAZ_CALIBRATION)",
    )
    parser.add_argument(
        "--examples",
        metavar="FILE.jsonl",
        help="solved examples of the schema, objects with text and answer (or VERAZ_EXAMPLES)",
    )
    parser.add_argument(
        "--reference", metavar="DATE", help="the day relative dates are relative to, YYYY-MM-DD"
    )


def reference_day(options: argparse.Namespace) -> datetime.date | None:
    """Return the day of ``--reference``; raises :class:`SettingsError` where it is none."""
    try:
        return day_of(options.reference)
    except DocumentError as error:
        raise SettingsError(f"--reference: {error}") from error


def confidence(options: argparse.Namespace) -> float | None:
    """Return the bound of ``--abstain-below``; raises :class:`SettingsError` for what is none."""
    given: float | None = options.abstain_below
    if given is not None and not 0 <= given <= 1:
        raise SettingsError(f"--abstain-below {given} must be a confidence from 0 to 1.")
    return given


def batch_options(
    options: argparse.Namespace,
    schema: Mapping[str, Any] | None,
    *,
    evidence: bool,
    on_unanswered: str | None = None,
) -> BatchOptions:
    """Return what holds for every row; ``on_unanswered`` is the command's own default."""
    reference = reference_day(options)
    cache = getattr(options, "cache", None)
    policy = options.on_unanswered
    if policy is None and on_unanswered is not None:
        policy = settings_from().on_unanswered or on_unanswered
    return BatchOptions(
        schema=schema,
        instruction=options.instruction,
        model=options.model,
        base_url=options.base_url,
        pipeline=options.pipeline,
        strictness=options.strictness,
        evidence=evidence,
        cache=str(cache) if cache else None,
        abstain_below=confidence(options),
        on_unanswered=policy,
        calibration=options.calibration,
        examples=options.examples,
        reference=reference.isoformat() if reference else None,
    )
