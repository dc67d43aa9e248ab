"""eHealth-KD: the published vectors on sentences of our own, and the organisers' numbers."""

import json
import re
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared_data import shared

from veraz.protocols.scorers.ehealthkd import (
    READERS,
    scenario_statistics,
    score_collections,
    score_folders,
)
from veraz.protocols.scorers.ehealthkd_files import (
    Collection,
    Keyphrase,
    Relation,
    Sentence,
    read_2019,
    read_2020,
)
from veraz.protocols.scorers.errors import ScoringError

TEXT = "El grado de asma limita las caminatas largas."
#       0  3     9  12   17     24  28        38
GRADE, ASTHMA, LIMITS = ((3, 8),), ((12, 16),), ((17, 23),)
WALKS, LONG, LONG_WALKS = ((28, 37),), ((38, 44),), ((28, 37), (38, 44))
WHOLE = ((3, 8), (9, 11), (12, 16))

Annotated = tuple[list[tuple[str, Any]], list[tuple[str, int, int]]]


def _collection(annotated: Annotated) -> Collection:
    keyphrases = [
        Keyphrase(str(place), label, spans)
        for place, (label, spans) in enumerate(annotated[0], start=1)
    ]
    relations = [Relation(label, str(a), str(b)) for label, a, b in annotated[1]]
    return Collection([Sentence(TEXT, keyphrases, relations)])


def _score(
    gold: Annotated, predicted: Annotated, year: int, scenario: int, rules: str = "as_organisers"
) -> dict[str, Any]:
    pair = (_collection(gold), _collection(predicted))
    return dict(score_collections(*pair, year=year, scenario=scenario, rules=rules).metrics)


C, A = "Concept", "Action"
THREE = [(C, ASTHMA), (A, LIMITS), (C, LONG_WALKS)]

# name, gold, predicted, scenario, F1 of 2019, F1 of 2020
VECTORS = [
    ("partial", ([(C, LONG_WALKS)], []), ([(C, LONG)], []), 1, 0.5, 0.5),
    ("partial, other label", ([(C, LONG_WALKS)], []), ([(A, LONG)], []), 1, 0.5, 0.0),
    ("one for two", ([(C, GRADE), (C, ASTHMA)], []), ([(C, WHOLE)], []), 1, 1 / 3, 1 / 3),
    ("twice", ([(C, GRADE)], []), ([(C, GRADE), (C, GRADE)], []), 1, 2 / 3, 2 / 3),
    ("wrong label", ([(C, GRADE)], []), ([(A, GRADE)], []), 1, 0.0, 0.0),
    ("relation with a partial argument, 1", ([(A, LIMITS), (C, LONG_WALKS)], [("target", 1, 2)]),
     ([(A, LIMITS), (C, LONG)], [("target", 1, 2)]), 1, 5 / 6, 5 / 6),
    ("relation with a partial argument, 2", ([(A, LIMITS), (C, LONG_WALKS)], [("target", 1, 2)]),
     ([(A, LIMITS), (C, LONG)], [("target", 1, 2)]), 2, 0.75, 0.75),
    ("relation with a partial argument, 3", ([(A, LIMITS), (C, LONG_WALKS)], [("target", 1, 2)]),
     ([(A, LIMITS), (C, LONG)], [("target", 1, 2)]), 3, 1.0, 1.0),
    ("relation on a wrong label", ([(A, LIMITS), (C, WALKS)], [("target", 1, 2)]),
     ([(A, LIMITS), (A, WALKS)], [("target", 1, 2)]), 1, 1 / 3, 1 / 3),
    ("same-as reversed", ([(C, GRADE), (C, ASTHMA)], [("same-as", 1, 2)]),
     ([(C, GRADE), (C, ASTHMA)], [("same-as", 2, 1)]), 1, 1.0, 1.0),
    ("empty", (THREE, [("target", 2, 3)]), ([], []), 1, 0.0, 0.0),
    ("not annotated", ([], []), (THREE, []), 1, 0.0, 0.0),
    ("equivalent argument",
     ([(C, GRADE), (C, ASTHMA), (A, LIMITS)], [("subject", 3, 1), ("same-as", 1, 2)]),
     ([(C, GRADE), (C, ASTHMA), (A, LIMITS)], [("subject", 3, 2), ("same-as", 1, 2)]), 1, 1.0, 1.0),
    ("relation twice", ([(C, GRADE), (A, LIMITS)], [("subject", 2, 1)]),
     ([(C, GRADE), (A, LIMITS)], [("subject", 2, 1), ("subject", 2, 1)]), 1, 1.0, 1.0),
    ("two gold labels on one span", ([(C, LIMITS), (A, LIMITS)], []), ([(A, LIMITS)], []), 1, 0.0,
     0.0),
]  # fmt: skip


