"""Which span answers which field: ranked candidates and whether the text answers at all."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from nlp.asked.field_profile import FieldProfile
from nlp.asked.key_field import key_field_of
from nlp.asked.pattern_codes import asks_code
from nlp.asked.rendering import answer_key, gives_words
from nlp.hints import KEPT, FieldHints, Hint
from nlp.labels.applied import with_rows
from nlp.labels.boxes import ticked_of
from nlp.labels.value_reading import Reader
from nlp.match.answerability import (
    CODE_FOUND,
    answered_probability,
    code_answered,
    enum_answered,
    flag_answered,
    list_answered,
    list_features,
)
from nlp.match.balances import with_balances
from nlp.match.boosted import FIELD_SETS, LIST_SETS, opinion, with_forms
from nlp.match.closed_sets import boolean_choices, enum_choices, several_choices
from nlp.match.coordinations import Coordination
from nlp.match.eligibility import eligible, fitting_codes, quoted
from nlp.match.expressions import reckoned_hint
from nlp.match.features import features_of
from nlp.match.full_names import with_full_names
from nlp.match.in_parts import with_parts
from nlp.match.item_names import ItemName, item_name, object_chances
from nlp.match.list_items import (
    EXPECTED_ITEMS,
    EXPECTED_VALUES,
    MAX_ITEMS,
    distinct_items,
    given_any,
    item_chances,
)
from nlp.match.list_pool import list_options
from nlp.match.option_traits import with_traits
from nlp.match.options import options_of
from nlp.match.pool import Reading, read_pool
from nlp.match.ranker import Ranker, softmax, trained_ranker
from nlp.match.state_rows import with_state_rows
from nlp.match.stated_operations import with_operations
from nlp.match.surroundings import Floats, Surroundings
from nlp.match.weighed import Weighable, weigh
from nlp.match.weighed_formulas import FORMULAS, with_formulas
from nlp.schema import Schema, is_repeated
from nlp.shown import choose_shown, with_shown
from nlp.spans import Candidate, Document

_RANKED = 24
"""Candidates of a field that are weighed with what labels say; 10 were half a point of fields worse."""


def match_hints(
    document: Document,
    candidates: tuple[Candidate, ...],
    schema: Schema,
    *,
    ranker: Ranker | None = None,
    shown: bool = True,
    reasons: bool = False,
) -> tuple[FieldHints, ...]:
    """Rank the candidates for every leaf of the schema, in the order of its leaves.

    A hint's score is the probability that the candidate is the answer, given that the text
    answers; ``answered`` is the probability of that. ``ranker`` is the trained one unless given;
    ``shown`` says whether the hints also hold what a prompt shows of them, ``reasons`` whether they say
    what speaks for them. A blank text answers nothing.
    """
    if not document.text.strip():
        return tuple(FieldHints(leaf.path, answered=0.0) for leaf in schema.leaves())
    ranker = replace(ranker or trained_ranker(), explains=reasons)
    reading = read_pool(document, candidates, schema)
    labels = reading.labels
    hints, fields = weighable_fields(document, candidates, schema, ranker)
    trees = ranker.boosted.trees
    if {*FIELD_SETS, *LIST_SETS} <= trees.keys():
        weight = ranker.embeddings.weight if ranker.embeddings is not None else 0.0
        hints = with_parts(
            hints | weigh(fields, trees, weight), labels, reading.here.candidates, document.text
        )
        hints = with_full_names(hints, labels, reading.here.candidates)
        reader = Reader(document.text, candidates)
        hints = with_balances(hints, labels, reading.here.candidates, document.text)
        hints = with_state_rows(hints, document, schema, reader, labels)
        if FORMULAS in trees:
            hints = with_formulas(hints, document, reading, schema, trees[FORMULAS])
        hints = with_operations(hints, labels, reading.here.candidates)
    found = tuple(_shortened(hints[profile.path]) for profile in labels.profiles)
    return with_shown(found, choose_shown(document, candidates, schema, found)) if shown else found


def _shortened(field: FieldHints) -> FieldHints:
    """The hints of a field with no more than are kept; those of a list are its items."""
    if is_repeated(field.path) or len(field.hints) <= KEPT:
        return field
    return replace(field, hints=field.hints[:KEPT])


def weighable_fields(
    document: Document, candidates: tuple[Candidate, ...], schema: Schema, ranker: Ranker
) -> tuple[dict[str, FieldHints], tuple[Weighable, ...]]:
    """The hints before anything is weighed, and what is to be weighed."""
    reading = read_pool(document, candidates, schema)
    labels = reading.labels
    ranked = _ranked(reading, schema, ranker)
    hints = with_rows(labels, schema, ranked)
    reader = Reader(document.text, candidates)
    options = options_of(labels, ranked, reader, schema.instruction)
    fields = with_traits(reading.here, labels, options, ranker.associations, ranker.embeddings)
    lists = list_options(schema, reading, hints, reader, ranker.associations)
    order = {profile.path: at for at, profile in enumerate(labels.profiles)}
    every: list[Weighable] = [*fields, *lists]
    every.sort(key=lambda one: order[one.profile.path])
    return hints, tuple(every)


def _ranked(reading: Reading, schema: Schema, ranker: Ranker) -> dict[str, FieldHints]:
    """The ranked hints of each field by itself."""
    coordinations, here, profiles = reading.coordinations, reading.here, reading.labels.profiles
    if any(map(ranker.boosted.asked_for, profiles)):
        here = with_forms(here)
    by_path = {profile.path: profile for profile in profiles}
    item_names = {
        one.path: item_name(array, by_path[one.path], profiles)
        for array in schema.walk()
        if array.kind == "array" and (one := key_field_of(array)) and one.path in by_path
    }
    return {
        profile.path: _item_hints(item_names[profile.path], here, coordinations, ranker)
        if profile.path in item_names and not profile.field.is_choice
        else _unboxed(profile, _field_hints(profile, here, ranker), reading)
        for profile in profiles
    }


def _unboxed(profile: FieldProfile, hints: FieldHints, reading: Reading) -> FieldHints:
    """The hints of an enum without the members whose boxes are left empty."""
    if profile.field.kind != "enum" or is_repeated(profile.path):
        return hints
    pairs = reading.labels.labelled.form.pairs
    _, empty = ticked_of(profile, pairs, reading.here.document.text)
    left = tuple(one for one in hints.choices if str(one[0]) not in empty)
    return replace(hints, choices=left or hints.choices)


def _item_hints(
    named: ItemName, here: Surroundings, coordinations: tuple[Coordination, ...], ranker: Ranker
) -> FieldHints:
    """Every likely item of a list; a hint's score is the probability that it is one."""
    profile = named.profile
    chosen, chances, columns = item_chances(profile, here, coordinations, ranker)
    picked = [here.candidates[one] for one in chosen]
    plain = profile.field.kind == "string" and not named.of_objects
    if named.of_objects:
        chances = object_chances(named, here, picked, chances)
    rows = distinct_items(picked, chances)[:MAX_ITEMS]
    shares = given_any([chance for _, chance in rows], EXPECTED_ITEMS if plain else EXPECTED_VALUES)
    reasons = ranker.reasons("items", columns, [row for row, _ in rows])
    hints = tuple(
        Hint(picked[row], share, why)
        for (row, _), share, why in zip(rows, shares, reasons, strict=True)
    )
    answered = list_answered(ranker, list_features([chance for _, chance in rows]))
    return FieldHints(profile.path, hints, answered)


