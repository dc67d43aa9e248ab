"""Noun phrases, names by their capitals, and acronyms."""

import itertools
import re
from collections.abc import Container, Iterator, Sequence

from nlp.layout.structure import layout
from nlp.names.entities import (
    behind_verb,
    boundaries,
    finite_verbs,
    label_by_form,
    leads,
    named,
)
from nlp.names.heads import (
    initialled_names,
    inverted_names,
    label_by_head,
    loud_organization,
    name_ends,
    numbered_streets,
)
from nlp.names.tokenizing import Word, sentence_words
from nlp.spans import Candidate, Document, Span, unvalued
from nlp.word_lists import word_set

_LONGEST_RUN = 5
_LONGEST_CHAIN = 2
_ARTICLES = frozenset(["el", "la", "los", "las", "un", "una", "unos", "unas", "su", "sus"])
_NAME_ARTICLES = frozenset(["El", "La", "Los", "Las"])
_NAME_LINKS = frozenset(["de", "del", "la", "las", "lo", "los"])
_OPENING = frozenset('«“"‘(:|¿¡—–-')
_COORDINATES = frozenset(["y", "e", "o", "u"])
_ACRONYM = re.compile(
    r"(?=[^\W_]{0,3}[A-ZÑÁÉÍÓÚ]{2})[A-ZÑÁÉÍÓÚ][A-ZÑÁÉÍÓÚa-z0-9]{1,9}(?:-[A-Z0-9]{1,5})?$"
)


def find_noun_phrases(document: Document) -> tuple[Candidate, ...]:
    """Noun phrases at each extent: "comisión", "comisión de la obra", and one coordination."""
    verbs = finite_verbs(document)
    spans = {
        (start, end)
        for words in sentence_words(document)
        for start, end in _phrases(words, verbs)
        if behind_verb(document.text, start, end, verbs) == start
    }
    return unvalued(document.text, sorted(spans), "NOUN_PHRASE", "noun_phrases")


def _phrases(words: Sequence[Word], verbs: Container[int]) -> Iterator[Span]:
    runs = _runs(words, verbs)
    for first, last in runs:  # "indico amoxicilina", "amoxicilina 500 mg"
        if first < last and words[first].start in verbs:
            yield words[first + 1].start, words[last].end
        count = next((at for at in range(first, last) if words[at].tag == "number"), first)
        if count > first:
            yield words[first].start, words[count - 1].end
    following = {a[1]: (b, _link(words, a[1], b[0])) for a, b in itertools.pairwise(runs)}
    for first, last in runs:
        if last - first < _LONGEST_RUN:
            yield words[first].start, words[last].end
        here, coordinated = last, False
        for _ in range(_LONGEST_CHAIN):
            (_, end), link = following.get(here, ((0, 0), ""))
            if not link or (link == "and" and coordinated):
                break
            coordinated = coordinated or link == "and"
            yield words[first].start, words[end].end
            here = end


def _runs(words: Sequence[Word], verbs: Container[int]) -> list[tuple[int, int]]:
    """Index ranges (both ends included) of nouns that follow each other, numbers inside.

    What is tagged as a verb behind a name is none of it: "Almazora detuvo".
    """
    runs: list[tuple[int, int]] = []
    index = 0
    while index < len(words):
        is_short = len(words[index].form) == 1
        if words[index].tag != "noun" or is_short or _follows_name(words, index, verbs):
            index += 1
            continue
        last = index
        while last + 1 < len(words) and (
            words[last + 1].tag in {"noun", "number"} or _opens_name(words, last + 1)
        ):
            if _follows_name(words, last + 1, verbs):
                break
            last += 1
        runs.append((index, last))
        index = last + 1
    return runs


def _follows_name(words: Sequence[Word], at: int, verbs: Container[int]) -> bool:
    """Whether a word is tagged as a verb and stands behind one with a capital."""
    return at > 0 and words[at].start in verbs and words[at - 1].form[0].isupper()


def _opens_name(words: Sequence[Word], at: int) -> bool:
    """Whether an article begins a name: "estancia La Querencia"."""
    if words[at].form not in _NAME_ARTICLES or at + 1 == len(words):
        return False
    return words[at + 1].tag == "noun" and words[at + 1].form[0].isupper()


def _link(words: Sequence[Word], last: int, first: int) -> str:
    """How the run that begins at ``first`` hangs on the one that ends at ``last``."""
    if not 1 <= first - last - 1 <= 3:
        return ""
    between = [word.form.lower() for word in words[last + 1 : first]]
    coordinates = between[0] in _COORDINATES
    rest = between[1:] if coordinates else between
    attaches = bool(rest) and rest[0] in {"de", "del"}
    rest = rest[1:] if attaches else rest
    if not (coordinates or attaches) or len(rest) > 1 or not _ARTICLES.issuperset(rest):
        return ""
    return "and" if coordinates else "of"


