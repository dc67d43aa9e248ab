"""What a list of plain values may take: a label's value, a block, a column, the likeliest mentions.

Each whole list is one option, wherever it is written; its traits say what speaks for it. Lists of
objects have none here, nor have lists inside lists.
"""

import json
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from nlp.asked.rendering import answer_value, bared
from nlp.hints import FieldHints
from nlp.labels.applied import Labels
from nlp.labels.form_elements import NO_LIST, Grid, Pair, pair_of, unwritten
from nlp.labels.items import OTHER_CUTS, first_sentence, items_of, parted
from nlp.labels.likeness import FieldTerms, covered, field_terms_of, label_bag, likeness
from nlp.labels.terms import label_terms
from nlp.labels.value_reading import Reader
from nlp.match.associations import Associations, OptionWords
from nlp.match.blocks import Block, block_items, introduction_share, read_blocks
from nlp.match.list_items import best_set
from nlp.match.list_options import LABELLED, ListOption, ListOptions
from nlp.match.list_traits import ListTraits
from nlp.match.options import LANDMARK
from nlp.match.pool import Reading
from nlp.match.surroundings import Surroundings
from nlp.match.told_lists import Spoken, asks_articles, spoken_lists, told_lists, with_article
from nlp.match.trees import Traits
from nlp.schema import JSON, Field, Schema, is_repeated
from nlp.spans import CODE_LABELS, Candidate, Span, holds

_SURELY = 0.5
_LEAST_ALIKE = 0.2
_MOST_PAIRS = 16
_LONGEST = 40
_MOST_TOLD = 24
_MOST_MEMBERS = 6
_WAYS = ("colon", "columns", "row", "below", "boxes", "inline", "bullets", "under")


def list_options(
    schema: Schema,
    reading: Reading,
    hints: Mapping[str, FieldHints],
    reader: Reader,
    associations: Associations | None = None,
) -> tuple[ListOptions, ...]:
    """The options of every list of plain values that examples say nothing of."""
    labels, here = reading.labels, reading.here
    profiles = {one.path: one for one in labels.profiles}
    arrays = [
        (one, profiles[one.item.path])
        for one in schema.walk()
        if one.kind == "array"
        and not is_repeated(one.path)
        and one.item is not None
        and one.item.is_leaf
        and one.item.path in profiles
        and one.item.kind not in {"boolean", "recursive"}
        and profiles[one.item.path].lesson is None
        and not ((rows := labels.rows.get(one.path)) and rows.denied and rows.score >= LANDMARK)
    ]
    if not arrays:
        return ()
    asked = [field_terms_of(profile) for _, profile in arrays]
    single = _for_single_fields(labels)
    pairs, others = [], []
    for number, one in enumerate(labels.labelled.pairs):
        if one.form not in NO_LIST and not one.is_empty:
            pairs.append(one)
            others.append(single.get(number, 0.0))
    alike = np.array([[likeness(one, pair) for pair in pairs] for one in asked], dtype=np.float64)
    ways = [_ways_of(pair, reader) for pair in pairs]
    told, words = ListTraits(labels, here), OptionWords(here, labels.labelled.pairs)
    found = []
    for number, (array, profile) in enumerate(arrays):
        pool = _Pool(array, asked[number], here, reader, hints[profile.path])
        pool.add_rows(labels)
        pool.add_ranked()
        for block in read_blocks(reader.text):
            pool.add_block(block)
        spoken, runs = Spoken(profile, here), reading.coordinations
        told_ones = told_lists(spoken, profile, here, runs)
        if len(labels.labelled.pairs) < LABELLED:
            pool.add_told(spoken_lists(spoken, profile, here, runs, hints[profile.path]))
        pool.add_told(sorted(told_ones, key=lambda one: -one[1].get("led", 0.0))[:_MOST_TOLD])
        rivals = np.delete(alike, number, axis=0).max(axis=0, initial=0.0)
        wanted = np.maximum(rivals, others).tolist()
        pool.add_pairs(pairs, ways, alike[number].tolist(), wanted)
        for grid in labels.labelled.form.grids:
            pool.add_columns(grid)
        found.append(pool.finished(told, spoken).with_words(words, associations))
    return tuple(found)


