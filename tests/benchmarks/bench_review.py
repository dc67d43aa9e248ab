"""How long a review waits, without a browser: ``bench_review.py [--count N]``, N documents of a page."""

import argparse
import statistics
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "veraz"))

from reviewing import open_session, rows

from veraz.review.deciding import Decision
from veraz.review.doubtful import BELOW
from veraz.review.session import ReviewSession
from veraz.service_review import entry_of

PAGE = " x" * 1000
"""What makes a text of the tests as long as a page."""


def main() -> int:
    """Print the seconds to open a batch, to list it and to take one decision a document."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2000, help="documents")
    count = parser.parse_args().count
    first = rows()[0]
    many = [{**first, "id": f"d{n}", "text": first["text"] + PAGE} for n in range(count)]
    with tempfile.TemporaryDirectory() as home:
        folder, start = Path(home), time.perf_counter()
        with closing(open_session(folder, many)) as session:
            print(f"opened: {time.perf_counter() - start:.2f} s")
            start = time.perf_counter()
            for number in range(count):
                entry_of(session, number, BELOW)
            print(f"listed: {time.perf_counter() - start:.2f} s")
            taken = [_seconds(session, number) for number in range(count)]
        size = (folder / "gold.jsonl").stat().st_size
        start = time.perf_counter()
        open_session(folder, many).close()
        middle, last, worst = (
            round(seconds * 1000)
            for seconds in (statistics.median(taken), statistics.median(taken[-100:]), max(taken))
        )
        print(f"decided: median {middle} ms, of the last hundred {last} ms, worst {worst} ms")
        print(f"gold: {size / 1e6:.1f} MB; opened again: {time.perf_counter() - start:.2f} s")
    return 0


def _seconds(session: ReviewSession, number: int) -> float:
    start = time.perf_counter()
    session.decide(number, Decision("precio", "accept"))
    return time.perf_counter() - start


if __name__ == "__main__":
    raise SystemExit(main())
