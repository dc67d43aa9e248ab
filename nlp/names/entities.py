"""Named entities: spaCy's spans, brought to the boundaries a Spanish reader would draw.

spaCy's labels are soft: they are mapped, not trusted. The rules move boundaries only.
"""

import re
from collections.abc import Iterator, Mapping

from nlp.latest import latest
from nlp.layout.sentences import BLANKS, between, trim
from nlp.layout.structure import layout
from nlp.names.analysis import Named, analyse, tagged_words
from nlp.names.heads import GREETS, initialled_names, label_by_head, name_ends
from nlp.names.tokenizing import is_verb_form
from nlp.pipeline_es import spanish_model
from nlp.spans import Candidate, Document, Span
from nlp.word_lists import either, stop_words, word_list, word_set

SOURCE = "entities"

LABEL_OF: dict[str, str] = {
    "PER": "PERSON",
    "PERSON": "PERSON",
    "ORG": "ORGANIZATION",
    "LOC": "LOCATION",
    "GPE": "LOCATION",
    "MISC": "MISCELLANEOUS",
}
"""The labels of Spanish spaCy pipelines; any other counts as MISCELLANEOUS."""

_EDGES = BLANKS + ",;:.!?¿¡-–—/|*_#·•"
_PAIRS = (("(", ")"), ("[", "]"), ("«", "»"), ("“", "”"), ('"', '"'), ("'", "'"))
_WORD = re.compile(r"[^\W_]+(?:[-'’.][^\W_]+)*")
_ACRONYM = re.compile(r"\s?\(([A-ZÁÉÍÓÚÑ][A-ZÁÉÍÓÚÑa-z0-9&./-]{1,14})\)")
_INITIALS = re.compile(r"(?<!\w)[A-ZÑ]{1,2}\. ?[A-ZÑ]{1,2}$")
_PARTICIPLE = re.compile(r"[A-ZÁÉÍÓÚÑ]\w{2,15}[aií]d[oa]s?")
_AFTER_PARTICIPLE = frozenset({"en", "por", "a", "con", "para", "sobre"})
_WALL = re.compile(r"\s*(?:[|\t]|[ \xa0]{3}|[ \xa0][—–·][ \xa0]|\n\s*\n|:?\*{2,3}:?|: )\s*")
_TO_WHOM = re.compile(r"(?:de|a|al|del|por|para)\s+(?=[A-ZÁÉÍÓÚÑ])")
_OPENS = re.compile(r"(?:^|[.!?:\n¿¡])[\s¿¡]*$")

_INSIDE = re.compile(r"[a-záéíóúñ,;]\s([A-ZÁÉÍÓÚÑ]\w+)")
"""Words with a capital inside a sentence."""

_LONGEST = 200


def _spaced(form: str) -> str:
    """A legal form with or without blanks between its letters."""
    pattern = re.sub(r"\\\.(?!$)(?:\\ )?", r"\\. ?", re.escape(form))
    pattern = pattern.replace(r"de\ ", r"(?:de|DE)\ ")
    return f"{pattern}?" if form.endswith(".") else pattern


_TAILS = sorted(word_list("company_tails"), key=len, reverse=True)
_COMPANY_TAIL = re.compile(rf",? (?:{'|'.join(map(_spaced, _TAILS))})(?!\w)")
"""The legal form after a company's name: ", S. A.", " S.L.U.", " GmbH"."""
_TITLE = either("personal_titles")
PERSONAL_TITLE = re.compile(rf"(?<!\w)(?:(?:{_TITLE}) )?(?:{_TITLE}) ?$")
"""One or two titles at the end of what stands before a name."""
_GREETING = re.compile(rf"(?:(?i:{GREETS})[,:]?\s+){{1,2}}(?=[A-ZÁÉÍÓÚÑ])")
_OWN_ARTICLE = re.compile(
    r"(?:[a-záéíóúñ,;]|\w\s[–—-])\s(?P<article>(?:El|La|Los|Las|A|O|As|Os)\s)\Z"
)
"""What is part of a name inside a sentence: "en La Habana"."""
_BEFORE = 8
_OPENING_TITLE = re.compile(rf"(?:(?:{_TITLE}) ){{1,2}}(?=\w)")


