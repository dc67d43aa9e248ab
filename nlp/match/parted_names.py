"""Names asked for in parts: for all parts the text names one person, whose name is parted.

"Rocío Amuedo Gil" answers ``nombre``, ``primer_apellido`` and ``segundo_apellido`` of one object. Which
mention it is, the hints of all its parts say together.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from nlp.asked.field_profile import FieldProfile
from nlp.hints import KEPT, FieldHints, Hint
from nlp.labels.applied import Labels
from nlp.names.heads import untitled
from nlp.schema import is_repeated, parent_path
from nlp.spans import Candidate, Span, meet
from nlp.stems import fold, words_of
from nlp.word_lists import text_pattern, word_set

_PART = text_pattern("name_part")
_PARTICLES = frozenset(
    {"de", "del", "la", "las", "los", "y", "da", "do", "dos", "van", "von", "el", "al"}
)
_NAME = "name"
_MOST = 8
"""Words of a name."""


@dataclass(frozen=True, slots=True)
class _Group:
    """The fields that ask for the parts of one person's name, each with its part."""

    parts: Mapping[str, str]

    @property
    def few_given(self) -> bool:
        """Whether both surnames are asked for, each in a field of its own."""
        return "second" in self.parts.values()


def with_parted_names(
    hints: Mapping[str, FieldHints], labels: Labels, candidates: Iterable[Candidate]
) -> dict[str, FieldHints]:
    """The hints with the parts of one name for the fields that ask for such parts.

    Fields that labels of their own answer keep those answers.
    """
    changed = dict(hints)
    groups = [one for one in _groups(labels.profiles) if not _are_labelled(one, labels)]
    if not groups:
        return changed
    people = [one for one in candidates if one.label == "PERSON"]
    for group in groups:
        whole = _whole_name(group, hints, labels, people)
        if whole is None:
            continue
        spans = parted(whole.mention, few_given=group.few_given)
        answered = max(hints[path].answered for path in group.parts)
        for path, part in group.parts.items():
            span = spans.get(part)
            if span is not None:
                changed[path] = _answered(hints[path], whole, span, answered)
    return changed


def _groups(profiles: Sequence[FieldProfile]) -> list[_Group]:
    """The parts by what they belong to: the object, and what else their names say.

    A "nombre" is a part where surnames are asked for beside it.
    """
    found: defaultdict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for one in profiles:
        if one.field.kind != "string" or is_repeated(one.path):
            continue
        name = fold(" ".join(words_of(one.field.name)))
        match = _PART.search(name)
        if match is not None and match.lastgroup is not None:
            owner = " ".join((name[: match.start()] + name[match.end() :]).split())
            found[parent_path(one.path), owner][one.path] = match.lastgroup
    groups = []
    for parts in found.values():
        asked = set(parts.values())
        if len(asked) == len(parts) and asked != {_NAME} and not asked >= {_NAME, "given"}:
            groups.append(
                _Group({path: part.replace(_NAME, "given") for path, part in parts.items()})
            )
    return groups


def _are_labelled(group: _Group, labels: Labels) -> bool:
    """Whether labels answer two of the parts, in two places."""
    spans = {
        (answer.start, answer.end)
        for path in group.parts
        if (answer := labels.answer(path)) is not None and not answer.empty
    }
    return len(spans) > 1


def _whole_name(
    group: _Group, hints: Mapping[str, FieldHints], labels: Labels, people: Sequence[Candidate]
) -> Candidate | None:
    """The mention that the hints of all parts speak for most, if one of them takes more than its part."""
    tops = [
        (hints[path].hints[0].candidate, labels.answer(path) is not None)
        for path in group.parts
        if hints[path].hints
    ]
    wholes = _widest([one for one in (*people, *(top for top, _ in tops)) if parted(one.mention)])
    if not any(
        meet(top.span, one.span) and _is_more(top, sure=labelled)
        for top, labelled in tops
        for one in wholes
    ):
        return None

    def worth(one: Candidate) -> float:
        return sum(
            hint.score
            for path in group.parts
            for hint in hints[path].hints
            if meet(hint.candidate.span, one.span)
        )

    best = max(wholes, key=worth)
    return best if any(meet(top.span, best.span) for top, _ in tops) else None


