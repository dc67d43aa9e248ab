"""What speaks for a mention as the answer to a field of words: kinds of fields × kinds of mentions."""

from collections.abc import Mapping, Sequence

import numpy as np

from nlp.asked.field_profile import FieldProfile
from nlp.asked.form_likeness import form_fits, pattern_fits, shape_likeness
from nlp.asked.hyponyms import likeness_to
from nlp.match.surroundings import Floats, Indexes, Surroundings
from nlp.spans import LABELS, Candidate

_TRAITS_OF = {
    "heading": "whole_title in_title tokens",
    "title": "subject long title_quoted whole_title in_title first sentence_start frequency quoted"
    " tokens",
    "other": "subject frequency",
    "text": "sentence tokens position lead",
    "telling": "lead name_inside described_inside",
    "untext": "sentence",
    "term": "phrase tokens",
    "entity": "tokens first frequency in_title digits agent name_starts",
    "named": "partial",
    "identifier": "digits holds_code",
}
PAIRS = tuple((kind, trait) for kind, traits in _TRAITS_OF.items() for trait in traits.split())
"""A kind of field and a trait of mentions; their product is a feature."""

_LABELS = ("TITLE", "HEADING", "NOUN_PHRASE")
_TRAITS = (
    "lead_sentence", "in_title", "tokens", "quoted", "sentence_start", "subject", "whole_title",
    "frequency", "position", "valued", "capital", "digits", "partial", "holds_code",
)  # fmt: skip
_FREE_LENGTH = 1.95
"""The logarithm of one plus the words a title may have before it counts as long."""


def text_features(
    profile: FieldProfile,
    here: Surroundings,
    index: Indexes,
    picked: Sequence[Candidate],
    cues: Mapping[str, Floats],
) -> dict[str, Floats]:
    """The features of text fields; ``cues`` are the features of their words."""
    traits = {name: here.traits[name][index] for name in _TRAITS}
    labels = here.traits["label"][index]
    traits |= cues
    traits |= {
        "first": traits["lead_sentence"],
        "lead": traits["lead_sentence"],
        "sentence": (labels == LABELS.index("SENTENCE")).astype(np.float64),
        "phrase": (labels == LABELS.index("NOUN_PHRASE")).astype(np.float64),
        "long": np.maximum(0.0, traits["tokens"] - _FREE_LENGTH),
    }
    traits["title_quoted"] = traits["quoted"] * traits["in_title"]
    traits["sentence_start"] = traits["lead_sentence"] * traits["sentence_start"]
    for cue in ("name_inside", "described_inside"):
        traits[cue] = traits["sentence"] * traits[cue]
    asked = _kinds_of(profile)
    columns = {f"{kind}*{trait}": asked[kind] * traits[trait] for kind, trait in PAIRS}
    columns |= {
        name: traits[name] for name in ("sentence", "valued", "tokens", "capital", "quoted")
    }
    columns |= {
        f"is_{name.lower()}": (labels == LABELS.index(name)).astype(np.float64) for name in _LABELS
    }
    return columns | _likeness(profile, picked)


def _likeness(profile: FieldProfile, picked: Sequence[Candidate]) -> dict[str, Floats]:
    """Likeness to what the field is said to hold; nothing is compared where it says nothing."""
    mentions = [one.mention for one in picked]
    pattern = profile.field.constraints.pattern
    nothing = np.zeros(len(mentions))
    found: dict[str, list[float]] = {}
    if profile.kinds:
        found["kind"] = [likeness_to(profile.kinds, one) for one in mentions]
    if profile.examples:
        found["example_shape"] = [shape_likeness(one, profile.examples) for one in mentions]
    if pattern is not None:
        found["pattern"] = [pattern_fits(one, pattern) for one in mentions]
    if profile.form is not None:
        found["form"] = [form_fits(one, profile.form) for one in mentions]
    return {
        name: np.array(found[name], dtype=np.float64) if name in found else nothing
        for name in ("kind", "example_shape", "pattern", "form")
    }


def _kinds_of(profile: FieldProfile) -> dict[str, float]:
    """How much a field is of each kind that :data:`PAIRS` speaks of."""
    title, heading = profile.asks("title"), profile.asks("heading")
    text = float(profile.long_text) or profile.asks("text")
    entity = profile.asks("person", "organization", "place")
    return {
        "title": title,
        "heading": heading,
        "other": 1.0 - min(1.0, title + heading),
        "text": text,
        "telling": 0.0 if profile.sums_up else text,
        "untext": 1.0 - text,
        "term": profile.asks("term", "quality"),
        "entity": entity,
        "named": entity + title,
        "identifier": profile.asks("identifier"),
    }
