"""Texts out of the files people have: plain text, PDF with text, DOCX and HTML.

Each form is read by one library of the extra ``documents``; offsets of an extraction count in the
text that :func:`read_document` returns.
"""

import codecs
import importlib
import logging
import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from nlp.errors import DocumentError, SettingsError
from nlp.spans import Document
from veraz.encodings import detect_encoding

MOST_UNPACKED = 256 * 2**20
"""Bytes that a packed file may hold: a small one can hold any number of them."""

_CHARSET = re.compile(rb"""<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w.:-]{2,40})""", re.IGNORECASE)


def read_document(path: str | Path, *, columns: bool = False) -> Document:
    """Return the text of a file, and its stem as id.

    With ``columns`` the text of a PDF keeps its columns apart by spaces, as they stand on the page;
    without, it comes in reading order. Raises :class:`nlp.errors.DocumentError` for a file that
    cannot be read, holds no text (a scanned PDF) or is of a form that is not known.
    """
    path = Path(path)
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        raise DocumentError(f"{path}: expected one of {', '.join(READERS)}.")
    if columns and path.suffix.lower() != ".pdf":
        raise SettingsError(f"{path} is no PDF: columns can be kept of nothing else.")
    try:
        text = _read_pdf(path, columns=True) if columns else reader(path)
    except OSError as error:
        raise DocumentError(f"{path} cannot be read: {error.strerror or error}.") from error
    return Document(path.stem, text)


def read_plain(path: Path) -> str:
    """The text of a UTF-8 file; raises :class:`DocumentError` where it is none."""
    content = path.read_bytes()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if b"\0" in content[:4096]:
            known = ", ".join(PACKED)
            raise DocumentError(
                f"{path} is no text: save it as UTF-8 text, or as one of {known}."
            ) from error
        raise DocumentError(
            f"{path} is not UTF-8 (byte {error.start}); convert it first, for instance with "
            f"`iconv -f latin1 -t utf-8`."
        ) from error


def _read_pdf(path: Path, *, columns: bool = False) -> str:
    pypdf = _library("pypdf", path)
    mode: dict[str, Any] = {"extraction_mode": "layout"} if columns else {}
    # What it mends by itself it tells on standard error; what it cannot mend it raises.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    with path.open("rb") as file, _explained(path, "PDF"):
        reader = pypdf.PdfReader(file)
        if reader.is_encrypted and not reader.decrypt(""):
            raise DocumentError(f"{path} is locked with a password; save it without one first.")
        pages = [page.extract_text(**mode).rstrip() for page in reader.pages]
    empty = [number for number, text in enumerate(pages, start=1) if not text.strip()]
    if len(empty) == len(pages):
        raise DocumentError(
            f"{path} holds no text: its {_pages(len(pages))} scanned or empty. Recognize the text "
            f"first, for instance with `ocrmypdf -l spa {path.name} texto.pdf`."
        )
    return "\n\n".join(text for text in pages if text.strip())


def _pages(count: int) -> str:
    return "one page is" if count == 1 else f"{count} pages are"


def _read_docx(path: Path) -> str:
    docx = _library("docx", path)
    with path.open("rb") as file, _explained(path, "DOCX"):
        with zipfile.ZipFile(file) as packed:
            if sum(part.file_size for part in packed.infolist()) > MOST_UNPACKED:
                raise DocumentError(f"{path} unpacks to more than {MOST_UNPACKED >> 20} MiB.")
        document = docx.Document(str(path))
        text = "\n".join(_blocks(document))
    return _some(text, path)


def _blocks(container: Any) -> Iterator[str]:
    """Paragraphs and tables in their order; a table row is a line, its cells between bars."""
    for block in container.iter_inner_content():
        if hasattr(block, "rows"):
            yield from _rows(block)
            yield ""
        else:
            mark = "- " if _listed(block) and block.text.strip() else ""
            yield mark + block.text


def _listed(paragraph: Any) -> bool:
    name = paragraph.style.name if paragraph.style is not None else ""
    return name.startswith("List")


def _rows(table: Any) -> Iterator[str]:
    for row in table.rows:
        seen: list[Any] = []
        for cell in row.cells:
            # A merged cell is given once for each column it spans.
            if not any(cell._tc is other._tc for other in seen):
                seen.append(cell)
        texts = [" ".join(" ".join(_blocks(cell)).split()) for cell in seen]
        yield f"| {' | '.join(texts)} |"


def _read_html(path: Path) -> str:
    inscriptis, lxml = _library("inscriptis", path), _library("lxml.html", path)
    encoding = _html_encoding(path)
    written = path.read_bytes().decode(encoding, errors="strict")
    if not written.strip():
        return _some("", path)
    with _explained(path, "HTML"):
        # An XML declaration may not name an encoding in what is decoded already.
        tree = lxml.document_fromstring(re.sub(r"^\s*<\?xml[^>]*\?>", "", written))
        text = inscriptis.Inscriptis(tree, _html_config(inscriptis)).get_text()
    return _some(text, path)


def _html_config(inscriptis: ModuleType) -> Any:
    profiles = importlib.import_module("inscriptis.css_profiles")
    model = importlib.import_module("inscriptis.model.config")
    return model.ParserConfig(css=profiles.CSS_PROFILES["strict"].copy())


def _html_encoding(path: Path) -> str:
    with path.open("rb") as file:
        said = _CHARSET.search(file.read(4096))
    if said is not None:
        try:
            return codecs.lookup(said[1].decode()).name
        except LookupError:
            pass
    return detect_encoding(path)


def _some(text: str, path: Path) -> str:
    if not text.strip():
        raise DocumentError(f"{path} holds no text.")
    return text


def _library(name: str, path: Path) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError as missing:
        raise DocumentError(
            f"{path}: reading {path.suffix} needs {name.partition('.')[0]}: "
            "`pip install 'veraz[documents]'`."
        ) from missing


class _explained:  # noqa: N801
    """Turns whatever a library says of a broken file into a :class:`DocumentError`."""

    def __init__(self, path: Path, form: str) -> None:
        self._path = path
        self._form = form

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if error is None or isinstance(error, DocumentError) or not isinstance(error, Exception):
            return
        said = str(error).strip() or type(error).__name__
        raise DocumentError(
            f"{self._path} is no {self._form} that can be read: {said[:300]}"
        ) from error


READERS: dict[str, Callable[[Path], str]] = {
    ".txt": read_plain,
    ".md": read_plain,
    ".pdf": _read_pdf,
    ".docx": _read_docx,
    ".html": _read_html,
    ".htm": _read_html,
}

PACKED: tuple[str, ...] = (".pdf", ".docx", ".html", ".htm")
"""Forms whose text is not what stands in the file."""
