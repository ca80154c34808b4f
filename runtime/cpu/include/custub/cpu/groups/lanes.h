/* custub/cpu/groups/lanes.h: cooperative groups of lanes of one warp (CUDA C++ Programming Guide,
 * "Coalesced Groups"). Part of custub/cpu_device.h. */
#ifndef CUSTUB_CPU_GROUP_LANES_H
#define CUSTUB_CPU_GROUP_LANES_H

#include "../arithmetic/intrinsic.h"
#include "../threads/warp.h"

#include <cstring>
#include <type_traits>

namespace custub_cpu
{

/* A value of any size, eight bytes at a time. */
template <typename Value> inline Value shuffle_whole(uint32_t mask, Value value, uint32_t source)
{
    static_assert(std::is_trivially_copyable<Value>::value, "the type must be trivially copyable");
    unsigned char bytes[sizeof(Value)];
    CUSTUB_CPU_COPY(bytes, &value, sizeof(Value));
    for (std::size_t at = 0; at < sizeof(Value); at += 8) {
        const std::size_t size = sizeof(Value) - at < 8 ? sizeof(Value) - at : 8;
        uint64_t part = 0;
        CUSTUB_CPU_COPY(&part, bytes + at, size);
        part = trade(CUSTUB_CPU_WARP_SHUFFLE, mask, part, source);
        CUSTUB_CPU_COPY(bytes + at, &part, size);
    }
    CUSTUB_CPU_COPY(static_cast<void *>(&value), bytes, sizeof(Value));
    return value;
}

/* The lane with that rank among those of the mask. */
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

/* Extracts the bits of `bits` at the positions of `mask` and packs them together. */
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

namespace details
{

/* The base of all groups inside a warp; `mask` names their lanes. */
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
    /* For a rank outside of the group: the thread's own value. */
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

template <typename Group, typename Label>
inline coalesced_group labeled_partition(const Group &group, Label label)
{
    const uint32_t mask = __match_any_sync(group.lane_mask(), label);
    const uint32_t leader = static_cast<uint32_t>(__ffs(static_cast<int>(mask))) - 1;
    const uint32_t leaders = __ballot_sync(group.lane_mask(), leader == ::custub_cpu::lane());
    return coalesced_group(mask, static_cast<uint32_t>(__popc(leaders & ((1u << leader) - 1))),
                           static_cast<uint32_t>(__popc(leaders)));
}

template <typename Group>
inline coalesced_group binary_partition(const Group &group, bool predicate)
{
    const uint32_t mask = group.lane_mask();
    const uint32_t yes = __ballot_sync(mask, predicate);
    if (yes == 0 || yes == mask)
        return coalesced_group(mask);
    return coalesced_group(predicate ? yes : mask & ~yes, predicate, 2);
}

template <typename Group> inline coalesced_group labeled_partition(const Group &group, bool label)
{
    return binary_partition(group, label);
}

} // namespace cooperative_groups

#endif
