"""Board games of every kind: those that come with the program, and those that you write yourself."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Optional, Union

from . import _zugwerk
from .questions import Answer


@dataclass(frozen=True)
class GameOutcome:
    """How a game has ended: who won (``None`` for a draw), and the rule that ended it."""

    winner: Optional[str]
    why: str


@dataclass(frozen=True)
class About:
    """A game that is known by a name."""

    name: str
    title: str
    parameters: dict[str, int]


def games() -> list[About]:
    """The games that are known by a name."""
    return [About(name, title, dict(parameters)) for name, title, parameters in _zugwerk.games()]


class Game:
    """A board game: ``Game("othello")``, ``Game("hex", size=7)``, ``Game.load("mine.rules")``.

    >>> game = Game("breakthrough")
    >>> state = game.start()
    >>> state.perft(3)
    11132
    >>> state.play("a2-a3").turn != state.turn
    True
    """

    def __init__(self, name: str, **parameters: int) -> None:
        self._game = _zugwerk.Game.open(name, list(parameters.items()))
        self._source: tuple[str, Optional[str], dict[str, int]] = (name, None, parameters)

    @classmethod
    def load(cls, path: Union[str, os.PathLike[str]], **parameters: int) -> Game:
        """The game of a file of rules; a mistake in it is an :class:`InputError` with its place."""
        with open(path, encoding="utf-8") as file:
            return cls.parse(file.read(), name=os.fspath(path), **parameters)

    @classmethod
    def parse(cls, text: str, *, name: str = "rules", **parameters: int) -> Game:
        """The game of a text of rules."""
        game = cls.__new__(cls)
        game._game = _zugwerk.Game.of_rules(name, text, list(parameters.items()))
        game._source = (name, text, parameters)
        return game

    @property
    def name(self) -> str:
        """What it is called on the command line."""
        return self._game.name

    @property
    def title(self) -> str:
        """What people call it."""
        return self._game.title

    @property
    def parameters(self) -> dict[str, int]:
        """Its parameters and their values."""
        return {**dict(self._game.parameters), **self._source[2]}

    @property
    def players(self) -> tuple[str, str]:
        """The players, first the one who begins."""
        first, second = self._game.players
        return first, second

    def start(self) -> State:
        """The state in which games begin."""
        return self.state("start")

    def state(self, position: str) -> State:
        """The state of a text, as :attr:`State.position` writes it."""
        return State(self, self._game.state(position))

    def __reduce__(self) -> Any:
        return _game, self._source

    def __repr__(self) -> str:
        return f"<Game {self.title}>"


class State:
    """A state of a game; playing a move gives another one and leaves this as it is."""

    def __init__(self, game: Game, state: _zugwerk.State) -> None:
        self.game = game
        self._state = state

    @property
    def position(self) -> str:
        """The position as text."""
        return self._state.position

    @property
    def turn(self) -> str:
        """Who is to move."""
        return self._state.turn

    @property
    def record(self) -> list[str]:
        """The moves so far."""
        return self._state.record

    def moves(self) -> list[str]:
        """The legal moves, none where the game is over."""
        return self._state.moves()

    def play(self, *moves: str) -> State:
        """The state after these moves; :class:`IllegalMoveError` says by which rule one is not legal."""
        after = self._state.copy()
        for move in moves:
            after.play(move)
        return State(self.game, after)

    def outcome(self) -> Optional[GameOutcome]:
        """How the game has ended; ``None`` while it goes on."""
        end = self._state.end()
        return None if end is None else GameOutcome(*end)

    def why(self, move: str) -> Answer:
        """Whether a move is legal, and by which rule it is or is not."""
        legal, laws, why = self._state.why(move)
        return Answer(move=move, legal=legal, laws=laws, why=why)

    def perft(self, depth: int, *, threads: int = 1) -> int:
        """How many lines of `depth` moves there are."""
        return self._state.perft(depth, threads=threads)

    def bot(self, player: str = "bot", **limits: Any) -> Optional[Answer]:
        """What a player would do here, ``bot``, ``mcts``, ``alpha-beta:depth=4`` and others: ``move``, ``score``, ``line``…

        Limits are ``time`` in seconds (1 where there is no other), ``nodes`` and ``depth``. ``None`` where the game is over.
        """
        chosen = self._state.think(player, **limits)
        return None if chosen is None else Answer(chosen)

    def svg(self) -> str:
        """The board as SVG."""
        return self._state.svg()

    def _repr_svg_(self) -> str:
        return self.svg()

    def __reduce__(self) -> Any:
        return _state, (self.game, self._state.root, self.record)

    def __str__(self) -> str:
        return str(self._state)

    def __repr__(self) -> str:
        return f"<State of {self.game.title}: {self.position}>"


def _game(name: str, text: Optional[str], parameters: dict[str, int]) -> Game:
    return Game(name, **parameters) if text is None else Game.parse(text, name=name, **parameters)


def _state(game: Game, root: str, record: list[str]) -> State:
    return game.state(root).play(*record)
