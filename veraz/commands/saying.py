"""What commands say on standard error while they work, and how much of it."""

import logging
import sys

from nlp.printable import printable

LOUDNESS = "normal"
LEVELS: dict[str, int] = {
    "quiet": logging.ERROR,
    LOUDNESS: logging.INFO,
    "verbose": logging.DEBUG,
}

_LOG = logging.getLogger("veraz")


class _ToStandardError(logging.Handler):
    """Writes lines to whatever standard error is at that moment."""

    def emit(self, record: logging.LogRecord) -> None:
        sys.stderr.write(f"veraz: {printable(record.getMessage())}\n")


def set_loudness(name: str) -> None:
    """Show the notes of a command on standard error: ``quiet``, ``normal`` or ``verbose``."""
    if not any(isinstance(handler, _ToStandardError) for handler in _LOG.handlers):
        _LOG.addHandler(_ToStandardError())
        _LOG.propagate = False
    _LOG.setLevel(LEVELS[name])


def say(message: str) -> None:
    """Say a line of progress."""
    _LOG.info("%s", message)


def is_quiet() -> bool:
    """Whether only errors are wanted: no progress bars then."""
    return not _LOG.isEnabledFor(logging.INFO)


def is_verbose() -> bool:
    """Whether everything is wanted."""
    return _LOG.isEnabledFor(logging.DEBUG)
