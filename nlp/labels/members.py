"""Enum members and flags as they are written on forms."""

import re
from collections.abc import Iterable, Sequence

from nlp.asked.enum_members import Member, members_of
from nlp.asked.field_profile import FieldProfile
from nlp.labels.form_elements import LETTER, Pair, is_ticked, options_in
from nlp.labels.label_lexicon import label_lexicon
from nlp.labels.likeness import covered
from nlp.labels.terms import bag, held, label_terms
from nlp.latest import latest
from nlp.schema import JSON, Field
from nlp.stems import Phrase, fold, spanish_stem, stems_of, words_of

_LEAST = 0.45
_OWN_WORD = 0.8
_INITIALS = 3
UNBOXED = LETTER | {"title", "under", "head", "cell", "joined"}
WORDED = 0.85
_TOLD = 3
"""Words of a value that may say a flag, or the opposite."""
_MOST_WORDS = 12
"""Words of a value that are looked through for a member."""


def flag_of(text: str, pair: Pair, name: str = "") -> tuple[bool | None, float]:
    """What a yes-or-no label says of a flag of that name, with how sure it is."""
    options = options_in(text, pair.start, pair.end)
    if pair.form == "box":
        return is_ticked(text[pair.start : pair.end]), 0.9
    if options:
        said = {pole_of(one.text): one.ticked for one in options}
        if (
            len(options) == len((True, False))
            and said.get(True) is None
            and said.get(False) is not None
        ):
            said[True] = next(one.ticked for one in options if pole_of(one.text) is not False)
        if said.get(True) or said.get(False):
            return bool(said.get(True)), 1.0
        if len(options) == 1:
            return options[0].ticked, 0.8
        return None, 0.0
    value = text[pair.start : pair.end]
    pole = pole_of(value)
    return _telling(value, name) if pole is None else (pole, 1.0 if len(value.split()) < 4 else 0.8)


def _telling(value: str, name: str) -> tuple[bool | None, float]:
    """A flag said in its own words: "incluida" for `incluida`, "excluida" against it."""
    sets, words = label_lexicon().sets, re.findall(r"\w+", fold(value))
    if not words:
        return None, 0.0
    if words[0] in sets["lacking"]:
        return False, 0.85
    own = _own_words(words, name)
    if own is not None:
        return own, 0.85
    if words[0] in sets["denied"]:
        return False, 0.75
    return (True, 0.75) if words[0] in sets["granted"] else (None, 0.0)


def _own_words(words: Sequence[str], name: str) -> bool | None:
    """Whether words say a flag of that name or the opposite of it; None where they say neither."""
    opposites = label_lexicon().opposites
    named = bag(label_terms(name))
    if any(held(term, named) >= _OWN_WORD for term in label_terms(" ".join(words[:_TOLD]))):
        return True
    against = {other for stem in stems_of(name) for other in opposites.get(stem, ())}
    return None if against.isdisjoint(map(spanish_stem, words[:_TOLD])) else False


def denies_flag(profile: FieldProfile, pair: Pair, text: str) -> bool:
    """Whether what stands behind a label says the opposite of a word of a flag."""
    if profile.field.kind != "boolean" or pair.form in UNBOXED:
        return False
    words = re.findall(r"\w+", fold(text[pair.start : pair.end]))
    return _own_words(words, profile.field.name) is False


def pole_of(words: str) -> bool | None:
    """Whether words begin with a yes or a no."""
    lexicon = label_lexicon()
    first = (re.findall(r"\w+", fold(words)) or [""])[0]
    if first in lexicon.sets["affirmative"]:
        return True
    return False if first in lexicon.sets["negative"] else None


