"""GenSIE scoring: the published vectors, both readings, and properties."""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared_data import shared

from veraz.protocols.scorers.gensie import (
    CorpusScore,
    TaskScore,
    corpus,
    flatten,
    gap_closed,
    lexical,
    score_task,
)
from veraz.protocols.scorers.gensie_judge import Judge

STRING = {"type": "string"}
NULLABLE = {"anyOf": [{"type": "string"}, {"type": "null"}]}
LIST = {"type": "array", "items": STRING}
NULLABLE_LIST = {"anyOf": [LIST, {"type": "null"}]}
INTEGER = {"type": "integer"}
PEOPLE = {
    "type": "array",
    "items": {"type": "object", "properties": {"n": STRING, "e": INTEGER, "z": INTEGER}},
}
BLACK, WHITE = "el gato negro", "el gato blanco"


def _schema(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def _nested(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


# name, schema, gold, prediction, as organisers, as page
TPS = [
    ("free text", _schema(a=STRING), {"a": BLACK}, {"a": WHITE}, 0.5, 0.5),
    ("nullable string", _schema(a=NULLABLE), {"a": BLACK}, {"a": WHITE}, 0, 0.5),
    ("type list", _schema(a={"type": ["string", "null"]}), {"a": BLACK}, {"a": WHITE}, 0, 0.5),
    ("nested string", _schema(o=_nested(a=STRING)), {"o": {"a": BLACK}}, {"o": {"a": WHITE}}, 0,
     0.5),
    ("list", _schema(a=LIST), {"a": ["madrid", "paris"]}, {"a": ["paris"]}, 0.5, 0.5),
    ("list sum or count", _schema(a=LIST), {"a": [BLACK, "x"]}, {"a": [WHITE, "x"]}, 0.6, 0.75),
    ("nullable list", _schema(a=NULLABLE_LIST), {"a": [BLACK, "x"]}, {"a": [WHITE, "x"]}, 1 / 3,
     0.75),
    ("list of objects", _schema(a=PEOPLE), {"a": [{"n": "ana", "e": 3}]},
     {"a": [{"n": "ana", "e": 4, "z": 1}]}, 0.2, 1 / 3),
    ("empty lists", _schema(a=LIST), {"a": []}, {"a": []}, 1, 1),
    ("list where gold is empty", _schema(a=LIST), {"a": []}, {"a": ["x"]}, 0, 0),
    ("empty where gold is not", _schema(a=LIST), {"a": ["x"]}, {"a": []}, 0, 0),
    ("nulls", _schema(a=NULLABLE, b=INTEGER), {"a": None, "b": 1}, {"a": None, "b": 1}, 2, 2),
    ("missing key", _schema(a=NULLABLE, b=INTEGER), {"a": None, "b": 1}, {"b": 1}, 1, 1),
    ("number as string", _schema(a=INTEGER), {"a": 5}, {"a": "5"}, 0, 0),
    ("bool as number", _schema(a=INTEGER, b=INTEGER), {"a": 1, "b": 1}, {"a": True, "b": 1.0}, 2,
     1),
    ("empty object", _schema(a=INTEGER), {"o": {}, "a": 1}, {"o": {}, "a": 1}, 1, 1),
    ("not an object", _schema(a=INTEGER), {"a": 1}, [1], 0, 0),
    ("date in a string", _schema(a=STRING), {"a": "2020-01-01"}, {"a": "2020-01-02"}, 2 / 3, 0),
    ("date by format", _schema(a={"type": "string", "format": "date"}), {"a": "2020-01-01"},
     {"a": "2020-01-02"}, 0, 0),
    ("enum", _schema(a={"type": "string", "enum": ["x y", "x"]}), {"a": "x y"}, {"a": "x"}, 0, 0),
    ("null object", _schema(o=_nested(x=INTEGER)), {"o": {"x": 1, "y": 2}}, {"o": None}, 0, 0),
]  # fmt: skip


@pytest.mark.parametrize("rules", ["as_organisers", "as_page"])
@pytest.mark.parametrize(
    ("schema", "gold", "prediction", "organisers", "page"),
    [row[1:] for row in TPS],
    ids=[row[0] for row in TPS],
)
def test_vectors(
    schema: dict[str, Any], gold: Any, prediction: Any, organisers: float, page: float, rules: str
) -> None:
    expected = organisers if rules == "as_organisers" else page
    assert score_task(gold, prediction, schema, rules=rules).tps == pytest.approx(
        expected, abs=1e-12
    )


def test_key_counts() -> None:
    schema = _schema(o=_nested(x=INTEGER))
    score = score_task({"o": {"x": 1, "y": 2}}, {"o": None}, schema)
    assert (score.gold_keys, score.system_keys) == (2, 1)
    assert score_task({"a": 1}, "no", schema).system_keys == 0


def test_a_reference_is_followed_once() -> None:
    schema = {
        "$defs": {"Name": STRING, "Alias": {"$ref": "#/$defs/Name"}},
        "properties": {"a": {"$ref": "#/$defs/Name"}, "b": {"$ref": "#/$defs/Alias"}},
    }
    score = score_task({"a": BLACK, "b": BLACK}, {"a": WHITE, "b": WHITE}, schema)
    assert {each.key: each.score for each in score.keys} == {"a": pytest.approx(0.5), "b": 0.0}


def test_micro_average() -> None:
    whole = corpus([TaskScore(2, 2, 3), TaskScore(0, 1, 0, status="failed")])
    assert (whole.precision, whole.recall) == (pytest.approx(2 / 3), pytest.approx(2 / 3))
    assert CorpusScore(2, 2, 3).f1 == pytest.approx(0.8)
    assert corpus([]).f1 == 0


@pytest.mark.parametrize(
    ("f", "base", "gap"), [(0.8, 0.6, 0.5), (0.9, 0.6, 0.75), (0.5, 0.6, 0), (1, 1, 1), (0.9, 1, 0)]
)
def test_gap_closed(f: float, base: float, gap: float) -> None:
    assert gap_closed(f, base) == pytest.approx(gap)


def test_similarity_is_weighted_and_clipped() -> None:
    for said, weighted in ((1.0, 0.85), (-1.0, 0.15)):
        judge = Judge({}, similarity=lambda a, b, said=said: said)
        assert judge.value(BLACK, WHITE, STRING) == pytest.approx(weighted)


def test_unknown_rules_name_the_known_ones() -> None:
    with pytest.raises(ValueError, match="as_organisers or as_page"):
        score_task({}, {}, {}, rules="mine")


values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.text("ab ñ", max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("xyz"), inner),
    max_leaves=8,
)
answers = st.dictionaries(st.sampled_from("abc"), values)
SCHEMA = _schema(a=STRING, b=LIST, c=PEOPLE)


@settings(max_examples=100, deadline=None)
@given(answers, st.sampled_from(["as_organisers", "as_page"]))
def test_gold_against_itself_is_perfect(gold: dict[str, Any], rules: str) -> None:
    score = score_task(gold, gold, SCHEMA, rules=rules)
    assert score.tps == pytest.approx(score.gold_keys) == pytest.approx(score.system_keys)


@settings(max_examples=100, deadline=None)
@given(answers, answers, st.sampled_from(["as_organisers", "as_page"]))
def test_scores_stay_within_bounds(gold: dict[str, Any], other: dict[str, Any], rules: str) -> None:
    score = score_task(gold, other, SCHEMA, rules=rules)
    assert 0 <= score.tps <= min(score.gold_keys, score.system_keys) + 1e-9


@settings(max_examples=60, deadline=None)
@given(answers, answers, st.sampled_from("abc"))
def test_a_right_value_never_costs(gold: dict[str, Any], other: dict[str, Any], key: str) -> None:
    """Putting the gold value in for a wrong one, or for none, never lowers recall."""
    if key in gold:
        before = score_task(gold, other, SCHEMA).tps
        assert score_task(gold, {**other, key: gold[key]}, SCHEMA).tps >= before - 1e-12


def _slow_list(gold: list[str], system: list[str]) -> float:
    """The matching as described: look for the best unused pair again after every match."""
    judge = Judge({})
    pairs = {
        (i, j): judge.value(g, s, STRING) for i, g in enumerate(gold) for j, s in enumerate(system)
    }
    matched = 0.0
    while pairs:
        best = max(pairs, key=lambda place: (pairs[place], -place[0], -place[1]))
        matched += pairs[best]
        pairs = {p: v for p, v in pairs.items() if p[0] != best[0] and p[1] != best[1]}
    return matched / (len(gold) + len(system) - matched)


words = st.lists(st.text("abc ", min_size=1, max_size=8), min_size=1, max_size=7)


@settings(max_examples=100, deadline=None)
@given(words, words)
def test_sorted_sweep_equals_repeated_search(gold: list[str], system: list[str]) -> None:
    score = score_task({"a": gold}, {"a": system}, _schema(a=LIST))
    assert score.tps == pytest.approx(_slow_list(gold, system), abs=1e-12)


elements = st.lists(
    st.none()
    | st.booleans()
    | st.integers(0, 2)
    | st.sampled_from(["a b", "b", "!", "2020-01-01"])
    | st.dictionaries(st.sampled_from("nez"), st.none() | st.integers(0, 2) | st.text("ab ")),
    min_size=1,
    max_size=6,
)


@settings(max_examples=150, deadline=None)
@given(elements, elements, st.sampled_from([STRING, INTEGER, PEOPLE["items"]]), st.booleans())
def test_all_pairs_at_once_equal_pair_by_pair(
    gold: list[Any], system: list[Any], node: dict[str, Any], page: bool
) -> None:
    judge = Judge({}, rules="as_page" if page else "as_organisers")
    slow = judge.value(gold, system, {"items": node})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("veraz.protocols.scorers.gensie_judge.MANY_PAIRS", 0)
        assert judge.value(gold, system, {"items": node}) == pytest.approx(slow, abs=1e-12)


def test_a_named_similarity_is_asked_in_long_lists_too() -> None:
    gold, system = [f"x{place}" for place in range(20)], [f"y{place}" for place in range(20)]
    score = score_task({"a": gold}, {"a": system}, _schema(a=LIST), similarity=lambda a, b: 0.5)
    assert score.tps == pytest.approx(20 * 0.35 / (40 - 20 * 0.35))


def test_long_lists() -> None:
    rng = np.random.default_rng(0)
    gold = [" ".join(map(str, rng.integers(0, 40, 5))) for _ in range(500)]
    system = [gold[place] for place in rng.permutation(500)]
    assert score_task({"a": gold}, {"a": system}, _schema(a=LIST)).tps == pytest.approx(1.0)


def test_flatten_keeps_lists_whole() -> None:
    assert flatten({"a": {"b": {"c": 1}, "d": {}}, "e": [{"f": 1}]}) == {
        "a.b.c": 1,
        "e": [{"f": 1}],
    }


def test_type_names() -> None:
    judge = Judge(_schema(a=NULLABLE, b=NULLABLE_LIST, o=_nested(c={"enum": ["x"]})))
    assert [judge.type_name(key) for key in ("a", "b", "o.c", "none")] == [
        "string",
        "list of string",
        "enum",
        "any",
    ]


def _recorded() -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    folder = shared("gensie", "recorded")
    instances = {}
    for path in (folder / "instances").glob("*.json"):
        instance = json.loads(path.read_text(encoding="utf-8"))
        instances[instance["id"]] = instance
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            answer = json.loads(line)
            yield instances[answer["id"]], answer


def test_organisers_numbers_of_the_recorded_answers() -> None:
    """Key counts of all, the score wherever no embedding is asked, its bounds elsewhere."""
    exact = total = 0
    for instance, answer in _recorded():
        asked: list[str] = []

        def watch(a: str, b: str, asked: list[str] = asked) -> float:
            asked.append(a)
            return lexical(a, b)

        gold, schema = instance["output"], instance["target_schema"]
        score = score_task(gold, answer["output"], schema, similarity=watch)
        low = score_task(gold, answer["output"], schema, similarity=lambda a, b: 0.0)
        high = score_task(gold, answer["output"], schema, similarity=lambda a, b: 1.0)
        assert (score.gold_keys, score.system_keys) == (answer["gold_keys"], answer["system_keys"])
        if not asked:
            assert score.tps == pytest.approx(answer["official_tps"], abs=1e-9)
            exact += 1
        assert low.tps - 1e-9 <= answer["official_tps"] <= high.tps + 1e-9
        total += 1
    assert total == 216
    assert exact == 54
