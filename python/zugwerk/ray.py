"""The same questions on many machines, with Ray: ``pip install zugwerk[ray]``.

One long-lived worker a core answers parts of the questions. Ray starts workers that died again and repeats their parts;
only a few parts are under way at once, so that neither an endless job nor a slow writer fills the memory. Ray's dashboard
shows each part by name.
"""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Callable, Optional, Union

try:
    import ray
except ImportError:  # pragma: no cover
    raise ImportError("zugwerk.ray needs Ray: pip install zugwerk[ray]") from None

from . import _zugwerk, many
from .many import Source, _encoded, _rows, _teller
from .questions import Answer

#: How many parts may wait for each worker, so that none is idle while its last part travels.
PARTS_A_WORKER = 2


@ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=-1)
class Worker:
    """Answers parts of a job; there is one for each core."""

    def __init__(self) -> None:
        self._players: dict[tuple[int, int], _zugwerk.SelfPlay] = {}

    def answers(self, questions: list[str]) -> list[str]:
        """The answers to a few questions, in order."""
        return list(_zugwerk.Answers(iter(questions), 1))

    def games(self, seed: int, nodes: int, numbers: list[int]) -> list[bytes]:
        """Games of self-play, in order."""
        player = self._players.setdefault((seed, nodes), _zugwerk.SelfPlay(seed, nodes))
        return [player.play(number) for number in numbers]

    def process(self) -> int:
        """The number of its process."""
        return os.getpid()


class Pool:
    """The workers of a cluster, one for each core or as many as are wanted."""

    def __init__(self, workers: Optional[int] = None) -> None:
        if not ray.is_initialized():
            ray.init()
        cores = int(ray.cluster_resources().get("CPU", 1))
        # A worker without a core would keep its parts waiting.
        count = max(min(workers or cores, cores), 1)
        self.workers = [Worker.remote() for _ in range(count)]  # type: ignore[attr-defined]

    def map(self, parts: Iterable[tuple[str, str, tuple[Any, ...]]]) -> Iterator[list[Any]]:
        """What the workers make of parts, in order; a part is its name, a method, and what it takes."""
        parts = iter(parts)
        idle = deque(worker for _ in range(PARTS_A_WORKER) for worker in self.workers)
        busy: dict[Any, tuple[int, Any]] = {}
        done: dict[int, Any] = {}
        asked = answered = 0
        # A part that takes long must not let the others run away from it.
        most = 8 * len(idle)
        while True:
            while idle and asked < answered + most:
                part = next(parts, None)
                if part is None:
                    break
                name, method, arguments = part
                worker = idle.popleft()
                reference = getattr(worker, method).options(name=name).remote(*arguments)
                busy[reference] = (asked, worker)
                asked += 1
            if not busy:
                return
            ready, _ = ray.wait(list(busy), num_returns=1)
            for reference in ready:
                order, worker = busy.pop(reference)
                idle.append(worker)
                done[order] = reference
            while answered in done:
                yield ray.get(done.pop(answered))
                answered += 1

    def close(self) -> None:
        """Ends the workers."""
        for worker in self.workers:
            ray.kill(worker)


def ask_many(
    asked: Source,
    *,
    workers: Optional[int] = None,
    part: int = 32,
    progress: Union[bool, Callable[[int], None]] = False,
    pool: Optional[Pool] = None,
    jobs: None = None,
) -> Iterator[Answer]:
    """As :func:`zugwerk.ask_many`, on a cluster; questions travel in parts of ``part``."""
    texts = _texts(map(_encoded, _rows(asked)), workers, part, progress, pool)
    return map(Answer, map(json.loads, texts))


def _texts(
    questions: Iterable[str],
    workers: Optional[int],
    part: int,
    progress: Union[bool, Callable[[int], None]],
    pool: Optional[Pool],
) -> Iterator[str]:
    tell = _teller(progress)
    own = pool or Pool(workers)
    rows = iter(questions)

    def parts() -> Iterator[tuple[str, str, tuple[Any, ...]]]:
        first = 1
        while some := list(islice(rows, part)):
            yield f"questions {first} to {first + len(some) - 1}", "answers", (some,)
            first += len(some)

    done = 0
    try:
        for answers in own.map(parts()):
            for answer in answers:
                done += 1
                yield answer
            tell(done)
    finally:
        if pool is None:
            own.close()


