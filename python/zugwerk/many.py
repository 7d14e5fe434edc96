"""Many questions: on all cores, in order, resumable; one bad row never ends the run."""

from __future__ import annotations

import json
import os
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Callable, Optional, Union

from . import _zugwerk, questions
from ._zugwerk import InputError
from .files import Output, label, read_rows
from .questions import Answer, Question, encode

Source = Union[str, os.PathLike, Iterable[Any]]


def ask_many(
    asked: Source,
    *,
    jobs: Optional[int] = None,
    progress: Union[bool, Callable[[int], None]] = False,
) -> Iterator[Answer]:
    """The answers to many questions, as an iterator, in the order of the questions.

    ``asked`` is an iterable of dicts, which may be endless, or the name of a JSONL, Parquet or Arrow file of them. A
    question that cannot be answered has ``error`` in its answer.

    >>> [answer.get("nodes") for answer in ask_many([{"do": "perft", "depth": n} for n in (1, 2, 3)])]
    [20, 400, 8902]
    """
    return map(Answer, map(json.loads, _texts(map(_encoded, _rows(asked)), jobs, progress)))


def _rows(asked: Source) -> Iterator[Mapping[str, Any]]:
    if isinstance(asked, (str, os.PathLike)):
        return (row for _, row in read_rows(os.fspath(asked)))
    return iter(asked)


def _texts(
    asked: Iterable[str], jobs: Optional[int], progress: Union[bool, Callable[[int], None]]
) -> Iterator[str]:
    """The answers as JSON, which most of them stay, to questions as JSON."""
    tell = _teller(progress)
    answers = _zugwerk.Answers(iter(asked), jobs or os.cpu_count() or 1)
    try:
        for done, answer in enumerate(answers, 1):
            tell(done)
            yield answer
    finally:
        answers.close()


def _encoded(row: Any) -> str:
    """A question as JSON; what cannot be one becomes a question that is answered by an error."""
    if isinstance(row, str):
        return row
    try:
        return encode(row)
    except (TypeError, ValueError):
        return json.dumps(str(row)[:80])


