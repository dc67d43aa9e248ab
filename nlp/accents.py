"""Letters without their accents."""

import unicodedata


def without_accents(text: str) -> str:
    """Drop every combining mark (``Órgano`` → ``Organo``, ``ñ`` → ``n``); the length may change."""
    decomposed = unicodedata.normalize("NFD", text)
    return "".join(char for char in decomposed if not unicodedata.combining(char))
