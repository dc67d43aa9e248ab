"""How well a label says what a field asks for."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from nlp.asked.field_profile import FieldProfile
from nlp.asked.scales import FRACTION, PERCENT
from nlp.labels.form_elements import ISSUERS, LETTER, Pair
from nlp.labels.label_lexicon import label_lexicon
from nlp.labels.lessons import POSITION, likeness_taught
from nlp.labels.terms import Term, bag, held, label_terms, merged
from nlp.schema import Field
from nlp.stems import fold, words_of

_TOLD = 0.85
_OWNER = 0.8
_OWNER_WEIGHT = 0.7
_SECTION, _OUTER, _BEFORE, _FADE, _ROW = 0.95, 0.6, 0.75, 0.8, 0.9
_LEAST_TOLD = 0.5
_IMPLIED = 0.8
_SAID_ABOVE = 0.65
"""How much of a field's name must stand above a label that says no more than "name"."""
_KIND, _KIND_NULLABLE = 0.5, 0.4
_PERSON = 0.4
_WHOLE_NAMES = frozenset({"nombre", "apellidos nombre", "nombre apellidos", "nombre completo"})
_KIND_WORDS = frozenset({"fecha", "dia", "hora"}) | _WHOLE_NAMES
_NAMES = "nombre, denominación, empresa"
_MERE = "importe, número, código, fecha"
"""What a field is called that says no more than of what kind its parent is asked for."""
_ISSUERS = ", ".join(ISSUERS)
_CODES = ("numero", "codigo", "identificador", "nif")
_NAMED = 0.85
_OTHER = 0.5
"""What is left of a label whose first word asks for something else: "Tel. hotel"."""
_AGENT = frozenset({"por", "by"})
_SOMEBODY = 0.2
"""How much a field must ask for somebody to take who is greeted or signs."""


@dataclass(frozen=True, slots=True)
class FieldTerms:
    """A field as terms: its own words, its parents', its description's."""

    profile: FieldProfile
    names: tuple[Term, ...]
    owners: tuple[Term, ...]
    description: tuple[Term, ...]
    name_bag: dict[str, float]
    description_bag: dict[str, float]
    all: dict[str, float]
    is_naming: bool = False
    """Whether it is called no more than a kind of what its parent has: "nombre", "importe", "fecha"."""


def field_terms_of(profile: FieldProfile) -> FieldTerms:
    """The terms of a field."""
    field = profile.field
    parents = [one for one in profile.parents if one.is_named]
    own = field.name if field.is_named else ""
    if parents and _says_nothing(own):
        own, parents = parents[-1].name, parents[:-1]
    names = label_terms(" ".join(words_of(own))) if own else ()
    titled = label_terms(field.title) if field.title else ()
    array = next((at for at, one in enumerate(parents) if one.kind == "array"), len(parents))
    owners = tuple(
        term for one in parents[:array] for term in label_terms(" ".join(words_of(one.name)))
    )
    told = label_terms(field.description, asides=True) if field.description else ()
    named = bag(names) | bag(titled, 0.95)
    if profile.asks("person", "organization") >= 0.3 and not any(one.names_kind for one in names):
        for implied in ("nombre", "titular"):
            for key, one in bag(label_terms(implied), _IMPLIED).items():
                named.setdefault(key, one)
    said = bag(told, _TOLD)
    joined = merged(bag(owners, _OWNER), said, named)
    naming = bool(names) and all(
        held(one, label_bag(_NAMES)) or held(one, label_bag(_MERE)) >= _NAMED for one in names
    )
    return FieldTerms(profile, names or titled, owners, told, named, said, joined, naming)


def _says_nothing(name: str) -> bool:
    """Whether a field has no name but a preposition's: the "por" of "revisado"."""
    return _AGENT.issuperset(map(fold, words_of(name)))


@lru_cache(maxsize=8192)
def label_bag(label: str) -> dict[str, float]:
    """The keys of a label; read, never changed."""
    return bag(label_terms(label))


@lru_cache(maxsize=4096)
def words_around(pair: Pair) -> dict[str, float]:
    """The keys of a label and of what stands around it; read, never changed."""
    sources = [(one, _SECTION * pair.near) for one in pair.sections[:1]]
    sources += [(one, _OUTER * pair.near) for one in pair.sections[1:]]
    sources += [(one, _BEFORE * _FADE**at) for at, one in enumerate(pair.before)]
    sources += [(pair.row, _ROW)] if pair.row else []
    bags = (bag(label_terms(text), strength) for text, strength in sources)
    return merged(label_bag(pair.label), *bags)


def covered(terms: Sequence[Term], keys: dict[str, float]) -> tuple[float, float]:
    """How much of the weight of terms a bag of keys holds, and their whole weight."""
    total = sum(term.weight for term in terms)
    return sum(term.weight * held(term, keys) for term in terms), total


