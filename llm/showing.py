"""Whether solved examples are worth their tokens to the model at hand.

The caller's own examples are of the very schema that is asked, and stay. Ours only resemble it: a very
small model copies their answers and does worse with them than without (``docs/pipelines.md``), so one
whose name says that it is so small is not shown them. Where a context has no room for any, they go
before the document does (:func:`llm.windows.cut_prompt`).
"""

import re
from dataclasses import replace

from llm.completion import Prompt

RULES: tuple[str, ...] = ("auto", "always", "never")
SMALL = 0.5
"""Billions of parameters below which a model copies examples: measured at .135 and not near it."""

_SIZE = re.compile(r"(?<![\d.])(?:(\d{1,4}(?:\.\d+)?)b|(\d{2,3})m)(?![a-z0-9])", re.IGNORECASE)


def for_model(prompt: Prompt, name: str, rule: str = RULES[0]) -> Prompt:
    """The prompt as a model of that name is asked it: with its solved examples or without.

    ``rule`` is one of :data:`RULES`; ``never`` leaves out the caller's own, too.
    """
    copies = rule == "auto" and not prompt.schema.solved and is_small(name)
    return without_examples(prompt) if copies or rule == "never" else prompt


def is_small(name: str) -> bool:
    """Whether a name says a size (``135M``, ``0.6b``; of several the largest) below :data:`SMALL`."""
    sizes = [float(giga or 0) or float(mega) / 1000 for giga, mega in _SIZE.findall(name)]
    return bool(sizes) and max(sizes) < SMALL


def without_examples(prompt: Prompt) -> Prompt:
    """The same question with nothing between the rules and the document."""
    return replace(prompt, messages=(prompt.messages[0], prompt.messages[-1]))
