"""What became of each value: the result of everything after the model."""

from dataclasses import dataclass

from nlp.schema import JSON

OUTCOMES: tuple[str, ...] = (
    "kept",  # as the model said
    "corrected",  # brought to the schema's or the text's form; ``raw`` is what the model said
    "filled",  # the model left it out
    "dropped",  # set to null or removed; ``reason`` says why
    "unsupported",  # kept, but nothing in the text supports it
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


AUTHORITIES: tuple[str, ...] = (
    "schema",  # the value is invalid there, or the field's own words name a form
    "text",  # the value is not in the text, and the same value is, written otherwise
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
    nothing), ``value`` what is answered; ``alignment`` is one of :data:`ALIGNMENTS`,
    ``outcome`` one of :data:`OUTCOMES`; ``changes`` are the licences under which ``raw`` became
    ``value``; ``confidence`` the calibrated probability that ``value`` is right.
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
