/* custub/cpu/groups/tile.h: tiles of a block or of another group, and groups whose kind is known
 * when the program runs (CUDA C++ Programming Guide, "Explicit Groups"). Part of
 * custub/cpu_device.h. */
#ifndef CUSTUB_CPU_GROUP_TILE_H
#define CUSTUB_CPU_GROUP_TILE_H

#include "block.h"
#include "lanes.h"

namespace custub_cpu
{

/* Threads of different warps exchange values through it: one slot for each thread of a block. */
struct alignas(16) group_slot {
    unsigned char bytes[16];
};

inline group_slot *group_slots()
{
    static thread_local group_slot slots[CUSTUB_CPU_BLOCK_LIMIT];
    return slots;
}

/* The number of the barrier of this thread's tile of `size` threads, which are several warps. */
inline uint32_t tile_barrier(uint32_t size)
{
    uint32_t number = first_tile_barrier + thread_rank() / size * size / 32;
    for (; size > 64; size /= 2)
        number += 32;
    return number;
}

/* The value of the thread with that rank in the block. It must be in the same tile. */
template <typename Value>
inline Value tile_trade(uint32_t size, const Value &value, unsigned int source)
{
    static_assert(std::is_trivially_copyable<Value>::value, "the type must be trivially copyable");
    Value result = value;
    for (std::size_t at = 0; at < sizeof(Value); at += sizeof(group_slot)) {
        const std::size_t rest = sizeof(Value) - at;
        const std::size_t count = rest < sizeof(group_slot) ? rest : sizeof(group_slot);
        std::memcpy(group_slots()[thread_rank()].bytes,
                    reinterpret_cast<const unsigned char *>(&value) + at, count);
        part_barrier(tile_barrier(size), size, 0);
        std::memcpy(reinterpret_cast<unsigned char *>(&result) + at, group_slots()[source].bytes,
                    count);
        part_barrier(tile_barrier(size), size, 0);
    }
    return result;
}

} // namespace custub_cpu

namespace cooperative_groups
{

namespace details
{

template <unsigned int Size, bool SeveralWarps> class tile : public lanes
{
    static uint32_t mask_here()
    {
        return static_cast<uint32_t>((uint64_t(1) << Size) - 1)
               << (::custub_cpu::lane() & ~(Size - 1));
    }

  protected:
    tile(unsigned long long parent_rank, unsigned long long parent_size) : lanes(mask_here())
    {
        meta_rank_ = static_cast<uint32_t>(parent_rank / Size);
        meta_size_ = static_cast<uint32_t>((parent_size + Size - 1) / Size);
    }

  public:
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

/* A tile begins at a multiple of its size. */
template <unsigned int Size> class tile<Size, true>
{
    uint32_t meta_rank_;
    uint32_t meta_size_;

    custub_cpu_vote vote(int predicate) const
    {
        return ::custub_cpu::part_barrier(::custub_cpu::tile_barrier(Size), Size, predicate != 0);
    }

  protected:
    tile(unsigned long long parent_rank, unsigned long long parent_size)
        : meta_rank_(static_cast<uint32_t>(parent_rank / Size)),
          meta_size_(static_cast<uint32_t>((parent_size + Size - 1) / Size))
    {
    }

  public:
    void sync() const
    {
        vote(0);
    }
    unsigned int thread_rank() const
    {
        return ::custub_cpu::thread_rank() & (Size - 1);
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
        return vote(predicate).nonzero != 0;
    }
    int all(int predicate) const
    {
        return vote(predicate).nonzero == Size;
    }
    template <typename Value> Value from_rank(Value value, unsigned long long rank) const
    {
        const unsigned int first = ::custub_cpu::thread_rank() & ~(Size - 1);
        return ::custub_cpu::tile_trade(Size, value, first + static_cast<unsigned int>(rank));
    }
    template <typename Value> Value shfl(Value value, unsigned int rank) const
    {
        return from_rank(value, rank & (Size - 1));
    }
    template <typename Value> Value shfl_up(Value value, unsigned int delta) const
    {
        return from_rank(value, delta > thread_rank() ? thread_rank() : thread_rank() - delta);
    }
};

} // namespace details

template <unsigned int Size, typename Parent = void>
class thread_block_tile : public details::tile<Size, (Size > 32)>
{
    static_assert(Size >= 1 && Size <= 1024 && (Size & (Size - 1)) == 0,
                  "the size of a tile must be a power of two, up to 1024");

  public:
    thread_block_tile(unsigned long long parent_rank, unsigned long long parent_size)
        : details::tile<Size, (Size > 32)>(parent_rank, parent_size)
    {
    }
    template <typename Other>
    thread_block_tile(const thread_block_tile<Size, Other> &other)
        : details::tile<Size, (Size > 32)>(other)
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
};

template <unsigned int Size, typename Parent>
inline thread_block_tile<Size, Parent> tiled_partition(const Parent &parent)
{
    return thread_block_tile<Size, Parent>(parent.thread_rank(), parent.num_threads());
}

inline thread_block_tile<1> this_thread()
{
    return thread_block_tile<1>(0, 1);
}

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
    /* For a block: the lanes of the thread's warp. */
    uint32_t lane_mask() const
    {
        const unsigned int first = thread_block::thread_rank() / 32 * 32;
        if (!is_block_)
            return lanes_.lane_mask();
        if (thread_block::size() - first >= 32)
            return 0xffffffffu;
        return (1u << (thread_block::size() - first)) - 1;
    }
};

/* The lanes of the parent, in groups of `size`. */
inline coalesced_group tiled_partition(const coalesced_group &parent, unsigned int size)
{
    const uint32_t tile = static_cast<uint32_t>(parent.thread_rank()) / size;
    uint32_t mask = 0;
    for (uint32_t rank = tile * size; rank < (tile + 1) * size && rank < parent.size(); rank++)
        mask |= 1u << ::custub_cpu::lane_at(parent.lane_mask(), rank);
    return coalesced_group(mask, tile, static_cast<uint32_t>((parent.size() + size - 1) / size));
}

/* Tiles have up to 32 threads. */
inline thread_group tiled_partition(const thread_group &parent, unsigned int size)
{
    return tiled_partition(coalesced_group(parent.lane_mask()), size);
}

} // namespace cooperative_groups

#endif
