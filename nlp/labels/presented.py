"""What an opening sentence presents: "Ana Ruiz (Lugo, 1930 – Madrid, 2011) fue una botánica".

It says as plainly as a form what its subject is called, what it is, and when and where it was born.
"""

from collections.abc import Iterator

from nlp.labels.form_elements import Pair, unwritten
from nlp.word_lists import read_yaml, text_pattern

_LABELS = read_yaml("letters")["labels"]
_LOOKED = 1200
"""Characters of a text in which it presents what it is about."""


def presented(text: str) -> Iterator[Pair]:
    """What the text presents, and births and deaths, as values of what forms call them."""
    subject = text_pattern("presents").match(text, 0, _LOOKED)
    if subject is not None:
        for label in (subject["kind"].capitalize(), *_LABELS["presented"]):
            yield unwritten(label, subject.span("subject"), "part")
    life = text_pattern("life_dates").search(text)
    for part, span in ((one, life.span(one)) for one in life.groupdict()) if life else ():
        if span[0] < span[1]:
            yield from (unwritten(label, span, "part") for label in _LABELS[part])
