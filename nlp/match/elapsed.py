"""The time between two moments of a text that words lead in: "Inicio: 11:20 … Fin: 12:50".

The words are those a description names ("entre el aviso y la llegada"), else those that begin and
end something in general.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from nlp.asked.field_profile import FieldProfile
from nlp.asked.field_words import word_cues
from nlp.asked.schema_lexicon import field_lexicon
from nlp.latest import latest
from nlp.layout.alignment import lines_around
from nlp.match.counted_moments import COMPLETED
from nlp.match.implied import RANGE_END
from nlp.match.surroundings import Floats, Surroundings
from nlp.reckon.reckoning_words import pattern_of, says, told_of, words
from nlp.reckon.stays import CLOCKS, DAYS, asks_span, minutes_of
from nlp.spans import Candidate, Span
from nlp.stems import Phrase, words_of

_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)?(?:T(\d\d)(?::(\d\d))?(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?)?")
_DAY = 24 * 60
_HALF_DAY = 12 * 60
_MINUTES = {"minute": 1, "hour": 60, "day": _DAY, "week": 7 * _DAY}
_LONGEST = {"minute": _DAY, "hour": 14 * _DAY, "day": 400 * _DAY, "week": 728 * _DAY}
"""Minutes that a time asked for in a unit lasts at most."""
_NIGHT = 16 * 60
"""Minutes that lie between two clocks at most, where midnight does."""
_BEFORE, _AFTER = 8, 4
"""Words before and behind a moment that say what happens then."""
_BEHIND = 0.5
"""What a word behind a moment counts beside one before it."""
_GENERAL = 0.5
"""What a word that begins or ends anything counts beside one that the description names."""
_OTHER = 0.9
"""What words for the other end count against a moment: "salida" begins a journey and ends a stay,
and where nothing else tells, the first in the text is the beginning."""
_BESIDE = 0.1
"""What it counts that no other moment stands between the two."""


_Time = tuple[float, tuple[Candidate, Candidate]]
"""How long something takes, in the unit asked for, and the mentions that begin and end it."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A mention of a time; ``value`` is in minutes since the beginning of time, or of the day."""

    one: Candidate
    value: int
    dated: bool
    leads: tuple[tuple[int, int, float], ...]
    """Half-open ranges of the words that say what happens then, and what these count."""


def asks_elapsed(profile: FieldProfile) -> bool:
    """Whether a field asks for the time between two moments, or may be answered by it."""
    told = profile.field.description
    if pattern_of("between").search(told) is not None:
        return profile.unit in CLOCKS | DAYS or says(told, words("asks", "days"))
    return profile.unit in CLOCKS or asks_span(profile)


def time_unit(profile: FieldProfile) -> str:
    """The unit in which a field asks for a time; days where it names none."""
    return profile.unit if profile.unit in _MINUTES else "day"


def lasts(first: Moment, last: Moment, unit: str) -> float | None:
    """How long it is from one moment to the other in a unit; None where that is no time to ask for."""
    minutes = _apart(first, last, unit)
    return minutes / _MINUTES[unit] if 0 < minutes <= _LONGEST[unit] else None


def elapsed(profile: FieldProfile, here: Surroundings) -> _Time | None:
    """The time a field asks for, in its unit, and the mentions that begin and end it."""
    if not asks_elapsed(profile):
        return None
    unit = time_unit(profile)
    moments = moments_of(here, unit in CLOCKS)
    begins, ends = _sides(profile, here)
    starting = [_led(one, begins) for one in moments]
    ending = [_led(one, ends) for one in moments]
    best: tuple[float, float, tuple[Candidate, Candidate]] | None = None
    for row, first in enumerate(moments):
        for other, last in enumerate(moments):
            time = lasts(first, last, unit)
            if time is None or not (starting[row] and ending[other]):
                continue
            score = starting[row] + ending[other] - _OTHER * (ending[row] + starting[other])
            score += _BESIDE * (other == row + 1)
            if best is None or score > best[0]:
                best = score, time, (first.one, last.one)
    if best is None:
        told = told_of(profile.field)
        if unit not in CLOCKS or not says(told, words("asks", "length")):
            return None
        coupled = _coupled(moments, here.document.text, unit)
        return coupled or _whole_time(moments, starting, ending, unit)
    told = profile.field.description
    both = unit == "day" and pattern_of("both_ends").search(told) is not None
    return best[1] + both, best[2]


def _coupled(moments: Sequence[Moment], text: str, unit: str) -> _Time | None:
    """From the one to the other of the only two clocks that stand together: "9:15 / 11:40"."""
    found = [
        (first, last)
        for first, last in pairwise(moments)
        if pattern_of("coupled").fullmatch(text, first.one.end, last.one.start)
    ]
    if len(found) != 1:
        return None
    minutes = _apart(*found[0], unit)
    return (minutes / _MINUTES[unit], (found[0][0].one, found[0][1].one)) if minutes > 0 else None


