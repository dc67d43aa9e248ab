"""What became of each value: the result of everything after the model."""

from dataclasses import dataclass

from nlp.schema import JSON

OUTCOMES: tuple[str, ...] = (
    # the model's
    "kept",  # as the model said, and the text bears it out (choices and booleans need not be worded)
    "unsupported",  # as the model said, and nothing in the text bears it out
    "corrected",  # as the model said, written otherwise under a licence (``changes``)
    "dropped",  # the model said something, which had to go: null, left out, out of its list
    "absent",  # the model says that the text does not say
    # the candidates'
    "found",  # no model said it; the text does
    # the schema's
    "default",  # no model said it; the schema's own default
    "placeholder",  # required, and nothing answers: a valid value that says nothing
    "omitted",  # required, and nothing answers: left out, so that the answer is not valid
    # nobody's
    "unanswered",  # no model named it, and nothing else answers: null, empty or left out
)

ALIGNMENTS: tuple[str, ...] = (
    "exact",
    "normalized",  # case, accents, NFC/NFD, quotes, markdown, spacing, hyphenation
    "value",  # another writing of the same number, date or quantity
    "morphology",  # plural, gender, simple inflection
    "parts",  # its tokens stand spread over one passage
    "enum",  # wording of an enum member or boolean
    "none",
)


@dataclass(frozen=True, slots=True)
class Evidence:
    """A span that supports a value; half-open code-point offsets into the unchanged text."""

    start: int
    end: int
    mention: str


DOUBTS: tuple[str, ...] = (
    "other member",  # the text words another member of the enum, and not this one
    "other unit",  # the text has the number in another unit than the field asks for
    "more precise",  # the text says the date, but less of it
)

AUTHORITIES: tuple[str, ...] = (
    "schema",  # the value is invalid there, or the field's own words name a form
    "text",  # the value is not in the text, and the same value is, written otherwise
    "model",  # it said otherwise when it was asked again about a doubt
    "strictness",  # nothing in the text supports the value, and the user asked for support
    "abstention",  # the user asked for more confidence than there is
    "unanswered",  # no model answered the place
)


@dataclass(frozen=True, slots=True)
class Witness:
    """What bears out that a value may change.

    ``keyword`` is what of the schema speaks: a keyword (``type``, ``enum``, ``pattern``, ``format``,
    ``required``, ``default`` …) or ``description`` where the field's own words name a form;
    ``evidence`` where the text speaks. Either may be empty.
    """

    keyword: str = ""
    evidence: Evidence | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a value: who allows it, on what grounds, and the value before and after.

    ``rule`` is a name of :data:`normalizers.table.RULES` or of a step outside the table;
    ``authority`` is one of :data:`AUTHORITIES`.
    """

    rule: str
    authority: str
    witness: Witness
    before: JSON
    after: JSON


@dataclass(frozen=True, slots=True)
class FieldResult:
    """What became of one leaf of the answer.

    ``path`` is a field path (``events.0.date``); ``raw`` what the model said (None where it said
    nothing), ``value`` what is answered; ``alignment`` is one of :data:`ALIGNMENTS`, ``outcome`` one
    of :data:`OUTCOMES`; ``changes`` are the licences under which ``raw`` became ``value``, ``doubts``
    (of :data:`DOUBTS`) what speaks against it; ``confidence`` is the calibrated probability that
    ``value`` is right; ``decision`` is ``accept`` or ``review`` by a calibration of the user's, None
    without one.
    """

    path: str
    raw: JSON
    value: JSON
    evidence: tuple[Evidence, ...] = ()
    alignment: str = "none"
    outcome: str = "kept"
    reason: str = ""
    confidence: float = 0.5
    changes: tuple[Change, ...] = ()
    doubts: tuple[str, ...] = ()
    decision: str | None = None
