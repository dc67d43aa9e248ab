"""Normalizers of a string's edges: wrapping marks, punctuation, articles, added remarks."""

import re

from nlp.schema import Field
from normalizers.folding import fold_word
from normalizers.leaf import Context, Leaf
from normalizers.lexicon import signs, words

LONGEST_NAME = 8
"""Words from which a value is a sentence, whose article is its own."""

_PAIRS = (
    ("'", "'"), ('"', '"'), ("«", "»"), ("“", "”"), ("‘", "’"), ("`", "`"),
    ("**", "**"), ("__", "__"), ("*", "*"), ("_", "_"),
)  # fmt: skip
_BULLET = re.compile(r"^(?:[-–—•·▪◦*]\s{1,4}|#{1,6}\s{1,4})")
_REMARK = re.compile(r"\((?=(?:[^()\s]{1,60}\s){2,40})[^()]{1,300}\)")
_EXAMPLE = re.compile(r"['\"‘’“”«»]([^'\"‘’“”«»]{2,80})['\"‘’“”«»]")
_LAST_WORD = re.compile(r"[a-záéíóúüñ]{4}\.$")


def _is_text(leaf: Leaf) -> bool:
    return leaf.field.kind in {"string", "any"} and isinstance(leaf.value, str)


def wrapping(leaf: Leaf, context: Context) -> Leaf:
    """Take off what wraps a whole value: quotes, markdown, a bullet, outer spaces."""
    if not _is_text(leaf):
        return leaf
    bare = unwrapped(leaf.value)
    return leaf.changed(bare, "wrapping marks") if bare and bare != leaf.value else leaf


def unwrapped(text: str) -> str:
    """The text without outer spaces, a bullet and pairs of marks that enclose all of it."""
    bare = _BULLET.sub("", text.strip())
    for opening, closing in _PAIRS:
        inner = bare[len(opening) : -len(closing)]
        encloses = bare.startswith(opening) and bare.endswith(closing)
        if encloses and inner.strip() and opening not in inner and closing not in inner:
            return unwrapped(inner)
    return bare


def edge_punctuation(leaf: Leaf, context: Context) -> Leaf:
    """Take off commas and the like at the edges, brackets left open, the full stop of an item."""
    if not _is_text(leaf):
        return leaf
    bare = leaf.value.strip()
    for mark in signs("ellipses"):
        if bare.endswith(f" {mark}"):
            bare = bare[: -len(mark)].rstrip()
    bare = bare.lstrip(",;:.)]} ").rstrip(",;([{ ") if len(bare) > 1 else bare
    bare = _closed(bare)
    if leaf.in_list and _LAST_WORD.search(bare) and ". " not in bare:
        bare = bare[:-1]
    return leaf.changed(bare, "edge punctuation") if bare and bare != leaf.value else leaf


def _closed(text: str) -> str:
    """The text without one bracket at its edge that nothing closes or opens."""
    for opening, closing in (("(", ")"), ("[", "]"), ("«", "»"), ("“", "”")):
        if text.endswith(closing) and opening not in text:
            text = text[: -len(closing)].rstrip()
        if text.startswith(opening) and closing not in text:
            text = text[len(opening) :].lstrip()
    return text


def leading_article(leaf: Leaf, context: Context) -> Leaf:
    """Take off a lower-case article before a name (``el telescopio`` → ``telescopio``).

    An article in a sentence, one that begins in upper case, or one that the examples of the
    description have, is part of the value.
    """
    if not _is_text(leaf) or _examples_have_article(leaf.field):
        return leaf
    found = leaf.value.split()
    if len(found) < 2 or len(found) > LONGEST_NAME or leaf.value.rstrip().endswith((".", "?", "!")):
        return leaf
    first = found[0]
    if not first.islower() or fold_word(first) not in words("articles") or found[1][0].isdigit():
        return leaf
    if len(found) == 2 and fold_word(first) in words("indefinite_articles"):
        return leaf  # it may count: "un año"
    rest = leaf.value.lstrip()[len(first) :].lstrip()
    return leaf.changed(rest, "leading article")


def _examples_have_article(field: Field) -> bool:
    told = [str(example) for example in field.examples] + _EXAMPLE.findall(field.description)
    return any(fold_word(each.split()[0]) in words("articles") for each in told if each.split())


def added_remark(leaf: Leaf, context: Context) -> Leaf:
    """Take off a bracketed remark that the text does not have, where the rest stands in it.

    A remark has three words or more: shorter ones are acronyms and other names.
    """
    if not _is_text(leaf) or "(" not in leaf.value:
        return leaf
    if context.aligner.align(leaf.value, leaf.field).kind in {"exact", "normalized"}:
        return leaf
    bare = " ".join(_REMARK.sub("", leaf.value).split()).replace(" ,", ",")
    if not bare or bare == leaf.value or "(" in bare:
        return leaf
    if context.aligner.align(bare, leaf.field).kind not in {"exact", "normalized"}:
        return leaf
    return leaf.changed(bare, "remark that the text does not have")
