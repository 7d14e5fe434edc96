// A warp plays one game: its lanes share the work of generating moves, of choosing among them and of the
// network. The same source, compiled as plain C++, has warps of a single lane; so it is tested without a GPU.
#pragma once

#include <cstdint>
#include <cstring>

typedef uint64_t u64;
typedef uint32_t u32;
typedef uint16_t u16;
typedef uint8_t u8;

#ifdef __CUDACC__

#define DEVICE __device__ __forceinline__
#define DEVICE_CALL __device__ __noinline__
constexpr int LANES = 32;

DEVICE int lane() { return threadIdx.x & 31; }
DEVICE void meet() { __syncwarp(); }
DEVICE u32 lanes_saying(bool said) { return __ballot_sync(~0u, said); }
DEVICE bool any_lane(bool said) { return __any_sync(~0u, said); }
DEVICE int sum(int value) { return __reduce_add_sync(~0u, value); }
DEVICE int greatest(int value) { return __reduce_max_sync(~0u, value); }
DEVICE int from_first(int value) { return __shfl_sync(~0u, value, 0); }
DEVICE u64 exclusive(u64 value) {
    return (u64)__reduce_xor_sync(~0u, (u32)(value >> 32)) << 32 | __reduce_xor_sync(~0u, (u32)value);
}
DEVICE int count(u64 set) { return __popcll(set); }
DEVICE int lowest(u64 set) { return __ffsll((long long)set) - 1; }
DEVICE u64 reversed(u64 set) { return __brevll(set); }
DEVICE int lanes_before(u32 said) { return __popc(said & ((1u << lane()) - 1)); }

// The sum over the lanes before this one.
DEVICE int sum_before(int value) {
    int total = value;
    for (int step = 1; step < LANES; step *= 2) {
        int other = __shfl_up_sync(~0u, total, step);
        if (lane() >= step) total += other;
    }
    return total - value;
}

DEVICE u32 fetch_add(u32* counter, u32 value) {
    u32 before = 0;
    if (lane() == 0) before = atomicAdd(counter, value);
    return __shfl_sync(~0u, before, 0);
}

DEVICE u64 fetch_add(unsigned long long* counter, u64 value) {
    unsigned long long before = 0;
    if (lane() == 0) before = atomicAdd(counter, (unsigned long long)value);
    return __shfl_sync(~0u, before, 0);
}

#else

#define DEVICE inline
#define DEVICE_CALL inline
constexpr int LANES = 1;

DEVICE int lane() { return 0; }
DEVICE void meet() {}
DEVICE u32 lanes_saying(bool said) { return said; }
DEVICE bool any_lane(bool said) { return said; }
DEVICE int sum(int value) { return value; }
DEVICE int greatest(int value) { return value; }
DEVICE int from_first(int value) { return value; }
DEVICE u64 exclusive(u64 value) { return value; }
DEVICE int count(u64 set) { return __builtin_popcountll(set); }
DEVICE int lowest(u64 set) { return __builtin_ctzll(set); }
DEVICE int lanes_before(u32) { return 0; }
DEVICE int sum_before(int) { return 0; }

DEVICE u64 reversed(u64 set) {
    set = (set >> 1 & 0x5555555555555555) | (set & 0x5555555555555555) << 1;
    set = (set >> 2 & 0x3333333333333333) | (set & 0x3333333333333333) << 2;
    set = (set >> 4 & 0x0F0F0F0F0F0F0F0F) | (set & 0x0F0F0F0F0F0F0F0F) << 4;
    return __builtin_bswap64(set);
}

template <class Number, class Value>
DEVICE Number fetch_add(Number* counter, Value value) {
    Number before = *counter;
    *counter += value;
    return before;
}

#endif

// The square of the n-th member of a set, from 0.
DEVICE int select(u64 set, int n) {
    u32 word = (u32)set;
    int square = 0;
#ifdef __CUDACC__
    int below = __popc(word);
#else
    int below = __builtin_popcount(word);
#endif
    if (n >= below) {
        n -= below;
        word = (u32)(set >> 32);
        square = 32;
    }
    for (int width = 16; width > 0; width /= 2) {
        u32 low = word & ((1u << width) - 1);
        int in_low = count(low);
        if (n >= in_low) {
            n -= in_low;
            word >>= width;
            square += width;
        } else {
            word = low;
        }
    }
    return square;
}
