"""The program `zugwerk`, as `python -m zugwerk` and as the command that the wheel installs."""

import signal
import sys

from ._zugwerk import run


def main() -> None:
    # The program listens for Ctrl-C itself.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(run(["zugwerk", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
