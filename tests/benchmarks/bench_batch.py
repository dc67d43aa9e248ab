"""What a batch costs: throughput beside the server's own, memory, kills, several processes, Ray.

    python tests/benchmarks/bench_batch.py [--count 2000] [--concurrency 16] [--delay 1.0] [--ray]
    python tests/benchmarks/bench_batch.py --long 20000
    python tests/benchmarks/bench_batch.py --hostile

The fake server answers every request after ``--delay`` seconds, as a model would take; its own maximum
is what bare HTTP requests at the same concurrency get out of it. Rates are rows after the first ones
stand in the file, by the seconds until the last one does; seconds "in all" hold start and end too.

``--long`` is about memory alone: that many documents with names and numbers none of the others has, no
server, and the resident memory at each tenth; then five times as many rows of 1,000 texts, from a cache.
"""

import argparse
import asyncio
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
from rich.console import Console
from rich.table import Table

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "veraz")]

from test_batch_bad_rows import BAD  # noqa: E402

from llm.scripted import ScriptedServer, Turn  # noqa: E402

NAMES = (
    "Elvira Pardo", "Tomás Rueda", "Inés Calvo", "Bruno Aldana", "Marta Quílez", "Raúl Esparza",
)  # fmt: skip
TOWNS = ("Soria", "Lugo", "Teruel", "Écija", "Zafra", "Olot")
ANSWER = '{"compradora": null, "fecha": "2021-03-03", "precio": 18500}'
SCHEMA = {
    "type": "object",
    "properties": {
        "compradora": {"type": ["string", "null"], "description": "Quien compra"},
        "fecha": {"type": ["string", "null"], "format": "date"},
        "precio": {"type": ["number", "null"], "description": "Precio en euros"},
    },
    "required": ["fecha"],
    "additionalProperties": False,
}


def documents(count: int) -> Iterator[dict[str, str]]:
    shuffler = random.Random(7)
    for number in range(count):
        name, town = shuffler.choice(NAMES), shuffler.choice(TOWNS)
        text = (
            f"En {town}, a 3 de marzo de 2021, {name} compra una finca por 18.500 euros. "
            f"Protocolo número {number}."
        )
        yield {"id": f"doc-{number:06}", "text": text}


def new_words(count: int) -> Iterator[dict[str, str]]:
    """Documents whose names and numbers stand in no other."""
    shuffler = random.Random(5)

    def word() -> str:
        return "".join(shuffler.choice("bcdfglmnprst") + shuffler.choice("aeiou") for _ in range(5))

    for number in range(count):
        who, town, thing = word().title(), word().title(), word()
        text = (
            f"En {town}, a 3 de marzo de 2021, {who} {word().title()} compra una {thing} de {word()} "
            f"por {1000 + number} euros."
        )
        yield {"id": f"doc-{number:06}", "text": text}


def again(texts: int, count: int) -> Iterator[dict[str, str]]:
    """As many documents, of so many texts, one round after the other."""
    known = [row["text"] for row in new_words(texts)]
    yield from ({"id": f"doc-{n:06}", "text": known[n % texts]} for n in range(count))


async def bare_rate(base_url: str, count: int, concurrency: int) -> float:
    """Requests a second of the server itself."""
    body = {"model": "m", "messages": [{"role": "user", "content": "hola"}]}
    left = iter(range(count))
    async with httpx.AsyncClient(timeout=60.0) as client:

        async def work() -> None:
            for _ in left:
                (await client.post(f"{base_url}/chat/completions", json=body)).raise_for_status()

        started = time.monotonic()
        await asyncio.gather(*(work() for _ in range(concurrency)))
    return count / (time.monotonic() - started)


def resident_mib(pid: int) -> float:
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0.0
    return pages * 4096 / 2**20


