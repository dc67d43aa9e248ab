"""Runs the Dockerfile's own instructions where there is no Docker engine; for root on Debian.

    debootstrap --variant=minbase --include=python3.11,python3-distutils,python3.11-venv,ca-certificates \
        bookworm ROOT
    python scripts/dockerfile_in_chroot.py ROOT WORK [--build-arg NAME=VALUE]…

ROOT stands for the base image and is copied for each stage into WORK; the last stage is then started
as its user, without capabilities, its file system read-only but for what ``compose.yaml`` makes
writable, and with no network but loopback: it must become healthy and answer ``/run``.
A Debian root is not the base image: what that image sets up itself is not tried by this.
"""

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
HEALTHY_SECONDS = 120
QUESTION = {
    "task_instruction": "Extrae los datos de la venta.",
    "input_text": "En Zafra, a 3 de marzo de 2026, Talleres Montes S.L. vende un tractor.",
    "target_schema": {
        "type": "object",
        "properties": {"fecha": {"type": ["string", "null"], "format": "date"}},
        "required": ["fecha"],
    },
}
ASK = """
import sys, urllib.error, urllib.request
headers = {"Content-Type": "application/json"}
question = urllib.request.Request("http://127.0.0.1:8000/run", sys.stdin.buffer.read(), headers)
try:
    answer = urllib.request.urlopen(question, timeout=240)
except urllib.error.HTTPError as error:
    answer = error
print(answer.status, answer.read().decode())
sys.exit(answer.status != 200)
"""


@dataclass
class Stage:
    """One ``FROM`` and what has been said since."""

    root: Path
    name: str
    env: dict[str, str] = field(default_factory=lambda: {"PATH": SYSTEM_PATH})
    folder: str = "/"
    user: str = "0"
    command: dict[str, list[str]] = field(default_factory=dict)


def instructions(dockerfile: Path) -> Iterator[tuple[str, str]]:
    """Yield (KEYWORD, rest) with continued lines joined."""
    whole = ""
    for line in dockerfile.read_text(encoding="utf-8").splitlines():
        if line.lstrip().startswith("#") or not line.strip():
            continue
        whole += line.strip().removesuffix("\\")
        if not line.endswith("\\"):
            keyword, _, rest = whole.partition(" ")
            yield keyword, rest.strip()
            whole = ""


def say(message: str) -> None:
    """Print a line of progress."""
    print(f"[{time.strftime('%H:%M:%S')}] {message}", flush=True)


