"""Nothing a text, a schema or a model says moves the cursor of who reads it on a terminal."""

import io
import json
from pathlib import Path

import pytest
from product import TEXT
from rich.console import Console

from nlp.printable import printable, printable_json
from veraz.cli import main
from veraz.extractor import Extractor
from veraz.show import print_extraction

TITLE = "\x1b]0;tuyo\x07"
CLEAR = "\x1b[2J\x9b31m\u202e"


def harmless(shown: str) -> bool:
    return not any(char in shown for char in "\x1b\x07\x9b\u202e\r\x08")


def test_control_characters_are_written_out() -> None:
    assert printable("a\tb\nc") == "a\tb\nc"
    assert printable(TITLE) == "\\x1b]0;tuyo\\x07"
    assert harmless(printable(CLEAR + "\r\x08\x7f"))
    assert printable("Ñandú, 3 °C — «sí» 😀") == "Ñandú, 3 °C — «sí» 😀"


def test_json_says_the_same_with_escapes() -> None:
    written = json.dumps({"a": TITLE + CLEAR, "ñ": 1}, ensure_ascii=False, indent=2)
    assert harmless(printable_json(written))
    assert json.loads(printable_json(written)) == json.loads(written)


def test_the_table_obeys_no_escape_sequence() -> None:
    name = f"precio{CLEAR}"
    schema = {"type": "object", "properties": {name: {"type": "number"}, "q": {"type": "string"}}}
    with Extractor(model="symbolic") as extractor:
        extraction = extractor.extract(f"{TITLE}{TEXT}{CLEAR}Firmado: Ana{TITLE} Gil", "", schema)
    shown = io.StringIO()
    print_extraction(extraction, Console(file=shown, width=120))
    assert harmless(shown.getvalue())
    assert "18500" in shown.getvalue()


def test_messages_obey_none_either(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    schema, text = tmp_path / "s.json", tmp_path / "t.txt"
    schema.write_text(json.dumps({"$ref": f"#/{CLEAR}{TITLE}"}))
    text.write_text(TEXT)
    words = [str(text), "--schema", str(schema), "--model", "symbolic"]
    assert main(["extract", *words]) == 2
    assert main(["schema", str(schema)]) == 1
    named = {"type": "object", "title": TITLE, "properties": {CLEAR: {"description": TITLE}}}
    schema.write_text(json.dumps(named))
    assert main(["schema", str(schema)]) == 0
    assert main(["extract", *words, "--table"]) in (0, 2)
    captured = capsys.readouterr()
    assert harmless(captured.out + captured.err)
