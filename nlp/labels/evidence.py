"""What a value by itself says about the field it may answer, whatever its label says."""

from nlp.asked.field_profile import FieldProfile
from nlp.asked.value_formats import FORMS
from nlp.labels.form_elements import Pair, options_in
from nlp.labels.members import member_of

_OPTIONS = 0.78
_WRITTEN = 0.62
_TELLING_FORMS = frozenset({"iban", "bic"})
_UNTOLD = frozenset({"title", "under", "head", "cell", "joined"})


def value_evidence(profile: FieldProfile, pair: Pair, text: str) -> float:
    """From 0 to 1: how surely boxes that offer an enum's members, or a written form, are a field's."""
    if pair.is_empty or pair.form in _UNTOLD:
        return 0.0
    if profile.field.kind == "enum":
        return _OPTIONS if _offers_members(profile, pair, text) else 0.0
    if profile.form in _TELLING_FORMS:
        written = FORMS[profile.form].search(text, pair.start, pair.end)
        return (
            _WRITTEN if written is not None and 2 * len(written[0]) > pair.end - pair.start else 0.0
        )
    return 0.0


def _offers_members(profile: FieldProfile, pair: Pair, text: str) -> bool:
    """Whether the words of most boxes are members, each another one."""
    options = options_in(text, pair.start, pair.end)
    if len(options) < 2:
        return False
    said = [member_of(profile, one.text)[0] for one in options]
    members = {str(one) for one in said if one is not None}
    return len(members) > 1 and 2 * len(members) >= min(len(options), len(profile.field.enum))
