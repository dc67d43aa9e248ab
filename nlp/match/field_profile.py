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
from typing import TYPE_CHECKING

from nlp.match.answer_classes import answer_classes, without_unlikely
from nlp.match.forms import BY_FORMAT
from nlp.match.kinds import Kind, kinds_of
from nlp.match.lexicon_fields import FieldLexicon, compound_names, field_lexicon
from nlp.match.scales import asked_scale
from nlp.match.stems import cognate_key, english_stem, fold, spanish_stem, words_of
from nlp.schema import Field, Schema
from nlp.temporal.forms import TimeForm, asked_form, asked_templates

if TYPE_CHECKING:
    from nlp.labels.lessons import Lesson

_ALIKE = 0.35
_DATE_SHARE, _DATE_TOLD = 0.45, 0.57
"""How much of a string's words must call for a date: with its name, and by its description alone."""
_SHARED_CUE = 0.35
_LEAST_FORM = 5
_ENDING = re.compile(r"[aeo]?s?$")
_THE_WHOLE = 0.5
"""What the words for the whole answer weigh as cues of a field with a name such as "number"."""
_WORDS_TOO = frozenset({"in", "au"})
"""Unit symbols that are words of other names ("checked_in")."""
_AGES = frozenset({"age", "ages", "edad", "edades"})
_SHORT_FOR_MILLION = frozenset({"m"})
"""Of amounts of money, "m" says millions."""

_EXAMPLES = re.compile(
    r"(?:e\.\s?g\.|i\.\s?e\.|p\.\s?ej\.|por ejemplo|ej\.|ejemplo|ejemplos|such as|tales como|"
    r"for example|como)[,:]?\s*(?P<body>[^()\n]{1,240})",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"['\"‘“«]([^'\"’”»]{1,80})['\"’”»]")
_DATE_FORM = re.compile(r"\b(?:YYYY|AAAA|yyyy|DD|dd)(?:[-/.](?:MM|mm|DD|dd|YYYY|AAAA|yyyy)){1,2}")
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
_ANSWERS_QUESTION = re.compile(r"\b(?:question|pregunta|instruction|instrucci[oó]n|query)\b", re.I)

CueWeights = Mapping[tuple[str, ...], float]


@dataclass(frozen=True, slots=True)
class FieldProfile:
    """One leaf of the schema, ready to be compared with candidates.

    ``names`` weighs Spanish stem phrases that the field's own name stands for, ``described`` those
    of its description, ``context`` those of its parents and the schema's title; ``keys`` holds the
    cognate keys of the first two. ``classes`` is the distribution over
    :data:`nlp.match.answer_classes.CLASSES`. ``group`` chooses the ranker: text, date or number.
    ``templates`` are the forms of dates and times it takes, ``scale`` is a name of
    :mod:`nlp.match.scales`. ``list_names`` are the cues of the list a leaf is in.
    ``edge`` is -1 where the lower end of a range is asked, +1 for the upper; ``counts_parts`` is 1
    where the numbered parts of the text are to be counted; ``form`` names a form of
    :mod:`nlp.match.forms`; ``sums_up`` says that the whole text is to be put in a few words;
    ``forms`` are the beginnings of the name's own words, where a sibling has the same cues;
    ``lesson`` is what the caller's examples taught of the field.
    """

    field: Field
    group: str
    listed: bool
    names: CueWeights
    described: CueWeights
    context: CueWeights
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
    lesson: "Lesson | None" = None

    @property
    def path(self) -> str:
        """The schema path of the field."""
        return self.field.path

    def asks(self, *classes: str) -> float:
        """How much the field asks for any of these classes, between 0 and 1."""
        return sum(self.classes.get(name, 0.0) for name in classes)


def profile_schema(schema: Schema) -> tuple[FieldProfile, ...]:
    """The profiles of all leaves, in the order of :meth:`Schema.leaves`."""
    leaves = [leaf for leaf in schema.leaves() if leaf.kind != "null"]
    alone = len(leaves) == 1
    chains = dict(_chains(schema.root, ()))
    return told_apart([_profile(leaf, chains[leaf.path], schema, alone=alone) for leaf in leaves])


def told_apart(profiles: Sequence[FieldProfile]) -> tuple[FieldProfile, ...]:
    """The profiles, siblings with different names but the same cues told apart.

    "Demandante" and "demandado" have one stem: for such fields the shared cues count little and
    the words as the names write them count in full.
    """
    families: dict[str, list[FieldProfile]] = defaultdict(list)
    for profile in profiles:
        families[profile.path.rpartition(".")[0]].append(profile)
    return tuple(_apart(one, families[one.path.rpartition(".")[0]]) for one in profiles)


