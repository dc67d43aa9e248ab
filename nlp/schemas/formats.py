"""The formats that are checked: what each takes, and which are remarks only.

JSON Schema leaves ``format`` to the validator. Here those of :data:`FORMATS` bind an answer; every
other one is a remark, and so is any format of what is no string. Dates follow ISO 8601 (RFC 3339,
where the time zone and the seconds may be missing, for few texts say them). Each check takes a time
that grows with the string and no faster.
"""

import datetime
import ipaddress
import re
from collections.abc import Callable, Mapping

_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_CLOCK = r"\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?"
_ZONE = r"(?:[Zz]|[+-]\d\d(?::?\d\d)?)?"
_TIME = re.compile(_CLOCK + _ZONE, re.ASCII)
_DATE_TIME = re.compile(rf"(\d{{4}}-\d\d-\d\d)[Tt ]({_CLOCK}){_ZONE}", re.ASCII)
_DURATION = re.compile(
    r"P(?!$)(?:\d+(?:[.,]\d+)?Y)?(?:\d+(?:[.,]\d+)?M)?(?:\d+(?:[.,]\d+)?W)?(?:\d+(?:[.,]\d+)?D)?"
    r"(?:T(?!$)(?:\d+(?:[.,]\d+)?H)?(?:\d+(?:[.,]\d+)?M)?(?:\d+(?:[.,]\d+)?S)?)?",
    re.ASCII,
)
_EMAIL = re.compile(
    r"[^\s@<>\"(),;:]{1,64}@(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.)+(?:[^\W\d_]{2,24}|xn--[a-z0-9-]{2,59})"
)
_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,30}:[^\s<>\"]+")
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


"""What a format asks of a string, for those that bind an answer."""

FORMS: Mapping[str, str] = {
    "date": "a day of the calendar, 2026-05-04",
    "time": "a time of day, 17:45 or 17:45:00+02:00",
    "date-time": "a day and a time, 2026-05-04T17:45:00; the zone may be missing",
    "duration": "a length of time, P3D or PT1H30M",
    "email": "an address, info@ayto-lugo.es",
    "uri": "an address that begins with its scheme, https://www.boe.es",
    "uuid": "32 hexadecimal digits in five groups, 123e4567-e89b-12d3-a456-426614174000",
    "ipv4": "four numbers up to 255, 192.168.1.10",
    "ipv6": "an address such as 2001:db8::1",
}
"""The same in words, each with an example."""

REMARKS: frozenset[str] = frozenset(
    ("hostname", "idn-hostname", "idn-email", "uri-reference", "iri", "iri-reference",
     "uri-template", "json-pointer", "relative-json-pointer", "regex", "int8", "int16", "int32",
     "int64", "uint8", "uint16", "uint32", "uint64", "float", "double", "decimal", "byte", "binary",
     "password", "char", "html", "path", "file-path", "directory-path", "json-string", "name-email",
     "uuid1", "uuid3", "uuid4", "uuid5", "uuid6", "uuid7", "uuid8", "base64url", "color",
     "ipv4network", "ipv6network", "ipvanyaddress", "ipvanynetwork", "multi-host-uri")
)  # fmt: skip
"""Formats in use (JSON Schema's, OpenAPI's, pydantic's) that are told to a reader and not checked."""


def keeps_format(name: str | None, text: str) -> bool:
    """Whether a string has a format; true of formats that are not checked."""
    check = FORMATS.get(name or "")
    return check is None or check(text)
