"""Builds the field tree out of merged subschemas."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from nlp.errors import SchemaError
from nlp.schema import Constraints, Field, Lint, join_element, join_path
from nlp.schemas.annotations import Place, blank_field, describe, member_notes, shapes, united
from nlp.schemas.merge import Merger, asserts
from nlp.schemas.merged_keywords import (
    contradiction,
    inferred_type,
    merged_constraints,
    merged_members,
    merged_types,
)
from nlp.schemas.references import Key, Located
from nlp.schemas.subschemas import (
    element_parts,
    extra_choices,
    prefix_length,
    property_names,
    property_parts,
    required_names,
)

MAX_FIELDS = 20_000
"""Fields a tree may have."""

ALIAS_AFTER = 4_000
"""From this many fields on, a definition met before is referred to instead of unfolded again."""

MAX_DEPTH = 48
"""Levels a tree may have."""

MAX_OPTIONS = 64
"""Branches kept of one choice."""

TYPE_ORDER: tuple[str, ...] = ("object", "array", "string", "number", "integer", "boolean")


@dataclass(slots=True)
class TreeBuilder:
    """Builds one tree; counts what it makes and keeps remarks in ``lint``."""

    merger: Merger
    lint: list[Lint] = field(default_factory=list)
    count: int = 0
    open_places: dict[frozenset[Key], str] = field(default_factory=dict)
    met: dict[frozenset[Key], str] = field(default_factory=dict)

    def build_root(self, root: Located) -> Field:
        """The tree of a document; SchemaError where no value satisfies it."""
        built = self.build((root,), Place("", "", 0))
        if built is None:
            last = self.lint[-1] if self.lint else Lint("warning", "", "", "it is false")
            raise SchemaError(
                f"no value satisfies the schema: {last.reason}",
                pointer=last.pointer,
                keyword=last.keyword,
            )
        return built

    def build(
        self, parts: Sequence[Located], place: Place, *, nullable: bool | None = None
    ) -> Field | None:
        """The field that satisfies all parts, or None where nothing but null could, or nothing."""
        self._count(parts, place)
        conjuncts = self.merger.conjuncts(parts)
        if nullable is None:
            nullable = self.merger.nullable(parts)
        blank = describe(conjuncts, place, nullable=nullable)
        if any(located.schema is False for located in conjuncts):
            return self._unsatisfied(conjuncts, "", "a part of it is false")
        asserting = tuple(located for located in conjuncts if asserts(located))
        key = frozenset(located.key for located in asserting)
        if key in self.open_places:
            return self._recursive(blank, self.open_places[key], conjuncts)
        if self.count > ALIAS_AFTER and key in self.met:
            return replace(blank, kind="recursive", target=self.met[key])
        if not asserting:
            return replace(blank, kind="any", nullable=True)
        self.open_places[key] = place.path
        try:
            built = self._typed(asserting, blank, place)
        finally:
            del self.open_places[key]
        if built is not None and not built.is_leaf:
            self.met.setdefault(key, place.path)
        return built

    def _count(self, parts: Sequence[Located], place: Place) -> None:
        pointer = parts[0].pointer if parts else ""
        self.count += 1
        if self.count > MAX_FIELDS:
            raise SchemaError(
                f"more than {MAX_FIELDS:,} fields", pointer=pointer, keyword="properties"
            )
        if place.depth > MAX_DEPTH:
            raise SchemaError(
                f"more than {MAX_DEPTH} levels", pointer=pointer, keyword="properties"
            )

    def _recursive(self, blank: Field, target: str, conjuncts: Sequence[Located]) -> Field:
        if target == blank.path:
            raise SchemaError(
                "the reference leads back to itself", pointer=conjuncts[0].pointer, keyword="$ref"
            )
        self._remark("note", conjuncts, "$ref", f"recursive: continues as {target or 'the root'!r}")
        return replace(blank, kind="recursive", target=target)

    def _remark(self, level: str, conjuncts: Sequence[Located], keyword: str, reason: str) -> None:
        pointer = conjuncts[0].pointer if conjuncts else ""
        self.lint.append(Lint(level, pointer, keyword, reason))

    def _unsatisfied(
        self, conjuncts: Sequence[Located], keyword: str, reason: str, blank: Field | None = None
    ) -> Field | None:
        """No value but perhaps null: a field of kind null, or None."""
        if blank is not None and blank.nullable:
            return replace(blank, kind="null")
        self._remark("warning", conjuncts, keyword, f"unsatisfiable: {reason}")
        return None

    def _typed(self, conjuncts: Sequence[Located], blank: Field, place: Place) -> Field | None:
        types = merged_types(conjuncts)
        if not types:
            return self._unsatisfied(conjuncts, "type", "the types exclude each other", blank)
        members = merged_members(conjuncts, types)
        if members is not None:
            if not members:
                return self._unsatisfied(conjuncts, "enum", "no member is left", blank)
            return replace(
                blank, kind="enum", enum=tuple(members), enum_notes=member_notes(conjuncts, members)
            )
        choice = self._choice(conjuncts, place)
        if choice is not None:
            return self._chosen(conjuncts, choice, blank, place)
        kind = self._single_kind(conjuncts, types)
        if kind == "union":
            return self._by_type(conjuncts, types, blank, place)
        return self._plain(conjuncts, kind, blank, place)

    def _single_kind(self, conjuncts: Sequence[Located], types: frozenset[str]) -> str:
        if len(types) == 1:
            return next(iter(types))
        if types == {"integer", "number"}:
            return "number"
        if any(located.get("type") is not None for located in conjuncts):
            return "union"
        kind = inferred_type(conjuncts)
        if kind is not None:
            self._remark("note", conjuncts, "type", f"no type: read as {kind}")
        return kind or "any"

    def _plain(
        self, conjuncts: Sequence[Located], kind: str, blank: Field, place: Place
    ) -> Field | None:
        bounds = merged_constraints(conjuncts, kind)
        wrong = contradiction(bounds)
        if wrong:
            return self._unsatisfied(conjuncts, wrong, f"{wrong} contradicts its minimum", blank)
        blank = replace(blank, kind=kind, constraints=bounds)
        if kind == "object":
            return self._object(conjuncts, blank, place)
        if kind == "array":
            return self._array(conjuncts, blank, place)
        return replace(blank, nullable=True) if kind == "any" else blank

    def _object(self, conjuncts: Sequence[Located], blank: Field, place: Place) -> Field | None:
        required = frozenset(required_names(conjuncts))
        fields: list[Field] = []
        for name in property_names(conjuncts):
            at = Place(join_path(place.path, name), name, place.depth + 1, name in required)
            built = self.build(property_parts(conjuncts, name), at)
            if built is not None:
                fields.append(built)
            elif name in required:
                return self._unsatisfied(
                    conjuncts, "required", f"{name[:80]!r} is required and impossible", blank
                )
        at = Place(join_element(place.path), "*", place.depth + 1)
        choices = extra_choices(conjuncts, named=bool(fields))
        extras = [built for parts in choices if (built := self.build(parts, at)) is not None]
        extra = united(extras, replace(blank_field(at), nullable=any(e.nullable for e in extras)))
        return replace(blank, fields=tuple(fields), extra=extra)

    def _array(self, conjuncts: Sequence[Located], blank: Field, place: Place) -> Field | None:
        bounds = blank.constraints
        prefix: list[Field] = []
        for index in range(prefix_length(conjuncts)):
            at = Place(join_path(place.path, index), str(index), place.depth + 1)
            built = self.build(element_parts(conjuncts, index), at)
            if built is None:
                bounds = _at_most(bounds, index)
                break
            prefix.append(built)
        at = Place(join_element(place.path), "*", place.depth + 1)
        item = self.build(element_parts(conjuncts, None), at)
        if item is None:
            bounds = _at_most(bounds, len(prefix))
        if contradiction(bounds):
            return self._unsatisfied(conjuncts, "items", "no element is possible", blank)
        return replace(blank, constraints=bounds, prefix=tuple(prefix), item=item)

    def _by_type(
        self, conjuncts: Sequence[Located], types: frozenset[str], blank: Field, place: Place
    ) -> Field | None:
        """One option per type of a type list, in a fixed order."""
        kinds = [kind for kind in TYPE_ORDER if kind in types]
        if "number" in kinds:
            kinds.remove("integer")
        plain = replace(blank, nullable=False)
        options = (self._plain(conjuncts, kind, plain, place) for kind in kinds)
        return united([one for one in options if one is not None], blank)

    def _choice(self, conjuncts: Sequence[Located], place: Place) -> tuple[Located, str] | None:
        """The first anyOf or oneOf whose branches say more than which keys must be there."""
        for located in conjuncts:
            for keyword in ("anyOf", "oneOf"):
                branches = located.get(keyword)
                if branches is None:
                    continue
                room = place.branches == 1 or place.branches * len(branches) <= MAX_OPTIONS
                if room and any(shapes(branch) for branch in branches):
                    return located, keyword
                pointer = f"{located.pointer}/{keyword}"
                reason = "the branches are checked on the answer only"
                self.lint.append(Lint("local", pointer, keyword, reason))
        return None

    def _chosen(
        self, conjuncts: Sequence[Located], choice: tuple[Located, str], blank: Field, place: Place
    ) -> Field | None:
        located, keyword = choice
        done = replace(located, without=located.without | {keyword})
        base = tuple(done if one is located else one for one in conjuncts)
        branches = located.listed(keyword)
        if len(branches) > MAX_OPTIONS:
            self._remark("warning", (located,), keyword, f"only {MAX_OPTIONS} branches are kept")
        options = []
        inside = replace(place, branches=place.branches * min(len(branches), MAX_OPTIONS))
        for branch in branches[:MAX_OPTIONS]:
            said = len(self.lint)
            option = self.build((*base, branch), inside, nullable=False)
            if option is None and self.merger.nullable((*base, branch)):
                del self.lint[said:]  # The branch is null, which is not impossible.
            if option is not None:
                told = describe(self.merger.conjuncts((branch,)), place, nullable=False)
                title, description = told.title, told.description
                options.append(replace(option, title=title, description=description))
        if not options:
            return self._unsatisfied(conjuncts, keyword, "no branch is possible", blank)
        return united(options, blank)


def _at_most(bounds: Constraints, items: int) -> Constraints:
    """The bounds of a list that has no room for more items."""
    most = items if bounds.max_items is None else min(items, bounds.max_items)
    return replace(bounds, max_items=most)
