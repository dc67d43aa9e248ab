"""The form in which a field asks for a date or a time, and how a date is written in it."""

import re
from dataclasses import dataclass
from functools import lru_cache

from nlp.schema import Field
from nlp.schemas.formats import keeps_format
from nlp.stems import fold
from nlp.word_lists import read_yaml

_TEMPLATE = re.compile(
    r"(?<![A-Za-z])(?:YYYY|AAAA|YY|MM|DD|HH|dd|mm|aaaa|yyyy|aa|hh)"
    r"(?:([-/. :T])(?:YYYY|AAAA|YY|AA|MM|DD|HH|SS|dd|mm|aaaa|yyyy|aa|hh|ss)){1,5}"
    r"(?:Z|[+-]\d\d:\d\d)?(?![A-Za-z])"
)
_YEAR_ALONE = re.compile(r"(?<![A-Za-z/.-])(?:YYYY|AAAA)(?![A-Za-z/.-])")
_FULL_HOUR = re.compile(r"T\d\d$")
_ZONE = re.compile(r"(?:Z|[+-]\d\d(?::?\d\d)?)$")
_NO_DATES = ("texto libre", "12345", "1-2", "123/2021", "2:1", "99999999")
"""What a pattern of dates and times does not take."""
_CODES = ("0417", "93/4410", "4.120.7")
"""What patterns of figures take that are of no year, month or day, unless the words ask for one: of 57
fields with a pattern of four figures in schemas of many authors one asks for a year."""
_SAYS_DATE = re.compile(
    r"(?<![a-z])(?:an(?:i|y)?o|mes|dia|day)(?![a-z])|year|fecha|date|month|caduc|venc|expir|valid|period"
)
_ISO = re.compile(r"\bISO[- ]?8601\b", re.IGNORECASE)
_TIMED = re.compile(r"\b(?:date ?(?:and )?time|datetime|fecha y hora)\b", re.IGNORECASE)
_SAMPLES = (
    ("YYYY-MM-DD", "2021-03-05"), ("YYYY-MM-DDTHH:MM:SS", "2021-03-05T17:45:00"),
    ("YYYY-MM-DDTHH:MM", "2021-03-05T17:45"), ("YYYY-MM-DD HH:MM", "2021-03-05 17:45"),
    ("DD/MM/YYYY", "05/03/2021"), ("DD-MM-YYYY", "05-03-2021"), ("DD.MM.YYYY", "05.03.2021"),
    ("YYYY/MM/DD", "2021/03/05"), ("YYYYMMDD", "20210305"), ("YYYY-MM", "2021-03"),
    ("MM/YYYY", "03/2021"), ("YYYY", "2021"), ("HH:MM", "17:45"), ("HH:MM:SS", "17:45:00"),
)  # fmt: skip
_SAMPLE = "2021-03-05T17:45:00"
_PIECES = re.compile(r"(YYYY|YY|MM|DD|HH|mm|SS)")
_PARTS = {
    "YYYY": r"\d{4}", "YY": r"\d\d", "MM": r"(?:0[1-9]|1[0-2])", "DD": r"(?:0[1-9]|[12]\d|3[01])",
    "HH": r"(?:[01]\d|2[0-4])", "mm": r"[0-5]\d", "SS": r"[0-5]\d",
}  # fmt: skip
TIME_FORMATS = {"date": "YYYY-MM-DD", "time": "HH:MM:SS", "date-time": "YYYY-MM-DDTHH:MM:SS"}
"""The form that a ``format`` of JSON Schema stands for."""


@dataclass(frozen=True, slots=True)
class TimeForm:
    """A template such as ``YYYY-MM-DD`` and what of the schema asks for it.

    ``keyword`` is ``format``, ``pattern`` or ``description``; ``or_verbatim`` says that the text's
    own words will do too, ``has_room`` that the words of the field leave room for a time of day
    that the template does not have.
    """

    template: str
    keyword: str
    or_verbatim: bool = False
    has_room: bool = False

    @property
    def has_date(self) -> bool:
        """Whether it writes a year."""
        return "Y" in self.template

    @property
    def has_hour(self) -> bool:
        """Whether it writes a time of day."""
        return "H" in self.template


_WHOLE, _PARTIAL = "YYYY-MM-DD", frozenset({"YYYY-MM", "YYYY"})


@lru_cache(maxsize=1024)
def asked_form(field: Field) -> TimeForm | None:
    """The form that a field's format, pattern or words ask for, in that order.

    "ISO 8601" alone names no template: a date, a date and time, a month are all ISO 8601.
    """
    limits = field.constraints
    told = f"{field.title} {field.description}"
    if limits.format in TIME_FORMATS:
        return TimeForm(_of_format(limits.format, limits.pattern, told), "format")
    verbatim = any(pattern.search(fold(told)) for pattern in date_words("or_verbatim"))
    if limits.pattern:
        fitting = _templates_taken(limits.pattern)
        if fitting and not _takes_more(limits.pattern, fold(f"{field.name} {told}")):
            return TimeForm(fitting[0], "pattern", verbatim)
    found = _told_templates(told)
    if len(found) == 1:
        room = any(p.search(fold(f"{field.name} {told}")) for p in date_words("time_of_day"))
        return TimeForm(found.pop(), "description", verbatim, room)
    if not found and _YEAR_ALONE.search(told):
        return TimeForm("YYYY", "description", verbatim)
    return None