def _teller(progress: Union[bool, Callable[[int], None]]) -> Callable[[int], None]:
    if callable(progress):
        return progress
    if not progress:
        return lambda done: None
    start, last = time.monotonic(), 0.0

    def tell(done: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= 1:
            last = now
            print(f"\r{done} answered, {done / (now - start):.0f} a second ", end="", file=sys.stderr, flush=True)

    return tell


def batch(
    job: Source,
    out: Union[str, os.PathLike],
    *,
    jobs: Optional[int] = None,
    shard: Optional[tuple[int, int]] = None,
    progress: Union[bool, Callable[[int], None]] = False,
) -> dict[str, int]:
    """Answers the questions of a file (or an iterable) into a file, as ``zugwerk batch`` does.

    JSONL, Parquet (``.parquet``) and Arrow (``.arrow``, ``.feather``) are read and written by the end of the name. Rows that the
    result has already are not answered again, so that a batch that was stopped is simply started once more. ``shard=(2, 3)``
    answers the second third of the rows.
    """
    return answer_into(out, job, shard, lambda asked: _texts(asked, jobs, progress))


def answer_into(
    out: Union[str, os.PathLike],
    job: Source,
    shard: Optional[tuple[int, int]],
    answers: Callable[[Iterator[str]], Iterator[str]],
) -> dict[str, int]:
    """A batch whose answers come from wherever ``answers`` takes the questions, both as JSON and in order."""
    with Output.open(os.fspath(out)) as output:
        summary = {"rows": 0, "answered": 0, "errors": 0, "skipped": 0}
        asked: deque[int] = deque()

        def open_rows() -> Iterator[str]:
            for number, row in _numbered(job, shard):
                summary["rows"] += 1
                if number in output.done:
                    if output.done[number] != label(row):
                        what = f"its answer to row {number} has another id or do; expected a new file, or the result of this job"
                        raise InputError(f"{os.fspath(out)}: the result is that of another job: {what}")
                    summary["skipped"] += 1
                else:
                    asked.append(number)
                    yield _encoded(row)

        for answer in answers(open_rows()):
            output.append(asked.popleft(), answer)
            summary["answered"] += 1
            summary["errors"] += is_error(answer)
        return summary


def is_error(answer: str) -> bool:
    """Whether an answer says that there is none."""
    return '"error":' in answer and "error" in json.loads(answer)


def _numbered(job: Source, shard: Optional[tuple[int, int]]) -> Iterator[tuple[int, Any]]:
    part, parts = shard or (1, 1)
    if not 1 <= part <= parts:
        raise ValueError(f"shard {part}/{parts}: expected a part from 1 to {parts}")
    rows = read_rows(os.fspath(job)) if isinstance(job, (str, os.PathLike)) else enumerate(job, 1)
    return ((number, row) for number, row in rows if (number - 1) % parts == part - 1)


def _many(question: Callable[..., Question], asks: str) -> Callable[..., Iterator[Answer]]:
    """A function that asks one kind of question about many things."""

    def many(
        things: Iterable[Any],
        *arguments: Any,
        jobs: Optional[int] = None,
        progress: Union[bool, Callable[[int], None]] = False,
        **options: Any,
    ) -> Iterator[Answer]:
        def each() -> Iterator[Question]:
            source = things
            if isinstance(source, (str, os.PathLike)):
                source = (row for _, row in read_rows(os.fspath(source)))
            for thing in source:
                if isinstance(thing, Mapping):
                    yield {"do": asks, **dict(thing), **options}
                    continue
                parts = thing if isinstance(thing, tuple) else (thing, *arguments)
                try:
                    yield question(*parts, **options)
                except (TypeError, AttributeError):
                    # It will be answered by an error in its place.
                    yield {"do": asks, "unreadable": str(thing)[:80]}

        return ask_many(each(), jobs=jobs, progress=progress)

    many.__name__ = many.__qualname__ = f"{question.__name__.replace('_question', '')}_many"
    many.__doc__ = f"""The answers of ``{asks}`` about many things, in order, on all cores.

    A thing is what the function for one takes first, a tuple of what it takes, or a dict with the members of a question;
    or all of them are the rows of a JSONL, Parquet or Arrow file. A thing that cannot be answered has ``error`` in its
    answer. ``jobs`` says how many are answered at once, ``progress=True`` prints how far it has come.
    """
    return many


solve_many = _many(questions.solve_question, "solve")
analyse_many = _many(questions.analyse_question, "analyse")
annotate_many = _many(questions.annotate_question, "annotate")
winnable_many = _many(questions.winnable_question, "winnable")
reachable_many = _many(questions.reachable_question, "reachable")
unmoves_many = _many(questions.unmoves_question, "unmoves")
query_many = _many(questions.query_question, "query")
why_many = _many(questions.why_question, "why")
perft_many = _many(questions.perft_question, "perft")
puzzle_many = _many(questions.puzzle_question, "puzzle")


def play_match(
    game: str = "chess",
    a: str = "bot",
    b: str = "random",
    *,
    games: int = 100,
    seed: int = 1,
    jobs: Optional[int] = None,
    ask: Callable[..., Iterable[Mapping[str, Any]]] = ask_many,
    **options: Any,
) -> Answer:
    """A match between two players, pairs of games side by side: who is stronger, and how sure that is.

    Each pair has a seed of its own, so that the result depends neither on ``jobs`` nor on the machine where players think by
    ``nodes`` or ``depth``.
    """
    if games < 2 or games % 2:
        raise ValueError(f"{games} games: expected an even number, each opening is played twice")
    pair = {"do": "match", "game": game, "a": a, "b": b, "games": 2, **options}
    answers = ask(({**pair, "seed": seed + number} for number in range(games // 2)), jobs=jobs)
    total = {"wins": 0, "draws": 0, "losses": 0}
    pairs = [0] * 5
    ends: dict[str, int] = {}
    for answer in answers:
        if "error" in answer:
            raise _zugwerk.InputError(answer["error"])
        for name in total:
            total[name] += answer[name]
        pairs = [sum(both) for both in zip(pairs, answer["pairs"])]
        for end, count in answer["ends"].items():
            ends[end] = ends.get(end, 0) + count
    standing = _zugwerk.standing(total["wins"], total["draws"], total["losses"], pairs)
    return Answer(**standing, ends=dict(sorted(ends.items())))
