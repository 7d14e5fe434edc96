"""Files of questions and answers: JSONL by itself, Parquet and Arrow where pyarrow is installed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from typing import Any, Optional

from ._zugwerk import InputError


def read_rows(path: str) -> Iterator[tuple[int, Any]]:
    """The rows of a file with their numbers, from 1. Empty lines of JSONL are not rows but count."""
    ending = _ending(path)
    if ending == "jsonl":
        with open(path, encoding="utf-8", errors="replace") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield number, _question(line)
        return
    number = 0
    for part in _batches(path, ending):
        for row in part.to_pylist():
            number += 1
            # A column that a row has no use for is empty there.
            yield number, {name: value for name, value in row.items() if value is not None}


def _question(line: str) -> Any:
    """A line of JSONL: the object it has, or the text itself where it has none, to be answered by an error."""
    try:
        row = json.loads(line)
    except ValueError:
        return line
    return row if isinstance(row, dict) else line


def _ending(path: str) -> str:
    ending = os.path.splitext(path)[1].lower()
    return {".parquet": "parquet", ".arrow": "arrow", ".feather": "arrow", ".ipc": "arrow"}.get(ending, "jsonl")


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise InputError("Parquet and Arrow files need pyarrow: pip install zugwerk[arrow]") from None
    return pyarrow


def _batches(path: str, ending: str) -> Iterator[Any]:
    pa = _pyarrow()
    if ending == "parquet":
        import pyarrow.parquet as parquet

        with parquet.ParquetFile(path) as file:
            yield from file.iter_batches(batch_size=1024)
        return
    with pa.memory_map(path) as file, pa.ipc.open_file(file) as reader:
        for at in range(reader.num_record_batches):
            yield reader.get_batch(at)


#: What a question and its answer have in common: `id` and `do`.
Label = tuple[Optional[str], Optional[str]]


def label(row: Any) -> Label:
    """The label of a question or an answer."""
    if not isinstance(row, Mapping):
        return None, None
    return _text(row.get("id")), _text(row.get("do"))


def _text(value: Any) -> Optional[str]:
    return value if isinstance(value, (str, type(None))) else json.dumps(value)


class Output:
    """A file of answers that can be stopped at any time and gone on with."""

    #: The rows that it has, with the label of each.
    done: dict[int, Label]

    @staticmethod
    def open(path: str) -> Output:
        """The file of a name, with the rows that it has already."""
        ending = _ending(path)
        return JsonLines(path) if ending == "jsonl" else Columns(path, ending)

    def append(self, number: int, answer: str) -> None:
        """Adds the answer to a row."""
        raise NotImplementedError

    def __enter__(self) -> Output:
        return self

    def __exit__(self, *_: object) -> None:
        raise NotImplementedError


class JsonLines(Output):
    """One object a line, as ``zugwerk batch`` writes it; only ever appended to, a whole line at a time."""

    def __init__(self, path: str) -> None:
        self._file = open(path, "a+b", buffering=0)
        try:
            self._lock(path)
            self.done = self._read(path)
        except BaseException:
            self._file.close()
            raise

    def _lock(self, path: str) -> None:
        try:
            import fcntl
        except ImportError:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InputError(f"{path}: another batch writes to it") from None

    def _read(self, path: str) -> dict[int, Label]:
        self._file.seek(0)
        whole, done = 0, {}
        with open(path, "rb") as lines:
            for number, line in enumerate(lines, 1):
                # The last line of a run that was killed may be cut.
                if not line.endswith(b"\n"):
                    break
                try:
                    answer = json.loads(line)
                    done[answer["row"]] = label(answer)
                except (ValueError, TypeError, KeyError):
                    what = "is no answer of a batch; expected an object with a member row"
                    raise InputError(f"{path}: line {number} {what}") from None
                whole += len(line)
        self._file.truncate(whole)
        return done

    def append(self, number: int, answer: str) -> None:
        rest = answer[1:] if answer == "{}" else "," + answer[1:]
        self._file.write(f'{{"row":{number}{rest}\n'.encode())

    def __exit__(self, *_: object) -> None:
        self._file.close()


#: The columns of a file of answers: what all have in common, and the whole answer as JSON.
COLUMNS = ("row", "id", "do", "exit", "error", "answer")


class Columns(Output):
    """Parquet or Arrow. Such a file cannot be added to, so answers are kept as JSONL beside it until all are there."""

    def __init__(self, path: str, ending: str) -> None:
        _pyarrow()
        self._path, self._ending = path, ending
        self.done = {}
        if os.path.exists(path):
            self.done = {row["row"]: label(row) for part in _batches(path, ending) for row in part.to_pylist()}
        self._part = JsonLines(path + ".part.jsonl")
        self.done |= self._part.done

    def append(self, number: int, answer: str) -> None:
        self._part.append(number, answer)

    def __exit__(self, *failed: object) -> None:
        self._part.__exit__()
        if failed[0] is None:
            write_columns(self._path, self._ending, self._path + ".part.jsonl")
            os.remove(self._path + ".part.jsonl")


def write_columns(path: str, ending: str, part: str) -> None:
    """Answers kept as JSONL into the file that was asked for, with those that it has."""
    pa = _pyarrow()
    text = pa.string()
    types = {"row": pa.int64(), "exit": pa.int64()}
    schema = pa.schema([(name, types.get(name, text)) for name in COLUMNS])
    before = list(_batches(path, ending)) if os.path.exists(path) else []
    temporary = path + ".new"
    if ending == "parquet":
        import pyarrow.parquet as parquet

        writer = parquet.ParquetWriter(temporary, schema)
    else:
        writer = pa.ipc.new_file(temporary, schema)
    with writer:
        for batch in before:
            writer.write_batch(batch)
        for batch in _columns_of(part, schema, pa):
            writer.write_batch(batch)
    os.replace(temporary, path)


def _columns_of(part: str, schema: Any, pa: Any) -> Iterator[Any]:
    rows: list[dict[str, Any]] = []
    with open(part, encoding="utf-8") as lines:
        for line in lines:
            answer = json.loads(line)
            row = {name: answer.pop(name, None) for name in COLUMNS[:-1]}
            row["id"] = _text(row["id"])
            rows.append({**row, "answer": json.dumps(answer, ensure_ascii=False)})
            if len(rows) == 1024:
                yield pa.RecordBatch.from_pylist(rows, schema=schema)
                rows = []
    if rows:
        yield pa.RecordBatch.from_pylist(rows, schema=schema)