def _is_more(one: Candidate, *, sure: bool) -> bool:
    """Whether a mention is a name of several parts; ``sure``: by given names that are known."""
    known = [fold(word.split()[-1]) in _given() for word, _ in _words(one.mention)]
    named = any(known) if sure else any(known) or one.label == "PERSON"
    return bool(parted(one.mention)) and named and not all(known)


def _widest(names: Sequence[Candidate]) -> list[Candidate]:
    """The names that stand in no longer one."""
    return [
        one
        for one in names
        if not any(
            meet(one.span, other.span) and len(other.mention) > len(one.mention) for other in names
        )
    ]


def parted(mention: str, *, few_given: bool = False) -> dict[str, Span]:
    """The given names, the surnames, the first and the second of them, as offsets in a mention.

    Nothing where it does not look like a name of several parts. Of three words the second is a given
    name where it is known as one; of four, two are. Surnames come first before a comma, or where only
    the last word is a known given name. ``few_given``: of three words, two are surnames.
    """
    found = _words(mention)
    words = [word for word, _ in found]
    if not 2 <= len(words) <= _MOST or any(not _is_name(word) for word in words):
        return {}
    given = _given()
    known = [fold(word.split()[-1].strip(",.")) in given for word in words]
    comma = next((at + 1 for at, word in enumerate(words) if word.endswith(",")), 0)
    spans = [span for _, span in found]
    if comma:
        last, first = spans[:comma], spans[comma:]
        last[-1] = last[-1][0], last[-1][1] - 1
    elif len(words) > 2 and known[-1] and not any(known[:2]):
        size = 2 if known[-2] and len(words) > 3 else 1
        last, first = spans[:-size], spans[-size:]
    else:
        size = _given_words(known, few_given=few_given)
        first, last = spans[:size], spans[size:]
    if not first or not last:
        return {}
    parts = {
        "given": (first[0][0], first[-1][1]),
        "last": (last[0][0], last[-1][1]),
        "first": last[0],
    }
    if len(last) > 1:
        parts["second"] = last[1][0], last[-1][1]
    return parts


def _given_words(known: Sequence[bool], *, few_given: bool) -> int:
    """How many of the words of a name are given names."""
    if len(known) == 3:
        return 2 if known[1] and not known[2] and not few_given else 1
    return max(1, len(known) - 2)


def _words(mention: str) -> list[tuple[str, Span]]:
    """The words of a name with their offsets; a particle belongs to the word behind it."""
    said = mention.title() if mention.isupper() else mention
    at = len(said) - len(untitled(said))
    found: list[tuple[str, Span]] = []
    start = -1
    for word in mention[at:].split():
        here = mention.index(word, at)
        at = here + len(word)
        start = here if start < 0 else start
        if word.lower() in _PARTICLES:
            continue
        found.append((mention[start:at], (start, at)))
        start = -1
    return found


def _is_name(word: str) -> bool:
    last = word.split()[-1].rstrip(",")
    return last[:1].isupper() and all(char.isalpha() or char in "-.'’ªº" for char in last)


@lru_cache(maxsize=1)
def _given() -> frozenset[str]:
    return frozenset(map(fold, word_set("given_names")))


def _answered(field: FieldHints, whole: Candidate, span: Span, answered: float) -> FieldHints:
    start, end = whole.start + span[0], whole.start + span[1]
    said = whole.mention[slice(*span)]
    part = Candidate(start, end, said, whole.label, None, whole.source)
    score = max(
        (one.score for one in field.hints if meet(one.candidate.span, whole.span)), default=0.5
    )
    rest = tuple(one for one in field.hints if not meet(one.candidate.span, whole.span))
    first = Hint(part, max(score, 0.5), (), said)
    return replace(
        field, hints=(first, *rest)[:KEPT], answered=max(field.answered, answered), weighed=True
    )
