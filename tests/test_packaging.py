"""What is installed, under names that others use too."""

import ast
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from shared_data import ROOT

from veraz.version import VERSION

OURS = ("nlp", "llm", "normalizers", "resources", "veraz")

# The modules of the distributions `llm` 0.36 and `nlp` 0.4.0 on the package index: where a file of ours
# bore a name of theirs, installing one of them would replace it in silence.
THEIRS = {
    "llm": {
        "__main__", "cli", "embeddings", "embeddings_migrations", "errors", "hookspecs", "logs",
        "migrations", "models", "parts", "plugins", "serialization", "templates", "tools", "utils",
        "default_plugins",
    },
    "nlp": {
        "arrow_dataset", "arrow_reader", "arrow_writer", "builder", "dataset_dict", "features",
        "hf_api", "info", "load", "metric", "naming", "search", "splits", "commands", "datasets",
        "utils", "arrow_utils",
    },
}  # fmt: skip
# `python -m nlp.inspect` is a name that was promised to users; the README warns of it.
PROMISED = {"nlp": {"inspect"}}


@pytest.mark.parametrize("package", sorted(THEIRS))
def test_no_module_bears_a_name_of_a_namesake(package: str) -> None:
    names = {path.stem for path in (ROOT / package).iterdir()} - {"__init__", "__pycache__"}
    assert not names & THEIRS[package]
    assert "inspect" not in THEIRS[package] or "inspect" in PROMISED[package]


@pytest.mark.parametrize("package", ["nlp", "llm", "normalizers", "resources"])
def test_a_generic_package_holds_a_docstring_and_nothing_else(package: str) -> None:
    body = ast.parse((ROOT / package / "__init__.py").read_text(encoding="utf-8")).body
    assert len(body) == 1
    assert isinstance(body[0], ast.Expr)
    assert isinstance(body[0].value, ast.Constant)


def test_the_wheel_holds_every_module_and_every_resource(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="needs hatchling to build the wheel")
    build = (
        "from hatchling.builders.wheel import WheelBuilder as W; next(W('.').build(directory={!r}))"
    )
    subprocess.run([sys.executable, "-c", build.format(str(tmp_path))], cwd=ROOT, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    tracked = subprocess.run(
        ["git", "ls-files", *OURS], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split()
    missing = [name for name in tracked if name not in held and (ROOT / name).exists()]
    assert not missing
    assert not [name for name in held if name.startswith(("tests/", "scripts/", "docs/"))]


def test_one_version_is_told_everywhere() -> None:
    pytest.importorskip(
        "hatchling", reason="needs hatchling to read what the distribution is called"
    )
    from hatchling.metadata.core import ProjectMetadata
    from hatchling.plugin.manager import PluginManager

    built = ProjectMetadata(str(ROOT), PluginManager()).version
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    (latest,) = re.findall(r"^## (\S+)", changes, re.MULTILINE)[:1]
    assert built == latest == VERSION


def test_every_foreign_import_is_declared() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = [declared["dependencies"], *declared["optional-dependencies"].values()]
    names = {
        requirement.split("[")[0].split(">")[0].split("=")[0].strip().lower().replace("-", "_")
        for group in groups
        for requirement in group
    }
    names = {{"pyyaml": "yaml", "python_dateutil": "dateutil"}.get(name, name) for name in names}
    imported = {
        (path, name.split(".")[0])
        for package in OURS
        for path in (ROOT / package).rglob("*.py")
        for name in _imports(path)
    }
    # Named by a user who has installed it (an embedding model for the free-text similarity), or
    # brought by quantulum3 and only touched where it is there.
    optional = {"sentence_transformers", "fastembed", "typeguard"}
    foreign = {
        f"{path.relative_to(ROOT)}: {name}"
        for path, name in imported
        if name not in sys.stdlib_module_names and name not in (*OURS, *names, *optional)
    }
    assert not foreign


def _imports(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
    return found
