"""What running text says as plainly as a form: what it presents, and what tells by its form what it is.

"Ana Ruiz (Lugo, 1930 – Madrid, 2011) fue una botánica" says what its subject is called, what it is,
when and where it was born; "ganó por 3-1" a score, "el vuelo Lugo-Vigo" the ends of a way.
"""

from collections.abc import Iterator

from nlp.labels.form_elements import Pair, unwritten
from nlp.labels.letters import called
from nlp.word_lists import text_pattern

_PRESENTS = text_pattern("presents")
_FORMS = tuple(map(text_pattern, ("life_dates", "fixture", "score", "way", "position", "card")))
"""Patterns whose groups are named by what they say; of each the first in a text counts."""
_LOOKED = 1200
"""Characters of a text in which it presents what it is about."""


def presented(text: str) -> Iterator[Pair]:
    """What the text presents, and births and deaths, as values of what forms call them."""
    subject = _PRESENTS.match(text, 0, _LOOKED)
    if subject is not None:
        span = subject.span("subject")
        yield unwritten(subject["kind"].capitalize(), span, "part")
        yield from called("presented", span, "part")
    for form in _FORMS:
        found = form.search(text)
        for part, said in (found.groupdict() if found is not None else {}).items():
            if found is not None and said:
                yield from called(part, found.span(part), "part")
