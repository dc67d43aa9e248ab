"""The attacks of bench_attacks.py: what is sent, what happened in version 0.1, what counts as held."""

import json
import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from attacked_service import Watched

TEXT = (
    "En Valdehierro, a 3 de marzo de 2021, la empresa Talleres Montes S.L. entrega a doña Elvira "
    "Pardo Luna un tractor por un precio de 18.500 euros.\n"
)
PLAIN = {"type": "object", "properties": {"precio": {"type": ["number", "null"]}}}
LONGEST = 150.0


@dataclass(frozen=True)
class Said:
    """What came of an attack: ``told`` for the table, and whether that is as it should be."""

    told: str
    held: bool


Attack = Callable[[Watched, Path], Said]


def field_of(schema: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"x": schema}, "required": ["x"]}


def send(service: Watched, body: Any, query: str = "", path: str = "/run") -> httpx.Response | None:
    """Send one request; None where no answer came in time."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    with suppress(httpx.HTTPError):
        return httpx.post(
            f"{service.url}{path}{query}",
            content=content,
            headers={"Content-Type": "application/json"} | service.headers,
            timeout=LONGEST,
        )
    return None


def ask(schema: Any, *statuses: int, text: str = TEXT) -> Attack:
    """One task with that schema; held where the status is one of those."""

    def attack(service: Watched, _: Path) -> Said:
        begun = time.monotonic()
        answer = send(service, {"input_text": text, "target_schema": schema})
        seconds = time.monotonic() - begun
        status = answer.status_code if answer is not None else 0
        told = f"{status or 'no answer'} in {seconds:.1f} s"
        return Said(told, status in (statuses or (200, 413, 422, 503)) and seconds < 100)

    return attack


def several(*attacks: Attack) -> Attack:
    def attack(service: Watched, folder: Path) -> Said:
        said = [one(service, folder) for one in attacks]
        return Said(
            "; ".join(dict.fromkeys(one.told for one in said)), all(one.held for one in said)
        )

    return attack


def raw(body: bytes) -> Attack:
    def attack(service: Watched, _: Path) -> Said:
        answer = send(service, body)
        status = answer.status_code if answer is not None else 0
        return Said(str(status or "no answer"), status in (200, 413, 422))

    return attack


def files(service: Watched, folder: Path) -> Said:
    """A recorded file, one that is not there, a pipe and an endless device."""
    there = folder / "answers.jsonl"
    there.write_text(json.dumps({"id": "", "output": {"precio": "SECRETO"}}))
    with suppress(FileExistsError):
        os.mkfifo(folder / "pipe")
    task = {"input_text": TEXT, "target_schema": PLAIN}
    said = []
    for path in (there, folder / "none.jsonl"):
        answer = send(service, task, f"?model=recorded:{path}")
        said.append((answer.status_code, answer.json()) if answer is not None else (0, {}))
    same = said[0][0] == said[1][0] == 422 and "SECRETO" not in str(said)
    told = "/".join(str(status) for status, _ in said)
    if same:  # in 0.1 these two stop the service
        for path in (folder / "pipe", Path("/dev/zero")):
            answer = send(service, task, f"?model=recorded:{path}")
            told += f"/{answer.status_code if answer is not None else 'stuck'}"
            same &= answer is not None and answer.status_code == 422
    return Said(told, same)


def body_of_100_megabytes(service: Watched, _: Path) -> Said:
    body = b'{"input_text": "' + b"PALABRA " * (12 * 2**20) + b'"'
    answer = send(service, body)
    if answer is None:
        return Said("cut off", True)
    echoed = len(answer.content)
    told = f"{answer.status_code}, {echoed:,} bytes back"
    return Said(told, answer.status_code == 413 and echoed < 1_000)


def hang_ups(service: Watched, _: Path) -> Said:
    """Sixteen clients ask for much and go; then one asks for little."""
    slow = {f"c{i}": {"type": "string"} for i in range(400)}
    body = {"input_text": TEXT * 40, "target_schema": {"type": "object", "properties": slow}}
    for _number in range(16):
        with suppress(httpx.HTTPError):
            httpx.post(f"{service.url}/run", json=body, headers=service.headers, timeout=0.7)
    begun = time.monotonic()
    answer = send(service, {"input_text": TEXT, "target_schema": PLAIN})
    seconds = time.monotonic() - begun
    return Said(f"the next waits {seconds:.1f} s", answer is not None and seconds < 10)


def many_models(service: Watched, _: Path) -> Said:
    before, statuses = service.memory(), set()
    for number in range(400):
        answer = send(service, {"input_text": TEXT, "target_schema": PLAIN}, f"?model=m{number}")
        statuses.add(answer.status_code if answer is not None else 0)
    more = service.memory() - before
    return Said(f"{sorted(statuses)}, {more:+.0f} MiB", statuses == {422} and more < 50)


def nested(levels: int) -> Any:
    value: Any = "x"
    for _ in range(levels):
        value = [value]
    return value


def doubling(levels: int) -> dict[str, Any]:
    names: dict[str, Any] = {
        f"D{i}": {
            "type": "object",
            "properties": {key: {"$ref": f"#/$defs/D{i + 1}"} for key in "ab"},
        }
        for i in range(levels)
    }
    return {"$defs": names | {f"D{levels}": {"type": "string"}}, "$ref": "#/$defs/D0"}


def mutual(size: int) -> dict[str, Any]:
    names = {
        f"T{i}": {"properties": {f"r{j}": {"$ref": f"#/$defs/T{j}"} for j in range(size)}}
        for i in range(size)
    }
    return {"$defs": names, "$ref": "#/$defs/T0"}


ODD_MEMBERS = [["A", "B", "+"], ["sí", "no", "-"], ["😀", "x"], ["", "x"]]
NO_JSON = b'{"input_text": "x", "id": "%s", "target_schema": {"properties": {"x": %s}}}'

ATTACKS: dict[str, tuple[str, str, Attack]] = {
    "3": ("1e999 in a schema and in an answer", "500; Infinity in the output",
          raw(NO_JSON % (b"", b'{"const": 1e999}'))),
    "5": ("members that are signs, emoji or empty", "500 (IndexError)",
          several(*(ask(field_of({"enum": members}), 200) for members in ODD_MEMBERS))),
    "7": ("NaN, surrogates, 700-deep const, 5e-324, 2,000 groups", "500",
          several(raw(NO_JSON % (b"", b'{"minimum": NaN}')),
                  raw(NO_JSON % (b"\\ud800", b'{"title": "\\udc00"}')),
                  ask(field_of({"const": nested(700)}), 422),
                  ask(field_of({"type": "number", "multipleOf": 5e-324})),
                  ask(field_of({"type": "string", "pattern": "(" * 2_000 + ")" * 2_000}), 422))),
    "8": ("?model=recorded: a file, none, a pipe, /dev/zero",
          "200/422: read, and told apart; the pipe stops the service", files),
    "10": ("(((a{1000}){1000}){1000}) and a{5000} 600 times", "22 s, gigabytes",
           several(ask(field_of({"type": "string", "pattern": "(((a{1000}){1000}){1000})"}), 422),
                   ask(field_of({"type": "string", "pattern": "a{5000}" * 600}), 422))),
    "11": ("minLength and minItems 10⁹", "gigabytes",
           several(ask(field_of({"type": "string", "minLength": 10**9})),
                   ask(field_of({"type": "array", "items": {"type": "string"},
                                 "minItems": 10**9})))),
    "12": (
        "100,000 members; 5,000 properties; doubling and mutual $refs",
        "over 40 s each",
        several(
            ask(field_of({"enum": [f"valor {i}" for i in range(100_000)]}), 413, 422),
            ask({"type": "object", "properties": {f"c{i}": {} for i in range(5_000)}}, 413, 422),
            ask(doubling(11), 422),
            ask(mutual(8)),
        ),
    ),
    "13": ("a body of 100 MB", "422 that repeats it, 300 MB", body_of_100_megabytes),
    "14": ("16 clients that hang up", "the next waits 105 s", hang_ups),
    "15": ("400 model names", "400 clients and their memory kept", many_models),
    "16": ("symbolic with 400 fields beside a health check", "health waits as long",
           ask({"type": "object",
                "properties": {f"c{i}": {"type": "string"} for i in range(400)}})),
}  # fmt: skip
