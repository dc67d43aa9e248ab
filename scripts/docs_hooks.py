"""What mkdocs does not do by itself: the notebook as a page, and docstrings without their roles."""

import html
import re
from pathlib import Path
from typing import Any

import nbformat
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

NOTEBOOK = "tutorial.ipynb"
_ROLE = re.compile(r":(?:class|meth|mod|data|func|attr|exc):(<code[^>]*>)~?")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the notebook as a page of its cells and what they show."""
    notebook = nbformat.read(Path(config.docs_dir) / NOTEBOOK, as_version=4)
    page = "\n\n".join(_cell(cell) for cell in notebook.cells)
    files.append(File.generated(config, NOTEBOOK.replace(".ipynb", ".md"), content=page))
    return files


def on_page_content(html: str, **_: Any) -> str:
    """Drop the roles of docstrings, which Markdown shows as they are."""
    return _ROLE.sub(r"\1", html)


def _cell(cell: Any) -> str:
    if cell.cell_type != "code":
        return str(cell.source)
    return "\n\n".join([f"```python\n{cell.source}\n```", *map(_output, cell.outputs)])


def _output(output: Any) -> str:
    data = output.get("data", {})
    if "text/html" in data:
        # Markdown would end the block at an empty line.
        shown = re.sub(r"\n\s*\n", "\n", str(data["text/html"]))
        return f"<div>{shown}</div>"
    text = data.get("text/plain") or output.get("text", "")
    return f"<pre>{html.escape(str(text))}</pre>" if text else ""
