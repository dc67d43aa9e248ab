"""Expressions of fixed wording: holidays, "actualmente", "diariamente"."""

from nlp.temporal.absolute import Found, matches, relative_year
from nlp.temporal.figures import full_year
from nlp.temporal.lexicon import lexicon
from nlp.temporal.meanings import Fixed
from nlp.temporal.nearness import Holiday
from nlp.temporal.words import Words


def phrase(words: Words, index: int) -> Found | None:
    """The longest fixed phrase at ``index``."""
    for wording, table, meaning in lexicon().phrases.get(words.words[index], ()):
        if not matches(words, index, wording):
            continue
        after = index + len(wording)
        if table == "holiday":
            return _dated(words, after, meaning)
        return after, Fixed("set" if table == "repeated" else "date", (meaning,))
    return None


def _dated(words: Words, after: int, rules: tuple[str, ...]) -> Found:
    at = after + (words.words[after] in ("de", "del", ","))
    at += words.words[at] == "ano"
    year = full_year(words, at)
    if year is not None:
        return year[0], Holiday(rules, year[1])
    stepped = relative_year(words, after)
    if stepped is not None:
        return stepped[0], Holiday(rules, step=stepped[1])
    return after, Holiday(rules)
