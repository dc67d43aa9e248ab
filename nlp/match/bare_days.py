"""Days written by day and month alone in a dated text: "Retirado 9/8", "20-2: terminado".

By itself "9/8" may be a part, a page or a size, so it is no fact of a text: only a field that asks for
a date may be answered by it.
"""

import re
from collections.abc import Iterator, Sequence

from nlp.match.counted_moments import written_out
from nlp.reckon.reckoning_words import pattern_of
from nlp.spans import Candidate
from nlp.temporal.calendar import month_length

_DAY = re.compile(
    r"(?<![\w/.,$€#+-])(?P<day>\d{1,2})(?P<mark>[/-])(?P<month>\d{1,2})"
    r"(?![\w/%°º\"'-]|[.,]\d)"
)
_OPENS = re.compile(r"(?:^|\n|:\**)[\s>*•|-]*$")
"""What stands before a day with a hyphen: the beginning of a line or of a label's value."""
_LEADS_DATE, _MEASURED = pattern_of("leads_day"), pattern_of("measured")
_LEAD = 24


def bare_days(text: str, candidates: Sequence[Candidate]) -> Iterator[Candidate]:
    """Each day and month in figures that no date of the text holds, as a date without a year."""
    dated = [one for one in candidates if one.label in {"DATE", "DATETIME", "RANGE"}]
    for found in _DAY.finditer(text):
        day, month = int(found["day"]), int(found["month"])
        if not 1 <= month <= 12 or not 1 <= day <= month_length(None, month):
            continue
        if _MEASURED.match(text, found.end()) is not None:
            continue
        hyphened = found["mark"] == "-"
        if hyphened and _OPENS.search(text, max(0, found.start() - _LEAD), found.start()) is None:
            continue
        lead = text[max(0, found.start() - _LEAD) : found.start()]
        if day <= month and _LEADS_DATE.search(lead) is None:
            continue  # "3/4" of something, "8/10" of pain, page "1/2"
        one = written_out(text, *found.span(), f"XXXX-{month:02d}-{day:02d}")
        if not any(one.meets(other) for other in dated):
            yield one
