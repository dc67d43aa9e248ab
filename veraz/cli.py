"""The command ``veraz``."""

import sys
from collections.abc import Sequence

from nlp.errors import AnswerError, ModelError, VerazError
from nlp.printable import printable
from veraz.commands.parser import COMMANDS, whole_parser
from veraz.commands.saying import set_loudness
from veraz.slips import told_in_lines

OK, SOME_FAILED, USAGE, NO_MODEL, INTERRUPTED = 0, 1, 2, 3, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``veraz``; returns one of the exit codes that ``veraz --help`` explains."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    called = next((word for word in words if not word.startswith("-")), None)
    parser, commands = whole_parser(only=called if called in COMMANDS else "")
    options = parser.parse_all(words, commands)
    set_loudness(options.loudness)
    try:
        with told_in_lines():
            return int(options.run(options))
    except VerazError as error:
        sys.stderr.write(f"veraz: {printable(str(error))}\n")
        return exit_code_of(error)
    except KeyboardInterrupt:
        sys.stderr.write("veraz: interrupted\n")
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has gone (`veraz … | head`).
        sys.stderr.close()
        return OK


def exit_code_of(error: VerazError) -> int:
    """The exit code that an error ends a command with."""
    if isinstance(error, ModelError):
        return NO_MODEL
    return SOME_FAILED if isinstance(error, AnswerError) else USAGE


if __name__ == "__main__":
    raise SystemExit(main())
