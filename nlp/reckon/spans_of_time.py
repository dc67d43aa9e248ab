"""Days between two dates and ages, reckoned from dates whose words say what they are."""

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nlp.asked.field_profile import FieldProfile
from nlp.reckon.reckoning_words import asks, says, words
from nlp.spans import Candidate, Number, Span


@dataclass(frozen=True, slots=True)
class Reckoned:
    """A reckoned value; ``anchor`` is the mention it is reckoned from that stands last.

    ``reckoning`` says how, in the text's words: ``27/02/2024 → 04/03/2024``; ``parts`` are the numbers
    that were added up, or multiplied where it is a ``product``.
    """

    path: str
    value: Number
    anchor: Span
    reckoning: str
    parts: tuple[float, ...] = ()
    product: bool = False


@dataclass(frozen=True, slots=True)
class DayAt:
    """A whole date of the text and the words it stands by."""

    day: datetime.date
    one: Candidate
    where: str
    labelled: bool = False


def ages(
    profiles: Sequence[FieldProfile], days: Sequence[DayAt], reference: datetime.date | None
) -> Iterator[Reckoned]:
    """Years between the only date of birth and the only date of the document (or ``reference``)."""
    wanted = [one for one in profiles if asks(one, "age")]
    born = _only([one for one in days if says(one.where, words("dates", "birth"))])
    if len(wanted) != 1 or born is None:
        return
    others = (*words("dates", "birth"), *words("other"))
    dated = [one for one in days if says(one.where, words("dates", "document"))]
    written = _only([one for one in dated if one is not born and not says(one.where, others)])
    today = written.day if written is not None else reference
    if today is None or not born.day < today:
        return
    before = (today.month, today.day) < (born.day.month, born.day.day)
    until = written.one.mention if written is not None else today.isoformat()
    yield Reckoned(
        wanted[0].path,
        today.year - born.day.year - before,
        born.one.span,
        f"{born.one.mention} → {until}",
    )


def spans(profiles: Sequence[FieldProfile], days: Sequence[DayAt]) -> Iterator[Reckoned]:
    """Days between the only date that begins something and the only one that ends something."""
    wanted = [one for one in profiles if asks(one, "stay")]
    wanted = wanted or [one for one in profiles if asks(one, "days")]
    first = _only([one for one in days if says(one.where, words("dates", "start"))])
    last = _only([one for one in days if says(one.where, words("dates", "end"))])
    if len(wanted) != 1 or first is None or last is None or not first.day < last.day:
        return
    yield Reckoned(
        wanted[0].path,
        (last.day - first.day).days,
        last.one.span,
        f"{first.one.mention} → {last.one.mention}",
    )


def _only(found: Sequence[DayAt]) -> DayAt | None:
    """The one day that all of these are, of labelled ones if there are any; else None."""
    found = [one for one in found if one.labelled] or found
    return found[0] if len({one.day for one in found}) == 1 else None
