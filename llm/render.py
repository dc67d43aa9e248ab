"""A schema and its hints written down for a reader: compact, typed, in Spanish."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import islice

from llm.wording import disarm, wording
from nlp.hints import FieldHints, ShownHint, shown_hints
from nlp.schema import JSON, Field, Schema
from nlp.spans import number_words

MAX_FIELDS = 300
ABOUTS = (600, 160, 60, 0)
MAX_CHARACTERS = 24_000
MAX_MEMBERS = 80


def render_schema(schema: Schema) -> str:
    """One line a field, indented under its parent: name, type, whether it may be absent, bounds,
    description. At most :data:`MAX_FIELDS` lines; descriptions are shortened, in the end left out,
    where they would take more than :data:`MAX_CHARACTERS`.
    """
    written = ""
    for longest in ABOUTS:
        written = "\n".join(islice(_all_lines(schema.root, longest), MAX_FIELDS))
        if len(written) <= MAX_CHARACTERS:
            break
    return written


def _all_lines(root: Field, longest: int) -> Iterator[str]:
    fields = root.fields if root.kind == "object" and not root.extra else (root,)
    for field in fields:
        yield from _lines(field, 0, _shown_name(field), longest)


def _shown_name(field: Field) -> str:
    return field.name or wording("extraction")["fields"]["kinds"]["root"]


def _lines(field: Field, depth: int, name: str, longest: int) -> Iterator[str]:
    """The line of a field and those below it; a list of simple values takes one line."""
    words = wording("extraction")["fields"]
    shown, kind = field, _kind(field)
    while shown.item is not None and not shown.prefix:
        shown = shown.item
        kind = f"{kind} {_kind(shown)}"
        if shown.nullable:
            kind += words["absent"]
    about = " ".join((field.description or field.title).split())
    if shown is not field and shown.description and shown.description != field.description:
        about = f"{about}. {' '.join(shown.description.split())}".lstrip(". ")
    yield words["line"].format(
        indent="  " * depth,
        name=name,
        type=kind,
        absent=words["absent"] if _may_be_null(field) else "",
        bounds=_bounds(field) + (_bounds(shown) if shown is not field else ""),
        about=words["about"].format(description=disarm(_shorten(about, longest))) if about else "",
    )
    for child in shown.fields:
        yield from _lines(child, depth + 1, child.name, longest)
    for number, child in enumerate(shown.prefix, start=1):
        yield from _lines(child, depth + 1, words["position"].format(number=number), longest)
    for number, child in enumerate(shown.options, start=1):
        yield from _lines(child, depth + 1, words["option"].format(number=number), longest)
    if shown.extra is not None:
        yield from _lines(shown.extra, depth + 1, words["extra"], longest)


def _may_be_null(field: Field) -> bool:
    """Whether null is an answer; a list that may be left out is answered by an empty one."""
    return field.nullable or (not field.required and field.kind != "array")


def _kind(field: Field) -> str:
    """The Spanish name of a field's type."""
    words = wording("extraction")["fields"]
    kinds = words["kinds"]
    if field.kind == "enum":
        key = "constant" if len(field.enum) == 1 else "enum"
        return str(kinds[key].format(members=_members(field)))
    if field.kind == "recursive":
        return str(kinds["recursive"].format(target=field.target or kinds["root"]))
    if field.kind == "array" and field.prefix:
        return str(words["tuple"])
    if field.kind == "string" and field.constraints.format in words["formats"]:
        return str(words["formats"][field.constraints.format])
    return str(kinds[field.kind])


def _members(field: Field) -> str:
    note = wording("extraction")["fields"]["member_note"]
    members = [json.dumps(member, ensure_ascii=False) for member in field.enum[:MAX_MEMBERS]]
    if any(field.enum_notes):
        members = [
            note.format(member=member, note=_shorten(about, 160)) if about else member
            for member, about in zip(members, field.enum_notes, strict=False)
        ]
    return " | ".join(members) + (" | …" if len(field.enum) > MAX_MEMBERS else "")


def _bounds(field: Field) -> str:
    """What a grammar on the wire may not enforce, in words."""
    words = wording("extraction")["fields"]["bounds"]
    said = [
        words[name].format(value=number_words(value) if isinstance(value, float) else value)
        for name, value in asdict(field.constraints).items()
        if name in words and value is not None and value is not False
    ]
    return f" [{'; '.join(said)}]" if said else ""


def render_hints(hints: Sequence[FieldHints]) -> str:
    """What the hints show: values offered to a field in the schema's order, then facts by kind.

    Empty where no hint is to be shown (:func:`nlp.shown.choose_shown` decides).
    """
    words = wording("extraction")["shown"]
    shown = shown_hints(hints)
    lines = [
        words["value"].format(path=group.path.replace(".*", "[]"), values=" · ".join(said))
        for group in hints
        if (said := _said(one for one in shown if one.path == group.path))
    ]
    for kind, name in words["kinds"].items():
        said = _said(one for one in shown if one.path is None and one.kind == kind)
        if said:
            lines.append(words["facts"].format(kind=name, values=" · ".join(said)))
    if not lines:
        return ""
    return str(wording("extraction")["hints"].format(lines="\n".join(lines)))


def _said(shown: Iterable[ShownHint]) -> list[str]:
    """Each mention with its value where that is written otherwise, and where it stands."""
    words = wording("extraction")["shown"]
    said = []
    for one in shown:
        mention = " ".join(one.mention.split())
        value = one.value if isinstance(one.value, str) else pretty(one.value)
        plain = one.value is None or " ".join(value.split()) == mention
        written = words["mention"].format(mention=disarm(mention))
        meant = "" if plain else words["meaning"].format(value=disarm(value))
        if one.reckoning:
            meant = words["reckoned"].format(
                value=disarm(value), reckoning=disarm(" ".join(one.reckoning.split()))
            )
        stands = one.where and one.path is None
        where = words["where"].format(where=disarm(one.where)) if stands else ""
        said.append(f"{written}{meant}{where}")
    return list(dict.fromkeys(said))


def _shorten(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def pretty(value: JSON) -> str:
    """JSON on one line, Spanish letters as they are."""
    return json.dumps(value, ensure_ascii=False)
