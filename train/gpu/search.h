// A small search: iterative deepening, principal-variation search with a table, null moves, late-move reductions, and
// captures at the leaves. All lanes of a warp walk the tree together; there is no recursion but a stack of frames.
//
// Every lane reads and writes the same in a frame. Between a read and a write that depends on it the lanes meet, so that
// none can read what another has already changed.
#pragma once

#include "network.h"

constexpr int PLIES = 40, TABLE = 2048, LONGEST = 400;
constexpr int MATE = 32000, WIN = 31000, INFINITE = 32001, UNKNOWN = -32002;
constexpr int TRIED = -32768;
constexpr int HISTORY_LIMIT = 8192;

enum Phase { AFTER_NULL, REDUCED, NARROW, FULL };
enum Bound { NO_BOUND, UPPER, LOWER, EXACT };

struct Frame {
    Position position;
    int alpha, beta, first_alpha, best, evaluation;
    int16_t added[2], removed[2];
    u16 best_move, move, hash_move, killers[2];
    u8 size, number;
    int8_t depth, child_depth;
    u8 phase, slot;
    bool check, ready, after_null, pv;
};

// What a warp has in shared memory.
struct Near {
    Frame frame[PLIES];
    int16_t history[12 * 64];
};

// What a warp has in device memory.
struct Far {
    StoredLayer layers[PLIES][2];
    u32 moves[PLIES][MOST_MOVES];
    u64 table[TABLE];
    // Keys of the game's positions, the root's last.
    u64 keys[LONGEST + 16];
    u32 record[LONGEST + 16];
};

// The state of one search, the same in every lane.
struct Search {
    const Network& network;
    Near& near;
    Far& far;
    int soft, hard;
    int nodes, game_plies, root_depth, root_value;
    u16 root_move;
    bool aborted;
};

DEVICE bool is_repeated(const Search& s, int ply) {
    const Position& p = s.near.frame[ply].position;
    bool found = false;
    int reach = p.halfmoves < ply + s.game_plies ? p.halfmoves : ply + s.game_plies;
    for (int first = 4; first <= reach; first += 2 * LANES) {
        int back = first + 2 * lane(), at = ply - back;
        if (back <= reach) {
            u64 key = at >= 0 ? s.near.frame[at].position.key : s.far.keys[s.game_plies + at];
            found |= key == p.key;
        }
    }
    return any_lane(found);
}

// --- The table -------------------------------------------------------------------------------------------

struct Known {
    u16 move;
    int value, depth, bound;
};

DEVICE Known probe(const Search& s, u64 key, int ply) {
    u64 entry = s.far.table[key % TABLE];
    Known known = {NO_MOVE, 0, 0, NO_BOUND};
    if (entry >> 40 != key >> 40) return known;
    known.move = (u16)(entry >> 24);
    known.value = (int16_t)(u16)(entry >> 8);
    known.depth = (int)(entry >> 2 & 63);
    known.bound = (int)(entry & 3);
    if (known.value > WIN) known.value -= ply;
    if (known.value < -WIN) known.value += ply;
    return known;
}

DEVICE void remember(Search& s, u64 key, int ply, u16 move, int value, int depth, int bound) {
    if (value > WIN) value += ply;
    if (value < -WIN) value -= ply;
    u64 entry = key >> 40 << 40 | (u64)move << 24 | (u64)(u16)value << 8 | (u64)(depth > 0 ? depth : 0) << 2 | (u64)bound;
    s.far.table[key % TABLE] = entry;
}

// --- Moves of a node -------------------------------------------------------------------------------------

DEVICE int move_score(const Search& s, const Frame& f, u16 move, bool& losing) {
    const Position& p = f.position;
    int role = role_at(p, origin(move)), how = kind(move);
    int victim = how == CASTLING ? NO_ROLE : how == EN_PASSANT ? PAWN : role_at(p, target(move));
    losing = false;
    if (victim != NO_ROLE) losing = !holds_exchange(p, move, role, victim);
    if (move == f.hash_move) return 32000;
    if (how >= PROMOTION && how != 7) return -15000;
    if (how == 7) return 20000 + 100 * victim;
    if (victim != NO_ROLE) return (losing ? -12000 : 16000) + 256 * victim - 16 * role;
    if (move == f.killers[0]) return 14000;
    if (move == f.killers[1]) return 13000;
    return s.near.history[64 * (6 * p.turn + role) + target(move)];
}

