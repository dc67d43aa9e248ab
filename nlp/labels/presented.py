"""What an opening sentence presents: "Ana Ruiz (Lugo, 1930 – Madrid, 2011) fue una botánica".

It says as plainly as a form what its subject is called, what it is, and when and where it was born.
"""

from collections.abc import Iterator

from nlp.labels.form_elements import Pair, unwritten
from nlp.labels.letters import called
from nlp.word_lists import text_pattern

_PRESENTS, _LIFE = text_pattern("presents"), text_pattern("life_dates")
_LOOKED = 1200
"""Characters of a text in which it presents what it is about."""


def presented(text: str) -> Iterator[Pair]:
    """What the text presents, and births and deaths, as values of what forms call them."""
    subject = _PRESENTS.match(text, 0, _LOOKED)
    if subject is not None:
        span = subject.span("subject")
        yield unwritten(subject["kind"].capitalize(), span, "part")
        yield from called("presented", span, "part")
    life = _LIFE.search(text)
    if life is not None:
        for part, said in life.groupdict().items():
            if said:
                yield from called(part, life.span(part), "part")
