// Positions, moves and attacks. A move has 16 bits, as in crates/engine/src/selfplay/record.rs: origin, target (for
// castling, the rook's square) and kind.
#pragma once

#include "warp.h"

enum Role { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, NO_ROLE };
enum Kind { PLAIN = 0, CASTLING = 1, EN_PASSANT = 2, PROMOTION = 4 };
constexpr int WHITE = 0, BLACK = 1;
constexpr u16 NO_MOVE = 0;
constexpr int NOWHERE = 64;

constexpr u64 FILE_A = 0x0101010101010101, FILE_H = FILE_A << 7;
constexpr u64 RANK_1 = 0xFF, RANK_8 = RANK_1 << 56;
constexpr u64 LIGHT = 0x55AA55AA55AA55AA;

DEVICE u64 bit(int square) { return 1ull << square; }
DEVICE int origin(u16 move) { return move & 63; }
DEVICE int target(u16 move) { return move >> 6 & 63; }
DEVICE int kind(u16 move) { return move >> 12 & 7; }
DEVICE u16 make_move(int from, int to, int kind) { return (u16)(from | to << 6 | kind << 12); }

struct Position {
    u64 role[6];
    u64 color[2];
    u64 key;
    u8 turn;
    // 1 and 2 for White's short and long castling, 4 and 8 for Black's.
    u8 castling;
    // Where a pawn may capture en passant, or NOWHERE.
    u8 en_passant;
    u8 halfmoves;
};

DEVICE u64 occupied(const Position& p) { return p.color[0] | p.color[1]; }
DEVICE u64 pieces(const Position& p, int color, int role) { return p.color[color] & p.role[role]; }
DEVICE int king(const Position& p, int color) { return lowest(pieces(p, color, KING)); }

DEVICE int role_at(const Position& p, int square) {
    int found = NO_ROLE;
#pragma unroll
    for (int role = 0; role < 6; role++)
        if (p.role[role] >> square & 1) found = role;
    return found;
}

// --- Attacks ---------------------------------------------------------------------------------------------

// Hyperbola quintessence: what a slider reaches on the line `mask`, which does not hold its own square.
DEVICE u64 along(u64 occupied, u64 mask, int square) {
    u64 on_line = occupied & mask;
    u64 up = on_line - 2 * bit(square);
    u64 down = reversed(reversed(on_line) - 2 * bit(63 - square));
    return (up ^ down) & mask;
}

DEVICE u64 line_mask(int direction, int square) {
    int file = square & 7, rank = square >> 3;
    u64 mask;
    if (direction == 0) {
        mask = RANK_1 << 8 * rank;
    } else if (direction == 1) {
        mask = FILE_A << file;
    } else if (direction == 2) {
        int shift = rank - file;
        mask = shift >= 0 ? 0x8040201008040201 << 8 * shift : 0x8040201008040201 >> -8 * shift;
    } else {
        int shift = rank + file - 7;
        mask = shift >= 0 ? 0x0102040810204080 << 8 * shift : 0x0102040810204080 >> -8 * shift;
    }
    return mask & ~bit(square);
}

DEVICE u64 rook_attacks(int square, u64 occupied) {
    return along(occupied, line_mask(0, square), square) | along(occupied, line_mask(1, square), square);
}

DEVICE u64 bishop_attacks(int square, u64 occupied) {
    return along(occupied, line_mask(2, square), square) | along(occupied, line_mask(3, square), square);
}

DEVICE u64 knight_attacks(int square) {
    u64 set = bit(square);
    u64 one = (set >> 1 & ~FILE_H) | (set << 1 & ~FILE_A);
    u64 two = (set >> 2 & ~(FILE_H | FILE_H >> 1)) | (set << 2 & ~(FILE_A | FILE_A << 1));
    return one << 16 | one >> 16 | two << 8 | two >> 8;
}

DEVICE u64 king_attacks(int square) {
    u64 set = bit(square);
    u64 row = set | (set >> 1 & ~FILE_H) | (set << 1 & ~FILE_A);
    return (row | row << 8 | row >> 8) & ~set;
}

// Where pawns of a colour on these squares capture.
DEVICE u64 pawn_attacks(u64 pawns, int color) {
    u64 forward = color == WHITE ? pawns << 8 : pawns >> 8;
    return (forward >> 1 & ~FILE_H) | (forward << 1 & ~FILE_A);
}

// All pieces, of both colours, that attack a square.
DEVICE u64 attackers(const Position& p, int square, u64 occupied) {
    u64 straight = p.role[ROOK] | p.role[QUEEN], diagonal = p.role[BISHOP] | p.role[QUEEN];
    return (rook_attacks(square, occupied) & straight) | (bishop_attacks(square, occupied) & diagonal) |
           (knight_attacks(square) & p.role[KNIGHT]) | (king_attacks(square) & p.role[KING]) |
           (pawn_attacks(bit(square), WHITE) & pieces(p, BLACK, PAWN)) |
           (pawn_attacks(bit(square), BLACK) & pieces(p, WHITE, PAWN));
}

