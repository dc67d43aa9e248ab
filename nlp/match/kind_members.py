"""Members of the kinds that fields ask for, where a text says them: "verde" for a colour.

A finder sees "mochila verde"; a field that asks for a colour sees the colour alone as well.
"""

from collections.abc import Iterator, Sequence

from nlp.asked.field_profile import FieldProfile
from nlp.asked.hyponyms import likeness_to
from nlp.spans import Candidate, Document, holds
from nlp.stems import located_words, spanish_stem

KINDS = "kinds"
"""The source of a candidate that only fields which ask for its kind look at."""


def kind_candidates(
    document: Document, known: Sequence[Candidate], profiles: Sequence[FieldProfile]
) -> Iterator[Candidate]:
    """The members of every kind asked for that no finder found as they stand."""
    kinds = {id(kind): kind for one in profiles if one.group == "text" for kind in one.kinds}
    if not kinds:
        return
    words = located_words(document.text)
    stems = [spanish_stem(word) for word, _, _ in words]
    seen = {one.span for one in known}
    for kind in kinds.values():
        for first, last in kind.found_in(stems):
            span = words[first][1], words[last - 1][2]
            if span not in seen:
                seen.add(span)
                yield Candidate(*span, document.text[slice(*span)], "NOUN_PHRASE", None, KINDS)


def of_kind(
    profile: FieldProfile, candidates: Sequence[Candidate], chosen: Sequence[int]
) -> list[int]:
    """Those of the chosen candidates that a field may take as far as its kinds say.

    Members that were found for other fields' kinds are none; no phrase is that has a member behind
    its noun, where the member stands alone as well: "mochila verde" for a colour.
    """
    if not profile.kinds:
        return [at for at in chosen if candidates[at].source != KINDS]
    like = {at: likeness_to(profile.kinds, candidates[at].mention) for at in chosen}
    bare = [
        candidates[at].span for at in chosen if candidates[at].source == KINDS and like[at] == 1.0
    ]
    return [
        at
        for at in chosen
        if not (candidates[at].source == KINDS and like[at] < 1.0)
        and not (
            candidates[at].label == "NOUN_PHRASE"
            and 0.0 < like[at] < 1.0
            and any(holds(candidates[at].span, span) for span in bare)
        )
    ]
