"""One run at a time on one output."""

from contextlib import suppress
from pathlib import Path

import filelock

from nlp.errors import OutputError


class OutputLock:
    """Holds an output for this process; the system lets it go when the process ends, however it ends.

    The lock is a hidden file beside the output, since the output itself may be replaced under way.
    Raises :class:`OutputError` where another process holds it.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.with_name(f".{path.name}.veraz-lock")
        self._lock = filelock.FileLock(self._file, timeout=0)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lock.acquire()
        except filelock.Timeout as error:
            if not self._file.exists():
                # Nobody holds what cannot even be made, as in /proc.
                raise _no_place(path, "no file can be made there") from error
            raise OutputError(
                f"another run is writing to {path}. Wait for it, or name another output; "
                "several runs need several outputs."
            ) from error
        except OSError as error:
            raise _no_place(path, error.strerror or str(error)) from error

    def release(self) -> None:
        """Let the output go."""
        if self._lock.is_locked:
            # Gone before it is let go, so that nobody's lock is taken away.
            with suppress(OSError):
                self._file.unlink()
        self._lock.release()


def _no_place(path: Path, why: str) -> OutputError:
    return OutputError(
        f"{path.parent} cannot be written to: {why}. Name an output in a folder that can."
    )