// Whether a colour attacks a square; each lane looks along one kind of line.
DEVICE bool is_attacked(const Position& p, int square, int by) {
    u64 all = occupied(p), hits = 0;
    for (int way = lane(); way < 7; way += LANES) {
        u64 sliders = p.role[QUEEN] | (way < 2 ? p.role[ROOK] : p.role[BISHOP]);
        if (way < 4)
            hits |= along(all, line_mask(way, square), square) & sliders;
        else if (way == 4)
            hits |= knight_attacks(square) & p.role[KNIGHT];
        else if (way == 5)
            hits |= king_attacks(square) & p.role[KING];
        else
            hits |= pawn_attacks(bit(square), 1 - by) & p.role[PAWN];
    }
    return any_lane((hits & p.color[by]) != 0);
}

DEVICE bool is_check(const Position& p) { return is_attacked(p, king(p, p.turn), 1 - p.turn); }

// Whether the exchange that begins with a capture loses nothing.
DEVICE bool holds_exchange(const Position& p, u16 move, int attacker, int victim) {
    const int values[7] = {100, 320, 330, 500, 950, 20000, 0};
    int swap = values[attacker] - values[victim];
    if (swap <= 0) return true;
    int square = target(move), side = p.turn;
    u64 all = occupied(p) & ~bit(origin(move));
    u64 straight = p.role[ROOK] | p.role[QUEEN], diagonal = p.role[BISHOP] | p.role[QUEEN];
    u64 takers = attackers(p, square, all);
    int result = 1;
    for (;;) {
        side ^= 1;
        takers &= all;
        u64 own = takers & p.color[side];
        if (!own) break;
        result ^= 1;
        int role = PAWN;
        while (!(own & p.role[role])) role++;
        // A king may not take where it would be taken.
        if (role == KING) return (takers & ~p.color[side]) ? result ^ 1 : result;
        swap = values[role] - swap;
        if (swap < result) break;
        u64 taker = own & p.role[role];
        all ^= taker & -taker;
        takers |= (rook_attacks(square, all) & straight) | (bishop_attacks(square, all) & diagonal);
    }
    return result;
}

// --- Moves -----------------------------------------------------------------------------------------------

DEVICE u64 mixed(u64 value) {
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9;
    value = (value ^ value >> 27) * 0x94D049BB133111EB;
    return value ^ value >> 31;
}

constexpr u64 PIECES = 0x9E3779B97F4A7C15, STATES = 0xD1B54A32D192ED03;

DEVICE u64 state_key(int turn, int castling, int en_passant) {
    return mixed(STATES * (u64)(1 + turn + 2 * castling + 32 * en_passant));
}

DEVICE u64 key_of(const Position& p) {
    u64 key = state_key(p.turn, p.castling, p.en_passant);
    for (u64 rest = occupied(p); rest; rest &= rest - 1) {
        int square = lowest(rest), color = p.color[BLACK] >> square & 1;
        key ^= mixed(PIECES * (u64)(1 + square + 64 * (role_at(p, square) + 6 * color)));
    }
    return key;
}

// What a move changes, as numbers of pieces on squares (see `piece_on`): two come and two go at most, -1 for none.
struct Change {
    int added[2], removed[2];
};

DEVICE int piece_on(int color, int role, int square) { return (6 * color + role) * 64 + square; }

DEVICE int castling_lost(int square) {
    return square == 4 ? 3 : square == 7 ? 1 : square == 0 ? 2
         : square == 60 ? 12 : square == 63 ? 4 : square == 56 ? 8 : 0;
}

DEVICE Change change_of(const Position& p, u16 move, int role) {
    int us = p.turn, from = origin(move), to = target(move), how = kind(move);
    Change change = {{-1, -1}, {piece_on(us, role, from), -1}};
    if (how == CASTLING) {
        int back = us == WHITE ? 0 : 56;
        change.removed[1] = piece_on(us, ROOK, to);
        change.added[0] = piece_on(us, KING, back + (to > from ? 6 : 2));
        change.added[1] = piece_on(us, ROOK, back + (to > from ? 5 : 3));
        return change;
    }
    change.added[0] = piece_on(us, how >= PROMOTION ? how - PROMOTION + KNIGHT : role, to);
    int victim = how == EN_PASSANT ? PAWN : role_at(p, to);
    if (victim != NO_ROLE) change.removed[1] = piece_on(1 - us, victim, how == EN_PASSANT ? to ^ 8 : to);
    return change;
}

