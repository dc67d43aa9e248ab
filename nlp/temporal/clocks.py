"""Times of day: "15:30 h", "las tres y media de la tarde", "12h50", "mediodía"."""

import re
from dataclasses import replace
from functools import lru_cache

from nlp.temporal.date_numbers import digits, spelled, whole
from nlp.temporal.date_parts import Found, matches
from nlp.temporal.meanings import Clock, PartOfDay
from nlp.temporal.time_lexicon import GRAMMAR
from nlp.temporal.tokens import Words, split_words

_WHOLE_DAY = 24
_CLOCK = re.compile(r"T(\d\d)(?::(\d\d))?")


def half_of_day(words: Words, index: int) -> tuple[int, str] | None:
    """Reads "a. m.", "pm", "de la tarde", "por la mañana", "del mediodía": index after, and the code."""
    word = words.words[index]
    if word in GRAMMAR.half_starts and words.words[index + 1] != "la":
        for phrase, code in GRAMMAR.halves_of_day:
            if matches(words, index, phrase):
                last = index + len(phrase)
                if last < words.count and words.glued(last) and words.words[last][0].isalnum():
                    continue
                return last, code
        return None
    if word in GRAMMAR.leads_part and words.words[index + 1] == "la":
        index += 2
    elif word in GRAMMAR.of_the:
        index += 1
    else:
        return None
    part = GRAMMAR.parts.get(words.words[index])
    return None if part is None else (index + 1, part)


def clock(words: Words, index: int, *, bare: bool = False) -> tuple[int, Clock] | None:
    """A time of day; ``bare`` allows an hour with nothing that says it is one ("a las tres")."""
    at, led = index, False
    if words.words[at] in GRAMMAR.the_feminine:
        at, led = at + 1, True
    if padded := _padded(words, at):
        return padded
    hour = whole(words, at)
    if hour is None or hour[1] > 24 or (len(words.words[at]) > 2 and words.words[at].isdecimal()):
        return None
    if not _apart(words, at):
        return None
    formal = _in_hours(words, at, *hour) if led else None
    after, time, sure = formal or _digital(words, at, hour[1]) or _spoken(words, *hour, led=led)
    after, sure = _on_the_dot(words, after, sure=sure)
    said = half_of_day(words, after + (words.words[after] == ","))
    if said is not None:
        after, time, sure = said[0], replace(time, part=said[1]), True
        after = (half_of_day(words, after) or (after, ""))[0]
    elif noon := _noon(words, after, hour[1], led=led):
        after, sure = noon, True
    after, sure = _on_the_dot(words, after, sure=sure)
    zone = _zone(words, after)
    if zone is not None and sure:
        after, time = zone[0], replace(time, zone=zone[1])
    if not (sure or led or bare):
        return None
    if led and not sure and not _ends_hour(words, after):
        return None
    return after, time


def _on_the_dot(words: Words, after: int, *, sure: bool) -> tuple[int, bool]:
    """Behind "en punto", which says that it is an hour."""
    return (after + 2, True) if matches(words, after, GRAMMAR.on_the_dot) else (after, sure)


def _noon(words: Words, after: int, hour: int, *, led: bool) -> int | None:
    """The index after "12 m." and "12 del día": twelve noon, as Colombia and Peru write it."""
    text = words.words
    if hour != 12:
        return None
    if (
        text[after] in GRAMMAR.meridian
        and text[after + 1] == "."
        and (led or text[after - 2] == ":")
    ):
        return after + 2
    of_day = matches(words, after, GRAMMAR.of_the_day) and not text[after + 2][:1].isdecimal()
    return after + 2 if of_day else None


def _padded(words: Words, at: int) -> tuple[int, Clock] | None:
    """Reads "0930 horas", "a las 1845 hrs", "1845 hrs: …": an hour and its minutes in four figures."""
    figures, behind = words.words[at], words.words[at + 1]
    if not re.fullmatch(r"[0-2]\d[0-5]\d", figures) or behind not in GRAMMAR.hours_written:
        return None
    sure = _led(words, at) or figures[0] == "0" or words.words[at + 2] == ":"
    if int(figures[:2]) > 23 or not sure or not _apart(words, at):
        return None
    return at + 2, Clock(int(figures[:2]), int(figures[2:]), exact=True)


def _ends_hour(words: Words, after: int) -> bool:
    """Whether "las 3" may be an hour: no noun counted follows ("las 3 personas")."""
    word = words.words[after]
    if word == "." and words.glued(after) and words.glued(after + 1):
        word = words.words[after + 1]  # "la 3.ª"
    if not word or not word[0].isalpha() or words.broken(after):
        return word not in ("%", "ª", "º", "°")
    return word in GRAMMAR.after_hour or word in GRAMMAR.days or word in GRAMMAR.weekdays


