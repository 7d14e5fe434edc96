"""PGN files, read as a stream."""

from __future__ import annotations

import os
from typing import Iterator, Union

from ._zugwerk import PgnGame, PgnReader


def read_pgn(path: Union[str, os.PathLike[str]]) -> Iterator[PgnGame]:
    """The games of a PGN file, one after the other, in memory for one only.

    A broken game does not end the reading: it has its moves up to the first illegal one, and ``error`` names it and its
    line.
    """
    return PgnReader.open(os.fspath(path))


def parse_pgn(text: str) -> Iterator[PgnGame]:
    """The games of a PGN text.

    >>> game = next(parse_pgn("1. f3 e5 2. g4 Qh4# 0-1"))
    >>> game.result, game.board().is_checkmate(), len(game)
    ('0-1', True, 4)
    """
    return PgnReader.of_text(text)
