"""The path of the data, and nothing else.

document → candidates → hints → prompt → completion → draft → field results → extraction
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from llm.completion import Completion, Message, Prompt, Usage
from llm.draft import read_draft
from llm.examples import choose_examples
from llm.own_examples import show_own
from llm.prompt import build_prompt
from nlp.candidates import find_candidates
from nlp.errors import SchemaError
from nlp.hints import FieldHints
from nlp.layout.plain_text import PlainText
from nlp.layout.typesetting import without_typesetting
from nlp.matching import match_hints
from nlp.pipeline_es import spanish_model_signature
from nlp.schema import JSON, Draft, Schema
from nlp.spans import Candidate, Document
from normalizers.normalize import normalize
from veraz.extracted import Signature
from veraz.own_examples import digest_of
from veraz.parsing import Refusal
from veraz.result import Extraction
from veraz.unanswered import refusal, settle
from veraz.version import VERSION

MOST_FIELDS = 1_500
"""Fields a schema may ask for at once: the time to match them grows with their square."""

MOST_MEMBERS = 20_000
"""Members that all enums of a schema may have together."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is known before the model is asked."""

    plain: PlainText
    schema: Schema
    candidates: tuple[Candidate, ...]
    hints: tuple[FieldHints, ...]
    prompt: Prompt

    @property
    def document(self) -> Document:
        """The document as it is read; spans of the answer are moved to the one that was given."""
        return self.plain.document


@dataclass(frozen=True, slots=True)
class Rules:
    """How answers are judged: see ``docs/evidence.md`` for what each strictness costs and gains.

    ``on_unanswered`` is one of :data:`veraz.unanswered.POLICIES`; ``refusals`` says what else somebody
    has against an answer, for a second look.
    """

    strictness: str = "balanced"
    abstain_below: float | None = None
    on_unanswered: str = "placeholder"
    refusals: Callable[[JSON], Sequence[Refusal]] | None = None


def ask(document: Document, schema: Schema, *, examples: bool = True) -> Question:
    """Take a document and a schema to the question for the model, with solved examples or not.

    Raises :class:`nlp.errors.SchemaError` for a schema that asks for more than can be looked for.
    """
    check_size(schema)
    plain = without_typesetting(document)
    document = plain.document
    candidates = find_candidates(document)
    hints = match_hints(document, candidates, schema)
    shown = _shown(schema, document.text) if examples else ()
    prompt = build_prompt(document, schema, hints, examples=shown)
    return Question(plain, schema, candidates, hints, replace(prompt, candidates=candidates))


def _shown(schema: Schema, text: str) -> tuple[Message, ...]:
    """The caller's own examples where there are some, else those of ours that resemble the schema."""
    return show_own(schema, text=text) if schema.solved else choose_examples(schema, text=text)


def answer(
    question: Question,
    draft: Draft,
    *,
    rules: Rules,
    usage: Usage,
    pipeline: str,
    model: str,
    agreement: Mapping[str, float] | None = None,
    second: Mapping[str, JSON] | None = None,
    refused: frozenset[str] = frozenset(),
) -> Extraction:
    """Take a draft to the extraction; ``second`` are a second answer's values of
    places doubted, ``refused`` the places whose first value the caller's class does not take.

    Raises :class:`nlp.errors.AnswerError`, which carries the extraction, where the answer does not
    satisfy the schema and ``rules.on_unanswered`` does not take that.
    """
    results = normalize(
        draft,
        question.schema,
        question.document,
        question.candidates,
        hints=question.hints,
        strictness=rules.strictness,
        agreement=agreement,
        second=second,
        refused=refused,
        abstain_below=rules.abstain_below,
    )
    settled = settle(results, question.schema, rules.on_unanswered)
    extraction = Extraction(
        data=settled.data,
        fields={result.path: result for result in question.plain.in_given(settled.results)},
        usage=usage,
        signature=sign(pipeline, model, rules, question.schema),
        document=question.plain.given,
        draft=draft.root,
        problems=draft.problems,
        faults=settled.faults,
    )
    if settled.faults and rules.on_unanswered != "omit":
        error = refusal(settled)
        error.spent, error.extraction = asdict(usage), extraction
        raise error
    return extraction


def check_size(schema: Schema, *, fields: int = MOST_FIELDS, members: int = MOST_MEMBERS) -> None:
    """Raise :class:`nlp.errors.SchemaError` where a schema has too many fields or enum members."""
    met = 0
    for count, field in enumerate(schema.root.walk(), start=1):
        met += len(field.enum)
        if count > fields:
            reason = f"more than {fields:,} fields: ask for them in several schemas"
            raise SchemaError(reason, keyword="properties")
        if met > members:
            reason = f"more than {members:,} members of enums: ask for plain strings instead"
            raise SchemaError(reason, keyword="enum")


def sign(pipeline: str, model: str, rules: Rules, schema: Schema) -> Signature:
    """Return the signature of an answer made now."""
    spanish, shown = spanish_model_signature(), digest_of(schema.solved)
    return Signature(VERSION, pipeline, model, spanish, rules.strictness, shown)


def read(question: Question, completion: Completion) -> Draft:
    """Read a completion as a draft of the question's answer."""
    return read_draft(completion, question.schema)
