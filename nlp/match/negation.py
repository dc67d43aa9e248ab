"""Which words of a text are denied: "sin fiebre", "se descarta infección", "no es crónica"."""

import re
from collections.abc import Sequence

import numpy as np

from nlp.folding import fold, fold_list
from nlp.latest import latest
from nlp.match.speech_parts import speech_parts
from nlp.match.surroundings import Flags, Floats, Surroundings
from nlp.match.trees import Traits
from nlp.word_lists import read_yaml

_SCOPE = 5
"""Words a denial reaches, within its clause."""
_STRONG = ";?!·•|"
"""Marks that part clauses which have nothing to do with each other."""
_CLAUSE_ENDS = _STRONG + ",:.()"
_NEW_LINE = re.compile(r"\n\W*[A-ZÁÉÍÓÚÑ]")
_WORDS = read_yaml("negation", plain=True)
_CONTRAST, _TURNS, _ADDS, _VERB_DENIALS, _OTHERS, _APART = (
    fold_list(_WORDS[name]) for name in ("contrast", "turns", "adds", "verbs", "others", "apart")
)
_DENIALS = _VERB_DENIALS | _OTHERS
_CUES = [
    (tuple(fold(cue).split()), step)
    for name, step in (("before", 1), ("after", -1))
    for cue in _WORDS[name]
]
"""What denies, and which way."""
_OPENERS = {cue[0] for cue, _ in _CUES}
_AROUND = 8
"""Words around a cue within which its clause denies it."""
_PARTING = _STRONG + ",()\n"
_ASIDE = re.compile(r",(?:\s\w+){1,3},")
"""What stands in a clause and does not part it: "no se exige, en cambio, fianza"."""


@latest(8)
def negated_tokens(here: Surroundings) -> Flags:
    """One flag per token (and one past the last): whether a denial reaches it."""
    folded = here.folded
    denied = np.zeros(len(folded) + 1, dtype=np.bool_)
    for at, word in enumerate(folded):
        if word not in _OPENERS or _seems(folded, at):
            continue
        for cue, step in _CUES:
            if folded[at : at + len(cue)] == cue:
                denied[_reached(here, at + len(cue) if step > 0 else at - 1, step)] = True
    return denied


def name_denial(names: Floats, here: Surroundings) -> Traits:
    """How surely a text denies what it names: "no tiene alergias"; and how surely it names it besides."""
    denied = negated_tokens(here)[: len(names)]
    return {
        "name_denied": float((names * denied).max(initial=0.0)),
        "name_affirmed": float((names * ~denied).max(initial=0.0)),
    }


def _reached(here: Surroundings, first: int, step: int) -> list[int]:
    """The words from ``first`` on, forwards or backwards, until the clause ends."""
    reached: list[int] = []
    for at in range(first, first + step * _SCOPE, step):
        if not 0 <= at < len(here.folded) or here.folded[at] in _CONTRAST:
            break
        left, right = (at - 1, at) if step > 0 else (at, at + 1)
        if left >= 0 and right < len(here.folded):
            between = here.document.text[here.ends[left] : here.starts[right] + 1]
            if _ends_clause(between):
                break
        reached.append(at)
    return reached


def _ends_clause(between: str) -> bool:
    """Whether a mark parts two words, or a line that begins with a capital."""
    return any(mark in between for mark in _CLAUSE_ENDS) or _NEW_LINE.search(between) is not None


def is_denied_at(here: Surroundings, cues: Sequence[int], bounds: tuple[int, int]) -> bool:
    """Whether any cue of a sentence ``bounds`` (in tokens) is denied.

    A denial counts that reaches a cue ("sin comisión") or that stands in its clause ("la comisión
    ya no se cobra").
    """
    denied = negated_tokens(here)
    return any(
        denied[at]
        or any(
            _denies(here, one, at)
            for one in range(max(bounds[0], at - _AROUND), min(bounds[1], at + 1 + _AROUND))
        )
        for at in cues
    )


def _denies(here: Surroundings, denial: int, cue: int) -> bool:
    """Whether a word is a denial in the clause of a cue; a colon after a label parts nothing."""
    denials = _DENIALS if denial > cue else _VERB_DENIALS
    if here.folded[denial] not in denials or _seems(here.folded, denial):
        return False
    if denial > cue and here.folded[denial] in _APART and _is_apart(here, denial):
        return False
    low, high = sorted((denial, cue))
    if any(here.folded[one] in _CONTRAST for one in range(low, high)):
        return False
    between = _ASIDE.sub("", here.document.text[here.ends[low] : here.starts[high] + 1])
    if denial > cue:
        end = here.ends[denial]
        if here.document.text[end : end + 1] in {"", ".", ";", "\n"}:
            between = between.replace(",", "")  # "Las bicicletas, no."
        return not any(mark in between for mark in _PARTING)
    return not _ends_clause(between)


def _is_apart(here: Surroundings, at: int) -> bool:
    """Whether a comma stands right before a word: "obra nueva, exterior, sin amueblar"."""
    return at > 0 and "," in here.document.text[here.ends[at - 1] : here.starts[at]]


def clause_of(here: Surroundings, at: int, bounds: tuple[int, int]) -> tuple[int, int]:
    """The part of a sentence ``bounds`` (in tokens) around a word that speaks of one thing.

    "Ya firmó, pero aún no ha pagado" has two; so has what a verb follows "y" in.
    """
    first, last = at, at + 1
    while first > bounds[0] and not _parts(here, first):
        first -= 1
    while last < bounds[1] and not _parts(here, last):
        last += 1
    return first, last


def _parts(here: Surroundings, at: int) -> bool:
    """Whether another clause begins with a word."""
    text, word = here.document.text, here.folded[at]
    between = text[here.ends[at - 1] : here.starts[at]]
    if word in _TURNS or any(mark in between for mark in _STRONG):
        return True
    if word not in _ADDS or at + 1 == len(here.ends):
        return False
    verb = speech_parts(here.document).first_verb(here.ends[at], here.ends[at + 1])
    return verb is not None


def _seems(folded: Sequence[str], at: int) -> bool:
    """Whether what looks like a denial is none: "no solo", "sin embargo"."""
    return any(" ".join(folded[at : at + size]) in _WORDS["seeming"] for size in (2, 3))
