"""What becomes of the rows that stand in an output when a batch is run on it again."""

import json
import os
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from nlp.errors import OutputError
from veraz.batch.ledger import FAILED, OK, Ledger, read_ledger, rows_of
from veraz.batch.options import Made, differences


class Keep(Enum):
    """Which of the rows that stand in an output stay."""

    ALL = "all"
    GOOD = "good"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Standing:
    """The rows a run starts with, and what the user should know of them."""

    ledger: Ledger
    notices: tuple[str, ...] = ()


def prepare(path: Path, made: Made | None, keep: Keep) -> Standing:
    """Leave in ``path`` what a run with ``made`` may add to.

    Good rows made with something else are never mixed with new ones: :class:`OutputError` says what
    differs. Failed rows made with something else are taken out, since they may well succeed now.
    """
    if not path.exists():
        return Standing(Ledger())
    ledger = read_ledger(path)
    if keep is Keep.NONE:
        return Standing(Ledger(), (_put_aside(path),) if ledger.rows else ())
    now = "" if made is None else json.dumps(made, sort_keys=True)
    if made is not None and (others := _others(ledger, OK, now)):
        raise _refusal(path, others, made)
    notices = (_silent(path),) if made is not None and ledger.made[OK, ""] else ()
    if keep is Keep.GOOD and ledger.failed:
        _drop(path, lambda _: True)
        return Standing(read_ledger(path), notices)
    if made is not None and (changed := _others(ledger, FAILED, now)):
        _drop(path, lambda row: row.get("made") not in (None, made))
        return Standing(read_ledger(path), (*notices, _again(changed, made)))
    return Standing(ledger, notices)


def _silent(path: Path) -> str:
    return f"the rows of {path} do not say what they were made with; they are kept as they are"


def _again(changed: dict[str, int], made: Made) -> str:
    count = sum(changed.values())
    return f"{count} failed rows were made otherwise and are tried again: {_said(changed, made)}"


def _others(ledger: Ledger, status: str, now: str) -> dict[str, int]:
    """How many rows of that status were made with what else, the most first."""
    return {
        told: count
        for (which, told), count in ledger.made.most_common()
        if which == status and told not in ("", now)
    }


def _said(others: dict[str, int], made: Made) -> str:
    was: dict[str, Any] = json.loads(next(iter(others)))
    return ", ".join(differences(was, made))


def _refusal(path: Path, others: dict[str, int], made: Made) -> OutputError:
    return OutputError(
        f"{path} holds {sum(others.values())} rows that were made otherwise; what differs: "
        f"{_said(others, made)}. Give what they were made with to go on, name another output, or "
        "extract every row anew with --redo."
    )


def _put_aside(path: Path) -> str:
    """Rename an output to a name that is free: answers have cost something."""
    number = 1
    while (aside := path.with_name(f"{path.name}.before-{number}")).exists():
        number += 1
    path.rename(aside)
    return f"the rows that stood in {path} are in {aside} now"


def _drop(path: Path, taken: Callable[[dict[str, Any]], bool]) -> None:
    """Take failed rows out, so that their ids are open again; all or nothing, whatever happens."""
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    partial = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as kept:
            for line, row in rows_of(path):
                if not (row["status"] == FAILED and taken(row)):
                    kept.write(line if line.endswith(b"\n") else line + b"\n")
            kept.flush()
            os.fsync(kept.fileno())
        shutil.copymode(path, partial)
        partial.replace(path)
    finally:
        with suppress(FileNotFoundError):
            partial.unlink()
