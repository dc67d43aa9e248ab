"""What solved examples of a schema taught of its fields, and how it is applied to labels."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from nlp.labels.parts import Pair, options_in
from nlp.labels.words import label_words
from nlp.match.stems import fold
from nlp.schema import JSON
from nlp.spans import Candidate
from nlp.temporal.forms import written

Key = tuple[str, ...]

POSITION = "position"
"""The form of a pair found by where it stands, not by a label; its ``row`` is the field's path."""

LABELLED = frozenset({"colon", "row", "dots", "columns", "below", "boxes", "bullets"})
"""Forms of pairs whose label is written beside or above a value of its own."""

TEMPLATES = ("YYYY-MM-DD", "DD/MM/YYYY", "DD-MM-YYYY", "YYYY", "HH:MM", "YYYY-MM-DDTHH:MM")

_DOUBT = 0.25
"""What is held against a label that was never seen with another answer."""
KNOWN = 0.65
"""From which share of its answers a label is a field's."""
_OTHERS = 0.35
_EXPLAINED, _SILENT = 0.75, 4
_BASE = 0.55
_LEFT = 0.2
"""What is left of a label's likeness where the examples say that it answers something else."""


def _part(pattern: str) -> Callable[[str], str | None]:
    compiled = re.compile(pattern, re.DOTALL)

    def cut(said: str) -> str | None:
        found = compiled.fullmatch(said)
        return found.group(1).strip() if found else None

    return cut


def _turned(said: str) -> str | None:
    last, comma, first = said.partition(", ")
    return f"{first} {last}" if comma and "," not in first else None


PARTS: dict[str, Callable[[str], str | None]] = {
    "whole": lambda said: said,
    "without aside": _part(r"(.+?)\s*\([^()]*\)"),
    "aside": _part(r".*\(([^()]+)\)\W*"),
    "before comma": _part(r"([^,]+),.*"),
    "after comma": _part(r"[^,]+,(.+)"),
    "after last comma": _part(r".*,([^,]+)"),
    "before last comma": _part(r"(.*),[^,]+"),
    "before dash": _part(r"(.+?)\s+[-–—·/|]\s+.*"),
    "after dash": _part(r".*\s[-–—·/|]\s+(.+?)"),
    "before slash": _part(r"([^/]+)/.*"),
    "after slash": _part(r"[^/]+/(.+)"),
    "first word": _part(r"(\S+)\s.*"),
    "last word": _part(r".*\s(\S+)"),
    "but first word": _part(r"\S+\s+(.+)"),
    "but last word": _part(r"(.+)\s+\S+"),
    "turned": _turned,
    "no full stop": _part(r"(.+)\."),
    "upper case": str.upper,
    "lower case": str.lower,
    "title case": str.title,
    "joined": lambda said: re.sub(r"[\s.\-]", "", said),
}
"""Ways in which an answer is part of what stands behind a label, or that written otherwise."""

NUMBERS: dict[str, Callable[[float], float]] = {
    "negated": lambda number: -number,
    "hundredth": lambda number: round(number / 100, 10),
    "hundredfold": lambda number: round(number * 100, 10),
    "thousandfold": lambda number: round(number * 1000, 10),
}


