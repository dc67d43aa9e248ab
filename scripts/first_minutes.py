"""Does what README.md tells a newcomer to do, word for word, and says how long each step takes.

    python3 scripts/first_minutes.py [README]

The commands are read from the page: the `sh` blocks before the first block of another kind. They run in
a folder of their own, with an empty home, so nothing that was fetched before is used again. What is
cloned is the last commit of this repository. Returns 0 if a result was saved, with a value in it.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PLACE = re.compile(r"<(?:this repository|este repositorio)>")
HERE_DOCUMENT = re.compile(r"<<'?(\w+)'?")
MARK = "@@@ step done"


def steps(page: str) -> Iterator[str]:
    """Yield the commands of the page's first `sh` blocks; one with its text is one step."""
    for kind, block in BLOCK.findall(page):
        if kind != "sh":
            return
        lines = iter(block.splitlines())
        for line in lines:
            step = [line]
            if opening := HERE_DOCUMENT.search(line):
                for inside in lines:
                    step.append(inside)
                    if inside == opening.group(1):
                        break
            yield "\n".join(step)


def run(commands: list[str], folder: Path) -> Iterator[tuple[str, float]]:
    """Run the commands in one shell that ends at the first failure; yield each with its seconds."""
    home = folder / "home"
    home.mkdir()
    # What tells this machine's pip and git where things are stays; what other runs left does not.
    env = {**os.environ, "HOME": str(home), "XDG_CACHE_HOME": str(home / ".cache")}
    for name in ("VIRTUAL_ENV", "VERAZ_HOME", "VERAZ_WEIGHTS", "OPENAI_BASE_URL", "MAKEFLAGS"):
        env.pop(name, None)
    script = "set -e\n" + "".join(f"{command}\necho '{MARK}'\n" for command in commands)
    with subprocess.Popen(
        ["bash", "-c", script], cwd=folder, env=env, stdout=subprocess.PIPE, text=True
    ) as shell:
        assert shell.stdout is not None
        left = iter(commands)
        started = time.monotonic()
        for line in shell.stdout:
            if line.rstrip("\n") == MARK:
                yield next(left), time.monotonic() - started
                started = time.monotonic()
            else:
                sys.stdout.write(line)
                sys.stdout.flush()


def main() -> int:
    """Walk the path; returns 0, or 1 where it breaks off."""
    page = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "README.md"
    commands = [PLACE.sub(str(ROOT), step) for step in steps(page.read_text(encoding="utf-8"))]
    with tempfile.TemporaryDirectory(prefix="first-minutes-") as name:
        done = list(run(commands, Path(name)))
        if len(done) < len(commands):
            print(f"first_minutes: this failed: {commands[len(done)]}", file=sys.stderr)
            return 1
        saved = json.loads((Path(name) / "veraz" / "resultado.json").read_text(encoding="utf-8"))
    print(f"\nresultado.json: {json.dumps(saved, ensure_ascii=False)}\n")
    for command, seconds in done:
        first, *_ = command.replace(str(ROOT), "…").splitlines()
        print(f"{seconds:7.1f} s  {first if len(first) <= 90 else first[:89] + '…'}")
    print(f"{sum(seconds for _, seconds in done):7.1f} s  from nothing to a saved result")
    return 0 if any(value is not None for value in saved.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main())
