"""eHealth-KD 2019 and 2020 (IberLEF): keyphrases (task A) and relations (task B) in Spanish.

Source: github.com/knowledge-learning/ehealthkd-2019 and -2020, their scorers and pages. Scenario
1 (and 4, transfer, of 2020) counts both tasks, 2 only keyphrases, 3 only relations:

    num = C_A + C_B + P_A / 2
    R = num / (C_A + C_B + P_A + I_A + M_A + M_B)    P = num / (C_A + C_B + P_A + I_A + S_A + S_B)

``as_page`` follows the page instead: I_A counts in the numerator, missing and spurious change
places between P and R, a partial match needs the label in both years, relation arguments must be
correct keyphrases (no partial ones, no ``same-as`` equivalence), a repeated relation is spurious,
and of two gold labels on one span either may be matched.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from veraz.protocols.scorers.ehealthkd_files import (
    Collection,
    Relation,
    Sentence,
    read_2019,
    read_2020,
)
from veraz.protocols.scorers.ehealthkd_matching import (
    Classes,
    Matching,
    Rules,
    find_relation,
    match_keyphrases,
    unique,
)
from veraz.protocols.scorers.errors import ScoringError
from veraz.protocols.scorers.score import Number, Score, Table, f_measure, ratio, signature
from veraz.resampling import Rows, Statistic

COLUMNS = (
    "correct_A",
    "incorrect_A",
    "partial_A",
    "spurious_A",
    "missing_A",
    "correct_B",
    "spurious_B",
    "missing_B",
)
READERS: Mapping[int, Callable[[Path, int], Collection]] = {2019: read_2019, 2020: read_2020}
LAST_SCENARIO: Mapping[int, int] = {2019: 3, 2020: 4}


@dataclass(frozen=True, slots=True)
class Outcome:
    """One sentence judged: its keyphrases, and relations found, spurious and missing."""

    matching: Matching
    correct: list[Relation]
    spurious: list[Relation]
    missing: list[Relation]

    @property
    def counts(self) -> tuple[int, ...]:
        """The numbers of :data:`COLUMNS`."""
        a = self.matching
        return (
            len(a.correct),
            len(a.incorrect),
            len(a.partial),
            len(a.spurious),
            len(a.missing),
            len(self.correct),
            len(self.spurious),
            len(self.missing),
        )


def score_folders(
    gold: Path, predictions: Path, *, year: int, scenario: int, rules: str = "as_organisers"
) -> Score:
    """Score one scenario of a submission."""
    if year not in READERS or not 1 <= scenario <= LAST_SCENARIO[year]:
        raise ScoringError(f"there is no scenario {scenario} of {year}: 2019 has 1-3, 2020 has 1-4")
    read = READERS[year]
    return score_collections(
        read(gold, scenario), read(predictions, scenario), year=year, scenario=scenario, rules=rules
    )


def score_collections(
    gold: Collection,
    predictions: Collection,
    *,
    year: int,
    scenario: int,
    rules: str = "as_organisers",
) -> Score:
    """Score a collection of sentences against the gold one."""
    chosen = Rules(year, rules == "as_page")
    warnings = [*gold.warnings, *predictions.warnings]
    pairs = align(gold.sentences, predictions.sentences, year, warnings)
    judged = [
        (place, judge(sentence, submitted, chosen))
        for place, sentence, submitted in pairs
        if sentence.keyphrases or sentence.relations
    ]
    counts = [outcome.counts for _, outcome in judged]
    rows = np.array(counts, dtype=np.float64).reshape(-1, len(COLUMNS))
    statistics = scenario_statistics(scenario, page=chosen.page)
    metrics: dict[str, Number] = {name: each(rows) for name, each in statistics.items()}
    metrics.update(
        {name: int(total) for name, total in zip(COLUMNS, rows.sum(axis=0), strict=True)}
    )
    metrics["sentences"] = len(rows)
    return Score(
        protocol="ehealthkd",
        signature=signature("ehealthkd", rules, year=year, scenario=scenario),
        main="f1",
        metrics=metrics,
        columns=COLUMNS,
        units=tuple(f"sentence {place + 1}" for place, _ in judged),
        rows=rows,
        statistics=statistics,
        tables=(
            by_keyphrase_label(each for _, each in judged),
            by_relation_label(each for _, each in judged),
        ),
        warnings=tuple(warnings),
    )


def align(
    gold: list[Sentence], submitted: list[Sentence], year: int, warnings: list[str]
) -> list[tuple[int, Sentence, Sentence]]:
    """Pair the sentences as each year's program does: (gold position, gold, submitted).

    2019: by position, a pair of different texts is skipped, and so is what a shorter file lacks.
    2020: in step while the texts agree; a gold sentence that does not agree is all missing.
    """
    pairs: list[tuple[int, Sentence, Sentence]] = []
    if year == 2019:
        if len(gold) != len(submitted):
            warnings.append(f"{len(gold)} gold sentences, {len(submitted)} submitted")
        for place, (one, other) in enumerate(zip(gold, submitted, strict=False)):
            if one.text == other.text:
                pairs.append((place, one, other))
            else:
                warnings.append(f"sentence {place + 1}: texts differ, skipped")
        return pairs
    pointer = 0
    for place, one in enumerate(gold):
        if pointer < len(submitted) and _letters(one.text) == _letters(submitted[pointer].text):
            pairs.append((place, one, submitted[pointer]))
            pointer += 1
        else:
            warnings.append(f"sentence {place + 1}: not submitted here, all of it missing")
            pairs.append((place, one, Sentence(one.text)))
    return pairs


def _letters(text: str) -> str:
    return "".join(character for character in text.lower() if character.isalnum())


def judge(gold: Sentence, submitted: Sentence, rules: Rules) -> Outcome:
    """Match keyphrases, then the relations between matched ones."""
    matching = match_keyphrases(gold.keyphrases, submitted.keyphrases, rules)
    usable = matching.correct if rules.page else matching.correct + matching.partial
    names = {ours.id: theirs.id for ours, theirs in usable}
    wanted = unique(gold.relations)
    offered = submitted.relations if rules.page else unique(submitted.relations)
    same = Classes() if rules.page else Classes(wanted)
    correct, spurious = [], []
    for relation in offered:
        found = find_relation(relation, names, wanted, same)
        if found is None:
            spurious.append(relation)
        else:
            wanted.remove(found)
            correct.append(found)
    return Outcome(matching, correct, spurious, wanted)


def scenario_statistics(scenario: int, *, page: bool) -> dict[str, Statistic]:
    """F1, precision and recall as functions of the rows of counts."""
    keyphrases, relations = float(scenario != 3), float(scenario != 2)
    weights = np.array([keyphrases] * 5 + [relations] * 3)

    def parts(rows: Rows) -> tuple[float, float]:
        c_a, i_a, p_a, s_a, m_a, c_b, s_b, m_b = (rows.sum(axis=0) * weights).tolist()
        right = c_a + c_b + p_a / 2 + (i_a if page else 0.0)
        found = c_a + c_b + p_a + i_a
        spurious, missing = found + s_a + s_b, found + m_a + m_b
        if page:  # the page divides precision by what is missing and recall by what is spurious
            spurious, missing = missing, spurious
        return ratio(right, spurious), ratio(right, missing)

    return {
        "f1": lambda rows: f_measure(*parts(rows)),
        "precision": lambda rows: parts(rows)[0],
        "recall": lambda rows: parts(rows)[1],
    }


def by_keyphrase_label(outcomes: Iterable[Outcome]) -> Table:
    """Counts of task A by label; an incorrect one stands under its gold label."""
    counts: dict[str, list[int]] = {}
    for outcome in outcomes:
        a = outcome.matching
        groups = (
            [gold.label for _, gold in a.correct],
            [gold.label for _, gold in a.incorrect],
            [gold.label for _, gold in a.partial],
            [each.label for each in a.spurious],
            [each.label for each in a.missing],
        )
        for place, labels in enumerate(groups):
            for label in labels:
                counts.setdefault(label, [0] * 5)[place] += 1
    rows = []
    for label, (c, i, p, s, m) in sorted(counts.items()):
        right, found = c + p / 2, c + i + p
        f1 = f_measure(ratio(right, found + s), ratio(right, found + m))
        rows.append((label, f1, c, i, p, s, m))
    header = ("keyphrase", "f1", "correct", "incorrect", "partial", "spurious", "missing")
    return Table("keyphrases by label", header, tuple(rows))


def by_relation_label(outcomes: Iterable[Outcome]) -> Table:
    """Counts of task B by label."""
    counts: dict[str, list[int]] = {}
    for outcome in outcomes:
        for place, group in enumerate((outcome.correct, outcome.spurious, outcome.missing)):
            for relation in group:
                counts.setdefault(relation.label, [0] * 3)[place] += 1
    rows = [
        (label, f_measure(ratio(c, c + s), ratio(c, c + m)), c, s, m)
        for label, (c, s, m) in sorted(counts.items())
    ]
    return Table(
        "relations by label", ("relation", "f1", "correct", "spurious", "missing"), tuple(rows)
    )
