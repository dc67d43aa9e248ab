"""How the bytes of a file are to be read where nobody says so."""

import codecs
from pathlib import Path

from nlp.errors import DocumentError, SettingsError

CHUNK = 1 << 20
WINDOWS = "cp1252"
"""What a Spanish Windows writes where it does not write Unicode."""

MARKS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def check_encoding(name: str) -> str:
    """Return an encoding of Python by its name; raises :class:`SettingsError` where there is none."""
    try:
        "a".encode(name)
        found = codecs.lookup(name).name
    except (LookupError, ValueError) as error:
        raise SettingsError(
            f"--encoding {name} is none that is known; there are utf-8, cp1252, latin-1, utf-16 …"
        ) from error
    return "utf-8-sig" if found == "utf-8" else found


def marked_encoding(path: Path) -> str | None:
    """Return the encoding that the first bytes of a file say, if they do."""
    with path.open("rb") as file:
        head = file.read(4)
    return next((name for mark, name in MARKS if head.startswith(mark)), None)


def detect_encoding(path: Path) -> str:
    """Return how a text file is written: what its first bytes say, else UTF-8, else Windows-1252.

    A file that is UTF-8 up to a broken byte is not taken for Windows-1252, which would spoil every
    accent before it: raises :class:`DocumentError`.
    """
    if (marked := marked_encoding(path)) is not None:
        return marked
    decoder = codecs.getincrementaldecoder("utf-8")()
    foreign, at = False, 0
    with path.open("rb") as file:
        while True:
            chunk = file.read(CHUNK)
            try:
                text = decoder.decode(chunk, final=not chunk)
            except UnicodeDecodeError as error:
                if foreign or not error.object[: error.start].isascii():
                    # The decoder may have kept the first bytes of a letter from the chunk before.
                    raise _broken(path, at + len(chunk) - len(error.object) + error.start) from None
                return WINDOWS
            if not chunk:
                return "utf-8"
            foreign = foreign or not text.isascii()
            at += len(chunk)


def _broken(path: Path, at: int) -> DocumentError:
    return DocumentError(
        f"{path} is UTF-8 but for byte {at}; mend it, or say how it is written: --encoding."
    )
