"""Extraction with a decision for every field."""

from dataclasses import replace
from pathlib import Path

from llm.completion import Model
from nlp.errors import AnswerError, SettingsError
from nlp.schema import Schema
from nlp.spans import Document
from veraz.accuracy.calibration import REVIEW, Calibration, load_calibration, mismatched
from veraz.accuracy.fields import schema_key
from veraz.extraction import Rules
from veraz.pipelines import Pipeline
from veraz.result import Extraction

NOTE = "calibration"
"""The member of ``notes`` that says why a calibration promises nothing."""


async def run_decided(
    pipeline: Pipeline,
    document: Document,
    schema: Schema,
    model: Model,
    rules: Rules,
    calibration: Calibration | None,
) -> Extraction:
    """Run a pipeline; with a calibration, every field of what it gives has a ``decision``.

    Raises what the pipeline does; the extraction of an :class:`nlp.errors.AnswerError` is decided too.
    """
    if calibration is None:
        return await pipeline.run(document, schema, model, rules)
    try:
        extraction = await pipeline.run(document, schema, model, rules)
    except AnswerError as error:
        if isinstance(error.extraction, Extraction):
            error.extraction = decided(error.extraction, schema, calibration, rules)
        raise
    return decided(extraction, schema, calibration, rules)


def decided(
    extraction: Extraction, schema: Schema, calibration: Calibration, rules: Rules
) -> Extraction:
    """Return the extraction with a ``decision`` in every field.

    Where the calibration was made on something else, all are for review and
    ``notes["calibration"]`` says why.
    """
    key = schema_key(schema.original)
    unfit = calibration.mismatch(extraction.signature, key, rules.abstain_below)
    decide = calibration.decider(key)
    fields = {
        path: replace(result, decision=REVIEW if unfit else decide(result))
        for path, result in extraction.fields.items()
    }
    notes = {**extraction.notes, NOTE: unfit} if unfit else extraction.notes
    return replace(extraction, fields=fields, notes=notes)


def opened(
    given: Calibration | Path | str | None, pipeline: str, rules: Rules
) -> Calibration | None:
    """Return the calibration given, or read it from its file.

    Raises :class:`nlp.errors.SettingsError` for a file that is none, and for a calibration that was
    made with other options than these.
    """
    if given in (None, ""):
        return None
    calibration = given if isinstance(given, Calibration) else load_calibration(given)
    now = {
        "pipeline": (calibration.signature.pipeline, pipeline),
        "strictness": (calibration.signature.strictness, rules.strictness),
        "abstain_below": (calibration.abstain_below, rules.abstain_below),
    }
    others = [f"{name} {is_} (calibrated: {was})" for name, (was, is_) in now.items() if was != is_]
    if others:
        raise SettingsError(mismatched(others))
    return calibration
