"""Ours beside python-chess, and many questions beside single ones: both run alternately in this process, the best of
several rounds counts."""

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


def jobs(games):
    """Questions of the kinds that fill clusters."""
    fens = [board.fen() for board in games if not board.is_game_over()]
    text = str(chess.pgn.Game.from_board(games[0]))
    mates = ["8/Q7/8/8/8/8/8/2k1K2R w K -", "8/8/8/8/1B6/NN6/pk1K4/8 w - -", "7k/5K2/8/6Q1/8/8/8/8 w - -"]
    sudoku = {"do": "puzzle", "verb": "generate", "kind": "sudoku", "size": "9x9"}
    return {
        "`winnable` of positions from games": [{"do": "winnable", "fen": fen} for fen in fens],
        "mates in two with few pieces": [{"do": "solve", "fen": fen, "stipulation": "#2"} for fen in mates * 200],
        "positions analysed to depth 12": [{"do": "analyse", "fen": fen, "depth": 12} for fen in fens[:20]],
        "games of 80 plies annotated at depth 12": [{"do": "annotate", "pgn": text, "depth": 12}],
        "Sudokus of 9x9 made and graded": [{**sudoku, "seed": seed} for seed in range(1, 9)],
    }


def asked(questions):
    def one_by_one():
        for question in questions:
            zugwerk.ask(question)

    def together():
        for answer in zugwerk.ask_many(questions, jobs=1):
            assert "error" not in answer, answer

    return one_by_one, together


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
    print("\n## Many questions beside single ones, one core\n\n| job | asked one by one | many | throughput |\n|---|---|---|---|")
    for name, questions in jobs(games).items():
        single, many = best(*asked(questions))
        rates = " | ".join(f"{len(questions) / seconds:,.4g} a second" for seconds in (single, many))
        print(f"| {name} | {rates} | **{100 * single / many:.0f} %** |")


if __name__ == "__main__":
    main()
