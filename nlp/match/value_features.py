"""What speaks for a value (a number, an amount, a date) as the answer to a field."""

import re

import numpy as np

from nlp.asked.field_profile import FieldProfile
from nlp.asked.field_units import unit_of
from nlp.asked.form_likeness import unit_fit
from nlp.match.implied import ABSENCE
from nlp.match.surroundings import Floats, Indexes, Surroundings
from nlp.spans import RECKONED, Candidate

_YEAR = re.compile(r"(?:1[0-9]|20|21)\d\d")
_OTHER_SPAN = 0.4
"""What a reckoned time counts that the text may also say in words."""


def value_features(
    profile: FieldProfile,
    here: Surroundings,
    index: Indexes,
    picked: list[Candidate],
    weights: Floats,
) -> dict[str, Floats]:
    """Units, bounds, forms and roles of values; ``weights`` are the cues of the field's name."""
    columns = _forms(profile, picked)
    traits = here.traits
    # a range of numbers gives whichever end is asked for
    whole = np.array([one.value is not None and one.value.has_both_bounds for one in picked], bool)
    edge = np.where(whole, abs(profile.edge), traits["edge"][index] * profile.edge)
    columns["edge_fits"] = np.maximum(edge, 0.0)
    columns["edge_clashes"] = np.maximum(-edge, 0.0)
    if profile.group != "number":
        return columns
    opens = traits["opens_part"][index]
    columns |= {
        "opens_part": opens * (1.0 - profile.counts_parts),
        "parts*last": profile.counts_parts * traits["last_part"][index],
        "parts*other": profile.counts_parts * (1.0 - traits["last_part"][index]),
        "in_name": traits["in_name"][index],
        "designates": traits["designates"][index],
        "counted": weights[traits["counted_at"][index].astype(np.int64)],
    }
    absence = np.array([float(one.source == ABSENCE) for one in picked])
    columns["absence"] = absence
    columns["reckoned"] = np.array([_reckoned(one) for one in picked])
    columns["absence*named"] = absence * weights[here.places.first[index]]
    return columns


def _reckoned(candidate: Candidate) -> float:
    """Days are reckoned for fields that ask for just these; other times may be said as well."""
    if candidate.source != RECKONED:
        return 0.0
    return 1.0 if unit_of(candidate) == "day" else _OTHER_SPAN


def _forms(profile: FieldProfile, picked: list[Candidate]) -> dict[str, Floats]:
    number = profile.group == "number"
    wants_year = number and profile.asks("date") > 0.25
    units = [unit_fit(profile, one) for one in picked]
    bounds = profile.field.constraints
    numbers = [one.value.number if one.value is not None else None for one in picked]
    timexes = [one.timex for one in picked]
    year = np.array([float(_YEAR.fullmatch(one.mention) is not None) for one in picked])
    dated = np.array([float(one.label == "DATE") for one in picked])
    columns = {
        "unit_same": [one == 1 for one in units],
        "unit_other": [one < 0 for one in units],
        "unit_missing": [one == 0.5 for one in units],
        "out_of_bounds": [
            one is not None
            and (
                (bounds.minimum is not None and one < bounds.minimum)
                or (bounds.maximum is not None and one > bounds.maximum)
            )
            for one in numbers
        ],
        "integer*whole": [
            profile.field.kind == "integer" and one is not None and float(one).is_integer()
            for one in numbers
        ],
        "full_date": [
            profile.group == "date" and one is not None and len(one) >= 10 and "X" not in one
            for one in timexes
        ],
        "deictic": [
            one.label == "DATE" and not any(char.isdigit() for char in one.mention)
            for one in picked
        ],
        "ordinal": [one.label == "ORDINAL" and not profile.asks("ordinal") for one in picked],
        "range": [one.label == "RANGE" for one in picked],
    }
    found = {name: np.array(column, dtype=np.float64) for name, column in columns.items()}
    found["year*year"] = float(wants_year) * year
    found["noyear*year"] = float(number and not wants_year) * year * (0.3 + 0.7 * dated)
    return found
