"""Durations that two dates of a text span: the days from "ingreso: 18 de mayo" to "alta: 27 de mayo"."""

import re
from collections.abc import Iterator, Sequence

from nlp.asked.field_profile import FieldProfile
from nlp.asked.lexicon_fields import field_lexicon
from nlp.spans import Candidate, Document, Value
from nlp.stems import fold
from nlp.temporal.timex import day_of

RECKONED = "reckoned"
"""The source of a duration that no words of the text say."""

_BEFORE = 40
"""Characters before a date in which a word says whether it begins or ends something."""
_LONGEST = 400
"""Days that such a span lasts at most."""
_NEXT = 6
"""Dates behind the first one among which the other end is looked for."""
_WORD = re.compile(r"[^\W\d_]+")
_ASKS_SPAN = re.compile(
    r"\bestancia|\bestad[ií]a|\bstay|\bnoches\b|\bnights?\b|\btranscurrid|\belapsed\b"
    r"|\b(?:entre|desde) (?:la|el) (?:fecha|d[ií]a|ingreso|entrada)"
    r"|\bbetween (?:the )?(?:dates?|admission)"
    r"|\bd[ií]as de (?:ingreso|hospitalizaci[oó]n|internaci[oó]n|alojamiento)\b",
    re.IGNORECASE,
)


def asks_span(profile: FieldProfile) -> bool:
    """Whether a field asks for the days or nights between two dates."""
    told = (
        f"{profile.field.name.replace('_', ' ')} {profile.field.title} {profile.field.description}"
    )
    return profile.unit in {None, "day"} and _ASKS_SPAN.search(told) is not None


def reckoned_candidates(
    document: Document, candidates: Sequence[Candidate], profiles: Sequence[FieldProfile]
) -> tuple[Candidate, ...]:
    """The days between dates that begin and end something, where a field asks for such days."""
    asked = any(one.field.kind in {"integer", "number"} and asks_span(one) for one in profiles)
    return tuple(_spans(document.text, candidates)) if asked else ()


def _spans(text: str, candidates: Sequence[Candidate]) -> Iterator[Candidate]:
    dated = sorted(
        {
            (one.start, one.end, day)
            for one in candidates
            if one.label in {"DATE", "DATETIME"}
            and one.value is not None
            and (day := day_of(one.value.timex)) is not None
        }
    )
    lexicon = field_lexicon()
    for row, (start, end, first) in enumerate(dated):
        if not _said(text, start, lexicon.begins):
            continue
        for other_start, other_end, last in dated[row + 1 : row + 1 + _NEXT]:
            days = (last - first).days
            if (
                other_start >= end
                and 0 < days <= _LONGEST
                and _said(text, other_start, lexicon.ends)
            ):
                value = Value("duration", timex=f"P{days}D")
                mention = text[other_start:other_end]
                yield Candidate(other_start, other_end, mention, "DURATION", value, RECKONED)
                break
    for one in candidates:
        if one.label == "RANGE" and one.value is not None:
            low, high = day_of(one.value.timex), day_of(one.value.timex_end)
            if low is not None and high is not None and 0 < (high - low).days <= _LONGEST:
                value = Value("duration", timex=f"P{(high - low).days}D")
                yield Candidate(one.start, one.end, one.mention, "DURATION", value, RECKONED)


def _said(text: str, start: int, words: frozenset[str]) -> bool:
    """Whether the last words before a date, on its line, hold one of some words."""
    before = text[max(0, start - _BEFORE) : start].rpartition("\n")[2]
    return any(fold(word) in words for word in _WORD.findall(before)[-4:])
