"""What kind of answer a field's words call for, as a distribution over classes."""

import re
from collections.abc import Mapping, Sequence

from nlp.asked.schema_lexicon import AGENT, Concept, compound_names, field_lexicon
from nlp.schema import Field
from nlp.stems import fold
from nlp.word_lists import read_yaml

CLASSES: tuple[str, ...] = (
    "person", "organization", "place", "date", "time", "duration", "frequency", "money", "count",
    "ordinal", "measure", "identifier", "heading", "title", "text", "term", "flag", "quality",
)  # fmt: skip

_NO_NUMBERS = frozenset(CLASSES) - {"duration", "money", "count", "ordinal", "measure"}
_UNLIKELY_TEXT = frozenset({"count", "ordinal", "flag"})
_YEAR, _QUALITY = "year", "quality"
_NO_THING = frozenset({_QUALITY, ""})
_SHAPED = 0.7
"""How sure a name's shape is of what it asks for."""
_BODY = 0.15
"""Of that, how likely who does something is a body and no person."""
_MOST_RAISED = 2.5
_NAMES = frozenset({"nombre", "nombres", "name"})
_OPENED = ("person", "organization", "place", "date")
"""What an opening noun may call for."""
_DAYS = frozenset({"date", "month", "year"})
_OPENINGS: Mapping[str, str] = read_yaml("opening_words")
_ARTICLES, _OF, _SPANISH, _ENDS = (
    frozenset(_OPENINGS[one].split()) for one in ("articles", "of", "spanish", "ends")
)
_NO_NOUNS = _ARTICLES | _SPANISH | _ENDS
_TOKEN = re.compile(r"['’]s\b|[^\W\d_]+|\S")


def answer_classes(
    names: tuple[str, ...], described: tuple[str, ...], owners: tuple[str, ...]
) -> dict[str, float]:
    """A distribution over answer classes; the rest, up to 1, is "no idea".

    The name says most, its head (the last word in English, the first in Spanish) above all; the
    description counts a quarter, or all where the name says nothing.
    """
    weighed = [(word, 0.35 if index else 1.0) for index, word in enumerate(reversed(names))]
    if names and field_lexicon().is_spanish(names[0]):
        weighed.append((names[0], 0.8))
    weighed += [(word, 2.0) for word in compound_names(names)]
    weighed += [(word, 1.0) for word in owners]
    said = [(word, 1.0 if index < 4 else 0.4) for index, word in enumerate(described[:10])]
    by_name = _class_scores(weighed)
    by_text = _class_scores(said)
    named, told = sum(by_name.values()), sum(by_text.values())
    share = 0.75 if named else 0.0
    return {
        name: share * by_name.get(name, 0.0) / (named + 0.15)
        + (1.0 - share) * by_text.get(name, 0.0) / (told + 0.5)
        for name in CLASSES
        if by_name.get(name) or by_text.get(name)
    }


def shaped(
    classes: Mapping[str, float],
    name: Sequence[str],
    description: str,
    owners: Sequence[str] = (),
    *,
    listed: bool = False,
) -> dict[str, float]:
    """The distribution of a string whose name, or description's beginning, has a telling shape.

    "approved_by" asks who, "signed_on" when, "licence_number" for a code, whatever else is named. The
    name of a thing whose ``owners`` have the shape of a person is a person's. What opens the
    description of a list may be what holds its items, and is not asked (``listed``).
    """
    lexicon = field_lexicon()
    found = _shape(name)
    if found is None and (
        lexicon.told_names.match(fold(description))
        or (_NAMES & {fold(word) for word in name} and _shape(owners) == "person")
    ):
        found = "person"
    if found is None and not listed:
        found = _opening(description)
        if found == max(classes, key=lambda one: classes[one], default=None):
            found = None
    if found is None:
        return dict(classes)
    rest = _raised(classes, found)
    if found == "person":
        rest[found] -= _BODY
        rest["organization"] = rest.get("organization", 0.0) + _BODY
    return rest


def of_year(classes: Mapping[str, float], description: str) -> dict[str, float]:
    """The distribution of a number whose description opens with the year that it asks for."""
    return _raised(classes, "date") if _opening(description) == "date" else dict(classes)


def _raised(classes: Mapping[str, float], found: str) -> dict[str, float]:
    rest = {one: share * (1 - _SHAPED) for one, share in classes.items()}
    rest[found] = rest.get(found, 0.0) + _SHAPED
    return rest


