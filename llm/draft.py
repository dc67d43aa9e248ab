"""Reading a completion: what the model said, by field path."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate

from llm.completion import SYMBOLIC_RUNG, Completion, TokenLogprob
from llm.salvage import salvage
from nlp.schema import Draft, Schema


def read_draft(completion: Completion, schema: Schema) -> Draft:
    """Read the model's JSON out of its answer, however it is dressed.

    ``root`` is None where nothing could be read; what was mended while asking
    (``notes["mended"]``) counts among the problems. Never raises because of what the model wrote.
    """
    source = "candidates" if completion.rung == SYMBOLIC_RUNG else "model"
    found = salvage(completion.text, schema)
    problems = tuple(dict.fromkeys((*completion.notes.get("mended", ()), *found.problems)))
    if completion.finish_reason == "length":
        problems += ("length",)
    if found.reading is None:
        return Draft(None, problems, source=source)
    logprobs: Mapping[str, float] = {}
    if completion.logprobs:
        offset = found.offset
        spans = {
            path: (start + offset, end + offset)
            for path, (start, end) in found.reading.spans.items()
        }
        logprobs = span_logprobs(completion.text, completion.logprobs, spans)
    return Draft(found.reading.root, problems, logprobs, source)


def span_logprobs(
    text: str, tokens: Sequence[TokenLogprob], spans: Mapping[str, tuple[int, int]]
) -> Mapping[str, float]:
    """The mean log-probability of the tokens that overlap each span of ``text``.

    Empty where the tokens, joined, do not hold the text: then nothing is known of their places.
    """
    joined = "".join(token.token for token in tokens)
    shift = joined.find(text) if text else -1
    if shift < 0:
        return {}
    starts = list(accumulate((len(token.token) for token in tokens), initial=0))[:-1]
    means: dict[str, float] = {}
    for path, (start, end) in spans.items():
        first = max(bisect_right(starts, start + shift) - 1, 0)
        last = max(bisect_right(starts, max(end, start + 1) + shift - 1), first + 1)
        chosen = [token.logprob for token in tokens[first:last] if token.token]
        if chosen:
            means[path] = sum(chosen) / len(chosen)
    return means