// Generates and scores the moves of a node.
DEVICE_CALL void generate(Search& s, int ply) {
    Frame& f = s.near.frame[ply];
    u32* list = s.far.moves[ply];
    bool captures_only = f.depth <= 0 && !f.check;
    int raw = raw_moves(f.position, list, captures_only), size = 0;
    for (int first = 0; first < raw; first += LANES) {
        int at = first + lane();
        bool wanted = at < raw;
        u32 scored = 0;
        if (wanted) {
            u16 move = (u16)list[at];
            bool losing;
            int score = move_score(s, f, move, losing);
            scored = (u32)score << 16 | move;
            wanted = is_legal(f.position, move) && !(captures_only && losing);
        }
        u32 kept = lanes_saying(wanted);
        meet();
        if (wanted) list[size + lanes_before(kept)] = scored;
        size += count(kept);
        meet();
    }
    f.size = (u8)size;
    f.number = 0;
    meet();
}

// The most promising move not yet tried, with its score in the upper half; below TRIED there is none.
DEVICE int pick(Search& s, int ply) {
    u32* list = s.far.moves[ply];
    int size = s.near.frame[ply].size, best = INT32_MIN, place = 0;
    for (int at = lane(); at < size; at += LANES) {
        int entry = (int)list[at];
        if (entry > best) {
            best = entry;
            place = at;
        }
    }
    int top = greatest(best);
    meet();
    if (best == top && top >> 16 > TRIED) list[place] = (u32)TRIED << 16 | (top & 0xFFFF);
    meet();
    return top;
}

DEVICE void learn(Search& s, const Position& p, u16 move, int bonus) {
    int16_t& entry = s.near.history[64 * (6 * p.turn + role_at(p, origin(move))) + target(move)];
    int before = entry;
    meet();
    entry = (int16_t)(before + bonus - before * (bonus < 0 ? -bonus : bonus) / HISTORY_LIMIT);
    meet();
}

// Rewards a quiet move that refuted the last one, and punishes those tried before it.
DEVICE_CALL void learn_cutoff(Search& s, int ply) {
    Frame& f = s.near.frame[ply];
    u16 move = f.move, first = f.killers[0];
    if (is_noisy(f.position, move)) return;
    meet();
    if (first != move) {
        f.killers[1] = first;
        f.killers[0] = move;
    }
    int bonus = 120 * f.depth;
    if (bonus > 1200) bonus = 1200;
    learn(s, f.position, move, bonus);
    const u32* list = s.far.moves[ply];
    int size = f.size;
    for (int start = 0; start < size; start += LANES) {
        int at = start + lane();
        u32 entry = at < size ? list[at] : 0;
        bool failed = (int)entry >> 16 == TRIED && (u16)entry != move && !is_noisy(f.position, (u16)entry);
        for (u32 rest = lanes_saying(failed); rest; rest &= rest - 1) learn(s, f.position, (u16)list[start + lowest(rest)], -bonus);
    }
}

// --- Nodes -----------------------------------------------------------------------------------------------

DEVICE void begin(Frame& f, int alpha, int beta, int depth, bool pv) {
    f.alpha = f.first_alpha = alpha;
    f.beta = beta;
    f.depth = (int8_t)depth;
    f.pv = pv;
    f.best = -INFINITE;
    f.best_move = NO_MOVE;
}

DEVICE bool has_pieces(const Position& p) {
    return (p.color[p.turn] & ~(p.role[PAWN] | p.role[KING])) != 0;
}

// Brings the hidden layers of a frame up to date.
DEVICE void bring_up_to_date(Search& s, int ply) {
    Frame& f = s.near.frame[ply];
    if (f.ready) return;
    const Frame& parent = s.near.frame[ply - 1];
    Change change = {{f.added[0], f.added[1]}, {f.removed[0], f.removed[1]}};
    update(s.network, parent.position, f.position, change, s.far.layers[parent.slot], s.far.layers[ply]);
    meet();
    f.ready = true;
}

enum Step { ENTER, GENERATE, NEXT, RETURN };

