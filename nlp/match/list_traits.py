"""What speaks for a whole list beside its label: its items by themselves, its place, its looks."""

from collections.abc import Sequence

import numpy as np

from nlp.asked.field_profile import FieldProfile
from nlp.hints import FieldHints
from nlp.labels.applied import Labels
from nlp.match.list_items import best_set
from nlp.match.options import LANDMARK
from nlp.match.ranker import log_odds
from nlp.match.surroundings import Surroundings, overlaps
from nlp.match.trees import Traits
from nlp.schema import JSON, Field
from nlp.spans import NAME_LABELS, Span

_CLASSES = ("person", "organization", "place", "term", "quality", "title", "text", "identifier")
_KINDS = ("string", "enum", "integer", "number")
_MOST_WORDS = 20


class ListTraits:
    """What one text, its labels and the ranks say of the lists that fields may take."""

    def __init__(self, labels: Labels, here: Surroundings) -> None:
        self._labels = labels
        self._text = here.document.text
        self._names = {one.span for one in here.candidates if one.label in NAME_LABELS}
        taken = [
            (one.start, one.end)
            for one in labels.labelled.answers.values()
            if not one.empty and one.score >= LANDMARK
        ]
        self._taken = np.array(taken, dtype=np.int64).reshape(-1, 2)

    def of_list(
        self,
        array: Field,
        profile: FieldProfile,
        ranked: FieldHints,
        options: int,
        best_alike: float,
    ) -> Traits:
        """Of the field itself, whatever it takes; ``profile`` and ``ranked`` are of its items."""
        labelled = self._labels.labelled
        rows = self._labels.rows.get(array.path)
        kind = profile.field.kind
        return {
            "nothing": 0.0,
            "options": options,
            "answered": log_odds(ranked.answered),
            "best_alike": best_alike,
            "best_rows": rows.score if rows is not None else -1.0,
            "rows_empty": float(rows is not None and not rows.values),
            "best_gain": best_set([one.score for one in ranked.hints])[1],
            "form_text": labelled.is_form,
            "pairs": len(labelled.pairs),
            "size": len(self._text) / 1000,
            "min_items": array.constraints.min_items or 0,
            "kind": _KINDS.index(kind) if kind in _KINDS else -1.0,
            "dated": profile.group == "date",
            "described": min(_MOST_WORDS, len(array.description.split())),
            **{f"asks_{name}": profile.asks(name) for name in _CLASSES},
        }

    def of_items(self, ranked: FieldHints, values: Sequence[JSON], spans: Sequence[Span]) -> Traits:
        """How likely the items are each by itself, what they look like, who else has their place."""
        if not spans:
            return {"items": len(values), **_of_members(ranked, values)}
        places = np.array([one.candidate.span for one in ranked.hints])
        scores = np.array([one.score for one in ranked.hints])
        shared = overlaps(np.array(spans), places.reshape(-1, 2))
        chances = (shared * scores).max(axis=1, initial=0.0).tolist()
        said = [self._text[slice(*span)] for span in spans]
        words = [item.count(" ") + 1 for item in said]
        size = sum(map(len, said)) or 1
        number = len(said)
        start, end = spans[0][0], spans[-1][1]
        taken = overlaps(np.array([(start, end)]), self._taken)
        return {
            "items": len(values),
            "chance": sum(chances) / number,
            "least_chance": min(chances),
            "chances": sum(chances),
            "covered": sum(chances) / max(1e-3, sum(one.score for one in ranked.hints)),
            "words": sum(words) / number,
            "most_words": max(words),
            "spread": max(words) - min(words),
            "digits": sum(sum(map(str.isdigit, item)) for item in said) / size,
            "capitals": sum(item[:1].isupper() for item in said) / number,
            "stops": sum(item.endswith(".") for item in said) / number,
            "named": sum(span in self._names for span in spans) / number,
            "colons": sum(":" in item for item in said) / number,
            "commas": sum("," in item for item in said) / number,
            "joined": sum(" y " in item or " e " in item for item in said) / number,
            "lines": self._text.count("\n", start, end),
            "place_in_text": start / max(1, len(self._text)),
            "taken": float((taken > 0.0).sum()),
            "share_taken": float(taken.max(initial=0.0)),
        }


def _of_members(ranked: FieldHints, values: Sequence[JSON]) -> Traits:
    """How likely the text speaks of each of the members."""
    known = {str(value): chance for value, chance in ranked.choices}
    chances = [known.get(str(value), 0.0) for value in values]
    return {
        "chance": sum(chances) / max(1, len(chances)),
        "least_chance": min(chances, default=0.0),
        "chances": sum(chances),
        "covered": sum(chances) / max(1e-3, sum(known.values())),
    }
