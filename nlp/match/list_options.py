"""A list of plain values as an option: its values, where they stand, what speaks for it."""

import json
from dataclasses import dataclass, field, replace

import numpy as np

from nlp.asked.field_profile import FieldProfile
from nlp.hints import FieldHints
from nlp.labels.fields import labelled_mention
from nlp.match.associations import (
    LOOKED_AT,
    TRAITS,
    Associations,
    OptionWords,
    Words,
    list_words,
)
from nlp.match.second_weighing import Places
from nlp.match.surroundings import Floats
from nlp.match.trees import Traits
from nlp.schema import JSON, Field
from nlp.spans import Candidate, Span

LABELLED = 6
"""From so many labelled values on, the list of a text stands behind one of them more often than not."""


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
    words: Words = ()
    """The words of the list and, an option each, those that stand with it."""
    beside: tuple[Words, ...] = ()

    def candidate(self, span: Span) -> Candidate:
        """The mention at a span."""
        ranked = (one.candidate for one in reversed(self.ranked.hints))
        found = next((one for one in ranked if one.span == span), None)
        return found or labelled_mention(self.text, span)

    def with_words(self, reader: OptionWords, associations: Associations | None) -> "ListOptions":
        """The same with the words that stand with each option, and what associations say of them."""
        looked = {span for option in self.options for span in option.spans[:LOOKED_AT]}
        items = {span: self.candidate(span) for span in looked}
        beside = tuple(
            reader.of_list([items[span] for span in option.spans[:LOOKED_AT]], option.values)
            for option in self.options
        )
        words = list_words(self.array, self.profile)
        if associations is not None:
            rows = associations.traits(words, beside, listed=True).tolist()
            for option, row in zip(self.options, rows, strict=True):
                option.traits |= dict(zip(TRAITS, row, strict=True))
        return replace(self, words=words, beside=beside)

    @property
    def places(self) -> Places:
        """Where the lists stand, each from its first item to its last."""
        spans = [
            (one.spans[0][0], one.spans[-1][1]) if one.spans else (0, 0) for one in self.options
        ]
        return Places(self.array.path, tuple(spans), (-1,) * len(spans))

    @property
    def is_labelled(self) -> bool:
        """Whether the text has so many labels that a list more likely than not stands behind one."""
        return self.nothing["pairs"] >= LABELLED

    @property
    def ranked_alone(self) -> int:
        """The option that the ranks choose by themselves; the number of options for none."""
        for at, one in enumerate(self.options):
            gain = one.traits.get("gain", -1.0)
            least = 0.0 if self.array.constraints.min_items else 1.0 - self.ranked.answered
            if "members" in one.traits or (gain >= 0 and self.ranked.answered * gain >= least):
                return at
        return len(self.options)

    def promises(self, chances: Floats) -> Floats:
        """What each option, and none, is to be expected to share with the right list.

        In labelled forms the chance that it is the right one: their lists stand in one piece.
        """
        if self.is_labelled and self.profile.field.kind != "enum":
            return np.append(chances, 0.0)[: len(self.options) + 1]
        items = [{json.dumps(value) for value in one.values} for one in self.options]
        at = {item: number for number, item in enumerate(sorted(set().union(*items)))}
        held = np.zeros((len(items) + 1, len(at)))
        for row, each in enumerate(items):
            held[row, [at[item] for item in each]] = 1.0
        shared = held @ held.T
        sizes = np.array([*(len(one.values) for one in self.options), 0])
        share = shared / np.maximum(1.0, sizes[:, None] + sizes - shared)
        share[-1, -1] = 1.0
        return np.asarray(share[:, : len(chances)] @ chances)

    @property
    def rows(self) -> list[Traits]:
        """What is weighed: the options and, where the list may be empty, saying nothing."""
        rows = [one.traits for one in self.options]
        return rows if self.array.constraints.min_items else [*rows, self.nothing]