@dataclass(slots=True)
class Watched:
    """How a batch ran: rows and MiB by seconds since its start, and what it took in all."""

    points: list[tuple[float, int, float]]
    seconds: float
    cpu_seconds: float

    @property
    def rate(self) -> float:
        written = [(at, rows) for at, rows, _ in self.points if rows]
        (first, before), total = written[0], written[-1][1]
        last = next(at for at, rows in written if rows == total)
        return (total - before) / max(last - first, 1e-9)

    def memory(self, parts: int) -> list[float]:
        """MiB when each part of the rows was written, the first row included."""
        total = self.points[-1][1]
        marks = [max(1, total * part // parts) for part in range(parts + 1)]
        return [next(mib for _, rows, mib in self.points if rows >= mark) for mark in marks]


class Bench:
    def __init__(self, folder: Path, options: argparse.Namespace, given: list[str]) -> None:
        self.folder, self.options = folder, options
        self.source, self.schema = folder / "in.jsonl", folder / "schema.json"
        self.schema.write_text(json.dumps(SCHEMA))
        self.given = ["--schema", str(self.schema), *given]

    def write(self, rows: Iterable[dict[str, str]]) -> None:
        with self.source.open("w", encoding="utf-8") as lines:
            for row in rows:
                lines.write(json.dumps(row, ensure_ascii=False) + "\n")

    def command(self, out: Path, *more: str) -> list[str]:
        words = [sys.executable, "-m", "veraz.cli", "batch", str(self.source), str(out)]
        return [*words, *self.given, "--concurrency", str(self.options.concurrency), *more]

    def whole(self, out: Path, *more: str, tell: int = 0) -> Watched:
        """Run to the end, watching; ``tell`` says how it goes every so many rows."""
        points: list[tuple[float, int, float]] = []
        rows = read = 0
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        started = time.monotonic()
        said = out.with_suffix(".stderr")
        with (
            said.open("w") as stderr,
            subprocess.Popen(self.command(out, *more), stderr=stderr) as batch,
        ):
            ended = False
            while not ended:
                time.sleep(0.1)
                ended = batch.poll() is not None
                if out.exists():
                    with out.open("rb") as lines:
                        lines.seek(read)
                        new = lines.read()
                    rows, read = rows + new.count(b"\n"), read + len(new)
                mib = resident_mib(batch.pid) if not ended else points[-1][2]
                if tell and rows // tell > (points[-1][1] // tell if points else 0):
                    seconds = time.monotonic() - started
                    print(f"{rows} rows, {mib:.0f} MiB, {seconds:.0f} s", flush=True)
                points.append((time.monotonic() - started, rows, mib))
            if batch.returncode:
                failures = [row for row in rows_of(out) if '"status":"failed"' in row][:3]
                raise SystemExit("\n".join([said.read_text()[-2000:], *failures]))
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return Watched(points, time.monotonic() - started, cpu)

    def broken(
        self, out: Path, kills: int, apart: float, *, check: bool = True
    ) -> tuple[int, list[float]]:
        """Kill the batch at random moments, then let it end.

        One in five is killed within ``apart`` seconds of its start, the others within as many of
        their first new row. Returns how often it was killed, and the seconds from each start to its
        first new row.
        """
        moments = random.Random(11)
        done, starts = 0, []
        for number in range(kills):
            before = out.stat().st_size if out.exists() else 0
            started = time.monotonic()
            with subprocess.Popen(self.command(out), stderr=subprocess.DEVNULL) as batch:
                if number % 5:
                    while batch.poll() is None and not (
                        out.exists() and out.stat().st_size > before
                    ):
                        time.sleep(0.02)
                    starts.append(time.monotonic() - started)
                time.sleep(moments.uniform(0.0, apart))
                if batch.poll() is None:
                    batch.send_signal(signal.SIGKILL)
                    done += 1
        subprocess.run(self.command(out), stderr=subprocess.DEVNULL, check=check)
        return done, starts


def rows_of(path: Path) -> list[str]:
    return sorted(path.read_text(encoding="utf-8").splitlines())


def say(table: Table, what: str, measured: str) -> None:
    """A row of the table, told at once as well: the whole takes a quarter of an hour."""
    table.add_row(what, measured)
    print(f"{what}: {measured}", file=sys.stderr, flush=True)


def said(same: bool) -> str:
    return "same rows" if same else "DIFFERENT"


def load(options: argparse.Namespace, table: Table) -> None:
    """Throughput, kills, processes and Ray, against the fake server."""
    with (
        tempfile.TemporaryDirectory() as folder,
        ScriptedServer([Turn(ANSWER, delay=options.delay)]) as server,
    ):
        bench = Bench(Path(folder), options, ["--model", "m", "--base-url", server.base_url])
        bench.write(documents(options.count))
        sample = min(options.count, 40 * options.concurrency)
        ceiling = asyncio.run(bare_rate(server.base_url, sample, options.concurrency))
        say(table, "the server's own maximum", f"{ceiling:.1f}/s")
        first = Path(folder) / "whole.jsonl"
        run = bench.whole(first)
        whole = rows_of(first)

        def add(name: str, ran: Watched, same: bool) -> None:
            rate = f"{ran.rate:.1f}/s ({ran.rate / ceiling:.0%}), {ran.seconds:.0f} s in all"
            # Ray's processes are not this one's children; what they use is not seen from here.
            cpu = f"{ran.cpu_seconds / options.count * 1000:.0f} ms processor a row, "
            say(table, name, f"{rate}, {'' if 'ray' in name else cpu}{said(same)}")

        add("local, 1 process", run, len(whole) == options.count)
        memory = " → ".join(f"{mib:.0f}" for mib in run.memory(8))
        say(table, "its memory, first row to last (MiB)", memory)
        workers = ["--workers", str(options.workers)]
        for engine in ("local", "ray") if options.ray else ("local",):
            out = Path(folder) / f"{engine}.jsonl"
            ran = bench.whole(out, "--engine", engine, *workers)
            kind = "processes" if engine == "local" else "actors"
            add(f"{engine}, {options.workers} {kind}", ran, rows_of(out) == whole)
        if options.kills:
            cut, asked = Path(folder) / "broken.jsonl", len(server.requests)
            killed, starts = bench.broken(cut, options.kills, run.seconds / (options.kills + 2))
            same = rows_of(cut) == whole
            say(table, f"killed {killed} times (-9), resumed", said(same))
            again = len(server.requests) - asked - options.count
            say(table, "documents asked for twice by that", f"{again} of {options.count}")
            if starts:
                mean = sum(starts) / len(starts)
                worst = f"{max(starts):.1f} s at most"
                say(table, "start to first new row", f"{mean:.1f} s, {worst}, {len(starts)} starts")


def unserved(options: argparse.Namespace, table: Table) -> None:
    """What the extraction itself costs: the same documents with no model."""
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), options, ["--model", "symbolic"])
        count = min(options.count, 500)
        bench.write(documents(count))
        for workers in (1, options.workers):
            ran = bench.whole(Path(folder) / f"{workers}.jsonl", "--workers", str(workers))
            cpu = f"{ran.cpu_seconds / count * 1000:.0f} ms processor a row, start included"
            say(
                table,
                f"{count} of them, no model, processes: {workers}",
                f"{ran.rate:.1f}/s, {cpu}",
            )


