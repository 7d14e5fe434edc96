"""Grid puzzles of every kind."""

from __future__ import annotations

import os
from typing import Any, Optional, Union

from . import _zugwerk
from ._zugwerk import LimitReached
from .questions import Answer, ask

Rows = Union[str, list[str]]


def puzzle_kinds() -> list[Answer]:
    """The kinds of puzzles that are known by a name."""
    answer = ask(do="puzzles")
    return [Answer(kind) for kind in answer["answers"]]


class Puzzle:
    """A puzzle: an address of puzz.link, a game ID, or a text, of a kind that the text tells or that is named.

    >>> puzzle = Puzzle("5x5:a4g5_5h3a3_6b", "kuromasu")
    >>> puzzle.solve(unique=True).unique
    True
    """

    def __init__(self, text: str, kind: Optional[Union[str, os.PathLike[str]]] = None) -> None:
        name = None if kind is None else os.fspath(kind)
        rules = None
        if name is not None and name.endswith(".rules"):
            with open(name, encoding="utf-8") as file:
                rules = file.read()
        self._source = text
        self._puzzle = _zugwerk.Puzzle(text, name, rules)
        # The kind as the program finds it again: a name, or the file of its rules.
        self._question_kind = name or self._puzzle.kind

    @classmethod
    def generate(cls, kind: str, size: str, **options: Any) -> Puzzle:
        """A new puzzle with exactly one solution: ``Puzzle.generate("sudoku", "9x9", seed=7, difficulty="easy")``.

        Raises :class:`LimitReached` where none was found in time.
        """
        answer = ask(do="puzzle", verb="generate", kind=kind, size=size, **options)
        if "text" not in answer:
            raise LimitReached(f"no {kind} of {size} was found within the limits")
        return cls(answer["text"], kind)

    @property
    def kind(self) -> str:
        """What kind of puzzle it is."""
        return self._puzzle.kind

    @property
    def size(self) -> tuple[int, int]:
        """Its width and height."""
        return self._puzzle.width, self._puzzle.height

    @property
    def rules(self) -> str:
        """The text of the rules of its kind."""
        return self._puzzle.rules

    def solve(self, **options: Any) -> Answer:
        """The solution: ``unique=True`` asks whether it is the only one, ``all=True`` for all, ``certify=True`` for a proof."""
        return self._ask("solve", options)

    def explain(self, **options: Any) -> Answer:
        """The solution step by step; ``hint=True`` for the next step only."""
        return self._ask("explain", options)

    def check(self, answer: Optional[Rows] = None) -> Answer:
        """Whether an answer, rows as :meth:`solve` gives them, is right, and which laws are broken where."""
        return ask(do="puzzle", verb="check", text=self.text(answer), kind=self._question_kind)

    def grade(self, **options: Any) -> Answer:
        """How hard it is: ``difficulty`` and ``score``, from the steps of an explanation."""
        answer = self.explain(**options)
        return Answer((name, answer[name]) for name in ("exit", "difficulty", "score") if name in answer)

    def to(self, format: str) -> str:
        """The puzzle in another format: ``text``, ``url``, ``pzprv3`` or ``id``."""
        return self._ask("convert", {"to": format})["text"]

    def text(self, answer: Optional[Rows] = None) -> str:
        """The puzzle as text, with an answer where one is given."""
        return self._puzzle.text(_rows(answer))

    def svg(self, answer: Optional[Rows] = None) -> str:
        """The puzzle as SVG, with an answer where one is given."""
        return self._puzzle.svg(_rows(answer))

    def _ask(self, verb: str, options: dict[str, Any]) -> Answer:
        return ask(do="puzzle", verb=verb, text=self._question_text(), kind=self._question_kind, **options)

    def _question_text(self) -> str:
        return self._source

    def _repr_svg_(self) -> str:
        return self.svg()

    def __reduce__(self) -> Any:
        return type(self), (self._source, self._question_kind)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        width, height = self.size
        return f"<Puzzle {self.kind} {width}x{height}>"


def _rows(answer: Optional[Rows]) -> Optional[str]:
    return "\n".join(answer) + "\n" if isinstance(answer, list) else answer
