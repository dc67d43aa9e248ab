"""Every decision as it is taken, on the disk before anybody is told that it is taken."""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from nlp.errors import DocumentError, OutputError
from veraz.review.gold_file import sync_folder

Entry = Mapping[str, Any]


class Journal:
    """The entries of a journal, which only grows; a torn last line is cut off.

    Raises :class:`nlp.errors.DocumentError` for a file that is no journal, and
    :class:`nlp.errors.OutputError` where it cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.entries: list[Entry] = []
        self._end = self._read() if path.exists() else 0
        try:
            self._file = path.open("ab", buffering=0)
            self._file.truncate(self._end)
            sync_folder(path.parent)
        except OSError as error:
            raise self._cannot(error) from error

    def add(self, entry: Entry, *, sync: bool = True) -> None:
        """Append an entry; on return it survives a cut of the power (``sync``) or of the process."""
        line = json.dumps(entry, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        left = line.encode("utf-8") + b"\n"
        size = len(left)
        try:
            while left:
                left = left[self._file.write(left) or 0 :]
            if sync:
                os.fsync(self._file.fileno())
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(self._end)
            raise self._cannot(error) from error
        self._end += size
        self.entries.append(entry)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _read(self) -> int:
        try:
            content = self.path.read_bytes()
        except OSError as error:
            raise self._cannot(error) from error
        end = 0
        for number, line in enumerate(content.splitlines(keepends=True), start=1):
            try:
                entry = json.loads(line)
                if not isinstance(entry, dict) or not {"written", "now"} & set(entry):
                    raise ValueError("no entry")
            except ValueError as error:
                if not line.endswith(b"\n") and end + len(line) == len(content):
                    break
                raise DocumentError(
                    f"{self.path}, line {number} is no entry of a journal of `veraz review` ({error}); "
                    "name another gold file, or move this one away."
                ) from error
            if not line.endswith(b"\n"):
                break
            self.entries.append(entry)
            end += len(line)
        return end

    def _cannot(self, error: OSError) -> OutputError:
        return OutputError(
            f"{self.path} cannot be written: {error.strerror or error}. What stands there stays; the "
            "decision was not taken."
        )
