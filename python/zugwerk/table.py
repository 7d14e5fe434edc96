"""Tables: a dict of columns, which pandas and polars take as they are."""

from __future__ import annotations

from html import escape
from typing import Any, Mapping, Sequence

Table = dict[str, list[Any]]


def columns(rows: Sequence[Mapping[str, Any]]) -> Table:
    """Rows as columns; what a row does not have is ``None``.

    >>> columns([{"a": 1}, {"a": 2, "b": 3}])
    {'a': [1, 2], 'b': [None, 3]}
    """
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def html(table: Table) -> str:
    """A table for a notebook."""
    head = "".join(f"<th>{escape(name)}</th>" for name in table)
    rows = zip(*table.values())
    body = "".join("<tr>" + "".join(f"<td>{escape(_text(v))}</td>" for v in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _text(value: Any) -> str:
    if value is None:
        return ""
    return " ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
