"""Countries and currencies as a field asks for them: by ISO 3166 or 4217 code, or in English.

Names are CLDR's, people's those of ``resources/countries.yaml``: "polaca" answers a code with ``PL``,
"mil soles" one of a currency with ``PEN``.
"""

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

from nlp.asked.field_profile import FieldProfile
from nlp.numeric.currencies import currency_named
from nlp.spans import Candidate
from nlp.stems import fold, words_of
from nlp.word_lists import text_pattern

_ASKED = text_pattern("iso_code")
_ENGLISH = frozenset({"en", "english", "ingles"})
_COUNTRY = frozenset({"country", "countries", "pais", "paises"})


def iso_form(profile: FieldProfile) -> str | None:
    """A country in ``two`` or ``three`` letters or in ``english``, a ``currency``; None for others."""
    if profile.field.is_numeric:
        return None
    return _form_of(profile.field.name, profile.field.description)


@lru_cache(maxsize=4096)
def _form_of(name: str, description: str) -> str | None:
    words = [fold(word) for word in words_of(name)]
    found = _ASKED.search(fold(f"{' '.join(words)}: {description}"))
    if found is not None:
        return found.lastgroup
    english = bool(words) and words[-1] in _ENGLISH
    return "english" if english and not _COUNTRY.isdisjoint(words) else None


def iso_value(candidate: Candidate, form: str) -> str | None:
    """What a candidate gives a field of such a form; None where it names none."""
    value = candidate.value
    if form == "currency" and value is not None and value.kind.startswith("money"):
        return value.unit
    return iso_named(candidate.mention, form)


def iso_named(mention: str, form: str) -> str | None:
    """The currency, or the country or whose people, that a mention names last; None: it names none."""
    if form == "currency":
        return currency_named(mention)
    found = list(_names().finditer(fold(mention)))
    if not found:
        return mention if form == "two" and mention in _table()["english"] else None
    code: str = _table()["names"][found[-1].group()]
    if form == "two":
        return code
    spelt: str | None = _table()["english" if form == "english" else "three"].get(code)
    return spelt


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Any]:
    text = (files("resources") / "countries.json").read_text(encoding="utf-8")
    table: Mapping[str, Any] = json.loads(text)
    return table


@lru_cache(maxsize=1)
def _names() -> "re.Pattern[str]":
    names = sorted(_table()["names"], key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)")