@pytest.mark.parametrize("row", VECTORS, ids=[row[0] for row in VECTORS])
@pytest.mark.parametrize("year", [2019, 2020])
def test_vectors(row: tuple[str, Annotated, Annotated, int, float, float], year: int) -> None:
    _, gold, predicted, scenario, f1_2019, f1_2020 = row
    expected = f1_2019 if year == 2019 else f1_2020
    assert _score(gold, predicted, year, scenario)["f1"] == pytest.approx(expected)


# name, gold, predicted, F1 as the page says
PAGE = [
    ("partial, other label", ([(C, LONG_WALKS)], []), ([(A, LONG)], []), 0.0),
    ("two gold labels on one span", ([(C, LIMITS), (A, LIMITS)], []), ([(A, LIMITS)], []), 2 / 3),
    ("relation twice", ([(C, GRADE), (A, LIMITS)], [("subject", 2, 1)]),
     ([(C, GRADE), (A, LIMITS)], [("subject", 2, 1), ("subject", 2, 1)]), 6 / 7),
    ("equivalent argument",
     ([(C, GRADE), (C, ASTHMA), (A, LIMITS)], [("subject", 3, 1), ("same-as", 1, 2)]),
     ([(C, GRADE), (C, ASTHMA), (A, LIMITS)], [("subject", 3, 2), ("same-as", 1, 2)]), 0.8),
]  # fmt: skip


@pytest.mark.parametrize("row", PAGE, ids=[row[0] for row in PAGE])
def test_as_page(row: tuple[str, Annotated, Annotated, float]) -> None:
    _, gold, predicted, expected = row
    assert _score(gold, predicted, 2019, 1, "as_page")["f1"] == pytest.approx(expected)


def test_both_labels_in_the_other_order_do_not_crash() -> None:
    gold = ([(C, LIMITS), (A, LIMITS)], [])
    assert _score(gold, ([(A, LIMITS), (C, LIMITS)], []), 2019, 1)["f1"] == 1


labels = st.sampled_from([C, A, "Predicate"])
places = st.sampled_from([GRADE, ASTHMA, LIMITS, WALKS, LONG, LONG_WALKS, WHOLE])
keyphrases = st.lists(st.tuples(labels, places), min_size=1, max_size=6, unique_by=lambda k: k[1])


@settings(max_examples=30, deadline=None)
@given(
    keyphrases,
    st.data(),
    st.sampled_from([2019, 2020]),
    st.sampled_from(["as_organisers", "as_page"]),
)
def test_gold_against_itself(
    chosen: list[tuple[str, Any]], data: st.DataObject, year: int, rules: str
) -> None:
    numbers = st.integers(1, len(chosen))
    kinds = st.sampled_from(["subject", "target", "is-a"])
    relations = data.draw(st.lists(st.tuples(kinds, numbers, numbers), max_size=5, unique=True))
    gold = (chosen, relations)
    assert _score(gold, gold, year, 1, rules)["f1"] == pytest.approx(1)


@settings(max_examples=30, deadline=None)
@given(keyphrases, keyphrases, st.sampled_from([2019, 2020]))
def test_every_keyphrase_is_counted_once(gold: Any, predicted: Any, year: int) -> None:
    m = _score((gold, []), (predicted, []), year, 2)
    matched = m["correct_A"] + m["incorrect_A"] + m["partial_A"]
    assert matched + m["missing_A"] == len(gold)
    assert matched + m["spurious_A"] == len(predicted)


def _write_2019(folder: Path, a: str, b: str, text: str = "output") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    lines = f"Sin anotar.\n{TEXT}\n"
    (folder / f"{text}_scenario1.txt").write_text(lines, encoding="utf-8")
    (folder / "output_a_scenario1.txt").write_text(a, encoding="utf-8")
    (folder / "output_b_scenario1.txt").write_text(b, encoding="utf-8")
    return folder