def _for_single_fields(labels: Labels) -> dict[int, float]:
    """How well the label of a pair says the field in no list that it says best, by its number."""
    best: dict[int, float] = {}
    for (_, number), score in labels.labelled.alike.items():
        best[number] = max(score, best.get(number, 0.0))
    return best


def _ways_of(pair: Pair, reader: Reader) -> list[list[Span]]:
    """The items of a value in each way to part it, the plain way first; none of what is left empty."""
    if reader.is_empty(pair.start, pair.end):
        return []
    others = (list(parted(pair, reader.text, cuts)) for cuts in OTHER_CUTS)
    plain = list(items_of(pair, reader.text))
    first = first_sentence(pair, reader.text)
    whole = [] if first is None else list(items_of(first, reader.text))
    return [plain, *others, whole]


class _Pool:
    """The options of one list, each sequence of values once."""

    def __init__(
        self,
        array: Field,
        asked: FieldTerms,
        here: Surroundings,
        reader: Reader,
        ranked: FieldHints,
    ) -> None:
        self._array, self._asked, self._here = array, asked, here
        self._profile, self._reader, self._ranked = asked.profile, reader, ranked
        self._articled = self._profile.field.kind == "string" and asks_articles(self._profile)
        coded = self._profile.asks("identifier") > _SURELY
        self._codes = [one.span for one in here.candidates if coded and one.label in CODE_LABELS]
        self._options: dict[str, ListOption] = {}
        self._best_alike = 0.0

    def _add(self, values: Sequence[JSON], spans: Sequence[Span], traits: Traits) -> None:
        """An option, or what else speaks for one that is there; of two labels the likelier."""
        most = self._array.constraints.max_items
        values, spans = tuple(values)[:most], tuple(spans)[:most]
        if self._articled and spans:
            spans = tuple(with_article(self._reader.text, one) for one in spans)
            values = tuple(self._reader.text[slice(*one)] for one in spans)
        if not values or len(values) > _LONGEST:
            return
        key = json.dumps(
            [one.strip(" .,;").lower() if isinstance(one, str) else one for one in values]
        )
        one = self._options.setdefault(key, ListOption(values, spans))
        if "block" in traits:  # its lines as they stand, full stops and all
            one.values, one.spans = values, spans
        if traits.get("alike", 1.0) >= one.traits.get("alike", -1.0):
            one.traits |= traits

    def add_rows(self, labels: Labels) -> None:
        """What the labels' own reading gives the list."""
        rows = labels.rows.get(self._array.path)
        if rows is not None:
            self._add(rows.values, rows.spans, {"rows": rows.score})

    def add_ranked(self) -> None:
        """The likeliest mentions, as many as promise the most, and those likelier than not."""
        hints = self._ranked.hints
        if self._profile.field.kind == "enum":
            members = [value for value, chance in self._ranked.choices if chance >= 0.5]
            self._add(members, (), {"members": len(members)})
            for size in range(1, _MOST_MEMBERS + 1):
                self._add([value for value, _ in self._ranked.choices[:size]], (), {"top": size})
            return
        kept, gain = best_set([one.score for one in hints])
        sure = sum(one.score >= 0.5 for one in hints)
        for name, size in (("gain", kept), ("sure", sure)):
            picked = sorted((one.candidate for one in hints[:size]), key=lambda one: one.span)
            read = [self._ranked_item(one) for one in picked]
            values = [value for value, _ in read if value is not None]
            spans = [span for value, span in read if value is not None]
            self._add(values, spans, {name: gain if name == "gain" else 1.0})

    def _ranked_item(self, one: Candidate) -> tuple[JSON, Span]:
        span = self._code_in(one.span)
        if span == one.span:
            return answer_value(one, self._profile), span
        return self._reader.text[slice(*span)], span

    def add_block(self, block: Block) -> None:
        """The lines of a block."""
        told = introduction_share(self._profile, block, self._here)
        if self._profile.field.kind == "string" and self._profile.group == "text":
            said = block_items(self._reader.text, block, self._profile)
            items = [bared(one, self._profile) for one in said]
            self._add(items, block.items, {"told": told, "block": 1.0})
            return
        values, spans, fit = self._read(block.items)
        self._add(values, spans, {"told": told, "block": 1.0, "fit": fit})

    def add_told(self, lists: Iterable[tuple[list[Span], Traits]]) -> None:
        """What running text tells."""
        for spans, traits in lists:
            values, kept, fit = self._read(spans)
            self._add(values, kept, {**traits, "fit": fit})

    def add_pairs(
        self,
        pairs: Sequence[Pair],
        ways: Sequence[Sequence[Sequence[Span]]],
        alike: Sequence[float],
        wanted: Sequence[float],
    ) -> None:
        """What stands behind labels: those that say the list, and those with several items."""
        self._best_alike = max(alike, default=0.0)
        order = sorted(range(len(pairs)), key=lambda at: -alike[at])
        read = 0
        for rank, at in enumerate(order):
            pair, parts = pairs[at], ways[at]
            if read >= _MOST_PAIRS:
                break
            if not parts or (max(map(len, parts)) < 2 and alike[at] < _LEAST_ALIKE):
                continue
            read += 1
            rest = max((alike[other] for other in order[:2] if other != at), default=0.0)
            traits = {
                "alike": alike[at],
                "alike_lead": alike[at] - rest,
                "wanted": wanted[at],
                "form": _WAYS.index(pair.form) if pair.form in _WAYS else -1.0,
                "near": pair.near,
                "label_rank": rank,
                **self._label_words(pair),
            }
            for way, spans in enumerate(parts):
                if way and (len(spans) < 2 or spans in parts[:way]):
                    continue
                values, kept, fit = self._read(spans)
                self._add(values, kept, {**traits, "fit": fit, "way": way})

    def _label_words(self, pair: Pair) -> Traits:
        terms, said = label_terms(pair.label), label_bag(pair.label)
        name, size = covered(self._asked.names, said)
        explained, length = covered(terms, self._asked.all)
        return {
            "label_terms": len(terms),
            "names_said": name / (size or 1.0),
            "label_explained": explained / (length or 1.0),
        }

    def add_columns(self, grid: Grid) -> None:
        """The cells below each head of a table."""
        text = self._reader.text
        for column, head in enumerate(grid.header):
            pair = pair_of(text, head, head, "cell", (grid.title,))
            cells = [cell for row in grid.rows if (cell := row[column]) is not None]
            values, spans, fit = self._read(cells)
            if fit >= 0.5:
                alike = likeness(self._asked, pair)
                self._add(values, spans, {"head": alike, "fit": fit, **self._label_words(pair)})

    def _code_in(self, span: Span) -> Span:
        """The only code in a span of a list of codes: "099 555 014" of "Fede al 099 555 014"."""
        inside = [one for one in self._codes if holds(span, one)]
        return inside[0] if len(inside) == 1 else span

    def _read(self, spans: Sequence[Span]) -> tuple[list[JSON], list[Span], float]:
        """Values of items (members once each), where they stand, and the share that gave one."""
        values, kept = list[JSON](), list[Span]()
        closed = self._profile.field.kind == "enum"
        for start, end in map(self._code_in, spans[:_LONGEST]):
            if start >= end or self._reader.is_empty(start, end):
                continue
            filled = self._reader.read(self._profile, unwritten("", (start, end), "colon"))
            if filled is None or filled.value is None or (closed and filled.value in values):
                continue
            if filled.fit >= 0.3:
                values.append(filled.value)
                kept.append((start, end))
        return values, kept, len(kept) / max(1, len(spans))

    def finished(self, told: ListTraits, spoken: Spoken) -> ListOptions:
        """The options with all that is said of them."""
        whole = told.of_list(
            self._array, self._profile, self._ranked, len(self._options), self._best_alike
        )
        whole |= spoken.denial
        for one in self._options.values():
            one.traits |= whole | spoken.traits(one.spans)
            one.traits |= told.of_items(self._ranked, one.values, one.spans)
        nothing = {**whole, "nothing": 1.0}
        return ListOptions(
            self._array, self._profile, tuple(self._options.values()), self._ranked, nothing,
            self._reader.text,
        )  # fmt: skip
