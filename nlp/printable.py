"""Strangers' words on a terminal: what would move its cursor or set its title is shown, not obeyed."""

import re

# C0 but tab and line feed, DEL, C1, marks that turn the direction of writing, half surrogates.
UNSAFE = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


def printable(text: str) -> str:
    r"""Return a text in which control characters are written out (``\x1b``), tab and line feed kept."""
    return UNSAFE.sub(lambda char: char[0].encode("unicode_escape").decode(), text)


def printable_json(text: str) -> str:
    """Return JSON with the same characters as escapes of JSON: it says what it said."""
    return UNSAFE.sub(lambda char: f"\\u{ord(char[0]):04x}", text)
