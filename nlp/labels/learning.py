"""Learns from solved examples of a schema where its answers stand, and in which form.

Each example is read like any form. A label is counted for a field where what stands behind it is, or
makes in one of a few ways, the field's answer, and against it where it is not. An answer behind no label
is looked for in the text: the words before it are its place. Nothing is learnt across fields.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from nlp.asked.field_profile import FieldProfile, profile_schema
from nlp.labels.example_reading import ReadExample, answer_at, learned_places, value_at, ways_to
from nlp.labels.form_elements import Grid, Pair, pair_of, unwritten
from nlp.labels.lessons import PARTS, keys_of, same, word_key, words_of_value
from nlp.labels.likeness import field_terms_of, likeness
from nlp.lesson import Key, Lesson, Place
from nlp.schema import JSON, Schema, Solved, split_path

_COLUMN_SHARE = 0.6
_ALIKE = 0.42
_SAID_SHARE = 0.4
_SAME_CHOICES = 4
"""Examples that must agree before a choice is held to be always the same."""


@dataclass
class _Counts:
    """What is counted of one field."""

    keys: dict[Key, list[float]] = field(default_factory=dict)
    ways: Counter[str] = field(default_factory=Counter)
    by_label: dict[Key, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    members: dict[str, JSON] = field(default_factory=dict)
    answers: list[JSON] = field(default_factory=list)
    silent: int = 0

    def count(self, pair: Pair, *, right: bool, weight: float = 1.0) -> None:
        """One more label that held the answer, or another one."""
        for key in keys_of(pair):
            self.keys.setdefault(key, [0.0, 0.0])[0 if right else 1] += weight


def learn(schema: Schema, examples: Sequence[Solved]) -> dict[str, Lesson]:
    """The lessons of examples by schema path; a field that they say nothing of has none."""
    if not examples:
        return {}
    read = [ReadExample(one) for one in examples]
    lessons = {}
    for profile in profile_schema(schema):
        steps = profile.path.split(".")
        if steps.count("*") > 1 or not profile.path:
            continue
        lesson = (
            _listed(profile, read, steps.index("*")) if "*" in steps else _single(profile, read)
        )
        if lesson is not None:
            lessons[profile.path] = lesson
    return lessons


def _single(profile: FieldProfile, read: Sequence[ReadExample]) -> Lesson | None:
    closed = profile.field.is_choice
    counts = _Counts(members=_members(profile, read) if closed else {})
    unexplained: list[int] = []
    for number, one in enumerate(read):
        known, value = answer_at(one, profile.path)
        if not known:
            continue
        labelled = _count_labels(profile, one, value, counts)
        if value is None:
            counts.silent += 1
        else:
            counts.answers.append(value)
            unexplained.extend(() if labelled else (number,))
    if not counts.answers and not counts.silent:
        return None
    places = () if closed else learned_places(profile, read, unexplained)
    return _lesson(profile, counts, places, read)


def _count_labels(profile: FieldProfile, one: ReadExample, value: JSON, counts: _Counts) -> bool:
    """Count the labels of one example for the field, and against it; whether one holds its answer."""
    right = []
    for pair in one.filled_pairs():
        ways = ways_to(profile, pair, value, one, counts.members) if value is not None else []
        if ways:
            right.append((pair, ways))
        else:
            counts.count(pair, right=False)
    for pair, ways in right:
        counts.count(pair, right=True, weight=1.0 / len(right))
        counts.ways.update(ways)
        counts.by_label[keys_of(pair)[-1]].update(ways)
    return bool(right)


def _members(profile: FieldProfile, read: Sequence[ReadExample]) -> dict[str, JSON]:
    """What words stood for which member, behind the one label that tells members apart best."""
    asked = field_terms_of(profile)
    tables: dict[Key, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    values: dict[str, JSON] = {}
    alike: dict[Key, float] = {}
    for one in read:
        known, value = answer_at(one, profile.path)
        if not known or value is None:
            continue
        values[repr(value)] = value
        for pair in one.filled_pairs():
            close = likeness(asked, pair)
            for key in keys_of(pair)[1:]:
                tables[key][word_key(words_of_value(one.text, pair))].add(repr(value))
                alike[key] = max(alike.get(key, 0.0), close)
    best: dict[str, JSON] = {}
    score = 0.0
    for key, table in tables.items():
        if any(len(meant) > 1 for meant in table.values()):
            continue
        told = {value for meant in table.values() for value in meant}
        # words that come again for the same member tell, words that never do are chance
        seen = sum(any(key in keys_of(pair) for pair in one.form.pairs) for one in read)
        again = seen - len(table)
        if alike[key] < _ALIKE and (again < 2 or len(told) < 2):
            continue
        value = alike[key] + again / max(1, seen)
        if value > score:
            score = value
            best = {word: values[next(iter(meant))] for word, meant in table.items()}
    return best


def _lesson(
    profile: FieldProfile, counts: _Counts, places: tuple[Place, ...], read: Sequence[ReadExample]
) -> Lesson:
    answers = counts.answers
    closed = profile.field.is_choice
    enough = len(answers) >= (_SAME_CHOICES if closed else 2)
    alone = enough and all(same(one, answers[0]) for one in answers)
    texts = [one.text for one in read]
    said = sum(str(answers[0]) in text for text in texts) if answers else 0
    constant = alone and not counts.silent and said <= _SAID_SHARE * len(texts)
    return Lesson(
        profile.path,
        {key: (right, wrong) for key, (right, wrong) in counts.keys.items()},
        _best(counts.ways),
        {label: _best(ways) for label, ways in counts.by_label.items()},
        counts.members,
        places,
        answers[0] if constant else None,
    )


def _best(ways: Counter[str]) -> tuple[str, ...]:
    """Ways by how often they gave the answer; among equals the plainest first."""
    plain = {way: at for at, way in enumerate(("member", "read", *PARTS))}
    return tuple(sorted(ways, key=lambda way: (-ways[way], plain.get(way, len(plain)))))


def _listed(profile: FieldProfile, read: Sequence[ReadExample], star: int) -> Lesson | None:
    """What headings of columns and labels hold the values of a field of a list."""
    counts = _Counts()
    steps = split_path(profile.path)
    for one in read:
        known, rows = value_at(one.example.answer, steps[:star])
        listed = ".".join(profile.path.split(".")[:star])
        if not known or not isinstance(rows, list) or not rows or not one.example.counts(listed):
            continue
        values = [value_at(row, steps[star + 1 :])[1] for row in rows]
        counts.answers.append(values)
        for grid in one.form.grids:
            _count_columns(profile, grid, values, one, counts)
        if star + 1 == len(steps):
            _count_joined(values, one, counts)
    if not counts.answers:
        return None
    return _lesson(profile, counts, (), ())


def _count_columns(
    profile: FieldProfile, grid: Grid, values: Sequence[JSON], one: ReadExample, counts: _Counts
) -> None:
    told = [value for value in values if value is not None]
    for column, head in enumerate(grid.header):
        pair = pair_of(one.text, head, head, "cell", (grid.title,))
        ways: Counter[str] = Counter()
        left = list(told)
        for cell in filter(None, (row[column] for row in grid.rows)):
            inside = unwritten("", cell, "cell")
            for value in left:
                if way := ways_to(profile, inside, value, one, {}):
                    ways.update(way)
                    left.remove(value)
                    break
        right = len(told) > 0 and len(told) - len(left) >= _COLUMN_SHARE * len(told)
        counts.count(pair, right=right)
        counts.ways.update(ways if right else {})


def _count_joined(values: Sequence[JSON], one: ReadExample, counts: _Counts) -> None:
    """Labels behind which all items of a list stand."""
    for pair in one.form.pairs:
        if pair.form in {"title", "cell", "code", "box"}:
            continue
        said = one.text[pair.start : pair.end]
        right = all(isinstance(value, str) and value in said for value in values)
        if right or not one.reader.is_empty(pair.start, pair.end):
            counts.count(pair, right=right)
