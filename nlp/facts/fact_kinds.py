"""Kinds of facts: which kind a mention is of, and which kinds a field asks for."""

from nlp.asked.field_profile import FieldProfile
from nlp.spans import Candidate

KIND_OF = {
    "DATE": "date", "DATETIME": "date", "TIME": "time", "MONEY": "amount", "QUANTITY": "quantity",
    "PERCENT": "quantity", "TEMPERATURE": "quantity", "DURATION": "duration", "AGE": "duration",
    "NUMBER": "count", "ORDINAL": "count", "RANGE": "count", "IDENTIFIER": "identifier",
    "EMAIL": "contact", "URL": "contact", "PERSON": "person", "ORGANIZATION": "organization",
    "LOCATION": "place", "TITLE": "title",
}  # fmt: skip
"""The kind of fact that a candidate's label stands for."""
FAMILIES = {
    "date": "date", "time": "date", "amount": "number", "quantity": "number", "duration": "number",
    "count": "number", "identifier": "code", "contact": "code", "person": "name",
    "organization": "name", "place": "name", "title": "name", "text": "text", "choice": "text",
}  # fmt: skip
"""Kinds that are weighed alike."""
KINDS = tuple(FAMILIES)
VALUED = frozenset({"date", "number", "code"})
"""Families whose mentions have a value, so that a fact of them tells a model something."""
_OF_CLASS = {
    "date": ("date",), "time": ("time", "date"), "duration": ("duration",), "money": ("amount",),
    "count": ("count",), "ordinal": ("count",), "measure": ("quantity", "duration"),
    "identifier": ("identifier",), "person": ("person",), "organization": ("organization",),
    "place": ("place",), "title": ("title",), "heading": ("title",),
}  # fmt: skip
_ASKED = 0.2
_NUMBERS = ("amount", "quantity", "duration", "count")


def kind_of(candidate: Candidate | None, profile: FieldProfile) -> str:
    """The kind of fact a mention is for a field."""
    if profile.field.is_choice:
        return "choice"
    if candidate is not None and candidate.label in KIND_OF:
        return KIND_OF[candidate.label]
    if profile.group in {"date", "number"}:
        return {"date": "date", "number": "count"}[profile.group]
    if profile.form is not None:
        return "contact" if profile.form in {"email", "url", "phone"} else "identifier"
    best = max(profile.classes, key=lambda name: profile.classes[name], default="")
    sure = profile.classes.get(best, 0.0) > 0.3
    named = _OF_CLASS.get(best, ("text",))[0]
    return named if sure and FAMILIES[named] in {"code", "name"} else "text"


def fact_kind(candidate: Candidate, profile: FieldProfile) -> str:
    """The kind of a mention that is offered to no one field: a name only where the mention is one."""
    kind = kind_of(candidate, profile)
    return "text" if FAMILIES[kind] == "name" and candidate.label not in KIND_OF else kind


def kinds_asked(profile: FieldProfile) -> frozenset[str]:
    """The kinds that may answer a field; none for enums, booleans and plain texts."""
    if profile.field.is_choice or profile.long_text:
        return frozenset()
    if profile.group == "date":
        hours = profile.date_form is None or profile.date_form.has_hour
        return frozenset({"date", "time"} if hours else {"date"})
    asked = {
        kind
        for name, kinds in _OF_CLASS.items()
        if profile.classes.get(name, 0.0) >= _ASKED
        for kind in kinds
    }
    if profile.group == "number":
        return frozenset(asked & set(_NUMBERS)) or frozenset(_NUMBERS)
    if profile.form in {"email", "url", "phone"}:
        return frozenset({"contact", "identifier"})
    if profile.form is not None or profile.field.constraints.pattern:
        return frozenset({"identifier"})
    return frozenset(asked)
