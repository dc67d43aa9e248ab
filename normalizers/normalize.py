"""From a draft to results: shape, normalizers, evidence, dropping, filling, confidence."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from nlp.hints import FieldHints
from nlp.schema import JSON, Draft, Schema
from nlp.spans import Candidate, Document
from normalizers.conform import conform
from normalizers.dropping import drop_unsupported
from normalizers.evidence import Aligner
from normalizers.filling import fill
from normalizers.leaf import STRICTNESSES, Context, Leaf
from normalizers.least_wrong import least_wrong
from normalizers.nearness import choose_mentions
from normalizers.outcome import Evidence, FieldResult
from normalizers.shape import shape
from normalizers.table import NORMALIZERS


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
    kept. ``strictness`` is one of :data:`STRICTNESSES`; ``agreement`` gives, by field path, the
    share of several answers that agree; below ``abstain_below`` of confidence a value becomes null
    where the schema allows it.
    """
    if strictness not in STRICTNESSES:
        raise ValueError(f"strictness {strictness!r} is none of {', '.join(STRICTNESSES)}")
    shaped = shape(draft.root, schema)
    context = Context(
        document=document,
        schema=schema,
        aligner=Aligner(document, candidates),
        candidates=candidates,
        strictness=strictness,
        hints={hint.path: hint for hint in hints},
        silent=all(leaf.missing for leaf in shaped),
    )
    leaves = [run(leaf, context) for leaf in shaped]
    chosen = choose_mentions(renumbered(leaves))
    return conform([result(leaf, document.text) for leaf in chosen], schema)


def run(leaf: Leaf, context: Context) -> Leaf:
    """Take one leaf through every normalizer."""
    leaf = drop_unsupported(_aligned(_through(leaf, context), context), context)
    filled = fill(leaf, context)
    if filled is leaf:
        return leaf
    tried = _through(replace(filled, dropped=""), context)
    if tried.value is None and not tried.field.nullable and tried.field.required:
        tried = filled.changed(
            least_wrong(filled.field, context.schema), "required and without an answer"
        )
    return _aligned(replace(tried, dropped=tried.dropped or leaf.dropped), context)


def _through(leaf: Leaf, context: Context) -> Leaf:
    for _, normalizer in NORMALIZERS:
        if leaf.dropped:
            break
        leaf = normalizer(leaf, context)
    return leaf


def _aligned(leaf: Leaf, context: Context) -> Leaf:
    if leaf.value is None or isinstance(leaf.value, list | dict):
        return leaf
    return replace(leaf, alignment=context.aligner.align(leaf.value, leaf.field))


def renumbered(leaves: Iterable[Leaf]) -> list[Leaf]:
    """Leave no holes in lists: items kept come first, those removed follow them."""
    kept = list(leaves)
    lists: dict[str, list[str]] = {}
    for leaf in kept:
        if leaf.in_list and leaf.dropped:
            parent, _, index = leaf.path.rpartition(".")
            lists.setdefault(parent, []).append(index)
    for parent, removed in lists.items():
        kept = _renumber(kept, parent, set(removed))
    return kept


def _renumber(leaves: list[Leaf], parent: str, removed: set[str]) -> list[Leaf]:
    prefix = f"{parent}." if parent else ""
    inside = [leaf for leaf in leaves if leaf.path.startswith(prefix)]
    steps = list(dict.fromkeys(leaf.path[len(prefix) :].split(".")[0] for leaf in inside))
    order = [step for step in steps if step not in removed] + [s for s in steps if s in removed]
    place = {step: str(index) for index, step in enumerate(order)}
    moved = []
    for leaf in leaves:
        if leaf.path.startswith(prefix):
            step, dot, rest = leaf.path[len(prefix) :].partition(".")
            leaf = replace(leaf, path=f"{prefix}{place[step]}{dot}{rest}")
        moved.append(leaf)
    return moved


def result(leaf: Leaf, text: str) -> FieldResult:
    """The outcome of a leaf, as users see it."""
    value: JSON = leaf.value
    spans = leaf.alignment.spans if value is not None else ()
    return FieldResult(
        path=leaf.path,
        raw=leaf.raw,
        value=value,
        evidence=tuple(Evidence(start, end, text[start:end]) for start, end in spans),
        alignment=leaf.alignment.kind if value is not None else "none",
        outcome=outcome(leaf),
        reason=leaf.dropped or ", ".join(leaf.changes),
        confidence=0.5,
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
