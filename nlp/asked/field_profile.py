"""What a field asks for, read from its name, title, description, parents and type.

A :class:`FieldProfile` is made once a schema; everything in it comes from words of the schema and
the general lexicon.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from itertools import pairwise

from nlp.asked.answer_classes import answer_classes, of_year, shaped, without_unlikely
from nlp.asked.field_units import asked_unit
from nlp.asked.field_words import (
    CueWeights,
    cognate_keys,
    content_words,
    is_long_text,
    list_cues,
    name_cues,
    null_rule,
    with_beside,
    word_cues,
    words_for,
)
from nlp.asked.hyponyms import Kind, kinds_of
from nlp.asked.scales import asked_scale
from nlp.asked.schema_lexicon import field_lexicon
from nlp.asked.time_forms import TIME_FORMATS, TimeForm, asked_form, asked_templates
from nlp.latest import latest
from nlp.lesson import Lesson
from nlp.numeric.currencies import is_currency
from nlp.schema import Field, Schema, parent_path
from nlp.stems import both_stems, fold, words_of

_MONEY = 0.66
"""How sure it is that an amount in a currency is money."""
_CALLED = 0.75
"""The least weight of a word that a field is called by."""
_ALIKE = 0.35
_DATE_SHARE, _DATE_TOLD = 0.45, 0.57
"""How much of a string's words must call for a date: with its name, and by its description alone."""
_SHARED_CUE = 0.35
_LEAST_FORM = 5
_BY_FORMAT = {"email": "email", "idn-email": "email", "uri": "url", "iri": "url", "url": "url"}
"""The form that a ``format`` of JSON Schema stands for."""
_ENDING = re.compile(r"[aeo]?s?$")
_DATE_FORM = re.compile(r"\b(?:YYYY|AAAA|yyyy|DD|dd)(?:[-/.](?:MM|mm|DD|dd|YYYY|AAAA|yyyy)){1,2}")
_ANSWERS_QUESTION = re.compile(r"\b(?:question|pregunta|instruction|instrucci[oó]n|query)\b", re.I)


@dataclass(frozen=True, slots=True)
class FieldProfile:
    """One leaf of the schema, ready to be compared with candidates.

    ``names`` weighs Spanish stem phrases that the field's own name stands for, ``described`` those
    of its description; ``keys`` holds the
    cognate keys of the first two. ``classes`` is the distribution over
    :data:`nlp.asked.answer_classes.CLASSES`. ``group`` chooses the ranker: text, date or number.
    ``templates`` are the forms of dates and times it takes, ``scale`` is a name of
    :mod:`nlp.asked.scales`. ``list_names`` are the cues of the list a leaf is in.
    ``edge`` is -1 where the lower end of a range is asked, +1 for the upper; ``counts_parts`` is 1
    where the numbered parts of the text are to be counted; ``form`` names a form of
    :mod:`nlp.asked.form_likeness`; ``sums_up`` says that the whole text is to be put in a few words;
    ``forms`` are the beginnings of the name's own words, where a sibling has the same cues;
    ``lesson`` is what the caller's examples taught of the field.
    """

    field: Field
    group: str
    listed: bool
    names: CueWeights
    described: CueWeights
    keys: Mapping[str, float]
    classes: Mapping[str, float]
    examples: tuple[str, ...]
    unit: str | None
    date_form: TimeForm | None
    long_text: bool
    null_rule: float
    templates: tuple[str, ...] = ()
    scale: str | None = None
    kinds: tuple[Kind, ...] = ()
    parents: tuple[Field, ...] = ()
    list_names: CueWeights = dataclass_field(default_factory=dict)
    edge: float = 0.0
    counts_parts: float = 0.0
    form: str | None = None
    sums_up: bool = False
    forms: tuple[str, ...] = ()
    lesson: Lesson | None = None

    @property
    def path(self) -> str:
        """The schema path of the field."""
        return self.field.path

    @property
    def called(self) -> frozenset[str]:
        """The Spanish stems of the words that the field is called by, not of those akin to them."""
        named = ((phrase, weight) for phrase, weight in self.names.items() if len(phrase) == 1)
        return frozenset(phrase[0] for phrase, weight in named if weight >= _CALLED)

    def asks(self, *classes: str) -> float:
        """How much the field asks for any of these classes, between 0 and 1."""
        total = 0.0
        for name in classes:
            total += self.classes.get(name, 0.0)
        return total


