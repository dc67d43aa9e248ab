"""What the words of a field say: its cues, examples, rules for null, whether it wants long text."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from nlp.asked.cue_words import cues_beside, joined_names
from nlp.asked.schema_lexicon import compound_names, field_lexicon
from nlp.schema import Field, Schema
from nlp.stems import Phrase, both_stems, cognate_key, enye_restored, fold, spanish_stem, words_of
from nlp.word_lists import text_pattern

_EXAMPLES, _NULL_RULE, _STRICT_NULL, _LONG_TEXT = map(
    text_pattern, ("told_examples", "null_rule", "strict_null", "long_text")
)
_QUOTED = re.compile(r"['\"‘“«]([^'\"’”»]{1,80})['\"’”»]")

_HEADED_BEFORE = frozenset({"of", "with", "after", "before", "during", "for"})
"""What the head of an English name stands before, unless a participle does ("paid_for")."""
_SOMEBODY_BEFORE = frozenset({"on", "at"})
"""What one who does something stands before: "nurse_on_duty", "companion_at_discharge"."""
_THE_WHOLE = 0.5
"""What the words for the whole answer weigh as cues of a field with a name such as "number"."""
_BESIDE = 0.6
"""What a cue beside the items of a list weighs; what its name means in Spanish weighs .8."""
CueWeights = Mapping[Phrase, float]
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


def word_cues(words: Iterable[tuple[str, float]]) -> dict[Phrase, float]:
    """Stem phrases with weights: the words themselves, then what the lexicon says of them."""
    cues: dict[Phrase, float] = {}
    words = tuple(words)
    plain = tuple(word for word, _ in words)
    joined = [(word, 1.0) for word in compound_names(plain)]
    own = frozenset(words)
    for word, weight in (*words, *joined):
        if (word, weight) in own:
            for stem in (*both_stems(word), *both_stems(enye_restored(word))):
                cues[(stem,)] = max(cues.get((stem,), 0.0), weight)
        for concept in field_lexicon().concepts_of(word):
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


@dataclass(frozen=True, slots=True)
class FieldWords:
    """What speaks of a leaf: ``own`` is the field that names it, ``plain`` what describes it.

    ``plain`` leaves the examples out; ``generic`` is a name that leaves it to its parents what is
    asked, ``modified`` one that only says which of several amounts.
    """

    own: Field
    description: str
    examples: tuple[str, ...]
    plain: str
    names: tuple[str, ...]
    owners: tuple[str, ...]
    generic: bool
    modified: bool

    @property
    def inherited(self) -> tuple[str, ...]:
        """The parents' words, where they say what is asked."""
        return self.owners if self.generic or self.modified else ()


def words_for(leaf: Field, parents: tuple[Field, ...]) -> FieldWords:
    """The words that speak of a leaf below its parents, the root first."""
    lexicon = field_lexicon()
    named = [leaf, *(above for above in reversed(parents) if above.kind == "array")]
    own = next((one for one in named if one.is_named), leaf)
    told = dict.fromkeys(part for part in (leaf.description, own.description) if part)
    examples, plain = examples_of(" ".join(told))
    names = content_words(_head_last(words_of(own.name) or words_of(leaf.title)))
    above = [one for one in parents if one is not own][1:]
    return FieldWords(
        own=own,
        description=" ".join(told),
        examples=examples + tuple(one for one in leaf.examples if isinstance(one, str)),
        plain=plain,
        names=names,
        owners=content_words(
            word for one in above for word in words_of(one.name) + words_of(one.title)
        ),
        generic=all(lexicon.is_generic(word) for word in names),
        modified=leaf.is_numeric and _only_modifies(names),
    )


def _head_last(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words of an English name with its head at the end: "cause_of_death" as "death_cause"."""
    folded = [word.lower() for word in words]
    for at in range(1, len(words) - 1):
        if _is_headed(folded[at - 1], folded[at]):
            return (*words[at + 1 :], *words[:at])
    return words


def _is_headed(word: str, following: str) -> bool:
    """Whether a word is the head of a name by what follows it."""
    if following in _SOMEBODY_BEFORE:
        return field_lexicon().may_ask(word, "person")
    return following in _HEADED_BEFORE and not word.endswith("ed")


_ACRONYM, _INITIALS = range(2, 5), 0.9
"""Letters of an acronym that names may be written as ("FC" for a heart rate), and its weight."""


def name_cues(words: FieldWords, schema: Schema, *, listed: bool) -> dict[Phrase, float]:
    """The cues of a leaf's name, of its parents' where that says little, or of the whole answer."""
    lexicon = field_lexicon()
    names = word_cues([(one, 1.0) for one in words.names if not lexicon.is_generic(one)])
    names |= word_cues([(word, 0.7) for word in words.inherited])
    initials = "".join(fold(word[:1]) for word in words.names)
    if len(initials) in _ACRONYM and initials.isalpha() and not lexicon.is_stopword(initials):
        names.setdefault((spanish_stem(initials),), _INITIALS)
    if words.generic and not words.owners and not listed:
        whole = content_words((*words_of(schema.title), *words_of(schema.instruction)))
        telling = [(word, _THE_WHOLE) for word in whole if not lexicon.is_generic(word)]
        names = word_cues(telling) | names
    return names


def list_cues(parents: Sequence[Field]) -> CueWeights:
    """The cues of the nearest list a leaf stands in, by its name and what it is said to hold."""
    array = next((one for one in reversed(parents) if one.kind == "array"), None)
    if array is None:
        return {}
    lexicon = field_lexicon()
    words = content_words(words_of(array.name))
    return with_beside(
        word_cues([(word, 1.0) for word in words if not lexicon.is_generic(word)]), words
    )


def with_beside(cues: CueWeights, words: Sequence[str]) -> dict[Phrase, float]:
    """The cues of a list, and what texts say beside the items of one so named."""
    found = dict(cues)
    for word in (*words, *joined_names(words)):
        for phrase in cues_beside(word):
            found[phrase] = max(found.get(phrase, 0.0), _BESIDE)
    return found


def _only_modifies(names: Sequence[str]) -> bool:
    """Whether a name only says which of several amounts ("minimum", "total", "promedio")."""
    lexicon = field_lexicon()
    return bool(names) and all(
        fold(word) in lexicon.edges or lexicon.may_ask(word, "quality") for word in names
    )