def find_entities(document: Document) -> tuple[Candidate, ...]:
    """Named entities with soft labels, each at its tightest and, where written so, fuller span.

    None where the pipeline has no entity recognizer: the finders by rule then stand alone.
    """
    if "ner" not in spanish_model()[0].pipe_names:
        return ()
    text = document.text
    parts = layout(document)
    found: dict[Span, str] = {}
    verbs = finite_verbs(document)
    parts_of_speech = {one.start: one.part for one in tagged_words(document)}
    inside = set(_INSIDE.findall(text))
    for entity in analyse(document):
        part = parts_of_speech.get(entity.start, "")
        label = LABEL_OF.get(entity.label, "MISCELLANEOUS")
        if entity.words not in inside and (
            _opens_only(entity, part, text)
            or (label != "PERSON" and leads(text, entity.start, entity.end))
        ):
            continue
        start, end = _one_cell(text, entity.start, entity.end)
        sentence = parts.sentence_at(start)
        end = end if sentence is None else min(end, sentence.end)
        start = behind_verb(text, start, end, verbs)
        if parts.is_label(start, end, text) or (
            label == "MISCELLANEOUS" and entity.words.islower()
        ):
            continue  # a question of the form; a common noun, found as a phrase
        for first, last in boundaries(text, start, end):
            found.setdefault((first, last), label_by_form(text, first, last, label))
    found |= dict.fromkeys(found.keys() & set(initialled_names(text)), "PERSON")
    return named(text, found, SOURCE)


def _opens_sentence(text: str, start: int) -> bool:
    """Whether nothing but blanks stands between a word and the mark or line before it."""
    return _OPENS.search(text, max(0, start - 4), start) is not None


def _opens_only(entity: Named, part: str, text: str) -> bool:
    """Whether a word has its capital from the sentence that it opens alone: tagged a noun, no name."""
    if (
        part in {"", "PROPN"}
        or not entity.words.isalpha()
        or entity.words in word_set("given_names")
    ):
        return False
    return _opens_sentence(text, entity.start) and entity.words.istitle()


def leads(text: str, start: int, end: int) -> bool:
    """Whether one word opens a sentence and leads, by a colon, to what it is: "Entrada: 4 €"."""
    word = text[start:end].rstrip(": ")
    named = word.istitle() and word.isalpha() and text.startswith(f"{word}: ", start)
    return named and _opens_sentence(text, start)


def _with_own_article(text: str, start: int) -> int:
    """Where a name begins with the article that is its own: written large inside a sentence."""
    article = _OWN_ARTICLE.search(text, max(0, start - _BEFORE), start)
    return article.start("article") if article else start


def named(text: str, found: Mapping[Span, str], source: str) -> tuple[Candidate, ...]:
    """The names that stand in spans, in their order, with the label of each."""
    return tuple(
        Candidate(*span, text[slice(*span)], label, None, source)
        for span, label in sorted(found.items())
    )


def _one_cell(text: str, start: int, end: int) -> Span:
    """The longest piece of an entity that crosses no table cell, line or emphasised label."""
    parts = between(_WALL.finditer(text, start, end), start, end)
    return max(parts, key=lambda span: span[1] - span[0])


@latest(2)
def finite_verbs(document: Document) -> dict[int, int]:
    """Where the finite verbs of a text begin and end, as the pipeline tags them; read once a document."""
    return {one.start: one.end for one in tagged_words(document) if one.form == "Fin"}


def behind_verb(text: str, start: int, end: int, verbs: Mapping[int, int]) -> int:
    """Where a name begins behind the verb that opens a sentence; its end if it is all."""
    first = _WORD.match(text, start, end)
    stop = verbs.get(start)
    if stop is None and first is not None and first.group().lower() in word_set("opening_verbs"):
        stop = first.end()
    word = text[start:stop]
    if stop is None or not word.istitle() or word in word_set("given_names"):
        return start
    if not _opens_sentence(text, start):
        return start
    rest = text[stop:end].lstrip(", ")
    if led := _TO_WHOM.match(rest):
        rest = rest[led.end() :]
    return end - len(rest) if not rest or rest[0].isupper() else start


def boundaries(text: str, start: int, end: int) -> Iterator[Span]:
    """The spans an entity may be meant to have: without function words, with tail or title.

    An article that is the name's own stays.
    """
    for first, last in _boundaries(text, start, end):
        yield _with_own_article(text, first), last


