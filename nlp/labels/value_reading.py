"""What stands behind a label as the value a field asks for."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from nlp.absence import Absence, absence_in, denied_in
from nlp.asked.field_profile import FieldProfile
from nlp.asked.form_likeness import FORMS
from nlp.asked.iso_codes import iso_form, iso_named
from nlp.asked.rendering import bared
from nlp.asked.time_forms import written
from nlp.labels.boxes import chosen_member
from nlp.labels.date_time_labels import DAY, moment, read_time
from nlp.labels.form_elements import Filled, Pair, options_in
from nlp.labels.lessons import other_way, ways_of, word_key, words_of_value
from nlp.labels.likeness import asks_number_of
from nlp.labels.members import flag_of, member_of
from nlp.labels.number_reading import read_number
from nlp.labels.terms import bag, held, label_terms
from nlp.labels.value_parts import portion
from nlp.lesson import Lesson
from nlp.schema import JSON, is_repeated
from nlp.schemas.patterns import fits
from nlp.spans import DAY_LABELS, Candidate, Value
from nlp.stems import fold

_PHONE = re.compile(r"(?:\(?\+\d{1,3}\)?[ .-]?)?\(?\d(?:[ .()/-]{0,2}\d){5,14}")
_DATES = frozenset({"DATE", "DATETIME", "TIME", "RANGE"})
_WAYS = 3
_NAMED = 0.8
_COUNTED = 0.5


_CODE_AND_STOP = re.compile(
    r"(?:[A-Z]{1,4}|\d[\w/.-]*|[A-Z]{1,4}[\w/-]*\d[\w/-]*)(?: (?:[A-Z]{1,4}|\d[\w/.-]*)){0,3}\."
)
"""A code of capitals and figures with the stop of its sentence: "1188 LMN."."""


class Reader:
    """Reads values of a text, with the candidates that stand in them."""

    def __init__(self, text: str, candidates: Sequence[Candidate]) -> None:
        self.text = text
        self.valued = [one for one in candidates if one.value is not None]
        self.starts = [one.start for one in self.valued]

    def inside(self, start: int, end: int) -> list[Candidate]:
        """The candidates with a value between two offsets."""
        found = []
        for at in range(bisect_left(self.starts, start), len(self.valued)):
            one = self.valued[at]
            if one.start >= end:
                break
            if one.end <= end:
                found.append(one)
        return found

    def is_empty(self, start: int, end: int) -> bool:
        """Whether nothing was filled in between two offsets."""
        if options_in(self.text, start, end):
            return False
        mention = self.text[start:end]
        return not any(map(str.isalnum, mention)) or absence_in(mention) is not None

    def gives_none(self, profile: FieldProfile, pair: Pair) -> bool:
        """Whether a pair tells a field that there is no value; to a count, none is a number."""
        options = options_in(self.text, pair.start, pair.end)
        unanswered = len(options) > 1 and not any(one.ticked for one in options)
        if unanswered and profile.field.nullable:
            return True
        if profile.field.is_choice:
            if options or not self.is_empty(pair.start, pair.end):
                return False
            return pair.is_empty or self._plain(profile, pair) is None
        if options:
            return not any(one.text for one in options)
        blank = not any(map(str.isalnum, self.text[pair.start : pair.end]))
        if blank or _needs_words(profile):
            return blank
        told = self._absence(profile, pair)
        return told == "unsaid" if _counts(profile) else told is not None

    def _absence(self, profile: FieldProfile, pair: Pair) -> Absence | None:
        """What a pair says in place of a value, also with the label's own words: "Lotes: sin lotes"."""
        said = self.text[pair.start : pair.end]
        may_be_none = profile.path.endswith(".*") or (
            profile.field.nullable and profile.field.kind == "string"
        )
        if fold(said).strip(" .") == "no" and may_be_none:
            return "none"
        told = absence_in(said)
        denied = None if told else denied_in(said)
        if denied is None:
            return told
        named = bag(label_terms(f"{pair.label} {profile.field.name}"))
        terms = label_terms(denied)
        return "none" if terms and held(terms[0], named) >= _NAMED else None

    def given(self, profile: FieldProfile, pair: Pair) -> Filled | None:
        """The value of a pair for a field; None where it gives none, or tells that there is none."""
        return None if self.gives_none(profile, pair) else self.read(profile, pair)

    def read(self, profile: FieldProfile, pair: Pair) -> Filled | None:
        """The value of a pair for a field; None where it gives none."""
        plain = self._plain(profile, pair)
        if profile.lesson is None:
            return plain
        return self._taught(profile.lesson, pair, plain)

    def _taught(self, lesson: Lesson, pair: Pair, plain: Filled | None) -> Filled | None:
        """The value in the form that the examples had."""
        said = words_of_value(self.text, pair)
        if (word := word_key(said)) in lesson.members:
            return Filled(lesson.members[word], pair.start, pair.end, 1.0)
        for way in ways_of(lesson, pair)[:_WAYS]:
            if way == "read" and plain is not None:
                return plain
            number = plain.value if plain is not None else None
            made = other_way(way, said, number, self.inside(pair.start, pair.end))
            if made is None:
                continue
            at = self.text.find(made, pair.start, pair.end) if isinstance(made, str) else -1
            start, end = (at, at + len(str(made))) if at >= 0 else (pair.start, pair.end)
            return Filled(made, start, end, 1.0, plain.candidate if plain else None)
        return plain

    def _plain(self, profile: FieldProfile, pair: Pair) -> Filled | None:
        kind = profile.field.kind
        if kind == "boolean":
            return _closed(pair, *flag_of(self.text, pair, profile.field.name))
        if kind == "enum":
            return _closed(pair, *self._member(profile, pair))
        options = options_in(self.text, pair.start, pair.end)
        if options:
            ticked = [one for one in options if one.ticked]
            if profile.field.is_numeric or len(ticked) != 1:
                return None
            if profile.date_form is not None:
                return self._dated(profile, replace(pair, start=ticked[0].start, end=ticked[0].end))
            start, end = ticked[0].filled
            return Filled(self.text[start:end], start, end, 0.9)
        if _counts(profile) and self._absence(profile, pair) == "none":
            return Filled(0, pair.start, pair.end, 0.9)
        if profile.field.is_numeric:
            return read_number(profile, pair, self.text, self.inside(pair.start, pair.end))
        return self._string(profile, pair)

    def _member(self, profile: FieldProfile, pair: Pair) -> tuple[JSON, float]:
        options = options_in(self.text, pair.start, pair.end)
        if not options:
            return member_of(profile, self.text[pair.start : pair.end])
        ticked = [at for at, one in enumerate(options) if one.ticked]
        if len(ticked) != 1:
            return None, 0.0
        return chosen_member(profile, [one.text for one in options], ticked[0])

    def _string(self, profile: FieldProfile, pair: Pair) -> Filled | None:
        start, end = pair.start, pair.end
        mention = self.text[start:end]
        limits = profile.field.constraints
        if profile.date_form is not None:
            return self._dated(profile, pair)
        if (kind := iso_form(profile)) is not None:
            coded = iso_named(mention, kind)
            return Filled(coded, start, end, 1.0) if coded is not None else None
        if limits.pattern:
            return self._patterned(limits.pattern, start, end)
        digits = sum(map(str.isdigit, mention))
        if digits and mention.endswith(".") and _CODE_AND_STOP.fullmatch(mention):
            end, mention = end - 1, mention[:-1]
        if profile.group == "date":  # as it is printed
            return Filled(mention, start, end, 1.0 if digits else 0.3)
        if profile.form is not None:
            form = _PHONE if profile.form == "phone" else FORMS[profile.form]
            match = form.search(mention)
            if match is None:
                return Filled(mention, start, end, 0.4)
            if profile.form in {"email", "url", "postal_code", "phone", "iban", "currency"}:
                said = bared(match.group(), profile)
                return Filled(said, start + match.start(), start + match.end(), 1.0)
        part = portion(profile, mention)
        if part is not None:
            start, end = start + part[0], start + part[1]
            mention = self.text[start:end]
        fit = 1.0
        digits = sum(map(str.isdigit, mention))
        numbered = asks_number_of(profile) or profile.asks("identifier") >= 0.2
        if profile.asks("person") > 0.4 and digits > 2:
            fit = 0.4
        if profile.asks("identifier") > 0.5 and not digits and len(mention.split()) > 2:
            fit = 0.6
        letters = sum(map(str.isalpha, mention))
        if numbered and not digits:
            fit = min(fit, 0.45)
        if profile.asks("person", "organization") > 0.4 and digits > letters:
            fit = 0.65 if letters else 0.3
        if DAY.fullmatch(mention) or self._is_date(start, end):
            fit = min(fit, 0.5)
        if len(mention) > 300:
            fit *= 0.7
        return Filled(bared(mention, profile), start, end, fit)

    def _is_date(self, start: int, end: int) -> bool:
        found = self.inside(start, end)
        return any(
            one.label in DAY_LABELS and one.end - one.start >= 0.8 * (end - start) for one in found
        )

    def _patterned(self, pattern: str, start: int, end: int) -> Filled | None:
        mention = self.text[start:end]
        if fits(pattern, mention):
            return Filled(mention, start, end, 1.0)
        for word in re.finditer(r"\S+", mention):
            bare = word.group().strip(".,;()")
            if bare and fits(pattern, bare):
                first = start + word.start() + word.group().index(bare)
                return Filled(bare, first, first + len(bare), 0.95)
        joined = re.sub(r"[\s.-]", "", mention)
        return Filled(joined, start, end, 0.9) if fits(pattern, joined) else None

    def _dated(self, profile: FieldProfile, pair: Pair) -> Filled | None:
        form = profile.date_form
        assert form is not None
        inside = [one for one in self.inside(pair.start, pair.end) if one.label != "RANGE"]
        if profile.edge > 0:
            inside.reverse()
        for one in (*inside, *self.inside(pair.start, pair.end)):
            timex = one.timex
            said = written(timex, form.template) if one.label in _DATES and timex else None
            if said is not None:
                return Filled(said, one.start, one.end, 1.0, one)
        if form.has_date and form.has_hour:
            whole = moment(self.text, pair.start, pair.end, self.valued)
            said = written(whole, form.template) if whole else None
            if said is not None:
                return Filled(said, pair.start, pair.end, 0.95)
        found = read_time(self.text, pair.start, pair.end, hour=not form.has_date)
        said = written(found[0], form.template) if found is not None else None
        if found is None or said is None:
            return None
        timex, span = found
        one = Candidate(
            *span, self.text[slice(*span)], "DATE", Value("date", timex=timex), "labels"
        )
        return Filled(said, *span, 1.0, one)


def _needs_words(profile: FieldProfile) -> bool:
    """Whether a field must have a string: then "no consta" is one."""
    field = profile.field
    optional = field.may_be_empty or is_repeated(profile.path)
    return field.kind == "string" and not optional


def _counts(profile: FieldProfile) -> bool:
    return profile.field.kind == "integer" and profile.asks("count") >= _COUNTED


def _closed(pair: Pair, value: JSON, sure: float) -> Filled | None:
    return None if value is None else Filled(value, pair.start, pair.end, sure)
