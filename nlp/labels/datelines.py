"""The day that a text says it is written on: behind its place, in a formula, behind a label.

"Toledo, a 3 de mayo de 2023", "se expide en Lugo el 3 de mayo de 2023", "Fecha: 3/5/2023". It answers
fields that ask when such a text was issued or signed.
"""

import datetime
import re
from collections.abc import Iterable, Iterator, Sequence

from nlp.asked.field_profile import FieldProfile
from nlp.asked.rendering import answer_value
from nlp.asked.time_forms import date_words
from nlp.spans import Candidate
from nlp.stems import fold, words_of
from nlp.temporal.timex import day_of, full_dates, shift
from nlp.temporal.years import in_year

DATELINE = "dateline"
"""What stands for the label of such an answer."""
_DATELINE, _DATE_LABEL, _ISSUED, _PLAIN, _TODAY, _NEXT_DAYS, _OF_TEXT = (
    date_words(name)[0]
    for name in (
        "dateline", "date_label", "issued", "plain_date", "told_today", "next_days", "of_text"
    )
)  # fmt: skip
_BEGINS_TODAY = re.compile(r"(?i)hoy\b")
_CLOSES = re.compile(r"[\s.,;]*(?:$|\n)|\.\s|[.,]?\s{2,}|\s?[.,]?\s?(?:[—–(]|-\s)")
_NO_YEAR = re.compile(r"XXXX-\d\d-\d\d")
_LEADERS = ".."
"""Dots that lead from a row's name to its value."""
_CALLED = 25
"""Characters before a date in which it is called tomorrow or yesterday."""
_BYLINE, _HEAD = 80, 5
"""Characters before a date on a line that says who wrote a text and when; line breaks before it."""
_LEAD = 140
"""Characters before a date that say it is the one of the text."""


def dateline(text: str, candidates: Sequence[Candidate]) -> Candidate | None:
    """The date behind the place where a text is written, or in the formula that issues it."""
    found = (one for one, _ in full_dates(candidates) if _is_dateline(text, one))
    return next(found, None)


def dateline_in_year(text: str, candidates: Sequence[Candidate], year: int) -> datetime.date | None:
    """The day of a dateline that leaves its year to the reader: "Lugo, 14 ago. — …"."""
    for one in candidates:
        if one.value is None or not _NO_YEAR.fullmatch(one.timex or ""):
            continue
        if _is_dateline(text, one):
            return day_of(in_year(one.value, year).timex)
    return None


def written_on(
    text: str, candidates: Sequence[Candidate]
) -> tuple[Candidate, datetime.date] | None:
    """The dateline and its day, else the first date labelled as a date and nothing else."""
    days = full_dates(candidates)
    ways = (_is_dateline, _is_labelled, _is_byline, _is_today)
    found = next(((one, day) for says_so in ways for one, day in days if says_so(text, one)), None)
    return found or next(_beside(text, days), None)


def _beside(
    text: str, days: Iterable[tuple[Candidate, datetime.date]]
) -> Iterator[tuple[Candidate, datetime.date]]:
    """The day that a text is written on by one that it calls tomorrow or yesterday."""
    for one, day in days:
        called = _NEXT_DAYS.search(text, max(0, one.start - _CALLED), one.end)
        if called is not None:
            later = 1 if called["next"] else -1
            written = shift(day, "D", -later * (2 if called["two"] or called["two_ago"] else 1))
            if written is not None:
                yield one, written


def _is_dateline(text: str, one: Candidate) -> bool:
    return bool(_DATELINE.search(_lead(text, one)) and _CLOSES.match(text, one.end))


def _is_labelled(text: str, one: Candidate) -> bool:
    return _DATE_LABEL.search(_lead(text, one)) is not None


def _is_byline(text: str, one: Candidate) -> bool:
    """Whether a date closes one of the first short lines or the last: "R. Sanz — 3 de mayo de 2023"."""
    lead, (behind, *rest) = _lead(text, one), text[one.end :].split("\n", 1)
    if len(lead) > _BYLINE or behind.strip(" .*_)") or ":" in lead or _LEADERS in lead:
        return False
    above = text[: one.start].rstrip().count("\n")
    return above <= _HEAD or not "".join(rest).strip()


def _is_today(text: str, one: Candidate) -> bool:
    """Whether a text calls a full date today, or begins with its own: "Nota del 24/6/2024: ayer …"."""
    if _BEGINS_TODAY.match(one.mention) and len(one.mention.split()) > 1:
        return True
    led = _TODAY.search(text[max(0, one.start - _LEAD) : one.start])
    return led is not None and (led["own"] is None or text.startswith(":", one.end))


def issued(
    text: str, candidates: Sequence[Candidate], profiles: Sequence[FieldProfile]
) -> Iterator[tuple[FieldProfile, str, Candidate]]:
    """The dateline as the answer to each field that asks when such a text was issued."""
    asking = [one for one in profiles if one.group == "date" and asks_issue(one)]
    found = dateline(text, candidates) if asking else None
    if found is None:
        return
    for profile in asking:
        value = answer_value(found, profile)
        if isinstance(value, str):
            yield profile, value, found


def asks_issue(profile: FieldProfile) -> bool:
    """Whether a field asks when a text was issued or signed, and for nothing besides."""
    if profile.date_form is not None and profile.date_form.has_hour:
        return False
    kinds = _kinds(profile)
    return bool(kinds) and all(map(_ISSUED.fullmatch, kinds))


def asks_event(profile: FieldProfile) -> bool:
    """Whether a field asks for the day of something else than the text."""
    kinds = _kinds(profile)
    return bool(kinds) and not any(_ISSUED.fullmatch(one) or _OF_TEXT.match(one) for one in kinds)


def _kinds(profile: FieldProfile) -> list[str]:
    """What a name says of a date, folded, but that it is one."""
    told = (fold(word) for word in words_of(profile.field.name) if len(word) > 2)
    return [word for word in told if not _PLAIN.fullmatch(word)]


def _lead(text: str, one: Candidate) -> str:
    """What stands before a date on its line."""
    return text[max(0, one.start - _LEAD) : one.start].rpartition("\n")[2]
