"""Zugwerk: a workbench for board games and grid puzzles.

>>> import zugwerk
>>> board = zugwerk.Board()
>>> board.push_san("e4")
Move.from_uci('e2e4')
>>> zugwerk.solve("8/Q7/8/8/8/8/8/2k1K2R w K -", "#2").keys()  # doctest: +ELLIPSIS
dict_keys(['exit', ...])

Chess has the names of python-chess; ``docs/python.md`` says what differs.
"""

from . import squares
from ._zugwerk import (
    AmbiguousMoveError,
    IllegalMoveError,
    InputError,
    InvalidMoveError,
    LegalMoves,
    LimitReached,
    Move,
    PgnGame,
    __version__,
)
from .many import (
    analyse_many,
    annotate_many,
    ask_many,
    batch,
    perft_many,
    play_match,
    puzzle_many,
    query_many,
    reachable_many,
    solve_many,
    unmoves_many,
    why_many,
    winnable_many,
)
from .board import Board
from .engine import Analysis, Engine, Limit, Line, PlayResult
from .games import Game, GameOutcome, State, games
from .pgn import parse_pgn, read_pgn
from .puzzles import Puzzle, puzzle_kinds
from .questions import Answer, annotate, ask, query, reachable, solve, unmoves, why, winnable
from .squares import (
    BISHOP,
    BLACK,
    COLOR_NAMES,
    COLORS,
    FILE_NAMES,
    KING,
    KNIGHT,
    PAWN,
    PIECE_NAMES,
    PIECE_SYMBOLS,
    PIECE_TYPES,
    QUEEN,
    RANK_NAMES,
    ROOK,
    SQUARE_NAMES,
    SQUARES,
    STARTING_BOARD_FEN,
    STARTING_FEN,
    UNICODE_PIECE_SYMBOLS,
    WHITE,
    Color,
    Outcome,
    Piece,
    PieceType,
    Square,
    SquareSet,
    Termination,
    parse_square,
    square,
    square_distance,
    square_file,
    square_mirror,
    square_name,
    square_rank,
)

# The squares by name, A1 to H8.
globals().update({name.upper(): getattr(squares, name.upper()) for name in SQUARE_NAMES})

__all__ = [name for name in globals() if not name.startswith("_") and name != "squares"]
