"""Ways of writing that a field asks for: an e-mail address, a telephone number, a tax number."""

import re
from collections.abc import Mapping

FORMS: Mapping[str, "re.Pattern[str]"] = {
    "email": re.compile(r"[\w.%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}"),
    "url": re.compile(
        r"(?:https?://|www\.)\S{3,2000}|[\w-]{2,63}(?:\.[\w-]{2,63}){0,4}\.[a-z]{2,6}"
    ),
    "phone": re.compile(r"(?:\(?\+\d{1,3}\)?[ .-]?)?\(?\d{2,4}\)?(?:[ .-]?\d{2,4}){2,4}"),
    "tax_id": re.compile(r"[A-Z]?[ -]?\d{1,2}[.]?\d{3}[.]?\d{2,3}[ -]?[A-Z\d]?"),
    "iban": re.compile(r"[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?"),
    "plate": re.compile(r"\d{4}[ -]?[A-Z]{3}|[A-Z]{1,3}[ -]?\d{3,4}[ -]?[A-Z]{0,3}"),
    "postal_code": re.compile(r"(?:[A-Z]{1,2}-?)?\d{4,6}"),
    "isbn": re.compile(r"(?:97[89][ -]?)?(?:\d[ -]?){9}[\dX]"),
    "doi": re.compile(r"10\.\d{4,9}/\S{1,200}"),
    "currency": re.compile(r"[A-Z]{3}|[€$£¥]"),
}
"""The forms by name, each a pattern for the whole mention."""

_LONGEST = 2100
BY_FORMAT: Mapping[str, str] = {
    "email": "email", "idn-email": "email", "uri": "url", "iri": "url", "url": "url",
}  # fmt: skip
"""The form that a ``format`` of JSON Schema stands for."""


def form_fits(mention: str, form: str | None) -> float:
    """1 if a mention is written in the form, -1 if not, 0 if no form is asked."""
    if form is None:
        return 0.0
    return 1.0 if len(mention) <= _LONGEST and FORMS[form].fullmatch(mention) else -1.0
