"""The gold file that decisions make: other people's rows stay as they stand."""

import json
import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from nlp.errors import DocumentError, OutputError
from veraz.rows import read_json


def sync_folder(folder: Path) -> None:
    """Put the names of a folder's files on the disk, where the system can."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class GoldFile:
    """The rows of a gold file by id, written whole or not at all.

    Raises :class:`nlp.errors.DocumentError` for a file that holds anything but rows with an id.
    """

    def __init__(self, path: Path) -> None:
        # Where a link leads: the link should stay.
        self.path = Path(os.path.realpath(path))
        self._lines: dict[str, bytes] = {}
        if self.path.exists():
            self._read()

    def row(self, id: str) -> dict[str, Any] | None:
        """Return the row of an id as it stands, or None."""
        line = self._lines.get(id)
        return None if line is None else json.loads(line)

    def put(self, row: Mapping[str, Any]) -> None:
        """Take a row in the place of the one of its id."""
        line = json.dumps(row, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        self._lines[str(row["id"])] = line.encode("utf-8")

    def drop(self, id: str) -> None:
        """Take the row of an id out."""
        self._lines.pop(id, None)

    def write(self) -> None:
        """Put every row on the disk; what stood there stays until all is written.

        Raises :class:`nlp.errors.OutputError` where the system refuses.
        """
        partial = self.path.with_name(f".{self.path.name}.veraz-part")
        try:
            try:
                with partial.open("wb") as file:
                    file.writelines(line + b"\n" for line in self._lines.values())
                    file.flush()
                    os.fsync(file.fileno())
                if self.path.exists():
                    shutil.copymode(self.path, partial)
                partial.replace(self.path)
                sync_folder(self.path.parent)
            finally:
                with suppress(FileNotFoundError):
                    partial.unlink()
        except OSError as error:
            raise OutputError(
                f"{self.path} cannot be written: {error.strerror or error}. What was decided stands in "
                "its journal; once it can be written, go on or start again."
            ) from error

    def _read(self) -> None:
        try:
            content = self.path.read_bytes()
        except OSError as error:
            raise DocumentError(
                f"{self.path} cannot be read: {error.strerror or error}."
            ) from error
        for number, line in enumerate(content.removeprefix(b"\xef\xbb\xbf").splitlines(), start=1):
            if not line.strip():
                continue
            try:
                row = read_json(line.decode("utf-8"))
            except ValueError as error:
                raise self._foreign(number, str(error)) from error
            if not isinstance(row, dict) or "id" not in row:
                raise self._foreign(number, "an object with an id is expected")
            self._lines.pop(str(row["id"]), None)
            self._lines[str(row["id"])] = line

    def _foreign(self, number: int, why: str) -> DocumentError:
        return DocumentError(
            f"{self.path}, line {number} is no row of gold ({why}); it is left as it is: mend the "
            "line, or name another file with --gold."
        )
