"""A cluster of two nodes on this machine: the same bytes as one process, even if a worker dies."""

import json
import os
import signal
import subprocess
import sys

import pytest

import zugwerk

ray = pytest.importorskip("ray", reason="Ray is not installed; pip install zugwerk[ray]")

JOB = [
    question
    for n in range(60)
    for question in (
        {"id": n, "do": "perft", "depth": 1 + n % 4},
        {"id": n, "do": "why", "fen": "start", "move": "e2e4"},
        {"id": n, "do": "unmoves", "fen": "8/8/8/8/8/1k6/8/K1R5 b - -"},
        {"id": n, "do": "nonsense"},
    )
]


@pytest.fixture(scope="module")
def cluster():
    from ray.cluster_utils import Cluster

    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    node = {"num_cpus": 1, "include_dashboard": False, "object_store_memory": 80 << 20}
    cluster = Cluster(initialize_head=True, head_node_args=node)
    node.pop("include_dashboard")
    cluster.add_node(**node)
    cluster.wait_for_nodes()
    ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
    yield cluster
    ray.shutdown()
    cluster.shutdown()


@pytest.fixture(scope="module")
def pool(cluster):
    from zugwerk.ray import Pool

    pool = Pool()
    assert len(pool.workers) == 2
    yield pool
    pool.close()


def sorted_lines(path):
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for line in lines:
        line.pop("seconds", None)
    return sorted(json.dumps(line) for line in lines)


def test_a_killed_worker_changes_nothing(pool, tmp_path):
    import zugwerk.ray

    alone, together = tmp_path / "alone.jsonl", tmp_path / "together.jsonl"
    zugwerk.batch(JOB, alone, jobs=1)
    victims = [ray.get(worker.process.remote()) for worker in pool.workers]
    assert len(set(victims)) == 2

    def kill_one(done):
        if victims and done >= len(JOB) // 3:
            os.kill(victims.pop(), signal.SIGKILL)
            victims.clear()

    summary = zugwerk.ray.batch(JOB, together, part=8, progress=kill_one, pool=pool)
    assert victims == [] and summary["answered"] == len(JOB) and summary["errors"] == 60
    assert sorted_lines(together) == sorted_lines(alone)
    assert zugwerk.ray.batch(JOB, together, pool=pool)["skipped"] == len(JOB)


def test_answers_come_in_order_and_to_parquet(pool, tmp_path):
    import pyarrow.parquet as parquet

    import zugwerk.ray

    answers = list(zugwerk.ray.ask_many(JOB[:40], part=3, pool=pool))
    assert [answer.get("id") for answer in answers] == [question["id"] for question in JOB[:40]]
    zugwerk.ray.batch(JOB, tmp_path / "out.parquet", part=16, pool=pool)
    assert parquet.read_table(tmp_path / "out.parquet")["row"].to_pylist() == list(range(1, len(JOB) + 1))


def test_datagen_writes_the_bytes_of_the_program(pool, tmp_path):
    import zugwerk.ray

    ours, theirs = tmp_path / "ours.bin", tmp_path / "theirs.bin"
    limits = {"nodes": 40, "seed": 3}
    assert zugwerk.ray.datagen(ours, games=4, pool=pool, part=2, **limits) == {"games": 4, "before": 0}
    ours.write_bytes(ours.read_bytes()[:-7])
    assert zugwerk.ray.datagen(ours, games=6, pool=pool, part=2, **limits) == {"games": 3, "before": 3}
    words = ["datagen", str(theirs), "--games", "6", "--nodes", "40", "--seed", "3"]
    subprocess.run([sys.executable, "-m", "zugwerk", *words], check=True, capture_output=True)
    assert ours.read_bytes() == theirs.read_bytes()
    with pytest.raises(zugwerk.InputError):
        zugwerk.ray.datagen(ours, games=6, pool=pool, nodes=41, seed=3)


def test_a_match(pool):
    import zugwerk.ray

    options = dict(games=6, nodes=30, seed=2)
    assert zugwerk.ray.play_match("tic-tac-toe", "bot", "random", pool=pool, **options) == zugwerk.play_match(
        "tic-tac-toe", "bot", "random", jobs=1, **options
    )


def test_the_examples(pool, tmp_path):
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))
    import annotate_folder
    import grade_puzzles

    games = tmp_path / "games"
    games.mkdir()
    (games / "a.pgn").write_text("1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 e5 2. Nf3 *\n")
    (games / "b.pgn").write_text("1. d4 d5 *\n\n1. d4 Ke7 *\n")
    summary = annotate_folder.main([str(games), str(tmp_path / "annotated"), "--depth", "2"], pool)
    assert summary == {"files": 2, "games": 4, "errors": 1}
    assert (tmp_path / "annotated" / "a.pgn").read_text().count("[%eval") == 7
    grades = grade_puzzles.main(["sudoku", "4x4", "6", str(tmp_path / "grades.parquet")], pool)
    assert grades["answered"] == 6 and grades["errors"] == 0
