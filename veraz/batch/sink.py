"""Rows out: a JSONL file that a kill at any moment leaves whole.

A row is one line, written by one call and handed to the system at once. What a kill can leave is a
last line without its end: it is cut off when the file is opened again. Ids that stand in the file are
done; they are not done twice.
"""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Protocol

from nlp.errors import OutputError
from veraz.batch.ledger import FAILED, Ledger, key_of
from veraz.batch.lock import OutputLock
from veraz.batch.options import Made
from veraz.batch.standing import Keep, prepare
from veraz.rows import Row

NEW, DONE, CHANGED = "new", "done", "changed"


class _Out(Protocol):
    """Where lines go."""

    def put(self, line: bytes) -> None: ...
    def close(self) -> None: ...


class Sink:
    """Takes rows and knows which ids it has.

    ``made`` is what every row is made with; it is written into each, with a digest of its source.
    """

    def __init__(self, out: _Out, ledger: Ledger, made: Made | None = None) -> None:
        self._out = out
        self._made = dict(made) if made is not None else None
        self._digests = ledger.digests
        self._pending: dict[bytes, bytes] = {}
        self.resumed = ledger.rows
        self.failed = ledger.failed

    def claim(self, row: Row) -> str:
        """Say whether a row is to be extracted, stands here or is under way, or was another then."""
        key, digest = key_of(row.id), bytes.fromhex(row.digest())
        known = self._pending.get(key, self._digests.get(key))
        if known is None:
            self._pending[key] = digest
            return NEW
        # A digest that says nothing (an old output, a row that could not be read) is not held
        # against it.
        return CHANGED if known and digest and known != digest else DONE

    def write(self, result: Mapping[str, Any]) -> dict[str, Any]:
        """Write a result; on return it survives the death of this process.

        Returns the row that was written: one that JSON cannot hold is written as failed.
        """
        key = key_of(str(result["id"]))
        digest = self._pending.get(key, b"")
        row, line = self._line(result, digest)
        self._out.put(line)
        self._pending.pop(key, None)
        self._digests[key] = digest
        self.failed += row["status"] == FAILED
        return row

    def close(self) -> None:
        """Put everything on the disk."""
        self._out.close()

    def __enter__(self) -> "Sink":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if error is None:
            self.close()
            return
        # What ended the batch matters more than what it leads to here.
        with suppress(OutputError, OSError):
            self.close()

    def _line(self, result: Mapping[str, Any], digest: bytes) -> tuple[dict[str, Any], bytes]:
        more: dict[str, Any] = {} if self._made is None else {"made": self._made}
        if digest:
            more["source"] = digest.hex()
        row = {**result, **more}
        try:
            return row, _encoded(row)
        except (ValueError, TypeError, RecursionError) as error:
            why = f"what was extracted cannot be written as JSON: {error}"
            lost = {"id": str(row["id"]), "status": FAILED, "error": "OutputError", "reason": why}
            return {**lost, **more}, _encoded({**lost, **more})


class FileSink(Sink):
    """Appends rows to ``path``, which it holds for itself alone.

    ``keep`` says which of the rows that stand there stay; ``notices`` is what the user should know of
    it. Raises :class:`OutputError` where the file holds something else than rows, rows made with
    something else than ``made``, or where another process writes to it.
    """

    def __init__(self, path: Path, *, made: Made | None = None, keep: Keep = Keep.ALL) -> None:
        # Where a link leads: what stands there may be replaced, and the link should stay.
        self.path = path = Path(os.path.realpath(path))
        if path.exists() and not path.is_file():
            raise OutputError(
                f"{path} is no file to write rows to; name one, or `-` to print them."
            )
        self._lock = OutputLock(path)
        try:
            standing = prepare(path, made, keep)
            out = _File(path, standing.ledger)
        except OSError as error:
            self._lock.release()
            raise cannot_write(path, error) from error
        except BaseException:
            self._lock.release()
            raise
        self.notices = standing.notices
        super().__init__(out, standing.ledger, made)

    def close(self) -> None:
        """Put everything on the disk and let others at the file."""
        try:
            super().close()
        finally:
            self._lock.release()


class StreamSink(Sink):
    """Writes rows to an open stream, where nothing stands yet."""

    def __init__(self, stream: BinaryIO, *, made: Made | None = None) -> None:
        super().__init__(_Stream(stream), Ledger(), made)


def cannot_write(path: Path | str, error: OSError) -> OutputError:
    """Return what to say of an output that the system refuses."""
    return OutputError(
        f"{path} cannot be written: {error.strerror or error}. Rows that stand there are whole "
        "and stay; once it can be written, run the same command to go on."
    )


class _File:
    def __init__(self, path: Path, ledger: Ledger) -> None:
        self._path = path
        self._end = ledger.end
        self._file = path.open("ab", buffering=0)
        try:
            self._file.truncate(self._end)
            if ledger.unended:
                self.put(b"\n")
        except BaseException:
            self._file.close()
            raise

    def put(self, line: bytes) -> None:
        left = line
        try:
            while left:
                left = left[self._file.write(left) or 0 :]
        except OSError as error:
            # Half a row is cut off here; where even that fails, the next run cuts it.
            with suppress(OSError):
                self._file.truncate(self._end)
            raise cannot_write(self._path, error) from error
        self._end += len(line)

    def close(self) -> None:
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            raise cannot_write(self._path, error) from error
        finally:
            self._file.close()


class _Stream:
    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def put(self, line: bytes) -> None:
        try:
            self._stream.write(line)
            self._stream.flush()
        except BrokenPipeError:
            raise  # The reader has seen enough.
        except OSError as error:
            raise OutputError(
                f"standard output cannot be written: {error.strerror or error}."
            ) from error

    def close(self) -> None:
        """Standard output is not ours to close."""


def _encoded(row: Mapping[str, Any]) -> bytes:
    line = json.dumps(
        row, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    )
    try:
        return line.encode("utf-8") + b"\n"
    except UnicodeEncodeError:
        # Half a character has no UTF-8; escaped, it is at least JSON.
        return (
            json.dumps(row, sort_keys=True, separators=(",", ":"), allow_nan=False).encode() + b"\n"
        )
