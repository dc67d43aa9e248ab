"""Fields that ask for the same kind of thing compete for the mentions of a text.

Buyer and seller, origin and destination of one object; the dates of a whole schema, its numbers:
the words around a mention speak for several of them, but one mention seldom answers two. The
field that is surest of a mention takes it; for the others it counts a fraction, so that they keep
it only where nothing else comes near.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from nlp.asked.field_profile import FieldProfile, ask_alike
from nlp.hints import FieldHints, Hint
from nlp.stems import fold

SHARED = 0.25
"""What is left of a mention's chance once a rival field took it."""


def settle_competition(
    profiles: Sequence[FieldProfile], hints: Mapping[str, FieldHints]
) -> dict[str, FieldHints]:
    """The hints of each path, with mentions shared out among rival fields."""
    settled = dict(hints)
    families: dict[str, list[FieldProfile]] = defaultdict(list)
    for profile in profiles:
        if _competes(profile) and settled[profile.path].hints:
            families[_family(profile)].append(profile)
    for family_members in families.values():
        _share_out(family_members, settled)
    return settled


def _competes(profile: FieldProfile) -> bool:
    return "*" not in profile.path and not profile.long_text


def _family(profile: FieldProfile) -> str:
    """Whom a field may compete with: the fields of its group, values with those of one form."""
    return f"{profile.group} {' '.join(profile.templates)}"


def _alike(profile: FieldProfile, other: FieldProfile) -> bool:
    """Whether two fields of one object, or of one name in two, ask for somebody or somewhere."""
    siblings = profile.path.rpartition(".")[0] == other.path.rpartition(".")[0]
    namesakes = profile.field.name == other.field.name
    return (siblings or namesakes) and ask_alike(profile, other)


def _share_out(members: Sequence[FieldProfile], settled: dict[str, FieldHints]) -> None:
    waiting = sorted(
        members,
        key=lambda one: -settled[one.path].hints[0].score * settled[one.path].answered,
    )
    taken: list[tuple[FieldProfile, Hint]] = []
    for profile in waiting:
        before = settled[profile.path]
        competitors = [hint for _, hint in taken]
        alike = [hint for other, hint in taken if _alike(profile, other)]
        if profile.group == "text":
            before = _without_taken(before, alike, _same) if alike else before
        elif competitors:
            before = _without_taken(before, competitors, _overlap)
        settled[profile.path] = before
        taken.append((profile, before.hints[0]))


def _without_taken(
    before: FieldHints,
    competitors: Sequence[Hint],
    same: Callable[[Hint, Hint], bool],
) -> FieldHints:
    weighed = [
        replace(hint, score=hint.score * SHARED)
        if any(same(hint, one) for one in competitors)
        else hint
        for hint in before.hints
    ]
    whole = sum(hint.score for hint in before.hints)
    left = sum(hint.score for hint in weighed) or 1.0
    shared = [replace(hint, score=hint.score * whole / left) for hint in weighed]
    return replace(before, hints=tuple(sorted(shared, key=lambda hint: -hint.score)))


def _overlap(first: Hint, second: Hint) -> bool:
    one, other = first.candidate, second.candidate
    return one.start < other.end and other.start < one.end


def _same(first: Hint, second: Hint) -> bool:
    """Whether two hints name the same thing: the same place, or one's words hold the other's."""
    one, other = first.candidate, second.candidate
    if _overlap(first, second):
        return True
    left, right = fold(one.mention), fold(other.mention)
    return left in right or right in left
