// Self-play on a GPU, a warp a game: see ../README.md. Compiled as plain C++ it does the same, a game at a time.
//
//     selfplay play NETWORK OUT --seed N --nodes N --seconds N [--games N] [--first N]
//     selfplay perft FILE.epd LARGEST     every count `;Dn leaves` up to so many leaves
//     selfplay values NETWORK FILE        the network's value of each FEN, for the side to move
//     selfplay uci NETWORK                a player, in plain C++ only, to measure how well it plays

#include <chrono>
#include <map>
#include <memory>
#include <thread>

#include "games.h"
#include "text.h"

struct Progress {
    u32 next;             // The number of the next game.
    u32 games;            // Games finished.
    unsigned long long positions, nodes;
    unsigned long long words;  // Words of output.
};

DEVICE u64 perft(Near& near, Far& far, const Position& root, int depth) {
    near.frame[0].position = root;
    meet();
    u64 leaves = 0;
    int ply = 0, at[8], size[8];
    size[0] = legal_moves(near.frame[0].position, far.moves[0]);
    at[0] = 0;
    if (depth == 1) return size[0];
    while (ply >= 0) {
        if (at[ply] == size[ply]) {
            ply--;
            continue;
        }
        u16 move = (u16)far.moves[ply][at[ply]++];
        play(near.frame[ply].position, move, near.frame[ply + 1].position);
        int replies = legal_moves(near.frame[ply + 1].position, far.moves[ply + 1]);
        if (ply + 2 == depth) {
            leaves += replies;
        } else {
            ply++;
            size[ply] = replies;
            at[ply] = 0;
        }
    }
    return leaves;
}

DEVICE int fresh_value(const Network& network, Near& near, Far& far, const Position& p) {
    near.frame[0].position = p;
    meet();
    refresh(network, near.frame[0].position, WHITE, far.layers[0][WHITE]);
    refresh(network, near.frame[0].position, BLACK, far.layers[0][BLACK]);
    return evaluate(network, near.frame[0].position, far.layers[0]);
}

// Plays games until told to stop, and appends each to the output.
DEVICE void play_on(const Network& network, Near& near, Far& far, const Rules& rules, u32 last, Progress* progress,
                    u32* output, u64 room, volatile u32* stop) {
    Search search = {network, near, far, 0, 0, 0, 0, 0, 0, NO_MOVE, false};
    for (;;) {
        if (from_first((int)*stop)) break;
        u32 number = fetch_add(&progress->next, 1u);
        if (number >= last) break;
        Outcome outcome = play_game(search, rules, number);
        u64 at = fetch_add(&progress->words, (u64)outcome.plies + 3);
        if (at + outcome.plies + 3 > room) break;
        if (lane() == 0) {
            output[at] = 0;
            output[at + 1] = number;
            output[at + 2] = (u32)outcome.plies | (u32)outcome.opening << 16 | (u32)outcome.white_points << 24;
        }
        for (int ply = lane(); ply < outcome.plies; ply += LANES) output[at + 3 + ply] = far.record[ply];
        fetch_add(&progress->games, 1u);
        fetch_add(&progress->positions, (u64)outcome.plies - outcome.opening);
        fetch_add(&progress->nodes, outcome.nodes);
        meet();
    }
}

#include "device.h"

static double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Games of the output, with their checksums, in the file.
static u64 write_games(const std::string& path, const Rules& rules, u32* words, u64 used, u64 room) {
    std::ofstream file(path, std::ios::binary);
    u8 header[24] = {};
    memcpy(header, "zwgames1", 8);
    memcpy(header + 8, &rules.seed, 8);
    memcpy(header + 16, &rules.nodes, 4);
    file.write((const char*)header, 24);
    u64 at = 0, games = 0;
    while (at + 3 <= used) {
        u64 size = (words[at + 2] & 0xFFFF) + 3;
        if (at + size > room) break;
        words[at] = crc32((const u8*)(words + at + 1), 4 * (size - 1));
        at += size;
        games++;
    }
    file.write((const char*)words, (std::streamsize)(4 * at));
    if (!file.flush()) fail(path + ": cannot be written");
    return games;
}

