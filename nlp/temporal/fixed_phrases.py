"""Expressions of fixed wording: holidays, "actualmente", "diariamente"."""

from nlp.temporal.date_numbers import full_year
from nlp.temporal.date_parts import Found, matches, relative_year
from nlp.temporal.deictics import Holiday
from nlp.temporal.meanings import Fixed
from nlp.temporal.slices import WeekOf
from nlp.temporal.time_lexicon import GRAMMAR
from nlp.temporal.tokens import Words


def phrase(words: Words, index: int) -> Found | None:
    """The longest fixed phrase at ``index``."""
    for wording, table, meaning in GRAMMAR.wordings.get(words.words[index], ()):
        if not matches(words, index, wording):
            continue
        after = index + len(wording)
        if table == "repeated" and _is_noun(words, index, after):
            continue
        if table in ("holiday", "week"):
            found = _dated(words, after, meaning)
            return found if table == "holiday" else (found[0], WeekOf(found[1]))
        return after, Fixed("set" if table == "repeated" else "date", (meaning,))
    return None


def _is_noun(words: Words, index: int, after: int) -> bool:
    """Whether "diario" is a newspaper or a notebook: an article before it, or a name."""
    if words.words[index] not in GRAMMAR.everyday or after > index + 1 or not index:
        return False
    capital = words.text[words.starts[index]].isupper() and words.words[index - 1] not in (".", ":")
    return capital or words.words[index - 1] in GRAMMAR.determiners


def _dated(words: Words, after: int, rules: tuple[str, ...]) -> Found:
    at = after + (words.words[after] in GRAMMAR.links_holiday)
    at += words.words[at] in GRAMMAR.year_noun
    year = full_year(words, at)
    if year is not None:
        return year[0], Holiday(rules, year[1])
    stepped = relative_year(words, after)
    if stepped is not None:
        return stepped[0], Holiday(rules, step=stepped[1])
    return after, Holiday(rules)
