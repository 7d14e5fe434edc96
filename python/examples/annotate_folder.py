"""Annotates every game of a folder of PGN files on a Ray cluster.

python annotate_folder.py games/ annotated/ --depth 14
"""

import argparse

import zugwerk.ray


def main(arguments=None, pool=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", help="the PGN files")
    parser.add_argument("out", help="the folder for the annotated files; those that are there are left as they are")
    parser.add_argument("--depth", type=int, default=12, help="how deep each position is searched")
    chosen = parser.parse_args(arguments)
    return zugwerk.ray.annotate_folder(chosen.folder, chosen.out, depth=chosen.depth, pool=pool)


if __name__ == "__main__":
    print(main())
