"""Trains the evaluation network from games of self-play: see README.md beside this file."""

import argparse
import json
import math
import time
from pathlib import Path

import torch

import curve
import games
from network import HIDDEN, SCALE, Network


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+", help="files written by `zugwerk datagen` or by gpu/selfplay")
    parser.add_argument("--out", default="network.bin", help="where the network goes")
    parser.add_argument("--start", help="a network to begin with instead of a random one")
    parser.add_argument("--hidden", type=int, default=HIDDEN, help="units of the hidden layer a side")
    parser.add_argument("--epochs", type=float, default=40)
    parser.add_argument("--rows", type=int, default=40, help="how often losses are noted")
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate at the start")
    parser.add_argument("--decay", type=float, default=0.01, help="weight decay")
    parser.add_argument("--result", type=float, default=0.4, help="share of the game's result in the target, at the end")
    parser.add_argument("--result-start", type=float, help="the same at the start, where it differs")
    parser.add_argument("--positions", type=int, help="learn from no more than so many positions, drawn at random")
    parser.add_argument("--held-back", type=float, default=0.02, help="share of games kept for validation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=float, help="seconds of training in all, instead of epochs: measured at the start")
    parser.add_argument("--seconds", type=float, default=math.inf, help="stop after this time; the same command goes on")
    return parser.parse_args()


def load(paths, held_back, device):
    """Positions for training and for validation; a game's positions are all in one of them."""
    training, validation = [], []
    for path in paths:
        read = games.read(path)
        first = max(1, int(len(read) * held_back))
        validation.append(games.unpack(read.part(0, first), device))
        training.append(games.unpack(read.part(first, len(read)), device))
    return games.Positions.join(training), games.Positions.join(validation)


def loss(network, positions, chosen, share):
    expected = torch.sigmoid(positions.score[chosen] / SCALE)
    expected = share * positions.result[chosen] + (1 - share) * expected
    found = torch.sigmoid(network(positions.own[chosen], positions.other[chosen]))
    return (found - expected).abs().pow(2.5).mean()


# Steps between which the time of a step is measured, where there is a budget.
MEASURED_FROM, MEASURED_TO = 50, 250


class Run:
    """A training run: what it takes to go on with it after a break."""

    def __init__(self, network, training, validation, args):
        self.network, self.training, self.validation, self.args = network, training, validation, args
        self.size = min(args.batch, len(training))
        self.total = max(1, round(len(training) * args.epochs / self.size))
        options = {"fused": True} if training.score.is_cuda else {}
        self.optimiser = torch.optim.AdamW(network.parameters(), lr=args.rate, weight_decay=args.decay, **options)
        self.step, self.rows, self.measured = 0, [], 0.0

    def measure(self):
        """Finds out how many steps the budget of seconds allows."""
        if self.training.score.is_cuda:
            torch.cuda.synchronize()
        now = time.time()
        if self.step == MEASURED_TO:
            a_step = (now - self.measured) / (MEASURED_TO - MEASURED_FROM)
            self.total = max(self.step + 1, int(self.args.budget / a_step))
        self.measured = now

    def rate(self):
        """Up in the first 2 % of the steps, then down along a cosine."""
        done = self.step / self.total
        fall = 0.01 + 0.99 * (1 + math.cos(math.pi * done)) / 2
        return self.args.rate * min(fall, (done + 1e-4) / 0.02)

    def share(self):
        """The result's share of the target."""
        start = self.args.result if self.args.result_start is None else self.args.result_start
        return start + (self.args.result - start) * self.step / self.total

    def order(self, epoch):
        """A shuffled order that depends on the seed and the epoch alone."""
        device = self.training.score.device
        generator = torch.Generator(device).manual_seed(1000 * self.args.seed + epoch)
        return torch.randperm(len(self.training), generator=generator, device=device)

    def validate(self):
        with torch.no_grad():
            parts = torch.arange(min(len(self.validation), 1 << 20), device=self.validation.score.device).split(1 << 14)
            sums = [loss(self.network, self.validation, part, self.args.result) * len(part) for part in parts]
        return (sum(sums) / sum(map(len, parts))).item()

    def go(self, until, report):
        """Trains to the end, or until this time; whether the end was reached."""
        steps = len(self.training) // self.size
        order, order_of = None, None
        start, seen, count = time.time(), torch.zeros((), device=self.training.score.device), 0
        while self.step < self.total:
            if order_of != self.step // steps:
                order_of = self.step // steps
                order = self.order(order_of)
            at = self.step % steps * self.size
            for group in self.optimiser.param_groups:
                group["lr"] = self.rate()
            self.optimiser.zero_grad(set_to_none=True)
            value = loss(self.network, self.training, order[at : at + self.size], self.share())
            value.backward()
            self.optimiser.step()
            self.network.clip()
            seen += value.detach()
            self.step += 1
            count += 1
            if self.args.budget and self.step in (MEASURED_FROM, MEASURED_TO):
                self.measure()
            is_row = self.step * self.args.rows // self.total > len(self.rows)
            if is_row:
                self.rows.append((self.step * self.size / len(self.training), (seen / count).item(), self.validate()))
                report(self.rows[-1], time.time() - start)
                start, seen, count = time.time(), torch.zeros_like(seen), 0
            if (is_row or self.step % 256 == 0) and time.time() > until and self.step < self.total:
                return False
        return True

    def save(self, path):
        state = {"network": self.network.state_dict(), "optimiser": self.optimiser.state_dict()}
        torch.save(dict(state, step=self.step, rows=self.rows, total=self.total), path)

    def restore(self, path):
        state = torch.load(path, map_location=self.training.score.device)
        self.network.load_state_dict(state["network"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.step, self.rows, self.total = state["step"], state["rows"], state["total"]


def main():
    args = arguments()
    started = time.time()
    torch.manual_seed(args.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = True
    training, validation = load(args.games, args.held_back, device)
    if args.positions is not None:
        training = training.drawn(args.positions, args.seed)
    print(f"{len(training)} + {len(validation)} positions on {device} in {time.time() - started:.1f} s", flush=True)
    network = Network.from_bytes(Path(args.start).read_bytes()) if args.start else Network(args.hidden)
    run = Run(network.to(device), training, validation, args)
    out = Path(args.out)
    unfinished = out.with_suffix(".part")
    if unfinished.exists():
        run.restore(unfinished)
        print(f"going on at step {run.step} of {run.total}")

    def report(row, seconds):
        print("epoch {:6.2f}  training {:.6f}  validation {:.6f}".format(*row), f" {seconds:.1f} s", flush=True)

    if not run.go(started + args.seconds, report):
        run.save(unfinished)
        print(f"stopped at step {run.step} of {run.total}; the same command goes on")
        return
    unfinished.unlink(missing_ok=True)
    out.write_bytes(run.network.to_bytes())
    title = f"{network.hidden.shape[1]} hidden, {len(training)} positions, seed {args.seed}"
    out.with_suffix(".svg").write_text(curve.svg(run.rows, title))
    facts = dict(vars(args), positions=len(training), validation=len(validation), losses=run.rows)
    del facts["seconds"]
    facts["out"] = out.name
    facts["start"] = args.start and Path(args.start).name
    facts["games"] = [Path(path).name for path in args.games]
    out.with_suffix(".json").write_text(json.dumps(facts, indent=1) + "\n")


if __name__ == "__main__":
    main()
