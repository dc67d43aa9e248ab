"""The regular expressions of schemas, which are strangers' and may never end by themselves."""

import regex

MAX_SECONDS = 0.2
"""Time one pattern may take on one string."""

MAX_PATTERN = 5_000
"""Characters of a pattern that is tried at all."""


def matches(pattern: str, text: str) -> bool | None:
    """Whether a schema's pattern is found in a text; None where that took too long.

    Raises :class:`regex.error` where the pattern is no regular expression.
    """
    if len(pattern) > MAX_PATTERN:
        return None
    try:
        return regex.search(pattern, text, timeout=MAX_SECONDS) is not None
    except TimeoutError:
        return None
