"""The chess board, with the names of python-chess; the rules themselves are native."""

from __future__ import annotations

from typing import Any, Iterable, Optional

from . import _zugwerk
from ._zugwerk import Move
from .squares import (
    BLACK,
    STARTING_FEN,
    WHITE,
    Color,
    Outcome,
    Piece,
    PieceType,
    Square,
    SquareSet,
    Termination,
    square,
)

_PIECES = {symbol: Piece.from_symbol(symbol) for symbol in "PNBRQKpnbrqk"}
_UNICODE_EMPTY = "⭘"


class Board(_zugwerk.Board):
    """A chess position with the moves that led to it.

    >>> board = Board()
    >>> board.push_san("e4")
    Move.from_uci('e2e4')
    >>> board.legal_moves.count()
    20
    >>> board.fen()
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    """

    starting_fen = STARTING_FEN

    @classmethod
    def empty(cls, *, chess960: bool = False) -> Board:
        """A board without pieces."""
        return cls(None, chess960=chess960)

    @classmethod
    def from_epd(cls, epd: str, *, chess960: bool = False) -> Board:
        """A board of the first four fields of an EPD; what follows them is left out."""
        return cls(" ".join(epd.split()[:4]), chess960=chess960)

    def copy(self, *, stack: bool = True) -> Board:
        """The same board by itself, with or without its moves."""
        other = type(self)(None)
        other._assign(self, stack)
        return other

    def __copy__(self) -> Board:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Board:
        return self.copy()

    def __reduce__(self) -> Any:
        moves = [move.uci() for move in self.move_stack]
        return _rebuild, (type(self), self.root().fen(shredder=self.chess960), self.chess960, moves)

    def root(self) -> Board:
        """The position before the first move."""
        other = type(self)(None)
        other._assign_root(self)
        return other

    def mirror(self) -> Board:
        """The position with the colours exchanged and the board turned upside down."""
        other = self.copy(stack=False)
        other._mirror()
        return other

    def epd(self, *, shredder: bool = False, en_passant: str = "legal") -> str:
        """The first four fields of the FEN."""
        return " ".join(self.fen(shredder=shredder, en_passant=en_passant).split()[:4])

    def is_valid(self) -> bool:
        """Whether a game could go on from here; :meth:`problem` says why not."""
        return self.problem() is None

    # The pieces.

    def piece_at(self, square: Square) -> Optional[Piece]:
        """What stands on a square."""
        letter = self._letter(square)
        return None if letter is None else _PIECES[letter]

    def piece_map(self) -> dict[Square, Piece]:
        """Every piece by its square."""
        return {at: _PIECES[self._letter(at)] for at in SquareSet(self.occupied)}  # type: ignore[index]

    def pieces(self, piece_type: PieceType, color: Color) -> SquareSet:
        """Where the pieces of a kind and colour are."""
        return SquareSet(self.pieces_mask(piece_type, color))

    def attackers(self, color: Color, square: Square) -> SquareSet:
        """The pieces of a colour that attack a square."""
        return SquareSet(self.attackers_mask(color, square))

    def attacks(self, square: Square) -> SquareSet:
        """The squares that the piece on a square attacks."""
        return SquareSet(self.attacks_mask(square))

    def checkers(self) -> SquareSet:
        """The pieces that give check."""
        return SquareSet(self.checkers_mask())

    def was_into_check(self) -> bool:
        """Whether the side that is not to move could lose its king."""
        king = self.king(not self.turn)
        return king is not None and self.is_attacked_by(self.turn, king)

    # Rights to castle.

    def has_castling_rights(self, color: Color) -> bool:
        """Whether a side may still castle, as far as its king and rooks have not moved."""
        return bool(self.castling_rights & (0xFF if color else 0xFF << 56))

    def has_kingside_castling_rights(self, color: Color) -> bool:
        """The same for the short side."""
        return self._has_rook(color, 1)

    def has_queenside_castling_rights(self, color: Color) -> bool:
        """The same for the long side."""
        return self._has_rook(color, -1)

    def _has_rook(self, color: Color, side: int) -> bool:
        king = self.king(color)
        if king is None:
            return False
        rooks = SquareSet(self.castling_rights & (0xFF if color else 0xFF << 56))
        return any((rook - king) * side > 0 for rook in rooks)

    # Moves.

    def is_kingside_castling(self, move: Move) -> bool:
        """Whether a move castles on the short side."""
        return self.is_castling(move) and move.to_square % 8 > move.from_square % 8

    def is_queenside_castling(self, move: Move) -> bool:
        """Whether a move castles on the long side."""
        return self.is_castling(move) and move.to_square % 8 < move.from_square % 8

    def find_move(self, from_square: Square, to_square: Square, promotion: Optional[PieceType] = None) -> Move:
        """The legal move between two squares; a pawn becomes a queen unless told otherwise."""
        if promotion is None and to_square // 8 in (0, 7) and self.piece_type_at(from_square) == 1:
            promotion = 5
        move = Move(from_square, to_square, promotion)
        if not self.is_legal(move):
            raise _zugwerk.IllegalMoveError(f"no legal move {move.uci()} in {self.fen()}")
        return move

    def variation_san(self, variation: Iterable[Move]) -> str:
        """A line of moves as people write it: ``1. e4 e5 2. Nf3``."""
        board = self.copy(stack=False)
        words = []
        for move in variation:
            if board.turn == WHITE:
                words.append(f"{board.fullmove_number}. {board.san(move)}")
            elif not words:
                words.append(f"{board.fullmove_number}...{board.san(move)}")
            else:
                words.append(board.san(move))
            board.push(move)
        return " ".join(words)

    # How it stands.

    def outcome(self, *, claim_draw: bool = False) -> Optional[Outcome]:
        """How the game has ended; ``None`` while it goes on."""
        end = self._outcome(claim_draw)
        return None if end is None else Outcome(Termination(end[0]), end[1])

    def result(self, *, claim_draw: bool = False) -> str:
        """``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` while the game goes on."""
        outcome = self.outcome(claim_draw=claim_draw)
        return outcome.result() if outcome else "*"

    def can_claim_draw(self) -> bool:
        """Whether the side to move may claim a draw."""
        return self.can_claim_fifty_moves() or self.can_claim_threefold_repetition()

    # For people.

    def unicode(self, *, borders: bool = False, empty_square: str = _UNICODE_EMPTY, orientation: Color = WHITE) -> str:
        """The board with figurines."""
        files = range(8) if orientation == WHITE else range(7, -1, -1)
        ranks = range(7, -1, -1) if orientation == WHITE else range(8)
        rows = []
        for rank in ranks:
            pieces = [self.piece_at(square(file, rank)) for file in files]
            row = " ".join(piece.unicode_symbol() if piece else empty_square for piece in pieces)
            rows.append(f"{rank + 1} {row}" if borders else row)
        if borders:
            rows.append("  " + " ".join("abcdefgh"[file] for file in files))
        return "\n".join(rows)

    def __str__(self) -> str:
        symbols = [self._letter(square(file, rank)) or "." for rank in range(7, -1, -1) for file in range(8)]
        return "\n".join(" ".join(symbols[at : at + 8]) for at in range(0, 64, 8))

    def __repr__(self) -> str:
        chess960 = ", chess960=True" if self.chess960 else ""
        return f"Board({self.fen()!r}{chess960})"

    __hash__ = None  # type: ignore[assignment]

    def _repr_svg_(self) -> str:
        return self.svg(flipped=self.turn == BLACK and not self.move_stack)

    # The questions of the workbench.

    def winnable(self, **options: Any) -> Any:
        """Whether each side can still win by any series of moves; see :func:`zugwerk.winnable`."""
        from .questions import winnable

        return winnable(self, **options)

    def solve(self, stipulation: str, **options: Any) -> Any:
        """Solves the position as a problem; see :func:`zugwerk.solve`."""
        from .questions import solve

        return solve(self, stipulation, **options)


def _rebuild(kind: type[Board], fen: str, chess960: bool, moves: list[str]) -> Board:
    board = kind(fen, chess960=chess960)
    for move in moves:
        board.push(Move.from_uci(move))
    return board
