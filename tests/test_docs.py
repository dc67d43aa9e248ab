"""What the documentation tells people to type works as it stands there."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from made_documents import write_pdf

from veraz.commands.parser import whole_parser

ROOT = Path(__file__).resolve().parents[1]
PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", ROOT / "README.es.md"]
TEXT = "Vendedor: Casta Olmedo Prieto. Fecha: 4 de mayo de 2024. Precio: 1.200 euros."
SCHEMA = {
    "type": "object",
    "properties": {
        "a": {"type": "object", "properties": {"b": {"type": "string", "description": "Vendedor"}}},
        "lista": {
            "type": "array",
            "items": {"type": "object", "properties": {"precio": {"type": "number"}}},
        },
    },
}
"""What the short examples leave to the reader."""
_BLOCK = re.compile(
    r"(?P<mark><!-- not run: [^>]+ -->\n)?^```(?P<kind>python|sh)\n(?P<code>.*?)^```", re.M | re.S
)
_CONTINUED = re.compile(r"\\\n\s*")


def blocks(page: Path, kind: str) -> list[str]:
    """The blocks of a page that are to be run; those before which a remark says why not are left out."""
    found = _BLOCK.finditer(page.read_text(encoding="utf-8"))
    return [block["code"] for block in found if block["kind"] == kind and not block["mark"]]


def command_lines() -> Iterator[tuple[str, list[str]]]:
    for page in PAGES:
        for block in blocks(page, "sh"):
            for line in _CONTINUED.sub(" ", block).splitlines():
                words = shlex.split(line, comments=True)
                while words and re.fullmatch(r"[A-Z_]+=.*", words[0]):
                    words.pop(0)
                yield page.name, words


def veraz_lines() -> list[tuple[str, list[str]]]:
    return [
        (page, words[1 : words.index("|") if "|" in words else None])
        for page, words in command_lines()
        if words and words[0].rpartition("/")[2] == "veraz"
    ]


@pytest.mark.parametrize(("page", "words"), veraz_lines(), ids=lambda each: " ".join(each)[:60])
def test_every_command_of_the_pages_has_the_options_it_is_given(
    page: str, words: list[str]
) -> None:
    for mark in (">", ">>", "<", "&"):
        words = words[: words.index(mark)] if mark in words else words
    parser, commands = whole_parser(next(word for word in words if not word.startswith("-")))
    options = parser.parse_all(words, commands)
    assert options.command, page


def test_there_are_commands_to_try() -> None:
    assert len(veraz_lines()) > 20


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_make_target_and_script_of_a_page_exists(page: Path) -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.M))
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"`make ([a-z-]+)`", text):
        assert target in targets or target.startswith("bench-"), f"make {target}"
    for path in re.findall(r"`?(?:python )?((?:scripts|tests)/[\w/]+\.(?:py|sh|yaml))", text):
        assert (ROOT / path).exists(), path


PYTHON_PAGES = [page for page in PAGES if blocks(page, "python")]


@pytest.mark.parametrize("page", PYTHON_PAGES, ids=lambda page: page.name)
def test_the_python_of_a_page_runs(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("VERAZ_MODEL", "symbolic")
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    write_pdf(tmp_path / "factura.pdf", (TEXT,))
    (tmp_path / "factura.json").write_text(json.dumps(SCHEMA), encoding="utf-8")
    names: dict[str, object] = {
        "__name__": "page",
        "texto": TEXT,
        "instruccion": "Extrae los datos de la venta",
        "esquema": SCHEMA,
    }
    for code in blocks(page, "python"):
        exec(compile(code, page.name, "exec"), names)
