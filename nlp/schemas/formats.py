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


def _date(text: str) -> object:
    return _DATE.fullmatch(text) and datetime.date.fromisoformat(text)


def _time(text: str) -> bool:
    return bool(_TIME.fullmatch(text)) and int(text[:2]) < 24 and int(text[3:5]) < 60


def _date_time(text: str) -> object:
    match = _DATE_TIME.fullmatch(text)
    return match and _date(match[1]) and _time(match[2])


FORMATS: Mapping[str, tuple[Callable[[str], object], str]] = {
    "date": (_date, "a day of the calendar, 2026-05-04"),
    "time": (_time, "a time of day, 17:45 or 17:45:00+02:00"),
    "date-time": (_date_time, "a day and a time, 2026-05-04T17:45:00; the zone may be missing"),
    "duration": (_DURATION.fullmatch, "a length of time, P3D or PT1H30M"),
    "email": (_EMAIL.fullmatch, "an address, info@ayto-lugo.es"),
    "uri": (_URI.fullmatch, "an address that begins with its scheme, https://www.boe.es"),
    "uuid": (
        _UUID.fullmatch,
        "32 hexadecimal digits in five groups, 123e4567-e89b-12d3-a456-426614174000",
    ),
    "ipv4": (ipaddress.IPv4Address, "four numbers up to 255, 192.168.1.10"),
    "ipv6": (ipaddress.IPv6Address, "an address such as 2001:db8::1"),
}
"""What reads a string of a format that binds an answer, and gives nothing or raises ValueError where it
has another; and the format in words, with an example."""

FORMS: Mapping[str, str] = {name: told for name, (_, told) in FORMATS.items()}

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
    if name is None or name not in FORMATS:
        return True
    try:
        return bool(FORMATS[name][0](text))
    except ValueError:
        return False
