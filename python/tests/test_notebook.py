"""The example notebook runs, and what it shows are pictures and tables."""

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")


def test_the_example_notebook():
    path = Path(__file__).parents[1] / "examples" / "workbench.ipynb"
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    kinds = [kind for output in shown for kind in output.get("data", {})]
    assert kinds.count("image/svg+xml") == 4 and kinds.count("text/html") == 2
