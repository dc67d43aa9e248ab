"""What stands in the output of a batch, found out without touching it."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nlp.errors import OutputError

OK, FAILED = "ok", "failed"

STARTS: tuple[bytes, ...] = (b'{"data":', b'{"error":', b'{"id":')
"""What a row can begin with: its members are written in the order of their names."""


@dataclass(slots=True)
class Ledger:
    """The rows of an output file.

    ``digests`` holds the digest of each row's source by the key of its id; ``made`` counts rows by
    their status and what they were made with (JSON; empty where the row does not say). ``end`` is
    where the whole rows end, ``unended`` says that the last of them lacks its line end.
    """

    digests: dict[bytes, bytes] = field(default_factory=dict)
    made: Counter[tuple[str, str]] = field(default_factory=Counter)
    end: int = 0
    unended: bool = False

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return self.made.total()

    @property
    def failed(self) -> int:
        """How many of them are failed."""
        return sum(count for (status, _), count in self.made.items() if status == FAILED)


def key_of(id: str) -> bytes:
    """Return what is kept of an id: eight bytes keep the memory of a long batch flat."""
    return hashlib.blake2b(id.encode("utf-8", "surrogatepass"), digest_size=8).digest()


def read_ledger(path: Path) -> Ledger:
    """Read what stands in ``path``; raises :class:`OutputError` where it is not a batch's output."""
    ledger = Ledger()
    for line, row in rows_of(path):
        made = json.dumps(row["made"], sort_keys=True) if "made" in row else ""
        ledger.made[row["status"], made] += 1
        ledger.digests[key_of(str(row["id"]))] = _bytes(row.get("source"))
        ledger.end += len(line)
        ledger.unended = not line.endswith(b"\n")
    return ledger


def rows_of(path: Path) -> Iterator[tuple[bytes, dict[str, Any]]]:
    """Yield each whole line of an output and its row; a torn last line is left out."""
    with path.open("rb") as lines:
        if lines.peek(1)[:1] not in (b"", b"{"):
            # Not even a row: a file of another kind may have no lines at all.
            raise _foreign(path, 1, "it does not begin like one")
        for number, line in enumerate(lines, start=1):
            try:
                row = json.loads(line)
                if row["status"] not in (OK, FAILED) or "id" not in row:
                    raise ValueError("no row of a batch")
            except (ValueError, TypeError, KeyError, RecursionError) as error:
                if not line.endswith(b"\n") and _torn(line, number > 1):
                    return
                raise _foreign(path, number, str(error)) from error
            yield line, row


def _torn(line: bytes, among_rows: bool) -> bool:
    """Whether this can be what a kill left of a row; alone in a file it must look like one."""
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return (among_rows and line.startswith(b"{")) or any(
            line.startswith(start) or start.startswith(line) for start in STARTS
        )
    return False


def _foreign(path: Path, number: int, why: str) -> OutputError:
    return OutputError(
        f"{path}:{number} is not a row of an earlier batch ({why}); it is left as it is. "
        "Name another output file."
    )


def _bytes(digest: Any) -> bytes:
    try:
        return bytes.fromhex(digest) if isinstance(digest, str) else b""
    except ValueError:
        return b""
