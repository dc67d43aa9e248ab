"""What is said of slips in a schema that is used: Python's warnings, once for each slip."""

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from nlp.errors import CalibrationWarning, SchemaWarning
from nlp.schema import Schema

MOST_TOLD = 20
"""Slips told of one schema."""

MOST_KEPT = 1_000
"""Slips remembered as told: a process may meet any number of schemas."""

_told: dict[Any, Any] = {}


def warn_of_slips(schema: Schema) -> None:
    """Warn (:class:`nlp.errors.SchemaWarning`) of each slip that has not been warned of."""
    if len(_told) > MOST_KEPT:
        _told.clear()
    slips = schema.slips
    told = [f"{slip.pointer or '/'}: {slip.reason}" for slip in slips[:MOST_TOLD]]
    if len(slips) > MOST_TOLD:
        told.append(f"{len(slips) - MOST_TOLD} slips more: `veraz schema` shows them")
    for message in told:
        # The line at fault is one of the schema: there is none of Python's to name.
        warnings.warn_explicit(
            message, SchemaWarning, "JSON Schema", 1, module="veraz", registry=_told
        )


@contextmanager
def told_in_lines() -> Iterator[None]:
    """Within it, warnings are lines of a command: ``veraz: warning: …`` on standard error, each once."""
    with warnings.catch_warnings():
        others = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
            if issubclass(category, CalibrationWarning):
                sys.stderr.write(f"veraz: warning: {message}\n")
            elif issubclass(category, SchemaWarning):
                sys.stderr.write(f"veraz: warning: the schema at {message}\n")
            else:
                others(message, category, *where, **more)

        warnings.showwarning = show
        warnings.simplefilter("default", SchemaWarning)
        warnings.simplefilter("default", CalibrationWarning)
        yield


def keep_silent() -> None:
    """Leave the warnings to the process that started this one."""
    warnings.simplefilter("ignore", SchemaWarning)
    warnings.simplefilter("ignore", CalibrationWarning)
