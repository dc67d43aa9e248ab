"""What of the hints a prompt shows: labelled values, facts of the kinds asked for, few guesses.

A model copies what it is shown, so a hint is shown only where it is likely right.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from nlp.hints import FieldHints, Hint, ShownHint
from nlp.labels.applied import Labels, read_labels, sureness
from nlp.layout.structure import Layout, layout
from nlp.match.answers import answer_value
from nlp.match.field_profile import FieldProfile
from nlp.match.records import anchor_of
from nlp.schema import JSON, Schema
from nlp.spans import Candidate, Document

KIND_OF = {
    "DATE": "date", "DATETIME": "date", "TIME": "time", "MONEY": "amount", "QUANTITY": "quantity",
    "PERCENT": "quantity", "TEMPERATURE": "quantity", "DURATION": "duration", "AGE": "duration",
    "NUMBER": "count", "ORDINAL": "count", "RANGE": "count", "IDENTIFIER": "identifier",
    "EMAIL": "contact", "URL": "contact", "PERSON": "person", "ORGANIZATION": "organization",
    "LOCATION": "place", "TITLE": "title",
}  # fmt: skip
LABELLED = 0.68
"""From this sureness on a labelled value is shown with its field."""
LIKELY = {"date": 0.75, "number": 0.65, "text": 0.45}
"""By the group of a field: from this probability on a mention is shown with it."""
FACT = {"date": 0.45, "number": 0.6, "text": 0.45}
"""From this probability of answering any of the fields on, a mention is shown as a fact."""
_SPARE = 0.4
"""Where a text has no more mentions of a kind than fields ask for, they need be no likelier."""
_VALUED = frozenset({"date", "time", "amount", "quantity", "duration", "count", "identifier"})
_SHARE = 0.085
_FRAME = 2600
_HEADER = 170
"""Letters of a prompt beside the text and the fields."""
_FIRST = 0.15
"""How much likelier a text must be than a date, number or code to be shown before it."""
_AROUND = 28
_LONGEST = 120
_MOST = 40


def choose_shown(
    document: Document,
    candidates: Sequence[Candidate],
    schema: Schema,
    hints: Sequence[FieldHints],
) -> tuple[ShownHint, ...]:
    """What the prompt shows, in the order of the text; bounded by the length of the prompt."""
    labels = read_labels(document, candidates, schema)
    profiles = {one.path: one for one in labels.profiles}
    page = layout(document)
    chosen = [*_labelled(document, labels, profiles, schema)]
    settled = {one.path for one in chosen}
    taken = [(one.start, one.end) for one in chosen]
    for one in _ranked(document, page, hints, profiles, settled):
        if not any(one.start < end and start < one.end for start, end in taken):
            chosen.append(one)
            taken.append((one.start, one.end))
    chosen.sort(key=lambda one: -one.score - _FIRST * (one.kind in _VALUED))
    return tuple(sorted(_bounded(chosen, document, schema), key=lambda one: (one.start, one.end)))


def _bounded(
    chosen: Sequence[ShownHint], document: Document, schema: Schema
) -> Iterator[ShownHint]:
    fields = sum(len(one.name) + min(len(one.description), 160) + 24 for one in schema.walk())
    room = _SHARE * (_FRAME + len(document.text) + fields) - _HEADER
    for one in chosen[:_MOST]:
        cost = len(one.mention) + (len(one.path) if one.path else len(one.where)) + 8
        if str(one.value) != one.mention:
            cost += len(str(one.value)) + 5
        if cost <= room:
            room -= cost
            yield one


def _labelled(
    document: Document, labels: Labels, profiles: dict[str, FieldProfile], schema: Schema
) -> Iterator[ShownHint]:
    """The values that stand behind labels which say what a field says."""
    text = document.text
    for path, profile in profiles.items():
        answer = labels.answer(path)
        if answer is None or answer.empty or sureness(answer.score) < LABELLED:
            continue
        mention = text[answer.start : answer.end]
        if not mention.strip() or len(mention) > _LONGEST:
            continue
        kind = kind_of(answer.candidate, profile)
        yield ShownHint(
            path, mention, answer.start, answer.end, answer.value, kind, _short(answer.label),
            sureness(answer.score),
        )  # fmt: skip
    for array in schema.walk():
        rows = labels.rows.get(array.path) if array.kind == "array" else None
        anchor = anchor_of(array) if rows is not None else None
        if rows is None or anchor is None or sureness(rows.score) < LABELLED:
            continue
        if array.item is None or not array.item.is_leaf or anchor.path not in profiles:
            continue
        for value, (start, end) in zip(rows.values, rows.spans, strict=True):
            if end - start <= _LONGEST:
                kind = kind_of(None, profiles[anchor.path])
                yield ShownHint(
                    anchor.path, text[start:end], start, end, value, kind, "", sureness(rows.score)
                )


def kind_of(candidate: Candidate | None, profile: FieldProfile) -> str:
    """The kind of fact a mention is for a field."""
    if profile.field.kind in {"enum", "boolean"}:
        return "choice"
    if candidate is not None and candidate.label in KIND_OF:
        return KIND_OF[candidate.label]
    if profile.group == "date":
        return "date"
    if profile.group == "number":
        return "count"
    if profile.form in {"email", "url", "phone"}:
        return "contact"
    if profile.form is not None:
        return "identifier"
    asked = {
        "person": "person", "organization": "organization", "place": "place", "title": "title",
        "identifier": "identifier",
    }  # fmt: skip
    best = max(profile.classes, key=lambda name: profile.classes[name], default="")
    return asked.get(best, "text") if profile.classes.get(best, 0.0) > 0.3 else "text"


def _ranked(
    document: Document,
    page: Layout,
    hints: Sequence[FieldHints],
    profiles: dict[str, FieldProfile],
    settled: set[str | None],
) -> list[ShownHint]:
    """Mentions that likely answer a field, or some field of their kind, the likeliest first."""
    chances: dict[tuple[int, int], list[tuple[float, Hint, FieldProfile]]] = {}
    for group in hints:
        profile = profiles.get(group.path)
        if profile is None or group.path in settled or "*" in group.path.split("."):
            continue
        for hint in group.hints:
            chance = hint.score * group.answered
            span = (hint.candidate.start, hint.candidate.end)
            chances.setdefault(span, []).append((chance, hint, profile))
    spare = _spare(hints, profiles, settled)
    found: list[ShownHint] = []
    for told in chances.values():
        chance, hint, profile = max(told, key=lambda one: one[0])
        some = min(1.0, sum(one for one, _, _ in told))
        kind = kind_of(hint.candidate, profile)
        guess = chance >= LIKELY[profile.group]
        enough = some >= FACT[profile.group] or (
            kind in _VALUED and kind in spare and some >= _SPARE
        )
        if (guess or enough) and (
            shown := _shown(document, page, hint, profile, kind, guess, some)
        ):
            found.append(shown)
    return sorted(found, key=lambda one: -one.score)


def _spare(
    hints: Sequence[FieldHints], profiles: dict[str, FieldProfile], settled: set[str | None]
) -> set[str]:
    """The kinds of which the text has no more mentions than fields ask for."""
    values: dict[str, set[str]] = {}
    asked: dict[str, set[str]] = {}
    for group in hints:
        profile = profiles.get(group.path)
        if profile is None or group.path in settled or "*" in group.path.split("."):
            continue
        for hint in group.hints:
            kind = KIND_OF.get(hint.candidate.label, "text")
            values.setdefault(kind, set()).add(hint.candidate.mention)
            asked.setdefault(kind, set()).add(group.path)
    return {kind for kind, found in values.items() if len(found) <= len(asked[kind])}


def _shown(
    document: Document,
    page: Layout,
    hint: Hint,
    profile: FieldProfile,
    kind: str,
    guess: bool,
    score: float,
) -> ShownHint | None:
    one = hint.candidate
    mention = " ".join(one.mention.split())
    if len(mention) > _LONGEST or one.label == "SENTENCE":
        return None
    value: JSON = answer_value(one, profile)
    if kind == "date" and profile.date_form is None and one.value is not None:
        value = one.value.timex or value
    path = profile.path if guess else None
    return ShownHint(
        path, one.mention, one.start, one.end, value, kind, place_of(document, page, one), score
    )


def place_of(document: Document, page: Layout, one: Candidate) -> str:
    """Where a mention stands: its label, its column or the words before it."""
    label = page.label_at(one.start)
    if label is not None and one.start >= label.value_start:
        return _short(document.text[label.label_start : label.label_end])
    cell, table = page.cell_at(one.start), page.table_at(one.start)
    header = table.header_of(cell) if table is not None and cell is not None else None
    if header is not None:
        return _short(document.text[header.start : header.end])
    line = page.line_at(one.start)
    start = max(line.start if line is not None else 0, one.start - _AROUND)
    before = document.text[start : one.start]
    if line is not None and start > line.start:
        before = before.partition(" ")[2]
    return " ".join(before.split())


def _short(text: str) -> str:
    text = " ".join(text.split()).strip(" *_:")
    return text if len(text) <= _AROUND + 6 else text[: _AROUND + 5].rstrip() + "…"


def with_shown(hints: Sequence[FieldHints], shown: Sequence[ShownHint]) -> tuple[FieldHints, ...]:
    """The hints, each shown one carrying what is shown of it."""
    waiting = {(one.path, one.start, one.end): one for one in shown}
    marked: list[FieldHints] = []
    for group in hints:
        kept: list[Hint] = []
        for hint in group.hints:
            span = (hint.candidate.start, hint.candidate.end)
            told = waiting.pop((group.path, *span), None) or waiting.pop((None, *span), None)
            kept.append(replace(hint, shown=told) if told is not None else hint)
        marked.append(replace(group, hints=tuple(kept)))
    if waiting:
        marked = [_with_rest(group, waiting) for group in marked]
    return tuple(marked)


def _with_rest(
    group: FieldHints, waiting: dict[tuple[str | None, int, int], ShownHint]
) -> FieldHints:
    """The hints of a field with those labelled values that are no candidates of the text."""
    own = [key for key in waiting if key[0] == group.path]
    extra = tuple(
        Hint(
            Candidate(one.start, one.end, one.mention, "LABEL_VALUE", None, "labels"),
            min(one.score, group.hints[-1].score) if group.hints else one.score,
            (),
            one,
        )
        for one in (waiting.pop(key) for key in own)
    )
    return replace(group, hints=(*group.hints, *extra)) if extra else group