def member_of(profile: FieldProfile, said: str, beside: Sequence[str] = ()) -> tuple[JSON, float]:
    """The member that words stand for, with how sure it is; None where none does.

    ``beside`` are the words of the boxes that offer it among others.
    """
    bare = fold(said).strip(" .,;:()")
    if not bare:
        return None, 0.0
    plain = _by_name(profile.field)
    if bare in plain:
        return plain[bare], 1.0
    gendered = _gendered(profile, plain, bare, beside)
    if gendered is not None:
        return gendered, 0.97
    found = (
        (spot.start(), -len(name), name)
        for name in plain
        if len(name) > 2
        and name in bare
        and (spot := re.search(rf"(?<!\w){re.escape(name)}(?!\w)", bare))
    )
    if first := min(found, default=None):  # "alta (entró como media)"
        return plain[first[2]], 0.95
    if len(bare) <= _INITIALS:
        starting = [member for name, member in plain.items() if name.startswith(bare)]
        if len(starting) == 1:
            return starting[0], 0.9
    return _worded(profile, said) or _alike(profile, said)


def _gendered(
    profile: FieldProfile, plain: dict[str, JSON], bare: str, beside: Sequence[str]
) -> JSON:
    """A member for a gender: "varón" for "H", "H" for "hombre", "M" beside "F" for "masculino"."""
    sets = label_lexicon().sets
    male, female = sets["male"], sets["female"]
    objects = [one.name for one in profile.parents]
    siblings = [child.name for one in profile.parents[-1:] for child in one.fields]
    of_animals = "hembra" in plain or any(
        fold(word) in sets[which]
        for which, names in (("animals", objects), ("of_animals", siblings))
        for name in names
        for word in words_of(name)
    )
    begun = {fold(name)[:1] for name in (beside or plain)}
    if of_animals or ("f" in begun and "h" not in begun):
        male, female = male | {"m"}, female - {"m"}
    if of_animals:
        male, female = male - {"h"}, female | {"h"}
    said = sorted(re.findall(r"\w+", bare), key=lambda word: len(word) == 1)
    word = next((word for word in said if word in male | female), None)
    side = male if word in male else female
    if word is None or not all(any(name in one for name in plain) for one in (male, female)):
        return None
    return next(member for name, member in plain.items() if name in side)


@latest(64)
def _by_name(field: Field) -> dict[str, JSON]:
    """The members of an enum by their names as labels have them."""
    return {fold(str(member)).replace("_", " "): member for member in field.enum}


def _worded(profile: FieldProfile, said: str) -> tuple[JSON, float] | None:
    """The member each of whose words is said in Spanish; the longest, where only one is."""
    stems = tuple(map(spanish_stem, words_of(said)[:_MOST_WORDS]))
    found = [one for one in members_of(profile) if _is_worded(one, stems)]
    longest = [one for one in found if len(one.parts) == max(len(each.parts) for each in found)]
    return (longest[0].value, WORDED) if len(longest) == 1 else None


def _is_worded(member: Member, stems: tuple[str, ...]) -> bool:
    def says(phrases: Iterable[Phrase]) -> bool:
        return any(
            phrase[0] in stems
            and any(stems[at : at + len(phrase)] == phrase for at in range(len(stems)))
            for phrase in phrases
        )

    return says(member.phrases) or (bool(member.parts) and all(map(says, member.parts)))


def _alike(profile: FieldProfile, said: str) -> tuple[JSON, float]:
    terms = label_terms(said, asides=True)
    keys = bag(terms)
    best: tuple[JSON, float] = (None, 0.0)
    second = 0.0
    for member in profile.field.enum:
        score, size = covered(label_terms(str(member).replace("_", " ")), keys)
        score /= size or 1.0
        prefix = fold(str(member))[:4]
        if len(prefix) == 4 and any(one.word.startswith(prefix) for one in terms):
            score = max(score, 0.8)
        if score > best[1]:
            best, second = (member, score), best[1]
        else:
            second = max(second, score)
    if best[1] < _LEAST or best[1] - second < 0.05:
        return None, 0.0
    return best[0], min(0.9, best[1])
