/* custub/cpu/cooperative_group.h: cooperative groups (CUDA C++ Programming Guide, "Cooperative
 * Groups"): the block, tiles of up to 32 threads, coalesced threads, the grid, with their
 * collectives, reductions and scans. Clusters and tiles of several warps are not there. Part of
 * custub/cpu_device.h, and in place of the toolkit's headers of this name. */
#ifndef CUSTUB_CPU_COOPERATIVE_GROUP_H
#define CUSTUB_CPU_COOPERATIVE_GROUP_H

#include "barrier.h"
#include "intrinsic.h"
#include "warp.h"

#include <cstring>
#include <type_traits>
#include <utility>

#define _COOPERATIVE_GROUPS_H_
#define _COOPERATIVE_GROUPS_REDUCE_H
#define _COOPERATIVE_GROUPS_SCAN_H
#define _COOPERATIVE_GROUPS_MEMCPY_ASYNC

namespace custub_cpu
{

/* A value of any size, eight bytes at a time. */
template <typename Value> inline Value shuffle_whole(uint32_t mask, Value value, uint32_t source)
{
    static_assert(std::is_trivially_copyable<Value>::value, "lanes trade plain values");
    unsigned char bytes[sizeof(Value)];
    std::memcpy(bytes, &value, sizeof(Value));
    for (std::size_t at = 0; at < sizeof(Value); at += 8) {
        const std::size_t size = sizeof(Value) - at < 8 ? sizeof(Value) - at : 8;
        uint64_t part = 0;
        std::memcpy(&part, bytes + at, size);
        part = trade(CUSTUB_CPU_WARP_SHUFFLE, mask, part, source);
        std::memcpy(bytes + at, &part, size);
    }
    std::memcpy(static_cast<void *>(&value), bytes, sizeof(Value));
    return value;
}

/* The lane that is number `rank` of the mask's. */
inline uint32_t lane_at(uint32_t mask, uint32_t rank)
{
    for (; rank > 0 && mask; rank--)
        mask &= mask - 1;
    return mask ? static_cast<uint32_t>(__ffs(static_cast<int>(mask))) - 1 : lane();
}

inline uint32_t rank_in(uint32_t mask)
{
    return static_cast<uint32_t>(__popc(mask & ((1u << lane()) - 1)));
}

/* The bits of `bits` that stand at those of `mask`, closed up. */
inline uint32_t packed(uint32_t bits, uint32_t mask)
{
    uint32_t result = 0;
    for (uint32_t rank = 0; mask; rank++, mask &= mask - 1)
        result |= ((bits & mask & (~mask + 1)) != 0 ? 1u : 0u) << rank;
    return result;
}

} // namespace custub_cpu

namespace cooperative_groups
{

/* --- Lanes of a warp ------------------------------------------------------------------------ */

namespace details
{

/* What the groups inside a warp have in common; `mask` names their lanes. */
class lanes
{
  protected:
    uint32_t mask_;
    uint32_t meta_rank_ = 0;
    uint32_t meta_size_ = 1;
    explicit lanes(uint32_t mask) : mask_(mask)
    {
    }

  public:
    void sync() const
    {
        __syncwarp(mask_);
    }
    unsigned long long thread_rank() const
    {
        return ::custub_cpu::rank_in(mask_);
    }
    unsigned long long meta_group_rank() const
    {
        return meta_rank_;
    }
    unsigned long long meta_group_size() const
    {
        return meta_size_;
    }
    int any(int predicate) const
    {
        return __any_sync(mask_, predicate);
    }
    int all(int predicate) const
    {
        return __all_sync(mask_, predicate);
    }
    unsigned int ballot(int predicate) const
    {
        return ::custub_cpu::packed(__ballot_sync(mask_, predicate), mask_);
    }
    template <typename Value> unsigned int match_any(Value value) const
    {
        return ::custub_cpu::packed(__match_any_sync(mask_, value), mask_);
    }
    template <typename Value> unsigned int match_all(Value value, int &all_same) const
    {
        return ::custub_cpu::packed(__match_all_sync(mask_, value, &all_same), mask_);
    }
    /* Of a rank outside the group: one's own value. */
    template <typename Value> Value from_rank(Value value, unsigned long long rank) const
    {
        return ::custub_cpu::shuffle_whole(
            mask_, value, ::custub_cpu::lane_at(mask_, static_cast<uint32_t>(rank)));
    }
    template <typename Value> Value shfl_up(Value value, unsigned int delta) const
    {
        const unsigned long long rank = thread_rank();
        return from_rank(value, delta > rank ? rank : rank - delta);
    }
    uint32_t lane_mask() const
    {
        return mask_;
    }
};

} // namespace details

class coalesced_group : public details::lanes
{
  public:
    explicit coalesced_group(uint32_t mask, uint32_t meta_rank = 0, uint32_t meta_size = 1)
        : lanes(mask)
    {
        meta_rank_ = meta_rank;
        meta_size_ = meta_size;
    }
    unsigned long long size() const
    {
        return static_cast<unsigned long long>(__popc(mask_));
    }
    unsigned long long num_threads() const
    {
        return size();
    }
    template <typename Value> Value shfl(Value value, int rank) const
    {
        return from_rank(value, static_cast<unsigned>(rank) % size());
    }
    template <typename Value> Value shfl_down(Value value, unsigned int delta) const
    {
        const unsigned long long rank = thread_rank();
        return from_rank(value, rank + delta < size() ? rank + delta : rank);
    }
};

/* Always inlined, as __activemask() is. */
CUSTUB_CPU_INLINE coalesced_group coalesced_threads()
{
    return coalesced_group(__activemask());
}

/* --- The block ------------------------------------------------------------------------------ */

class thread_block
{
  public:
    static void sync()
    {
        __syncthreads();
    }
    static unsigned int thread_rank()
    {
        return ::custub_cpu::thread_rank();
    }
    static unsigned int size()
    {
        return blockDim.x * blockDim.y * blockDim.z;
    }
    static unsigned int num_threads()
    {
        return size();
    }
    static dim3 group_index()
    {
        return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
    }
    static dim3 thread_index()
    {
        return dim3(threadIdx.x, threadIdx.y, threadIdx.z);
    }
    static dim3 group_dim()
    {
        return dim3(blockDim.x, blockDim.y, blockDim.z);
    }
    static dim3 dim_threads()
    {
        return group_dim();
    }
};

inline thread_block this_thread_block()
{
    return thread_block();
}

/* --- Tiles ---------------------------------------------------------------------------------- */

template <unsigned int Size, typename Parent = void> class thread_block_tile : public details::lanes
{
    static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0,
                  "the CPU driver has tiles of 1, 2, 4, 8, 16 and 32 threads");

