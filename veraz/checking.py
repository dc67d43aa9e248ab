"""Any system's answer held against the text and the schema, without asking a model."""

import datetime
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, NoReturn

from pydantic import BaseModel

from llm.completion import Usage
from llm.salvage import salvage
from nlp.errors import DocumentError
from nlp.hints import FieldHints
from nlp.schema import JSON, Draft, Schema, is_repeated, join_path
from nlp.schema_compiler import compile_schema
from nlp.schema_validation import Violation, violations
from nlp.schemas.references import pointer_of
from nlp.spans import Document
from normalizers.normalize import normalize
from normalizers.outcome import FieldResult
from normalizers.outcome_wording import doubt_texts
from normalizers.place import schema_path
from veraz.accuracy.calibration import Calibration
from veraz.accuracy.deciding import decided, opened
from veraz.checked import UNASKED, UNSUPPORTED, CheckedAnswer
from veraz.doubts import ANSWERED, OFFERED
from veraz.extraction import Question, Rules, ask, sign
from veraz.extraction import answer as corrected
from veraz.extractor import SchemaLike
from veraz.result import Extraction
from veraz.slips import warn_of_slips

CHECKED, CORRECTED = "check", "check, corrected"
"""The pipeline of an answer that was only looked at, and of one that was mended."""

GIVEN = "(given)"
"""The model of an answer that somebody gave."""

OTHER_FLAG = 0.9
"""From which probability the text says the opposite of a boolean."""


def check(
    text: str,
    schema: SchemaLike,
    answer: Any,
    *,
    instruction: str = "",
    correct: bool = False,
    strictness: str = "balanced",
    id: str = "",
    reference: datetime.date | None = None,
    calibration: Calibration | Path | str | None = None,
) -> CheckedAnswer:
    """Say what of an answer the text bears out; no model is asked.

    ``answer`` is a JSON value, JSON as a string, or an instance of a pydantic class, by whomever it was
    given. Nothing of it is altered unless ``correct``: then ``data`` is what
    :meth:`veraz.Extractor.extract` would have made of that answer, and each field's ``changes`` say on
    what grounds. Where an answer is no JSON or breaks the schema ``broken`` says so; what can be read
    of it is checked all the same. With a ``calibration`` (``veraz calibrate --answers`` on answers that
    were checked, with ``correct`` or without as now) every field has a ``decision``.

    Raises :class:`nlp.errors.SettingsError` for a calibration of anything but such checks,
    :class:`nlp.errors.SchemaError` for a schema that cannot be compiled, and
    :class:`nlp.errors.DocumentError` for a text that is none or an answer that holds what JSON cannot
    write.
    """
    if not isinstance(text, str):
        raise DocumentError(f"the text must be a str, not {type(text).__name__}.")
    rules = Rules(strictness, None, "omit")
    how = CORRECTED if correct else CHECKED
    promise = opened(calibration, how, rules)
    compiled = compile_schema(schema, instruction=instruction)
    warn_of_slips(compiled)
    given, unread, problems = read_answer(answer, compiled)
    question = ask(Document(id, text, reference), compiled, examples=False)
    plain = Extraction(
        data=given,
        fields={},
        usage=Usage(),
        signature=sign(how, GIVEN, rules, compiled),
        document=question.plain.given,
        draft=given,
        problems=problems,
    )
    if unread and given is None:
        return CheckedAnswer(**_members(plain), broken=unread)
    draft = Draft(given, problems)
    broken = (*unread, *violations(compiled, given))
    looked = _as_given(question, draft, rules)
    doubted = doubtful(looked, question.hints, given)
    placed = {result.path: result for result in question.plain.in_given(looked)}
    plain = replace(plain, fields=placed, faults=broken)
    if correct:
        plain = corrected(question, draft, rules=rules, usage=Usage(), pipeline=how, model=GIVEN)
    if promise is not None:
        plain = decided(plain, compiled, promise, rules)
    return CheckedAnswer(**_members(plain), broken=broken, doubtful=doubted)


def made_of_checks(calibration: Calibration, correct: bool, strictness: str) -> bool:
    """Whether a calibration was made on answers that were checked so."""
    made = calibration.signature
    return (made.pipeline, made.strictness) == (CORRECTED if correct else CHECKED, strictness)


def _members(extraction: Extraction) -> dict[str, Any]:
    return {each.name: getattr(extraction, each.name) for each in fields(extraction)}


