"""Many clients with a key each, without and with an attacker among them."""

import asyncio
import random
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from attacked_service import Watched, service
from attacks import PLAIN, TEXT, doubling, field_of
from rich.console import Console
from rich.table import Table

ATTACKER = "clave-del-atacante-0000"


@dataclass
class Run:
    """What the clients saw."""

    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    attacks: int = 0

    def at(self, share: float) -> float:
        ranked = sorted(self.seconds)
        return ranked[min(len(ranked) - 1, int(len(ranked) * share))] if ranked else 0.0


async def load(seconds: float, clients: int, pause: float, tree: Path, console: Console) -> bool:
    """Run both halves and print them side by side; whether no client but the attacker saw an error."""
    keys = [f"clave-de-cliente-{number:04d}" for number in range(clients)]
    table = Table(title=f"{clients} clients, {seconds:.0f} s each", title_justify="left")
    for name in (
        "attackers",
        "requests",
        "errors",
        "p50",
        "p99",
        "health, slowest",
        "memory",
        "attacks",
    ):
        table.add_column(name, justify="right")
    failed = 0
    environment = {"VERAZ_MODEL": "symbolic", "VERAZ_API_KEYS": ",".join([*keys, ATTACKER])}
    for attackers in (0, 1):
        with service(tree, **environment, VERAZ_CPU_SECONDS="20") as watched:
            run = await one_half(watched, keys, seconds, pause, attackers)
            failed += len(run.errors)
            table.add_row(
                str(attackers),
                str(len(run.seconds)),
                str(len(run.errors)),
                f"{run.at(0.5):.2f} s",
                f"{run.at(0.99):.2f} s",
                f"{watched.slowest * 1000:.0f} ms",
                f"{watched.peak:.0f} MiB",
                str(run.attacks),
            )
        for error in sorted(set(run.errors))[:5]:
            console.print(f"  {error}", highlight=False, markup=False)
    console.print(table)
    return not failed


async def one_half(
    watched: Watched, keys: list[str], seconds: float, pause: float, attackers: int
) -> Run:
    run, until = Run(), time.monotonic() + seconds
    watched.reset()
    bounds = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=watched.url, timeout=120.0, limits=bounds) as web:
        tasks = [client(web, key, run, until, pause) for key in keys]
        tasks += [attacker(web, run, until) for _ in range(8 * attackers)]
        await asyncio.gather(*tasks)
    return run


async def client(web: httpx.AsyncClient, key: str, run: Run, until: float, pause: float) -> None:
    task = {"input_text": TEXT, "target_schema": PLAIN}
    await asyncio.sleep(random.random() * pause)
    while time.monotonic() < until:
        begun = time.monotonic()
        try:
            answer = await web.post("/run", json=task, headers={"X-API-Key": key})
            if answer.status_code != 200:
                run.errors.append(f"{answer.status_code}: {answer.text[:100]}")
        except httpx.HTTPError as error:
            run.errors.append(repr(error)[:100])
        run.seconds.append(time.monotonic() - begun)
        await asyncio.sleep(pause * random.uniform(0.5, 1.5))


async def attacker(web: httpx.AsyncClient, run: Run, until: float) -> None:
    """Sends (10) to (14), one after the other, and goes before the answer now and then."""
    wide = {"type": "object", "properties": {f"c{i}": {"type": "string"} for i in range(450)}}
    tasks: list[Any] = [
        {"input_text": TEXT, "target_schema": field_of({"pattern": "(((a{1000}){1000}){1000})"})},
        {"input_text": TEXT, "target_schema": field_of({"type": "string", "minLength": 10**9})},
        {"input_text": TEXT * 100, "target_schema": wide},
        {"input_text": TEXT, "target_schema": doubling(8)},
        {"input_text": TEXT * 100_000, "target_schema": PLAIN},
    ]
    while time.monotonic() < until:
        for task in tasks:
            run.attacks += 1
            wait = random.choice((1.0, 5.0, 60.0))
            with suppress(httpx.HTTPError):
                await web.post("/run", json=task, headers={"X-API-Key": ATTACKER}, timeout=wait)
            if time.monotonic() > until:
                return
            await asyncio.sleep(0.05)
