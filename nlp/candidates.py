"""Finds every candidate of a document: the table of finders, and the merge of what they found.

A finder maps a document to candidates and knows nothing of the others. One that raises is
contained in :func:`run_finders` and nowhere else: its traceback is kept in
:attr:`Findings.failures`, and :func:`find_candidates` warns with a :class:`FinderWarning`.
"""

import time
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from nlp.errors import VerazError
from nlp.layout.alignment import parted
from nlp.layout.passages import (
    find_headings,
    find_label_values,
    find_list_lines,
    find_sentences,
    find_table_cells,
)
from nlp.names.entities import find_entities
from nlp.names.identifiers import find_identifiers
from nlp.names.noun_phrases import find_acronyms, find_capitalised, find_noun_phrases
from nlp.names.titles import find_titles
from nlp.numeric.numbers import find_numbers, find_ordinals, find_percents, find_ranges
from nlp.numeric.quantities import find_ages, find_money, find_quantities, find_temperatures
from nlp.spaced_out import find_spaced_out
from nlp.spans import CODE_LABELS, NAME_LABELS, Candidate, Document, Span
from nlp.temporal.dates import find_dates

Finder = Callable[[Document], tuple[Candidate, ...]]

FINDERS: Mapping[str, Finder] = MappingProxyType(
    {
        "spaced_out": find_spaced_out,
        "ages": find_ages,
        "temperatures": find_temperatures,
        "money": find_money,
        "percents": find_percents,
        "dates": find_dates,
        "quantities": find_quantities,
        "ranges": find_ranges,
        "ordinals": find_ordinals,
        "numbers": find_numbers,
        "identifiers": find_identifiers,
        "entities": find_entities,
        "acronyms": find_acronyms,
        "titles": find_titles,
        "capitalised": find_capitalised,
        "label_values": find_label_values,
        "table_cells": find_table_cells,
        "list_lines": find_list_lines,
        "headings": find_headings,
        "noun_phrases": find_noun_phrases,
        "sentences": find_sentences,
    }
)
"""Every finder by name, the most telling first: of two candidates on one span, the first wins."""


WHOLES: frozenset[str] = CODE_LABELS | {
    "DATE", "TIME", "DATETIME", "DURATION", "SET", "PERCENT", "QUANTITY", "MONEY", "AGE",
    "TEMPERATURE",
}  # fmt: skip
"""Labels whose span is one value, not a passage that holds others. A range is not one: both its
bounds may be asked for."""

PIECES: frozenset[str] = frozenset(["NUMBER", "ORDINAL", "NOUN_PHRASE", "MISCELLANEOUS", "ACRONYM"])
"""Labels that say nothing inside a whole value."""


class FinderWarning(RuntimeWarning):
    """A finder raised; the document was read without it."""


@dataclass(frozen=True, slots=True)
class FinderFailure:
    """A finder that raised: its name, the error in one line, and the traceback."""

    finder: str
    error: str
    traceback: str


@dataclass(frozen=True, slots=True)
class Findings:
    """What the finders found in one document.

    ``candidates`` are sorted by start, the longer first; ``seconds`` is the CPU time of each
    finder in this thread, ``counts`` what each found before the merge; ``failures`` are the
    finders that raised.
    """

    candidates: tuple[Candidate, ...]
    failures: tuple[FinderFailure, ...]
    seconds: Mapping[str, float]
    counts: Mapping[str, int]


def find_candidates(document: Document) -> tuple[Candidate, ...]:
    """Every candidate of a document, sorted by start, the longer first.

    Candidates may overlap: "23 de mayo" stands inside its sentence and its table cell. Warns with
    :class:`FinderWarning` for each finder that failed.
    """
    findings = run_finders(document)
    for failure in findings.failures:
        warnings.warn(
            f"document {document.id!r} was read without the finder {failure.finder!r}, "
            f"which raised {failure.error}",
            FinderWarning,
            stacklevel=2,
        )
    return findings.candidates


def run_finders(document: Document, *, finders: Mapping[str, Finder] = FINDERS) -> Findings:
    """Run the finders in order and merge what they found.

    Veraz's own errors (settings) pass through; of any other, how the finder failed is kept.
    """
    document = parted(document)
    found: list[Candidate] = []
    failures: list[FinderFailure] = []
    seconds: dict[str, float] = {}
    counts: dict[str, int] = {}
    for name, finder in finders.items():
        started = time.thread_time()
        try:
            candidates = finder(document)
        except VerazError:
            raise
        except Exception as error:  # noqa: BLE001 - the one place where a finder may fail
            reason = f"{type(error).__name__}: {error}"
            failures.append(FinderFailure(name, reason, traceback.format_exc()))
        else:
            counts[name] = len(candidates)
            found.extend(candidates)
        seconds[name] = time.thread_time() - started
    return Findings(
        merge(found), tuple(failures), MappingProxyType(seconds), MappingProxyType(counts)
    )


def merge(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """Order candidates and keep one reading for each span.

    Of two on one span the first given wins. What only repeats a piece of a value ("mayo" of "3 de
    mayo de 2019") is left out; everything else may overlap.
    """
    kept: dict[Span, Candidate] = {}
    for candidate in candidates:
        kept.setdefault(candidate.span, candidate)
    ordered = sorted(kept.values(), key=lambda one: (one.start, -one.end))
    return tuple(_without_pieces(ordered))


def _without_pieces(ordered: Iterable[Candidate]) -> Iterator[Candidate]:
    """Leave out the pieces of whole values; ``ordered`` by start, the longer first."""
    whole = code = person = 0
    for candidate in ordered:
        if candidate.label in PIECES and candidate.end <= whole:
            continue
        if candidate.label == "ORDINAL" and candidate.end <= person:  # "Alfonso X"
            continue
        if candidate.label == "PERSON":
            person = max(person, candidate.end)
        if candidate.label in NAME_LABELS and candidate.end <= code:
            continue
        ranges = candidate.value is not None and candidate.value.has_end
        if candidate.label in WHOLES and not ranges:
            whole = max(whole, candidate.end)
        if candidate.label in CODE_LABELS:  # no name is read inside either: "Ley" of "Ley 3/2018"
            code = max(code, candidate.end)
        yield candidate
