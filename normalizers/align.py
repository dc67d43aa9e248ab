"""Where the text says a value, and how: the aligner.

Kinds are tried from the strictest to the loosest (:data:`normalizers.outcome.ALIGNMENTS`); the
first that finds a span wins. Nothing is matched by edit distance: a digit or a letter more or less
is another value.
"""

from dataclasses import dataclass

from nlp.asked.field_units import amounts, converted, named_unit
from nlp.folding import Folded, fold_text
from nlp.numeric.numerals import numerals
from nlp.schema import JSON, Field, is_number
from nlp.spans import Candidate, Document, Number, Span, holds
from nlp.temporal.dates import find_dates
from nlp.temporal.read_timex import timex_of
from normalizers.morphology import stem
from normalizers.number_index import NumberIndex, digits_cut
from normalizers.spread_values import find_parts, share_found
from normalizers.text_index import Match, TextIndex
from normalizers.time_index import TimeIndex


@dataclass(frozen=True, slots=True)
class Alignment:
    """How a value stands in the text.

    ``spans`` is the chosen mention (several spans where its words are spread); ``mentions`` every
    place it was found, the chosen one included; ``support`` the share of its words that the text
    has, 1 where ``kind`` is not ``none`` or ``parts``.
    """

    kind: str
    spans: tuple[Span, ...]
    mentions: tuple[tuple[Span, ...], ...] = ()
    support: float = 0.0


NOTHING = Alignment("none", ())

LONGEST = 8_000
"""Characters from which a value is only looked for as it is written."""


class Aligner:
    """Finds the values of one document's answer in its text."""

    def __init__(self, document: Document, candidates: tuple[Candidate, ...] = ()) -> None:
        self.text = document.text
        self.index = TextIndex(document.text)
        self.numbers = NumberIndex(document.text, candidates)
        self.times = TimeIndex(document.text, candidates or find_dates(document))
        self._amounts_said = [
            (number, unit, candidate.span)
            for candidate in candidates
            for number, unit in amounts(candidate)
        ]
        self._known: dict[tuple[str, str, str], Alignment] = {}

    def align(self, value: JSON, field: Field) -> Alignment:
        """Find a value; ``field`` says whether it is a number, an enum member or free text."""
        key = (type(value).__name__, str(value), field.path)
        if key not in self._known:
            self._known[key] = self._align(value, field)
        return self._known[key]

    def _align(self, value: JSON, field: Field) -> Alignment:
        if isinstance(value, str):
            return self._enum(value) if field.kind == "enum" else self._string(value)
        return self._number(value, field) if is_number(value) else NOTHING

    def _number(self, value: Number, field: Field) -> Alignment:
        spans = self.numbers.spans(value)
        if not spans and isinstance(value, int) and 1000 <= value < 2200:
            spans = self.times.spans(str(value))
        if not spans:
            spans = self._converted(value, field)
        return _found("value", spans)

    def in_unit(self, span: Span, field: Field) -> bool:
        """Whether a span says an amount in the unit that a field asks for; true where it asks none."""
        if "%" in f"{field.title} {field.description}":
            return self.text[span[1] : span[1] + 2].lstrip().startswith("%")
        unit = named_unit(field)
        if unit is None:
            return True
        around = {written for _, written, whole in self._amounts_said if holds(whole, span)}
        return unit in around

    def _converted(self, value: Number, field: Field) -> list[Span]:
        """Where the amount is written in another unit than the field asks for."""
        unit = named_unit(field)
        if unit is None:
            return []
        said = [(converted(n, written, unit), span) for n, written, span in self._amounts_said]
        return sorted({span for number, span in said if number is not None and number == value})

    def _enum(self, value: str) -> Alignment:
        phrase = fold_text(value.replace("_", " "))
        for by_stem in (False, True):
            found = [(match.start, match.end) for match in self.index.runs(phrase, by_stem=by_stem)]
            if found:
                return _found("enum", found)
        return NOTHING

    def _string(self, value: str) -> Alignment:
        if len(value) > LONGEST:
            start = self.text.find(value)
            return _found("exact", [(start, start + len(value))] if start >= 0 else [])
        phrase = fold_text(value)
        same = self._runs(phrase, by_stem=False)
        exact = [span for span in (self._exact(match, phrase) for match in same) if span]
        if exact:
            return _found("exact", exact)
        if same:
            return _found("normalized", [self._edged(match, phrase) for match in same])
        timex = timex_of(value)
        valued = (
            (self.times.spans(timex) if timex else [])
            or self.numbers.spans_of_text(value)
            or self._amounts(value)
        )
        if valued:
            return _found("value", valued)
        inflected = [] if _is_address(value) else self._runs(phrase, by_stem=True)
        if inflected:
            return _found("morphology", [(match.start, match.end) for match in inflected])
        code = self.index.compact(phrase)
        if code is not None:
            return _found("normalized", [(code.start, code.end)])
        spread = find_parts(phrase, self.index)
        if spread and self._numbers_said(value):
            return Alignment("parts", spread, (spread,), 1.0)
        return Alignment("none", (), (), share_found(phrase, self.index))

    def _amounts(self, value: str) -> list[Span]:
        """Where a number and the words after it stand, however the number is written."""
        first = next(iter(numerals(value)), None) if len(value) <= 60 else None
        if first is None or first.start or first.kind == "ordinal":
            return []
        rest = [stem(token.text) for token in fold_text(value[first.end :]).tokens()]
        if not rest:
            return []
        found = []
        for start, end in self.numbers.spans(first.value):
            after = list(fold_text(self.text[end : end + 2 * len(value) + 8]).tokens())[: len(rest)]
            if [stem(token.text) for token in after] == rest:
                found.append((start, end + after[-1].end))
        return found

    def _numbers_said(self, value: str) -> bool:
        """Whether every number that a value holds is a number of the text."""
        return all(
            self.numbers.spans(each.value)
            for each in numerals(value[:400])
            if each.kind != "ordinal" and not each.article
        )

    def _runs(self, phrase: Folded, *, by_stem: bool) -> list[Match]:
        return [
            match
            for match in self.index.runs(phrase, by_stem=by_stem)
            if not digits_cut(self.text, match.start, match.end)
        ]

    def _edged(self, match: Match, phrase: Folded) -> Span:
        """The span with the punctuation after it that the value has too ("S. L.")."""
        last = list(phrase.tokens())[-1].end
        tail = phrase.source[last:].rstrip()
        same = self.text[match.end : match.end + len(tail)] == tail
        return (match.start, match.end + len(tail) if same else match.end)

    def _exact(self, match: Match, phrase: Folded) -> Span | None:
        """The span whose characters are the value's own, its edge punctuation included."""
        value = phrase.source.strip()
        offset = len(phrase.source) - len(phrase.source.lstrip())
        before = next(phrase.tokens()).start - offset
        start = match.start - before
        span = (start, start + len(value))
        return span if start >= 0 and self.text[start : span[1]] == value else None


def _found(kind: str, spans: list[Span]) -> Alignment:
    mentions = tuple((span,) for span in spans)
    return Alignment(kind, mentions[0], mentions, 1.0) if mentions else NOTHING


def _is_address(value: str) -> bool:
    """Whether a value is a mail address, a URL or a code, whose letters do not inflect."""
    return any(sign in value for sign in "@/\\_#=&")
