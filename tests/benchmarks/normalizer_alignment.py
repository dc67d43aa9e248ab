"""The alignment table run by three aligners: ours, langextract's and a plain fuzzy matcher."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

from nlp.schema import Field
from nlp.spans import Document
from normalizers.align import Aligner

TABLE = Path(__file__).resolve().parents[1] / "normalizers" / "alignment_cases.yaml"
FUZZY_LEAST = 80.0

Spans = list[tuple[int, int]]
Find = Callable[[str, Any], Spans]


def cases() -> list[tuple[str, Any, list[str]]]:
    """Text, value, and the mentions expected (none where the text does not say it)."""
    blocks = yaml.safe_load(TABLE.read_text(encoding="utf-8"))
    return [
        (
            block["text"],
            value,
            [] if mention is None else mention if isinstance(mention, list) else [mention],
        )
        for block in blocks
        for value, mention, _ in block["cases"]
    ]


def ours() -> Find:
    """The aligner of this repository; one index a text, as in use."""
    known: dict[str, Aligner] = {}

    def find(text: str, value: Any) -> Spans:
        if text not in known:
            known[text] = Aligner(Document("t", text))
        if isinstance(value, dict):
            member = value["enum"]
            field = Field(path="f", name="f", kind="enum", enum=(member,))
            return list(known[text].align(member, field).spans)
        field = Field(path="f", name="f", kind="string" if isinstance(value, str) else "number")
        return list(known[text].align(value, field).spans)

    return find


def said(value: Any) -> str:
    """A value as the string that a matcher of strings is given."""
    told = value["enum"] if isinstance(value, dict) else value
    return str(told).replace("_", " ") if isinstance(value, dict) else str(told)


def langextract() -> Find | None:
    """langextract's aligner with its defaults, or None where it is not installed."""
    try:
        from langextract.core.data import Extraction
        from langextract.resolver import WordAligner
    except ImportError:
        return None
    aligner = WordAligner()

    def find(text: str, value: Any) -> Spans:
        groups = aligner.align_extractions([[Extraction("v", said(value))]], text)
        where = groups[0][0].char_interval
        return [(where.start_pos, where.end_pos)] if where is not None else []

    return find


def fuzzy() -> Find | None:
    """The best partial match of rapidfuzz, taken from 80 of 100; None where not installed."""
    try:
        from rapidfuzz.fuzz import partial_ratio_alignment
    except ImportError:
        return None

    def find(text: str, value: Any) -> Spans:
        best = partial_ratio_alignment(said(value).lower(), text.lower())
        good = best is not None and best.score >= FUZZY_LEAST
        return [(best.dest_start, best.dest_end)] if good else []

    return find


def overlap(spans: Spans, expected: Spans) -> float:
    """Characters in common over characters in either."""
    left = {place for start, end in spans for place in range(start, end)}
    right = {place for start, end in expected for place in range(start, end)}
    return len(left & right) / len(left | right) if left | right else 1.0


def right_place(text: str, spans: Spans, mentions: list[str]) -> bool:
    """Whether spans cover the mentions, at any place where the text writes them, by a half."""
    if len(mentions) > 1:
        return overlap(spans, [(text.find(m), text.find(m) + len(m)) for m in mentions]) >= 0.3
    start = text.find(mentions[0])
    while start >= 0:
        if overlap(spans, [(start, start + len(mentions[0]))]) >= 0.5:
            return True
        start = text.find(mentions[0], start + 1)
    return False


def measure(find: Find) -> tuple[float, float, float]:
    """Precision and recall over the table, and milliseconds a case."""
    found = right = expected = 0
    every = cases()
    begun = time.perf_counter()
    answers = [find(text, value) for text, value, _ in every]
    spent = (time.perf_counter() - begun) * 1000 / len(every)
    for (text, _, mentions), spans in zip(every, answers, strict=True):
        found += bool(spans)
        expected += bool(mentions)
        right += bool(spans) and bool(mentions) and right_place(text, spans, mentions)
    return right / max(found, 1), right / max(expected, 1), spent


def report() -> None:
    """Print the table."""
    every = cases()
    missing = sum(1 for _, _, mentions in every if not mentions)
    print(f"\nAlignment: {len(every)} cases, {missing} that must not match")
    print(f"{'aligner':28s} precision  recall  ms/case")
    finders = (("Veraz", ours()), ("langextract", langextract()), ("rapidfuzz partial", fuzzy()))
    for name, find in finders:
        if find is None:
            print(f"{name:28s} not installed")
            continue
        precision, recall, spent = measure(find)
        print(f"{name:28s} {precision:9.3f} {recall:7.3f} {spent:8.3f}")
