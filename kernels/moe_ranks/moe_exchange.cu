/* The kernels that a mixture-of-experts layer over several GPUs (moe_ranks.h) needs in addition:
 * they pack the rows to send, arrange the received rows, and return the results.
 *
 * The experts of rank d are expert_of(d) to expert_of(d + 1) - 1. A rank's rows for another one are
 * a slot: consecutive rows in the order of the experts. The host knows how many rows a slot has;
 * only the device knows how many of them are used: `first`, which is sent too. */
#include <custub/kernel.h>

#include "../elements/stream.cuh"
#include "../moe/layer_limits.h"

namespace moe
{
using kernels::is_aligned;
using kernels::load;
using kernels::store;

enum { MAX_RANKS = 64, EXCHANGE_THREADS = 256, STRIP = 128 };

/* Slot s is the rows first[s] to first[s + 1] - 1. */
struct slots {
    int first[MAX_RANKS + 1];
};

__device__ inline int expert_of(int rank, int experts, int ranks)
{
    return (int)((long long)experts * rank / ranks);
}

/* One warp copies a row, N elements at a time. */
template <int N, class T> __device__ inline void copy_row(const T *from, T *to, int hidden)
{
    for (int i = (int)threadIdx.x % 32; i < hidden / N; i += 32)
        store<N>(to, i, load<N>(from, i));
}

/* Copies the token of each entry into the slot of the rank that has the expert. Slot d of `to` is
 * for rank d; the rank's own is among what it receives. Slot d of `home` is where rank d's results
 * will come: row_of becomes the row there. */
template <class T>
CUSTUB_GRID_STRIDE
CUSTUB_BLOCK(EXCHANGE_THREADS)
CUSTUB_THREADS(entries * 32)
CUSTUB_REQUIRES(entries > 0 && hidden > 0 && experts > 0 && experts <= MOE_MAX_EXPERTS)
CUSTUB_REQUIRES(top > 0 && ranks > 0 && ranks <= MAX_RANKS)
__global__ void __launch_bounds__(EXCHANGE_THREADS) pack(
    int entries, int hidden, int experts, int top, int ranks, int rows, slots to, slots home,
    const T *x CUSTUB_COUNTED_BY(entries / top * hidden),
    const int *first CUSTUB_COUNTED_BY(experts + 1) CUSTUB_VALUES(0, entries + 1),
    const int *entry_of CUSTUB_COUNTED_BY(entries),
    int *row_of CUSTUB_COUNTED_BY(entries),
    T *out CUSTUB_COUNTED_BY(rows * hidden))
{
    constexpr int N = 16 / (int)sizeof(T);
    const bool aligned = hidden % N == 0 && is_aligned<T, N>(x) && is_aligned<T, N>(out);
    const int used = first[experts];
    const long long warps = (long long)gridDim.x * blockDim.x / 32;

    for (long long row = ((long long)blockIdx.x * blockDim.x + threadIdx.x) / 32; row < used;
         row += warps) {
        const int entry = entry_of[row];
        int rank = 0;
        while (rank + 1 < ranks && row >= first[expert_of(rank + 1, experts, ranks)])
            rank++;
        const int at = (int)row - first[expert_of(rank, experts, ranks)];
        const T *from = x + (long long)(entry / top) * hidden;
        T *there = out + (long long)(to.first[rank] + at) * hidden;
        if (aligned)
            copy_row<N>(from, there, hidden);
        else
            copy_row<1>(from, there, hidden);
        if (threadIdx.x % 32 == 0)
            row_of[entry] = home.first[rank] + at;
    }
}

/* Where the rows of an expert begin in a slot of `size` rows. After a failed exchange `first` may
 * hold anything, and must not lead out of the slot. */
__device__ inline int offset_in(const int *first, int expert, int size)
{
    return min(max(first[expert] - first[0], 0), size);
}

/* A block for each of a rank's experts: which of the received rows are its own, those of lower
 * ranks first. Slot s of `from` came from rank s. `given` has experts + 1 numbers of each rank,
 * where its rows of each expert begin; `own` those of this rank. */
CUSTUB_BLOCK(EXCHANGE_THREADS)
CUSTUB_THREADS(experts * EXCHANGE_THREADS)
CUSTUB_REQUIRES(experts > 0 && experts <= MOE_MAX_EXPERTS && rows > 0)
CUSTUB_REQUIRES(ranks > 0 && ranks <= MAX_RANKS && rank >= 0 && rank < ranks)
__global__ void __launch_bounds__(EXCHANGE_THREADS) arrange(
    int experts, int ranks, int rank, int rows, slots from,
    const int *own CUSTUB_COUNTED_BY(experts + 1),
    const int *given CUSTUB_COUNTED_BY(ranks * (experts + 1)),
    int *first CUSTUB_COUNTED_BY(experts + 1),
    int *row_of CUSTUB_COUNTED_BY(rows))
{
    const int expert = (int)blockIdx.x;
    int begin = 0, end;

    if (expert >= experts) // a grid may be larger than needed
        return;
    for (int s = 0; s < ranks; s++) {
        const int size = from.first[s + 1] - from.first[s];
        if (size > 0)
            begin += offset_in(s == rank ? own : given + s * (experts + 1), expert, size);
    }
    end = begin;
    for (int s = 0; s < ranks; s++) {
        const int *of = s == rank ? own : given + s * (experts + 1);
        const int size = from.first[s + 1] - from.first[s];
        if (size == 0) // nothing came, not even numbers
            continue;
        const int at = offset_in(of, expert, size);
        const int count = max(offset_in(of, expert + 1, size) - at, 0);
        for (int i = (int)threadIdx.x; i < count; i += EXCHANGE_THREADS)
            row_of[end + i] = from.first[s] + at + i;
        end += count;
    }
    if (threadIdx.x == 0) {
        first[expert] = begin;
        if (expert == experts - 1)
            first[experts] = end;
    }
}

/* The results of the experts, the sum of `splits` matrices, go back to the slots that the rows came
 * in; those of the rank's own slot go to the rank's own results, from row `home` on. A warp has
 * STRIP columns of a row at a time. */
template <class Y>
CUSTUB_GRID_STRIDE
CUSTUB_BLOCK(EXCHANGE_THREADS)
CUSTUB_THREADS(rows * ceil_div(hidden, STRIP) * 32)
CUSTUB_REQUIRES(rows > 0 && hidden > 0 && experts > 0 && splits > 0 && home >= rows)
CUSTUB_REQUIRES(own >= 0 && own <= own_end && own_end <= rows)
__global__ void __launch_bounds__(EXCHANGE_THREADS) give_back(
    int rows, int hidden, int experts, int splits, int own, int own_end, int home,
    const Y *y CUSTUB_COUNTED_BY(splits * rows * hidden),
    const int *first CUSTUB_COUNTED_BY(experts + 1) CUSTUB_VALUES(0, rows + 1),
    const int *row_of CUSTUB_COUNTED_BY(rows),
    float *out CUSTUB_COUNTED_BY((home + own_end - own) * hidden))
{
    const int strips = (hidden + STRIP - 1) / STRIP;
    const long long used = (long long)first[experts] * strips;
    const long long warps = (long long)gridDim.x * blockDim.x / 32;
    const int lane = (int)threadIdx.x % 32;

    for (long long i = ((long long)blockIdx.x * blockDim.x + threadIdx.x) / 32; i < used;
         i += warps) {
        const int row = (int)(i / strips), strip = (int)(i % strips) * STRIP;
        const int slot_row = row_of[row];
        const bool mine = slot_row >= own && slot_row < own_end;
        const Y *from = y + (long long)row * hidden;
        float *to = out + (mine ? (long long)home + slot_row - own : slot_row) * hidden;
#pragma unroll
        for (int j = 0; j < STRIP / 32; j++) {
            const int column = strip + j * 32 + lane;
            float given = 0;
            for (int p = 0; p < splits && column < hidden; p++)
                given += kernels::widen(from[(long long)p * rows * hidden + column]);
            if (column < hidden)
                to[column] = given;
        }
    }
}
} // namespace moe

#define INSTANCES(name, T, ...) CUSTUB_STUB(moe_pack_##name, moe::pack<T>);
#define GIVE_BACK(name, T, ...) CUSTUB_STUB(moe_give_back_##name, moe::give_back<T>);

CUSTUB_STUB(moe_arrange, moe::arrange);
CUSTUB_STUB(moe_give_back_f32, moe::give_back<float>);
HALVES(GIVE_BACK)
LIST_F32(INSTANCES)
HALVES(INSTANCES)
