"""The network: 768 inputs a side, one hidden layer that both sides share, one output by phase.

It is trained with the rounding it will have as whole numbers, so that nothing is lost when it is
written. The file is read by crates/engine/src/evaluation/network.
"""

import struct
import zlib

import torch
from torch import nn

INPUTS = 768
# Units of the hidden layer; the program takes networks of no more than this.
HIDDEN = 1024
BUCKETS = 8
# One unit of the hidden layer, one unit of an output weight, and centipawns to one unit of output.
HIDDEN_ONE, OUTPUT_ONE, SCALE = 255, 64, 400
# Weights beyond this would not fit their whole numbers.
LARGEST = 127 / OUTPUT_ONE
MAGIC = b"zwnet001"


def rounded(weights, one):
    """Weights as the whole numbers have them."""
    return (weights * one).round() / one


def inputs(view):
    """[n, 64] codes as [n, 768] ones and noughts: by piece, then by square."""
    pieces = torch.arange(1, 13, device=view.device, dtype=view.dtype)
    return (view.unsqueeze(1) == pieces.view(1, 12, 1)).reshape(len(view), INPUTS)


class Layers(torch.autograd.Function):
    """Both layers with rounded weights; the gradient passes as if they were not rounded.

    On a GPU the wide products are of half precision: ones, noughts and whole numbers below 2048 are exact in it, so
    the hidden layer is what the program has. The gradient is scaled up on its way so that nothing vanishes.
    """

    @staticmethod
    def forward(ctx, own, other, bucket, hidden, hidden_bias, output, output_bias):
        kind = torch.float16 if hidden.is_cuda else torch.float32
        ones = torch.cat([inputs(own), inputs(other)]).to(kind)
        weights, bias = ((part * HIDDEN_ONE).round().to(kind) for part in (hidden, hidden_bias))
        clipped = torch.addmm(bias, ones, weights).clamp_(0, HIDDEN_ONE).mul_(1 / HIDDEN_ONE)
        active = clipped * clipped
        units = hidden.shape[1]
        output = rounded(output, OUTPUT_ONE)
        size = len(own)
        outputs = active[:size].float() @ output[:, :units].T + active[size:].float() @ output[:, units:].T
        outputs += rounded(output_bias, HIDDEN_ONE * OUTPUT_ONE)
        ctx.save_for_backward(ones, bucket, clipped, active, output)
        return outputs.gather(1, bucket.unsqueeze(1)).squeeze(1)

    @staticmethod
    def backward(ctx, gradient):
        ones, bucket, clipped, active, output = ctx.saved_tensors
        size, units = len(bucket), clipped.shape[1]
        scale = 16.0 * size
        chosen = torch.zeros(size, BUCKETS, dtype=clipped.dtype, device=clipped.device)
        chosen.scatter_(1, bucket.unsqueeze(1), (gradient * scale).to(clipped.dtype).unsqueeze(1))
        weights = output.to(clipped.dtype)
        behind = torch.empty_like(clipped)
        torch.mm(chosen, weights[:, :units], out=behind[:size])
        torch.mm(chosen, weights[:, units:], out=behind[size:])
        # The slope is twice the value, and nothing beyond 1; at 0 the value itself makes it vanish.
        behind.mul_(clipped).mul_(2 * (clipped < 1))
        hidden = (ones.T @ behind).float() / scale
        hidden_bias = behind.sum(0, dtype=torch.float32) / scale
        outputs = torch.cat([chosen.T @ active[:size], chosen.T @ active[size:]], 1).float() / scale
        return None, None, None, hidden, hidden_bias, outputs, chosen.sum(0, dtype=torch.float32) / scale


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
        bucket = (((own > 0).sum(1) - 2) // 4).clamp(0, BUCKETS - 1)
        return Layers.apply(own, other, bucket, self.hidden, self.hidden_bias, self.output, self.output_bias)

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

    @staticmethod
    def from_bytes(data):
        """The network that `to_bytes` wrote."""
        hidden, buckets = struct.unpack_from("<II", data, len(MAGIC))
        if data[: len(MAGIC)] != MAGIC or buckets != BUCKETS or zlib.crc32(data[:-4]) != struct.unpack("<I", data[-4:])[0]:
            raise ValueError("not a network, or not a whole one")
        network, at = Network(hidden), len(MAGIC) + 8
        parts = [(network.hidden, HIDDEN_ONE, torch.int16), (network.hidden_bias, HIDDEN_ONE, torch.int16)]
        parts += [(network.output, OUTPUT_ONE, torch.int16), (network.output_bias, HIDDEN_ONE * OUTPUT_ONE, torch.int32)]
        with torch.no_grad():
            for weights, one, kind in parts:
                whole = torch.frombuffer(bytearray(data), dtype=kind, count=weights.numel(), offset=at)
                weights.copy_(whole.view(weights.shape).float() / one)
                at += weights.numel() * whole.element_size()
        return network
