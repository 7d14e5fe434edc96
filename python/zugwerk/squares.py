"""Squares, pieces and sets of squares, as python-chess has them."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, MutableSet
from dataclasses import dataclass
from typing import Optional, Union

Color = bool
WHITE: Color = True
BLACK: Color = False
COLORS = [WHITE, BLACK]
COLOR_NAMES = ["black", "white"]

PieceType = int
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = PIECE_TYPES = list(range(1, 7))
PIECE_SYMBOLS = [None, "p", "n", "b", "r", "q", "k"]
PIECE_NAMES = [None, "pawn", "knight", "bishop", "rook", "queen", "king"]
UNICODE_PIECE_SYMBOLS = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟"))

Square = int
FILE_NAMES = list("abcdefgh")
RANK_NAMES = list("12345678")
SQUARES = list(range(64))
SQUARE_NAMES = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]
# The names A1 to H8.
globals().update({name.upper(): square for square, name in enumerate(SQUARE_NAMES)})

STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
STARTING_BOARD_FEN = STARTING_FEN.split()[0]


def square(file_index: int, rank_index: int) -> Square:
    """The square of a file and a rank, both from 0."""
    return rank_index * 8 + file_index


def square_file(square: Square) -> int:
    """The file of a square, 0 for the a-file."""
    return square & 7


def square_rank(square: Square) -> int:
    """The rank of a square, 0 for the first."""
    return square >> 3


def square_name(square: Square) -> str:
    """The name of a square, such as ``e4``."""
    return SQUARE_NAMES[square]


def parse_square(name: str) -> Square:
    """The square of a name; ``ValueError`` where there is none."""
    return SQUARE_NAMES.index(name)


def square_distance(a: Square, b: Square) -> int:
    """How many moves of a king it is from one square to the other."""
    return max(abs(square_file(a) - square_file(b)), abs(square_rank(a) - square_rank(b)))


def square_mirror(square: Square) -> Square:
    """The square with the ranks turned around."""
    return square ^ 0x38


@dataclass(frozen=True)
class Piece:
    """A piece and its colour."""

    piece_type: PieceType
    color: Color

    def symbol(self) -> str:
        """The letter, a capital for White."""
        letter = PIECE_SYMBOLS[self.piece_type]
        assert letter is not None
        return letter.upper() if self.color else letter

    def unicode_symbol(self, *, invert_color: bool = False) -> str:
        """The figurine."""
        symbol = self.symbol().swapcase() if invert_color else self.symbol()
        return UNICODE_PIECE_SYMBOLS[symbol]

    @classmethod
    def from_symbol(cls, symbol: str) -> Piece:
        """The piece of a letter; ``ValueError`` where there is none."""
        return cls(PIECE_SYMBOLS.index(symbol.lower()), symbol.isupper())

    def __str__(self) -> str:
        return self.symbol()

    def __repr__(self) -> str:
        return f"Piece.from_symbol({self.symbol()!r})"


class Termination(enum.Enum):
    """Why a game is over."""

    CHECKMATE = 1
    STALEMATE = 2
    INSUFFICIENT_MATERIAL = 3
    SEVENTYFIVE_MOVES = 4
    FIVEFOLD_REPETITION = 5
    FIFTY_MOVES = 6
    THREEFOLD_REPETITION = 7
    VARIANT_WIN = 8
    VARIANT_LOSS = 9
    VARIANT_DRAW = 10


@dataclass
class Outcome:
    """How a game has ended."""

    termination: Termination
    winner: Optional[Color]

    def result(self) -> str:
        """``1-0``, ``0-1`` or ``1/2-1/2``."""
        return "1/2-1/2" if self.winner is None else "1-0" if self.winner else "0-1"


class SquareSet(MutableSet):
    """A set of squares, kept as the bits of a number."""

    def __init__(self, squares: Union[int, Iterable[Square]] = 0) -> None:
        if isinstance(squares, int):
            self.mask = squares & 0xFFFF_FFFF_FFFF_FFFF
        elif isinstance(squares, SquareSet):
            self.mask = squares.mask
        else:
            self.mask = 0
            for one in squares:
                self.add(one)

    @classmethod
    def _from_iterable(cls, squares: Iterable[Square]) -> SquareSet:  # type: ignore[override]
        return cls(squares)

    def __contains__(self, square: object) -> bool:
        return isinstance(square, int) and 0 <= square < 64 and bool(self.mask >> square & 1)

    def __iter__(self) -> Iterator[Square]:
        rest = self.mask
        while rest:
            lowest = rest & -rest
            yield lowest.bit_length() - 1
            rest ^= lowest

    def __len__(self) -> int:
        return bin(self.mask).count("1")

    def add(self, square: Square) -> None:
        """Adds a square."""
        if not 0 <= square < 64:
            raise ValueError(f"{square} is no square: expected 0 to 63")
        self.mask |= 1 << square

    def discard(self, square: Square) -> None:
        """Takes a square out, if it is there."""
        if 0 <= square < 64:
            self.mask &= ~(1 << square)

    def __int__(self) -> int:
        return self.mask

    def __bool__(self) -> bool:
        return bool(self.mask)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            return self.mask == other
        if isinstance(other, Iterable):
            return self.mask == SquareSet(other).mask
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        rows = range(7, -1, -1)
        return "\n".join(" ".join("1" if square(f, r) in self else "." for f in range(8)) for r in rows)

    def __repr__(self) -> str:
        return f"SquareSet({self.mask:#021_x})"
