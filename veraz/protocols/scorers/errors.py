"""What a scorer raises: one error, naming file, line and what was expected there."""

from pathlib import Path


class ScoringError(Exception):
    """A file or option that a protocol cannot score.

    ``path`` and ``line`` (from 1) say where, the message what was found and what was expected.
    """

    def __init__(self, message: str, *, path: Path | str | None = None, line: int | None = None):
        self.path = None if path is None else Path(path)
        self.line = line
        where = "" if path is None else f"{path}:" + ("" if line is None else f"{line}:") + " "
        super().__init__(where + message)
