"""Answers to every document of a gold file, asked for anew."""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from veraz.accuracy.answers import Answer, answer_of
from veraz.batch.options import BatchOptions
from veraz.gold import Gold, GoldDocument

if TYPE_CHECKING:
    from veraz.batch.row_extractor import RowExtractor


def answer_gold(
    gold: Gold,
    options: BatchOptions,
    *,
    concurrency: int = 4,
    done: Callable[[Answer], None] = lambda _: None,
) -> dict[str, Answer]:
    """Extract every document, ``concurrency`` at a time; answers by id.

    Raises the :class:`nlp.errors.VerazError` that every document would meet; one that a single
    document meets stands in its answer.
    """
    # It brings spaCy, which nobody should wait for who reads answers from a file.
    from veraz.batch.row_extractor import RowExtractor

    extractor = RowExtractor(options)
    extractor.check()
    return asyncio.run(_answer_all(gold.documents, extractor, concurrency, done))


async def _answer_all(
    documents: Sequence[GoldDocument],
    extractor: "RowExtractor",
    concurrency: int,
    done: Callable[[Answer], None],
) -> dict[str, Answer]:
    gate = asyncio.Semaphore(concurrency)
    asked = {"abstain_below": extractor.options.abstain_below}

    async def one(document: GoldDocument) -> Answer:
        async with gate:
            start = time.perf_counter()
            result = await extractor.extract(document.row)
            answer = answer_of({**result, "seconds": time.perf_counter() - start, **asked})
        done(answer)
        return answer

    try:
        answers = await asyncio.gather(*(one(document) for document in documents))
    finally:
        await extractor.aclose()
    return {each.id: each for each in answers}
