"""A list of plain values as an option: its values, where they stand, what speaks for it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from nlp.asked.field_profile import FieldProfile
from nlp.hints import FieldHints
from nlp.match.options import Traits
from nlp.match.second_weighing import Places
from nlp.schema import JSON, Field
from nlp.spans import Candidate

Span = tuple[int, int]


@dataclass(slots=True)
class ListOption:
    """A list of values that a field may take, where its items stand, and what speaks for it."""

    values: tuple[JSON, ...]
    spans: tuple[Span, ...]
    traits: Traits = field(default_factory=dict)

    @property
    def is_written(self) -> bool:
        """Whether the text has it in one place: behind a label or its name, in a block, in a column."""
        return not {"alike", "rows", "block", "head", "led"}.isdisjoint(self.traits)


@dataclass(frozen=True, slots=True)
class ListOptions:
    """The options of one list; ``profile`` is that of its items."""

    array: Field
    profile: FieldProfile
    options: tuple[ListOption, ...]
    ranked: FieldHints
    nothing: Traits = field(default_factory=dict)
    text: str = ""
    mentions: Mapping[Span, Candidate] = field(default_factory=dict)

    def candidate(self, span: Span) -> Candidate:
        """The mention at a span."""
        found = self.mentions.get(span)
        return found or Candidate(*span, self.text[slice(*span)], "LABEL_VALUE", None, "labels")

    @property
    def places(self) -> Places:
        """Where the lists stand, each from its first item to its last."""
        spans = [
            (one.spans[0][0], one.spans[-1][1]) if one.spans else (0, 0) for one in self.options
        ]
        return Places(self.array.path, tuple(spans), (-1,) * len(spans))

    @property
    def rows(self) -> list[Traits]:
        """What is weighed: the options and, where the list may be empty, saying nothing."""
        rows = [one.traits for one in self.options]
        return rows if self.array.constraints.min_items else [*rows, self.nothing]
