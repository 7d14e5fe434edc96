"""Tests of the training program, on the processor and on games small enough for it.

`ZUGWERK=path/to/zugwerk python3 -m unittest` from this folder; the program plays the games, and its
own evaluation is compared with the network's.
"""

import math
import os
import subprocess
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

import torch

import curve
import games
import network
import train

ZUGWERK = os.environ.get("ZUGWERK", "../target/debug/zugwerk")
LETTERS = ".PNBRQKpnbrqk"
# Few units, for speed.
HIDDEN = 64


def move(text, kind=0, quiet=True):
    start, target = ((ord(square[0]) - 97) + 8 * (int(square[1]) - 1) for square in (text[:2], text[2:]))
    return start | target << 6 | kind << 12 | quiet << 15


def record(moves, points, opening=0):
    body = b"".join(m.to_bytes(2, "little") + (10 * n).to_bytes(2, "little") for n, m in enumerate(moves))
    return bytes(8) + len(moves).to_bytes(2, "little") + bytes([opening, points]) + body


def write(folder, records):
    path = Path(folder) / "games.bin"
    path.write_bytes(games.MAGIC + bytes(16) + b"".join(records))
    return path


def placement(view):
    rows = ["".join(LETTERS[code] for code in view[8 * rank : 8 * rank + 8]) for rank in reversed(range(8))]
    return "/".join(rows)


def from_fen(fen):
    board = []
    for row in reversed(fen.split()[0].split("/")):
        for letter in row:
            board += [0] * int(letter) if letter.isdigit() else [LETTERS.index(letter)]
    return torch.tensor([board], dtype=torch.uint8)


class Games(unittest.TestCase):
    def unpack(self, *records):
        with tempfile.TemporaryDirectory() as folder:
            return games.unpack(games.read(write(folder, records)), "cpu")

    def test_every_kind_of_move_is_replayed(self):
        # 1.e4 a6 2.e5 d5 3.exd6 e.p. Nf6 4.dxc7 Nc6 5.cxd8=N Kxd8 6.Nf3 Bd7 7.Be2 Kc8 8.O-O, and Black to move
        moves = [move("e2e4"), move("a7a6"), move("e4e5"), move("d7d5"), move("e5d6", 2), move("g8f6")]
        moves += [move("d6c7"), move("b8c6"), move("c7d8", 4), move("e8d8"), move("g1f3"), move("c8d7")]
        moves += [move("f1e2"), move("d8c8"), move("e1h1", 1), move("h7h6")]
        found = self.unpack(record(moves, 2))
        self.assertEqual(len(found), 16)
        # Black sees its own pieces in capitals, its first rank below, and its king, on c8, where it is.
        expected = "rnbq.rk./ppppbppp/.....n../......../......../P.N..N../.P.BPPPP/R.K..B.R"
        self.assertEqual(placement(found.own[15].tolist()), expected)
        self.assertEqual(found.result[14:].tolist(), [1, 0])
        self.assertEqual(found.score[15].item(), 150)

    def test_a_king_on_the_right_is_seen_on_the_left(self):
        start = self.unpack(record([move("e2e4"), move("e7e5")], 1))
        self.assertEqual(placement(start.own[0].tolist())[-8:], "RNBKQBNR")
        self.assertTrue(torch.equal(start.own[0], start.other[0]))

    def test_queen_side_castling_and_a_queen(self):
        moves = [move(m) for m in "a2a4 b7b5 a4b5 a7a6 b5a6 b8c6 a6a7 c8b7 b2b3 d7d6 c1b2 d8d7 b1c3".split()]
        moves += [move("e8a8", 1), move("d2d3"), move("e7e6"), move("d1d2"), move("h7h6")]
        moves += [move("a7a8", 7), move("c6b8"), move("e1a1", 1), move("h6h5")]
        found = self.unpack(record(moves, 1))
        expected = "..kr.bnr/.bpqpppp/.pnp..../......../......../...PP..P/.BPQ.PP./qNKR.BNR"
        self.assertEqual(placement(found.own[21].tolist()), expected)

    def test_openings_unquiet_positions_and_padding_are_left_out(self):
        long = record([move("g1f3"), move("g8f6"), move("f3g1"), move("f6g8", quiet=False)], 1, opening=1)
        short = record([move("e2e4")], 0)
        found = self.unpack(long, short)
        self.assertEqual(sorted(found.score.tolist()), [0, 10, 20])

    def test_positions_are_drawn_from_all_plies_and_by_the_seed_alone(self):
        shuttle = [move("g1f3"), move("g8f6"), move("f3g1"), move("f6g8")]
        found = self.unpack(*(record(100 * shuttle, 1) for _ in range(3)))
        some = found.drawn(200, 5)
        self.assertEqual(len(some), 200)
        # The score tells the ply: none is there more often than games have it, and late ones are there too.
        scores = some.score.tolist()
        self.assertLessEqual(max(scores.count(score) for score in scores), 3)
        self.assertGreater(max(scores), 0.8 * found.score.max().item())
        self.assertTrue(torch.equal(some.own, found.drawn(200, 5).own) and torch.equal(some.score, found.drawn(200, 5).score))
        self.assertNotEqual(scores, found.drawn(200, 6).score.tolist())
        self.assertEqual(len(found.drawn(5000, 1)), len(found))

    def test_other_files_are_refused_and_a_torn_end_is_ignored(self):
        with tempfile.TemporaryDirectory() as folder:
            path = write(folder, [record([move("e2e4")], 1)])
            whole = path.read_bytes()
            path.write_bytes(whole + whole[24:-1])
            self.assertEqual(len(games.read(path)), 1)
            path.write_bytes(b"x" + whole)
            self.assertRaises(ValueError, games.read, path)


