"""What dateparser adds, on dates that other languages and programs wrote in Spanish documents."""

from pathlib import Path

import yaml
from dateparser.search import search_dates
from rich.box import SIMPLE_HEAD
from rich.table import Table

from nlp.temporal.dates import find_mentions


def ours(text: str, *, dateparser: bool) -> list[tuple[str, str | None]]:
    """Mention and TIMEX3 value of every date we find."""
    return [
        (text[one.start : one.end], value.timex)
        for one in find_mentions(text, dateparser=dateparser)
        for value in one.values(None)[:1]
    ]


def alone(text: str) -> list[tuple[str, str | None]]:
    """What dateparser finds by itself, told that the text is Spanish and of its date order."""
    found = search_dates(text, languages=["es"], settings={"DATE_ORDER": "DMY"}) or []
    return [(mention, day.isoformat()) for mention, day in found]


def foreign_dates() -> Table:
    """Right span, and right span and day, of each system."""
    path = Path(__file__).with_name("dates_foreign.yaml")
    cases = yaml.safe_load(path.read_text(encoding="utf-8"))
    table = Table(title=f"{len(cases)} dates not written in Spanish, per cent", box=SIMPLE_HEAD)
    for column in ("system", "span", "span and day"):
        table.add_column(column, justify="left" if column == "system" else "right")
    for name, find in (
        ("veraz", lambda text: ours(text, dateparser=True)),
        ("no dateparser", lambda text: ours(text, dateparser=False)),
        ("dateparser alone", alone),
    ):
        spans = valued = 0
        for text, mention, timex in cases:
            values = [value for one, value in find(text) if one == mention]
            spans += bool(values)
            valued += any((value or "")[:10] == timex[:10] for value in values)
        share = [f"{100 * count / len(cases):.1f}" for count in (spans, valued)]
        table.add_row(name, *share)
    return table
