"""Questions and their answers: everything that the program answers, as functions.

Each question is a dict as ``zugwerk batch`` reads them, and each answer has the members of ``docs/json.md``.
"""

from __future__ import annotations

import json
import os
from typing import Any, Mapping, Optional, Union

from . import _zugwerk
from ._zugwerk import InputError, Move
from .board import Board

Position = Union[str, _zugwerk.Board]
Question = dict[str, Any]


class Answer(dict):
    """An answer: a dict whose members are attributes too.

    ``exit`` is 0 for an answer, 1 for the answer "no", 3 where a limit was reached first.
    """

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"the answer has no member {name!r}; it has {', '.join(self)}") from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self]

    def _repr_html_(self) -> str:
        from .table import html

        return html({"member": list(self), "value": [_short(value) for value in self.values()]})


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 200 else text[:199] + "…"


def fen_of(position: Position) -> str:
    """The FEN of a board, or the text itself."""
    if isinstance(position, _zugwerk.Board):
        return position.fen(shredder=position.chess960)
    return position


def _plain(value: Any) -> Any:
    """A value of a question as JSON has it."""
    if isinstance(value, _zugwerk.Board):
        return fen_of(value)
    if isinstance(value, Move):
        return value.uci()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "_question_text"):
        return value._question_text()
    raise TypeError(f"a question cannot have a {type(value).__name__}")


def encode(question: Mapping[str, Any]) -> str:
    """A question as a row of a job."""
    return json.dumps(dict(question), default=_plain, ensure_ascii=False)


def ask(question: Optional[Mapping[str, Any]] = None, **members: Any) -> Answer:
    """Asks anything: ``ask(do="perft", depth=5)``.

    Raises :class:`InputError` where the question makes no sense, with the place and what was expected.
    """
    answer = Answer(json.loads(_zugwerk.ask(encode({**(question or {}), **members}))))
    if "error" in answer and "exit" not in answer:
        raise InputError(answer["error"])
    answer.pop("do", None)
    return answer


# The questions, one function for each to build them, so that one and many are asked the same way.


def solve_question(position: Position, stipulation: str, **options: Any) -> Question:
    return {"do": "solve", "fen": fen_of(position), "stipulation": stipulation, **options}


def analyse_question(position: Position = "start", **options: Any) -> Question:
    return {"do": "analyse", "fen": fen_of(position), **options}


def annotate_question(pgn: str, **options: Any) -> Question:
    return {"do": "annotate", "pgn": str(pgn), **options}


def winnable_question(position: Position, **options: Any) -> Question:
    return {"do": "winnable", "fen": fen_of(position), **options}


def reachable_question(position: Position, **options: Any) -> Question:
    return {"do": "reachable", "fen": fen_of(position), **options}


def unmoves_question(position: Position, **options: Any) -> Question:
    return {"do": "unmoves", "fen": fen_of(position), **options}


def query_question(sketch: str, question: Optional[str] = None, **options: Any) -> Question:
    asked = {} if question is None else {"question": question}
    return {"do": "query", "sketch": sketch, **asked, **options}


def why_question(position: Position, move: Union[str, Move], **options: Any) -> Question:
    move = move.uci() if isinstance(move, Move) else move
    return {"do": "why", "fen": fen_of(position), "move": move, **options}


def perft_question(depth: int, position: Position = "start", **options: Any) -> Question:
    return {"do": "perft", "depth": depth, "fen": fen_of(position), **options}


def puzzle_question(puzzle: Any, kind: Optional[str] = None, *, verb: str = "solve", **options: Any) -> Question:
    text = puzzle if isinstance(puzzle, str) else puzzle._question_text()
    kind = kind or getattr(puzzle, "_question_kind", None)
    named = {} if kind is None else {"kind": kind}
    return {"do": "puzzle", "verb": verb, "text": text, **named, **options}


def solve(position: Position, stipulation: str, **options: Any) -> Answer:
    """Solves a chess problem: every key, every solution.

    >>> solve("8/Q7/8/8/8/8/8/2k1K2R w K -", "#2")["keys"]
    ['a7f2']
    """
    return ask(solve_question(position, stipulation, **options))


def winnable(position: Position, **options: Any) -> Answer:
    """Whether each side can still win by any series of legal moves.

    >>> winnable("4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - -").dead
    True
    """
    return ask(winnable_question(position, **options))


def reachable(position: Position, **options: Any) -> Answer:
    """Whether a game can lead to a position, with one that does or the reason why none can."""
    return ask(reachable_question(position, **options))


def unmoves(position: Position, **options: Any) -> Answer:
    """The moves that can have been the last."""
    return ask(unmoves_question(position, **options))


def query(sketch: str, question: Optional[str] = None, **options: Any) -> Answer:
    """Fills the holes of a sketch.

    >>> query("game chess\\nplay f2f3 ? g2g4 ?\\nexpect mate").answer
    'yes'
    """
    return ask(query_question(sketch, question, **options))


def why(position: Position, move: Union[str, Move], **options: Any) -> Answer:
    """Why a move is legal or not.

    >>> why("r3k2r/8/8/8/2b5/8/8/R3K2R w KQkq -", "e1g1").why
    'the king would pass f1, which the bishop on c4 attacks'
    """
    return ask(why_question(position, move, **options))


def annotate(pgn: str, **options: Any) -> Answer:
    """A game of a PGN text with the engine's judgement of every move; ``pgn`` has it as text again."""
    return ask(annotate_question(pgn, **options))


__all__ = ["Answer", "Board", "annotate", "ask", "query", "reachable", "solve", "unmoves", "why", "winnable"]
