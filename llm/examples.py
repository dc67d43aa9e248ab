"""The few-shot library, and which of its examples resemble the schema that asks.

The examples are data (``resources/examples/*.json``), solved by hand. No model chooses among them:
likeness is that of the schema's words (names, descriptions, instruction) and of the document's with
those of an example (TF-IDF over the library; words count by their beginning and by the concept that
they name in English or Spanish), and that of the shapes of two schemas (kinds, nesting, closed sets).
"""

import json
import math
import re
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import islice

from llm.completion import Message
from llm.context import Context
from llm.prompt import example_messages
from nlp.asked.schema_lexicon import field_lexicon
from nlp.folding import without_accents
from nlp.schema import JSON, Field, Schema
from nlp.schema_compiler import compile_schema

PREFIX = 5
"""Letters of a word that are compared: enough for number, gender and most cognates."""

MAX_FIELDS = 300
MAX_WORDS = 2000
MAX_TEXT = 6000
"""Characters of a document that are compared."""

MAX_CONCEPTS = 3
SCHEMA_WEIGHT = 0.3
"""Share of the schema's words in the likeness."""

TEXT_WEIGHT = 0.3
"""Share of the document's words; the rest is the shape's."""

LEAST_COSINE = 0.1
"""The words' likeness is measured by the best there is; below this nothing is really alike."""

FULLNESS_WEIGHT = 0.05
"""What a fuller answer is worth among near ties: examples full of nulls teach to answer null."""

_WORD = re.compile(r"[^\W_]{3,40}|[0-9]{2,10}")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_LOADING = threading.Lock()

Weights = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Example:
    """A solved example: ``text`` and ``schema`` (its instruction inside) give ``answer``.

    ``written`` are the schema paths of free text, which need not stand in the text. ``messages``
    are the two turns that show it, ``tokens`` about what they cost, ``filled`` the share of the
    answer's leaves that say something (neither null nor an empty list).
    """

    name: str
    domain: str
    text: str
    schema: Schema
    answer: JSON
    written: tuple[str, ...]
    messages: tuple[Message, Message]
    tokens: int
    filled: float


@dataclass(frozen=True, slots=True)
class Library:
    """The examples with what their comparison needs.

    ``words`` gives, for each token, the places of the examples that hold it and its weight there;
    ``shapes`` are in the examples' order.
    """

    examples: tuple[Example, ...]
    rarity: Weights
    words: Mapping[str, tuple[tuple[int, float], ...]]
    shapes: tuple[Weights, ...]


def choose_examples(
    schema: Schema,
    *,
    text: str = "",
    budget: int = 1500,
    count: int = 2,
    leave_out: frozenset[str] = frozenset(),
) -> tuple[Message, ...]:
    """The turns of at most ``count`` examples like schema and document, the most alike last.

    They cost about ``budget`` tokens at most; an example that does not fit gives way to the next.
    ``leave_out`` names examples that may not be chosen.
    """
    chosen = rank_examples(schema, text=text, leave_out=leave_out)
    fitting = list(islice(_within(chosen, budget), count))
    return tuple(message for one in reversed(fitting) for message in one.messages)


def rank_examples(
    schema: Schema, *, text: str = "", leave_out: frozenset[str] = frozenset()
) -> tuple[Example, ...]:
    """The whole library, the most alike first; the same order every time."""
    known = library()
    shape = shape_of(schema)
    named = _agreement(words_of(schema), known, leave_out)
    told = _agreement(Counter(tokens([text[:MAX_TEXT]])), known, leave_out)
    shape_weight = 1 - SCHEMA_WEIGHT - TEXT_WEIGHT
    scored = [
        (SCHEMA_WEIGHT * asks + TEXT_WEIGHT * tells + shape_weight * overlap(shape, form), one)
        for one, asks, tells, form in zip(known.examples, named, told, known.shapes, strict=True)
        if one.name not in leave_out
    ]
    scored.sort(key=lambda pair: (-pair[0] - FULLNESS_WEIGHT * pair[1].filled, pair[1].name))
    return tuple(one for _, one in scored)


def _agreement(words: Counter[str], known: Library, leave_out: frozenset[str]) -> list[float]:
    """The likeness of words with each example's, 1 for the best that may be chosen."""
    agreed = [0.0] * len(known.examples)
    for word, weight in _weighted(words, known.rarity).items():
        for place, theirs in known.words[word]:
            agreed[place] += weight * theirs
    for place, one in enumerate(known.examples):
        if one.name in leave_out:
            agreed[place] = 0.0
    scale = max(LEAST_COSINE, *agreed)
    return [value / scale for value in agreed]