// Looks at a node before any move is tried. With RETURN its value is in `value`; with ENTER a null move has been made.
DEVICE Step open(Search& s, int ply, int& value) {
    Frame& f = s.near.frame[ply];
    const Position& p = f.position;
    int alpha = f.alpha, beta = f.beta, depth = f.depth;
    bool pv = f.pv;
    s.nodes++;
    if (ply > 0 && (p.halfmoves >= 100 || is_dead(p) || is_repeated(s, ply))) {
        value = 0;
        return RETURN;
    }
    bool check = is_check(p);
    if (check && depth > 0 && ply < 2 * s.root_depth) depth++;
    Known known = probe(s, p.key, ply);
    if (known.bound != NO_BOUND && !pv && ply > 0 && known.depth >= depth) {
        bool cuts = known.bound == EXACT || (known.bound == LOWER ? known.value >= beta : known.value <= alpha);
        if (cuts) {
            value = known.value;
            return RETURN;
        }
    }
    // A node without a hash move is not worth its full depth yet.
    if (depth >= 4 && known.move == NO_MOVE && !check) depth--;
    bring_up_to_date(s, ply);
    int evaluation = check ? UNKNOWN : evaluate(s.network, p, s.far.layers[f.slot]);
    meet();
    f.depth = (int8_t)depth;
    f.check = check;
    f.hash_move = known.move;
    f.evaluation = evaluation;
    if (ply >= PLIES - 1) {
        value = check ? 0 : evaluation;
        return RETURN;
    }
    if (depth <= 0) {
        if (!check) {
            int best = evaluation;
            if (known.bound == EXACT || (known.bound == LOWER && known.value > best) || (known.bound == UPPER && known.value < best))
                best = known.value;
            f.best = best;
            if (best >= beta) {
                value = best;
                return RETURN;
            }
            if (best > alpha) f.alpha = best;
        }
        return GENERATE;
    }
    if (pv || check || ply == 0) return GENERATE;
    if (depth <= 7 && evaluation - 90 * depth >= beta && beta > -WIN && evaluation < WIN) {
        value = (evaluation + beta) / 2;
        return RETURN;
    }
    if (depth >= 3 && evaluation >= beta && !f.after_null && beta > -WIN && has_pieces(p)) {
        int lead = (evaluation - beta) / 200;
        int reduced = depth - 4 - depth / 4 - (lead > 3 ? 3 : lead);
        Frame& child = s.near.frame[ply + 1];
        pass(p, child.position);
        begin(child, -beta, 1 - beta, reduced, false);
        child.slot = f.slot;
        child.ready = true;
        child.after_null = true;
        f.phase = AFTER_NULL;
        meet();
        return ENTER;
    }
    return GENERATE;
}

// Four times the logarithm to base 2, roughly.
DEVICE int logarithm(int n) {
    int whole = 0;
    while (n >> (whole + 1)) whole++;
    return 4 * whole + ((n << 2 >> whole) & 3);
}

// Tries the next move of a node: with ENTER it has been made, with NEXT it is not worth it, with RETURN there is none.
DEVICE Step advance(Search& s, int ply, int& value) {
    Frame& f = s.near.frame[ply];
    const Position& p = f.position;
    const int gains[7] = {100, 320, 330, 500, 950, 0, 0};
    int top = pick(s, ply), depth = f.depth, alpha = f.alpha, best = f.best, number = f.number + 1;
    bool check = f.check, pv = f.pv;
    if (f.size == 0 || top >> 16 == TRIED) {
        int key_value = best;
        if (f.size == 0 && (depth > 0 || check)) {
            value = check ? ply - MATE : 0;
            return RETURN;
        }
        int bound = f.pv && best > f.first_alpha ? EXACT : UPPER;
        if (!s.aborted) remember(s, p.key, ply, f.best_move, key_value, depth, bound);
        value = best;
        return RETURN;
    }
    u16 move = (u16)top;
    int score = top >> 16;
    bool noisy = is_noisy(p, move);
    meet();
    f.number = (u8)number;
    f.move = move;
    int below = depth - 1, reduced = below;
    if (depth <= 0) {
        if (!check && kind(move) < PROMOTION) {
            int victim = kind(move) == EN_PASSANT ? PAWN : role_at(p, target(move));
            if (f.evaluation + gains[victim] + 160 <= alpha) return NEXT;
        }
        if (check && !noisy && best > -WIN) return NEXT;
    } else {
        if (ply > 0 && best > -WIN) {
            if (!noisy) {
                if (number > 3 + depth * depth) return NEXT;
                if (!check && depth <= 6 && f.evaluation + 90 + 85 * depth <= alpha) return NEXT;
            } else if (score < 0 && depth <= 3) {
                return NEXT;
            }
        }
        if (depth >= 2 && number > 1 + (ply == 0) + pv && (!noisy || score < 0)) {
            int reduction = (64 + logarithm(depth) * logarithm(number)) / 80 + !pv - check - (score >= 13000);
            if (!noisy && score < 13000) reduction -= score / 4096;
            reduced = below - (reduction > 0 ? reduction : 0);
            if (reduced < 1) reduced = below < 1 ? below : 1;
        }
    }
    Frame& child = s.near.frame[ply + 1];
    Change change = play(p, move, child.position);
    for (int i = 0; i < 2; i++) {
        child.added[i] = (int16_t)change.added[i];
        child.removed[i] = (int16_t)change.removed[i];
    }
    child.ready = false;
    child.slot = (u8)(ply + 1);
    child.after_null = false;
    f.child_depth = (int8_t)below;
    int beta = f.beta;
    if (depth <= 0 || number == 1) {
        f.phase = FULL;
        begin(child, -beta, -alpha, below, pv);
    } else {
        f.phase = reduced < below ? REDUCED : NARROW;
        begin(child, -alpha - 1, -alpha, reduced, false);
    }
    meet();
    return ENTER;
}

