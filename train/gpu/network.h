// The network, as crates/engine/src/evaluation/network has it, to the last bit.
//
// A side's hidden layer is kept as pairs of 16-bit numbers in 32-bit words whose value is 65536 * high + low. Such words
// add and subtract like pairs, so that one instruction serves two units. Lane l has the words
// 4 * (32 * q + l) to 4 * (32 * q + l) + 3 of each layer.
#pragma once

#include "position.h"

#ifndef HIDDEN
#define HIDDEN 256
#endif
constexpr int INPUTS = 768, BUCKETS = 8, ROW = HIDDEN / 2, QUADS = ROW / 4 / LANES;
static_assert(ROW % (4 * 32) == 0, "a lane's share is whole quads");

struct alignas(16) Quad {
    int word[4];
};

struct Network {
    Quad inputs[INPUTS][ROW / 4];
    Quad bias[ROW / 4];
    // For each phase the weights of the own hidden layer and of the other side's.
    Quad outputs[BUCKETS][2][ROW / 4];
    int output_bias[BUCKETS];
};

// One side's hidden layer, as the lanes share it.
struct Layer {
    Quad quad[QUADS];
};

typedef Quad StoredLayer[ROW / 4];

DEVICE void load(Layer& layer, const Quad* stored) {
#pragma unroll
    for (int q = 0; q < QUADS; q++) layer.quad[q] = stored[q * LANES + lane()];
}

DEVICE void store(const Layer& layer, Quad* stored) {
#pragma unroll
    for (int q = 0; q < QUADS; q++) stored[q * LANES + lane()] = layer.quad[q];
}

DEVICE void add_row(Layer& layer, const Quad* row) {
#pragma unroll
    for (int q = 0; q < QUADS; q++) {
        Quad quad = row[q * LANES + lane()];
        for (int j = 0; j < 4; j++) layer.quad[q].word[j] += quad.word[j];
    }
}

DEVICE void take_row(Layer& layer, const Quad* row) {
#pragma unroll
    for (int q = 0; q < QUADS; q++) {
        Quad quad = row[q * LANES + lane()];
        for (int j = 0; j < 4; j++) layer.quad[q].word[j] -= quad.word[j];
    }
}

// The input for a piece on a square, as a viewer sees it, whose king stands on the files e to h if `mirrored`.
DEVICE int input(int viewer, bool mirrored, int piece) {
    int color = piece >= 6 * 64, square = piece & 63, role = (piece >> 6) - 6 * color;
    int turned = square ^ (viewer == WHITE ? 0 : 56) ^ (mirrored ? 7 : 0);
    return 64 * ((color == viewer ? 0 : 6) + role) + turned;
}

DEVICE bool is_mirrored(const Position& p, int viewer) { return (king(p, viewer) & 7) > 3; }

// The hidden layer of one side from nothing.
DEVICE_CALL void refresh(const Network& network, const Position& p, int viewer, Quad* stored) {
    bool mirrored = is_mirrored(p, viewer);
    Layer layer;
    load(layer, network.bias);
    for (u64 rest = occupied(p); rest; rest &= rest - 1) {
        int square = lowest(rest), color = p.color[BLACK] >> square & 1;
        add_row(layer, network.inputs[input(viewer, mirrored, piece_on(color, role_at(p, square), square))]);
    }
    store(layer, stored);
}

// The hidden layers after a move from those before it.
DEVICE void update(const Network& network, const Position& before, const Position& after, const Change& change,
                   const StoredLayer* from, StoredLayer* to) {
    for (int viewer = 0; viewer < 2; viewer++) {
        bool mirrored = is_mirrored(after, viewer);
        if (mirrored != is_mirrored(before, viewer)) {
            refresh(network, after, viewer, to[viewer]);
            continue;
        }
        Layer layer;
        load(layer, from[viewer]);
        add_row(layer, network.inputs[input(viewer, mirrored, change.added[0])]);
        take_row(layer, network.inputs[input(viewer, mirrored, change.removed[0])]);
        if (change.removed[1] >= 0) take_row(layer, network.inputs[input(viewer, mirrored, change.removed[1])]);
        if (change.added[1] >= 0) add_row(layer, network.inputs[input(viewer, mirrored, change.added[1])]);
        store(layer, to[viewer]);
    }
}

DEVICE int activated(int hidden, int weight) {
    int clipped = hidden < 0 ? 0 : hidden > 255 ? 255 : hidden;
    return clipped * clipped * weight;
}

DEVICE int side_sum(const Quad* stored, const Quad* weights) {
    int total = 0;
#pragma unroll
    for (int q = 0; q < QUADS; q++) {
        Quad hidden = stored[q * LANES + lane()], weight = weights[q * LANES + lane()];
        for (int j = 0; j < 4; j++) {
            int low = (int16_t)hidden.word[j], high = (hidden.word[j] - low) >> 16;
            int low_weight = (int16_t)weight.word[j], high_weight = (weight.word[j] - low_weight) >> 16;
            total += activated(low, low_weight) + activated(high, high_weight);
        }
    }
    return total;
}

// What the network says of a position with these hidden layers, for the side to move, in centipawns.
DEVICE int value_of(const Network& network, const Position& p, const StoredLayer* layers) {
    int bucket = (count(occupied(p)) - 2) / 4;
    if (bucket > BUCKETS - 1) bucket = BUCKETS - 1;
    int us = p.turn;
    int total = sum(side_sum(layers[us], network.outputs[bucket][0]) + side_sum(layers[1 - us], network.outputs[bucket][1]));
    int output = total / 255 + network.output_bias[bucket];
    return (int)((int64_t)output * 400 / (255 * 64));
}

// How much of an advantage counts, in 64ths, where `strong` has it: without pawns a piece ahead is not enough.
DEVICE int scale(const Position& p, int strong) {
    if (pieces(p, strong, PAWN)) return 64;
    int worth[2];
    for (int color = 0; color < 2; color++)
        worth[color] = 3 * count(p.color[color] & (p.role[KNIGHT] | p.role[BISHOP])) +
                       5 * count(pieces(p, color, ROOK)) + 9 * count(pieces(p, color, QUEEN));
    int own = worth[strong], others = worth[1 - strong];
    if (own < 5 || (own == 6 && others == 0 && count(pieces(p, strong, KNIGHT)) == 2)) return 0;
    return own - others <= 3 ? 8 : 64;
}

DEVICE int evaluate(const Network& network, const Position& p, const StoredLayer* layers) {
    int value = value_of(network, p, layers);
    return value * scale(p, value > 0 ? p.turn : 1 - p.turn) / 64;
}
