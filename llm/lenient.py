"""A JSON reader for what models write: it forgives, says what, and knows where values lie.

Strictly valid JSON reads as ``json.loads`` reads it. Beyond that: text that breaks off, trailing
and doubled commas, comments, single or typographic quotes, bare keys, Python's literals, raw line
breaks and unescaped quotes inside strings.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from nlp.schema import JSON, join_path

MAX_DEPTH = 120
_NUMBER = re.compile(r"[-+]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:[eE][-+]?\d{1,6})?")
_WORD = re.compile(r"[A-Za-z_][\w$-]{0,200}")
_LITERALS: Mapping[str, JSON] = {
    "true": True,
    "True": True,
    "false": False,
    "False": False,
    "null": None,
    "None": None,
    "undefined": None,
    "NaN": None,
    "nan": None,
}
_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’"}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_SPACE = " \t\r\n\u00a0\ufeff\u200b"
_MISSING = object()


@dataclass(frozen=True, slots=True)
class Reading:
    """A value read from ``text[start:end]``.

    ``spans`` gives, by field path, the offsets of each leaf (a string's without its quotes).
    ``open_path`` is the path of the value being written where the text broke off, ``None`` where
    the value is complete; a string that broke off stands in ``root`` as far as it goes.
    """

    root: JSON
    start: int
    end: int
    spans: Mapping[str, tuple[int, int]]
    problems: tuple[str, ...] = ()
    open_path: str | None = None


def read_json(text: str, start: int = 0) -> Reading | None:
    """Read the value that begins at ``start``, or None where none does."""
    reader = _Reader(text, start)
    root = reader.value("", 0)
    if root is _MISSING:
        return None
    problems = tuple(dict.fromkeys(reader.problems))
    return Reading(root, start, reader.at, reader.spans, problems, reader.open_path)


class _Reader:
    """One pass over the text; ``at`` is the next code point."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at
        self.spans: dict[str, tuple[int, int]] = {}
        self.problems: list[str] = []
        self.open_path: str | None = None

    def value(self, path: str, depth: int) -> JSON:
        mark = self.peek()
        if not mark or depth > MAX_DEPTH:
            return self.cut(path)
        if mark == "{":
            return self.object(path, depth)
        if mark == "[":
            return self.array(path, depth)
        if mark in _QUOTES:
            return self.string(path)
        return self.bare(path)

    def peek(self) -> str:
        """The next code point that is neither space nor comment; empty at the end."""
        text = self.text
        while self.at < len(text):
            here = text[self.at]
            if here in _SPACE:
                self.at += 1
            elif text.startswith("//", self.at) or here == "#":
                self.skip_to("\n")
            elif text.startswith("/*", self.at):
                self.skip_to("*/")
            else:
                return here
        return ""

    def skip_to(self, mark: str) -> None:
        self.problems.append("comment")
        end = self.text.find(mark, self.at + 1)
        self.at = len(self.text) if end < 0 else end + len(mark)

    def cut(self, path: str) -> object:
        """The text breaks off here: remember which value was being written."""
        if self.open_path is None:
            self.open_path = path
        return _MISSING

    def object(self, path: str, depth: int) -> JSON:
        self.at += 1
        found: dict[str, JSON] = {}
        while True:
            mark = self.peek()
            if not mark:
                self.cut(path)
                return found
            if mark == "}":
                self.at += 1
                return found
            if mark == ",":
                self.comma()
                continue
            key = self.key(path)
            if key is None:
                return found
            here = join_path(path, key)
            value = self.value(here, depth + 1)
            if value is _MISSING:
                return found
            found[key] = value
            if self.open_path is not None:
                return found

    def array(self, path: str, depth: int) -> JSON:
        self.at += 1
        found: list[JSON] = []
        while True:
            mark = self.peek()
            if not mark:
                self.cut(path)
                return found
            if mark == "]":
                self.at += 1
                return found
            if mark == ",":
                self.comma()
                continue
            if mark in "}:":
                self.problems.append("array not closed")
                return found
            value = self.value(join_path(path, len(found)), depth + 1)
            if value is _MISSING:
                return found
            found.append(value)
            if self.open_path is not None:
                return found

    def comma(self) -> None:
        self.at += 1
        if self.peek() in (",", "}", "]"):
            self.problems.append("stray comma")

    def key(self, path: str) -> str | None:
        """The key and its colon; None where the text breaks off or makes no sense."""
        mark = self.peek()
        if mark in _QUOTES:
            key, whole = self.quoted(mark, ends=":")
        else:
            word = _WORD.match(self.text, self.at)
            if word is None:
                self.problems.append("object not closed")
                return None
            key, whole = word.group(), True
            self.at = word.end()
            self.problems.append("bare key")
        after = self.peek()
        if not whole or not after:
            self.cut(path)
            return None
        if after in ":=":
            self.at += 1
        else:
            self.problems.append("missing colon")
        return key

    def string(self, path: str) -> JSON:
        begin = self.at + 1
        value, whole = self.quoted(self.text[self.at], ends=",}]:")
        if not whole:
            self.cut(path)
        self.spans[path] = (begin, max(begin, self.at - 1 if whole else self.at))
        return value

    def quoted(self, mark: str, *, ends: str) -> tuple[str, bool]:
        """The string that opens here and whether it closes."""
        if mark != '"':
            self.problems.append("odd quotes")
        close = _QUOTES[mark]
        text, parts = self.text, []
        self.at += 1
        while self.at < len(text):
            here = text[self.at]
            if here == "\\":
                parts.append(self.escape())
                continue
            self.at += 1
            if here == close:
                if self.closes(ends):
                    return _joined(parts), True
                self.problems.append("quote inside a string")
            elif here in "\n\r\t":
                self.problems.append("line break inside a string")
            parts.append(here)
        return _joined(parts), False

    def closes(self, ends: str) -> bool:
        """Whether what follows a quote can only follow the end of a string."""
        text, at = self.text, self.at
        limit = min(len(text), at + 400)
        while at < limit and text[at] in _SPACE:
            at += 1
        if at >= len(text) or at == limit:
            return True
        return text[at] in ends or text.startswith(("//", "/*", "```"), at)

    def escape(self) -> str:
        text, at = self.text, self.at
        mark = text[at + 1 : at + 2]
        if mark == "u":
            digits = text[at + 2 : at + 6]
            if len(digits) == 4 and all(digit in "0123456789abcdefABCDEF" for digit in digits):
                self.at += 6
                return chr(int(digits, 16))
        self.at += 2
        if mark in _ESCAPES:
            return _ESCAPES[mark]
        if mark not in ('"', "\\", "/"):
            self.problems.append("bad escape")
        return mark

    def bare(self, path: str) -> JSON:
        """A number, a literal or an unquoted word."""
        begin = self.at
        number = _NUMBER.match(self.text, begin)
        if number and self.text[number.end() : number.end() + 1] in (*_SPACE, *",}]/#", ""):
            if number.end() == len(self.text) and path:
                return self.cut(path)
            self.at = number.end()
            self.spans[path] = (begin, self.at)
            return self.number(number.group())
        end = begin
        while end < len(self.text) and self.text[end] not in ",}]\n":
            end += 1
        word = self.text[begin:end].strip()
        if end == len(self.text) and path and word not in _LITERALS:
            return self.cut(path)
        self.at = max(end, begin + 1)
        self.spans[path] = (begin, begin + len(word))
        if word in _LITERALS:
            if word not in ("true", "false", "null"):
                self.problems.append("foreign literal")
            return _LITERALS[word]
        self.problems.append("unquoted value")
        return word

    def number(self, written: str) -> JSON:
        try:
            value = json.loads(written)
        except json.JSONDecodeError:
            self.problems.append("odd number")
            value = float(written)
        except ValueError:  # more digits than Python turns into an integer
            self.problems.append("odd number")
            return written
        return value if abs(value) != float("inf") else written


def _joined(parts: list[str]) -> str:
    """The string of its parts, surrogate pairs made whole and halves made harmless."""
    text = "".join(parts)
    if any("\ud800" <= char <= "\udfff" for char in text):
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
