"""What required places without an answer cost, under each policy of :mod:`veraz.unanswered`."""

from collections.abc import Mapping, Sequence

from sources import Instance

from llm.completion import SYMBOLIC_RUNG
from nlp.match.symbolic_answer import answer_schema
from nlp.schema import Draft
from normalizers.normalize import normalize
from normalizers.outcome import FieldResult
from veraz.unanswered import POLICIES, settle


def report(sources: Mapping[str, Sequence[Instance]]) -> None:
    """Print, by source of drafts, how many answers want something and what each policy loses."""
    print(
        "\nRequired places without an answer: answers concerned, and whole answers lost by policy"
    )
    lost = "".join(f"{policy:>14s}" for policy in POLICIES)
    print(f"{'drafts':22s}  {'answers':>7s}  {'concerned':>9s}  {'places':>6s}{lost}")
    for name, instances in sources.items():
        recorded = [
            (each, Draft(root=root))
            for each in instances
            for root in each.drafts.values()
            if root is not None
        ]
        if recorded:
            _row(f"{name}, recorded", recorded)
        _row(f"{name}, {SYMBOLIC_RUNG}", [(each, _symbolic(each)) for each in instances])


def _symbolic(each: Instance) -> Draft:
    answer = answer_schema(each.document, each.schema, each.candidates, each.hints)
    return Draft(root=answer, source="candidates")


def _row(name: str, drafts: Sequence[tuple[Instance, Draft]]) -> None:
    concerned = places = 0
    lost = dict.fromkeys(POLICIES, 0)
    for each, draft in drafts:
        results = normalize(draft, each.schema, each.document, each.candidates, hints=each.hints)
        wanting = sum(result.outcome == "placeholder" for result in results)
        concerned += wanting > 0
        places += wanting
        for policy in POLICIES:
            settled = settle(results, each.schema, policy)
            answered = any(map(_says_something, settled.results))
            lost[policy] += not settled.data and answered
            lost[policy] += policy == "placeholder" and bool(settled.faults)
    told = "".join(f"{lost[policy]:14d}" for policy in POLICIES)
    print(f"{name:22s}  {len(drafts):7d}  {concerned:9d}  {places:6d}{told}", flush=True)


def _says_something(result: FieldResult) -> bool:
    return result.outcome in {"kept", "corrected", "unsupported", "found"}