def ask_alike(first: FieldProfile, second: FieldProfile) -> bool:
    """Whether two fields of different names both ask for somebody or both for somewhere."""
    somebody = min(one.asks("person", "organization") for one in (first, second))
    somewhere = min(one.asks("place") for one in (first, second))
    return max(somebody, somewhere) >= _ALIKE and first.field.name != second.field.name


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
    lexicon = field_lexicon()
    named = [leaf, *(above for above in reversed(parents) if above.kind == "array")]
    own = next((one for one in named if one.name and one.name != "*"), leaf)
    listed = any(above.kind == "array" for above in parents)
    description = " ".join(
        dict.fromkeys(part for part in (leaf.description, own.description) if part)
    )
    examples, plain = _examples(description)
    examples += tuple(one for one in leaf.examples if isinstance(one, str))
    name_words = _content(words_of(own.name) or words_of(leaf.title), lexicon)
    owners = [one for one in parents if one is not own]
    owner_words = _content(
        (word for one in owners[1:] for word in words_of(one.name) + words_of(one.title)), lexicon
    )
    generic = all(lexicon.is_generic(word) for word in name_words)
    modified = leaf.kind in {"integer", "number"} and _only_modifies(name_words, lexicon)
    described_words = _content(words_of(plain), lexicon)
    if alone or _ANSWERS_QUESTION.search(plain):
        described_words += _content(words_of(schema.instruction), lexicon)
    root_words = _content(words_of(schema.title), lexicon)
    names = word_cues([(word, 1.0) for word in name_words if not lexicon.is_generic(word)], lexicon)
    if (generic or modified) and owner_words:
        names |= word_cues([(word, 0.7) for word in owner_words], lexicon)
    if generic and not owner_words and not listed:
        asked_of = _content((*words_of(schema.title), *words_of(schema.instruction)), lexicon)
        telling = [(word, _THE_WHOLE) for word in asked_of if not lexicon.is_generic(word)]
        names |= {cue: one for cue, one in word_cues(telling, lexicon).items() if cue not in names}
    described = word_cues([(word, 1.0) for word in described_words], lexicon)
    context = word_cues([(word, 1.0) for word in (*owner_words, *root_words)], lexicon)
    inherited = owner_words if generic or modified else ()
    classes = answer_classes(() if modified else name_words, described_words, inherited, lexicon)
    classes = without_unlikely(classes, leaf.kind)
    text = f"{' '.join(words_of(own.name))} {_DATE_FORM.sub('', plain)}"
    return FieldProfile(
        field=leaf,
        group=_group(
            leaf, classes, description, named=_names_date((*name_words, *inherited), lexicon)
        ),
        listed=listed,
        names=names,
        described={cue: weight for cue, weight in described.items() if cue not in names},
        context=context,
        keys=_keys(name_words, described_words),
        classes=classes,
        examples=examples,
        unit=_asked_unit(own, owners, text, classes, lexicon),
        date_form=asked_form(leaf) if leaf.kind == "string" else None,
        templates=asked_templates(leaf) if leaf.kind == "string" else (),
        scale=asked_scale(leaf, money=classes.get("money", 0.0) > 0.3),
        long_text=bool(_LONG_TEXT.search(text)),
        null_rule=_null_rule(description),
        kinds=kinds_of(owner_words if generic and owner_words else name_words),
        parents=parents,
        list_names=_list_names(parents, lexicon),
        edge=_edge(words_of(own.name), lexicon),
        counts_parts=float(_counts_parts(leaf, name_words, lexicon)),
        form=_form(leaf, words_of(own.name), lexicon),
        sums_up=bool(_LONG_TEXT.search(text)) or generic or alone,
    )


def _only_modifies(names: Sequence[str], lexicon: FieldLexicon) -> bool:
    """Whether a name only says which of several amounts ("minimum", "total", "promedio")."""
    return bool(names) and all(
        fold(word) in lexicon.edges
        or any(one.answer_class == "quality" for one in lexicon.concepts_of(word))
        for word in names
    )


def _edge(names: Sequence[str], lexicon: FieldLexicon) -> float:
    return next((lexicon.edges[fold(word)] for word in names if fold(word) in lexicon.edges), 0.0)