def _whole_time(
    moments: Sequence[Moment],
    starting: Sequence[float],
    ending: Sequence[float],
    unit: str,
) -> _Time | None:
    """From the first clock of a text, that no word leads in, to the one that ends what lasted."""
    if any(starting):
        return None
    last = max((row for row, led in enumerate(ending) if led), default=0)
    minutes = _apart(moments[0], moments[last], unit) if last else 0
    if not 0 < minutes <= _NIGHT:
        return None
    return minutes / _MINUTES[unit], (moments[0].one, moments[last].one)


def _sides(profile: FieldProfile, here: Surroundings) -> tuple[Floats, Floats]:
    """What each word counts for the beginning and for the end that a field names, or for any."""
    lexicon = field_lexicon()
    begins, ends = _general(lexicon.begins, here), _general(lexicon.ends, here)
    between = pattern_of("between").search(profile.field.description)
    if between is None:
        return begins, ends
    first, last = (
        here.cue_weights(cues_of_words(side), {})
        for side in (between["a"] or between["b"], between["c"])
    )
    return np.maximum(begins, first), np.maximum(ends, last)


def _general(words: frozenset[str], here: Surroundings) -> Floats:
    """Words as they are written: "sale" is not "sala"."""
    return np.array([_GENERAL * (word in words) for word in (*here.folded, "")])


def cues_of_words(told: str) -> Mapping[Phrase, float]:
    """The telling words of a part of a description as cues."""
    lexicon = field_lexicon()
    return word_cues([(word, 1.0) for word in words_of(told) if not lexicon.is_stopword(word)])


def _led(moment: Moment, weights: Floats) -> float:
    """How much of what begins or ends something is said at a moment."""
    return sum(float(weights[first:last].sum()) * counts for first, last, counts in moment.leads)


def _apart(first: Moment, last: Moment, unit: str) -> int:
    """Minutes from one moment to the other; clocks that have no day go over midnight.

    Behind an evening hour, "las nueve" is one too.
    """
    minutes = last.value - first.value
    if unit not in CLOCKS:
        return abs(minutes)
    if first.dated and last.dated:
        return minutes
    minutes %= _DAY
    if minutes > _HALF_DAY and not any(map(str.isdigit, last.one.mention)):
        minutes -= _HALF_DAY
    return minutes if last.value % _DAY > first.value % _DAY or minutes <= _NIGHT else 0


@latest(2)
def moments_of(here: Surroundings, clock: bool) -> tuple[Moment, ...]:
    """The days of a text, or its times of day (``clock``), in its order, with what leads them in."""
    return tuple(_moments(here, clock=clock))


def _moments(here: Surroundings, *, clock: bool) -> Iterator[Moment]:
    found: dict[Span, tuple[int, Candidate, int, bool]] = {}
    for row, one in enumerate(here.candidates):
        counted = one.source == COMPLETED and pattern_of("counted").search(one.mention) is not None
        if (one.label == "DATE" and not counted) or (
            one.source not in {COMPLETED, RANGE_END} and one.label in {"DATETIME", "TIME"}
        ):
            said = _value(one, clock=clock)
            if said is not None:
                found.setdefault(one.span, (row, one, *said))
    read = [found[span] for span in sorted(found)]
    ends = [0, *(one.end for _, one, _, _ in read)]
    starts = [*(one.start for _, one, _, _ in read[1:]), len(here.document.text)]
    last: tuple[int, int] | None = None
    for (row, one, value, stated), before, after in zip(read, ends, starts, strict=False):
        minutes, dated = value, stated
        if not stated and last is not None and "\n" not in here.document.text[last[0] : one.start]:
            minutes, dated = last[1] - last[1] % _DAY + value, True
            if minutes <= last[1]:  # over midnight, or of another day
                minutes, dated = value, False
        last = (one.end, minutes) if dated else None
        yield Moment(one, minutes, dated, _leads(row, one, here, before, after))


def _value(one: Candidate, *, clock: bool) -> tuple[int, bool] | None:
    """The minutes of a moment, and whether a day is said with it."""
    match = _MOMENT.fullmatch(one.timex or "")
    if match is None or one.value is None or one.value.timex_end is not None:
        return None
    day, hour, _ = match.groups()
    if (clock and hour is None) or (not clock and day is None):
        return None
    minutes = minutes_of(match)
    return minutes if clock else minutes - minutes % _DAY, day is not None


def _leads(
    row: int, one: Candidate, here: Surroundings, before: int, after: int
) -> tuple[tuple[int, int, float], ...]:
    """The words between one moment and its neighbours on its line, its label and its column."""
    text, places = here.document.text, here.places
    opens, closes = lines_around(text, one.start, one.end)
    lower, upper = max(opens, before), min(closes, after)
    first, last = here.token_range(one.start, one.end)
    opening = max(here.token_range(lower, lower + 1)[0], first - _BEFORE)
    if opening < first:
        ranges = [(opening, first, 1.0)]
    else:
        closing = min(here.token_range(upper - 1, upper)[1], last + _AFTER)
        label = int(places.label_first[row]), int(places.label_last[row])
        ranges = [(*label, 1.0), (last, closing, _BEHIND)]
    ranges.append((int(places.column_first[row]), int(places.column_last[row]), 1.0))
    return tuple(pair for pair in ranges if pair[0] < pair[1])
