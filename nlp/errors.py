"""The one error tree of Veraz.

::

    VerazError
    ├── SettingsError          an option or environment variable that cannot be obeyed
    ├── DocumentError          a text that cannot be read (not a string, not UTF-8, missing file)
    ├── OutputError            an output that cannot be written, or that must not be touched
    ├── SchemaError            a schema that cannot be compiled: JSON pointer + keyword + reason
    ├── AnswerError            no truthful answer satisfies the schema: pointer + keyword + answer
    │   └── ClassRefused       a validator of the pydantic class given as schema refuses the answer
    └── ModelError             the model gave no usable answer
        ├── ModelUnreachable   no connection, DNS, refused, 5xx after every retry
        ├── ModelTimeout       the deadline of the request passed
        ├── ModelRefused       the server refused the request (4xx) at every step of the ladder
        │   └── ContextExceeded   the question is longer than the model's context
        └── ModelUnavailable   the embedded model cannot start (weights, checksum, memory, port)

A foreign exception is translated at the one door it comes through; nothing else is raised on
purpose. Messages say what happened and what to do. :class:`SchemaWarning` is no error: it goes the
way of Python's warnings.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any


class VerazError(Exception):
    """Base of every error Veraz raises on purpose.

    ``spent`` is what the model had cost when the error came (``input_tokens``, ``output_tokens``,
    ``calls``); empty where none was asked.
    """

    spent: Mapping[str, int] = MappingProxyType({})


class UnansweredWarning(UserWarning):
    """An answer leaves out required places, because the text does not answer them."""


class CalibrationWarning(UserWarning):
    """A calibration promises nothing for an answer; the message says why and what to do."""


class SchemaWarning(UserWarning):
    """A slip in a schema, which is used as it stands; the message says where and what to do."""


class SettingsError(VerazError):
    """An option or environment variable that cannot be obeyed."""


class DocumentError(VerazError):
    """A text that cannot be read."""


class OutputError(VerazError):
    """An output that cannot be written, or that holds what must not be touched."""


class SchemaError(VerazError):
    """A schema that cannot be compiled.

    ``pointer`` is the JSON pointer (RFC 6901) of the offending place, ``keyword`` the JSON Schema
    keyword at fault, ``reason`` one sentence.
    """

    def __init__(self, reason: str, *, pointer: str = "", keyword: str = "") -> None:
        self.reason = reason
        self.pointer = pointer
        self.keyword = keyword
        where = f" at {pointer or '/'}" + (f" ({keyword})" if keyword else "")
        super().__init__(f"schema{where}: {reason}" if pointer or keyword else reason)


class AnswerError(VerazError):
    """Nothing that the text bears out satisfies the schema.

    ``pointer`` is the JSON pointer of the place in the answer that breaks the schema, ``keyword``
    what it breaks, ``answer`` the nearest answer, which is not valid. ``extraction`` is the whole
    :class:`veraz.Extraction`, evidence and all, with what is not answered left out; None where the
    error came before there was one.
    """

    def __init__(self, reason: str, *, pointer: str, keyword: str, answer: Any = None) -> None:
        self.reason = reason
        self.pointer = pointer
        self.keyword = keyword
        self.answer = answer
        self.extraction: Any = None
        where = f"{pointer or '/'} ({keyword})"
        super().__init__(f"the text gives nothing that the schema takes at {where}: {reason}")


class ClassRefused(AnswerError):
    """The pydantic class that was given as schema refuses the answer.

    ``refusals`` are pairs of a field path (empty: the whole answer) and what the class says.
    """

    def __init__(
        self, name: str, document: str, refusals: tuple[tuple[str, str], ...], *, pointer: str
    ) -> None:
        self.refusals = refusals
        path, message = refusals[0]
        super().__init__(message, pointer=pointer, keyword="validator")
        more = f" (and {len(refusals) - 1} more)" if len(refusals) > 1 else ""
        where = path or "the whole answer"
        of = f" of document {document!r}" if document else ""
        self.args = (
            f"{name} refuses {where}{of}: {message}{more}. The extraction is in error.extraction; "
            'pipeline="repair" asks the model once more with this message.',
        )


class ModelError(VerazError):
    """The model gave no usable answer."""


class ModelUnreachable(ModelError):
    """No connection to the model's server, or it failed after every retry."""


class ModelTimeout(ModelError):
    """The deadline of the request passed before the model answered."""


class ModelRefused(ModelError):
    """The server refused the request at every step of the ladder."""


class ContextExceeded(ModelRefused):
    """The question is longer than the model's context, however it is cut."""


class ModelUnavailable(ModelError):
    """The embedded model cannot start: weights, checksum, memory or port."""
