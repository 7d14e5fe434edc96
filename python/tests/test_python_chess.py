"""Where a name exists in python-chess it behaves the same: compared on positions of random games."""

import random

import chess
import pytest

import zugwerk

#: Starts that random games from the usual one seldom lead to.
STARTS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/8/4k3/8/8/3NK3/8 w - - 90 80",
    "4k3/8/8/8/8/8/8/2B1K1B1 w - - 0 1",
    "6k1/8/8/8/8/8/5q2/7K b - - 140 100",
]


def moves(legal):
    return {move.uci() for move in legal}


def compare(theirs, ours):
    """Everything about a position and its legal moves."""
    assert ours.fen() == theirs.fen()
    for en_passant in ("legal", "fen", "xfen"):
        assert ours.fen(en_passant=en_passant) == theirs.fen(en_passant=en_passant)
        assert ours.epd(en_passant=en_passant) == theirs.epd(en_passant=en_passant)
    assert ours.fen(shredder=True) == theirs.fen(shredder=True)
    assert ours.board_fen() == theirs.board_fen()
    assert str(ours) == str(theirs)
    assert ours.unicode() == theirs.unicode()
    for name in ("turn", "fullmove_number", "halfmove_clock", "ep_square", "occupied"):
        assert getattr(ours, name) == getattr(theirs, name), name
    assert ours.castling_rights == theirs.clean_castling_rights()
    for name in (
        "ply is_check is_checkmate is_stalemate is_insufficient_material is_seventyfive_moves is_fifty_moves "
        "is_fivefold_repetition is_repetition can_claim_fifty_moves can_claim_threefold_repetition can_claim_draw "
        "is_game_over result has_legal_en_passant is_valid was_into_check"
    ).split():
        assert getattr(ours, name)() == getattr(theirs, name)(), (name, theirs.fen())
    for claim in (False, True):
        mine, other = ours.outcome(claim_draw=claim), theirs.outcome(claim_draw=claim)
        assert (mine is None) == (other is None)
        if mine:
            assert (mine.termination.name, mine.winner, mine.result()) == (
                other.termination.name,
                other.winner,
                other.result(),
            )
    for color in (chess.WHITE, chess.BLACK):
        for name in (
            "king has_insufficient_material has_castling_rights has_kingside_castling_rights "
            "has_queenside_castling_rights"
        ).split():
            assert getattr(ours, name)(color) == getattr(theirs, name)(color), name
        for kind in chess.PIECE_TYPES:
            assert set(ours.pieces(kind, color)) == set(theirs.pieces(kind, color))
    assert set(ours.checkers()) == set(theirs.checkers())
    assert {at: piece.symbol() for at, piece in ours.piece_map().items()} == {
        at: piece.symbol() for at, piece in theirs.piece_map().items()
    }
    assert ours.mirror().fen() == theirs.mirror().fen()
    assert moves(ours.legal_moves) == moves(theirs.legal_moves)
    assert ours.legal_moves.count() == len(ours.legal_moves) == theirs.legal_moves.count()
    assert bool(ours.legal_moves) == bool(theirs.legal_moves)


def compare_squares(theirs, ours, rng):
    for square in rng.sample(range(64), 8):
        for name in ("piece_type_at", "color_at"):
            assert getattr(ours, name)(square) == getattr(theirs, name)(square)
        assert str(ours.piece_at(square)) == str(theirs.piece_at(square))
        assert set(ours.attacks(square)) == set(theirs.attacks(square))
        for color in (True, False):
            assert set(ours.attackers(color, square)) == set(theirs.attackers(color, square))
            assert ours.is_attacked_by(color, square) == theirs.is_attacked_by(color, square)


def compare_moves(theirs, ours, rng):
    legal = list(theirs.legal_moves)
    for move in rng.sample(legal, min(len(legal), 6)):
        mine = zugwerk.Move.from_uci(move.uci())
        assert mine in ours.legal_moves and ours.is_legal(mine)
        assert (mine.from_square, mine.to_square, mine.promotion) == (move.from_square, move.to_square, move.promotion)
        for name in (
            "san uci gives_check is_capture is_en_passant is_castling is_kingside_castling is_queenside_castling is_zeroing"
        ).split():
            assert getattr(ours, name)(mine) == getattr(theirs, name)(move), (name, move, theirs.fen())
        assert ours.parse_san(theirs.san(move)) == mine
        assert ours.parse_uci(move.uci()) == mine
    # Moves that are mostly not legal.
    for _ in range(8):
        move = chess.Move(rng.randrange(64), rng.randrange(64), rng.choice([None, None, 2, 5]))
        if move:
            mine = zugwerk.Move(move.from_square, move.to_square, move.promotion)
            assert ours.is_legal(mine) == theirs.is_legal(move), (move, theirs.fen())