def _takes_more(pattern: str, told: str) -> bool:
    """Whether a pattern of dates and times takes what is neither, as four figures do of no year."""
    samples = _NO_DATES if _SAYS_DATE.search(told) is not None else (*_NO_DATES, *_CODES)
    return any(_matches(pattern, one) for one in samples)


def _templates_taken(pattern: str) -> list[str]:
    """The templates that a pattern takes."""
    return [template for template, sample in _SAMPLES if _matches(pattern, sample)]


def _told_templates(told: str) -> set[str]:
    """The templates that words write out; one for dates that lack their day is one beside whole dates."""
    found = {_canonical(match.group()): match.start() for match in _TEMPLATE.finditer(told)}
    (lacking,) = date_words("lacking")
    partial = (at for template, at in found.items() if template in _PARTIAL)
    whole = {_WHOLE for at in partial if lacking.search(fold(told[:at]))}
    return found.keys() | whole


def _of_format(name: str, pattern: str | None, told: str) -> str:
    """The template of a ``format``; of those it takes, the one that a pattern or the words ask for."""
    plain = TIME_FORMATS[name]
    asked = set(map(_canonical, _templates_taken(pattern))) if pattern else _told_templates(told)
    fitting = [one for one in asked if keeps_format(name, written(_SAMPLE, one) or "")]
    return fitting[0] if len(fitting) == 1 and _canonical(plain) not in asked else plain


@lru_cache(maxsize=1024)
def asked_templates(field: Field) -> tuple[str, ...]:
    """Every template that a field takes, the fullest first: ``YYYY-MM-DD``, then ``YYYY-MM``.

    Descriptions may offer several ("YYYY, YYYY-MM or YYYY-MM-DD"), and so may patterns.
    """
    form = asked_form(field)
    found = {form.template} if form is not None else set()
    limits = field.constraints
    if limits.format in TIME_FORMATS:
        return tuple(found)
    if limits.pattern:
        taken = set(_templates_taken(limits.pattern))
        return _fullest_first(taken or found) if found else ()
    told = f"{field.title} {field.description}"
    said = _told_templates(told)
    if said and _YEAR_ALONE.search(told):
        said.add("YYYY")
    if not said and _ISO.search(told):
        timed = _TIMED.search(told) is not None
        said = {"YYYY-MM-DDTHH:MM"} if timed else {"YYYY-MM-DD", "YYYY-MM", "YYYY"}
    return _fullest_first(found | said)


def written_in(timex: str, templates: tuple[str, ...]) -> str | None:
    """A TIMEX3 value in the first template of which it says all; a full hour is "15:00"."""
    padded = _FULL_HOUR.sub(r"\g<0>:00", timex)
    found = (written(padded, template) for template in templates)
    return next((one for one in found if one is not None), None)


def _fullest_first(templates: set[str]) -> tuple[str, ...]:
    return tuple(sorted(templates, key=lambda one: (-len(one), one)))


@lru_cache(maxsize=8)
def date_words(name: str) -> tuple[re.Pattern[str], ...]:
    """The patterns of a list of ``resources/date_forms.yaml``."""
    return tuple(re.compile(str(entry)) for entry in read_yaml("date_forms")[name])


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


def has_form(text: str, template: str) -> bool:
    """Whether a text is written in a template's form: "10-12T04:20" for ``MM-DDTHH:MM``."""
    letters = _canonical(template)
    pieces = (_PARTS.get(piece, re.escape(piece)) for piece in _PIECES.split(letters))
    return re.fullmatch("".join(pieces), text) is not None


def written(timex: str, template: str) -> str | None:
    """A TIMEX3 value in a template's form; None where it does not say a part of the template.

    A template that ends with an offset ("YYYY-MM-DDTHH:MM+01:00") writes no moment of another one.
    """
    date, _, clock = timex.partition("T")
    zone = _ZONE.search(clock)
    clock = clock[: zone.start()] if zone is not None else clock
    year, month, day = (*date.split("-"), "", "", "")[:3]
    fixed = _ZONE.search(template)
    if fixed is not None and zone is not None and fixed.group() != zone.group():
        return None
    hour, minute, second = (*clock.split(":"), "", "", "")[:3]
    letters = _canonical(template)
    if letters.count("YYYY") > 1:
        return None  # two years, of which a value says one
    parts = {
        "YYYY": year, "YY": year[-2:], "MM": month, "DD": day,
        "HH": hour, "mm": minute, "SS": second or ("00" if minute else ""),
    }  # fmt: skip
    if letters == "YYYYMMDD":
        joined = year + month + day
        return joined if len(joined) == 8 and joined.isdecimal() else None
    pieces = []
    for piece in _PIECES.split(letters):
        if piece in parts and not parts[piece].isdecimal():
            return None
        pieces.append(parts.get(piece, piece))
    offset = zone.group() if zone is not None and template == TIME_FORMATS["date-time"] else ""
    return "".join(pieces) + offset
