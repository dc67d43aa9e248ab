"""Coordinations of things listed together: "A, B y C", bullets, table columns, short lines of one shape.

A coordination's members are candidates like any other; its ``opening`` is where the words that
introduce all of them end.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import groupby

from nlp.labels.segments import until
from nlp.layout.page_elements import Line
from nlp.layout.sentences import between, trim
from nlp.layout.structure import Layout, layout
from nlp.match.speech_parts import speech_parts
from nlp.spans import Candidate, Document, Span
from nlp.word_lists import text_pattern

SEPARATOR = text_pattern("list_separator")
_INTRODUCING = text_pattern("list_introducing")
_OPENING = text_pattern("list_opening")
_CLOSING = text_pattern("list_closing")
_ASIDE = re.compile(r"\([^()\n]{1,80}\)|—[^—\n]{1,90}—")
_ASIDE_BEHIND = re.compile(rf"\s?(?:{_ASIDE.pattern})\s?$")
"""What a member may have behind it without being the last: "pan (dos barras), leche y miel"."""
_MAX_WORDS = 9
_HEAD_REACH = 90
_QUOTED = re.compile(r"[«“\"](?P<said>[^«»“”\"\n]{2,80})[»”\"]\s*$")
"""A segment that ends in quotation marks: its member is what they hold, whatever leads to it."""
_PHRASES = frozenset(
    {"NOUN_PHRASE", "PERSON", "ORGANIZATION", "LOCATION", "MISCELLANEOUS", "TITLE", "ACRONYM"}
)
_WHOLES = frozenset(
    {"ORGANIZATION", "TITLE", "DATE", "DATETIME", "TIME", "DURATION", "NUMBER", "QUANTITY", "MONEY"}
)
"""What a comma or an "y" inside does not part."""
_WHEN = frozenset({"DATE", "DATETIME", "TIME", "SET", "RANGE"})
_WHEN_LED = re.compile(
    r"(?<=\w)\s(?:el|los|a\slas?|este|esta|(?:para|desde|hasta)\s(?:el|las?))\s\Z"
)
_WHEN_REACH = 12
_LONGEST_WHOLE = 120
_ALONE = ("TIME", "DATE", "IDENTIFIER", "EMAIL", "URL")
"""Labels of what is a member by itself, whatever stands before the first or behind the last."""
_NO_OPENER = frozenset({"adverb", "pronoun", "preposition", "conjunction", "finite"})
_MAX_MEMBERS = 60
_MIN_UNJOINED = 3
"""Members without a conjunction among them that still are a coordination."""
_SHORT_LINE_WORDS = 9
_ARTICLE = text_pattern("member_article")
_LED = text_pattern("member_led")
_DANGLING = text_pattern("member_dangling")
"""What no member ends with: a conjunction is left out; what lacks its noun is none."""
_NO_MEMBER = text_pattern("no_member")
_LEADS = text_pattern("member_preposition")
_LED_BY = re.compile(_LEADS.pattern + "$")
_LONGEST_LEAD = 12
_WORD = re.compile(r"\w+")
_LONE = re.compile(r"[^\W\d_]{3,}")
_LONE_BEFORE, _LONE_BEHIND = (
    re.compile(r"(?:[,;]|\b[yeou])\s$"),
    re.compile(r"\s?(?:[,;.\n)]|[yeou]\s|$)"),
)
EDGES = " \t\n.,;:—–*_`\"'“”«»()[]​"
_LONGEST_DANGLING = 4


@dataclass(frozen=True, slots=True)
class Coordination:
    """Spans listed together; ``kind`` is comma, list, column or lines."""

    kind: str
    opening: int
    spans: tuple[Span, ...]


def find_coordinations(
    document: Document, candidates: Sequence[Candidate] = ()
) -> tuple[Coordination, ...]:
    """Every coordination of at least two members, in the order of the text.

    Where no word introduces a coordination ("vende relojes, mapas y radios"), the longest candidate that
    ends before its first comma is its first member.
    """
    page = layout(document)
    coordinations = [
        *_Sentences(document, candidates).coordinations(page),
        *_in_lines(document.text, page),
        *_in_columns(page),
    ]
    return tuple(sorted(coordinations, key=lambda coordination: coordination.spans[0]))


def coordination_candidates(
    document: Document, coordinations: Iterable[Coordination], known: Sequence[Candidate]
) -> tuple[Candidate, ...]:
    """The members of the coordinations that no finder found, as candidates."""
    seen = {one.span for one in known}
    found: list[Candidate] = []
    for coordination in coordinations:
        label = "NOUN_PHRASE" if coordination.kind == "comma" else "LIST_LINE"
        for start, end in coordination.spans:
            if (start, end) not in seen:
                seen.add((start, end))
                mention = document.text[start:end]
                found.append(Candidate(start, end, mention, label, None, "enumeration"))
    return tuple(found)


def coordination_of(coordinations: Iterable[Coordination]) -> dict[Span, Coordination]:
    """The coordination of each member, by the member's offsets; the larger one wins."""
    by_size = sorted(coordinations, key=lambda coordination: len(coordination.spans))
    return {span: coordination for coordination in by_size for span in coordination.spans}


