"""The form in which a field asks for a date or a time, and how a date is written in it."""

import re
from dataclasses import dataclass
from functools import lru_cache

from nlp.schema import Field
from normalizers.folding import fold
from normalizers.lexicon import patterns

_TEMPLATE = re.compile(
    r"(?<![A-Za-z])(?:YYYY|AAAA|YY|MM|DD|HH|dd|mm|aaaa|yyyy|aa|hh)"
    r"(?:([-/. :T])(?:YYYY|AAAA|YY|AA|MM|DD|HH|SS|dd|mm|aaaa|yyyy|aa|hh|ss)){1,5}(?![A-Za-z])"
)
_YEAR_ALONE = re.compile(r"(?<![A-Za-z/.-])(?:YYYY|AAAA)(?![A-Za-z/.-])")
_ISO = re.compile(r"\bISO[- ]?8601\b", re.IGNORECASE)
_SAMPLES = (
    ("YYYY-MM-DD", "2021-03-05"),
    ("DD/MM/YYYY", "05/03/2021"),
    ("DD-MM-YYYY", "05-03-2021"),
    ("DD.MM.YYYY", "05.03.2021"),
    ("YYYY/MM/DD", "2021/03/05"),
    ("YYYYMMDD", "20210305"),
    ("YYYY-MM", "2021-03"),
    ("MM/YYYY", "03/2021"),
    ("YYYY", "2021"),
    ("HH:MM", "17:45"),
    ("HH:MM:SS", "17:45:00"),
)
_FORMATS = {"date": "YYYY-MM-DD", "time": "HH:MM:SS", "date-time": "YYYY-MM-DDTHH:MM:SS"}


@dataclass(frozen=True, slots=True)
class TimeForm:
    """A template such as ``YYYY-MM-DD``; ``or_verbatim`` says that the text's words will do."""

    template: str
    or_verbatim: bool = False

    @property
    def has_date(self) -> bool:
        """Whether it writes a year."""
        return "Y" in self.template

    @property
    def has_day(self) -> bool:
        """Whether it writes a day."""
        return "D" in self.template

    @property
    def has_hour(self) -> bool:
        """Whether it writes a time of day."""
        return "H" in self.template


@lru_cache(maxsize=1024)
def asked_form(field: Field) -> TimeForm | None:
    """The form that a field's format, pattern or description asks for, in that order."""
    limits = field.constraints
    if limits.format in _FORMATS:
        return TimeForm(_FORMATS[limits.format])
    told = f"{field.title} {field.description}"
    verbatim = any(pattern.search(fold(told).text) for pattern in patterns("or_verbatim"))
    if limits.pattern:
        fitting = [template for template, sample in _SAMPLES if _matches(limits.pattern, sample)]
        wrong = _matches(limits.pattern, "texto libre")
        if fitting and not wrong and not _matches(limits.pattern, "12345"):
            return TimeForm(fitting[0], verbatim)
    found = _TEMPLATE.search(told)
    if found:
        return TimeForm(_canonical(found.group()), verbatim)
    if _ISO.search(told):
        return TimeForm("YYYY-MM-DD", verbatim)
    return TimeForm("YYYY", verbatim) if _YEAR_ALONE.search(told) else None


def _matches(pattern: str, sample: str) -> bool:
    try:
        return re.search(pattern, sample) is not None
    except re.error:
        return False


def _canonical(template: str) -> str:
    """A template with the letters YMDHS: ``dd/mm/aaaa`` → ``DD/MM/YYYY``; minutes after hours."""
    letters = template.upper().replace("A", "Y")
    hour = letters.find("HH")
    return letters if hour < 0 else letters[:hour] + letters[hour:].replace("MM", "mm")


def written(timex: str, template: str) -> str | None:
    """A TIMEX3 value in a template's form; None where it does not say a part of the template."""
    date, _, clock = timex.partition("T")
    year, month, day = (*date.split("-"), "", "", "")[:3]
    hour, minute, second = (*clock.split(":"), "", "", "")[:3]
    letters = template if "mm" in template else _canonical(template)
    parts = {
        "YYYY": year, "YY": year[-2:], "MM": month, "DD": day,
        "HH": hour, "mm": minute, "SS": second or ("00" if minute else ""),
    }  # fmt: skip
    if letters == "YYYYMMDD":
        joined = year + month + day
        return joined if len(joined) == 8 and joined.isdecimal() else None
    pieces = []
    for piece in re.split(r"(YYYY|YY|MM|DD|HH|mm|SS)", letters):
        if piece in parts and not parts[piece].isdecimal():
            return None
        pieces.append(parts.get(piece, piece))
    return "".join(pieces)
