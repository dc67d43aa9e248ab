"""``veraz demo``: a bundled document, from text to evidence, with the embedded model."""

import argparse
import time

from rich.console import Console

from veraz.demo import demo_example
from veraz.show import print_extraction


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--model", help="another model (symbolic, or one of OPENAI_BASE_URL's)")
    parser.add_argument("--pipeline", help="a pipeline of `veraz serve`'s /info")


def run(options: argparse.Namespace) -> int:
    """Extract the bundled document and show it."""
    console = Console()
    example = demo_example()
    text, instruction, schema = example["text"], example["instruction"], example["schema"]
    console.rule("the text")
    console.print(text, markup=False, highlight=False)
    console.rule(f"the instruction: {instruction}")
    started = time.monotonic()
    with console.status("loading the Spanish model …") as status:
        from veraz.extractor import Extractor

        extractor = Extractor(
            model=options.model,
            pipeline=options.pipeline,
            on_unanswered="omit",
            progress=lambda message: status.update(f"{message} …"),
        )
        status.update("extracting …")
        extraction = extractor.extract(text, instruction, schema, id="demo")
        extractor.close()
    print_extraction(extraction, console)
    console.print(f"[dim]{time.monotonic() - started:.1f} s[/dim]")
    return 0
