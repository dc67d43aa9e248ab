"""How what solved examples taught of a field is applied to labels."""

import re
from collections.abc import Callable, Sequence

from nlp.asked.time_forms import written
from nlp.labels.form_elements import Pair, options_in
from nlp.labels.terms import label_words
from nlp.lesson import Key, Lesson
from nlp.schema import JSON, is_number
from nlp.spans import Candidate
from nlp.stems import fold

POSITION = "position"
"""The form of a pair found by where it stands, not by a label; its ``row`` is the field's path."""


TEMPLATES = ("YYYY-MM-DD", "DD/MM/YYYY", "DD-MM-YYYY", "YYYY", "HH:MM", "YYYY-MM-DDTHH:MM")

DOUBT = 0.25
"""What is held against a label that was never seen with another answer."""
KNOWN = 0.65
"""From which share of its answers a label is a field's."""
_OTHERS = 0.35
_BASE = 0.55
"""The likeness of a label that held the answer in no share of the examples; in all of them it is 1."""
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


def share_of(lesson: Lesson, pair: Pair) -> float | None:
    """How often a label like this one held the answer, 0 to 1; None where that is not known."""
    for key in keys_of(pair):
        if key in lesson.keys:
            right, wrong = lesson.keys[key]
            share = right / (right + wrong + DOUBT)
            if share >= KNOWN or share <= _OTHERS or len(key) > 1:
                return share
    return None


def likeness_taught(lesson: Lesson, pair: Pair, otherwise: float) -> float:
    """How well a label says what the field asks for, where ``otherwise`` is what its words say."""
    if pair.form == POSITION:
        return pair.near if pair.row == lesson.path else 0.0
    share = share_of(lesson, pair)
    if share is None:
        return otherwise
    if share >= KNOWN:
        return max(otherwise, _BASE + (1 - _BASE) * share)
    return otherwise * _LEFT if share <= _OTHERS else otherwise


def ways_of(lesson: Lesson, pair: Pair) -> tuple[str, ...]:
    """The ways in which what stands behind a label is an answer, the likeliest first."""
    return lesson.by_label.get(keys_of(pair)[-1], lesson.ways)


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
    if is_number(one) and is_number(other):
        return abs(one - other) < 1e-9
    if isinstance(one, str) and isinstance(other, str):
        return " ".join(one.split()) == " ".join(other.split())
    return bool(one == other)


def words_of_value(text: str, pair: Pair) -> str:
    """The words of a pair: those of the box that is ticked, where there are boxes."""
    options = [one for one in options_in(text, pair.start, pair.end) if one.text]
    ticked = [one.text for one in options if one.ticked]
    return ", ".join(ticked) if options else text[pair.start : pair.end]


def word_key(said: str) -> str:
    """Words by which a member is known."""
    return " ".join(fold(said).split()).strip(" .,;:()*_")


def dated(here: Sequence[Candidate], template: str) -> str | None:
    """The first date among candidates, in a template's form; a date and an hour apart are one."""
    told = [one.timex for one in here if one.timex]
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
        return NUMBERS[way](number) if is_number(number) else None
    return dated(here, way.removeprefix("date ")) if way.startswith("date ") else None
