"""What the words of a field say: its cues, examples, rules for null, whether it wants long text."""

import re
from collections.abc import Iterable, Mapping

from nlp.asked.schema_lexicon import FieldLexicon, compound_names, field_lexicon
from nlp.stems import cognate_key, english_stem, spanish_stem

_EXAMPLES = re.compile(
    r"(?:e\.\s?g\.|i\.\s?e\.|p\.\s?ej\.|por ejemplo|ej\.|ejemplo|ejemplos|such as|tales como|"
    r"for example|como)[,:]?\s*(?P<body>[^()\n]{1,240})",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"['\"‘“«]([^'\"’”»]{1,80})['\"’”»]")
_NULL_RULE = re.compile(
    r"\b(?:null|nulo|none|vac[ií]o|if (?:any|mentioned|specified|available|applicable|stated)|"
    r"si (?:se|existe|consta|aparece|hay|procede|lo))\b",
    re.IGNORECASE,
)
_STRICT_NULL = re.compile(
    r"\b(?:return null|null (?:if|when|unless)|only if|explicit|expl[ií]cit|exact|null si|"
    r"s[oó]lo si|solo si)",
    re.IGNORECASE,
)
_LONG_TEXT = re.compile(
    r"\b(?:\d\s?[-–a]\s?\d (?:sentences|frases|oraciones)|summary|resumen|sinopsis|synopsis|"
    r"paragraph|p[aá]rrafo|sentences|frases|oraciones)\b",
    re.IGNORECASE,
)

CueWeights = Mapping[tuple[str, ...], float]
"""Weights of Spanish stem phrases."""


def content_words(words: Iterable[str]) -> tuple[str, ...]:
    """The words that are no stop words, each once."""
    lexicon = field_lexicon()
    return tuple(dict.fromkeys(word for word in words if not lexicon.is_stopword(word)))


def examples_of(description: str) -> tuple[tuple[str, ...], str]:
    """The example values a description gives, and the description without them."""
    found: list[str] = []
    plain = description
    for match in _EXAMPLES.finditer(description):
        body = match.group("body")
        quoted = _QUOTED.findall(body)
        found += quoted or [part.strip(" .;[]") for part in re.split(r",| o | or |\.\.\.", body)]
        plain = plain.replace(match.group(), " ")
    return tuple(one for one in dict.fromkeys(found) if one), plain


def word_cues(
    words: Iterable[tuple[str, float]], lexicon: FieldLexicon
) -> dict[tuple[str, ...], float]:
    """Stem phrases with weights: the words themselves, then what the lexicon says of them."""
    cues: dict[tuple[str, ...], float] = {}
    words = tuple(words)
    plain = tuple(word for word, _ in words)
    joined = [(word, 1.0) for word in compound_names(plain)]
    own = frozenset(words)
    for word, weight in (*words, *joined):
        if (word, weight) in own:
            for stem in {spanish_stem(word), english_stem(word)}:
                cues[(stem,)] = max(cues.get((stem,), 0.0), weight)
        for concept in lexicon.concepts_of(word):
            for phrase in concept.cues:
                cues[phrase] = max(cues.get(phrase, 0.0), 0.8 * weight)
    return cues


def cognate_keys(names: Iterable[str], described: Iterable[str]) -> dict[str, float]:
    """The cognate keys of a name's words, and half as much of its description's."""
    keys = {cognate_key(word): 0.5 for word in described}
    keys |= {cognate_key(word): 1.0 for word in names}
    keys.pop("", None)
    return keys


def null_rule(description: str) -> float:
    """How much a description speaks of null: 0 not at all, .5 in passing, 1 as a strict rule."""
    if _STRICT_NULL.search(description):
        return 1.0
    return 0.5 if _NULL_RULE.search(description) else 0.0


def is_long_text(told: str) -> bool:
    """Whether a field's words ask for sentences, a paragraph, a summary."""
    return _LONG_TEXT.search(told) is not None