def _counts_parts(leaf: Field, names: Sequence[str], lexicon: FieldLexicon) -> bool:
    return leaf.kind == "integer" and any(
        spanish_stem(word) in lexicon.parts or english_stem(word) in lexicon.parts for word in names
    )


def _form(leaf: Field, names: Sequence[str], lexicon: FieldLexicon) -> str | None:
    if leaf.kind not in {"string", "any"}:
        return None
    if leaf.constraints.format is not None and leaf.constraints.format in BY_FORMAT:
        return BY_FORMAT[leaf.constraints.format]
    words = [fold(word) for word in names]
    joined = [f"{first}_{second}" for first, second in pairwise(words)]
    return next((lexicon.forms[word] for word in (*joined, *words) if word in lexicon.forms), None)


def _asked_unit(
    own: Field,
    owners: Sequence[Field],
    text: str,
    classes: Mapping[str, float],
    lexicon: FieldLexicon,
) -> str | None:
    """The unit that a field names, else the one of the object it stands in (``altitud_m.minima``)."""
    if classes.get("date", 0.0) > 0.3:
        return None
    unit = _unit(words_of(own.name), text, lexicon)
    if unit in _SHORT_FOR_MILLION and classes.get("money", 0.0) > 0.3:
        unit = None
    if unit is None and own.kind in {"integer", "number"}:
        above = (_unit(words_of(one.name), "", lexicon) for one in reversed(owners[1:]))
        unit = next((one for one in above if one is not None), None)
    if unit is None and own.kind in {"integer", "number"}:
        named = {fold(word) for word in words_of(own.name)}
        unit = "year" if named & _AGES else None
    return unit


def _list_names(parents: Sequence[Field], lexicon: FieldLexicon) -> CueWeights:
    """The cues of the nearest list a leaf stands in, by its name and what it is said to hold."""
    array = next((one for one in reversed(parents) if one.kind == "array"), None)
    if array is None:
        return {}
    words = [(word, 1.0) for word in _content(words_of(array.name), lexicon)]
    return word_cues([pair for pair in words if not lexicon.is_generic(pair[0])], lexicon)


def _content(words: Iterable[str], lexicon: FieldLexicon) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for word in words if not lexicon.is_stopword(word)))


def _examples(description: str) -> tuple[tuple[str, ...], str]:
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
    for word, weight in (*words, *joined):
        if (word, weight) in words:
            for stem in {spanish_stem(word), english_stem(word)}:
                cues[(stem,)] = max(cues.get((stem,), 0.0), weight)
        for concept in lexicon.concepts_of(word):
            for phrase in concept.cues:
                cues[phrase] = max(cues.get(phrase, 0.0), 0.8 * weight)
    return cues


def _keys(names: Iterable[str], described: Iterable[str]) -> dict[str, float]:
    keys = {cognate_key(word): 0.5 for word in described}
    keys |= {cognate_key(word): 1.0 for word in names}
    keys.pop("", None)
    return keys


def _group(leaf: Field, classes: Mapping[str, float], description: str, *, named: bool) -> str:
    if leaf.kind in {"integer", "number"}:
        return "number"
    if leaf.constraints.format in {"date", "date-time", "time"} or _DATE_FORM.search(description):
        return "date"
    if leaf.kind == "string" and asked_templates(leaf):
        return "date"
    least = _DATE_SHARE if named else _DATE_TOLD
    if classes.get("date", 0.0) > least and classes["date"] >= max(classes.values()) - 1e-9:
        return "date"
    return "text"


def _names_date(words: Iterable[str], lexicon: FieldLexicon) -> bool:
    return any(one.answer_class == "date" for word in words for one in lexicon.concepts_of(word))


def _unit(name: Sequence[str], text: str, lexicon: FieldLexicon) -> str | None:
    """The unit a name ends in (``largo_m``) or that its words or description write out."""
    if len(name) > 1 and name[-1].lower() in lexicon.short_units.keys() - _WORDS_TOO:
        return lexicon.short_units[name[-1].lower()]
    words = [fold(word) for word in words_of(text)]
    for width in (3, 2, 1):
        for index in range(len(words) - width + 1):
            symbol = lexicon.units.get(" ".join(words[index : index + width]))
            if symbol is not None:
                return symbol
    return "%" if "%" in text else None


def _null_rule(description: str) -> float:
    """How much a description speaks of null: 0 not at all, .5 in passing, 1 as a strict rule."""
    if _STRICT_NULL.search(description):
        return 1.0
    return 0.5 if _NULL_RULE.search(description) else 0.0
