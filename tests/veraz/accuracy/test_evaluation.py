"""Figures of an evaluation, its comparison with another and its page."""

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest
from labelled import row, write_rows

from nlp.errors import DocumentError
from veraz.accuracy.answers import Answer, answer_of, read_answers
from veraz.accuracy.comparing import compare, mcnemar
from veraz.accuracy.evaluation import Evaluation, evaluate, wilson
from veraz.accuracy.page import page
from veraz.gold import Gold, read_gold

RIGHT = {"emisor": "Talleres Ruiz, S.L.", "lineas": []}


def gold_of(tmp_path: Path, count: int = 4) -> Gold:
    return read_gold(write_rows(tmp_path / "gold.jsonl", *(row(n) for n in range(1, count + 1))))


def answers(count: int, wrong: frozenset[int] = frozenset(), **more: Any) -> dict[str, Answer]:
    """Right answers but for the totals of some."""
    found = {}
    for n in range(1, count + 1):
        total = 0 if n in wrong else 100 + n
        data = {**RIGHT, "fecha": f"2021-03-{n:02}", "total": total}
        found[f"f{n}"] = Answer(f"f{n}", data, usage={"input_tokens": 10, "calls": 1}, **more)
    return found


def test_fields_come_with_the_worst_first(tmp_path: Path) -> None:
    found = evaluate(gold_of(tmp_path), answers(4, frozenset({1, 2, 3})))
    worst = found.fields[0]
    assert worst.field == "total"
    assert (worst.counts, worst.share) == ({"wrong": 3, "right": 1}, 0.25)
    assert found.whole.share == 13 / 16
    low, high = found.interval().low, found.interval().high
    assert low < 13 / 16 < high
    assert found.interval() == found.interval()


