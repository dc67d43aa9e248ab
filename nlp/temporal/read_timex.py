"""What a string says of a date or a time, as a TIMEX3 value."""

import re

from nlp.temporal.dates import read_date

ISO = re.compile(
    r"(?P<year>\d{4})-(?P<month>\d\d)(?:-(?P<day>\d\d)(?:[T ](?P<clock>\d\d:\d\d(?::\d\d)?)"
    r"(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?)?)?"
)
CLOCK = re.compile(r"(\d{1,2}):(\d\d)(?::(\d\d))?")


def timex_of(text: str) -> str | None:
    """The TIMEX3 value of a string that is a date or a time, ISO or Spanish; else None.

    Parts written as zero ("2014-04-00") are parts that it does not say.
    """
    plain = text.strip()
    iso = ISO.fullmatch(plain)
    if iso:
        return _known_parts(iso)
    if re.fullmatch(r"[12]\d{3}", plain):
        return plain
    clock = CLOCK.fullmatch(plain)
    if clock and int(clock[1]) < 25 and int(clock[2]) < 60:
        return f"T{int(clock[1]):02d}:{clock[2]}" + (f":{clock[3]}" if clock[3] else "")
    value = read_date(plain)
    timed = value is not None and value.kind in {"date", "time", "datetime"}
    return value.timex if value is not None and timed and value.timex_end is None else None


def _known_parts(iso: re.Match[str]) -> str | None:
    year, month, day, clock = iso["year"], iso["month"], iso["day"], iso["clock"]
    if month == "00":
        return year
    if not 1 <= int(month) <= 12:
        return None
    if day in (None, "00"):
        return f"{year}-{month}"
    if not 1 <= int(day) <= 31:
        return None
    return f"{year}-{month}-{day}" + (f"T{clock}" if clock else "")
