"""The day that relative dates count from, as callers write it: ``2026-03-14``."""

import datetime
from typing import Any

from nlp.errors import DocumentError


def day_of(given: Any) -> datetime.date | None:
    """A day from what JSON, an option or a cell says; None where nothing is said.

    Raises :class:`nlp.errors.DocumentError` for anything that is no ISO date.
    """
    if given is None or given == "":
        return None
    if isinstance(given, datetime.datetime):
        return given.date()
    if isinstance(given, datetime.date):
        return given
    try:
        return datetime.date.fromisoformat(given)
    except (TypeError, ValueError) as error:
        raise DocumentError(
            f"the reference {given!s:.40} is no day like 2026-03-14: write year, month and day, or "
            "leave it out where the text has no relative dates."
        ) from error
