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


def processor_seconds(shell: int) -> float:
    """What a shell's commands have used so far: fields 16 and 17 of proc_pid_stat(5)."""
    fields = Path(f"/proc/{shell}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")


def run(commands: list[str], folder: Path) -> Iterator[tuple[str, float, float]]:
    """Run the commands in one shell that ends at the first failure.

    Yields each with its seconds and the seconds of processor it took.
    """
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
        started, used = time.monotonic(), 0.0
        for line in shell.stdout:
            if line.rstrip("\n") == MARK:
                before, used = used, processor_seconds(shell.pid)
                yield next(left), time.monotonic() - started, used - before
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
    for command, seconds, used in done:
        first, *_ = command.replace(str(ROOT), "…").splitlines()
        shown = first if len(first) <= 90 else first[:89] + "…"
        print(f"{seconds:7.1f} s {used:6.1f} s of processor  {shown}")
    seconds, used = sum(step[1] for step in done), sum(step[2] for step in done)
    print(f"{seconds:7.1f} s {used:6.1f} s of processor  from nothing to a saved result")
    print(f"{os.cpu_count()} cores; load at the end {os.getloadavg()[0]:.1f}")
    return 0 if any(value is not None for value in saved.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main())
