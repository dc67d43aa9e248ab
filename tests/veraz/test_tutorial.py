"""The tutorial notebook runs from top to bottom and shows what it says it shows."""

from pathlib import Path
from typing import Any

import pytest

TUTORIAL = Path(__file__).resolve().parents[2] / "docs" / "tutorial.ipynb"
FIRST_LINES = """from veraz import Extractor

x = Extractor().extract(texto, instruccion, esquema)
x"""


@pytest.fixture(scope="module")
def executed(tmp_path_factory: pytest.TempPathFactory) -> Any:
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(TUTORIAL, as_version=4)
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("VERAZ_MODEL", "symbolic")
        environment.delenv("OPENAI_BASE_URL", raising=False)
        folder = str(tmp_path_factory.mktemp("tutorial"))
        resources = {"metadata": {"path": folder}}
        NotebookClient(notebook, timeout=120, resources=resources).execute()
    return notebook


def shown(notebook: Any, source: str) -> dict[str, Any]:
    """Return by media type what the cell shows whose code ends so."""
    (cell,) = [c for c in notebook.cells if c.cell_type == "code" and c.source.endswith(source)]
    (output,) = [o for o in cell.outputs if o.output_type == "execute_result"]
    return dict(output.data)


def test_the_five_lines_show_the_answer_beside_the_marked_text(executed: Any) -> None:
    html = shown(executed, FIRST_LINES)["text/html"]
    assert 'class="veraz"' in html
    assert 'class="mark f' in html
    assert "<script" not in html
    data = shown(executed, "x.data")["text/plain"]
    assert "'fecha': '2026-05-12'" in data
    assert "'grupo_sanguineo': None" in data


@pytest.mark.parametrize(
    ("source", "kind", "said"),
    [
        ("fecha.evidence", "text/plain", "12/05/2026"),
        ("x.to_dataframe()", "text/html", "tratamiento.0.farmaco"),
        ('x.to_dataframe("tratamiento")', "text/html", "Paracetamol"),
        ("consulta.tratamiento", "text/plain", "Farmaco(farmaco='Paracetamol'"),
        ('y.data["fecha"]', "text/plain", "(71, '2026-06-03')"),
        ("for uno in resultados]", "text/plain", "'revision': '2026-07-02'"),
        ('r.outcome == "dropped"}', "text/plain", "confidence under 0.95"),
        ("inspeccion", "text/html", "iframe"),
        ('{"DATE", "QUANTITY"}]', "text/plain", "26 de mayo de 2026"),
    ],
)
def test_each_cell_shows_its_values(executed: Any, source: str, kind: str, said: str) -> None:
    assert said in shown(executed, source)[kind]


def test_the_stored_notebook_was_executed_and_names_no_folder_of_a_machine() -> None:
    import nbformat

    stored = nbformat.read(TUTORIAL, as_version=4)
    nbformat.validate(stored)
    numbers = [cell.execution_count for cell in stored.cells if cell.cell_type == "code"]
    assert numbers == list(range(1, len(numbers) + 1))
    assert str(Path.home()) not in TUTORIAL.read_text(encoding="utf-8")
    assert "In English" in stored.cells[0].source