@latest(8)
def profile_schema(schema: Schema) -> tuple[FieldProfile, ...]:
    """The profiles of all leaves, in the order of :meth:`Schema.leaves`; read once a schema."""
    leaves = [leaf for leaf in schema.leaves() if leaf.kind != "null"]
    alone = len(leaves) == 1
    chains = dict(_chains(schema.root, ()))
    return with_distinct_cues(
        [_profile(leaf, chains[leaf.path], schema, alone=alone) for leaf in leaves]
    )


def with_distinct_cues(profiles: Sequence[FieldProfile]) -> tuple[FieldProfile, ...]:
    """The profiles, siblings with different names but the same cues told apart.

    "Demandante" and "demandado" have one stem: for such fields the shared cues count little and
    the words as the names write them count in full.
    """
    families: dict[str, list[FieldProfile]] = defaultdict(list)
    for profile in profiles:
        families[parent_path(profile.path)].append(profile)
    return tuple(_apart(one, families[parent_path(one.path)]) for one in profiles)


def ask_alike(first: FieldProfile, second: FieldProfile) -> bool:
    """Whether two fields both ask for somebody or both for somewhere."""
    somebody = min(one.asks("person", "organization") for one in (first, second))
    somewhere = min(one.asks("place") for one in (first, second))
    return max(somebody, somewhere) >= _ALIKE and first.path != second.path


def _apart(profile: FieldProfile, family: Sequence[FieldProfile]) -> FieldProfile:
    own = {fold(word) for word in words_of(profile.field.name)}
    cues: set[tuple[str, ...]] = set()
    keys: set[str] = set()
    for other in family:
        theirs = {fold(word) for word in words_of(other.field.name)}
        if other is not profile and not own & theirs and ask_alike(profile, other):
            cues |= profile.names.keys() & other.names.keys()
            keys |= profile.keys.keys() & other.keys.keys()
    if not cues:
        return profile
    return replace(
        profile,
        names={
            cue: _SHARED_CUE * one if cue in cues else one for cue, one in profile.names.items()
        },
        keys={key: one for key, one in profile.keys.items() if key not in keys},
        forms=tuple(_ENDING.sub("", word) for word in sorted(own) if len(word) >= _LEAST_FORM),
    )


def _chains(here: Field, above: tuple[Field, ...]) -> Iterable[tuple[str, tuple[Field, ...]]]:
    if here.is_leaf:
        yield here.path, above
    for child in here.children:
        yield from _chains(child, (*above, here))


