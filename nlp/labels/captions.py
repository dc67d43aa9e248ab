"""The parties and the subject in the caption of a lawsuit: "Paz, Elvira c/ Bruno S.A. s/ despido"."""

from collections.abc import Iterator

from nlp.labels.form_elements import Pair
from nlp.layout.sentences import trim
from nlp.word_lists import text_pattern

_MARKS = " \n\t,;"


def caption_pairs(text: str) -> Iterator[Pair]:
    """Who sues, who is sued and for what, as pairs whose labels no text writes."""
    for caption in text_pattern("caption").finditer(text):
        for part in caption.groupdict():
            start, end = trim(text, *caption.span(part), _MARKS)
            if start < end:
                yield Pair(part.replace("_", " "), start, start, start, end, "code")
