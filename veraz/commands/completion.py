"""``veraz completion``: the script that makes a shell complete commands and options."""

import argparse
import sys

import shtab

HOW = {
    "bash": 'eval "$(veraz completion bash)"   # in ~/.bashrc',
    "zsh": "veraz completion zsh > ~/.zsh/completions/_veraz   # a folder of $fpath",
    "tcsh": "veraz completion tcsh | source /dev/stdin   # in ~/.tcshrc",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.description = "Print a completion script. To use it:\n  " + "\n  ".join(HOW.values())
    parser.add_argument("shell", choices=tuple(HOW), help="the shell it is for")


def run(options: argparse.Namespace) -> int:
    """Print the script."""
    from veraz.commands.parser import whole_parser

    parser, _ = whole_parser()
    sys.stdout.write(shtab.complete(parser, shell=options.shell) + "\n")
    return 0
