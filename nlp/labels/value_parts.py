"""The part of a labelled value that a field asks for: a code or its words, an hour, a name."""

import re

from nlp.asked.field_profile import FieldProfile
from nlp.asked.rendering import form_of_address
from nlp.labels.date_time_labels import CLOCK
from nlp.spans import Span
from nlp.stems import fold, words_of
from nlp.word_lists import text_pattern

_CODE = r"(?=[A-Z\d.-]{0,9}\d|[A-Z]{2,4}\b)[A-Z\d][A-Z\d.-]{0,11}"
_CODE_FIRST = re.compile(
    rf"(?P<code>{_CODE})(?:\s?[–—:=]\s?|\s-\s|\s(?=[^\W\d_]))(?P<words>[^\W\d_].{{2,}})"
)
_CODE_LAST = re.compile(rf"(?P<words>[^\W\d_].*?)\s?[(\[](?P<code>{_CODE})[)\]]")
_QUOTED = re.compile(r"[«“\"](?P<inside>[^«»“”\"]{1,80})[»”\"]")
_CONTACT = text_pattern("contact")
_ROLE = re.compile(r"\s?\([^()\d]{3,40}\)|,\s(?=[a-záéíóúñ])")
_ROLE_WORD = text_pattern("role_word")
_TAIL = re.compile(
    r"\s?\([^()]{2,60}\)(?=$|[,.;\s])|\s+[—–-]\s+(?=\S)|,\s(?=[a-záéíóúñ]{3,}(?!\w))|"
    r",\s(?=(?:[A-ZÑ]\.?){2,6}\s?(?:n\.?[ºo°]\.?\s?)?\d|\+?\d{3})"
)
_WITHOUT = text_pattern("asks_without")
_WHOLE = text_pattern("asks_whole")
"""Descriptions that ask for what stands behind a name."""
_NAMES = 0.3
_LONGEST_NAME = 70


def portion(profile: FieldProfile, mention: str) -> Span | None:
    """Where in a mention stands what the field asks for; None where all of it is asked for."""
    said = fold(profile.field.description)
    code = _asks_code(profile, said)
    for pattern in (_CODE_FIRST, _CODE_LAST):
        match = pattern.fullmatch(mention)
        if match is None or (mention.isupper() and match["code"].isalpha()):
            continue
        if code:
            return match.span("code")
        if pattern is _CODE_LAST or code is None:
            return match.span("words")
    if any(fold(word) in {"hora", "hour", "time"} for word in words_of(profile.field.name)):
        clock = CLOCK.search(mention)
        return clock.span() if clock else None
    quoted = _QUOTED.fullmatch(mention)
    return quoted.span("inside") if quoted else _person(profile, mention, said)


def _asks_code(profile: FieldProfile, said: str) -> bool | None:
    """Whether a field asks for a code; None where it asks for the words beside one."""
    codes = {"clave", "codigo", "code", "cifras", "siglas", "iata", "cie", "icd"}
    words = {fold(word) for word in words_of(profile.field.name)}
    without = _WITHOUT.search(said)
    if without is not None and codes & set(without["what"].split()):
        return None
    if words & {"descripcion", "description", "ciudad", "city", "texto", "text"}:
        return None
    return bool(words & codes or codes & set(re.findall(r"\w+", said)))


def _person(profile: FieldProfile, mention: str, said: str) -> Span | None:
    """A name without the form of address before it and the remarks behind it that are not asked."""
    end = len(mention)
    name = profile.asks("person", "organization")
    if name < _NAMES or name <= profile.asks("place"):
        return None
    start = form_of_address(profile, mention)
    role = _ROLE.search(mention, start)
    without = _WITHOUT.search(said)
    if role is not None and without is not None and _ROLE_WORD.search(without["what"]):
        end = role.start()
    contact = _CONTACT.search(mention)
    if contact is not None and profile.asks("person") >= 0.3 and contact.start() > 4:
        end = min(end, contact.start())
    if not profile.path.endswith("*") and not _WHOLE.search(said):
        tail = _TAIL.search(mention, start + 3)
        if tail is not None and tail.start() - start <= _LONGEST_NAME:
            end = min(end, tail.start())
    return (start, end) if (start, end) != (0, len(mention)) else None
