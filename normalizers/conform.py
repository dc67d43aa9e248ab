"""The last word of the schema: what still breaks it is repaired, place by place.

The answer is validated against the caller's own schema; where a value breaks it, the value becomes
null, goes, or is replaced by the least wrong valid one, and its result says so. What cannot be
mended so is an error (:func:`ensure_valid`), never an object that breaks the schema.
"""

from collections.abc import Sequence

from nlp.errors import AnswerError
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


def ensure_valid(answer: JSON, schema: Schema) -> JSON:
    """The answer, if it satisfies the schema; else :class:`nlp.errors.AnswerError`.

    The error names the first place at fault: text and schema do not fit, as where a code of a
    certain form is required of a text without one.
    """
    found = violations(schema, answer)
    if not found:
        return answer
    first = found[0]
    raise AnswerError(first.message, pointer=first.pointer, keyword=first.keyword, answer=answer)
