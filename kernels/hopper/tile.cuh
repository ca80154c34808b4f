/* The shape of a tile on Hopper, its stages in shared memory, and its part of k. */
#ifndef KERNELS_HOPPER_TILE_CUH
#define KERNELS_HOPPER_TILE_CUH

#include "groups.cuh"
#include "warpgroup.cuh"

namespace hopper
{
enum {
    THREADS = 384, /* two warpgroups that multiply, one that copies */
    DEPTH = 64,    /* elements of 16 bits in 128 bytes, the rows of a box */
    PITCH = 144    /* bytes from row to row of results in shared memory: in other banks */
};

/* A block makes ROWS rows by COLUMNS columns of c: those of PARTS parts of w; or, GATED, of a part
 * of silu(x w) * (x up). A part has 128 columns, 64 for each warpgroup; or 64, and each warpgroup
 * takes half of k. The CLUSTER blocks of a cluster make the same tile, from a part of k each
 * (split-K). A multiprocessor has RESIDENT blocks: two if a tile is so small that one alone cannot
 * keep the memory busy. */
template <int Parts, int Part, int Rows, int Stages, int Cluster, bool Gated = false,
          int Resident = 1>
struct tile {
    static constexpr int PARTS = Parts, PART = Part, ROWS = Rows, STAGES = Stages;
    static constexpr int CLUSTER = Cluster, RESIDENT = Resident;
    static constexpr bool GATED = Gated;
    static constexpr int COLUMNS = Gated ? Part : Parts * Part;
    static constexpr int IN_BLOCK = 128 / Part; /* parts of k, of a block's share */
    static constexpr int SPLITS = IN_BLOCK * Cluster;
    static constexpr int PART_BYTES = Part * DEPTH * 2;
    static constexpr int STAGE_BYTES = Parts * PART_BYTES + Rows * DEPTH * 2;
    static constexpr int OWN = (Rows / SPLITS + 15) / 16 * 16; /* rows that a split stores */
    static constexpr int CHUNK = OWN < 64 ? OWN : 64;          /* rows stored at once */
    static constexpr int SUMS = Rows / 2;                      /* of a thread, in a part */
    static constexpr int SHARED_BYTES = Stages * STAGE_BYTES + 2 * CHUNK * PITCH + 1024;
    static_assert(!Gated || Parts == 2, "a part of the gate, one of up");
    static_assert(SPLITS == 1 || Parts * SUMS * 256 * 4 <= Stages * STAGE_BYTES, "room for sums");
};

/* Which stage comes next, and the parity of its barriers' phase. */
template <int STAGES> struct ring {
    int stage = 0, phase = 0;

    __device__ void advance()
    {
        if (++stage == STAGES) {
            stage = 0;
            phase ^= 1;
        }
    }
};

/* The barriers of the stages, in shared memory. */
template <int STAGES> struct barriers {
    uint64_t full[STAGES], empty[STAGES];
};

/* The steps of DEPTH elements of k that a block takes. */
struct steps {
    int begin, end;
};

template <class TILE> __device__ __forceinline__ steps steps_of(int k, uint32_t rank)
{
    const int all = (k + DEPTH - 1) / DEPTH;

    if constexpr (TILE::CLUSTER == 1)
        return {0, all};
    else
        return {(int)((long long)all * rank / TILE::CLUSTER),
                (int)((long long)all * (rank + 1) / TILE::CLUSTER)};
}
} // namespace hopper

#endif
