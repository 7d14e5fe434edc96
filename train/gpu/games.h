// Games of the search against itself, by the rules of crates/engine/src/selfplay.
#pragma once

#include "search.h"

// Random plies at the start of a game, at least; every other game has one more.
constexpr int OPENING = 8;
// An opening that leaves one side so far ahead teaches little.
constexpr int UNBALANCED = 300;
// A game in which both sides see such a lead for DECIDED_PLIES is over.
constexpr int DECIDED = 1500, DECIDED_PLIES = 6;
// A late game in which neither side sees anything for LEVEL_PLIES is drawn.
constexpr int LEVEL = 6, LEVEL_PLIES = 12, LEVEL_FROM = 70;

struct Rules {
    u64 seed;
    u32 nodes;
};

struct Outcome {
    int plies, opening, white_points;
    u64 nodes;
};

DEVICE u64 random(u64& state) {
    state += 0x9E3779B97F4A7C15;
    return mixed(state);
}

// Plays a move of the game: from the first frame to the first frame.
DEVICE void play_in_game(Search& s, u16 move) {
    Frame *frames = s.near.frame;
    play(frames[0].position, move, frames[1].position);
    Position after = frames[1].position;
    meet();
    frames[0].position = after;
    s.game_plies++;
    s.far.keys[s.game_plies] = after.key;
    meet();
}

// Random moves that end nothing; how many they are.
DEVICE int play_opening(Search& s, u64& state, int plies) {
    for (;;) {
        s.near.frame[0].position = start_position();
        s.far.keys[0] = s.near.frame[0].position.key;
        s.game_plies = 0;
        meet();
        for (;;) {
            u32* list = s.far.moves[0];
            int size = legal_moves(s.near.frame[0].position, list);
            if (size == 0) break;
            if (s.game_plies == plies) return plies;
            u16 move = (u16)list[random(state) % size];
            meet();
            s.far.record[s.game_plies] = move;
            play_in_game(s, move);
        }
    }
}

DEVICE int times_seen(const Search& s) {
    const Position& p = s.near.frame[0].position;
    int times = 0;
    for (int back = 2 * (1 + lane()); back <= p.halfmoves && back <= s.game_plies; back += 2 * LANES)
        times += s.far.keys[s.game_plies - back] == p.key;
    return 1 + sum(times);
}

// Plays a game; its plies are in `far.record`: the move, the mark of a quiet position, and the value above.
DEVICE Outcome play_game(Search& s, const Rules& rules, u32 number) {
    u64 state = mixed(rules.seed ^ (u64)number * 0x9E3779B97F4A7C15);
    for (int at = lane(); at < TABLE; at += LANES) s.far.table[at] = 0;
    for (int at = lane(); at < 12 * 64; at += LANES) s.near.history[at] = 0;
    meet();
    s.soft = (int)rules.nodes;
    s.hard = 8 * (int)rules.nodes;
    Outcome outcome = {0, 0, 1, 0};
    outcome.opening = play_opening(s, state, OPENING + number % 2);
    int decided = 0, level = 0;
    for (;;) {
        const Position& p = s.near.frame[0].position;
        int turn = p.turn;
        if (is_dead(p)) break;
        int value = 0;
        int replies = legal_moves(p, s.far.moves[0]);
        bool check = is_check(p);
        if (replies == 0) {
            if (check) outcome.white_points = turn == WHITE ? 0 : 2;
            break;
        }
        if (times_seen(s) >= 3 || p.halfmoves >= 100 || s.game_plies >= LONGEST) break;
        value = think(s);
        outcome.nodes += s.nodes;
        int size = value < 0 ? -value : value, leader = value > 0 ? turn : 1 - turn;
        if (s.game_plies == outcome.opening && size > UNBALANCED) {
            outcome.opening = play_opening(s, state, OPENING + number % 2);
            continue;
        }
        if (size >= WIN) {
            outcome.white_points = leader == WHITE ? 2 : 0;
            break;
        }
        decided = size >= DECIDED ? decided + 1 : 0;
        level = size <= LEVEL && s.game_plies >= LEVEL_FROM ? level + 1 : 0;
        if (decided >= DECIDED_PLIES) {
            outcome.white_points = leader == WHITE ? 2 : 0;
            break;
        }
        if (level >= LEVEL_PLIES) break;
        u16 move = s.root_move;
        bool quiet = !check && !is_noisy(p, move);
        s.far.record[s.game_plies] = (u32)(u16)value << 16 | (quiet ? 0x8000u : 0) | move;
        meet();
        play_in_game(s, move);
    }
    outcome.plies = s.game_plies;
    return outcome;
}
