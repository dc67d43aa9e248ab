"""A whole name from the two labels that forms print for it: surnames and given name."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from nlp.labels.parts import Pair
from nlp.labels.words import bag, held, label_terms

_SURE = 0.85


def joined_names(text: str, pairs: Sequence[Pair]) -> Iterator[tuple[Pair, str]]:
    """Neighbouring labels "Nombre" and "Apellidos" as one pair with the whole name."""
    for first, second in zip(pairs, pairs[1:], strict=False):
        if first.is_empty or second.is_empty or first.sections != second.sections:
            continue
        parts = {_part(one.label): one for one in (first, second)}
        if "" in parts or len(parts) != 2:
            continue
        name = " ".join(text[slice(parts[key].start, parts[key].end)] for key in ("given", "last"))
        yield replace(first, label="Nombre completo", end=second.end, form="joined"), name


def _part(label: str) -> str:
    """Whether a label asks for surnames alone, a given name alone, or something else."""
    terms = label_terms(label)
    last = sum(held(term, bag(label_terms("apellidos"))) >= _SURE for term in terms)
    given = sum(held(term, bag(label_terms("nombre"))) >= _SURE for term in terms)
    if len(terms) != 1:
        return ""
    return "last" if last else "given" if given else ""