def hostile(options: argparse.Namespace, table: Table) -> None:
    """Every twentieth row is one that no batch can read; one process, two, and one killed."""
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), options, ["--model", "symbolic"])
        lines = [json.dumps(row, ensure_ascii=False) for row in documents(options.count)]
        kinds = list(BAD.values())[:-1]  # the last is no text at all, which ends a file
        for turn, place in enumerate(range(10, options.count, 20)):
            bad = kinds[turn % len(kinds)]
            lines[place] = bad.replace('"mala"', json.dumps(f"mala-{place:06}"), 1)
        bench.source.write_text("\n".join(lines) + "\n", encoding="utf-8")
        outs = {}
        for workers in (1, options.workers):
            out = outs[workers] = Path(folder) / f"{workers}.jsonl"
            ended = subprocess.run(
                bench.command(out, "--workers", str(workers)),
                stderr=subprocess.DEVNULL,
                check=False,
            )
            rows = [json.loads(line) for line in rows_of(out)]
            good = sum(row["status"] == "ok" for row in rows)
            told = f"{good} answered, {len(rows) - good} failed, exit code {ended.returncode}"
            say(table, f"{options.count} rows, every 20th hostile, processes: {workers}", told)
        cut = Path(folder) / "broken.jsonl"
        killed, _ = bench.broken(cut, options.kills, 8.0, check=False)
        same = rows_of(cut) == rows_of(outs[1])
        say(table, f"killed {killed} times (-9), resumed", said(same))


def long(options: argparse.Namespace, table: Table) -> None:
    """Memory over many documents."""
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), options, ["--model", "symbolic"])
        cache = ["--cache", str(Path(folder) / "cache.sqlite")]
        for name, rows, more in (
            ("all new words", new_words(options.long), ()),
            ("1,000 texts, --cache", again(1000, 5 * options.long), cache),
        ):
            bench.write(rows)
            ran = bench.whole(Path(folder) / f"{len(more)}.jsonl", *more, tell=options.long // 10)
            memory = " → ".join(f"{mib:.0f}" for mib in ran.memory(10))
            say(table, f"{ran.points[-1][1]} rows, {name}", f"{memory} MiB, {ran.rate:.1f}/s")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--concurrency", type=int, default=16)
    parser.add_argument("--delay", type=float, default=1.0, help="seconds the fake model takes")
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--workers", type=int, default=2, help="processes, and actors of Ray")
    parser.add_argument("--ray", action="store_true", help="also run Ray Data on this machine")
    parser.add_argument("--long", type=int, default=0, help="only memory, over so many documents")
    parser.add_argument("--hostile", action="store_true", help="only rows that no batch can read")
    options = parser.parse_args()
    busy, cores = os.getloadavg()[0], os.cpu_count()
    count = options.long or options.count
    table = Table(
        title=f"{count} documents, {options.concurrency} at a time, {cores} cores, load {busy:.1f}"
    )
    table.add_column("what")
    table.add_column("measured", justify="right")
    if options.hostile:
        hostile(options, table)
    elif options.long:
        long(options, table)
    else:
        load(options, table)
        unserved(options, table)
    Console(width=120).print(table)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
