"""The words of a schema on its fields, and the choices that come down to one field."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from nlp.schema import JSON, Constraints, Field
from nlp.schemas.checks import identity
from nlp.schemas.formats import FORMATS
from nlp.schemas.merged_keywords import first_of
from nlp.schemas.references import Located


@dataclass(frozen=True, slots=True)
class Place:
    """Where a field is to stand: its path and name, and whether its key is required.

    ``branches`` is how many branches of choices at this place have been multiplied already.
    """

    path: str
    name: str
    depth: int
    required: bool = True
    branches: int = 1


SHAPELESS: frozenset[str] = frozenset(
    ("required", "not", "title", "description", "$comment", "minProperties", "maxProperties")
)


def shapes(branch: JSON) -> bool:
    """Whether a branch of a choice says more than which keys must be there."""
    return isinstance(branch, Mapping) and bool(branch.keys() - SHAPELESS)


def blank_field(place: Place) -> Field:
    """A field with its place and nothing else."""
    return Field(place.path, place.name, "any", required=place.required)


def describe(conjuncts: Sequence[Located], place: Place, *, nullable: bool) -> Field:
    """A field with its place and what the schema says of it in words; the outermost words win."""

    def text(keyword: str) -> str:
        return value if isinstance(value := first_of(conjuncts, keyword), str) else ""

    examples = first_of(conjuncts, "examples")
    if not isinstance(examples, list):
        examples = [one for one in (first_of(conjuncts, "example"),) if one is not None]
    return replace(
        blank_field(place),
        nullable=nullable,
        title=text("title"),
        description=text("description"),
        default=first_of(conjuncts, "default"),
        has_default=any(isinstance(c.schema, Mapping) and "default" in c.schema for c in conjuncts),
        examples=tuple(examples),
    )


NOTE_KEYWORDS: tuple[str, ...] = (
    "x-enum-descriptions", "x-enumDescriptions", "enumDescriptions", "markdownEnumDescriptions",
    "x-enum-varnames", "enumNames",
)  # fmt: skip
"""Extensions in use that say what each member of an enum means."""


def member_notes(conjuncts: Sequence[Located], members: Sequence[JSON]) -> tuple[str, ...]:
    """What the schema says of each member, an empty string where nothing; () if of none."""
    for located in conjuncts:
        listed = located.get("enum")
        if listed is None and located.get("const") is not None and len(members) == 1:
            note = located.get("description") or located.get("title") or ""
            return (note,) if isinstance(note, str) and note else ()
        for keyword in NOTE_KEYWORDS:
            notes = located.get(keyword)
            if isinstance(notes, list) and listed is not None and len(notes) == len(listed):
                by_key = {identity(m): str(n) for m, n in zip(listed, notes, strict=True)}
                return tuple(by_key.get(identity(member), "") for member in members)
            if isinstance(notes, Mapping) and notes:
                return tuple(str(notes.get(str(member), "")) for member in members)
    return ()


def united(options: Sequence[Field], blank: Field) -> Field | None:
    """One field out of a choice's options: enums and scalars of one kind become one field."""
    flat: list[Field] = []
    for option in options:
        flat.extend(option.options if option.kind == "union" else (option,))
    if not flat:
        return None
    if all(option.kind == "enum" for option in flat):
        return _united_enum(flat, blank)
    merged: list[Field] = []
    for option in flat:
        index = next((i for i, other in enumerate(merged) if _same_scalar(option, other)), None)
        if index is None:
            merged.append(option)
        else:
            merged[index] = _common(merged[index], option)
    if len(merged) == 1:
        return _with_words(merged[0], blank)
    return replace(blank, kind="union", options=tuple(merged))


SCALARS = frozenset(("string", "integer", "number", "boolean", "any", "null"))


def _same_scalar(one: Field, other: Field) -> bool:
    """Whether two branches come down to one field; of two formats that bind, neither does."""
    formats = {each.constraints.format for each in (one, other)}
    return (
        one.kind == other.kind
        and one.kind in SCALARS
        and (len(formats) == 1 or not formats <= FORMATS.keys())
    )


def _common(one: Field, other: Field) -> Field:
    """A scalar that admits what either does: bounds are kept where both have the same."""
    bounds = one.constraints if one.constraints == other.constraints else Constraints()
    return replace(one, constraints=bounds)


def _with_words(built: Field, blank: Field) -> Field:
    """The field under the words of the choice it came from, which win where there are any."""
    return replace(
        built,
        path=blank.path,
        name=blank.name,
        required=blank.required,
        nullable=blank.nullable or built.nullable,
        title=blank.title or built.title,
        description=blank.description or built.description,
        default=blank.default if blank.has_default else built.default,
        has_default=blank.has_default or built.has_default,
        examples=blank.examples or built.examples,
    )


def _united_enum(options: Sequence[Field], blank: Field) -> Field:
    members: dict[object, JSON] = {}
    notes: list[str] = []
    for option in options:
        said = option.enum_notes or (option.description or option.title,) * len(option.enum)
        for member, note in zip(option.enum, said, strict=True):
            if identity(member) not in members:
                members[identity(member)] = member
                notes.append(note)
    told = tuple(notes) if any(notes) else ()
    return replace(blank, kind="enum", enum=tuple(members.values()), enum_notes=told)
