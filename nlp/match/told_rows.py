"""Objects that running text tells one behind the other: "Ana puso veinte euros, Luis quince".

Each is a member of a coordination with what follows it, a clause that closes with a value or opens
with a name, or a sentence.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from nlp.labels.segments import until
from nlp.layout.sentences import between, trim
from nlp.layout.structure import Layout
from nlp.match.coordinations import EDGES, SEPARATOR, Coordination
from nlp.match.row_blocks import TOLD, RowBlock
from nlp.match.row_slots import valued
from nlp.match.speech_parts import LEADING, OUTER, SpeechParts
from nlp.spans import Candidate, Span
from nlp.word_lists import text_pattern, word_set

_BETWEEN, _CLAUSE_END = text_pattern("between_objects"), text_pattern("clause_end")
_CUT = re.compile(SEPARATOR.pattern + "|" + text_pattern("clause_turn").pattern)
_STOPS = ".!?"
_LONGEST, _MOST = 160, 30
_NAMES = ("PERSON", "ORGANIZATION", "LOCATION")


class ToldRows:
    """The rows of running text, read with its values and the parts of speech of its words."""

    def __init__(self, text: str, words: SpeechParts, candidates: Sequence[Candidate]) -> None:
        self._text, self._words = text, words
        self._values = [one.start for one in candidates if valued(one)]
        self._named = [[one.start for one in candidates if one.label == label] for label in _NAMES]

    def blocks(self, page: Layout, coordinations: Sequence[Coordination]) -> Iterator[RowBlock]:
        """The blocks of members, of clauses and of sentences, each set of rows once."""
        plain = [
            (one.start, one.end)
            for one in page.sentences
            if "\n" not in self._text[one.start : one.end] and page.table_at(one.start) is None
        ]
        members = list(self._members(page, coordinations))
        known = {tuple(rows[1:]) for _, rows in members}
        clauses = [
            (above, rows)
            for one in plain
            for above, rows in self._clauses(*one)
            if tuple(rows[1:]) not in known
        ]
        seen: set[tuple[Span, ...]] = set()
        for above, rows in (*members, *clauses, *self._sentences(plain)):
            fits = all(
                end - start <= _LONGEST and "\n" not in self._text[start:end] for start, end in rows
            )
            if 1 < len(rows) <= _MOST and fits and tuple(rows) not in seen:
                seen.add(tuple(rows))
                yield RowBlock(TOLD, tuple(rows), above)

    def _members(
        self, page: Layout, coordinations: Sequence[Coordination]
    ) -> Iterator[tuple[Span, list[Span]]]:
        """The members of each coordination that has figures, each with what follows up to the next."""
        for one in coordinations:
            sentence = page.sentence_at(one.opening) if one.kind == "comma" else None
            if sentence is None or one.spans[-1][1] > sentence.end:
                continue
            starts = [start for start, _ in one.spans]
            ends = [until(_BETWEEN, self._text, start, after) for start, after in pairwise(starts)]
            last = min(
                until(_CLAUSE_END, self._text, one.spans[-1][1], sentence.end),
                starts[-1] + _LONGEST,
            )
            rows = list(zip(starts, (*ends, last), strict=True))
            cut = self._is_figure(rows[0]) and not self._is_figure(rows[1])
            long = all(self._text.count(" ", *row) > 1 for row in rows)
            if (long or 2 * sum(map(self._valued, rows)) > len(rows)) and not cut:
                yield (sentence.start, one.opening), rows

    def _clauses(self, start: int, end: int) -> Iterator[tuple[Span, list[Span]]]:
        """Parts of a sentence that each close with a value; that each have a name or a verb."""
        parts = list(between(_CUT.finditer(self._text, start, end), start, end))
        if len(parts) < 2 or len(parts) > _MOST:
            return
        opening = self._led(*parts[0])
        parts[0] = (opening, parts[0][1])
        closing: list[Span] = []
        begin = opening
        for number, part in enumerate(parts):
            if self._valued(part):
                closing.append((begin, trim(self._text, *part, EDGES)[1]))
                begin = parts[number + 1][0] if number + 1 < len(parts) else end
        yield (start, opening), closing
        ways = [[self._opens_with_name(*part) for part in parts]]
        ways += [[self._holds(part, at) for part in parts] for at in self._named]
        ways.append([self._words.first_verb(*part) is not None for part in parts])
        for way in ways:
            opens = [number for number, says in enumerate(way) if says]
            if len(opens) > 1:
                opened = [
                    (parts[at][0], trim(self._text, parts[at][0], parts[behind - 1][1], EDGES)[1])
                    for at, behind in zip(opens, (*opens[1:], len(parts)), strict=True)
                ]
                yield (start, opened[0][0]), opened

    def _sentences(self, sentences: Sequence[Span]) -> Iterator[tuple[Span, list[Span]]]:
        """The sentences of a paragraph that each have a value or open with a name."""
        groups: list[list[Span]] = []
        for one in sentences:
            beside = groups and "\n" not in self._text[groups[-1][-1][1] : one[0]]
            if beside:
                groups[-1].append(one)
            else:
                groups.append([one])
        for group in groups:
            if self._text[group[-1][1] - 1] not in _STOPS:
                continue
            for says, run in groupby(
                group, lambda one: self._valued(one) or self._opens_with_name(*one)
            ):
                rows = [(start, trim(self._text, start, end, EDGES)[1]) for start, end in run]
                if says and len(rows) > 1:
                    yield (rows[0][0], rows[0][0]), rows

    def _valued(self, part: Span) -> bool:
        return self._holds(part, self._values)

    def _holds(self, part: Span, starts: Sequence[int]) -> bool:
        return bisect_left(starts, part[1]) > bisect_left(starts, part[0])

    def _is_figure(self, part: Span) -> bool:
        """Whether a value opens a part."""
        at = bisect_left(self._values, part[0])
        return at < len(self._values) and self._values[at] == part[0]

    def _led(self, start: int, end: int) -> int:
        """Where a sentence begins without the verb that opens it: "Compré pan a dos euros"."""
        words, first = self._words, bisect_left(self._words.starts, start)
        if first == len(words.starts):
            return start
        verb = self._text[start : words.ends[first]].lower() in word_set("opening_verbs")
        at = words.first_but(LEADING, first + verb)
        led = verb or "finite" in words.tags[first:at]
        return (
            words.starts[at] if led and at < len(words.starts) and words.starts[at] < end else start
        )

    def _opens_with_name(self, start: int, end: int) -> bool:
        """Whether the first word that a clause is about is a name."""
        words = self._words
        at = words.first_but(OUTER, bisect_left(words.starts, start))
        return (
            at < len(words.tags)
            and words.starts[at] < end
            and words.tags[at] in {"name", "noun", "adjective"}
            and self._text[words.starts[at]].isupper()
        )
