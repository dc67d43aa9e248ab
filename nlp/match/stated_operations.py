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
from nlp.reckon.reckoning_words import operation_of, words
from nlp.schema import is_repeated, parent_path
from nlp.spans import Candidate, holds
from nlp.stems import spanish_stem, words_of

_OPERATIONS: Mapping[str, Callable[[float, float], float]] = {
    "plus": add, "minus": sub, "product": mul, "over": truediv,
}  # fmt: skip
_AMOUNTS = frozenset(map(spanish_stem, words("amounts")))
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
        if stated is None or labels.answers_surely(profile.path, _LABELLED):
            continue
        first, last = (_operand(asked, profile, hints, labels, numbers) for asked in stated[1:])
        if first is None or last is None or first[1].span == last[1].span:
            continue
        if stated[0] is truediv and not last[0]:
            continue
        value = stated[0](first[0], last[0])
        found = reckoned_from(profile, value, (first[1], last[1]), WITH)
        if found is not None:
            field = changed[profile.path]
            rest = [one for one in field.hints if one.value != found.value]
            changed[profile.path] = field.led_by(found, rest, _SURE)
    return changed


def _stated(
    profile: FieldProfile,
) -> tuple[Callable[[float, float], float], set[str], set[str]] | None:
    """The operation that all of a description states, and the stems of its operands."""
    if not profile.field.is_numeric or is_repeated(profile.path):
        return None
    stated = operation_of(profile.field.description)
    if stated is None:
        return None
    first, last = map(_stems, stated[1:])
    return (_OPERATIONS[stated[0]], first, last) if first and last and first != last else None


def _stems(said: str) -> set[str]:
    """The stems of the words that say which amount, without those that only say that it is one."""
    return {spanish_stem(word) for word in content_words(words_of(said))} - _AMOUNTS


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
