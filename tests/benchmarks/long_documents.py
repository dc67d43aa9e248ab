"""Documents of many pages with known answers: facts told here and there, once or twice, corrected.

Everything a document says to its schema stands in :class:`Fact` sentences, which no other sentence
repeats; the rest is filler that speaks of other things. What several facts amount to is
:func:`gold_of`.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import yaml

PAGE = 3_000
HOT_PAGES = 4
PAGES_A_HOT_ZONE = 12
MONTHS = (
    "enero", "febrero", "marzo", "abril", "mayo", "junio",
    "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre",
)  # fmt: skip
JSON_TYPES: Mapping[str, dict[str, Any]] = {
    "person": {"type": ["string", "null"]},
    "town": {"type": ["string", "null"]},
    "date": {"type": ["string", "null"], "format": "date"},
    "amount": {"type": ["number", "null"]},
    "count": {"type": ["integer", "null"]},
}


@dataclass(frozen=True, slots=True)
class Said:
    """A value and the words that say it."""

    value: Any
    mention: str


@dataclass(frozen=True, slots=True)
class Fact:
    """One sentence that says something to the schema.

    ``kind`` is says, corrects, unnamed (a correction that does not name its field: only who knows
    the ``old`` value can place it), recalls (the old value told again) or element. ``values`` are
    the element's members, or the one value under ``""``.
    """

    kind: str
    path: str
    sentence: str
    values: Mapping[str, Said]
    old: Any = None
    entity: int = -1
    members: tuple[str, ...] = ()
    start: int = -1

    @property
    def end(self) -> int:
        return self.start + len(self.sentence)

    @property
    def value(self) -> Any:
        return self.values[""].value


@dataclass(slots=True)
class LongDocument:
    """A document, its schema and its facts in the order of the text."""

    kind: str
    number: int
    pages: int
    text: str
    instruction: str
    schema: dict[str, Any]
    facts: list[Fact] = field(default_factory=list)


@cache
def recipes() -> dict[str, Any]:
    return yaml.safe_load(Path(__file__).with_name("long_kinds.yaml").read_text(encoding="utf-8"))


def long_documents(count: int = 30) -> list[LongDocument]:
    """``count`` documents, the kinds in turn, 30 to 100 pages."""
    kinds = list(recipes()["kinds"])
    steps = max(count - 1, 1)
    pages = [30 + round(70 * ((number * 7) % count) / steps) for number in range(count)]
    return [
        make_document(kinds[number % len(kinds)], number, pages[number]) for number in range(count)
    ]


def make_document(kind: str, number: int, pages: int) -> LongDocument:
    maker = _Maker(recipes(), kind, random.Random(1000 + number))
    facts = maker.facts()
    text, placed = maker.compose(pages, facts)
    recipe = maker.recipe
    schema = _schema(recipe)
    return LongDocument(kind, number, pages, text, recipe["instruction"], schema, placed)


def gold_of(document: LongDocument, facts: Sequence[Fact]) -> dict[str, Any]:
    """What these facts, read in order by somebody who remembers, amount to."""
    root = blank(document)
    seen: dict[tuple[str, int], dict[str, Any]] = {}
    for fact in facts:
        if fact.kind == "element":
            add_element(root, fact, seen)
            continue
        now = get(root, fact.path)
        if (fact.kind == "recalls" and now is not None) or (
            fact.kind == "unnamed" and now != fact.old
        ):
            continue
        put(root, fact.path, fact.value)
    return root


def add_element(root: dict[str, Any], fact: Fact, seen: dict[tuple[str, int], Any]) -> None:
    """Put an element in its list, or complete the one that is there."""
    key = (fact.path, fact.entity)
    if "" in fact.values:
        if key not in seen:
            seen[key] = True
            root[fact.path].append(fact.value)
        return
    if key not in seen:
        seen[key] = dict.fromkeys(fact.members)
        root[fact.path].append(seen[key])
    seen[key].update({name: said.value for name, said in fact.values.items()})


def blank(document: LongDocument) -> dict[str, Any]:
    """The answer of a text that says nothing."""
    return _blank(document.schema)


def get(root: Mapping[str, Any], path: str) -> Any:
    here: Any = root
    for name in path.split("."):
        here = here.get(name) if isinstance(here, Mapping) else None
    return here


def put(root: dict[str, Any], path: str, value: Any) -> None:
    *above, last = path.split(".")
    for name in above:
        root = root[name]
    root[last] = value


def _blank(schema: Mapping[str, Any]) -> Any:
    if schema["type"] == "object":
        return {name: _blank(below) for name, below in schema["properties"].items()}
    return [] if schema["type"] == "array" else None


def _schema(recipe: Mapping[str, Any]) -> dict[str, Any]:
    properties = {name: _of_field(each) for name, each in recipe["fields"].items()}
    for name, each in recipe["lists"].items():
        if "string" in each:
            item: dict[str, Any] = {"type": "string"}
        else:
            item = _object({member: _of_member(kind) for member, kind in each["members"].items()})
        properties[name] = {"type": "array", "items": item, "description": each["description"]}
    return _object(properties)


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _of_field(each: Mapping[str, Any]) -> dict[str, Any]:
    told = {"description": each["description"]}
    if each["type"] == "object":
        return _object({name: _of_field(below) for name, below in each["fields"].items()}) | told
    if each["type"] == "choice":
        return {"type": ["string", "null"], "enum": [*each["options"], None]} | told
    return JSON_TYPES[each["type"]] | told


def _of_member(kind: str | list[str]) -> dict[str, Any]:
    return dict(JSON_TYPES["person"] if isinstance(kind, list) else JSON_TYPES[kind])


class _Maker:
    """Draws the words of one document."""

    def __init__(self, recipes: Mapping[str, Any], kind: str, draw: random.Random) -> None:
        self.words = recipes["words"]
        self.recipe = recipes["kinds"][kind]
        self.general = recipes["general"]
        self.draw = draw
        self.used: set[Any] = set()
        self.entities = 0
        self.recent: list[str] = []

    # -- values ----------------------------------------------------------------------------------

    def value(self, kind: str | list[str]) -> Said:
        """A value of a kind that this document has not used yet."""
        for _ in range(1000):
            said = self._any(kind)
            if said.mention not in self.used:
                self.used.add(said.mention)
                return said
        raise ValueError(f"no more values of {kind}")

    def _any(self, kind: str | list[str]) -> Said:
        if isinstance(kind, list):
            return _same(self.draw.choice(kind))
        return getattr(self, f"_{kind}")()

    def _person(self) -> Said:
        surnames = self.draw.sample(self.words["surname"], 2)
        return _same(" ".join((self.draw.choice(self.words["first"]), *surnames)))

    def _town(self) -> Said:
        return _same(self.draw.choice(self.words["town"]))

    def _date(self) -> Said:
        year, month, day = (
            self.draw.randint(2001, 2024),
            self.draw.randint(1, 12),
            self.draw.randint(1, 28),
        )
        return Said(f"{year}-{month:02}-{day:02}", f"{day} de {MONTHS[month - 1]} de {year}")

    def _amount(self) -> Said:
        cents = self.draw.choice((0, 0, 50, self.draw.randint(1, 99)))
        whole = self.draw.randint(12_000, 4_800_000)
        written = f"{whole:,}".replace(",", ".") + (f",{cents:02}" if cents else "")
        return Said(float(f"{whole}.{cents:02}") if cents else whole, written)

    def _count(self) -> Said:
        number = self.draw.randint(101, 989)
        return Said(number, str(number))

    def _choice_of(self, options: Mapping[str, str]) -> Said:
        left = [name for name in options if ("option", name) not in self.used]
        chosen = self.draw.choice(left)
        self.used.add(("option", chosen))
        return Said(chosen, options[chosen])

    # -- facts -----------------------------------------------------------------------------------

    def facts(self) -> list[list[Fact]]:
        """The document's facts in chains; those of a chain come in this order in the text."""
        chains = [self._scalar(path, each) for path, each in self._fields()]
        for name, each in self.recipe["lists"].items():
            chains += self._strings(name, each) if "string" in each else self._elements(name, each)
        return [chain for chain in chains if chain]

    def _fields(self) -> Iterable[tuple[str, Mapping[str, Any]]]:
        for name, each in self.recipe["fields"].items():
            if each["type"] == "object":
                yield from ((f"{name}.{below}", one) for below, one in each["fields"].items())
            else:
                yield name, each

    def _scalar(self, path: str, each: Mapping[str, Any]) -> list[Fact]:
        """Said or not, perhaps corrected, perhaps told again as it was."""
        if self.draw.random() < 0.1:
            return []
        drawn = (
            self._choice_of(each["options"])
            if each["type"] == "choice"
            else self.value(each["type"])
        )
        chain = [self._fact("says", path, self.recipe["says"][path], drawn)]
        if path not in self.recipe["corrects"] or self.draw.random() < 0.35:
            return chain
        new = (
            self._choice_of(each["options"])
            if each["type"] == "choice"
            else self.value(each["type"])
        )
        unnamed = each["type"] != "choice" and self.draw.random() < 0.3
        templates = self.recipe["corrects_unnamed"] if unnamed else self.recipe["corrects"][path]
        kind = "unnamed" if unnamed else "corrects"
        chain.append(self._fact(kind, path, templates, new, old=drawn))
        if path in self.recipe["recalls"] and self.draw.random() < 0.6:
            chain.append(self._fact("recalls", path, self.recipe["recalls"][path], drawn))
        return chain

    def _fact(
        self, kind: str, path: str, templates: list[str], said: Said, *, old: Said | None = None
    ) -> Fact:
        words = {"v": said.mention, "old": old.mention if old else ""}
        sentence = self.draw.choice(templates).format(**words)
        return Fact(kind, path, sentence, {"": said}, old.value if old else None)

    def _strings(self, name: str, each: Mapping[str, Any]) -> list[list[Fact]]:
        chains = []
        for _ in range(self.draw.randint(3, 7)):
            said = self.value(each["string"])
            templates = [each["whole"]] + [each["again"]] * (self.draw.random() < 0.4)
            chains.append(
                self._element(name, [self.draw.choice(t) for t in templates], {"v": said})
            )
        return chains

    def _elements(self, name: str, each: Mapping[str, Any]) -> list[list[Fact]]:
        chains = []
        last: dict[str, Said] | None = None
        for _ in range(self.draw.randint(6, 12)):
            drawn = {
                member: self._any(k) if isinstance(k, list) else self.value(k)
                for member, k in each["members"].items()
            }
            # Elements that look alike: all but one member of the one before.
            alike = last is not None and self.draw.random() < 0.2
            if alike and last is not None:
                changed = each.get("alike_of", list(each["members"]))
                drawn = {
                    m: last[m] if m in changed and m != each["alike"] else drawn[m] for m in drawn
                }
            in_parts = not alike and self.draw.random() < 0.35
            if not alike and "operacion" in drawn:  # what its parts are told by
                drawn["operacion"] = self.value(each["members"]["operacion"])
            templates = (
                self.draw.choice(each["parts"]) if in_parts else [self.draw.choice(each["whole"])]
            )
            if not in_parts and not alike and self.draw.random() < 0.2:
                templates = [*templates, templates[0]]  # told twice, word for word
            chains.append(self._element(name, templates, drawn))
            last = None if in_parts else drawn
        return chains

    def _element(
        self, name: str, templates: Sequence[str], drawn: Mapping[str, Said]
    ) -> list[Fact]:
        self.entities += 1
        chain = []
        for template in templates:
            slots = [slot for _, slot, _, _ in Formatter().parse(template) if slot]
            sentence = template.format(**{slot: drawn[slot].mention for slot in slots})
            values = {"" if slot == "v" else slot: drawn[slot] for slot in slots}
            members = () if "v" in slots else tuple(drawn)
            chain.append(Fact("element", name, sentence, values, None, self.entities, members))
        return chain

    # -- text ------------------------------------------------------------------------------------

    def compose(self, pages: int, chains: list[list[Fact]]) -> tuple[str, list[Fact]]:
        """The whole text, and the facts with their places in it."""
        due = self._places(pages * PAGE, chains)
        parts: list[str] = [self.recipe["title"], "\n\n"]
        placed: list[Fact] = []
        length = sum(map(len, parts))
        page, sentences = 1, 0
        long = self.recipe.get("long_paragraphs", False)
        ends = self._paragraph(long)
        while length < pages * PAGE:
            piece = ""
            if due and due[0][0] <= length:
                fact = due.pop(0)[1]
                placed.append(_at(fact, length))
                piece = fact.sentence
            else:
                piece = self._filler()
            sentences += 1
            if length + len(piece) > page * PAGE:
                piece += f"\n\n— Página {page} de {pages} —\n\n" if not long else " "
                page += 1
                sentences = 0
            elif sentences >= ends:
                piece += "\n\n" + self._heading()
                sentences, ends = 0, self._paragraph(long)
            else:
                piece += " "
            parts.append(piece)
            length += len(piece)
        for _, fact in due:
            placed.append(_at(fact, length))
            parts.append(fact.sentence + " ")
            length += len(fact.sentence) + 1
        return "".join(parts).rstrip(), placed

    def _paragraph(self, long: bool) -> int:
        return self.draw.randint(60, 160) if long else self.draw.randint(3, 8)

    def _heading(self) -> str:
        if self.draw.random() < 0.85:
            return ""
        return f"{self.draw.randint(2, 60)}. {self.draw.choice(HEADINGS)}\n\n"

    def _places(self, length: int, chains: list[list[Fact]]) -> list[tuple[int, Fact]]:
        """Where each fact is due: in a few zones, a chain's facts one after the other."""
        pages = length // PAGE
        zones = max(3, pages // PAGES_A_HOT_ZONE)
        starts = sorted(self.draw.sample(range(0, pages - HOT_PAGES), zones))
        places = []
        for chain in chains:
            drawn = sorted(
                (self.draw.choice(starts) + self.draw.random() * HOT_PAGES) * PAGE
                if self.draw.random() < 0.85
                else self.draw.random() * (pages - 1) * PAGE
                for _ in chain
            )
            places += [(int(at), fact) for at, fact in zip(drawn, chain, strict=True)]
        return sorted(places, key=lambda pair: pair[0])

    def _filler(self) -> str:
        templates = self.general if self.draw.random() < 0.4 else self.recipe["filler"]
        template = self.draw.choice([each for each in templates if each not in self.recent])
        self.recent = [*self.recent[-9:], template]
        return template.format(
            p=f"{self.draw.choice(self.words['first'])} {self.draw.choice(self.words['other_surname'])}",
            o=self.draw.choice(self.words["organisation"]),
            d=self._date().mention,
            a=self._amount().mention,
            n=self.draw.randint(3, 98),
            l=self.draw.choice(self.words["other_town"]),
        )


HEADINGS = (
    "Consideraciones generales", "Antecedentes", "Otras disposiciones",
    "Observaciones complementarias", "Seguimiento y control", "Documentación aportada",
)  # fmt: skip


def _same(words: str) -> Said:
    return Said(words, words)


def _at(fact: Fact, start: int) -> Fact:
    return replace(fact, start=start)