// What a change does to one of the eight bitboards of a position.
DEVICE u64 changed(u64 board, int number, int changed_man) {
    int role = changed_man >> 6, color = role >= 6;
    bool here = changed_man >= 0 && (number == role - 6 * color || number == 6 + color);
    return here ? board ^ bit(changed_man & 63) : board;
}

DEVICE u64 man_key(int changed_man) { return changed_man < 0 ? 0 : mixed(PIECES * (u64)(1 + changed_man)); }

// Plays a legal move. Each lane has a bitboard to change, and a key to mix.
DEVICE Change play(const Position& before, u16 move, Position& after) {
    int us = before.turn, from = origin(move), to = target(move), role = role_at(before, from);
    Change change = change_of(before, move, role);
    for (int number = lane(); number < 8; number += LANES) {
        u64 board = number < 6 ? before.role[number % 6] : before.color[number % 2];
        board = changed(changed(board, number, change.removed[0]), number, change.removed[1]);
        board = changed(changed(board, number, change.added[0]), number, change.added[1]);
        if (number < 6) after.role[number % 6] = board;
        else after.color[number % 2] = board;
    }
    int castling = before.castling & ~(castling_lost(from) | castling_lost(to)), en_passant = NOWHERE;
    // Only where a pawn stands ready: otherwise equal positions would seem to differ.
    if (role == PAWN && (from ^ to) == 16) {
        int between = (from + to) / 2;
        if (pawn_attacks(bit(between), us) & pieces(before, 1 - us, PAWN)) en_passant = between;
    }
    bool keeps = role != PAWN && (change.removed[1] < 0 || kind(move) == CASTLING);
    u64 key = 0;
    for (int part = lane(); part < 6; part += LANES) {
        if (part < 4)
            key ^= man_key(part == 0 ? change.added[0] : part == 1 ? change.added[1] : change.removed[part - 2]);
        else if (part == 4)
            key ^= state_key(us, before.castling, before.en_passant);
        else
            key ^= state_key(1 - us, castling, en_passant);
    }
    after.key = before.key ^ exclusive(key);
    after.turn = (u8)(1 - us);
    after.castling = (u8)castling;
    after.en_passant = (u8)en_passant;
    after.halfmoves = (u8)(keeps ? before.halfmoves + 1 : 0);
    meet();
    return change;
}

DEVICE void pass(const Position& before, Position& after) {
    for (int number = lane(); number < 8; number += LANES) {
        if (number < 6) after.role[number % 6] = before.role[number % 6];
        else after.color[number % 2] = before.color[number % 2];
    }
    after.key = before.key ^ state_key(before.turn, before.castling, before.en_passant) ^
                state_key(1 - before.turn, before.castling, NOWHERE);
    after.turn = (u8)(1 - before.turn);
    after.castling = before.castling;
    after.en_passant = NOWHERE;
    after.halfmoves = (u8)(before.halfmoves + 1);
    meet();
}

// Whether a move leaves the own king safe; for castling, whether the king stands safe in the end.
DEVICE bool is_safe(const Position& p, u16 move) {
    int us = p.turn, from = origin(move), to = target(move);
    u64 all = (occupied(p) & ~bit(from)) | bit(to);
    u64 gone = bit(to);
    if (kind(move) == EN_PASSANT) {
        all &= ~bit(to ^ 8);
        gone |= bit(to ^ 8);
    }
    int square = pieces(p, us, KING) >> from & 1 ? to : king(p, us);
    u64 enemies = p.color[1 - us] & ~gone;
    u64 straight = (p.role[ROOK] | p.role[QUEEN]) & enemies, diagonal = (p.role[BISHOP] | p.role[QUEEN]) & enemies;
    u64 hits = (knight_attacks(square) & p.role[KNIGHT] & enemies) | (king_attacks(square) & p.role[KING] & enemies) |
               (pawn_attacks(bit(square), us) & p.role[PAWN] & enemies);
    hits |= rook_attacks(square, all) & straight;
    hits |= bishop_attacks(square, all) & diagonal;
    return !hits;
}

// Where the piece of a square may go, own king's safety apart.
DEVICE u64 targets(const Position& p, int square, int role, bool captures_only) {
    int us = p.turn;
    u64 all = occupied(p), own = p.color[us], enemies = p.color[1 - us];
    if (role == PAWN) {
        u64 takes = enemies | (p.en_passant < NOWHERE ? bit(p.en_passant) : 0);
        u64 found = pawn_attacks(bit(square), us) & takes;
        u64 one = (us == WHITE ? bit(square) << 8 : bit(square) >> 8) & ~all;
        u64 two = us == WHITE ? (one & RANK_1 << 16) << 8 : (one & RANK_1 << 40) >> 8;
        u64 pushes = one | (two & ~all);
        return found | (captures_only ? pushes & (RANK_1 | RANK_8) : pushes);
    }
    u64 found = 0;
    if (role == BISHOP || role == QUEEN) found = bishop_attacks(square, all);
    if (role == ROOK || role == QUEEN) found |= rook_attacks(square, all);
    if (role == KNIGHT) found = knight_attacks(square);
    if (role == KING) found = king_attacks(square);
    return found & (captures_only ? enemies : ~own);
}

