"""People whom a text names in full once and then by one name: the full name answers for them.

Of 414 fields of people in teachers' texts that do both, and that ask for no part of a name, gold says
the full name in 406.
"""

import re
from collections.abc import Iterable, Mapping

from nlp.asked.field_profile import FieldProfile
from nlp.asked.rendering import answer_value
from nlp.asked.told_form import told_form
from nlp.hints import FieldHints, Hint
from nlp.labels.applied import Labels
from nlp.names.heads import untitled
from nlp.schema import is_repeated, parent_path
from nlp.spans import Candidate
from nlp.stems import fold, words_of
from nlp.word_lists import text_pattern

_ONE_NAME = re.compile(r"[A-ZÁÉÍÓÚÑÜ][a-záéíóúñü'’-]+")
_PART = text_pattern("name_field")
_ASKED = 0.4


def with_full_names(
    hints: Mapping[str, FieldHints], labels: Labels, candidates: Iterable[Candidate]
) -> dict[str, FieldHints]:
    """The hints, those that say a person by one name with the only full name that has it."""
    people = sorted(
        (one for one in candidates if one.label == "PERSON"), key=lambda one: -len(one.mention)
    )
    full = {name: one for one in people if " " in (name := fold(untitled(one.mention)))}
    changed = dict(hints)
    parted = {parent_path(one.path) for one in labels.profiles if _asks_part(one)}
    for profile in labels.profiles if full else ():
        field = hints[profile.path]
        if not field.hints or is_repeated(profile.path) or not _asks_words(profile):
            continue
        if _asks_part(profile) or (_is_name(profile) and parent_path(profile.path) in parted):
            continue
        first = field.hints[0]
        if first.candidate.label != "PERSON" and profile.asks("person") < _ASKED:
            continue
        if not isinstance(first.value, str) or _ONE_NAME.fullmatch(first.value) is None:
            continue
        whole = _only_name(fold(first.value), full)
        if whole is not None:
            value = answer_value(whole, profile)
            changed[profile.path] = field.led_by(
                Hint(whole, first.score, first.reasons, value), field.hints[1:], field.answered
            )
    return changed


def _asks_words(profile: FieldProfile) -> bool:
    field = profile.field
    return field.kind == "string" and not field.is_choice and not field.constraints.pattern


def _asks_part(profile: FieldProfile) -> bool:
    """Whether a field asks for a part of a name."""
    part = _PART.search(
        fold(f"{' '.join(words_of(profile.field.name))} {profile.field.description}")
    )
    ways = told_form(profile.field.description).ways
    return bool(ways) or (part is not None and part.lastgroup != "generic")


def _is_name(profile: FieldProfile) -> bool:
    """Whether a field is called a name, which is the given one where surnames are asked for beside it."""
    return _PART.search(fold(" ".join(words_of(profile.field.name)))) is not None


def _only_name(name: str, full: Mapping[str, Candidate]) -> Candidate | None:
    """The longest of the names with a word, if it holds all others."""
    found = [one for one in full if name in one.split()]
    longest = max(found, key=len, default="")
    return full[longest] if longest and all(one in longest for one in found) else None
