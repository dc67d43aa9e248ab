"""A solved example as the reader of forms sees it, and in which ways its text makes an answer."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from nlp.asked.field_profile import FieldProfile
from nlp.candidates import find_candidates
from nlp.labels.form_elements import Pair
from nlp.labels.lessons import NUMBERS, PARTS, TEMPLATES, other_way, same, word_key, words_of_value
from nlp.labels.positions import spots
from nlp.labels.reading import read_form
from nlp.labels.state import Form
from nlp.labels.value_reading import Reader
from nlp.layout.structure import layout
from nlp.lesson import Key
from nlp.schema import JSON, Solved, split_path
from nlp.spans import Document


@dataclass
class ReadExample:
    """An example as the reader sees it."""

    text: str
    example: Solved
    form: Form
    reader: Reader
    spots: dict[Key, list[tuple[int, int]]]
    """By what stands before it, where an answer may begin and where its line ends."""

    def filled_pairs(self) -> Iterator[Pair]:
        """The labels behind which something is filled in."""
        for pair in self.form.pairs:
            if pair.form != "title" and not self.reader.is_empty(pair.start, pair.end):
                yield pair


def read_example(example: Solved) -> ReadExample:
    """Read an example like any form."""
    document = Document(example.id, example.text)
    form = read_form(example.text, layout(document))
    met: dict[Key, list[tuple[int, int]]] = {}
    for before, start, end in spots(example.text):
        met.setdefault(before, []).append((start, end))
    return ReadExample(
        example.text, example, form, Reader(example.text, find_candidates(document)), met
    )


def ways_to(
    profile: FieldProfile, pair: Pair, value: JSON, one: ReadExample, members: Mapping[str, JSON]
) -> list[str]:
    """The ways in which what stands behind a label makes a value."""
    said = words_of_value(one.text, pair)
    if profile.field.kind in {"enum", "boolean"} and word_key(said) in members:
        return ["member"] if same(members[word_key(said)], value) else []
    filled = one.reader.read(profile, pair)
    number = filled.value if filled is not None else None
    found = ["read"] if filled is not None and same(filled.value, value) else []
    if profile.field.kind in {"integer", "number"}:
        tried: tuple[str, ...] = tuple(NUMBERS)
    elif isinstance(value, str) and profile.field.kind == "string":
        tried = (*PARTS, *(f"date {template}" for template in TEMPLATES))
    else:
        tried = ()
    here = one.reader.inside(pair.start, pair.end)
    return found + [way for way in tried if same(other_way(way, said, number, here), value)]


def answer_at(one: ReadExample, path: str) -> tuple[bool, JSON]:
    """Whether an example says what stands at a field path, and what."""
    known, value = value_at(one.example.answer, split_path(path))
    return known and one.example.counts(path), value


def value_at(root: JSON, steps: Sequence[str]) -> tuple[bool, JSON]:
    """Whether an answer has the place, and what it says there; what an object leaves out is null."""
    for step in steps:
        if root is None:
            return True, None
        if not isinstance(root, dict):
            return False, None
        root = root.get(step)
    return True, root
