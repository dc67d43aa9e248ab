"""The last word of the schema: what still breaks it is repaired, place by place.

The answer is validated against the caller's own schema; where a value breaks it, the value becomes
null, goes, or is replaced by the least wrong valid one, and its result says so. What cannot be
mended so stands, for :mod:`veraz.unanswered` to refuse.
"""

from collections.abc import Sequence

from nlp.schema import JSON, Schema
from nlp.schema_validation import UNCHECKED, violations
from normalizers.assemble import assemble
from normalizers.outcome import FieldResult
from normalizers.repair import MOST_FAULTS, Repair


def conform(results: Sequence[FieldResult], schema: Schema) -> tuple[FieldResult, ...]:
    """Results whose assembled answer satisfies the schema, wherever that can be done.

    Those of a valid answer, and of one that cannot be checked, come back as they are; so does each
    result whose value is not altered. The others say so in their ``changes``.
    """
    answer: JSON = assemble(results, schema)
    found = violations(schema, answer, limit=MOST_FAULTS)
    if not found or any(each.keyword in UNCHECKED for each in found):
        return tuple(results)
    try:
        return Repair(results, answer, schema, found).run()
    except RecursionError:
        return tuple(results)