def find_capitalised(document: Document) -> tuple[Candidate, ...]:
    """Runs of capitalised words, joined by the small words that stand inside names.

    A single word that opens a sentence counts only where the text writes it with a capital
    inside one as well.
    """
    text = document.text
    everything = sentence_words(document)
    sentences = [words for words in everything if not _all_capitals(words)]
    runs = [(words, run) for words in sentences for run in _capitalised_runs(words)]
    inside = {
        words[first].form
        for words, (first, last) in runs
        if not (_opens(words, first) or leads(text, words[first].start, words[last].end))
    }
    parts = layout(document)
    found: dict[Span, str] = {
        span: "ORGANIZATION"
        for words in everything
        if _all_capitals(words) and (span := loud_organization(text, words[0].start))
    }
    found |= dict.fromkeys((*inverted_names(text), *initialled_names(text)), "PERSON")
    found |= dict.fromkeys(numbered_streets(text), "LOCATION")
    verbs = finite_verbs(document)
    for words, (first, last) in runs:
        opens = _opens(words, first)
        start, end = words[first].start, words[last].end
        if opens and (name := behind_verb(text, start, end, verbs)) > start:
            if name < end:
                found.setdefault((name, end), label_by_form(text, name, end))
            continue
        alone = first == last and words[first].form not in inside
        lone = alone and (opens or leads(text, start, end))
        if lone or parts.is_label(start, end, text):
            continue
        if (head := _head_of_name(words, first)) < first:
            whole = words[head].start, end
            label = label_by_head(text[slice(*whole)], "")
            if label in {"ORGANIZATION", "LOCATION"}:
                for stop in name_ends(text, *whole):
                    found.setdefault((whole[0], stop), label)
        for begin, close in _coordinated(words, first, last):
            for span in boundaries(text, words[begin].start, words[close].end):
                found.setdefault(span, label_by_form(text, *span))
        if not opens and last > first and words[first].tag != "noun":  # "el diario El País"
            found.setdefault((start, end), label_by_form(text, start, end))
    return named(text, found, "capitalised")


def _head_of_name(words: Sequence[Word], first: int) -> int:
    """Where the common noun stands that says what a name is of: "bar Lucerna", "plaza del Carbón"."""
    at = first - 1
    while at > 0 and words[at].form in _NAME_LINKS:
        at -= 1
    is_head = at >= 0 and words[at].tag == "noun" and words[at].form.islower()
    return at if is_head else first


def _coordinated(words: Sequence[Word], first: int, last: int) -> Iterator[tuple[int, int]]:
    """A run, and what stands on either side of each "y" in it: "Ana Gil y Eva Mir"."""
    yield first, last
    cuts = [at for at in range(first, last) if words[at].form in _COORDINATES]
    if cuts:
        yield from zip(
            [first, *(at + 1 for at in cuts)], [at - 1 for at in [*cuts, last + 1]], strict=True
        )


def _opens(words: Sequence[Word], first: int) -> bool:
    """Whether only marks and figures stand before a word of its sentence, or it is quoted."""
    before = words[max(0, first - 3) : first]
    bare = first <= 3 and all(word.tag in {"mark", "number"} for word in before)
    return bare or before[-1].form in _OPENING


def _all_capitals(words: Sequence[Word]) -> bool:
    """Whether a whole sentence is in capitals, so that they say nothing."""
    letters = [word.form for word in words if word.form[0].isalpha()]
    return len(letters) > 2 and all(map(str.isupper, letters))


def _capitalised_runs(words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    index = 0
    while index < len(words):
        if not _is_capitalised(words[index]):
            index += 1
            continue
        last = here = index
        while here + 1 < len(words) and here - last < 3:
            here += 1
            numbered = here == last + 1 and words[here].tag == "number"
            if _is_capitalised(words[here]) or (numbered and not _goes_on(words, here)):
                last = here
            elif not _joins(words, here):
                break
        yield index, last
        index = last + 1


def _goes_on(words: Sequence[Word], here: int) -> bool:
    """Whether figures are a part of a longer number: "IMC 27,4", "TA 130/80"."""
    glued = [one.end == other.start for one, other in itertools.pairwise(words[here : here + 3])]
    return glued == [True, True] and words[here + 2].tag == "number"


def _joins(words: Sequence[Word], here: int) -> bool:
    """Whether a word may stand inside a name: "de", or the stop of "J.", "Dra." and "Hnos."."""
    if words[here].form == ".":
        before = words[here - 1].form
        initial = len(before) == 1 and before.isupper()
        return initial or before.lower() in word_set("abbreviations")
    form = words[here].form.lower()
    if form in _ARTICLES and words[here - 1].form not in {"de", "y"}:
        return False
    return form in word_set("name_connectors")


def _is_capitalised(word: Word) -> bool:
    return word.tag not in {"mark", "verb"} and word.form[0].isupper()


def find_acronyms(document: Document) -> tuple[Candidate, ...]:
    """Acronyms, but for those of sentences in capitals."""
    found = (
        (word.start, word.end)
        for words in sentence_words(document)
        if not _all_capitals(words)
        for word in words
        if word.tag == "noun" and _ACRONYM.match(word.form)
    )
    return unvalued(document.text, found, "ACRONYM", "acronyms")
