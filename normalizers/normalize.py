"""From a draft to results: shape, normalizers, evidence, dropping, filling, confidence."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from nlp.hints import FieldHints
from nlp.schema import Draft, Schema
from nlp.spans import Candidate, Document
from normalizers.confidence import Signals, confidence
from normalizers.conform import conform
from normalizers.dropping import drop_unsupported
from normalizers.evidence import Aligner
from normalizers.filling import fill
from normalizers.leaf import CONVERTED, STRICTNESSES, Context, Leaf, schema_path
from normalizers.least_wrong import least_wrong
from normalizers.nearness import choose_mentions
from normalizers.outcome import Evidence, FieldResult
from normalizers.renumber import renumbered
from normalizers.shape import shape
from normalizers.table import NORMALIZERS, Normalizer

WIDE = frozenset({"SENTENCE", "HEADING", "LIST_LINE", "NOUN_PHRASE"})
"""Labels of candidates that say nothing of what a mention is."""


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
) -> tuple[FieldResult, ...]:
    """Say what becomes of every leaf of the answer; never raises because of what a model said.

    One result per leaf, one for each empty list or object; items removed from a list follow those
    kept. ``strictness`` is one of :data:`STRICTNESSES`; ``agreement`` gives, by field path of the
    draft, the share of several answers that agree; below ``abstain_below`` of confidence a value
    becomes null where the schema allows it.
    """
    context = look(schema, document, candidates, strictness=strictness, hints=hints)
    told = agreement or {}
    leaves = []
    for leaf in settle(draft, context):
        sure = confidence(leaf, signals(leaf, draft, context, told))
        leaf = replace(leaf, confidence=sure)
        leaves.append(abstained(leaf, abstain_below) if abstain_below is not None else leaf)
    return finish(leaves, context)


def finish(leaves: Iterable[Leaf], context: Context) -> tuple[FieldResult, ...]:
    """The results of settled leaves: lists closed up, mentions chosen, the schema's last word."""
    chosen = choose_mentions(renumbered(leaves))
    return conform([result(leaf, context.document.text) for leaf in chosen], context.schema)


def look(
    schema: Schema,
    document: Document,
    candidates: tuple[Candidate, ...],
    *,
    strictness: str = "balanced",
    hints: tuple[FieldHints, ...] = (),
) -> Context:
    """Read a document for the normalizers; one context serves every draft of it."""
    if strictness not in STRICTNESSES:
        raise ValueError(f"strictness {strictness!r} is none of {', '.join(STRICTNESSES)}")
    return Context(
        document=document,
        schema=schema,
        aligner=Aligner(document, candidates),
        candidates=candidates,
        strictness=strictness,
        hints={hint.path: hint for hint in hints},
        marked=frozenset((each.start, each.end) for each in candidates if each.label not in WIDE),
    )


def settle(
    draft: Draft,
    context: Context,
    normalizers: tuple[tuple[str, Normalizer], ...] = NORMALIZERS,
) -> list[Leaf]:
    """The leaves of a draft after every normalizer, in the schema's order, none left out yet."""
    shaped = shape(draft.root, context.schema)
    context = replace(context, silent=all(leaf.missing for leaf in shaped))
    return [_settled(leaf, context, normalizers) for leaf in shaped]


def _settled(leaf: Leaf, context: Context, normalizers: tuple[tuple[str, Normalizer], ...]) -> Leaf:
    leaf = drop_unsupported(_aligned(_through(leaf, context, normalizers), context), context)
    filled = fill(leaf, context)
    if filled is leaf:
        return leaf
    tried = _through(replace(filled, dropped=""), context, normalizers)
    if tried.value is None and not tried.field.nullable and tried.field.required:
        emptied = least_wrong(filled.field, context.schema)
        tried = filled.changed(emptied, "required and without an answer")
    return _aligned(replace(tried, dropped=tried.dropped or leaf.dropped), context)


def _through(leaf: Leaf, context: Context, normalizers: tuple[tuple[str, Normalizer], ...]) -> Leaf:
    for _, normalizer in normalizers:
        if leaf.dropped:
            break
        leaf = normalizer(leaf, context)
    return leaf


def _aligned(leaf: Leaf, context: Context) -> Leaf:
    if leaf.value is None or isinstance(leaf.value, list | dict) or CONVERTED in leaf.changes:
        return leaf
    return replace(leaf, alignment=context.aligner.align(leaf.value, leaf.field))


def signals(leaf: Leaf, draft: Draft, context: Context, agreement: Mapping[str, float]) -> Signals:
    """What besides the leaf tells how sure its value is."""
    return Signals(
        hints=context.hints.get(schema_path(leaf.path)),
        candidate=any(span in context.marked for span in leaf.alignment.spans),
        agreement=agreement.get(leaf.path),
        logprob=draft.logprobs.get(leaf.path),
    )


def abstained(leaf: Leaf, least: float) -> Leaf:
    """The leaf without its value where it is less sure than asked and may be null."""
    droppable = leaf.field.nullable or leaf.in_list or not leaf.field.required
    if leaf.value is None or isinstance(leaf.value, list | dict) or leaf.confidence >= least:
        return leaf
    return leaf.drop(f"confidence under {least:g}") if droppable else leaf


def result(leaf: Leaf, text: str) -> FieldResult:
    """The outcome of a leaf, as users see it."""
    spans = leaf.alignment.spans if leaf.value is not None else ()
    return FieldResult(
        path=leaf.path,
        raw=leaf.raw,
        value=leaf.value,
        evidence=tuple(Evidence(start, end, text[start:end]) for start, end in spans),
        alignment=leaf.alignment.kind if leaf.value is not None else "none",
        outcome=outcome(leaf),
        reason=leaf.dropped or ", ".join(leaf.changes),
        confidence=leaf.confidence,
    )


def outcome(leaf: Leaf) -> str:
    """One of :data:`normalizers.outcome.OUTCOMES`."""
    if leaf.dropped and leaf.value is None:
        return "dropped"
    if leaf.missing or leaf.dropped:
        return "filled"
    if leaf.changes:
        return "corrected"
    if leaf.value is None or isinstance(leaf.value, bool | list | dict):
        return "kept"
    return "kept" if leaf.alignment.kind != "none" else "unsupported"