def coordination_openings(coordinations: Iterable[Coordination]) -> dict[Span, int]:
    """Where the coordination of each member starts, by the member's offsets."""
    return {span: one.opening for span, one in coordination_of(coordinations).items()}


class _Sentences:
    """Coordinations in running text, read with what tells where a phrase begins and ends."""

    def __init__(self, document: Document, candidates: Sequence[Candidate]) -> None:
        self._text, self._words = document.text, speech_parts(document)
        self._ending: dict[int, int] = {}
        """Where the longest phrase begins that a finder found to end somewhere."""
        self._value_start: dict[tuple[str, int], int] = {}
        """Where the moments and codes begin, by their label and end."""
        self._value_end: dict[tuple[str, int], int] = {}
        """Where they end, by their label and start."""
        self._whens: list[int] = []
        """Where the words begin that say when: "el lunes", "a las seis", "este sábado"."""
        self._wholes: set[int] = set()
        """The offsets inside names and values."""
        for one in candidates:
            if one.label in _WHOLES and one.end - one.start < _LONGEST_WHOLE:
                self._wholes.update(range(one.start, one.end))
            if one.label in _WHEN and (
                led := _WHEN_LED.search(self._text, max(0, one.start - _WHEN_REACH), one.start)
            ):
                self._whens.append(led.start())
            if one.label in _ALONE:
                self._value_start[one.label, one.end] = one.start
                self._value_end[one.label, one.start] = one.end
            if one.label in _PHRASES and one.mention.count(" ") < _MAX_WORDS:
                self._ending[one.end] = min(one.start, self._ending.get(one.end, one.start))
        self._whens.sort()

    def coordinations(self, page: Layout) -> Iterator[Coordination]:
        """Those of each sentence, and of what it has in brackets."""
        for sentence in page.sentences:
            if page.table_at(sentence.start) is not None:
                continue
            asides = [
                one.span() for one in _ASIDE.finditer(self._text, sentence.start, sentence.end)
            ]
            aside = {at for span in asides for at in range(*span)}
            yield from self._in_stretch(sentence.start, sentence.end, aside)
            for start, end in asides:
                yield from self._in_stretch(start + 1, end - 1, frozenset())

    def _in_stretch(self, start: int, end: int, aside: Set[int]) -> Iterator[Coordination]:
        """Coordinations of a sentence or of what it has in brackets; nothing ``aside`` parts it."""
        cuts = [
            match
            for match in SEPARATOR.finditer(self._text, start, end)
            if match.start() not in self._wholes and match.start() not in aside
        ]
        if cuts:
            yield from self._segmented(list(between(cuts, start, end)))

    def _segmented(self, segments: list[Span]) -> Iterator[Coordination]:
        """Coordinations among the segments of one sentence: a head, middles and a tail."""
        spans: list[Span] = []
        joined = False
        for index, (start, end) in enumerate(segments):
            stop = self._closing(start, end)
            if spans:
                member = self._member(self._behind_same(spans[0], start, stop), stop)
                joins = _joins(self._text, segments[index - 1][1], start)
                # "A, B y C" is whole: a comma, a verb, a noun behind names begin something else.
                named = member is not None and self._text[member[0]].isupper()
                turns = not named and self._text[spans[-1][0]].isupper()
                ended = joined and (not joins or turns or stop == self._verb(start, end))
                if member is not None and not ended:
                    if len(spans) == 1 and named:
                        spans = [_named(self._text, *spans[0])]
                    spans.append(member)
                    joined = joined or joins
                    if stop >= end or _ASIDE_BEHIND.match(self._text, stop, end):
                        continue
                yield from _coordination_of(self._of_a_kind(spans), joined=joined)
            stop = until(_ASIDE_BEHIND, self._text, start, end)
            head = None if index == len(segments) - 1 else self._head(start, stop)
            if head is not None:
                head = self._behind_infinitive(head, segments[index + 1])
            spans = [head] if head is not None else []
            joined = False
        yield from _coordination_of(self._of_a_kind(spans), joined=joined)

    def _of_a_kind(self, spans: list[Span]) -> list[Span]:
        """Members without what leads to the first, and follows the last, of several moments or codes."""
        for label in _ALONE if len(spans) > 1 else ():
            first = self._value_start.get((label, spans[0][1]))
            last = self._value_end.get((label, spans[-1][0]))
            inner = (self._value_end.get((label, start)) == end for start, end in spans[1:-1])
            if first is not None and last is not None and all(inner):
                return [(first, spans[0][1]), *spans[1:-1], (spans[-1][0], last)]
        return spans

    def _closing(self, start: int, end: int) -> int:
        """Where the member that opens a segment ends: at a verb, or where the sentence goes on."""
        marks = _CLOSING.finditer(self._text, start + 1, end)
        closing = next((one.start() for one in marks if one.start() not in self._wholes), end)
        when = bisect_right(self._whens, start)
        closing = min(closing, *self._whens[when : when + 1], end)
        verb = self._verb(start, end)
        return closing if verb is None else min(closing, verb)

    def _verb(self, start: int, end: int) -> int | None:
        """Where the first verb of a segment begins that is more than one word."""
        return None if self._is_lone(start, end) else self._words.first_verb(start, end)

    def _head(self, start: int, end: int) -> Span | None:
        """The last phrase of a segment: what stands after the words that introduce a coordination."""
        text = self._text
        first = max(start, end - _HEAD_REACH)
        if quoted := _QUOTED.search(text, first, end):
            return quoted.span("said")
        opening = self._words.last_verb_end(first, end)
        strong = _INTRODUCING.match(text, first, end)
        if strong is not None and (opening is None or strong.end() > opening):
            opening = strong.end()
        if opening is not None:
            span = self._member(opening, end)
            if span is not None:
                return span
            first = opening
        phrase = self._ending.get(end, -1)
        if phrase >= first:
            return self._member(phrase, end)
        weak = _OPENING.match(text, first, end)
        if weak is not None and weak.end() < end:
            return self._member(weak.end(), end)
        return self._member(first, end) if first == start else None

    def _behind_infinitive(self, first: Span, following: Span) -> Span:
        """A first member without the infinitive that all are of: "deben traer agua, pan y gorra"."""
        tags, after = self._words.tags_in(*first), self._words.tags_in(*following)
        if len(tags) < 2 or tags[0] != "verb" or "verb" in after[:1]:
            return first
        word = _WORD.match(self._text, *first)
        return first if word is None else self._member(word.end(), first[1]) or first

    def _member(self, start: int, end: int) -> Span | None:
        """A span as a member, if it has few words and the first of them opens a phrase."""
        span = _cleaned(self._text, start, end) if start < end else None
        if span is None or len(self._text[slice(*span)].split()) > _MAX_WORDS:
            return None
        tags = self._words.tags_in(*span)
        opens = not tags or tags[0] not in _NO_OPENER
        return span if opens or self._is_lone(*span) else None

    def _behind_same(self, first: Span, start: int, end: int) -> int:
        """Where a member begins behind the preposition of the first: "del ruido y de la suciedad"."""
        led = _LEADS.match(self._text, start, end)
        own = _LED_BY.search(self._text, max(0, first[0] - _LONGEST_LEAD), first[0])
        same = led is not None and own is not None and led["word"][0] == own["word"][0]
        return led.end() if led is not None and same else start

    def _is_lone(self, start: int, end: int) -> bool:
        """Whether a word stands alone between marks: no verb, whatever the tagger says of "maracuyá"."""
        text = self._text
        return (
            _LONE.fullmatch(text, start, end) is not None
            and _LONE_BEFORE.search(text, max(0, start - 4), start) is not None
            and _LONE_BEHIND.match(text, end) is not None
        )