def _profile(
    leaf: Field, parents: tuple[Field, ...], schema: Schema, *, alone: bool
) -> FieldProfile:
    words = words_for(leaf, parents)
    own, listed = words.own, any(above.kind == "array" for above in parents)
    described_words = content_words(words_of(words.plain))
    if alone or _ANSWERS_QUESTION.search(words.plain):
        described_words += content_words(words_of(schema.instruction))
    names = name_cues(words, schema, listed=listed)
    if listed:
        names = with_beside(names, words.names)
    described = word_cues([(word, 1.0) for word in described_words])
    own_words = words_of(own.name)
    long_text = is_long_text(f"{' '.join(own_words)} {_DATE_FORM.sub('', words.plain)}")
    classes = answer_classes(
        () if words.modified else words.names, described_words, words.inherited
    )
    classes = without_unlikely(classes, leaf, (*words.names, *words.inherited, *described_words))
    if leaf.kind == "string":
        above = words_of(parents[-1].name) if parents else ()
        classes = shaped(classes, own_words, words.plain, above, listed=listed)
    elif leaf.kind == "integer":
        classes = of_year(classes, words.plain)
    unit = asked_unit(own, [one for one in parents if one is not own], words.plain, classes)
    if leaf.is_numeric and unit is not None:
        classes = _of_unit(classes, unit)
    dated = _names_date((*words.names, *words.inherited))
    group = _group(leaf, classes, words.description, named=dated)
    return FieldProfile(
        field=leaf,
        group=group,
        listed=listed,
        names=names,
        described={cue: weight for cue, weight in described.items() if cue not in names},
        keys=cognate_keys(words.names, described_words),
        classes=classes,
        examples=words.examples,
        unit=unit,
        date_form=asked_form(leaf) if leaf.kind == "string" else None,
        templates=asked_templates(leaf) if leaf.kind == "string" else (),
        scale=asked_scale(
            leaf,
            money=classes.get("money", 0.0) > 0.3,
            above=parents[-1].description if len(parents) > 1 else "",
            whole=f"{schema.instruction} {schema.description}",
            unit=unit,
        ),
        long_text=long_text,
        null_rule=null_rule(words.description),
        kinds=kinds_of(words.owners if words.generic and words.owners else words.names),
        parents=parents,
        list_names=list_cues(parents),
        edge=_edge(own_words, timed=group == "date" or classes.get("time", 0.0) > _DATE_TOLD),
        counts_parts=float(_counts_parts(leaf, words.names)),
        form=_form(leaf, own_words),
        sums_up=long_text or words.generic or alone,
    )


def _edge(names: Sequence[str], *, timed: bool) -> float:
    """Which end of a range the words of a name ask for: the lower (-1), the upper (1) or neither."""
    lexicon = field_lexicon()
    words = [fold(word) for word in names]
    words += [f"{first}_{second}" for first, second in pairwise(words)]
    known = lexicon.edges_in_time if timed else lexicon.edges
    return next((known[word] for word in words if word in known), 0.0)


def _counts_parts(leaf: Field, names: Sequence[str]) -> bool:
    stems = {stem for word in names for stem in both_stems(word)}
    return leaf.kind == "integer" and bool(stems & field_lexicon().parts)


def _form(leaf: Field, names: Sequence[str]) -> str | None:
    if leaf.kind not in {"string", "any"}:
        return None
    if leaf.constraints.format in _BY_FORMAT:
        return _BY_FORMAT[leaf.constraints.format]
    words = [fold(word) for word in names]
    joined = [f"{first}_{second}" for first, second in pairwise(words)]
    forms = field_lexicon().forms
    return next((forms[word] for word in (*joined, *words) if word in forms), None)


def _of_unit(classes: Mapping[str, float], unit: str) -> dict[str, float]:
    """The classes of an amount in a unit: in a currency it is money, as a share it is none."""
    if is_currency(unit):
        return {**classes, "money": max(_MONEY, classes.get("money", 0.0))}
    if unit != "%" or "money" not in classes:
        return dict(classes)
    rest = {name: one for name, one in classes.items() if name != "money"}
    return {**rest, "measure": max(rest.get("measure", 0.0), classes["money"])}


def _group(leaf: Field, classes: Mapping[str, float], description: str, *, named: bool) -> str:
    if leaf.is_numeric:
        return "number"
    if leaf.constraints.format in TIME_FORMATS or _DATE_FORM.search(description):
        return "date"
    if leaf.kind == "string" and asked_templates(leaf):
        return "date"
    least = _DATE_SHARE if named else _DATE_TOLD
    if classes.get("date", 0.0) > least and classes["date"] >= max(classes.values()) - 1e-9:
        return "date"
    return "text"


def _names_date(words: Iterable[str]) -> bool:
    return any(field_lexicon().may_ask(word, "date") for word in words)
