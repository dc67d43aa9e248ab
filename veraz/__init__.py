"""Veraz: schema-guided extraction from Spanish text that says only what the text says.

::

    from veraz import Extractor

    extraction = Extractor().extract(text, instruction, schema)
    extraction.data, extraction.evidence, extraction.fields["a.b"]

    veraz.check(text, schema, answer).verdict  # an answer that anybody gave
"""

from typing import TYPE_CHECKING, Any

from nlp.errors import (
    CalibrationWarning,
    DocumentError,
    ModelError,
    ModelRefused,
    ModelTimeout,
    ModelUnavailable,
    ModelUnreachable,
    SchemaError,
    SchemaWarning,
    SettingsError,
    UnansweredWarning,
    VerazError,
)
from veraz.version import VERSION as __version__  # noqa: N811

if TYPE_CHECKING:
    from veraz.checking import check
    from veraz.extractor import Extractor
    from veraz.result import Extraction

__all__ = [
    "CalibrationWarning",
    "DocumentError",
    "Extraction",
    "Extractor",
    "ModelError",
    "ModelRefused",
    "ModelTimeout",
    "ModelUnavailable",
    "ModelUnreachable",
    "SchemaError",
    "SchemaWarning",
    "SettingsError",
    "UnansweredWarning",
    "VerazError",
    "__version__",
    "check",
]


def __getattr__(name: str) -> Any:
    # The extractor brings spaCy; scoring a file should not wait for it.
    if name == "Extractor":
        from veraz.extractor import Extractor

        return Extractor
    if name == "check":
        from veraz.checking import check

        return check
    if name == "Extraction":
        from veraz.result import Extraction

        return Extraction
    raise AttributeError(f"module 'veraz' has no attribute {name!r}")
