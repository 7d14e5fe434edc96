"""Makes puzzles and grades them on a Ray cluster: a million if you like.

python grade_puzzles.py sudoku 9x9 1000000 grades.parquet
"""

import argparse

import zugwerk.ray


def main(arguments=None, pool=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", help="the kind of puzzle, as zugwerk puzzles lists them")
    parser.add_argument("size", help="width x height")
    parser.add_argument("count", type=int, help="how many puzzles")
    parser.add_argument("out", help="a Parquet or JSONL file; the same command again goes on with it")
    chosen = parser.parse_args(arguments)
    # A puzzle is graded as it is made; the seed is its number, so that every run makes the same puzzles.
    wish = {"do": "puzzle", "verb": "generate", "kind": chosen.kind, "size": chosen.size}
    questions = ({**wish, "seed": seed, "id": seed} for seed in range(1, chosen.count + 1))
    return zugwerk.ray.batch(questions, chosen.out, progress=True, pool=pool)


if __name__ == "__main__":
    print(main())
