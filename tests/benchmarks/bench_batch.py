"""What a batch costs: throughput beside the server's own, memory, kills, Ray.

    python tests/benchmarks/bench_batch.py [--count 2000] [--concurrency 16] [--delay 1.0] [--ray]

The fake server answers every request after ``--delay`` seconds, as a model would take; its own maximum
is what bare HTTP requests at the same concurrency get out of it.
"""

import argparse
import asyncio
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
from rich.console import Console
from rich.table import Table

from llm.scripted import ScriptedServer, Turn

NAMES = (
    "Elvira Pardo",
    "Tomás Rueda",
    "Inés Calvo",
    "Bruno Aldana",
    "Marta Quílez",
    "Raúl Esparza",
)
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


class Bench:
    def __init__(self, folder: Path, options: argparse.Namespace, base_url: str) -> None:
        self.folder, self.options = folder, options
        self.source, self.schema = folder / "in.jsonl", folder / "schema.json"
        self.schema.write_text(json.dumps(SCHEMA))
        with self.source.open("w", encoding="utf-8") as lines:
            for document in documents(options.count):
                lines.write(json.dumps(document, ensure_ascii=False) + "\n")
        self.base = ["--schema", str(self.schema), "--model", "m", "--base-url", base_url]

    def command(self, out: Path, *more: str) -> list[str]:
        words = [sys.executable, "-m", "veraz.cli", "batch", str(self.source), str(out), *self.base]
        return [*words, "--concurrency", str(self.options.concurrency), *more]

    def whole(self, out: Path, *more: str) -> tuple[float, list[float]]:
        """Run to the end; returns rows a second after the first row, and memory every second."""
        memory: list[float] = []
        first = started = time.monotonic()
        with subprocess.Popen(self.command(out, *more), stderr=subprocess.DEVNULL) as batch:
            while batch.poll() is None:
                if first == started and out.exists() and out.stat().st_size:
                    first = time.monotonic()
                memory.append(resident_mib(batch.pid))
                time.sleep(0.5)
        return self.options.count / (time.monotonic() - first), memory

    def broken(self, out: Path, kills: int) -> int:
        """Kill the batch at random moments, then let it end; returns how often it was killed."""
        moments = random.Random(11)
        done = 0
        for _ in range(kills):
            with subprocess.Popen(self.command(out), stderr=subprocess.DEVNULL) as batch:
                before = out.stat().st_size if out.exists() else 0
                while batch.poll() is None and (not out.exists() or out.stat().st_size == before):
                    time.sleep(0.02)
                time.sleep(moments.uniform(0.0, 1.5))
                if batch.poll() is None:
                    batch.send_signal(signal.SIGKILL)
                    done += 1
        subprocess.run(self.command(out), stderr=subprocess.DEVNULL, check=True)
        return done


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--concurrency", type=int, default=16)
    parser.add_argument("--delay", type=float, default=1.0, help="seconds the fake model takes")
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--ray", action="store_true", help="also run Ray Data on this machine")
    options = parser.parse_args()
    table = Table(title=f"{options.count} documents, {options.concurrency} at a time")
    table.add_column("what")
    table.add_column("measured", justify="right")
    with (
        tempfile.TemporaryDirectory() as folder,
        ScriptedServer([Turn(ANSWER, delay=options.delay)]) as server,
    ):
        bench = Bench(Path(folder), options, server.base_url)
        sample = min(options.count, 40 * options.concurrency)
        ceiling = asyncio.run(bare_rate(server.base_url, sample, options.concurrency))
        out = Path(folder) / "whole.jsonl"
        rate, memory = bench.whole(out)
        table.add_row("the server's own maximum", f"{ceiling:.1f}/s")
        table.add_row("veraz batch", f"{rate:.1f}/s ({rate / ceiling:.0%} of it)")
        steady = [mib for mib in memory[len(memory) // 4 :] if mib]
        if steady:
            quarter, end = steady[0], steady[-1]
            table.add_row("memory after a quarter → at the end", f"{quarter:.0f} → {end:.0f} MiB")
        whole = sorted(out.read_text().splitlines())
        if options.kills:
            cut = Path(folder) / "broken.jsonl"
            killed = bench.broken(cut, options.kills)
            same = sorted(cut.read_text().splitlines()) == whole
            table.add_row(
                f"killed {killed} times and resumed", "same rows" if same else "DIFFERENT"
            )
        if options.ray:
            far = Path(folder) / "ray.jsonl"
            ray_rate, _ = bench.whole(far, "--engine", "ray", "--concurrency", "2")
            same = sorted(far.read_text().splitlines()) == whole
            said = "same rows" if same else "DIFFERENT"
            table.add_row("Ray Data, 2 actors", f"{ray_rate:.1f}/s, {said}")
    Console(width=100).print(table)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
