"""How long a key takes on the page while a huge answer stands below: from key down to painted.

``.venv/bin/python tests/benchmarks/bench_playground.py [--fields N] [--characters N] [--keys N]``
needs an installed Chromium or Chrome; no model is asked: the answer is made here.
"""

import argparse
import statistics
import sys
import time
from pathlib import Path

from playwright.sync_api import CDPSession, Page
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from headless import find_browser, open_browser, serving  # noqa: E402
from huge_answer import fill_huge, route_huge  # noqa: E402

from veraz.service import create_app  # noqa: E402
from veraz.settings import Settings  # noqa: E402

# From the key's own time stamp to the task after the frame that it changed.
CLOCK = """() => {
  window.taken = [];
  addEventListener("keydown", (event) => requestAnimationFrame(() => {
    const after = new MessageChannel();
    after.port1.onmessage = () => window.taken.push(performance.now() - event.timeStamp);
    after.port2.postMessage(null);
  }), true);
}"""
PLACES = ("#instruction", "#schema", "#text")


def main() -> int:
    """Print milliseconds a key, by what is typed into; 0 where no browser is installed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fields", type=int, default=2_000)
    parser.add_argument("--characters", type=int, default=1_000_000)
    parser.add_argument("--keys", type=int, default=40)
    options = parser.parse_args()
    if find_browser() is None:
        sys.stderr.write("skipped: no Chromium or Chrome is installed\n")
        return 0
    table = Table(title=f"milliseconds a key, {options.keys} keys each")
    for column in ("fields", "characters", "typed into", "median", "95th percentile", "CPU"):
        table.add_column(column, justify="right")
    with open_browser() as browser, serving(create_app(Settings(models=("symbolic",)))) as address:
        for fields, characters in ((10, 2_000), (options.fields, options.characters)):
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            route_huge(page, fields=fields, characters=characters)
            page.goto(address)
            started = time.perf_counter()
            fill_huge(page, fields=fields, characters=characters)
            shown = time.perf_counter() - started
            page.evaluate(CLOCK)
            for place in PLACES:
                table.add_row(
                    f"{fields:,}", f"{characters:,}", place, *keys(page, place, options.keys)
                )
            sys.stdout.write(
                f"{fields:,} fields, {characters:,} characters: shown in {shown:.2f} s\n"
            )
            page.close()
    Console().print(table)
    return 0


def keys(page: Page, place: str, count: int) -> tuple[str, str, str]:
    """Type at the start of a field; return a key's milliseconds: median, 95th percentile, CPU.

    CPU is what the page's own thread computes for a key, whatever else the machine does.
    """
    page.focus(place)
    page.evaluate("where => document.querySelector(where).setSelectionRange(0, 0)", place)
    page.wait_for_timeout(500)
    thread = page.context.new_cdp_session(page)
    thread.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.evaluate("window.taken = []")
    before = computed(thread)
    for number in range(count):
        page.keyboard.press("abcde"[number % 5])
        page.wait_for_function("count => window.taken.length >= count", arg=number + 1)
    each = (computed(thread) - before) * 1000 / count
    thread.detach()
    ordered = sorted(page.evaluate("window.taken"))
    high = ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]
    return f"{statistics.median(ordered):.0f}", f"{high:.0f}", f"{each:.0f}"


def computed(thread: CDPSession) -> float:
    """Return the seconds of CPU that the page's thread has taken."""
    metrics = thread.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))


if __name__ == "__main__":
    raise SystemExit(main())