def _shape(words: Sequence[str]) -> str | None:
    joined = "_".join(fold(word) for word in words)
    return next((one for shape, one in field_lexicon().shapes if shape.search(joined)), None)


def _opening(description: str) -> str | None:
    """What the noun that opens a description calls for: "Month in which…", "Nombre del río".

    Of a noun phrase that is the first word in Spanish, and in English the last that is no participle
    ("the museum's curator").
    """
    words, chunk = [*map(fold, _TOKEN.findall(description)), "."], list[str]()
    at = -1 if _SPANISH.isdisjoint(words) else 0
    for word in words:
        if word == "'s":
            chunk.clear()
        elif word[0].isalpha() and word not in _NO_NOUNS:
            chunk.append(word)
        elif word not in _ARTICLES or chunk:
            if word not in _OF or not _NAMES.intersection(chunk):
                heads = [one for one in chunk if at == 0 or not one.endswith("ed")] or chunk
                return _called_for(heads[at]) if chunk else None
            chunk.clear()
    return None


def _called_for(noun: str) -> str | None:
    """The class most meanings of a noun call for, where it names somebody, somewhere or a day."""
    concepts = [one for one in field_lexicon().concepts_of(noun) if _says(one, noun)]
    classes = [one.answer_class for one in concepts if one.answer_class != _QUALITY]
    found = next((one for one in _OPENED if classes.count(one) * 2 > len(classes)), None)
    timely = any(_DAYS & set(one.names) for one in concepts)
    return found if found != "date" or timely else None


def _says(concept: Concept, noun: str) -> bool:
    """Whether a noun is one of a concept's words as written, and not akin to one.

    A concept of nothing but plurals ("years") is none of one year.
    """
    if concept.names == AGENT:
        return True
    words = {*map(fold, concept.names), *concept.words}
    several = all(name.endswith("s") for name in concept.names) and not noun.endswith("s")
    return bool({noun, noun.removesuffix("s")} & words) and not several


def without_unlikely(
    classes: Mapping[str, float], leaf: Field, words: Sequence[str]
) -> dict[str, float]:
    """The distribution without what a JSON type all but rules out, as certain as before.

    A number is a date only where its words ask for a year, or a whole one where they ask for nothing
    else ("founded"); no number is a title. A string whose classes are all unlikely keeps them.
    """
    unlikely = _UNLIKELY_TEXT if leaf.kind == "string" else frozenset()
    if leaf.is_numeric:
        unlikely = _NO_NUMBERS - ({"date"} if _asks_year(words) else set())
    kept = {name: share for name, share in classes.items() if name not in unlikely}
    if not kept and leaf.kind == "integer" and "date" in classes:
        kept = {"date": classes["date"]}
    total, whole = sum(kept.values()), sum(classes.values())
    if not total:
        return {} if leaf.is_numeric else dict(classes)
    scale = min(whole / total, _MOST_RAISED)
    return {name: share * scale for name, share in kept.items()}


def _asks_year(words: Sequence[str]) -> bool:
    lexicon = field_lexicon()
    return any(_YEAR in concept.names for word in words for concept in lexicon.concepts_of(word))


def _class_scores(weighed: Sequence[tuple[str, float]]) -> dict[str, float]:
    lexicon = field_lexicon()
    told = [(word, weight, _telling(word)) for word, weight in weighed]
    named = any(lexicon.classed(word) and not lexicon.is_generic(word) for word, _ in weighed)
    thing = any(one.answer_class not in _NO_THING for _, _, concepts in told for one in concepts)
    scores: dict[str, float] = {}
    for word, weight, concepts in told:
        of_quality = thing and all(one.answer_class == _QUALITY for one in concepts)
        if (named and lexicon.is_generic(word)) or of_quality:
            weight *= 0.2
        for concept in concepts:
            share = weight / len(concepts)
            scores[concept.answer_class] = scores.get(concept.answer_class, 0.0) + share
    return scores


def _telling(word: str) -> tuple[Concept, ...]:
    """What a word asks for; a quality ("local", "primera") only where it says nothing else."""
    concepts = field_lexicon().concepts_of(word)
    return tuple(one for one in concepts if one.answer_class != _QUALITY) or concepts
