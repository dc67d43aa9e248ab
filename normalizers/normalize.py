"""From a draft to results: places, rules behind one gate, confidence, the schema's last word."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice

from nlp.hints import FieldHints
from nlp.schema import JSON, Draft, Schema, parent_path
from nlp.spans import Candidate, Document, Span
from normalizers.align import Aligner
from normalizers.confidence import confidences
from normalizers.confidence_features import Signals
from normalizers.gate import admit
from normalizers.judge import judge, looked_at
from normalizers.mention_choice import choose_mentions
from normalizers.outcome import FieldResult
from normalizers.place import STRICTNESSES, Context, Place, Proposal, schema_path
from normalizers.repair import conform
from normalizers.results import renumbered, result_of
from normalizers.strings import asks_for_words
from normalizers.unsaid import without_unsaid

WIDE = frozenset({"SENTENCE", "HEADING", "LIST_LINE", "NOUN_PHRASE"})
"""Labels of candidates that say nothing of what a mention is."""

MOST_RIVALS = 40
"""Mentions of other members of an enum that are looked at."""


def normalize(
    draft: Draft,
    schema: Schema,
    document: Document,
    candidates: tuple[Candidate, ...],
    *,
    strictness: str = "balanced",
    hints: tuple[FieldHints, ...] = (),
    agreement: Mapping[str, float] | None = None,
    abstain_below: float | None = None,
    second: Mapping[str, JSON] | None = None,
    refused: frozenset[str] = frozenset(),
    correct: bool = True,
) -> tuple[FieldResult, ...]:
    """Say what becomes of every leaf of the answer; never raises because of what a model said.

    One result per leaf, one for each empty list or object; items removed from a list follow those
    kept. ``strictness`` is one of :data:`STRICTNESSES`; ``agreement`` gives, by field path of the
    draft, the share of several answers that agree; below ``abstain_below`` of confidence a value
    becomes null where the schema allows it. ``second`` are, by field path, what the model said when
    it was asked again about a place in doubt, ``refused`` those whose first value is known to be wrong.
    Unless ``correct``, every value stays as it was said, valid or not.
    """
    context = read_document(schema, document, candidates, strictness=strictness, hints=hints)
    context = replace(context, second=second or {}, refused=refused, source=draft.source)
    judged = list(judge(draft, context) if correct else looked_at(draft, context))
    known = [signals(place, draft, context, agreement or {}) for place in judged]
    sure = [
        replace(place, confidence=chance)
        for place, chance in zip(judged, confidences(judged, known), strict=True)
    ]
    places = [abstained(place, abstain_below, context) for place in sure]
    if not correct:
        return tuple(result_of(place, document.text) for place in choose_mentions(places, context))
    return results(places, context)


def results(places: Iterable[Place], context: Context) -> tuple[FieldResult, ...]:
    """The results of settled places: lists closed up, mentions chosen, the schema's last word."""
    chosen = choose_mentions(renumbered(places), context)
    text, source = context.document.text, context.source
    valid = conform([result_of(place, text, source) for place in chosen], context.schema)
    return without_unsaid(valid, context.schema)


def read_document(
    schema: Schema,
    document: Document,
    candidates: tuple[Candidate, ...],
    *,
    strictness: str = "balanced",
    hints: tuple[FieldHints, ...] = (),
) -> Context:
    """Read a document for the rules; one context serves every draft of it."""
    if strictness not in STRICTNESSES:
        raise ValueError(f"strictness {strictness!r} is none of {', '.join(STRICTNESSES)}")
    return Context(
        document=document,
        schema=schema,
        aligner=Aligner(document, candidates),
        candidates=candidates,
        strictness=strictness,
        hints={hint.path: hint for hint in hints},
        marked=frozenset(each.span for each in candidates if each.label not in WIDE),
    )


def signals(
    place: Place, draft: Draft, context: Context, agreement: Mapping[str, float]
) -> Signals:
    """What besides the place tells how sure its value is."""
    return Signals(
        hints=context.hints.get(schema_path(place.path)),
        candidate=any(span in context.marked for span in place.alignment.spans),
        agreement=agreement.get(place.path),
        logprob=draft.logprobs.get(place.path),
        source=draft.source,
        others=context.hints,
        literal=asks_for_words(" ".join(_words_of(place, context.schema))),
        rivals=tuple(islice(_rivals(place, context), MOST_RIVALS)),
    )


def _words_of(place: Place, schema: Schema) -> Iterator[str]:
    """What the schema says of a place, and of the list that it is an element of."""
    above = schema.at(parent_path(place.path)) if place.in_list else None
    for field in (place.field, above):
        if field is not None:
            yield from (field.title, field.description)


def _rivals(place: Place, context: Context) -> Iterator[Span]:
    """Where the text says other members of a place's enum."""
    for member in place.field.enum if place.field.kind == "enum" else ():
        if isinstance(member, str) and member != place.value:
            mentions = context.aligner.align(member, place.field).mentions
            yield from (span for mention in mentions for span in mention)


def abstained(place: Place, least: float | None, context: Context) -> Place:
    """The place without its value where it is less sure than asked and may be empty."""
    nothing = isinstance(place.value, list | dict | type(None))
    if nothing or least is None or place.confidence >= least:
        return place
    rule = f"confidence under {least:g}"
    return admit(place, rule, Proposal(None, "abstention"), context)
