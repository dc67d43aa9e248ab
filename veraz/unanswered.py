"""What becomes of a required place that nothing answers: the policy, named by whoever asks.

=============== ==========================================================================
``error``       :class:`nlp.errors.AnswerError`, which carries the whole extraction
``placeholder`` the least wrong valid value, with no evidence and confidence 0
``omit``        left out; the extraction says that it does not validate, and where
=============== ==========================================================================
"""

from collections.abc import Sequence
from dataclasses import dataclass

from nlp.errors import AnswerError
from nlp.schema import JSON, Schema
from nlp.schema_validation import Violation, violations
from nlp.schemas.references import pointer_of
from normalizers.assemble import assemble
from normalizers.gate import omitted
from normalizers.outcome import FieldResult

POLICIES: tuple[str, ...] = ("error", "placeholder", "omit")


@dataclass(frozen=True, slots=True)
class Settled:
    """An answer under a policy: its data, the results of its leaves, where it breaks the schema."""

    data: JSON
    results: tuple[FieldResult, ...]
    faults: tuple[Violation, ...]


def settle(results: Sequence[FieldResult], schema: Schema, policy: str) -> Settled:
    """The answer that the results make under a policy of :data:`POLICIES`; never raises."""
    made_up = any(result.outcome == "placeholder" for result in results)
    if policy == "placeholder" or not made_up:
        data = assemble(results, schema)
        faults = tuple(violations(schema, data))
        if not faults or policy == "placeholder":
            return Settled(data, tuple(results), faults)
    told = tuple(map(omitted, results))
    data = assemble([result for result in told if result.outcome != "omitted"], schema)
    return Settled(data, told, tuple(violations(schema, data)))


def refusal(settled: Settled) -> AnswerError:
    """The error that names the first required place without an answer, else the first fault."""
    missing = [result.path for result in settled.results if result.outcome == "omitted"]
    if missing:
        pointer = pointer_of(missing[0])
        others = f" (nor to {len(missing) - 1} more)" if len(missing) > 1 else ""
        reason = f"it is required and the text gives no answer to it{others}"
        return AnswerError(reason, pointer=pointer, keyword="required", answer=settled.data)
    first = settled.faults[0]
    return AnswerError(
        first.message, pointer=first.pointer, keyword=first.keyword, answer=settled.data
    )
