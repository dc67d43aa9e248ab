"""How much what stands above some rows says of the list they tell."""

import numpy as np

from nlp.asked.field_words import word_cues
from nlp.asked.schema_lexicon import field_lexicon
from nlp.labels.terms import bag, held, label_terms
from nlp.match.blocks import introduces
from nlp.match.row_blocks import RowBlock
from nlp.match.surroundings import Floats, Surroundings
from nlp.schema import Field
from nlp.stems import words_of

_NEAREST = 80


class ListNames:
    """The words by which a text may speak of a list: its name's, its description's."""

    def __init__(self, array: Field, here: Surroundings) -> None:
        names = [(one, 1.0) for one in _content(f"{array.name} {array.title}")]
        told = [(one, 0.7) for one in _content(array.description)]
        self.here = here
        self.named = bag(label_terms(" ".join(words_of(array.name))))
        self.weights: Floats = np.maximum(
            here.cue_weights(word_cues(names), {}),
            here.cue_weights(word_cues(told), {}),
        )

    def said(self, block: RowBlock) -> float:
        """How much of the telling words above a block the list's name and description say."""
        spans = [block.above]
        heading = self.here.layout.heading_of(block.rows[0][0])
        if heading is not None:
            spans.append((heading.start, heading.end))
        return max(self._said(span) for span in spans)

    def titled(self, block: RowBlock) -> float:
        """How surely a word above a block, or the first name of its columns, is the list's name."""
        text = self.here.document.text
        heading = self.here.layout.heading_of(block.rows[0][0])
        titles = [text[slice(*block.above)][-_NEAREST:], block.title, *block.header[:1]]
        titles += [text[heading.start : heading.end]] if heading is not None else []
        return max(
            (held(term, self.named) for title in titles for term in label_terms(title)), default=0.0
        )

    def _said(self, span: tuple[int, int]) -> float:
        if not introduces(self.here.document.text[slice(*span)]):
            return 0.0
        first, last = self.here.token_range(*span)
        lexicon = field_lexicon()
        telling = [
            at for at in range(first, last) if not lexicon.is_stopword(self.here.folded[at])
        ][-6:]
        if not telling:
            return 0.0
        weights = self.weights[telling]
        share = float(np.minimum(weights, 1.0).sum()) / len(telling)
        return 0.5 * min(1.0, share) + 0.5 * float(weights.max())


def _content(text: str) -> list[str]:
    lexicon = field_lexicon()
    return [
        one
        for one in words_of(text)
        if not lexicon.is_stopword(one) and not lexicon.is_generic(one)
    ]
