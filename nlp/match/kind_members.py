"""Members of the kinds that fields ask for, where a text says them: "verde" for a colour.

A finder sees "mochila verde"; a field that asks for a colour sees the colour alone as well.
"""

from collections.abc import Iterator, Sequence

from nlp.asked.field_profile import FieldProfile
from nlp.spans import Candidate, Document
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


def is_of_kind(profile: FieldProfile, candidate: Candidate) -> bool:
    """Whether a field asks for the kind of such a candidate; True of all others."""
    if candidate.source != KINDS:
        return True
    return any(kind.likeness(candidate.mention) == 1.0 for kind in profile.kinds)
