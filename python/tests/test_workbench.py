"""The engine, problems, sketches, puzzles and rulebook games."""

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import zugwerk
from zugwerk import Board, Engine, Game, Limit, Puzzle

ROOT = Path(__file__).parents[2]
MATE_IN_TWO = "8/Q7/8/8/8/8/8/2k1K2R w K - 0 1"
KUROMASU = "5x5:a4g5_5h3a3_6b"


def test_engine():
    engine = Engine(hash=4)
    board = Board("6k1/5ppp/8/8/8/8/6PP/R6K w - - 0 1")
    played = engine.play(board, Limit(depth=4))
    assert played.move == zugwerk.Move.from_uci("a1a8") and played.info.mate == 1 and played.nodes > 0
    analysis = engine.analyse(Board(), depth=5, lines=3)
    assert [line.rank for line in analysis] == [1, 2, 3] and analysis[0].depth == 5
    table = analysis.table()
    assert list(table) == ["rank", "score", "centipawns", "mate", "depth", "move", "line"]
    assert all(len(column) == 3 for column in table.values())
    assert "<table>" in analysis._repr_html_()
    import pandas

    assert len(pandas.DataFrame(table)) == 3
    only = engine.analyse(Board(), depth=3, root_moves=[zugwerk.Move.from_uci("a2a3")])
    assert only[0].move.uci() == "a2a3"
    clocks = Limit(white_clock=1, black_clock=1, white_inc=0, black_inc=0)
    assert engine.play(Board(), clocks).move in Board().legal_moves
    mated = Board("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    assert engine.play(mated, depth=1).move is None and len(engine.analyse(mated, depth=1)) == 0
    engine.new_game()
    for wrong in ({}, {"depth": 0}, {"time": -1}):
        with pytest.raises(ValueError):
            engine.play(Board(), **wrong)
    with pytest.raises(TypeError):
        engine.play(Board(), Limit(depth=1), depth=1)
    with pytest.raises(zugwerk.IllegalMoveError):
        engine.analyse(Board(), depth=1, root_moves=[zugwerk.Move.from_uci("e2e5")])
    with pytest.raises(ValueError):
        Engine(hash=0)


def test_the_past_counts_for_the_engine():
    board = Board("7k/8/8/8/8/8/q7/1R5K w - - 0 1")
    for san in ["Rb8+", "Kg7", "Rb1", "Kh8", "Rb8+", "Kg7", "Rb1", "Kh8"]:
        board.push_san(san)
    assert board.is_repetition(3) and board.can_claim_draw()
    assert Engine(hash=1).play(board, depth=3).move in board.legal_moves


def test_problems():
    solution = zugwerk.solve(MATE_IN_TWO, "#2")
    assert solution["keys"] == ["a7f2"] and solution.complete and solution.exit == 0
    assert Board(MATE_IN_TWO).solve("#2")["keys"] == ["a7f2"]
    assert zugwerk.solve(MATE_IN_TWO, "#1").exit == 1
    with pytest.raises(zugwerk.InputError, match="stipulation"):
        zugwerk.solve(MATE_IN_TWO, "nonsense")
    with pytest.raises(zugwerk.InputError):
        zugwerk.solve("rubbish", "#2")
    with pytest.raises(zugwerk.InputError, match="--nonsense"):
        zugwerk.solve(MATE_IN_TWO, "#2", nonsense=3)
    with pytest.raises(AttributeError, match="it has"):
        solution.nothing
    assert "<table>" in solution._repr_html_()


def test_the_past_and_the_future_of_positions():
    locked = "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0 1"
    assert zugwerk.winnable(locked).dead is True
    assert Board(locked).winnable().exit == 1
    assert zugwerk.winnable(Board(), time=5).white is True
    assert zugwerk.reachable(Board()).reachable is True
    assert zugwerk.unmoves("8/8/8/8/8/1k6/8/K1R5 b - -").unmoves


def test_sketches():
    answer = zugwerk.query("game chess\nplay f2f3 ? g2g4 ?\nexpect mate", all=True)
    assert answer.answer == "yes" and len(answer.lines) == 2
    with pytest.raises(zugwerk.InputError, match="2"):
        zugwerk.query("game chess\nplay banana\n")
    why = zugwerk.why("r3k2r/8/8/8/2b5/8/8/R3K2R w KQkq -", zugwerk.Move.from_uci("e1g1"))
    assert why.legal is False and "bishop on c4" in why.why and why.exit == 1


def test_puzzles():
    puzzle = Puzzle(KUROMASU, "kuromasu")
    assert puzzle.kind == "kuromasu" and puzzle.size == (5, 5) and "puzzle kuromasu" in puzzle.rules
    solved = puzzle.solve(unique=True)
    assert solved.status == "solved" and solved.unique is True
    assert puzzle.check(solved.answer).status == "correct"
    assert puzzle.check().exit == 1
    assert puzzle.explain(hint=True).steps
    assert puzzle.grade().difficulty in ("easy", "medium", "hard")
    assert puzzle._repr_svg_().startswith("<svg") and puzzle.svg(solved.answer) != puzzle.svg()
    assert Puzzle(puzzle.to("url")).text() == puzzle.text() == str(puzzle)
    assert str(pickle.loads(pickle.dumps(puzzle))) == str(puzzle)
    made = Puzzle.generate("sudoku", "4x4", seed=3)
    assert made.solve(unique=True).unique is True and repr(made) == "<Puzzle sudoku 4x4>"
    assert "sudoku" in [kind.kind if "kind" in kind else kind.name for kind in zugwerk.puzzle_kinds()]
    for text, kind in [("rubbish", None), (KUROMASU, "nonsense"), ("", "sudoku")]:
        with pytest.raises(zugwerk.InputError):
            Puzzle(text, kind)
    with pytest.raises(zugwerk.InputError):
        puzzle.check(["rubbish"])
    with pytest.raises(zugwerk.InputError):
        Puzzle.generate("sudoku", "0x0")


def test_rulebook_games(tmp_path):
    names = [about.name for about in zugwerk.games()]
    assert "chess" in names and "breakthrough" in names
    game = Game("breakthrough")
    state = game.start()
    assert state.perft(2) == zugwerk.ask(do="perft", depth=2, game="breakthrough").nodes
    after = state.play(state.moves()[0])
    assert after.turn != state.turn and state.record == [] and len(after.record) == 1
    assert state.outcome() is None and state.bot(nodes=200).move in state.moves()
    again = pickle.loads(pickle.dumps(after))
    assert again.position == after.position and again.record == after.record
    assert state._repr_svg_().startswith("<svg") and str(state)
    with pytest.raises(zugwerk.IllegalMoveError):
        state.play("a2-a4")
    assert state.why("a2-a4").legal is False
    rules = tmp_path / "mine.rules"
    rules.write_text((ROOT / "rulebooks/breakthrough.rules").read_text())
    assert Game.load(rules).start().perft(2) == state.perft(2)
    rules.write_text("game broken\nboard banana\n")
    with pytest.raises(zugwerk.InputError) as told:
        Game.load(rules)
    assert "mine.rules:2" in str(told.value)
    for wrong in (lambda: Game("nonsense"), lambda: Game("breakthrough", nonsense=3), lambda: game.state("rubbish")):
        with pytest.raises(zugwerk.InputError):
            wrong()


def test_a_game_to_its_end():
    state = Game("tic-tac-toe").start()
    while state.outcome() is None:
        state = state.play(state.bot("random", nodes=1).move)
    assert state.outcome().why and state.moves() == [] and state.bot() is None


LONG = {
    "solve": "zugwerk.solve('8/8/8/3k4/8/8/8/R3K2R w KQ - 0 1', '#9')",
    "engine": "zugwerk.Engine(hash=1).play(zugwerk.Board(), depth=200)",
    "perft": "zugwerk.Board().perft(12)",
    "many": "list(zugwerk.solve_many(['8/8/8/3k4/8/8/8/R3K2R w KQ - 0 1'] * 4, '#9', jobs=2))",
    "bot": "zugwerk.Game('breakthrough').start().bot(time=1000)",
    "game perft": "zugwerk.Game('breakthrough').start().perft(40)",
}


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
@pytest.mark.parametrize("work", LONG)
def test_ctrl_c(work):
    program = f"""
import threading, os, signal, zugwerk
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    {LONG[work]}
except KeyboardInterrupt:
    print("interrupted")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.stdout == "interrupted\n", done.stderr


def test_other_threads_run_meanwhile():
    ticks = 0
    done = threading.Event()

    def tick():
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    Engine(hash=1).play(Board(), time=0.3)
    done.set()
    thread.join()
    assert ticks > 3


def test_the_program():
    run = lambda *words: subprocess.run([sys.executable, "-m", "zugwerk", *words], capture_output=True, text=True)
    assert run("perft", "3").stdout == "8902\n"
    assert run("solve", MATE_IN_TWO, "#1").returncode == 1
    assert run("nonsense").returncode == 2
    done = run("solve", "rubbish", "#2")
    assert done.returncode == 2 and done.stderr.startswith("zugwerk: ")


def test_examples_of_the_documentation():
    import doctest
    import importlib

    for name in ["zugwerk", *(f"zugwerk.{n}" for n in "board engine games many pgn puzzles questions table squares".split())]:
        failed, _ = doctest.testmod(importlib.import_module(name))
        assert failed == 0, name


@pytest.mark.parametrize("module", ["zugwerk"])
def test_type_stubs(module, tmp_path):
    allowed = tmp_path / "allowed"
    allowed.write_text("zugwerk\\._zugwerk\\.__all__\nzugwerk\\.ray\nzugwerk\\.ray\\..*\nzugwerk\\.[A-H][1-8]\n")
    config = str(ROOT / "python/pyproject.toml")
    words = ["mypy.stubtest", module, "--mypy-config-file", config, "--ignore-missing-stub", "--allowlist", str(allowed), "--ignore-unused-allowlist"]
    done = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_page_about_python():
    import doctest

    failed, tried = doctest.testfile(str(ROOT / "docs/python.md"), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert tried > 20 and failed == 0
