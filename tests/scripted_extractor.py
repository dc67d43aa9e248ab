"""An extractor that answers from a script: for tests of what runs extractors."""

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

from llm.completion import Usage
from nlp.spans import Document
from normalizers.outcome import Evidence, FieldResult
from veraz.extracted import Signature
from veraz.result import Extraction

SIGNATURE = Signature("0", "scripted", "scripted", "none", "balanced")


def extraction(text: str, data: Mapping[str, Any], *, draft: Any = None) -> Extraction:
    """An extraction of ``data``; every string of a list rests on its occurrences in the text."""
    fields = {}
    for path, value in _leaves(data, ""):
        spans = tuple(_occurrences(text, value)) if isinstance(value, str) else ()
        alignment = "exact" if spans else "none"
        fields[path] = FieldResult(path, value, value, spans, alignment, confidence=0.9)
    return Extraction(
        data=dict(data),
        fields=fields,
        usage=Usage(100, 20, 1),
        signature=SIGNATURE,
        document=Document("", text),
        draft=data if draft is None else draft,
    )


def _leaves(value: Any, path: str) -> list[tuple[str, Any]]:
    if isinstance(value, Mapping):
        pairs = [(f"{path}.{key}" if path else key, each) for key, each in value.items()]
    elif isinstance(value, list) and value:
        pairs = [(f"{path}.{place}", each) for place, each in enumerate(value)]
    else:
        return [(path, value)]
    return [leaf for below, each in pairs for leaf in _leaves(each, below)]


def _occurrences(text: str, value: str) -> list[Evidence]:
    found, start = [], text.find(value)
    while start >= 0 and value:
        found.append(Evidence(start, start + len(value), value))
        start = text.find(value, start + 1)
    return found


class ScriptedExtractor:
    """Gives ``script(text, instruction)``: data, or an exception to raise."""

    def __init__(self, script: Callable[[str, str], Any]) -> None:
        self._script = script
        self.asked: list[str] = []
        self.pipeline = SimpleNamespace(name="scripted")
        self.model = SimpleNamespace(name="scripted", aclose=self._close)
        self.closed = False

    async def _close(self) -> None:
        self.closed = True

    async def aextract(
        self, text: str, instruction: str, schema: Mapping[str, Any], *, id: str = ""
    ) -> Extraction:
        """Answer as scripted."""
        self.asked.append(text)
        said = self._script(text, instruction)
        if isinstance(said, Exception):
            raise said
        return extraction(text, said)
