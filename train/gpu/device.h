// How the work gets to the lanes: kernels on a GPU, plain loops without one.
#pragma once

#ifdef __CUDACC__

#define CHECK(call)                                                                                  \
    do {                                                                                             \
        cudaError_t error = (call);                                                                  \
        if (error != cudaSuccess) fail(std::string(#call ": ") + cudaGetErrorString(error));         \
    } while (0)

constexpr int WARPS_A_BLOCK = 4;
// Blocks on a multiprocessor: the more there are, the fewer registers each thread has.
#ifndef BLOCKS_AT_ONCE
#define BLOCKS_AT_ONCE 8
#endif

template <class T>
static T* on_device(const T* values, size_t size) {
    T* copy;
    CHECK(cudaMalloc(&copy, size * sizeof(T)));
    if (values) CHECK(cudaMemcpy(copy, values, size * sizeof(T), cudaMemcpyHostToDevice));
    return copy;
}

__device__ static int warp_number() { return (blockIdx.x * blockDim.x + threadIdx.x) / 32; }

extern __shared__ Near nears[];

__global__ void __launch_bounds__(32 * WARPS_A_BLOCK, BLOCKS_AT_ONCE)
    play_kernel(const Network* network, Far* fars, Rules rules, u32 last, Progress* progress, u32* output, u64 room,
                volatile u32* stop) {
    play_on(*network, nears[threadIdx.x / 32], fars[warp_number()], rules, last, progress, output, room, stop);
}

__global__ void perft_kernel(Far* fars, const Position* roots, const int* depths, int size, u64* leaves) {
    int number = warp_number();
    if (number >= size) return;
    u64 found = perft(nears[threadIdx.x / 32], fars[number], roots[number], depths[number]);
    if (lane() == 0) leaves[number] = found;
}

__global__ void values_kernel(const Network* network, Far* fars, const Position* positions, int size, int* values) {
    int warp = warp_number(), warps = gridDim.x * blockDim.x / 32;
    for (int at = warp; at < size; at += warps) {
        int value = fresh_value(*network, nears[threadIdx.x / 32], fars[warp], positions[at]);
        if (lane() == 0) values[at] = value;
        meet();
    }
}

template <class Kernel>
static size_t shared_for(Kernel kernel) {
    size_t bytes = WARPS_A_BLOCK * sizeof(Near);
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
    return bytes;
}

static Progress run_games(const Network& network, const Rules& rules, u32 first, u32 last, double seconds, u64 room,
                          std::vector<u32>& words) {
    int processors, at_once;
    CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    size_t shared = shared_for(play_kernel);
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&at_once, play_kernel, 32 * WARPS_A_BLOCK, shared));
    int blocks = processors * at_once;
    fprintf(stderr, "%d games at once, %zu bytes of shared memory a game\n", blocks * WARPS_A_BLOCK, sizeof(Near));
    Progress progress = {first, 0, 0, 0, 0};
    Progress* device_progress = on_device(&progress, 1);
    Network* device_network = on_device(&network, 1);
    Far* fars = on_device<Far>(nullptr, (size_t)blocks * WARPS_A_BLOCK);
    u32* output = on_device<u32>(nullptr, room);
    u32 *stop, *device_stop;
    CHECK(cudaHostAlloc(&stop, sizeof *stop, cudaHostAllocMapped));
    CHECK(cudaHostGetDevicePointer(&device_stop, stop, 0));
    *stop = 0;
    auto start = std::chrono::steady_clock::now();
    play_kernel<<<blocks, 32 * WARPS_A_BLOCK, shared>>>(device_network, fars, rules, last, device_progress, output, room,
                                                        device_stop);
    CHECK(cudaGetLastError());
    while (cudaStreamQuery(0) == cudaErrorNotReady) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        if (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > seconds)
            *(volatile u32*)stop = 1;
    }
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(&progress, device_progress, sizeof progress, cudaMemcpyDeviceToHost));
    words.resize(progress.words < room ? progress.words : room);
    CHECK(cudaMemcpy(words.data(), output, 4 * words.size(), cudaMemcpyDeviceToHost));
    return progress;
}

static std::vector<u64> run_perft(const std::vector<Position>& roots, const std::vector<int>& depths) {
    size_t size = roots.size(), blocks = (size + WARPS_A_BLOCK - 1) / WARPS_A_BLOCK;
    Far* fars = on_device<Far>(nullptr, blocks * WARPS_A_BLOCK);
    u64* leaves = on_device<u64>(nullptr, size);
    perft_kernel<<<(unsigned)blocks, 32 * WARPS_A_BLOCK, shared_for(perft_kernel)>>>(
        fars, on_device(roots.data(), size), on_device(depths.data(), size), (int)size, leaves);
    CHECK(cudaGetLastError());
    std::vector<u64> found(size);
    CHECK(cudaMemcpy(found.data(), leaves, 8 * size, cudaMemcpyDeviceToHost));
    return found;
}

