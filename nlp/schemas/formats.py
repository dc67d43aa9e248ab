"""The formats that are checked: what each takes, and which are remarks only.

JSON Schema leaves ``format`` to the validator. Here those of :data:`FORMATS` bind an answer; every
other one is a remark. Dates follow ISO 8601 (RFC 3339, where the time zone and the seconds may be
missing, for few texts say them).
"""

import datetime
import ipaddress
import re
from collections.abc import Callable, Mapping

_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_CLOCK = r"\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?"
_ZONE = r"(?:[Zz]|[+-]\d\d(?::?\d\d)?)?"
_TIME = re.compile(_CLOCK + _ZONE)
_DATE_TIME = re.compile(rf"(\d{{4}}-\d\d-\d\d)[Tt ]({_CLOCK}){_ZONE}")
_DURATION = re.compile(
    r"P(?!$)(?:\d+(?:[.,]\d+)?Y)?(?:\d+(?:[.,]\d+)?M)?(?:\d+(?:[.,]\d+)?W)?(?:\d+(?:[.,]\d+)?D)?"
    r"(?:T(?!$)(?:\d+(?:[.,]\d+)?H)?(?:\d+(?:[.,]\d+)?M)?(?:\d+(?:[.,]\d+)?S)?)?"
)
_EMAIL = re.compile(r"[^\s@<>\"(),;:]{1,64}@(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.)+[^\W\d_]{2,24}")
_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,30}:(?://[^\s/?#]+)?[^\s<>\"]*")
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def _is_date(text: str) -> bool:
    try:
        return bool(_DATE.fullmatch(text)) and bool(datetime.date.fromisoformat(text))
    except ValueError:
        return False


def _is_time(text: str) -> bool:
    hour, minute = text[:2], text[3:5]
    return bool(_TIME.fullmatch(text)) and int(hour) < 24 and int(minute) < 60


def _is_date_time(text: str) -> bool:
    match = _DATE_TIME.fullmatch(text)
    return match is not None and _is_date(match[1]) and _is_time(match[2])


def _is_address(kind: Callable[[str], object]) -> Callable[[str], bool]:
    def check(text: str) -> bool:
        try:
            kind(text)
        except ValueError:
            return False
        return True

    return check


FORMATS: Mapping[str, Callable[[str], bool]] = {
    "date": _is_date,
    "time": _is_time,
    "date-time": _is_date_time,
    "duration": lambda text: bool(_DURATION.fullmatch(text)),
    "email": lambda text: bool(_EMAIL.fullmatch(text)),
    "uri": lambda text: bool(_URI.fullmatch(text)),
    "uuid": lambda text: bool(_UUID.fullmatch(text)),
    "ipv4": _is_address(ipaddress.IPv4Address),
    "ipv6": _is_address(ipaddress.IPv6Address),
}


def keeps_format(name: str | None, text: str) -> bool:
    """Whether a string has a format; true of formats that are not checked."""
    check = FORMATS.get(name or "")
    return check is None or len(text) > 2000 or check(text)
