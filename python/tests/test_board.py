"""Boards beyond what python-chess has, and what it is asked in vain."""

import copy
import pickle

import pytest

import zugwerk
from zugwerk import Board, Move


def test_copies_and_pickles_keep_the_moves():
    board = Board()
    for san in ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O"]:
        board.push_san(san)
    for other in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert other == board and other is not board and other.move_stack == board.move_stack
        other.pop()
        assert other != board
    assert board.copy(stack=False).move_stack == []
    assert board.root() == Board()
    assert board.peek() == Move.from_uci("e1g1") == pickle.loads(pickle.dumps(board.peek()))
    assert board.root().variation_san(board.move_stack) == "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O"
    chess960 = Board("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", chess960=True)
    assert pickle.loads(pickle.dumps(chess960)) == chess960


def test_a_subclass_stays_one():
    class Mine(Board):
        pass

    board = Mine()
    board.push_san("e4")
    assert type(board.copy()) is type(board.root()) is type(board.mirror()) is Mine


@pytest.mark.parametrize("fen", ["", "nonsense", "8/8/8/8/8/8/8/9 w - - 0 1", "k7/8/8/8/8/8/8/KK6 w - - 0 1", "P7/8/8/8/8/8/8/K1k5 w - -"])
def test_what_is_no_position_is_told(fen):
    with pytest.raises(zugwerk.InputError) as told:
        Board(fen)
    assert str(told.value)
    board = Board()
    with pytest.raises(ValueError):
        board.set_fen(fen)
    assert board == Board()


def test_positions_of_problems():
    board = Board("8/8/8/8/8/8/8/K7 w - - 0 1")
    assert not board.is_valid() and board.problem() == "no black king"
    assert board.legal_moves.count() == 3
    assert Board.empty().legal_moves.count() == 0


def test_illegal_moves_change_nothing():
    board = Board()
    for move in ("e2e5", "a1a8", "e1g1", "e7e5", "a2a3q"):
        with pytest.raises(zugwerk.IllegalMoveError):
            board.push(Move.from_uci(move))
        with pytest.raises(zugwerk.IllegalMoveError):
            board.push_uci(move)
    assert board == Board() and board.move_stack == []
    with pytest.raises(IndexError):
        board.pop()
    with pytest.raises(IndexError):
        board.peek()
    for nonsense in (None, 3, "e2e4", object()):
        with pytest.raises(TypeError):
            board.push(nonsense)
        assert nonsense not in board.legal_moves
    for square in (64, 255):
        with pytest.raises(ValueError):
            board.piece_at(square)
    with pytest.raises(ValueError):
        Move(0, 64)
    with pytest.raises(zugwerk.IllegalMoveError):
        Board("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1").push(Move.null())


def test_passing():
    board = Board()
    board.push(Move.null())
    assert board.turn == zugwerk.BLACK and not board.peek()
    board.push_san("e5")
    assert zugwerk.Engine(hash=1).play(board, depth=2).move in board.legal_moves
    assert not board.copy().pop() == Move.null()


def test_iterating_while_playing():
    board = Board()
    counted = 0
    for move in board.legal_moves:
        board.push(move)
        counted += board.legal_moves.count()
        board.pop()
    assert counted == board.perft(2) == 400
    assert board.perft(4) == 197281
    assert Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").perft(3) == 97862
    assert board.perft(0) == 1
    with pytest.raises(ValueError):
        board.perft(21)


def test_diagrams():
    board = Board()
    board.push_san("e4")
    assert board._repr_svg_().startswith("<svg ")
    assert board.svg(flipped=True, arrows=[(zugwerk.E7, zugwerk.E5)], coordinates=False) != board.svg()
    with pytest.raises(ValueError):
        board.svg(arrows=[(0, 64)])


def test_broken_games_do_not_end_the_reading():
    text = '[White "Anna"]\n\n1. e4 e5 2. Ke3 *\n\n[White "Bert"]\n\n1. d4 {good} d5 1/2-1/2\n'
    first, second = zugwerk.parse_pgn(text)
    assert first.error == "line 3: 2. Ke3 is not a legal move here" and len(first) == 2
    assert second.headers == {"White": "Bert"} and second.comments == ["good", ""] and second.line == 5
    assert second.san() == ["d4", "d5"] and second.result == "1/2-1/2"
    assert second.root() == Board() and next(zugwerk.parse_pgn(str(second))).moves == second.moves
    assert list(zugwerk.parse_pgn("")) == []
    with pytest.raises(OSError):
        zugwerk.read_pgn("no such file.pgn")