class Build:
    """Obeys one instruction after the other."""

    def __init__(self, base: Path, work: Path, arguments: dict[str, str]) -> None:
        self.base, self.work, self.arguments = base, work, arguments
        self.stages: dict[str, Stage] = {}
        self.context = work / "context"

    def obey(self, keyword: str, rest: str) -> None:
        """Carry out an instruction of the kinds this Dockerfile has; any other is an error."""
        say(f"{keyword} {rest[:110]}")
        if keyword == "FROM":
            name = rest.split(" AS ")[1] if " AS " in rest else "final"
            root = self.work / name
            subprocess.run(["cp", "-a", "--reflink=auto", self.base, root], check=True)
            # The base image calls it python; Debian does not.
            (root / "usr/local/bin/python").symlink_to("/usr/bin/python3.11")
            self.stages[name] = Stage(root, name)
            return
        stage = list(self.stages.values())[-1]
        if keyword == "ARG":
            name, _, default = rest.partition("=")
            self.arguments.setdefault(name, default)
        elif keyword == "ENV":
            for name, value in (word.split("=", 1) for word in shlex.split(rest)):
                stage.env[name] = value.replace("$PATH", stage.env["PATH"])
        elif keyword == "WORKDIR":
            stage.folder = rest
            (stage.root / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
        elif keyword == "COPY":
            self.copy(stage, rest.split())
        elif keyword == "RUN":
            subprocess.run(self.inside(stage, ["/bin/sh", "-c", rest]), check=True)
        elif keyword == "USER":
            stage.user = rest
        elif keyword in ("ENTRYPOINT", "CMD", "HEALTHCHECK"):
            stage.command[keyword] = json.loads(rest[rest.index("[") :])
        elif keyword != "EXPOSE":
            raise SystemExit(f"{keyword} is not known here")

    def copy(self, stage: Stage, words: list[str]) -> None:
        """``COPY [--from=STAGE] SOURCE… TARGET``."""
        origin = self.context
        if words[0].startswith("--from="):
            origin = self.stages[words.pop(0).removeprefix("--from=")].root
        *sources, target = words
        into = stage.root / (stage.folder + "/" if not target.startswith("/") else "").lstrip("/")
        for source in sources:
            there = origin / source.lstrip("/")
            here = into / target.lstrip("/")
            if there.is_dir():
                shutil.copytree(there, here, symlinks=True, dirs_exist_ok=True)
            else:
                here.mkdir(parents=True, exist_ok=True)
                shutil.copy2(there, here)

    def inside(self, stage: Stage, command: list[str], *, user: str = "0") -> list[str]:
        """The command that runs another in a stage, as a user, with the stage's environment only."""
        env = {**self.arguments, **stage.env, "HOME": "/root" if user == "0" else "/home/veraz"}
        folder = shlex.join(["cd", stage.folder])
        inner = f"{folder} && exec {shlex.join(command)}"
        words = [f"{name}={value}" for name, value in env.items()]
        spec = [f"--userspec={user}:{user}"] if user != "0" else []
        return ["chroot", *spec, str(stage.root), "/usr/bin/env", "-i", *words, "sh", "-c", inner]


def mounted(stage: Stage, script: str) -> int:
    """Run a script with loopback only, the stage read-only and its tmpfs mounts in place."""
    root = shlex.quote(str(stage.root))
    before = (
        f"set -e; ip link set lo up; mount --bind {root} {root}; mount -o remount,ro,bind {root}; "
        f"mount -t proc proc {root}/proc; mount -t tmpfs tmpfs {root}/tmp; "
        f"mount -t tmpfs tmpfs {root}/var/lib/veraz; "
    )
    words = ["unshare", "--net", "--mount", "--pid", "--fork", "sh", "-c", before + script]
    return subprocess.run(words, check=False).returncode


def start(build: Build, stage: Stage) -> int:
    """Start the service as the image would, wait until it is healthy, ask it something."""
    serve = build.inside(
        stage, [*stage.command["ENTRYPOINT"], *stage.command["CMD"]], user=stage.user
    )
    healthy = build.inside(stage, stage.command["HEALTHCHECK"], user=stage.user)
    ask = build.inside(stage, ["python", "-c", ASK], user=stage.user)
    no_caps = ["setpriv", "--bounding-set=-all,+sys_chroot,+setuid,+setgid", "--no-new-privs"]
    script = f"""
        {shlex.join([*no_caps, *serve])} & service=$!
        for second in $(seq {HEALTHY_SECONDS}); do
            if {shlex.join(healthy)} 2>/dev/null; then
                echo "healthy after $second s; its user: $(grep -E '^(Uid|CapEff)' \
                    {shlex.quote(str(stage.root))}/proc/$service/status | tr '\\n\\t' '  ')"
                {shlex.join(healthy[:-1])} {shlex.quote("! touch /opt/veraz/x 2>/dev/null")} &&
                    echo "nothing can be written to /opt/veraz"
                echo {shlex.quote(json.dumps(QUESTION))} | {shlex.join(ask)}; answered=$?
                kill $service; wait $service || echo "ended with $?"
                exit $answered
            fi
            sleep 1
        done
        echo "never healthy"; exit 1
    """
    return mounted(stage, script)


def main() -> int:
    """Build every stage and start the last; returns 0 if it answered."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("root", type=Path, help="what stands for the base image")
    parser.add_argument("work", type=Path, help="a folder that does not exist yet")
    parser.add_argument("--build-arg", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--only-start", action="store_true", help="WORK is built already")
    options = parser.parse_args()
    if os.geteuid() != 0:
        parser.error("chroot and mount need root")
    build = Build(
        options.root, options.work, dict(word.split("=", 1) for word in options.build_arg)
    )
    if not options.only_start:
        build.context.mkdir(parents=True)
        # What is committed, so that nothing half-written gets in.
        archive = subprocess.run(
            ["git", "archive", "HEAD"], cwd=REPOSITORY, check=True, capture_output=True
        )
        subprocess.run(["tar", "-x", "-C", build.context], input=archive.stdout, check=True)
    for keyword, rest in instructions(REPOSITORY / "Dockerfile"):
        if options.only_start and keyword in ("RUN", "COPY"):
            continue
        if options.only_start and keyword == "FROM":
            name = rest.split(" AS ")[1] if " AS " in rest else "final"
            build.stages[name] = Stage(options.work / name, name)
            continue
        build.obey(keyword, rest)
    return start(build, list(build.stages.values())[-1])


if __name__ == "__main__":
    sys.exit(main())