static std::vector<int> run_values(const Network& network, const std::vector<Position>& positions) {
    size_t size = positions.size();
    const unsigned blocks = 264;
    int* values = on_device<int>(nullptr, size);
    values_kernel<<<blocks, 32 * WARPS_A_BLOCK, shared_for(values_kernel)>>>(
        on_device(&network, 1), on_device<Far>(nullptr, blocks * WARPS_A_BLOCK), on_device(positions.data(), size), (int)size,
        values);
    CHECK(cudaGetLastError());
    std::vector<int> found(size);
    CHECK(cudaMemcpy(found.data(), values, 4 * size, cudaMemcpyDeviceToHost));
    return found;
}

#else

struct Memory {
    std::unique_ptr<Near> near = std::make_unique<Near>();
    std::unique_ptr<Far> far = std::make_unique<Far>();
};

static Progress run_games(const Network& network, const Rules& rules, u32 first, u32 last, double seconds, u64 room,
                          std::vector<u32>& words) {
    Memory memory;
    Progress progress = {first, 0, 0, 0, 0};
    words.resize(room);
    u32 stop = 0;
    std::thread clock([&] {
        auto start = std::chrono::steady_clock::now();
        while (!*(volatile u32*)&stop && std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < seconds)
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        stop = 1;
    });
    play_on(network, *memory.near, *memory.far, rules, last, &progress, words.data(), room, &stop);
    stop = 1;
    clock.join();
    words.resize(progress.words < room ? progress.words : room);
    return progress;
}

static std::vector<u64> run_perft(const std::vector<Position>& roots, const std::vector<int>& depths) {
    Memory memory;
    std::vector<u64> found;
    for (size_t i = 0; i < roots.size(); i++) found.push_back(perft(*memory.near, *memory.far, roots[i], depths[i]));
    return found;
}

static std::vector<int> run_values(const Network& network, const std::vector<Position>& positions) {
    Memory memory;
    std::vector<int> found;
    for (const Position& position : positions) found.push_back(fresh_value(network, *memory.near, *memory.far, position));
    return found;
}

static std::string move_text(u16 move) {
    int from = origin(move), to = target(move);
    if (kind(move) == CASTLING) to = (from & 56) + (to > from ? 6 : 2);
    std::string text;
    for (int square : {from, to}) text += {(char)('a' + square % 8), (char)('1' + square / 8)};
    if (kind(move) >= PROMOTION) text += "nbrq"[kind(move) - PROMOTION];
    return text;
}

static int play_uci(const std::string& path) {
    auto network = std::make_unique<Network>();
    read_network(path, *network);
    Memory memory;
    Search search = {*network, *memory.near, *memory.far, 0, 0, 0, 0, 0, 0, NO_MOVE, false};
    memset(search.far.table, 0, sizeof search.far.table);
    memset(search.near.history, 0, sizeof search.near.history);
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string word;
        words >> word;
        if (word == "uci") std::cout << "id name Zugwerk's self-play search\nuciok" << std::endl;
        if (word == "isready") std::cout << "readyok" << std::endl;
        if (word == "quit") break;
        if (word == "ucinewgame") {
            memset(search.far.table, 0, sizeof search.far.table);
            memset(search.near.history, 0, sizeof search.near.history);
        }
        if (word == "position") {
            words >> word;
            std::string fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", rest;
            if (word == "fen") {
                fen = "";
                while (words >> rest && rest != "moves") fen += rest + " ";
            } else {
                words >> rest;
            }
            search.near.frame[0].position = parse_fen(fen);
            search.game_plies = 0;
            search.far.keys[0] = search.near.frame[0].position.key;
            while (words >> rest) {
                int size = legal_moves(search.near.frame[0].position, search.far.moves[0]);
                for (int i = 0; i < size; i++) {
                    u16 move = (u16)search.far.moves[0][i];
                    if (move_text(move) == rest) {
                        play_in_game(search, move);
                        break;
                    }
                }
            }
        }
        if (word == "go") {
            search.soft = 300;
            while (words >> word)
                if (word == "nodes") words >> search.soft;
            search.hard = search.soft;
            int value = think(search);
            std::cout << "info depth " << search.root_depth << " nodes " << search.nodes << " score cp " << value << " pv "
                      << move_text(search.root_move) << "\nbestmove " << move_text(search.root_move) << std::endl;
        }
    }
    return 0;
}

#endif
