"""What choosing solved examples by likeness gains over choosing them at random.

Three tables: for each example of the library, left out, whether the chosen ones share its domain
and its group (a file); for schemas of GenSIE dev, how like theirs the shapes of the chosen ones
are; what choosing costs. No model is asked: what examples do for answers is in ``bench_model.py``.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path
from statistics import mean, median

from rich.console import Console
from rich.table import Table

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from shared_data import SHARED  # noqa: E402

from llm.examples import (  # noqa: E402
    Example,
    choose_examples,
    leaves_of,
    library,
    rank_examples,
)
from nlp.schema import Schema  # noqa: E402
from nlp.schema_compiler import compile_schema  # noqa: E402

COUNT = 2
Choice = Callable[[Schema, str, frozenset[str]], Sequence[Example]]


def by_likeness(schema: Schema, text: str, leave_out: frozenset[str]) -> Sequence[Example]:
    """The most alike."""
    return rank_examples(schema, text=text, leave_out=leave_out)[:COUNT]


def by_schema(schema: Schema, _: str, leave_out: frozenset[str]) -> Sequence[Example]:
    """The most alike, where the document is not looked at."""
    return rank_examples(schema, leave_out=leave_out)[:COUNT]


def at_random(draw: random.Random) -> Choice:
    """Any two."""

    def choose(_: Schema, __: str, leave_out: frozenset[str]) -> Sequence[Example]:
        left = [one for one in library().examples if one.name not in leave_out]
        return draw.sample(left, COUNT)

    return choose


def groups() -> dict[str, str]:
    """The file of each example."""
    folder = files("resources") / "examples"
    return {
        record["name"]: path.name
        for path in folder.iterdir()
        for record in json.loads(path.read_text("utf-8"))
    }


def precision(choice: Choice, key: Callable[[Example], str]) -> float:
    """Share of the chosen that agree in ``key``, where there are enough that could."""
    there = Counter(key(one) for one in library().examples)
    judged = [one for one in library().examples if there[key(one)] > 1]
    return mean(
        sum(key(other) == key(one) for other in choice(one.schema, one.text, frozenset({one.name})))
        / min(COUNT, there[key(one)] - 1)
        for one in judged
    )


def kinds_alike(one: Schema, other: Schema) -> float:
    """How much two histograms of field kinds, each of sum 1, have in common.

    Not the measure the choice is made by: that one counts nesting and absence too, on a log scale.
    """
    mine, theirs = (Counter(field.kind for field in each.walk()) for each in (one, other))
    total, others = sum(mine.values()), sum(theirs.values())
    return sum(min(mine[kind] / total, theirs[kind] / others) for kind in mine | theirs)


def nulls(chosen: Sequence[Example]) -> float:
    """Share of null leaves in what the chosen answer."""
    leaves = [leaf for one in chosen for leaf in leaves_of(one.answer)]
    return sum(leaf is None for leaf in leaves) / len(leaves)


def dev_tasks() -> list[tuple[Schema, str]]:
    """The schemas of GenSIE dev, one each, with the texts that they are asked about."""
    found: dict[str, Schema] = {}
    texts: dict[str, list[str]] = {}
    for path in sorted((SHARED / "gensie" / "dev").glob("*.json")):
        record = json.loads(path.read_text("utf-8"))
        schema = compile_schema(record["target_schema"], instruction=record["instruction"])
        key = json.dumps(record["target_schema"], sort_keys=True)
        found.setdefault(key, schema)
        texts.setdefault(key, []).append(record["input_text"])
    return [(schema, "\n".join(texts[key])) for key, schema in found.items()]


def leave_one_out(console: Console, draws: int) -> None:
    """Print how often the chosen ones share domain and group."""
    group = groups()
    table = Table("chosen", "same domain @2", "same group @2")
    keys = (lambda one: one.domain, lambda one: group[one.name])
    for name, choice in (("by likeness", by_likeness), ("by the schema alone", by_schema)):
        table.add_row(name, *(f"{precision(choice, key):.3f}" for key in keys))
    shown = [
        f"{mean(precision(at_random(random.Random(seed)), key) for seed in range(draws)):.3f}"
        for key in keys
    ]
    table.add_row(f"at random, mean of {draws} draws", *shown)
    console.print(f"{len(library().examples)} examples, each left out in turn")
    console.print(table)


def on_dev(console: Console, draws: int) -> None:
    """Print how like the schemas of GenSIE dev the chosen examples' schemas are."""
    texts = dev_tasks()
    schemas = [schema for schema, _ in texts]
    if not schemas:
        console.print("GenSIE dev is missing (set VERAZ_SHARED): skipped")
        return
    table = Table("chosen", "kinds in common", "list of objects", "null leaves")
    choices: dict[str, list[Choice]] = {
        "by likeness": [by_likeness],
        "by the schema alone": [by_schema],
        f"at random, mean of {draws} draws": [
            at_random(random.Random(seed)) for seed in range(draws)
        ],
    }
    listing = [schema for schema in schemas if has_list_of_objects(schema)]
    for name, ways in choices.items():
        pairs = [(one, way(one, text, frozenset())) for way in ways for one, text in texts]
        alike = mean(kinds_alike(one, other.schema) for one, chosen in pairs for other in chosen)
        lists = mean(
            any(has_list_of_objects(other.schema) for other in chosen)
            for one, chosen in pairs
            if one in listing
        )
        null = mean(nulls(chosen) for _, chosen in pairs)
        table.add_row(name, f"{alike:.3f}", f"{lists:.3f}", f"{null:.3f}")
    library_null = mean(nulls([one]) for one in library().examples)
    console.print(f"null leaves of an example of the library: {library_null:.3f}")
    console.print(f"{len(schemas)} schemas of GenSIE dev, {len(listing)} with lists of objects")
    console.print(table)


def has_list_of_objects(schema: Schema) -> bool:
    """Whether a list of objects is asked for anywhere."""
    return any(
        field.item is not None and field.item.kind in ("object", "recursive")
        for field in schema.walk()
    )


def cost(console: Console) -> None:
    """Print what choosing takes and what the chosen take of the prompt."""
    begin = time.perf_counter()
    examples = library().examples
    loading = time.perf_counter() - begin
    spent, tokens = [], []
    known = {one.messages[0].content: one.tokens for one in examples}
    for one, text in (*((each.schema, each.text) for each in examples), *dev_tasks()):
        begin = time.perf_counter()
        messages = choose_examples(one, text=text)
        spent.append((time.perf_counter() - begin) * 1000)
        tokens.append(sum(known[message.content] for message in messages[::2]))
    table = Table("loading, once, ms", "choosing, ms: median", "worst", "tokens: median", "most")
    figures = (loading * 1000, median(spent), max(spent))
    table.add_row(
        *(f"{figure:.2f}" for figure in figures), f"{median(tokens):.0f}", f"{max(tokens)}"
    )
    console.print(table)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--draws", type=int, default=200, help="random choices to average over")
    options = parser.parse_args()
    console = Console(width=120)
    cost(console)
    leave_one_out(console, options.draws)
    on_dev(console, options.draws)


if __name__ == "__main__":
    main()
