"""Which files ``veraz batch`` must not write to, whatever stands in them."""

import os
from collections.abc import Sequence
from pathlib import Path

from nlp.errors import OutputError
from veraz.batch.sources import FOLDER, STANDARD


def refuse_paths(source: str, out: str, others: Sequence[Path | None]) -> None:
    """Raise :class:`OutputError` where the output is what the batch reads, under whatever name."""
    if out == STANDARD:
        return
    written = Path(os.path.realpath(out))
    read = [] if source == STANDARD else [Path(source)]
    for path in (*read, *(path for path in others if path is not None)):
        if same(written, path):
            raise OutputError(
                f"{out} and {path} are one file; the batch reads it, so name another output."
            )
    if source == STANDARD or written.suffix.lower() not in FOLDER:
        return
    if Path(os.path.realpath(source)) in written.parents:
        raise OutputError(f"{out} would be a text of {source} next time; name it .jsonl.")


def same(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file, there or not yet."""
    if os.path.realpath(one) == os.path.realpath(other):
        return True
    try:
        return one.samefile(other)
    except OSError:
        return False