    static uint32_t mask_here()
    {
        return static_cast<uint32_t>((uint64_t(1) << Size) - 1)
               << (::custub_cpu::lane() & ~(Size - 1));
    }

  public:
    thread_block_tile(unsigned long long parent_rank, unsigned long long parent_size)
        : lanes(mask_here())
    {
        meta_rank_ = static_cast<uint32_t>(parent_rank / Size);
        meta_size_ = static_cast<uint32_t>((parent_size + Size - 1) / Size);
    }
    template <typename Other>
    thread_block_tile(const thread_block_tile<Size, Other> &other) : lanes(other)
    {
    }
    static constexpr unsigned int size()
    {
        return Size;
    }
    static constexpr unsigned int num_threads()
    {
        return Size;
    }
    unsigned int thread_rank() const
    {
        return ::custub_cpu::lane() & (Size - 1);
    }
    template <typename Value> Value shfl(Value value, int rank) const
    {
        return from_rank(value, static_cast<unsigned>(rank) & (Size - 1));
    }
    template <typename Value> Value shfl_down(Value value, unsigned int delta) const
    {
        return from_rank(value,
                         thread_rank() + delta < Size ? thread_rank() + delta : thread_rank());
    }
    template <typename Value> Value shfl_xor(Value value, unsigned int bits) const
    {
        return from_rank(value,
                         (thread_rank() ^ bits) < Size ? thread_rank() ^ bits : thread_rank());
    }
};

template <unsigned int Size, typename Parent>
inline thread_block_tile<Size, Parent> tiled_partition(const Parent &parent)
{
    return thread_block_tile<Size, Parent>(parent.thread_rank(), parent.num_threads());
}

template <unsigned int Size> inline coalesced_group tiled_partition(const coalesced_group &parent);

/* --- Groups whose kind is known when the program runs --------------------------------------- */

class thread_group
{
    bool is_block_;
    coalesced_group lanes_;

  public:
    thread_group(const thread_block &) : is_block_(true), lanes_(0)
    {
    }
    thread_group(const details::lanes &lanes) : is_block_(false), lanes_(lanes.lane_mask())
    {
    }
    void sync() const
    {
        if (is_block_)
            thread_block::sync();
        else
            lanes_.sync();
    }
    unsigned long long size() const
    {
        return is_block_ ? thread_block::size() : lanes_.size();
    }
    unsigned long long num_threads() const
    {
        return size();
    }
    unsigned long long thread_rank() const
    {
        return is_block_ ? thread_block::thread_rank() : lanes_.thread_rank();
    }
    uint32_t lane_mask() const
    {
        return is_block_ ? 0xffffffffu : lanes_.lane_mask();
    }
};

/* The lanes of `mask`, `size` by `size`. */
inline coalesced_group tiled_partition(const coalesced_group &parent, unsigned int size)
{
    const uint32_t tile = static_cast<uint32_t>(parent.thread_rank()) / size;
    uint32_t mask = 0;
    for (uint32_t rank = tile * size; rank < (tile + 1) * size && rank < parent.size(); rank++)
        mask |= 1u << ::custub_cpu::lane_at(parent.lane_mask(), rank);
    return coalesced_group(mask, tile, static_cast<uint32_t>((parent.size() + size - 1) / size));
}

inline thread_group tiled_partition(const thread_group &parent, unsigned int size)
{
    return tiled_partition(coalesced_group(parent.lane_mask()), size);
}