@dataclass(frozen=True, slots=True)
class Place:
    """Words that stand before a field's answers, or the line that begins with them; what ends them."""

    before: Key
    ends: tuple[str, ...]
    share: float


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the examples taught of one field.

    ``keys`` counts, for a label and where it stands, how often it held the answer and how often another
    one; ``labels`` are those that mostly held it, as they were written, with their share. ``ways`` are
    names of :data:`PARTS`, :data:`NUMBERS`, ``read`` or ``date TEMPLATE``, the most frequent first, of
    all labels and ``by_label``; ``members`` the members that words stood for; ``places`` where answers
    without a label stood. ``found`` is the share of answers that labels or places explain; ``answers``
    how many examples answer; ``silent`` how many say null; ``constant`` is the answer of all examples,
    where that is one and hardly a text says it. ``seen`` are all labels of the examples, whosever.
    """

    path: str
    keys: Mapping[Key, tuple[float, float]] = field(default_factory=dict)
    labels: Mapping[str, float] = field(default_factory=dict)
    ways: tuple[str, ...] = ()
    by_label: Mapping[Key, tuple[str, ...]] = field(default_factory=dict)
    members: Mapping[str, JSON] = field(default_factory=dict)
    places: tuple[Place, ...] = ()
    found: float = 0.0
    answers: int = 0
    silent: int = 0
    constant: JSON = None
    seen: frozenset[str] = frozenset()

    def share(self, pair: Pair) -> float | None:
        """How often a label like this one held the answer, 0 to 1; None where that is not known."""
        for key in keys_of(pair):
            if key in self.keys:
                right, wrong = self.keys[key]
                share = right / (right + wrong + _DOUBT)
                if share >= KNOWN or share <= _OTHERS or len(key) > 1:
                    return share
        return None

    def likeness(self, pair: Pair, otherwise: float) -> float:
        """How well a label says what the field asks for, where ``otherwise`` is what its words say."""
        if pair.form == POSITION:
            return pair.near if pair.row == self.path else 0.0
        share = self.share(pair)
        if share is None:
            return otherwise
        if share >= KNOWN:
            return max(otherwise, certain(share))
        return otherwise * _LEFT if share <= _OTHERS else otherwise

    def ways_of(self, pair: Pair) -> tuple[str, ...]:
        """The ways in which what stands behind a label is an answer, the likeliest first."""
        return self.by_label.get(keys_of(pair)[-1], self.ways)

    @property
    def is_explained(self) -> bool:
        """Whether labels and places explain the answers, so that without them there is none."""
        if not self.answers:
            return self.silent >= _SILENT
        return self.answers + self.silent > 1 and self.found >= _EXPLAINED


def certain(share: float) -> float:
    """The likeness of a label that held the answer in such a share."""
    return _BASE + (1 - _BASE) * share


def keys_of(pair: Pair) -> tuple[Key, ...]:
    """What a label is known by, the most telling first."""
    label = " ".join(label_words(pair.label))
    section = " ".join(label_words(pair.sections[0])) if pair.sections else ""
    row = " ".join(label_words(pair.row)) if pair.row else ""
    before = " ".join(label_words(pair.before[0])) if pair.before else ""
    return (label, section, row, before), (label, section, row), (label,)


def same(one: JSON, other: JSON) -> bool:
    """Whether two values are one answer: blanks in strings do not count."""
    if isinstance(one, bool) or isinstance(other, bool):
        return bool(one is other)
    if isinstance(one, int | float) and isinstance(other, int | float):
        return abs(one - other) < 1e-9
    if isinstance(one, str) and isinstance(other, str):
        return " ".join(one.split()) == " ".join(other.split())
    return bool(one == other)


def said_in(text: str, pair: Pair) -> str:
    """The words of a pair: those of the box that is ticked, where there are boxes."""
    options = [one for one in options_in(text, pair.start, pair.end) if one.text]
    ticked = [one.text for one in options if one.ticked]
    return ", ".join(ticked) if options else text[pair.start : pair.end]


def word_key(said: str) -> str:
    """Words by which a member is known."""
    return " ".join(fold(said).split()).strip(" .,;:()*_")


def dated(here: Sequence[Candidate], template: str) -> str | None:
    """The first date among candidates, in a template's form; a date and an hour apart are one."""
    told = [one.value.timex for one in here if one.value is not None and one.value.timex]
    day = next((one for one in told if one[:4].isdecimal() and "T" not in one), "")
    hour = next((one for one in told if one.startswith("T")), "")
    for timex in (*told, day + hour):
        if timex and (said := written(timex, template)) is not None:
            return said
    return None


def other_way(way: str, said: str, number: JSON, here: Sequence[Candidate]) -> JSON:
    """The value that a way makes of a pair's words, the number in it, its candidates; None: none."""
    if way in PARTS:
        return PARTS[way](said)
    if way in NUMBERS:
        plain = isinstance(number, int | float) and not isinstance(number, bool)
        return NUMBERS[way](number) if plain else None
    return dated(here, way.removeprefix("date ")) if way.startswith("date ") else None
