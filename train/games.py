"""Games of self-play, as `zugwerk datagen` writes them, unpacked into positions on the device.

All games are replayed at once, a ply at a time, so that the device does the work and Python only counts
the plies. The format stands in crates/engine/src/selfplay/record.rs.
"""

from dataclasses import dataclass

import numpy
import torch

MAGIC = b"zwgames1"
# Bytes before the first game, and words of a game before its plies.
HEADER, HEAD = 24, 3

# Codes of the pieces on a board: 0 for an empty square, then White's pawn to king and Black's.
START = [4, 2, 3, 5, 6, 3, 2, 4] + [1] * 8 + [0] * 32 + [7] * 8 + [10, 8, 9, 11, 12, 9, 8, 10]
CASTLING, EN_PASSANT = 1, 2
# Games replayed at the same time.
BATCH = 1 << 18


@dataclass
class Positions:
    """Positions to learn from, seen by the side to move and by the other side."""

    own: torch.Tensor  # [n, 64] codes, 1 to 6 the viewer's pieces, 7 to 12 the other's
    other: torch.Tensor  # the same for the other side
    score: torch.Tensor  # [n] centipawns for the side to move
    result: torch.Tensor  # [n] 0, 0.5 or 1 for the side to move

    def __len__(self):
        return len(self.score)

    @staticmethod
    def join(parts):
        fields = ("own", "other", "score", "result")
        return Positions(*(torch.cat([getattr(p, field) for p in parts]) for field in fields))

    def drawn(self, count, seed):
        """So many of the positions, or all where there are fewer, drawn by the seed.

        They lie ply by ply, so that the first of them would all be of openings.
        """
        if count >= len(self):
            return self
        generator = torch.Generator(self.score.device).manual_seed(seed)
        chosen = torch.randperm(len(self), generator=generator, device=self.score.device)[:count]
        return Positions(self.own[chosen], self.other[chosen], self.score[chosen], self.result[chosen])


@dataclass
class Games:
    """Games of a file: all words after its header, and where the plies of each game are among them."""

    words: numpy.ndarray  # uint32: a ply's move below, its score above
    starts: numpy.ndarray
    lengths: numpy.ndarray
    openings: numpy.ndarray
    points: numpy.ndarray

    def __len__(self):
        return len(self.starts)

    def part(self, first, last):
        fields = (self.starts, self.lengths, self.openings, self.points)
        return Games(self.words, *(field[first:last] for field in fields))


def read(path):
    """The games of a file."""
    data = numpy.fromfile(path, dtype=numpy.uint8)
    if data[:8].tobytes() != MAGIC:
        raise ValueError(f"{path}: not a file of self-play games")
    words = data[HEADER : HEADER + (len(data) - HEADER) // 4 * 4].view("<u4")
    view, starts, at = memoryview(words), [], HEAD
    while at <= len(words):
        plies = view[at - 1] & 0xFFFF
        if at + plies > len(words):
            break  # The writer is still at work on the last one.
        starts.append(at)
        at += plies + HEAD
    if not starts:
        raise ValueError(f"{path}: no game in it")
    starts = numpy.array(starts)
    heads = words[starts - 1]
    return Games(words, starts, heads & 0xFFFF, heads >> 16 & 255, heads >> 24)


def unpack(games, device):
    """The quiet positions of games from `read`, as `Positions` on the device."""
    parts = []
    for first in range(0, len(games), BATCH):
        parts.append(_replay(games.part(first, first + BATCH), device))
    return Positions.join(parts)


def _replay(games, device):
    def put(part):
        return torch.from_numpy(part.astype(numpy.int64)).to(device)

    first, last = games.starts[0], games.starts[-1] + games.lengths[-1]
    words = put(games.words[first:last].view(numpy.int32))
    starts, lengths, openings, points = (
        put(part) for part in (games.starts - first, games.lengths, games.openings, games.points)
    )
    board = torch.tensor(START, dtype=torch.uint8, device=device).repeat(len(games), 1)
    parts = []
    for ply in range(int(games.lengths.max())):
        word = torch.where(lengths > ply, words[(starts + ply).clamp(max=len(words) - 1)], 0)
        move, score = word & 0xFFFF, (word >> 16).float()
        white = ply % 2 == 0
        learn = ((move >= 1 << 15) & (openings <= ply)).nonzero().squeeze(1)
        half_points = points[learn].float()
        parts.append(
            Positions(
                view(board[learn], white),
                view(board[learn], not white),
                score[learn],
                (half_points if white else 2 - half_points) / 2,
            )
        )
        _play(board, move, white)
    return Positions.join(parts)


def _play(board, move, white):
    """Plays a move on each board; a move of 0 plays nothing (a1 to a1)."""
    start, target, kind = (move & 63).long(), (move >> 6 & 63).long(), move >> 12 & 7
    rows = torch.arange(len(board), device=board.device)
    piece = board[rows, start]
    castling, en_passant, promotion = kind == CASTLING, kind == EN_PASSANT, kind >= 4
    # Castling is written as the king taking its rook: both go, and come to squares of their own.
    back_rank = 0 if white else 56
    east = target > start
    king_target = torch.where(east, back_rank + 6, back_rank + 2)
    rook_target = torch.where(east, back_rank + 5, back_rank + 3)
    rook = board[rows, target]
    colour = 0 if white else 6
    placed = torch.where(promotion, (kind - 2 + colour).to(torch.uint8), piece)
    board[rows, start] = torch.where(move == 0, piece, torch.zeros_like(piece))
    c = castling.nonzero().squeeze(1)
    board[c, target[c]] = 0
    goal = torch.where(castling, king_target, target)
    board[rows, goal] = torch.where(move == 0, board[rows, goal], placed)
    board[c, rook_target[c]] = rook[c]
    e = en_passant.nonzero().squeeze(1)
    board[e, target[e] ^ 8] = 0


def view(board, white):
    """Boards as one side sees them: its own pieces first, its first rank below, its king on files a to d."""
    if not white:
        turned = board.view(-1, 8, 8).flip(1).reshape(-1, 64)
        own = turned >= 7
        board = torch.where(own, turned - 6, torch.where(turned > 0, turned + 6, turned))
    king = (board == 6).to(torch.uint8).argmax(1)
    mirrored = board.view(-1, 8, 8).flip(2).reshape(-1, 64)
    return torch.where((king % 8 > 3).unsqueeze(1), mirrored, board)