def _apart(words: Words, at: int) -> bool:
    """Whether a figure is no tail of a code, a decimal or a date."""
    if not words.glued(at):
        return True
    before = words.words[at - 1]
    return before in ("-", "–", "t", "(", "[", "~", "¿", '"', "«") or before.isspace()


def _digital(words: Words, at: int, hour: int) -> tuple[int, Clock, bool] | None:
    """Reads "15:30", "15.30 h", "8:00:13", "12h50", "20h", "3 pm" handled by the caller."""
    if not words.words[at].isdecimal():
        return None
    text = words.words
    mark = text[at + 1]
    if mark == "," and text[at + 3] not in GRAMMAR.hours_after_comma:
        mark = ""  # "a las 9,30 h", but not "a las 3, 40 personas"
    if mark in (":", ".", "h", ",") and words.glued(at + 1) and words.glued(at + 2):
        minute = digits(words, at + 2)
        if minute is not None and len(text[at + 2]) == 2 and minute < (60 if hour < 24 else 1):
            return _seconds(words, at, hour, minute, mark)
    spelled = mark in GRAMMAR.hours_noun
    if hour == _WHOLE_DAY and text[at - 1] not in GRAMMAR.the_feminine:
        return None  # "con 24 hs de anticipación" lasts a day
    if mark in GRAMMAR.hour_symbols or (spelled and text[at - 1] in GRAMMAR.the_feminine):
        after = at + 2
        if text[after] == "." and words.glued(after) and not spelled:
            after += 1
        if words.glued(at + 1) or text[at - 1] in GRAMMAR.before_hour:
            sure = hour > 12 or text[at - 1] in GRAMMAR.the_feminine
            return after, Clock(hour, exact=hour > 12), sure
    return None


def _seconds(words: Words, at: int, hour: int, minute: int, mark: str) -> tuple[int, Clock, bool]:
    text, after, second = words.words, at + 3, None
    if mark == ":" and text[after] == ":" and words.glued(after) and words.glued(after + 1):
        second = digits(words, after + 1)
        if second is not None and second < 60 and len(text[after + 1]) == 2:
            after += 2
        else:
            second = None
    padded = len(text[at]) == 2 and text[at][0] == "0"
    time = Clock(hour, minute, second, exact=padded or hour > 12)
    sure = mark not in (".", ",") or (mark == "." and (_labelled(words, at) or _led(words, at)))
    if text[after] in GRAMMAR.hours_written:
        after, sure = after + 1, True
    return after, time, sure


def _led(words: Words, at: int) -> bool:
    """Whether "a las", "desde las" stand right before an hour."""
    text = words.words
    led = text[at - 2] in GRAMMAR.leads_hour and text[at - 2] not in GRAMMAR.of
    return led and text[at - 1] in GRAMMAR.the_feminine


def _labelled(words: Words, at: int) -> bool:
    """Whether an hour stands right behind words that say so: "Hora de inicio: 16.30"."""
    if words.broken(at) or len(words.words[at + 2]) != 2:
        return False
    label = words.words[max(0, at - 4) : at - 1] if words.words[at - 1] == ":" else ()
    return any(word in GRAMMAR.hours_labels for word in (*label, words.words[at - 1]))


def _in_hours(words: Words, at: int, after: int, hour: int) -> tuple[int, Clock, bool] | None:
    """Reads "a las once horas con treinta minutos", "siendo las dieciséis horas".

    "A las dos horas de nacer" says how long after.
    """
    text = words.words
    if text[at - 2] not in GRAMMAR.leads_hour:
        return None
    minute = None
    spoken = spelled(words, after) if after < words.count else None
    if spoken and spoken[1] < 60:
        after, minute = spoken
    if text[after] not in GRAMMAR.hours_written or words.glued(after):
        return None
    after += 1
    found = whole(words, after + (text[after] in GRAMMAR.minutes_follow))
    if minute is None and found and found[1] < 60 and text[found[0]] in GRAMMAR.minutes:
        after, minute = found[0] + 1, found[1]
    elif text[after] in GRAMMAR.of and half_of_day(words, after) is None:
        following = text[after + 1]
        days = GRAMMAR.day_of_hour | GRAMMAR.weekdays.keys()
        if following not in days and not following.isdecimal():
            return None
    if minute is None and text[at].isdecimal():
        return None
    return after, Clock(hour, minute, exact=True), True


