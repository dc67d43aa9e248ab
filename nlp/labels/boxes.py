"""What groups of boxes say: which member of an enum is ticked, what a ticked box says of a flag."""

from collections.abc import Sequence
from dataclasses import dataclass

from nlp.asked.field_profile import FieldProfile
from nlp.asked.schema_lexicon import field_lexicon
from nlp.labels.form_elements import Box, Pair, options_in
from nlp.labels.label_lexicon import label_lexicon
from nlp.labels.likeness import covered
from nlp.labels.members import UNBOXED, WORDED, member_of, pole_of
from nlp.labels.terms import Term, bag, label_terms, merged
from nlp.latest import latest
from nlp.schema import JSON
from nlp.stems import fold, words_of

_NAMED_BY_BOX, _GROUP = 0.7, 2
"""How much of a flag's name the words of a box say, in a group of how many."""
_WORD_MORE = 0.05
"""What each term of a box beyond those of the name takes from that."""
_NAMED_BY_ROW, _AHEAD = 0.45, 0.1
"""How much of a flag's name the question of a row says, and how far ahead of the next one."""
_BOXED = 0.6
"""How surely the words of a box have to name a member of a list."""


def chosen_member(profile: FieldProfile, said: Sequence[str], chosen: int) -> tuple[JSON, float]:
    """The member that the chosen one of the words beside boxes stands for.

    One that is known by none of its words has its place among the members, where most are known or
    all that are stand at theirs; or it is the one member that the other boxes leave.
    """
    found = _claimed(profile, said)
    if found[chosen][0] is not None:
        return found[chosen]
    members = [one for one in profile.field.enum if one is not None]
    told = {at: member for at, (member, _) in enumerate(found) if member is not None}
    left = [one for one in members if one not in told.values()]
    if len(said) == len(members) and members[chosen] in left:
        in_place = bool(told) and all(members[at] == member for at, member in told.items())
        if in_place or 2 * len(told) >= len(said):
            return members[chosen], WORDED
    sole = len(left) == 1 and (len(told) > 1 or len(said) == len(members))
    return (left[0], WORDED) if told and sole else (None, 0.0)


def _claimed(profile: FieldProfile, said: Sequence[str]) -> list[tuple[JSON, float]]:
    """The member of each of the words beside boxes; where several are like one, of the likest."""
    found = [member_of(profile, words, said) for words in said]
    best: dict[JSON, float] = {}
    for member, sure in found:
        best[member] = max(sure, best.get(member, 0.0))
    return [(member, sure) if sure == best[member] else (None, 0.0) for member, sure in found]


@dataclass(frozen=True, slots=True)
class Ticked:
    """The one box ticked among those that offer members of an enum."""

    member: JSON
    sure: float
    box: Box
    label: str


def ticked_of(
    profile: FieldProfile, pairs: Sequence[Pair], text: str
) -> tuple[Ticked | None, frozenset[str]]:
    """The ticked box that says a member of an enum, and the members whose boxes are left empty.

    None where no group of boxes says it, or two say different ones.
    """
    ticked: dict[str, Ticked] = {}
    empty: set[str] = set()
    told: set[str] = set()
    for pair, options in _offered(pairs, text):
        chosen = [at for at, one in enumerate(options) if one.ticked]
        if pair.form == "done" or len(options) < _GROUP or not chosen:
            continue
        said = [one.text for one in options]
        found = _claimed(profile, said)
        telling = [at for at, (member, sure) in enumerate(found) if _tells(member, sure, said[at])]
        if not telling:
            continue
        if len(telling) > 1 or len(said) == len(profile.field.enum):
            empty |= {str(found[at][0]) for at in telling if at not in chosen}
        told |= {str(found[at][0]) for at in telling if at in chosen}
        known = [at for at in chosen if at in telling] or chosen
        member, sure = chosen_member(profile, said, known[0]) if len(known) == 1 else (None, 0.0)
        if member is not None and (len(telling) > 1 or known[0] not in telling):
            ticked.setdefault(str(member), Ticked(member, sure, options[known[0]], pair.label))
    told |= ticked.keys()
    only = next(iter(ticked.values()), None) if len(told) == 1 else None
    return only, frozenset(empty - told)