def likeness(asked: FieldTerms, pair: Pair) -> float:
    """From 0 to 1: how well the label, where it stands, says what the field asks for."""
    lesson = asked.profile.lesson
    if lesson is not None:
        return likeness_taught(
            lesson, pair, 0.0 if pair.form == POSITION else _by_words(asked, pair)
        )
    return _by_words(asked, pair)


def _by_words(asked: FieldTerms, pair: Pair) -> float:
    terms = label_terms(pair.label)
    if not terms or not asked.names:
        return 0.0
    if pair.form == "head" and not all(held(one, label_bag(_ISSUERS)) for one in asked.owners):
        return 0.0
    if pair.form in LETTER and asked.profile.asks("person", "organization") < _SOMEBODY:
        return 0.0
    label = label_bag(pair.label)
    shared = not label.keys().isdisjoint(asked.all)
    if not shared and not pair.sections:
        return 0.0
    own = covered(asked.names, label)[0] if shared else 0.0
    if shared and pair.row and covered(asked.owners, label)[0]:
        own = max(own, covered(asked.names, label_bag(pair.row))[0])
    score = _by_shared(asked, pair, terms, own) if shared else 0.0
    score = max(score, _by_kind(asked, terms))
    other = len(terms) > 1 and terms[0].word in label_lexicon().sets["codes"]
    return score * _OTHER if other and not held(terms[0], asked.all) else score


def _by_shared(asked: FieldTerms, pair: Pair, terms: Sequence[Term], own: float) -> float:
    """A label that shares words with the field; ``own`` is what it says of the field's name."""
    explained, size = covered(terms, asked.all)
    both = words_around(pair)
    name, whole = covered(asked.names, both)
    above, owners = covered(asked.owners, both)
    said = explained / size
    filled = (name + _OWNER_WEIGHT * above) / (whole + _OWNER_WEIGHT * owners)
    score = _mean(said, filled) if own else 0.0
    if not own:
        implied, _ = covered(terms, asked.name_bag)
        told = covered(terms, asked.description_bag)[0]
        score = 0.95 * _mean(said, filled) if told or (implied and filled >= _SAID_ABOVE) else 0.0
    if not own and above and asked.is_naming:
        score = max(score, _NAMED * _mean(said, above / owners))
    return max(score, _by_description(asked, terms, label_bag(pair.label)))


def _by_kind(asked: FieldTerms, terms: Sequence[Term]) -> float:
    """A label that only says "date" or "time", for a field that asks for one."""
    words = {term.word for term in terms}
    if not words <= _KIND_WORDS:
        return 0.0
    kinds = frozenset({"fecha", "dia"}) if asked.profile.group == "date" else frozenset()
    form = asked.profile.date_form
    if form is not None and not form.has_date:
        kinds = frozenset({"hora"})
    if asked.profile.asks("person") >= _PERSON and not any(one.names_kind for one in asked.names):
        kinds = _WHOLE_NAMES
    if not words <= kinds:
        return 0.0
    return _KIND_NULLABLE if asked.profile.field.nullable else _KIND


def _by_description(asked: FieldTerms, terms: Sequence[Term], label: dict[str, float]) -> float:
    """A label that says the words of the description."""
    telling = [term for term in terms if term.weight == 1.0 and held(term, asked.description_bag)]
    if not telling:
        return 0.0
    said, size = covered(terms, asked.description_bag)
    back, whole = covered(asked.description, label)
    return 0.95 * _mean(said / size, max(back / whole, _LEAST_TOLD))


def _mean(first: float, second: float) -> float:
    return 2 * first * second / (first + second) if first + second else 0.0


def named_by(array: Field, title: str) -> float:
    """How surely a title names a list."""
    listed = label_bag(" ".join(words_of(array.name)))
    return max((held(term, listed) for term in label_terms(title)), default=0.0)


def asks_number_of(profile: FieldProfile) -> bool:
    """Whether the name of a field says that it wants a number or code of something."""
    return names_any(profile.field.name, _CODES)


@lru_cache(maxsize=1024)
def names_any(name: str, asked: tuple[str, ...]) -> bool:
    """Whether a word of a field's name means one of some words."""
    lexicon = label_lexicon()
    lines = lexicon.lines_of_any(map(fold, words_of(name)))
    return not lines.isdisjoint(lexicon.lines_of_any(asked))


def asks_percent(profile: FieldProfile) -> bool:
    """Whether a field wants a share and not an amount."""
    if profile.unit == "%" or profile.scale in {FRACTION, PERCENT}:
        return True
    return any(
        fold(word) in label_lexicon().sets["shares"] for word in words_of(profile.field.name)
    )
