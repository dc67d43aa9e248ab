"""A person at ``veraz review``: asks the page's server what is for review, and decides as gold says.

What stands there and is right is accepted; what is not is typed, or said to be absent. Of a list of
which anything is asked, the wrong elements are removed, the missing ones added, and the list is accepted
as a whole.
"""

import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from nlp.schema_compiler import compile_schema
from veraz.accuracy.judging import Judge
from veraz.gold import GoldDocument

SECONDS = 60


@dataclass
class Reviewed:
    """What a review took: documents, the places asked, of them mended, decisions, seconds of each."""

    documents: int = 0
    asked: int = 0
    mended: int = 0
    seconds: list[float] = field(default_factory=list)


@contextmanager
def review_page(command: Sequence[str], folder: Path, log: Path) -> Iterator[httpx.Client]:
    """Run ``veraz review`` with ``--port 0`` among its words; gives a client of the page."""
    with log.open("w", encoding="utf-8") as stderr:
        process = subprocess.Popen(command, cwd=folder, stderr=stderr, env=dict(os.environ))
        try:
            address = _address(process, log)
            with httpx.Client(base_url=address, timeout=SECONDS) as client:
                yield client
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
            process.wait(SECONDS)


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    end = time.monotonic() + SECONDS
    while time.monotonic() < end and process.poll() is None:
        found = re.search(r"http://127\.0\.0\.1:\d+", log.read_text(encoding="utf-8"))
        if found:
            return found[0]
        time.sleep(0.1)
    raise RuntimeError(f"veraz review does not listen: {log.read_text(encoding='utf-8')}")


def decide_all(client: httpx.Client, gold: Mapping[str, GoldDocument]) -> Reviewed:
    """Decide everything that is asked, document by document."""
    done = Reviewed()
    for number, entry in enumerate(client.get("/review/queue").json()["documents"]):
        done.documents += 1
        done.asked += entry["asked"]
        if entry["open"]:
            _Person(client, number, gold[entry["id"]], done).decide()
    left = sum(entry["open"] for entry in client.get("/review/queue").json()["documents"])
    if left:
        raise RuntimeError(f"{left} places are still open when all are decided")
    return done


class _Person:
    """Decides on one document."""

    def __init__(
        self, client: httpx.Client, number: int, gold: GoldDocument, done: Reviewed
    ) -> None:
        self._client, self._number, self._gold, self._done = client, number, gold, done
        self._judge = Judge(compile_schema(gold.schema))

    def decide(self) -> None:
        asked = [place for place in self._places() if place["why"] and not place["reviewed"]]
        lists = dict.fromkeys(each["path"].split(".")[0] for each in asked if _of_list(each))
        for place in asked:
            if not _of_list(place):
                self._value(place, self._gold.answer.get(place["path"]))
        for path in lists:
            self._list(path, list(self._gold.answer.get(path) or []))

    def _value(self, place: Mapping[str, Any], right: Any) -> None:
        if place["present"] and self._judge.same(right, place["value"], place["path"]):
            self._send(place["path"], "accept")
        elif right is None:
            self._mend(place["path"], "null")
        elif isinstance(right, str):
            self._mend(place["path"], "set", typed=right)
        else:
            self._mend(place["path"], "set", value=right)

    def _list(self, path: str, right: list[Any]) -> None:
        wanted = list(right)
        elements = [each for each in self._places() if each["path"].startswith(f"{path}.")]
        wrong = []
        for place in elements:
            same = next((each for each in wanted if self._judge.same(each, place["value"])), None)
            if same is None:
                wrong.append(place["path"])
            else:
                wanted.remove(same)
        for gone in reversed(wrong):
            self._mend(gone, "remove")
        for value in wanted:
            self._mend(path, "add", value=value)
        self._send(path, "accept")

    def _places(self) -> list[dict[str, Any]]:
        found = self._client.get(f"/review/documents/{self._number}").json()
        self._revision = found["revision"]
        return list(found["places"])

    def _mend(self, path: str, action: str, **more: Any) -> None:
        self._done.mended += 1
        self._send(path, action, **more)

    def _send(self, path: str, action: str, **more: Any) -> None:
        start = time.perf_counter()
        body = {"document": self._number, "path": path, "action": action, **more}
        answer = self._client.post("/review/decide", json={**body, "revision": self._revision})
        if answer.is_error:
            raise RuntimeError(f"{self._gold.id}, {body}: {answer.text}")
        self._done.seconds.append(time.perf_counter() - start)
        self._revision = answer.json()["revision"]


def _of_list(place: Mapping[str, Any]) -> bool:
    return place["kind"] == "list" or bool(place["in_list"])
