"""Boosted trees taught by many kinds of schemas: a second opinion on which candidate answers.

There are two sets: one for questions, taught by questions, and one for all other fields, taught by
all sources. The linear score is one of their features; the trees add what a field's words, the form
of a mention and its place say together. How much each of the two counts is fitted, for every kind of
field, on sources left out of training, so that the softmax of the sum can be read as a probability.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from nlp.asked.field_profile import FieldProfile
from nlp.latest import latest
from nlp.match.associations import Associations
from nlp.match.question_features import form_traits, pair_features
from nlp.match.question_words import asking_of
from nlp.match.surroundings import Floats, Indexes, Surroundings
from nlp.match.trees import Trees, matrix
from nlp.schema import is_repeated
from nlp.spans import Candidate

QUESTIONS, FIELDS, ITEMS = "questions", "fields", "items"
FIELD_SETS, LIST_SETS = ("options", "options_again"), ("lists", "lists_again")
"""The trees that weigh fields and lists, by themselves and again beside each other's choices."""
ROWS = 48
"""Candidates of a field that the trees look at, in training as in use: what they never saw in training
(words anywhere in the text) they take for answers."""
_BELOW = 3.0
"""How far below the last row looked at the rest stand."""
LIKELIEST_ITEMS = 48
"""Possible items of a list, the likeliest by the linear score, that the trees look at."""
BY_TREES = 0.6
"""What trees of items count of what they would mend: some of what they know is their teachers' habit."""
_LABELS = (
    "PERSON", "ORGANIZATION", "LOCATION", "MISCELLANEOUS", "TITLE", "NOUN_PHRASE", "LIST_LINE",
    "TABLE_CELL", "SENTENCE", "LABEL_VALUE", "ACRONYM", "NUMBER", "DATE", "QUANTITY", "MONEY",
    "IDENTIFIER", "HEADING",
)  # fmt: skip
_CLASSES = ("person", "organization", "place", "term", "quality", "title", "text", "identifier")


@dataclass(frozen=True, slots=True)
class Boosted:
    """The trees of questions and of other fields, and what the linear score and the trees count.

    ``trees`` are by :func:`set_of`; ``shares`` by kind of field: ``question`` (the field's
    description is one), text, date and number; without a share the linear score decides.
    ``associations`` are of words of fields with what stands beside their options; without them options
    have no such traits.
    """

    trees: Mapping[str, Trees] = field(default_factory=dict)
    shares: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    associations: Associations | None = None

    def asked_for(self, profile: FieldProfile) -> bool:
        """Whether the trees say anything on this field.

        Not on items of lists, which go another way, and not where what tells a field from its
        siblings is all that counts: the end of a range, or forms of one word ("demandante",
        "demandado"). Trees know words by their stems.
        """
        alike = bool(profile.forms) or profile.edge != 0
        _, by_trees = self.shares.get(kind_of(profile), (1.0, 0.0))
        return by_trees > 0.0 and not (alike or is_repeated(profile.path))


@latest(2)
def with_forms(here: Surroundings) -> Surroundings:
    """The surroundings with what the trees ask of every mention, read once a text."""
    return replace(here, traits={**here.traits, **form_traits(here)})


def opinion(
    profile: FieldProfile,
    here: Surroundings,
    chosen: Sequence[int],
    columns: dict[str, Floats],
    linear: Floats,
    boosted: Boosted,
) -> tuple[dict[str, Floats], Floats]:
    """The features of the chosen candidates and their log-odds, with the trees where they count."""
    if not chosen or not boosted.asked_for(profile):
        return columns, linear
    features = with_linear({**columns, **pair_features(profile, here, chosen)}, linear)
    kind = kind_of(profile)
    by_line, by_trees = boosted.shares[kind]
    raw = raw_scores(boosted.trees[set_of(kind)], features)
    return features, np.asarray(by_line * linear + by_trees * raw, dtype=np.float64)


def with_linear(features: Mapping[str, Floats], linear: Floats) -> dict[str, Floats]:
    """The features with the linear scores beside them, raw and among the others of the field."""
    shifted = linear - linear.max(initial=-np.inf)
    ranks = np.argsort(np.argsort(-linear, kind="stable"), kind="stable")
    return {
        **features,
        "lin_score": linear,
        "lin_log": shifted - np.log(np.exp(shifted).sum()) if len(linear) else linear,
        "lin_gap": -shifted,
        "lin_rank": ranks.astype(np.float64),
    }


def item_traits(
    profile: FieldProfile,
    picked: Sequence[Candidate],
    columns: Mapping[str, Floats],
    linear: Floats,
) -> dict[str, Floats]:
    """What the trees ask of the possible items of a list, the linear score among it."""
    labels = {name: float(at) for at, name in enumerate(_LABELS)}
    size = len(picked)
    return {
        **with_linear(columns, linear),
        "lin_sum": np.full(size, np.log1p((1.0 / (1.0 + np.exp(-linear))).sum())),
        "possible": np.full(size, np.log1p(size)),
        "label": np.array([labels.get(one.label, -1.0) for one in picked]),
        "words": np.array([one.mention.count(" ") + 1.0 for one in picked]),
        "characters": np.array([float(len(one.mention)) for one in picked]),
        **{f"asks_{name}": np.full(size, profile.asks(name)) for name in _CLASSES},
    }


def item_scores(
    profile: FieldProfile,
    picked: Sequence[Candidate],
    columns: Mapping[str, Floats],
    linear: Floats,
    boosted: Boosted,
) -> Floats:
    """The log-odds of each to be an item of the list: the linear ones, mended by the trees."""
    trees = boosted.trees.get(ITEMS)
    if trees is None or not picked:
        return linear
    rows = np.argsort(-linear, kind="stable")[:LIKELIEST_ITEMS]
    traits = item_traits(profile, picked, columns, linear)
    scores = linear - _BELOW
    scores[rows] = linear[rows] + BY_TREES * _judged(trees, traits, rows)
    return np.asarray(scores, dtype=np.float64)


def raw_scores(trees: Trees, features: Mapping[str, Floats]) -> Floats:
    """What the trees say of every row; of rows that do not promise enough, that they are no answer."""
    rows = promising(features, ROWS)
    if not rows:
        return np.zeros(0)
    raw = _judged(trees, features, rows)
    scores = np.full(len(features["lin_score"]), float(raw.min()) - _BELOW)
    scores[rows] = raw
    return scores


def _judged(trees: Trees, features: Mapping[str, Floats], rows: Sequence[int] | Indexes) -> Floats:
    """What the trees say of some of the rows."""
    picked = {name: features[name][rows] for name in trees.names if name in features}
    return trees.scores(matrix(trees.names, picked, len(rows)))


def promising(features: Mapping[str, Floats], most: int) -> list[int]:
    """The rows worth a look, in order: half by the linear score, half by the words around them."""
    linear = features["lin_score"]
    if len(linear) <= most:
        return list(range(len(linear)))
    words = features["asked_sentence"] + features["asked_around"] + features["asked_fit"]
    likeliest = np.argsort(-linear, kind="stable")[: most // 2].tolist()
    nearest = np.argsort(-words, kind="stable")[:most].tolist()
    return sorted([*dict.fromkeys(likeliest + nearest)][:most])


def kind_of(profile: FieldProfile) -> str:
    """The kind of field whose shares count: a question that words or a date answer, or the group."""
    asked = asking_of(profile).question and not profile.long_text
    return "question" if asked and profile.group != "number" else profile.group


def set_of(kind: str) -> str:
    """Which set of trees judges a kind of field."""
    return QUESTIONS if kind == "question" else FIELDS