template <unsigned int Size> inline coalesced_group tiled_partition(const coalesced_group &parent)
{
    return tiled_partition(parent, Size);
}

template <typename Group, typename Label>
inline coalesced_group labeled_partition(const Group &group, Label label)
{
    return coalesced_group(__match_any_sync(group.lane_mask(), label));
}

template <typename Group>
inline coalesced_group binary_partition(const Group &group, bool predicate)
{
    const uint32_t yes = __ballot_sync(group.lane_mask(), predicate);
    return coalesced_group(predicate ? yes : group.lane_mask() & ~yes, predicate, 2);
}

/* --- The grid ------------------------------------------------------------------------------- */

class grid_group
{
  public:
    bool is_valid() const
    {
        return ::custub_cpu::services->is_cooperative() != 0;
    }
    void sync() const
    {
        ::custub_cpu::grid_barrier();
    }
    static unsigned long long num_blocks()
    {
        return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
    }
    static unsigned long long block_rank()
    {
        return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x +
               blockIdx.x;
    }
    static unsigned long long size()
    {
        return num_blocks() * thread_block::size();
    }
    static unsigned long long num_threads()
    {
        return size();
    }
    static unsigned long long thread_rank()
    {
        return block_rank() * thread_block::size() + thread_block::thread_rank();
    }
    static dim3 group_dim()
    {
        return dim3(gridDim.x, gridDim.y, gridDim.z);
    }
    static dim3 dim_blocks()
    {
        return group_dim();
    }
    static dim3 block_index()
    {
        return thread_block::group_index();
    }
};

inline grid_group this_grid()
{
    return grid_group();
}

template <typename Group> inline void sync(const Group &group)
{
    group.sync();
}

template <typename Group> inline unsigned long long thread_rank(const Group &group)
{
    return group.thread_rank();
}

template <typename Group> inline unsigned long long group_size(const Group &group)
{
    return group.num_threads();
}

/* --- Reductions and scans ------------------------------------------------------------------- */

#define CUSTUB_CPU_GROUP_OPERATION(name, expression)                                               \
    template <typename Value> struct name {                                                        \
        Value operator()(Value a, Value b) const                                                   \
        {                                                                                          \
            return expression;                                                                     \
        }                                                                                          \
    };

CUSTUB_CPU_GROUP_OPERATION(plus, a + b)
CUSTUB_CPU_GROUP_OPERATION(less, b < a ? b : a)
CUSTUB_CPU_GROUP_OPERATION(greater, a < b ? b : a)
CUSTUB_CPU_GROUP_OPERATION(bit_and, a &b)
CUSTUB_CPU_GROUP_OPERATION(bit_or, a | b)
CUSTUB_CPU_GROUP_OPERATION(bit_xor, a ^ b)

#undef CUSTUB_CPU_GROUP_OPERATION

/* All lanes get the same: that of the ranks in order. */
template <typename Group, typename Value, typename Operation>
inline Value reduce(const Group &group, Value value, Operation operation)
{
    const unsigned int count = static_cast<unsigned>(__popc(__ballot_sync(group.lane_mask(), 1)));
    Value result = group.from_rank(value, 0);
    for (unsigned int rank = 1; rank < count; rank++)
        result = operation(result, group.from_rank(value, rank));
    return result;
}

template <typename Group, typename Value, typename Operation>
inline Value inclusive_scan(const Group &group, Value value, Operation operation)
{
    const unsigned int rank = static_cast<unsigned>(group.thread_rank());
    for (unsigned int delta = 1; delta < 32; delta *= 2) {
        const Value other = group.shfl_up(value, delta);
        if (rank >= delta)
            value = operation(other, value);
    }
    return value;
}

template <typename Group, typename Value>
inline Value inclusive_scan(const Group &group, Value value)
{
    return inclusive_scan(group, value, plus<Value>());
}

/* The first rank gets Value(), as it does with plus; CUDA says of other operations that it is not
 * defined. */
template <typename Group, typename Value, typename Operation>
inline Value exclusive_scan(const Group &group, Value value, Operation operation)
{
    const Value scanned = group.shfl_up(inclusive_scan(group, value, operation), 1);
    return group.thread_rank() == 0 ? Value() : scanned;
}

template <typename Group, typename Value>
inline Value exclusive_scan(const Group &group, Value value)
{
    return exclusive_scan(group, value, plus<Value>());
}

/* --- Copies --------------------------------------------------------------------------------- */

/* Done when it returns, which is early enough for wait(). */
template <typename Group>
inline void memcpy_async(const Group &group, void *to, const void *from, std::size_t bytes)
{
    const std::size_t count = static_cast<std::size_t>(group.num_threads());
    for (std::size_t i = static_cast<std::size_t>(group.thread_rank()); i < bytes; i += count)
        static_cast<unsigned char *>(to)[i] = static_cast<const unsigned char *>(from)[i];
}

template <typename Group> inline void wait(const Group &group)
{
    group.sync();
}

template <unsigned int Stages, typename Group> inline void wait_prior(const Group &group)
{
    group.sync();
}

} // namespace cooperative_groups

#endif
