"""A scripted reader of windows: says what the window's text says, and errs where it is told to."""

import json
import re
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from long_documents import MONTHS, Fact, LongDocument, add_element, blank, get, put

from llm.scripted import Body, Turn

QUOTED = re.compile(r"<documento>\n(.*?)\n</documento>", re.DOTALL)
DATE = re.compile(r"\b(\d{1,2}) de ([a-z]+) de (\d{4})\b")
AMOUNT = re.compile(r"\b(\d{1,3}(?:\.\d{3})+) euros")
ERRORS = ("garbage", "empty", "truncated", "failing")
"""What a reader that errs gives instead: values no text says, nothing, half an answer, a 500.

Besides these there is ``misread``: for one field a date or an amount of the window that is not its.
"""


@dataclass(slots=True)
class Reader:
    """Answers for one document at a time; ``share`` of the windows goes wrong in the way ``error``
    says, ``mixed`` in any of :data:`ERRORS`. The same window goes wrong at every try.
    """

    error: str = ""
    share: float = 0.1
    delay: float = 0.0
    document: LongDocument | None = None
    read: dict[tuple[int, int], str] = field(default_factory=dict)
    prompt_tokens: int = 0

    def open(self, document: LongDocument) -> None:
        """Read this document from now on."""
        self.document, self.read = document, {}

    def __call__(self, body: Body) -> Turn:
        assert self.document is not None
        quoted, tail = _question(body)
        start = self.document.text.find(quoted.strip())
        if start < 0:
            raise ValueError("a window that is no piece of the document")
        error = self._error(quoted)
        self.read[start, start + len(quoted.strip())] = error
        facts = self.within(start, start + len(quoted.strip()))
        root = said_by(self.document, facts, _told(tail))
        return _spoilt(error, root, self.document, quoted, self.delay)

    def within(self, start: int, end: int) -> list[Fact]:
        """The facts that a window says whole."""
        assert self.document is not None
        return [fact for fact in self.document.facts if start <= fact.start and fact.end <= end]

    def clean(self) -> list[Fact]:
        """The facts of windows that were read well, in the order of the text."""
        assert self.document is not None
        good = [span for span, error in self.read.items() if error in ("", "misread")]
        return [
            fact
            for fact in self.document.facts
            if any(start <= fact.start and fact.end <= end for start, end in good)
        ]

    def _error(self, quoted: str) -> str:
        lot = zlib.crc32(quoted.encode())
        if not self.error or lot % 1000 >= self.share * 1000:
            return ""
        return ERRORS[lot // 1000 % len(ERRORS)] if self.error == "mixed" else self.error


def said_by(document: LongDocument, facts: list[Fact], told: Mapping[str, Any]) -> dict[str, Any]:
    """What a window's facts say to somebody who was told what earlier windows had found."""
    root = blank(document)
    seen: dict[tuple[str, int], Any] = {}
    for fact in facts:
        if fact.kind == "element":
            add_element(root, fact, seen)
            continue
        here, before = get(root, fact.path), get(told, fact.path)
        now = before if here is None else here
        if (fact.kind == "recalls" and now is not None) or (
            fact.kind == "unnamed" and now != fact.old
        ):
            continue
        put(root, fact.path, fact.value)
    return root


def _question(body: Body) -> tuple[str, str]:
    """The window of the last turn that quotes one, and what follows it."""
    for message in reversed(body["messages"]):
        found = QUOTED.search(message["content"]) if message["role"] == "user" else None
        if found:
            return found[1], message["content"][found.end() :]
    raise ValueError("no document in the question")


def _told(tail: str) -> Mapping[str, Any]:
    """The JSON of what earlier windows found, where the question holds one."""
    for line in tail.splitlines():
        if line.startswith("{"):
            told = json.loads(line)
            return told if isinstance(told, dict) else {}
    return {}


def _spoilt(
    error: str, root: dict[str, Any], document: LongDocument, quoted: str, delay: float
) -> Turn:
    spoil: dict[str, Callable[[], Turn]] = {
        "": lambda: Turn(_dumps(root), delay=delay),
        "garbage": lambda: Turn(_dumps(garbage(document.schema)), delay=delay),
        "empty": lambda: Turn("", delay=delay),
        "truncated": lambda: Turn(
            _dumps(root)[: len(_dumps(root)) * 2 // 5], finish_reason="length", delay=delay
        ),
        "failing": lambda: Turn(status=500, error="scripted failure"),
        "misread": lambda: Turn(_dumps(misread(root, document, quoted)), delay=delay),
    }
    return spoil[error]()


def garbage(schema: Mapping[str, Any]) -> Any:
    """Values of the right form that no text says."""
    kind = schema["type"]
    if kind == "object":
        return {name: garbage(below) for name, below in schema["properties"].items()}
    if kind == "array":
        return [garbage(schema["items"])]
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("format") == "date":
        return "1871-02-17"
    return "Zzyzx Inventado" if "string" in kind else 987_654_321


def misread(root: dict[str, Any], document: LongDocument, quoted: str) -> dict[str, Any]:
    """The answer with a date and an amount of the text for the first fields that take one."""
    date, amount = DATE.search(quoted), AMOUNT.search(quoted)
    for name, below in document.schema["properties"].items():
        if below.get("format") == "date" and date and root[name] is None:
            root[name] = f"{date[3]}-{MONTHS.index(date[2]) + 1:02}-{int(date[1]):02}"
        elif below["type"] == ["number", "null"] and amount and root[name] is None:
            root[name] = int(amount[1].replace(".", ""))
    return root


def _dumps(root: Any) -> str:
    return json.dumps(root, ensure_ascii=False)