class Training(unittest.TestCase):
    """One short run over games of the program itself."""

    @classmethod
    def setUpClass(cls):
        torch.manual_seed(7)
        cls.folder = tempfile.TemporaryDirectory()
        path = Path(cls.folder.name) / "games.bin"
        subprocess.run([ZUGWERK, "datagen", path, "--games", "24", "--nodes", "60"], check=True, stdout=subprocess.DEVNULL)
        training, validation = train.load([path], 0.1, "cpu")
        cls.network = network.Network(HIDDEN)
        cls.settings = SimpleNamespace(
            batch=128, rate=3e-3, decay=0.01, epochs=6, rows=6, result=0.3, result_start=0.2, seed=1, budget=None
        )
        cls.positions = training, validation
        run = train.Run(cls.network, training, validation, cls.settings)
        assert run.go(math.inf, lambda *_: None)
        cls.rows = run.rows
        cls.file = Path(cls.folder.name) / "network.bin"
        cls.file.write_bytes(cls.network.to_bytes())

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_the_loss_falls(self):
        self.assertLess(self.rows[-1][1], 0.9 * self.rows[0][1])

    def test_a_run_that_was_broken_off_ends_like_one_that_was_not(self):
        """Steps in any number of sittings give the same network, to the last bit."""
        settings = SimpleNamespace(**dict(vars(self.settings), epochs=1))
        ends = []
        for sittings in (1, 2):
            torch.manual_seed(3)
            run = train.Run(network.Network(HIDDEN), *self.positions, settings)
            path = Path(self.folder.name) / "unfinished.part"
            if sittings == 2:
                self.assertFalse(run.go(0, lambda *_: None))
                self.assertLess(run.step, run.total)
                run.save(path)
                run = train.Run(network.Network(HIDDEN), *self.positions, settings)
                run.restore(path)
            self.assertTrue(run.go(math.inf, lambda *_: None))
            ends.append(run.network.to_bytes())
        self.assertEqual(ends[0], ends[1])

    def test_the_gradient_is_that_of_the_formula(self):
        """The hand-made gradient against the one that PyTorch finds, where rounding changes nothing."""
        torch.manual_seed(5)
        made = network.Network(32)
        with torch.no_grad():
            for weights, one in ((made.hidden, 255), (made.hidden_bias, 255), (made.output, 64), (made.output_bias, 255 * 64)):
                weights.copy_(network.rounded(weights * 3, one))
        own, other = (part[:200] for part in (self.positions[0].own, self.positions[0].other))
        plain = [part.detach().clone().requires_grad_() for part in made.parameters()]
        sides = [network.inputs(view).float() @ plain[0] + plain[1] for view in (own, other)]
        bucket = ((own > 0).sum(1) - 2) // 4
        hidden = torch.cat(sides, 1)
        # Where a unit is exactly at 1, its slope is that of the flat part.
        clipped = torch.where(hidden < 1 - 1e-5, hidden.clamp(min=0), torch.ones(()))
        expected = (clipped.square() * plain[2][bucket]).sum(1) + plain[3][bucket]
        found = made(own, other)
        self.assertTrue(torch.allclose(found, expected, atol=1e-5))
        found.square().sum().backward()
        expected.square().sum().backward()
        for mine, reference in zip(made.parameters(), plain):
            self.assertTrue(torch.allclose(mine.grad, reference.grad, rtol=1e-3, atol=1e-4))

    def test_the_program_finds_the_same_values(self):
        fens = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r1bqk2r/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 b kq - 0 1",
            "8/2k2p2/1p4p1/p1n1p3/P3P1P1/1P1R1P2/1K6/8 w - - 0 40",
            "2kr3r/ppp2ppp/2n1b3/8/3PP3/2N2N2/PP3PPP/2KR3R b - - 0 1",
        ]
        talk = f"setoption name EvalFile value {self.file}\n"
        talk += "".join(f"position fen {fen}\neval\n" for fen in fens) + "quit\n"
        said = subprocess.run([ZUGWERK, "uci"], input=talk, capture_output=True, text=True, check=True).stdout
        found = [float(line.split()[1]) * 100 for line in said.splitlines() if line.startswith("Evaluation")]
        self.assertEqual(len(found), len(fens))
        for fen, value in zip(fens, found):
            white = " w " in fen
            board = from_fen(fen)
            with torch.no_grad():
                output = self.network(games.view(board, white), games.view(board, not white)).item()
            expected = output * network.SCALE * (1 if white else -1)
            self.assertAlmostEqual(value, expected, delta=2, msg=fen)

    def test_a_network_is_read_as_it_was_written(self):
        data = self.file.read_bytes()
        self.assertEqual(network.Network.from_bytes(data).to_bytes(), data)
        self.assertRaises(ValueError, network.Network.from_bytes, data[:-1] + b"x")

    def test_a_changed_file_is_refused(self):
        data = bytearray(self.file.read_bytes())
        data[1000] ^= 1
        broken = Path(self.folder.name) / "broken.bin"
        broken.write_bytes(data)
        talk = f"setoption name EvalFile value {broken}\nquit\n"
        said = subprocess.run([ZUGWERK, "uci"], input=talk, capture_output=True, text=True, check=True).stdout
        self.assertIn("checksum", said)

    def test_the_curve_is_a_picture(self):
        picture = curve.svg(self.rows, "a title")
        self.assertEqual(picture.count("<polyline"), 2)


if __name__ == "__main__":
    unittest.main()
