"""Ours beside python-chess: both run alternately in this process, the best of several rounds counts."""

import io
import random
import tempfile
import time

import chess
import chess.pgn

import zugwerk

ROUNDS = 5
#: Files of games are long: their text is repeated as often.
COPIES = 5


def best(theirs, ours):
    """The best times of both, measured in turns by the CPU's clock."""
    times = ([], [])
    for _ in range(ROUNDS):
        for work, kept in ((theirs, times[0]), (ours, times[1])):
            start = time.process_time()
            work()
            kept.append(time.process_time() - start)
    return min(times[0]), min(times[1])


def random_games(count, plies):
    rng = random.Random(1)
    games = []
    for _ in range(count):
        board = chess.Board()
        while len(board.move_stack) < plies and not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        games.append(board)
    return games


def legal_moves(games):
    fens = [game.fen() for game in games]

    def run(boards):
        def work():
            for board in boards:
                for _ in range(10):
                    list(board.legal_moves)

        return work

    moves = 10 * sum(chess.Board(fen).legal_moves.count() for fen in fens)
    return moves, run([chess.Board(fen) for fen in fens]), run([zugwerk.Board(fen) for fen in fens])


def playing(games):
    """Each game played from its SAN, asked after every move whether it is over."""
    lines = []
    for game in games:
        board, line = game.root(), []
        for move in game.move_stack:
            line.append(board.san(move))
            board.push(move)
        lines.append(line)

    def run(module):
        def work():
            for line in lines:
                board = module.Board()
                for san in line:
                    board.push_san(san)
                    board.is_game_over()

        return work

    return sum(map(len, lines)), run(chess), run(zugwerk)


def choosing(games):
    """Random games: the legal moves, one of them played, until the game is over."""

    def run(module):
        def work():
            rng = random.Random(2)
            for _ in games:
                board = module.Board()
                while board.ply() < 80 and not board.is_game_over():
                    board.push(rng.choice(list(board.legal_moves)))

        return work

    return len(games), run(chess), run(zugwerk)


def pgn(games, path):
    text = "\n\n".join(str(chess.pgn.Game.from_board(game)) for game in games) + "\n\n"
    text *= COPIES
    path.write(text)
    path.flush()

    def theirs():
        handle = io.StringIO(text)
        while (game := chess.pgn.read_game(handle)) is not None:
            game.headers, list(game.mainline_moves())

    def ours():
        for game in zugwerk.read_pgn(path.name):
            game.headers, game.moves

    return COPIES * len(games), theirs, ours


def main():
    games = random_games(200, 80)
    print("\n## Python beside python-chess\n\n| work | python-chess | zugwerk | times as fast |\n|---|---|---|---|")
    with tempfile.NamedTemporaryFile("w", suffix=".pgn") as path:
        for name, (count, theirs, ours) in {
            "legal moves, a second": legal_moves(games),
            "plies played from SAN, a second": playing(games),
            "random games of 80 plies, a second": choosing(games),
            "games read from PGN, a second": pgn(games, path),
        }.items():
            slow, fast = best(theirs, ours)
            print(f"| {name} | {count / slow:,.0f} | {count / fast:,.0f} | **{slow / fast:.0f} ×** |")


if __name__ == "__main__":
    main()