@pytest.mark.parametrize(
    ("good", "cases", "low", "high"),
    # Newcombe 1998, table I: method 3.
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_as_published(good: int, cases: int, low: float, high: float) -> None:
    found = wilson(good, cases)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_a_document_without_an_answer_has_missed_everything(tmp_path: Path) -> None:
    given = answers(3)
    given["f2"] = answer_of(
        {"id": "f2", "status": "failed", "error": "ModelError", "reason": "lento"}
    )
    found = evaluate(gold_of(tmp_path), given)
    assert [each.gold.id for each in found.failed] == ["f2", "f4"]
    assert found.failed[0].answer.error == "ModelError: lento"
    lost = found.documents[1].verdicts
    assert {each.verdict for each in lost} == {"missed"}
    assert all(each.answered is None for each in lost)


def test_cost(tmp_path: Path) -> None:
    cost = evaluate(gold_of(tmp_path), answers(4, seconds=2.0)).cost
    assert (cost["input_tokens"], cost["calls"], cost["tokens_a_document"]) == (40, 4, 10)
    assert cost["seconds_a_document"] == 2.0
    assert evaluate(gold_of(tmp_path), answers(4)).cost["seconds_a_document"] is None


def test_written_as_json_it_can_be_judged_again(tmp_path: Path) -> None:
    gold = gold_of(tmp_path)
    found = evaluate(gold, answers(4, frozenset({2}), signature="s"))
    path = tmp_path / "run.json"
    path.write_text(json.dumps(found.to_dict()), encoding="utf-8")
    assert evaluate(gold, read_answers(path)) == found


def test_what_is_no_file_of_answers_is_told(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="line 2"):
        read_answers(write_rows(tmp_path / "a.jsonl", {"id": "1", "data": {}}, {"texto": "x"}))
    with pytest.raises(DocumentError, match="cannot be read"):
        read_answers(tmp_path / "no.json")


@pytest.mark.parametrize(
    ("one", "other", "p"), [(0, 0, 1.0), (5, 5, 1.0), (0, 6, 0.03125), (1, 9, 0.021484375)]
)
def test_mcnemar_is_the_binomial_test(one: int, other: int, p: float) -> None:
    assert mcnemar(one, other) == pytest.approx(p)
    assert mcnemar(other, one) == pytest.approx(p)


def test_a_clear_difference_is_found_and_none_where_there_is_none(tmp_path: Path) -> None:
    gold = gold_of(tmp_path, 28)
    good = evaluate(gold, answers(28))
    bad = evaluate(gold, answers(28, frozenset(range(1, 15))))
    compared = compare(good, bad)
    first = compared.fields[0]
    assert (first.field, first.only_this, first.only_other) == ("total", 14, 0)
    assert first.p_value == pytest.approx(2**-13)
    assert first.adjusted == pytest.approx(4 * first.p_value)
    assert compared.overall.p_value < 0.01
    assert compared.overall.interval.low > 0
    same = compare(good, good)
    assert same.overall.p_value == 1.0
    assert {each.adjusted for each in same.fields} == {1.0}


def test_evaluations_of_other_documents_are_not_compared(tmp_path: Path) -> None:
    whole = evaluate(gold_of(tmp_path), answers(4))
    with pytest.raises(DocumentError, match="other documents"):
        compare(whole, Evaluation(whole.documents[:2]))


EVIL = '</pre><script>alert("x")</script> & <b>Talleres</b>'


def test_the_page_escapes_everything_and_fetches_nothing(tmp_path: Path) -> None:
    labelled = row(1, id=EVIL, text=f"{EVIL} debe 5 euros", answer={"emisor": EVIL, "total": 5})
    labelled["schema"] = {
        "type": "object",
        "properties": {
            EVIL: {"type": "string"},
            "emisor": {"type": "string"},
            "total": {"type": "number"},
        },
    }
    gold = read_gold(write_rows(tmp_path / "gold.jsonl", labelled))
    fields = ({"path": "total", "evidence": [{"start": 3, "end": 20, "mention": "x"}]},)
    data = {"emisor": EVIL + "!", EVIL: EVIL, "total": 6}
    found = evaluate(gold, {EVIL: Answer(EVIL, data, fields, signature=EVIL)})
    shown = page(found, compare(found, found))
    assert "<script" not in shown
    assert "<b>" not in shown
    assert shown.count("<pre ") == 1
    (text,) = re.findall(r"<pre [^>]*>(.*?)</pre>", shown, re.S)
    assert html.unescape(re.sub(r"</?span[^>]*>", "", text)) == f"{EVIL} debe 5 euros"
    assert "said" in text
    assert "gold" in text
    assert not re.search(r"(?:src|href)=|url\(|@import", shown)
    assert "default-src 'none'" in shown


def test_the_page_says_which_documents_have_no_answer(tmp_path: Path) -> None:
    shown = page(evaluate(gold_of(tmp_path), answers(3)))
    assert "1 documents without an answer" in shown
    assert "f4" in shown


def test_spans_that_are_none_are_not_marked(tmp_path: Path) -> None:
    fields = ({"path": "total", "evidence": [{"start": 10, "end": 99999, "mention": "x"}]},)
    given = {"f1": Answer("f1", {**RIGHT, "fecha": "2021-03-01", "total": 0}, fields)}
    shown = page(evaluate(gold_of(tmp_path, 1), given))
    assert 'class="said">' not in shown.partition("<section>")[2]


def test_the_page_speaks_spanish_too(tmp_path: Path) -> None:
    found = evaluate(gold_of(tmp_path), answers(3))
    shown = page(found, compare(found, found), "es")
    assert '<html lang="es">' in shown
    assert all(
        said in shown for said in ("Por campos, los peores primero", "aciertos", "intervalo")
    )
    assert re.search(r"<h1>\d+,\d %", shown) or "<h1>–" in shown
    english = ("field", "right", "wrong", "missed", "invented", "share", "answered", "documents")
    said = re.findall(r"<(?:th|h1|h2|p)>([^<]*)", shown)
    assert not [word for word in english for each in said if re.search(rf"\b{word}\b", each)]
