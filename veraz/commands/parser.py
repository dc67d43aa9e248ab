"""The commands of ``veraz`` and the parser of their options."""

import argparse
import difflib
import importlib
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from nlp.printable import printable
from veraz.commands.saying import LOUDNESS
from veraz.version import VERSION

# Name → what it does. Each is ``veraz/commands/NAME.py``, those of the protocols
# ``veraz/protocols/commands/NAME.py``; only the one that is called is imported.
COMMANDS: dict[str, str] = {
    "demo": "extract a bundled document with a model and show what each value rests on",
    "extract": "extract one document",
    "batch": "extract many documents, resumably",
    "review": "decide on the doubtful fields of a batch in the browser; the decisions become gold",
    "evaluate": "say how right the extractor is on labelled documents of your own",
    "calibrate": "find which fields may be accepted unseen, at a risk of your choice",
    "check": "hold an answer that somebody gave against its text and schema",
    "serve": "serve /run, /extract and the playground over HTTP",
    "model": "install models on this machine, choose which answers, serve one on loopback",
    "schema": "show how a JSON Schema is read, and what goes to a server",
    "score": "score predictions by one of five published protocols",
    "benchmark": "run an extractor over a benchmark and score it",
    "rank": "rank benchmark reports by the gap they close over the baseline",
    "completion": "print what makes a shell complete veraz's commands and options",
}

OF_PROTOCOLS = frozenset({"score", "benchmark", "rank"})

EXIT_CODES = (
    "Exit code: 0, all is well; 1, no answer, or some without; 2, something that was asked for cannot "
    "be done as it was asked; 3, the model or its server gave no usable answer."
)


class CommandParser(argparse.ArgumentParser):
    """A parser that answers a wrong option with the usage of the command it was given to."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """As argparse does; a required option that is misspelt is told as what it is."""
        self._words = list(sys.argv[1:] if args is None else args)
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """End the process with the usage; a word that is nearly one that is known is shown beside it."""
        known = self._names()
        strange = [
            word
            for word in self._words
            if word.startswith("--") and len(word) > 2 and word.partition("=")[0] not in known
        ]
        if message.startswith("the following arguments are required") and strange:
            self.refuse(strange[:1])
        super().error(message + self._near_command())

    def parse_all(
        self, words: Sequence[str], commands: "dict[str, CommandParser]"
    ) -> argparse.Namespace:
        """Parse; ends the process with the command's own usage for a word it does not know."""
        options: argparse.Namespace
        options, unknown = self.parse_known_args(words)
        if unknown:
            commands[options.command].refuse(unknown)
        return options

    def refuse(self, unknown: Sequence[str]) -> NoReturn:
        """End the process: these words are no options, or one too many."""
        known = self._names()
        first = unknown[0].partition("=")[0]
        near = difflib.get_close_matches(first, known, n=1) if first.startswith("-") else []
        hint = f" (did you mean {near[0]}?)" if near else ""
        if first in known:
            hint = f" (it stands behind the command: {self.prog} {first})"
        super().error(f"unrecognized arguments: {printable(' '.join(unknown))}{hint}")

    def _names(self) -> list[str]:
        return [name for action in self._actions for name in action.option_strings]

    def _near_command(self) -> str:
        if not isinstance(self._actions[-1], argparse._SubParsersAction):
            return ""
        if not self._words:
            return "; `veraz --help` lists them"
        given = next((word for word in self._words if not word.startswith("-")), "")
        near = difflib.get_close_matches(given, COMMANDS, n=1)
        return f" (did you mean {near[0]}?)" if near and given not in COMMANDS else ""


def whole_parser(only: str | None = None) -> tuple[CommandParser, dict[str, CommandParser]]:
    """Return the parser, and those of its commands by name.

    With ``only``, the options of that command alone are declared: the others stay unimported.
    """
    parser = CommandParser(
        prog="veraz",
        description="Extract what a JSON Schema asks for from Spanish text, and only what it says.",
        epilog=EXIT_CODES,
    )
    parser.add_argument("--version", action="version", version=f"veraz {VERSION}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    commands: dict[str, CommandParser] = {}
    for name, summary in COMMANDS.items():
        command = subparsers.add_parser(
            name,
            help=summary,
            description=summary.capitalize() + ".",
            epilog=EXIT_CODES,
            allow_abbrev=False,  # what is short for one option today is short for two tomorrow
        )
        if only in (None, name):
            home = "veraz.protocols.commands" if name in OF_PROTOCOLS else "veraz.commands"
            module = importlib.import_module(f"{home}.{name}")
            module.add_arguments(command)
            _add_loudness(command)
            command.set_defaults(run=module.run)
        commands[name] = command
    return parser, commands


def _add_loudness(parser: argparse.ArgumentParser) -> None:
    one = parser.add_mutually_exclusive_group()
    one.add_argument(
        "-q", "--quiet", dest="loudness", action="store_const", const="quiet", help="only errors"
    )
    one.add_argument(
        "-v",
        "--verbose",
        dest="loudness",
        action="store_const",
        const="verbose",
        help="every call of a model too (never its text)",
    )
    parser.set_defaults(loudness=LOUDNESS)
