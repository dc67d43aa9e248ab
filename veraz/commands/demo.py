"""``veraz demo``: a bundled document, from text to evidence, with a model."""

import argparse
import time

from rich.console import Console

from llm.embedded_server import MODEL_NAME
from veraz.default_model import by_rules_alone
from veraz.demo import demo_example
from veraz.settings import settings_from
from veraz.show import print_extraction

FOR_QUALITY = (
    "A model of 135 million parameters shows that all works; it adds nothing to what the rules find. "
    "For quality: `veraz model --install qwen3-4b`, or name a server in OPENAI_BASE_URL."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--model", help="another model: symbolic, an installed one, or the server's"
    )
    parser.add_argument("--pipeline", help="a pipeline of `veraz serve`'s /info")


def run(options: argparse.Namespace) -> int:
    """Extract the bundled document and show it."""
    console = Console()
    example = demo_example()
    text, instruction, schema = example["text"], example["instruction"], example["schema"]
    console.rule("the text")
    console.print(text, markup=False, highlight=False)
    console.rule(f"the instruction: {instruction}")
    # Somebody who has nothing yet sees a model at work: the smallest.
    smallest = options.model is None and by_rules_alone(settings_from())
    started = time.monotonic()
    with console.status("loading the Spanish model …") as status:
        from veraz.extractor import Extractor

        extractor = Extractor(
            model=MODEL_NAME if smallest else options.model,
            pipeline=options.pipeline,
            on_unanswered="omit",
            progress=lambda message: status.update(f"{message} …"),
        )
        status.update("extracting …")
        extraction = extractor.extract(text, instruction, schema, id="demo")
        extractor.close()
    print_extraction(extraction, console)
    console.print(f"[dim]{time.monotonic() - started:.1f} s[/dim]")
    if smallest:
        console.print(FOR_QUALITY, markup=False, highlight=False)
    return 0
