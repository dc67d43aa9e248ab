"""The command ``veraz``."""

import argparse
import importlib
import sys
from collections.abc import Sequence

from nlp.errors import AnswerError, ModelError, VerazError
from veraz.printable import printable
from veraz.version import VERSION

# Name → what it does. Each is ``veraz/commands/NAME.py``; only the one that is called is imported.
COMMANDS: dict[str, str] = {
    "demo": "extract a bundled document with the embedded model and show what each value rests on",
    "extract": "extract one document",
    "batch": "extract many documents, resumably",
    "serve": "serve /run, /extract and the playground over HTTP",
    "model": "serve the embedded model as a local OpenAI-compatible server",
    "schema": "show how a JSON Schema is read, and what goes to a server",
    "score": "score predictions by one of five published protocols",
    "benchmark": "run an extractor over a benchmark and score it",
    "rank": "rank benchmark reports by the gap they close over the baseline",
}

OK, SOME_FAILED, USAGE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``veraz``; returns 0, 1 (no answer, or some without) or 2 (usage)."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(
        prog="veraz",
        description="Extract what a JSON Schema asks for from Spanish text, and only what it says.",
    )
    parser.add_argument("--version", action="version", version=f"veraz {VERSION}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    called = next((word for word in words if not word.startswith("-")), None)
    for name, summary in COMMANDS.items():
        subparser = subparsers.add_parser(
            name, help=summary, description=summary.capitalize() + "."
        )
        if name == called:
            module = importlib.import_module(f"veraz.commands.{name}")
            module.add_arguments(subparser)
            subparser.set_defaults(run=module.run)
    options = parser.parse_args(words)
    try:
        return int(options.run(options))
    except VerazError as error:
        sys.stderr.write(f"veraz: {printable(str(error))}\n")
        return SOME_FAILED if isinstance(error, AnswerError | ModelError) else USAGE
    except KeyboardInterrupt:
        sys.stderr.write("veraz: interrupted\n")
        return 130
    except BrokenPipeError:
        # The reader of our output has gone (`veraz … | head`).
        sys.stderr.close()
        return OK


if __name__ == "__main__":
    raise SystemExit(main())