static int play_command(const std::string& network_path, const std::string& out, std::map<std::string, u64> options) {
    auto network = std::make_unique<Network>();
    read_network(network_path, *network);
    Rules rules = {options["seed"], (u32)options["nodes"]};
    u32 first = (u32)options["first"], last = options["games"] ? first + (u32)options["games"] : ~0u;
    u64 room = options["room"] << 18;
    std::vector<u32> words;
    auto start = std::chrono::steady_clock::now();
    Progress progress = run_games(*network, rules, first, last, (double)options["seconds"], room, words);
    double seconds = seconds_since(start);
    u64 games = write_games(out, rules, words.data(), words.size(), room);
    printf("%llu games, %llu positions, %llu nodes in %.1f s: %.0f positions/s, %.1f M nodes/s\n", (unsigned long long)games,
           progress.positions, progress.nodes, seconds, progress.positions / seconds, progress.nodes / seconds / 1e6);
    return 0;
}

static int perft_command(const std::string& path, u64 largest) {
    std::vector<Position> roots;
    std::vector<int> depths;
    std::vector<u64> expected;
    for (const std::string& line : read_lines(path)) {
        std::istringstream parts(line);
        std::string fen, part;
        std::getline(parts, fen, ';');
        while (std::getline(parts, part, ';')) {
            int depth;
            unsigned long long leaves;
            if (sscanf(part.c_str(), "D%d %llu", &depth, &leaves) != 2 || leaves > largest || depth > 6) continue;
            roots.push_back(parse_fen(fen));
            depths.push_back(depth);
            expected.push_back(leaves);
        }
    }
    std::vector<u64> found = run_perft(roots, depths);
    size_t wrong = 0;
    u64 total = 0;
    for (size_t i = 0; i < roots.size(); i++) {
        total += found[i];
        if (found[i] != expected[i]) {
            wrong++;
            printf("position %zu depth %d: %llu (expected %llu)\n", i, depths[i], (unsigned long long)found[i],
                   (unsigned long long)expected[i]);
        }
    }
    printf("perft: %zu counts, %llu leaves, %zu wrong\n", roots.size(), (unsigned long long)total, wrong);
    return wrong || roots.empty() ? 1 : 0;
}

static int values_command(const std::string& network_path, const std::string& path) {
    auto network = std::make_unique<Network>();
    read_network(network_path, *network);
    std::vector<Position> positions;
    for (const std::string& line : read_lines(path)) positions.push_back(parse_fen(line));
    for (int value : run_values(*network, positions)) printf("%d\n", value);
    return 0;
}

int main(int count, char** words) {
    std::vector<std::string> given(words + 1, words + count);
    std::string command = given.empty() ? "" : given[0];
    std::map<std::string, u64> options = {{"seed", 1}, {"nodes", 300}, {"seconds", 60}, {"games", 0}, {"first", 0}, {"room", 4096}};
    for (size_t i = 3; command == "play" && i + 1 < given.size(); i += 2) {
        std::string name = given[i].substr(0, 2) == "--" ? given[i].substr(2) : "";
        if (!options.count(name)) fail("there is no option " + given[i]);
        options[name] = strtoull(given[i + 1].c_str(), nullptr, 10);
    }
    if (command == "play" && given.size() >= 3) return play_command(given[1], given[2], options);
    if (command == "perft" && given.size() == 3) return perft_command(given[1], strtoull(given[2].c_str(), nullptr, 10));
    if (command == "values" && given.size() == 3) return values_command(given[1], given[2]);
#ifndef __CUDACC__
    if (command == "uci" && given.size() == 2) return play_uci(given[1]);
#endif
    fail("expected: play NETWORK OUT [--seed N] [--nodes N] [--seconds N] [--games N] [--first N] [--room MIB], perft FILE LARGEST, "
         "values NETWORK FILE, or uci NETWORK");
}