// Takes the value of the move just searched: with ENTER it must be searched again, deeper or with a wider window.
DEVICE Step take(Search& s, int ply, int& value) {
    Frame& f = s.near.frame[ply];
    Frame& child = s.near.frame[ply + 1];
    int found = -value, alpha = f.alpha, beta = f.beta, phase = f.phase;
    meet();
    if (phase == AFTER_NULL) {
        if (found < beta) return GENERATE;
        value = found >= WIN ? beta : found;
        return RETURN;
    }
    if (phase == REDUCED && found > alpha) {
        f.phase = NARROW;
        begin(child, -alpha - 1, -alpha, f.child_depth, false);
        meet();
        return ENTER;
    }
    if (phase == NARROW && found > alpha && f.pv) {
        f.phase = FULL;
        begin(child, -beta, -alpha, f.child_depth, true);
        meet();
        return ENTER;
    }
    if (found <= f.best) return NEXT;
    meet();
    f.best = found;
    if (found <= alpha) return NEXT;
    f.best_move = f.move;
    f.alpha = found;
    if (ply == 0) {
        s.root_move = f.move;
        s.root_value = found;
    }
    if (found < beta) return NEXT;
    remember(s, f.position.key, ply, f.move, found, f.depth, LOWER);
    if (f.depth > 0) learn_cutoff(s, ply);
    value = found;
    return RETURN;
}

// The value of the position in the first frame.
DEVICE int run(Search& s, int alpha, int beta, int depth) {
    int ply = 0, value = 0;
    Step step = ENTER;
    begin(s.near.frame[0], alpha, beta, depth, true);
    meet();
    for (;;) {
        switch (step) {
            case ENTER:
                step = open(s, ply, value);
                if (step == ENTER) ply++;
                break;
            case GENERATE:
                generate(s, ply);
                step = NEXT;
                break;
            case NEXT:
                step = advance(s, ply, value);
                if (step == ENTER) ply++;
                break;
            case RETURN:
                if (ply == 0) return value;
                if (s.nodes >= s.hard && s.root_depth > 1) {
                    s.aborted = true;
                    return 0;
                }
                ply--;
                step = take(s, ply, value);
                if (step == ENTER) ply++;
                break;
        }
    }
}

// Searches the position in the first frame, whose hidden layers are in slot 0. Returns its value; the move is in `root_move`.
DEVICE int think(Search& s) {
    s.nodes = 0;
    s.aborted = false;
    for (int ply = lane(); ply < PLIES; ply += LANES) s.near.frame[ply].killers[0] = s.near.frame[ply].killers[1] = NO_MOVE;
    Frame& root = s.near.frame[0];
    root.slot = 0;
    root.ready = true;
    root.after_null = false;
    meet();
    refresh(s.network, root.position, WHITE, s.far.layers[0][WHITE]);
    refresh(s.network, root.position, BLACK, s.far.layers[0][BLACK]);
    int value = 0;
    u16 best = NO_MOVE;
    for (s.root_depth = 1; s.root_depth < PLIES / 2; s.root_depth++) {
        int window = 25, alpha = -INFINITE, beta = INFINITE;
        if (s.root_depth >= 4 && value > -WIN && value < WIN) {
            alpha = value - window;
            beta = value + window;
        }
        s.root_move = NO_MOVE;
        for (;;) {
            int found = run(s, alpha, beta, s.root_depth);
            if (s.aborted) break;
            if (found <= alpha && alpha > -INFINITE) {
                alpha = found - window > -INFINITE ? found - window : -INFINITE;
            } else if (found >= beta && beta < INFINITE) {
                beta = found + window < INFINITE ? found + window : INFINITE;
            } else {
                value = found;
                best = s.root_move;
                break;
            }
            window *= 3;
        }
        if (s.aborted) {
            if (s.root_move != NO_MOVE) {
                best = s.root_move;
                value = s.root_value;
            }
            break;
        }
        if (s.nodes >= s.soft) break;
    }
    s.root_move = best;
    return value;
}