def _spoken(words: Words, after: int, hour: int, *, led: bool) -> tuple[int, Clock, bool]:
    """Reads "tres y media", "doce menos cuarto", "once y cuarenta y cinco", "seis cero dos"."""
    text = words.words
    if text[after] in GRAMMAR.minutes_follow:
        sign = -1 if text[after] in GRAMMAR.less else 1
        minute = GRAMMAR.quarters_of_hour.get(text[after + 1])
        end = after + 2
        if minute is None:
            found = whole(words, after + 1)
            minute, end = (found[1], found[0]) if found else (None, end)
        if minute is not None and 0 < minute < 60:
            end += text[end] in GRAMMAR.minutes
            late = hour * 60 + sign * minute
            sure = text[after + 1] in GRAMMAR.quarters_of_hour or sign < 0
            return end, Clock(late // 60 % 24, late % 60), sure
    spoken = spelled(words, after) if after < words.count else None
    told = led or (spoken is not None and half_of_day(words, spoken[0]) is not None)
    if spoken and told and hour <= 12 and 10 <= spoken[1] < 60:
        return spoken[0], Clock(hour, spoken[1]), True
    if hour <= 12 and text[after] in GRAMMAR.zero:
        found = spelled(words, after + 1) or whole(words, after + 1)
        if found is not None and found[1] < 10:
            return found[0], Clock(hour, found[1]), False
    return after, Clock(hour), False


def _zone(words: Words, index: int) -> tuple[int, str] | None:
    """Reads "UTC", "GMT+2", "Z", "+01:00", "hora peninsular" is left alone."""
    text = words.words
    zone = GRAMMAR.zones.get(text[index])
    if zone is None or (text[index] == "z" and not words.glued(index)):
        return None
    if zone == "Z" and text[index + 1] in ("+", "-") and words.glued(index + 1):
        hours = digits(words, index + 2)
        if hours is not None and hours <= 14:
            return index + 3, f"{text[index + 1]}{hours:02d}:00"
    return index + 1, zone


@lru_cache(maxsize=1024)
def clock_place(mention: str, timex: str | None) -> tuple[int, int] | None:
    """Where a mention of a moment says the time of day: "16:30", "seis de la tarde".

    Of several that of its TIMEX3 value, where it has one. Offsets into the mention; None where it
    says none.
    """
    wanted = _CLOCK.search(timex or "")
    words = split_words(mention)
    for bare in (False,) if wanted is None else (False, True):
        for at in range(words.count):
            found = clock(words, at, bare=bare) or named_time(words, at)
            if found is not None and (wanted is None or _shows(found[1], wanted)):
                at += words.words[at] in GRAMMAR.the_feminine
                return words.starts[at], words.ends[found[0] - 1]
    return None


def _shows(time: Clock, wanted: "re.Match[str]") -> bool:
    """Whether a clock shows an hour, whichever half of the day it is in."""
    same_hour = time.hour % 12 == int(wanted[1]) % 12
    return same_hour and (time.minute or 0) == int(wanted[2] or 0)


def named_time(words: Words, index: int) -> tuple[int, Clock] | None:
    """Reads "mediodía", "medianoche"."""
    hour = GRAMMAR.named_hours.get(words.words[index])
    return None if hour is None else (index + 1, Clock(hour, exact=True))


def part_of_day(words: Words, index: int) -> Found | None:
    """Reads "la tarde", "por la noche", "de madrugada": the part's own words, without preposition."""
    code = GRAMMAR.parts.get(words.words[index])
    if code is None or not index:
        return None
    if words.words[index - 1] in GRAMMAR.before_part or (
        words.words[index - 1] == "de" and code in ("DT", "NI")
    ):
        return index + 1, PartOfDay(code)
    return None


def iso_time(words: Words, index: int) -> Found | None:
    """Reads "T12:34:20": a time that says so itself."""
    if words.words[index] != "t" or not words.glued(index + 1) or words.words[index + 2] != ":":
        return None
    return clock(words, index + 1)


def minutes_from(words: Words, index: int) -> Found | None:
    """Reads "diez minutos para las ocho", "30 minutos pasadas las ocho", "cuarto para las siete"."""
    quarter = GRAMMAR.quarters_of_hour.get(words.words[index])
    count = whole(words, index) if quarter is None else (index + 1, quarter)
    if count is None or not 0 < count[1] < 60:
        return None
    at = count[0] + (words.words[count[0]] in GRAMMAR.minutes)
    if at == count[0] and (count[1] % 5 or words.words[index - 1] in GRAMMAR.counts_things):
        return None  # "una mesa de diez para las ocho"
    sign = GRAMMAR.minutes_from.get(words.words[at])
    if sign is None or words.words[at + 1] not in GRAMMAR.the_feminine:
        return None
    hour = clock(words, at + 1)
    if hour is None:
        return None
    minutes = hour[1].hour * 60 + (hour[1].minute or 0) + sign * count[1]
    return hour[0], replace(hour[1], hour=minutes // 60 % 24, minute=minutes % 60)