constexpr int MOST_MOVES = 224;

// Castling moves, added to a list by all lanes alike.
DEVICE int add_castling(const Position& p, u32* list, int size) {
    int us = p.turn, back = us == WHITE ? 0 : 56, rights = p.castling >> 2 * us & 3;
    u64 all = occupied(p);
    if (!rights || is_attacked(p, back + 4, 1 - us)) return size;
    if ((rights & 1) && !(all & (u64)0x60 << back) && !is_attacked(p, back + 5, 1 - us))
        list[size++] = make_move(back + 4, back + 7, CASTLING);
    if ((rights & 2) && !(all & (u64)0x0E << back) && !is_attacked(p, back + 3, 1 - us))
        list[size++] = make_move(back + 4, back, CASTLING);
    return size;
}

// Whether a move of the raw list is legal. A castling king must be safe where it ends, the rook moved away.
DEVICE bool is_legal(const Position& p, u16 move) {
    if (kind(move) != CASTLING) return is_safe(p, move);
    int to = target(move), goal = (origin(move) & 56) + (to > origin(move) ? 6 : 2);
    return is_safe(p, make_move(origin(move), goal, PLAIN));
}

// Moves without regard to the own king's safety; of captures alone, promotions are to queens.
DEVICE_CALL int raw_moves(const Position& p, u32* list, bool captures_only) {
    u64 own = p.color[p.turn];
    int pieces = count(own), size = 0;
    for (int first = 0; first < pieces; first += LANES) {
        int number = first + lane(), square = 0, role = NO_ROLE;
        u64 goals = 0;
        if (number < pieces) {
            square = select(own, number);
            role = role_at(p, square);
            goals = targets(p, square, role, captures_only);
        }
        u64 promotions = role == PAWN ? goals & (RANK_1 | RANK_8) : 0;
        int here = count(goals) + (captures_only ? 0 : 3 * count(promotions));
        int at = size + sum_before(here);
        size += sum(here);
        while (goals) {
            int to = lowest(goals);
            goals &= goals - 1;
            if (promotions >> to & 1) {
                for (int how = 7; how >= (captures_only ? 7 : 4); how--) list[at++] = make_move(square, to, how);
            } else {
                bool takes_passing = role == PAWN && to == p.en_passant;
                list[at++] = make_move(square, to, takes_passing ? EN_PASSANT : PLAIN);
            }
        }
    }
    if (!captures_only) size = add_castling(p, list, size);
    meet();
    return size;
}

// The legal moves.
DEVICE int legal_moves(const Position& p, u32* list) {
    int raw = raw_moves(p, list, false), size = 0;
    for (int first = 0; first < raw; first += LANES) {
        int at = first + lane();
        u32 move = at < raw ? list[at] : 0;
        u32 legal = lanes_saying(at < raw && is_legal(p, (u16)move));
        meet();
        if (legal >> lane() & 1) list[size + lanes_before(legal)] = move;
        size += count(legal);
        meet();
    }
    return size;
}

DEVICE bool is_capture(const Position& p, u16 move) {
    return kind(move) == EN_PASSANT || (kind(move) != CASTLING && (occupied(p) >> target(move) & 1));
}

DEVICE bool is_noisy(const Position& p, u16 move) { return kind(move) >= PROMOTION || is_capture(p, move); }

// Bare kings, a single knight, or bishops all on squares of one colour.
DEVICE bool is_dead(const Position& p) {
    if (p.role[PAWN] | p.role[ROOK] | p.role[QUEEN]) return false;
    if (p.role[KNIGHT]) return !p.role[BISHOP] && count(p.role[KNIGHT]) == 1;
    return !(p.role[BISHOP] & LIGHT) || !(p.role[BISHOP] & ~LIGHT);
}

DEVICE Position start_position() {
    Position p;
    p.role[PAWN] = RANK_1 << 8 | RANK_1 << 48;
    p.role[KNIGHT] = 0x42 | 0x42ull << 56;
    p.role[BISHOP] = 0x24 | 0x24ull << 56;
    p.role[ROOK] = 0x81 | 0x81ull << 56;
    p.role[QUEEN] = 0x08 | 0x08ull << 56;
    p.role[KING] = 0x10 | 0x10ull << 56;
    p.color[WHITE] = 0xFFFF;
    p.color[BLACK] = 0xFFFFull << 48;
    p.turn = WHITE;
    p.castling = 15;
    p.en_passant = NOWHERE;
    p.halfmoves = 0;
    p.key = key_of(p);
    return p;
}