def _tells(member: JSON, sure: float, words: str) -> bool:
    """Whether a box tells a member from those of other enums: no "sí", no "otro", no letter."""
    if member is None or sure < _BOXED or pole_of(words) is not None or len(words) < 2:
        return False
    return not field_lexicon().is_fallback(str(member))


@latest(2)
def _offered(pairs: Sequence[Pair], text: str) -> tuple[tuple[Pair, tuple[Box, ...]], ...]:
    """The boxes of each pair that has some; read once a text, however many fields ask."""
    found = ((pair, options_in(text, pair.start, pair.end)) for pair in pairs)
    return tuple((pair, options) for pair, options in found if options)


def boxed_members(profile: FieldProfile, pairs: Sequence[Pair], text: str) -> dict[JSON, bool]:
    """The members of an enum that boxes offer, and whether theirs is ticked, in the order of the text.

    Empty where fewer than two are offered or none is ticked.
    """
    offered: dict[JSON, bool] = {}
    for pair, options in _offered(pairs, text):
        for option in options:
            words = pair.label if pair.form == "box" else option.text
            member, sure = member_of(profile, words) if words else (None, 0.0)
            if member is not None and sure >= _BOXED:
                offered[member] = offered.get(member, False) or option.ticked
    return offered if len(offered) > 1 and any(offered.values()) else {}


def boxed_flag(profile: FieldProfile, pairs: Sequence[Pair], text: str) -> bool | None:
    """What boxes say of a flag that one of them is called by: "Ingreso: 1.ª vez [ ] Reinspección [X]".

    None where no group of boxes with a ticked one has it, and where it is one of yes and no alone.
    """
    terms = label_terms(profile.field.name)
    marked = _marked_flag(terms, pairs, text)
    if marked is not None:
        return marked
    best: tuple[float, bool | None] = (_NAMED_BY_BOX, None)
    for pair, options in _offered(pairs, text):
        if len(options) < _GROUP or not any(one.ticked for one in options):
            continue
        label = bag(label_terms(pair.label))
        for option in options:
            denied = _denies(option.text)
            score = _called(terms, option.text, label, denied=denied)
            if score > best[0] and (option.ticked or not denied):
                best = (score, option.ticked is not denied)
    return best[1]


def _denies(words: str) -> bool:
    """Whether words begin with a no."""
    first = words_of(words)[:1]
    return bool(first) and fold(first[0]) in label_lexicon().sets["negative"]


def _called(terms: Sequence[Term], words: str, label: dict[str, float], *, denied: bool) -> float:
    """How much of a flag's name the words of a box and its label say; 0 where it is the label alone."""
    own = words_of(words)
    said = label_terms(" ".join(own[denied:]))
    if not said or (pole_of(words) is not None and len(own) == 1):
        return 0.0
    by_box, size = covered(terms, bag(said))
    by_both, _ = covered(terms, merged(bag(said), label))
    share = by_both / (size or 1.0) if by_box else 0.0
    return share - _WORD_MORE * max(0, len(said) - len(terms))


def _marked_flag(terms: Sequence[Term], pairs: Sequence[Pair], text: str) -> bool | None:
    """The answer under whose head a mark stands in the one row that says most of a flag's name."""
    found: list[tuple[float, bool]] = []
    for pair in pairs:
        pole = pole_of(text[pair.start : pair.end]) if pair.start < pair.label_start else None
        if pole is not None:
            share, size = covered(terms, bag(label_terms(pair.label)))
            found.append((share / (size or 1.0), pole))
    found.sort(key=lambda one: -one[0])
    if not found or found[0][0] < _NAMED_BY_ROW:
        return None
    return found[0][1] if len(found) == 1 or found[1][0] < found[0][0] - _AHEAD else None


def offers_members(profile: FieldProfile, pair: Pair, text: str) -> bool:
    """Whether the words of boxes behind a label are members of an enum; two letters are none."""
    if profile.field.kind != "enum" or pair.form in UNBOXED:
        return False
    said = [one.text for one in options_in(text, pair.start, pair.end)]
    members = {
        str(one) for one, _ in (member_of(profile, words) for words in said) if one is not None
    }
    return len(members) > 1 and (len(said) > _GROUP or any(len(words) > 1 for words in said))
