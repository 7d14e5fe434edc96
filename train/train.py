"""Trains the evaluation network from games of self-play: see README.md beside this file."""

import argparse
import json
import time
from pathlib import Path

import torch

import curve
import games
from network import HIDDEN, SCALE, Network


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+", help="files written by `zugwerk datagen`")
    parser.add_argument("--out", default="network.bin", help="where the network goes")
    parser.add_argument("--hidden", type=int, default=HIDDEN, help="units of the hidden layer a side")
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate at the start")
    parser.add_argument("--decay", type=float, default=0.01, help="weight decay")
    parser.add_argument("--result", type=float, default=0.4, help="share of the game's result in the target")
    parser.add_argument("--held-back", type=float, default=0.02, help="share of games kept for validation")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def load(paths, held_back, device):
    """Positions for training and for validation; a game's positions are all in one of them."""
    training, validation = [], []
    for path in paths:
        read = games.read(path)
        first = max(1, int(len(read[0]) * held_back))
        validation.append(games.unpack([part[:first] for part in read], device))
        training.append(games.unpack([part[first:] for part in read], device))
    return games.Positions.join(training), games.Positions.join(validation)


def loss(network, positions, chosen, share):
    expected = torch.sigmoid(positions.score[chosen] / SCALE)
    expected = share * positions.result[chosen] + (1 - share) * expected
    found = torch.sigmoid(network(positions.own[chosen], positions.other[chosen]))
    return (found - expected).abs().pow(2.5).mean()


def train(network, training, validation, args, report):
    device = training.score.device
    steps = max(1, len(training) // args.batch)
    size = min(args.batch, len(training))
    optimiser = torch.optim.AdamW(network.parameters(), lr=args.rate, weight_decay=args.decay)
    total = steps * args.epochs
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, args.rate, total_steps=total + 1, pct_start=0.05, final_div_factor=100
    )
    rows = []
    for epoch in range(1, args.epochs + 1):
        start, seen = time.time(), torch.zeros((), device=device)
        order = torch.randperm(len(training), device=device)
        for step in range(steps):
            optimiser.zero_grad(set_to_none=True)
            value = loss(network, training, order[step * size : (step + 1) * size], args.result)
            value.backward()
            optimiser.step()
            schedule.step()
            network.clip()
            seen += value.detach()
        with torch.no_grad():
            parts = torch.arange(len(validation), device=device).split(1 << 16)
            sums = [loss(network, validation, part, args.result) * len(part) for part in parts]
        rows.append((epoch, (seen / steps).item(), (sum(sums) / len(validation)).item()))
        report(rows[-1], time.time() - start)
    return rows


def main():
    args = arguments()
    torch.manual_seed(args.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = True
    start = time.time()
    training, validation = load(args.games, args.held_back, device)
    print(f"{len(training)} + {len(validation)} positions on {device} in {time.time() - start:.1f} s")
    network = Network(args.hidden).to(device)

    def report(row, seconds):
        print("epoch {:3}  training {:.6f}  validation {:.6f}".format(*row), f" {seconds:.1f} s", flush=True)

    rows = train(network, training, validation, args, report)
    out = Path(args.out)
    out.write_bytes(network.to_bytes())
    title = f"{args.hidden} hidden, {len(training)} positions, seed {args.seed}"
    out.with_suffix(".svg").write_text(curve.svg(rows, title))
    facts = dict(vars(args), positions=len(training), validation=len(validation), losses=rows)
    facts["out"] = out.name
    facts["games"] = [Path(path).name for path in args.games]
    out.with_suffix(".json").write_text(json.dumps(facts, indent=1) + "\n")


if __name__ == "__main__":
    main()