def _within(examples: Iterable[Example], budget: int) -> Iterator[Example]:
    for one in examples:
        if one.tokens <= budget:
            budget -= one.tokens
            yield one


def library() -> Library:
    """The examples of ``resources/examples``, read and compiled once."""
    with _LOADING:  # the first questions may come from several threads at once
        return _library()


@cache
def _library() -> Library:
    examples = tuple(_read())
    counted = [_subject(one) for one in examples]
    present = Counter(word for words in counted for word in words)
    rarity = {word: math.log(len(examples) / times) for word, times in present.items()}
    held: dict[str, list[tuple[int, float]]] = {word: [] for word in rarity}
    for place, words in enumerate(counted):
        for word, weight in _weighted(words, rarity).items():
            held[word].append((place, weight))
    return Library(
        examples,
        rarity,
        {word: tuple(places) for word, places in held.items()},
        tuple(shape_of(one.schema) for one in examples),
    )


def _read() -> Iterator[Example]:
    folder = files("resources") / "examples"
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        if path.name.endswith(".json"):
            for record in json.loads(path.read_text("utf-8")):
                yield _example(record)


def _example(record: Mapping[str, JSON]) -> Example:
    schema = compile_schema(record["schema"], instruction=record["instruction"])
    messages = example_messages(record["text"], schema, record["answer"])
    leaves = list(leaves_of(record["answer"]))
    return Example(
        name=record["name"],
        domain=record["domain"],
        text=record["text"],
        schema=schema,
        answer=record["answer"],
        written=tuple(record["written"]),
        messages=messages,
        tokens=Context().of_messages(messages),
        filled=sum(leaf is not None and leaf != [] for leaf in leaves) / max(1, len(leaves)),
    )


def leaves_of(answer: JSON) -> Iterator[JSON]:
    """The values of an answer that hold no others; an empty list or object is one."""
    below = answer.values() if isinstance(answer, dict) else answer
    if not isinstance(answer, dict | list) or not answer:
        yield answer
        return
    for value in below:
        yield from leaves_of(value)


def _subject(example: Example) -> Counter[str]:
    """What an example is about: its schema's words, its domain's name, and those of its text."""
    words = words_of(example.schema)
    words.update(tokens([example.domain, example.text]))
    return words


def words_of(schema: Schema) -> Counter[str]:
    """How often each token stands in the names (twice), descriptions, instruction."""
    said = [schema.instruction, schema.title, schema.description]
    for field in islice(schema.walk(), MAX_FIELDS):
        said += [field.name, field.name, field.title, field.description]
        said += [member for member in field.enum[:20] if isinstance(member, str)]
    return Counter(islice(tokens(said), MAX_WORDS))


def tokens(said: Iterable[str]) -> Iterator[str]:
    """The first letters of each word without accents, and the concepts that it names."""
    for words in said:
        for found in _WORD.finditer(_HUMP.sub(" ", words[:MAX_TEXT])):
            yield from _tokens_of(found.group().lower())


@lru_cache(maxsize=65536)
def _tokens_of(word: str) -> tuple[str, ...]:
    concepts = field_lexicon().concepts_of(word)[:MAX_CONCEPTS]
    return without_accents(word)[:PREFIX], *(f"#{concept.names[0]}" for concept in concepts)


def _weighted(words: Counter[str], rarity: Weights) -> Weights:
    """TF-IDF, of unit length; words that the library does not know have nothing to match."""
    weights = {
        word: (1 + math.log(times)) * rarity[word]
        for word, times in words.items()
        if word in rarity
    }
    length = math.sqrt(sum(weight * weight for weight in weights.values())) or 1.0
    return {word: weight / length for word, weight in weights.items()}


def shape_of(schema: Schema) -> Weights:
    """How many fields there are of each form, on a scale where the second counts less."""
    counts: Counter[str] = Counter()
    for field in islice(schema.walk(), MAX_FIELDS):
        if field.name or field.kind == "object":
            counts[_form(field)] += 1
        counts["nullable"] += field.nullable
        counts["deep"] += field.path.count(".") > 1
    return {form: math.log1p(times) for form, times in counts.items() if times}


def _form(field: Field) -> str:
    if field.item is None:
        return f"{field.kind} {field.constraints.format or ''}".strip()
    return f"array of {field.item.kind}"


def overlap(one: Weights, other: Weights) -> float:
    """The weighted Jaccard index: 1 for equal shapes, 0 for shapes that share no form."""
    forms = one.keys() | other.keys()
    both = sum(min(one.get(form, 0.0), other.get(form, 0.0)) for form in forms)
    either = sum(max(one.get(form, 0.0), other.get(form, 0.0)) for form in forms)
    return both / either if either else 1.0
