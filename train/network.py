"""The network: 768 inputs a side, one hidden layer that both sides share, one output by phase.

It is trained with the rounding it will have as whole numbers, so that nothing is lost when it is
written. The file is read by crates/engine/src/evaluation/network.
"""

import struct
import zlib

import torch
from torch import nn

INPUTS = 768
# Units of the hidden layer that the program expects.
HIDDEN = 256
BUCKETS = 8
# One unit of the hidden layer, one unit of an output weight, and centipawns to one unit of output.
HIDDEN_ONE, OUTPUT_ONE, SCALE = 255, 64, 400
# Weights beyond this would not fit their whole numbers.
LARGEST = 127 / OUTPUT_ONE
MAGIC = b"zwnet001"


def rounded(weights, one):
    """Weights as the whole numbers have them; the gradient passes as if they were not rounded."""
    return weights + ((weights * one).round() / one - weights).detach()


def inputs(view):
    """[n, 64] codes as [n, 768] ones and noughts: by man, then by square."""
    men = torch.arange(1, 13, device=view.device, dtype=view.dtype)
    return (view.unsqueeze(1) == men.view(1, 12, 1)).reshape(len(view), INPUTS)


class Network(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.hidden = nn.Parameter(torch.empty(INPUTS, hidden).uniform_(-0.08, 0.08))
        self.hidden_bias = nn.Parameter(torch.zeros(hidden))
        bound = (2 * hidden) ** -0.5
        self.output = nn.Parameter(torch.empty(BUCKETS, 2 * hidden).uniform_(-bound, bound))
        self.output_bias = nn.Parameter(torch.zeros(BUCKETS))

    def forward(self, own, other):
        """Values for the side to move, in units of SCALE centipawns."""
        weights = rounded(self.hidden, HIDDEN_ONE)
        bias = rounded(self.hidden_bias, HIDDEN_ONE)
        sides = [inputs(view).to(weights.dtype) @ weights + bias for view in (own, other)]
        active = torch.cat(sides, 1).clamp(0, 1).square()
        bucket = (((own > 0).sum(1) - 2) // 4).clamp(0, BUCKETS - 1)
        output = rounded(self.output, OUTPUT_ONE)[bucket]
        output_bias = rounded(self.output_bias, HIDDEN_ONE * OUTPUT_ONE)[bucket]
        return (active * output).sum(1) + output_bias

    @torch.no_grad()
    def clip(self):
        """Keeps the weights where whole numbers can follow."""
        self.hidden.clamp_(-LARGEST, LARGEST)
        self.output.clamp_(-LARGEST, LARGEST)

    @torch.no_grad()
    def to_bytes(self):
        def whole(weights, one, kind):
            return (weights * one).round().to(kind).cpu().numpy().tobytes()

        body = MAGIC + struct.pack("<II", self.hidden.shape[1], BUCKETS)
        body += whole(self.hidden, HIDDEN_ONE, torch.int16)
        body += whole(self.hidden_bias, HIDDEN_ONE, torch.int16)
        body += whole(self.output, OUTPUT_ONE, torch.int16)
        body += whole(self.output_bias, HIDDEN_ONE * OUTPUT_ONE, torch.int32)
        return body + struct.pack("<I", zlib.crc32(body))
