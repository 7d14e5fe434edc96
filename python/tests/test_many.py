"""Many questions at once: in order, resumable, whatever is in them."""

import itertools
import json
import os
import signal
import subprocess
import sys
import time

import pytest

import zugwerk

PROBLEM = "8/Q7/8/8/8/8/8/2k1K2R w K -"


def job(count):
    return [{"id": f"q{n}", "do": "solve", "fen": PROBLEM, "stipulation": "#2"} for n in range(count)]


def without_time(row):
    return {name: value for name, value in row.items() if name != "seconds"}


def rows_of(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_answers_come_in_order():
    asked = [{"id": n, "do": "perft", "depth": 4 - n % 4} for n in range(40)]
    answers = list(zugwerk.ask_many(asked, jobs=3))
    assert [answer.id for answer in answers] == list(range(40))
    assert [answer.nodes for answer in answers[:4]] == [197281, 8902, 400, 20]


def test_an_endless_iterable():
    endless = ({"id": n, "do": "perft", "depth": 1} for n in itertools.count())
    answers = zugwerk.ask_many(endless, jobs=2)
    assert [answer.id for answer in itertools.islice(answers, 200)] == list(range(200))
    answers.__iter__()


def test_bad_rows_do_not_end_the_run():
    asked = [{"do": "nonsense"}, {"do": "perft", "depth": 2}, [1, 2], object(), {"do": "solve", "fen": "x"}, {}, "{", None, {"do": "winnable", "fen": "-"}]
    answers = list(zugwerk.ask_many(asked, jobs=2))
    assert [("error" in answer, answer.get("nodes")) for answer in answers] == [
        (at != 1, 400 if at == 1 else None) for at in range(len(asked))
    ]


def test_a_source_that_fails_is_told():
    def broken():
        yield {"do": "perft", "depth": 1}
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        list(zugwerk.ask_many(broken(), jobs=2))


def test_every_question_has_its_many():
    board = zugwerk.Board()
    ones = {
        zugwerk.solve_many: [(PROBLEM, "#2"), {"fen": PROBLEM, "stipulation": "#2"}],
        zugwerk.analyse_many: ["start", board],
        zugwerk.winnable_many: [board, "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - -"],
        zugwerk.reachable_many: [board],
        zugwerk.unmoves_many: ["8/8/8/8/8/1k6/8/K1R5 b - -"],
        zugwerk.query_many: ["game chess\nplay f2f3 ? g2g4 ?\nexpect mate"],
        zugwerk.why_many: [(board, "e2e4")],
        zugwerk.perft_many: [1, 2],
        zugwerk.puzzle_many: [zugwerk.Puzzle("5x5:a4g5_5h3a3_6b", "kuromasu"), ("5x5:a4g5_5h3a3_6b", "kuromasu")],
        zugwerk.annotate_many: ["1. f3 e5 2. g4 Qh4# 0-1"],
    }
    options = {zugwerk.analyse_many: {"depth": 2}, zugwerk.annotate_many: {"depth": 2}}
    for many, things in ones.items():
        answers = list(many(things, jobs=2, **options.get(many, {})))
        assert len(answers) == len(things)
        assert not [answer for answer in answers if "error" in answer], many.__name__
    assert [a.keys() for a in zugwerk.solve_many([PROBLEM], "#2")] == [a.keys() for a in zugwerk.solve_many([(PROBLEM, "#2")])]


def test_progress_is_told():
    told = []
    list(zugwerk.perft_many([1] * 5, progress=told.append))
    assert told == [1, 2, 3, 4, 5]


def test_files(tmp_path):
    import pyarrow as pa
    import pyarrow.parquet as parquet

    rows = job(5) + [{"id": "bad", "do": "nonsense"}]
    jsonl, table = tmp_path / "job.jsonl", pa.Table.from_pylist(rows)
    jsonl.write_text("".join(json.dumps(row) + "\n" for row in rows))
    parquet.write_table(table, tmp_path / "job.parquet")
    with pa.ipc.new_file(str(tmp_path / "job.arrow"), table.schema) as file:
        file.write_table(table)
    expected = [without_time(answer) for answer in zugwerk.ask_many(rows)]
    for name in ("job.jsonl", "job.parquet", "job.arrow"):
        assert [without_time(answer) for answer in zugwerk.ask_many(tmp_path / name)] == expected
    for name in ("out.jsonl", "out.parquet", "out.arrow"):
        out = tmp_path / name
        for done in (6, 0):
            summary = zugwerk.batch(tmp_path / "job.parquet", out, jobs=2)
            assert summary == {"rows": 6, "answered": done, "errors": done // 6, "skipped": 6 - done}
    ours = [without_time(row) for row in rows_of(tmp_path / "out.jsonl")]
    assert [row["row"] for row in ours] == [1, 2, 3, 4, 5, 6]
    for columns in (parquet.read_table(tmp_path / "out.parquet"), pa.ipc.open_file(str(tmp_path / "out.arrow")).read_all()):
        assert columns.column_names == ["row", "id", "do", "exit", "error", "answer"]
        assert columns["row"].to_pylist() == [1, 2, 3, 4, 5, 6] and columns["id"].to_pylist()[-1] == "bad"
        assert json.loads(columns["answer"][0].as_py())["keys"] == ["a7f2"]
    # The command line writes the same rows.
    theirs = tmp_path / "theirs.jsonl"
    words = ["batch", str(jsonl), "--out", str(theirs), "--jobs", "2"]
    subprocess.run([sys.executable, "-m", "zugwerk", *words], check=True, capture_output=True)
    assert [without_time(row) for row in rows_of(theirs)] == ours
    # And either goes on with what the other has begun.
    lines = theirs.read_text().splitlines(keepends=True)
    theirs.write_text("".join(lines[:3]) + lines[3][:20])
    assert zugwerk.batch(jsonl, theirs)["answered"] == 3
    assert [without_time(row) for row in rows_of(theirs)] == ours


def test_shards(tmp_path):
    found = []
    for part in (1, 2, 3):
        out = tmp_path / f"{part}.jsonl"
        zugwerk.batch(job(10), out, shard=(part, 3))
        found += [row["row"] for row in rows_of(out)]
    assert sorted(found) == list(range(1, 11))
    with pytest.raises(ValueError):
        zugwerk.batch(job(1), tmp_path / "x.jsonl", shard=(4, 3))


def test_a_file_that_is_no_result_is_left_alone(tmp_path):
    out = tmp_path / "precious.txt"
    out.write_text("my notes\n")
    with pytest.raises(zugwerk.InputError, match="line 1"):
        zugwerk.batch(job(1), out)
    assert out.read_text() == "my notes\n"
    with pytest.raises(OSError):
        zugwerk.batch(tmp_path / "no such file", tmp_path / "out.jsonl")


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
@pytest.mark.parametrize("ending", ["jsonl", "parquet"])
def test_a_killed_batch_goes_on_without_loss_or_doubles(tmp_path, ending):
    jsonl, out = tmp_path / "job.jsonl", tmp_path / f"out.{ending}"
    jsonl.write_text("".join(json.dumps(row) + "\n" for row in job(1500)))
    program = f"import zugwerk; zugwerk.batch({str(jsonl)!r}, {str(out)!r}, jobs=2)"
    growing = out if ending == "jsonl" else tmp_path / "out.parquet.part.jsonl"
    for part in (1, 2):
        running = subprocess.Popen([sys.executable, "-c", program])
        lines = lambda: growing.read_bytes().count(b"\n") if growing.exists() else 0
        while lines() < 300 * part and running.poll() is None:
            time.sleep(0.002)
        running.send_signal(signal.SIGKILL)
        running.wait()
    with open(growing, "ab") as file:
        file.write(b'{"row": 99')
    assert zugwerk.batch(jsonl, out, jobs=2)["rows"] == 1500
    if ending == "jsonl":
        rows = [row["row"] for row in rows_of(out)]
    else:
        import pyarrow.parquet as parquet

        rows = parquet.read_table(out)["row"].to_pylist()
    assert sorted(rows) == list(range(1, 1501))


def test_a_match_depends_on_its_seed_alone():
    options = dict(games=8, nodes=50, seed=5)
    one = zugwerk.play_match("tic-tac-toe", "bot", "random", jobs=1, **options)
    many = zugwerk.play_match("tic-tac-toe", "bot", "random", jobs=3, **options)
    assert one == many and one.games == 8 and one.wins + one.draws + one.losses == 8 and sum(one.pairs) == 4
    with pytest.raises(ValueError):
        zugwerk.play_match(games=3)
    with pytest.raises(zugwerk.InputError):
        zugwerk.play_match("nonsense", games=2)


def test_answers_of_another_job_are_not_taken_for_its_own(tmp_path):
    for ending in ("jsonl", "parquet"):
        out = tmp_path / f"out.{ending}"
        zugwerk.batch([{"do": "perft", "depth": 1, "id": number} for number in range(3)], out)
        with pytest.raises(zugwerk.InputError, match="another job: its answer to row 2"):
            zugwerk.batch([{"do": "perft", "depth": 1, "id": number} for number in (0, 7, 2)], out)
