"""Operations that a description states outright between labelled amounts: "Bruto menos tara".

Where the text has a label, or the schema a field beside it, for each of the two operands and for no more
than one value each, nothing needs to be weighed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import add, mul, sub, truediv

from nlp.asked.field_profile import FieldProfile
from nlp.asked.field_words import content_words
from nlp.hints import FieldHints
from nlp.labels.applied import Labels
from nlp.match.expressions import WITH, reckoned_from
from nlp.match.told_numbers import plain_numbers, raw_number
from nlp.schema import is_repeated, parent_path
from nlp.spans import Candidate, holds
from nlp.stems import fold, spanish_stem, words_of
from nlp.word_lists import text_pattern

_OPERATIONS: Mapping[str, Callable[[float, float], float]] = {
    "plus": add, "minus": sub, "times": mul, "divided": truediv,
}  # fmt: skip
_STATED = tuple(map(text_pattern, ("stated_function", "stated_operation")))
_AMOUNTS = frozenset(map(spanish_stem, words_of(text_pattern("names_amounts").pattern)))
_LABELLED = 0.8
_SURE = 0.9
Operand = tuple[float, Candidate]


def with_operations(
    hints: Mapping[str, FieldHints], labels: Labels, candidates: tuple[Candidate, ...]
) -> dict[str, FieldHints]:
    """The hints, in front what a description says to reckon from two amounts, where no label says it."""
    changed = dict(hints)
    numbers = plain_numbers(candidates)
    for profile in labels.profiles:
        stated = _stated(profile)
        if stated is None or _is_labelled(profile, labels):
            continue
        first, last = (_operand(words, profile, hints, labels, numbers) for words in stated[1:])
        if first is None or last is None or first[1].span == last[1].span:
            continue
        if stated[0] is truediv and not last[0]:
            continue
        value = stated[0](first[0], last[0])
        found = reckoned_from(profile, value, (first[1], last[1]), WITH)
        if found is not None:
            field = changed[profile.path]
            changed[profile.path] = field.led_by(found, field.hints, _SURE)
    return changed


def _stated(
    profile: FieldProfile,
) -> tuple[Callable[[float, float], float], set[str], set[str]] | None:
    """The operation that all of a description states, and the stems of its operands."""
    if not profile.field.is_numeric or is_repeated(profile.path):
        return None
    said = fold(profile.field.description)
    for pattern in _STATED:
        found = pattern.fullmatch(said)
        if found is None or found.lastgroup is None:
            continue
        name = next(one for one in _OPERATIONS if found[one])
        operands = [_stems(found["first"]), _stems(found["second"])]
        if all(operands) and operands[0] != operands[1]:
            return _OPERATIONS[name], operands[0], operands[1]
    return None


def _stems(said: str) -> set[str]:
    """The stems of the words that say which amount, without those that only say that it is one."""
    return {spanish_stem(word) for word in content_words(words_of(said))} - _AMOUNTS


def _is_labelled(profile: FieldProfile, labels: Labels) -> bool:
    answer = labels.labelled.answers.get(profile.path)
    return answer is not None and answer.score >= _LABELLED and answer.value is not None


def _operand(
    asked: set[str],
    profile: FieldProfile,
    hints: Mapping[str, FieldHints],
    labels: Labels,
    numbers: Sequence[Candidate],
) -> Operand | None:
    """The only value that labels give words, or the one of the field beside that is called so."""
    found: dict[float, Candidate] = {}
    for alike in (set.__eq__, set.__le__, set.__ge__):
        found = found or dict(_labelled(asked, alike, labels, numbers))
    if len(found) == 1:
        return next(iter(found.items()))
    beside = [
        (one, hints[one.path].hints[0])
        for one in labels.profiles
        if one.path != profile.path
        and one.field.is_numeric
        and parent_path(one.path) == parent_path(profile.path)
        and asked <= _stems(f"{one.field.name} {one.field.title}")
        and hints[one.path].hints
    ]
    if found or len(beside) != 1:
        return None
    candidate = beside[0][1].candidate
    number = raw_number(candidate)
    return None if number is None else (number, candidate)


def _labelled(
    asked: set[str],
    alike: Callable[[set[str], set[str]], bool],
    labels: Labels,
    numbers: Sequence[Candidate],
) -> Iterator[Operand]:
    """The first number behind each label whose words are alike."""
    for pair in labels.labelled.form.pairs:
        said = _stems(pair.label)
        if not said or not alike(asked, said):
            continue
        inside = (one for one in numbers if holds((pair.start, pair.end), one.span))
        first = next(inside, None)
        number = None if first is None else raw_number(first)
        if first is not None and number is not None:
            yield number, first
