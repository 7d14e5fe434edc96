// Positions and moves as text, and files, for the host.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "search.h"

[[noreturn]] inline void fail(const std::string& message) {
    std::cerr << "selfplay: " << message << "\n";
    exit(2);
}

// Host code has no lanes, so what it needs of a position is written apart from the device's.
inline u64 host_mixed(u64 value) {
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9;
    value = (value ^ value >> 27) * 0x94D049BB133111EB;
    return value ^ value >> 31;
}

inline Position parse_fen(const std::string& fen) {
    std::istringstream words(fen);
    std::string board, turn, castling = "-", en_passant = "-";
    int halfmoves = 0;
    words >> board >> turn >> castling >> en_passant >> halfmoves;
    Position p;
    memset(&p, 0, sizeof p);
    const std::string letters = "PNBRQKpnbrqk";
    int square = 56;
    u64 key = 0;
    for (char letter : board) {
        size_t piece = letters.find(letter);
        if (letter == '/') {
            square -= 16;
        } else if (letter >= '1' && letter <= '8') {
            square += letter - '0';
        } else if (piece != std::string::npos && square >= 0 && square < 64) {
            p.role[piece % 6] |= 1ull << square;
            p.color[piece / 6] |= 1ull << square;
            key ^= host_mixed(PIECES * (u64)(1 + square + 64 * piece));
            square++;
        } else {
            fail("not a FEN: " + fen);
        }
    }
    p.turn = turn == "b";
    for (char letter : castling) {
        const std::string rights = "KQkq";
        size_t right = rights.find(letter);
        if (right != std::string::npos) p.castling |= (u8)(1 << right);
    }
    p.en_passant = NOWHERE;
    if (en_passant.size() == 2) {
        int at = en_passant[0] - 'a' + 8 * (en_passant[1] - '1');
        u64 forward = p.turn == 0 ? 1ull << at >> 8 : 1ull << at << 8;
        u64 beside = (forward >> 1 & ~FILE_H) | (forward << 1 & ~FILE_A);
        if (beside & p.color[p.turn] & p.role[PAWN]) p.en_passant = (u8)at;
    }
    p.halfmoves = (u8)halfmoves;
    p.key = key ^ host_mixed(STATES * (u64)(1 + p.turn + 2 * p.castling + 32 * p.en_passant));
    return p;
}

inline u32 crc32(const u8* bytes, size_t size) {
    static u32 table[256];
    if (!table[1])
        for (u32 i = 0; i < 256; i++) {
            u32 sum = i;
            for (int k = 0; k < 8; k++) sum = sum >> 1 ^ (sum & 1 ? 0xEDB88320 : 0);
            table[i] = sum;
        }
    u32 sum = ~0u;
    for (size_t i = 0; i < size; i++) sum = sum >> 8 ^ table[(sum ^ bytes[i]) & 255];
    return ~sum;
}

// The network of a file that train.py has written.
inline void read_network(const std::string& path, Network& network) {
    std::ifstream file(path, std::ios::binary);
    std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    size_t size = 16 + 2 * (size_t)HIDDEN * (INPUTS + 1 + 2 * BUCKETS) + 4 * BUCKETS + 4;
    if (bytes.size() != size || bytes.compare(0, 8, "zwnet001"))
        fail(path + ": not a network of " + std::to_string(HIDDEN) + " units");
    u32 sum;
    memcpy(&sum, bytes.data() + size - 4, 4);
    if (sum != crc32((const u8*)bytes.data(), size - 4)) fail(path + ": the checksum is wrong");
    const char* at = bytes.data() + 16;
    auto read = [&](Quad* quads, size_t words) {
        for (size_t i = 0; i < words; i++, at += 4) {
            int16_t pair[2];
            memcpy(pair, at, 4);
            quads[i / 4].word[i % 4] = 65536 * pair[1] + pair[0];
        }
    };
    read(&network.inputs[0][0], (size_t)INPUTS * ROW);
    read(network.bias, ROW);
    read(&network.outputs[0][0][0], (size_t)BUCKETS * 2 * ROW);
    memcpy(network.output_bias, at, sizeof network.output_bias);
}

inline std::vector<std::string> read_lines(const std::string& path) {
    std::ifstream file(path);
    if (!file) fail(path + ": cannot be read");
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);)
        if (!line.empty()) lines.push_back(line);
    return lines;
}
