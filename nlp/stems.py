"""Words reduced to what English, Spanish and inflected forms of one word share."""

import re
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import groupby

import snowballstemmer

from nlp.folding import fold as fold


class _Stemmers(threading.local):
    """A stemmer keeps its state in itself, so each thread has its own."""

    def __init__(self) -> None:
        self.spanish = snowballstemmer.stemmer("spanish")
        self.english = snowballstemmer.stemmer("english")


_STEMMERS = _Stemmers()

Phrase = tuple[str, ...]
"""The Spanish stems of the words of a cue, in order."""

_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+){0,4}")
_CAMEL = re.compile(r"(?<=[a-záéíóúñ0-9])(?=[A-ZÁÉÍÓÚÑ])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[a-z])(?=\d)")
_LAST_VOWEL = re.compile(r"(.*?)(ue|ie|[oei])([^aeiou]+)")
_CHANGES = {"o": ("ue",), "ue": ("o",), "e": ("ie", "i"), "ie": ("e",), "i": ("e",)}
_NI_FOR_ENYE = re.compile(r"ni(?=[aeo])")
_MIN_CHANGED = 4
_MIN_COGNATE = 5
_KEPT = 400
"""Letters of the longest text whose words are kept."""

# Endings that English and Spanish write differently, cut so that the rest can be compared.
_ENDINGS = (
    "aciones", "ations", "iciones", "itions", "mientos", "idades",
    "acion", "ation", "icion", "ition", "miento", "iones", "mente", "ities", "idad", "ment",
    "cion", "sion", "tion", "ions", "ance", "ence", "ancia", "encia", "ical", "icos", "icas",
    "ious", "ioso", "iosa", "able", "ible", "ista", "ismo", "ados", "adas", "ting",
    "ion", "ity", "ous", "oso", "osa", "ico", "ica", "ics", "ist", "ism", "ive", "ivo", "iva",
    "orio", "oria", "dad", "ado", "ada", "ido", "ida", "ing", "ant", "ent", "nte", "ary", "ory",
    "ias", "ios", "ic", "al", "ly", "ed", "er", "or", "ro", "re", "es", "os", "as", "ia", "io",
    "ie", "ar", "ir", "e", "o", "a", "s", "y",
)  # fmt: skip
_SOUNDS = (
    ("exc", "ec"), ("mm", "nm"), ("ph", "f"), ("th", "t"), ("ck", "k"), ("qu", "c"), ("k", "c"),
    ("y", "i"), ("ct", "c"), ("x", "s"), ("z", "c"), ("v", "b"), ("h", ""),
)  # fmt: skip


def enye_restored(word: str) -> str:
    """A folded word with the ñ that names in ASCII may write "ni" ("tamanio", "anio"), folded too.

    The same word where it has no such letters.
    """
    return _NI_FOR_ENYE.sub("n", word)


@lru_cache(maxsize=65536)
def spanish_stem(word: str) -> str:
    """The Snowball stem of a Spanish word, without accents."""
    return fold(str(_STEMMERS.spanish.stemWord(word.lower())))


@lru_cache(maxsize=16384)
def vowel_changed(stem: str) -> tuple[str, ...]:
    """The stems of a verb's forms whose last vowel changes under stress ("aprob", "aprueb")."""
    found = _LAST_VOWEL.fullmatch(stem) if len(stem) >= _MIN_CHANGED else None
    if found is None:
        return ()
    return tuple(f"{found[1]}{vowel}{found[3]}" for vowel in _CHANGES[found[2]])


@lru_cache(maxsize=16384)
def english_stem(word: str) -> str:
    """The Snowball stem of an English word."""
    return fold(str(_STEMMERS.english.stemWord(word.lower())))


def both_stems(word: str) -> tuple[str, ...]:
    """The English and the Spanish stem of a word, which may be one."""
    return tuple(dict.fromkeys((english_stem(word), spanish_stem(word))))


def stem_phrases(cues: str) -> tuple[Phrase, ...]:
    """The stems of a line of Spanish cues; "_" joins the words of one."""
    return tuple(tuple(map(spanish_stem, cue.split("_"))) for cue in cues.split())


def named_phrases(table: Mapping[str, str]) -> Iterator[tuple[str, tuple[Phrase, ...]]]:
    """The names of a table of lines "names: cues", each folded and with the stems of its cues."""
    for names, cues in table.items():
        phrases = stem_phrases(str(cues))
        yield from ((fold(name), phrases) for name in names.split())


def shared_words(ours: Counter[str], theirs: Counter[str]) -> float:
    """F1 of two bags of words."""
    return 2 * (ours & theirs).total() / max(1, ours.total() + theirs.total())


@lru_cache(maxsize=65536)
def cognate_key(word: str) -> str:
    """What cognates share ("infectious", "infeccioso" → ``infec``); empty for short words."""
    key = fold(word)
    if len(key) < _MIN_COGNATE or not key.isalpha():
        return ""
    for ending in _ENDINGS:
        if key.endswith(ending) and len(key) - len(ending) >= _MIN_COGNATE - 1:
            key = key[: -len(ending)]
            break
    for written, sound in _SOUNDS:
        key = key.replace(written, sound)
    single = "".join(char for char, _ in groupby(key))
    return single if len(single) >= _MIN_COGNATE - 1 else ""


def words_of(text: str) -> tuple[str, ...]:
    """The words of running text or of a name in snake_case, kebab-case or camelCase."""
    return _few_words(text) if len(text) <= _KEPT else _split(text)


def stems_of(text: str, longer: int = 0) -> set[str]:
    """The stems of the words of a text that have more letters than ``longer``."""
    return {spanish_stem(fold(word)) for word in words_of(text) if len(word) > longer}


def _split(text: str) -> tuple[str, ...]:
    spaced = _CAMEL.sub(" ", text.replace("_", " "))
    return tuple(
        part
        for match in _WORD.finditer(spaced)
        for part in re.split(r"[-'’]", match.group())
        if part
    )


_few_words = lru_cache(maxsize=8192)(_split)


def located_words(text: str) -> list[tuple[str, int, int]]:
    """The words of a text with their half-open offsets."""
    return [(match.group(), match.start(), match.end()) for match in _WORD.finditer(text)]
