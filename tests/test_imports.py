"""No circle of imports between siblings, on any level: a package counts as all that is in it.

import-linter (``pyproject.toml``) holds which way the arrows point.
"""

import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

import grimp
import pytest
from shared_data import ROOT

ROOMS = ("resources", "nlp", "llm", "normalizers", "veraz")
PACKAGES = sorted(
    ".".join(one.parent.relative_to(ROOT).parts)
    for room in ROOMS
    for one in (ROOT / room).rglob("__init__.py")
)


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    """Every import, those in functions and for types too."""
    return grimp.build_graph(*ROOMS, cache_dir=None)


def circle(graph: grimp.ImportGraph, package: str) -> list[str]:
    """The imports that make a circle of a package's children, one a step; none: there is no circle."""
    steps: dict[str, dict[str, str]] = {}
    for child in graph.find_children(package):
        steps[child] = {}
        for module in sorted({child} | graph.find_descendants(child)):
            for imported in sorted(graph.find_modules_directly_imported_by(module)):
                if imported.startswith(f"{package}."):
                    name = imported.removeprefix(f"{package}.").partition(".")[0]
                    steps[child].setdefault(f"{package}.{name}", f"{module} → {imported}")
        steps[child].pop(child, None)
    try:
        TopologicalSorter(steps).prepare()
    except CycleError as error:
        return [steps[one][other] for other, one in pairwise(error.args[1])]
    return []


@pytest.mark.parametrize("package", PACKAGES)
def test_no_circle_of_imports(graph: grimp.ImportGraph, package: str) -> None:
    found = circle(graph, package)
    assert not found, f"a circle in {package}: " + ", ".join(found)


def test_a_circle_is_found_and_named() -> None:
    made = grimp.ImportGraph()
    for module in ("casa", "casa.sala", "casa.sala.mesa", "casa.sala.silla", "casa.patio"):
        made.add_module(module)
    made.add_import(importer="casa.sala.mesa", imported="casa.patio")
    assert circle(made, "casa") == []
    made.add_import(importer="casa.patio", imported="casa.sala.silla")
    assert sorted(circle(made, "casa")) == [
        "casa.patio → casa.sala.silla",
        "casa.sala.mesa → casa.patio",
    ]
    assert circle(made, "casa.sala") == []


def test_what_is_slow_to_import_waits_until_it_is_needed() -> None:
    program = "import sys, veraz.extractor, veraz.commands.review; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT)
    assert "veraz.extraction" in done.stdout.split(), done.stderr
    assert not {"spacy", "scipy", "openai", "dateparser", "quantulum3"} & set(done.stdout.split())
