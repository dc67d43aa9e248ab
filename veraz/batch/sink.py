"""Rows out: a JSONL file that a kill at any moment leaves whole.

A row is one line, written by one call and handed to the system at once. What a kill can leave is a
last line without its end: it is cut off when the file is opened again. Ids that stand in the file are
done; they are not done twice.
"""

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

from nlp.errors import SettingsError

OK, FAILED = "ok", "failed"


class Sink:
    """Appends rows to ``path`` and knows which ids stand there.

    With ``retry_failed`` the rows of failures are taken out first, so that their ids are open
    again. Raises :class:`SettingsError` where the file holds something else than rows.
    """

    def __init__(self, path: Path, *, retry_failed: bool = False) -> None:
        self.path = path
        self.resumed = 0
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            _cut_torn_line(path)
            if retry_failed:
                _drop_failed(path)
        self._done: set[bytes] = set()
        for row in _rows(path):
            self._done.add(_key(str(row["id"])))
            self.resumed += 1
        self._file = path.open("ab", buffering=0)

    def has(self, id: str) -> bool:
        """Say whether a row of that id was written."""
        return _key(id) in self._done

    def write(self, row: dict[str, Any]) -> None:
        """Append a row; on return it survives the death of this process."""
        line = json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        payload = line.encode("utf-8", "surrogatepass") + b"\n"
        while payload:
            payload = payload[self._file.write(payload) or 0 :]
        self._done.add(_key(str(row["id"])))

    def close(self) -> None:
        """Put everything on the disk."""
        os.fsync(self._file.fileno())
        self._file.close()

    def __enter__(self) -> "Sink":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()


def _key(id: str) -> bytes:
    # Eight bytes an id keep the memory of a long batch flat.
    return hashlib.blake2b(id.encode("utf-8", "surrogatepass"), digest_size=8).digest()


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    if not path.exists():
        return
    with path.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            try:
                row = json.loads(line)
                if "id" not in row or "status" not in row:
                    raise ValueError("no row of a batch")
            except (ValueError, TypeError) as error:
                raise SettingsError(
                    f"{path}:{number} is not a row of an earlier batch ({error}); "
                    "name another output file."
                ) from error
            yield row


def _cut_torn_line(path: Path) -> None:
    with path.open("rb+") as file:
        end = file.seek(0, os.SEEK_END)
        while end:
            start = max(0, end - 65_536)
            file.seek(start)
            newline = file.read(end - start).rfind(b"\n")
            if newline >= 0:
                file.truncate(start + newline + 1)
                return
            end = start
        file.truncate(0)


def _drop_failed(path: Path) -> None:
    partial = path.with_name(path.name + ".partial")
    with partial.open("wb") as kept, path.open("rb") as lines:
        for line in lines:
            if json.loads(line).get("status") != FAILED:
                kept.write(line)
    partial.replace(path)
