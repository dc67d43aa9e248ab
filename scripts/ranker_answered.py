"""Is a field answered at all: trained on answered and unanswered cases, judged by source left out."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from ranker_folds import Scored, Shares
from ranker_linear import fit_answered
from ranker_report import area
from rich.console import Console
from rich.table import Table

from nlp.match.answerability import QUESTION_GROUP, answered_features, answered_group
from nlp.match.boosted import kind_of
from nlp.match.ranker import Ranker

Row = tuple[Mapping[str, float], float, str]
"""Features, label, and the field it is a case of."""
_TEACHING = 50
"""Cases of other sources that can teach; with fewer, half of a source teaches the other half."""
_BOTH = {QUESTION_GROUP: None, "answered": None}


def answered_rows(judged: Iterable[Scored], shares: Shares) -> dict[str, dict[str, list[Row]]]:
    """By group of weights and source: features from scores that never saw the case, and labels."""
    rows: dict[str, dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for one in judged:
        case = one.case
        if case.group != "answered":
            continue
        own = shares.get(kind_of(case.profile), (1.0, 0.0))
        trees = own[1] > 0.0
        columns = one.features if trees else case.columns
        features = answered_features(case.profile, columns, one.linear, one.scores(own))
        group = answered_group(case.profile, _BOTH)
        question = group == QUESTION_GROUP
        field = f"{case.schema}/{len(rows[group][case.source]) if question else case.path}"
        rows[group][case.source].append((features, float(case.target[0]), field))
    return rows


def fit_both(
    rows: Mapping[str, Mapping[str, Sequence[Row]]],
    priors: Mapping[str, Mapping[str, float]],
    narrow: Mapping[str, float],
    console: Console,
) -> dict[str, dict[str, float]]:
    """The weights of both groups.

    Prints how well each source left out is told apart; ``narrow`` are the weights of the linear
    half's sources alone, which have seen those.
    """
    table = Table(title="Answered at all: area under the curve by source left out")
    for column in (
        "weights",
        "source",
        "cases",
        "answered",
        "hand-set",
        "dev and recorded",
        "left out",
    ):
        table.add_column(column)
    fitted: dict[str, dict[str, float]] = {}
    for group, sources in rows.items():
        prior = dict(priors["answered"])
        for source, held in sources.items():
            others = [row for name, one in sources.items() if name != source for row in one]
            alone = len(others) < _TEACHING
            others = list(held[::2]) if alone else others
            judged = held[1::2] if alone else held
            weights = {
                "hand-set": prior,
                "dev and recorded": narrow,
                "left out": fit_rows(others, prior),
            }
            cells = [_area(judged, weights[name]) for name in weights]
            full = sum(row[1] for row in judged)
            table.add_row(group, source, str(len(judged)), f"{full:.0f}", *cells)
        fitted[group] = fit_rows([row for one in sources.values() for row in one], prior)
    console.print(table)
    return fitted


def fit_rows(rows: Iterable[Row], prior: Mapping[str, float]) -> dict[str, float]:
    """The weights of rows."""
    return fit_answered(list(rows), prior)


def _area(rows: Sequence[Row], weights: Mapping[str, float]) -> str:
    ranker = Ranker({"answered": weights})
    pairs = [(ranker.logit("answered", features), label) for features, label, _ in rows]
    labels = {label for _, label in pairs}
    return f"{area(pairs):.3f}" if len(labels) == 2 else "-"
