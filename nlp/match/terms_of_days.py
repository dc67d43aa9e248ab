"""Days that a term leads to: "Validez: 60 días", "a los diez días del alta"."""

import datetime
from collections.abc import Iterator, Sequence

from nlp.asked.schema_lexicon import field_lexicon
from nlp.match.counted_moments import AMOUNT, COMPLETED, named_days
from nlp.reckon.reckoning_words import pattern_of, says, words
from nlp.spans import Candidate, Value
from nlp.stems import fold, spanish_stem, words_of
from nlp.temporal.timex import shift

_ROOT = 5
"""Letters by which a noun and the forms of its verb are one: "notificación", "notificada"."""
_REACH = 60
"""Characters before a term or a date that say what it is of, and behind a term, from when it counts."""


def days_of_terms(
    text: str, candidates: Sequence[Candidate], written_on: datetime.date, *, dated: bool
) -> Iterator[Candidate]:
    """Each term with the day that it ends on, counted from the day that its words name.

    Words that name none count from the last day named before, or the one the text is written on:
    where it is ``dated``, only on their own line from another.
    """
    named = named_days(candidates)
    led = [(_stems(_line_before(text, start)), day) for start, day in named]
    for one in candidates:
        amount = AMOUNT.fullmatch(one.timex or "") if one.label == "DURATION" else None
        if amount is None:
            continue
        lead = _line_before(text, one.start)
        from_when = pattern_of("counts_from").match(text[one.end : one.end + _REACH])
        if from_when is None:
            base = None
            if pattern_of("leads_term").search(lead) is not None:
                since = text.rfind("\n", 0, one.start) if dated else -1
                before = [day for at, day in named if since < at < one.start]
                base = before[-1] if before else written_on
            elif pattern_of("leads_next").search(lead) is not None:
                base = written_on
        elif from_when["of"] and pattern_of("at_the").search(lead) is None:
            continue
        else:
            base = _named_day(from_when["what"], led, written_on)
        if base is None:
            continue
        sign = -1 if from_when is not None and from_when["before"] else 1
        day = shift(base, amount[2], sign * int(amount[1]))
        if day is not None:
            value = Value("date", timex=day.isoformat())
            yield Candidate(one.start, one.end, one.mention, "DATE", value, COMPLETED)


def _named_day(
    what: str, led: Sequence[tuple[frozenset[str], datetime.date]], written_on: datetime.date
) -> datetime.date | None:
    """The first day whose words share most with those that name it; today's for "esta carta"."""
    stems = _stems(what)
    shared = [(len(stems & told), -at) for at, (told, _) in enumerate(led)]
    best = max(shared, default=(0, 0))
    if best[0]:
        return led[-best[1]][1]
    return written_on if pattern_of("this_text").match(what) is not None else None


def _line_before(text: str, start: int) -> str:
    return text[max(0, start - _REACH) : start].rstrip().rpartition("\n")[2]


def _stems(text: str) -> frozenset[str]:
    """What words say, by their stems; all that begin something are one, and all that end it."""
    lexicon = field_lexicon()
    told = (fold(word) for word in words_of(text) if word.isalpha() and len(word) > 2)
    kinds = (kind for kind in ("start", "end") if says(text, words("dates", kind)))
    stems = (spanish_stem(word) for word in told if not lexicon.is_stopword(word))
    return frozenset((*(one[:_ROOT] for one in stems), *kinds)) - {"fech"}