def _field_hints(profile: FieldProfile, here: Surroundings, ranker: Ranker) -> FieldHints:
    if profile.field.kind == "enum":
        if profile.listed:
            members = several_choices(profile, here, ranker)
            return FieldHints(profile.path, (), members[0][1], members)
        choices = enum_choices(profile, here, ranker)
        return FieldHints(profile.path, (), enum_answered(profile, choices, here), choices)
    if profile.field.kind == "boolean":
        choices = boolean_choices(profile, here, ranker)
        return FieldHints(profile.path, (), flag_answered(profile, here, ranker), choices)
    chosen = eligible(profile, here)
    columns = features_of(profile, here, chosen)
    linear = ranker.scores(profile.group, columns)
    columns, scores = opinion(profile, here, chosen, columns, linear, ranker.boosted)
    chances = softmax(scores)
    merged = _merged(profile, chances, here, chosen)
    reasons = ranker.reasons(profile.group, columns, [row for row, _ in merged])
    hints = tuple(
        Hint(here.candidates[chosen[row]], chance, why)
        for (row, chance), why in zip(merged, reasons, strict=True)
    )
    answered = answered_probability(profile, columns, linear, scores, ranker)
    reckoned = reckoned_hint(profile, hints, here)
    if reckoned is not None:
        rest = tuple(replace(one, score=one.score * (1 - reckoned.score)) for one in hints)
        return FieldHints(
            profile.path,
            (reckoned, *rest)[:_RANKED],
            max(answered, reckoned.score),
            weighed=reckoned.value is not None,
        )
    if asks_code(profile.field):
        answered = code_answered(
            profile, answered, found=bool(fitting_codes(profile, here, chosen))
        )
    elif profile.group == "text" and quoted(profile, here, chosen):
        answered = max(answered, CODE_FOUND)
    return FieldHints(profile.path, hints, answered)


def _merged(
    profile: FieldProfile, chances: Floats, here: Surroundings, chosen: Sequence[int]
) -> list[tuple[int, float]]:
    """The best rows, each answer once with the chances of all its occurrences."""
    order = np.argsort(-chances, kind="stable")
    if gives_words(profile):
        keys = here.traits["wording"][chosen][order]
    else:
        keys = np.array([answer_key(profile, here.candidates[chosen[row]]) for row in order])
    _, first, of = np.unique(keys, return_index=True, return_inverse=True)
    sums = np.bincount(of, weights=chances[order])
    best = np.lexsort((first, -sums))[:_RANKED]
    return list(zip(order[first[best]].tolist(), sums[best].tolist(), strict=True))
