"""Unit symbols our lexicon lacks, resolved by quantulum3 behind the Spanish number reader.

quantulum3 knows no Spanish, but it knows several hundred symbols and how they compose. It sees a
bare symbol after "1 ", never the text: the number has been read and taken away. Set the
environment variable ``VERAZ_QUANTULUM=0`` to do without (before a text is first read: measures are
cached).
"""

import logging
import os
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from typing import Any

_NOT_UNITS = frozenset(("Sr", "Dr", "Dn", "St", "Mr", "Ms", "PhD", "PIB", "Cr", "Br"))
_VOWELS = frozenset("aeiouáéíóúAEIOU")


def canonical_symbol(written: str) -> str | None:
    """The canonical form of a symbol that quantulum3 knows ("Bq", "W/m²"), or None.

    Only what looks like a symbol and not like a word is asked for: a capital after the first
    letter, a Greek letter, an exponent or a stroke, or a capital and a consonant ("Bq").
    """
    enabled = os.environ.get("VERAZ_QUANTULUM", "1") != "0"
    return _ask(written) if enabled and _is_symbolic(written) else None


def _is_symbolic(written: str) -> bool:
    if written in _NOT_UNITS:
        return False
    if any(mark in written for mark in "/·⋅*²³µμΩ"):
        return True
    if written[0].isupper() and len(written) == 2 and not _VOWELS.intersection(written):
        return written[1].islower()
    return any(letter.isupper() for letter in written[1:]) and not written.isupper()


@cache
def _parser() -> Callable[[str], list[Any]]:
    """quantulum3's parser; imported late (slow) and quietly (it warns of a missing classifier)."""
    with warnings.catch_warnings(), _without_type_checks():
        warnings.simplefilter("ignore")
        logging.getLogger("quantulum3").setLevel(logging.ERROR)
        from quantulum3 import parser
        from quantulum3._lang.en_US import load as _  # noqa: F401
    parse: Callable[[str], list[Any]] = parser.parse
    return parse


@contextmanager
def _without_type_checks() -> Iterator[None]:
    """Import what is imported here without typeguard's checks.

    inflect, which quantulum3 pluralizes English with, has typeguard instrument itself at import:
    2.4 of the 2.6 seconds it takes.
    """
    try:
        import typeguard
    except ImportError:
        yield
        return
    checked = typeguard.typechecked
    typeguard.typechecked = _unchecked
    try:
        yield
    finally:
        typeguard.typechecked = checked


def _unchecked(target: Any = None, **_: Any) -> Any:
    return target if target is not None else _unchecked


@lru_cache(maxsize=2048)
def _ask(written: str) -> str | None:
    # "W/(m·K)" is "W/m/K" to quantulum3, which knows no brackets.
    flat = re.sub(r"\(([^()]*)\)", lambda match: re.sub(r"[·⋅*]", "/", match[1]), written)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = _parser()(f"1 {flat}")
    if len(found) != 1 or found[0].span != (0, len(flat) + 2) or found[0].value != 1:
        return None
    unit = found[0].unit
    if unit.entity.name in ("dimensionless", "currency", "time"):
        return None
    surfaces = [part.get("surface", "") for part in unit.dimensions]
    parts = [part for part in re.split(r"[/·⋅*()]+", written) if part]
    if len(parts) != max(1, len(unit.dimensions)) or (len(parts) > 1 and not all(surfaces)):
        return None  # "hab" read as hectare times bit
    return written.replace("²", "2").replace("³", "3").replace("⋅", "·").replace("*", "·")
