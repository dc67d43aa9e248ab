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
from nlp.schema import is_repeated
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
    people = {fold(untitled(one.mention)): one for one in candidates if one.label == "PERSON"}
    full = {name: one for name, one in people.items() if " " in name}
    changed = dict(hints)
    for profile in labels.profiles if full else ():
        field = hints[profile.path]
        if not field.hints or is_repeated(profile.path) or _asks_part(profile):
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


def _asks_part(profile: FieldProfile) -> bool:
    """Whether a field asks for a part of a name, or for what somebody is called by friends."""
    field = profile.field
    if field.kind != "string" or field.is_choice or field.constraints.pattern:
        return True
    said = fold(f"{' '.join(words_of(field.name))} {field.description}")
    part = _PART.search(said)
    return (part is not None and part.lastgroup != "generic") or bool(
        told_form(field.description).ways
    )


def _only_name(name: str, full: Mapping[str, Candidate]) -> Candidate | None:
    """The longest of the names with a word, if it holds all others."""
    found = [one for one in full if name in one.split()]
    longest = max(found, key=len, default="")
    return full[longest] if longest and all(one in longest for one in found) else None
