"""Where a mention stands in the dependency tree of its sentence, beside the words of a question.

Every node is known by its path from the root, so that the way between two nodes, and which is above
which, are comparisons of rows. All features are NaN where the pipeline has no parser.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from nlp.match.speech_parts import SpeechParts, speech_parts
from nlp.match.surroundings import Flags, Floats, Indexes, Surroundings
from nlp.names.parsing import Parsed, parsed

PARSED = "tree_"
"""What the names of these features begin with."""

_DEEPEST = 24
"""Levels of a tree that are told apart."""
_FAR = 12.0
"""The way between words of two sentences, and the longest there is."""
_REACH = 2.0
_RELATIONS = (
    "ROOT", "nsubj", "obj", "obl", "nmod", "appos", "amod", "conj", "advmod", "flat", "iobj", "acl",
    "advcl", "ccomp", "xcomp", "nummod", "det", "case", "compound", "cop", "aux", "mark", "cc",
    "punct", "csubj", "dep", "fixed", "parataxis", "expl:pass",
)  # fmt: skip
_RELATION_CODES = {name: float(code) for code, name in enumerate(_RELATIONS)}
_OTHER = float(len(_RELATIONS))
_TAGS = (
    "noun", "name", "adjective", "number", "adverb", "pronoun", "preposition", "of", "conjunction",
    "verb", "finite", "other",
)  # fmt: skip
_TAG_CODES = {tag: float(code) for code, tag in enumerate(_TAGS)}


@dataclass(frozen=True, slots=True)
class Forest:
    """The trees of a text as arrays over tokens.

    ``paths`` are the nodes from the root down to each token (its own column), -1 below it;
    ``lowest`` and ``highest`` the first and the last token of what hangs on each.
    """

    starts: Indexes
    heads: Indexes
    relations: Floats
    tags: Floats
    paths: Indexes
    depths: Indexes
    lowest: Indexes
    highest: Indexes


def tree_features(
    before: Floats, share: Floats, asked_at: int, here: Surroundings, chosen: Indexes
) -> dict[str, Floats]:
    """The features of the chosen candidates, none where nothing is parsed.

    ``before`` counts in a row for each term of the question how often it stands before each word of
    the text; ``share`` is what each term counts, ``asked_at`` the one right behind the question
    word (or -1).
    """
    tokens = parsed(here.document)
    if not tokens.starts or not len(chosen):
        return {}
    forest = _forest(tokens, speech_parts(here.document))
    spans = [
        _tokens_in(here.candidates[at].start, here.candidates[at].end, tokens) for at in chosen
    ]
    first, last = (np.array(ends, dtype=np.int64) for ends in zip(*spans, strict=True))
    roots = np.array([_roots(tokens.heads, *span) for span in spans], dtype=np.int64)
    top, count = roots[:, 0], roots[:, 1]
    head = forest.heads[top]
    columns = {
        "tree_relation": forest.relations[top],
        "tree_roots": count.astype(np.float64),
        "tree_left": (first - forest.lowest[top]).astype(np.float64),
        "tree_right": (forest.highest[top] + 1 - last).astype(np.float64),
        "tree_depth": forest.depths[top].astype(np.float64),
    }
    terms, words = np.nonzero(np.diff(before, axis=1))
    spots = np.searchsorted(forest.starts, np.array(here.starts)[words], side="right") - 1
    spots = np.maximum(spots, 0)
    outside = (spots < first[:, None]) | (spots >= last[:, None])
    ways = np.where(outside, _ways(forest, top, spots), np.inf)
    above = _hangs_on(forest, spots, head) & outside
    below = _hangs_on(forest, spots, top) & outside
    columns |= {"tree_tag": forest.tags[top], "tree_above": forest.tags[head]}
    is_head = outside & (spots == head[:, None])
    columns["tree_said"] = is_head.any(axis=1).astype(np.float64)
    columns["tree_any"] = np.minimum(ways.min(axis=1, initial=np.inf), _FAR)
    columns |= _by_term(terms, ways, above, below, share, asked_at)
    return columns


def _by_term(
    terms: Indexes, ways: Floats, above: Flags, below: Flags, share: Floats, asked_at: int
) -> dict[str, Floats]:
    """The nearest place of each term, and how many hang on a mention or stand beside it."""
    size = len(ways)
    near, beside, under = np.zeros(size), np.zeros(size), np.zeros(size)
    way: dict[int, Floats] = {}
    for term in range(len(share)):
        mine = terms == term
        if not mine.any():
            continue
        way[term] = np.minimum(ways[:, mine].min(axis=1), _FAR)
        held = np.isfinite(ways[:, mine].min(axis=1))
        near += np.where(held, share[term] * np.exp(-(way[term] - 1.0) / _REACH), 0.0)
        beside += share[term] * above[:, mine].any(axis=1)
        under += share[term] * below[:, mine].any(axis=1)
    rarest = int(np.argmax(share)) if len(share) else -1
    unknown = np.full(size, np.nan)
    return {
        "tree_near": near,
        "tree_beside": beside,
        "tree_under": under,
        "tree_rarest": way.get(rarest, unknown),
        "tree_next": way.get(asked_at, unknown),
        "tree_prev": way.get(asked_at - 1, unknown) if asked_at > 0 else unknown,
    }


@lru_cache(maxsize=4)
def _forest(tokens: Parsed, parts: SpeechParts) -> Forest:
    heads = np.array(tokens.heads, dtype=np.int64)
    size = len(heads)
    up = [np.arange(size)]
    for _ in range(_DEEPEST - 1):
        up.append(heads[up[-1]])
    ladder = np.stack(up, axis=1)
    depths = (ladder[:, 1:] != ladder[:, :-1]).sum(axis=1)
    steps = depths[:, None] - np.arange(_DEEPEST)
    paths = np.take_along_axis(ladder, np.maximum(steps, 0), axis=1)
    paths = np.where(steps >= 0, paths, -1)
    lowest, highest = np.arange(size), np.arange(size)
    every = np.broadcast_to(np.arange(size)[:, None], ladder.shape)
    np.minimum.at(lowest, ladder, every)
    np.maximum.at(highest, ladder, every)
    tag_of = dict(zip(parts.starts, parts.tags, strict=True))
    tags = np.array([_TAG_CODES.get(tag_of.get(start, ""), np.nan) for start in tokens.starts])
    relations = np.array([_RELATION_CODES.get(one, _OTHER) for one in tokens.relations])
    return Forest(np.array(tokens.starts), heads, relations, tags, paths, depths, lowest, highest)


def _tokens_in(start: int, end: int, tokens: Parsed) -> tuple[int, int]:
    first = max(0, bisect_right(tokens.starts, start) - 1)
    return first, max(first + 1, bisect_left(tokens.starts, end))


def _roots(heads: Sequence[int], first: int, last: int) -> tuple[int, int]:
    """The first token of a mention that hangs on none of its others, and how many such it has."""
    found = [at for at in range(first, last) if heads[at] == at or not first <= heads[at] < last]
    return (found[0], len(found)) if found else (first, 0)


def _ways(forest: Forest, rows: Indexes, spots: Indexes) -> Floats:
    """Steps in the tree between each row and each spot."""
    one, other = forest.paths[rows][:, None, :], forest.paths[spots][None, :, :]
    shared = ((one == other) & (one >= 0)).sum(axis=2)
    way = forest.depths[rows][:, None] + forest.depths[spots][None, :] - 2.0 * (shared - 1)
    return np.where(shared > 0, np.minimum(way, _FAR), _FAR)


def _hangs_on(forest: Forest, spots: Indexes, rows: Indexes) -> Flags:
    """Whether each spot lies in the stretch of what hangs on each row."""
    low, high = forest.lowest[rows][:, None], forest.highest[rows][:, None]
    found: Flags = (low <= spots) & (spots <= high)
    return found
