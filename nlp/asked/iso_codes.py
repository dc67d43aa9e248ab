"""Countries and currencies by ISO 3166 and 4217 codes; countries, languages, months and days in English.

Names are CLDR's, people's those of ``resources/iso_names.yaml``: "polaca" answers a code with ``PL``,
"mil soles" one of a currency with ``PEN``, "francés" a language in English with ``French``.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from nlp.asked.field_profile import FieldProfile
from nlp.numeric.currencies import currency_named
from nlp.spans import Candidate
from nlp.stems import fold, words_of
from nlp.word_lists import read_json, text_pattern, whole_words

_ASKED = text_pattern("iso_code")
_IN_ENGLISH = text_pattern("in_english")
_ENGLISH = frozenset({"en", "english", "ingles"})
_KINDS = {
    "language": frozenset({"language", "languages", "idioma", "idiomas", "lengua", "lenguas"}),
    "english": frozenset({"country", "countries", "pais", "paises"}),
    "month": frozenset({"month", "months", "mes", "meses"}),
    "weekday": frozenset({"weekday", "weekdays", "day", "days", "dia", "dias"}),
}
"""What is asked for in English, by words for it."""


def iso_form(profile: FieldProfile) -> str | None:
    """How a field asks for what has a code or an English name; None where it asks for something else.

    A country in ``two`` or ``three`` letters or in ``english``; a ``currency`` by its code; a
    ``language``, a ``month`` or a ``weekday`` in English.
    """
    if profile.field.is_numeric:
        return None
    return _form_of(profile.field.name, profile.field.description)


@lru_cache(maxsize=4096)
def _form_of(name: str, description: str) -> str | None:
    words = [fold(word) for word in words_of(name)]
    told = fold(description)
    found = _ASKED.search(f"{' '.join(words)}: {told}")
    if found is not None:
        return found.lastgroup
    said = {*words, *words_of(told)}
    if _IN_ENGLISH.search(told) is None:
        said = set(words[-2:-1]) if words[-1:] and words[-1] in _ENGLISH else set()
    return next((kind for kind, those in _KINDS.items() if not those.isdisjoint(said)), None)


def iso_value(candidate: Candidate, form: str) -> str | None:
    """What a candidate gives a field of such a form; None where it names none."""
    value = candidate.value
    if form == "currency" and value is not None and value.kind.startswith("money"):
        return value.unit
    return iso_named(candidate.mention, form)


def iso_named(mention: str, form: str) -> str | None:
    """What a mention names last, in the form asked for; None where it names nothing of the kind."""
    if form == "currency":
        return currency_named(mention)
    of_country = form in {"two", "three", "english"}
    kind = "names" if of_country else form
    found = list(_names(kind).finditer(fold(mention)))
    if not found:
        return mention if form == "two" and mention in _table()["english"] else None
    named: str = _table()[kind][found[-1].group()]
    if form in {"three", "english"}:
        spelt: str | None = _table()[form].get(named)
        return spelt
    return named


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Any]:
    table: Mapping[str, Any] = read_json("iso_names")
    return table


@lru_cache(maxsize=8)
def _names(kind: str) -> "re.Pattern[str]":
    return whole_words(_table()[kind])