def _boundaries(text: str, start: int, end: int) -> Iterator[Span]:
    greeting = _GREETING.match(text, start, end)
    start = greeting.end() if greeting is not None else start
    start, end = _without_verbs(text, *tighten(text, start, end))
    if end <= start or end - start > _LONGEST or not _says_something(text[start:end]):
        return
    for tail in _COMPANY_TAIL.finditer(text, start, end + 24):
        if tail.start() <= end < tail.end():
            end = tail.end()
    yield from ((start, last) for last in name_ends(text, start, end))
    own = _OPENING_TITLE.match(text, start, end)
    if own and text[own.end()].isupper():
        yield own.end(), end
    acronym = _ACRONYM.match(text, end, end + 20)
    if acronym:
        yield start, acronym.end()
        yield acronym.start(1), acronym.end(1)
    title = PERSONAL_TITLE.search(text, max(0, start - 24), start)
    if title and text[start].isupper():
        yield title.start(), end


def _without_verbs(text: str, start: int, end: int) -> Span:
    """A name without the verb after it ("Unión Vecinal ganó") or the participle before it.

    A mention that is a verb alone ("Mejoraron") leaves nothing.
    """
    words = list(_WORD.finditer(text, start, min(end, start + _LONGEST)))
    while words and words[-1].group().islower() and is_verb_form(words[-1].group()):
        words.pop()
    if len(words) == 1 and is_verb_form(words[0].group().lower()):
        words.pop()
    led = len(words) > 2 and words[1].group() in _AFTER_PARTICIPLE
    if led and _PARTICIPLE.fullmatch(words[0].group()):
        return tighten(text, words[2].start(), words[-1].end())
    if not words:
        return start, start
    last = end if words[-1].end() == _last_word(text, start, end) else words[-1].end()
    return start, last


def _last_word(text: str, start: int, end: int) -> int:
    """Where the last word of a mention ends."""
    return max((match.end() for match in _WORD.finditer(text, start, end)), default=end)


def _says_something(mention: str) -> bool:
    """Whether a mention has a word of its own: not "Según", not "S. A."."""
    if _COMPANY_TAIL.fullmatch(f" {mention}"):
        return False
    words = [match.group().lower() for match in _WORD.finditer(mention)]
    return any(len(word) > 1 and word not in stop_words("phrases") for word in words) and any(
        map(str.isalpha, mention)
    )


def tighten(text: str, start: int, end: int) -> Span:
    """Drop marks at the edges, unpaired brackets and leading or closing function words."""
    while True:
        before = (start, end)
        start, end = _strip_edges(text, start, end)
        first = _WORD.match(text, start, end)
        if first and first.end() < end and first.group().lower() in stop_words("phrases"):
            start = first.end()
        last = text.rfind(" ", start, end) + 1
        if last > start and text[last:end].islower() and text[last:end] in stop_words("phrases"):
            end = last
        if (start, end) == before:
            return start, end


def _strip_edges(text: str, start: int, end: int) -> Span:
    first, last = trim(text, start, end, _EDGES)
    if text.startswith(".", last) and _INITIALS.search(text, max(first, last - 8), last):
        last += 1  # "S. A.", "EE. UU.": the last stop belongs to the name
    for opening, closing in _PAIRS:
        inside = text[first:last]
        more = inside.count(opening) - inside.count(closing)
        opens, closes = more > 0, more < 0
        if opening == closing:
            opens = closes = inside.count(opening) % 2 == 1
        if inside.startswith(opening) and (opens or inside.endswith(closing)):
            first += 1
        if last > first and inside.endswith(closing) and (closes or text[first - 1] == opening):
            last -= 1
    return first, last


def label_by_form(text: str, start: int, end: int, label: str = "") -> str:
    """What a legal form or a telling first word says a name is, else the label it has.

    Of a name without a label a title says PERSON; where nothing does it is MISCELLANEOUS.
    """
    if any(tail.end() == end for tail in _COMPANY_TAIL.finditer(text, start, end)):
        return "ORGANIZATION"
    before = PERSONAL_TITLE.search(text, max(0, start - 24), start)
    if not label and (before or _OPENING_TITLE.match(text, start, end)):
        return "PERSON"
    return label_by_head(text[start:end], label or "MISCELLANEOUS")