def _named(text: str, start: int, end: int) -> Span:
    """The name alone that a noun of several leads: "hermanos Julio", "ciudades de Lugo"."""
    led = _LED.match(text, start, end)
    return (start, end) if led is None else (led.end(), end)


def _joins(text: str, start: int, end: int) -> bool:
    """Whether a separator holds a conjunction, and not just a mark."""
    return any(map(str.isalpha, text[start:end]))


def _coordination_of(spans: list[Span], *, joined: bool) -> Iterator[Coordination]:
    """A coordination, unless it is but a name and its apposition: "Ana, la mayor"."""
    if (2 if joined else _MIN_UNJOINED) <= len(spans) <= _MAX_MEMBERS:
        yield Coordination("comma", spans[0][0], tuple(spans))


def _cleaned(text: str, start: int, end: int) -> Span | None:
    """A span without outer marks, leading articles and loose conjunctions; None where it is no member."""
    start, _ = trim(text, start, end, EDGES)
    article = _ARTICLE.match(text, start, end)
    if article and (text[start].islower() or _opens_sentence(text, start)):
        start = article.end()
    end = _without_marks(text, start, end)
    if dangling := _DANGLING.search(text, max(start, end - _LONGEST_DANGLING), end):
        if dangling["open"]:
            return None
        end = _without_marks(text, start, dangling.start())
    if end - start < 2 or _NO_MEMBER.match(text, start, end):
        return None
    return start, end


