"""Tests of the GPU's self-play, compiled as plain C++: the same source with warps of a single lane."""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import torch

import games
import network

ZUGWERK = os.environ.get("ZUGWERK", "../target/debug/zugwerk")
SOURCE = Path(__file__).parent / "gpu" / "selfplay.cu"
HIDDEN = 256

PERFT = """\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902 ;D4 197281
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 ;D1 48 ;D2 2039 ;D3 97862
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 ;D1 14 ;D2 191 ;D3 2812 ;D4 43238
r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1 ;D1 6 ;D2 264 ;D3 9467
rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8 ;D1 44 ;D2 1486 ;D3 62379
"""
# The program knows a lone king, and a lone pawn, without the network: neither may be among them.
FENS = """\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1
r1bq1r1k/1pp1n1pp/1p1p4/4p2Q/4PpP1/1BNP4/PPP2P1P/3R1RK1 b - g3 0 14
8/5k2/4p3/8/4P3/4K3/8/8 w - - 0 1
3r2k1/1p3ppp/2pq4/p1n5/P6P/1P6/1PB2QP1/1K2R3 b - - 0 1
"""


class SelfPlay(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        torch.manual_seed(9)
        cls.folder = tempfile.TemporaryDirectory()
        cls.program = cls.path("selfplay")
        command = ["c++", "-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas", f"-DHIDDEN={HIDDEN}"]
        subprocess.run(command + ["-pthread", "-x", "c++", SOURCE, "-o", cls.program], check=True)
        cls.network = cls.path("network.bin")
        cls.network.write_bytes(network.Network(HIDDEN).to_bytes())

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def path(cls, name):
        return Path(cls.folder.name) / name

    def run_it(self, *words, code=0):
        done = subprocess.run([self.program, *words], capture_output=True, text=True)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout

    def test_the_moves_are_those_of_the_rules(self):
        self.path("perft.epd").write_text(PERFT)
        self.assertIn("17 counts, 426453 leaves, 0 wrong", self.run_it("perft", self.path("perft.epd"), "200000"))
        self.path("wrong.epd").write_text(PERFT.replace("8902", "8903"))
        self.assertIn("1 wrong", self.run_it("perft", self.path("wrong.epd"), "200000", code=1))

    def test_the_values_are_those_of_the_program(self):
        self.path("fens").write_text(FENS)
        found = [int(line) for line in self.run_it("values", self.network, self.path("fens")).split()]
        talk = f"setoption name EvalFile value {self.network}\n"
        talk += "".join(f"position fen {fen}\neval\n" for fen in FENS.splitlines()) + "quit\n"
        said = subprocess.run([ZUGWERK, "uci"], input=talk, capture_output=True, text=True, check=True).stdout
        white = [round(100 * float(value)) for value in re.findall(r"^Evaluation: (\S+)", said, re.M)]
        turns = [1 if " w " in fen else -1 for fen in FENS.splitlines()]
        self.assertEqual(found, [value * turn for value, turn in zip(white, turns)])

    def test_games_are_whole_and_legal_and_depend_on_their_number_alone(self):
        def play(name, *options):
            path = self.path(name)
            self.run_it("play", self.network, path, "--nodes", "40", "--seed", "5", "--room", "1", *options)
            return path

        path = play("games.bin", "--games", "6")
        done = subprocess.run([ZUGWERK, "datagen", "verify", path], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("6 games, all whole, legal", done.stdout)
        read = games.read(path)
        self.assertEqual(len(read), 6)
        self.assertGreater(len(games.unpack(read, "cpu")), 50)
        again = games.read(play("last.bin", "--first", "4", "--games", "2"))
        first = read.starts[4]
        self.assertEqual(read.words[first:].tolist(), again.words[again.starts[0] :].tolist())

    def test_nonsense_is_refused(self):
        self.run_it("play", self.network, self.path("x"), "--nods", "4", code=2)
        self.run_it("values", self.path("perft.epd"), self.path("fens"), code=2)
        self.path("fens").write_text("no position\n")
        self.run_it("values", self.network, self.path("fens"), code=2)


if __name__ == "__main__":
    unittest.main()
