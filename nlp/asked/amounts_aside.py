"""A name without the amount that a text writes beside it: "250 g de harina", "Amoxicilina 500 mg"."""

import re

from nlp.numeric.numeral_lexicon import lexicon
from nlp.stems import fold

_DIGITS = r"(?:\d+(?:[.,/]\d+)*(?:\s?[-–x×]\s?\d+(?:[.,]\d+)?)?|[½¼¾])(?:\s[½¼¾])?"
_MEASURED = re.compile(
    rf"(?:{_DIGITS}|(?P<word>[^\W\d_]+))(?:\s[^\W\d_]+){{0,2}}?\sdel?\s(?=[^\W\d_]{{2}})"
)
_COUNTED = re.compile(
    rf"(?:{_DIGITS}\s?(?:[^\W\d_]{{1,3}}\b\.?\s)?|(?P<word>[^\W\d_]+)\s)(?=[^\W\d_]{{3}})"
)
_BEHIND = re.compile(
    rf"(?:,|\sdel?|\s[x×–—-]|:)?\s\(?{_DIGITS}\s?(?:%|€|[$]|[^\W\d_]{{1,12}}\.?)(?:/[^\W\d_]+)?\)?$"
)


def without_amount(mention: str) -> str:
    """What an amount is of; the mention as it is where that is all of it."""
    before = next(filter(_is_number, (_MEASURED.match(mention), _COUNTED.match(mention))), None)
    rest = mention[before.end() :] if before is not None else mention
    behind = _BEHIND.search(rest)
    return rest[: behind.start()] if behind is not None and behind.start() else rest


def _is_number(found: "re.Match[str] | None") -> bool:
    if found is None or found["word"] is None:
        return found is not None
    read = lexicon().get(fold(found["word"]))
    return read is not None and read.value > 0
