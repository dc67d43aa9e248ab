"""Cuts sentences into words and says, by form alone, which may belong to a noun phrase.

No model is asked: on real texts a trained tagger in its place changed which short answers the
phrases cover by less than one in a hundred, and cost twenty times as much.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from nlp.layout.sentences import columns
from nlp.layout.structure import layout
from nlp.spans import Document
from nlp.word_lists import stop_words, word_list, word_set

# A stop joins figures, initials and addresses ("3.14", "e.g", "ISO.9001") but not two sentences
# whose blank is missing ("elevado.Trastornos"). The mark of a note ("Ponce¹") is none of its word's.
_TOKEN = re.compile(
    r"(?:[^\W_¹²³⁰⁴-⁹]{3,}|(?<![^\W_])[^\W_]+)(?:(?:[-'’/·+&]|\.(?![A-ZÁÉÍÓÚÑ][a-záéíóúñ]))[^\W_]+){0,12}\+?|[^\w\s]"
)
_CLITICS = frozenset(["se", "me", "te", "nos", "os", "le", "les", "no"])
_BEFORE_INFINITIVE = frozenset(["al", "a", "para", "de", "sin", "por", "en", "tras", "hasta"])
_INFINITIVE = re.compile(r"\w{2,20}[aei]r$")
_PARTICIPLE = re.compile(r"\w{2,20}(?:[aií]d[oa]s?|to|cho)$")
_ADVERB = re.compile(r"\w{3,20}mente$")


@dataclass(frozen=True, slots=True)
class Word:
    """A token; ``tag`` is one of noun, number, of (de, del), function, verb, mark.

    ``noun`` covers nouns, adjectives and names: whatever may stand in a noun phrase.
    """

    start: int
    end: int
    form: str
    tag: str


@lru_cache(maxsize=4)
def _words(text: str) -> tuple[tuple[Word, ...], ...]:
    sentences = layout(Document("", text)).sentences
    pieces = (piece for one in sentences for piece in columns(text, one.start, one.end))
    return tuple(tuple(_tagged(text, *piece)) for piece in pieces)


def sentence_words(document: Document) -> tuple[tuple[Word, ...], ...]:
    """The words of each sentence, in order; what wide blanks part are sentences of their own."""
    return _words(document.text)


def _tagged(text: str, start: int, end: int) -> Iterator[Word]:
    capitals = text[start:end].isupper()
    previous, before = "", ""
    opens = True
    for match in _TOKEN.finditer(text, start, end):
        form = match.group()
        lower = form.lower()
        before = _tag(form, lower, previous, before, capitals or opens)
        yield Word(match.start(), match.end(), form, before)
        opens = opens and before in {"mark", "number"}
        previous = lower


def _tag(form: str, lower: str, previous: str, before: str, any_case: bool) -> str:
    """The tag of a word after the word ``previous``, whose tag is ``before``.

    ``any_case`` says that a capital is no sign of a name: it opens a sentence, or all are.
    """
    first = form[0]
    if not first.isalnum():
        return "mark"
    if first.isdigit():
        return "number" if not any(map(str.isalpha, form)) else "noun"
    if lower in {"de", "del"}:
        return "of"
    lettered = len(form) == 1 and form != lower and not any_case  # "hepatitis A"
    if lower in stop_words("phrases") and not lettered:
        return "function"
    may_be_verb = form == lower or any_case
    return "verb" if may_be_verb and _is_verb(lower, previous, before) else "noun"


def is_verb_form(lower: str) -> bool:
    """Whether a word in lower case is a verb by its form alone."""
    return lower in word_set("common_verbs") or (
        len(lower) > (2 if lower.endswith("ó") else 4)
        and lower.endswith(word_list("verb_endings"))
        and not lower.endswith(word_list("noun_endings"))
    )


def _is_verb(lower: str, previous: str, before: str) -> bool:
    if is_verb_form(lower) or previous in _CLITICS or _ADVERB.match(lower):
        return True
    if (before == "verb" or previous in _BEFORE_INFINITIVE) and _INFINITIVE.match(lower):
        return not lower.endswith(word_list("like_infinitives"))
    return previous in word_set("auxiliaries") and _PARTICIPLE.match(lower) is not None
