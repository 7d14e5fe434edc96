"""The chess engine, in the same process: no pipes, no UCI."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Optional, Union, overload

from . import _zugwerk
from ._zugwerk import Move
from .board import Board
from .table import Table, columns, html


@dataclass(frozen=True)
class Limit:
    """How long a search may go on; whichever comes first ends it. Names as in ``chess.engine.Limit``."""

    time: Optional[float] = None
    depth: Optional[int] = None
    nodes: Optional[int] = None
    mate: Optional[int] = None
    white_clock: Optional[float] = None
    black_clock: Optional[float] = None
    white_inc: Optional[float] = None
    black_inc: Optional[float] = None
    remaining_moves: Optional[int] = None

    def _members(self, board: Board) -> dict[str, Any]:
        white = board.turn
        return {
            "time": self.time,
            "depth": self.depth,
            "nodes": self.nodes,
            "mate": self.mate,
            "clock": self.white_clock if white else self.black_clock,
            "increment": self.white_inc if white else self.black_inc,
            "moves_to_go": self.remaining_moves,
        }


@dataclass(frozen=True)
class Line:
    """A line of play that the engine considers."""

    rank: int
    depth: int
    #: Hundredths of a pawn for the side to move; ``None`` where it is a mate.
    centipawns: Optional[int]
    #: Moves to mate, negative where the side to move is mated.
    mate: Optional[int]
    pv: list[Move]
    #: The same moves as people write them.
    san: str

    @property
    def move(self) -> Optional[Move]:
        """The first move."""
        return self.pv[0] if self.pv else None

    @property
    def score(self) -> str:
        """The value as people read it: ``+0.35``, ``#3``, ``#-2``."""
        return f"#{self.mate}" if self.centipawns is None else f"{self.centipawns / 100:+.2f}"


@dataclass(frozen=True)
class PlayResult:
    """What the engine plays."""

    move: Optional[Move]
    ponder: Optional[Move]
    info: Optional[Line] = field(default=None, repr=False)
    nodes: int = 0
    seconds: float = 0.0


class Analysis(Sequence):
    """The best lines of a position, the best first."""

    def __init__(self, board: Board, lines: list[Line], nodes: int, seconds: float) -> None:
        self.fen = board.fen()
        self.lines = lines
        self.nodes = nodes
        self.seconds = seconds

    @overload
    def __getitem__(self, at: int) -> Line: ...
    @overload
    def __getitem__(self, at: slice) -> list[Line]: ...
    def __getitem__(self, at: Union[int, slice]) -> Union[Line, list[Line]]:
        return self.lines[at]

    def __len__(self) -> int:
        return len(self.lines)

    def table(self) -> Table:
        """The lines as columns: ``pandas.DataFrame(analysis.table())``."""
        rows = [
            {
                "rank": line.rank,
                "score": line.score,
                "centipawns": line.centipawns,
                "mate": line.mate,
                "depth": line.depth,
                "move": line.move.uci() if line.move else None,
                "line": line.san,
            }
            for line in self.lines
        ]
        return columns(rows)

    def _repr_html_(self) -> str:
        return html(self.table())

    def __repr__(self) -> str:
        lines = "; ".join(f"{line.score} {line.san}" for line in self.lines)
        return f"<Analysis of {self.fen}: {lines}>"


class Engine(_zugwerk.Engine):
    """A chess player.

    >>> engine = Engine(hash=4)
    >>> engine.play(Board("6k1/5ppp/8/8/8/8/6PP/R6K w - -"), depth=4).move
    Move.from_uci('a1a8')
    """

    def play(self, board: Board, limit: Optional[Limit] = None, **limits: Any) -> PlayResult:
        """The move to play: ``play(board, time=0.1)`` or ``play(board, Limit(depth=12))``.

        Where the game is over, the move is ``None``.
        """
        found = self._find(board, limit, limits)
        lines = found["lines"]
        info = Line(**lines[0]) if lines else None
        return PlayResult(found["move"], found["ponder"], info, found["nodes"], found["seconds"])

    def analyse(
        self,
        board: Board,
        limit: Optional[Limit] = None,
        *,
        lines: int = 1,
        root_moves: Sequence[Move] = (),
        **limits: Any,
    ) -> Analysis:
        """The best lines: ``analyse(board, depth=12, lines=3)``."""
        found = self._find(board, limit, limits, lines=lines, only=list(root_moves))
        return Analysis(board, [Line(**line) for line in found["lines"]], found["nodes"], found["seconds"])

    def _find(self, board: Board, limit: Optional[Limit], limits: dict[str, Any], **others: Any) -> dict[str, Any]:
        if limit is not None and limits:
            raise TypeError("expected a Limit or limits by name, not both")
        limit = limit or Limit(**limits)
        return self._search(board, **limit._members(board), **others)
