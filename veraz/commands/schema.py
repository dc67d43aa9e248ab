"""``veraz schema``: what a schema asks, what is remarkable in it and what goes to a server."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from llm.wire import plan_wire
from nlp.errors import SchemaError, SettingsError
from nlp.printable import printable
from nlp.schema import Field, Lint, Schema
from nlp.schema_compiler import compile_schema
from nlp.schemas.formats import FORMS
from nlp.schemas.lint import formats_used

SHOWN_MEMBERS = 8
SHOWN_CHARACTERS = 90
LEVEL_STYLES = {"note": "dim", "local": "cyan", "warning": "yellow", "slip": "bold red"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare ``veraz schema FILE|DIR …``."""
    parser.add_argument(
        "paths",
        nargs="+",
        type=Path,
        metavar="FILE|DIR",
        help="a JSON Schema, or a directory of *.json",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--wire", action="store_true", help="print the schema that goes to a server")
    form.add_argument(
        "--jsonl", action="store_true", help="print a JSON line a file: status, pointer, reason"
    )


def run(args: argparse.Namespace) -> int:
    """Show every schema; 0 all compiled, 1 some were refused. Nothing to read is a SettingsError."""
    files: list[Path] = []
    for path in args.paths:
        found = sorted(path.glob("*.json")) if path.is_dir() else [path]
        if not path.exists() or not found:
            why = "holds no *.json" if path.exists() else "does not exist"
            raise SettingsError(f"{path} {why}: name a JSON Schema, or a folder of them.")
        files.extend(found)
    refused = sum(not _show(file, args) for file in files)
    return 1 if refused else 0


def _show(file: Path, args: argparse.Namespace) -> bool:
    try:
        schema = compile_schema(file)
        plan = plan_wire(schema)
    except SchemaError as error:
        if args.jsonl:
            _line(file, "refused", error.pointer, error.keyword, error.reason)
        else:
            message = printable(f"{file}: {error}")
            Console(stderr=True).print(message, style="red", markup=False, highlight=False)
        return False
    if args.jsonl:
        _line(file, "compiled", "", "", "", schema.slips)
    elif args.wire:
        sys.stdout.write(json.dumps(plan.schema, ensure_ascii=False, indent=2) + "\n")
        for path in plan.omitted:
            Console(stderr=True).print(f"{file}: no room for {path}", markup=False, highlight=False)
    else:
        console = Console()
        console.print(schema_tree(schema, str(file)))
        print_lint(schema, console)
        print_formats(schema, console)
    return True


def _line(
    file: Path, status: str, pointer: str, keyword: str, reason: str, slips: Sequence[Lint] = ()
) -> None:
    line = {
        "file": str(file),
        "status": status,
        "pointer": pointer,
        "keyword": keyword,
        "reason": reason,
        "slips": [{"pointer": slip.pointer, "reason": slip.reason} for slip in slips],
    }
    sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")


def schema_tree(schema: Schema, heading: str) -> Tree:
    """The field tree for a terminal, under a heading."""
    title = Text(heading, style="bold")
    if schema.title:
        title.append(f"  {printable(schema.title)}", style="dim")
    root = Tree(title)
    _add(root, schema.root, "(answer)")
    return root


def _add(branch: Tree, field: Field, name: str) -> None:
    below = branch.add(_label(field, name))
    for child in field.fields:
        _add(below, child, child.name)
    for index, child in enumerate(field.prefix):
        _add(below, child, f"[{index}]")
    if field.item is not None:
        _add(below, field.item, "[*]")
    for option in field.options:
        _add(below, option, "|")
    if field.extra is not None:
        _add(below, field.extra, "{*}")


def _label(field: Field, name: str) -> Text:
    label = Text(printable(name), style="bold")
    label.append(f" {field.kind}", style="green")
    if field.kind == "recursive":
        label.append(f" → {printable(field.target) or '(answer)'}")
    if field.nullable and field.kind not in ("any", "null"):
        label.append(" | null", style="magenta")
    if not field.required:
        label.append(" optional", style="magenta")
    if field.enum:
        members = [
            printable(json.dumps(one, ensure_ascii=False)) for one in field.enum[:SHOWN_MEMBERS]
        ]
        rest = len(field.enum) - SHOWN_MEMBERS
        label.append(f" {', '.join(members)}" + (f", {rest} more" if rest > 0 else ""))
    label.append(_bounds(field), style="cyan")
    if field.description:
        words = printable(" ".join(field.description.split()))
        short = words[:SHOWN_CHARACTERS] + ("…" if len(words) > SHOWN_CHARACTERS else "")
        label.append(f"  {short}", style="dim")
    return label


def _bounds(field: Field) -> str:
    bounds = field.constraints
    shown = (
        ("format", bounds.format),
        ("pattern", bounds.pattern),
        (">=", bounds.minimum),
        (">", bounds.exclusive_minimum),
        ("<=", bounds.maximum),
        ("<", bounds.exclusive_maximum),
        ("multiple of", bounds.multiple_of),
        ("length >=", bounds.min_length),
        ("length <=", bounds.max_length),
        ("items >=", bounds.min_items),
        ("items <=", bounds.max_items),
        ("keys >=", bounds.min_properties),
        ("keys <=", bounds.max_properties),
    )
    said = [f"{word} {value}" for word, value in shown if value is not None]
    if bounds.unique_items:
        said.append("no repeats")
    return f" ({', '.join(said)})" if said else ""


def print_lint(schema: Schema, console: Console) -> None:
    """The remarks on a schema, one a line."""
    for remark in schema.lint:
        line = Text(f"{remark.level:8}", style=LEVEL_STYLES.get(remark.level, ""))
        line.append(f"{remark.pointer or '/'}  {remark.reason}", style="default")
        console.print(line)


def print_formats(schema: Schema, console: Console) -> None:
    """The formats that a schema names: which are checked on the answer, and which are remarks."""
    used = formats_used(schema.original)
    if not used:
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("format", "places", "checked", "an answer is"):
        table.add_column(heading)
    for (name, checked), places in sorted(used.items()):
        form = FORMS[name] if checked else "whatever the type allows: the format is a remark"
        table.add_row(Text(name), str(places), "yes" if checked else "no", Text(form))
    console.print()
    console.print(table)