def test_offsets_count_over_the_whole_file(tmp_path: Path) -> None:
    rows = "1\t24 28\tConcept\tasma\n2\t40 56\tConcept\tcaminatas largas\n"
    folder = _write_2019(tmp_path, rows, "is-a\t1\t2\n")
    second = read_2019(folder, 1).sentences[1]
    assert [each.spans for each in second.keyphrases] == [ASTHMA, LONG_WALKS]
    assert second.relations == [Relation("is-a", "1", "2")]


def test_brat_file(tmp_path: Path) -> None:
    (tmp_path / "scenario.txt").write_text(f"{TEXT}\n", encoding="utf-8")
    (tmp_path / "scenario.ann").write_text(
        "T1\tConcept 28 37;38 44\tcaminatas largas\nT2\tAction 17 23\tlimita\n"
        "R1\ttarget Arg1:T2 Arg2:T1\n*\tsame-as T1 T2\n",
        encoding="utf-8",
    )
    (sentence,) = read_2020(tmp_path, 1).sentences
    assert [each.id for each in sentence.keyphrases] == ["T2", "T1"]  # by span
    assert [each.label for each in sentence.relations] == ["target", "same-as"]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("1\tx y\tConcept\tasma\n", "output_a_scenario1.txt:1: expected offsets"),
        ("1\t3 8\n", "output_a_scenario1.txt:1: expected tab-separated"),
    ],
)
def test_malformed_rows(tmp_path: Path, rows: str, message: str) -> None:
    with pytest.raises(ScoringError, match=message):
        read_2019(_write_2019(tmp_path, rows, ""), 1)


@pytest.mark.parametrize(
    ("rows", "message", "kept"),
    [
        ("1\t9999 10000\tConcept\tasma\n", "output_a_scenario1.txt:1: .*beyond the text", 0),
        ("1\t0 3\tConcept\ta\n1\t4 5\tConcept\tb\n", ":2: the id 1 is used twice", 2),
    ],
)
def test_odd_rows_are_warned_of(tmp_path: Path, rows: str, message: str, kept: int) -> None:
    collection = read_2019(_write_2019(tmp_path, rows, ""), 1)
    assert re.search(message, collection.warnings[0])
    assert sum(len(sentence.keyphrases) for sentence in collection.sentences) == kept


def test_a_relation_to_nowhere_is_left_out_with_a_warning(tmp_path: Path) -> None:
    folder = _write_2019(tmp_path, "1\t24 28\tConcept\tasma\n", "is-a\t1\t7\n")
    collection = read_2019(folder, 1)
    assert not any(sentence.relations for sentence in collection.sentences)
    assert "no keyphrase 7" in collection.warnings[0]


@pytest.mark.parametrize("year", [2019, 2020])
def test_organisers_counts_and_scores(year: int) -> None:
    """Of every fourth run; `make bench-scorers` shows them all."""
    folder = shared("ehealthkd", str(year))
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    gold = cache(partial(READERS[year], folder / "gold"))
    for run, scenarios in sorted(expected.items())[::4]:
        for name, numbers in scenarios.items():
            scenario = int(name[-1])
            said = READERS[year](folder / "runs" / run, scenario)
            score = score_collections(gold(scenario), said, year=year, scenario=scenario)
            for metric, value in numbers.items():
                digits = len(repr(value).partition(".")[2])  # some were published with four
                tolerance = 1e-6 if digits > 6 else 0.5 * 10**-digits
                assert score.metrics[metric] == pytest.approx(value, abs=tolerance), (run, metric)


@pytest.mark.parametrize(("year", "scenario"), [(2019, 1), (2020, 2)])
def test_real_gold_against_itself(year: int, scenario: int) -> None:
    gold = READERS[year](shared("ehealthkd", str(year), "gold"), scenario)
    score = score_collections(gold, gold, year=year, scenario=scenario)
    assert score.metrics["f1"] == 1


def test_the_literal_page_formula() -> None:
    counts = np.array([[388, 32, 42, 268, 175, 37, 90, 539]], dtype=np.float64)
    page = scenario_statistics(1, page=True)
    organisers = scenario_statistics(1, page=False)
    assert [round(page[name](counts), 4) for name in ("f1", "precision", "recall")] == [
        0.4618,
        0.3941,
        0.5578,
    ]
    assert round(organisers["f1"](counts), 4) == 0.4309


def test_unknown_scenario() -> None:
    with pytest.raises(ScoringError, match="no scenario 4 of 2019"):
        score_folders(Path("."), Path("."), year=2019, scenario=4)
