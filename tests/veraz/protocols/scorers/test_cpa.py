"""Corpus Pattern Analysis: the published vectors of the three tasks."""

from pathlib import Path

import pytest

from veraz.protocols.scorers.cpa import score_folders
from veraz.protocols.scorers.errors import ScoringError


def _write(root: Path, gold: dict[str, str], run: dict[str, str]) -> tuple[Path, Path]:
    for name, files in (("gold", gold), ("run", run)):
        (root / name).mkdir()
        for file, text in files.items():
            (root / name / file).write_text(text, encoding="utf-8")
    return root / "gold", root / "run"


def _parse(syntax: dict[int, str], semantics: dict[int, str]) -> str:
    tokens = sorted(set(syntax) | set(semantics))
    return "2\tbeber\tv\t\n" + "".join(
        f"{token}\tx\t{syntax.get(token, '')}\t{semantics.get(token, '')}\n" for token in tokens
    )


SEM_GOLD = {1: "Human", 5: "Human", 4: "Artifact", 7: "Psych"}
SEM_RUN = {1: "Human", 5: "Institution", 4: "Entity", 7: "Psych"}
SYN_GOLD = {1: "subj", 4: "obj", 5: "subj", 7: "obj", 8: "advprep"}
SYN_RUN = {1: "subj", 3: "iobj", 4: "obj", 5: "subj", 7: "subj"}


def test_parsing(tmp_path: Path) -> None:
    gold, run = _write(
        tmp_path,
        {"beber.parse": _parse(SYN_GOLD, SEM_GOLD)},
        {"beber.parse": _parse(SYN_RUN, SEM_RUN)},
    )
    score = score_folders(gold, run, task=1)
    assert score.metrics["f1"] == pytest.approx(0.4375)
    assert (score.metrics["syntax"], score.metrics["semantics"]) == (
        pytest.approx(0.375),
        pytest.approx(0.5),
    )
    page = score_folders(gold, run, task=1, rules="as_page")
    assert page.metrics["semantics"] == pytest.approx((2 / 3 + 0 + 1) / 3)


def _clusters(*groups: str) -> str:
    return "".join(
        f"{element}\t{place}\n" for place, group in enumerate(groups, start=1) for element in group
    )


@pytest.mark.parametrize(
    ("run", "precision", "recall", "f1"),
    [
        (("a", "bcd", "e"), 0.7333333, 0.5333333, 0.6175439),
        (("abcde",), 0.52, 1.0, 0.6842105),
        (("a", "b", "c", "d", "e"), 1.0, 0.4, 0.5714286),
        (("ab", "cd"), 1.0, 0.6666667, 0.8),
        (("abz", "cde"), 0.7222222, 1.0, 0.8387097),
        (("ab", "cde"), 1.0, 1.0, 1.0),
    ],
)
def test_clustering(
    tmp_path: Path, run: tuple[str, ...], precision: float, recall: float, f1: float
) -> None:
    folders = _write(tmp_path, {"v.clust": _clusters("ab", "cde")}, {"v.clust": _clusters(*run)})
    metrics = score_folders(*folders, task=2).metrics
    assert metrics["precision"] == pytest.approx(precision, abs=1e-7)
    assert metrics["recall"] == pytest.approx(recall, abs=1e-7)
    assert metrics["f1"] == pytest.approx(f1, abs=1e-7)


def test_a_verb_that_is_missing_halves_the_score(tmp_path: Path) -> None:
    gold = {"a.clust": _clusters("ab", "cde"), "b.clust": _clusters("xy")}
    folders = _write(tmp_path, gold, {"a.clust": _clusters("a", "bcd", "e")})
    score = score_folders(*folders, task=2)
    assert score.metrics["f1"] == pytest.approx(0.3087719, abs=1e-7)
    assert "the verb counts 0" in score.warnings[0]


def test_rows_without_a_cluster_are_skipped(tmp_path: Path) -> None:
    gold, run = {"a.clust": "1\t1\n2\tx\n3\t1\n"}, {"a.clust": "1\t4\n3\t4\n"}
    assert score_folders(*_write(tmp_path, gold, run), task=2).metrics["f1"] == 1


def _pattern(subject: str, target: str, preposition: str = "", adverbial: str = "") -> str:
    return "\t".join([subject, target, "", "", "", preposition, adverbial, "", ""]) + "\n"


PATTERNS = _pattern("Human", "Artifact") + _pattern("Human", "Psych")
RUN = _pattern("Entity", "Artifact") + _pattern("Human", "Psych", "from", "Location")


def test_patterns(tmp_path: Path) -> None:
    folders = _write(tmp_path, {"v.pat": PATTERNS}, {"v.pat": RUN})
    ontology = tmp_path / "types.tsv"
    ontology.write_text("Human\tAnimate\nAnimate\tEntity\n", encoding="utf-8")
    assert score_folders(*folders, task=3).metrics["f1"] == pytest.approx(0.5833333, abs=1e-7)
    organisers = score_folders(*folders, task=3, ontology=ontology)
    assert organisers.metrics["f1"] == pytest.approx(0.5833333, abs=1e-7)
    page = score_folders(*folders, task=3, rules="as_page", ontology=ontology)
    assert page.metrics["f1"] == pytest.approx(0.6458333, abs=1e-7)


@pytest.mark.parametrize(
    ("gold", "run", "expected"), [("Entity", "Human", 0.5), ("Human", "Entity", 0.25)]
)
def test_hypernym_credit(tmp_path: Path, gold: str, run: str, expected: float) -> None:
    folders = _write(tmp_path, {"v.pat": _pattern(gold, "")}, {"v.pat": _pattern(run, "")})
    ontology = tmp_path / "types.tsv"
    ontology.write_text("Human\tEntity\n", encoding="utf-8")
    page = score_folders(*folders, task=3, rules="as_page", ontology=ontology)
    assert page.metrics["f1"] == pytest.approx(expected)


def test_too_many_patterns(tmp_path: Path) -> None:
    folders = _write(tmp_path, {"v.pat": PATTERNS}, {"v.pat": RUN * 2})
    with pytest.raises(ScoringError, match="4 patterns, at most 3"):
        score_folders(*folders, task=3)
    assert score_folders(*folders, task=3, rules="as_page").metrics["f1"] == pytest.approx(
        0.5833333, abs=1e-7
    )


@pytest.mark.parametrize("rules", ["as_organisers", "as_page"])
@pytest.mark.parametrize(
    ("task", "name", "text"),
    [
        (1, "v.parse", _parse(SYN_GOLD, SEM_GOLD)),
        (2, "v.clust", _clusters("ab", "cde")),
        (3, "v.pat", PATTERNS),
    ],
)
def test_gold_against_itself(tmp_path: Path, task: int, name: str, text: str, rules: str) -> None:
    folders = _write(tmp_path, {name: text}, {name: text})
    assert score_folders(*folders, task=task, rules=rules).metrics["f1"] == 1


@pytest.mark.parametrize(
    ("task", "name", "text", "message"),
    [
        (1, "v.parse", "1\tx\tsubj\tHuman\n1\ty\tobj\t\n", "v.parse:2: .*used twice"),
        (1, "v.parse", "suelto\n", "v.parse:1: expected id"),
        (2, "v.clust", "suelto\n", "v.clust:1: expected id<TAB>cluster"),
        (3, "v.pat", "a\tb\n", "v.pat:1: expected 9"),
    ],
)
def test_malformed_rows(tmp_path: Path, task: int, name: str, text: str, message: str) -> None:
    with pytest.raises(ScoringError, match=message):
        score_folders(*_write(tmp_path, {name: text}, {name: text}), task=task)