def _opens_sentence(text: str, start: int) -> bool:
    """Whether a capital says nothing but that a sentence begins."""
    before = text[max(0, start - 6) : start].rstrip(' \t*_"“«¿¡(')
    return before[-1:] in {"", ".", "!", "?", "\n"}


def _without_marks(text: str, start: int, end: int) -> int:
    """The end of a span without the marks at it; a bracket that the span opens stays."""
    while start < end and text[end - 1] in EDGES and text[end - 1] != ")":
        end -= 1
    closed = start < end and text[end - 1] == ")" and "(" not in text[start:end]
    return end - 1 if closed else end


def _in_lines(text: str, page: Layout) -> Iterator[Coordination]:
    """Bullets and numbered lines, and neighbouring short lines that are no sentences."""
    for kind, lines in groupby(page.lines, lambda line: _line_kind(text, line)):
        if kind:
            yield from _block(text, kind, tuple(lines), page)


def _line_kind(text: str, line: Line) -> str:
    if line.kind == "list":
        return "list"
    words = text[line.body : line.end].split()
    ends = text[line.end - 1] if line.end > line.start else ""
    plain = line.kind == "text" and 0 < len(words) <= _SHORT_LINE_WORDS and ends not in ".:!?"
    return "lines" if plain else ""


def _block(text: str, kind: str, block: Sequence[Line], page: Layout) -> Iterator[Coordination]:
    if len(block) < (2 if kind == "list" else 3):
        return
    spans = []
    for line in block:
        label = page.label_at(line.body) if kind == "list" else None
        span = _cleaned(text, line.body, label.label_end if label is not None else line.end)
        if span is not None:
            spans.append(span)
    if len(spans) >= 2:
        yield Coordination(kind, block[0].start, tuple(spans[:_MAX_MEMBERS]))


def _in_columns(page: Layout) -> Iterator[Coordination]:
    for table in page.tables:
        rows = table.rows[1:] if table.has_header else table.rows
        for column in range(max((len(row) for row in rows), default=0)):
            spans = tuple(
                (row[column].start, row[column].end)
                for row in rows
                if column < len(row) and row[column].end > row[column].start
            )
            if len(spans) >= 2:
                yield Coordination("column", spans[0][0], spans[:_MAX_MEMBERS])
