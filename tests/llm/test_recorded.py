import json
from dataclasses import replace
from pathlib import Path

import pytest

from llm.completion import Prompt
from llm.draft import read_draft
from llm.recorded import RecordedModel
from nlp.errors import ModelError, SettingsError
from nlp.spans import Document


def lines(path: Path, *records: object) -> Path:
    path.write_text("\n".join(json.dumps(record) for record in records) + "\n\n", "utf-8")
    return path


async def test_the_answer_recorded_under_the_id(tmp_path: Path, prompt: Prompt) -> None:
    path = lines(tmp_path / "r.jsonl", {"id": "feria", "output": {"titulo": "ñ"}, "tps": 1})
    model = RecordedModel(path)
    completion = await model.complete(prompt)
    assert completion.text == '{"titulo": "ñ"}'
    assert read_draft(completion, prompt.schema).root == {"titulo": "ñ"}
    assert completion.model == model.name == f"recorded:{path}"
    assert completion.usage.calls == 0


async def test_a_document_without_an_answer_is_an_error(tmp_path: Path, prompt: Prompt) -> None:
    model = RecordedModel(lines(tmp_path / "r.jsonl", {"id": "feria", "output": {}}))
    with pytest.raises(ModelError, match="'otra'"):
        await model.complete(replace(prompt, document=Document("otra", "x")))


@pytest.mark.parametrize("line", ["{", "[]", '{"id": "a"}', "3"])
def test_a_file_that_is_no_recording(tmp_path: Path, line: str) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text(f'{{"id": "x", "output": {{}}}}\n{line}\n', "utf-8")
    with pytest.raises(SettingsError, match="line 2"):
        RecordedModel(path)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot read"):
        RecordedModel(tmp_path / "none.jsonl")
