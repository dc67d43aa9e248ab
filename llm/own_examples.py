"""The caller's own examples in a prompt: those most like the document, in place of ours."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from llm.completion import Message
from llm.context import Context
from llm.examples import tokens
from llm.prompt import example_messages
from nlp.schema import Schema, Solved

MOST_TOKENS = 4_000
"""What they may cost together in one prompt."""


def show_own(
    schema: Schema, *, text: str, budget: int = MOST_TOKENS, count: int = 2
) -> tuple[Message, ...]:
    """The turns of at most ``count`` of ``schema.solved``, those most like ``text``, the most alike last.

    An example that does not fit into what is left of ``budget`` tokens gives way to the next; one that
    was reviewed in part teaches the matcher and is not shown, nor is the text itself.
    """
    chosen: list[tuple[Message, Message]] = []
    whole = [each for each in schema.solved if each.reviewed is None and each.text != text]
    for one in most_alike(whole, text):
        if len(chosen) == count:
            break
        messages = example_messages(one.text, schema, one.answer)
        cost = Context().of_messages(messages)
        if cost <= budget:
            budget -= cost
            chosen.append(messages)
    return tuple(message for messages in reversed(chosen) for message in messages)


def most_alike(solved: Sequence[Solved], text: str) -> list[Solved]:
    """Examples by the likeness (cosine of TF-IDF) of their texts with a text, the most alike first."""
    counted = [Counter(tokens([one.text])) for one in solved]
    present = Counter(word for words in counted for word in words)
    rarity = {word: math.log(1 + len(solved) / times) for word, times in present.items()}
    asked = _weighted(Counter(tokens([text])), rarity)
    scored = []
    for place, words in enumerate(counted):
        theirs = _weighted(words, rarity)
        scored.append((-sum(asked.get(word, 0.0) * one for word, one in theirs.items()), place))
    return [solved[place] for _, place in sorted(scored)]


def _weighted(words: Counter[str], rarity: Mapping[str, float]) -> dict[str, float]:
    weights = {w: (1 + math.log(times)) * rarity[w] for w, times in words.items() if w in rarity}
    length = math.sqrt(sum(one * one for one in weights.values())) or 1.0
    return {word: one / length for word, one in weights.items()}