def test_random_positions(position_count):
    rng = random.Random(20)
    seen = 0
    while seen < position_count:
        start = rng.choice(STARTS)
        theirs, ours = chess.Board(start), zugwerk.Board(start)
        for _ in range(rng.randrange(8, 160)):
            if theirs.is_game_over():
                break
            # Pieces that go back and forth make repetitions.
            quiet = [m for m in theirs.legal_moves if not theirs.is_zeroing(m)] if rng.random() < 0.5 else []
            move = rng.choice(quiet or list(theirs.legal_moves))
            if rng.random() < 0.5:
                assert ours.push_san(theirs.san(move)).uci() == move.uci()
            else:
                ours.push_uci(move.uci())
            theirs.push(move)
            if rng.random() < 0.2:
                compare(theirs, ours)
                compare_squares(theirs, ours, rng)
                compare_moves(theirs, ours, rng)
                seen += 1
        compare(theirs, ours)
        assert [move.uci() for move in ours.move_stack] == [move.uci() for move in theirs.move_stack]
        for _ in range(rng.randrange(len(theirs.move_stack) + 1)):
            assert ours.peek().uci() == theirs.peek().uci()
            assert ours.pop().uci() == theirs.pop().uci()
        compare(theirs, ours)
        assert ours.root().fen() == theirs.root().fen()


def test_chess960(position_count):
    rng = random.Random(960)
    for _ in range(max(position_count // 40, 4)):
        theirs = chess.Board.from_chess960_pos(rng.randrange(960))
        ours = zugwerk.Board(theirs.fen(), chess960=True)
        for _ in range(60):
            if theirs.is_game_over():
                break
            castling = [move for move in theirs.legal_moves if theirs.is_castling(move)]
            move = rng.choice(castling or list(theirs.legal_moves))
            compare_moves(theirs, ours, rng)
            ours.push_uci(move.uci())
            theirs.push(move)
            compare(theirs, ours)


@pytest.mark.parametrize("text", ["", "e9", "Nf9", "Ke2", "Nbd2", "e5", "O-O", "xyz", "e2e5", "♘f3", "e4\x00"])
def test_texts_that_are_no_moves(text):
    theirs, ours = chess.Board(), zugwerk.Board()
    try:
        expected = theirs.parse_san(text).uci()
    except ValueError:
        with pytest.raises(ValueError):
            ours.parse_san(text)
    else:
        assert ours.parse_san(text).uci() == expected
    try:
        expected = chess.Move.from_uci(text).uci()
    except ValueError as error:
        with pytest.raises(ValueError) as mine:
            zugwerk.Move.from_uci(text)
        assert type(mine.value).__name__ == type(error).__name__
    else:
        assert zugwerk.Move.from_uci(text).uci() == expected


def test_exceptions_have_the_same_names():
    ambiguous = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1"
    for fen, san in [(chess.STARTING_FEN, "rubbish"), (chess.STARTING_FEN, "Qh5"), (ambiguous, "Rd1")]:
        with pytest.raises(ValueError) as theirs:
            chess.Board(fen).push_san(san)
        with pytest.raises(ValueError) as ours:
            zugwerk.Board(fen).push_san(san)
        assert type(ours.value).__name__ == type(theirs.value).__name__


def test_names_of_squares_and_pieces():
    for name in "SQUARES SQUARE_NAMES FILE_NAMES RANK_NAMES PIECE_TYPES PIECE_SYMBOLS PIECE_NAMES STARTING_FEN H8 A1 E4".split():
        assert getattr(zugwerk, name) == getattr(chess, name)
    for square in chess.SQUARES:
        assert zugwerk.square_name(square) == chess.square_name(square)
        assert zugwerk.square_mirror(square) == chess.square_mirror(square)
        assert zugwerk.square_distance(square, 27) == chess.square_distance(square, 27)
    assert zugwerk.Piece.from_symbol("n") == zugwerk.Piece(zugwerk.KNIGHT, zugwerk.BLACK)
    ours, theirs = zugwerk.SquareSet([1, 5, 63]), chess.SquareSet([1, 5, 63])
    assert str(ours) == str(theirs) and list(ours) == list(theirs) and int(ours) == int(theirs)
    assert list(ours | {2}) == list(theirs | {2}) and list(ours - {5}) == list(theirs - {5})


def test_games_of_a_pgn_file(tmp_path):
    import io

    import chess.pgn

    rng = random.Random(7)
    texts = []
    for number in range(20):
        game = chess.pgn.Game()
        game.headers["White"], game.headers["Round"] = f"A {number}", str(number)
        node = game
        for _ in range(rng.randrange(120)):
            legal = list(node.board().legal_moves)
            if not legal:
                break
            node = node.add_variation(rng.choice(legal), comment=rng.choice(["", "a comment"]))
            if rng.random() < 0.1:
                node.nags.add(rng.randrange(1, 7))
        game.headers["Result"] = node.board().result()
        texts.append(str(game))
    path = tmp_path / "games.pgn"
    path.write_text("\n\n".join(texts) + "\n")
    games = list(zugwerk.read_pgn(path))
    assert len(games) == 20
    handle = io.StringIO(path.read_text())
    for ours in games:
        theirs = chess.pgn.read_game(handle)
        assert ours.headers == dict(theirs.headers)
        assert [m.uci() for m in ours.moves] == [m.uci() for m in theirs.mainline_moves()]
        assert ours.comments == [node.comment for node in theirs.mainline()]
        assert [set(nags) for nags in ours.nags] == [node.nags for node in theirs.mainline()]
        assert ours.board().fen() == theirs.end().board().fen()
        assert ours.error is None and len(ours) == len(ours.moves)