def _as_given(question: Question, draft: Draft, rules: Rules) -> tuple[FieldResult, ...]:
    return normalize(
        draft,
        question.schema,
        question.document,
        question.candidates,
        hints=question.hints,
        strictness=rules.strictness,
        correct=False,
    )


def read_answer(answer: Any, schema: Schema) -> tuple[JSON, tuple[Violation, ...], tuple[str, ...]]:
    """The JSON value of an answer, where it is no JSON, and how it could be read all the same.

    Raises :class:`nlp.errors.DocumentError` for a value of Python's that JSON cannot write.
    """
    if isinstance(answer, BaseModel):
        try:
            return answer.model_dump(mode="json", by_alias=True), (), ()
        except (ValueError, RecursionError) as error:
            raise DocumentError(f"the answer cannot be written as JSON: {error}") from error
    if isinstance(answer, bytes):
        raise DocumentError("the answer is bytes: decode it first.")
    if not isinstance(answer, str):
        return _plain(answer), (), ()
    try:
        return json.loads(answer, parse_constant=_no_constant), (), ()
    except json.JSONDecodeError as error:
        reason = f"no JSON at line {error.lineno}, column {error.colno}: {error.msg}"
    except (ValueError, RecursionError) as error:
        reason = f"no JSON: {error}"
    found = salvage(answer, schema)
    root = found.reading.root if found.reading is not None else None
    return root, (Violation("", "json", reason),), found.problems


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def _plain(answer: Any) -> JSON:
    """A value made of what JSON has; mappings and sequences become dicts and lists."""
    try:
        return _copied(answer, "")
    except RecursionError:
        raise DocumentError("the answer is nested too deeply, or within itself.") from None


def _copied(value: Any, path: str) -> JSON:
    if isinstance(value, Mapping):
        odd = next((key for key in value if not isinstance(key, str)), None)
        if odd is not None:
            raise DocumentError(
                f"the answer has at {pointer_of(path) or '/'} the key {odd!r}: keys are strings."
            )
        return {key: _copied(below, join_path(path, key)) for key, below in value.items()}
    if isinstance(value, list | tuple):
        return [_copied(below, join_path(path, at)) for at, below in enumerate(value)]
    if isinstance(value, BaseModel):
        return _copied(value.model_dump(mode="json", by_alias=True), path)
    if value is None or isinstance(value, str | bool | int | float):
        return value
    raise DocumentError(
        f"the answer has at {pointer_of(path) or '/'} a {type(value).__name__}, which JSON does not "
        "know: write it as a string or a number."
    )


def doubtful(
    results: Sequence[FieldResult], hints: Sequence[FieldHints], given: JSON
) -> dict[str, str]:
    """Why values and nulls are doubted, by field path; empty where the text bears all out."""
    hinted = {group.path: group for group in hints}
    found = {
        result.path: why
        for result in results
        if (why := _why(result, hinted.get(schema_path(result.path))))
    }
    looked = {result.path for result in results}
    unasked = (path for path in leaf_paths(given) if not _under(path, looked))
    return found | dict.fromkeys(unasked, UNASKED)


def _why(result: FieldResult, hints: FieldHints | None) -> str:
    if result.value is None:
        return _offered(hints)
    if result.outcome == "unsupported" and result.value != "":
        return UNSUPPORTED
    if result.doubts:
        return "; ".join(doubt_texts(result))
    if isinstance(result.value, bool) and hints is not None and hints.choices:
        said, chance = hints.choices[0]
        if said is (not result.value) and chance >= OTHER_FLAG and "." not in hints.path:
            return f"the text says {json.dumps(said)}"
    return ""


def _offered(hints: FieldHints | None) -> str:
    """What the text very likely answers where the answer is null."""
    if hints is None or hints.answered < ANSWERED or is_repeated(hints.path):
        return ""
    if hints.hints and hints.hints[0].score >= OFFERED:
        return f"null, and the text says «{hints.hints[0].candidate.mention[:80]}»"
    return ""


def leaf_paths(value: JSON, path: str = "") -> Iterator[str]:
    """The field paths of the values that hold no others."""
    if isinstance(value, dict) and value:
        for name, below in value.items():
            yield from leaf_paths(below, join_path(path, name))
    elif isinstance(value, list) and value:
        for at, below in enumerate(value):
            yield from leaf_paths(below, join_path(path, at))
    else:
        yield path


def _under(path: str, looked: set[str]) -> bool:
    """Whether a path, or one that it lies in or holds, was looked at."""
    steps = path.split(".")
    return any(".".join(steps[:size]) in looked for size in range(len(steps) + 1))