def batch(
    job: Source,
    out: Union[str, os.PathLike],
    *,
    workers: Optional[int] = None,
    part: int = 32,
    shard: Optional[tuple[int, int]] = None,
    progress: Union[bool, Callable[[int], None]] = False,
    pool: Optional[Pool] = None,
) -> dict[str, int]:
    """As :func:`zugwerk.batch`, on a cluster: the file is written here, the answers come from everywhere."""
    return many.answer_into(out, job, shard, lambda asked: _texts(asked, workers, part, progress, pool))


def datagen(
    path: Union[str, os.PathLike],
    *,
    games: int = 1000,
    nodes: int = 5000,
    seed: int = 1,
    workers: Optional[int] = None,
    part: int = 8,
    pool: Optional[Pool] = None,
) -> dict[str, int]:
    """Games of the engine against itself in a file, as ``zugwerk datagen`` plays them: the same bytes, game for game.

    The same call again goes on where the last one stopped, however that was.
    """
    player = _zugwerk.SelfPlay(seed, nodes)
    own = pool or Pool(workers)
    with open(path, "a+b") as file:
        file.seek(0)
        known = file.read()
        if not known:
            file.write(player.header())
            have: set[int] = set()
        else:
            numbers, whole = player.read(known)
            have = set(numbers)
            file.truncate(whole)
        wanted = (number for number in range(games) if number not in have)

        def parts() -> Iterator[tuple[str, str, tuple[Any, ...]]]:
            while some := list(islice(wanted, part)):
                yield f"games {some[0]} to {some[-1]}", "games", (seed, nodes, some)

        added = 0
        try:
            for played in own.map(parts()):
                for game in played:
                    file.write(game)
                file.flush()
                added += len(played)
        finally:
            if pool is None:
                own.close()
    return {"games": added, "before": len(have)}


def play_match(game: str = "chess", a: str = "bot", b: str = "random", **options: Any) -> Answer:
    """As :func:`zugwerk.play_match`, on a cluster."""
    workers, pool = options.pop("workers", None), options.pop("pool", None)

    def ask(pairs: Iterable[Mapping[str, Any]], jobs: None = None) -> Iterator[Answer]:
        return ask_many(pairs, workers=workers, part=1, pool=pool)

    return many.play_match(game, a, b, ask=ask, **options)


def annotate_folder(
    folder: Union[str, os.PathLike],
    out: Union[str, os.PathLike],
    *,
    workers: Optional[int] = None,
    pool: Optional[Pool] = None,
    **options: Any,
) -> dict[str, int]:
    """Annotates every game of the PGN files of a folder into files of the same names in another.

    Options are those of :func:`zugwerk.annotate`, such as ``depth=12``. A broken game is annotated up to its first illegal
    move and counts as an error. A file that is there already is left as it is.
    """
    from .pgn import read_pgn

    own = pool or Pool(workers)
    os.makedirs(out, exist_ok=True)
    summary = {"files": 0, "games": 0, "errors": 0}
    try:
        for name in sorted(name for name in os.listdir(folder) if name.lower().endswith(".pgn")):
            target = os.path.join(out, name)
            if os.path.exists(target):
                continue
            summary["files"] += 1
            asked = _to_annotate(read_pgn(os.path.join(folder, name)), summary, options)
            with open(target + ".part", "w", encoding="utf-8") as file:
                for answer in ask_many(asked, part=1, pool=own):
                    summary["games"] += 1
                    if "pgn" in answer:
                        file.write(answer["pgn"] + "\n")
                    else:
                        summary["errors"] += 1
            os.replace(target + ".part", target)
    finally:
        if pool is None:
            own.close()
    return summary


def _to_annotate(games: Iterable[_zugwerk.PgnGame], summary: dict[str, int], options: Mapping[str, Any]) -> Iterator[Any]:
    for game in games:
        summary["errors"] += game.error is not None
        yield {"do": "annotate", "pgn": str(game), **options}
