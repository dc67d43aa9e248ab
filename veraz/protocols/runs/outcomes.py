"""Run the product over many questions, and keep what each one gave and cost."""

import asyncio
import random
import time
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Any, TypeAlias, TypeVar

from llm.completion import Usage
from nlp.errors import SettingsError, VerazError
from veraz.result import Extraction

Q = TypeVar("Q")
Extract: TypeAlias = Callable[[Q], Awaitable[Extraction]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one question: an extraction, or the exception that took its place."""

    extraction: Extraction | None
    seconds: float
    error: BaseException | None = None

    @property
    def failure(self) -> str:
        """The kind of error, empty where there was none."""
        return "" if self.error is None else type(self.error).__name__

    @property
    def message(self) -> str:
        """Kind and message of the error; where it came from, if it is not one of the product's."""
        if self.error is None:
            return ""
        line = f"{self.failure}: {self.error}"
        frames = traceback.extract_tb(self.error.__traceback__)
        if isinstance(self.error, VerazError) or not frames:
            return line
        return f"{line} ({frames[-1].filename}:{frames[-1].lineno})"

    @property
    def usage(self) -> Usage:
        """Tokens and calls spent, as far as known."""
        return Usage() if self.extraction is None else self.extraction.usage


async def run_all(
    questions: Sequence[Q],
    extract: Extract[Q],
    *,
    concurrency: int = 1,
    on_done: Callable[[Q, Outcome], None] = lambda *_: None,
) -> list[Outcome]:
    """Extract every question, at most ``concurrency`` at a time; outcomes in the given order.

    Whatever is raised becomes an outcome of that kind, so that one fault does not cost the run.
    """
    gate = asyncio.Semaphore(concurrency)

    async def one(question: Q) -> Outcome:
        async with gate:
            start = time.perf_counter()
            task = asyncio.ensure_future(extract(question))
            await asyncio.wait([task])
            error = task.exception()
            made = None if error is not None else task.result()
            outcome = Outcome(made, time.perf_counter() - start, error)
        on_done(question, outcome)
        return outcome

    return list(await asyncio.gather(*(one(question) for question in questions)))


def choose(questions: Sequence[Q], *, sample: str | None, limit: int | None) -> list[Q]:
    """A reproducible part: ``every-K`` takes each K-th, ``seed-N`` shuffles; then the first few."""
    chosen = list(questions)
    if sample is not None:
        kind, _, number = sample.partition("-")
        if kind not in ("every", "seed") or not number.isdigit() or sample == "every-0":
            raise SettingsError(f"sample {sample!r}: expected every-K (K from 1) or seed-N.")
        if kind == "every":
            chosen = chosen[:: int(number)]
        else:
            random.Random(int(number)).shuffle(chosen)
    return chosen[:limit]


def timing(outcomes: Sequence[Outcome], wall: float) -> dict[str, float]:
    """Seconds of the whole run and of one question."""
    seconds = [outcome.seconds for outcome in outcomes] or [0.0]
    return {
        "total_seconds": wall,
        "mean_seconds": fmean(seconds),
        "median_seconds": median(seconds),
        "max_seconds": max(seconds),
    }


def token_usage(outcomes: Sequence[Outcome]) -> dict[str, float]:
    """Tokens and calls of the whole run, and their mean for one question."""
    total = sum((outcome.usage for outcome in outcomes), Usage())
    count = max(1, len(outcomes))
    return {
        "input_tokens": total.input_tokens,
        "output_tokens": total.output_tokens,
        "total_tokens": total.total_tokens,
        "calls": total.calls,
        "mean_total_tokens": total.total_tokens / count,
        "mean_calls": total.calls / count,
    }


def failures(outcomes: Sequence[Outcome]) -> dict[str, int]:
    """How many questions failed, by kind of error."""
    return dict(Counter(outcome.failure for outcome in outcomes if outcome.failure))


def field_records(extraction: Extraction) -> list[dict[str, Any]]:
    """Value, confidence and outcome of every field, for whoever judges the confidences."""
    return [
        {
            "path": result.path,
            "raw": result.raw,
            "value": result.value,
            "outcome": result.outcome,
            "alignment": result.alignment,
            "confidence": result.confidence,
        }
        for result in extraction.fields.values()
    ]
